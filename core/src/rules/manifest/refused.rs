//! Why a game with these sets, options and players is not possible, for players.

use std::ops::RangeInclusive;

use super::error::{ManifestError, quoted};
use crate::language::did_you_mean;
use crate::table::catalogue::MAX_TILES;

/// Why a game is not possible.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RecipeError {
    /// A manifest is wrong, or cannot be combined with the others.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// No edition has this name.
    #[error("unknown edition {}; {known}", quoted(.name))]
    UnknownEdition {
        /// The name.
        name: String,
        /// The closest name, or all of them.
        known: String,
    },
    /// No option has this name.
    #[error("unknown option {}; {known}", quoted(.name))]
    UnknownOption {
        /// The name.
        name: String,
        /// The closest name, or all of them.
        known: String,
    },
    /// The option cannot have this value.
    #[error("{option} is {values}, not {}{}", quoted(.value), meant(.near))]
    UnknownValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// Its possible values.
        values: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// Too few or too many players.
    #[error("{name} is for {} to {} players, not {players}", .range.start(), .range.end())]
    Players {
        /// The expansion that says so.
        name: String,
        /// The number of players that it supports.
        range: RangeInclusive<usize>,
        /// The number of players in the game.
        players: usize,
    },
    /// An expansion is named twice.
    #[error("{0} is named twice; `{0}*2` doubles its tiles")]
    Twice(String),
    /// An expansion is taken zero times.
    #[error("{0}*0 would be nothing: leave {0} out, or take it once or more")]
    NoTimes(String),
    /// More tiles than a game can hold.
    #[error("too many tiles: a game can have at most {MAX_TILES}, and fewer if much is printed on them")]
    TooManyTiles,
    /// A tile of a lab has the name of another.
    #[error("there is already a tile {0}")]
    TileTwice(String),
    /// The set does not have the requested part.
    #[error("{0} has no tiles; name {0} alone")]
    NoPart(String),
    /// The value of an option cannot be combined with a set, or with another option.
    #[error("{set} does not go with {option}={value}: {why}; {option} can be {fits}")]
    Clash {
        /// The set that says so, and the options for which it does.
        set: Box<str>,
        /// The option.
        option: Box<str>,
        /// Its value.
        value: Box<str>,
        /// Its allowed values.
        fits: Box<str>,
        /// The reason.
        why: Box<str>,
    },
    /// No set declares the kind `field`.
    #[error("these expansions need a base game: none of them declares the kind `field`")]
    NoField,
}

fn meant(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!("; {}", did_you_mean(near))).unwrap_or_default()
}
