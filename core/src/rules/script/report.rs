//! Turns errors of Lua into faults, which tell the author of a script what went wrong.

use mlua::{Error, Function};

use super::blocks;
use super::source::Source;
use crate::language::clip;
use crate::table::fault::Fault;
use crate::table::leash;

/// The message about a script that takes too much memory.
pub(super) const OUT_OF_MEMORY: &str = "it takes more memory than scripts may have";
/// Lua's own message about it.
pub(super) const LACK: &str = "not enough memory";

/// The maximum number of characters of a message, since a script can make one of any length.
const MAX_MESSAGE_CHARS: usize = 300;
/// The maximum number of calls of a traceback that are shown.
const MAX_TRACEBACK: usize = 20;
/// Lua's names for the host's own files.
const OWN_FILES: [&str; 3] = ["objects", "prelude", "[C]"];
/// The line before the calls that led to an error.
const TRACEBACK: &str = "stack traceback:";

/// Returns a fault that the host found, at the line where a function begins, or else where the hook's name first
/// occurs.
pub(super) fn complain(source: &Source, hook: &str, function: Option<&Function>, message: &str) -> Box<Fault> {
    let info = function.map(Function::info);
    let file = info.as_ref().and_then(|info| info.source.as_deref()).unwrap_or("");
    let file = if has_file(source, file.trim_start_matches('@')) { file.trim_start_matches('@') } else { &source.file };
    let line = match info.as_ref().and_then(|info| info.line_defined) {
        Some(line) => line,
        None => line_of(&source.text, hook),
    };
    Box::new(at_line(source, hook, (file, line), message.into(), Vec::new()))
}

/// Returns the first line that contains the last part of a name as a whole word; 0 if there is none.
fn line_of(text: &str, name: &str) -> usize {
    let (from, to) = match name.split_once("[\"") {
        Some((from, _)) => (from.len() + 2, name.len() - 2),
        None => (name.rfind('.').map_or(0, |dot| dot + 1), name.len()),
    };
    let word = name.get(from..to).filter(|word| !word.is_empty()).unwrap_or(name);
    text.lines().position(|line| stands_in(line, word)).map_or(0, |place| place + 1)
}

/// Whether a line contains a word, not just as part of a longer one.
fn stands_in(line: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = line.match_indices(word);
    found.any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

/// The text of a file of an expansion.
fn text_of<'a>(source: &'a Source, file: &str) -> &'a str {
    let other = source.others.iter().find(|(_, name, _)| name == file).map(|(.., text)| text);
    other.unwrap_or(&source.text)
}

/// Returns a fault that the host found at the end of a script, where something is missing.
pub(super) fn complain_at_end(source: &Source, hook: &str, message: &str) -> Box<Fault> {
    let line = source.text.trim_end().lines().count().max(1);
    Box::new(at_line(source, hook, (&source.file, line), message.into(), Vec::new()))
}

fn at_line(source: &Source, hook: &str, (file, line): (&str, usize), message: String, traceback: Vec<String>) -> Fault {
    let text = text_of(source, file);
    let text = line.checked_sub(1).and_then(|line| text.lines().nth(line)).unwrap_or("");
    Fault {
        expansion: source.expansion.clone(),
        hook: tidy(hook),
        file: file.into(),
        line,
        source: tidy(text.trim_end()),
        message: tidy(&message),
        turn: 0,
        traceback,
        halted: leash::is_taut(),
    }
}

