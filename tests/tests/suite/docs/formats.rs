//! docs/FORMATS.md: the JSON of every command and the form of a record, taken from the program.

use std::fmt::Write;

use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::rewrite;
use serde_json::Value;

use super::{EXE, read};

const PAGE: &str = "docs/FORMATS.md";
/// The game in which commands are tried.
const GAME: &str = "new base --players Ann,Ben --bots greedy,greedy --seed 1\nstep\nstep\nstep\nstep\n";

/// What is typed to try a command, where its name alone does not do.
const TYPED: [(&str, &str); 34] = [
    ("assist", "assist full"),
    ("bench", "bench base --games 1"),
    ("bots", "bots Ann random --wait"),
    ("break", "break on score"),
    ("compare", "compare base 'base --option tiny_city=2' --games 2"),
    ("check", "check base --quick"),
    ("completions", "completions bash"),
    ("docs", "docs lab commands"),
    ("expect", "expect points Ann 0"),
    ("export", "export board.svg"),
    ("help", "help undo"),
    ("info", "info 0,0"),
    ("init", "init lanterns"),
    ("install", "install ./tiny --yes"),
    ("load", "load game.txt"),
    ("look", "look a"),
    ("lua", "lua #game:tiles()"),
    ("match", "match random random --games 1"),
    ("new", "new base --players Ann,Ben --seed 2"),
    ("pack", "pack tiny"),
    ("pan", "pan E"),
    ("plain", "plain off"),
    ("redo", "undo\nredo"),
    ("replay", "replay --to 2"),
    ("save", "save saved.txt"),
    ("sheet", "sheet base base.svg"),
    ("shelf", "pack tiny --out packs\nshelf packs"),
    ("simulate", "simulate base --games 2"),
    ("test", "test scenes"),
    ("tiles", "tiles base"),
    ("trace", "trace all"),
    ("tutorial", "tutorial 1"),
    ("why", "why"),
    ("zoom", "zoom in"),
];
/// Commands whose answer cannot be tried here, and why.
const NOT_TRIED: [(&str, &str); 5] = [
    ("table", "needs a terminal"),
    ("quit", "ends the program"),
    ("resume", "needs a game that was saved by itself"),
    ("watch", "needs a terminal"),
    ("merge", "reads the files of `simulate --file`"),
];

/// The keys of the last object that a command prints.
fn keys(home: &Home, line: &str, before: usize) -> Vec<String> {
    let run = home.run(&["--format", "json"], format!("{GAME}{line}\n"));
    let lines: Vec<&str> = run.out.lines().skip(before).collect();
    let last = lines.last().unwrap_or_else(|| panic!("{line}: nothing is printed: {}", run.err));
    let Ok(Value::Object(object)) = serde_json::from_str(last) else { panic!("{line}: {last}") };
    assert_ne!(object.get("ok"), Some(&Value::Bool(false)), "{line}: {last}");
    object.keys().cloned().collect()
}

fn table() -> String {
    let home = Home::new(EXE);
    home.write("scenes/a.scene", "# A scene\nnew base --players Ann,Ben --lab\nexpect score Ann 0\n");
    home.write("tiny/expansion.toml", "id = \"tiny\"\nname = \"Tiny\"\nversion = \"1.0.0\"\n");
    let saved = home.run(&["-c", "new base --players Ann,Ben --bots random,random --seed 1; run; save game.txt"], "");
    assert_eq!(saved.code, Some(0), "{}", saved.err);
    let mut table = "| command | tried with | keys |\n|---|---|---|\n".to_string();
    let before = home.run(&["--format", "json"], GAME).out.lines().count();
    let commands = bastide::commands::all();
    let mut names: Vec<&str> = commands.names().collect();
    names.sort_unstable();
    for name in names {
        if let Some((_, why)) = NOT_TRIED.iter().find(|(command, _)| *command == name) {
            let _ = writeln!(table, "| `{name}` | | {why} |");
            continue;
        }
        let line = TYPED.iter().find(|(command, _)| *command == name).map_or(name, |(_, line)| line);
        let keys = keys(&home, line, before);
        let each = if keys.iter().any(|key| key == "command") { "" } else { "an object for each entry: " };
        let keys: Vec<String> = keys.iter().map(|key| format!("`{key}`")).collect();
        let line = line.lines().last().unwrap_or(name);
        let _ = writeln!(table, "| `{name}` | `{line}` | {each}{} |", keys.join(", "));
    }
    table
}

/// A record, without what changes with the files of the sets.
fn record() -> String {
    let home = Home::new(EXE);
    let lines = "new base --players Ann,Ben --seed 1; place 1,0 r0; deploy follower@road; save game.txt";
    let run = home.run(&["-c", lines], "");
    assert_eq!(run.code, Some(0), "{}", run.err);
    let text = std::fs::read_to_string(home.path("game.txt")).unwrap();
    let shown = |line: &str| match line.split_once("sha256:") {
        Some((before, _)) => format!("{before}sha256:…\n"),
        None if line.starts_with("# check ") => "# check …\n".into(),
        None => format!("{line}\n"),
    };
    format!("```text\n{}```\n", text.lines().map(shown).collect::<String>())
}

/// The page with what stands between a comment and the next end made anew.
fn with(page: &str, mark: &str, text: &str) -> String {
    let (before, rest) = page.split_once(mark).unwrap_or_else(|| panic!("{PAGE}: no {mark}"));
    let (_, after) = rest.split_once("<!-- end -->").unwrap();
    format!("{before}{mark}\n{text}<!-- end -->{after}")
}

#[test]
fn the_formats_are_told_from_the_program() {
    let page = with(&read(PAGE), "<!-- commands -->", &table());
    rewrite::expect(&root().join("..").join(PAGE), &with(&page, "<!-- record -->", &record()));
}
