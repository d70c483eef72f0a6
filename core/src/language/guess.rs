//! Guesses what an unknown word was meant to be.

use std::cmp::Reverse;

use super::{clip, or};

/// The maximum number of names that a sentence lists.
const MAX_LISTED: usize = 12;
/// The maximum number of characters of a typed word that a message repeats.
const MAX_TYPED: usize = 40;

/// Returns the choice that is closest to a word, with at most one typo in three letters and two in all. A typo is a
/// letter added, missing or changed, or two letters swapped.
pub fn nearest<'a>(word: &str, choices: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let slips = [0, 0, 1, 1, 1, 1].get(word.chars().count()).copied().unwrap_or(2);
    // No name is long enough to be close to a giant string.
    if word.len() > 100 {
        return None;
    }
    let near = choices.into_iter().map(|choice| (strsim::osa_distance(word, choice), choice));
    let alike = |choice: &str| word.chars().zip(choice.chars()).take_while(|(mine, theirs)| mine == theirs).count();
    let near = near.filter(|(distance, _)| *distance <= slips);
    near.min_by_key(|(distance, choice)| (*distance, Reverse(alike(choice)))).map(|(_, choice)| choice)
}

/// Says that a word is unknown, and suggests the closest of these names, or all of them.
pub fn unknown<'a>(what: &str, word: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    format!("unknown {what} {}; {}", typed(word), suggestion(word, names))
}

/// Suggests the closest name, or all of them.
pub fn suggestion<'a>(word: &str, names: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, names.clone()) {
        Some(near) => did_you_mean(near),
        None => use_one(names),
    }
}

/// Suggests a name.
pub fn did_you_mean(near: &str) -> String {
    format!("did you mean `{near}`?")
}

fn use_one<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.len() > MAX_LISTED {
        names.truncate(MAX_LISTED);
        return format!("use {}, …", names.join(", "));
    }
    match names.is_empty() {
        true => "no set in play declares any".into(),
        false => format!("use {}", or(&names)),
    }
}

/// A word as it was typed, for a message: cut where it is very long, hidden characters written out.
pub fn typed(word: &str) -> String {
    format!("`{}`", clip(&word.escape_debug().to_string(), MAX_TYPED))
}

/// Lists names in a sentence.
pub fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<&str> = names.into_iter().collect();
    if names.len() > MAX_LISTED {
        names.truncate(MAX_LISTED);
        names.push("…");
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_in_three_letters_is_meant_and_no_more() {
        let known = ["side", "middle", "none"];
        assert_eq!(nearest("midle", known), Some("middle"));
        assert_eq!(nearest("sdie", known), Some("side"));
        assert_eq!(nearest("nose", known), Some("none"));
        assert_eq!(nearest("rim", known), None);
        assert_eq!(nearest("minlde", known), Some("middle"));
        assert_eq!(nearest("snide", ["spine"]), None, "two slips in five letters");
        assert_eq!(nearest("3", ["2", "4"]), None, "another digit is another number");
        assert_eq!(suggestion("rim", known), "use `side`, `middle` or `none`");
        assert_eq!(suggestion("rim", []), "no set in play declares any");
        assert_eq!(unknown("edge", "sdie", known), "unknown edge `sdie`; did you mean `side`?");
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}
