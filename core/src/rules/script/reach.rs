//! Which sides of a placed tile a segment reaches, and which segment is at a point of it. Knows how the tile is turned.

use crate::table::board::{Placed, PlacedId};
use crate::table::catalogue::{Catalogue, Reached, TileId};
use crate::table::feature::SegmentId;
use crate::table::geometry::{Cell, Corner, Half, Side};
use crate::table::state::State;
use crate::table::turn::is_uncovered;

/// The names of the places inside a tile.
const PLACES: [&str; 5] = ["*", "a", "b", "c", "d"];

/// The sides of its tile that a segment reaches.
pub(super) struct Reach {
    sides: Reached,
    own: usize,
}

/// Returns the sides of its tile that a segment reaches.
pub(super) fn reach(catalogue: &Catalogue, state: &State, segment: SegmentId) -> Reach {
    let Placed { tile, rotation, base, .. } = *state.board.tile(state.features.placed(segment));
    Reach { sides: catalogue.reached(tile, rotation), own: (segment.0 - base) as usize }
}

impl Reach {
    /// Whether the segment includes the middle of a side.
    pub fn takes_side(&self, side: Side) -> bool {
        self.sides[side.index()][1] == Some(self.own)
    }

    /// Whether the segment includes half a side.
    pub fn takes_half(&self, half: Half) -> bool {
        on_half(&self.sides, half) == Some(self.own)
    }
}

fn on_half(sides: &Reached, half: Half) -> Option<usize> {
    sides[half.side().index()][if half.is_left() { 0 } else { 2 }]
}

/// Returns the segment at a point of a tile: the middle of a side, half a side, a corner, or a place inside. `None`
/// where two segments meet, and at a place that no stroke names. Fails if there is no such point.
pub(super) fn segment_at(
    catalogue: &Catalogue,
    state: &State,
    placed: PlacedId,
    point: &str,
) -> Result<Option<SegmentId>, String> {
    let Placed { tile, rotation, base, .. } = *state.board.tile(placed);
    let sides = catalogue.reached(tile, rotation);
    let strokes = &catalogue.tile(tile).face.segments;
    let found = if let Ok(side) = point.parse::<Side>() {
        let [left, middle, right] = sides[side.index()];
        middle.or(left.filter(|_| left == right))
    } else if let Ok(half) = point.parse::<Half>() {
        on_half(&sides, half)
    } else if let Some((_, side)) = Corner::NAMES.iter().find(|(name, _)| *name == point) {
        return Ok(segment_in_corner(catalogue, state, placed, *side));
    } else if PLACES.contains(&point) {
        strokes.iter().position(|stroke| stroke.places.iter().any(|place| place == point))
    } else {
        return Err(format!("`{point}` is not a point of a tile; use N, NL, NR, NE, … or one of {}", PLACES.join(" ")));
    };
    Ok(found.map(|place| SegmentId(base + place as u16)))
}

/// Returns the segment in the corner of a tile at which a side begins, clockwise; `None` if two segments meet there.
pub(super) fn segment_in_corner(catalogue: &Catalogue, state: &State, tile: PlacedId, side: Side) -> Option<SegmentId> {
    let Placed { tile, rotation, base, .. } = *state.board.tile(tile);
    let (sides, printed) = (catalogue.reached(tile, rotation), side.turned(rotation.inverse()));
    let before = Side::from_index(side.index() + 3);
    let (one, other) = (on_half(&sides, side.left()), on_half(&sides, before.right()));
    let touching = catalogue.tile(tile).face.segments.iter().position(|stroke| stroke.corners.contains(&printed));
    touching.or(one.filter(|_| one == other)).map(|place| SegmentId(base + place as u16))
}

/// Returns the versions of a placed tile over which a form can be built now: nothing was built there yet, and both ends
/// lie at free cells.
pub(super) fn buildable<'a>(
    catalogue: &'a Catalogue,
    state: &'a State,
    id: PlacedId,
    form: u8,
) -> impl Iterator<Item = TileId> + 'a {
    let Placed { tile, cell, rotation, .. } = *state.board.tile(id);
    let is_free = move |side| state.board.at(cell.step(side)).is_none();
    let versions = catalogue.tile(tile).versions.iter().copied();
    let versions = versions.filter(move |_| is_uncovered(state, catalogue, id));
    versions.filter(move |&version| {
        let built = catalogue.tile(version).built.filter(|built| built.form == form);
        built.is_some_and(|built| built.turned(rotation).into_iter().all(is_free))
    })
}

/// Returns the segments of its feature at which a segment goes on: through links, and then on the tiles at its sides,
/// clockwise from the north.
pub(super) fn beyond(catalogue: &Catalogue, state: &State, segment: SegmentId) -> Vec<SegmentId> {
    let (graph, board) = (&state.features, &state.board);
    let feature = graph.of(segment);
    let Reach { sides, own } = reach(catalogue, state, segment);
    let cell = board.tile(graph.placed(segment)).cell;
    let mut found: Vec<SegmentId> = state.links().iter().filter_map(|link| link.across(segment)).collect();
    for side in Side::ALL {
        let Some(near) = board.at(cell.step(side)) else { continue };
        let Placed { tile, rotation, base, .. } = *board.tile(near);
        let across = catalogue.reached(tile, rotation)[side.opposite().index()];
        for (place, _) in sides[side.index()].iter().enumerate().filter(|(_, at)| **at == Some(own)) {
            let other = across[2 - place].map(|place| SegmentId(base + place as u16));
            found.extend(other.filter(|&other| graph.of(other) == feature && !found.contains(&other)));
        }
    }
    found
}

/// Returns the segments in the corners of the tiles around a corner, clockwise from the north-west.
pub(super) fn around<'a>(
    catalogue: &'a Catalogue,
    state: &'a State,
    corner: Corner,
) -> impl Iterator<Item = SegmentId> + 'a {
    let tiles = corner.cells().into_iter().filter_map(|(cell, side)| Some((state.board.at(cell)?, side)));
    tiles.filter_map(|(tile, side)| segment_in_corner(catalogue, state, tile, side))
}

/// Returns the corners of a tile where four tiles meet and each of them shows one of these kinds (one bit each; all bits
/// for anything), from the north-west clockwise.
pub(super) fn corners<'a>(
    catalogue: &'a Catalogue,
    state: &'a State,
    tile: PlacedId,
    kinds: u32,
) -> impl Iterator<Item = Corner> + 'a {
    let cell = state.board.tile(tile).cell;
    let shows = move |(cell, side): (Cell, Side)| {
        let placed = state.board.at(cell)?;
        let segment = segment_in_corner(catalogue, state, placed, side);
        (kinds == u32::MAX || segment.is_some_and(|at| kinds >> state.features.kind_at(at).0 & 1 == 1)).then_some(())
    };
    let all = Corner::NAMES.into_iter().map(move |(_, side)| Corner::of(cell, side));
    all.filter(move |corner| corner.cells().into_iter().all(|there| shows(there).is_some()))
}