/// Converts an error of Lua, which consists of `file:line: message` and a traceback.
pub(super) fn fault(source: Option<&Source>, hook: &str, error: &Error) -> Box<Fault> {
    if let Some(fault) = carried(error) {
        return Box::new(fault.clone());
    }
    let nobody = Source {
        expansion: "the table".into(),
        file: "Lua".into(),
        text: "".into(),
        others: Vec::new(),
        follows: Vec::new(),
    };
    let source = source.unwrap_or(&nobody);
    let (said, calls) = said(error);
    let said = if is_address(&said) { "what it throws is not a text".into() } else { said };
    let calls: Vec<&str> = calls.iter().map(|call| call.trim()).filter(|call| is_shown(call)).collect();
    // The place in the message, or else the innermost call in one of the expansion's own files.
    let own = |text: &str| {
        place(text).filter(|(file, ..)| has_file(source, file)).map(|(file, line, _)| (file.to_string(), line))
    };
    let message = match place(&said) {
        Some((file, _, rest)) if has_file(source, file) || OWN_FILES.contains(&file) => rest,
        _ => &said,
    };
    let found = own(&said).or_else(|| calls.iter().find_map(|call| own(call)));
    let (file, line) = found.unwrap_or_else(|| (source.file.clone(), 0));
    let traceback = calls.iter().take(MAX_TRACEBACK).map(|call| tidy(call)).collect();
    let mut fault = at_line(source, hook, (&file, line), message.into(), traceback);
    if is_syntax(error) {
        let explained = blocks::explained(text_of(source, &file), &fault.message, line);
        return Box::new(explained.map_or(fault, |(line, why)| at_line(source, hook, (&file, line), why, Vec::new())));
    }
    if let Some(meant) = plainer(&fault.message, &fault.source) {
        fault.message = meant;
    }
    Box::new(fault)
}

/// Returns the fault of a handler that was called while another one ran, if the error carries one through it.
fn carried(error: &Error) -> Option<&Fault> {
    match error {
        Error::CallbackError { cause, .. } => carried(cause),
        Error::ExternalError(error) => error.downcast_ref(),
        _ => None,
    }
}

/// How Luau begins the error of a method that a table does not have.
const MISSING_METHOD: &str = "attempt to call missing method '";

/// Returns a message in terms of the game instead of Lua's own, depending on that message and the line of the script.
fn plainer(message: &str, line: &str) -> Option<String> {
    const READONLY: &str =
        "this table is readonly; a table in `game.state` is changed by assigning a new one, as in `state.list = { … }`";
    const PRINT: &str = "`print` is not available in rules; `game:tell(text)` writes a line to the log";
    match message {
        "attempt to modify a readonly table" => Some(match global_assigned(line) {
            Some(name) => format!("`{name}` is a global, which handlers cannot change; write `local {name}`"),
            None => READONLY.into(),
        }),
        "attempt to call a nil value" if stands_in(line, "print") => Some(PRINT.into()),
        _ if message.starts_with(MISSING_METHOD) && message.ends_with("' of table") => {
            let method = message.trim_start_matches(MISSING_METHOD).trim_end_matches("' of table");
            Some(format!("a table has no method `{method}`; what a labelled option stands for is its `target`"))
        }
        _ => {
            // What stands before the point in the script is a better example than ours.
            let method = message.strip_prefix('`')?.split_once("` is called with a colon")?.0;
            let before = line.split(&format!(".{method}(")).next().filter(|before| before.len() < line.len())?;
            let object =
                before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().filter(|it| !it.is_empty())?;
            Some(format!("`{method}` is called with a colon, as in `{object}:{method}(…)`"))
        }
    }
}

/// The global to which a line assigns something, if it begins with that.
fn global_assigned(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let name = &line[..line.find(|c: char| !c.is_alphanumeric() && c != '_')?];
    let after = line[name.len()..].trim_start().trim_start_matches(['+', '-', '*', '/', '.']);
    (!name.is_empty() && after.starts_with('=') && !after.starts_with("==")).then_some(name)
}

/// Returns the message of an error of the host, as a script sees it that catches the error.
pub(super) fn sentence(error: &Error) -> String {
    let (said, _) = said(error);
    match place(&said) {
        Some((file, _, rest)) if OWN_FILES.contains(&file) => tidy(rest),
        _ => tidy(&said),
    }
}

/// Removes a place in one of the host's own files from the start of a message; `None` if there is none.
pub(super) fn without_own_place(message: &[u8]) -> Option<&[u8]> {
    let own = OWN_FILES.iter().find_map(|own| message.strip_prefix(own.as_bytes())?.strip_prefix(b":"))?;
    let digits = own.iter().take_while(|byte| byte.is_ascii_digit()).count();
    own[digits..].strip_prefix(b": ").filter(|_| digits > 0)
}

/// Whether a message is only an address, as Lua shows a table that was thrown.
fn is_address(message: &str) -> bool {
    let (kind, address) = message.split_once(": 0x").unwrap_or(("", ""));
    let is_word = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphabetic());
    is_word && address.chars().all(|c| c.is_ascii_hexdigit())
}

