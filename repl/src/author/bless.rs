//! Takes over what was found into the expectations of a scene: numbers and lists only, and shows each change.

use serde::Serialize;

use crate::io::reply::Failure;
use crate::io::split;

/// A line that was changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The line.
    pub line: usize,
    /// What it was.
    pub before: String,
    /// What it is now.
    pub after: String,
}

/// The text of a scene with its failed expectations as they were found, and the changes. A command that was refused stays
/// as it is: what came after it was never played.
pub fn bless(text: &str, faults: &[(usize, Failure)]) -> (String, Vec<Change>) {
    let mut changes = Vec::new();
    let mut lines: Vec<String> = text.split('\n').map(String::from).collect();
    for (number, fault) in faults {
        let Some(line) = number.checked_sub(1).and_then(|place| lines.get_mut(place)) else { continue };
        let Some(after) = fault.blessing().and_then(|words| rewritten(line, &words)) else { continue };
        changes.push(Change { line: *number, before: line.trim().into(), after: after.trim().into() });
        *line = after;
    }
    (lines.join("\n"), changes)
}

/// The line with other words after `expect`; its indent and its comment stay.
fn rewritten(line: &str, words: &[String]) -> Option<String> {
    let code = &line[..comment_of(line)];
    let rest = line[code.len()..].trim_end_matches('\r');
    let indent = &code[..code.len() - code.trim_start().len()];
    code.trim_start().strip_prefix("expect")?;
    let new = format!("{indent}expect {}", split::joined(words));
    let is_commented = !rest.is_empty();
    let gap = code.chars().count().saturating_sub(new.chars().count()).max(1);
    let new = if is_commented { format!("{new}{}{rest}", " ".repeat(gap)) } else { new };
    Some(if line.ends_with('\r') { new + "\r" } else { new })
}

/// The byte where the comment of a line begins; its length if it has none.
fn comment_of(line: &str) -> usize {
    let starts = line.match_indices('#').map(|(at, _)| at);
    let is_comment = |at: &usize| {
        let before = &line[..*at];
        (before.is_empty() || before.ends_with(char::is_whitespace)) && split::words(before).is_ok()
    };
    starts.into_iter().find(is_comment).unwrap_or(line.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(words: &[&str]) -> Failure {
        Failure::unmet("this", "that").blessed(words.iter().map(|word| word.to_string()).collect())
    }

    #[test]
    fn numbers_and_lists_are_taken_over_and_comments_stay_where_they_are() {
        let text = "new x\nexpect points Red 3     # three tiles\n  expect options \"pass # not\"\nexpect over\n";
        let faults = [
            (2, found(&["points", "Red", "12"])),
            (3, found(&["options", "place 1,0 r0", "pass"])),
            (4, Failure::unmet("the game to be over", "decision Red")),
        ];
        let (blessed, changes) = bless(text, &faults);
        let expected =
            "new x\nexpect points Red 12    # three tiles\n  expect options \"place 1,0 r0\" pass\nexpect over\n";
        assert_eq!(blessed, expected);
        assert_eq!(changes.iter().map(|change| change.line).collect::<Vec<_>>(), [2, 3]);
    }

    #[test]
    fn what_is_no_expectation_stays() {
        let faults = [(1, Failure::refused("no")), (9, found(&["over"]))];
        assert_eq!(bless("place 0,0 r0", &faults), ("place 0,0 r0".into(), Vec::new()));
        assert_eq!(rewritten("place 0,0", &["x".into()]), None);
    }
}
