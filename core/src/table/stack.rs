//! The tiles that are still to be drawn, and the random generator that shuffles them. Knows order and randomness, never
//! what is printed on a tile.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, TileId, TokenId, ZoneId};
use crate::table::copy::copy;
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, PlayerId};

/// The game's only source of randomness. The same seed gives the same numbers on every machine and in every build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chance(Xoshiro256PlusPlus);

/// Numbers below a bound and shuffling are written here, though `rand` has both: records, replays and every shared seed
/// depend on each number, and `rand` may choose others in a new version.
impl Chance {
    /// Makes a generator from a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a number below the bound, which must not be 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        // The high half of a product: the bias is under one in 2^32 for any bound that a game needs.
        (((self.0.next_u64() >> 32) * bound as u64) >> 32) as u32
    }

    /// Shuffles a list.
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

/// A place for tiles or tokens beside the board, and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shelf {
    /// The zone.
    pub zone: ZoneId,
    /// The owner; nobody if the zone is common.
    pub owner: PlayerId,
}

impl Shelf {
    /// A place without an owner.
    pub const fn common(zone: ZoneId) -> Shelf {
        Shelf { zone, owner: PlayerId::NOBODY }
    }

    /// The tokens of a player, or the bank if the owner is nobody.
    pub const fn supply(owner: PlayerId) -> Shelf {
        Shelf { zone: ZoneId::BANK, owner }
    }

    /// The hand of a player.
    pub const fn hand(owner: PlayerId) -> Shelf {
        Shelf { zone: ZoneId::HAND, owner }
    }

    /// Whether a player may look inside, or an onlooker who does not play.
    pub fn is_seen(self, catalogue: &Catalogue, viewer: Option<PlayerId>) -> bool {
        let zone = catalogue.zone(self.zone);
        !zone.hidden && (!zone.private || Some(self.owner) == viewer)
    }
}

/// Where tokens can be: beside the board, or on something on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Holder {
    /// With a player, in the bank, or in a zone.
    Shelf(Shelf),
    /// On a tile.
    Tile(PlacedId),
    /// On a segment.
    Segment(SegmentId),
    /// With a figure, wherever it is.
    Figure(FigureId),
}

impl From<Shelf> for Holder {
    fn from(shelf: Shelf) -> Holder {
        Holder::Shelf(shelf)
    }
}

/// Tokens of one kind on something on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// On what.
    pub on: Holder,
    /// Which kind.
    pub token: TokenId,
    /// How many.
    pub n: u16,
}

/// A tile that is not on the board. It is identified only by what is printed on it and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loose {
    /// What is printed on it.
    pub tile: TileId,
    /// Where it lies.
    pub at: Shelf,
}

/// Where a tile is inserted into a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// On top: it is drawn next.
    #[default]
    Top,
    /// To the bottom: it is drawn last.
    Bottom,
    /// Shuffled into the lowest layer, which is drawn when all separate layers above it are gone.
    Mixed,
    /// Shuffled into the layer that is drawn first.
    Upper,
}

/// A pile of tiles, face down.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Stack {
    /// The last one is the top.
    tiles: Vec<TileId>,
    /// The layers that were shuffled separately from what lies below them, lowest first. Some may start above the last
    /// tile.
    layers: Vec<Layer>,
}

/// A separate layer of a pile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Layer {
    from: u16,
    /// Whether all players know which tiles lie there.
    is_known: bool,
}

