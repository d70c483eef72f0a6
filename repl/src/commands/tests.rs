//! Tests of how lines are parsed.

use std::ffi::OsString;

use super::*;
use crate::draw::screen::Screen;
use crate::game::library::Library;
use crate::game::new::New;
use crate::io::prose::width;
use crate::io::reply::{Cause, Failure};
use crate::io::{arguments, split};
use crate::line::command::Context;
use crate::line::{dispatch, shell};
use crate::session::Session;

/// Parses a line with clap.
fn matches(line: &str) -> Result<clap::ArgMatches, Failure> {
    let words = split::words(line).unwrap();
    arguments::matches(&all().find(&words[0]).unwrap().grammar, &words)
}

fn many(line: &str, argument: &str) -> Vec<String> {
    matches(line).unwrap().get_many::<String>(argument).unwrap().cloned().collect()
}

#[test]
fn the_grammar_is_sound() {
    shell::grammar(&all()).debug_assert();
    all().all().for_each(|entry| entry.grammar.clone().debug_assert());
}

#[test]
fn every_completer_belongs_to_an_argument_and_every_command_says_what_it_does() {
    for entry in all().all() {
        let has = |name: &str| entry.grammar.get_arguments().any(|argument| argument.get_id() == name);
        assert!(entry.completed().all(has), "{}", entry.name());
        assert!(!entry.about().is_empty() && entry.form.starts_with(entry.name()), "{}", entry.name());
    }
}

#[test]
fn the_shell_takes_flags_before_and_after_a_command() {
    for line in ["bastide --expansions x new base --seed 3", "bastide new base --seed 3 --expansions x"] {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let (globals, command) = shell::read(&all(), &arguments).unwrap();
        let (name, matches) = command.unwrap();
        let new: New = arguments::from_matches(&matches).unwrap();
        assert_eq!((globals.folders, name.as_str()), (vec!["x".into()], "new"));
        assert_eq!((new.expansions, new.seed), (vec!["base".into()], Some(3)));
    }
}

#[test]
fn a_cell_is_never_a_flag() {
    assert_eq!(many("why -1,0/field:NL", "what"), ["-1,0/field:NL"]);
}

#[test]
fn an_expectation_keeps_the_flags_of_what_it_expects() {
    let words = many("expect refused new base --players Red --lab", "words");
    assert_eq!(words, ["refused", "new", "base", "--players", "Red", "--lab"]);
}

#[test]
fn a_game_is_begun_with_everything_said() {
    let line = "new base*10 --players A,B --option x=1 --option y=2 --seed 7 --lab";
    let new: New = arguments::read("new", &split::words(line).unwrap()).unwrap();
    assert_eq!(new.expansions, ["base*10"]);
    assert_eq!(new.players.unwrap(), ["A", "B"]);
    assert_eq!((new.options.len(), new.seed, new.lab), (2, Some(7), true));
}

#[test]
fn a_slip_in_a_flag_is_a_usage_error_with_a_tip() {
    let failure = matches("new --sed 3").unwrap_err();
    assert_eq!(failure.cause, Cause::Usage);
    assert!(failure.message.contains("--seed"), "{failure}");
}

#[test]
fn a_number_that_is_none_is_told_in_a_sentence() {
    for (line, sentence) in [
        ("new --seed x", "--seed takes a whole number, not `x`"),
        ("new --seed 99999999999999999999", "99999999999999999999 is too large for --seed"),
        ("log x", "`x` is not a whole number"),
    ] {
        assert_eq!(matches(line).unwrap_err().message, sentence);
    }
}

#[test]
fn the_sets_of_a_bench_may_be_a_list() {
    let line = "bench --with a,b c";
    assert_eq!((many(line, "with").join(" "), many(line, "expansions").join(" ")), ("a b".into(), "c".into()));
}

#[test]
fn a_new_command_takes_no_short_form_from_those_that_were_there() {
    let context = Context::new(Library::default(), Screen::default(), all());
    let commands = all();
    let old: Vec<&str> = commands.all().filter(|entry| !entry.yields).map(|entry| entry.name()).collect();
    assert!(old.len() < commands.names().count());
    for word in old.iter().flat_map(|name| (2..=name.len()).map(|end| &name[..end])) {
        let begins: Vec<&str> = old.iter().filter(|name| name.starts_with(word)).copied().collect();
        let shortest = begins.iter().min_by_key(|name| name.len()).unwrap();
        let meant = begins.iter().all(|name| name.starts_with(shortest)).then(|| shortest.to_string());
        assert_eq!(dispatch::by_prefix(&context, word).ok().flatten(), meant, "{word}");
    }
    for (word, whole) in
        [("in", "info"), ("she", "sheet"), ("expans", "expansions"), ("ins", "install"), ("pac", "pack")]
    {
        assert_eq!(dispatch::by_prefix(&context, word).unwrap().as_deref(), Some(whole));
    }
}

#[test]
fn help_is_one_screen_of_eighty_columns() {
    let mut session = Session::new(Library::default(), Screen::default());
    let help = session.execute("help").stdout;
    assert!(help.lines().count() <= 23, "{} lines\n{help}", help.lines().count());
    assert!(help.lines().all(|line| width(line) <= 80), "{help}");
    for entry in all().all().filter(|entry| !entry.group.is_empty()) {
        assert!(help.contains(entry.form), "{} is listed in one piece\n{help}", entry.form);
    }
}
