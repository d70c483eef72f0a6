//! English, and text as people see it: lists in a sentence, plurals, what was probably meant, which characters can be seen and how
//! wide they are. Knows nothing of games.

mod guess;
mod text;

pub use guess::{list, nearest, suggestion, suggestion_at_table};
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

/// A noun for so many.
pub fn plural(noun: &str, count: i64) -> String {
    match noun {
        _ if count == 1 => noun.into(),
        _ if noun.ends_with('y') => format!("{}ies", &noun[..noun.len() - 1]),
        _ if ["s", "sh", "ch", "x"].iter().any(|end| noun.ends_with(end)) => format!("{noun}es"),
        _ => format!("{noun}s"),
    }
}
