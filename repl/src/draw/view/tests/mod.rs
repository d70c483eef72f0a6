//! Pictures checked as text: tiles, boards, fields, and input that no game would produce.

use bastide_core::{Cell, Half, Rotation, Side};

use super::outline::{Outline, distance};
use super::plate::Plate;
use super::spots::Spots;
use super::*;
use fixture::{TILES, art, palette, tile, turned};

mod board;
mod fixture;

const ASCII: Look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
const MONO: Look = Look { glyphs: Glyphs::Unicode, ..ASCII };

fn looks() -> impl Iterator<Item = Look> {
    let depths = [Depth::Plain, Depth::Mono, Depth::Ansi16, Depth::Ansi256, Depth::True];
    let zooms = Zoom::ALL;
    let glyphs = [Glyphs::Unicode, Glyphs::Ascii];
    glyphs.into_iter().flat_map(move |glyphs| {
        depths.into_iter().flat_map(move |depth| zooms.map(|zoom| Look { glyphs, depth, zoom }))
    })
}

fn strip(ids: &[(&str, usize)], look: Look) -> String {
    let arts: Vec<TileArt> = ids.iter().map(|&(id, quarters)| tile(id, quarters)).collect();
    let exhibits: Vec<Exhibit> = ids
        .iter()
        .zip(&arts)
        .map(|(&(id, _), art)| Exhibit { art, label: id.to_string(), numbers: Vec::new() })
        .collect();
    Painter::new(palette()).strip(&exhibits, 70, look)
}

/// The visible text, without escape sequences.
fn visible(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |part| part.1))
}

#[test]
fn what_the_segments_leave_are_the_fields_of_the_list() {
    let sorted = |mut fields: Vec<Vec<Half>>| {
        fields.iter_mut().for_each(|field| field.sort());
        fields.sort();
        fields
    };
    // The list divides the field of `cap-cut` where the city touches a corner, which the sides alone do not show.
    for line in TILES.lines().filter(|line| !line.contains("cap-cut")) {
        for quarters in 0..4 {
            let art = tile(line.split_once(':').unwrap().0, quarters);
            let motif = super::tile::Motif::new(&art, &palette());
            let listed = art.fields.iter().map(|field| field.halves.clone()).collect();
            assert_eq!(sorted(motif.regions().to_vec()), sorted(listed), "{line} turned {quarters}");
        }
    }
}

#[test]
fn caps_corners_and_roads_in_ascii() {
    let expected = "\
.#######.   .#######.   .#######.   . . | . .   ########.
. . . . .   . . . . .   . . . . .   . . | . .   ##. . . .
---------   . . .----   ----o----   ----o----   ##. . . .
. . . . .   . . | . .   . . | . .   . . | . .   ##. . . .
. . . . .   . . | . .   . . | . .   . . | . .   # . . . .
    D           J           L           X           I
";
    assert_eq!(strip(&[("D", 0), ("J", 0), ("L", 0), ("X", 0), ("I", 0)], ASCII), expected);
}

#[test]
fn cities_with_pennants_and_cloisters_in_ascii() {
    let expected = "\
#########   # . . . #   ####*###.   ########.   . . . . .
###*#####   #*#######   ######. .   ######. .   . ./^\\. .
#########   #########   ####. . .   ####.----   . .[+]. .
#########   #########   ##. . . .   ##. | . .   . . | . .
#########   # . . . #   # . . . .   # . | . .   . . | . .
    C           F           M           P           A
";
    assert_eq!(strip(&[("C", 0), ("F", 0), ("M", 0), ("P", 0), ("A", 0)], ASCII), expected);
}

