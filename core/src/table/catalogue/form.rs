//! What can be built over a tile: a segment from one side to another that parts nothing, like a bridge. Each tile over
//! which it can be built has a second version with it, which play lays or puts in its place.

use super::{KindId, TileId, TileKind, TokenId};
use crate::table::geometry::{Rotation, Side};
use crate::table::tile::Segment;

/// Something that can be built over tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// The kind of the segment that is built.
    pub kind: KindId,
    /// The sides that it may join, each pair as it is written.
    pub strokes: Vec<[Side; 2]>,
    /// What a player pays who builds one to place a tile; nobody can do that if there is nothing to pay with.
    pub token: Option<TokenId>,
}

impl Form {
    /// Returns a stroke as it is written, given the sides that it joins.
    pub fn stroke_words(&self, sides: [Side; 2]) -> String {
        let is_same = |stroke: &&[Side; 2]| **stroke == sides || **stroke == [sides[1], sides[0]];
        let [from, to] = self.strokes.iter().find(is_same).copied().unwrap_or(sides);
        format!("{from}-{to}")
    }
}

/// A tile over which something was built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Built {
    /// The tile without it.
    pub on: TileId,
    /// What was built: an index into the forms.
    pub form: u8,
    /// The sides of the unturned tile that it joins.
    pub sides: [Side; 2],
}

impl Built {
    /// Returns the sides that it joins on a turned tile.
    pub fn turned(&self, rotation: Rotation) -> [Side; 2] {
        self.sides.map(|side| side.turned(rotation))
    }
}

/// Returns a tile with something built over it; `None` if it cannot be built there.
pub(super) fn built_over(
    plain: &TileKind,
    (on, form): (TileId, u8),
    (declared, kind): (&Form, &str),
    sides: [Side; 2],
    is_meadow: impl Fn(Side) -> bool,
) -> Option<TileKind> {
    let has_room = plain.segments.len() < crate::table::tile::MAX_SEGMENTS;
    if !has_room || plain.fills_hole() || !sides.into_iter().all(is_meadow) {
        return None;
    }
    let mut tile = plain.clone();
    (tile.count, tile.built) = (0, Some(Built { on, form, sides }));
    tile.face.over = Some(Segment {
        kind: kind.into(),
        sides: if sides[0] < sides[1] { sides.to_vec() } else { vec![sides[1], sides[0]] },
        halves: Vec::new(),
        tags: Vec::new(),
        places: Vec::new(),
        corners: Vec::new(),
        middles: Vec::new(),
    });
    tile.add_segment(declared.kind);
    Some(tile)
}
