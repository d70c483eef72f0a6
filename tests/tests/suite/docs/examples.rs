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
    let blocks = blocks("docs/MANIFEST.md");
    let manifests: Vec<&String> =
        blocks.iter().filter(|(language, _)| language == "toml").map(|(_, text)| text).collect();
    assert!(manifests.len() >= 8, "{}", manifests.len());
    for text in manifests {
        // A tile has its name alone, everything else a section before it.
        let is_tile = text.lines().next().is_some_and(|first| !first.contains('.') && !first.starts_with("[["));
        let (manifest, tiles) = if is_tile { ("", &text[..]) } else { (&text[..], "") };
        let files = [("expansion.toml", format!("{head}{manifest}")), ("tiles.toml", tiles.to_string())];
        let expansion = Expansion::read(&Folder::from_files("example", files));
        let expansion = expansion.unwrap_or_else(|error| panic!("{error}\n{text}"));
        if is_tile {
            assert_drawn(expansion, ["base", "example"], text);
        } else if text.contains("look") {
            assert_drawn(expansion, ["example"], text);
        }
    }
}

/// What has a look can be drawn, beside these sets.
fn assert_drawn<const N: usize>(expansion: Expansion, sets: [&str; N], text: &str) {
    let mut library = Library::default();
    library.hold(Arc::new(expansion));
    let recipe = library.recipe(&sets.map(String::from)).unwrap();
    let setup = Setup::new(recipe, vec!["Ann".into(), "Ben".into()], false).unwrap();
    Looks::of_setup(&setup).unwrap_or_else(|error| panic!("{error}\n{text}"));
}