impl Stack {
    /// Returns the size of a copy in bytes, without the stack itself.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.tiles[..]) + size_of_val(&self.layers[..])
    }

    /// Makes a stack with space for this many tiles.
    pub fn with_capacity(tiles: usize) -> Stack {
        Stack { tiles: Vec::with_capacity(tiles), layers: Vec::new() }
    }

    /// Returns the number of tiles.
    pub fn len(&self) -> usize {
        self.tiles.len()
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        self.tiles.is_empty()
    }

    /// Returns the tiles, bottom first.
    pub fn tiles(&self) -> &[TileId] {
        &self.tiles
    }

    /// Removes all tiles.
    pub fn clear(&mut self) {
        self.tiles.clear();
        self.layers.clear();
    }

    /// Takes the top tile.
    #[inline]
    pub fn draw(&mut self) -> Option<TileId> {
        self.tiles.pop()
    }

    /// Puts a tile on top.
    pub fn push(&mut self, tile: TileId) {
        self.tiles.push(tile);
    }

    /// Puts a tile at the bottom.
    pub fn push_bottom(&mut self, tile: TileId) {
        self.tiles.insert(0, tile);
        self.raise_layers(1);
    }

    fn raise_layers(&mut self, by: usize) {
        self.layers.iter_mut().for_each(|layer| layer.from += by as u16);
    }

    /// Starts a layer: tiles that are put on top from now on are shuffled separately from those that are there already.
    pub fn begin_layer(&mut self) {
        self.layers.push(Layer { from: self.tiles.len() as u16, is_known: false });
    }

    /// Puts a tile on top, visible to all players.
    pub fn push_known(&mut self, tile: TileId) {
        self.layers.push(Layer { from: self.tiles.len() as u16, is_known: true });
        self.push(tile);
    }

    /// Puts a tile at a known position, or shuffles it in.
    pub fn insert(&mut self, tile: TileId, depth: Depth, chance: &mut Chance) {
        // There are never more layers than tiles, no matter how often a rule puts tiles back.
        self.forget_empty_layers();
        match depth {
            Depth::Top => self.push_known(tile),
            Depth::Bottom => {
                self.push_bottom(tile);
                self.layers.insert(0, Layer { from: 1, is_known: false });
            }
            Depth::Mixed => self.mix_in(&[tile], chance),
            Depth::Upper => {
                self.push(tile);
                let from = self.layers.last().map_or(0, |layer| layer.from as usize);
                chance.shuffle(&mut self.tiles[from..]);
            }
        }
    }

    /// Shuffles tiles into the lowest layer.
    pub fn mix_in(&mut self, tiles: &[TileId], chance: &mut Chance) {
        self.forget_empty_layers();
        let end = self.layers.first().map_or(self.tiles.len(), |layer| layer.from as usize);
        self.tiles.splice(end..end, tiles.iter().copied());
        self.raise_layers(tiles.len());
        chance.shuffle(&mut self.tiles[..end + tiles.len()]);
    }

    fn forget_empty_layers(&mut self) {
        let left = self.tiles.len();
        self.layers.retain(|layer| (layer.from as usize) < left);
    }

    /// Makes a tile of this kind the next one to be drawn, if there is one.
    pub fn bring_up(&mut self, tile: TileId) {
        if self.take(tile) {
            self.push(tile);
        }
    }

    /// Removes one tile of this kind, the one nearest the bottom. Returns whether there was one.
    pub fn take(&mut self, tile: TileId) -> bool {
        let Some(i) = self.tiles.iter().position(|&other| other == tile) else { return false };
        self.tiles.remove(i);
        self.layers.iter_mut().filter(|layer| layer.from as usize > i).for_each(|layer| layer.from -= 1);
        true
    }

    /// Shuffles all tiles together and removes the layers.
    pub fn shuffle(&mut self, chance: &mut Chance) {
        chance.shuffle(&mut self.tiles);
        self.layers.clear();
    }

    /// Shuffles each layer separately, so that nothing changes that a player could know. The result depends on the
    /// contents of a layer and not on its previous order.
    pub fn shuffle_layers(&mut self, chance: &mut Chance) {
        let mut mix = |layer: &mut [TileId]| {
            layer.sort_unstable();
            chance.shuffle(layer);
        };
        let mut from = 0;
        for next in &self.layers {
            let next = (next.from as usize).min(self.tiles.len());
            mix(&mut self.tiles[from..next]);
            from = next;
        }
        mix(&mut self.tiles[from..]);
    }

    /// Calls a function for each tile whose position is unknown to the players, bottom first.
    pub fn each_unknown(&mut self, mut visit: impl FnMut(&mut TileId)) {
        for (i, tile) in self.tiles.iter_mut().enumerate() {
            let layer = self.layers.iter().rev().find(|layer| layer.from as usize <= i);
            if !layer.is_some_and(|layer| layer.is_known) {
                visit(tile);
            }
        }
    }

    /// Copies a list of tiles, keeping the capacity of this stack.
    pub fn copy_from(&mut self, tiles: &[TileId]) {
        self.clear();
        self.tiles.extend_from_slice(tiles);
    }
}

