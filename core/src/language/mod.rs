//! English, and text as people see it: lists in a sentence, plurals, articles, "did you mean", clipping, which characters
//! are visible and how wide they are; descriptions as rows. Knows nothing about games.

mod guess;
mod row;
mod text;

pub use guess::{did_you_mean, list, nearest, suggestion, typed, unknown};
pub use row::{Row, lines};
pub use text::{char_width, is_hidden, quoted, shown, width};

/// `a, b and c`.
pub fn and<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

/// `a, b or c`.
pub fn or<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

fn joined<T: AsRef<str>>(names: &[T], word: &str) -> String {
    match names {
        [] => "none".into(),
        [one] => one.as_ref().into(),
        [all @ .., last] => {
            let all: Vec<&str> = all.iter().map(AsRef::as_ref).collect();
            format!("{} {word} {}", all.join(", "), last.as_ref())
        }
    }
}

/// Returns the singular or plural of a noun.
pub fn plural(noun: &str, count: i64) -> String {
    match noun {
        _ if count == 1 => noun.into(),
        _ if noun.ends_with('y') => format!("{}ies", &noun[..noun.len() - 1]),
        _ if ["s", "sh", "ch", "x"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}

/// Adds an article: `a road`, `an inn`.
pub fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Returns a text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns a text that is cut after this many characters, with `…` for the rest.
pub fn clip(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_clipped_after_characters_not_bytes() {
        assert_eq!(clip("Zoë", 3), "Zoë");
        assert_eq!(clip("Zoë!", 3), "Zoë…");
        assert_eq!(clip("", 0), "");
    }
}
