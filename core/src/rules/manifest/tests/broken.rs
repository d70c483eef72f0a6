//! Every error that an author of a set can meet: which line, which word, and what was meant.

use super::*;

/// Returns the error of a base game in which one piece of text was replaced.
fn error(manifest: bool, old: &str, new: &str) -> ManifestError {
    let text = if manifest { MANIFEST } else { TILES };
    assert!(text.contains(old), "the manifest has no {old:?} any more");
    let text = text.replacen(old, new, 1);
    let portion = if manifest { read("base", &text, TILES) } else { read("base", MANIFEST, &text) };
    match portion.map(|portion| recipe(&[portion]).draft()) {
        Err(error) | Ok(Err(RecipeError::Manifest(error))) => error,
        other => panic!("{new:?} was accepted: {:?}", other.map(|draft| draft.map(|(_, resolved)| resolved))),
    }
}

/// Line, underlined word, message and help.
fn told(error: &ManifestError) -> (usize, String, String, String) {
    let help = error.help.clone().unwrap_or_default();
    (error.line(), error.place.word().into(), error.message.clone(), help)
}

fn check(manifest: bool, old: &str, new: &str, word: &str, message: &str, help: &str) {
    let text = if manifest { MANIFEST } else { TILES }.replacen(old, new, 1);
    let error = error(manifest, old, new);
    let line = line_of(&text, new) + new[..new.find(word).unwrap()].matches('\n').count();
    assert_eq!(told(&error), (line, word.into(), message.into(), help.into()), "\n{}", error.render());
    let file = if manifest { "base/expansion.toml" } else { "base/tiles.toml" };
    assert!(error.to_string().starts_with(&format!("{file}:{line}:")), "{error}");
}

#[test]
fn a_broken_tile_is_shown_where_it_is_broken() {
    let tile = "[D]\ncount = 4\ncity  = \"N\"\nroad  = \"W-E\"";
    for (new, word, message, help) in [
        ("[D]\ncty = \"N\"", "cty", "unknown kind `cty`", "did you mean `city`?"),
        (
            "[D]\nharbour = \"N\"",
            "harbour",
            "unknown kind `harbour`",
            "use `field`, `road`, `city`, `cloister`, `count`, `tags` or `fits`",
        ),
        ("[D]\ncuont = 4", "cuont", "unknown key `cuont`", "did you mean `count`?"),
        ("[D]\ncount = 0", "0", "this number must be from 1 to 1000", ""),
        ("[D]\ncount = 1001", "1001", "this number must be from 1 to 1000", ""),
        ("[D]\ncount = \"4\"", "\"4\"", "expected a whole number, found a string", ""),
        ("[D]\ncity = \"N +penant\"", "penant", "unknown tag `penant`", "did you mean `pennant`?"),
        ("[D]\ntags = [\"inn\"]", "inn", "unknown tag `inn`", "use `pennant`"),
        ("[D]\nroad = [\"N\", 3]", "3", "expected a string, found a whole number", ""),
        ("[D]\nfits = \"holes\"", "holes", "`holes` is not one of edges, hole", "did you mean `hole`?"),
        ("[D]\nfits = \"hole\"\nroad = \"W-E\"", "W-E", "a tile that fits a hole opens no side", ""),
        ("[D]\nfits = \"hole\"\ncloister = \"*\"\nfield = \"N\"", "N", "a tile that fits a hole has no field", ""),
        ("[D é]", "D é", "", ""),
        (
            "[\"D é\"]",
            "D é",
            "`D é` is not a name",
            "a name has at most 40 letters, digits, `-` and `_`, and does not start with `-` or `_`",
        ),
    ] {
        if message.is_empty() {
            assert_eq!(error(false, tile, new).line(), line_of(TILES, tile), "{new}");
        } else {
            check(false, tile, new, word, message, help);
        }
    }
}

#[test]
fn a_stroke_that_names_no_point_is_underlined_there() {
    let error = error(false, "road  = \"W-E\"", "road  = \"W-Q\"");
    assert_eq!((error.line(), error.place.word()), (line_of(TILES, "road  = \"W-E\""), "Q"));
    assert!(error.message.starts_with("`Q` is not a point of a tile"), "{error}");
    assert!(error.render().contains("| road  = \"W-Q\"\n   |            ^\n"), "{}", error.render());
}

