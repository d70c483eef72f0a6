//! How a tile carries on what it meets.

use super::lacks;
use crate::board::PlacedId;
use crate::catalogue::{NONE, Port};
use crate::geometry::{Cell, Rotation, Side};
use crate::script::desk::Desk;
use crate::script::handle::Kind;
use mlua::{Error, Result};

/// The sides at which a tile has a kind of feature, and whether it meets another tile's there.
pub(super) struct Bearings {
    cell: Cell,
    pub sides: Vec<(Side, bool)>,
}

/// One end of a feature on a tile.
pub(super) struct End {
    /// The cell that it leads to.
    pub cell: Cell,
    /// Whether a tile lies there.
    pub joined: bool,
    /// How it turns there as one comes from the only tile that was there before.
    pub bend: i32,
}

impl Bearings {
    /// How a feature with two ends turns as one comes from the tile that was there before: 1 to the right, -1 to the left, 0 if
    /// it goes straight on or cannot be followed.
    pub fn bend(&self) -> i32 {
        let [(first, first_joined), (second, second_joined)] = self.sides[..] else { return 0 };
        let (from, to) = match (first_joined, second_joined) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return 0,
        };
        turn(from, to)
    }

    /// Where the feature leads to, side by side.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let mut joined = self.sides.iter().filter(|(_, joined)| *joined).map(|(side, _)| *side);
        let from = joined.next().filter(|_| joined.next().is_none());
        self.sides.iter().map(move |&(side, joined)| {
            let bend = from.filter(|_| !joined).map_or(0, |from| turn(from, side));
            End { cell: self.cell.step(side), joined, bend }
        })
    }
}

/// How one turns who comes in at one side and leaves at another: 1 to the right, -1 to the left.
fn turn(from: Side, to: Side) -> i32 {
    match (to.index() + 4 - from.opposite().index()) % 4 {
        1 => 1,
        3 => -1,
        _ => 0,
    }
}

pub(super) fn bearings(desk: &Desk, (kind, index): (Kind, u32), name: &str, method: &str) -> Result<Bearings> {
    let wanted = desk.words().kind(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let (tile, cell, rotation): (_, Cell, Rotation) = match kind {
        Kind::Candidate => {
            let (tile, place) = desk.candidate(index)?;
            (tile, place.cell, place.rotation)
        }
        Kind::Tile => {
            let placed = state.board.tile(PlacedId(index as u16));
            (placed.tile, placed.cell, placed.rotation)
        }
        _ => return Err(lacks(kind, method)),
    };
    let ports = desk.catalogue.ports(tile, rotation);
    let parts = &desk.catalogue.tile(tile).segments;
    let is_wanted = |part: u8| parts.get(part as usize).is_some_and(|part| part.kind == wanted);
    let has = |side: &Side| match ports[side.index()] {
        // Two halves and nothing between them.
        Port { middle: NONE, left, right, .. } => is_wanted(left) || is_wanted(right),
        Port { middle, .. } => is_wanted(middle),
    };
    let sides = Side::ALL.into_iter().filter(has).map(|side| (side, state.board.at(cell.step(side)).is_some()));
    Ok(Bearings { cell, sides: sides.collect() })
}
