//! Pictures by kitty's protocol, directly or through tmux. Knows the protocol, never the picture.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::io::ability::{TMUX_LINES, passed};

/// The most characters of data in one sequence.
const CHUNK: usize = 4096;
/// The character of a cell that shows a part of a picture.
const PLACEHOLDER: char = '\u{10eeee}';

/// The marks that number the rows of placeholders, in the order of the protocol.
const ROWS: [u16; TMUX_LINES] = [
    0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351, 0x352, 0x357,
    0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36a, 0x36b, 0x36c, 0x36d, 0x36e, 0x36f, 0x483, 0x484,
    0x485, 0x486, 0x487, 0x592, 0x593, 0x594, 0x595, 0x597, 0x598, 0x599, 0x59c, 0x59d, 0x59e, 0x59f, 0x5a0, 0x5a1,
    0x5a8, 0x5a9, 0x5ab, 0x5ac, 0x5af, 0x5c4, 0x610, 0x611, 0x612, 0x613, 0x614, 0x615, 0x616, 0x617, 0x657, 0x658,
];

/// A PNG over this many columns and lines. A picture with the same number is replaced, so that the terminal keeps few.
pub fn direct(png: &[u8], (columns, lines): (usize, usize), number: u32) -> String {
    sent(png, &format!("a=T,f=100,q=2,C=1,i={number},p=1,c={columns},r={lines}")).concat()
}

/// Takes a picture off the screen and forgets it.
pub fn removed(number: u32) -> String {
    format!("\x1b_Ga=d,d=I,i={number},q=2\x1b\\")
}

/// The same in tmux: the data pass through it to the terminal outside, and the cells are text that tmux can move.
pub fn through_tmux(png: &[u8], (columns, lines): (usize, usize), number: u32) -> String {
    let parts = sent(png, &format!("a=T,f=100,q=2,U=1,i={number},c={columns},r={lines}"));
    let mut text: String = parts.iter().map(|part| passed(part)).collect();
    let [_, red, green, blue] = number.to_be_bytes();
    let _ = write!(text, "\x1b[38;2;{red};{green};{blue}m");
    for mark in ROWS.iter().take(lines).filter_map(|mark| char::from_u32(u32::from(*mark))) {
        // The first cell says where it belongs; the others follow it.
        let _ = write!(text, "{PLACEHOLDER}{mark}\u{305}");
        text.extend(std::iter::repeat_n(PLACEHOLDER, columns.saturating_sub(1)));
        let _ = write!(text, "\x1b[{columns}D\x1b[B");
    }
    text + "\x1b[39m"
}

/// The data in sequences of the allowed length; the first has the keys.
fn sent(png: &[u8], keys: &str) -> Vec<String> {
    let data = STANDARD.encode(png);
    let mut parts = Vec::new();
    let mut rest = data.as_str();
    while !rest.is_empty() {
        let (part, more) = rest.split_at(rest.len().min(CHUNK));
        let keys = if parts.is_empty() { format!("{keys},") } else { String::new() };
        parts.push(format!("\x1b_G{keys}m={};{part}\x1b\\", u8::from(!more.is_empty())));
        rest = more;
    }
    parts
}
