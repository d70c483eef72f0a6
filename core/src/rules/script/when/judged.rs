//! When hooks are called that judge moves, know the leaders of a feature, or hear of points.

use super::{When, has};
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, FigureId, Zone};
use crate::table::majority::Players;
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;
use crate::table::state::State;

impl When {
    /// Whether features whose leaders are known match.
    pub fn wants_winners(&self, position: Position<'_>, features: &[FeatureId], leaders: Players) -> bool {
        self.tied.is_none_or(|wanted| wanted == (leaders.iter().nth(1).is_some()))
            && self.wants_feature(position, features, true)
    }

    /// Whether points that an event of the log gave match.
    pub(super) fn wants_points(&self, state: &State, event: usize) -> bool {
        let kind = match state.log.get(event) {
            Some(Event::Sheet(sheet)) => Some(state.features.kind(state.log.sheet(*sheet).feature)),
            _ => None,
        };
        self.ending.is_none_or(|wanted| wanted == state.turn.is_ending())
            && (self.kinds == 0 || kind.is_some_and(|kind| has(self.kinds, kind.0)))
    }

    /// Whether it is about moves for a cause other than deploying.
    pub fn wants_cause(&self, cause: ReasonId) -> bool {
        self.any_cause || self.causes.contains(&cause)
    }

    /// Whether a figure that moves matches, where it stands now.
    pub fn wants_leaving(&self, position: Position<'_>, figure: FigureId) -> bool {
        let state = position.state;
        let Figure { kind, zone, .. } = *state.figure(figure);
        let (on, tile) = match zone {
            Zone::Segment(at) => (Some(state.features.kind_at(at)), Some(state.features.placed(at))),
            Zone::Tile(tile) => (None, Some(tile)),
            _ => (None, None),
        };
        self.wants_with(position, |with| tile == Some(with))
            && has(self.figures, kind.0)
            && (!self.follower || position.catalogue.figure(kind).follower)
            && self.wants_table(position)
            && (self.kinds == 0 || on.is_some_and(|on| has(self.kinds, on.0)))
    }
}
