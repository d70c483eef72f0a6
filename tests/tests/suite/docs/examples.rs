//! Runs every example of README.md and docs/: rules and expansions are played, scenes and lines are run, manifests are
//! read.

use std::sync::Arc;

use bastide::draw::looks::Looks;
use bastide::game::library::Library;
use bastide_core::Setup;
use bastide_core::manifest::{Expansion, Folder};
use bastide_tests::program::Home;

use super::{EXE, read};

/// All pages with examples.
fn pages() -> Vec<String> {
    let docs = super::pages::pages().into_iter().map(|(name, _)| format!("docs/{name}"));
    ["README.md".to_string()].into_iter().chain(docs).collect()
}

/// The code blocks of a page: the language that is said, and the text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let text = read(page);
    let mut parts = text.split("\n```");
    let mut blocks = Vec::new();
    parts.next();
    while let (Some(block), Some(_)) = (parts.next(), parts.next()) {
        let (language, body) = block.split_once('\n').unwrap_or((block, ""));
        blocks.push((language.to_string(), format!("{body}\n")));
    }
    blocks
}

/// The id that a manifest declares.
fn id(text: &str) -> Option<&str> {
    text.lines().find_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'))
}

/// A line as it is typed, without what explains it: that stands after two blanks or more.
fn typed(line: &str) -> &str {
    line.split_once("  ").map_or(line, |(typed, _)| typed).trim_end()
}

fn assert_fine(home: &Home, arguments: &[&str], input: &str) {
    let run = home.run(arguments, input);
    assert_eq!(run.code, Some(0), "{arguments:?} < {input}\n{}{}", run.out, run.err);
}

#[test]
fn every_house_rule_of_the_docs_is_played() {
    let mut played = 0;
    for page in pages() {
        let home = Home::new(EXE);
        for (_, text) in blocks(&page).iter().filter(|(language, text)| language == "lua" && text.starts_with("--[")) {
            let id = id(text).unwrap_or_else(|| panic!("{page}: a rule without an id:\n{text}"));
            home.write(&format!("rules/{id}.lua"), text);
            let needed = text.lines().find_map(|line| line.strip_prefix("requires = { ")).unwrap_or_default();
            let needed = needed.split(", ").filter_map(|need| need.split_once(" = ")).map(|(set, _)| set);
            let sets: Vec<&str> = needed.chain([id]).collect();
            let arguments = [&["--expansions", "rules", "bench", "--games", "4", "--check"], &sets[..]].concat();
            assert_fine(&home, &arguments, "");
            played += 1;
        }
    }
    assert!(played > 20, "{played}");
}

/// The files of an expansion that a page shows one after the other, and the lines that are typed with them.
#[test]
fn the_expansion_of_the_docs_is_played() {
    let home = Home::new(EXE);
    let blocks = blocks("docs/LUA.md");
    let first = blocks.iter().position(|(language, text)| language == "toml" && id(text).is_some()).unwrap();
    let folder = format!("rules/{}", id(&blocks[first].1).unwrap());
    for (file, (_, text)) in
        ["expansion.toml", "tiles.toml", "init.lua", "scenes/first.scene"].into_iter().zip(&blocks[first..])
    {
        home.write(&format!("{folder}/{file}"), text);
    }
    let lines: Vec<&str> = blocks[first + 4].1.lines().collect();
    assert!(lines.len() == 3 && lines[0].contains(&folder), "{lines:?}");
    for line in lines {
        let words: Vec<&str> = line.split(' ').skip(1).collect();
        assert_fine(&home, &words, "");
    }
}

#[test]
fn every_manifest_of_the_docs_is_read() {
    let head = "id = \"example\"\nname = \"Example\"\nversion = \"1.0.0\"\n";
    let mut count = 0;
    for (_, text) in
        blocks("docs/MANIFEST.md").iter().filter(|(language, text)| language == "toml" && text.starts_with('['))
    {
        // A tile has its name alone, everything else a section before it.
        if text.lines().next().is_some_and(|first| first.contains('.') || first.starts_with("[[")) {
            let folder = Folder::from_files("example", [("expansion.toml", format!("{head}{text}"))]);
            let expansion = Expansion::read(&folder).unwrap_or_else(|error| panic!("{error}\n{text}"));
            if text.contains("look") {
                assert_drawn(expansion, text);
            }
            count += 1;
        }
    }
    assert!(count >= 5, "{count}");
}

