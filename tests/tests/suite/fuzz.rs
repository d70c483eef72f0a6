//! A small part of the fuzzing, and every input that once failed.

use bastide_tests::fuzz::Target;
use bastide_tests::fuzz::keys::PROGRAM;
use bastide_tests::fuzz::run::{again, run};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

/// Tries what failed before, then some of what the command would try.
fn holds(name: &str) {
    PROGRAM.get_or_init(|| EXE);
    let target = Target::named(name).expect("a target");
    for (file, input) in target.kept() {
        again(target, input).unwrap_or_else(|why| panic!("{name}/{file}: {why}"));
    }
    let report = run(target, target.share, 1, 1, |_| {});
    if let Some(failure) = report.failures.into_iter().next() {
        let input = String::from_utf8_lossy(&failure.input);
        panic!("{}\n{input}\n`fuzz {name} {}` finds and keeps it", failure.why, target.share);
    }
}

#[test]
fn manifests_are_read_or_refused() {
    holds("manifest");
}

#[test]
fn strokes_are_read_or_refused_and_turn_with_their_tile() {
    holds("strokes");
}

#[test]
fn records_that_load_save_and_load_again() {
    holds("records");
}

#[test]
fn lines_leave_a_game_that_saves_and_loads() {
    holds("lines");
}

#[test]
fn rules_that_call_anything_break_no_law() {
    holds("chaos");
}

#[test]
fn keys_leave_a_program_that_answers() {
    holds("keys");
}
