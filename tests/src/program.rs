//! The program as a process: runs it in its own folder with a clean environment, and returns its output.

use std::fs;
use std::io::Write;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use tempfile::TempDir;

/// A folder of its own in which the program runs: home, working folder and everything else. Gone when dropped.
pub struct Home {
    exe: &'static str,
    folder: TempDir,
}

/// What a run of the program gave.
#[derive(Debug)]
pub struct Run {
    /// What it wrote to stdout.
    pub out: String,
    /// What it wrote to stderr.
    pub err: String,
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
}

impl Home {
    /// A fresh folder for the program that cargo has built for a test: `env!("CARGO_BIN_EXE_bastide-tests")`.
    pub fn new(exe: &'static str) -> Home {
        Home { exe, folder: tempfile::tempdir().expect("a temporary folder") }
    }

    /// The path of a file in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file in the folder, with the folders that it lies in.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(&path, bytes).expect("a new file");
        path
    }

    /// The program with these arguments, not yet started: no variable but those that it needs, no colours.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.exe);
        command.arg0("bastide").args(arguments).env_clear().current_dir(self.folder.path());
        for (name, folder) in [
            ("HOME", "home"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CACHE_HOME", "cache"),
        ] {
            command.env(name, self.path(folder));
        }
        // A fault of the program shows as what it is.
        command.env("LANG", "C.UTF-8").env("TERM", "xterm").env("BASTIDE_TRACE", "1");
        command
    }

    /// Runs the program with this on its stdin.
    pub fn run(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        run(self.command(arguments), input)
    }
}

/// Runs a command with this on its stdin, to its end.
pub fn run(mut command: Command, input: impl AsRef<[u8]>) -> Run {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref().to_vec();
    // A program that stops early does not read the rest: no fault of the test.
    let writer = thread::spawn(move || stdin.write_all(&input).ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the input is written");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Run { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
}
