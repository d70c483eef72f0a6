//! The end of the game: what still stands on the board is scored, kinds that are paid by their neighbours last.

use super::{Rules, note_sheet, note_weights, pay, pay_out, score_feature, send_home, weigh};
use crate::catalogue::{KindId, Line, NeighbourRule, Pays};
use crate::event::Event;
use crate::fault::Risky;
use crate::feature::FeatureId;
use crate::figure::{FigureId, Zone};
use crate::majority::{Players, Weights};
use crate::sheet::Sheet;
use crate::state::{Phase, State};

/// Scores everything and closes the game.
pub(super) fn finish(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    state.turn.drawn = None;
    state.options.clear();
    state.completed.clear();
    state.log.push(Event::Final);
    let mut features = std::mem::take(&mut state.scratch.features);
    find_occupied(state, rules, &mut features);
    for &feature in &features {
        if rule_of(state, rules, feature).is_none() {
            let complete = state.features.is_complete(rules.catalogue, feature);
            score_feature(state, rules, feature, complete)?;
        }
    }
    features.retain(|&feature| rule_of(state, rules, feature).is_some());
    for kind in 0..rules.catalogue.kinds.len() as u8 {
        if let Some(rule) = rules.catalogue.kind(KindId(kind)).neighbours {
            harvest(state, rules, &features, KindId(kind), rule)?;
        }
    }
    send_all_home(state, rules);
    state.scratch.features = features;
    state.turn.phase = Phase::Over;
    state.log.push(Event::Over);
    Ok(())
}

/// Whoever still stands on the board goes home.
fn send_all_home(state: &mut State, rules: Rules<'_>) {
    for i in 0..state.figures.len() {
        if let Zone::Segment(at) = state.figures[i].zone {
            send_home(state, rules.catalogue, FigureId(i as u16), at);
        }
    }
}

/// What each player weighs on a feature.
fn weigh_feature(state: &mut State, rules: Rules<'_>, feature: FeatureId) -> Weights {
    let mut standing = std::mem::take(&mut state.scratch.standing);
    standing.clear();
    standing.extend(state.figures_on(feature));
    let weights = weigh(state, rules, &standing);
    state.scratch.standing = standing;
    weights
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
fn harvest(
    state: &mut State,
    rules: Rules<'_>,
    features: &[FeatureId],
    kind: KindId,
    rule: NeighbourRule,
) -> Risky<()> {
    let mut pairs = std::mem::take(&mut state.scratch.pairs);
    pairs.clear();
    for &feature in features {
        if state.features.kind(feature) == kind {
            let before = pairs.len();
            find_pairs(state, rules, feature, rule.kind, &mut pairs);
            if rule.pays == Pays::Feature {
                let neighbours = (pairs.len() - before) as u16;
                pay_feature(state, rules, feature, (rule, neighbours))?;
            }
        }
    }
    if rule.pays != Pays::Feature {
        pairs.sort_unstable();
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            pay_group(state, rules, group, rule)?;
        }
    }
    state.scratch.pairs = pairs;
    Ok(())
}

/// Adds each complete neighbour of a kind that a feature touches, once, together with the feature.
fn find_pairs(
    state: &State,
    rules: Rules<'_>,
    feature: FeatureId,
    neighbour: KindId,
    pairs: &mut Vec<(FeatureId, FeatureId)>,
) {
    let graph = &state.features;
    let before = pairs.len();
    graph.each_touched(rules.catalogue, &state.board, feature, |near| {
        let counts = graph.kind(near) == neighbour && graph.is_complete(rules.catalogue, near);
        if counts && !pairs[before..].contains(&(near, feature)) {
            pairs.push((near, feature));
        }
    });
}

/// Pays for one neighbour whoever leads over all the features around it, or leads any of them.
fn pay_group(state: &mut State, rules: Rules<'_>, group: &[(FeatureId, FeatureId)], rule: NeighbourRule) -> Risky<()> {
    let sheet = neighbour_sheet(state, rules, group[0].0, true, (rule, 1))?;
    note_sheet(state, &sheet);
    let (mut weights, mut winners) = (Weights::default(), Players::default());
    for &(_, feature) in group {
        let here = weigh_feature(state, rules, feature);
        state.log.push(Event::Beside(feature));
        note_weights(state, &here);
        winners.insert_all(here.leaders());
        weights.add_all(&here);
    }
    if rule.pays == Pays::Neighbour {
        winners = weights.leaders();
    }
    pay_out(state, sheet.total(), winners);
    state.scratch.sheet = sheet;
    Ok(())
}

/// Pays whoever leads a feature for all its neighbours.
fn pay_feature(
    state: &mut State,
    rules: Rules<'_>,
    feature: FeatureId,
    (rule, neighbours): (NeighbourRule, u16),
) -> Risky<()> {
    let weights = weigh_feature(state, rules, feature);
    let sheet = neighbour_sheet(state, rules, feature, false, (rule, neighbours))?;
    pay(state, &sheet, &weights, weights.leaders());
    state.scratch.sheet = sheet;
    Ok(())
}

fn neighbour_sheet(
    state: &mut State,
    rules: Rules<'_>,
    feature: FeatureId,
    as_neighbour: bool,
    (rule, neighbours): (NeighbourRule, u16),
) -> Risky<Sheet> {
    let mut sheet = std::mem::take(&mut state.scratch.sheet);
    sheet.begin(feature, true, as_neighbour);
    sheet.write(Line::Kind(rule.kind), neighbours, rule.rate);
    rules.book.sheet(rules.catalogue, state, &mut sheet)?;
    Ok(sheet)
}
