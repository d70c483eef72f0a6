//! Tiles that are not on the board: where they lie, and how they get from one place to another.

use super::State;
use crate::table::catalogue::{Catalogue, Piling, TileId, ZoneId};
use crate::table::figure::PlayerId;
use crate::table::stack::{Chance, Depth, Loose, Shelf, Stack};

impl State {
    /// Makes the stacks for the hands and for zones of sets, in addition to those that every game has.
    pub(super) fn make_shelves(catalogue: &Catalogue, players: usize) -> Vec<Stack> {
        vec![Stack::default(); catalogue.shelves() * (players + 1)]
    }

    /// Returns all stacks except those that every game has.
    pub fn shelves(&self) -> &[Stack] {
        &self.shelves
    }

    fn shelf_index(&self, catalogue: &Catalogue, shelf: Shelf) -> usize {
        let row = catalogue.zone(shelf.zone).shelf as usize;
        row * (self.players as usize + 1) + shelf.owner.0.min(self.players) as usize
    }

    /// Returns the stack of tiles at a place; `None` for a hand in a game without hands.
    pub fn stack(&self, catalogue: &Catalogue, shelf: Shelf) -> Option<&Stack> {
        match shelf.zone {
            ZoneId::PILE => Some(&self.pile),
            ZoneId::ASIDE => Some(&self.aside),
            ZoneId::OUT => Some(&self.out),
            _ => self.shelves.get(self.shelf_index(catalogue, shelf)),
        }
    }

    /// Returns the same for changes, with the generator that shuffles.
    pub fn stack_mut(&mut self, catalogue: &Catalogue, shelf: Shelf) -> Option<(&mut Stack, &mut Chance)> {
        let index = self.shelf_index(catalogue, shelf);
        let stack = match shelf.zone {
            ZoneId::PILE => &mut self.pile,
            ZoneId::ASIDE => &mut self.aside,
            ZoneId::OUT => &mut self.out,
            _ => self.shelves.get_mut(index)?,
        };
        Some((stack, &mut self.chance))
    }

    /// Returns the hand of a player.
    pub fn hand(&self, player: PlayerId) -> &Stack {
        // The hands are the first of all stacks.
        &self.shelves[player.0 as usize]
    }

    /// Returns the same for changes.
    pub fn hand_mut(&mut self, player: PlayerId) -> &mut Stack {
        &mut self.shelves[player.0 as usize]
    }

    /// Takes a tile out of the hand of the active player in order to place it.
    pub fn take_from_hand(&mut self, tile: TileId) {
        if self.hand_mut(self.turn.player).take(tile) {
            (self.turn.drawn, self.turn.idle) = (Some(tile), 0);
        }
    }

    /// Whether the active player holds a tile from turn to turn.
    pub fn holds_any(&self) -> bool {
        self.shelves.get(self.turn.player.0 as usize).is_some_and(|hand| !hand.is_empty())
    }

    /// Whether any player holds a tile from turn to turn.
    pub fn is_any_held(&self) -> bool {
        self.shelves.iter().take(self.players as usize).any(|hand| !hand.is_empty())
    }

    /// Returns the tile that was drawn and not placed yet, if it lies here.
    fn drawn_at(&self, shelf: Shelf) -> Option<TileId> {
        self.turn.drawn.filter(|_| shelf == Shelf::hand(self.turn.player))
    }

    /// Returns the tiles at a place, the next one to be drawn first.
    pub fn tiles_at(&self, catalogue: &Catalogue, shelf: Shelf) -> Vec<TileId> {
        let next = if shelf.zone == ZoneId::PILE { self.next.tiles() } else { &[] };
        let stack = self.stack(catalogue, shelf).map_or(&[][..], Stack::tiles);
        self.drawn_at(shelf).into_iter().chain(next.iter().rev().chain(stack.iter().rev()).copied()).collect()
    }

    /// Whether any tile lies at a place.
    pub fn is_tile_at(&self, catalogue: &Catalogue, shelf: Shelf) -> bool {
        self.drawn_at(shelf).is_some() || self.stack(catalogue, shelf).is_some_and(|stack| !stack.is_empty())
    }

