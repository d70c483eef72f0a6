//! Overlays that change some copies of a tile, of their own set or of another.

use super::*;
use crate::table::catalogue::Catalogue;

/// A kind of building, a tag, and an overlay with these lines.
fn gardens(lines: &str) -> Portion {
    let kinds = "[kinds.garden]\nedge = \"none\"\ncloses = \"neighbours\"\n[tags.well]\n[tags.arrow]\nturns = true\n";
    small("x", &format!("{kinds}[[when]]\n{lines}\n"), "[own]\ncount = 2\ncity = \"N\"\n")
}

fn with(lines: &str) -> Recipe {
    recipe(&[base(), gardens(lines)])
}

/// The tiles of a set that there are: name and number.
fn counts(recipe: &Recipe, set: &str) -> Vec<(String, u16)> {
    let tiles = draft(recipe).tiles;
    tiles.into_iter().filter(|tile| tile.expansion == set).map(|tile| (tile.id, tile.count)).collect()
}

fn count(recipe: &Recipe, id: &str) -> u16 {
    let all = [counts(recipe, "base"), counts(recipe, "x"), counts(recipe, "top")].concat();
    all.into_iter().find(|(name, _)| name == id).unwrap_or_else(|| panic!("no {id}")).1
}

#[test]
fn some_copies_of_another_sets_tile_are_changed() {
    let recipe =
        with("tiles.\"base:E\" = { copies = 2, garden = \"a\" }\ntiles.own = { copies = 2, tags = [\"well\"] }");
    assert_eq!([count(&recipe, "E"), count(&recipe, "E+garden")], [3, 2]);
    assert_eq!([count(&recipe, "own"), count(&recipe, "own+well")], [0, 2], "all copies may be changed");
    let draft = draft(&recipe);
    assert_eq!(draft.tiles.iter().map(|tile| tile.count).sum::<u16>(), 74, "there are as many tiles as before");
    let changed = draft.tiles.iter().find(|tile| tile.id == "E+garden").unwrap();
    let kinds: Vec<&str> = changed.face.segments.iter().map(|segment| segment.kind.as_str()).collect();
    assert_eq!((kinds, changed.expansion.as_str()), (vec!["city", "garden"], "base"));
    assert_eq!(draft.tiles.iter().find(|tile| tile.id == "own+well").unwrap().tags, ["well"]);
    let catalogue = draft.compile().unwrap();
    assert_eq!(catalogue.tiles_named("base:E+garden").count(), 1);
}

#[test]
fn a_second_box_has_as_many_changed_copies_again() {
    let mut recipe = with("tiles.\"base:E\" = { copies = 1, garden = \"a\" }");
    recipe.expansions[0].times = 3;
    assert_eq!([count(&recipe, "E"), count(&recipe, "E+garden")], [12, 3]);
}

#[test]
fn strokes_and_tags_are_replaced_or_added_to() {
    let of = |lines: &str, id: &str| {
        let draft = draft(&with(lines));
        let tile = draft.tiles.into_iter().find(|tile| tile.id == id).unwrap();
        (tile.face.segments.len(), tile.tags.len())
    };
    assert_eq!(of("tiles.\"base:U\" = { copies = 1, road = { add = [\"N-*\"] } }", "U+road"), (2, 0));
    assert_eq!(of("tiles.\"base:U\" = { copies = 1, road = [\"N-*\", \"S-*\", \"W-*\"] }", "U+road"), (3, 0));
    assert_eq!(
        of("tiles.\"base:U\" = { copies = 1, garden = \"a\", tags = { add = [\"well\"] } }", "U+garden"),
        (2, 1)
    );
    // Without `copies` every copy is changed, and the tile keeps its name.
    assert_eq!(of("tiles.\"base:U\" = { garden = \"a\" }", "U"), (2, 0));
}

#[test]
fn changed_copies_lie_where_the_tile_lies() {
    let top = "[[piles]]\nlast = [\"end\"]\n";
    let top = small("top", top, "[end]\ncity = \"N\"\n[a]\ncount = 2\nroad = \"W-E\"\n");
    let lines = "with = [\"top\"]\ntiles.\"top:a\" = { copies = 1, garden = \"a\" }\ntiles.\"top:end\" = { copies = 1, tags = [\"well\"] }";
    let draft = draft(&recipe(&[base(), top, gardens(lines)]));
    let name = |tile: &crate::table::catalogue::TileId| draft.tiles[tile.0 as usize].id.as_str();
    let upper = &draft.piling.upper[0];
    assert_eq!(upper.tiles.iter().map(name).collect::<Vec<_>>(), ["a", "a+garden"]);
    assert_eq!(upper.last.iter().map(name).collect::<Vec<_>>(), ["end+well"], "there is no other copy");
}

