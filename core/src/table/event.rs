//! Everything that can happen at the table, as numbers. Sentences are made from these elsewhere, on demand.

use crate::table::board::PlacedId;
use crate::table::catalogue::{CounterId, KindId, TileId};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::sheet::{ReasonId, SheetId};
use crate::table::stack::Shelf;

/// A number that a rule measured, as its bits: events are compared bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure(u32);

impl Measure {
    /// Returns the measure for a number; `None` if it is not finite or too large.
    pub fn new(number: f64) -> Option<Measure> {
        let short = number as f32;
        short.is_finite().then(|| Measure(short.to_bits()))
    }

    /// Returns the number.
    pub fn number(self) -> f64 {
        f32::from_bits(self.0).into()
    }
}

/// Tokens that went from one place to another, by their number in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandoverId(pub u32);

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player's turn began.
    Turn(PlayerId),
    /// A tile was drawn.
    Draw(TileId),
    /// A tile that fits nowhere left the game.
    Discard(TileId),
    /// A tile that fits nowhere went back into the pile.
    Return(TileId),
    /// A tile was placed.
    Place(PlacedId),
    /// A rule laid a tile.
    Lay(PlacedId),
    /// A figure was deployed.
    Deploy(FigureId, SegmentId),
    /// A feature is complete.
    Complete(FeatureId),
    /// A complete feature is not scored now, because a rule holds it.
    Held(FeatureId, ReasonId),
    /// A feature became one of another kind.
    Turned(FeatureId, KindId, ReasonId),
    /// A rule joined two segments.
    Joined(SegmentId, SegmentId, ReasonId),
    /// A rule split two segments that it had joined.
    Parted(SegmentId, SegmentId, ReasonId),
    /// Something was built over a tile, which is now this version.
    Built(PlacedId, TileId),
    /// The tiles are used up; what is left on the board is scored.
    Final,
    /// A feature was scored; the log has the sheet.
    Sheet(SheetId),
    /// A figure went home from a segment: because its feature was scored, or for a reason that a rule gave.
    Recall(FigureId, SegmentId, Option<ReasonId>),
    /// A figure went to another place.
    Move(FigureId, Zone),
    /// A player got (or lost) points that are not from a feature.
    Award(PlayerId, i32, ReasonId),
    /// Tokens went from one place to another; the log knows which.
    Tokens(HandoverId),
    /// A counter on a tile changed.
    Counted(PlacedId, CounterId, u8),
    /// The turn has another part.
    Again(ReasonId),
    /// A player drew a tile that others do not see.
    Take(PlayerId),
    /// A player cannot place a tile, and no tile is left to draw.
    Idle(PlayerId),
    /// A player has an extra turn.
    ExtraTurn(PlayerId, ReasonId),
    /// A tile went to a zone.
    Stow(TileId, Shelf),
    /// A tile went to a zone, where somebody does not see it. Only a view of a log has this.
    StowUnseen(Shelf),
    /// A tile was set aside.
    Aside(TileId),
    /// The tiles that were set aside were shuffled into the pile.
    Merge,
    /// A message from an expansion.
    Told(ReasonId),
    /// A rule measured something, under a name of its own.
    Metric(ReasonId, Measure),
    /// The game is over.
    Over,
}

// A game writes hundreds of them, and copies of a game copy them all.
const _: () = assert!(size_of::<Event>() == 8);
