//! Guesses what an unknown word was meant to be.

use std::cmp::Reverse;

/// The maximum number of names that a sentence lists.
const MAX_LISTED: usize = 12;

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

/// Returns a line of help: the closest choice, or all of them.
pub fn suggestion<'a>(word: &str, choices: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = nearest(word, choices.clone()) {
        return format!("did you mean `{near}`?");
    }
    match list(choices) {
        names if names.is_empty() => "no set in play declares any".into(),
        names => format!("known here: {names}"),
    }
}

/// Returns the closest choice, or all of them, for a player, who has no manifest to look into.
pub fn suggestion_at_table<'a>(word: &str, choices: impl IntoIterator<Item = &'a str> + Clone) -> String {
    match nearest(word, choices.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("there are {}", list(choices)),
    }
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
        assert_eq!(suggestion("rim", known), "known here: side, middle, none");
        assert_eq!(nearest(&"x".repeat(1_000_000), known), None);
    }
}
