//! In how many ways a tile can be placed, and where: counted, or listed one by one.

use super::Rules;
use crate::table::board::Place;
use crate::table::catalogue::{Catalogue, TileId};
use crate::table::course;
use crate::table::fault::FaultResult;
use crate::table::geometry::Side;
use crate::table::moment::Heard;
use crate::table::state::State;

/// Counts the places of the tile in hand; they are listed if something must continue or a rule may remove some.
#[inline(always)]
pub(super) fn count_places(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.turn.listed = false;
    let Some(tile) = state.turn.drawn else { return Ok(()) };
    state.turn.places = state.board.count_places(&rules.catalogue, tile) as u32;
    if rules.catalogue.continues(tile) {
        list_continuations(state, &rules.catalogue, tile);
    }
    if state.turn.places > 0 && rules.heard.any(Heard::PLACES) {
        return rules.book.places(&rules.catalogue, state);
    }
    Ok(())
}

/// Lists the places of a tile one by one, before rules remove any.
pub fn list_places(state: &mut State, catalogue: &Catalogue, tile: TileId) {
    if catalogue.continues(tile) {
        return list_continuations(state, catalogue, tile);
    }
    let State { board, candidates, .. } = state;
    candidates.clear();
    candidates.extend((0..board.count_places(catalogue, tile)).filter_map(|n| board.place(catalogue, tile, n)));
}

/// Lists the places at which every feature that must continue does so, and in the way it must.
#[cold]
fn list_continuations(state: &mut State, catalogue: &Catalogue, tile: TileId) {
    let State { board, candidates, vetoed, turn, .. } = state;
    candidates.clear();
    vetoed.clear();
    for (cell, pattern) in board.open_cells() {
        let meets = |side: Side| board.at(cell.step(side)).is_some();
        let ways = catalogue.fits(tile, pattern);
        let kept = ways.iter().filter(|&rotation| catalogue.broken_off(tile, rotation, meets).is_none());
        let places = kept.map(|rotation| Place { cell, rotation });
        candidates.extend(places.filter(|&place| course::objection(catalogue, board, tile, place).is_none()));
    }
    (turn.listed, turn.places) = (true, candidates.len() as u32);
}
