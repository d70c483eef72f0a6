//! The only exit for text. Characters that move the cursor or change their neighbours pass only if the program itself
//! wrote them; in text from files, names and scripts they are escaped.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::language;
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// The start of a terminal colour code.
const COLOUR: &str = "\x1b[";
/// The start of a picture, followed by the seal, the length of its sequence and the sequence.
const PICTURE: &str = "\x1b_";

/// Follows the start of every colour code that the program wrote: random characters that no file can know, so no file
/// can colour the output. They are removed before printing.
static SEAL: LazyLock<String> = LazyLock::new(|| {
    let secret = RandomState::new().hash_one(0);
    let sign = |bits: u64| char::from_u32(0xf_0000 + (bits & 0xfff) as u32).unwrap_or('\u{f0000}');
    [secret, secret >> 12, secret >> 24].into_iter().map(sign).collect()
});

/// Marks the colours in a painted text as genuine. Only for text that was painted cell by cell, because its content is
/// not checked.
pub fn meant(painted: &str) -> String {
    painted.replace(COLOUR, &format!("{COLOUR}{}", *SEAL))
}

/// Marks a sequence that shows a picture as genuine. Only for sequences that the program encoded itself from pixels,
/// because their content is not checked.
pub fn picture(sequence: &str) -> String {
    format!("{PICTURE}{}{}:{sequence}", *SEAL, sequence.len())
}

/// A text ready to print: genuine colours and pictures stay, all other invisible characters are escaped.
pub fn shown(text: &str) -> Cow<'_, str> {
    let opening = format!("{PICTURE}{}", *SEAL);
    if !text.contains(&opening) {
        return coloured(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(&opening) {
        shown.push_str(&coloured(before));
        let length = after.split_once(':').and_then(|(length, data)| Some((length.parse::<usize>().ok()?, data)));
        let (sequence, more) = length.and_then(|(length, data)| data.split_at_checked(length)).unwrap_or_default();
        shown.push_str(sequence);
        rest = more;
    }
    shown.push_str(&coloured(rest));
    Cow::Owned(shown)
}

fn coloured(text: &str) -> Cow<'_, str> {
    let opening = format!("{COLOUR}{}", *SEAL);
    if !text.contains(&opening) {
        return language::shown(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (number, part) in text.split(&opening).enumerate() {
        let (code, rest) = if number == 0 { ("", part) } else { part.split_once('m').unwrap_or(("", part)) };
        if number > 0 && code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';') {
            shown.push_str(&format!("{COLOUR}{code}m"));
        }
        shown.push_str(&language::shown(rest));
    }
    Cow::Owned(shown)
}

/// A value as one line of JSON in which every character is visible.
pub fn json(value: &Value) -> String {
    let mut line = Vec::new();
    // Writing to memory cannot fail.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut line, Visible));
    String::from_utf8(line).unwrap_or_default()
}

/// A JSON formatter that escapes invisible characters.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let fragment = fragment.replace(SEAL.as_str(), "");
        let mut from = 0;
        for (at, hidden) in fragment.char_indices().filter(|(_, c)| language::is_hidden(*c)) {
            writer.write_all(&fragment.as_bytes()[from..at])?;
            for unit in hidden.encode_utf16(&mut [0; 2]) {
                write!(writer, "\\u{unit:04x}")?;
            }
            from = at + hidden.len_utf8();
        }
        writer.write_all(&fragment.as_bytes()[from..])
    }
}

/// Whether stdout is a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether stderr is a terminal.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Whether a line of progress is on the terminal.
static HAS_PROGRESS: AtomicBool = AtomicBool::new(false);

/// Shows how far something is, in place of what was shown before. The next text that is written takes its place.
pub fn progress(line: &str) {
    if !IS_TAKEN.load(Ordering::Relaxed) {
        HAS_PROGRESS.store(true, Ordering::Relaxed);
        let line = shown(line).replace('\n', " ");
        let _ = io::stderr().lock().write_all(format!("\r{line}\x1b[K").as_bytes());
    }
}

/// Takes the line of progress away.
fn end_progress() {
    if HAS_PROGRESS.swap(false, Ordering::Relaxed) {
        let _ = io::stderr().lock().write_all(b"\r\x1b[K");
    }
}

/// Writes results, to stdout.
pub fn write(text: &str) -> io::Result<()> {
    end_progress();
    let mut stdout = io::stdout().lock();
    stdout.write_all(shown(text).as_bytes())?;
    stdout.flush()
}

