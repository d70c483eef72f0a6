//! What lies on top of the pile, what is set aside, what leaves the game.

use super::*;
use crate::table::catalogue::{Piling, TileId};

const RIVER: &str = "
[kinds.river]
edge = \"middle\"
closes = \"never\"
claim = false
";
const RIVER_TILES: &str = "
[spring]
river = \"S-*\"
[lake]
river = \"N-*\"
[bend]
count = 2
river = \"N-E\"
[straight]
count = 3
river = \"N-S\"
";

/// Returns names of tiles, each with its number of repetitions.
fn told(draft: &Draft, tiles: &[TileId]) -> String {
    let runs = tiles.chunk_by(|one, other| one == other);
    let name = |run: &[TileId]| format!("{} {}", run.len(), draft.tiles[run[0].0 as usize].id);
    runs.map(name).collect::<Vec<_>>().join(", ")
}

/// The piles from above, what is aside, what is out.
fn piles(draft: &Draft) -> Vec<String> {
    let Piling { upper, aside, out, .. } = &draft.piling;
    let upper = upper.iter().map(|upper| [told(draft, &upper.tiles), told(draft, &upper.last)].join("; "));
    upper.chain([told(draft, aside), told(draft, out)]).collect()
}

fn river(lines: &str) -> Portion {
    small("river", &format!("{lines}\n{RIVER}"), RIVER_TILES)
}

#[test]
fn a_pile_that_names_no_tiles_has_all_that_nobody_names() {
    let start = "start = [{ tile = \"spring\", at = \"0,0\" }]\n";
    let lines = format!("{start}out = [\"base:D\"]\n[[piles]]\nlast = [\"lake\"]");
    let river = river(&lines);
    assert_eq!(piles(&draft(&recipe(&[base(), river.clone()]))), ["2 bend, 3 straight; 1 lake", "", "1 D"]);
    let doubled = draft(&recipe(&[base(), Portion { times: 2, ..river }]));
    assert_eq!(piles(&doubled), ["4 bend, 6 straight; 1 lake", "", "1 D"], "a second lake would end the river early");
    assert_eq!(doubled.start.len(), 1);
}

#[test]
fn piles_lie_in_the_order_of_loading_and_of_the_file() {
    let first = river("aside = [\"bend\"]\npiles = [{ tiles = [\"spring\"] }, { tiles = [\"lake\", \"straight\"] }]");
    let second = small("a", "after = [\"river\"]\n[[piles]]", "[x]\ncount = 2\nroad = \"N-S\"\n");
    let draft = draft(&recipe(&[second, base(), first]));
    assert_eq!(piles(&draft), ["1 spring; ", "1 lake, 3 straight; ", "2 x; ", "2 bend", ""]);
    assert_eq!(draft.compile().unwrap().piling, draft.piling);
}

#[test]
fn what_is_named_copy_by_copy_leaves_the_others_where_all_are_meant() {
    let start = "start = [{ tile = \"straight\", at = \"0,0\" }]\n";
    for (lines, expected) in [
        ("piles = [{ tiles = [\"straight\"], last = [\"straight\"] }]", ["1 straight; 1 straight", "", ""]),
        ("out = [\"straight\"]\npiles = [{ tiles = [\"straight\"] }]", ["1 straight; ", "", "1 straight"]),
        ("aside = [\"straight\"]\npiles = [{ last = [\"lake\"] }]", ["1 spring, 2 bend; 1 lake", "2 straight", ""]),
        ("piles = [{ last = [\"bend\", \"lake\", \"bend\"] }]", ["1 spring; 1 bend, 1 lake, 1 bend", "", ""]),
    ] {
        assert_eq!(piles(&draft(&recipe(&[base(), river(&format!("{start}{lines}"))]))), expected, "{lines}");
    }
}