impl Clone for Stack {
    fn clone(&self) -> Stack {
        Stack { tiles: copy(&self.tiles), layers: self.layers.clone() }
    }

    fn clone_from(&mut self, other: &Stack) {
        let Stack { tiles, layers } = other;
        self.tiles.clone_from(tiles);
        self.layers.clone_from(layers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tile_goes_where_it_is_put_or_into_the_layer_that_is_meant() {
        for seed in 0..20 {
            let mut chance = Chance::new(seed);
            let mut stack = Stack::default();
            (0..6).for_each(|n| stack.push(TileId(n)));
            stack.push_known(TileId(9));
            stack.begin_layer();
            (10..15).for_each(|n| stack.push(TileId(n)));
            let at = |stack: &Stack| stack.tiles().iter().position(|tile| *tile == TileId(20)).unwrap();
            let put = |depth: Depth, chance: &mut Chance| {
                let mut copy = stack.clone();
                copy.insert(TileId(20), depth, chance);
                copy
            };
            assert_eq!(at(&put(Depth::Top, &mut chance)), 12);
            assert_eq!(at(&put(Depth::Bottom, &mut chance)), 0);
            assert!(at(&put(Depth::Mixed, &mut chance)) < 7);
            assert!((7..13).contains(&at(&put(Depth::Upper, &mut chance))));
            let mut unknown = Vec::new();
            put(Depth::Top, &mut chance).each_unknown(|tile| unknown.push(tile.0));
            assert!(unknown.len() == 11 && !unknown.contains(&9) && !unknown.contains(&20));
            // When all separate layers are drawn, the rest is one layer.
            let mut rest = stack.clone();
            (0..6).for_each(|_| {
                rest.draw();
            });
            rest.insert(TileId(20), Depth::Upper, &mut chance);
            assert_eq!(rest.len(), 7);
            // A rule may put tiles back forever.
            for n in 0..70_000u32 {
                let Some(tile) = rest.draw() else { break };
                rest.insert(tile, if n % 2 == 0 { Depth::Bottom } else { Depth::Top }, &mut chance);
            }
            assert!(rest.len() == 7 && rest.layers.len() <= 7, "{:?}", rest.layers);
        }
    }

    #[test]
    fn layers_are_mixed_apart_however_far_they_were_drawn() {
        for drawn in 0..10 {
            let mut stack = Stack::default();
            (0..6).for_each(|n| stack.push(TileId(n)));
            stack.begin_layer();
            stack.push(TileId(9));
            stack.begin_layer();
            (10..15).for_each(|n| stack.push(TileId(n)));
            (0..drawn).for_each(|_| assert!(stack.draw().is_some()));
            let before: Vec<TileId> = stack.tiles().to_vec();
            stack.shuffle_layers(&mut Chance::new(drawn));
            let mut again = stack.clone();
            again.shuffle_layers(&mut Chance::new(drawn));
            assert_eq!(again, stack, "however they lay");
            let layer = |tile: &TileId| (tile.0 >= 9) as u8 + (tile.0 >= 10) as u8;
            let layers = |tiles: &[TileId]| tiles.iter().map(layer).collect::<Vec<_>>();
            assert_eq!(layers(stack.tiles()), layers(&before));
            assert_ne!(stack.tiles(), before, "{drawn} drawn");
        }
    }
}