#[test]
fn bridges_bends_and_road_ends_without_colour() {
    let expected = "\
· · ≈ · ·   · · ║ · ·   · · ║ · ·   ·▒▒▒▒▒▒▒·   ▒▒▒▒▒▒▒▒▒
· · ≈ · ·   · ╔═╝ · ·   · · ║ · ·   · · ║ · ·   ▒▒▒▒▒▒▒▒▒
═════════   ══╝ · ╔══   ═════════   ≈≈≈≈║≈≈≈≈   ▒▒▒▒▒▒▒▒▒
· · ≈ · ·   · · ╔═╝ ·   · · ║ · ·   · · ║ · ·   ▒▒▒▒▒▒▒▒▒
· · ≈ · ·   · · ║ · ·   · · ║ · ·   · · ║ · ·   ▒ · ║ · ▒
    1           2           3           4           5
";
    let ids = ["RV.bridge", "IC.double-curve", "TB.bridge", "RV.cap-road", "T"];
    let arts = ids.map(|id| tile(id, 0));
    let exhibit = |(number, art)| Exhibit { art, label: format!("{}", number + 1), numbers: Vec::new() };
    let exhibits: Vec<Exhibit> = arts.iter().enumerate().map(exhibit).collect();
    assert_eq!(Painter::new(palette()).strip(&exhibits, 60, MONO), expected);
}

fn shown(arts: &[TileArt], look: Look) -> String {
    let exhibit = |art| Exhibit { art, label: String::new(), numbers: Vec::new() };
    let exhibits: Vec<Exhibit> = arts.iter().map(exhibit).collect();
    Painter::new(palette()).strip(&exhibits, 70, look)
}

#[test]
fn roads_that_end_together_do_not_look_like_one() {
    let expected = "\
. . | . .   . . | . .   . . | . .
. . | . .   . . | . .   . . | . .
. . | . .   . . o . .   . . o----
. . | . .   . . | . .   . . . . .
. . | . .   . . | . .   . . . . .
";
    let text = shown(&[art("rNS"), art("rN* rS*"), art("rN* rE*")], ASCII);
    assert_eq!(text.trim_end(), expected.trim_end());
}

#[test]
fn what_touches_a_far_point_is_drawn_as_far_and_opens_nothing_there() {
    let touching = |line: &str| {
        let mut art = art(line);
        art.segments[0].middles = vec![Side::S];
        art
    };
    let expected = "\
. . | . .   .#######.
. . | . .   . ##### .
. . | . .   . .###. .
. . | . .   . . # . .
. . . . .   ";
    let tiles = [touching("rN | NL | NR"), touching("cN | EL ER SL | SR WL WR")];
    let text = shown(&tiles, ASCII);
    assert!(text.starts_with(expected), "{text}");
    let motif = super::tile::Motif::new(&tiles[1], &palette());
    assert_eq!(motif.regions().len(), 2, "the city parts the field");
}

#[test]
fn marks_turn_with_their_tile() {
    for line in ["cNW+ | EL", "cN+ | EL", "cNSW++ | EL", "rEW+ | NL | SL"] {
        let places = |rotation: Rotation| {
            let art = turned(art(line), rotation);
            let outline = Outline::new(&art, &palette().kinds);
            let plate = Plate::new(&art, &outline);
            Spots::new(&art, &outline, &plate).marks
        };
        let printed = places(Rotation::default());
        for rotation in Rotation::ALL {
            for (one, other) in printed.iter().zip(places(rotation)) {
                let expected = outline::turned(one.0, rotation);
                assert!(distance(expected, other.0) < 5.0, "{line} {rotation}: {expected:?}, not {:?}", other.0);
            }
        }
    }
}

#[test]
fn a_turned_tile_is_the_turned_picture() {
    let expected = "\
.#######.   . . | . #   . . . . .   # . | . .
. . . . .   . . | .##   . . . . .   ##. | . .
---------   . . | .##   ---------   ##. | . .
. . . . .   . . | .##   . . . . .   ##. | . .
. . . . .   . . | . #   .#######.   # . | . .
    D           D           D           D
";
    assert_eq!(strip(&[("D", 0), ("D", 1), ("D", 2), ("D", 3)], ASCII), expected);
}

#[test]
fn a_row_of_tiles_breaks_at_the_width() {
    let text = strip(&[("U", 0); 7], Look { zoom: Zoom::Overview, ..ASCII });
    assert_eq!(text.lines().count(), 4);
    let text = strip(&[("U", 0); 8], Look { zoom: Zoom::Overview, ..ASCII });
    assert_eq!(text.lines().count(), 9);
}

