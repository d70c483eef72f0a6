//! Target `manifest`: the files of an expansion, each after a line `=== NAME`. If it can be read, it must make a table
//! and play.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use bastide::bot::{Bot, Random};
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::{Chance, Game, Setup};
use proptest::prelude::*;

use super::Target;
use super::soup::{edited, edits, known, noise, number, word};
use crate::deal::root;

pub const TARGET: Target = Target { name: "manifest", inputs, attempt, budget: Duration::from_secs(2), share: 600 };

const MARK: &str = "=== ";
const HEAD: &str = "id = \"broken\"\nname = \"Broken\"\nversion = \"1.0.0\"\n";
/// Choices that are made at a table that could be set.
const CHOICES: usize = 6;

/// What the shipped sets and house rules are written with.
struct Pool {
    /// Each set or rule as one text.
    texts: Vec<String>,
    /// `[tables]` and `[[lists]]`.
    headers: Vec<String>,
    keys: Vec<String>,
    values: Vec<String>,
    /// Lines of `tiles.toml` below a header.
    strokes: Vec<String>,
}

static BASE: LazyLock<Arc<Expansion>> = LazyLock::new(|| {
    let folder = Folder::read_dir(root().join("../expansions/base")).expect("the folder of the base game");
    Arc::new(Expansion::read(&folder).unwrap_or_else(|error| panic!("{error}")))
});

static POOL: LazyLock<Pool> = LazyLock::new(|| {
    let sets = list(&root().join("../expansions"));
    let rules = list(&root().join("../scripts/house")).into_iter().filter(|path| path.is_file());
    let read = |path: PathBuf| fs::read_to_string(path).unwrap_or_default();
    let of = |name: &str| -> Vec<String> { sets.iter().map(|set| read(set.join(name))).collect() };
    let (manifests, tiles, rules) = (of("expansion.toml"), of("tiles.toml"), rules.map(read).collect::<Vec<_>>());
    let mut texts: Vec<String> = manifests.iter().zip(&tiles).map(|(one, tiles)| parts(one, tiles)).collect();
    // A house rule has the name of its file: what matters here is its head.
    let heads =
        rules.iter().filter_map(|rule| rule.split_once("]]")).map(|(head, _)| format!("{head}]]\nreturn {{}}\n"));
    texts.extend(heads.map(|head| format!("{MARK}{}.lua\n{head}", id(&head))));
    let lines = |texts: &[String]| -> Vec<String> {
        let lines = texts.iter().flat_map(|text| text.lines()).map(|line| line.split(" # ").next().unwrap_or(line));
        lines.map(|line| line.trim().to_string()).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
    };
    let is_header = |line: &String| line.starts_with('[') && line.ends_with(']');
    let declared = lines(&manifests);
    let pairs = declared.iter().filter_map(|line| line.split_once(" = "));
    Pool {
        texts,
        headers: declared.iter().filter(|line| is_header(line)).cloned().collect(),
        keys: pairs.clone().map(|(key, _)| key.trim().to_string()).collect(),
        values: pairs.map(|(_, value)| value.to_string()).collect(),
        strokes: lines(&tiles).into_iter().filter(|line| !is_header(line)).collect(),
    }
});

/// What lies in a folder, by name.
fn list(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn id(head: &str) -> String {
    let line = head.lines().find_map(|line| line.strip_prefix("id = "));
    line.unwrap_or_default().trim_matches('"').into()
}

fn parts(manifest: &str, tiles: &str) -> String {
    format!("{MARK}expansion.toml\n{manifest}{MARK}tiles.toml\n{tiles}")
}

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let words =
        prop_oneof![2 => known(POOL.keys.clone()), 2 => known(POOL.values.clone()), 2 => number(), 1 => noise()]
            .boxed();
    let line = (known(POOL.keys.clone()), value()).prop_map(|(key, value)| format!("{key} = {value}"));
    let lines = prop_oneof![3 => line, 1 => known(POOL.headers.clone()), 1 => noise()].boxed();
    let changed =
        (known(POOL.texts.clone()), edits(words, lines)).prop_map(|(text, edits)| edited(text.as_bytes(), &edits));
    let raw = prop::collection::vec(any::<u8>(), 0..200)
        .prop_map(|bytes| [MARK.as_bytes(), b"expansion.toml\n", &bytes].concat());
    let made = (declarations(), tiles()).prop_map(|(manifest, tiles)| parts(&manifest, &tiles).into_bytes());
    let house =
        declarations().prop_map(|head| format!("{MARK}broken.lua\n--[=[\n{head}]=]\nreturn {{}}\n").into_bytes());
    prop_oneof![8 => changed, 8 => made, 3 => house, 1 => raw].boxed()
}

