//! The limits of manifests and scripts, with their numbers read from the code: the tables of docs/SANDBOX.md.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::deal::root;

/// A limit: what it limits, and the text in a file after which its number stands.
struct Limit {
    says: &'static str,
    file: &'static str,
    after: &'static str,
}

const fn limit(says: &'static str, file: &'static str, after: &'static str) -> Limit {
    Limit { says, file, after }
}

const SCRIPT: [Limit; 33] = [
    limit(
        "steps (calls and loop iterations) of one handler, with all its questions; of one module while it is loaded",
        "rules/script/sandbox.rs",
        "MAX_STEPS: u64 = ",
    ),
    limit("processor time of one handler", "rules/script/sandbox.rs", "MAX_TIME: Duration = "),
    limit(
        "steps that all handlers of one choice take together",
        "table/leash.rs",
        "CHOICE: Leash = Leash { steps: Some(",
    ),
    limit("their processor time", "table/leash.rs", "CHOICE: Leash = Leash { steps: Some(10_000_000), time: Some("),
    limit("memory of all scripts of a game", "rules/script/sandbox.rs", "MAX_MEMORY: usize = "),
    limit("memory allocated between two steps", "rules/script/sandbox.rs", "MAX_BYTES_BETWEEN_CHECKS: usize = "),
    limit(
        "operators (`+ - * / % ^ < > <= >= ..`, a `for` counts as three) of one function, not counting functions inside it",
        "rules/script/stretch.rs",
        "MAX_OPERATORS: usize = ",
    ),
    limit("handlers of one module", "rules/script/module.rs", "MAX_MODULE_HANDLERS: usize = "),
    limit("values in `game.state` of one expansion", "table/memory.rs", "MAX_VALUES: usize = "),
    limit("tables inside tables in `game.state`", "rules/script/datum.rs", "MAX_DEPTH: usize = "),
    limit("bytes of one text in `game.state`", "rules/script/datum.rs", "MAX_TEXT_BYTES: usize = "),
    limit(
        "characters of a reason (of scores, vetoes, moves, `game:tell`)",
        "rules/script/values.rs",
        "MAX_CHARS: usize = ",
    ),
    limit("characters of the name of a metric", "rules/script/methods/acts.rs", "MAX_METRIC_NAME: usize = "),
    limit("lines of a sheet", "rules/script/methods/folds.rs", "MAX_SHEET_LINES: usize = "),
    limit("points of one `score:rate`, positive or negative", "rules/script/methods/folds.rs", "MAX_RATE: i16 = "),
    limit("a factor of `score:scale`; its divisor starts at 1", "rules/script/methods/folds.rs", "MAX_FACTOR: i32 = "),
    limit("points for each neighbour in `game:score_feature`", "rules/script/methods/sheets.rs", "MAX_RATE: i32 = "),
    limit("options offered for one decision", "rules/script/methods/folds.rs", "MAX_OFFERS: usize = "),
    limit("options of one question", "rules/script/ask.rs", "MAX_OPTIONS: usize = "),
    limit("numbers of a `range` that a question lists", "rules/script/ask.rs", "MAX_LISTED: usize = "),
    limit("questions of one handler", "table/turn/limits.rs", "MAX_QUESTIONS: usize = "),
    limit(
        "free options chosen in one turn; after that none is offered until the next turn",
        "table/turn/limits.rs",
        "MAX_FREE_CHOICES: u16 = ",
    ),
    limit("parts of one turn", "table/turn/limits.rs", "MAX_PARTS: u8 = "),
    limit("extra turns in a row", "table/turn/limits.rs", "MAX_EXTRA_TURNS: usize = "),
    limit(
        "handlers that run in one turn (a handler that asks counts again with each answer)",
        "table/turn/limits.rs",
        "MAX_HANDLERS: u16 = ",
    ),
    limit("points for points in a row", "table/turn/limits.rs", "MAX_POINTS_DEPTH: u8 = "),
    limit("places that `game:fits` finds in one turn", "rules/script/methods/tiles.rs", "MAX_FOUND_PLACES: usize = "),
    limit("segments joined at one time", "rules/script/methods/links.rs", "MAX_LINKS: usize = "),
    limit("events of one game", "rules/script/methods/mod.rs", "MAX_EVENTS: usize = "),
    limit("sides of a die", "rules/script/methods/acts.rs", "(1..="),
    limit("lines that `lua` at the prompt prints", "rules/script/console.rs", "MAX_LINES: usize = "),
    limit("what `lua` at the prompt prints", "rules/script/console.rs", "MAX_BYTES: usize = "),
    limit(
        "characters of an error that a script raises; the rest is cut",
        "rules/script/report.rs",
        "MAX_MESSAGE_CHARS: usize = ",
    ),
];

