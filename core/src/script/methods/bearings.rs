//! How a tile carries on what it meets.

use super::lacks;
use crate::board::{Place, Placed, PlacedId};
use crate::catalogue::{KindId, NONE, Port, TileId};
use crate::geometry::{Cell, Side};
use crate::rulebook::Position;
use crate::script::desk::Desk;
use crate::script::handle::Kind;
use mlua::{Error, Result};

/// The sides at which a tile has a kind of feature, and whether it meets another tile's there.
pub(in crate::script) struct Bearings {
    cell: Cell,
    /// The sides, and how many there are.
    sides: [(Side, bool); 4],
    len: usize,
}

/// One end of a feature on a tile.
pub(in crate::script) struct End {
    /// The cell that it leads to.
    pub cell: Cell,
    /// Whether a tile lies there.
    pub joined: bool,
    /// How it turns there as one comes from the only tile that was there before.
    pub bend: i32,
}

impl Bearings {
    /// How a kind of feature lies where a tile is, or would be.
    pub fn of(Position { catalogue, state }: Position<'_>, tile: TileId, place: Place, kind: KindId) -> Bearings {
        let Place { cell, rotation } = place;
        let ports = catalogue.ports(tile, rotation);
        let parts = &catalogue.tile(tile).segments;
        let is_wanted = |part: u8| parts.get(part as usize).is_some_and(|part| part.kind == kind);
        let has = |side: &Side| match ports[side.index()] {
            // Two halves and nothing between them.
            Port { middle: NONE, left, right, .. } => is_wanted(left) || is_wanted(right),
            Port { middle, .. } => is_wanted(middle),
        };
        let mut found = Bearings { cell, sides: [(Side::N, false); 4], len: 0 };
        for side in Side::ALL.into_iter().filter(has) {
            found.sides[found.len] = (side, state.board.at(cell.step(side)).is_some());
            found.len += 1;
        }
        found
    }

    fn sides(&self) -> &[(Side, bool)] {
        &self.sides[..self.len]
    }

    /// Whether it meets a tile at any side.
    pub fn is_joined(&self) -> bool {
        self.sides().iter().any(|(_, joined)| *joined)
    }

    /// How a feature with two ends turns as one comes from the tile that was there before: 1 to the right, -1 to the left, 0 if
    /// it goes straight on or cannot be followed.
    pub fn bend(&self) -> i32 {
        let [(first, first_joined), (second, second_joined)] = *self.sides() else { return 0 };
        let (from, to) = match (first_joined, second_joined) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return 0,
        };
        turn(from, to)
    }

    /// Where the feature leads to, side by side.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let mut joined = self.sides().iter().filter(|(_, joined)| *joined).map(|(side, _)| *side);
        let from = joined.next().filter(|_| joined.next().is_none());
        self.sides().iter().map(move |&(side, joined)| {
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
    let (tile, place) = match kind {
        Kind::Candidate => desk.candidate(index)?,
        Kind::Tile => {
            let Placed { tile, cell, rotation, .. } = *state.board.tile(PlacedId(index as u16));
            (tile, Place { cell, rotation })
        }
        _ => return Err(lacks(kind, method)),
    };
    Ok(Bearings::of(Position { catalogue: &desk.catalogue, state: &state }, tile, place, wanted))
}
