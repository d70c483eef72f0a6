//! Everything that can happen at the table, as numbers. Sentences are made from them on demand, elsewhere.

use crate::table::board::PlacedId;
use crate::table::catalogue::{CounterId, TileId, TokenId};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::sheet::{ReasonId, SheetId};
use crate::table::stack::Shelf;

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
    /// A feature was scored; the log has the sheet.
    Sheet(SheetId),
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
