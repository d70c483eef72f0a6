//! Tiles that fill holes: they close what meets them and join nothing.

use super::{FeatureId, Features, SegmentId};
use crate::table::board::Board;
use crate::table::catalogue::{Catalogue, Port};
use crate::table::geometry::{Cell, Side};

impl Features {
    /// Closes the ends of the segments on a side without joining them to anything.
    pub(super) fn close_side(&mut self, base: u16, port: &Port) {
        for segment in port.segments() {
            let root = self.root(base + segment as u16);
            self.nodes[root as usize].open -= 1;
        }
    }

    /// Adds the features that a tile in a hole completed: they ended at it, and it belongs to none of them.
    pub(super) fn note_closed(&self, catalogue: &Catalogue, board: &Board, hole: Cell, completed: &mut Vec<FeatureId>) {
        for side in Side::ALL {
            let Some(near) = board.at(hole.step(side)) else { continue };
            let there = board.tile(near);
            for segment in catalogue.ports(there.tile, there.rotation)[side.opposite().index()].segments() {
                let feature = self.of(SegmentId(there.base + segment as u16));
                if self.is_complete(feature) && !completed.contains(&feature) {
                    completed.push(feature);
                }
            }
        }
    }
}
