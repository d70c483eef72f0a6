//! Every tile in strokes, compared with the tables of components: the same segments, fields and contacts.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use bastide::game::library::{Library, make_setup};
use bastide_core::{Drawing, Edge, Half, Rotation, Side, Tile, TileKind};
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::sets::{ALL, folder};

/// The sets that have tiles of their own.
fn sets_with_tiles() -> impl Iterator<Item = &'static str> {
    let has_tiles = |set: &&String| folder().join(set).join("tiles.toml").exists();
    ALL.iter().filter(has_tiles).map(String::as_str)
}

/// How each kind takes an edge.
const KINDS: [(&str, Edge); 11] = [
    ("city", Edge::Side),
    ("road", Edge::Middle),
    ("river", Edge::Middle),
    ("lake", Edge::Side),
    ("wall", Edge::Side),
    ("sea", Edge::Side),
    ("cloister", Edge::None),
    ("tower", Edge::None),
    ("ferry-lake", Edge::None),
    ("ridge", Edge::None),
    ("field", Edge::None),
];

/// What a table and a manifest say about one tile, in words that can be compared.
#[derive(Debug, Default, PartialEq, Eq)]
struct Facts {
    count: i64,
    segments: Vec<String>,
    tags: Vec<String>,
    fields: Vec<String>,
}

fn text_of(path: PathBuf) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn sorted(mut list: Vec<String>) -> Vec<String> {
    list.sort();
    list
}

fn letters(sides: &[Side]) -> String {
    sides.iter().map(Side::to_string).collect()
}

/// `city NW` or `city NW pennant`: the kind, the sides clockwise, the tags.
fn segment_words(kind: &str, sides: &[Side], tags: &[String]) -> String {
    [&[kind.to_string(), letters(sides)], tags].concat().join(" ").trim().to_string()
}

/// `NL NR→NW,S pig-herd`: the halves clockwise, the cities by all their sides, the tags.
fn field_words(mut halves: Vec<Half>, cities: Vec<String>, tags: &[String]) -> String {
    halves.sort();
    let halves: Vec<String> = halves.iter().map(Half::to_string).collect();
    format!("{}→{} {}", halves.join(" "), sorted(cities).join(","), tags.join(" "))
}

// The tables.

fn table(set: &str) -> (BTreeMap<String, Facts>, i64) {
    let (mut tiles, mut total) = (BTreeMap::new(), 0);
    let text = text_of(root().join(format!("data/components/{set}.txt")));
    for row in text.lines().filter(|line| !line.starts_with('#')) {
        match row.split('|').map(str::trim).collect::<Vec<_>>()[..] {
            ["total", count] => total = count.parse().unwrap(),
            [id, count, segments, fields] => {
                tiles.insert(id.to_string(), listed(count, segments, fields));
            }
            _ => panic!("{set}: cannot read `{row}`"),
        }
    }
    (tiles, total)
}

fn listed(count: &str, segments: &str, fields: &str) -> Facts {
    let mut facts = Facts { count: count.parse().unwrap(), ..Facts::default() };
    let mut cities = Vec::new();
    for words in segments.split(';').map(str::trim).filter(|words| !words.is_empty()) {
        match words {
            "cloister" | "ferry-lake" | "ridge" => facts.segments.push(words.into()),
            "tower foundation" => facts.segments.push("tower".into()),
            "volcano" | "dragon" | "portal" | "waymark" | "hill" | "vineyard" | "abbey" | "bazaar" => {
                facts.tags.push(words.into())
            }
            symbol if symbol.starts_with("jubilee-") => facts.tags.push(words.into()),
            _ => facts.segments.push(listed_segment(words, &mut cities)),
        }
    }
    facts.segments = sorted(facts.segments);
    let fields = fields.split('/').map(str::trim).filter(|words| *words != "–");
    facts.fields = sorted(fields.map(|words| listed_field(words, &cities)).collect());
    facts
}

/// Reads `c[NW] pennant`, and keeps the sides of a city for the contacts.
fn listed_segment(words: &str, cities: &mut Vec<Vec<Side>>) -> String {
    let (short, rest) = words.split_once('[').unwrap_or_else(|| panic!("no sides in `{words}`"));
    let (sides, tags) = rest.split_once(']').unwrap_or_else(|| panic!("no end of sides in `{words}`"));
    let mut sides: Vec<Side> = sides.chars().map(|c| c.to_string().parse().unwrap()).collect();
    sides.sort();
    let tags: Vec<String> = tags.split_whitespace().map(String::from).collect();
    let kind = match short {
        "c" => "city",
        "r" => "road",
        _ => short,
    };
    let segment = segment_words(kind, &sides, &tags);
    if kind == "city" {
        cities.push(sides);
    }
    segment
}