#[test]
fn an_option_replaces_what_its_expansion_says_list_by_list() {
    let lines = "
        aside = [\"lake\"]
        out = [\"bend\"]
        [options.short]
        about = \"x\"
        default = false
        [[when]]
        option = { short = true }
        out = [\"straight\", \"straight\"]
        piles = [{ tiles = [\"spring\"] }]
    ";
    let recipe = recipe(&[base(), river(lines)]);
    assert_eq!(piles(&draft(&recipe)), ["1 lake", "1 bend"]);
    let short = Recipe { options: [("short".into(), "true".into())].into(), ..recipe };
    assert_eq!(piles(&draft(&short)), ["1 spring; ", "1 lake", "2 straight"]);
}

#[test]
fn a_broken_pile_is_shown_where_it_is_broken_in_force_or_not() {
    let off = "options.o = { about = \"x\", default = false }\nwhen = [{ option = { o = true }, # }]\n";
    for (lines, word, message, help) in [
        ("out = [\"benp\"]", "benp", "unknown tile `benp`", "did you mean `bend`?"),
        ("out = [\"base:DD\"]", "base:DD", "unknown tile `base:DD`", "did you mean `base:D`?"),
        ("aside = [\"abbey:A\"]", "abbey:A", "unknown tile `abbey:A`", "tiles are in base, river"),
        (
            "out = [\"lake\", \"lake\"]",
            "lake",
            "the start, `last` and `out` take more than the 1 tile `lake` that there is",
            "",
        ),
        (
            "aside = [\"bend\", \"bend\"]",
            "bend",
            "the tiles `bend` are already used elsewhere",
            "first at river/expansion.toml:",
        ),
        (
            "piles = [{ tiles = [\"bend\"] }, { tiles = [\"lake\", \"river:bend\"] }]",
            "river:bend",
            "the tiles `river:bend` are already used elsewhere",
            "first at river/expansion.toml:",
        ),
        (
            "piles = [{ last = [\"lake\"] }, {}]",
            "{}",
            "another pile has all tiles of the expansion: say the `tiles` of this one",
            "first at river/expansion.toml:",
        ),
    ] {
        for lines in [lines.to_string(), off.replace('#', lines)] {
            let error = manifest_error(&recipe(&[base(), river(&lines)]));
            assert_eq!((error.place.word(), error.message.as_str()), (word, message), "{lines}");
            let said = error.help.clone().unwrap_or_default();
            assert!(said.starts_with(help) && said.is_empty() == help.is_empty(), "{said:?} for {lines}");
        }
    }
}

#[test]
fn a_pile_that_cannot_be_read_says_what_it_may_have() {
    let many = format!("piles = [{}]", "{ tiles = [] }, ".repeat(101));
    for (lines, word, message, help) in [
        ("piles = [{ tile = [\"lake\"] }]", "tile", "unknown key `tile`", "did you mean `tiles`?"),
        (
            "[[piles]]\naside = [\"lake\"]",
            "aside",
            "unknown key `aside`",
            "`aside` belongs beside `piles`, above the first table, not in one of them",
        ),
        ("out = \"lake\"", "\"lake\"", "expected a list, found a string", ""),
        ("[piles]\ntiles = []", "[piles]", "expected a list, found a table", ""),
        (&many, "{ tiles = [] }", "an expansion has at most 100 piles", ""),
    ] {
        let manifest = format!("id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n{lines}");
        let error = read("x", &manifest, "").unwrap_err();
        let told = (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default());
        assert_eq!(told, (word, message, help), "{lines}");
    }
}

#[test]
fn tiles_of_a_start_that_touch_must_fit() {
    let start = |south: &str| {
        let lines = format!("start = [{{ tile = \"spring\", at = \"0,0\" }}, {{ tile = \"{south}\", at = \"0,1\" }}]");
        draft(&recipe(&[base(), river(&lines)])).compile().map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(start("straight"), Ok(()));
    let why = "the start does not fit together: the edges of spring at 0,0 and D at 0,1 differ where they touch";
    assert_eq!(start("base:D"), Err(why.into()));
}
