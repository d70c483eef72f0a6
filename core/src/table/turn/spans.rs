//! Places where a tile fits only because something is built for it, over itself or over a neighbour.

use super::ways::list_places;
use super::{Rules, place_tile};
use crate::table::board::{Place, Placed, PlacedId};
use crate::table::catalogue::{Built, Catalogue, TileId, TokenId, ZoneId};
use crate::table::choice::{Choice, Span};
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::figure::{Figure, PlayerId, Zone};
use crate::table::geometry::{Cell, Rotation, Side};
use crate::table::moment::Heard;
use crate::table::stack::Shelf;
use crate::table::state::State;

/// Places where a tile fits because the same thing is built for it.
pub struct Spanned {
    /// The tile that is judged there: the tile itself, or its version with what is built.
    pub tile: TileId,
    /// What is built.
    pub span: Span,
    /// The places.
    pub places: Vec<Place>,
}

/// Returns these places for a tile, as far as a player can pay for what is built, before rules remove any.
#[cold]
pub fn list_spans(state: &mut State, catalogue: &Catalogue, tile: TileId, payer: PlayerId) -> Vec<Spanned> {
    if !can_pay_for_any(state, catalogue, payer) {
        return Vec::new();
    }
    let (turn, candidates) = (state.turn, std::mem::take(&mut state.candidates));
    let vetoed = std::mem::take(&mut state.vetoed);
    let mut found = Vec::new();
    for &version in &catalogue.tile(tile).versions {
        if can_pay(state, catalogue, version, payer) {
            list_places(state, catalogue, version);
            let mut places = std::mem::take(&mut state.candidates);
            places.retain(|place| {
                let is_met = |side: Side| state.board.at(place.cell.step(side)).is_some();
                ends(catalogue, version, place.rotation).into_iter().flatten().any(is_met)
            });
            found.push(Spanned { tile: version, span: Span { on: None, version }, places });
        }
    }
    if !catalogue.continues(tile) && has_counterpart(catalogue, tile) {
        found.extend(list_beside(state, catalogue, tile, payer));
    }
    (state.turn, state.candidates, state.vetoed) = (turn, candidates, vetoed);
    found.retain(|spanned| !spanned.places.is_empty());
    found
}

/// Lists these places for the tile in hand, without those that rules remove.
#[cold]
pub(super) fn find(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.spans.clear();
    let Some(tile) = state.turn.drawn else { return Ok(()) };
    let (turn, vetoed) = (state.turn, state.vetoed.clone());
    let before = state.candidates.clone();
    for spanned in list_spans(state, &rules.catalogue, tile, turn.player) {
        state.candidates = spanned.places;
        if rules.heard.any(Heard::PLACES) {
            (state.turn.drawn, state.turn.listed) = (Some(spanned.tile), true);
            state.turn.places = state.candidates.len() as u32;
            rules.book.places(&rules.catalogue, state)?;
        }
        let State { candidates, spans, .. } = state;
        spans.extend(candidates.iter().map(|&place| Choice::PlaceWith(tile, place, spanned.span)));
    }
    (state.turn, state.candidates, state.vetoed) = (turn, before, vetoed);
    Ok(())
}

/// Whether nobody stands on a tile where nothing may be built over figures.
pub fn is_uncovered(state: &State, catalogue: &Catalogue, tile: PlacedId) -> bool {
    let graph = &state.features;
    let hinders = |figure: &Figure| matches!(figure.zone, Zone::Segment(at) if graph.placed(at) == tile && !catalogue.kind(graph.kind_at(at)).covered);
    catalogue.kinds.iter().all(|kind| kind.covered) || !state.figures.iter().any(hinders)
}

/// Returns the sides that were built upon, on a turned version of a tile.
fn ends(catalogue: &Catalogue, version: TileId, rotation: Rotation) -> Option<[Side; 2]> {
    catalogue.tile(version).built.as_ref().map(|built| built.turned(rotation))
}

/// Whether the player can pay for what makes a version of a tile.
fn can_pay(state: &State, catalogue: &Catalogue, version: TileId, payer: PlayerId) -> bool {
    price(catalogue, version).is_some_and(|token| state.tokens(payer, token) > 0)
}

/// Returns what is paid for what makes a version of a tile.
fn price(catalogue: &Catalogue, version: TileId) -> Option<TokenId> {
    catalogue.tile(version).built.and_then(|Built { form, .. }| catalogue.forms[form as usize].token)
}