const MANIFEST: [Limit; 36] = [
    limit("one file", "rules/manifest/folder.rs", "MAX_FILE: u64 = "),
    limit("all files of an expansion", "rules/manifest/folder.rs", "MAX_BYTES: u64 = "),
    limit("files and folders of an expansion", "rules/manifest/folder.rs", "MAX_ENTRIES: usize = "),
    limit("folders inside folders", "rules/manifest/folder.rs", "MAX_DEPTH: usize = "),
    limit("tables inside tables in a TOML file", "rules/manifest/tree.rs", "MAX_DEPTH: usize = "),
    limit("entries of one table or list in a TOML file", "rules/manifest/tree.rs", "MAX_LENGTH: usize = "),
    limit("characters of a name", "rules/manifest/word.rs", "MAX_NAME: usize = "),
    limit("characters of a sentence, all of them visible", "rules/manifest/node.rs", "MAX_SENTENCE: usize = "),
    limit("words of a list", "rules/manifest/node.rs", "MAX_WORDS: usize = "),
    limit("different tiles of a set", "rules/manifest/tiles.rs", "MAX_TILES: usize = "),
    limit("copies of one tile", "rules/manifest/tiles.rs", "MAX_COUNT: i64 = "),
    limit("strokes of a tile", "rules/manifest/tiles.rs", "MAX_STROKES: usize = "),
    limit("bytes of a stroke", "rules/manifest/tiles.rs", "MAX_STROKE: usize = "),
    limit("tags of a tile as a whole", "rules/manifest/tiles.rs", "MAX_TAGS: usize = "),
    limit("segments of a tile, its fields included", "table/tile/mod.rs", "MAX_SEGMENTS: usize = "),
    limit("tiles of the start position", "rules/manifest/beside.rs", "MAX_START: usize = "),
    limit("values of an option", "rules/manifest/option.rs", "MAX_VALUES: usize = "),
    limit("numbers in the range of an option", "rules/manifest/option.rs", "MAX_RANGE: i64 = "),
    limit("a number in a range, positive or negative", "rules/manifest/option.rs", "MAX_IN_RANGE: i64 = "),
    limit("any other number among the values of an option", "rules/manifest/option.rs", "MAX_NUMBER: i64 = "),
    limit("weight of a figure", "rules/manifest/supply.rs", "MAX_WEIGHT: i64 = "),
    limit("points for one of anything, positive or negative", "rules/manifest/kind.rs", "MAX_RATE: i64 = "),
    limit("tiles in `exactly`", "rules/manifest/kind.rs", "MAX_EXACTLY: u16 = "),
    limit("kinds in one game", "rules/manifest/vocabulary.rs", "Names::new(\"kind\", "),
    limit("tags in one game", "rules/manifest/vocabulary.rs", "Names::new(\"tag\", "),
    limit("kinds of figures in one game", "rules/manifest/vocabulary.rs", "Names::new(\"figure\", "),
    limit("kinds of tokens in one game", "rules/manifest/vocabulary.rs", "Names::new(\"token\", "),
    limit("zones in one game", "rules/manifest/vocabulary.rs", "Names::new(\"zone\", "),
    limit("counters in one game", "rules/manifest/vocabulary.rs", "Names::new(\"counter\", "),
    limit("forms in one game", "rules/manifest/vocabulary.rs", "Names::new(\"form\", "),
    limit("verbs in one game", "rules/manifest/vocabulary.rs", "Names::new(\"verb\", "),
    limit("figures in one game", "table/catalogue.rs", "MAX_FIGURES: usize = "),
    limit("players", "table/catalogue.rs", "MAX_PLAYERS: usize = "),
    limit("different sides of tiles in one game", "table/catalogue/compile.rs", "MAX_CLASSES: usize = "),
    limit("tiles in one game", "table/catalogue/compile.rs", "MAX_TILES: usize = "),
    limit("versions of tiles with forms over them", "table/catalogue/compile.rs", "MAX_VERSIONS: usize = "),
];

