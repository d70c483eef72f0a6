//! The words that the manifests of one game declare together, and who declared them.

use super::error::{ManifestError, Place};
use super::node::{Read, Word};
use crate::catalogue::{KindId, Line, TagId};
use crate::tile::FIELD;

/// What the core itself counts on a feature.
pub(super) const LINES: [(&str, Line); 2] = [("tile", Line::Tile), ("neighbour", Line::Neighbour)];
/// The most kinds: a figure keeps one bit for each.
const MAX_KINDS: usize = 31;
/// The most tags: every feature keeps a count for each.
const MAX_TAGS: usize = 64;
/// The most kinds of figures.
const MAX_FIGURES: usize = 32;

/// All kinds, tags and kinds of figures of a game, as they were declared.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The field is first.
    pub kinds: Vec<Word>,
    pub tags: Vec<Word>,
    pub figures: Vec<Word>,
}

impl Vocabulary {
    /// The kind that a word names.
    pub fn kind(&self, word: &Word) -> Read<KindId> {
        find(&self.kinds, "kind", word).map(|at| KindId(at as u8))
    }

    /// The tag that a word names.
    pub fn tag(&self, word: &Word) -> Read<TagId> {
        find(&self.tags, "tag", word).map(|at| TagId(at as u8))
    }

    /// The place of the kind of figure that a word names.
    pub fn figure(&self, word: &Word) -> Read<usize> {
        find(&self.figures, "figure", word)
    }

    /// The line of a score sheet that a word names.
    pub fn line(&self, word: &Word) -> Read<Line> {
        let own = LINES.iter().find(|(name, _)| *name == word.text).map(|(_, line)| *line);
        let choices = LINES.iter().map(|(name, _)| *name).chain(texts(&self.tags));
        let tag = || self.tags.iter().position(|tag| tag.text == word.text).map(|at| Line::Tag(TagId(at as u8)));
        own.or_else(tag).ok_or_else(|| word.unknown("line of a score", choices))
    }

    /// Adds the words of one more expansion.
    pub fn add<'a>(
        &mut self,
        kinds: impl Iterator<Item = &'a Word>,
        tags: impl Iterator<Item = &'a Word>,
        figures: impl Iterator<Item = &'a Word>,
    ) -> Read<()> {
        declare(&mut self.kinds, "kind", kinds, MAX_KINDS)?;
        declare(&mut self.tags, "tag", tags, MAX_TAGS)?;
        declare(&mut self.figures, "figure", figures, MAX_FIGURES)?;
        if let Some(at) = self.kinds.iter().position(|kind| kind.text == FIELD) {
            self.kinds[..=at].rotate_right(1);
        }
        Ok(())
    }
}

/// Adds names to those known, each of which may be declared once.
fn declare<'a>(known: &mut Vec<Word>, what: &str, names: impl Iterator<Item = &'a Word>, most: usize) -> Read<()> {
    for name in names {
        if let Some(first) = known.iter().find(|first| first.text == name.text) {
            return Err(twice(what, name, &first.place));
        }
        if known.len() == most {
            return Err(name.place.error(format!("one game has room for {most} declarations of a {what}, not more")));
        }
        known.push(name.clone());
    }
    Ok(())
}

/// The error for something that was declared before.
pub(super) fn twice(what: &str, word: &Word, first: &Place) -> ManifestError {
    word.place.error(format!("the {what} `{}` is declared twice", word.text)).with_help(format!("first at {first}"))
}

fn find(known: &[Word], what: &str, word: &Word) -> Read<usize> {
    let found = known.iter().position(|known| known.text == word.text);
    found.ok_or_else(|| word.unknown(what, texts(known)))
}

/// The bare words.
pub(super) fn texts(words: &[Word]) -> impl Iterator<Item = &str> + Clone {
    words.iter().map(|word| word.text.as_str())
}
