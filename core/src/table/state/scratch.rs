//! Temporary lists, kept to avoid allocations.

use super::{Pending, Reckoning};
use crate::table::catalogue::TileId;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::FigureId;
use crate::table::sheet::Sheet;
use crate::table::tile::MAX_SEGMENTS;

/// Temporary lists, kept to avoid allocations. Their contents mean nothing between two calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub sheet: Sheet,
    pub features: Vec<FeatureId>,
    pub pairs: Vec<(FeatureId, FeatureId)>,
    pub standing: Vec<(FigureId, SegmentId)>,
    pub tiles: Vec<TileId>,
    /// For each feature, the last one that was found to touch it.
    pub seen: Vec<u16>,
    /// What is known about the end that is being imagined.
    pub reckoning: Option<Box<Reckoning>>,
    /// A handler that no longer waits, kept for the memory of the table that it holds.
    pub waited: Option<Box<Pending>>,
}

impl Scratch {
    pub(super) fn new(tiles: usize, figures: usize) -> Scratch {
        Scratch {
            sheet: Sheet::with_capacity(32),
            features: Vec::with_capacity(figures),
            pairs: Vec::with_capacity(256.max(tiles)),
            standing: Vec::with_capacity(figures),
            tiles: Vec::with_capacity(tiles),
            seen: Vec::with_capacity(tiles * MAX_SEGMENTS / 2),
            reckoning: None,
            waited: None,
        }
    }

    /// Makes empty lists with the same capacity.
    pub(super) fn hollow(&self) -> Scratch {
        Scratch::new(self.tiles.capacity(), self.standing.capacity())
    }
}
