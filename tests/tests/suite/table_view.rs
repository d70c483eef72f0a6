//! The table as a full screen in a real terminal: whole games by keys, the mouse, sizes, noise, signals. What is drawn and
//! what keys do is also tested beside the code, without a terminal.

use std::fs::File;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::pty::{EXE, TIMEOUT};
use bastide_tests::program::Home;
use rexpect::process::{PtyProcess, Signal, WaitStatus};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// A terminal that knows what it shows.
struct Screen {
    process: PtyProcess,
    keys: File,
    bytes: Receiver<Vec<u8>>,
    shown: vt100::Parser,
    /// Everything that was written.
    written: Vec<u8>,
}

impl Screen {
    fn open(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Screen {
        let mut command = home.command(arguments);
        command.envs(variables.iter().copied());
        let process = PtyProcess::new(command).unwrap();
        let keys = process.get_file_handle().unwrap();
        let mut output = process.get_file_handle().unwrap();
        let (send, bytes) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(length @ 1..) = output.read(&mut buffer) {
                if send.send(buffer[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut screen = Screen { process, keys, bytes, shown: vt100::Parser::new(40, 120, 0), written: Vec::new() };
        screen.resize(120, 40);
        screen.until("bastide");
        screen.until_listening();
        screen
    }

    /// Waits until the program reads keys: what is typed before is lost.
    fn until_listening(&mut self) {
        self.until_true("the prompt", |screen| {
            !tcgetattr(&screen.keys).unwrap().local_modes.contains(LocalModes::ICANON)
        });
    }

    /// A game, shown as a screen.
    fn table(home: &Home, line: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Screen {
        let mut screen = Screen::open(home, arguments, variables);
        screen.press(&format!("{line}\r"));
        screen.until("fits at ");
        screen.until_listening();
        screen.press("table\r");
        screen.until("arrows move");
        screen
    }

    fn resize(&mut self, columns: u16, lines: u16) {
        let size = Winsize { ws_row: lines, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keys, size).unwrap();
        self.shown.screen_mut().set_size(lines, columns);
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    /// Takes what is written within a moment. Returns whether anything was.
    fn look(&mut self, wait: Duration) -> bool {
        match self.bytes.recv_timeout(wait) {
            Ok(bytes) => {
                self.shown.process(&bytes);
                self.written.extend(bytes);
                true
            }
            Err(RecvTimeoutError::Timeout) => false,
            Err(RecvTimeoutError::Disconnected) => {
                std::thread::sleep(wait);
                false
            }
        }
    }

    fn text(&self) -> String {
        self.shown.screen().contents()
    }

    fn until_true(&mut self, what: &str, holds: impl Fn(&Screen) -> bool) {
        let start = Instant::now();
        while !holds(self) {
            self.look(Duration::from_millis(50));
            assert!(start.elapsed() < TIMEOUT, "{what} never comes:\n{}", self.text());
        }
    }

    /// Waits until nothing is drawn any more.
    fn settle(&mut self) {
        while self.look(Duration::from_millis(400)) {}
    }

    fn until(&mut self, text: &str) {
        self.until_true(text, |screen| screen.text().contains(text));
    }

    /// Presses keys until the screen shows something else.
    fn play(&mut self, keys: &str) {
        let (before, start) = (self.text(), Instant::now());
        while self.text() == before {
            assert!(start.elapsed() < TIMEOUT, "{keys:?} does nothing:\n{before}");
            self.press(keys);
            let pressed = Instant::now();
            while self.text() == before && pressed.elapsed() < Duration::from_millis(400) {
                self.look(Duration::from_millis(20));
            }
        }
        while self.text().contains("; Ctrl-C stops it)") {
            self.look(Duration::from_millis(20));
            assert!(start.elapsed() < TIMEOUT, "{}", self.text());
        }
    }

    /// Whether the terminal is as a program should leave it.
    fn is_left(&self) -> bool {
        let screen = self.shown.screen();
        let is_cooked = tcgetattr(&self.keys).unwrap().local_modes.contains(LocalModes::ICANON | LocalModes::ISIG);
        let has_mouse = screen.mouse_protocol_mode() != vt100::MouseProtocolMode::None;
        is_cooked && !screen.alternate_screen() && !has_mouse && !screen.hide_cursor() && !screen.bracketed_paste()
    }

    /// Goes back to the prompt and quits.
    fn leave(mut self) {
        self.press("\x1b");
        self.until_true("the prompt", |screen| !screen.shown.screen().alternate_screen());
        self.until_listening();
        self.press("\x04");
        let status = self.process.wait().unwrap();
        assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
        while self.look(Duration::from_millis(50)) {}
        assert!(self.is_left(), "{}", self.text());
    }
}

const NEW: &str = "new --players Ann,Ben --seed 5";
const DOWN: &str = "\x1b[B";

/// The saved game; a finished one has its own file.
fn record(home: &Home) -> String {
    let files = ["autosave.txt", "autosave.finished.txt"].map(|name| home.path("state/bastide").join(name));
    files.iter().find_map(|file| std::fs::read_to_string(file).ok()).unwrap_or_default()
}

#[test]
fn a_whole_game_is_played_by_keys_alone() {
    let home = Home::new(EXE);
    let mut screen = Screen::table(&home, NEW, &[], &[("NO_COLOR", "1")]);
    let keys = ["\r", " ", "\r", DOWN, "\r", "r", "\r", "\x1b[C", "\r"];
    for key in keys.iter().cycle().take(2_000) {
        if screen.text().contains("The game is over") {
            break;
        }
        // A key may have nothing to do: a tile that fits in one way is not turned.
        if *key == "\r" { screen.play(key) } else { screen.press(key) }
    }
    screen.until("The game is over");
    screen.until("[stats]");
    assert_eq!(record(&home).lines().filter(|line| line.starts_with("place ")).count(), 71);
    assert!(record(&home).lines().any(|line| line.starts_with("deploy ")));
    screen.leave();
}

#[test]
fn the_questions_of_sets_are_answered_by_keys_alone() {
    // A step of the dragon, a tower that grows, a follower that it takes. Which options come up depends on how fast the
    // keys are read, so what does not come up in one game may do so in the next.
    let mut wanted = vec!["dragon ", "tower ", "capture "];
    for seed in 11..17 {
        let home = Home::new(EXE);
        let line = format!("new princess-and-dragon tower --players Ann,Ben --seed {seed}");
        let mut screen = Screen::table(&home, &line, &[], &[("TERM", "xterm-256color")]);
        for press in 0..3_000 {
            let record = record(&home);
            wanted.retain(|verb| !record.lines().any(|line| line.starts_with(verb)));
            if wanted.is_empty() || screen.text().contains("The game is over") {
                break;
            }
            // What is rare is taken at once.
            if screen.text().contains("  capture ") {
                screen.play("1");
                continue;
            }
            // Sometimes the next option, so that not always the first is chosen.
            if press % 3 == 1 {
                screen.press(" ");
            }
            if press % 5 == 2 {
                screen.press(DOWN);
            }
            screen.play("\r");
        }
        screen.leave();
        if wanted.is_empty() {
            return;
        }
    }
    panic!("never answered: {wanted:?}");
}

#[test]
fn a_redeployment_is_answered_by_keys_alone() {
    let home = Home::new(EXE);
    let mut screen = Screen::open(&home, &[], &[("NO_COLOR", "1")]);
    let position = "new count --players Red,Blue --lab\rstart\rput G 0,3 r90 Red:follower@city:S\r\
                    put Blue:follower@castle 3\rput count@market\rnext E\rturn Red\r";
    screen.press(position);
    screen.until("fits at ");
    screen.until_listening();
    screen.press("table\r");
    screen.until("arrows move");
    for _ in 0..200 {
        if screen.text().contains("> ") && screen.text().contains("(0,4) r0") {
            break;
        }
        // The place under the cursor is known only when the screen has come to rest.
        screen.press(" ");
        screen.settle();
    }
    screen.press("\r");
    screen.until("Red may deploy");
    screen.press("-");
    screen.until("Blue moves a follower from its quarter");
    screen.press("1");
    screen.until("Blue's follower goes to 0,2/city:S");
    screen.press("-");
    screen.until("Blue places");
    assert!(record(&home).contains("\njoin follower\npass\n"), "{}", record(&home));
    screen.leave();
}

#[test]
fn keys_after_the_one_that_leaves_do_nothing_and_a_first_digit_waits() {
    let home = Home::new(EXE);
    let line = "new inns-and-cathedrals --players Red,Blue --lab\rput U 0,0 r90\rnext X U\rturn Red\r";
    let mut screen = Screen::open(&home, &[], &[("NO_COLOR", "1")]);
    screen.press(line);
    screen.until("fits at ");
    screen.until_listening();
    screen.press("table\r");
    screen.until("arrows move");
    screen.press("\r");
    screen.until("may deploy");
    screen.settle();
    screen.press("1");
    screen.until("number 1_  Enter chooses it");
    screen.press("\x1b[A");
    screen.until_true("no number", |screen| !screen.text().contains("1_"));
    let before = record(&home);
    screen.press("quit\r");
    screen.until_true("the prompt", |screen| !screen.shown.screen().alternate_screen());
    screen.until_listening();
    screen.settle();
    assert_eq!(record(&home), before, "nothing is undone or chosen");
    assert!(before.contains("place ") && !before.contains("deploy "), "{before}");
    screen.press("\x04");
    assert!(matches!(screen.process.wait().unwrap(), WaitStatus::Exited(_, 0)));
}

/// A mouse event: button, column and line from 0; pressed.
fn mouse(button: usize, column: usize, line: usize) -> String {
    format!("\x1b[<{button};{};{}M", column + 1, line + 1)
}

/// Where a text stands on the screen.
fn place(screen: &Screen, text: &str) -> (usize, usize) {
    let contents = screen.text();
    let found = contents.lines().enumerate().find_map(|(line, row)| Some((row.find(text)?, row, line)));
    let (at, row, line) = found.unwrap_or_else(|| panic!("no {text}:\n{contents}"));
    (row[..at].chars().count(), line)
}

#[test]
fn the_mouse_lays_a_tile_and_chooses() {
    let home = Home::new(EXE);
    let mut screen = Screen::table(&home, NEW, &[], &[("TERM", "xterm-256color")]);
    assert_ne!(screen.shown.screen().mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    let (column, line) = place(&screen, "b×2");
    screen.press(&mouse(35, column, line));
    screen.until("> b (0,1) r");
    screen.press(&mouse(65, column, line));
    screen.until("2 of 2 ways");
    screen.press(&mouse(0, column, line));
    screen.until("Ann may deploy");
    screen.until("-  pass");
    let (column, line) = place(&screen, "-  pass");
    screen.press(&mouse(0, column, line));
    screen.until("Ben places E");
    assert!(record(&home).contains("place 0,1 "), "{}", record(&home));
    screen.leave();
}

#[test]
fn noise_pasted_text_and_new_sizes_change_nothing() {
    let home = Home::new(EXE);
    let mut screen = Screen::table(&home, NEW, &[], &[("TERM", "xterm-256color")]);
    for noise in [
        "\x1b[<0;99999;1M",
        "\x1b[<0;1",
        "\x1b[M   ",
        "\x1b[<;;;;m",
        "\x1b[999z",
        "\u{fffd}\x00\x1c",
        "\x1b[<35;500;500M",
    ] {
        screen.press(noise);
        screen.look(Duration::from_millis(100));
    }
    screen.press("\x1b[200~Tyger Tyger, burning bright,\nq\nIn the forests of the night;\n\x1b[201~");
    screen.until("pasted text does nothing here");
    screen.press("q Tyger burning\rq\rbright in the forests of the night\r");
    screen.look(Duration::from_millis(300));
    for (columns, lines) in [(80, 24), (20, 6), (1, 1), (300, 90), (20, 6), (120, 40)] {
        screen.resize(columns, lines);
        screen.press("\x1b[A");
        screen.look(Duration::from_millis(250));
    }
    screen.until("Ann places M");
    screen.until("arrows move  r turns");
    assert_eq!(record(&home), "", "nothing was chosen");
    // A tiny screen can be played on.
    screen.resize(20, 6);
    screen.until_true("the small screen", |screen| screen.text().contains(") r"));
    screen.press("\r");
    screen.until_true("a choice", |screen| screen.text().contains("1  city"));
    screen.resize(120, 40);
    screen.until("Ann may deploy");
    screen.leave();
}

#[test]
fn any_command_is_typed_and_the_history_keeps_it() {
    let home = Home::new(EXE);
    let mut screen = Screen::table(&home, NEW, &[], &[("NO_COLOR", "1")]);
    screen.press(":");
    screen.press("led\t");
    screen.until(":ledger ");
    screen.press("\x15legal\r");
    screen.until("Ann places M:");
    screen.press("\x1b");
    screen.until("arrows move");
    screen.press(":why nobody\r");
    screen.until("unknown player `nobody`");
    screen.press(":quit\r");
    let status = screen.process.wait().unwrap();
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
    while screen.look(Duration::from_millis(50)) {}
    assert!(screen.is_left());
    let history = std::fs::read_to_string(home.path("state/bastide/history.txt")).unwrap();
    assert!(history.contains("legal\nwhy nobody\nquit\n"), "{history}");
}

#[test]
fn keys_work_while_a_bot_thinks_and_an_interrupt_stops_it() {
    let home = Home::new(EXE);
    let mut screen = Screen::open(&home, &[], &[("NO_COLOR", "1")]);
    screen.press("new --players Ann,Ben --bots Ben=search:60s --seed 5\r");
    screen.until("fits at ");
    screen.until_listening();
    screen.press("\x1bOQ");
    screen.until("arrows move");
    screen.play("\r");
    screen.until("Ann may deploy");
    screen.press("-");
    screen.until("a bot is thinking");
    screen.press("\t");
    screen.until("[ledger]");
    screen.press("\x03");
    screen.until_true("the end of thinking", |screen| !screen.text().contains("a bot is thinking"));
    screen.press(":bots Ben greedy\r");
    screen.until("Turn 3: Ann places");
    screen.leave();
}

#[test]
fn a_signal_gives_the_terminal_back() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT] {
        let home = Home::new(EXE);
        let mut screen = Screen::table(&home, NEW, &[], &[("TERM", "xterm-256color")]);
        assert!(screen.shown.screen().alternate_screen() && !screen.is_left());
        screen.process.signal(signal).unwrap();
        let status = screen.process.wait().unwrap();
        assert!(matches!(status, WaitStatus::Signaled(_, ended, _) if ended == signal), "{status:?}");
        while screen.look(Duration::from_millis(100)) {}
        assert!(screen.is_left(), "{signal:?}");
    }
}

/// The numbers of all colour sequences.
fn colours(written: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(written);
    let sequences = text.split("\x1b[").skip(1).filter_map(|rest| rest.split_once('m'));
    let is_colour = |codes: &&str| codes.bytes().all(|byte| byte.is_ascii_digit() || byte == b';');
    sequences.map(|(codes, _)| codes).filter(is_colour).map(String::from).collect()
}

#[test]
fn colours_are_those_of_the_terminal() {
    let is_in = |codes: &str, range: std::ops::RangeInclusive<u32>| {
        codes.split(';').any(|code| code.parse().is_ok_and(|code: u32| range.contains(&code)))
    };
    for (variables, has_colour, has_more) in [
        (&[("NO_COLOR", "1")][..], false, false),
        (&[("TERM", "xterm")], true, false),
        (&[("TERM", "xterm-256color")], true, true),
    ] {
        let home = Home::new(EXE);
        let mut screen = Screen::table(&home, NEW, &[], variables);
        screen.play("\r");
        let colours = colours(&screen.written);
        let any = colours.iter().any(|codes| is_in(codes, 30..=37) || is_in(codes, 40..=47) || codes.contains("8;5;"));
        let more = colours.iter().any(|codes| codes.contains("38;5;") || codes.contains("48;5;"));
        assert_eq!((any, more), (has_colour, has_more), "{variables:?}");
        screen.leave();
    }
    let home = Home::new(EXE);
    let mut screen = Screen::table(&home, NEW, &["--glyphs", "ascii"], &[("NO_COLOR", "1")]);
    screen.play("\r");
    assert!(screen.text().is_ascii(), "{}", screen.text());
    screen.press("q");
    screen.until_true("the prompt", |screen| !screen.shown.screen().alternate_screen());
}

#[test]
fn a_terminal_that_cannot_move_its_cursor_shows_no_screen() {
    let home = Home::new(EXE);
    let said = home.run(&["-c", "new base --players Ann,Ben; table"], "");
    assert!(said.code == Some(1) && said.err.contains("only the prompt at a terminal"), "{said:?}");
}
