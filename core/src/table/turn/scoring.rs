//! Scoring one feature: who leads, what it is worth, who is paid, who goes home.

use super::{Rules, pauses, score_next};
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{FigureId, Zone};
use crate::table::majority::{Players, Weights};
use crate::table::moment::{Heard, Moment};
use crate::table::rulebook::{Position, printed};
use crate::table::sheet::Sheet;
use crate::table::state::{State, Step};

/// Pays for a completed feature, if there are figures on it and no rule holds it.
pub(super) fn pay_completed(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<()> {
    if std::mem::take(&mut state.turn.held) {
        state.turn.step = Step::Feature;
        return Ok(());
    }
    if state.features.followers(feature) > 0 {
        pay_feature(state, rules, feature, true)?;
    } else {
        list_standing(state, feature);
    }
    let tell = |state: &mut State| rules.tell(state, Heard::SCORED, Moment::Scored(feature));
    if pauses(state, rules, Step::Home(feature), tell) {
        return Ok(());
    }
    send_listed_home(state, rules);
    score_next(state, rules)
}

/// Sends all figures that are still on a completed feature home.
pub(super) fn leave(state: &mut State, rules: &Rules, feature: FeatureId) {
    list_standing(state, feature);
    send_listed_home(state, rules);
    state.turn.step = Step::Feature;
}

/// Lists the figures on a feature.
#[inline]
pub(super) fn list_standing(state: &mut State, feature: FeatureId) {
    let mut standing = std::mem::take(&mut state.scratch.standing);
    standing.clear();
    if state.features.figures(feature) > 0 {
        standing.extend(state.figures_on(feature));
    }
    state.scratch.standing = standing;
}

/// Pays the winners of a feature what it is worth. Returns a number for what had to be known beyond the feature.
pub(super) fn pay_feature(
    state: &mut State,
    rules: &Rules,
    feature: FeatureId,
    complete: bool,
) -> FaultResult<Option<u64>> {
    let weights = weigh(state, rules, feature)?;
    let winners = winners(state, rules, &[feature], weights.leaders())?;
    let mut sheet = std::mem::take(&mut state.scratch.sheet);
    sheet.begin(feature, complete, false);
    sheet.winners = winners;
    sheet.paid.push(feature);
    settle(state, rules, sheet, &weights)
}

/// Returns what the winners of a feature would be paid if it were complete as it is; the highest if they differ.
pub fn worth_complete(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<i32> {
    let mut sheet = Sheet::default();
    sheet.begin(feature, true, false);
    sheet.winners = owners(state, rules, feature)?;
    sheet.paid.push(feature);
    rules.book.sheet(&rules.catalogue, state, &mut sheet)?;
    let most = sheet.winners.iter().map(|player| sheet.own(player)).max().unwrap_or(0);
    Ok(sheet.total().saturating_add(most))
}

/// Lets the rules edit a sheet, logs it and pays it. Returns a number for what had to be known beyond the feature.
pub(super) fn settle(
    state: &mut State,
    rules: &Rules,
    mut sheet: Sheet,
    weights: &Weights,
) -> FaultResult<Option<u64>> {
    let beyond = rules.book.sheet(&rules.catalogue, state, &mut sheet)?;
    state.log.begin_sheet(&sheet);
    state.log.add_weights(sheet.feature, weights);
    pay_out(state, &sheet);
    note_paid(state, &sheet);
    state.scratch.sheet = sheet;
    Ok(beyond)
}

/// Sends the listed figures home.
pub(super) fn send_listed_home(state: &mut State, rules: &Rules) {
    let standing = std::mem::take(&mut state.scratch.standing);
    for &(figure, at) in &standing {
        send_home(state, rules, figure, at);
    }
    state.scratch.standing = standing;
}

/// Sends a figure back to its owner because its feature was scored.
pub(super) fn send_home(state: &mut State, rules: &Rules, figure: FigureId, at: SegmentId) {
    state.move_figure(&rules.catalogue, figure, Zone::Supply);
    state.log.push(Event::Recall(figure, at, None));
    rules.tell(state, Heard::MOVE, Moment::Move { figure, from: Zone::Segment(at), cause: rules.causes.score });
}

/// Returns which of the leaders win.
#[inline]
pub(super) fn winners(
    state: &mut State,
    rules: &Rules,
    features: &[FeatureId],
    leaders: Players,
) -> FaultResult<Players> {
    match rules.heard.any(Heard::MAJORITY) {
        true => rules.book.winners(&rules.catalogue, state, features, leaders),
        false => Ok(leaders),
    }
}

/// Returns the weight of each player on a feature. Afterwards the figures there are listed.
pub(super) fn weigh(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<Weights> {
    list_standing(state, feature);
    let standing = std::mem::take(&mut state.scratch.standing);
    let mut weights = Weights::default();
    for &(id, _) in &standing {
        let figure = *state.figure(id);
        if rules.catalogue.figure(figure.kind).follower {
            let weight = match rules.heard.any(Heard::MAJORITY) {
                true => rules.book.weight(&rules.catalogue, state, id)?,
                false => printed::weight(Position { catalogue: &rules.catalogue, state }, id),
            };
            weights.add(figure.owner, weight);
        }
    }
    state.scratch.standing = standing;
    Ok(weights)
}

/// Notes that the features of a sheet were scored.
pub(super) fn note_paid(state: &mut State, sheet: &Sheet) {
    sheet.paid.iter().for_each(|&feature| state.features.note_paid(feature));
}

/// Gives the points of a sheet to its winners, and to each player the points that were added for them alone.
pub(super) fn pay_out(state: &mut State, sheet: &Sheet) {
    let total = sheet.total();
    if sheet.terms.last().is_none_or(|last| last.what.player().is_none()) {
        return sheet.winners.iter().for_each(|player| state.score(player, total));
    }
    for player in state.players() {
        let own = sheet.own(player);
        let wins = sheet.winners.contains(player);
        if wins || own != 0 {
            state.score(player, own.saturating_add(if wins { total } else { 0 }));
        }
    }
}

/// Returns the players who would win a feature if it were scored now.
pub fn owners(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<Players> {
    let leaders = weigh(state, rules, feature)?.leaders();
    winners(state, rules, &[feature], leaders)
}
