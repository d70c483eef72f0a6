//! The game is saved while it is played: after a kill at any moment, on a full disk, without a home folder, by two
//! processes at once.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::pty::{EXE, Terminal};
use bastide_core::Chance;
use bastide_tests::program::Home;
use rustix::process::{Pid, Signal, kill_process};

const AUTOSAVE: &str = "state/bastide/autosave.txt";
const ASCII: [&str; 2] = ["--glyphs", "ascii"];

/// The choices of a record.
fn choices(record: &str) -> Vec<&str> {
    let is_choice = |line: &&str| !line.starts_with('#') && !line.starts_with("new ") && !line.starts_with("bots ");
    record.lines().filter(is_choice).collect()
}

/// How many tiles were placed.
fn turns(record: &str) -> usize {
    choices(record).iter().filter(|line| line.starts_with("place ")).count()
}

/// The number of the last turn that was shown.
fn last_turn(seen: &str) -> usize {
    let digits = |rest: &str| rest.chars().take_while(char::is_ascii_digit).collect::<String>();
    let numbers = seen.split("turn ").skip(1).filter_map(|rest| digits(rest).parse().ok());
    numbers.max().unwrap_or(1)
}

/// How many turns are asked for between two kills: more than are played before most of them.
const RUNS: usize = 12;

/// A hundred kills, unless BASTIDE_KILLS says how many hundred.
#[test]
fn a_hundred_kills_at_any_moment_lose_nothing_that_was_told() {
    let hundreds = std::env::var("BASTIDE_KILLS").ok().and_then(|hundreds| hundreds.parse().ok()).unwrap_or(1);
    (0..hundreds).for_each(|hundred| kill_a_hundred(3 + hundred));
}

fn kill_a_hundred(seed: u64) {
    let home = Home::new(EXE);
    let game = "new base*20 --players Ann,Ben --bots random,random --seed 9";
    let said = home.run(&[], format!("{game}\nrun\nsave whole.txt\n"));
    assert_eq!(said.code, Some(0), "{said:?}");
    let whole = fs::read_to_string(home.path("whole.txt")).unwrap();
    let whole = choices(&whole);

    let start = Instant::now();
    let mut chance = Chance::new(seed);
    let (mut played, mut killed_while_playing) = (0, 0);
    for round in 0..100 {
        let mut terminal = Terminal::open(&home, &ASCII, &[]);
        let before = terminal.until("bastide> ");
        assert_eq!(before.contains("`resume` continues the last game: turn "), played > 0, "{round}: {before}");
        let begin = if played == 0 { game } else { "resume" };
        terminal.press(&format!("{begin}\r{}", "run 1\r".repeat(RUNS)));
        // Most often in the middle of the turns, sometimes before or after them.
        if chance.below(10) > 0 {
            terminal.until(" tiles left");
        }
        let latest = chance.below(40_000) + 1;
        std::thread::sleep(Duration::from_micros(u64::from(chance.below(latest))));
        let told = last_turn(&terminal.kill());
        let kept = fs::read_to_string(home.path(AUTOSAVE)).unwrap_or_default();
        assert_eq!(choices(&kept), whole[..choices(&kept).len()], "{round}: the record is no beginning of the game");
        let kept = turns(&kept);
        assert!(
            kept + 1 >= told && kept >= played,
            "{round}: {told} turns were told, {played} before, {kept} are kept"
        );
        killed_while_playing += usize::from(kept < played + RUNS);
        played = kept;
        let said = home.run(&[], format!("load {AUTOSAVE}\nscores\n"));
        assert!(said.code == Some(0) || played == 0, "{round}: {said:?}");
    }
    println!("{played} turns, {killed_while_playing} kills while bots played, {:?}", start.elapsed());
    assert!(played > 100, "{played} turns are too few to show anything");
    assert!(killed_while_playing > 10, "{killed_while_playing}: the kills come too late to show anything");
    let left = fs::read_dir(home.path("state/bastide")).unwrap().count();
    assert!(left < 10, "{left} files are left behind");
}

#[test]
fn the_next_prompt_goes_on_where_the_last_one_was_left() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &ASCII, &[]);
    terminal.until("bastide> ");
    terminal.say("resume");
    terminal.until("there is no unfinished game");
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.say("a 1 1");
    terminal.until("Ben place E> ");
    // A lesson in between is no game.
    terminal.say("tutorial 3");
    terminal.until("Red place B> ");
    terminal.say("tutorial leave");
    terminal.until("your game continues");
    terminal.until("Ben place E> ");
    terminal.say("b 2");
    terminal.until("Ben deploy> ");
    terminal.say("undo");
    terminal.until("1 choice undone");
    terminal.until("Ben place E> ");
    let (seen, _) = terminal.leave();
    assert!(seen.contains("The game is saved: load ") && !seen.contains("The previous game"), "{seen}");

    let mut terminal = Terminal::open(&home, &ASCII, &[]);
    terminal.until("`resume` continues the last game: turn 2, Ben places E.");
    terminal.until("bastide> ");
    terminal.say("resume");
    terminal.until("Loaded ");
    terminal.until("Ben place E> ");
    terminal.say("undo");
    terminal.until("1 choice undone");
    terminal.until("Ann deploy> ");
    terminal.kill();
    assert_eq!(choices(&fs::read_to_string(home.path(AUTOSAVE)).unwrap()), ["place 0,-1 r180"]);
}

