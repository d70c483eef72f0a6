//! Target `keys`: keys pressed in a real terminal, one event per line: `keys TEXT` with escapes, or `size COLUMNS
//! LINES`. The program must still answer afterwards, or have ended properly.

use std::cell::RefCell;
use std::env;
use std::fs::File;
use std::io::{Read, Write};
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use proptest::prelude::*;
use proptest::sample::select;
use rexpect::process::{PtyProcess, WaitStatus};
use rustix::termios::{Winsize, tcsetwinsize};

use super::Target;
use super::soup::{noise, word};
use crate::program::Home;

/// The target.
pub const TARGET: Target = Target { name: "keys", inputs, attempt, budget: Duration::from_secs(20), share: 40 };

/// The variable that makes the fuzzer the program itself.
pub const AS_PROGRAM: &str = "BASTIDE_FUZZ_AS_PROGRAM";
/// So many sequences are played in one process.
const SEQUENCES: usize = 100;
/// So long the program may take to answer after a sequence: bots may be thinking.
const TIMEOUT: Duration = Duration::from_secs(40);
/// After so long it is asked again, for what is typed while it computes may be lost.
const AGAIN: Duration = Duration::from_millis(400);
/// The most bytes of noise at once: with every key the line is drawn anew.
const LONGEST: usize = 100;
/// So long the next key waits for the prompt after a line.
const PAUSE: Duration = Duration::from_millis(100);
/// Ends a paste, a quoted key, a stopped output, a long list and whatever else is open; then clears the line.
const RESET: &[u8] = b"\x11\x1b[201~q\x03";
/// What the program writes when it begins to read a line. Keys that were pressed before are lost.
const READS: &[u8] = b"\x1b[?2004h";

const CONTROLS: &[&[u8]] = &[
    b"\x01", b"\x02", b"\x03", b"\x04", b"\x05", b"\x06", b"\x07", b"\x08", b"\t", b"\t\t", b"\n", b"\x0b", b"\x0c",
    b"\r", b"\x0e", b"\x0f", b"\x10", b"\x11", b"\x12", b"\x13", b"\x14", b"\x15", b"\x16", b"\x17", b"\x18", b"\x19",
    b"\x1b", b"\x1d", b"\x1e", b"\x1f", b"\x7f", b"\0",
];
const ESCAPES: &[&[u8]] = &[
    b"\x1b[A",
    b"\x1b[B",
    b"\x1b[C",
    b"\x1b[D",
    b"\x1b[H",
    b"\x1b[F",
    b"\x1b[1~",
    b"\x1b[2~",
    b"\x1b[3~",
    b"\x1b[4~",
    b"\x1b[5~",
    b"\x1b[6~",
    b"\x1bOP",
    b"\x1bOA",
    b"\x1b[1;5C",
    b"\x1b[1;2A",
    b"\x1b[3;5~",
    b"\x1b[15~",
    b"\x1b[200~",
    b"\x1b[201~",
    b"\x1b[200~a 1\rboard\r\x1b[201~",
    b"\x1b[999;999R",
    b"\x1b[M !!",
    b"\x1b[I",
    b"\x1b]0;x\x07",
    b"\x1bb",
    b"\x1bf",
    b"\x1bd",
    b"\x1bt",
    b"\x1bu",
    b"\x1bc",
    b"\x1by",
    b"\x1b\x7f",
    b"\x1b<",
    b"\x1b>",
    b"\x1b1",
    b"\x1b-",
    b"\x1b\x1b",
    b"\x1b[",
    b"\x1b[99999999999999999999A",
    b"\xff",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x91\xa9",
    b"\xed\xa0\x80",
];
const TYPED: &[&str] = &[
    "new --players Ann,Ben --seed 5\r",
    "new --players Ann,Ben --bots Ben=random --seed 3\r",
    "new\r",
    "\r",
    "a 1 1\r",
    "b 2 -\r",
    "a 1\r",
    "1\r",
    "-\r",
    "pass\r",
    "board\r",
    "hint\r",
    "log\r",
    "undo\r",
    "redo\r",
    "help\r",
    "help new\r",
    "new?\r",
    "tutorial\r",
    "tutorial leave\r",
    "lua (\r",
    "lua 1 +\r",
    "zoom in\r",
    "pan N\r",
    "plain\r",
    "plain off\r",
    "farms\r",
    "owners\r",
    "fits\r",
    "bag\r",
    "info 0,0\r",
    "state\r",
    "save x.txt\r",
    "load x.txt\r",
    "export x.svg\r",
    "resume\r",
    "quit\r",
    "scores --final\r",
    "new inns-and-cathedrals princess-and-dragon tower --players Ann,Ben --seed 2\r",
    "display owners\r",
    "assist none\r",
    "assist full\r",
    "run\r",
    "bots Ann random\r",
    "a ",
    "place ",
    "dep",
    "new ba",
    "he",
    "\"",
    "info ",
    "why a 1",
];
const SIZES: &[(u16, u16)] =
    &[(80, 24), (100, 40), (1, 1), (2, 2), (20, 5), (500, 200), (0, 0), (65535, 65535), (40, 1), (7, 100)];

