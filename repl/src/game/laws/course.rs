//! Checks how features bend, recomputed from the first tile to the last.

use std::collections::HashMap;

use bastide_core::{Cell, Game, KindId, Placed, Rotation, Side, TileId};

use super::map::{Faces, Map};

/// The open ends of one kind: for each cell that they lead to, the last bend on the way.
struct Ends<'a> {
    faces: &'a Faces,
    kind: KindId,
    bends: HashMap<Cell, i32>,
}

/// How one kind lies on a tile: the side where it meets another tile if there is only one, how many there are, and the
/// open sides.
struct TileCourse {
    from: Option<Side>,
    met: usize,
    open: Vec<Side>,
}

impl TileCourse {
    /// The bend towards an open side: left, right or none.
    fn bend(&self, to: Side) -> i32 {
        let Some(from) = self.from else { return 0 };
        [0, 1, 0, -1][(to.index() + 4 - from.opposite().index()) % 4]
    }
}

impl Ends<'_> {
    fn way(&self, tile: TileId, cell: Cell, rotation: Rotation, is_taken: impl Fn(Cell) -> bool) -> TileCourse {
        let has = |side: &Side| match self.faces.kinds(tile, rotation)[side.index()] {
            [left, None, right] => [left, right].contains(&Some(self.kind)),
            [_, middle, _] => middle == Some(self.kind),
        };
        let (met, open): (Vec<Side>, Vec<Side>) =
            Side::ALL.into_iter().filter(has).partition(|&side| is_taken(cell.step(side)));
        TileCourse { from: met.first().copied().filter(|_| met.len() == 1), met: met.len(), open }
    }

    /// Updates the open ends after a tile was placed.
    fn go_on(&mut self, way: &TileCourse, cell: Cell, past_straight: bool) {
        let before = self.bends.remove(&cell).filter(|_| past_straight && way.from.is_some()).unwrap_or(0);
        for &side in &way.open {
            let bend = way.bend(side);
            self.bends.insert(cell.step(side), if bend == 0 { before } else { bend });
        }
    }
}

/// Whether each kind on a tile with a required course would follow it.
pub(super) fn is_kept(game: &Game, faces: &Faces, map: &Map, tile: TileId, cell: Cell, rotation: Rotation) -> bool {
    let catalogue = game.catalogue();
    let bound = catalogue.tile(tile).segments.iter().map(|part| part.kind);
    bound.filter(|&kind| catalogue.kind(kind).course.is_bound()).all(|kind| {
        let course = &catalogue.kind(kind).course;
        let mut ends = Ends { faces, kind, bends: HashMap::new() };
        for (id, Placed { tile, cell, rotation, .. }) in (0..).zip(map.placed) {
            let way = ends.way(*tile, *cell, *rotation, |near| map.at(near).is_some_and(|other| other < id));
            ends.go_on(&way, *cell, course.past_straight);
        }
        let way = ends.way(tile, cell, rotation, |near| map.at(near).is_some());
        let before = ends.bends.get(&cell).copied().unwrap_or(0);
        let turns_back = before != 0 && way.open.iter().any(|&side| way.bend(side) == before);
        (course.apart.is_none() || way.met < 2) && (course.winds.is_none() || !turns_back)
    })
}
