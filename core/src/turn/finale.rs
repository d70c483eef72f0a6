//! The end of the game: what still stands on the board is scored, kinds that are paid by their neighbours last.

use super::{Rules, pay, score_feature, send_home, weigh};
use crate::catalogue::{KindId, Line, NeighbourRule, Pays};
use crate::event::Event;
use crate::feature::FeatureId;
use crate::figure::Zone;
use crate::majority::{Players, Weights};
use crate::state::{Phase, State};

/// Scores everything and closes the game.
pub(super) fn finish(state: &mut State, rules: Rules<'_>) {
    state.turn.drawn = None;
    state.options.clear();
    state.completed.clear();
    state.log.push(Event::Final);
    let mut features = std::mem::take(&mut state.scratch.features);
    find_occupied(state, rules, &mut features);
    for &feature in &features {
        if rule_of(state, rules, feature).is_none() {
            let complete = state.features.is_complete(rules.catalogue, feature);
            score_feature(state, rules, feature, complete);
            send_home(state, rules.catalogue, feature);
        }
    }
    features.retain(|&feature| rule_of(state, rules, feature).is_some());
    for kind in 0..rules.catalogue.kinds.len() as u8 {
        if let Some(rule) = rules.catalogue.kind(KindId(kind)).neighbours {
            harvest(state, rules, &features, KindId(kind), rule);
        }
    }
    for &feature in &features {
        send_home(state, rules.catalogue, feature);
    }
    state.scratch.features = features;
    state.turn.phase = Phase::Over;
    state.log.push(Event::Over);
}

/// The features with figures on them, in the order in which they are scored.
fn find_occupied(state: &State, rules: Rules<'_>, found: &mut Vec<FeatureId>) {
    found.clear();
    for figure in &state.figures {
        if let Zone::Segment(at) = figure.zone {
            let feature = state.features.of(at);
            if !found.contains(&feature) {
                found.push(feature);
            }
        }
    }
    found.sort_unstable_by_key(|&feature| (rules.catalogue.kind(state.features.kind(feature)).order, feature));
}

fn rule_of(state: &State, rules: Rules<'_>, feature: FeatureId) -> Option<NeighbourRule> {
    rules.catalogue.kind(state.features.kind(feature)).neighbours
}

/// Pays the features of a kind for the complete features that they touch.
fn harvest(state: &mut State, rules: Rules<'_>, features: &[FeatureId], kind: KindId, rule: NeighbourRule) {
    let mut pairs = std::mem::take(&mut state.scratch.pairs);
    find_pairs(state, rules, features, kind, rule.kind, &mut pairs);
    match rule.pays {
        Pays::Feature => {
            for &feature in features {
                if state.features.kind(feature) != kind {
                    continue;
                }
                let neighbours = pairs.iter().filter(|(_, by)| *by == feature).count();
                let weights = weigh(state, rules, feature);
                pay_neighbours(state, feature, false, rule, neighbours as u16, &weights, weights.leaders());
            }
        }
        Pays::Neighbour | Pays::NeighbourOnce => {
            for group in pairs.chunk_by(|a, b| a.0 == b.0) {
                let (mut weights, mut winners) = (Weights::default(), Players::default());
                for &(_, feature) in group {
                    let here = weigh(state, rules, feature);
                    winners.insert_all(here.leaders());
                    weights.add_all(&here);
                }
                if rule.pays == Pays::Neighbour {
                    winners = weights.leaders();
                }
                pay_neighbours(state, group[0].0, true, rule, 1, &weights, winners);
            }
        }
    }
    state.scratch.pairs = pairs;
}

/// Each complete neighbour with each of the features that touch it, sorted by neighbour.
fn find_pairs(
    state: &State,
    rules: Rules<'_>,
    features: &[FeatureId],
    kind: KindId,
    neighbour: KindId,
    pairs: &mut Vec<(FeatureId, FeatureId)>,
) {
    pairs.clear();
    let graph = &state.features;
    for &feature in features.iter().filter(|&&feature| graph.kind(feature) == kind) {
        for near in graph.touches(rules.catalogue, &state.board, feature) {
            if graph.kind(near) == neighbour && graph.is_complete(rules.catalogue, near) {
                pairs.push((near, feature));
            }
        }
    }
    pairs.sort_unstable();
    pairs.dedup();
}

fn pay_neighbours(
    state: &mut State,
    feature: FeatureId,
    as_neighbour: bool,
    rule: NeighbourRule,
    count: u16,
    weights: &Weights,
    winners: Players,
) {
    let mut sheet = std::mem::take(&mut state.scratch.sheet);
    sheet.begin(feature, true, as_neighbour);
    sheet.write(Line::Kind(rule.kind), count, rule.rate);
    pay(state, &sheet, weights, winners);
    state.scratch.sheet = sheet;
}
