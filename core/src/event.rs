//! Everything that can happen at the table, as numbers. Sentences are made from them on demand, elsewhere.

use crate::board::PlacedId;
use crate::catalogue::{CounterId, Line, TileId, TokenId};
use crate::feature::{FeatureId, SegmentId};
use crate::figure::{FigureId, PlayerId, Zone};
use crate::sheet::ReasonId;
use crate::stack::Shelf;

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
    /// A tile was laid by a rule, whoever's turn it is.
    Lay(PlacedId),
    /// A figure was deployed.
    Deploy(FigureId, SegmentId),
    /// A feature is complete.
    Complete(FeatureId),
    /// The tiles are used up; what is left on the board is scored.
    Final,
    /// A feature is scored; the lines, weights and points that follow belong to it.
    Sheet {
        /// Which.
        feature: FeatureId,
        /// Whether it counts as complete.
        complete: bool,
        /// Whether it is paid as a neighbour of the features that touch it.
        as_neighbour: bool,
    },
    /// One line of the sheet.
    Line {
        /// What is counted.
        line: Line,
        /// How many there are.
        count: u16,
        /// What each is worth.
        rate: i16,
    },
    /// Points that a rule added for whoever wins.
    Added(i32),
    /// Points that a rule added for one player, whoever wins.
    AddedFor(PlayerId, i32),
    /// A rule made the feature worth nothing.
    Void,
    /// Why the line, the points or the void before it are there.
    Why(ReasonId),
    /// The weights that follow are those on this feature, which touches the one that is paid for.
    Beside(FeatureId),
    /// What a player weighs in the majority.
    Weight(PlayerId, u16),
    /// A player got points.
    Points(PlayerId, i32),
    /// A figure went home from a segment: because what it stood on was scored, or for a reason that a rule gave.
    Recall(FigureId, SegmentId, Option<ReasonId>),
    /// A figure went to another place.
    Move(FigureId, Zone),
    /// A player got (or lost) points that no feature earned.
    Award(PlayerId, i32, ReasonId),
    /// Tokens passed from one place to another: what, how many, from where, to where.
    Tokens(TokenId, u16, Shelf, Shelf),
    /// What is counted on a tile changed.
    Counted(PlacedId, CounterId, u8),
    /// The turn has another part.
    Again(ReasonId),
    /// A player drew a tile that others do not see.
    Take(PlayerId),
    /// A player can place no tile, and none is left to be drawn.
    Idle(PlayerId),
    /// A player has a turn that is not the next seat's.
    ExtraTurn(PlayerId, ReasonId),
    /// A tile went to a place beside the board.
    Stow(TileId, Shelf),
    /// A tile was set aside.
    Aside(TileId),
    /// What was set aside was mixed into the pile.
    Merge,
    /// What an expansion tells.
    Told(ReasonId),
    /// The game is over.
    Over,
}
