//! Dependencies between rooms: each uses only those above it in the table of its crate, and in some rooms each file uses
//! only those above it in the table of the room.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use bastide_tests::deal::root;
use bastide_tests::source::{Source, Token};

use super::{assert_tidy, ours};

const CRATES: [&str; 2] = ["core", "repl"];

/// The rooms that have an order inside, by crate and folder.
const ORDERED: [(&str, &str); 7] = [
    ("core", "rules/manifest"),
    ("core", "rules/script"),
    ("core", "rules/script/methods"),
    ("core", "table/turn"),
    ("repl", "draw/vector"),
    ("repl", "draw/view"),
    ("repl", "table_view"),
];

/// The names in the first column of the table in the docs of a file.
fn names_in_table(path: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("..").join(path)).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("//! | "));
    let first_columns = rows.filter_map(|row| row.split('|').next());
    let names = first_columns.flat_map(|column| column.split('`').skip(1).step_by(2));
    names.map(String::from).collect()
}

/// One name, or the first names of all paths in a group, with their lines.
fn names_after(tokens: &[Token], at: usize) -> Vec<(String, usize)> {
    let named = |token: &Token| token.ident().map(|name| (name, token.line));
    if !tokens[at].is("{") {
        return named(&tokens[at]).into_iter().collect();
    }
    let (mut names, mut nested) = (Vec::new(), 0);
    for pair in tokens[at..].windows(2) {
        nested += pair[0].is("{") as usize;
        nested -= pair[0].is("}") as usize;
        if nested == 0 {
            break;
        }
        if nested == 1 && (pair[0].is("{") || pair[0].is(",")) {
            names.extend(named(&pair[1]));
        }
    }
    names
}

fn is_path(tokens: &[Token], at: usize) -> bool {
    [at, at + 1].iter().all(|at| tokens.get(*at).is_some_and(|token| token.is(":")))
}

/// Whether a path of these words stands at a place, and something after it.
fn follows(tokens: &[Token], at: usize, path: &[&str]) -> bool {
    let mut places = path.iter().enumerate().map(|(n, word)| (at + 3 * n, word));
    places.all(|(at, word)| tokens.get(at).is_some_and(|token| token.is(word)) && is_path(tokens, at + 1))
}

/// The names that stand after a path of these words.
fn names_behind(source: &Source, path: &[&str]) -> Vec<(String, usize)> {
    let tokens = source.tokens();
    // In a macro the path to the crate is one for outsiders.
    let is_there = |at: &usize| follows(&tokens, *at, path) && !(*at > 0 && tokens[at - 1].is("$"));
    (0..tokens.len()).filter(is_there).flat_map(|at| names_after(&tokens, at + 3 * path.len())).collect()
}

/// The names that stand after as many `super::` as lead to a level: 0 is the top, 1 a layer, 2 the folder of a room.
fn names_above(source: &Source, level: usize) -> Vec<(String, usize)> {
    let tokens = source.tokens();
    let (mut names, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        let climbs = (0..).take_while(|n| follows(&tokens, at + 3 * n, &["super"])).count();
        let depth = source.depth() + tokens[at].depth.min(8);
        if climbs > 0 && climbs + level == depth {
            names.extend(names_after(&tokens, at + 3 * climbs));
        }
        at += (3 * climbs).max(1);
    }
    names
}

/// The rooms of a crate in their order, and its layers, which are folders of rooms.
struct Plan {
    folder: &'static str,
    rooms: Vec<String>,
    layers: BTreeSet<String>,
    /// Macros are called by the name of the crate alone; they live in the room that writes them.
    macros: BTreeMap<String, String>,
}

impl Plan {
    fn of(folder: &'static str, sources: &[Source]) -> Plan {
        let rooms = names_in_table(&format!("{folder}/src/lib.rs"));
        let layers = rooms.iter().filter_map(|room| room.split_once("::")).map(|(layer, _)| layer.into()).collect();
        let mut plan = Plan { folder, rooms, layers, macros: BTreeMap::new() };
        for source in sources {
            let Some(room) = plan.room(source) else { continue };
            let tokens = source.tokens();
            let names = tokens.windows(3).filter(|window| window[0].is("macro_rules")).filter_map(|it| it[2].ident());
            plan.macros.extend(names.map(|name| (name, room.clone())));
        }
        plan
    }

    fn place(&self, room: &str) -> Option<usize> {
        self.rooms.iter().position(|other| other == room)
    }

    /// The room of a file: `line/command/context.rs` is in `line::command`, `prompt/aid.rs` in `prompt`. What only lists rooms is in
    /// none.
    fn room(&self, source: &Source) -> Option<String> {
        let path = source.path.strip_prefix(self.folder)?.strip_prefix("/src/")?;
        let mut parts = path.trim_end_matches(".rs").split('/');
        match (parts.next()?, parts.next()) {
            ("lib" | "main", None) => None,
            (layer, Some("mod")) if self.layers.contains(layer) => None,
            (layer, Some(room)) if self.layers.contains(layer) => Some(format!("{layer}::{room}")),
            (room, _) => Some(room.into()),
        }
    }

