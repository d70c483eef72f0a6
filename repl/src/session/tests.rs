//! Lines that are typed, and their answers.

use super::*;
use crate::reader::{self, ScriptOptions};

fn session() -> Session {
    Session::new(Library::default(), Screen::default())
}

/// All output of a line, errors after results.
fn say(session: &mut Session, line: &str) -> String {
    let outcome = session.execute(line);
    outcome.stdout + &outcome.stderr
}

/// A session after these lines, none of which was refused.
fn after(lines: &str) -> Session {
    let mut session = session();
    for line in lines.lines() {
        let outcome = session.execute(line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    }
    session
}

fn record(session: &Session) -> Vec<String> {
    session.context.table.as_ref().unwrap().game.record_lines()
}

const LAB: &str = "new base --players Red,Blue --lab\nput D 0,0 r0\nnext W U\nturn Red";

#[test]
fn a_letter_a_number_and_a_rest_are_one_turn() {
    let mut session = after(LAB);
    assert_eq!(say(&mut session, "a"), "the tile fits at a in 3 ways: write a 1 = r0, a 2 = r180 or a 3 = r270\n");
    assert_eq!(say(&mut session, "a 2 road:N"), "");
    assert_eq!(record(&session)[3..], ["place -1,0 r180", "deploy follower@road:N"]);
}

#[test]
fn a_turn_whose_rest_is_refused_did_not_happen() {
    let mut session = after(LAB);
    for line in ["a 2 city", "a 4", "a 2 9", "a r90 1", "zz", "a 2 deploy", "a 2 road"] {
        assert_ne!(session.execute(line).code, 0, "{line}");
    }
    assert_eq!(record(&session).len(), 3);
    assert_eq!(say(&mut session, "a 1 -"), "");
    assert_eq!(record(&session)[3..], ["place -1,0 r0", "pass"]);
}

#[test]
fn at_a_deploy_decision_a_digit_a_dash_and_a_beginning_are_enough() {
    for (typed, chosen) in [
        ("1", "deploy follower@road:W"),
        ("-", "pass"),
        ("p", "pass"),
        ("road:N", "deploy follower@road:N"),
        ("field:e", "deploy follower@field:ER"),
        ("field:SL", "deploy follower@field:ER"),
        ("dep follower@field:EL", "deploy follower@field:NR"),
        ("deploy follower@road:e", "deploy follower@road:E"),
    ] {
        let mut session = after(LAB);
        say(&mut session, "place -1,0 r180");
        assert_eq!(say(&mut session, typed), "", "{typed}");
        assert_eq!(record(&session).pop().unwrap(), chosen, "{typed}");
    }
    let mut session = after(LAB);
    say(&mut session, "a 2");
    assert_eq!(
        say(&mut session, "road"),
        "`road` fits several options: deploy follower@road:W, deploy follower@road:N or deploy follower@road:E\n"
    );
}

#[test]
fn a_letter_never_runs_a_command_while_something_is_to_be_decided() {
    let mut session = after(LAB);
    for letter in ["d", "n", "p", "q", "u"] {
        assert_eq!(say(&mut session, letter), format!("no cell has the letter {letter}; a to c do\n"));
    }
    assert_eq!(say(&mut session, "zz"), "no cell has the letters zz; a to c do\n");
    for early in ["1", "road", "field:N"] {
        assert_eq!(say(&mut session, early), "first place W, for instance a r0\n");
    }
    assert_eq!(record(&session).len(), 3);
    say(&mut session, "c");
    for word in ["a", "n", "q", "cloister", "blob"] {
        let options = "1 road:E  2 road:S  3 road:W  4 field:NL  5 field:ER  6 field:SR  - pass";
        assert_eq!(say(&mut session, word), format!("it is Red's turn to deploy: {options}\n"), "{word}");
    }
    assert_eq!(say(&mut session, "legl"), "unknown command `legl`; did you mean `legal`?\n");
    assert_eq!(record(&session).len(), 4);
    assert_eq!(say(&mut session, "undo"), "1 choice undone.\n");
}

#[test]
fn whoever_has_nothing_to_deploy_hears_it() {
    let mut session = after("new base --players Red,Blue --lab\nput D 0,0 r0\ntake Red follower 7\nnext W\nturn Red");
    assert_eq!(say(&mut session, "a 1"), "Red has no follower left\n");
}

#[test]
fn undo_takes_back_a_persons_choice_with_what_the_bot_answered() {
    let mut session = after("new --seed 5\na 1 1");
    let before = record(&session);
    assert_eq!(before.len(), 4, "{before:?}");
    assert_eq!(say(&mut session, "undo"), "3 choices undone.\n");
    assert_eq!(record(&session), ["place 0,-1 r180"]);
    assert_eq!(say(&mut session, "redo"), "3 choices redone.\n");
    assert_eq!(record(&session), before);
    assert_eq!(say(&mut session, "undo turn"), "4 choices undone.\n");
    assert!(record(&session).is_empty());
    assert_eq!(say(&mut session, "undo"), "nothing to undo\n");
    assert_eq!(say(&mut session, "redo 9"), "4 choices redone.\n");
    assert_eq!(say(&mut session, "redo"), "nothing to redo\n");
    say(&mut session, "undo 2");
    assert_eq!(session.execute("b 1 -").code, 0);
    assert_eq!(say(&mut session, "redo"), "nothing to redo\n");
}

#[test]
fn words_that_nobody_knows_are_guessed_at_and_cost_nothing() {
    let mut session = session();
    assert_eq!(say(&mut session, "legl"), "unknown command `legl`; did you mean `legal`?\n");
    assert_eq!(say(&mut session, "legal"), "no game is running; `new` starts one\n");
    assert_eq!(say(&mut session, "place 1,0 r0"), "no game is running; `new` starts one\n");
    assert_eq!(say(&mut session, "e"), "`e` is ambiguous: editions, events, expansions, expect or export\n");
    assert_eq!(session.execute("\"").code, 2);
    assert_eq!(session.execute("bogus").code, 2);
    assert_eq!(session.execute("").code, 0);
    assert_eq!(session.execute("# nothing").code, 0);
}

#[test]
fn an_expectation_fails_with_what_was_found_and_refusals_leave_all_as_it_was() {
    let mut session = after(LAB);
    assert_eq!(say(&mut session, "expect supply Red follower 6"), "expected 6 followers with Red, found 7\n");
    assert_eq!(
        say(&mut session, "expect decision Blue place"),
        "expected decision Blue place, found decision Red place\n"
    );
    let text = say(&mut session, "expect only place \"1,0 r0\"");
    assert!(text.contains("(- missing, + too much)") && text.contains("\n    + place 1,0 r90\n"), "{text}");
    assert!(!text.contains("place 1,0 r0\n"), "what is as expected is not listed\n{text}");
    for holds in [
        "expect refused place 5,5 r0",
        "expect refused place 1,0 r9",
        "expect refused new base --players Red",
        "expect legal place 1,0 r0",
        "expect legal \"place 1,0 r0\"",
        "expect illegal place 1,0 r270",
        "expect drawn W",
        "expect tiles pile 69",
        "expect feature 0,0/road tiles 1 open 2 complete no owners none",
    ] {
        assert_eq!(say(&mut session, holds), "", "{holds}");
    }
    assert!(say(&mut session, "expect refused place 1,0 r0").contains("it was accepted"));
    assert_eq!(session.execute("expect refused plcae 1,0 r0").code, 2);
    assert_eq!(session.execute("expect refused log x").code, 2);
    assert_eq!(session.execute("expect refused new --help").code, 1, "help is not refused");
    assert_eq!(session.execute("expect pionts Red 3").code, 2);
    assert_eq!(record(&session).len(), 3);
}

#[test]
fn with_json_every_command_is_one_object_a_line() {
    let mut session = session();
    session.format = Format::Json;
    let lines = "new --seed 5\nlegal\na 1 1\nboard\nscores\nscore\nsupply\nstate\nlog\nledger\nwhy\nundo\nbots\nbogus\nplace 0,0 r0";
    for line in lines.lines() {
        let outcome = session.execute(line);
        assert!(outcome.stderr.is_empty() && outcome.stdout.lines().count() == 1, "{line}: {outcome:?}");
        let object: Value = serde_json::from_str(&outcome.stdout).unwrap();
        assert_eq!(object["ok"], outcome.code == 0, "{line}");
    }
    let tiles = session.execute("tiles base").stdout;
    assert_eq!(tiles.lines().count(), 24);
    assert!(tiles.contains(
        r#"{"id":"D","count":4,"tags":[],"segments":[{"kind":"city","sides":["N"],"tags":[]},{"kind":"road","sides":["E","W"],"tags":[]}],"fields":"#
    ));
}

#[test]
fn a_record_is_loaded_as_it_was_saved_and_a_damaged_one_is_refused() {
    let path = std::env::temp_dir().join(format!("bastide-record-{}", std::process::id()));
    let shown = path.display().to_string();
    let mut session = after(&format!("new --seed 5\na 1 1\nsave {shown}"));
    let (before, text) = (record(&session), std::fs::read_to_string(&path).unwrap());
    let mut fresh = after(&format!("load {shown}"));
    assert_eq!(record(&fresh), before);
    assert_eq!(say(&mut fresh, "undo"), "3 choices undone.\n");
    let as_script = after(&text);
    assert_eq!(record(&as_script), before);
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines[..lines.len() - 1].join("\n");
    let changed = text.replace("r180", "r270");
    for (bad, why) in [
        ("hello", "this is not a Bastide record"),
        ("", "this is not a Bastide record"),
        ("# bastide record 2\n", "only version 1 can be read"),
        (cut.as_str(), "ends early"),
        (changed.as_str(), "changed or damaged"),
    ] {
        std::fs::write(&path, bad).unwrap();
        let outcome = session.execute(&format!("load {shown}"));
        assert!(outcome.code == 4 && outcome.stderr.contains(why), "{bad}: {}", outcome.stderr);
        assert!(outcome.stderr.starts_with(&format!("{shown}:")), "{}", outcome.stderr);
        assert_eq!(record(&session), before);
    }
    std::fs::write(&path, b"# bastide record 1\n\xff").unwrap();
    assert!(session.execute(&format!("load {shown}")).stderr.contains("byte 19 is not UTF-8"));
    std::fs::remove_file(&path).unwrap();
}

fn script(input: &[u8], keep_going: bool) -> (String, String, u8) {
    let (mut out, mut err) = (String::new(), String::new());
    let mut emit = |outcome: &Outcome| {
        out.push_str(&outcome.stdout);
        err.push_str(&outcome.stderr);
        Ok(())
    };
    let code = reader::run(&mut session(), "x", input, ScriptOptions { keep_going, echo: false }, &mut emit).unwrap();
    (out, err, code)
}

#[test]
fn a_script_stops_at_its_first_error_and_names_the_line() {
    assert_eq!(script(b"bots off\nscores\n", false).1, "x:1: no game is running; `new` starts one\n");
    let (_, err, code) = script(b"\n# c\r\nbogus\r\nscores\n", true);
    assert_eq!((err.lines().count(), code), (2, 2));
    assert!(err.starts_with("x:3: ") && err.contains("\nx:4: "), "{err}");
    assert_eq!(script(b"log \"a", false), (String::new(), "x:1: the quote at column 5 is never closed\n".into(), 2));
    assert_eq!(script(b"x\nb\xff\n", true).1.lines().nth(1), Some("x:2: byte 3 of the input is not UTF-8"));
    let mut long = vec![b'a'; 3 << 20];
    long.extend(b"\nscores");
    let (_, err, _) = script(&long, true);
    assert_eq!(err, "x:1: the line is longer than 1048576 bytes\nx:2: no game is running; `new` starts one\n");
}

#[test]
fn a_failed_expectation_in_a_script_goes_on_and_fails_it() {
    let (_, err, code) = script(b"new base --lab\nexpect over\nput D 0,0 r0\nexpect score Red 3\n", false);
    assert_eq!(code, 1);
    assert_eq!(
        err,
        "x:2: expected the game to be over, found no turn begun\nx:4: expected a score of 3 for Red, found 0\n"
    );
}
