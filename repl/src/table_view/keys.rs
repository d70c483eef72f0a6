//! What a terminal sends, as events: keys, the mouse, pasted text. Bytes come in any pieces; other bytes are dropped.
//! Knows no game.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

/// The longest sequence that a terminal sends; a longer one is noise.
const MAX_SEQUENCE: usize = 64;
/// The most bytes of a pasted text that are kept.
const MAX_PASTED: usize = 1 << 20;
const ESC: u8 = 0x1b;
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Bytes that are not an event yet.
#[derive(Default)]
pub struct Keys {
    bytes: Vec<u8>,
}

/// What the first bytes are.
enum Parsed {
    Event(usize, Event),
    Noise(usize),
    Unfinished,
}

impl Keys {
    /// Takes bytes from the terminal.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.bytes.truncate(2 * MAX_PASTED);
    }

    /// Whether bytes wait for others.
    pub fn waits(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// The events in the bytes so far. `is_quiet`: no more bytes came for a moment, so an unfinished sequence stays
    /// unfinished, and a lone Escape is the key.
    pub fn events(&mut self, is_quiet: bool) -> Vec<Event> {
        let mut events = Vec::new();
        while !self.bytes.is_empty() {
            let length = match parsed(&self.bytes, is_quiet) {
                Parsed::Event(length, event) => {
                    events.push(event);
                    length
                }
                Parsed::Noise(length) => length,
                Parsed::Unfinished if is_quiet => self.bytes.len(),
                Parsed::Unfinished => break,
            };
            self.bytes.drain(..length.clamp(1, self.bytes.len()));
        }
        events
    }
}

fn key(length: usize, code: KeyCode, modifiers: KeyModifiers) -> Parsed {
    Parsed::Event(length, Event::Key(KeyEvent::new(code, modifiers)))
}

fn parsed(bytes: &[u8], is_quiet: bool) -> Parsed {
    let plain = |code: KeyCode| key(1, code, KeyModifiers::NONE);
    match bytes {
        [ESC] if is_quiet => plain(KeyCode::Esc),
        [ESC] => Parsed::Unfinished,
        [ESC, ESC, ..] => plain(KeyCode::Esc),
        _ if bytes.starts_with(PASTE_START) => pasted(bytes, is_quiet),
        [ESC, b'[', ..] => sequence(bytes),
        [ESC, b'O', last, ..] => named(3, *last, &[]),
        [ESC, b'O'] => Parsed::Unfinished,
        [ESC, rest @ ..] => match character(rest) {
            Parsed::Event(length, Event::Key(event)) => {
                key(length + 1, event.code, event.modifiers | KeyModifiers::ALT)
            }
            Parsed::Noise(length) => Parsed::Noise(length + 1),
            other => other,
        },
        _ => character(bytes),
    }
}

/// A key that is one character.
fn character(bytes: &[u8]) -> Parsed {
    let plain = |code: KeyCode| key(1, code, KeyModifiers::NONE);
    match bytes[0] {
        b'\r' | b'\n' => plain(KeyCode::Enter),
        b'\t' => plain(KeyCode::Tab),
        0x7f | 0x08 => plain(KeyCode::Backspace),
        control @ 0x01..=0x1a => key(1, KeyCode::Char((control + b'a' - 1) as char), KeyModifiers::CONTROL),
        0x00..=0x1f => Parsed::Noise(1),
        _ => {
            let start = &bytes[..bytes.len().min(4)];
            let valid = match std::str::from_utf8(start) {
                Ok(text) => text,
                Err(error) if error.valid_up_to() > 0 => {
                    std::str::from_utf8(&start[..error.valid_up_to()]).unwrap_or_default()
                }
                Err(error) if error.error_len().is_none() => return Parsed::Unfinished,
                Err(_) => return Parsed::Noise(1),
            };
            match valid.chars().next() {
                Some(sign) => key(sign.len_utf8(), KeyCode::Char(sign), KeyModifiers::NONE),
                None => Parsed::Noise(1),
            }
        }
    }
}

