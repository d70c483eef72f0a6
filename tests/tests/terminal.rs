//! The prompt at a real terminal: keys, interrupts, sizes, colours. What the commands answer is in the transcripts.

use std::time::{Duration, Instant};

use bastide_tests::program::Home;
use rexpect::process::WaitStatus;
use rexpect::session::{Options, PtySession, spawn_with_options};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
/// So long is waited for what is certain to come: a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal with the program in it.
struct Terminal {
    session: PtySession,
    /// Everything that was read so far.
    seen: String,
}

impl Terminal {
    fn open(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let mut command = home.command(arguments);
        command.envs(variables.iter().copied());
        let options = Options::new().timeout_ms(Some(PATIENCE.as_millis() as u64));
        let session = spawn_with_options(command, options).unwrap();
        let terminal = Terminal { session, seen: String::new() };
        terminal.resize(100, 40);
        terminal
    }

    fn resize(&self, ws_col: u16, ws_row: u16) {
        let master = self.session.process().get_file_handle().unwrap();
        tcsetwinsize(master, Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    }

    /// Presses keys.
    fn press(&mut self, keys: &str) {
        self.session.send(keys).unwrap();
        self.session.flush().unwrap();
    }

    /// Types a line.
    fn say(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Waits for a text; the answer is what came before it.
    fn until(&mut self, text: &str) -> String {
        let before = self.session.exp_string(text).unwrap_or_else(|error| panic!("{error}\n{}", self.seen));
        self.seen += &before;
        self.seen += text;
        before
    }

    /// Ctrl-D on an empty line, and the end of the program.
    fn leave(mut self) -> (String, WaitStatus) {
        self.press("\x04");
        self.seen += &self.session.exp_eof().unwrap();
        let status = self.session.process().wait().unwrap();
        (self.seen, status)
    }

    /// Waits until the program reads keys: what is typed before is lost.
    fn until_listening(&self) {
        let start = Instant::now();
        while self.is_computing() {
            assert!(start.elapsed() < PATIENCE, "no prompt comes: {}", self.seen);
            std::thread::yield_now();
        }
    }

    /// Whether the program computes, for then an interrupt is a signal and no key.
    fn is_computing(&self) -> bool {
        let master = self.session.process().get_file_handle().unwrap();
        tcgetattr(master).unwrap().local_modes.contains(LocalModes::ISIG)
    }
}

/// All colour sequences; bold and reverse are none.
fn colours(seen: &str) -> Vec<&str> {
    let is_colour = |n: &str| matches!(n.parse(), Ok(30..=38 | 40..=48 | 90..=97 | 100..=107));
    let sequences = seen.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    sequences.map(|(numbers, _)| numbers).filter(|numbers| numbers.split(';').any(is_colour)).collect()
}

fn exited_well(status: WaitStatus) {
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
}

#[test]
fn a_game_is_played_by_letters_and_kept_when_the_person_leaves() {
    let home = Home::new(EXE);
    let start = Instant::now();
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[("NO_COLOR", "1")]);
    terminal.until("bastide> ");
    terminal.say("new --players Ann,Ben --seed 5");
    terminal.until("fits at ");
    println!("from the start to the first board: {:?}", start.elapsed());
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
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
    terminal.until("nobody here is called nobody");
    terminal.until("Ann place D> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert_eq!(colours(&seen), [""; 0], "NO_COLOR");
    let kept = home.path("state/bastide/autosave.txt").display().to_string();
    assert!(seen.contains(&format!("The game is kept: load {kept}")), "{seen}");
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
    assert!(!before.contains("Ctrl-D leaves"), "{before}");
    terminal.say("help pass");
    terminal.until("Does nothing more");
    terminal.until("bastide> ");
    terminal.press("\x03");
    terminal.until("bastide> ");
    terminal.press("\x03");
    terminal.until("Ctrl-D leaves");
    terminal.until("bastide> ");
    let (seen, status) = terminal.leave();
    exited_well(status);
    assert!(!seen.contains("no game is on the table"), "the cleared line was not carried out: {seen}");
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
        assert!(start.elapsed() < PATIENCE, "the line is never carried out");
        std::thread::yield_now();
    }
    // The first may come before the command listens.
    while terminal.is_computing() {
        assert!(start.elapsed() < PATIENCE, "the bots cannot be stopped");
        terminal.press("\x03");
        std::thread::sleep(Duration::from_millis(50));
    }
    terminal.until("stopped; `run` goes on");
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
    terminal.until("to see it again: bastide --expansions sets -f ");
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
    assert!(!seen.contains("The game before is kept"), "a reloaded game is the same game: {seen}");
}
