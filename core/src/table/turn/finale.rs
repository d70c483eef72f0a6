//! The end of the game: what is left on the board is scored, kinds that are paid by their neighbours last.

use super::scoring::{
    list_standing, note_paid, pay_feature, pay_out, send_home, send_listed_home, settle, weigh, winners,
};
use super::{Rules, advance, reckoning, wait};
use crate::table::catalogue::{KindId, Line, NeighbourRule, Pays};
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, Zone};
use crate::table::majority::{Players, Weights};
use crate::table::moment::{Heard, Moment, Point, phase};
use crate::table::sheet::Sheet;
use crate::table::state::{Phase, State, Step};

/// Starts the final scoring: no tiles are left, or a lab ends the game.
pub(super) fn begin(state: &mut State, rules: &Rules) {
    state.turn.drawn = None;
    state.options.clear();
    state.completed.clear();
    state.log.push(Event::Final);
    state.turn.step = Step::Features;
    rules.pass(state, Point::before(phase::FEATURES));
}

/// Imagines the end by rules that are data and no more: only the points matter, so the figures stay where they are.
fn imagine(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let mut found = std::mem::take(&mut state.scratch.features);
    reckoning::enter(state);
    // Points are added up, so their order does not matter.
    list_occupied(state, |_| true, &mut found);
    for &feature in &found {
        if !is_paid_by_neighbours(rules, state.features.kind(feature)) {
            pay_last(state, rules, feature)?;
        }
    }
    harvest_found(state, rules, &found)?;
    state.scratch.features = found;
    wait(state, Phase::Over);
    Ok(())
}

