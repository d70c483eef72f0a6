//! Who stands where. Knows owners and places, never what a place is worth.

use crate::catalogue::{Catalogue, FigureKindId};
use crate::feature::SegmentId;

/// A seat at the table, counted from 0 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerId(pub u8);

/// A wooden figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureId(pub u16);

/// Where a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// With its owner, ready to be deployed.
    Supply,
    /// On a segment of the board.
    Segment(SegmentId),
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

/// The figures of a new game: each player's, kind by kind.
pub fn supplies(catalogue: &Catalogue, players: usize) -> Vec<Figure> {
    let mut figures = Vec::new();
    for owner in (0..players as u8).map(PlayerId) {
        for kind in catalogue.figure_kinds() {
            let figure = Figure { kind, owner, zone: Zone::Supply };
            figures.extend(std::iter::repeat_n(figure, catalogue.figure(kind).count as usize));
        }
    }
    figures
}
