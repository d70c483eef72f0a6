//! Segments that rules join and part, and what is built over tiles. What a link completes is noted like what a tile
//! completes.

use super::State;
use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, TileId};
use crate::table::feature::{FeatureId, Link, SegmentId};
use crate::table::figure::Zone;

impl State {
    /// Returns the segments that rules joined.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Whether a feature is complete and was scored, or will never be.
    pub fn is_settled(&self, feature: FeatureId) -> bool {
        self.features.is_complete(feature) && !self.completed.contains(&feature)
    }

    /// Joins two segments, so that their features become one.
    pub fn join(&mut self, catalogue: &Catalogue, a: SegmentId, b: SegmentId) {
        let before = [a, b].map(|segment| self.features.of(segment));
        self.links.push(Link(a, b));
        self.features.link(catalogue, &self.board, &self.links);
        self.note_changed(catalogue, &before, &[a]);
    }

    /// Takes the link between two segments away. Returns false if there is none.
    pub fn part(&mut self, catalogue: &Catalogue, a: SegmentId, b: SegmentId) -> bool {
        let Some(place) = self.links.iter().position(|link| link.across(a) == Some(b)) else { return false };
        self.links.remove(place);
        let feature = self.features.of(a);
        let segments = self.features.rebuild(catalogue, &self.board, &self.links, feature);
        for figure in &self.figures {
            if let Zone::Segment(at) = figure.zone
                && segments.contains(&at)
            {
                self.features.count_figure(at, catalogue.figure(figure.kind).follower, 1);
            }
        }
        self.note_changed(catalogue, &[feature], &[a, b]);
        true
    }

    /// Builds something over a tile whose sides there are open: puts another version in its place.
    pub fn build(&mut self, catalogue: &Catalogue, id: PlacedId, version: TileId) {
        let plain = self.board.tile(id).tile;
        self.board.rebuild(catalogue, id, version);
        self.features.build(catalogue, &self.board, id, plain);
        if let Some(last) = self.turn.last {
            self.touch_again(catalogue, last);
        }
        self.turn.stale = true;
    }

    /// Notes which of the features that were changed are complete, and finds those of the last tile again.
    fn note_changed(&mut self, catalogue: &Catalogue, before: &[FeatureId], now: &[SegmentId]) {
        self.completed.retain(|feature| !before.contains(feature));
        for &segment in now {
            let feature = self.features.of(segment);
            if self.features.is_complete(feature) && !self.completed.contains(&feature) {
                self.completed.push(feature);
            }
        }
        let newest = PlacedId((self.board.placed().len() as u16).saturating_sub(1));
        self.touch_again(catalogue, self.turn.last.unwrap_or(newest));
    }

    /// Finds the features of a tile again.
    pub(super) fn touch_again(&mut self, catalogue: &Catalogue, tile: PlacedId) {
        let segments = self.segments_of(catalogue, tile);
        let State { touched, features, .. } = self;
        touched.clear();
        touched.extend(segments.map(|segment| features.of(segment)));
    }
}
