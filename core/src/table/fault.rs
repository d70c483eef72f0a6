//! An error in a script, reported to its author with expansion, hook, file and line. Knows no Lua.

use std::fmt;

/// An error in a script. The whole choice that led to it is undone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The expansion whose script it is.
    pub expansion: String,
    /// The hook that was called, or another place where it happened.
    pub hook: String,
    /// The file, if known.
    pub file: String,
    /// The line, counted from 1; 0 if unknown.
    pub line: usize,
    /// The text of that line.
    pub source: String,
    /// What is wrong.
    pub message: String,
    /// The turn in which it happened; 0 before the first.
    pub turn: u16,
    /// The call stack, innermost first.
    pub traceback: Vec<String>,
    /// Whether it was stopped from outside (by a leash), so that the script is not to blame.
    pub halted: bool,
}

/// The result of something in which a script can fail. The error is boxed so that success costs nothing.
pub type FaultResult<T> = Result<T, Box<Fault>>;

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { expansion, hook, file, line, message, .. } = self;
        match line {
            0 => write!(f, "{file}: {hook} of {expansion}: {message}"),
            _ => write!(f, "{file}:{line}: {hook} of {expansion}: {message}"),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Returns the full report: the message with its turn, the line of code, and the call stack.
    pub fn render(&self) -> String {
        let turn = if self.turn > 0 { format!(" in turn {}", self.turn) } else { String::new() };
        let mut report = format!("script error{turn}: {self}\n");
        if self.line > 0 && !self.source.is_empty() {
            report += &format!("  {} | {}\n", self.line, self.source);
        }
        for call in &self.traceback {
            report += &format!("  in {call}\n");
        }
        report
    }
}