/// Limits that nobody who writes rules meets, or that others above stand for: how messages are cut, what is kept to be
/// fast, and room inside the table.
const INSIDE: [&str; 18] = [
    "rules/manifest/error.rs MAX_QUOTED",
    "rules/script/console.rs MAX_DEPTH",
    "rules/script/console.rs MAX_ENTRIES",
    "rules/script/console.rs MAX_TEXT_BYTES",
    "rules/script/datum.rs MAX_ENTRIES",
    "rules/script/datum.rs MAX_TABLES",
    "rules/script/host_pool.rs MAX_HOSTS",
    "rules/script/reckoned.rs MAX_BEYOND",
    "rules/script/reckoned.rs MAX_KEPT",
    "rules/script/reckoned.rs MAX_OF_PHASE",
    "rules/script/report.rs MAX_TRACEBACK",
    "rules/script/runs.rs MAX_KEPT",
    "rules/script/runs.rs MAX_OF_ONE",
    "rules/script/runs.rs MAX_VAIN",
    "rules/script/texts.rs MAX_BYTES",
    "rules/script/texts.rs MAX_REASONS",
    "rules/script/texts.rs MAX_TEXTS",
    "rules/script/trace.rs MAX_CALLS",
];

fn source(file: &Path) -> String {
    fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The value of a limit as people read it: `2,000,000`, `64 MiB`, `5 s`.
fn value(limit: &Limit) -> String {
    let text = source(&root().join("../core/src").join(limit.file));
    let (_, rest) = text.split_once(limit.after).unwrap_or_else(|| panic!("{}: no `{}`", limit.file, limit.after));
    let written: String = rest.chars().take_while(|c| !";,)\n".contains(*c)).collect();
    if let Some(seconds) = written.strip_prefix("Duration::from_secs(") {
        return format!("{seconds} s");
    }
    match written.split_once(" << ") {
        Some((number, "20")) => format!("{number} MiB"),
        Some((number, "10")) => format!("{number} KiB"),
        _ => grouped(&written.replace('_', "")),
    }
}

/// A number with a comma for each thousand.
fn grouped(digits: &str) -> String {
    assert!(digits.chars().all(|c| c.is_ascii_digit()), "{digits} is not a number");
    let groups: Vec<&str> = digits.as_bytes().rchunks(3).rev().filter_map(|group| str::from_utf8(group).ok()).collect();
    groups.join(",")
}

/// The table of the limits of scripts or of manifests.
pub fn table(of: &str) -> String {
    let limits: &[Limit] = if of == "scripts" { &SCRIPT } else { &MANIFEST };
    let mut table = "| at most | |\n|---|---|\n".to_string();
    for limit in limits {
        let _ = writeln!(table, "| {} | {} |", value(limit), limit.says);
    }
    table
}

/// The limits in the code that no table mentions: constants whose names begin with `MAX_`.
pub fn untold() -> Vec<String> {
    let told = |file: &str, name: &str| {
        let is_told = |limit: &Limit| limit.file == file && limit.after.starts_with(&format!("{name}:"));
        SCRIPT.iter().chain(&MANIFEST).any(is_told) || INSIDE.contains(&&*format!("{file} {name}"))
    };
    let mut untold = Vec::new();
    let mut folders =
        ["rules/manifest", "rules/script", "table/turn"].map(|folder| root().join("../core/src").join(folder)).to_vec();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
                let text = source(&path);
                let file = path
                    .to_string_lossy()
                    .split_once("core/src/")
                    .map(|(_, file)| file.to_string())
                    .expect("a file of core");
                let names = text.split("const ").skip(1).filter(|rest| rest.starts_with("MAX_"));
                let names = names.filter_map(|rest| rest.split(':').next()).filter(|name| !told(&file, name));
                untold.extend(names.map(|name| format!("{file} {name}")));
            }
        }
    }
    untold.sort();
    untold
}
