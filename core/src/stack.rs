//! The tiles still to come and the generator that mixes them. Knows order and chance, never what is printed on a tile.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::catalogue::TileId;

/// The game's only source of chance: the same seed gives the same numbers on every machine and in every build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(Xoshiro256PlusPlus);

impl Chance {
    /// A generator that begins with a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number from 0 up to, not including, the bound (which must not be 0).
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        // The high half of a product: the bias is under one in 2^32 for any bound that a game asks for.
        (((self.0.next_u64() >> 32) * bound as u64) >> 32) as u32
    }

    /// Mixes a list.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

impl Default for Chance {
    fn default() -> Chance {
        Chance::new(0)
    }
}

/// A pile of tiles, face down.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The top is the last.
    tiles: Vec<TileId>,
}

impl Stack {
    /// A stack with room for so many tiles.
    pub fn with_capacity(tiles: usize) -> Stack {
        Stack { tiles: Vec::with_capacity(tiles) }
    }

    /// How many tiles are left.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether none is left.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// The tiles, bottom first.
    pub fn tiles(&self) -> &[TileId] {
        &self.tiles
    }

    /// Takes all tiles away.
    pub fn clear(&mut self) {
        self.tiles.clear();
    }

    /// Takes the top tile.
    #[inline]
    pub fn draw(&mut self) -> Option<TileId> {
        self.tiles.pop()
    }

    /// Lays a tile on top.
    pub fn push(&mut self, tile: TileId) {
        self.tiles.push(tile);
    }

    /// Lays a tile at the bottom.
    pub fn push_bottom(&mut self, tile: TileId) {
        self.tiles.insert(0, tile);
    }

    /// Takes one tile of this kind out, the one nearest the bottom; whether there was one.
    pub fn take(&mut self, tile: TileId) -> bool {
        let found = self.tiles.iter().position(|&other| other == tile);
        found.map(|i| self.tiles.remove(i)).is_some()
    }

    /// Mixes the tiles.
    pub fn shuffle(&mut self, chance: &mut Chance) {
        chance.shuffle(&mut self.tiles);
    }

    /// Copies another stack, keeping the room this one has.
    pub fn copy_from(&mut self, tiles: &[TileId]) {
        self.tiles.clear();
        self.tiles.extend_from_slice(tiles);
    }
}

impl Clone for Stack {
    fn clone(&self) -> Stack {
        let mut copy = Stack::with_capacity(self.tiles.capacity());
        copy.tiles.extend_from_slice(&self.tiles);
        copy
    }

    fn clone_from(&mut self, other: &Stack) {
        self.tiles.clone_from(&other.tiles);
    }
}