#[test]
fn every_choice_of_a_crossing_has_its_number_and_no_two_touch() {
    let art = tile("X", 0);
    let spots = (0..4).map(Spot::Segment).chain((0..4).map(Spot::Field));
    let numbers: Vec<(Spot, char)> = spots.zip('1'..='8').collect();
    for look in looks().filter(|look| look.zoom >= Zoom::Overview) {
        let exhibit = Exhibit { art: &art, label: String::new(), numbers: numbers.clone() };
        let text = visible(&Painter::new(palette()).strip(&[exhibit], 80, look));
        for digit in '1'..='8' {
            assert_eq!(text.matches(digit).count(), 1, "{digit} in {look:?}\n{text}");
        }
        let touching = |pair: &[u8]| pair.iter().all(u8::is_ascii_digit);
        assert!(!text.as_bytes().windows(2).any(touching), "{look:?}\n{text}");
    }
}

#[test]
fn nothing_that_can_be_described_makes_the_painter_fall() {
    let mut odd = vec![art(""), art("c r w m"), art("cNN rSS rSE wNESW m m m")];
    odd.push(TileArt { segments: vec![SegmentArt { style: 99, marks: vec![7], ..SegmentArt::default() }], ..art("m") });
    odd.push(TileArt { marks: vec![0, 0, 9], ..art("cN+++++ | NL | NL | | |") });
    odd.push(TileArt { segments: vec![art("rN").segments[0].clone(); 300], ..art("| NL NR") });
    let fields = vec![FieldArt { halves: vec![Half::from_index(3)], marks: vec![0; 60] }; 300];
    odd.push(TileArt { fields, ..art("rNa rEb cS") });
    let colour = Colour::from_rgb(0x123456);
    let mut sketch = Sketch::default();
    for (number, art) in odd.iter().enumerate() {
        let cell = Cell::new(number as i16 * 2_000, -9_000);
        sketch.tiles.extend([(cell, art), (Cell::new(number as i16, 0), art)]);
        for spot in [Spot::Tile, Spot::Segment(0), Spot::Field(0), Spot::Segment(4_000), Spot::Field(4_000)] {
            let cell = Cell::new(number as i16, 0);
            let text = "\x1bé and more".to_string();
            sketch.figures.extend(vec![Figure { cell, spot, text, colour, ink: colour, is_owned: true }; 40]);
            sketch.numbers.push((cell, spot, '\u{7}'));
            sketch.tints.push(Tint { cell, spot, colour, letter: Some('x') });
        }
    }
    sketch.figures.push(Figure { cell: Cell::new(5, 5), text: String::new(), ..sketch.figures[0].clone() });
    sketch.legal.push(Legal {
        cell: Cell::new(-16_000, 3),
        letters: "a very long name".into(),
        ways: 255,
        gain: i32::MAX,
        is_best: true,
        best_way: 7,
    });
    sketch.legal.push(Legal {
        cell: Cell::new(i16::MAX, i16::MIN),
        letters: String::new(),
        ways: 0,
        ..Legal::default()
    });
    let note =
        Note { cell: Cell::new(i16::MIN, i16::MAX), text: "\x1b and more than fits".into(), colour, below: true };
    sketch.notes.extend([Note { cell: Cell::new(0, 3), ..note.clone() }, note]);
    let mut painter = Painter::new(palette());
    let windows = [(0, 0, 6, 0), (6, 1, -1, -1), (i16::MIN, i16::MIN, i16::MIN, i16::MIN), (16_000, 0, i16::MAX, 5)];
    for look in looks() {
        for (x0, y0, x1, y1) in windows {
            sketch.window = Some((Cell::new(x0, y0), Cell::new(x1, y1)));
            assert!(!painter.draw(&sketch, look).is_empty());
        }
        assert_eq!(painter.draw(&Sketch::default(), look), "");
        assert_eq!(painter.strip(&[], 0, look), "");
        look.fitted(&sketch, (0, 0), Zoom::Close);
    }
    sketch.window = None;
    assert!(!painter.draw(&sketch, ASCII).is_empty());
}
