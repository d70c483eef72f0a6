//! Places where the tile in hand fits only because something is built for it, over itself or over a neighbour.

use super::places::list_places;
use super::{Rules, place_tile};
use crate::table::board::{Place, Placed, PlacedId};
use crate::table::catalogue::{Built, Catalogue, TileId, ZoneId};
use crate::table::choice::Span;
use crate::table::event::Event;
use crate::table::fault::Risky;
use crate::table::geometry::{Cell, Rotation, Side};
use crate::table::moment::Heard;
use crate::table::stack::Shelf;
use crate::table::state::State;

/// Lists these places for the tile in hand.
#[cold]
pub(super) fn find(state: &mut State, rules: &Rules) -> Risky<()> {
    state.spans.clear();
    let Some(tile) = state.turn.drawn else { return Ok(()) };
    let catalogue = &rules.catalogue;
    let (listed, places) = (state.turn.listed, state.turn.places);
    let (candidates, vetoed) = (state.candidates.clone(), state.vetoed.clone());
    for &version in &catalogue.tile(tile).versions {
        if can_pay(state, catalogue, version) {
            list_places(state, catalogue, version);
            let State { board, candidates, .. } = state;
            candidates.retain(|place| {
                let is_met = |side: Side| board.at(place.cell.step(side)).is_some();
                ends(catalogue, version, place.rotation).into_iter().any(is_met)
            });
            add(state, rules, version, Span { on: None, version })?;
        }
    }
    if !catalogue.continues(tile) {
        for meeting in beside(state) {
            find_beside(state, rules, tile, meeting)?;
        }
    }
    (state.turn.drawn, state.turn.listed, state.turn.places) = (Some(tile), listed, places);
    (state.candidates, state.vetoed) = (candidates, vetoed);
    Ok(())
}

/// Returns the sides that were built upon, on a turned version of a tile.
fn ends(catalogue: &Catalogue, version: TileId, rotation: Rotation) -> Vec<Side> {
    let built = catalogue.tile(version).built.as_ref();
    built.map_or(Vec::new(), |built| built.turned(rotation).to_vec())
}

/// Whether the player can pay for what makes a version of a tile.
fn can_pay(state: &State, catalogue: &Catalogue, version: TileId) -> bool {
    let token = catalogue.tile(version).built.and_then(|built| catalogue.forms[built.form as usize].token);
    token.is_some_and(|token| state.tokens(state.turn.player, token) > 0)
}

/// Returns the open cells, each with the tiles at its sides.
fn beside(state: &State) -> Vec<(Cell, Side, PlacedId)> {
    let mut found = Vec::new();
    for (cell, _) in state.board.open_cells() {
        let near = |side: Side| Some((cell, side, state.board.at(cell.step(side))?));
        found.extend(Side::ALL.into_iter().filter_map(near));
    }
    found.sort_unstable_by_key(|(cell, side, _)| (*cell, side.index()));
    found
}

/// Lists the places on a cell where the tile fits because something is built over one neighbour, whose other end lies at
/// a free cell.
fn find_beside(
    state: &mut State,
    rules: &Rules,
    tile: TileId,
    (cell, side, near): (Cell, Side, PlacedId),
) -> Risky<()> {
    let catalogue = &rules.catalogue;
    let Placed { tile: there, rotation, cell: its, .. } = *state.board.tile(near);
    for &version in &catalogue.tile(there).versions {
        let ends = ends(catalogue, version, rotation);
        let is_free = |end: &Side| *end == side.opposite() || state.board.at(its.step(*end)).is_none();
        if !ends.contains(&side.opposite()) || !ends.iter().all(is_free) || !can_pay(state, catalogue, version) {
            continue;
        }
        let Some(pattern) = state.board.pattern(cell) else { continue };
        let (before, after) = (catalogue.demands(there, rotation), catalogue.demands(version, rotation));
        let at = side.opposite().index();
        let pattern = pattern.wrapping_sub(before[at]).wrapping_add(after[at]);
        state.candidates.clear();
        state.candidates.extend(catalogue.fits(tile, pattern).iter().map(|rotation| Place { cell, rotation }));
        add(state, rules, tile, Span { on: Some(near), version })?;
    }
    Ok(())
}

/// Adds the listed places, without those that rules remove.
fn add(state: &mut State, rules: &Rules, tile: TileId, span: Span) -> Risky<()> {
    if state.candidates.is_empty() {
        return Ok(());
    }
    if rules.heard.any(Heard::PLACES) {
        (state.turn.drawn, state.turn.listed) = (Some(tile), true);
        state.turn.places = state.candidates.len() as u32;
        rules.book.places(&rules.catalogue, state)?;
    }
    let State { candidates, spans, .. } = state;
    spans.extend(candidates.iter().map(|&place| (place, span)));
    Ok(())
}

/// Pays for what is built, builds it, and places the tile.
#[cold]
pub(super) fn place(state: &mut State, rules: &Rules, place: Place, Span { on, version }: Span) -> Risky<()> {
    let catalogue = &rules.catalogue;
    let token = catalogue.tile(version).built.and_then(|Built { form, .. }| catalogue.forms[form as usize].token);
    if let Some(token) = token {
        let (from, bank) = (Shelf::supply(state.turn.player), Shelf::common(ZoneId::BANK));
        state.give_tokens(catalogue, token, 1, from, bank);
    }
    let id = match on {
        Some(near) => {
            state.build(catalogue, near, version);
            near
        }
        None => {
            state.turn.drawn = Some(version);
            PlacedId(state.board.placed().len() as u16)
        }
    };
    state.log.push(Event::Built(id, version));
    place_tile(state, rules, place)
}
