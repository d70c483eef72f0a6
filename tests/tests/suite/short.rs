//! The short forms of commands that people know keep their meaning: tests/data/short-forms.txt has those of every
//! release. A new command adds rows; none is ever changed.

use std::collections::BTreeMap;
use std::fs;

use bastide::commands;
use bastide::draw::screen::Screen;
use bastide::game::library::Library;
use bastide::line::command::Context;
use bastide::line::dispatch;
use bastide_tests::deal::root;
use bastide_tests::rewrite;

/// What each beginning of a command means, where it means one.
fn short_forms() -> BTreeMap<String, String> {
    let context = Context::new(Library::default(), Screen::default(), commands::all());
    let commands = commands::all();
    let words = commands.names().flat_map(|name| (1..=name.len()).map(|end| name[..end].to_string()));
    words.filter_map(|word| Some((word.clone(), dispatch::by_prefix(&context, &word).ok()??))).collect()
}

#[test]
fn short_forms_of_commands_keep_their_meaning() {
    let path = root().join("data/short-forms.txt");
    let now = short_forms();
    for line in fs::read_to_string(&path).unwrap_or_default().lines() {
        let (word, command) = line.split_once(' ').unwrap();
        assert_eq!(now.get(word).map(String::as_str), Some(command), "`{word}` meant `{command}`: see `YIELDS`");
    }
    let rows: String = now.iter().map(|(word, command)| format!("{word} {command}\n")).collect();
    rewrite::expect(&path, &rows);
}
