//! A word of a manifest with its place, and the rules for names.

use super::error::{ManifestError, Place, ReadResult, quoted};
use crate::language::suggestion;

/// The maximum length of a name.
const MAX_NAME: usize = 40;
/// The rule for names of everything except tiles.
const NAME: &str = "a name has at most 40 lowercase letters, digits, `-` and `_`, and does not start with `-` or `_`";
/// The rule for names of tiles.
pub const TILE_ID: &str = "a name has at most 40 letters, digits, `-` and `_`, and does not start with `-` or `_`";

/// A word of a manifest, and its place.
#[derive(Clone, Debug)]
pub struct Word {
    /// The word.
    pub text: String,
    /// Its place, without quotes.
    pub place: Place,
}

impl Word {
    pub(super) fn new(text: &str, place: &Place) -> Word {
        Word { text: text.into(), place: place.part(text, 0..text.len()) }
    }

    /// Makes an error at the word.
    pub fn error(&self, message: impl Into<String>) -> ManifestError {
        self.place.error(message)
    }

    /// Makes the error for a word that is not one of the choices.
    pub(super) fn unknown<'a>(&self, what: &str, choices: impl IntoIterator<Item = &'a str> + Clone) -> ManifestError {
        self.error(format!("unknown {what} {}", quoted(&self.text))).with_help(suggestion(&self.text, choices))
    }

    /// Returns the word, if it is a valid name.
    pub(super) fn name(&self) -> ReadResult<&Word> {
        self.named(is_name(&self.text, |c| c.is_ascii_lowercase(), |c| c.is_ascii_lowercase()), NAME)
    }

    /// Returns the word, if it is a valid name of a tile.
    pub(super) fn tile_id(&self) -> ReadResult<&Word> {
        self.named(is_tile_id(&self.text), TILE_ID)
    }

    /// Returns the word, if it can refer to a tile: `ID`, or `SET:ID` for one of another set.
    pub(super) fn tile_name(&self) -> ReadResult<&Word> {
        self.named(is_tile_id(self.text.split_once(':').map_or(&*self.text, |(_, id)| id)), TILE_ID)
    }

    fn named(&self, is_name: bool, help: &str) -> ReadResult<&Word> {
        match is_name {
            true => Ok(self),
            false => Err(self.error(format!("{} is not a name", quoted(&self.text))).with_help(help)),
        }
    }
}

/// Whether a word is a valid name of a tile.
pub fn is_tile_id(text: &str) -> bool {
    is_name(text, |c| c.is_ascii_alphanumeric(), |c| c.is_ascii_alphabetic())
}

fn is_name(text: &str, first: fn(char) -> bool, letter: fn(char) -> bool) -> bool {
    let plain = |c: char| letter(c) || c.is_ascii_digit() || c == '-' || c == '_';
    text.starts_with(first) && text.chars().all(plain) && text.len() <= MAX_NAME
}