    /// The rooms that a file names, with their lines.
    fn rooms_named(&self, source: &Source) -> Vec<(String, usize)> {
        let at_the_top = names_behind(source, &["crate"]).into_iter().chain(names_above(source, 0));
        let singly = at_the_top.filter(|(name, _)| !self.layers.contains(name));
        let mut named: Vec<(String, usize)> =
            singly.map(|(name, line)| (self.macros.get(&name).cloned().unwrap_or(name), line)).collect();
        for layer in &self.layers {
            let rooms = names_behind(source, &["crate", layer]).into_iter();
            named.extend(rooms.map(|(room, line)| (format!("{layer}::{room}"), line)));
        }
        named
    }
}

#[test]
fn every_room_uses_only_rooms_above_it() {
    let (sources, mut offenders, mut arrows) = (ours(), Vec::new(), 0);
    for folder in CRATES {
        let plan = Plan::of(folder, &sources);
        for source in &sources {
            let Some(room) = plan.room(source) else { continue };
            for (used, line) in plan.rooms_named(source) {
                arrows += 1;
                if plan.place(&used).is_none() || plan.place(&used) > plan.place(&room) {
                    offenders.push(format!("{}:{line}: {room} uses {used}", source.path));
                }
            }
        }
    }
    assert!(arrows > 1_000, "rooms use one another, but only {arrows} times were found");
    assert_tidy("arrows between rooms", offenders);
}

#[test]
fn every_room_is_in_the_table() {
    let sources = ours();
    for folder in CRATES {
        let plan = Plan::of(folder, &sources);
        let listed: BTreeSet<String> = plan.rooms.iter().cloned().collect();
        assert_eq!(listed.len(), plan.rooms.len(), "a room stands in the table of {folder} twice");
        let there: BTreeSet<String> = sources.iter().filter_map(|source| plan.room(source)).collect();
        assert_eq!(there, listed);
    }
}

#[test]
fn rooms_of_one_layer_name_each_other_in_full() {
    let (sources, mut offenders) = (ours(), Vec::new());
    for folder in CRATES {
        let plan = Plan::of(folder, &sources);
        for source in sources.iter().filter(|source| plan.room(source).is_some_and(|room| room.contains("::"))) {
            // In a room's own file `super` is the layer, and in the files of its folder `super::super`.
            let depth = source.depth() - 1;
            let climbs = source
                .tokens()
                .windows(3 * depth + 1)
                .any(|words| words.iter().step_by(3).all(|word| word.is("super")));
            offenders.extend(climbs.then(|| source.path.clone()));
        }
    }
    assert_tidy("paths by `super` to another room", offenders);
}

/// The file that lists the files of a room.
fn listing<'a>(sources: &'a [Source], folder: &str) -> &'a Source {
    let paths = [format!("{folder}/mod.rs"), format!("{folder}.rs")];
    sources.iter().find(|source| paths.contains(&source.path)).unwrap_or_else(|| panic!("nothing lists {folder}"))
}

/// The files of a room by name, without the one that lists them. A folder in it is one.
fn files<'a>(sources: &'a [Source], folder: &str) -> Vec<(&'a str, &'a Source)> {
    let inside =
        sources.iter().filter_map(|source| Some((source.path.strip_prefix(folder)?.strip_prefix('/')?, source)));
    let named = inside.map(|(file, source)| (file.trim_end_matches(".rs").split('/').next().unwrap_or(file), source));
    named.filter(|(file, _)| *file != "mod").collect()
}

/// The names of what a file declares itself, without what it only hands on from other files.
fn declared(source: &Source) -> BTreeSet<String> {
    let words = ["const", "static", "fn", "struct", "enum", "trait", "type"];
    let tokens = source.tokens();
    let pairs = tokens.windows(2).filter(|pair| words.iter().any(|word| pair[0].is(word)));
    pairs.filter_map(|pair| pair[1].ident()).collect()
}

#[test]
fn every_file_of_an_ordered_room_uses_only_files_above_it() {
    let (sources, mut offenders) = (ours(), Vec::new());
    for (house, room) in ORDERED {
        let folder = format!("{house}/src/{room}");
        let listing = listing(&sources, &folder);
        let (order, common) = (names_in_table(&listing.path), declared(listing));
        let place = |file: &str| order.iter().position(|other| other == file);
        let path: Vec<&str> = std::iter::once("crate").chain(room.split('/')).collect();
        let mut arrows = 0;
        for (file, source) in files(&sources, &folder) {
            let named = [names_behind(source, &path), names_above(source, path.len() - 1)].concat();
            let is_above = |used: &str| used == file || place(used).is_some_and(|used| Some(used) < place(file));
            let to_files = named.into_iter().filter(|(used, _)| !common.contains(used));
            for (used, line) in to_files {
                arrows += 1;
                if !is_above(&used) {
                    offenders.push(format!("{}:{line}: {file} uses {used}", source.path));
                }
            }
        }
        assert!(arrows * 3 > order.len(), "the files of {room} use one another, but only {arrows} times were found");
    }
    assert_tidy("arrows between the files of a room", offenders);
}

#[test]
fn every_file_of_an_ordered_room_is_in_its_table() {
    let sources = ours();
    for (house, room) in ORDERED {
        let folder = format!("{house}/src/{room}");
        let order: BTreeSet<String> = names_in_table(&listing(&sources, &folder).path).into_iter().collect();
        let there: BTreeSet<String> = files(&sources, &folder).iter().map(|(file, _)| file.to_string()).collect();
        assert_eq!(there, order);
    }
}
