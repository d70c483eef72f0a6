//! Where tiles are when a game starts: in the start position, on top of the pile, set aside, or out of the game. Knows
//! names and numbers of tiles, never what is printed on them.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use super::beside::{Pile, StartLine};
use super::error::{ManifestError, Place, ReadResult};
use super::expansion::Expansion;
use super::vocabulary::Vocabulary;
use super::word::Word;
use crate::language::list;
use crate::table::catalogue::{DrawnFirst, Piling, StartTile, TileId, TokenId, ZoneId, ZoneKind};

/// What one expansion says about the pile.
pub(super) struct Heap<'a> {
    /// The expansion.
    pub set: &'a Expansion,
    pub piles: Vec<Pile<'a>>,
    pub aside: Vec<&'a Word>,
    pub out: Vec<&'a Word>,
    /// The contents of zones for tiles and for tokens. The latter belong to the rules of the expansion.
    pub stored: Vec<(&'a Word, Vec<&'a Word>)>,
    pub pursed: Vec<(&'a Word, Vec<&'a Word>)>,
}

impl Heap<'_> {
    fn is_empty(&self) -> bool {
        let is_pile = self.piles.is_empty() && self.stored.is_empty() && self.pursed.is_empty();
        is_pile && self.aside.is_empty() && self.out.is_empty()
    }
}

/// The tiles of all expansions of a game, by the names that manifests use.
#[derive(Default)]
pub(super) struct Pool<'a> {
    tiles: BTreeMap<(&'a str, &'a str), TileId>,
    /// The count of each tile.
    counts: Vec<usize>,
    /// Tiles that are changed copies, each after its original.
    changed: Vec<(TileId, TileId)>,
}

impl<'a> Pool<'a> {
    /// Adds a tile of a set. Tiles are added in the order in which they are drafted.
    pub fn add(&mut self, set: &'a str, id: &'a str, count: usize) {
        self.tiles.insert((set, id), TileId(self.counts.len() as u16));
        self.counts.push(count);
    }

    /// Adds changed copies of a tile. What is said about the tile applies to them too.
    pub fn add_changed(&mut self, set: &'a str, id: &'a str, count: usize) {
        let tile = TileId(self.counts.len() as u16);
        self.changed.extend(self.tiles.get(&(set, id)).map(|&original| (original, tile)));
        self.counts.push(count);
    }

    /// Returns a tile and its changed copies.
    fn family(&self, tile: TileId) -> impl Iterator<Item = TileId> {
        let changed = self.changed.iter().filter(move |(original, _)| *original == tile).map(|(_, changed)| *changed);
        [tile].into_iter().chain(changed)
    }

    /// Returns the count of a tile, including its changed copies.
    fn count(&self, tile: TileId) -> usize {
        self.family(tile).map(|tile| self.counts[tile.0 as usize]).sum()
    }

    /// Returns the tile that a word names: `ID` for the expansion's own set, or `EXPANSION:ID`.
    fn find(&self, word: &Word, part: &Expansion) -> ReadResult<TileId> {
        let (set, id) = word.text.split_once(':').unwrap_or((part.id(), &word.text));
        self.tiles.get(&(set, id)).copied().ok_or_else(|| self.unknown(word, set))
    }

    fn unknown(&self, word: &Word, set: &str) -> ManifestError {
        let in_set = self.tiles.keys().filter(|(in_set, _)| *in_set == set);
        let prefix = if word.text.contains(':') { format!("{set}:") } else { String::new() };
        let names: Vec<String> = in_set.map(|(_, id)| format!("{prefix}{id}")).collect();
        let error = word.unknown("tile", names.iter().map(String::as_str));
        if !names.is_empty() || prefix.is_empty() {
            return error;
        }
        let mut sets: Vec<&str> = self.tiles.keys().map(|(set, _)| *set).collect();
        sets.dedup();
        error.with_help(format!("tiles are in {}", list(sets)))
    }

    /// Returns the count of a tile, in words.
    fn told(&self, tile: TileId, word: &Word) -> String {
        let count = self.count(tile);
        let (tiles, are) = if count == 1 { ("tile", "is") } else { ("tiles", "are") };
        format!("the {count} {tiles} `{}` that there {are}", word.text)
    }
}

