//! The prompt at a real terminal: keys, interrupts, sizes, colours. The answers of commands are in the transcripts.

use std::time::{Duration, Instant};

use super::pty::{EXE, TIMEOUT, Terminal};
use bastide_tests::program::Home;
use rexpect::process::{Signal, WaitStatus};

/// All colour sequences; bold and reverse are none.
fn colours(seen: &str) -> Vec<&str> {
    let is_colour = |n: &str| matches!(n.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107));
    let sequences = seen.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    sequences.map(|(numbers, _)| numbers).filter(|numbers| numbers.split(';').any(is_colour)).collect()
}

pub fn exited_well(status: WaitStatus) {
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
}

/// A person does not wait longer than this. Tried three times at the most, since the machine may be busy with other tests.
fn soon(most: Duration, mut wait: impl FnMut() -> Duration) {
    let waits: Vec<Duration> =
        (0..3).scan(false, |done, _| (!*done).then(&mut wait).inspect(|waited| *done = *waited < most)).collect();
    assert!(waits.last().is_some_and(|waited| *waited < most), "{waits:?}");
}

#[test]
fn a_game_is_played_by_letters_and_kept_when_the_person_leaves() {
    let home = Home::new(EXE);
    soon(Duration::from_secs(10), || {
        let (home, start) = (Home::new(EXE), Instant::now());
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.until("bastide> ");
        terminal.say("new --players Ann,Ben --seed 5");
        terminal.until("fits at ");
        let waited = start.elapsed();
        terminal.leave();
        waited
    });
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.say("a 1");
    terminal.until("1 city:E  2 field:NL  - pass");
    terminal.until("Ann deploy> ");
    terminal.say("1");
    terminal.until("******o");
    terminal.until("Ben place E> ");
    terminal.say("b 2 -");
    terminal.until("Ann place D> ");
    terminal.say("why nobody");
    terminal.until("unknown player `nobody`");
    terminal.until("Ann place D> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert_eq!(colours(&seen), [""; 0], "NO_COLOR");
    let kept = home.path("state/bastide/autosave.txt").display().to_string();
    assert!(seen.contains(&format!("The game is saved: load {kept}")), "{seen}");
    let said = home.run(&[], format!("load {kept}\nlog 1\n"));
    assert!(said.code == Some(0) && said.out.contains("Ben places E at -1,-1 r180"), "{said:?}");
}

#[test]
fn an_interrupt_clears_the_line_and_two_say_how_to_leave() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.press("scores");
    terminal.until("scores");
    terminal.press("\x03");
    let before = terminal.until("bastide> ");
    assert!(!before.contains("Ctrl-D quits"), "{before}");
    terminal.say("help pass");
    terminal.until("Ends this decision");
    terminal.until("bastide> ");
    terminal.press("\x03");
    terminal.until("bastide> ");
    terminal.press("\x03");
    terminal.until("Ctrl-D quits");
    terminal.until("bastide> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!seen.contains("no game is running"), "the cleared line was not carried out: {seen}");
}

#[test]
fn an_interrupt_stops_bots_that_play_and_keeps_the_session() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new base*100 --players Ann,Ben --bots greedy,greedy --seed 1");
    terminal.until("Ann place V> ");
    terminal.say("run 4");
    terminal.until("turn 5");
    terminal.until("> ");
    terminal.say("run");
    let start = Instant::now();
    while !terminal.is_computing() {
        assert!(start.elapsed() < TIMEOUT, "the line is never carried out");
        std::thread::yield_now();
    }
    // The first may come before the command listens.
    while terminal.is_computing() {
        assert!(start.elapsed() < TIMEOUT, "the bots cannot be stopped");
        terminal.press("\x03");
        std::thread::sleep(Duration::from_millis(50));
    }
    terminal.until("stopped; `run` continues");
    terminal.say("state");
    terminal.until("Turn ");
    terminal.until("figures: ");
    terminal.until("> ");
    let (_, status) = terminal.leave();
    exited_well(status);
    let record = std::fs::read_to_string(home.path("state/bastide/autosave.txt")).unwrap();
    let placed = record.lines().filter(|line| line.starts_with("place ")).count();
    println!("{placed} turns before the bots were stopped");
    assert!((4..7_100).contains(&placed), "{placed}");
}

