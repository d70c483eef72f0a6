//! Declarations about how a kind of feature continues from tile to tile.

use super::{Catalogue, FeatureKind, KindId, SegmentKind, TileId};
use crate::table::geometry::{Rotation, Side};

/// How features of a kind wind over the board. A rule applies if it has a reason, which is shown to the player who
/// breaks it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// Why a tile may not join two ends.
    pub apart: Option<String>,
    /// Why two bends in a row may not turn the same way.
    pub winds: Option<String>,
    /// Whether two bends count as in a row even if the feature runs straight between them.
    pub past_straight: bool,
}

impl Course {
    /// Whether it forbids anything.
    pub fn is_bound(&self) -> bool {
        self.apart.is_some() || self.winds.is_some()
    }
}

impl FeatureKind {
    /// Whether a segment must be placed so that its feature continues.
    pub fn must_go_on(&self, part: &SegmentKind) -> bool {
        self.continues && !self.begins.is_some_and(|tag| part.tags.contains(&tag))
    }
}

impl Catalogue {
    /// Whether a tile must be placed so that a feature on it continues, or continues in a certain way.
    #[inline]
    pub fn continues(&self, tile: TileId) -> bool {
        self.briefs[tile.0 as usize].continues
    }

    /// Returns the kind that a turned tile would fail to continue if only these sides of it met other tiles.
    pub fn broken_off(&self, tile: TileId, rotation: Rotation, meets: impl Fn(Side) -> bool) -> Option<KindId> {
        let parts = &self.tile(tile).segments;
        let ports = self.ports(tile, rotation);
        let is_at = |kind: KindId, side: Side| ports[side.index()].segments().any(|part| parts[part].kind == kind);
        let goes_on = |kind: KindId| Side::ALL.into_iter().any(|side| is_at(kind, side) && meets(side));
        let mut wanted = parts.iter().filter(|part| self.kind(part.kind).must_go_on(part)).map(|part| part.kind);
        wanted.find(|&kind| !goes_on(kind))
    }
}
