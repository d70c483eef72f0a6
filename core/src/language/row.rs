//! Descriptions as rows of text: what something is called, its type, a sentence, and a note if it is deprecated. Knows
//! the form of a row, never what is described.

/// One described name.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it belongs to.
    pub of: &'static str,
    /// The name.
    pub name: &'static str,
    /// Its type.
    pub typed: &'static str,
    /// One sentence about it.
    pub says: &'static str,
    /// What to use instead, if it should not be used any more.
    pub deprecated: Option<&'static str>,
}

impl Row {
    /// Reads `OF.NAME: TYPE -- SENTENCE`, or the same with ` -- deprecated: NOTE` at the end.
    pub fn read(line: &'static str) -> Option<Row> {
        let (head, says) = line.split_once(" -- ")?;
        let (name, typed) = head.split_once(": ")?;
        let (of, name) = name.rsplit_once('.')?;
        Some(Row::new(of, name, typed, says))
    }

    /// A row whose sentence may have a note at its end.
    pub fn new(of: &'static str, name: &'static str, typed: &'static str, sentence: &'static str) -> Row {
        let (says, note) = sentence.split_once(" -- deprecated: ").unwrap_or((sentence, ""));
        Row { of, name, typed, says, deprecated: (!note.is_empty()).then_some(note) }
    }
}

/// The lines of a text that has a row on each.
pub fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_may_say_what_to_use_instead() {
        let row = Row::read("a.b.old: number -- how many -- deprecated: use `new`").unwrap();
        assert_eq!((row.of, row.name, row.typed, row.says), ("a.b", "old", "number", "how many"));
        assert_eq!(row.deprecated, Some("use `new`"));
        assert_eq!(Row::read("a.new: number -- how many").unwrap().deprecated, None);
        assert!(Row::read("no row").is_none());
    }
}