#[test]
fn tab_completes_a_command_and_a_new_size_does_no_harm() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[("TERM", "xterm-256color")]);
    terminal.until("bastide> ");
    terminal.press("editi\t");
    terminal.until("editions");
    terminal.press("\r");
    terminal.until("rgg-2000");
    terminal.until("bastide> ");
    for (columns, lines) in [(100, 40), (20, 5), (1, 1), (500, 200), (80, 24)] {
        terminal.resize(columns, lines);
        // A new game is drawn. At this width a prompt is torn, so that only the terminal's mode tells when it is there.
        terminal.say("new --players Ann,Ben --seed 5");
        terminal.until("fits at ");
        terminal.until_listening();
    }
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!colours(&seen).is_empty(), "a terminal with colours has them");
}

const TAX: &str = "id = \"tax\"\nname = \"Tax\"\nversion = \"1.0.0\"\n";

/// A script in which every road is worth so many points more.
fn tax(points: &str) -> String {
    let run = format!("function(score) score:add({points}, \"tax\") end");
    format!("return {{ on_score = {{ when = {{ kind = \"road\" }}, run = {run} }} }}\n")
}

#[test]
fn a_mended_script_is_taken_up_in_the_middle_of_a_game() {
    let home = Home::new(EXE);
    home.write("sets/tax/expansion.toml", TAX);
    home.write("sets/tax/init.lua", tax("nil + 1"));
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii", "--expansions", "sets"], &[]);
    terminal.until("bastide> ");
    terminal.say("new tax --players Ann,Ben --seed 7");
    let prompts = ["Ann place ", "Ann deploy> ", "Ben place "];
    terminal.until(prompts[0]);
    terminal.say("a 1 -");
    terminal.until(prompts[2]);
    terminal.say("bots Ann greedy");
    terminal.until("Ben place ");
    // The bot of the only other seat plays until a road is scored; the choice that led there is taken back.
    terminal.say("bots Ben greedy");
    terminal.until("Ben place ");
    terminal.say("run");
    terminal.until("script error in turn ");
    terminal.until("to reproduce it: bastide --expansions sets -f ");
    terminal.until("Ben place ");
    home.write("sets/tax/init.lua", "return { on_score = ");
    terminal.say("reload");
    terminal.until("script error: sets/tax/init.lua:");
    terminal.until("Ben place ");
    home.write("sets/tax/init.lua", tax("100"));
    terminal.say("reload");
    terminal.until("reloaded: tax (changed), 1 other unchanged; turn 2, Ben places ");
    terminal.until("Ben place ");
    terminal.say("run");
    terminal.until("+ 100 (tax) = ");
    terminal.until("bastide> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!seen.contains("The previous game is saved"), "a reloaded game is the same game: {seen}");
}

/// What is typed comes back with colours and grey words between; this is the text alone.
pub fn bare(seen: &str) -> String {
    let mut parts = seen.split('\x1b');
    let first = parts.next().unwrap_or_default().to_string();
    let rest = parts.map(|part| part.split_once(|sign: char| sign.is_ascii_alphabetic()).map_or("", |(_, rest)| rest));
    first + &rest.collect::<String>()
}

#[test]
fn new_asks_and_empty_answers_begin_a_good_game() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new");
    for question in ["Players [Red,Blue]> ", "Bots [greedy]> ", "Sets [none]> ", "Edition [hig-3rd]> "] {
        terminal.until(question);
        terminal.press("\r");
    }
    terminal.until("new base --players Red,Blue --bots greedy --edition hig-3rd");
    terminal.until("New game: Red against Blue (greedy bot), hig-3rd, seed ");
    terminal.until("Red place ");
    let (_, status) = terminal.leave();
    exited_well(status);
}

#[test]
fn a_game_that_the_shell_begins_is_played_at_the_prompt() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii", "new", "--players", "Ann,Ben", "--seed", "5"], &[]);
    terminal.until("bastide> new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.say("a 1 -");
    terminal.until("Ben place E> ");
    exited_well(terminal.leave().1);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii", "resume"], &[]);
    terminal.until("Ben place E> ");
    exited_well(terminal.leave().1);
    // A word that cannot be a game leaves the person at the prompt, to try again.
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii", "load", "no such game.txt"], &[]);
    terminal.until("no such game.txt");
    terminal.until("cannot be read");
    terminal.until("bastide> ");
    exited_well(terminal.leave().1);
    // Any other command ends, and so does one whose answer is data.
    for words in [&["scores"][..], &["new", "--format", "json"]] {
        let mut terminal = Terminal::open(&home, words, &[]);
        let seen = terminal.session.exp_eof().unwrap();
        assert!(!seen.contains("a scriptable Carcassonne"), "{seen}");
    }
}