/// Reads `SL SR→NW`: the cities are named by one side of each.
fn listed_field(words: &str, cities: &[Vec<Side>]) -> String {
    let (rim, contacts) = words.split_once('→').unwrap_or((words, ""));
    let (mut halves, mut tags) = (Vec::new(), Vec::new());
    for word in rim.split_whitespace().filter(|word| !["I", "II"].contains(word)) {
        match word.parse() {
            Ok(half) => halves.push(half),
            Err(()) => tags.push(word.to_string()),
        }
    }
    let owner = |side: char| {
        let side: Side = side.to_string().parse().unwrap();
        letters(cities.iter().find(|city| city.contains(&side)).unwrap_or_else(|| panic!("no city at {side}")))
    };
    field_words(halves, contacts.chars().map(owner).collect(), &tags)
}

// The manifests.

/// The tiles of a set.
fn manifest(set: &str) -> toml::Table {
    text_of(folder().join(set).join("tiles.toml")).parse().unwrap_or_else(|error| panic!("{set}: {error}"))
}

fn strings(value: &toml::Value) -> Vec<&str> {
    match value {
        toml::Value::Array(list) => list.iter().flat_map(strings).collect(),
        one => vec![one.as_str().expect("a string")],
    }
}

fn read(tile: &toml::Table) -> Tile {
    let mut drawings = Vec::new();
    for (kind, value) in tile.iter().filter(|(key, _)| !["count", "tags", "fits"].contains(&key.as_str())) {
        let (_, edge) = KINDS.into_iter().find(|(name, _)| name == kind).unwrap_or_else(|| panic!("kind {kind}"));
        drawings.extend(strings(value).into_iter().map(|text| Drawing { kind, edge, text }));
    }
    let read = Tile::read(&drawings).unwrap_or_else(|error| panic!("{}: {error}", drawings[error.drawing].text));
    match fills_hole(tile) {
        true => Tile { fields: Vec::new(), fills_hole: true, ..read },
        false => read,
    }
}

fn fills_hole(tile: &toml::Table) -> bool {
    tile.get("fits").is_some_and(|fits| fits.as_str() == Some("hole"))
}

fn drawn(entry: &toml::Table) -> Facts {
    let tile = read(entry);
    let listed = tile.segments.iter().filter(|segment| segment.kind != "wall");
    let segments = listed.map(|segment| segment_words(&segment.kind, &segment.sides, &segment.tags)).collect();
    let fields = tile.fields.iter().map(|field| {
        let touched = field.touches.iter().map(|index| &tile.segments[*index]);
        let cities = touched.filter(|segment| segment.kind == "city").map(|city| letters(&city.sides));
        field_words(field.halves.clone(), cities.collect(), &field.tags)
    });
    Facts {
        count: entry["count"].as_integer().expect("a count"),
        segments: sorted(segments),
        tags: entry.get("tags").map(strings).unwrap_or_default().into_iter().map(String::from).collect(),
        fields: sorted(fields.collect()),
    }
}

fn every_tile() -> impl Iterator<Item = (&'static str, String, toml::Table)> {
    sets_with_tiles().flat_map(|set| {
        manifest(set).into_iter().map(move |(id, entry)| (set, id, entry.as_table().expect("a tile").clone()))
    })
}

#[test]
fn the_strokes_of_every_tile_give_the_listed_segments_and_fields() {
    let mut mismatches = Vec::new();
    for set in sets_with_tiles() {
        let (mut listed, _) = table(set);
        for (id, entry) in manifest(set) {
            let found = drawn(entry.as_table().expect("a tile"));
            match listed.remove(&id) {
                Some(expected) if expected == found => {}
                expected => mismatches.push(format!("{set} {id}\n  expected {expected:?}\n  found    {found:?}")),
            }
        }
        mismatches.extend(listed.into_keys().map(|id| format!("{set} {id}\n  has no strokes")));
    }
    assert!(mismatches.is_empty(), "{} tiles differ:\n{}", mismatches.len(), mismatches.join("\n"));
}

#[test]
fn every_set_has_as_many_tiles_as_its_table_says() {
    for set in sets_with_tiles() {
        let (listed, total) = table(set);
        let count: i64 = manifest(set).values().map(|tile| tile["count"].as_integer().unwrap()).sum();
        assert_eq!(count, total, "{set}");
        assert_eq!(listed.values().map(|facts| facts.count).sum::<i64>(), total, "{set}");
    }
}

#[test]
fn every_field_of_the_counts_block_borders_the_wall() {
    for (id, entry) in manifest("count") {
        let tile = read(entry.as_table().unwrap());
        let is_wall = |index: &usize| tile.segments[*index].kind == "wall";
        assert!(tile.fields.iter().all(|field| field.touches.iter().any(is_wall)), "{id}");
    }
}