/// Types a block, in order: lines at the prompt in one run of the program, and lines of the shell in one each.
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
        // A few games show as well that it works; what is asserted is not yet true of ten.
        if let Some(games) = words.iter().position(|word| word == "--games") {
            words[games + 1] = if shell.contains("--assert") { "100" } else { "10" }.into();
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
                None if language == "text" => assert_shown(&page, &printed, text),
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

/// Each line of a block was printed; `…` stands for any text, alone on a line for any lines.
fn assert_shown(page: &str, printed: &str, block: &str) {
    for line in block.lines() {
        let is_line = |printed: &&str| {
            line.split('…').try_fold(*printed, |rest, part| rest.split_once(part).map(|(_, rest)| rest)).is_some()
        };
        assert!(printed.lines().any(|line| is_line(&line)), "{page} shows `{line}`, but this was printed:\n{printed}");
    }
}

/// Whether a page is followed from its first block to its last, by a test of its own.
fn is_tutorial(page: &str) -> bool {
    blocks(page).iter().any(|(language, _)| language.contains(' '))
}

/// A folder with the house rules of a page.
fn home_with_rules(page: &str) -> Home {
    let home = Home::new(EXE);
    for (_, text) in blocks(page).iter().filter(|(language, text)| language == "lua" && text.starts_with("--[[")) {
        home.write(&format!("rules/{}.lua", id(text).unwrap()), text);
    }
    home
}

/// The lines that a page types in a shell, and what it shows after them.
fn shown_after_lines(page: &str) -> Vec<(String, String)> {
    let blocks = blocks(page);
    let pairs = blocks.windows(2).filter(|pair| pair[0].0.is_empty() && pair[1].0 == "text");
    pairs.map(|pair| (pair[0].1.clone(), pair[1].1.clone())).collect()
}

/// What many games are asked for by. They are played once, for all pages.
const MANY_GAMES: &str = "--games 1000";

#[test]
fn what_the_docs_show_after_a_line_is_printed() {
    let mut compared = 0;
    for page in pages().into_iter().filter(|page| !is_tutorial(page)) {
        for (lines, shown) in shown_after_lines(&page).iter().filter(|(lines, _)| !lines.contains(MANY_GAMES)) {
            assert_shown(&page, &run_lines(&home_with_rules(&page), &page, lines), shown);
            compared += 1;
        }
    }
    assert!(compared >= 2, "{compared}");
}

#[test]
fn what_the_docs_show_of_a_thousand_games_is_printed() {
    let of_page =
        |page: String| shown_after_lines(&page).into_iter().map(move |(lines, text)| (page.clone(), lines, text));
    let shown: Vec<_> =
        pages().into_iter().flat_map(of_page).filter(|(_, lines, _)| lines.contains(MANY_GAMES)).collect();
    let (page, most, _) = shown.iter().max_by_key(|(_, lines, _)| typed(lines).len()).expect("a thousand games");
    let printed = run_lines(&home_with_rules(page), page, most);
    for (page, lines, text) in &shown {
        // The other lines ask for a part of that.
        assert!(typed(most).starts_with(typed(lines)), "{page}: {lines}");
        assert_shown(page, &printed, text);
    }
    assert!(shown.len() >= 2, "{shown:?}");
}

#[test]
fn the_errors_of_the_docs_are_printed() {
    let blocks = blocks("docs/LUA.md");
    let errors = blocks.iter().filter(|(language, text)| language == "text" && text.starts_with("script error"));
    for (_, text) in errors {
        let home = Home::new(EXE);
        let hook = if text.contains("on_plase") { "on_plase" } else { "on_place" };
        home.write(
            "rules/q.lua",
            format!("{QUICK_RULE}\nfunction p.{hook}(e)\n  local colour = e.tile.colour\nend\n\nreturn p\n"),
        );
        let run = home.run(&["--expansions", "rules", "-c", "new q --players Ann,Ben --bots random,random; run"], "");
        assert_eq!(run.code, Some(3), "{}{}", run.out, run.err);
        assert_shown("docs/LUA.md", &run.err, text);
    }
}

/// The first seven lines of a house rule.
const QUICK_RULE: &str = "--[[\nid = \"q\"\nname = \"Q\"\nversion = \"1.0.0\"\n]]\nlocal p = {}\n";

/// Lua without a manifest is a part of a handler that knows the game, a player and some figures.
#[test]
fn every_part_of_a_handler_in_the_docs_runs() {
    let mut run = 0;
    for page in pages() {
        for (_, text) in blocks(&page).iter().filter(|(language, text)| language == "lua" && !text.starts_with("--")) {
            let home = Home::new(EXE);
            let head = "--[[\nid = \"part\"\nname = \"Part\"\nversion = \"1.0.0\"\n[verbs]\ncall = \"call\"\n]]\n";
            let known =
                "local game, player = event.game, event.player\nlocal figures = game:figures({ group = \"follower\" })";
            home.write(
                "rules/part.lua",
                format!("{head}return {{ on_place = function(event)\n{known}\n{text}end }}\n"),
            );
            assert_fine(&home, &["--expansions", "rules", "bench", "--games", "4", "--check", "part"], "");
            run += 1;
        }
    }
    assert!(run > 0);
}

#[test]
fn the_settings_of_the_docs_are_taken() {
    for page in ["docs/PLAYING.md", "docs/SHARING.md"] {
        let blocks = blocks(page);
        let mut settings = blocks.iter().filter(|(language, _)| language == "toml").map(|(_, text)| text).peekable();
        assert!(settings.peek().is_some(), "{page} shows no settings");
        for text in settings {
            let home = Home::new(EXE);
            home.write("bastide.toml", text);
            let run = home.run(&["paths"], "");
            assert!(run.code == Some(0) && run.err.is_empty(), "{page}: {text}{}", run.err);
            for name in text.lines().map(|line| line.split(" = ").next().unwrap()) {
                assert!(run.out.contains(&format!(" {name} = ")), "{page}: {name}\n{}", run.out);
            }
        }
    }
}

/// The keys of an object.
fn keys(value: &serde_json::Value) -> Vec<&String> {
    value.as_object().expect("an object").keys().collect()
}

#[test]
fn the_index_of_a_shelf_in_the_docs_has_the_keys_of_a_real_one() {
    let home = Home::new(EXE);
    let more = "summary = \"x\"\nauthors = [\"Ann\"]\nlicence = \"MIT\"\nrequires = { base = \"1\" }\n";
    home.write("my-set/expansion.toml", format!("id = \"my-set\"\nname = \"My set\"\nversion = \"1.0.0\"\n{more}"));
    assert_fine(&home, &["pack", "my-set", "--out", "packs"], "");
    assert_fine(&home, &["shelf", "packs", "--out", "site"], "");
    let made = std::fs::read_to_string(home.path("site/index.json")).unwrap();
    let made: serde_json::Value = serde_json::from_str(&made).unwrap();
    let blocks = blocks("docs/SHARING.md");
    let (_, shown) = blocks.iter().find(|(language, _)| language == "json").expect("an index");
    let shown: serde_json::Value = serde_json::from_str(shown).unwrap();
    assert_eq!(keys(&shown), keys(&made));
    assert_eq!(keys(&shown["packs"][0]), keys(&made["packs"][0]));
}

/// Words of other languages in the examples of docs/NUMBERS.md.
const OTHER_WORDS: &str = "select avg from games csv group by DuckDB pandas read_csv pivot index columns mean with \
                           read t test A B paired TRUE R";

#[test]
fn other_languages_in_the_docs_name_columns_that_there_are() {
    let home = Home::new(EXE);
    assert_fine(&home, &["compare", "base", "base", "--games", "2", "--bots", "random", "--csv", "games.csv"], "");
    let table = std::fs::read_to_string(home.path("games.csv")).unwrap();
    let columns: Vec<&str> = table.lines().next().unwrap().split(',').collect();
    let is_other = |language: &str| ["sql", "python", "r"].contains(&language);
    for (_, text) in blocks("docs/NUMBERS.md").iter().filter(|(language, _)| is_other(language)) {
        let words =
            text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').filter(|word| !word.is_empty());
        for word in words.filter(|word| !OTHER_WORDS.split(' ').any(|other| other == *word)) {
            assert!(columns.contains(&word), "no column `{word}`: {text}");
        }
    }
}

#[test]
fn what_the_docs_type_works() {
    for page in pages().into_iter().filter(|page| !is_tutorial(page)) {
        let home = home_with_rules(&page);
        // What is saved as an evening's game has hardly begun; the docs go on as if it was played.
        assert_fine(&home, &["-c", "new --players Ann,Ben --bots random,random; run; save whole.txt"], "");
        let evening = std::fs::read(home.path("whole.txt")).unwrap();
        let blocks = blocks(&page);
        let plain = blocks.iter().filter(|(language, _)| language.is_empty());
        for (_, text) in plain.filter(|(_, text)| !is_tried_elsewhere(text)) {
            type_block(&home, text);
            if home.path("evening.txt").exists() {
                home.write("evening.txt", &evening);
            }
        }
    }
}

/// Blocks that other tests try, and what cargo is told.
fn is_tried_elsewhere(text: &str) -> bool {
    let begins = ["cargo ", "bastide› ", "bastide --expansions rules test"];
    begins.iter().any(|begin| text.starts_with(begin)) || text.contains("# A finished city")
}

/// How a game of the docs begins: a position in which the tiles in its prompts fit where they are placed.
const POSITION: &str = "new base --players Red,Blue --lab\nput D 0,0 r0\nput E 0,-1 r180\n";

/// The lines of a game in the docs, as they can be typed one after the other. The prompt of each names the tile in hand.
fn game_lines(game: &str) -> String {
    let (mut lines, mut in_hand, mut last) = (String::new(), "", "");
    for (prompt, line) in game.lines().filter_map(|line| line.split_once("› ")) {
        if let Some(tile) = prompt.strip_prefix("Red place ").filter(|tile| *tile != in_hand) {
            lines += if in_hand.is_empty() { POSITION } else { "" };
            lines += if last.starts_with("place ") { "pass\n" } else { "" };
            lines += &format!("next {tile}\nturn Red\n");
            in_hand = tile;
        }
        last = typed(line);
        lines += match last {
            "undo" => "undo\nredo",
            // It needs a terminal.
            "table" => "help table",
            line => line,
        };
        lines += "\n";
    }
    lines
}

#[test]
fn the_first_games_of_the_docs_can_be_played() {
    for page in ["README.md", "docs/PLAYING.md"] {
        let blocks = blocks(page);
        let (_, game) = blocks.iter().find(|(_, text)| text.starts_with("bastide› ")).unwrap();
        assert!(game.lines().count() > 5, "{page}: {game}");
        assert_fine(&Home::new(EXE), &[], &game_lines(game));
    }
}

/// The languages that are tried in some pages alone, with those pages. A `text` here is one that follows no lines.
const PAGES_OF: [(&str, &[&str]); 8] = [
    ("json", &["docs/SHARING.md"]),
    ("python", &["docs/NUMBERS.md"]),
    ("r", &["docs/NUMBERS.md"]),
    ("scene", &["docs/SCENES.md"]),
    ("sh", &["README.md", "docs/SHARING.md"]),
    ("sql", &["docs/NUMBERS.md"]),
    ("text", &["docs/API.md", "docs/FORMATS.md", "docs/LUA.md", "docs/MANIFEST.md"]),
    ("toml", &["docs/COOKBOOK.md", "docs/LUA.md", "docs/MANIFEST.md", "docs/PLAYING.md", "docs/SHARING.md"]),
];

#[test]
fn every_block_of_the_docs_is_one_that_some_test_tries() {
    for page in pages().into_iter().filter(|page| !is_tutorial(page)) {
        let shown: Vec<String> = shown_after_lines(&page).into_iter().map(|(_, text)| text).collect();
        for (language, text) in blocks(&page).iter().filter(|(_, text)| !shown.contains(text)) {
            let is_of = |(name, pages): &(&str, &[&str])| name == language && pages.contains(&page.as_str());
            let is_tried = ["", "lua"].contains(&language.as_str()) || PAGES_OF.iter().any(is_of);
            assert!(is_tried, "{page}: no test tries this `{language}`\n{text}");
        }
    }
}
