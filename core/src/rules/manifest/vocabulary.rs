//! The names that the manifests of a game declare together, and who declared them.

use super::error::ReadResult;
use super::option::twice;
use super::tree::Tree;
use super::word::Word;
use crate::language::plural;
use crate::table::catalogue::{KindId, Line, TagId, TokenId};
use crate::table::tile::FIELD;

/// What the core itself counts on a feature.
pub(super) const LINES: [(&str, Line); 2] = [("tile", Line::Tile), ("neighbour", Line::Neighbour)];

/// All names of one sort, in the order of their declaration.
#[derive(Debug)]
pub(super) struct Names<'a> {
    what: &'static str,
    most: usize,
    /// Each with its first declaration, and whether others may declare it too.
    list: Vec<(&'a Word, &'a Tree, bool)>,
}

impl<'a> Names<'a> {
    fn new(what: &'static str, most: usize) -> Names<'a> {
        Names { what, most, list: Vec::new() }
    }

    /// Returns the number of names.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the names.
    pub fn texts(&self) -> impl Iterator<Item = &'a str> + Clone {
        self.list.iter().map(|(name, ..)| name.text.as_str())
    }

    /// Returns the names with their first declarations.
    pub fn declared(&self) -> impl Iterator<Item = (&'a Word, &'a Tree)> {
        self.list.iter().map(|(name, tree, _)| (*name, *tree))
    }

    /// Returns the index of the name that a word uses, or an error.
    pub fn find(&self, word: &Word) -> ReadResult<usize> {
        self.place(&word.text).ok_or_else(|| word.unknown(self.what, self.texts()))
    }

    /// Returns the index of a name.
    pub fn place(&self, text: &str) -> Option<usize> {
        self.texts().position(|name| name == text)
    }

    /// Adds the names that one more expansion declares. Names that several declare are added once, if all of them are
    /// shared.
    fn add(&mut self, lines: &'a [(Word, Tree)], is_shared: fn(&Tree) -> bool) -> ReadResult<()> {
        for (name, tree) in lines {
            let shared = is_shared(tree);
            match self.place(&name.text).map(|at| self.list[at]) {
                Some((_, _, true)) if shared => {}
                Some((first, ..)) => return Err(twice(self.what, name, &first.place)),
                None if self.len() == self.most => {
                    let (most, what) = (self.most, self.what);
                    return Err(name.error(format!("a game can declare at most {most} {}", plural(what, 2))));
                }
                None => self.list.push((name, tree, shared)),
            }
        }
        Ok(())
    }

    /// Rejects names that are also names of something else in the same place.
    fn check_apart(&self, others: &[(Word, Tree)], other: &str) -> ReadResult<()> {
        let both = others.iter().find_map(|(name, _)| Some((name, self.place(&name.text)?)));
        let Some((name, at)) = both else { return Ok(()) };
        let message =
            format!("the {other} `{}` has the same name as a {}, and both are in a supply", name.text, self.what);
        Err(name.error(message).with_help(format!("the {} is at {}", self.what, self.list[at].0.place)))
    }
}

/// Everything that has a name in a game.
#[derive(Debug)]
pub(super) struct Vocabulary<'a> {
    /// The field is first.
    pub kinds: Names<'a>,
    pub tags: Names<'a>,
    pub figures: Names<'a>,
    pub tokens: Names<'a>,
    pub zones: Names<'a>,
    pub counters: Names<'a>,
    pub forms: Names<'a>,
    pub verbs: Names<'a>,
}

impl<'a> Vocabulary<'a> {
    pub fn new() -> Vocabulary<'a> {
        Vocabulary {
            // A figure has one bit for each kind; every feature has a count for each tag.
            kinds: Names::new("kind", 31),
            tags: Names::new("tag", 64),
            figures: Names::new("figure", 32),
            tokens: Names::new("token", 32),
            zones: Names::new("zone", 32),
            counters: Names::new("counter", 8),
            forms: Names::new("form", 8),
            verbs: Names::new("verb", 64),
        }
    }

    /// Returns the kind that a word names.
    pub fn kind(&self, word: &Word) -> ReadResult<KindId> {
        self.kinds.find(word).map(|at| KindId(at as u8))
    }

    /// Returns the tag that a word names.
    pub fn tag(&self, word: &Word) -> ReadResult<TagId> {
        self.tags.find(word).map(|at| TagId(at as u8))
    }

    /// Returns the kind of token that a word names.
    pub fn token(&self, word: &Word) -> ReadResult<TokenId> {
        self.tokens.find(word).map(|at| TokenId(at as u8))
    }

    /// Returns the line of a score sheet that a word names.
    pub fn line(&self, word: &Word) -> ReadResult<Line> {
        let own = LINES.iter().find(|(name, _)| *name == word.text).map(|(_, line)| *line);
        let tag = || self.tags.place(&word.text).map(|at| Line::Tag(TagId(at as u8)));
        let choices = LINES.iter().map(|(name, _)| *name).chain(self.tags.texts());
        own.or_else(tag).ok_or_else(|| word.unknown("line of a score", choices))
    }

    /// Adds the names of one more expansion: those that its tiles are drawn with, and all others if its rules are in
    /// play.
    pub fn add(&mut self, manifest: &'a Tree, with_rules: bool) -> ReadResult<()> {
        let said = |tree: &Tree| tree.is_on("shared");
        self.kinds.add(manifest.section("kinds"), said)?;
        self.tags.add(manifest.section("tags"), said)?;
        if let Some(at) = self.kinds.place(FIELD) {
            self.kinds.list[..=at].rotate_right(1);
        }
        if with_rules { self.add_rules(manifest) } else { Ok(()) }
    }

    fn add_rules(&mut self, manifest: &'a Tree) -> ReadResult<()> {
        let (figures, tokens) = (manifest.section("figures"), manifest.section("tokens"));
        self.tokens.check_apart(figures, "figure")?;
        self.figures.add(figures, |_| false)?;
        self.figures.check_apart(tokens, "token")?;
        self.tokens.add(tokens, |_| false)?;
        self.zones.add(manifest.section("zones"), |_| false)?;
        self.counters.add(manifest.section("counters"), |_| false)?;
        self.forms.add(manifest.section("forms"), |_| false)?;
        // Several sets may need the same verb; the first one says what it does.
        self.verbs.add(manifest.section("verbs"), |_| true)
    }
}