/// Whether memory ran out.
pub(super) fn is_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } | Error::BadArgument { cause, .. } => is_memory(cause),
        _ => false,
    }
}

/// Whether a script cannot be parsed.
fn is_syntax(error: &Error) -> bool {
    match error {
        Error::SyntaxError { .. } => true,
        Error::CallbackError { cause, .. } => is_syntax(cause),
        _ => false,
    }
}

/// Returns the innermost message of an error, and the calls that led to it, innermost first.
fn said(error: &Error) -> (String, Vec<String>) {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    match error {
        Error::CallbackError { traceback, cause } => {
            let (message, mut calls) = said(cause);
            calls.extend(lines(traceback));
            (message, calls)
        }
        Error::RuntimeError(text) if text.starts_with(LACK) => said(&Error::MemoryError(String::new())),
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => match text.rsplit_once(TRACEBACK) {
            Some((message, calls)) => (message.trim_end().into(), lines(calls)),
            None => (text.clone(), Vec::new()),
        },
        Error::MemoryError(_) => (OUT_OF_MEMORY.into(), Vec::new()),
        Error::BadArgument { to, pos, cause, .. } => {
            // Lua knows the position of the argument, our own conversions know the method.
            let (method, cause) = match &**cause {
                Error::BadArgument { to, cause, .. } => (to, cause),
                _ => (to, cause),
            };
            let (message, calls) = said(cause);
            (bad_argument(method.as_deref(), *pos, &message), calls)
        }
        Error::FromLuaConversionError { from, message: Some(_), .. } if from.ends_with("string") => {
            ("this text is not UTF-8".into(), Vec::new())
        }
        Error::FromLuaConversionError { from, to, .. } => {
            (format!("expected {}, got {}", called(to), called(from)), Vec::new())
        }
        other => (other.to_string(), Vec::new()),
    }
}

/// Returns a message about an argument. The first argument of a method is its object.
fn bad_argument(method: Option<&str>, position: usize, message: &str) -> String {
    match (method, position) {
        (Some(method), 0) => format!("`{method}`: {message}"),
        (Some(method), 1) => format!("`{method}` is called with a colon, as in `game:{method}(…)`"),
        (Some(method), n) => format!("argument {} of `{method}`: {message}", n - 1),
        (None, 0) => message.into(),
        (None, n) => format!("argument {n}: {message}"),
    }
}

/// Returns what a type is called in messages.
pub(super) fn called(name: &str) -> &str {
    match name.to_ascii_lowercase().as_str() {
        "lightuserdata" | "userdata" => "an object of the game",
        "string" | "luastring" => "a text",
        "table" => "a table",
        "function" => "a function",
        "boolean" | "bool" => "true or false",
        "number" | "integer" | "u16" | "i32" | "f64" => "a number",
        "nil" => "nil",
        _ => "something else",
    }
}

/// Splits `file:line:` off the front of a text.
fn place(text: &str) -> Option<(&str, usize, &str)> {
    let mut from = 0;
    // The name of a file may contain colons, so it ends at the first one that a number follows.
    while let Some(colon) = text[from..].find(':') {
        let (file, rest) = (&text[..from + colon], &text[from + colon + 1..]);
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        if let Ok(line) = rest[..digits].parse() {
            return Some((file, line, rest[digits..].trim_start_matches(':').trim()));
        }
        from += colon + 1;
    }
    None
}

fn has_file(source: &Source, file: &str) -> bool {
    file == source.file || source.others.iter().any(|(_, name, _)| name == file)
}

/// Whether a line of a traceback is useful to the author of the script.
fn is_shown(call: &str) -> bool {
    let is_own =
        |own: &&str| call.strip_prefix(own).is_some_and(|rest| rest.starts_with([':', ' ']) || rest.is_empty());
    !call.is_empty() && !call.starts_with('<') && call != TRACEBACK && !OWN_FILES.iter().any(is_own)
}

/// Makes a text fit for one line: limits its length, and removes what would move a cursor.
fn tidy(text: &str) -> String {
    let mut shown = String::new();
    for c in clip(text, MAX_MESSAGE_CHARS).chars() {
        match c {
            '\n' | '\t' => shown.push(' '),
            c if c.is_control() => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}
