//! The sets that are shipped and the players who play them, listed once for all tests.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use bastide::game::library::Library;
use bastide::game::new::COLOURS;

use crate::deal::root;

/// The ids of all shipped sets, the base game among them; house rules are not among them.
pub static ALL: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folders = fs::read_dir(folder()).expect("the folder of the sets").map(|entry| entry.expect("a folder"));
    let mut ids: Vec<String> = folders.map(|entry| entry.file_name().into_string().expect("the id of a set")).collect();
    ids.sort();
    let mut library = Library::new(vec![folder()]);
    let mut is_set =
        |id: &String| !library.find(id).unwrap_or_else(|failure| panic!("{id}: {}", failure.message)).is_house();
    ids.retain(&mut is_set);
    ids
});

/// The first seven sets without the base game.
pub const FIRST: [&str; 6] =
    ["river", "inns-and-cathedrals", "traders-and-builders", "princess-and-dragon", "tower", "count"];

/// The folder that holds the shipped sets.
pub fn folder() -> PathBuf {
    root().join("../expansions").canonicalize().expect("the folder of the sets")
}

/// The first seven sets as words of `new`.
pub fn first() -> String {
    FIRST.join(" ")
}

/// The same as people type them: the first word of each.
pub fn first_typed() -> String {
    FIRST.map(|id| id.split('-').next().unwrap_or(id)).join(" ")
}

/// The names of the players at a table.
pub fn names(players: usize) -> Vec<String> {
    COLOURS[..players].iter().map(|name| name.to_string()).collect()
}
