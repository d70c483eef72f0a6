//! When hooks are called that judge moves, know the leaders of a feature, or hear of points.

use std::sync::Arc;

use super::{When, has};
use crate::rules::script::reach::around;
use crate::rules::script::reads::Read;
use crate::rules::script::search::{Search, TileFilter};
use crate::table::catalogue::KindId;
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

    /// Whether a feature of this kind can match.
    pub fn is_about(&self, kind: KindId) -> bool {
        self.kinds == 0 || has(self.kinds, kind.0)
    }

    /// Returns what is read, besides a feature and the figures on it, to find out whether the feature matches; `None` if
    /// that cannot be listed.
    pub fn reads(&self, state: &State) -> Option<Vec<Read>> {
        let is_more = !self.tokens.is_empty()
            || self.points.is_some()
            || self.others_earned
            || self.cells_like.is_some()
            || self.segments_like.is_some()
            || !self.zones.is_empty()
            || self.tiles_like.as_ref().is_some_and(TileFilter::is_loose);
        if is_more {
            return None;
        }
        let remembers = !self.remembered.is_empty() || !self.recalls.is_empty() || self.larger.is_some();
        let mut reads: Vec<Read> = remembers.then_some(Read::Memory(self.source)).into_iter().collect();
        let is_wanted = |figure: &Figure| (self.with | self.standing) >> figure.kind.0 & 1 == 1;
        let figures = state.figures.iter().enumerate().filter(|(_, figure)| is_wanted(figure));
        reads.extend(figures.map(|(place, _)| Read::Figure(FigureId(place as u8))));
        let found = |search: Search| Read::Found(Arc::new(search));
        reads.extend(self.figures_like.iter().map(|filter| found(Search::Figures(filter.clone()))));
        reads.extend(self.tiles_like.iter().map(|filter| found(Search::Tiles(filter.clone()))));
        Some(reads)
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
            && self.wants_met(position, zone)
    }

    /// Whether one of the `meets` figures stands on the feature of a place, or at a corner of it.
    pub(super) fn wants_met(&self, Position { catalogue, state }: Position<'_>, zone: Zone) -> bool {
        let Zone::Segment(at) = zone else { return self.meets == 0 };
        let (graph, feature) = (&state.features, state.features.of(at));
        let is_there = |figure: &Figure| match figure.zone {
            Zone::Segment(at) => graph.of(at) == feature,
            Zone::Corner(corner) => around(catalogue, state, corner).any(|at| graph.of(at) == feature),
            _ => false,
        };
        let mut figures = state.figures.iter().rev();
        self.meets == 0 || figures.any(|figure| self.meets >> figure.kind.0 & 1 == 1 && is_there(figure))
    }
}
