//! The architecture as a test: arrows between rooms, no expansion's word in our code, one room for scripts, no print in
//! core, and how files begin and end.

mod rooms;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use bastide_tests::deal::root;
use bastide_tests::rewrite;
use bastide_tests::source::{Source, Token};

/// The most lines of a file. No file is exempt.
const MOST_LINES: usize = 500;
const LONG_FILES: [&str; 0] = [];

/// Words that sets have and that our code has for another reason.
const EXEMPT: [(&str, &str); 13] = [
    ("field", "what the strokes of a tile leave: the one kind that the core knows (DESIGN §1)"),
    ("follower", "a figure that counts for majorities: a mechanism, not a set's (DESIGN §1)"),
    ("count", "how many there are; the Count is a neutral figure of a later set"),
    ("farm", "what people call a field: the command `farms` shows whose each is, whatever a set calls those on it"),
    ("a", "a letter in the name of a token"),
    ("b", "the same"),
    ("c", "the same"),
    ("one", "a number in the name of a token"),
    ("two", "the same"),
    ("three", "the same"),
    ("four", "the same"),
    ("bag", "all tiles of a game, and what is left of them: a command"),
    ("large", "said of files and numbers; the large follower is two words"),
];

/// Words of the sets that have no manifest yet (RULES §4 to §15), beside those that their tiles carry.
const KNOWN: &str = "
    inn cathedral village large
    wine grain cloth goods builder pig trader
    dragon fairy volcano princess portal
    tower prison prisoner ransom guard captive
    count castle blacksmith market quarter wall
    king scout robber landlord friar farmyard
    siege cathar besieged escape
    river spring lake fork estuary
    fish fisherman lighthouse shoreline
    abbot abbey garden
    mayor wagon barn
    meeple pennant cloister monastery city road knight thief monk farmer farm traveler
";

fn ours() -> Vec<Source> {
    Source::all().into_iter().filter(|source| !source.is_test).collect()
}

fn assert_tidy(what: &str, offenders: Vec<String>) {
    assert!(offenders.is_empty(), "{what}: {} offenders\n{}", offenders.len(), offenders.join("\n"));
}

fn at(source: &Source, token: &Token) -> String {
    format!("{}:{}", source.path, token.line)
}

/// The files of commands that are listed, and those that there are.
#[test]
fn every_command_has_a_file_and_every_file_a_command() {
    let folder = root().join("../repl/src/commands");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|path| path.is_file()).map(|path| path.file_stem().unwrap().to_str().unwrap().to_string());
    let files: BTreeSet<String> = files.filter(|name| !["mod", "tests"].contains(&name.as_str())).collect();
    let commands: BTreeSet<String> = bastide::commands::all().names().map(String::from).collect();
    assert_eq!(files, commands);
}

// Words.

fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) => format!("{stem}y"),
        None => word.strip_suffix('s').unwrap_or(word).into(),
    }
}