/// Pays a feature for itself. Returns whether that was known from another end.
fn pay_last(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<bool> {
    reckoning::pay(state, rules, (feature, 0), |state| {
        let complete = state.features.is_complete(feature);
        pay_feature(state, rules, feature, complete)
    })
}

/// Scores the features that are paid for themselves.
pub(super) fn features(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let mut found = std::mem::take(&mut state.scratch.features);
    find_occupied(state, rules, false, &mut found);
    reckoning::enter(state);
    if rules.heard.any(Heard::SCORED_LAST) {
        state.completed.clone_from(&found);
        (state.scratch.features, state.turn.step) = (found, Step::LastFeature);
        return Ok(());
    }
    for &feature in &found {
        // Who pays without scripts has just listed the figures.
        if pay_last(state, rules, feature)? || !rules.is_heard_by_nobody() {
            list_standing(state, feature);
        }
        send_listed_home(state, rules);
    }
    state.scratch.features = found;
    end_features(state, rules);
    Ok(())
}

fn end_features(state: &mut State, rules: &Rules) {
    state.turn.step = Step::Fields;
    rules.between(state, phase::FEATURES, phase::FIELDS);
}

/// Scores the next feature that is paid for itself, and tells handlers before its figures go home.
pub(super) fn last_feature(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.completed.is_empty() {
        end_features(state, rules);
        return Ok(());
    }
    let feature = state.completed.remove(0);
    let complete = state.features.is_complete(feature);
    if state.features.figures(feature) > 0 {
        pay_feature(state, rules, feature, complete)?;
        rules.tell(state, Heard::SCORED_LAST, Moment::Scored(feature));
    }
    state.turn.step = Step::LastHome(feature);
    Ok(())
}

/// Sends the figures of a feature that was scored at the end home.
pub(super) fn last_home(state: &mut State, rules: &Rules, feature: FeatureId) {
    list_standing(state, feature);
    send_listed_home(state, rules);
    state.turn.step = Step::LastFeature;
}

/// Scores the features that are paid by their neighbours.
pub(super) fn fields(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.turn.step = Step::Rest;
    match rules.heard.any(Heard::FIELDS) {
        true => rules.book.tell(&rules.catalogue, state, Moment::Fields),
        false => harvest_all(state, rules)?,
    }
    rules.between(state, phase::FIELDS, phase::REST);
    Ok(())
}

fn harvest_all(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let mut found = std::mem::take(&mut state.scratch.features);
    find_occupied(state, rules, true, &mut found);
    reckoning::enter(state);
    harvest_found(state, rules, &found)?;
    for &feature in found.iter().filter(|_| rules.heard.any(Heard::SCORED_LAST)) {
        rules.tell(state, Heard::SCORED_LAST, Moment::Scored(feature));
    }
    state.scratch.features = found;
    Ok(())
}

fn harvest_found(state: &mut State, rules: &Rules, found: &[FeatureId]) -> FaultResult<()> {
    for kind in 0..rules.catalogue.kinds.len() as u8 {
        if let Some(rule) = rules.catalogue.kind(KindId(kind)).neighbours {
            harvest(state, rules, found, KindId(kind), rule)?;
        }
    }
    Ok(())
}

/// Continues with what is left to score after the features.
pub(super) fn rest(state: &mut State, rules: &Rules) {
    state.turn.step = Step::Over;
    rules.tell(state, Heard::END, Moment::End);
    rules.pass(state, Point::after(phase::REST));
}

/// Sends all figures on the board home and ends the game.
pub(super) fn close(state: &mut State, rules: &Rules) {
    for i in 0..state.figures.len() {
        if let Zone::Segment(at) = state.figures[i].zone {
            send_home(state, rules, FigureId(i as u8), at);
        }
    }
    state.drop_calls();
    wait(state, Phase::Over);
    state.log.push(Event::Over);
}

/// Finds the features with figures on them, in scoring order: those that are paid by their neighbours, or the others.
fn find_occupied(state: &State, rules: &Rules, by_neighbours: bool, found: &mut Vec<FeatureId>) {
    list_occupied(state, |kind| is_paid_by_neighbours(rules, kind) == by_neighbours, found);
    let kind_of = |feature: FeatureId| rules.catalogue.kind(state.features.kind(feature));
    found.sort_unstable_by_key(|&feature| (kind_of(feature).order, feature));
}

/// Finds the features of some kinds with figures on them, in any order.
#[inline]
fn list_occupied(state: &State, wanted: impl Fn(KindId) -> bool, found: &mut Vec<FeatureId>) {
    found.clear();
    for figure in &state.figures {
        if let Zone::Segment(at) = figure.zone {
            let feature = state.features.of(at);
            if !found.contains(&feature) && wanted(state.features.kind(feature)) {
                found.push(feature);
            }
        }
    }
}

fn is_paid_by_neighbours(rules: &Rules, kind: KindId) -> bool {
    rules.catalogue.kind(kind).neighbours.is_some()
}

/// Pays the features of a kind for the complete features that they touch.
fn harvest(
    state: &mut State,
    rules: &Rules,
    features: &[FeatureId],
    kind: KindId,
    rule: NeighbourRule,
) -> FaultResult<()> {
    let mut pairs = std::mem::take(&mut state.scratch.pairs);
    pairs.clear();
    state.scratch.seen.clear();
    let kinds = rules.catalogue.kinds_counted_as(rule.kind);
    for &feature in features {
        if state.features.kind(feature) == kind && rule.pays == Pays::Feature {
            reckoning::pay(state, rules, (feature, kinds), |state| {
                let before = pairs.len();
                find_pairs(state, rules, feature, kinds, &mut pairs);
                let neighbours = counted(state, &pairs[before..], rule);
                pay_for_all(state, rules, feature, (rule, neighbours))
            })?;
        } else if state.features.kind(feature) == kind {
            find_pairs(state, rules, feature, kinds, &mut pairs);
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

/// Returns how many complete neighbours of the kind that a rule pays for a feature touches.
pub(super) fn count_neighbours(state: &mut State, rules: &Rules, feature: FeatureId, rule: NeighbourRule) -> Counted {
    let mut pairs = std::mem::take(&mut state.scratch.pairs);
    pairs.clear();
    state.scratch.seen.clear();
    find_pairs(state, rules, feature, rules.catalogue.kinds_counted_as(rule.kind), &mut pairs);
    let found = counted(state, &pairs, rule);
    state.scratch.pairs = pairs;
    found
}

/// The number of neighbours, and the number of those that count twice.
pub(super) type Counted = (u16, u16);

fn counted(state: &State, pairs: &[(FeatureId, FeatureId)], rule: NeighbourRule) -> Counted {
    let twice = |(near, _): &&(FeatureId, FeatureId)| state.features.has_any(*near, rule.twice);
    let twice = if rule.twice == 0 { 0 } else { pairs.iter().filter(twice).count() };
    (pairs.len() as u16, twice as u16)
}

/// Writes the points for neighbours: one line for all of them, another for those that count twice.
pub(super) fn write_neighbours(sheet: &mut Sheet, (rule, (all, twice)): (NeighbourRule, Counted), rate: i16) {
    sheet.write(Line::Kind(rule.kind), all, rate);
    sheet.write(Line::Kind(rule.kind), twice, rate);
}

/// Adds each complete neighbour of some kinds that a feature touches, once, together with the feature.
fn find_pairs(
    state: &mut State,
    rules: &Rules,
    feature: FeatureId,
    kinds: u32,
    pairs: &mut Vec<(FeatureId, FeatureId)>,
) {
    let State { features: graph, board, scratch, .. } = state;
    let seen = &mut scratch.seen;
    seen.resize(graph.len(), u16::MAX);
    graph.each_touched(&rules.catalogue, board, feature, kinds, |met| {
        let near = graph.of(met);
        let last = std::mem::replace(&mut seen[near.0 as usize], feature.0);
        if last != feature.0 && graph.is_complete(near) {
            pairs.push((near, feature));
        }
    });
}

/// Pays the players who lead over all features around a neighbour together, or who lead any of them.
fn pay_group(
    state: &mut State,
    rules: &Rules,
    group: &[(FeatureId, FeatureId)],
    rule: NeighbourRule,
) -> FaultResult<()> {
    let neighbours = counted(state, &group[..1], rule);
    let mut sheet = begin_sheet(state, group[0].0, true, (rule, neighbours));
    sheet.paid.extend(group.iter().map(|&(_, feature)| feature));
    let (mut weights, mut leaders) = (Weights::default(), Players::default());
    for &(_, feature) in group {
        let here = weigh(state, rules, feature)?;
        leaders.insert_all(here.leaders());
        weights.add_all(&here);
    }
    if rule.pays == Pays::Neighbour {
        leaders = weights.leaders();
    }
    sheet.winners = winners(state, rules, &sheet.paid, leaders)?;
    rules.book.sheet(&rules.catalogue, state, &mut sheet)?;
    state.log.begin_sheet(&sheet);
    for &(_, feature) in group {
        let here = weigh(state, rules, feature)?;
        state.log.add_weights(feature, &here);
    }
    pay_out(state, &sheet);
    note_paid(state, &sheet);
    state.scratch.sheet = sheet;
    Ok(())
}

/// Pays the players who lead a feature for all its neighbours.
fn pay_for_all(
    state: &mut State,
    rules: &Rules,
    feature: FeatureId,
    (rule, neighbours): (NeighbourRule, Counted),
) -> FaultResult<Option<u64>> {
    let weights = weigh(state, rules, feature)?;
    let mut sheet = begin_sheet(state, feature, false, (rule, neighbours));
    sheet.paid.push(feature);
    sheet.winners = winners(state, rules, &[feature], weights.leaders())?;
    settle(state, rules, sheet, &weights)
}

fn begin_sheet(state: &mut State, feature: FeatureId, as_neighbour: bool, counted: (NeighbourRule, Counted)) -> Sheet {
    let mut sheet = std::mem::take(&mut state.scratch.sheet);
    sheet.begin(feature, state.features.is_complete(feature), as_neighbour);
    write_neighbours(&mut sheet, counted, counted.0.rate);
    sheet
}

/// Ends the game now: drops the open decision and scores what is on the board.
pub fn finish(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.drop_calls();
    if state.scratch.reckoning.is_some() && rules.book.is_printed() {
        return imagine(state, rules);
    }
    begin(state, rules);
    advance(state, rules)
}
