//! Why there is no game with these sets, options and players, for those who want to play it.

use std::ops::RangeInclusive;

use super::error::{ManifestError, quoted};
use crate::table::catalogue::MAX_TILES;

/// Why there is no such game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RecipeError {
    /// A manifest is wrong, or does not go with the others.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// No edition has this name.
    #[error("there is no edition {}; {known}", quoted(.name))]
    UnknownEdition {
        /// The name.
        name: String,
        /// What was meant, or what there is.
        known: String,
    },
    /// No option has this name.
    #[error("there is no option {}; {known}", quoted(.name))]
    UnknownOption {
        /// The name.
        name: String,
        /// What was meant, or what there is.
        known: String,
    },
    /// The option cannot have this value.
    #[error("{option} is {values}, not {}{}", quoted(.value), meant(.near))]
    UnknownValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it can be.
        values: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// Too few or too many players.
    #[error("{name} is for {} to {} players, not {players}", .range.start(), .range.end())]
    Players {
        /// The expansion that says so.
        name: String,
        /// How many it is for.
        range: RangeInclusive<usize>,
        /// How many there are.
        players: usize,
    },
    /// An expansion is named twice.
    #[error("{0} is named twice; `{0}*2` doubles its tiles")]
    Twice(String),
    /// An expansion is taken no times.
    #[error("{0}*0 would be nothing: leave {0} out, or take it once or more")]
    NoTimes(String),
    /// More tiles than one game can count.
    #[error("these are too many tiles: a game holds at most {MAX_TILES}, and fewer where much is printed on them")]
    TooManyTiles,
    /// A lab's own tile has the name of another.
    #[error("there is a tile {0} already")]
    TileTwice(String),
    /// A set was asked for in part, and has no such part.
    #[error("{0} has no tiles; name {0} alone")]
    NoPart(String),
    /// An option has a value that does not go with a set, or with what another option is.
    #[error("{set} does not go with {option}={value}: {why}; {option} can be {fits}")]
    Clash {
        /// The set that says so, and the options under which it does.
        set: Box<str>,
        /// The option.
        option: Box<str>,
        /// What it is.
        value: Box<str>,
        /// What it can be.
        fits: Box<str>,
        /// The reason.
        why: Box<str>,
    },
    /// Nothing says what lies between the strokes.
    #[error("these expansions add to a game and are none: nobody declares the kind `field`")]
    NoField,
}

fn meant(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}