#[test]
fn two_strokes_on_one_side_are_underlined_at_the_second() {
    let error = error(false, "road  = \"W-E\"", "road  = [\"W-E\", 'N-*']");
    assert_eq!((error.line(), error.place.word()), (line_of(TILES, "road  = \"W-E\""), "N"));
    assert_eq!(error.message, "`N` is already taken by `city = \"N\"`");
    assert_eq!(error.column(), 18);
}

#[test]
fn a_stroke_with_an_escape_is_underlined_whole() {
    let error = error(false, "road  = \"W-E\"", "road  = \"W\\u002dQ\"");
    assert_eq!(error.place.word(), "\"W\\u002dQ\"");
}

#[test]
fn an_id_that_is_there_twice_is_shown_with_the_first_one() {
    let error = error(false, "[S]", "[D]");
    assert_eq!(error.line(), line_of(TILES, "[S]"));
    assert_eq!((error.place.word(), error.message.as_str()), ("D", "`D` is declared twice"));
    assert_eq!(error.help, Some(format!("the first one is in line {}", line_of(TILES, "[D]"))));
}

#[test]
fn bytes_that_are_no_text_are_named_by_line_and_offset() {
    let mut bytes = TILES.as_bytes().to_vec();
    let at = TILES.find("[C]").unwrap() + 1;
    bytes[at] = 0xff;
    let files = [("expansion.toml", MANIFEST.as_bytes()), ("tiles.toml", &bytes)];
    let error = Expansion::read(&Folder::from_files("base", files)).unwrap_err();
    assert_eq!((error.line(), error.column()), (line_of(TILES, "[C]"), 2));
    assert_eq!(error.message, format!("byte {at} of the file, 0xff, is not UTF-8"));
    assert!(error.render().contains("| [\u{fffd}]\n"), "{}", error.render());
}

#[test]
fn a_large_file_is_refused_before_it_is_parsed() {
    let tiles = "#".repeat(100 << 20);
    let error = read("base", MANIFEST, &tiles).unwrap_err();
    assert_eq!(error.to_string(), "base/tiles.toml: the file has 104857600 bytes; at most 1048576 are read");
    assert!(!error.render().contains('|'), "{}", error.render());
}