#[test]
fn a_wrong_answer_is_asked_again_and_an_interrupt_begins_no_game() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new");
    terminal.until("Players [Red,Blue]> ");
    terminal.say("Ann,Ben,Cleo");
    terminal.until("Which of Ann, Ben and Cleo are bots?");
    terminal.until("Bots [none]> ");
    terminal.say("Ben=gredy");
    terminal.until("did you mean `greedy`?");
    terminal.until("Bots [none]> ");
    terminal.press("Cl\t");
    terminal.until("Cleo=");
    terminal.press("\x03");
    terminal.until("No game was started.");
    terminal.until("bastide> ");
    terminal.say("scores");
    terminal.until("no game is running");
    let (_, status) = terminal.leave();
    exited_well(status);
}

#[test]
fn what_a_line_would_bring_stands_in_grey_behind_it() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[("TERM", "xterm-256color")]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("place M> ");
    terminal.press("a 1 1");
    terminal.until("Enter: leaves 6 followers");
    terminal.press("\x15");
    terminal.press("plaec");
    terminal.until("\x1b[31mplaec");
    terminal.press("\r");
    let before = terminal.until("did you mean `place`?");
    assert!(bare(&before).contains(&format!("\n{}^^^^^", " ".repeat("Ann place M> ".chars().count()))), "{before:?}");
    terminal.until("place M> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!seen.contains("The game is saved"), "nothing was chosen: {seen}");
}

#[test]
fn ten_lines_that_are_pasted_are_ten_lines() {
    let lines = "new --players Ann,Ben --seed 5\na 1 1\nb 2 -\nundo\nredo\nlog\nscores\nlegal\nwhy nobody\nstate";
    for (before, after) in [("\x1b[200~", "\x1b[201~\r"), ("", "\r")] {
        let home = Home::new(EXE);
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.until("bastide> ");
        let end = if before.is_empty() { "\r" } else { "\n" };
        terminal.press(&format!("{before}{}{after}", lines.replace('\n', end)));
        terminal.until("Ben places E at -1,-1 r180");
        terminal.until("unknown player `nobody`");
        terminal.until("figures: Ann:follower@0,-1/city:E");
        terminal.until("Ann place D> ");
        let (_, status) = terminal.leave();
        exited_well(status);
        let history = std::fs::read_to_string(home.path("state/bastide/history.txt")).unwrap();
        assert_eq!(history, lines.to_string() + "\n");
    }
}

#[test]
fn code_goes_on_in_the_next_line_until_it_is_whole() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.press("lua for seat, player in ipairs(game.players) do\r");
    terminal.press("print(\"seat\" .. seat, player)\rend\r");
    terminal.until("seat1 Ann");
    terminal.until("seat2 Ben");
    terminal.until("Ann place M> ");
    terminal.press("lua {\r");
    terminal.until("lua {\r\n");
    terminal.press("\x03");
    // A new line has begun.
    terminal.until("\x1b[?2004h");
    terminal.until("Ann place M> ");
    terminal.say("lua 20 + 3");
    terminal.until("\n23");
    let (_, status) = terminal.leave();
    exited_well(status);
    let history = std::fs::read_to_string(home.path("state/bastide/history.txt")).unwrap();
    assert!(history.contains("lua for seat, player in ipairs(game.players) do print(\"seat\" .. seat, player) end\n"));
}

#[test]
fn what_was_typed_is_found_again_but_not_what_a_blank_hides() {
    let home = Home::new(EXE);
    for _ in 0..2 {
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.until("bastide> ");
        for line in ["help pass", " help log", "help pass"] {
            terminal.say(line);
            terminal.until("Usage|Ends this decision".split('|').nth(usize::from(line != " help log")).unwrap());
            terminal.until("bastide> ");
        }
        let (_, status) = terminal.leave();
        exited_well(status);
    }
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.press("\x12elp p");
    terminal.until("help pass");
    terminal.press("\r");
    terminal.until("Ends this decision");
    terminal.until("bastide> ");
    let (_, status) = terminal.leave();
    exited_well(status);
    let text = std::fs::read_to_string(home.path("state/bastide/history.txt")).unwrap();
    let lines: std::collections::BTreeSet<&str> = text.lines().collect();
    assert_eq!(lines.into_iter().collect::<Vec<_>>(), ["help pass"]);
}

#[test]
fn a_signal_that_ends_the_program_leaves_a_terminal_that_works() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        let home = Home::new(EXE);
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.until("bastide> ");
        terminal.press("sc");
        terminal.until("sc");
        assert!(!terminal.is_computing(), "while it reads keys the terminal is raw");
        terminal.session.process_mut().signal(signal).unwrap();
        let status = terminal.session.process().wait().unwrap();
        assert!(matches!(status, WaitStatus::Signaled(_, ended, _) if ended == signal), "{status:?}");
        assert!(terminal.is_computing(), "{signal:?} leaves the terminal raw");
    }
}

