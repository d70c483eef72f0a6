//! How lines are read.

use super::*;
use crate::io::split;

fn read(line: &str) -> Command {
    parse(&split::words(line).unwrap()).unwrap()
}

#[test]
fn the_grammar_is_sound() {
    Cli::command().debug_assert();
    Line::command().debug_assert();
}

#[test]
fn the_shell_takes_flags_before_and_after_a_command() {
    for line in ["bastide --expansions x new base --seed 3", "bastide new base --seed 3 --expansions x"] {
        let Cli { globals, command } = Cli::try_parse_from(line.split(' ')).unwrap();
        let Some(Command::New(new)) = command else { panic!() };
        assert_eq!((globals.folders, new.expansions, new.seed), (vec!["x".into()], vec!["base".into()], Some(3)));
    }
}

#[test]
fn a_cell_is_never_a_flag() {
    assert_eq!(read("why -1,0/field:NL"), Command::Why { what: vec!["-1,0/field:NL".into()] });
    assert_eq!(read("place -1,0 r90"), Command::Verb(["place", "-1,0", "r90"].map(String::from).into()));
}

#[test]
fn an_expectation_keeps_the_flags_of_what_it_expects() {
    let Command::Expect { words } = read("expect refused new base --players Red --lab") else { panic!() };
    assert_eq!(words, ["refused", "new", "base", "--players", "Red", "--lab"]);
}

#[test]
fn a_game_is_begun_with_everything_said() {
    let Command::New(new) = read("new base*10 --players A,B --option x=1 --option y=2 --seed 7 --lab") else {
        panic!()
    };
    assert_eq!(new.expansions, ["base*10"]);
    assert_eq!(new.players.unwrap(), ["A", "B"]);
    assert_eq!((new.options.len(), new.seed, new.lab), (2, Some(7), true));
}

#[test]
fn a_slip_in_a_flag_is_a_usage_error_with_a_tip() {
    let failure = parse(&split::words("new --sed 3").unwrap()).unwrap_err();
    assert_eq!(failure.cause, Cause::Usage);
    assert!(failure.message.contains("--seed"), "{failure}");
}

#[test]
fn a_number_that_is_none_is_told_in_a_sentence() {
    for (line, sentence) in [
        ("new --seed x", "--seed takes a whole number, not `x`"),
        ("new --seed 99999999999999999999", "99999999999999999999 is too large for --seed"),
        ("log x", "`x` is no whole number"),
    ] {
        assert_eq!(parse(&split::words(line).unwrap()).unwrap_err().message, sentence);
    }
}

#[test]
fn the_sets_of_a_bench_may_be_a_list() {
    let Command::Bench(bench) = read("bench --with a,b c") else { panic!() };
    assert_eq!((bench.with.join(" "), bench.expansions.join(" ")), ("a b".into(), "c".into()));
}
