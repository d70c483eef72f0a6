//! A terminal with the program in it: presses keys and waits for output.

use std::time::{Duration, Instant};

use bastide_tests::program::Home;
use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{Options, PtySession, spawn_with_options};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

pub const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
/// So long is waited for what is certain to come: a loaded machine is slow.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// A terminal with the program in it.
pub struct Terminal {
    pub session: PtySession,
    /// Everything that was read so far.
    pub seen: String,
}

impl Terminal {
    pub fn open(home: &Home, arguments: &[&str], variables: &[(&str, &str)]) -> Terminal {
        let mut command = home.command(arguments);
        // Without colours what is waited for stands in one piece.
        command.envs(if variables.is_empty() { &[("NO_COLOR", "1")] } else { variables }.iter().copied());
        Terminal::around(command)
    }

    /// A terminal around any command.
    pub fn around(command: std::process::Command) -> Terminal {
        let options = Options::new().timeout_ms(Some(TIMEOUT.as_millis() as u64));
        let session = spawn_with_options(command, options).unwrap();
        let terminal = Terminal { session, seen: String::new() };
        terminal.resize(100, 40);
        terminal
    }

    pub fn resize(&self, ws_col: u16, ws_row: u16) {
        let master = self.session.process().get_file_handle().unwrap();
        tcsetwinsize(master, Winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &str) {
        self.session.send(keys).unwrap();
        self.session.flush().unwrap();
    }

    /// Types a line.
    pub fn say(&mut self, line: &str) {
        self.press(&format!("{line}\r"));
    }

    /// Waits for a text; the answer is what came before it.
    pub fn until(&mut self, text: &str) -> String {
        let before = self.session.exp_string(text).unwrap_or_else(|error| panic!("{error}\n{}", self.seen));
        self.seen += &before;
        self.seen += text;
        before
    }

    /// Ctrl-D on an empty line, and the end of the program.
    pub fn leave(mut self) -> (String, WaitStatus) {
        self.until_listening();
        self.press("\x04");
        self.seen += &self.session.exp_eof().unwrap();
        let status = self.session.process().wait().unwrap();
        (self.seen, status)
    }

    /// Kills the program as the kernel would. The answer is everything that it had written.
    pub fn kill(mut self) -> String {
        self.session.process_mut().signal(Signal::SIGKILL).expect("the process is there");
        self.seen += &self.session.exp_eof().unwrap_or_default();
        self.seen
    }

    /// Waits until the program reads keys: what is typed before is lost.
    pub fn until_listening(&self) {
        let start = Instant::now();
        while self.is_computing() {
            assert!(start.elapsed() < TIMEOUT, "no prompt comes: {}", self.seen);
            std::thread::yield_now();
        }
    }

    /// Whether the program computes, for then an interrupt is a signal and no key.
    pub fn is_computing(&self) -> bool {
        let master = self.session.process().get_file_handle().unwrap();
        tcgetattr(master).unwrap().local_modes.contains(LocalModes::ISIG)
    }
}
