//! Places where a tile fits only because something is built for it, found independently: every form is tried over the
//! tile and over every neighbour.

use std::collections::BTreeSet;

use bastide_core::{Cell, Choice, FIELD, Game, KindId, Phase, Place, Placed, PlayerId, Rotation, Side, TileId, Zone};

use super::Broken;
use super::course;
use super::flood::goes_on;
use super::map::{Faces, Map, SLOTS};

/// What is met at each position of each side.
type Kinds = [[Option<KindId>; SLOTS]; 4];

/// A cell, how the tile looks there without what is built, the tile over which it is built (none for the tile itself),
/// what is built and the sides that it joins. Rotations that look the same are the same.
type BuiltPlace = (Cell, Kinds, Option<u16>, u8, [Side; 2]);

/// Every listed place where something has to be built is one where it makes the tile fit; with `all`, every such place
/// is listed. Rules may forbid some.
pub(super) fn spans_are_legal(game: &Game, faces: &Faces, map: &Map, all: bool) -> Result<(), Broken> {
    let Some(decision) = game.decision().filter(|decision| decision.phase() == Phase::Place) else { return Ok(()) };
    let mut expected: BTreeSet<BuiltPlace> = BTreeSet::new();
    for tile in decision.tiles() {
        let search = Search { game, faces, map, tile, payer: decision.player() };
        expected.extend(search.ways());
    }
    let listed: BTreeSet<BuiltPlace> = decision.options().filter_map(|choice| way(game, faces, map, choice)).collect();
    match listed.difference(&expected).next().or(expected.difference(&listed).next().filter(|_| all)) {
        None => Ok(()),
        Some(way) => {
            Err(format!("places with something built: listed {}, legal {}: {way:?}", listed.len(), expected.len()))
        }
    }
}

/// What an option names that is built over a neighbour where none lies; never legal.
const NO_TILE: u16 = u16::MAX;

/// An option as a way to place a tile, if something is built for it.
fn way(game: &Game, faces: &Faces, map: &Map, choice: Choice) -> Option<BuiltPlace> {
    let Choice::PlaceWith(tile, Place { cell, rotation }, span) = choice else { return None };
    let built = game.catalogue().tile(span.version).built?;
    let on = span.on.map(|side| map.at(cell.step(side)).unwrap_or(NO_TILE));
    let turned = on.and_then(|on| map.placed.get(on as usize)).map_or(rotation, |placed| placed.rotation);
    Some((cell, *faces.kinds(tile, rotation), on, built.form, sorted(built.turned(turned))))
}

fn sorted(mut ends: [Side; 2]) -> [Side; 2] {
    ends.sort();
    ends
}

struct Search<'a> {
    game: &'a Game,
    faces: &'a Faces,
    map: &'a Map<'a>,
    tile: TileId,
    payer: PlayerId,
}

