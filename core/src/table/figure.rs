//! Where figures are. Knows owners and places, never what a place is worth.

use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, FigureKindId, ZoneId};
use crate::table::feature::SegmentId;
use crate::table::geometry::{Cell, Corner};

/// A seat at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

impl PlayerId {
    /// The owner of things that belong to no player.
    pub const NOBODY: PlayerId = PlayerId(u8::MAX);
}

/// A wooden figure. One byte is enough, see [`crate::table::catalogue::MAX_FIGURES`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureId(pub u8);

/// Where a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Zone {
    /// With its owner, ready to be deployed; beside the board if it has no owner.
    Supply,
    /// On a segment of the board.
    Segment(SegmentId),
    /// On a tile as a whole.
    Tile(PlacedId),
    /// On a cell beside a tile, where no tile lies yet.
    Cell(Cell),
    /// On a corner where four cells meet.
    Corner(Corner),
    /// In a zone beside the board: a player's own, or a common one.
    Beside(ZoneId, PlayerId),
    /// Out of the game.
    Out,
}

/// One figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it is.
    pub kind: FigureKindId,
    /// Whose it is.
    pub owner: PlayerId,
    /// Where it is.
    pub zone: Zone,
}

/// Returns the figures of a new game: those of each player, kind by kind, then those without an owner.
pub fn supplies(catalogue: &Catalogue, players: usize) -> Vec<Figure> {
    let mut figures = Vec::new();
    for owner in (0..players as u8).map(PlayerId).chain([PlayerId::NOBODY]) {
        for kind in catalogue.figure_kinds() {
            if catalogue.figure(kind).neutral == (owner == PlayerId::NOBODY) {
                let figure = Figure { kind, owner, zone: Zone::Supply };
                figures.extend(std::iter::repeat_n(figure, catalogue.figure(kind).count as usize));
            }
        }
    }
    figures
}
