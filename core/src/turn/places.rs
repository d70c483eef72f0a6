//! Where the tile in hand may lie, and the exchange of one that fits nowhere.

use super::{Rules, offer_places, pile, then};
use crate::board::Place;
use crate::catalogue::TileId;
use crate::fault::Risky;
use crate::geometry::Side;
use crate::moment::{Heard, phase};
use crate::state::{State, Step};

/// Looks where the tile in hand may lie; one that fits nowhere is exchanged.
#[inline(never)]
pub(super) fn find_places(state: &mut State, rules: &Rules) -> Risky<()> {
    let Some(tile) = state.turn.drawn else {
        state.turn.step = Step::Draw;
        return Ok(());
    };
    count_places(state, rules)?;
    if state.turn.places == 0 {
        return exchange(state, rules, tile);
    }
    pile::give_back(state);
    then(state, rules, Step::Place, offer_places, |state| rules.between(state, phase::DRAW, phase::PLACE))
}

/// A tile that fits nowhere is put away, and another one drawn.
#[cold]
fn exchange(state: &mut State, rules: &Rules, tile: TileId) -> Risky<()> {
    state.turn.drawn = None;
    state.turn.step = Step::Draw;
    let stuck = match rules.heard.any(Heard::STUCK) {
        true => rules.book.stuck(&rules.catalogue, state, tile)?,
        false => rules.catalogue.settings.stuck,
    };
    pile::put_away(state, stuck, tile);
    Ok(())
}

#[inline]
fn count_places(state: &mut State, rules: &Rules) -> Risky<()> {
    state.turn.listed = false;
    let Some(tile) = state.turn.drawn else { return Ok(()) };
    state.turn.places = state.board.count_places(&rules.catalogue, tile) as u32;
    if rules.catalogue.continues(tile) {
        list_continuations(state, rules, tile);
    }
    if state.turn.places > 0 && rules.heard.any(Heard::PLACES) {
        return rules.book.places(&rules.catalogue, state);
    }
    Ok(())
}

/// Lists the places at which everything goes on that must.
#[cold]
fn list_continuations(state: &mut State, rules: &Rules, tile: TileId) {
    let State { board, candidates, vetoed, turn, .. } = state;
    let catalogue = &rules.catalogue;
    candidates.clear();
    vetoed.clear();
    for (cell, pattern) in board.open_cells() {
        let meets = |side: Side| board.at(cell.step(side)).is_some();
        let ways = catalogue.fits(tile, pattern);
        let kept = ways.iter().filter(|&rotation| catalogue.broken_off(tile, rotation, meets).is_none());
        candidates.extend(kept.map(|rotation| Place { cell, rotation }));
    }
    (turn.listed, turn.places) = (true, candidates.len() as u32);
}
