//! How a kind of feature runs over tiles: its ends, which of them meet a tile, how it bends, and whether it is allowed
//! to. Everything is derived from the board, so that nothing has to be stored. Knows no figures and no points.

use crate::table::board::{Board, Place, Placed, PlacedId};
use crate::table::catalogue::{Catalogue, Course, KindId, NONE, Port, TileId};
use crate::table::geometry::{Cell, Side};

/// The sides at which a tile has a kind of feature, and whether the feature meets another tile there.
#[derive(Clone, Copy, Debug)]
pub struct Bearings {
    cell: Cell,
    /// The sides; only the first `len` are used.
    sides: [(Side, bool); 4],
    len: usize,
}

/// One end of a feature on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The cell that it leads to.
    pub cell: Cell,
    /// Whether a tile lies there.
    pub joined: bool,
    /// How it turns there, seen from the only tile that was there before.
    pub bend: i32,
}

impl Bearings {
    /// Returns how a kind of feature lies on a tile at a place, whether or not the tile was placed there.
    pub fn of(catalogue: &Catalogue, board: &Board, tile: TileId, place: Place, kind: KindId) -> Bearings {
        Bearings::where_taken(catalogue, tile, place, kind, |cell| board.at(cell).is_some())
    }

    /// Returns how a kind of feature lay on a placed tile at the moment when the tile was placed.
    fn when_placed(catalogue: &Catalogue, board: &Board, id: PlacedId, kind: KindId) -> Bearings {
        let Placed { tile, cell, rotation, .. } = *board.tile(id);
        let was_taken = |cell: Cell| board.at(cell).is_some_and(|other| other < id);
        Bearings::where_taken(catalogue, tile, Place { cell, rotation }, kind, was_taken)
    }

    fn where_taken(
        catalogue: &Catalogue,
        tile: TileId,
        place: Place,
        kind: KindId,
        is_taken: impl Fn(Cell) -> bool,
    ) -> Bearings {
        let mut found = Bearings { cell: place.cell, sides: [(Side::N, false); 4], len: 0 };
        for side in Side::ALL.into_iter().filter(|&side| has_end(catalogue, tile, place, side, kind)) {
            found.sides[found.len] = (side, is_taken(place.cell.step(side)));
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

    /// Whether it meets tiles at several sides.
    fn is_joined_twice(&self) -> bool {
        self.sides().iter().filter(|(_, joined)| *joined).count() > 1
    }

    /// Returns the side at which it meets a tile, if there is exactly one.
    fn from(&self) -> Option<Side> {
        let mut joined = self.sides().iter().filter(|(_, joined)| *joined).map(|(side, _)| *side);
        joined.next().filter(|_| joined.next().is_none())
    }

    /// Returns how a feature with two ends turns, seen from the tile that was there before: 1 to the right, -1 to the
    /// left, 0 if it runs straight or cannot be followed.
    pub fn bend(&self) -> i32 {
        let [(first, first_joined), (second, second_joined)] = *self.sides() else { return 0 };
        let (from, to) = match (first_joined, second_joined) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return 0,
        };
        turn(from, to)
    }

    /// Returns the cells that the feature leads to, one for each side.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let from = self.from();
        self.sides().iter().map(move |&(side, joined)| {
            let bend = from.filter(|_| !joined).map_or(0, |from| turn(from, side));
            End { cell: self.cell.step(side), joined, bend }
        })
    }
}

/// Whether a kind of feature reaches a side of a tile.
fn has_end(catalogue: &Catalogue, tile: TileId, place: Place, side: Side, kind: KindId) -> bool {
    let parts = &catalogue.tile(tile).segments;
    let is_wanted = |part: u8| parts.get(part as usize).is_some_and(|part| part.kind == kind);
    match catalogue.ports(tile, place.rotation)[side.index()] {
        // Two halves with nothing between them.
        Port { middle: NONE, left, right, .. } => is_wanted(left) || is_wanted(right),
        Port { middle, .. } => is_wanted(middle),
    }
}

/// Returns how a path turns that enters at one side and leaves at another: 1 to the right, -1 to the left.
fn turn(from: Side, to: Side) -> i32 {
    match (to.index() + 4 - from.opposite().index()) % 4 {
        1 => 1,
        3 => -1,
        _ => 0,
    }
}

/// Whether a kind of feature leads to a cell from any tile beside it.
pub fn leads_to(catalogue: &Catalogue, board: &Board, cell: Cell, kind: KindId) -> bool {
    Side::ALL.into_iter().any(|side| {
        board.at(cell.step(side)).is_some_and(|id| {
            let Placed { tile, cell, rotation, .. } = *board.tile(id);
            has_end(catalogue, tile, Place { cell, rotation }, side.opposite(), kind)
        })
    })
}

/// Returns why the features on a tile may not run as they would at a place, if they may not.
pub fn objection<'a>(catalogue: &'a Catalogue, board: &Board, tile: TileId, place: Place) -> Option<&'a str> {
    let kinds = catalogue.tile(tile).segments.iter().map(|part| part.kind);
    kinds.filter(|&kind| catalogue.kind(kind).course.is_bound()).find_map(|kind| {
        let course = &catalogue.kind(kind).course;
        let bearings = Bearings::of(catalogue, board, tile, place, kind);
        let met = course.apart.as_deref().filter(|_| bearings.is_joined_twice());
        met.or_else(|| course.winds.as_deref().filter(|_| turns_back(catalogue, board, &bearings, kind, course)))
    })
}

/// Whether a feature would turn the same way as at its previous bend.
fn turns_back(catalogue: &Catalogue, board: &Board, bearings: &Bearings, kind: KindId, course: &Course) -> bool {
    let Some(from) = bearings.from() else { return false };
    let mut bends = bearings.ends().map(|end| end.bend).filter(|&bend| bend != 0).peekable();
    if bends.peek().is_none() {
        return false;
    }
    let before = bend_before(catalogue, board, bearings.cell, from, kind, course);
    bends.any(|bend| bend == before)
}

/// Returns how the feature bent before it enters a cell at one side: on the tile that it comes from, or earlier if
/// straight tiles do not count.
fn bend_before(
    catalogue: &Catalogue,
    board: &Board,
    mut cell: Cell,
    mut side: Side,
    kind: KindId,
    course: &Course,
) -> i32 {
    // Each tile was placed before the one that it leads to, so this loop ends.
    while let Some(id) = board.at(cell.step(side)) {
        let Some(from) = Bearings::when_placed(catalogue, board, id, kind).from() else { return 0 };
        let bend = turn(from, side.opposite());
        if bend != 0 || !course.past_straight {
            return bend;
        }
        (cell, side) = (cell.step(side), from);
    }
    0
}