/// What has a look can be drawn.
fn assert_drawn(expansion: Expansion, text: &str) {
    let mut library = Library::default();
    library.hold(Arc::new(expansion));
    let recipe = library.recipe(&["example".into()]).unwrap();
    let setup = Setup::new(recipe, vec!["Ann".into(), "Ben".into()], false).unwrap();
    Looks::of_setup(&setup).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

/// What is typed in a block: lines at the prompt in one run of the program, and lines of the shell in one each, in order.
fn type_block(home: &Home, text: &str) {
    let mut at_prompt = String::from("new base --players Ann,Ben\n");
    for line in text.lines() {
        let Some(shell) = typed(line).strip_prefix("bastide ") else {
            at_prompt += if line.starts_with(' ') { line } else { typed(line) };
            at_prompt += "\n";
            continue;
        };
        assert_fine(home, &[], &std::mem::replace(&mut at_prompt, "new base --players Ann,Ben\n".into()));
        let mut words = shlex::split(shell).unwrap();
        if words[0] == "match" {
            // A search thinks for minutes.
            words.extend(["--games", "1"].map(String::from));
            words[1] = "random".into();
        }
        // A few games show as well that it works.
        if let Some(games) = words.iter().position(|word| word == "--games") {
            words[games + 1] = "10".into();
        }
        assert_fine(home, &words.iter().map(String::as_str).collect::<Vec<_>>(), "");
    }
    assert_fine(home, &[], &at_prompt);
}

/// A page that says where its examples are kept (three backticks, `toml harbour/tiles.toml`) is followed from the first
/// block to the last: files are written, lines are run, and what is shown was printed.
#[test]
fn a_tutorial_is_followed_step_by_step() {
    let mut followed = 0;
    for page in pages() {
        let blocks = blocks(&page);
        if !blocks.iter().any(|(language, _)| language.contains(' ')) {
            continue;
        }
        let home = Home::new(EXE);
        let mut printed = String::new();
        for (language, text) in &blocks {
            match language.split_once(' ') {
                Some((_, file)) => drop(home.write(file, text)),
                None if language == "text" => {
                    for line in text.lines().filter(|line| *line != "…") {
                        assert!(printed.contains(line), "{page} shows `{line}`, but this was printed:\n{printed}");
                    }
                }
                None if language.is_empty() => printed = run_lines(&home, &page, text),
                None => {}
            }
        }
        followed += 1;
    }
    assert!(followed > 0);
}

/// Runs the lines of a shell, and returns what the last of them printed.
fn run_lines(home: &Home, page: &str, text: &str) -> String {
    let mut printed = String::new();
    for line in text.lines().map(typed) {
        let words = shlex::split(line.strip_prefix("bastide ").unwrap_or_else(|| panic!("{page}: {line}"))).unwrap();
        let run = home.run(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
        assert_eq!(run.code, Some(0), "{page}: {line}\n{}{}", run.out, run.err);
        printed = run.out + &run.err;
    }
    printed
}

#[test]
fn what_the_docs_type_works() {
    // A tutorial is followed in order, by a test of its own.
    let is_tutorial = |page: &String| blocks(page).iter().any(|(language, _)| language.contains(' '));
    for page in pages().into_iter().filter(|page| !is_tutorial(page)) {
        let home = Home::new(EXE);
        // What is saved as an evening's game has hardly begun; the docs go on as if it was played.
        assert_fine(&home, &["-c", "new --players Ann,Ben --bots random,random; run; save whole.txt"], "");
        let evening = std::fs::read(home.path("whole.txt")).unwrap();
        let blocks = blocks(&page);
        for (_, text) in blocks.iter().filter(|(language, text)| language == "lua" && text.starts_with("--[[")) {
            home.write(&format!("rules/{}.lua", id(text).unwrap()), text);
        }
        let plain = blocks.iter().filter(|(language, _)| language.is_empty());
        for (_, text) in plain.filter(|(_, text)| !is_shown(text)) {
            type_block(&home, text);
            if home.path("evening.txt").exists() {
                home.write("evening.txt", &evening);
            }
        }
    }
}

/// Blocks that show what the program prints, how a tile is drawn, what cargo is told, or a game as it may go.
fn is_shown(text: &str) -> bool {
    let begins = ["script error", " ", "cargo ", "bastide› ", "bastide --expansions rules test"];
    begins.iter().any(|begin| text.starts_with(begin)) || text.contains("# A finished city")
}

#[test]
fn the_first_games_of_the_docs_type_commands_that_there_are() {
    let home = Home::new(EXE);
    for page in ["README.md", "docs/PLAYING.md"] {
        let blocks = blocks(page);
        let (_, game) = blocks.iter().find(|(_, text)| text.starts_with("bastide› ")).unwrap();
        let lines = game.lines().filter_map(|line| line.split_once("› ")).map(|(_, line)| typed(line));
        let commands: Vec<&str> =
            lines.filter(|line| !line.starts_with("b ")).filter_map(|line| line.split(' ').next()).collect();
        assert!(commands.len() > 5);
        for command in commands {
            assert_fine(&home, &["-c", &format!("help {command}")], "");
        }
    }
}
