//! What features were worth in imagined ends, kept for the ends of positions that follow from the same one a few choices
//! later: whoever looks ahead ends the same game again and again, and most of the board is as it was.

use super::State;
use crate::table::catalogue::MAX_PLAYERS;
use crate::table::feature::{FeatureId, Features, SegmentId};
use crate::table::figure::{Figure, Zone};

/// What is known about the end of the game at one position.
#[derive(Debug, Default)]
pub struct Reckoning {
    /// The features and figures of that position.
    features: Features,
    figures: Vec<Figure>,
    known: Vec<Worth>,
    /// The features of the table that is being reckoned on which other figures stand than then.
    changed: Vec<FeatureId>,
}

/// What a feature is worth.
#[derive(Debug)]
struct Worth {
    feature: FeatureId,
    /// The points of each player.
    points: [i32; MAX_PLAYERS],
    /// If it is paid for complete features that it touches: those that it touched then, and which complete feature each
    /// of them was a part of.
    near: Vec<Near>,
}

/// A feature that another one touches, and the complete feature that it is a part of.
type Near = (FeatureId, Option<FeatureId>);

impl Reckoning {
    /// Starts with a position.
    pub fn begin(&mut self, state: &State) {
        self.features.clone_from(&state.features);
        self.figures.clone_from(&state.figures);
        self.known.clear();
    }

    /// Starts to reckon the end of a position that follows from the one it began with.
    pub(crate) fn enter(&mut self, state: &State) {
        self.changed.clear();
        for (now, then) in state.figures.iter().zip(&self.figures) {
            if now.zone != then.zone {
                for zone in [now.zone, then.zone] {
                    if let Zone::Segment(at) = zone {
                        self.changed.push(state.features.of(at));
                    }
                }
            }
        }
    }

    /// Whether a feature and the figures on it are what they were.
    pub(crate) fn is_same(&self, state: &State, feature: FeatureId) -> bool {
        state.features.is_same(&self.features, feature) && !self.changed.contains(&feature)
    }

    /// Returns the points of each player for a feature that is what it was, if they are known.
    pub(crate) fn worth(&self, state: &State, feature: FeatureId) -> Option<&[i32; MAX_PLAYERS]> {
        let known = self.known.iter().find(|worth| worth.feature == feature)?;
        let is_same = |&(near, whole): &Near| complete(&state.features, SegmentId(near.0)) == whole;
        known.near.iter().all(is_same).then_some(&known.points)
    }

    /// Keeps the points of each player for a feature that is what it was, and that is paid for complete features that
    /// meet it in these segments.
    pub(crate) fn keep(
        &mut self,
        state: &State,
        feature: FeatureId,
        points: [i32; MAX_PLAYERS],
        met: impl Iterator<Item = SegmentId>,
    ) {
        let near = |met: SegmentId| (self.features.of(met), complete(&state.features, met));
        let mut near: Vec<Near> = met.map(near).collect();
        near.sort_unstable();
        near.dedup();
        self.known.retain(|worth| worth.feature != feature);
        self.known.push(Worth { feature, points, near });
    }
}

/// Returns the feature of a segment if it is complete.
fn complete(features: &Features, segment: SegmentId) -> Option<FeatureId> {
    Some(features.of(segment)).filter(|&feature| features.is_complete(feature))
}