/// The program that is played with where it is not the fuzzer itself.
pub static PROGRAM: OnceLock<&'static str> = OnceLock::new();

thread_local! {
    static TERMINAL: RefCell<Option<Terminal>> = const { RefCell::new(None) };
}

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let keys = prop_oneof![
        4 => word(TYPED).prop_map(String::into_bytes),
        4 => select(CONTROLS).prop_map(<[u8]>::to_vec),
        4 => select(ESCAPES).prop_map(<[u8]>::to_vec),
        2 => noise().prop_map(|text| text.into_bytes().into_iter().filter(|key| !is_deadly(*key)).take(LONGEST).collect()),
        1 => (prop::collection::vec(any::<u8>(), 0..12)).prop_map(|keys| keys.into_iter().filter(|key| !is_deadly(*key)).collect()),
    ];
    let keys = keys.prop_map(|keys: Vec<u8>| format!("keys {}", keys.escape_ascii()));
    let size = select(SIZES).prop_map(|(columns, lines)| format!("size {columns} {lines}"));
    let event = prop_oneof![12 => keys, 1 => size];
    prop::collection::vec(event, 1..14).prop_map(|events| (events.join("\n") + "\n").into_bytes()).boxed()
}

/// Keys that rightly stop a program: Ctrl-Z and Ctrl-\.
fn is_deadly(key: u8) -> bool {
    matches!(key, 0x1a | 0x1c)
}

/// The program in a terminal, and what it has written.
struct Terminal {
    /// Its folder, which goes with it.
    _home: Home,
    process: PtyProcess,
    master: File,
    output: Receiver<Vec<u8>>,
    played: Vec<Vec<u8>>,
    asked: usize,
}

/// What became of a sequence.
enum End {
    Answered,
    Left,
}

impl Terminal {
    fn open() -> Result<Terminal, String> {
        let exe = *PROGRAM.get_or_init(|| {
            let path = env::current_exe().map(|path| path.to_string_lossy().into_owned());
            Box::leak(path.unwrap_or_default().into_boxed_str())
        });
        let home = Home::new(exe);
        let mut command = home.command(&[]);
        command.env(AS_PROGRAM, "1").env("TERM", "xterm-256color");
        let process = PtyProcess::new(command).map_err(|error| error.to_string())?;
        let master = process.get_file_handle().map_err(|error| error.to_string())?;
        let mut reader = process.get_file_handle().map_err(|error| error.to_string())?;
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let mut terminal = Terminal { _home: home, process, master, output, played: Vec::new(), asked: 0 };
        terminal.resize(100, 40);
        match terminal.until(&[READS], &mut Vec::new(), TIMEOUT)? {
            Some(End::Answered) => Ok(terminal),
            _ => Err("there is no prompt before a key is pressed".into()),
        }
    }

