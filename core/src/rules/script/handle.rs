//! Game objects as scripts hold them: a number that contains the kind of object, its index, and the turn in which it
//! was given. It contains no address, so it is the same on every machine. Using it after its turn is an error, because
//! it could stand for something else by then.

use mlua::{Error, LightUserData, Result};

use crate::language::with_article;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Game,
    Turn,
    Player,
    Figure,
    Feature,
    Segment,
    Tile,
    Loose,
    Zone,
    Event,
    Score,
    List,
    Candidate,
    Decision,
    Option,
    Weight,
    Winners,
    Cell,
    Corner,
    Form,
}

impl Kind {
    const ALL: [(Kind, &'static str); 20] = [
        (Kind::Game, "game"),
        (Kind::Turn, "turn"),
        (Kind::Player, "player"),
        (Kind::Figure, "figure"),
        (Kind::Feature, "feature"),
        (Kind::Segment, "segment"),
        (Kind::Tile, "tile"),
        (Kind::Loose, "loose tile"),
        (Kind::Zone, "zone"),
        (Kind::Event, "event"),
        (Kind::Score, "score"),
        (Kind::List, "list"),
        (Kind::Candidate, "place"),
        (Kind::Decision, "decision"),
        (Kind::Option, "option"),
        (Kind::Weight, "weight"),
        (Kind::Winners, "winners"),
        (Kind::Cell, "cell"),
        (Kind::Corner, "corner"),
        (Kind::Form, "form"),
    ];

    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().map(|(kind, _)| kind)
    }

    /// Returns the kind that a row of the surface names, in one word.
    pub fn written(word: &str) -> Option<Kind> {
        Kind::all().find(|kind| kind.name().replace(' ', "_") == word)
    }

    /// Returns the error for a method that objects of this kind do not have.
    pub fn lacks(self, method: &str) -> Error {
        Error::runtime(format!("{} has no method `{method}`", with_article(self.name())))
    }

    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        Kind::ALL[self as usize].1
    }
}

/// A game object. Its bits, from the lowest: 32 for the index, 5 for the kind (never 0), 27 for the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle {
    pub kind: Kind,
    pub index: u32,
    pub stamp: u32,
}

/// The bits of a turn's stamp that a handle keeps.
pub(super) const STAMP: u32 = (1 << 27) - 1;

impl Handle {
    /// Returns the value that a script holds.
    pub fn pack(self) -> LightUserData {
        let bits = (self.stamp as u64) << 37 | (self.kind as u64 + 1) << 32 | self.index as u64;
        LightUserData(std::ptr::without_provenance_mut(bits as usize))
    }

    /// Returns what a script's value stands for.
    pub fn unpack(value: LightUserData) -> Result<Handle> {
        let bits = value.0.addr() as u64;
        let kind = (bits >> 32 & 31).checked_sub(1).and_then(|kind| Kind::ALL.get(kind as usize));
        let (kind, _) = *kind.ok_or_else(|| Error::runtime("this is not an object of the game"))?;
        Ok(Handle { kind, index: bits as u32, stamp: (bits >> 37) as u32 })
    }
}
