//! Looking inside a game: files that change are taken up, what a lab does by Lua is in its record, and only what is really
//! played is traced.

use super::pty::{EXE, Terminal};
use bastide_tests::program::Home;

/// A rule that pays the placer for each scored feature.
fn gift(points: u32) -> String {
    let head = "--[[\nid = \"gift\"\nname = \"Gift\"\nversion = \"1.0.0\"\n]]\n";
    format!("{head}return {{ on_scored = function(e) e.game:score(e.placer, {points}, \"gift\") end }}\n")
}

#[test]
fn a_saved_file_is_taken_up_while_the_game_is_watched() {
    let home = Home::new(EXE);
    home.write("rules/gift.lua", gift(3));
    let mut terminal = Terminal::open(&home, &["--expansions", "rules"], &[]);
    terminal.until_listening();
    terminal.say("new gift --players Ann,Ben --bots greedy,greedy --seed 2");
    terminal.until("turn 1");
    terminal.until_listening();
    terminal.say("run 12");
    terminal.until("+3: gift");
    terminal.until_listening();
    terminal.say("watch");
    terminal.until("Ctrl-C ends it");
    home.write("rules/gift.lua", gift(7));
    terminal.until("reloaded: gift (changed)");
    terminal.until("turn 2: Ben +7 ");
    terminal.until("turn 5: Ann +7 ");
    home.write("rules/gift.lua", "return {");
    terminal.until("gift.lua:");
    home.write("rules/gift.lua", gift(3));
    terminal.until("reloaded: gift (changed)");
    terminal.press("\x03");
    terminal.until_listening();
    terminal.say("log 300");
    terminal.until("+3: gift");
    let (seen, _) = terminal.leave();
    assert!(!seen.contains("panicked"), "{seen}");
}

#[test]
fn what_a_lab_does_by_lua_is_in_its_record() {
    let home = Home::new(EXE);
    let lines = [
        "new inns --players Ann,Ben --lab",
        "put D 0,0 r0 Ann:follower@road",
        "lua game:score(game.players[1], 5, \"gift\")",
        "lua --as inns-and-cathedrals game.state.seen = 4",
        "hook \"on_turn = function(turn) turn.game:score(turn.player, 2, 'rent') end\"",
        "lua --as inns-and-cathedrals game.state.seen",
        "next U",
        "turn Ben",
        "scores",
        "save lab.txt",
        "load lab.txt",
        "scores",
        "lua --as inns-and-cathedrals game.state.seen",
        "lua game.state.seen",
        "undo 4",
        "scores",
    ];
    let run = home.run(&[], lines.join("\n"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let told: Vec<&str> = run.out.lines().map(str::trim).filter(|line| !line.starts_with("Loaded")).collect();
    let scores = told.iter().filter(|line| line.starts_with("Ann  ")).collect::<Vec<_>>();
    assert_eq!(scores, [&"Ann    5", &"Ann    5", &"Ann    5"], "{}", run.out);
    let rent = told.iter().filter(|line| **line == "Ben    2").count();
    assert_eq!(rent, 2, "{}", run.out);
    assert_eq!(told.iter().filter(|line| **line == "4").count(), 3, "{}", run.out);
}

#[test]
fn only_what_is_really_played_is_traced() {
    let home = Home::new(EXE);
    let lines = ["new inns --players Ann,Ben --bots greedy,greedy --seed 5", "trace on_score", "run", "ledger"];
    let run = home.run(&[], lines.join("\n"));
    assert_eq!(run.code, Some(0), "{}", run.err);
    let calls = run.out.lines().filter(|line| line.starts_with("inns-and-cathedrals on_score")).count();
    let paid = run.out.lines().filter(|line| line.contains(" = ") && line.contains("; ")).count();
    assert!(calls > 3 && calls < paid, "{calls} calls, {paid} sentences about points: {}", run.out);
}
