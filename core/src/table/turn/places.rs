//! Where the tile in hand may be placed, and the exchange of one that fits nowhere.

use super::ways::count_places;
use super::{Rules, hands, pauses, pile, spans, wait};
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{Catalogue, TileId};
use crate::table::choice::Choice;
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::feature::SegmentId;
use crate::table::moment::{Heard, phase};
use crate::table::sheet::ReasonId;
use crate::table::state::{Phase, State, Step};

/// Finds the places of the tile in hand; one that fits nowhere is exchanged.
#[inline(always)]
pub(super) fn find_places(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if rules.catalogue.settings.has_hands() {
        return hands::find_places(state, rules);
    }
    let Some(tile) = state.turn.drawn else {
        state.turn.step = Step::Draw;
        return Ok(());
    };
    count_places(state, rules)?;
    if !rules.catalogue.forms.is_empty() {
        spans::find(state, rules)?;
    }
    if state.turn.places == 0 && state.spans.is_empty() {
        return exchange(state, rules, tile);
    }
    pile::give_back(state);
    if pauses(state, rules, Step::Place, |state| rules.between(state, phase::DRAW, phase::PLACE)) {
        return Ok(());
    }
    offer_places(state, rules)
}

/// Opens the decision where the tile is placed.
#[inline(always)]
pub(super) fn offer_places(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if rules.catalogue.settings.has_hands() {
        return hands::offer_places(state, rules);
    }
    if state.turn.drawn.is_none() {
        state.turn.step = Step::Draw;
        return Ok(());
    }
    if state.turn.stale && count_again(state, rules)? == 0 && state.spans.is_empty() {
        state.turn.step = Step::Drawn;
        return Ok(());
    }
    state.options.clear();
    if !state.spans.is_empty() {
        offer_spans(state);
    }
    state.free = 0;
    wait(state, Phase::Place);
    if rules.heard.any(Heard::OPTIONS) {
        rules.book.options(&rules.catalogue, state)?;
    }
    Ok(())
}

/// Offers the places where something has to be built. If there are no others, the tile can be given up.
#[cold]
fn offer_spans(state: &mut State) {
    let State { options, spans, turn, .. } = state;
    options.extend(&*spans);
    options.extend(turn.drawn.filter(|_| turn.places == 0).map(Choice::Discard));
}

/// Puts away a tile that fits nowhere, or that a player does not want to build for, and draws another.
#[cold]
pub(super) fn exchange(state: &mut State, rules: &Rules, tile: TileId) -> FaultResult<()> {
    state.turn.drawn = None;
    state.turn.step = Step::Draw;
    let stuck = match rules.heard.any(Heard::STUCK) {
        true => rules.book.stuck(&rules.catalogue, state, tile)?,
        false => rules.catalogue.settings.stuck,
    };
    pile::put_away(state, stuck, tile);
    Ok(())
}

/// Counts the places again after a rule has laid a tile.
#[cold]
pub(super) fn count_again(state: &mut State, rules: &Rules) -> FaultResult<u32> {
    state.turn.stale = false;
    count_places(state, rules)?;
    if !rules.catalogue.forms.is_empty() {
        spans::find(state, rules)?;
    }
    Ok(state.turn.places)
}

/// Lays a tile for a rule, which has made sure that it fits. What it completes is scored at once, unless this part of
/// the turn will do so anyway. In a turn without a tile of its own it becomes the tile of the turn, so that figures can
/// be deployed on it.
pub fn lay_beside(state: &mut State, catalogue: &Catalogue, tile: TileId, place: Place) -> PlacedId {
    state.turn.stale = true;
    if !state.turn.draws && state.turn.last.is_none() {
        return lay_instead(state, catalogue, tile, place);
    }
    let id = state.lay_beside(catalogue, tile, place);
    score_soon(state, catalogue);
    id
}

/// Makes sure that what a rule completed is scored: at once, unless this part of the turn will do so anyway.
fn score_soon(state: &mut State, catalogue: &Catalogue) {
    let comes_to_scoring =
        matches!(state.turn.step, Step::Offer | Step::Complete | Step::Feature | Step::Worth(_) | Step::Home(_));
    if !state.completed.is_empty() && !comes_to_scoring && !state.turn.is_ending() {
        state.turn.back = Some(state.turn.step);
        state.turn.step = Step::Feature;
    }
    let State { completed, features, .. } = state;
    completed.sort_unstable_by_key(|&feature| (catalogue.kind(features.kind(feature)).order, feature));
}

/// Joins two segments for a rule, which has made sure that they can be joined.
pub fn join(state: &mut State, catalogue: &Catalogue, a: SegmentId, b: SegmentId, why: ReasonId) {
    state.join(catalogue, a, b);
    state.log.push(Event::Joined(a, b, why));
    score_soon(state, catalogue);
}

/// Takes a link away for a rule. Returns false if there is none.
pub fn part(state: &mut State, catalogue: &Catalogue, a: SegmentId, b: SegmentId, why: ReasonId) -> bool {
    if !state.part(catalogue, a, b) {
        return false;
    }
    state.log.push(Event::Parted(a, b, why));
    score_soon(state, catalogue);
    true
}

/// Lays a tile for a rule as the tile of this part of the turn: no other one is drawn in it.
pub fn lay_instead(state: &mut State, catalogue: &Catalogue, tile: TileId, place: Place) -> PlacedId {
    // What a rule's other tile completed waits for the scoring of this part.
    if let Some(step) = state.turn.back.take() {
        state.turn.step = step;
    }
    let mut waiting = std::mem::take(&mut state.completed);
    let id = state.lay(catalogue, tile, place.cell, place.rotation);
    waiting.retain(|feature| !state.completed.contains(feature));
    state.completed.extend(waiting);
    let turn = &mut state.turn;
    (turn.draws_later, turn.draws) = (turn.draws_later || turn.draws, false);
    (turn.stale, turn.has_own) = (true, true);
    (turn.last, turn.acted) = (Some(id), false);
    id
}
