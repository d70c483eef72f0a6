//! What handlers of a rulebook are told, and the calls that are pending because of it. Knows handlers only as numbers.

use crate::table::board::PlacedId;
use crate::table::catalogue::{TileId, VerbId};
use crate::table::choice::Target;
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::sheet::ReasonId;

/// The phases that a game goes through, in order: a turn starts, has parts, and ends; then the game ends.
pub const PHASES: [(&str, &str); 10] = [
    ("turn", "begin"),
    ("part", "draw"),
    ("part", "place"),
    ("part", "deploy"),
    ("part", "score"),
    ("part", "close"),
    ("turn", "end"),
    ("end", "features"),
    ("end", "fields"),
    ("end", "rest"),
];

/// A point before or after a phase, where further phases may be inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point(pub u8);

impl Point {
    /// Returns the point just before a phase, given its index in [`PHASES`].
    pub const fn before(phase: u8) -> Point {
        Point(2 * phase)
    }

    /// Returns the point just after a phase.
    pub const fn after(phase: u8) -> Point {
        Point(2 * phase + 1)
    }
}

impl Point {
    /// Whether at this point a tile was drawn and not placed yet.
    pub fn has_tile_in_hand(self) -> bool {
        self == Point::after(phase::DRAW) || self == Point::before(phase::PLACE)
    }
}

/// Indexes into [`PHASES`].
pub mod phase {
    #![allow(missing_docs)]
    pub const BEGIN: u8 = 0;
    pub const DRAW: u8 = 1;
    pub const PLACE: u8 = 2;
    pub const DEPLOY: u8 = 3;
    pub const SCORE: u8 = 4;
    pub const CLOSE: u8 = 5;
    pub const END: u8 = 6;
    pub const FEATURES: u8 = 7;
    pub const FIELDS: u8 = 8;
    pub const REST: u8 = 9;
}

/// Something that handlers are told about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// The start position is laid.
    #[default]
    Setup,
    /// A turn begins.
    Turn,
    /// A tile left the pile.
    Draw(TileId),
    /// A tile lies on the board and its features are joined.
    Place(PlacedId),
    /// A figure moved.
    Move {
        /// The figure.
        figure: FigureId,
        /// Where it was.
        from: Zone,
        /// Why.
        cause: ReasonId,
    },
    /// A feature is complete, but not scored yet.
    Complete(FeatureId),
    /// The points of a feature were given; its figures are still there.
    Scored(FeatureId),
    /// A player got points.
    Points {
        /// The event of the log that gave them.
        event: u32,
        /// Who got them.
        player: PlayerId,
        /// The handler that gave them, which is not called for it.
        by: Option<u16>,
        /// How many such moments led to each other.
        depth: u8,
    },
    /// A rule of an expansion scores the features that are paid by their neighbours.
    Fields,
    /// The final scoring of features is done.
    End,
    /// The game reaches this point.
    Phase(Point),
    /// A verb of an expansion was chosen.
    Verb(VerbId, Target),
}

/// The moments and questions that a rulebook wants to hear about, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard(pub u64);

impl Heard {
    /// None of them.
    pub const NOTHING: Heard = Heard(0);
    /// The start position is laid.
    pub const SETUP: Heard = Heard(1 << 32);
    /// A turn begins.
    pub const TURN: Heard = Heard(1 << 33);
    /// A tile is drawn.
    pub const DRAW: Heard = Heard(1 << 34);
    /// A tile is placed.
    pub const PLACE: Heard = Heard(1 << 35);
    /// A figure moves.
    pub const MOVE: Heard = Heard(1 << 36);
    /// A feature is complete.
    pub const COMPLETE: Heard = Heard(1 << 37);
    /// A feature was scored.
    pub const SCORED: Heard = Heard(1 << 38);
    /// The game ends.
    pub const END: Heard = Heard(1 << 39);
    /// Where a tile may be placed.
    pub const PLACES: Heard = Heard(1 << 40);
    /// What may be chosen.
    pub const OPTIONS: Heard = Heard(1 << 41);
    /// Who wins a feature, or what a figure weighs.
    pub const MAJORITY: Heard = Heard(1 << 42);
    /// What happens to a tile that fits nowhere.
    pub const STUCK: Heard = Heard(1 << 43);
    /// The final scoring of features that are paid by their neighbours.
    pub const FIELDS: Heard = Heard(1 << 44);
    /// A player gets points.
    pub const POINTS: Heard = Heard(1 << 45);
    /// A feature is scored at the end of the game.
    pub const SCORED_LAST: Heard = Heard(1 << 46);

    /// Returns the bit for reaching a point.
    pub const fn point(point: Point) -> Heard {
        Heard(1 << point.0)
    }

    /// Whether any moment of another set is in this one.
    #[inline]
    pub fn any(self, of: Heard) -> bool {
        self.0 & of.0 != 0
    }

    /// Adds another set.
    pub fn insert(&mut self, other: Heard) {
        self.0 |= other.0;
    }
}

/// A pending call of a handler, which is given by its index in the rulebook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Call {
    /// Which handler.
    pub handler: u16,
    /// What it is told.
    pub moment: Moment,
}