#[test]
fn a_broken_declaration_is_shown_where_it_is_broken() {
    for (old, new, word, message, help) in [
        ("edge = \"middle\"", "egde = \"middle\"", "egde", "unknown key `egde`", "did you mean `edge`?"),
        (
            "edge = \"middle\"",
            "edge = \"midle\"",
            "midle",
            "`midle` is not one of side, middle, none",
            "did you mean `middle`?",
        ),
        (
            "closes = \"never\"",
            "closes = \"evening\"",
            "evening",
            "`evening` is not one of sides, neighbours, never",
            "use `sides`, `neighbours` or `never`",
        ),
        (
            "{ tile = 2, pennant = 2 }",
            "{ tile = 2, penant = 2 }",
            "penant",
            "unknown line of a score `penant`",
            "did you mean `pennant`?",
        ),
        ("{ tile = 2, pennant = 2 }", "{ tile = 2000 }", "2000", "this number must be from -1000 to 1000", ""),
        ("{ tile = 2, pennant = 2 }", "{ tile = 1.5 }", "1.5", "expected a whole number, found a fraction", ""),
        (
            "claim = \"followers\"\n",
            "claim = \"folowers\"\n",
            "folowers",
            "`folowers` is not one of followers",
            "did you mean `followers`?",
        ),
        (
            "pays = \"feature\" }",
            "pays = \"feature\", twice = [\"penant\"] }",
            "penant",
            "unknown tag `penant`",
            "did you mean `pennant`?",
        ),
        (
            "count = \"followers\" ",
            "on = [\"raod\"]\ncount = \"followers\" ",
            "raod",
            "unknown kind `raod`",
            "did you mean `road`?",
        ),
        (
            "count = \"followers\" ",
            "on = { add = [\"raod\"] }\ncount = \"followers\" ",
            "raod",
            "unknown kind `raod`",
            "did you mean `road`?",
        ),
        (
            "count = \"followers\" ",
            "on = { ad = [\"road\"] }\ncount = \"followers\" ",
            "ad",
            "unknown key `ad`",
            "did you mean `add`?",
        ),
        (
            "count = \"followers\" ",
            "on = { add = [\"road\"], drop = [] }\ncount = \"followers\" ",
            "drop",
            "unknown key `drop`",
            "use `add`",
        ),
        ("count = \"followers\" ", "count = 51 ", "51", "this number must be from 0 to 50", ""),
        ("players = [2, 6]", "players = [2, 9]", "9", "this number must be from 1 to 8", ""),
        (
            "players = [2, 6]",
            "players = [6, 2]",
            "[6, 2]",
            "expected the least and the greatest number of players, as in [2, 6]",
            "",
        ),
        ("tile = \"D\"", "tile = \"DD\"", "DD", "unknown tile `DD`", "did you mean `D`?"),
        ("at = \"0,0\"", "at = \"0;0\"", "0;0", "expected a cell, as in \"0,0\"", ""),
        (
            "api = 1",
            "api = 2",
            "2",
            "this expansion needs api 2; this program has api 1",
            "write `api = 1`, or get a newer Bastide",
        ),
        ("summary =", "sumary =", "sumary", "unknown key `sumary`", "did you mean `summary`?"),
        (
            "[tags.pennant]",
            "[tags.pennant]\nconflicts = []",
            "conflicts",
            "unknown key `conflicts`",
            "`conflicts` is a key of the expansion: move it above the first `[table]`",
        ),
        (
            "[tags.pennant]",
            "[tags.pennant]\n[tags.tile]",
            "tile",
            "`tile` has another meaning in manifests: choose a new name",
            "",
        ),
        (
            "id = \"base\"",
            "id = \"Base!\"",
            "Base!",
            "`Base!` is not a name",
            "a name has at most 40 lowercase letters, digits, `-` and `_`, and does not start with `-` or `_`",
        ),
    ] {
        check(true, old, new, word, message, help);
    }
}

#[test]
fn options_and_editions_are_checked_even_when_they_are_not_chosen() {
    for (old, new, word, message, help) in [
        (
            "[editions.rgg-2000]",
            "[editions.rgg-2000]\ntiny_cty = 2",
            "tiny_cty",
            "unknown option `tiny_cty`",
            "did you mean `tiny_city`?",
        ),
        ("api = 1", "sets = { tiny_citi = 2 }", "tiny_citi", "unknown option `tiny_citi`", "did you mean `tiny_city`?"),
        ("api = 1", "sets = { tiny_city = 3 }", "3", "`3` is not one of 2, 4", "use `2` or `4`"),
        ("api = 1", "sets = \"tiny_city\"", "\"tiny_city\"", "expected a table, found a string", ""),
        (
            "default = \"hig-3rd\"",
            "default = \"hig-3r\"",
            "hig-3r",
            "unknown edition `hig-3r`",
            "did you mean `hig-3rd`?",
        ),
        (
            "default = \"per-farm-3\"",
            "default = \"per-farm-4\"",
            "per-farm-4",
            "`per-farm-4` is not one of per-farm-3, city-once-3, city-majority-4",
            "did you mean `per-farm-3`?",
        ),
        (
            "follows = { option = \"tiny_city\"",
            "follows = { option = \"farmers\"",
            "farmers",
            "unknown option `farmers`",
            "use `farm_scoring` or `tiny_city`",
        ),
        ("is = 2, default = 1", "is = 3, default = 1", "3", "`3` is not one of 2, 4", "use `2` or `4`"),
        (
            "option = { tiny_city = 2 }",
            "option = { tiny_city = true }",
            "true",
            "`true` is not one of 2, 4",
            "use `2` or `4`",
        ),
        (
            "kinds.field.claim = false",
            "kinds.feld.claim = false",
            "feld",
            "unknown kind `feld`",
            "did you mean `field`?",
        ),
        (
            "{ 2 = { pennant = 1 } }",
            "{ 2 = { pennants = 1 } }",
            "pennants",
            "unknown line of a score `pennants`",
            "did you mean `pennant`?",
        ),
        (
            "{ 2 = { pennant = 1 } }",
            "{ two = { pennant = 1 } }",
            "two",
            "expected a number of tiles from 1 to 1000",
            "",
        ),
        (
            "settings.stuck = \"return\"",
            "settings.stuck = \"retrun\"",
            "retrun",
            "`retrun` is not one of discard, return",
            "did you mean `return`?",
        ),
        ("settings.stuck = \"return\"", "tiles.DD.road = \"N\"", "DD", "unknown tile `DD`", "did you mean `D`?"),
        ("settings.stuck = \"return\"", "tiles.D.raod = \"N\"", "raod", "unknown kind `raod`", "did you mean `road`?"),
        (
            "settings.stuck = \"return\"",
            "tiles.D.count = 2",
            "count",
            "an overlay changes the strokes and tags of a tile, not its `count`",
            "`copies` says how many of them it changes",
        ),
        (
            "settings.stuck = \"return\"",
            "tiles.D.road = [\"W-E\", \"N-S\"]",
            "N",
            "`N` is already taken by `city = \"N\"`",
            "",
        ),
        (
            "settings.stuck = \"return\"",
            "tiles.D.road = \"W-E +pennat\"",
            "pennat",
            "unknown tag `pennat`",
            "did you mean `pennant`?",
        ),
        (
            "settings.stuck = \"return\"",
            "tags.inn = {}",
            "tags",
            "unknown key `tags`",
            "use `option`, `with`, `kinds`, `figures`, `tokens`, `tiles`, `zones`, `players`, `settings`, `start`, `piles`, `aside`, …",
        ),
    ] {
        check(true, old, new, word, message, help);
    }
}

