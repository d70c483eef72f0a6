//! The one door through which text leaves the program. No character that moves the cursor or changes its neighbours passes
//! unless the program meant it; whatever comes from files, names and scripts is written out instead.

use std::borrow::Cow;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal, Write};
use std::sync::LazyLock;

use bastide_core::language;
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// What a terminal takes as the beginning of a colour.
const COLOUR: &str = "\x1b[";

/// Stands behind the beginning of a colour that is meant: a few characters that nobody outside can know, so that no file can
/// colour what is printed. They never leave the program.
static SEAL: LazyLock<String> = LazyLock::new(|| {
    let secret = RandomState::new().hash_one(0);
    let sign = |bits: u64| char::from_u32(0xf_0000 + (bits & 0xfff) as u32).unwrap_or('\u{f0000}');
    [secret, secret >> 12, secret >> 24].into_iter().map(sign).collect()
});

/// A painted text whose colours are meant. Only what was painted cell by cell may come here, for nothing in it is looked at.
pub fn meant(painted: &str) -> String {
    painted.replace(COLOUR, &format!("{COLOUR}{}", *SEAL))
}

/// A text as it may be printed: colours that are meant stay, everything else that cannot be seen is written out.
pub fn shown(text: &str) -> Cow<'_, str> {
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

/// A value as one line of JSON in which every character can be seen.
pub fn json(value: &Value) -> String {
    let mut line = Vec::new();
    // Writing a value into memory cannot fail.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut line, Visible));
    String::from_utf8(line).unwrap_or_default()
}

/// Writes hidden characters as JSON escapes them.
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

/// Whether results go to a terminal.
pub fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Whether somebody watches what is said aside, at a terminal.
pub fn is_watched() -> bool {
    io::stderr().is_terminal()
}

/// Writes results.
pub fn write(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(shown(text).as_bytes())?;
    stdout.flush()
}

/// Writes errors, warnings and hints.
pub fn write_aside(text: &str) -> io::Result<()> {
    io::stderr().lock().write_all(shown(text).as_bytes())
}

/// Says a line to a person. Whoever does not listen misses it.
pub fn say(line: &str) {
    let _ = write(&format!("{line}\n"));
}

/// Says a warning or a hint to a person.
pub fn warn(line: &str) {
    let _ = write_aside(&format!("{line}\n"));
}

/// Puts a terminal back to plain text: no colour, and pasted text comes as keys.
pub fn calm() {
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
    fn json_holds_no_hidden_character_and_means_the_same() {
        let value = json!({ "a\u{202e}": ["\u{1b}[0m", "日本\u{e0041}", "\u{9b}\"\\"] });
        let line = json(&value);
        assert!(!line.chars().any(language::is_hidden), "{line}");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
        assert_eq!(json(&json!(meant("\x1b[1mx"))), "\"\\u001b[1mx\"");
    }
}
