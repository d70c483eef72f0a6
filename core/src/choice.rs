//! One option of a decision, as numbers. Its words are made elsewhere.

use crate::board::Place;
use crate::catalogue::FigureKindId;
use crate::feature::{FeatureId, SegmentId};
use crate::figure::PlayerId;

/// An option: what a player may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Place the tile in hand.
    Place(Place),
    /// Deploy a figure from the supply.
    Deploy(FigureKindId, SegmentId),
    /// Say who begins.
    First(PlayerId),
    /// Score this completed feature next.
    Score(FeatureId),
    /// Do nothing more.
    Pass,
}

impl Choice {
    /// The verb that the option prints with.
    pub fn verb(&self) -> &'static str {
        match self {
            Choice::Place(_) => "place",
            Choice::Deploy(..) => "deploy",
            Choice::First(_) => "first",
            Choice::Score(_) => "score",
            Choice::Pass => "pass",
        }
    }
}