/// Writes errors, warnings and hints, to stderr.
pub fn write_aside(text: &str) -> io::Result<()> {
    end_progress();
    io::stderr().lock().write_all(shown(text).as_bytes())
}

/// Prints a line. A closed stdout is ignored.
pub fn say(line: &str) {
    let _ = write(&format!("{line}\n"));
}

/// Prints a warning or hint.
pub fn warn(line: &str) {
    let _ = write_aside(&format!("{line}\n"));
}

/// Sends a question to the terminal, as it is.
pub fn ask(question: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(question.as_bytes()).and_then(|()| stdout.flush())
}

/// Asks a yes-or-no question. An empty answer means no.
pub fn confirm(question: &str) -> bool {
    let mut answer = String::new();
    let asked = write(&format!("{question} [y/N] ")).and_then(|()| io::stdin().read_line(&mut answer));
    asked.is_ok() && ["y", "yes"].contains(&answer.trim().to_lowercase().as_str())
}

/// Another screen without a cursor; pasted text in brackets; the mouse, with every motion.
const ENTER: &str = "\x1b[?1049h\x1b[2J\x1b[?25l\x1b[?2004h\x1b[?1000h\x1b[?1003h\x1b[?1006h";
/// The opposite of `ENTER`.
const LEAVE: &str = "\x1b[?1006l\x1b[?1003l\x1b[?1000l\x1b[?2004l\x1b[0m\x1b[?25h\x1b[?1049l";

/// Whether the whole screen is taken. Read and written only while stdout is locked.
static IS_TAKEN: AtomicBool = AtomicBool::new(false);

/// Takes the whole screen; `leave_screen` shows again what was there before.
pub fn take_screen() -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    IS_TAKEN.store(true, Ordering::Relaxed);
    stdout.write_all(ENTER.as_bytes())?;
    stdout.flush()
}

/// Writes cells to the screen that was taken: cursor movements, colours, and characters that `seen` has checked. After
/// the screen was left, nothing is written.
pub fn paint(cells: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    if IS_TAKEN.load(Ordering::Relaxed) {
        stdout.write_all(cells.as_bytes())?;
        stdout.flush()?;
    }
    Ok(())
}

/// A character as it can be painted into a cell: an invisible one becomes a visible sign.
pub fn seen(symbol: char) -> char {
    if language::is_hidden(symbol) { '\u{fffd}' } else { symbol }
}

/// Gives the screen back, if it was taken.
pub fn leave_screen() {
    let mut stdout = io::stdout().lock();
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        let _ = stdout.write_all(LEAVE.as_bytes()).and_then(|()| stdout.flush());
    }
}

/// Resets the terminal: the screen as it was, no colour, no bracketed paste.
pub fn calm() {
    leave_screen();
    let mut stdout = io::stdout();
    let _ = stdout.write_all(b"\x1b[?2004l\x1b[0m\r\n").and_then(|()| stdout.flush());
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn colours_pass_only_where_they_are_meant() {
        let painted = meant("\x1b[1;31mRed\x1b[0m");
        assert_eq!(shown(&painted), "\x1b[1;31mRed\x1b[0m");
        let mixed = format!("{painted} \x1b[31mx\u{202e}");
        assert_eq!(shown(&mixed), "\x1b[1;31mRed\x1b[0m \\u{1b}[31mx\\u{202e}");
        assert_eq!(shown("\x1b]0;title\x07\x1b[2J"), "\\u{1b}]0;title\\u{7}\\u{1b}[2J");
        assert_eq!(shown(&format!("\x1b[{}2J m", *SEAL)), "", "a code that is no colour is dropped");
    }

    #[test]
    fn pictures_pass_only_where_the_program_made_them() {
        let made = picture("\x1bPq#0~\x1b\\");
        let text = format!("a\x1bPq\n{made}{}\x1b_Gb", meant("\x1b[1mx"));
        assert_eq!(shown(&text), "a\\u{1b}Pq\n\x1bPq#0~\x1b\\\x1b[1mx\\u{1b}_Gb");
        assert_eq!(shown(&made[..made.len() - 1]), "", "a picture that was cut is dropped");
        assert_eq!(shown("\x1b_9:\x1bPq"), "\\u{1b}_9:\\u{1b}Pq");
    }

    #[test]
    fn json_holds_no_hidden_character_and_means_the_same() {
        let value = json!({ "a\u{202e}": ["\u{1b}[0m", "日本\u{e0041}", "\u{9b}\"\\"] });
        let line = json(&value);
        assert!(!line.chars().any(language::is_hidden), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
        assert_eq!(json(&json!(meant("\x1b[1mx"))), "\"\\u001b[1mx\"");
    }
}