/// Text between the marks of a paste. If the last mark never comes, the text ends where the bytes do.
fn pasted(bytes: &[u8], is_quiet: bool) -> Parsed {
    let text = &bytes[PASTE_START.len()..];
    let end = text.windows(PASTE_END.len()).position(|part| part == PASTE_END);
    let (length, text) = match end {
        Some(end) => (PASTE_START.len() + end + PASTE_END.len(), &text[..end]),
        None if is_quiet || text.len() > MAX_PASTED => (bytes.len(), text),
        None => return Parsed::Unfinished,
    };
    Parsed::Event(length, Event::Paste(String::from_utf8_lossy(text).into_owned()))
}

/// A sequence after `ESC [`: parameters, then a last byte.
fn sequence(bytes: &[u8]) -> Parsed {
    // The console of Linux sends `ESC [ [ B` for F2.
    let from = if bytes.get(2) == Some(&b'[') { 3 } else { 2 };
    let Some(length) = bytes[from..].iter().position(|byte| !(0x20..=0x3f).contains(byte)) else {
        return if bytes.len() > MAX_SEQUENCE { Parsed::Noise(bytes.len()) } else { Parsed::Unfinished };
    };
    let (parameters, last) = (&bytes[from..from + length], bytes[from + length]);
    if length > MAX_SEQUENCE || !(0x40..=0x7e).contains(&last) {
        return Parsed::Noise(from + length);
    }
    let end = from + length + 1;
    if from == 3 {
        return if last == b'B' { key(end, KeyCode::F(2), KeyModifiers::NONE) } else { Parsed::Noise(end) };
    }
    match (parameters.first(), last) {
        (Some(b'<'), b'm' | b'M') => mouse(&parameters[1..], last == b'M')
            .map_or(Parsed::Noise(end), |event| Parsed::Event(end, Event::Mouse(event))),
        // The oldest way to tell of the mouse: three bytes follow.
        (None, b'M') => Parsed::Noise(end + 3),
        _ => named(end, last, &numbers(parameters)),
    }
}

fn numbers(parameters: &[u8]) -> Vec<u16> {
    let part = |part: &[u8]| std::str::from_utf8(part).ok().and_then(|part| part.parse().ok()).unwrap_or(0);
    parameters.split(|byte| *byte == b';').map(part).collect()
}

/// A key with a name: by the last byte of its sequence, and its numbers.
fn named(length: usize, last: u8, numbers: &[u16]) -> Parsed {
    let code = match (last, numbers.first()) {
        (b'A', _) => KeyCode::Up,
        (b'B', _) => KeyCode::Down,
        (b'C', _) => KeyCode::Right,
        (b'D', _) => KeyCode::Left,
        (b'H', _) | (b'~', Some(1 | 7)) => KeyCode::Home,
        (b'F', _) | (b'~', Some(4 | 8)) => KeyCode::End,
        (b'Q', _) | (b'~', Some(12)) => KeyCode::F(2),
        (b'M', _) => KeyCode::Enter,
        (b'Z', _) => KeyCode::BackTab,
        (b'~', Some(3)) => KeyCode::Delete,
        (b'~', Some(5)) => KeyCode::PageUp,
        (b'~', Some(6)) => KeyCode::PageDown,
        _ => return Parsed::Noise(length),
    };
    let held = numbers.get(1).map_or(0, |number| number.saturating_sub(1));
    let named = [(1, KeyModifiers::SHIFT), (2, KeyModifiers::ALT), (4, KeyModifiers::CONTROL)];
    let held = named.into_iter().filter(|(bit, _)| held & bit != 0).map(|(_, modifier)| modifier).collect();
    key(length, code, held)
}