/// A value where one may stand: one of another key, a number, a list, a table, noise.
fn value() -> BoxedStrategy<String> {
    let text = |word: String| format!("\"{}\"", word.replace(['"', '\\', '\n'], ""));
    let one = prop_oneof![
        6 => known(POOL.values.clone()),
        2 => number(),
        1 => noise().prop_map(text),
        1 => word(&["true", "false", "{}", "[]", "\"\"", "nan", "1979-05-27", "\"field\"", "[[[]]]"]),
    ]
    .boxed();
    let list = prop::collection::vec(one.clone(), 0..4).prop_map(|values| format!("[{}]", values.join(", ")));
    let pair = (known(POOL.keys.clone()), one.clone()).prop_map(|(key, value)| format!("{key} = {value}"));
    let table = prop::collection::vec(pair, 0..3).prop_map(|pairs| format!("{{ {} }}", pairs.join(", ")));
    prop_oneof![8 => one, 1 => list, 1 => table].boxed()
}

/// A manifest with some tables, their lines from anywhere.
fn declarations() -> BoxedStrategy<String> {
    let header = prop_oneof![9 => known(POOL.headers.clone()), 1 => noise().prop_map(|name| format!("[kinds.{name}]"))];
    let line = (known(POOL.keys.clone()), value()).prop_map(|(key, value)| format!("{key} = {value}\n"));
    let table = (header, prop::collection::vec(line.clone(), 0..4))
        .prop_map(|(header, lines)| format!("{header}\n{}", lines.concat()));
    let top = prop_oneof![6 => Just(String::new()), 1 => line];
    (top, prop::collection::vec(table, 0..4))
        .prop_map(|(top, tables)| format!("{HEAD}{top}{}", tables.concat()))
        .boxed()
}

fn tiles() -> BoxedStrategy<String> {
    let line = prop_oneof![8 => known(POOL.strokes.clone()), 1 => (known(POOL.keys.clone()), value()).prop_map(|(key, value)| format!("{key} = {value}"))];
    let tile = (0u8..30, prop::collection::vec(line, 0..3))
        .prop_map(|(name, lines)| format!("[t{name}]\ncount = 1\n{}\n", lines.join("\n").replace("count = 1\n", "")));
    prop::collection::vec(tile, 0..3).prop_map(|tiles| tiles.concat()).boxed()
}

/// The files of an input.
fn folder(input: &[u8]) -> Folder {
    let mut files: Vec<(String, Vec<u8>)> = Vec::new();
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        match (line.strip_prefix(MARK.as_bytes()), files.last_mut()) {
            (Some(name), _) => files.push((String::from_utf8_lossy(name).trim().into(), Vec::new())),
            (None, Some((_, bytes))) => bytes.extend(line),
            (None, None) => {}
        }
    }
    Folder::from_files("fuzz", files)
}

fn attempt(input: &[u8]) -> Result<(), String> {
    let folder = folder(input);
    let is_house = folder.file("expansion.toml").is_none();
    let read = if is_house { Expansion::read_house(&folder) } else { Expansion::read(&folder) };
    match read {
        Ok(expansion) => play(expansion),
        Err(error) => {
            let said = error.render();
            if error.message.is_empty() || said.is_empty() { Err("an error without words".into()) } else { Ok(()) }
        }
    }
}

/// Sets a table with the set and the base game, and makes some choices.
fn play(expansion: Expansion) -> Result<(), String> {
    let base = (expansion.id() != "base").then(|| BASE.clone());
    let expansions = base.into_iter().chain([Arc::new(expansion)]).map(Portion::one).collect();
    let recipe = Recipe { expansions, ..Recipe::default() };
    let setup = match Setup::new(recipe, vec!["Ann".into(), "Ben".into()], false) {
        Ok(setup) => setup,
        Err(error) if error.to_string().is_empty() => return Err("an error without words".into()),
        Err(_) => return Ok(()),
    };
    let mut game =
        Game::new(Arc::new(setup), 1).map_err(|fault| format!("a script fails without a script: {fault}"))?;
    let mut bot = Random::new(Chance::new(1));
    for _ in 0..CHOICES {
        let Some(choice) = bot.choose(&game) else { break };
        game.choose(choice).map_err(|why| format!("a listed choice is refused: {why}"))?;
    }
    game.projected();
    drop(game.log_lines(0));
    Ok(())
}
