//! Which of many deployments a hook judges. What stands where is found once for all of them.

use super::{When, has, is_any_reason};
use crate::rules::script::reach::around;
use crate::table::board::PlacedId;
use crate::table::choice::{Choice, Target};
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, Zone};
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;

/// The deployments that a filter of `can_move` matches, as long as nothing moves.
pub(in crate::rules::script) struct Deployments<'a> {
    when: &'a When,
    /// The tiles on which `with` figures stand.
    with: Vec<PlacedId>,
    /// The features on which `meets` figures stand, or at a corner of which they do.
    met: Vec<FeatureId>,
}

impl When {
    /// Returns which deployments for a cause match; `None` if none can.
    pub fn deployments(&self, position: Position<'_>, cause: ReasonId) -> Option<Deployments<'_>> {
        if !is_any_reason(&self.causes, cause) || !self.wants_table(position) {
            return None;
        }
        let (with, met) = (self.tiles_with(position), self.features_met(position));
        let is_in_vain = self.with != 0 && with.is_empty() || self.meets != 0 && met.is_empty();
        (!is_in_vain).then_some(Deployments { when: self, with, met })
    }

    fn tiles_with(&self, Position { state, .. }: Position<'_>) -> Vec<PlacedId> {
        let tile = |figure: &Figure| match figure.zone {
            Zone::Tile(tile) if self.with >> figure.kind.0 & 1 == 1 => Some(tile),
            _ => None,
        };
        if self.with == 0 { Vec::new() } else { state.figures.iter().filter_map(tile).collect() }
    }

    fn features_met(&self, Position { catalogue, state }: Position<'_>) -> Vec<FeatureId> {
        let mut met = Vec::new();
        let figures = if self.meets == 0 { &[] } else { &state.figures[..] };
        for figure in figures.iter().filter(|figure| self.meets >> figure.kind.0 & 1 == 1) {
            match figure.zone {
                Zone::Segment(at) => met.push(state.features.of(at)),
                Zone::Corner(corner) => met.extend(around(catalogue, state, corner).map(|at| state.features.of(at))),
                _ => {}
            }
        }
        met
    }
}

impl Deployments<'_> {
    /// Whether an option that deploys or sends a figure is one of them.
    pub fn include(&self, position: Position<'_>, choice: Choice) -> bool {
        let (when, features) = (self.when, &position.state.features);
        let (figure, zone) = match choice {
            Choice::Deploy(figure, segment) => (figure, Zone::Segment(segment)),
            Choice::Do(_, Target::KindAt(figure, spot)) => (figure, spot.zone()),
            _ => return false,
        };
        let is_of_kind = || matches!(zone, Zone::Segment(at) if has(when.kinds, features.kind_at(at).0));
        let is_with = || match zone {
            Zone::Segment(segment) => self.with.contains(&features.placed(segment)),
            Zone::Tile(tile) => self.with.contains(&tile),
            _ => false,
        };
        let meets = || matches!(zone, Zone::Segment(at) if self.met.contains(&features.of(at)));
        has(when.figures, figure.0)
            && (when.kinds == 0 || is_of_kind())
            && (!when.follower || position.catalogue.figure(figure).follower)
            && (when.with == 0 || is_with())
            && (when.meets == 0 || meets())
    }
}
