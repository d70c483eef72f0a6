//! What inputs are made of: words, noise, and edits of valid texts.

use std::borrow::Cow;

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Numbers as strangers write them.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "-1",
    "17",
    "64",
    "255",
    "256",
    "1000",
    "32767",
    "65536",
    "-32768",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "1e308",
];
/// Characters on which readers have stumbled before.
const ODD: &[char] = &[
    '\0', '\t', '\r', '\x1b', '\x7f', '\u{85}', '\u{200b}', '\u{202e}', '\u{2028}', '\u{feff}', '\u{fffd}', 'é', 'ß',
    'İ', '日', '👩', '\u{301}', '"', '\'', '\\', '#', '*', '=', '[', ']', '{', '}', '(', ')', ',', ';', ':', '@', '+',
    '-', '?', '.', '%', '$', '&', '|', '<', '>', ' ',
];

/// One of these words.
pub fn word(of: impl Into<Cow<'static, [&'static str]>>) -> BoxedStrategy<String> {
    select(of).prop_map(String::from).boxed()
}

/// One of these words, which are known when the program runs.
pub fn known(of: Vec<String>) -> BoxedStrategy<String> {
    select(of).boxed()
}

/// A number, or what begins like one.
pub fn number() -> BoxedStrategy<String> {
    prop_oneof![3 => word(&NUMBERS), 2 => (0u32..12).prop_map(|n| n.to_string())].boxed()
}

/// A word that nobody declared. It has no `/`: no noise is a path that leads anywhere.
pub fn noise() -> BoxedStrategy<String> {
    let letter = prop_oneof![
        4 => prop::char::range('a', 'z'),
        3 => select(ODD),
        1 => any::<char>().prop_map(|c| if c == '/' || c == '~' { '_' } else { c }),
    ];
    prop_oneof![
        6 => prop::collection::vec(letter, 0..8).prop_map(String::from_iter),
        1 => (select(ODD), 1usize..2000).prop_map(|(c, n)| c.to_string().repeat(n)),
    ]
    .boxed()
}

/// One change of a text.
#[derive(Clone, Debug)]
pub enum Edit {
    /// A line is lost.
    Drop(Index),
    /// A line comes twice.
    Double(Index),
    /// Two lines change places.
    Swap(Index, Index),
    /// A word of a line becomes another.
    Word(Index, Index, String),
    /// A line is added.
    Line(Index, String),
    /// A byte becomes another.
    Byte(Index, u8),
    /// Some bytes are lost.
    Take(Index, u8),
    /// The text ends early.
    Cut(Index),
}

/// Edits with words from here; the fewer the more likely.
pub fn edits(words: BoxedStrategy<String>, lines: BoxedStrategy<String>) -> BoxedStrategy<Vec<Edit>> {
    let at = any::<Index>;
    let edit = prop_oneof![
        2 => at().prop_map(Edit::Drop),
        1 => at().prop_map(Edit::Double),
        1 => (at(), at()).prop_map(|(a, b)| Edit::Swap(a, b)),
        6 => (at(), at(), words).prop_map(|(line, word, new)| Edit::Word(line, word, new)),
        2 => (at(), lines).prop_map(|(line, new)| Edit::Line(line, new)),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte(at, byte)),
        1 => (at(), 1u8..9).prop_map(|(at, count)| Edit::Take(at, count)),
        1 => at().prop_map(Edit::Cut),
    ];
    prop_oneof![3 => prop::collection::vec(edit.clone(), 1..3), 1 => prop::collection::vec(edit, 0..12)].boxed()
}

/// The text after these edits.
pub fn edited(text: &[u8], edits: &[Edit]) -> Vec<u8> {
    edits.iter().fold(text.to_vec(), |text, edit| match edit {
        _ if text.is_empty() => text,
        Edit::Byte(at, byte) => {
            let (mut text, at) = (text.clone(), at.index(text.len()));
            text[at] = *byte;
            text
        }
        Edit::Take(at, count) => {
            let at = at.index(text.len());
            let rest = text.len().min(at + *count as usize);
            [&text[..at], &text[rest..]].concat()
        }
        Edit::Cut(at) => text[..at.index(text.len())].to_vec(),
        _ => edited_lines(&text, edit),
    })
}

fn edited_lines(text: &[u8], edit: &Edit) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let count = lines.len();
    match edit {
        Edit::Drop(line) => drop(lines.remove(line.index(count))),
        Edit::Double(line) => lines.insert(line.index(count), lines[line.index(count)].clone()),
        Edit::Swap(one, other) => lines.swap(one.index(count), other.index(count)),
        Edit::Line(line, new) => lines.insert(line.index(count), new.as_bytes().to_vec()),
        Edit::Word(line, word, new) => {
            let line = &mut lines[line.index(count)];
            *line = with_word(line, word, new);
        }
        Edit::Byte(..) | Edit::Take(..) | Edit::Cut(..) => {}
    }
    lines.join(&b'\n')
}

/// The line with another word in the place of one of its words.
fn with_word(line: &[u8], at: &Index, new: &str) -> Vec<u8> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | 128..);
    let words: Vec<&[u8]> = line.chunk_by(|a, b| is_letter(a) == is_letter(b)).collect();
    let places: Vec<usize> = (0..words.len()).filter(|&at| words[at].first().is_some_and(is_letter)).collect();
    if places.is_empty() {
        return new.as_bytes().to_vec();
    }
    let place = places[at.index(places.len())];
    [words[..place].concat(), new.as_bytes().to_vec(), words[place + 1..].concat()].concat()
}
