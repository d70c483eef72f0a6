//! The three laws of the strokes, each way in which a stroke can be wrong, and random strokes.

use super::*;

const EDGES: [(&str, Edge); 4] =
    [("area", Edge::Side), ("line", Edge::Middle), ("spot", Edge::None), (FIELD, Edge::None)];

/// Parses `kind stroke; kind stroke`.
fn try_draw(text: &str) -> Result<Tile, StrokeError> {
    let drawing = |part: &'_ str| {
        let (kind, stroke) = part.trim_start().split_once(' ').unwrap();
        let (kind, edge) = EDGES.into_iter().find(|(name, _)| *name == kind).unwrap();
        (kind, edge, stroke.to_string())
    };
    let parts: Vec<_> = text.split(';').filter(|part| !part.is_empty()).map(drawing).collect();
    let drawings: Vec<_> = parts.iter().map(|(kind, edge, text)| Drawing { kind, edge: *edge, text }).collect();
    Tile::read(&drawings)
}

fn draw(text: &str) -> Tile {
    try_draw(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `NL NR:0,1` for each field: its halves, and the segments that it touches.
fn fields(tile: &Tile) -> Vec<String> {
    let words = |field: &Field| {
        let halves: Vec<String> = field.halves.iter().map(Half::to_string).collect();
        let touches: Vec<String> = field.touches.iter().map(usize::to_string).collect();
        format!("{}:{}", halves.join(" "), touches.join(","))
    };
    tile.fields.iter().map(words).collect()
}

#[track_caller]
fn leaves(text: &str, expected: &[&str]) {
    assert_eq!(fields(&draw(text)), expected, "{text}");
}

#[test]
fn an_empty_tile_is_one_field_that_touches_nothing() {
    leaves("", &["NL NR EL ER SL SR WL WR:"]);
}

#[test]
fn a_stroke_that_ends_in_the_meadow_cuts_nothing() {
    leaves("line S-*", &["NL NR EL ER SL SR WL WR:0"]);
    leaves("area N; area W", &["EL ER SL SR:0,1"]);
}

#[test]
fn strokes_that_share_a_place_are_one_barrier() {
    leaves("line E-*; line S-*; line W-*", &["NL NR EL WR:0,2", "ER SL:0,1", "SR WL:1,2"]);
    leaves("area N; line W-E", &["EL WR:0,1", "ER SL SR WL:1"]);
    leaves("area N-*; line W-*-E", &["EL:0,1", "ER SL SR WL:1", "WR:0,1"]);
}

#[test]
fn strokes_that_share_no_place_cross_as_a_bridge() {
    leaves("line N-S; line W-E", &["NL WR:0,1", "NR EL:0,1", "ER SL:0,1", "SR WL:0,1"]);
}

#[test]
fn a_field_touches_only_what_faces_it() {
    leaves("area N-SW; area E-S", &["WL WR:0", ":0,1"]);
    leaves("area N-*; area S-*; line W-*; line E-*", &["EL:0,3", "ER:1,3", "WL:1,2", "WR:0,2"]);
}

#[test]
fn between_two_gates_lies_the_wall() {
    leaves("area N-a-b-W; line E-a; line S-b", &["EL:0,1", "ER SL:0,1,2", "SR:0,2"]);
    leaves("area N-*-W; line E-*; line S-*", &["EL:0,1", "ER SL:1,2", "SR:0,2"]);
}

#[test]
fn a_touched_corner_cuts_and_opens_nothing() {
    leaves("area N-SE", &["EL ER:0", "SL SR WL WR:0"]);
    assert_eq!(draw("area N-SE").segments[0].sides, [Side::N]);
    leaves("line E-w", &["NL NR EL WR:0", "ER SL SR WL:0"]);
}

#[test]
fn an_inner_field_needs_two_segments_around_it() {
    leaves("area N; area E; area S; area W", &[":0,1,2,3"]);
    leaves("area W-N-E; area S", &[":0,1"]);
    leaves("area N-E-S-W", &[]);
    leaves("area N-*-E-S-W; spot *", &[]);
    leaves("area N-E-S-W; spot NE", &[]);
}

#[test]
fn a_ring_of_strokes_shuts_in_a_field() {
    leaves("line N-a; line S-b; line a-c-b; line a-d-b", &["NL SR WL WR:0,1,2,3", "NR EL ER SL:0,1,2,3", ":2,3"]);
}

#[test]
fn half_sides_are_taken_and_the_other_halves_are_meadow() {
    leaves("area ER-*-SL; line W-*", &["NL NR EL WR:0,1", "SR WL:0,1"]);
    leaves("area WL-S-ER", &["NL NR EL WR:0"]);
    let tile = draw("area WL-S-ER");
    assert_eq!(tile.segments[0].sides, [Side::S]);
    assert_eq!(tile.segments[0].halves, [Side::E.right(), Side::W.left()]);
}

#[test]
fn a_spot_is_touched_by_the_fields_around_its_place() {
    leaves("spot *; line S-*", &["NL NR EL ER SL SR WL WR:0,1"]);
    leaves("spot *; line W-*; line E-*", &["NL NR EL WR:0,1,2", "ER SL SR WL:0,1,2"]);
    leaves("spot n; line W-E", &["NL NR EL WR:0,1", "ER SL SR WL:1"]);
    leaves("spot n; area W-N-E", &["SL SR:1"]);
}

#[test]
fn a_spot_apart_lies_in_the_only_field_or_where_a_field_stroke_says() {
    leaves("spot *; area N", &["EL ER SL SR WL WR:0,1"]);
    leaves("spot *; line W-E", &["NL NR EL WR:1", "ER SL SR WL:1"]);
    leaves("spot *; line W-E; field S-*", &["NL NR EL WR:1", "ER SL SR WL:0,1"]);
}

#[test]
fn a_field_stroke_joins_what_was_cut() {
    leaves("area W-E; line N-S; field N; field SL-SR", &["NL NR:0,1", "SL SR:0,1"]);
    leaves("area W-E; area N-S; field NW-NE; field SW-SE", &[":0,1", ":0,1"]);
}

#[test]
fn a_field_stroke_carries_a_tag_to_its_field_and_adds_no_segment() {
    let tile = draw("line W-E; field N +herd; field SL +well");
    assert_eq!(tile.segments.len(), 1);
    assert_eq!((&tile.fields[0].tags[..], &tile.fields[1].tags[..]), (&["herd".into()][..], &["well".into()][..]));
    assert_eq!(draw("area N; field * +herd").fields[0].tags, ["herd"]);
}

#[test]
fn segments_keep_the_order_of_the_drawings_and_their_tags() {
    let tile = draw("line W-S +a +b-2; area N");
    assert_eq!(tile.segments[0].sides, [Side::S, Side::W]);
    assert_eq!(tile.segments[0].tags, ["a", "b-2"]);
    assert_eq!(tile.segments[1].kind, "area");
}

#[track_caller]
fn refuses(text: &str, drawing: usize, range: std::ops::Range<usize>, sentence: &str) {
    let error = try_draw(text).unwrap_err();
    assert_eq!((error.drawing, &error.range), (drawing, &range), "{error}");
    assert!(error.to_string().contains(sentence), "{error}");
}

#[test]
fn a_wrong_stroke_is_refused_with_its_place_and_a_sentence() {
    refuses("line ", 0, 0..0, "the stroke is empty");
    refuses("line N-S; line +inside", 1, 0..7, "the stroke is empty");
    refuses("line N-o-S", 0, 2..3, "`o` is not a point of a tile; use N E S W");
    refuses("line N--S", 0, 2..2, "`` is not a point");
    refuses("line N-é", 0, 2..4, "`é` is not a point");
    refuses("line N - S", 0, 2..3, "unexpected `-`");
    refuses("line N-S +In", 0, 4..7, "`+In` is not a tag");
    refuses("line N-S +", 0, 4..5, "`+` is not a tag");
    refuses("area N-W; line E-W", 1, 2..3, "`W` is already taken by `area = \"N-W\"`");
    refuses("area N; area NL-W", 1, 0..2, "`NL` is already taken");
    refuses("line N-N", 0, 2..3, "`N` is already taken");
    refuses("spot *-N", 0, 2..3, "which a spot never does");
    refuses("line N-EL", 0, 2..4, "a line takes the middle");
    refuses("line n-SE +x", 0, 0..7, "this line leads nowhere");
    refuses("area N; field E-NL", 1, 2..4, "there is no field at `NL`");
    refuses("area N-E; field NE", 1, 0..2, "there is no field at `NE`");
    refuses("line W-E; field * +herd", 1, 0..7, "the tile has 2 fields");
    refuses(&"spot *;".repeat(17), 16, 0..1, "at most 16");
    refuses(&"spot *;".repeat(16), 15, 0..1, "at most 16");
}

#[test]
fn an_unknown_point_is_answered_with_what_was_meant() {
    for (written, meant) in [("RN", "NR"), ("nl", "NL"), ("EN", "NE"), ("A", "a"), ("N+herd", "N +herd")] {
        refuses(&format!("area {written}"), 0, 0..written.len(), &format!("did you mean `{meant}`?"));
    }
}

/// A random tile as names of points, each a list and an index in it, so that it can be turned and mirrored.
type Doodle = Vec<(usize, Vec<(usize, usize)>)>;

const NAMES: [&[&str]; 5] = [
    &["N", "E", "S", "W"],
    &["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"],
    &["NW", "NE", "SE", "SW"],
    &["n", "e", "s", "w"],
    &["*", "a"],
];

fn doodle(seed: u64) -> Doodle {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) + 1;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut doodle = Doodle::new();
    for _ in 0..1 + below(4) {
        let points = (0..1 + below(4)).map(|_| [0, 0, 1, 2, 3, 4, 4][below(7)]).collect::<Vec<_>>();
        doodle.push((below(3), points.into_iter().map(|list| (list, below(NAMES[list].len()))).collect()));
    }
    doodle
}

/// Parses a doodle; `moved` maps the index of a point in a list of some length to its new index.
fn read(doodle: &Doodle, moved: impl Fn(usize, usize) -> usize) -> Result<Tile, StrokeError> {
    let name =
        |&(list, index): &(usize, usize)| if list == 4 { NAMES[4][index] } else { NAMES[list][moved(list, index)] };
    let text = |points: &Vec<_>| points.iter().map(name).collect::<Vec<_>>().join("-");
    let texts: Vec<_> = doodle.iter().map(|(kind, points)| (EDGES[*kind], text(points))).collect();
    let drawings: Vec<_> = texts.iter().map(|((kind, edge), text)| Drawing { kind, edge: *edge, text }).collect();
    Tile::read(&drawings)
}

fn sorted_fields(tile: Tile) -> Vec<(Vec<Half>, Vec<usize>)> {
    let mut fields: Vec<_> = tile.fields.into_iter().map(|field| (field.halves, field.touches)).collect();
    fields.sort();
    fields
}

#[test]
fn random_strokes_are_read_or_refused_and_turn_and_mirror_with_their_fields() {
    let mut read_well = 0;
    for seed in 0..30_000 {
        let doodle = doodle(seed);
        let Ok(tile) = read(&doodle, |_, index| index) else { continue };
        read_well += 1;
        let turned = read(&doodle, |list, index| (index + NAMES[list].len() / 4) % NAMES[list].len()).unwrap();
        assert_eq!(sorted_fields(turned), sorted_fields(tile.turned(Rotation::from_index(1))), "{doodle:?}");
        // Mirrored left to right: E and W change places, NL and NR, NW and NE.
        let mirrored = read(&doodle, |list, index| {
            [4 - index % 4, 9 - index, 5 - index % 4, 4 - index % 4][list] % NAMES[list].len()
        });
        let mut mirror = tile;
        for field in &mut mirror.fields {
            turn(&mut field.halves, |half| Half::from_index(9 - half.index()));
        }
        assert_eq!(sorted_fields(mirrored.unwrap()), sorted_fields(mirror), "{doodle:?}");
    }
    assert!(read_well > 3_000, "only {read_well} were read");
}
