//! Sets that are played in part: their tiles without their rules, their rules without their tiles.

use super::*;

const LINES: &str = "players = [2, 3]\nout = [\"base:D\"]\nsets = { tiny_city = 2 }\n\
    [[start]]\ntile = \"a\"\nat = \"0,0\"\n[kinds.lake]\nedge = \"side\"\ncloses = \"sides\"\n[tags.inn]\n\
    [figures.large]\ncount = 1\nfollower = true\n[tokens.coin]\ncount = 3\n[zones.jail]\n[verbs]\nfish = \"x\"\n\
    [options.depth]\nabout = \"x\"\nrange = [1, 3]\ndefault = 1\n\
    [[when]]\noption = { depth = 1 }\nkinds.lake.role = \"fisher\"\n";
const LAKES: &str = "[a]\nlake = \"N\"\ncity = \"S +inn\"\n[b]\ncount = 3\nlake = \"N-S\"\n";

fn extent(part: &str) -> Extent {
    Extent::PARTS.iter().find(|(name, _)| *name == part).map_or(Extent::WHOLE, |(_, extent)| *extent)
}

fn lakes(part: &str) -> Portion {
    Portion { extent: extent(part), ..small("lakes", LINES, LAKES) }
}

fn own_tiles(draft: &Draft) -> Vec<&str> {
    draft.tiles.iter().filter(|tile| tile.expansion == "lakes").map(|tile| tile.id.as_str()).collect()
}

#[test]
fn tiles_without_rules_bring_what_they_are_drawn_with_and_where_they_lie() {
    let recipe = recipe(&[base(), lakes("tiles")]);
    let (draft, resolved) = recipe.draft().unwrap();
    assert_eq!(own_tiles(&draft), ["a", "b"]);
    assert!(draft.kinds.iter().any(|kind| kind.name == "lake" && kind.role != "fisher"));
    assert!(draft.tags.contains(&"inn".to_string()), "a mark that means nothing is still printed");
    assert_eq!((draft.start.len(), draft.piling.out.len()), (1, 1));
    assert_eq!(draft.tiles[draft.start[0].tile.0 as usize].id, "a");
    assert_eq!(draft.figures.iter().map(|figure| figure.name.as_str()).collect::<Vec<_>>(), ["follower"]);
    assert_eq!((draft.tokens.len(), draft.zones.len(), draft.verbs.len()), (0, 0, 0));
    assert!(!resolved.options.contains_key("depth"));
    assert_eq!(resolved.options["tiny_city"], OptionValue::Number(4), "what it sets is a rule of it");
    draft.compile().unwrap();
}

#[test]
fn rules_without_tiles_bring_no_start_and_no_pile() {
    let recipe = recipe(&[base(), lakes("rules")]);
    let (draft, resolved) = recipe.draft().unwrap();
    assert!(own_tiles(&draft).is_empty());
    assert_eq!(draft.tiles[draft.start[0].tile.0 as usize].id, "D", "the start of the base game");
    assert!(draft.piling.out.is_empty());
    assert_eq!((draft.figures.len(), draft.tokens.len(), draft.zones.len(), draft.verbs.len()), (2, 1, 1, 1));
    assert_eq!(
        [&resolved.options["depth"], &resolved.options["tiny_city"]],
        [&OptionValue::Number(1), &OptionValue::Number(2)]
    );
    assert!(draft.kinds.iter().any(|kind| kind.name == "lake" && kind.role == "fisher"));
    draft.compile().unwrap();
}

#[test]
fn the_number_of_players_is_a_rule() {
    let players = |part: &str| Recipe { players: 5, ..recipe(&[base(), lakes(part)]) }.draft().is_ok();
    assert_eq!(["", "tiles", "rules"].map(players), [false, true, false]);
}

#[test]
fn a_set_that_requires_another_wants_its_rules_unless_it_is_tiles_itself() {
    let other = |part: &str| Portion {
        extent: extent(part),
        ..small(
            "boats",
            "requires = { lakes = \"1\" }\n[figures.boat]\ncount = 1\non = [\"lake\"]\n",
            "[c]\nlake = \"N\"\n",
        )
    };
    for (boats, whole, fits) in [
        ("", "", true),
        ("", "rules", true),
        ("", "tiles", false),
        ("rules", "tiles", false),
        ("tiles", "tiles", true),
        ("tiles", "rules", true),
    ] {
        let recipe = recipe(&[base(), lakes(whole), other(boats)]);
        assert_eq!(recipe.draft().is_ok(), fits, "boats:{boats} with lakes:{whole}");
        if !fits {
            let error = manifest_error(&recipe);
            assert_eq!(error.message, "boats requires lakes, but only the tiles of lakes are in play");
            assert_eq!(error.help.as_deref(), Some("play lakes whole, or only its rules: lakes:rules"));
        }
    }
}

#[test]
fn what_is_said_for_another_set_holds_for_the_part_that_is_there() {
    let lines = "[[when]]\nwith = [\"lakes\"]\nfigures.large.weight = 3\ntiles.\"lakes:b\" = { copies = 1, city = \"E\" }\n\
        [[when]]\nwith = [\"lakes\"]\noption = { depth = 1 }\nkinds.lake.order = 3\n";
    let both = |part: &str| draft(&recipe(&[base(), lakes(part), small("x", lines, "")]));
    let weight = |draft: &Draft| draft.figures.iter().find(|figure| figure.name == "large").map(|figure| figure.weight);
    let [whole, tiles, rules] = ["", "tiles", "rules"].map(both);
    assert_eq!([&whole, &tiles, &rules].map(weight), [Some(3), None, Some(3)]);
    assert_eq!([&whole, &tiles, &rules].map(own_tiles), [vec!["a", "b", "b+city"], vec!["a", "b", "b+city"], vec![]]);
}

#[test]
fn a_set_without_tiles_has_no_parts() {
    for part in ["tiles", "rules"] {
        let rule = Portion { extent: extent(part), ..small("x", "", "") };
        let error = recipe(&[base(), rule]).draft().unwrap_err();
        assert_eq!(error.to_string(), "x has no tiles; name x alone");
    }
}
