//! The history of typed lines: a text file, the latest line last, no line twice. Knows lines, never what they do.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::io::files;

/// The name of the history file.
pub const HISTORY: &str = "history.txt";
/// The maximum number of lines.
pub const MAX_LINES: usize = 10_000;
/// The maximum size of the file that is read.
const MAX_BYTES: u64 = 8 << 20;

/// The lines of the history, and their file.
#[derive(Default)]
pub struct History {
    path: Option<PathBuf>,
    lines: Vec<String>,
}

impl History {
    /// Reads the history from this file. Without a file, or if it cannot be read, the history is empty.
    pub fn open(path: Option<PathBuf>) -> History {
        let Some(path) = path else { return History::default() };
        let text = files::read(&path, MAX_BYTES).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        let all: Vec<&str> = text.as_deref().unwrap_or_default().lines().filter(|line| !line.is_empty()).collect();
        let lines = latest(&all);
        if lines.len() < all.len() {
            let _ = files::write(&path, (lines.join("\n") + "\n").as_bytes());
        }
        History { path: Some(path), lines }
    }

    /// The lines, the latest last.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Adds a line and writes it at once, so that a crash does not lose it. Lines that start with a blank are not
    /// added. Returns whether an older line with the same text was removed.
    pub fn note(&mut self, line: &str) -> bool {
        if line.trim().is_empty() || line.starts_with(char::is_whitespace) {
            return false;
        }
        let is_again = self.lines.iter().any(|other| other == line);
        self.lines.retain(|other| other != line);
        self.lines.push(line.into());
        if let Some(path) = &self.path {
            let _ = append(path, line);
        }
        is_again
    }
}

fn append(path: &Path, line: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    files::check_kind(path)?;
    // A single write, so that lines of two programs do not mix.
    OpenOptions::new().create(true).append(true).open(path)?.write_all(format!("{line}\n").as_bytes())
}

/// The last occurrence of each line, at most `MAX_LINES` of them.
fn latest(all: &[&str]) -> Vec<String> {
    let mut seen = std::collections::BTreeSet::new();
    let mut lines: Vec<String> =
        all.iter().rev().filter(|line| seen.insert(**line)).take(MAX_LINES).map(|line| line.to_string()).collect();
    lines.reverse();
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_each_is_kept_and_not_too_many() {
        assert_eq!(latest(&["a", "b", "a", "c"]), ["b", "a", "c"]);
        let many: Vec<String> = (0..MAX_LINES + 5).map(|n| n.to_string()).collect();
        let kept = latest(&many.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!((kept.len(), kept[0].as_str()), (MAX_LINES, "5"));
    }

    #[test]
    fn what_is_typed_is_there_again_and_a_leading_blank_hides_it() {
        let path = std::env::temp_dir().join(format!("bastide-history-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut history = History::open(Some(path.clone()));
        let again: Vec<bool> = ["a 1", " secret", "b", "", "a 1"].iter().map(|line| history.note(line)).collect();
        let found = History::open(Some(path.clone()));
        fs::remove_file(&path).unwrap();
        assert_eq!(
            (found.lines(), again),
            (&["b".to_string(), "a 1".into()][..], vec![false, false, false, false, true])
        );
        assert!(History::open(None).lines().is_empty());
    }
}
