//! What a reader of declarations can ask while it reads: nothing if a file is only checked, everything in play if a
//! game is made. So one reader does both.

use std::ops::RangeInclusive;

use super::error::{ManifestError, ReadResult};
use super::node::{Node, Table};
use super::option::{OptionValue, Options, Resolved};
use super::vocabulary::Vocabulary;
use super::word::Word;
use crate::table::catalogue::{KindId, Line, TagId, TokenId};

/// What declarations are read for.
#[derive(Clone, Copy)]
pub(super) enum Scope<'a> {
    /// A manifest is checked: any word may be declared elsewhere, and missing values may come from elsewhere.
    Manifest,
    /// An overlay is checked. In addition, it cannot say how something is drawn and cannot declare names.
    Overlay,
    /// A game is made.
    Game(&'a Game<'a>),
}

/// What is in play.
pub(super) struct Game<'a> {
    pub words: &'a Vocabulary<'a>,
    pub options: &'a Options<'a>,
    pub resolved: &'a Resolved,
    /// The number of players; `None` (any number) if an overlay is only tried.
    pub players: Option<usize>,
}

impl Scope<'_> {
    /// Returns the kind that a word names.
    pub fn kind(self, word: &Word) -> ReadResult<KindId> {
        if let Scope::Game(game) = self { game.words.kind(word) } else { Ok(KindId::FIELD) }
    }

    /// Returns the tag that a word names.
    pub fn tag(self, word: &Word) -> ReadResult<TagId> {
        if let Scope::Game(game) = self { game.words.tag(word) } else { Ok(TagId(0)) }
    }

    /// Returns the line of a score sheet that a word names.
    pub fn line(self, word: &Word) -> ReadResult<Line> {
        if let Scope::Game(game) = self { game.words.line(word) } else { Ok(Line::Tile) }
    }

    /// Returns the kind of token that a word names.
    pub fn token(self, word: &Word) -> ReadResult<TokenId> {
        if let Scope::Game(game) = self { game.words.token(word) } else { Ok(TokenId(0)) }
    }

    /// Returns the number of players, if it matters.
    pub fn players(self) -> Option<usize> {
        if let Scope::Game(game) = self { game.players } else { None }
    }

    /// Returns the value of a numeric option, if all its possible values are within bounds.
    pub fn number(self, word: &Word, bounds: &RangeInclusive<i64>) -> ReadResult<i64> {
        let Scope::Game(game) = self else { return Ok(*bounds.start()) };
        let option = game.options.named(word)?;
        let number = |value: &OptionValue| value.number().filter(|number| bounds.contains(number));
        if let Some(value) = option.values().iter().find(|value| number(value).is_none()) {
            let error = word.error(format!("the option `{}` may be `{value}`, which is not a count", word.text));
            let (least, most) = (bounds.start(), bounds.end());
            let help = format!("every value of the option must be a whole number from {least} to {most}");
            return Err(error.with_help(help));
        }
        Ok(game.resolved.options.get(option.name()).and_then(number).unwrap_or(*bounds.start()))
    }

    /// Returns a value that is required when a game is made.
    pub fn needed<T>(self, said: Option<T>, otherwise: T, missing: impl FnOnce() -> ManifestError) -> ReadResult<T> {
        match (said, self) {
            (Some(said), _) => Ok(said),
            (None, Scope::Game(_)) => Err(missing()),
            (None, _) => Ok(otherwise),
        }
    }

    /// Takes the last keys of a declaration that several expansions may make, and rejects all others.
    pub fn finish_shared(self, mut table: Table<'_>) -> ReadResult<()> {
        if !matches!(self, Scope::Overlay) {
            table.optional("shared", Node::flag)?;
        }
        self.finish(table)
    }

    /// Takes the last key that a declaration may have, and rejects all others.
    pub fn finish(self, mut table: Table<'_>) -> ReadResult<()> {
        if !matches!(self, Scope::Overlay) {
            table.optional("look", Node::table)?;
        }
        table.finish()
    }
}