    /// Returns all tiles that are not on the board and may get there.
    pub fn to_come(&self) -> impl Iterator<Item = TileId> + Clone + '_ {
        let stacks = [&self.pile, &self.next, &self.aside, &self.out, &self.returned].into_iter().chain(&self.shelves);
        stacks.flat_map(Stack::tiles).copied().chain(self.turn.drawn)
    }

    /// Removes a tile from where it lies. Returns whether it was there.
    pub fn take_tile(&mut self, catalogue: &Catalogue, Loose { tile, at }: Loose) -> bool {
        if self.drawn_at(at) == Some(tile) {
            self.turn.drawn = None;
            return true;
        }
        self.stack_mut(catalogue, at).is_some_and(|(stack, _)| stack.take(tile))
    }

    /// Puts a tile somewhere. Returns whether there is such a place.
    pub fn put_tile(&mut self, catalogue: &Catalogue, Loose { tile, at }: Loose, depth: Depth) -> bool {
        let Some((stack, chance)) = self.stack_mut(catalogue, at) else { return false };
        match at.zone {
            ZoneId::PILE => stack.insert(tile, depth, chance),
            _ if depth == Depth::Bottom => stack.push_bottom(tile),
            _ => stack.push(tile),
        }
        true
    }

    /// Draws the next tile.
    #[inline]
    pub fn draw_next(&mut self) -> Option<TileId> {
        self.next.draw().or_else(|| self.pile.draw())
    }

    /// Whether there is a tile left to draw.
    #[inline]
    pub fn is_left(&self) -> bool {
        !self.pile.is_empty() || !self.next.is_empty()
    }

    /// Moves tiles from the pile to the zones in which they start. If every player has such a zone, each gets one copy.
    pub fn store(&mut self, catalogue: &Catalogue, piling: &Piling) {
        for (zone, tiles) in &piling.stored {
            let owned = catalogue.zone(*zone).owned;
            for (i, &tile) in tiles.iter().enumerate() {
                self.pile.take(tile);
                let copy = tiles[..i].iter().filter(|&&other| other == tile).count();
                let at = match owned {
                    true if copy < self.players as usize => Shelf { zone: *zone, owner: PlayerId(copy as u8) },
                    true => Shelf::common(ZoneId::OUT),
                    false => Shelf::common(*zone),
                };
                self.put_tile(catalogue, Loose { tile, at }, Depth::Bottom);
            }
        }
    }

    /// Deals again what one player cannot see: the pile, layer by layer, and the tiles in zones that they may not look
    /// into. A tile is only exchanged for one from the same pile, so that the result is a position that could really
    /// occur.
    pub(super) fn redeal_tiles(&mut self, catalogue: &Catalogue, viewer: PlayerId) {
        let State { pile, shelves, chance, players, .. } = self;
        let row = *players as usize + 1;
        let zones = catalogue.all_zones().filter(|(_, zone)| zone.holds_tiles() && zone.is_secret());
        let zones = zones.filter(|(id, _)| *id != ZoneId::PILE);
        let mut unseen: Vec<usize> = Vec::new();
        for (id, zone) in zones {
            let first = zone.shelf as usize * row;
            let at = |owner: &usize| Shelf { zone: id, owner: PlayerId(*owner as u8) };
            let is_unseen = |owner: &usize| !at(owner).is_seen(catalogue, Some(viewer));
            unseen.extend((0..row).filter(is_unseen).map(|owner| first + owner));
        }
        for when in 0..=catalogue.piling.upper.len() {
            let is_one = |tile: TileId| drawn_when(&catalogue.piling, tile) == when;
            let mut tiles: Vec<TileId> = Vec::new();
            each_of(pile, shelves, &unseen, |tile| tiles.extend(Some(*tile).filter(|&tile| is_one(tile))));
            tiles.sort_unstable();
            chance.shuffle(&mut tiles);
            let mut dealt = tiles.into_iter();
            each_of(pile, shelves, &unseen, |tile| {
                if is_one(*tile) {
                    *tile = dealt.next().unwrap_or(*tile);
                }
            });
        }
    }
}

/// Calls a function for each tile that is dealt again.
fn each_of(pile: &mut Stack, shelves: &mut [Stack], unseen: &[usize], mut visit: impl FnMut(&mut TileId)) {
    pile.each_unknown(&mut visit);
    for &at in unseen {
        if let Some(stack) = shelves.get_mut(at) {
            stack.each_unknown(&mut visit);
        }
    }
}

/// Returns the pile that a tile belongs to: 0 for the rest, otherwise one more than its index in the upper piles.
fn drawn_when(piling: &Piling, tile: TileId) -> usize {
    let is_in = |upper: &crate::table::catalogue::DrawnFirst| upper.tiles.contains(&tile) || upper.last.contains(&tile);
    piling.upper.iter().position(is_in).map_or(0, |at| at + 1)
}