impl Search<'_> {
    fn ways(&self) -> BTreeSet<BuiltPlace> {
        let mut found = BTreeSet::new();
        // Most games have nothing that can be built, and no place to look for.
        if self.game.catalogue().forms.is_empty() || self.faces.fills_hole(self.tile) {
            return found;
        }
        for &cell in &self.map.open {
            for rotation in Rotation::ALL.into_iter().filter(|&rotation| self.is_allowed(cell, rotation)) {
                let plain = *self.faces.kinds(self.tile, rotation);
                for (form, kind, ends) in self.affordable() {
                    let way = |on| (cell, plain, on, form, sorted(ends));
                    found.extend(self.fits_with(cell, plain, kind, ends).then(|| way(None)));
                    let over = Side::ALL.into_iter().filter_map(|side| self.over(cell, plain, side, kind, ends));
                    found.extend(over.map(|on| way(Some(on))));
                }
            }
        }
        found
    }

    /// The course of kinds that must continue is kept.
    fn is_allowed(&self, cell: Cell, rotation: Rotation) -> bool {
        let Search { game, faces, map, tile, .. } = *self;
        goes_on(game, faces, map, tile, cell, rotation) && course::is_kept(game, faces, map, tile, cell, rotation)
    }

    /// Every pair of sides that something can join for which the player can pay.
    fn affordable(&self) -> impl Iterator<Item = (u8, KindId, [Side; 2])> {
        let forms = (0..).zip(&self.game.catalogue().forms);
        let paid =
            forms.filter(|(_, form)| form.token.is_some_and(|token| self.game.state().tokens(self.payer, token) > 0));
        paid.flat_map(|(number, form)| form.strokes.iter().map(move |&ends| (number, form.kind, ends)))
    }

    /// Whether the tile fits with something built over it, at least one end of which meets a tile.
    fn fits_with(&self, cell: Cell, plain: Kinds, kind: KindId, ends: [Side; 2]) -> bool {
        self.is_meadow(self.tile, &plain, ends)
            && ends.iter().any(|side| self.map.at(cell.step(*side)).is_some())
            && self.agrees(cell, &with(plain, kind, ends), |near| self.kinds_of(near))
    }

    /// The neighbour at a side, if the tile fits with something built over that neighbour, whose other end is free.
    fn over(&self, cell: Cell, plain: Kinds, side: Side, kind: KindId, ends: [Side; 2]) -> Option<u16> {
        let catalogue = self.game.catalogue();
        let on = self.map.at(cell.step(side))?;
        let (there, there_cell) = (self.kinds_of(on), self.map.placed[on as usize].cell);
        let is_free = |end: &Side| *end == side.opposite() || self.map.at(there_cell.step(*end)).is_none();
        let built = |near: u16| if near == on { with(there, kind, ends) } else { self.kinds_of(near) };
        let fits = ends.contains(&side.opposite())
            && ends.iter().all(is_free)
            && self.is_meadow(self.map.placed[on as usize].tile, &there, ends)
            && !catalogue.continues(self.tile)
            && self.is_uncovered(on)
            && self.agrees(cell, &plain, built);
        fits.then_some(on)
    }

    fn kinds_of(&self, placed: u16) -> Kinds {
        let Placed { tile, rotation, .. } = self.map.placed[placed as usize];
        *self.faces.kinds(tile, rotation)
    }

    /// Whether nothing was built over a tile, and these sides of it are nothing but meadow.
    fn is_meadow(&self, tile: TileId, kinds: &Kinds, ends: [Side; 2]) -> bool {
        let catalogue = self.game.catalogue();
        let is_field = |at: &Option<KindId>| at.is_some_and(|kind| catalogue.kind(kind).name == FIELD);
        catalogue.tile(tile).built.is_none()
            && !self.faces.fills_hole(tile)
            && ends.iter().all(|side| kinds[side.index()].iter().all(is_field))
    }

    fn agrees(&self, cell: Cell, own: &Kinds, of: impl Fn(u16) -> Kinds) -> bool {
        Side::ALL.into_iter().all(|side| {
            let Some(near) = self.map.at(cell.step(side)) else { return true };
            let there = of(near)[side.opposite().index()];
            self.faces.fills_hole(self.map.placed[near as usize].tile)
                || (0..SLOTS).all(|slot| own[side.index()][slot] == there[SLOTS - 1 - slot])
        })
    }

    /// Whether no figure stands there on something that is never covered.
    fn is_uncovered(&self, on: u16) -> bool {
        let (state, catalogue) = (self.game.state(), self.game.catalogue());
        state.figures.iter().all(|figure| match figure.zone {
            Zone::Segment(at) if state.features.placed(at).0 == on => {
                catalogue.kind(state.features.kind_at(at)).covered
            }
            _ => true,
        })
    }
}

/// The sides of a tile with something built over it.
fn with(mut kinds: Kinds, kind: KindId, ends: [Side; 2]) -> Kinds {
    for side in ends {
        kinds[side.index()][1] = Some(kind);
    }
    kinds
}
