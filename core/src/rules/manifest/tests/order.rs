//! Which expansions go together, and in which order they are loaded.

use super::*;

fn order(expansions: &[Portion]) -> Vec<String> {
    let recipe = recipe(expansions).ordered().unwrap_or_else(|error| panic!("{error}"));
    recipe.expansions.iter().map(|portion| portion.expansion.id().to_string()).collect()
}

#[test]
fn each_is_loaded_after_what_it_requires_and_comes_after_and_otherwise_by_id() {
    let plain = |id: &str| small(id, "", "");
    assert_eq!(order(&[plain("c"), plain("a"), plain("b")]), ["a", "b", "c"]);
    let a = small("a", "requires = { c = \"1\" }", "");
    let b = small("b", "after = [\"d\", \"absent\"]", "");
    assert_eq!(order(&[a.clone(), b.clone(), plain("c"), plain("d")]), ["c", "a", "d", "b"]);
    assert_eq!(order(&[plain("d"), plain("c"), b.clone(), a]), ["c", "a", "d", "b"], "however they were named");
    assert_eq!(order(&[b, plain("c")]), ["b", "c"], "what is not in play is not waited for");
}

#[test]
fn tiles_and_overlays_follow_the_order_of_loading() {
    let tile = "[t]\nroad = \"N-S\"\n";
    let first = small("z", "requires = { base = \"1\" }\n[[when]]\nfigures.follower.count = 5", tile);
    let second = small("a", "after = [\"z\"]\nrequires = { base = \"1\" }\n[[when]]\nfigures.follower.count = 3", tile);
    for expansions in [[base(), first.clone(), second.clone()], [second, first, base()]] {
        let draft = draft(&recipe(&expansions));
        assert_eq!(draft.figures[0].count, 3, "what is loaded later lies above");
        let sets: Vec<&str> = draft.tiles[23..].iter().map(|tile| tile.expansion.as_str()).collect();
        assert_eq!(sets, ["base", "z", "a"]);
    }
}

#[test]
fn a_version_is_asked_for_as_in_cargo() {
    let asks = |range: &str| small("x", &format!("requires = {{ base = \"{range}\" }}"), "");
    for range in ["1", "*", ">=1.0, <2", "=1.0.0", "1.0", "^1"] {
        assert_eq!(order(&[base(), asks(range)]), ["base", "x"], "{range}");
    }
    for range in ["2", "0.9", ">1", "=1.0.1", "1.1"] {
        let error = manifest_error(&recipe(&[base(), asks(range)]));
        assert_eq!(error.message, format!("x requires base {range}, but base 1.0.0 is in play"));
        assert_eq!((error.file(), error.line(), error.place.word()), ("x/expansion.toml", 4, range));
        assert_eq!(error.help.as_deref(), Some("base is at base/expansion.toml:5:12"));
    }
}

#[test]
fn a_version_that_cannot_be_compared_meets_only_those_who_take_any() {
    let old = read("old", "id = \"old\"\nname = \"x\"\nversion = \"of 2006\"", "").unwrap();
    assert_eq!(order(&[small("x", "requires = { old = \"*\" }", ""), old.clone()]), ["old", "x"]);
    let error = manifest_error(&recipe(&[small("x", "requires = { old = \"1\" }", ""), old]));
    assert_eq!(error.message, "x requires old 1, but old of 2006 is in play");
    let help = "old is at old/expansion.toml:3:12; a version is three numbers, as in \"1.0.0\"";
    assert_eq!(error.help.as_deref(), Some(help));
}

#[test]
fn what_does_not_go_together_is_named_on_both_sides() {
    for (lines, word, message, help) in [
        ("requires = { bse = \"1\" }", "bse", "x requires bse, which is not in play", "did you mean `base`?"),
        (
            "requires = { harbour = \"1\" }",
            "harbour",
            "x requires harbour, which is not in play",
            "in play beside x: base",
        ),
        (
            "conflicts = [\"absent\", \"base\"]",
            "base",
            "x and base cannot be played together",
            "base is at base/expansion.toml:3:7",
        ),
    ] {
        let error = manifest_error(&recipe(&[base(), small("x", lines, "")]));
        assert_eq!((error.file(), error.line(), error.place.word()), ("x/expansion.toml", 4, word));
        assert_eq!((error.message.as_str(), error.help.as_deref()), (message, Some(help)));
    }
    let alone = manifest_error(&recipe(&[small("x", "requires = { base = \"1\" }", "")]));
    assert_eq!(alone.help.as_deref(), Some("in play beside x: nothing"));
}

#[test]
fn a_circle_is_told_from_end_to_end_and_blames_nobody_outside_it() {
    let outside = small("a", "after = [\"b\"]", "");
    let circle = [
        small("b", "requires = { c = \"1\" }", ""),
        small("c", "after = [\"d\"]", ""),
        small("d", "after = [\"b\"]", ""),
    ];
    let error = manifest_error(&recipe(&[&[outside, base()], &circle[..]].concat()));
    assert_eq!(error.message, "none of these can be loaded first: b after c, c after d, d after b");
    assert_eq!((error.file(), error.place.word()), ("b/expansion.toml", "c"));
    let help = "see b/expansion.toml:4:14, c/expansion.toml:4:11, d/expansion.toml:4:11";
    assert_eq!(error.help.as_deref(), Some(help));
}

#[test]
fn what_an_expansion_says_of_others_is_shown_where_it_is_wrong() {
    let many = |entry: &str| (0..101).map(|i| entry.replace('#', &i.to_string())).collect::<Vec<_>>().join(", ");
    let (lists, tables) = (format!("after = [{}]", many("\"x#\"")), format!("requires = {{ {} }}", many("x# = \"1\"")));
    for (lines, word, message, help) in [
        (
            "requires = { base = \"one\" }",
            "one",
            "`one` is not a version requirement",
            "as in \"1\", \">=1.2\" or \"*\", which is any",
        ),
        ("requires = { base = 1 }", "1", "expected a string, found a whole number", ""),
        ("requires = [\"base\"]", "[\"base\"]", "expected a table, found a list", ""),
        ("after = \"base\"", "\"base\"", "expected a list, found a string", ""),
        ("after = [1]", "1", "expected a string, found a whole number", ""),
        (
            "conflicts = [\"B\"]",
            "B",
            "`B` is not a name",
            "a name has at most 40 lowercase letters, digits, `-` and `_`, and does not start with `-` or `_`",
        ),
        ("conflict = [\"b\"]", "conflict", "unknown key `conflict`", "did you mean `conflicts`?"),
        ("requires = { x = \"1\" }", "x", "`x` is this expansion itself", ""),
        ("after = [\"x\"]", "x", "`x` is this expansion itself", ""),
        (&lists, "\"x100\"", "this list has more than 100 entries", ""),
        (&tables, "x100", "an expansion requires at most 100 others", ""),
    ] {
        let error = read("x", &format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n{lines}"), "").unwrap_err();
        let told = (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default());
        assert_eq!((error.line(), told), (4, (word, message, help)));
    }
    let no_version = "id = \"x\"\nname = \"x\"\nversion = \"first\"\nrequires = { base = \"1\" }";
    let error = read("x", no_version, "").unwrap_err();
    assert_eq!((error.line(), error.message.as_str()), (3, "`first` is not a version"));
    assert_eq!(error.help.as_deref(), Some("a version is three numbers, as in \"1.0.0\""));
}