/// Returns the start position, if there are enough of its tiles.
pub(super) fn start_tiles(part: &Expansion, lines: &[StartLine<'_>], pool: &Pool<'_>) -> ReadResult<Vec<StartTile>> {
    let mut start: Vec<StartTile> = Vec::new();
    for line in lines {
        let tile = pool.find(line.tile, part)?;
        let taken = |tile: TileId| start.iter().filter(|other| other.tile == tile).count();
        let free = pool.family(tile).find(|tile| taken(*tile) < pool.counts[tile.0 as usize]);
        let Some(tile) = free else {
            return Err(line.tile.error(format!("the start takes more than {}", pool.told(tile, line.tile))));
        };
        start.push(StartTile { tile, cell: line.cell, rotation: line.rotation });
    }
    Ok(start)
}

/// Returns how the pile is made from what the expansions say, in load order.
pub(super) fn piling(
    heaps: &[Heap<'_>],
    start: &[StartTile],
    pool: &Pool<'_>,
    zones: &[ZoneKind],
    words: &Vocabulary<'_>,
) -> ReadResult<Piling> {
    if heaps.iter().all(Heap::is_empty) {
        return Ok(Piling::default());
    }
    let mut dealt = Dealing::new(start, pool);
    let mut piling = Piling::default();
    // Single copies come first, so that names which take all copies get those that are left.
    for heap in heaps {
        piling.out.extend(dealt.each(&heap.out, heap)?);
        for pile in &heap.piles {
            piling.upper.push(DrawnFirst { tiles: Vec::new(), last: dealt.each(&pile.last, heap)? });
        }
    }
    for heap in heaps {
        piling.aside.extend(dealt.all(&heap.aside, heap)?);
        for (zone, tiles) in &heap.stored {
            if let Some(zone) = zone_for_tiles(zone, zones, words)? {
                piling.stored.push((zone, dealt.all(tiles, heap)?));
            }
        }
    }
    dealt.deal_piles(heaps, &mut piling.upper)?;
    piling.upper.retain(|upper| !upper.tiles.is_empty() || !upper.last.is_empty());
    piling.pursed = pursed(heaps, zones, words)?;
    Ok(piling)
}

/// Returns the zone that a word names, unless it holds tokens.
fn zone_for_tiles(word: &Word, zones: &[ZoneKind], words: &Vocabulary<'_>) -> ReadResult<Option<ZoneId>> {
    let zone = zones.iter().find(|zone| zone.name == word.text);
    if zone.is_some_and(ZoneKind::holds_tokens) {
        return Ok(None);
    }
    let id = ZoneId(words.zones.find(word)? as u8);
    match zone.is_some_and(ZoneKind::holds_tiles) {
        true => Ok(Some(id)),
        false => Err(word.error(format!("the zone `{}` does not hold tiles or tokens", word.text))),
    }
}

/// Returns the tokens that start in zones. A kind can start in at most one common zone and in one zone of each player.
fn pursed(heaps: &[Heap<'_>], zones: &[ZoneKind], words: &Vocabulary<'_>) -> ReadResult<Vec<(ZoneId, TokenId)>> {
    let mut taken: BTreeMap<(usize, bool), &Place> = BTreeMap::new();
    let mut pursed = Vec::new();
    for (zone, tokens) in heaps.iter().flat_map(|heap| &heap.pursed) {
        let kind = zones.iter().find(|kind| kind.name == zone.text && kind.holds_tokens());
        let Some(kind) = kind else { continue };
        for word in tokens {
            let token = words.tokens.find(word)?;
            if let Some(first) = taken.insert((token, kind.owned), &word.place) {
                return Err(elsewhere("tokens", word, first));
            }
            pursed.push((ZoneId(words.zones.find(zone)? as u8), TokenId(token as u8)));
        }
    }
    Ok(pursed)
}

fn elsewhere(what: &str, word: &Word, first: &Place) -> ManifestError {
    word.error(format!("the {what} `{}` are already used elsewhere", word.text)).with_help(format!("first at {first}"))
}

/// The tiles while they are being dealt.
struct Dealing<'a> {
    pool: &'a Pool<'a>,
    /// How many of each tile are not taken yet.
    left: Vec<usize>,
    /// For each tile, whether a word names it or its original.
    named: Vec<bool>,
    /// For each tile whose copies were all taken, the word that took them.
    taken: BTreeMap<TileId, &'a Place>,
}

impl<'a> Dealing<'a> {
    /// Starts with all tiles except those of the start position.
    fn new(start: &[StartTile], pool: &'a Pool<'a>) -> Dealing<'a> {
        let named = vec![false; pool.counts.len()];
        let mut dealing = Dealing { pool, left: pool.counts.clone(), named, taken: BTreeMap::new() };
        for StartTile { tile, .. } in start {
            dealing.left[tile.0 as usize] -= 1;
            let original = pool.changed.iter().find(|(_, changed)| changed == tile).map_or(*tile, |(tile, _)| *tile);
            dealing.name(original);
        }
        dealing
    }

    fn name(&mut self, tile: TileId) {
        self.pool.family(tile).for_each(|tile| self.named[tile.0 as usize] = true);
    }

    /// Takes one copy of each named tile, a changed one only if there is no other.
    fn each(&mut self, words: &[&Word], heap: &Heap<'_>) -> ReadResult<Vec<TileId>> {
        let one = |word: &&Word| {
            let tile = self.pool.find(word, heap.set)?;
            self.name(tile);
            let Some(one) = self.pool.family(tile).find(|tile| self.left[tile.0 as usize] > 0) else {
                let message = format!("the start, `last` and `out` take more than {}", self.pool.told(tile, word));
                return Err(word.error(message));
            };
            self.left[one.0 as usize] -= 1;
            Ok(one)
        };
        words.iter().map(one).collect()
    }

    /// Takes all remaining copies of the named tiles.
    fn all(&mut self, words: &[&'a Word], heap: &Heap<'_>) -> ReadResult<Vec<TileId>> {
        let mut tiles = Vec::new();
        for word in words {
            let tile = self.pool.find(word, heap.set)?;
            if let Some(first) = self.taken.insert(tile, &word.place) {
                return Err(elsewhere("tiles", word, first));
            }
            self.name(tile);
            let mut take = |tile: TileId| repeat_n(tile, std::mem::take(&mut self.left[tile.0 as usize]));
            tiles.extend(self.pool.family(tile).flat_map(&mut take));
        }
        Ok(tiles)
    }

    /// Deals the piles on top: first the tiles that piles name, then those that are not named to piles without names.
    fn deal_piles(&mut self, heaps: &'a [Heap<'a>], upper: &mut [DrawnFirst]) -> ReadResult<()> {
        let piles = || heaps.iter().flat_map(|heap| heap.piles.iter().map(move |pile| (heap, pile)));
        for ((heap, pile), upper) in piles().zip(&mut *upper) {
            upper.tiles = self.all(pile.tiles.as_deref().unwrap_or_default(), heap)?;
        }
        let mut whole: Vec<(&str, &Place)> = Vec::new();
        for ((heap, pile), upper) in piles().zip(upper).filter(|((_, pile), _)| pile.tiles.is_none()) {
            if let Some((_, first)) = whole.iter().find(|(set, _)| *set == heap.set.id()) {
                let error =
                    pile.place.error("another pile has all tiles of the expansion: say the `tiles` of this one");
                return Err(error.with_help(format!("first at {first}")));
            }
            whole.push((heap.set.id(), pile.place));
            upper.tiles = self.unnamed(heap.set);
        }
        Ok(())
    }

    /// Returns all copies of the tiles of an expansion that are not named anywhere.
    fn unnamed(&self, part: &Expansion) -> Vec<TileId> {
        let own = part.tiles().filter_map(|(id, _)| self.pool.tiles.get(&(part.id(), id)));
        let own = own.flat_map(|tile| self.pool.family(*tile));
        let unnamed = own.filter(|tile| !self.named[tile.0 as usize]);
        unnamed.flat_map(|tile| repeat_n(tile, self.left[tile.0 as usize])).collect()
    }
}