#[test]
fn what_is_missing_is_said_at_the_thing_that_lacks_it() {
    let missing = |old: &str| told(&error(true, old, ""));
    let (line, word, message, _) = missing("closes = \"never\"\n");
    assert_eq!((line, word.as_str()), (line_of(MANIFEST, "[kinds.field]"), "field"));
    assert_eq!(message, "the kind `field` has no `closes`");
    assert_eq!(missing("count = \"followers\" ").2, "the figure `follower` has no `count`");
    assert_eq!(missing("values = [\"on\", \"off\"]\n").2, "the option `farmers` has no `values`");
    assert_eq!(missing("version = \"1.0.0\"\n").2, "the key `version` is missing");
    check(true, "version = ", "verzion = ", "verzion", "unknown key `verzion`", "did you mean `version`?");
    assert_eq!(missing("tile = \"D\"\n").2, "the key `tile` is missing");
    let error = Expansion::read(&Folder::from_files("x", [("tiles.toml", TILES)])).unwrap_err();
    assert_eq!(error.to_string(), "x/expansion.toml: the file is missing");
}

#[test]
fn two_expansions_that_declare_the_same_name_are_both_named() {
    let clash = |lines: &str| match recipe(&[base(), small("other", lines, "")]).draft() {
        Err(RecipeError::Manifest(error)) => error,
        other => panic!("accepted: {:?}", other.map(|_| ())),
    };
    let error = clash("[kinds.city]\nedge = \"side\"\ncloses = \"sides\"");
    assert_eq!(error.to_string(), "other/expansion.toml:4:8: the kind `city` is declared twice");
    let line = line_of(MANIFEST, "[kinds.city]");
    assert_eq!(error.help, Some(format!("first at base/expansion.toml:{line}:8")));
    assert_eq!(clash("[tags.pennant]").message, "the tag `pennant` is declared twice");
    assert_eq!(
        clash("[options.farmers]\nabout = \"x\"\ndefault = true").message,
        "the option `farmers` is declared twice"
    );
    assert!(clash("[editions]\ndefault = \"a\"\n[editions.a]\nabout = \"x\"").message.contains("editions too"));
    let starts = "[[start]]\ntile = \"base:C\"\nat = \"0,0\"\n[[start]]\ntile = \"base:C\"\nat = \"0,1\"";
    assert_eq!(clash(starts).message, "the start takes more than the 1 tile `base:C` that there is");
}