/// The words of an identifier or a text, in small letters: at signs, at `_`, and where a capital begins a word.
fn words_of(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_small = false;
    for letter in text.chars() {
        if !letter.is_alphabetic() || letter.is_uppercase() && was_small {
            words.push(String::new());
        }
        was_small = letter.is_lowercase();
        if letter.is_alphabetic() {
            words.last_mut().unwrap().extend(letter.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The tables of a manifest whose keys are words of the set, and the keys whose values are.
fn collect_declared(manifest: &toml::Table, words: &mut BTreeSet<String>) {
    for section in ["kinds", "tags", "figures", "zones", "roles", "tokens", "piles"] {
        let Some(declared) = manifest.get(section).and_then(toml::Value::as_table) else { continue };
        for (name, lines) in declared {
            words.extend(words_of(name));
            let role = lines.get("role").and_then(toml::Value::as_str).unwrap_or("");
            words.extend(words_of(role));
        }
    }
}

/// The kinds that tiles are drawn with, the tags of their strokes and their own.
fn collect_drawn(tiles: &toml::Table, words: &mut BTreeSet<String>) {
    for tile in tiles.values().filter_map(toml::Value::as_table) {
        for (key, value) in tile.iter().filter(|(key, _)| !["count", "fits"].contains(&key.as_str())) {
            let texts = value.as_array().cloned().unwrap_or_else(|| vec![value.clone()]);
            for text in texts.iter().filter_map(toml::Value::as_str) {
                let tags: Vec<&str> = if key == "tags" { vec![text] } else { text.split('+').skip(1).collect() };
                words.extend(tags.into_iter().flat_map(words_of));
            }
            if key != "tags" {
                words.extend(words_of(key));
            }
        }
    }
}

fn manifests() -> Vec<PathBuf> {
    let top = root().join("../expansions");
    let folders = fs::read_dir(top).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = folders
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten())
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

/// Every word that belongs to a set: those that manifests declare and tiles carry, and those known of other sets.
fn words_of_sets() -> BTreeSet<String> {
    let mut words: BTreeSet<String> = KNOWN.split_whitespace().map(String::from).collect();
    for path in manifests() {
        let manifest: toml::Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        match path.file_name().is_some_and(|name| name == "expansion.toml") {
            true => collect_declared(&manifest, &mut words),
            false => collect_drawn(&manifest, &mut words),
        }
    }
    words.into_iter().filter(|word| !EXEMPT.iter().any(|(exempt, _)| exempt == word)).collect()
}

/// The identifiers and literals of a file that are its own: what follows `::` or `.` is declared elsewhere, and if that is
/// in our code, it is found there.
fn own_words(source: &Source) -> Vec<(String, Token)> {
    let tokens = source.tokens();
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let after = |back: usize, text: &str| i.checked_sub(back).is_some_and(|at| tokens[at].is(text));
        let is_foreign = after(1, ".") && !after(2, ".") || after(1, ":") && after(2, ":");
        let is_doc = after(1, "=") && after(2, "doc");
        if let Some(name) = token.ident().filter(|_| !is_foreign) {
            found.push((name, token.clone()));
        }
        if let Some(literal) = token.literal().filter(|_| !is_doc) {
            let text = literal.to_string();
            if text.contains(['"', '\'']) {
                // The letter of an escape such as `\n` is no letter of a word.
                found.push((text.replace("\\n", " ").replace("\\t", " ").replace("\\u", " "), token.clone()));
            }
        }
    }
    found
}

#[test]
fn no_word_of_a_set_is_in_the_code_of_core_or_repl() {
    let forbidden = words_of_sets();
    assert!(["inn", "dragon", "pennant", "knight", "volcano"].iter().all(|word| forbidden.contains(*word)));
    let mut offenders = Vec::new();
    for source in ours().iter().filter(|source| !source.path.starts_with("tests/")) {
        for (text, token) in own_words(source) {
            for word in words_of(&text) {
                if forbidden.contains(&word) || forbidden.contains(&singular(&word)) {
                    offenders.push(format!("{}: `{word}` in {text}", at(source, &token)));
                }
            }
        }
    }
    for rows in ["fields.txt", "keys.txt", "types.txt"] {
        let text = fs::read_to_string(root().join("../core/src/rules/script/surface").join(rows)).unwrap();
        let is_one = |word: &String| forbidden.contains(word) || forbidden.contains(&singular(word));
        offenders.extend(words_of(&text).into_iter().filter(is_one).map(|word| format!("{rows}: `{word}`")));
    }
    assert_tidy("words of sets", offenders);
}

#[test]
fn words_are_found_in_every_way_of_writing() {
    let forbidden = words_of_sets();
    let has =
        |text: &str| words_of(text).iter().any(|word| forbidden.contains(word) || forbidden.contains(&singular(word)));
    for text in ["is_dragon", "DragonFlight", "DRAGON", "cities", "\"two inns\"", "pig_herd", "b\"builder\"", "x_Wine2"]
    {
        assert!(has(text), "{text}");
    }
    for text in ["inner", "innermost", "countdown", "begin", "spigot", "field", "followers"] {
        assert!(!has(text), "{text}");
    }
}

// Tools that have one place or none.

fn offences(sources: &[Source], is_one: impl Fn(&[Token]) -> bool) -> Vec<String> {
    let mut offenders = Vec::new();
    for source in sources {
        let tokens = source.tokens();
        let found = tokens.windows(2).filter(|pair| is_one(pair));
        offenders.extend(found.map(|pair| format!("{}: {}", at(source, &pair[0]), pair[0].tree)));
    }
    offenders
}

#[test]
fn mlua_is_named_in_the_room_of_scripts_alone() {
    let is_outside = |source: &Source| !source.path.starts_with("core/src/rules/script/");
    let outside: Vec<Source> = Source::all().into_iter().filter(is_outside).collect();
    assert_tidy("mlua", offences(&outside, |pair| pair[0].is("mlua")));
    for folder in ["repl", "tests"] {
        let manifest: toml::Table =
            fs::read_to_string(root().join("..").join(folder).join("Cargo.toml")).unwrap().parse().unwrap();
        let depends = |section: &str| manifest.get(section).is_some_and(|section| section.get("mlua").is_some());
        assert!(!depends("dependencies") && !depends("dev-dependencies"), "{folder} depends on mlua");
    }
}

#[test]
fn toml_is_named_by_the_reader_of_manifests_alone() {
    let is_outside = |source: &Source| {
        source.path.starts_with("core/") && !source.path.starts_with("core/src/rules/manifest/") && !source.is_test
    };
    let outside: Vec<Source> = Source::all().into_iter().filter(is_outside).collect();
    assert_tidy("toml", offences(&outside, |pair| pair[0].is("toml") && pair[1].is(":")));
}

#[test]
fn core_prints_nothing_and_leaves_nothing_undone() {
    let core: Vec<Source> = ours().into_iter().filter(|source| source.path.starts_with("core/")).collect();
    let names = ["print", "println", "eprint", "eprintln", "dbg", "todo", "unimplemented"];
    let is_one = |pair: &[Token]| names.iter().any(|name| pair[0].is(name)) && pair[1].is("!");
    assert_tidy("macros in core", offences(&core, is_one));
}

#[test]
fn text_leaves_through_the_door_alone() {
    let inside = |source: &Source| source.path.starts_with("repl/src/") && source.path != "repl/src/io/door.rs";
    let others: Vec<Source> = ours().into_iter().filter(inside).collect();
    let names = ["print", "println", "eprint", "eprintln", "dbg"];
    let prints = |pair: &[Token]| names.iter().any(|name| pair[0].is(name)) && pair[1].is("!");
    assert_tidy("macros that print", offences(&others, prints));
    let streams = |pair: &[Token]| (pair[0].is("stdout") || pair[0].is("stderr")) && pair[1].is("(");
    assert_tidy("streams", offences(&others, streams));
}

/// The rooms that write files: the pen for commands, the others what the program keeps for itself.
const WRITERS: [&str; 9] = [
    "io/pen",
    "io/files",
    "io/history",
    "io/door",
    "game/autosave",
    "line/reproduce",
    "measure/contest",
    "trial/raw",
    "share/store",
];

#[test]
fn commands_write_files_with_the_pen_alone() {
    let is_other = |source: &Source| {
        let room = source.path.strip_prefix("repl/src/").map(|path| path.trim_end_matches(".rs"));
        room.is_some_and(|room| !WRITERS.contains(&room))
    };
    let others: Vec<Source> = ours().into_iter().filter(is_other).collect();
    let mut offenders = Vec::new();
    for source in &others {
        for words in source.tokens().windows(4).filter(|words| words[1].is(":") && words[2].is(":")) {
            let writes = ["write", "create", "create_new", "create_dir_all", "rename", "remove_file", "copy"];
            let of = ["files", "fs", "File"].iter().any(|name| words[0].is(name));
            if of && writes.iter().any(|name| words[3].is(name)) || words[0].is("OpenOptions") {
                offenders.push(at(source, &words[0]));
            }
        }
    }
    assert_tidy("files written past the pen", offenders);
}

#[test]
fn unsafe_is_nowhere() {
    assert_tidy("unsafe", offences(&Source::all(), |pair| pair[0].is("unsafe")));
    let workspace: toml::Table = fs::read_to_string(root().join("../Cargo.toml")).unwrap().parse().unwrap();
    assert_eq!(workspace["workspace"]["lints"]["rust"]["unsafe_code"].as_str(), Some("forbid"));
    for folder in ["core", "repl", "tests"] {
        let manifest: toml::Table =
            fs::read_to_string(root().join("..").join(folder).join("Cargo.toml")).unwrap().parse().unwrap();
        assert_eq!(manifest["lints"]["workspace"].as_bool(), Some(true), "{folder} takes the lints of the workspace");
    }
}

// Files.

#[test]
fn every_file_says_first_what_it_holds() {
    let is_mute = |source: &&Source| !source.text.starts_with("//! ");
    assert_tidy(
        "files without a first line",
        Source::all().iter().filter(is_mute).map(|source| source.path.clone()).collect(),
    );
}

/// What a text says of the switch that rewrites expected output, if it is not what the function says.
fn other_commands(path: &str, text: &str) -> Vec<String> {
    let command = rewrite::command("");
    let command = command.trim_end_matches("::");
    let (switch, _) = command.split_once(' ').expect("a command");
    let start = format!("{switch} cargo");
    let said = text.match_indices(&start).map(|(start, _)| &text[start..]);
    let others = said.filter(|said| !said.starts_with(command));
    others.map(|said| format!("{path}: {}", said.lines().next().unwrap_or_default())).collect()
}

#[test]
fn the_command_that_rewrites_expected_output_is_the_same_everywhere() {
    let mut offenders = Vec::new();
    for path in ["CONTRIBUTING.md", "tests/data/perft.txt"] {
        offenders.extend(other_commands(path, &fs::read_to_string(root().join("..").join(path)).unwrap()));
    }
    for source in Source::all() {
        offenders.extend(other_commands(&source.path, &source.text));
    }
    assert_tidy("other commands", offenders);
    assert_eq!(other_commands("x", &rewrite::command("x").replace("-p bastide-tests ", "")).len(), 1);
}

#[test]
fn no_file_is_too_long() {
    let is_long =
        |source: &&Source| source.text.lines().count() > MOST_LINES && !LONG_FILES.contains(&source.path.as_str());
    let words = |source: &Source| format!("{}: {} lines", source.path, source.text.lines().count());
    assert_tidy("long files", Source::all().iter().filter(is_long).map(words).collect());
}
