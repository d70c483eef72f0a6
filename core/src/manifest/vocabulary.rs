//! The words that the manifests of one game declare together, and who declared them.

use super::error::{ManifestError, Place};
use super::layer::Layer;
use super::node::{Read, Word};
use crate::catalogue::{KindId, Line, TagId, ZoneId};
use crate::tile::FIELD;

/// What the core itself counts on a feature.
pub(super) const LINES: [(&str, Line); 2] = [("tile", Line::Tile), ("neighbour", Line::Neighbour)];
/// The most kinds: a figure keeps one bit for each.
const MAX_KINDS: usize = 31;
/// The most tags: every feature keeps a count for each.
const MAX_TAGS: usize = 64;
/// The most kinds of figures.
const MAX_FIGURES: usize = 32;
/// The most kinds of tokens.
const MAX_TOKENS: usize = 32;
/// The most places beside the board.
const MAX_ZONES: usize = 32;
/// The most that is counted on tiles.
const MAX_COUNTERS: usize = 8;
/// The most words that options begin with.
const MAX_VERBS: usize = 64;

/// Everything that has a name in a game, as it was declared.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The field is first.
    pub kinds: Vec<Word>,
    pub tags: Vec<Word>,
    pub figures: Vec<Word>,
    pub tokens: Vec<Word>,
    pub zones: Vec<Word>,
    pub counters: Vec<Word>,
    pub verbs: Vec<Word>,
    /// The kinds and tags that several may declare.
    shared: Vec<String>,
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

    /// The place beside the board that a word names.
    pub fn zone(&self, word: &Word) -> Read<ZoneId> {
        find(&self.zones, "zone", word).map(|at| ZoneId(at as u8))
    }

    /// The place of the kind of token that a word names.
    pub fn token(&self, word: &Word) -> Read<usize> {
        find(&self.tokens, "token", word)
    }

    /// The line of a score sheet that a word names.
    pub fn line(&self, word: &Word) -> Read<Line> {
        let own = LINES.iter().find(|(name, _)| *name == word.text).map(|(_, line)| *line);
        let choices = LINES.iter().map(|(name, _)| *name).chain(texts(&self.tags));
        let tag = || self.tags.iter().position(|tag| tag.text == word.text).map(|at| Line::Tag(TagId(at as u8)));
        own.or_else(tag).ok_or_else(|| word.unknown("line of a score", choices))
    }

    /// Adds the words of one more expansion: those that its tiles are drawn with, and with its rules all others.
    pub fn add(&mut self, layer: &Layer, with_rules: bool) -> Read<()> {
        // What several draw on their tiles they may all declare, if each of them says so.
        let (first, again) = (std::mem::take(&mut self.shared), &layer.shared);
        let is_new = |known: &[Word], name: &Word| {
            let is_shared = |shared: &[String]| shared.contains(&name.text);
            !(is_shared(&first) && is_shared(again) && texts(known).any(|known| known == name.text))
        };
        let (kinds, tags) = (self.kinds.clone(), self.tags.clone());
        declare(&mut self.kinds, "kind", names(&layer.kinds).filter(|name| is_new(&kinds, name)), MAX_KINDS)?;
        declare(&mut self.tags, "tag", layer.tags.iter().filter(|name| is_new(&tags, name)), MAX_TAGS)?;
        self.shared = first;
        self.shared.extend_from_slice(again);
        if let Some(at) = self.kinds.iter().position(|kind| kind.text == FIELD) {
            self.kinds[..=at].rotate_right(1);
        }
        if with_rules { self.add_rules(layer) } else { Ok(()) }
    }

    fn add_rules(&mut self, layer: &Layer) -> Read<()> {
        apart(names(&layer.figures), "figure", &self.tokens, "token")?;
        declare(&mut self.figures, "figure", names(&layer.figures), MAX_FIGURES)?;
        apart(names(&layer.tokens), "token", &self.figures, "figure")?;
        declare(&mut self.tokens, "token", names(&layer.tokens), MAX_TOKENS)?;
        declare(&mut self.zones, "zone", names(&layer.zones), MAX_ZONES)?;
        declare(&mut self.counters, "counter", layer.counters.iter(), MAX_COUNTERS)?;
        // What a word begins several may need: the first says what it does.
        let known = self.verbs.clone();
        let is_new = |verb: &&Word| !texts(&known).any(|name| name == verb.text);
        declare(&mut self.verbs, "verb", names(&layer.verbs).filter(is_new), MAX_VERBS)
    }
}

fn names<T>(entries: &[(Word, T)]) -> impl Iterator<Item = &Word> {
    entries.iter().map(|(name, _)| name)
}

/// Refuses names that something else has which lies in the same place.
fn apart<'a>(mut names: impl Iterator<Item = &'a Word>, what: &str, others: &[Word], other: &str) -> Read<()> {
    let both = names.find_map(|name| Some((name, others.iter().find(|other| other.text == name.text)?)));
    let Some((name, first)) = both else { return Ok(()) };
    let message = format!("the {what} `{}` has the name of a {other}, and both lie in a supply", name.text);
    Err(name.place.error(message).with_help(format!("the {other} is at {}", first.place)))
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
