//! Which characters are visible, and how many columns they take. Knows characters, never what they say.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// Characters that show nothing themselves but change the text around them: they reverse its direction, join or
/// separate words, select another form, or fill a place with nothing.
const FORMATS: [(char, char); 30] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fdd0}', '\u{fdef}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{fffe}', '\u{ffff}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1345f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    // Tags, further variation selectors, and unassigned characters.
    ('\u{1fffe}', '\u{1ffff}'),
    ('\u{e0000}', '\u{e0fff}'),
    // Private use: some terminals show nothing there, others show anything.
    ('\u{f0000}', '\u{fffff}'),
    ('\u{100000}', '\u{10ffff}'),
];

/// Whether a character moves the cursor or changes its neighbours instead of showing something.
#[inline]
pub fn is_hidden(c: char) -> bool {
    c < ' ' || c >= '\u{7f}' && (c.is_control() || FORMATS.iter().any(|(first, last)| (*first..=*last).contains(&c)))
}

/// Escapes hidden characters, as `\u{202e}`; line ends and tabs stay.
pub fn shown(text: &str) -> Cow<'_, str> {
    let is_written_out = |c: char| is_hidden(c) && c != '\n' && c != '\t';
    if !text.contains(is_written_out) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_written_out(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
    }
    Cow::Owned(shown)
}

/// A word as it is typed: in quotes if it would fall apart without them.
pub fn quoted(word: &str) -> String {
    let parts = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\' | '#' | ';');
    if !word.is_empty() && !word.contains(parts) {
        return word.into();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

/// How many columns a character takes; one that is hidden as many as it has when it is written out.
pub fn char_width(c: char) -> usize {
    if is_hidden(c) { c.escape_unicode().len() } else { c.width().unwrap_or(0) }
}

/// Returns the number of columns of a text.
pub fn width(text: &str) -> usize {
    text.chars().map(char_width).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_written_out_and_words_of_all_languages_stay() {
        assert_eq!(
            shown("a\u{1b}[2J\u{202e}b\u{feff}\u{9b}\u{e0041}"),
            "a\\u{1b}[2J\\u{202e}b\\u{feff}\\u{9b}\\u{e0041}"
        );
        for text in ["Zoë, 日本, Ωμέγα, עברית", "one\n\ttwo", "● ○ ▀ › … ⏎ ×"] {
            assert_eq!(shown(text), text);
        }
        let hidden = "\r\u{7f}\u{85}\u{ad}\u{200b}\u{200d}\u{2028}\u{2066}\u{2069}\u{fe0f}\u{ffff}\u{f0001}\u{e0100}";
        assert!(hidden.chars().all(is_hidden));
    }

    #[test]
    fn a_width_is_what_a_terminal_shows() {
        let widths = [("abc", 3), ("日本", 4), ("e\u{301}", 1), ("é", 1), ("\u{202e}", 8), ("", 0)];
        widths.iter().for_each(|(text, columns)| assert_eq!(width(text), *columns, "{text}"));
    }
}
