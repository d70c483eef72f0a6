//! Hands: tiles that players hold from turn to turn, which of them is placed, and what happens if none fits.

use super::ways::count_places;
use super::{Rules, end_parts, finale, open_turn, pile, spans, wait};
use crate::table::board::Place;
use crate::table::catalogue::TileId;
use crate::table::choice::Choice;
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::figure::PlayerId;
use crate::table::moment::{Heard, Moment, phase};
use crate::table::sheet::ReasonId;
use crate::table::state::{Dealt, Phase, State, Step};

/// Fills a player's hand, tile by tile. A drawn tile is kept unless a rule took it, then the next one is drawn.
pub(super) fn deal(state: &mut State, rules: &Rules, player: PlayerId, then: Dealt) -> FaultResult<()> {
    keep(state, player);
    let is_full = state.hand(player).len() >= rules.catalogue.settings.hand as usize;
    if !is_full && let Some(tile) = state.draw_next() {
        state.turn.step = Step::Deal(player, then);
        return take_up(state, rules, player, tile);
    }
    let Dealt::Start { begins } = then else { return next_turn(state, rules) };
    let next = state.after(player);
    state.turn.player = next;
    state.turn.step = match next {
        PlayerId(0) if begins => Step::Begin,
        PlayerId(0) => Step::Wait,
        _ => Step::Deal(next, then),
    };
    Ok(())
}

/// Puts a drawn tile into the hand.
fn keep(state: &mut State, player: PlayerId) {
    if let Some(tile) = state.turn.drawn.take() {
        state.hand_mut(player).push(tile);
    }
}

/// Draws a tile face down and tells the handlers which it is.
fn take_up(state: &mut State, rules: &Rules, player: PlayerId, tile: TileId) -> FaultResult<()> {
    state.log.push(Event::Take(player));
    state.turn.drawn = Some(tile);
    rules.tell(state, Heard::DRAW, Moment::Draw(tile));
    Ok(())
}

/// Starts a part: draws a tile only if the hand is empty, and none in a part that has its own tile or none.
#[cold]
pub(super) fn draw(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if !state.turn.draws {
        state.turn.step = if state.turn.has_own { Step::Offer } else { Step::Close };
        if state.turn.has_own {
            rules.between(state, phase::PLACE, phase::DEPLOY);
        }
        return Ok(());
    }
    state.turn.step = Step::Drawn;
    match state.holds_any() {
        true => Ok(()),
        false => draw_one(state, rules),
    }
}

fn draw_one(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.turn.looks_ahead {
        return super::hide(state);
    }
    match state.draw_next() {
        Some(tile) => take_up(state, rules, state.turn.player, tile),
        None => pause(state, rules),
    }
}

/// Checks whether any tile of the hand fits; if not, one is exchanged.
pub(super) fn find_places(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let player = state.turn.player;
    keep(state, player);
    if !state.holds_any() {
        state.turn.step = Step::Draw;
        return Ok(());
    }
    let kinds = kinds(state);
    for &tile in &kinds {
        if try_tile(state, rules, tile)? > 0 || !state.spans.is_empty() {
            pile::give_back(state);
            state.turn.step = Step::Place;
            rules.between(state, phase::DRAW, phase::PLACE);
            return Ok(());
        }
    }
    match kinds[..] {
        _ if !state.is_left() => pause(state, rules),
        [only] => discard(state, rules, only),
        _ => {
            state.options.clear();
            state.free = 0;
            state.options.extend(kinds.into_iter().map(Choice::Discard));
            state.struck.clear();
            wait(state, Phase::Place);
            Ok(())
        }
    }
}

/// Returns the different tiles of the hand, in the order in which they were drawn.
fn kinds(state: &State) -> Vec<TileId> {
    let mut kinds: Vec<TileId> = Vec::new();
    for &tile in state.hand(state.turn.player).tiles() {
        if !kinds.contains(&tile) {
            kinds.push(tile);
        }
    }
    kinds
}

/// Returns the number of ways to place one tile of the hand without building anything. Its places are those of the drawn
/// tile until the next one is tried.
fn try_tile(state: &mut State, rules: &Rules, tile: TileId) -> FaultResult<u32> {
    state.turn.drawn = Some(tile);
    let mut counted = count_places(state, rules);
    if counted.is_ok() && !rules.catalogue.forms.is_empty() {
        counted = spans::find(state, rules);
    }
    state.turn.drawn = None;
    counted.map(|()| state.turn.places)
}