#[test]
fn every_half_of_a_tile_is_taken_once_or_lies_in_one_field() {
    for (set, id, entry) in every_tile().filter(|(_, _, entry)| !fills_hole(entry)) {
        let tile = read(&entry);
        let mut halves: Vec<Half> = tile.fields.iter().flat_map(|field| field.halves.clone()).collect();
        for segment in &tile.segments {
            halves.extend(&segment.halves);
            let whole = KINDS.contains(&(&segment.kind, Edge::Side));
            halves.extend(segment.sides.iter().filter(|_| whole).flat_map(|side| [side.left(), side.right()]));
        }
        halves.sort();
        assert_eq!(halves, Half::all().collect::<Vec<_>>(), "{set} {id}");
    }
}

#[test]
fn a_tile_turned_four_times_is_itself() {
    let quarter = Rotation::from_index(1);
    for (set, id, entry) in every_tile() {
        let tile = read(&entry);
        let turned = (0..4).fold(tile.clone(), |tile, _| tile.turned(quarter));
        assert_eq!(turned, tile, "{set} {id}");
    }
}

#[test]
fn tiles_as_data_say_the_marks_of_the_whole_tile() {
    let home = Home::new(env!("CARGO_BIN_EXE_bastide-tests"));
    let said = home.run(&["--expansions", &folder().to_string_lossy(), "--format", "json", "tiles", "princess"], "");
    let rows: Vec<serde_json::Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let tags = |id: &str| rows.iter().find(|row| row["id"] == id).map(|row| row["tags"].clone());
    assert_eq!(tags("volcano-cap"), Some(serde_json::json!(["volcano"])), "{}", said.err);
    assert_eq!(tags("dragon-cap"), Some(serde_json::json!(["dragon"])));
}

/// The tiles of which one copy has a garden.
const GARDENS: [(&str, &[&str]); 11] = [
    ("abbey-and-mayor", &["road-end"]),
    ("base", &["E", "H", "I", "M", "N", "R", "U", "V"]),
    ("river", &["curve"]),
    ("river-2", &["curve"]),
    ("inns-and-cathedrals", &["inn-straight", "4caps"]),
    ("traders-and-builders", &["corner-wine-2gates", "corner-cloth-roadE"]),
    ("princess-and-dragon", &["dragon-cap", "princess-corner"]),
    ("tower", &["field", "two-road-ends"]),
    ("king-and-scout", &["cap-road"]),
    ("hills-and-sheep", &["2road-ends-hill"]),
    ("bridges-castles-and-bazaars", &["cap-road-cut"]),
];

/// What a tile is, without its gardens.
fn without_gardens(tile: &TileKind) -> (Vec<String>, Vec<String>) {
    let parts = &tile.face.segments;
    let segments = parts.iter().filter(|part| part.kind != "garden");
    let fields = tile.face.fields.iter().map(|field| {
        let touched = field.touches.iter().map(|at| &parts[*at]).filter(|part| part.kind != "garden");
        format!("{:?} {:?} {:?}", field.halves, touched.map(|part| format!("{part:?}")).collect::<Vec<_>>(), field.tags)
    });
    (segments.map(|part| format!("{part:?}")).collect(), fields.collect())
}

#[test]
fn one_copy_of_each_listed_tile_has_a_garden_and_is_like_the_others_otherwise() {
    let names: Vec<String> = GARDENS.iter().map(|(set, _)| set.to_string()).chain(["abbot".into()]).collect();
    let recipe = Library::new(vec![folder()]).recipe(&names).unwrap_or_else(|failure| panic!("{}", failure.message));
    let setup = make_setup(recipe, vec!["Red".into(), "Blue".into()], false);
    let setup = setup.unwrap_or_else(|failure| panic!("{}", failure.message));
    let tiles = &setup.catalogue().tiles;
    let find = |set: &str, id: &str| tiles.iter().find(|tile| tile.expansion == set && tile.id == id);
    let mut gardens = 0;
    for (set, ids) in GARDENS {
        let (listed, _) = table(set);
        for id in ids {
            let (plain, changed) = (find(set, id).unwrap(), find(set, &format!("{id}+garden")).unwrap());
            assert_eq!((changed.count, plain.count as i64), (1, listed[*id].count - 1), "{set} {id}");
            assert_eq!(changed.face.segments.iter().filter(|part| part.kind == "garden").count(), 1, "{set} {id}");
            assert_eq!(without_gardens(changed), without_gardens(plain), "{set} {id}");
            gardens += 1;
        }
    }
    let changed = setup.catalogue().printed().filter(|(_, tile)| tile.is_changed());
    assert_eq!(changed.count(), gardens, "no other tile is changed");
}
