//! What went wrong in a script, for whoever wrote it: errors of Lua turned into faults.

use mlua::{Error, Function};

use super::Source;
use crate::fault::Fault;

/// A fault that the host found, at the line where a function begins if there is one.
pub(super) fn complain(source: &Source, hook: &str, function: Option<&Function>, message: &str) -> Box<Fault> {
    let line = function.and_then(|function| function.info().line_defined).unwrap_or(0);
    Box::new(at_line(source, hook, line, message.into(), Vec::new()))
}

fn at_line(source: &Source, hook: &str, line: usize, message: String, traceback: Vec<String>) -> Fault {
    let text = line.checked_sub(1).and_then(|line| source.text.lines().nth(line)).unwrap_or("");
    Fault {
        expansion: source.expansion.clone(),
        hook: hook.into(),
        file: source.file.clone(),
        line,
        source: text.trim_end().into(),
        message,
        turn: 0,
        traceback,
    }
}

/// What Lua says of an error: `file:line: message`, then who called whom.
pub(super) fn fault(source: Option<&Source>, hook: &str, error: &Error) -> Box<Fault> {
    let nobody = Source {
        expansion: "the table".into(),
        file: "Lua".into(),
        text: "".into(),
        others: Vec::new(),
        follows: Vec::new(),
    };
    let source = source.unwrap_or(&nobody);
    let (message, calls) = said(error);
    let (line, message) = split_place(&source.file, &message);
    let traceback = calls.iter().map(|call| call.trim().to_string()).filter(|call| !call.is_empty()).collect();
    Box::new(at_line(source, hook, line, message, traceback))
}

/// The innermost message of an error and the lines of its traceback.
fn said(error: &Error) -> (String, Vec<String>) {
    let (text, more) = match error {
        Error::CallbackError { traceback, cause } => {
            let place = traceback.lines().find(|line| !line.starts_with('[') && line.contains(':')).unwrap_or("");
            let (message, _) = said(cause);
            let place = place.trim().trim_start_matches("stack traceback:").trim();
            let place = place.split_whitespace().next().unwrap_or("");
            let placed = if message.starts_with(place) { message } else { format!("{place}: {message}") };
            (placed, traceback.lines().map(str::to_string).collect())
        }
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => (text.clone(), Vec::new()),
        Error::MemoryError(_) => ("it takes more memory than scripts may have".into(), Vec::new()),
        other => (other.to_string(), Vec::new()),
    };
    let mut lines = text.lines();
    let message = lines.next().unwrap_or("").to_string();
    let rest = lines.filter(|line| !line.starts_with("stack traceback")).map(str::to_string);
    let calls = rest.chain(more).filter(|line| !line.trim_start().starts_with("[C]")).collect();
    (message, calls)
}

/// Takes `file:line:` off the front of a message.
fn split_place(file: &str, message: &str) -> (usize, String) {
    let rest = message.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
    let placed = rest.and_then(|rest| rest.split_once(':'));
    match placed.and_then(|(line, rest)| line.parse().ok().map(|line| (line, rest.trim().to_string()))) {
        Some(found) => found,
        None => (0, message.trim().to_string()),
    }
}