#[test]
fn two_programs_keep_a_game_each() {
    let home = Home::new(EXE);
    let mut terminals: Vec<Terminal> = (0..2).map(|_| Terminal::open(&home, &ASCII, &[])).collect();
    for (terminal, seed) in terminals.iter_mut().zip([5, 6]) {
        terminal.until("bastide> ");
        terminal.say(&format!("new --players Ann,Ben --seed {seed}"));
        terminal.until("Ann place ");
        terminal.say("a 1");
        terminal.until("Ann deploy> ");
    }
    terminals.into_iter().for_each(|terminal| drop(terminal.kill()));
    let seeds = ["autosave.txt", "autosave-2.txt"].map(|name| {
        let text = fs::read_to_string(home.path("state/bastide").join(name)).unwrap();
        text.contains("--seed 5") as u8 + 2 * text.contains("--seed 6") as u8
    });
    assert_eq!(seeds.iter().sum::<u8>(), 3, "{seeds:?}");
}

/// Plays a turn where games cannot be kept: it is told once, and the game goes on.
fn plays_on(command: Command, told: &str) {
    let mut terminal = Terminal::around(command);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("Ann place M> ");
    terminal.say("a 1 1");
    terminal.until("Ben place E> ");
    terminal.say("b 2 -");
    terminal.until("Ann place D> ");
    terminal.say("log 1");
    terminal.until("Ben places E at -1,-1 r180");
    terminal.until("Ann place D> ");
    let (seen, _) = terminal.leave();
    assert_eq!(seen.matches(told).count(), 1, "{told}: {seen}");
    assert!(!seen.contains("The game is saved"), "{seen}");
}

#[test]
fn on_a_full_disk_the_game_goes_on_and_it_is_told_once() {
    let home = Home::new(EXE);
    let plain = home.command(&ASCII);
    // A limit on the size of files is a full disk that needs no rights: every byte more is refused.
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" --glyphs ascii", EXE]).env_clear();
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("NO_COLOR", "1");
    command.current_dir(home.path(""));
    plays_on(command, "the game cannot be saved: ");
    let left: Vec<_> =
        fs::read_dir(home.path("state/bastide")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".new")), "{left:?}");
}

#[test]
fn on_a_disk_that_fills_up_leaving_says_how_much_is_kept() {
    let home = Home::new(EXE);
    let plain = home.command(&ASCII);
    let mut command = Command::new("sh");
    // Half a kilobyte holds the first choices of a game, not all of them.
    command.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" --glyphs ascii", EXE]).env_clear();
    command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?)))).env("NO_COLOR", "1");
    command.current_dir(home.path(""));
    let mut terminal = Terminal::around(command);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --bots random,random --seed 5");
    terminal.until("bastide> ");
    for _ in 0..40 {
        terminal.say("run 1");
        terminal.until(" tiles left");
        terminal.until("> ");
    }
    let (seen, _) = terminal.leave();
    assert_eq!(seen.matches("the game cannot be saved: ").count(), 1, "{seen}");
    assert!(
        !seen.contains("The game is saved") && seen.contains("The last choices could not be saved: load "),
        "{seen}"
    );
    let kept = choices(&fs::read_to_string(home.path(AUTOSAVE)).unwrap()).len();
    assert!(kept > 0 && seen.contains(&format!("has {kept} choices, the game had ")), "{kept}: {seen}");
}

#[test]
fn without_a_home_or_where_nothing_can_be_written_the_game_goes_on() {
    let home = Home::new(EXE);
    let mut command = home.command(&ASCII);
    command.env_remove("HOME").env_remove("XDG_STATE_HOME").env("NO_COLOR", "1");
    plays_on(command, "games are not saved automatically: no home folder");
    fs::write(home.path("state"), "a file where a folder should be").unwrap();
    let mut command = home.command(&ASCII);
    command.env("NO_COLOR", "1");
    plays_on(command, "games are not saved automatically: ");
}

#[test]
fn an_interrupted_script_ends_with_its_own_code() {
    let home = Home::new(EXE);
    let mut command = home.command(&["-c", "new base*100 --players A,B --bots greedy,greedy; run"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("New game: "), "{first}");
    kill_process(Pid::from_raw(child.id() as i32).unwrap(), Signal::INT).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
