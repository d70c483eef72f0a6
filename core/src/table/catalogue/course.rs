//! What is declared about how a kind of feature goes on from tile to tile.

use super::{Catalogue, Kind, KindId, SegmentKind, TileId};
use crate::table::geometry::{Rotation, Side};

/// How features of a kind wind over the board. Each rule is there if it has a reason, which is told to whoever breaks it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Why no tile joins two ends.
    pub apart: Option<String>,
    /// Why no two bends in a row turn the same way.
    pub winds: Option<String>,
    /// Whether two bends are in a row although the feature goes straight on between them.
    pub past_straight: bool,
}

impl Course {
    /// Whether it rules anything out.
    pub fn is_bound(&self) -> bool {
        self.apart.is_some() || self.winds.is_some()
    }
}

impl Kind {
    /// Whether a segment of this kind must be placed so that it goes on.
    pub fn must_go_on(&self, part: &SegmentKind) -> bool {
        self.continues && !self.begins.is_some_and(|tag| part.tags.contains(&tag))
    }
}

impl Catalogue {
    /// Whether a tile must be placed so that something on it goes on, or goes on in a certain way.
    #[inline]
    pub fn continues(&self, tile: TileId) -> bool {
        self.hot[tile.0 as usize].continues
    }

    /// The kind that a tile, turned so, would not carry on if only these sides of it met other tiles.
    pub fn broken_off(&self, tile: TileId, rotation: Rotation, meets: impl Fn(Side) -> bool) -> Option<KindId> {
        let parts = &self.tile(tile).segments;
        let ports = self.ports(tile, rotation);
        let is_at = |kind: KindId, side: Side| ports[side.index()].segments().any(|part| parts[part].kind == kind);
        let goes_on = |kind: KindId| Side::ALL.into_iter().any(|side| is_at(kind, side) && meets(side));
        let mut wanted = parts.iter().filter(|part| self.kind(part.kind).must_go_on(part)).map(|part| part.kind);
        wanted.find(|&kind| !goes_on(kind))
    }
}
