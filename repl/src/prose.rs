//! Sentences broken into lines where a terminal ends. Knows words and widths, never what they say.

/// A text behind so many blanks, in lines of at most so many columns where that is known. The first line has no blanks of its
/// own: it stands after what was written already.
pub fn hung(text: &str, indent: usize, columns: Option<usize>) -> String {
    let Some(width) = columns.map(|columns| columns.saturating_sub(indent)).filter(|width| *width >= 20) else {
        return text.into();
    };
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split(' ') {
        let more = word.chars().count();
        if length > 0 && length + 1 + more > width {
            lines.push(String::new());
            length = 0;
        }
        if let Some(line) = lines.last_mut() {
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(word);
            length += more;
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::hung;

    #[test]
    fn a_sentence_is_broken_between_words_and_hangs() {
        let text = "Whoever extends it plays a second part of the turn.";
        assert_eq!(hung(text, 4, None), text);
        assert_eq!(hung(text, 4, Some(30)), "Whoever extends it plays a\n    second part of the turn.");
        assert_eq!(hung("a".repeat(50).as_str(), 2, Some(30)), "a".repeat(50));
        assert_eq!(hung(text, 40, Some(50)), text);
    }
}
