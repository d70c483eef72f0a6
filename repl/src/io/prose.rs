//! Texts of a given width: wrapped, padded, cut. Knows words and widths, never what they say.

pub use bastide_core::language::width;
use bastide_core::language::{char_width, shown};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// In fewer columns, nothing is wrapped: most words would not fit.
const MIN_COLUMNS: usize = 10;

/// The width of the widest text, in columns.
pub fn widest<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> usize {
    texts.into_iter().map(|text| width(text.as_ref())).max().unwrap_or(0)
}

/// A text padded with blanks to this many columns.
pub fn pad(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The same with the blanks in front.
pub fn pad_left(text: &str, columns: usize) -> String {
    format!("{}{text}", " ".repeat(columns.saturating_sub(width(text))))
}

/// The part of a text that fits in this many columns.
pub fn cut(text: &str, columns: usize) -> String {
    let mut left = columns;
    let fits = |c: &char| {
        let room = left.checked_sub(char_width(*c));
        left = room.unwrap_or(left);
        room.is_some()
    };
    text.chars().take_while(fits).collect()
}

/// The same with a sign at the end if something was cut: after a whole word, unless half of the room would stay empty.
pub fn clip(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.into();
    }
    let part = cut(text, columns.saturating_sub(1));
    let is_whole = text[part.len()..].starts_with(' ');
    let words = part.rsplit_once(' ').map(|(words, _)| words.trim_end()).filter(|words| width(words) * 2 >= columns);
    match words {
        Some(words) if !is_whole => format!("{words} …"),
        _ => format!("{}…", part.trim_end()),
    }
}

/// A text wrapped to `columns` if that is known, with all lines but the first indented. The first line continues what
/// is already written.
pub fn hung(text: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(most) = columns.map(|columns| columns.saturating_sub(indent)).filter(|most| *most > MIN_COLUMNS) else {
        return text.into();
    };
    // Invisible characters take the columns of their escaped form, so they are escaped before they are counted.
    let options = Options::new(most)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(&shown(text), options).join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_broken_between_words_and_hangs() {
        let text = "Whoever extends it plays a second part of the turn.";
        assert_eq!(hung(text, 4, None), text);
        assert_eq!(hung(text, 4, Some(30)), "Whoever extends it plays a\n    second part of the turn.");
        assert_eq!(hung("a".repeat(50).as_str(), 2, Some(30)), "a".repeat(50));
        assert_eq!(hung(text, 40, Some(50)), text);
        assert_eq!(
            hung("日本日本日 日本日本日 a \u{202e}\u{202e}", 0, Some(20)),
            "日本日本日\n日本日本日 a\n\\u{202e}\\u{202e}"
        );
    }

    #[test]
    fn a_long_line_is_clipped_with_a_sign() {
        assert_eq!((clip("abcdef", 6), clip("abcdef", 4)), ("abcdef".into(), "abc…".into()));
        assert_eq!(clip("abc", 0), "…");
        assert_eq!(clip("x to the east, rotated clockwise", 28), "x to the east, rotated …", "no word is broken");
        assert_eq!(clip("x to the east, rotated clockwise", 23), "x to the east, rotated…");
        assert_eq!(clip("a continuation", 10), "a continu…", "unless nothing would be left");
    }

    #[test]
    fn wide_words_are_filled_up_and_cut_by_columns() {
        assert_eq!((pad("日本", 6), pad_left("日", 4)), ("日本  ".into(), "  日".into()));
        assert_eq!((cut("日本", 3), clip("日本語", 4)), ("日".into(), "日…".into()));
        assert_eq!(pad("\u{202e}", 10).chars().count(), 3, "what is written out counts as it is written");
    }
}
