//! What players have: figures, tokens, the places beside the board, and the words of what they may do.

use super::*;
use crate::table::catalogue::{TokenKind, Verb, ZoneKind};
use crate::table::geometry::Cell;

/// The base game with one more expansion of these lines.
fn with(lines: &str, players: usize) -> Recipe {
    Recipe { players, ..recipe(&[base(), small("x", lines, "")]) }
}

#[test]
fn figures_tokens_zones_and_verbs_are_what_the_manifest_says() {
    let lines = "
        [figures.builder]
        about = \"gives another tile\"
        count = 1
        on = [\"road\", \"city\"]
        needs = \"follower\"
        [figures.dragon]
        count = 1
        neutral = true
        [tokens.wine]
        count = 9
        look = { mark = \"w\" }
        [tokens.bridge]
        each = { 2 = 3, 5 = 2 }
        [zones.prison]
        owned = true
        look = { mark = \"p\" }
        [zones.castle]
        at = \"1,-2\"
        [verbs]
        join = \"a follower leaves the quarter for the feature\"
        ransom = \"a prisoner is bought back\"
    ";
    let draft = draft(&with(lines, 2));
    let flags: Vec<(bool, bool)> = draft.figures.iter().map(|figure| (figure.needs, figure.neutral)).collect();
    assert_eq!(flags, [(false, false), (true, false), (false, true)]);
    let about: Vec<&str> = draft.figures.iter().map(|figure| figure.about.as_str()).collect();
    assert_eq!(about[1..], ["gives another tile", ""]);
    let token = |name: &str, count, each| TokenKind { name: name.into(), count, each };
    assert_eq!(draft.tokens, [token("wine", 9, 0), token("bridge", 0, 3)]);
    let zone = |name: &str, owned| ZoneKind { name: name.into(), owned, ..ZoneKind::default() };
    let castle = ZoneKind { at: Some(Cell::new(1, -2)), ..zone("castle", false) };
    assert_eq!(draft.zones, [zone("prison", true), castle]);
    let verb = |name: &str, about: &str| Verb { name: name.into(), about: about.into() };
    let join = verb("join", "a follower leaves the quarter for the feature");
    assert_eq!(draft.verbs, [join, verb("ransom", "a prisoner is bought back")]);
    let portion = small("x", lines, "");
    let sections: Vec<_> = portion.expansion.looks().map(|look| (look.section, look.name)).collect();
    assert_eq!(sections, [("tokens", "wine"), ("zones", "prison")]);
    let catalogue = draft.compile().unwrap();
    assert!(catalogue.token_named("bridge").is_some() && catalogue.zone_named("castle").is_some());
    assert!(catalogue.verb_named("ransom").is_some());
}

#[test]
fn how_many_there_are_may_depend_on_how_many_play() {
    let lines =
        "[figures.tall]\ncount = { 2 = 10, 3 = 9, 4 = 7 }\n[tokens.coin]\ncount = { 2 = 4, 3 = 6, 5 = 1 }\neach = 1";
    let counts = |players| {
        let draft = draft(&with(lines, players));
        (draft.figures[1].count, draft.tokens[0].count, draft.tokens[0].each)
    };
    assert_eq!((counts(2), counts(3)), ((10, 4, 1), (9, 6, 1)));
    for (players, line, message, help) in [
        (5, 5, "the figure `tall` has no `count` for 5 players", "it has one for 2, 3 and 4"),
        (4, 7, "the token `coin` has no `count` for 4 players", "it has one for 2, 3 and 5"),
    ] {
        let error = manifest_error(&with(lines, players));
        assert_eq!((error.line(), error.message.as_str(), error.help.as_deref()), (line, message, Some(help)));
        assert!(error.place.word().starts_with("{ 2 = "), "{}", error.render());
    }
}

#[test]
fn a_count_that_is_not_in_force_need_not_know_every_number_of_players() {
    let lines = "
        [options.duel]
        about = \"x\"
        default = false
        [figures.tall]
        count = 3
        [tokens.coin]
        count = 5
        [[when]]
        option = { duel = true }
        figures.tall.count = { 2 = 6 }
        figures.tall.needs = \"follower\"
        tokens.coin.each = { 2 = 1 }
    ";
    assert_eq!(draft(&with(lines, 4)).figures[1].count, 3);
    let duel = |players| Recipe { options: [("duel".into(), "true".into())].into(), ..with(lines, players) };
    let two = draft(&duel(2));
    assert_eq!((two.figures[1].count, two.figures[1].needs), (6, true));
    assert_eq!((two.tokens[0].count, two.tokens[0].each), (5, 1), "line by line");
    assert_eq!(manifest_error(&duel(4)).message, "the figure `tall` has no `count` for 4 players");
}

#[test]
fn a_count_by_players_is_replaced_as_a_whole() {
    let lines = "
        [figures.tall]
        count = { 2 = 8, 3 = 7 }
        [[when]]
        figures.tall.count = { 2 = 6 }
    ";
    assert_eq!(draft(&with(lines, 2)).figures[1].count, 6);
    let error = manifest_error(&with(lines, 3));
    assert_eq!(error.message, "the figure `tall` has no `count` for 3 players");
    assert_eq!(error.help.as_deref(), Some("it has one for 2"));
    let emptied = lines.replace("{ 2 = 6 }", "{}");
    assert_eq!(manifest_error(&with(&emptied, 2)).help, None, "not even those below it");
}

#[test]
fn a_broken_line_of_a_supply_is_shown_where_it_is_broken() {
    for (lines, word, message, help) in [
        ("[tokens.coin]\ncuont = 1", "cuont", "unknown key `cuont`", "did you mean `count`?"),
        ("[tokens.coin]\ncount = 251", "251", "this number must be from 0 to 250", ""),
        ("[tokens.coin]\ncount = { 9 = 1 }", "9", "expected a number of players from 1 to 8", ""),
        ("[tokens.coin]\neach = { two = 1 }", "two", "expected a number of players from 1 to 8", ""),
        ("[tokens.coin]\neach = { 2 = -1 }", "-1", "this number must be from 0 to 250", ""),
        ("[tokens.coin]\ncount = \"9\"", "\"9\"", "expected a whole number, found a string", ""),
        ("[figures.tall]\ncount = { 2 = 51 }", "51", "this number must be from 0 to 50", ""),
        (
            "[figures.tall]\nneeds = \"folower\"",
            "folower",
            "`folower` is not one of follower",
            "did you mean `follower`?",
        ),
        ("[figures.tall]\nneutral = 1", "1", "expected true or false, found a whole number", ""),
        ("[zones.cave]\nowner = true", "owner", "unknown key `owner`", "did you mean `owned`?"),
        ("[zones.pile]", "pile", "`pile` has another meaning in manifests: choose a new name", ""),
        (
            "[zones.cave]\nholds = \"tlies\"",
            "tlies",
            "`tlies` is not one of figures, tiles, tokens",
            "did you mean `tiles`?",
        ),
        ("[zones.bank]", "bank", "`bank` has another meaning in manifests: choose a new name", ""),
        (
            "[zones.cave]\nhidden = true",
            "true",
            "only a zone that holds tiles or tokens has this",
            "say holds = \"tiles\" or holds = \"tokens\" too",
        ),
        (
            "[zones.cave]\nstart = []",
            "[]",
            "only a zone that holds tiles or tokens has this",
            "say holds = \"tiles\" or holds = \"tokens\" too",
        ),
        (
            "[zones.cave]\nholds = \"tiles\"\nprivate = true",
            "true",
            "only a zone that every player has can be private",
            "say owned = true too",
        ),
        (
            "[zones.cave]\nholds = \"tiles\"\nowned = true\nhidden = true\nprivate = true",
            "true",
            "a zone is `hidden` from all or `private`, not both",
            "",
        ),
        ("[settings]\nhand = 10", "10", "this number must be from 1 to 9", ""),
        ("verbs.discard = \"x\"", "discard", "`discard` has another meaning in manifests: choose a new name", ""),
        ("[zones.supply]", "supply", "`supply` has another meaning in manifests: choose a new name", ""),
        ("verbs.place = \"x\"", "place", "`place` has another meaning in manifests: choose a new name", ""),
        ("verbs.again = \"x\"", "again", "`again` has another meaning in manifests: choose a new name", ""),
        ("verbs.join = 1", "1", "expected a string, found a whole number", ""),
        (
            "verbs.\"join in\" = \"x\"",
            "join in",
            "`join in` is not a name",
            "a name has at most 40 lowercase letters, digits, `-` and `_`, and does not start with `-` or `_`",
        ),
    ] {
        let manifest = format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n{lines}");
        let error = read("x", &manifest, "").unwrap_err();
        let told = (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default());
        assert_eq!(told, (word, message, help), "{lines}");
        assert_eq!(error.line(), 4 + lines.matches('\n').count(), "{lines}");
    }
}

#[test]
fn what_cannot_be_played_together_is_shown_when_a_game_is_made() {
    let first = format!("the figure is at base/expansion.toml:{}:10", line_of(MANIFEST, "[figures.follower]"));
    for (lines, word, message, help) in [
        (
            "[tokens.coin]",
            "coin",
            "the token `coin` has neither `count` nor `each`",
            "count = 9: the number in the bank; each = 1: the number that every player starts with",
        ),
        (
            "[tokens.follower]\ncount = 1",
            "follower",
            "the token `follower` has the same name as a figure, and both are in a supply",
            &first,
        ),
        ("[[when]]\ntokens.coin.count = 1", "coin", "unknown token `coin`", "no set in play declares any"),
        (
            "[tokens.coin]\ncount = 1\n[zones.bag]\nholds = \"tokens\"\nstart = [\"cion\"]",
            "cion",
            "unknown token `cion`",
            "did you mean `coin`?",
        ),
        (
            "[tokens.coin]\ncount = 1\n[zones.bag]\nholds = \"tokens\"\nstart = [\"coin\", \"coin\"]",
            "coin",
            "the tokens `coin` are already used elsewhere",
            "first at x/expansion.toml:8:11",
        ),
    ] {
        let error = manifest_error(&with(lines, 2));
        let told = (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default());
        assert_eq!(told, (word, message, help), "{lines}");
        assert_eq!(error.file(), "x/expansion.toml");
    }
}

#[test]
fn of_one_name_there_is_one_token_and_one_zone_but_verbs_are_shared() {
    let twice = |one: &str, other: &str| recipe(&[base(), small("a", one, ""), small("b", other, "")]);
    for (lines, message) in [
        ("[tokens.coin]\ncount = 1", "the token `coin` is declared twice"),
        ("[zones.cave]", "the zone `cave` is declared twice"),
        ("[figures.tall]\ncount = 1", "the figure `tall` is declared twice"),
    ] {
        let error = manifest_error(&twice(lines, lines));
        assert_eq!((error.file(), error.message.as_str()), ("b/expansion.toml", message));
        assert!(error.help.is_some_and(|help| help.starts_with("first at a/expansion.toml:4:")), "{lines}");
    }
    let error = manifest_error(&twice("[tokens.tall]\ncount = 1", "[figures.tall]\ncount = 1"));
    assert_eq!(error.message, "the figure `tall` has the same name as a token, and both are in a supply");
    assert_eq!(error.help.as_deref(), Some("the token is at a/expansion.toml:4:9"));
    let draft = draft(&twice("verbs.join = \"first\"", "[verbs]\nleave = \"x\"\njoin = \"second\""));
    let told: Vec<(&str, &str)> = draft.verbs.iter().map(|verb| (verb.name.as_str(), verb.about.as_str())).collect();
    assert_eq!(told, [("join", "first"), ("leave", "x")]);
}

#[test]
fn there_is_room_for_so_many_and_not_more() {
    for (most, what, section, line) in
        [(32, "token", "tokens", "count = 1"), (32, "zone", "zones", ""), (64, "verb", "verbs", "= \"x\"")]
    {
        let entry = |i: usize| match section {
            "verbs" => format!("verbs.n{i} {line}\n"),
            _ => format!("[{section}.n{i}]\n{line}\n"),
        };
        let lines = |count| (0..count).map(entry).collect::<String>();
        draft(&with(&lines(most), 2));
        let error = manifest_error(&with(&lines(most + 1), 2));
        assert_eq!(error.place.word(), format!("n{most}"));
        assert_eq!(error.message, format!("a game can declare at most {most} {what}s"));
    }
}

#[test]
fn lists_are_added_to_by_several_sets_and_kinds_are_for_followers() {
    let lake = "
        [kinds.lake]
        edge = \"side\"
        closes = \"sides\"
        claim = \"followers\"
        [kinds.pier]
        edge = \"middle\"
        closes = \"sides\"
        [figures.large]
        count = 1
        follower = true
        [figures.abbot]
        count = 1
        follower = true
        on = [\"cloister\"]
        [figures.boat]
        count = 1
        [[when]]
        figures.follower.on = { add = [\"pier\"] }
        figures.abbot.on = { add = [\"pier\"] }
    ";
    let mine = "
        [kinds.mine]
        edge = \"none\"
        closes = \"neighbours\"
        [[when]]
        figures.follower.on = { add = [\"mine\"] }
        figures.boat.on = { add = [\"mine\"] }
    ";
    let draft = draft(&recipe(&[base(), small("lakes", lake, ""), small("mines", mine, "")]));
    let bits = |names: &[&str]| {
        let place = |name: &&str| draft.kinds.iter().position(|kind| kind.name == *name).unwrap();
        names.iter().fold(0, |bits, name| bits | 1 << place(name))
    };
    let on: Vec<(&str, u32)> = draft.figures.iter().map(|figure| (figure.name.as_str(), figure.on)).collect();
    let printed = ["field", "road", "city", "cloister", "lake"];
    assert_eq!(on[0], ("follower", bits(&printed) | bits(&["pier", "mine"])), "both sets add to it");
    assert_eq!(on[1], ("large", bits(&printed)), "it names no kinds: it stands on all that are for followers");
    assert_eq!(on[2], ("abbot", bits(&["cloister", "pier"])), "it names its kinds: `lake` is not for it");
    assert_eq!(on[3], ("boat", bits(&["mine"])), "it is no follower");
}

#[test]
fn what_one_overlay_adds_stays_where_another_says_the_whole_list() {
    let lines = "
        [[when]]
        figures.follower.on = { add = [\"field\"] }
        [[when]]
        figures.follower.on = [\"road\"]
        [[when]]
        out = { add = [\"base:A\"] }
        [[when]]
        out = { add = [\"base:B\"] }
    ";
    let draft = draft(&with(lines, 2));
    assert_eq!(draft.figures[0].on, 0b11);
    assert_eq!(draft.piling.out.len(), 2, "one copy of each");
}