/// A mouse event: button, column and line, all written as numbers.
fn mouse(parameters: &[u8], is_down: bool) -> Option<MouseEvent> {
    let written = std::str::from_utf8(parameters).ok()?.split(';').map(str::parse::<u16>);
    let [button, column, row] = written.collect::<Result<Vec<u16>, _>>().ok()?.try_into().ok()?;
    let (column, row) = (column.checked_sub(1)?, row.checked_sub(1)?);
    let pressed = match button & 3 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let kind = match (button & 64 != 0, button & 32 != 0, pressed) {
        (true, _, Some(MouseButton::Left)) => MouseEventKind::ScrollUp,
        (true, _, Some(MouseButton::Middle)) => MouseEventKind::ScrollDown,
        (true, ..) => return None,
        (false, true, None) => MouseEventKind::Moved,
        (false, true, Some(button)) => MouseEventKind::Drag(button),
        (false, false, Some(button)) if is_down => MouseEventKind::Down(button),
        (false, false, Some(button)) => MouseEventKind::Up(button),
        (false, false, None) => return None,
    };
    Some(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Vec<Event> {
        let mut keys = Keys::default();
        keys.feed(bytes);
        keys.events(true)
    }

    fn codes(bytes: &[u8]) -> Vec<KeyCode> {
        read(bytes).into_iter().filter_map(|event| event.as_key_event().map(|key| key.code)).collect()
    }

    #[test]
    fn keys_are_read_in_the_ways_of_several_terminals() {
        use KeyCode::{BackTab, Backspace, Char, Down, Enter, Esc, F, PageUp, Up};
        let table: [(&[u8], &[KeyCode]); 9] = [
            (b"\x1b[A\x1bOB\x1b[1;5A", &[Up, Down, Up]),
            (b"\x1bOQ\x1b[12~\x1b[[B", &[F(2), F(2), F(2)]),
            (b"r\r\x7f", &[Char('r'), Enter, Backspace]),
            (b"\x1b", &[Esc]),
            (b"\x1b\x1b", &[Esc, Esc]),
            (b"\x1b[Z\x1b[5~", &[BackTab, PageUp]),
            ("ü日".as_bytes(), &[Char('ü'), Char('日')]),
            (b"\xff\xc3r", &[Char('r')]),
            (b"\x03", &[Char('c')]),
        ];
        for (bytes, expected) in table {
            assert_eq!(codes(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn a_sequence_may_come_in_pieces_and_is_dropped_if_the_rest_never_comes() {
        let mut keys = Keys::default();
        keys.feed(b"\x1b");
        assert!(keys.events(false).is_empty() && keys.waits());
        keys.feed(b"[");
        assert!(keys.events(false).is_empty());
        keys.feed(b"B");
        assert_eq!(keys.events(false), [Event::Key(KeyEvent::new(KeyCode::Down, KeyModifiers::NONE))]);
        keys.feed(b"\x1b[<0;1");
        assert!(keys.events(false).is_empty());
        assert!(keys.events(true).is_empty() && !keys.waits(), "noise is dropped, the next key is a key");
        keys.feed(b"r");
        assert_eq!(keys.events(false).len(), 1);
    }

    #[test]
    fn the_mouse_is_read_and_its_noise_is_not() {
        let moved = |bytes: &[u8]| read(bytes).into_iter().filter_map(|event| event.as_mouse_event()).next();
        let at = |kind, column, row| Some(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE });
        assert_eq!(moved(b"\x1b[<0;5;7M"), at(MouseEventKind::Down(MouseButton::Left), 4, 6));
        assert_eq!(moved(b"\x1b[<35;1;1M"), at(MouseEventKind::Moved, 0, 0));
        assert_eq!(moved(b"\x1b[<65;2;2M"), at(MouseEventKind::ScrollDown, 1, 1));
        for noise in ["\x1b[<0;0;0M", "\x1b[<99999;1;1M", "\x1b[<;;M", "\x1b[<0;5M", "\x1b[M !!", "\x1b[<0;1;1;1m"] {
            assert_eq!(read(noise.as_bytes()), [], "{noise:?}");
        }
    }

    #[test]
    fn pasted_text_is_one_event() {
        assert_eq!(read(b"\x1b[200~a\nq\x1b[201~"), [Event::Paste("a\nq".into())]);
        assert_eq!(read(b"\x1b[200~a"), [Event::Paste("a".into())]);
    }

    #[test]
    fn no_bytes_are_too_much() {
        let mut state = 7_u32;
        for length in 0..400 {
            let bytes: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    b"\x1b[<;0139MmO~\xff\x80a"[(state >> 24) as usize % 15]
                })
                .collect();
            let mut keys = Keys::default();
            for part in bytes.chunks(7) {
                keys.feed(part);
                keys.events(false);
            }
            keys.events(true);
            assert!(!keys.waits());
        }
    }
}
