//! What is wrong in a manifest and where: file, line, the word underlined. Knows text, never what a key means.

use std::fmt::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use crate::language::{clip, is_hidden, width};

/// The number of characters of a long line that are shown around the underlined word.
const EXCERPT_WIDTH: usize = 120;
/// The maximum number of characters of a word that is quoted in a message.
const MAX_QUOTED: usize = 40;

/// The result of reading.
pub type ReadResult<T> = Result<T, ManifestError>;

/// A file that was read.
#[derive(Debug)]
pub(super) struct Source {
    pub file: String,
    pub text: String,
}

/// A byte range of a manifest.
#[derive(Clone)]
pub struct Place {
    source: Arc<Source>,
    span: Range<usize>,
}

impl Place {
    /// Makes a place from a byte range, limited to the text.
    pub(super) fn new(source: &Arc<Source>, span: Range<usize>) -> Place {
        let text = &source.text;
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let start = floor(span.start);
        Place { source: source.clone(), span: start..floor(span.end).max(start) }
    }

    /// Makes a place in any text, for reports about files other than manifests.
    pub fn in_text(file: impl Into<String>, text: impl Into<String>, span: Range<usize>) -> Place {
        Place::new(&Arc::new(Source { file: file.into(), text: text.into() }), span)
    }

    /// Makes a place for a whole file, without an excerpt.
    pub fn file_alone(file: impl Into<String>) -> Place {
        Place::new(&Arc::new(Source { file: file.into(), text: String::new() }), 0..0)
    }

    /// Returns the name of the file for messages.
    pub fn file(&self) -> &str {
        &self.source.file
    }

    /// Returns the whole text of the file; empty if it could not be read.
    pub fn text(&self) -> &str {
        &self.source.text
    }

    /// Returns the byte range in the text.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the text at the place.
    pub fn word(&self) -> &str {
        &self.text()[self.span()]
    }

    /// Returns its line, counted from 1.
    pub fn line(&self) -> usize {
        self.text()[..self.span.start].matches('\n').count() + 1
    }

    /// Returns its column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.text()[self.line_start()..self.span.start].chars().count() + 1
    }

    /// Returns the place of a range of `word`, if the text here contains the word unescaped; otherwise the whole place.
    pub(super) fn part(&self, word: &str, range: Range<usize>) -> Place {
        match self.word().find(word) {
            Some(at) if !word.is_empty() => {
                let start = self.span.start + at;
                Place::new(&self.source, start + range.start..start + range.end)
            }
            _ => self.clone(),
        }
    }

    /// Makes an error at this place.
    pub fn error(&self, message: impl Into<String>) -> ManifestError {
        ManifestError { place: self.clone(), message: message.into(), help: None }
    }

    /// Returns the byte at which its line starts.
    pub(super) fn line_start(&self) -> usize {
        self.text()[..self.span.start].rfind('\n').map_or(0, |at| at + 1)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            "" => f.write_str(self.file()),
            _ => write!(f, "{}:{}:{}", self.file(), self.line(), self.column()),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} {:?}", self.word())
    }
}

/// What is wrong in a manifest, for its author.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ManifestError {
    /// The place.
    pub place: Place,
    /// What is wrong, in a sentence.
    pub message: String,
    /// What was probably meant, or what would be correct.
    pub help: Option<String>,
}

impl ManifestError {
    /// Adds a line of help.
    pub fn with_help(mut self, help: impl Into<String>) -> ManifestError {
        self.help = Some(help.into());
        self
    }

    /// Returns the name of the file for messages.
    pub fn file(&self) -> &str {
        self.place.file()
    }

    /// Returns its line, counted from 1.
    pub fn line(&self) -> usize {
        self.place.line()
    }

    /// Returns its column in characters, counted from 1.
    pub fn column(&self) -> usize {
        self.place.column()
    }

    /// Returns a report of several lines: the message, the line of the manifest with the word underlined, the help.
    pub fn render(&self) -> String {
        let mut out = format!("error: {}\n", self.message);
        let number = self.line().to_string();
        let margin = " ".repeat(number.len());
        let _ = writeln!(out, "{margin}--> {}", self.place);
        if !self.place.text().is_empty() {
            let (line, underline) = self.excerpt();
            let _ = writeln!(out, "{margin} |\n{number} | {line}\n{margin} | {underline}");
        }
        if let Some(help) = &self.help {
            let _ = writeln!(out, "{margin} = help: {help}");
        }
        out
    }

    /// Returns the line, clipped if it is long, and the underline for the word.
    fn excerpt(&self) -> (String, String) {
        let rest = &self.place.text()[self.place.line_start()..];
        let line: Vec<char> = rest.lines().next().unwrap_or("").chars().map(harmless).collect();
        let at = (self.column() - 1).min(line.len());
        let from = if line.len() <= EXCERPT_WIDTH { 0 } else { at.saturating_sub(EXCERPT_WIDTH / 2) };
        let shown = &line[from..line.len().min(from + EXCERPT_WIDTH)];
        let word = self.place.word().lines().next().unwrap_or("").chars().count();
        let columns = |part: &[char]| width(&part.iter().collect::<String>());
        let (before, meant) = shown.split_at(at - from);
        let marks = columns(&meant[..word.min(meant.len())]).max(1);
        (shown.iter().collect(), " ".repeat(columns(before)) + &"^".repeat(marks))
    }
}

/// Replaces characters that a terminal must not get: a file from a stranger must not move the cursor.
fn harmless(c: char) -> char {
    match c {
        '\t' => ' ',
        c if is_hidden(c) => '\u{fffd}',
        c => c,
    }
}

/// Quotes a word in a message: harmless and not too long.
pub(super) fn quoted(word: &str) -> String {
    let shown: String = clip(word, MAX_QUOTED).chars().map(harmless).collect();
    format!("`{shown}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, span: Range<usize>) -> ManifestError {
        Place::new(&Arc::new(Source { file: "x/tiles.toml".into(), text: text.into() }), span).error("no such thing")
    }

    #[test]
    fn the_word_is_underlined_in_its_line() {
        let error = at("[A]\ncount = 2\nrode = \"N-S\"\n", 14..18).with_help("did you mean `road`?");
        assert_eq!(error.to_string(), "x/tiles.toml:3:1: no such thing");
        let expected = "error: no such thing\n --> x/tiles.toml:3:1\n  |\n3 | rode = \"N-S\"\n  | ^^^^\n  \
                        = help: did you mean `road`?\n";
        assert_eq!(error.render(), expected);
    }

    #[test]
    fn a_column_counts_characters_not_bytes() {
        assert_eq!(at("é = \"ü\" # x", 5..6).column(), 5);
    }

    #[test]
    fn a_long_line_is_cut_around_the_word_and_holds_no_control_character() {
        let text = format!("{}\u{1b}[2Jhere{}", "a".repeat(5_000), "b".repeat(5_000));
        let rendered = at(&text, 5_004..5_008).render();
        assert!(rendered.contains("here") && !rendered.contains('\u{1b}'), "{rendered}");
        assert!(rendered.lines().all(|line| line.chars().count() < EXCERPT_WIDTH + 10), "{rendered}");
    }

    #[test]
    fn a_place_outside_the_text_or_inside_a_character_is_moved_and_never_panics() {
        for span in [0..0, 1..2, 2..2, 3..99, 99..100] {
            assert!(at("aé\n", span).render().contains('^'));
        }
    }
}