#[test]
fn an_overlay_for_a_set_that_is_not_in_play_changes_nothing() {
    let recipe = with("with = [\"river\"]\ntiles.\"river:curve\" = { copies = 1, garden = \"a\" }");
    assert_eq!(counts(&recipe, "base").len(), 24);
}

#[test]
fn what_cannot_be_changed_is_shown_where_it_is_said() {
    for (lines, word, message, help) in [
        (
            "tiles.\"base:E\" = { copies = 6, garden = \"a\" }",
            "6",
            "more copies of `E` are changed (6) than are left (5)",
            "",
        ),
        (
            "tiles.\"base:E\" = { copies = 5, garden = \"a\" }\n[[when]]\ntiles.\"base:E\" = { copies = 1, tags = [\"well\"] }",
            "1",
            "more copies of `E` are changed (1) than are left (0)",
            "",
        ),
        (
            "tiles.\"base:E\" = { copies = 1, garden = \"a\" }\n[[when]]\ntiles.\"base:E\" = { copies = 1, garden = \"b\" }",
            "base:E",
            "the tile `E+garden` is declared twice",
            "first at x/expansion.toml:11:8",
        ),
        ("tiles.\"base:Y\" = { copies = 1, garden = \"a\" }", "base:Y", "unknown tile `base:Y`", ""),
        (
            "tiles.\"river:curve\" = { copies = 1, garden = \"a\" }",
            "river:curve",
            "unknown tile `river:curve`",
            "river is not in play; in play are base, x",
        ),
        ("tiles.\"base:E\" = { copies = 1, gardn = \"a\" }", "gardn", "unknown kind `gardn`", "did you mean `garden`?"),
        ("tiles.\"base:E\" = { copies = 1, tags = [\"wel\"] }", "wel", "unknown tag `wel`", "did you mean `well`?"),
        ("tiles.\"base:E\" = { copies = 1, road = \"N-*\" }", "N", "`N` is already taken by `city = \"N\"`", ""),
        (
            "tiles.\"base:D\" = { copies = 1, city = [\"N\", \"E\"] }",
            "base:D",
            "with this change base:D cannot be drawn: `E` is already taken by `city = \"E\"`",
            "the other stroke is at base/tiles.toml:18:12",
        ),
    ] {
        let error = manifest_error(&with(lines));
        assert_eq!((error.place.word(), error.message.as_str()), (word, message), "{lines}");
        assert!(help.is_empty() || error.help.as_deref() == Some(help), "{lines}: {:?}", error.help);
        assert_eq!(error.file(), "x/expansion.toml", "{lines}");
    }
}

#[test]
fn a_change_that_cannot_be_read_is_shown() {
    for (lines, word, message) in [
        ("tiles.E = { copies = 0, garden = \"a\" }", "0", "this number must be from 1 to 1000"),
        ("tiles.E = { copies = 99999999999, garden = \"a\" }", "99999999999", "this number must be from 1 to 1000"),
        ("tiles.E = { copies = \"all\", garden = \"a\" }", "\"all\"", "expected a whole number, found a string"),
        ("tiles.E = { copies = 1 }", "1", "these copies are like the others: say which strokes or tags they have"),
        ("tiles.E = { copies = 1, garden = { ad = \"a\" } }", "ad", "unknown key `ad`"),
        (
            "tiles.E = { copies = 1, count = 3 }",
            "count",
            "an overlay changes the strokes and tags of a tile, not its `count`",
        ),
        ("tiles.\"base:E:F\" = { copies = 1, garden = \"a\" }", "base:E:F", "`base:E:F` is not a name"),
        ("tiles.E = { copies = 1, tags = \"well\" }", "\"well\"", "expected a list, found a string"),
    ] {
        let text = format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n[[when]]\n{lines}\n");
        let error = read("x", &text, "").unwrap_err();
        assert_eq!((error.place.word(), error.message.as_str(), error.line()), (word, message, 5), "{lines}");
    }
}

fn rotations(catalogue: &Catalogue, id: &str) -> usize {
    catalogue.rotations(catalogue.tiles_named(id).next().unwrap()).count()
}

#[test]
fn a_mark_that_turns_makes_each_rotation_another() {
    let recipe = with(
        "tiles.\"base:B\" = { copies = 1, tags = [\"arrow\"] }\ntiles.\"base:C\" = { copies = 1, tags = [\"well\"] }",
    );
    let catalogue = draft(&recipe).compile().unwrap();
    let found = ["B", "B+arrow", "C+well"].map(|id| rotations(&catalogue, id));
    assert_eq!(found, [1, 4, 1]);
    assert!(catalogue.is_turning(catalogue.tag_named("arrow").unwrap()));
    assert!(!catalogue.is_turning(catalogue.tag_named("well").unwrap()));
}