#[test]
fn a_pipe_where_a_file_should_be_stops_nothing() {
    for name in
        ["autosave.lock", "autosave.txt", "history.txt", "../../config/bastide/config.toml", "../../bastide.toml"]
    {
        let home = Home::new(EXE);
        let path = home.path("state/bastide").join(name);
        std::fs::create_dir_all(home.path("state/bastide")).unwrap();
        std::fs::create_dir_all(home.path("config/bastide")).unwrap();
        assert!(std::process::Command::new("mkfifo").arg(&path).status().unwrap().success());
        let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
        terminal.until("bastide> ");
        terminal.say("new --players Ann,Ben --seed 5");
        terminal.until("Ann place M> ");
        terminal.say("a 1 1");
        terminal.until("Ben place E> ");
        let (_, status) = terminal.leave();
        exited_well(status);
    }
}

#[test]
fn a_line_of_twenty_thousand_characters_is_answered_at_once() {
    let long = "x".repeat(20_000);
    for (before, after) in [("", "\r"), ("\x1b[200~", "\x1b[201~\r")] {
        soon(Duration::from_secs(10), || {
            let home = Home::new(EXE);
            let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[("COLORTERM", "truecolor")]);
            terminal.until("bastide");
            terminal.say("new --players Ann,Ben --seed 5");
            terminal.until("fits at ");
            terminal.until_listening();
            let start = Instant::now();
            terminal.press(&format!("{before}{long}{after}"));
            terminal.until("unknown command");
            let waited = start.elapsed();
            exited_well(terminal.leave().1);
            waited
        });
    }
}
/// House rules whose handlers never end by themselves, each in its own way.
const LONG: [(&str, &str); 4] = [
    ("loops", "while true do end"),
    ("classes", "local n = 8e4 return string.match(('b'):rep(n), '[' .. ('a'):rep(n) .. 'b]*')"),
    (
        "sorts",
        "local p = ('x'):rep(2e6) local t = table.create(3e5, p .. 'a') for i = 1, 3e5, 2 do t[i] = p .. 'b' end table.sort(t)",
    ),
    ("heavy", "for i = 1, 1900000 do end"),
];

#[test]
fn no_script_keeps_a_key_waiting() {
    let home = Home::new(EXE);
    for (id, body) in LONG {
        let rule = format!(
            "--[[\nid = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\n]]\nreturn {{ on_place = function(e) {body} end }}\n"
        );
        home.write(&format!("sets/{id}.lua"), rule);
    }
    for (id, _) in LONG {
        // Grey words are shown only where there are colours.
        let mut terminal =
            Terminal::open(&home, &["--glyphs", "ascii", "--expansions", "sets"], &[("TERM", "xterm-256color")]);
        terminal.until("bastide");
        terminal.say(&format!("new base {id} --players Ann,Ben --seed 3"));
        terminal.until("fits at ");
        terminal.until_listening();
        let start = Instant::now();
        for key in ["a", " ", "1", "\t", " ", "-", "\x7f", "\x7f", "\x7f"] {
            terminal.press(key);
        }
        terminal.press("\x15scores");
        terminal.until("scores");
        println!("{id}: {:?} for a line that is typed", start.elapsed());
        assert!(start.elapsed() < Duration::from_secs(8), "{id}: {:?}", start.elapsed());
        terminal.press("\r");
        terminal.until("Ben");
        terminal.until_listening();
        exited_well(terminal.leave().1);
    }
}

#[test]
fn an_interrupt_stops_a_script_and_the_game_stands() {
    let home = Home::new(EXE);
    let rule = "--[[\nid = \"slow\"\nname = \"Slow\"\nversion = \"1.0.0\"\n]]
        return { on_place = function(e) local t = table.create(4e6) while true do next(t) end end }\n";
    home.write("sets/slow.lua", rule);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii", "--expansions", "sets"], &[]);
    terminal.until("bastide> ");
    terminal.say("new base slow --players Ann,Ben --seed 3");
    terminal.until("fits at ");
    terminal.until_listening();
    terminal.say("a 1");
    let start = Instant::now();
    while !terminal.is_computing() {
        assert!(start.elapsed() < TIMEOUT, "the line is never carried out");
        std::thread::yield_now();
    }
    std::thread::sleep(Duration::from_millis(200));
    terminal.press("\x03");
    terminal.until("interrupted; nothing has changed");
    terminal.until_listening();
    terminal.say("log 1");
    terminal.until("Ann place ");
    terminal.until_listening();
    let (_, status) = terminal.leave();
    exited_well(status);
}
