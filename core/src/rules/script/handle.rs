//! Game objects as scripts hold them: a number that contains the kind of object, its index, and the turn in which it
//! was given. It contains no address, so it is the same on every machine. Using it after its turn is an error, because
//! it could stand for something else by then.

use mlua::{Error, LightUserData, Result};

use crate::language::with_article;

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObjectKind {
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

impl ObjectKind {
    const ALL: [(ObjectKind, &'static str); 20] = [
        (ObjectKind::Game, "game"),
        (ObjectKind::Turn, "turn"),
        (ObjectKind::Player, "player"),
        (ObjectKind::Figure, "figure"),
        (ObjectKind::Feature, "feature"),
        (ObjectKind::Segment, "segment"),
        (ObjectKind::Tile, "tile"),
        (ObjectKind::Loose, "loose tile"),
        (ObjectKind::Zone, "zone"),
        (ObjectKind::Event, "event"),
        (ObjectKind::Score, "score"),
        (ObjectKind::List, "list"),
        (ObjectKind::Candidate, "place"),
        (ObjectKind::Decision, "decision"),
        (ObjectKind::Option, "option"),
        (ObjectKind::Weight, "weight"),
        (ObjectKind::Winners, "winners"),
        (ObjectKind::Cell, "cell"),
        (ObjectKind::Corner, "corner"),
        (ObjectKind::Form, "form"),
    ];

    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = ObjectKind> {
        ObjectKind::ALL.into_iter().map(|(kind, _)| kind)
    }

    /// Returns the kind that a row of the surface names, in one word.
    pub fn written(word: &str) -> Option<ObjectKind> {
        ObjectKind::all().find(|kind| kind.name().replace(' ', "_") == word)
    }

    /// Returns the error for a method that objects of this kind do not have.
    pub fn lacks(self, method: &str) -> Error {
        Error::runtime(format!("{} has no method `{method}`", self.one()))
    }

    /// Returns one of them in messages: `a tile`, `an event`; `winners` have no article.
    pub fn one(self) -> String {
        match self {
            ObjectKind::Winners => self.name().into(),
            _ => with_article(self.name()),
        }
    }

    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        ObjectKind::ALL[self as usize].1
    }
}

/// A game object. Its bits, from the lowest: 32 for the index, 5 for the kind (never 0), 27 for the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Handle {
    pub kind: ObjectKind,
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
        let kind = (bits >> 32 & 31).checked_sub(1).and_then(|kind| ObjectKind::ALL.get(kind as usize));
        let (kind, _) = *kind.ok_or_else(|| Error::runtime("this is not an object of the game"))?;
        Ok(Handle { kind, index: bits as u32, stamp: (bits >> 37) as u32 })
    }
}