    fn resize(&self, ws_col: u16, ws_row: u16) {
        let _ = tcsetwinsize(&self.master, Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 });
    }

    /// A program that has left reads nothing: no fault.
    fn press(&mut self, keys: &[u8]) {
        let _ = self.master.write_all(keys);
        let _ = self.master.flush();
    }

    fn play(&mut self, input: &[u8]) -> Result<End, String> {
        self.played.push(input.to_vec());
        let mut seen = Vec::new();
        for line in String::from_utf8_lossy(input).lines() {
            match line.split_once(' ') {
                Some(("keys", keys)) => {
                    let keys = unescaped(keys);
                    self.press(&keys);
                    if let Some(b'\r' | b'\n' | 3) = keys.last()
                        && let Some(End::Left) = self.until(&[READS], &mut seen, PAUSE)?
                    {
                        return Ok(End::Left);
                    }
                }
                Some(("size", size)) => {
                    let (columns, lines) = size.split_once(' ').unwrap_or(("80", "24"));
                    self.resize(columns.parse().unwrap_or(80), lines.parse().unwrap_or(24));
                }
                _ => {}
            }
        }
        let end = self.answer();
        self.resize(100, 40);
        end
    }

    /// Asks something that nobody else would, until the answer comes or the program is gone.
    fn answer(&mut self) -> Result<End, String> {
        let (start, mut seen) = (Instant::now(), Vec::new());
        while start.elapsed() < TIMEOUT {
            self.press(RESET);
            match self.until(&[READS], &mut seen, AGAIN)? {
                Some(End::Answered) => {}
                Some(End::Left) => return Ok(End::Left),
                None => continue,
            }
            self.asked += 1;
            let mark = format!("zz{}", self.asked);
            self.press(format!("{mark}\r").as_bytes());
            // The line is drawn whole, and after it the next one is read.
            if let Some(end) = self.until(&[mark.as_bytes(), READS], &mut seen, AGAIN)? {
                return Ok(end);
            }
        }
        let tail = String::from_utf8_lossy(&seen[seen.len().saturating_sub(2_000)..]).escape_debug().to_string();
        Err(format!("no answer in the terminal within {TIMEOUT:?}\n{tail}"))
    }

    /// Reads until these come, one after the other, or for so long.
    fn until(&mut self, wanted: &[&[u8]], seen: &mut Vec<u8>, timeout: Duration) -> Result<Option<End>, String> {
        let (start, from) = (Instant::now(), seen.len());
        loop {
            match self.output.recv_timeout(timeout.saturating_sub(start.elapsed())) {
                Ok(bytes) => {
                    seen.extend(bytes);
                    check(&seen[from..])?;
                    if in_order(&seen[from..], wanted) {
                        return Ok(Some(End::Answered));
                    }
                }
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return self.left().map(|()| Some(End::Left)),
            }
        }
    }

    /// Whether the program left by itself and in peace.
    fn left(&self) -> Result<(), String> {
        match self.process.wait() {
            Ok(WaitStatus::Exited(_, 0)) => Ok(()),
            Ok(status) => Err(format!("the program ended with {status:?}")),
            Err(error) => Err(format!("the program is lost: {error}")),
        }
    }
}

/// Whether these are all there, each after the one before.
fn in_order(seen: &[u8], wanted: &[&[u8]]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return true };
    let at = seen.windows(first.len()).position(|window| window == *first);
    at.is_some_and(|at| in_order(&seen[at + first.len()..], rest))
}

/// Whether the output reports a fault.
fn check(seen: &[u8]) -> Result<(), String> {
    let has = |text: &[u8]| seen.windows(text.len()).position(|window| window == text);
    let Some(at) = has(b"panicked at").or_else(|| has(b"a fault in Bastide")) else { return Ok(()) };
    let tail = &seen[at..seen.len().min(at + 300)];
    Err(format!("a fault in the terminal: {}", String::from_utf8_lossy(tail).escape_debug()))
}

/// The bytes that `escape_ascii` wrote.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut keys = Vec::new();
    while let Some(byte) = bytes.next() {
        let key = match (byte, byte == b'\\') {
            (_, false) => byte,
            _ => match bytes.next().unwrap_or(b'\\') {
                b't' => b'\t',
                b'r' => b'\r',
                b'n' => b'\n',
                b'x' => {
                    let digits: String = bytes.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).unwrap_or(b'?')
                }
                other => other,
            },
        };
        keys.push(key);
    }
    keys
}

fn attempt(input: &[u8]) -> Result<(), String> {
    TERMINAL.with_borrow_mut(|slot| {
        let mut terminal = match slot.take() {
            Some(terminal) => terminal,
            None => Terminal::open()?,
        };
        match terminal.play(input) {
            Ok(End::Answered) if terminal.played.len() < SEQUENCES => {
                *slot = Some(terminal);
                Ok(())
            }
            Ok(_) => Ok(()),
            Err(why) if terminal.played.len() == 1 => Err(why),
            // Does it fail alone?
            Err(why) => Terminal::open()?.play(input).map(drop).map_or_else(Err, |()| {
                let before: String =
                    terminal.played.iter().map(|input| String::from_utf8_lossy(input).into_owned()).collect();
                Err(format!("{why}\nnot alone, but after all of these:\n{before}"))
            }),
        }
    })
}