/// Whether the player can pay for anything that is built.
fn can_pay_for_any(state: &State, catalogue: &Catalogue, payer: PlayerId) -> bool {
    catalogue.forms.iter().filter_map(|form| form.token).any(|token| state.tokens(payer, token) > 0)
}

/// Whether a tile can lie beside what is built only because of it: it has a segment of that kind. A tile for holes lies
/// beside anything.
fn has_counterpart(catalogue: &Catalogue, tile: TileId) -> bool {
    let tile = catalogue.tile(tile);
    !tile.fills_hole() && catalogue.forms.iter().any(|form| tile.has_kind(form.kind))
}

/// Lists the places where the tile fits because something is built over one neighbour, sorted by cell and side. There are
/// few of them and many open cells, so only what is found is sorted.
fn list_beside(state: &State, catalogue: &Catalogue, tile: TileId, payer: PlayerId) -> impl Iterator<Item = Spanned> {
    let mut found = Vec::new();
    for (cell, _) in state.board.open_cells() {
        for side in Side::ALL {
            if let Some(near) = state.board.at(cell.step(side)) {
                let spans = spans_over(state, catalogue, (tile, payer), (cell, side, near));
                found.extend(spans.map(|spanned| ((cell, side.index()), spanned)));
            }
        }
    }
    found.sort_by_key(|(place, _)| *place);
    found.into_iter().map(|(_, spanned)| spanned)
}

/// Returns the places on a cell where the tile fits because something is built over one neighbour, whose other end lies
/// at a free cell.
fn spans_over(
    state: &State,
    catalogue: &Catalogue,
    (tile, payer): (TileId, PlayerId),
    (cell, side, near): (Cell, Side, PlacedId),
) -> impl Iterator<Item = Spanned> {
    let Placed { tile: there, rotation, cell: its, .. } = *state.board.tile(near);
    let opens = move |version: TileId| {
        let is_free = |end: &Side| *end == side.opposite() || state.board.at(its.step(*end)).is_none();
        let fits = |ends: [Side; 2]| ends.contains(&side.opposite()) && ends.iter().all(is_free);
        ends(catalogue, version, rotation).is_some_and(fits)
            && can_pay(state, catalogue, version, payer)
            && is_uncovered(state, catalogue, near)
    };
    let spanned = move |version: TileId| {
        let (before, after) = (catalogue.demands(there, rotation), catalogue.demands(version, rotation));
        let at = side.opposite().index();
        let pattern = state.board.pattern(cell)?.wrapping_sub(before[at]).wrapping_add(after[at]);
        let places: Vec<Place> =
            catalogue.fits(tile, pattern).iter().map(|rotation| Place { cell, rotation }).collect();
        (!places.is_empty()).then_some(Spanned { tile, span: Span { on: Some(side), version }, places })
    };
    catalogue.tile(there).versions.iter().copied().filter(move |version| opens(*version)).filter_map(spanned)
}

/// Builds what makes a tile fit at a cell, and pays for it. Returns the tile to place: itself, or its version with what
/// was built.
pub fn build_span(
    state: &mut State,
    catalogue: &Catalogue,
    (tile, cell): (TileId, Cell),
    Span { on, version }: Span,
    payer: PlayerId,
) -> TileId {
    if let Some(token) = price(catalogue, version) {
        let (from, bank) = (Shelf::supply(payer), Shelf::common(ZoneId::BANK));
        state.give_tokens(catalogue, token, 1, from, bank);
    }
    let (id, laid) = match on.and_then(|side| state.board.at(cell.step(side))) {
        Some(near) => {
            state.build(catalogue, near, version);
            (near, tile)
        }
        None => (PlacedId(state.board.placed().len() as u16), version),
    };
    state.log.push(Event::Built(id, version));
    laid
}

/// Builds what makes the tile in hand fit, or one of several, and places the tile.
#[cold]
pub(super) fn place(state: &mut State, rules: &Rules, (tile, place): (TileId, Place), span: Span) -> FaultResult<()> {
    if state.turn.drawn.is_none() {
        state.take_from_hand(tile);
    }
    state.turn.drawn = Some(build_span(state, &rules.catalogue, (tile, place.cell), span, state.turn.player));
    place_tile(state, rules, place)
}