/// Opens the decision which tile of the hand is placed where.
pub(super) fn offer_places(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let (mut plays, mut spans): (Vec<Choice>, Vec<Choice>) = Default::default();
    let mut vetoed: Vec<(Choice, ReasonId)> = Vec::new();
    for tile in kinds(state) {
        let count = try_tile(state, rules, tile)? as usize;
        let State { board, candidates, turn, .. } = &*state;
        let place = |n: usize| match turn.listed {
            true => candidates.get(n).copied(),
            false => board.place(&rules.catalogue, tile, n),
        };
        plays.extend((0..count).filter_map(place).map(|place| Choice::Play(tile, place)));
        spans.extend(&state.spans);
        if turn.listed {
            vetoed.extend(state.vetoed.iter().map(|&(place, why)| (Choice::Play(tile, place), why)));
        }
    }
    if plays.is_empty() && spans.is_empty() {
        state.turn.step = Step::Drawn;
        return Ok(());
    }
    // If something has to be built for every tile, one can be given up instead.
    let given_up = kinds(state).into_iter().filter(|_| plays.is_empty()).map(Choice::Discard).collect::<Vec<_>>();
    state.options.clear();
    state.options.extend(plays.into_iter().chain(spans).chain(given_up));
    state.spans.clear();
    state.free = 0;
    wait(state, Phase::Place);
    if rules.heard.any(Heard::OPTIONS) {
        rules.book.options(&rules.catalogue, state)?;
    }
    state.struck.extend(vetoed);
    Ok(())
}

/// Places a tile of the hand.
pub(super) fn play(state: &mut State, rules: &Rules, tile: TileId, place: Place) -> FaultResult<()> {
    state.take_from_hand(tile);
    super::place_tile(state, rules, place)
}

/// Gives up a tile of the hand that fits nowhere, and draws another.
pub(super) fn discard(state: &mut State, rules: &Rules, tile: TileId) -> FaultResult<()> {
    let player = state.turn.player;
    state.hand_mut(player).take(tile);
    let stuck = match rules.heard.any(Heard::STUCK) {
        true => rules.book.stuck(&rules.catalogue, state, tile)?,
        false => rules.catalogue.settings.stuck,
    };
    pile::put_away(state, stuck, tile);
    state.turn.step = Step::Drawn;
    draw_one(state, rules)
}

/// Ends a turn in which nothing can be placed or drawn. If this is so for all players, the game ends.
fn pause(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.turn.idle = state.turn.idle.saturating_add(1);
    state.log.push(Event::Idle(state.turn.player));
    pile::give_back(state);
    end_parts(state, rules)?;
    if state.turn.idle as usize >= state.player_count() {
        state.turn.step = Step::Final;
    }
    Ok(())
}

/// After a turn: continues with an extra turn, the next player, or the end of the game. Hands are filled before.
#[cold]
pub(super) fn end_turn(state: &mut State, rules: &Rules) -> FaultResult<()> {
    match rules.catalogue.settings.has_hands() {
        true => deal(state, rules, state.turn.player, Dealt::Turn),
        false => next_turn(state, rules),
    }
}

/// Ends the game when nobody can place a tile, after the extra turns that are still due.
#[cold]
pub(super) fn end_game(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if !state.extra.is_empty() {
        return next_turn(state, rules);
    }
    finale::begin(state, rules);
    Ok(())
}

fn next_turn(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let (after, extras) = state.turn.extra_after.take().unwrap_or((state.turn.player, 0));
    if !state.extra.is_empty() {
        let extra = state.extra.remove(0);
        state.log.push(Event::ExtraTurn(extra.player, extra.why));
        state.turn.extra_after = Some((after, extras.saturating_add(1)));
        state.turn.draws = extra.draws;
        return open_turn(state, rules, extra.player);
    }
    if !state.is_left() && !state.is_any_held() {
        finale::begin(state, rules);
        return Ok(());
    }
    state.turn.draws = true;
    let next = state.after(after);
    open_turn(state, rules, next)
}
