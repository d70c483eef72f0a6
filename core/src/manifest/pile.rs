//! Which tiles lie where when a game begins: the start, what lies on top of the pile, what is set aside, what leaves the
//! game. Knows names and numbers of tiles, never what is printed on them.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use super::error::{ManifestError, Place};
use super::expansion::Expansion;
use super::guess::list;
use super::layer::StartLine;
use super::node::{List, MAX_WORDS, Node, Read, Table, Word};
use super::vocabulary::Vocabulary;
use crate::catalogue::{Holds, Piling, StartTile, TileId, TokenId, Upper, ZoneId, ZoneKind};

/// What a manifest says about the pile.
#[derive(Clone, Debug, Default)]
pub(super) struct PileLines {
    piles: Option<Vec<Pile>>,
    aside: List,
    out: List,
    /// What lies in places of their own at first.
    pub stored: Vec<(Word, List)>,
}

/// Tiles that are drawn before the rest.
#[derive(Clone, Debug)]
struct Pile {
    place: Place,
    /// All tiles of the expansion that nobody names, where it does not say.
    tiles: Option<Vec<Word>>,
    last: Vec<Word>,
}

impl PileLines {
    /// Takes what is said about the pile out of a table.
    pub fn read(table: &mut Table<'_>) -> Read<PileLines> {
        Ok(PileLines {
            piles: table.optional("piles", piles)?,
            aside: table.optional("aside", List::read)?.unwrap_or_default(),
            out: table.optional("out", List::read)?.unwrap_or_default(),
            stored: Vec::new(),
        })
    }
}

fn piles(node: Node<'_>) -> Read<Vec<Pile>> {
    let nodes = node.list()?;
    match nodes.get(MAX_WORDS) {
        Some(node) => Err(node.place().error(format!("an expansion has at most {MAX_WORDS} piles"))),
        None => nodes.into_iter().map(Pile::read).collect(),
    }
}

impl Pile {
    fn read(node: Node<'_>) -> Read<Pile> {
        let mut table = node.table()?;
        let tiles = table.optional("tiles", |node| node.words())?;
        let last = table.optional("last", |node| node.words())?.unwrap_or_default();
        table.finish().map_err(|error| match error.place.word() {
            key @ ("aside" | "out") => {
                let help = format!("`{key}` stands beside `piles`, above the first table, not in one of them");
                error.with_help(help)
            }
            _ => error,
        })?;
        Ok(Pile { place: node.place(), tiles, last })
    }
}

/// What is in force of what one expansion says about the pile.
#[derive(Clone, Default)]
pub(super) struct Heap<'a> {
    piles: &'a [Pile],
    aside: List,
    out: List,
    /// What lies in places for tiles, and in places for tokens: these come with the rules of the expansion.
    stored: Vec<(&'a Word, List)>,
    pursed: Vec<(&'a Word, List)>,
}

/// Replaces what lies in a place at first, or adds to it.
fn lay_lists<'a>(lists: &mut Vec<(&'a Word, List)>, over: &'a [(Word, List)]) {
    for (zone, list) in over {
        match lists.iter_mut().find(|(other, _)| other.text == zone.text) {
            Some((_, below)) => below.lay(list),
            None => lists.push((zone, list.clone())),
        }
    }
}

impl<'a> Heap<'a> {
    /// Replaces list by list what is said too, or adds to it.
    pub fn lay(&mut self, over: &'a PileLines) {
        over.piles.as_ref().inspect(|piles| self.piles = piles);
        self.aside.lay(&over.aside);
        self.out.lay(&over.out);
        lay_lists(&mut self.stored, &over.stored);
    }

    /// The same for places that hold tokens.
    pub fn lay_tokens(&mut self, over: &'a PileLines) {
        lay_lists(&mut self.pursed, &over.stored);
    }

    /// Forgets what would lie in places of their own.
    pub fn store_nothing(&mut self) {
        self.stored.clear();
    }

    fn is_empty(&self) -> bool {
        let lists = [&self.aside, &self.out];
        let is_pile = self.piles.is_empty() && self.stored.is_empty() && self.pursed.is_empty();
        is_pile && lists.into_iter().flat_map(List::words).next().is_none()
    }
}

/// The tiles of all expansions of a game, as manifests name them.
#[derive(Default)]
pub(super) struct Pool<'a> {
    tiles: BTreeMap<(&'a str, &'a str), TileId>,
    /// Of each tile, how many there are.
    counts: Vec<usize>,
    /// Tiles that are changed copies of another, which comes first.
    changed: Vec<(TileId, TileId)>,
}

impl<'a> Pool<'a> {
    /// Adds a tile of a set. Tiles are added in the order in which they are drafted.
    pub fn add(&mut self, set: &'a str, id: &'a str, count: usize) {
        self.tiles.insert((set, id), TileId(self.counts.len() as u16));
        self.counts.push(count);
    }

    /// Adds copies of a tile that were changed: what is said of the tile holds for them too.
    pub fn add_changed(&mut self, set: &'a str, id: &'a str, count: usize) {
        let tile = TileId(self.counts.len() as u16);
        self.changed.extend(self.tiles.get(&(set, id)).map(|&original| (original, tile)));
        self.counts.push(count);
    }

    /// A tile and its changed copies.
    fn family(&self, tile: TileId) -> impl Iterator<Item = TileId> {
        let changed = self.changed.iter().filter(move |(original, _)| *original == tile).map(|(_, changed)| *changed);
        [tile].into_iter().chain(changed)
    }

    /// How many there are of a tile, its changed copies included.
    fn count(&self, tile: TileId) -> usize {
        self.family(tile).map(|tile| self.counts[tile.0 as usize]).sum()
    }

    /// The tile that a word names, `ID` in the expansion's own set or `EXPANSION:ID`.
    fn find(&self, word: &Word, part: &Expansion) -> Read<TileId> {
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

    /// How many there are of a tile, in words.
    fn told(&self, tile: TileId, word: &Word) -> String {
        let count = self.count(tile);
        let (tiles, are) = if count == 1 { ("tile", "is") } else { ("tiles", "are") };
        format!("the {count} {tiles} `{}` that there {are}", word.text)
    }
}

/// The start position, if there are as many of its tiles as it takes.
pub(super) fn start_tiles(part: &Expansion, lines: &[StartLine], pool: &Pool<'_>) -> Read<Vec<StartTile>> {
    let mut start: Vec<StartTile> = Vec::new();
    for line in lines {
        let tile = pool.find(&line.tile, part)?;
        let taken = |tile: TileId| start.iter().filter(|other| other.tile == tile).count();
        let free = pool.family(tile).find(|tile| taken(*tile) < pool.counts[tile.0 as usize]);
        let Some(tile) = free else {
            return Err(line.tile.place.error(format!("the start takes more than {}", pool.told(tile, &line.tile))));
        };
        start.push(StartTile { tile, cell: line.cell, rotation: line.rotation });
    }
    Ok(start)
}

/// How the pile is made, by what the expansions say in the order in which they are loaded.
pub(super) fn piling(
    heaps: &[(&Expansion, Heap<'_>)],
    start: &[StartTile],
    pool: &Pool<'_>,
    words: &Vocabulary,
) -> Read<Piling> {
    if heaps.iter().all(|(_, heap)| heap.is_empty()) {
        return Ok(Piling::default());
    }
    let mut dealt = Dealing::new(start, pool);
    let mut piling = Piling::default();
    // What is named copy by copy comes first, so that what takes all copies takes all that are left.
    for (part, heap) in heaps {
        for word in heap.out.words() {
            piling.out.push(dealt.one(word, part)?);
        }
        for pile in heap.piles {
            let last = pile.last.iter().map(|word| dealt.one(word, part)).collect::<Read<_>>()?;
            piling.upper.push(Upper { tiles: Vec::new(), last });
        }
    }
    for (part, heap) in heaps {
        for word in heap.aside.words() {
            piling.aside.extend(dealt.all(word, part)?);
        }
        for (zone, list) in heap.stored.iter().filter(|(zone, _)| held(heaps, zone) != Some(Holds::Tokens)) {
            let (id, mut tiles) = (words.zone(zone)?, Vec::new());
            if held(heaps, zone) != Some(Holds::Tiles) {
                return Err(zone.place.error(format!("the zone `{}` does not hold tiles or tokens", zone.text)));
            }
            for word in list.words() {
                tiles.extend(dealt.all(word, part)?);
            }
            piling.stored.push((id, tiles));
        }
    }
    let piles = || heaps.iter().flat_map(|(part, heap)| heap.piles.iter().map(move |pile| (*part, pile)));
    for ((part, pile), upper) in piles().zip(&mut piling.upper) {
        for word in pile.tiles.iter().flatten() {
            upper.tiles.extend(dealt.all(word, part)?);
        }
    }
    let mut whole: Vec<(&Expansion, &Place)> = Vec::new();
    for ((part, pile), upper) in piles().zip(&mut piling.upper).filter(|((_, pile), _)| pile.tiles.is_none()) {
        if let Some((_, first)) = whole.iter().find(|(other, _)| other.id() == part.id()) {
            let error = pile.place.error("another pile has all tiles of the expansion: say the `tiles` of this one");
            return Err(error.with_help(format!("first at {first}")));
        }
        whole.push((part, &pile.place));
        upper.tiles = dealt.unnamed(part);
    }
    piling.upper.retain(|upper| !upper.tiles.is_empty() || !upper.last.is_empty());
    piling.pursed = pursed(heaps, words)?;
    Ok(piling)
}

/// What a zone holds, if there is such a zone.
fn held(heaps: &[(&Expansion, Heap<'_>)], zone: &Word) -> Option<Holds> {
    let mut all = heaps.iter().flat_map(|(part, _)| &part.layer.zones);
    all.find(|(name, _)| name.text == zone.text).map(|(_, kind)| kind.holds)
}

/// The tokens that lie in places of their own at first. A kind lies in one place that nobody owns at most, and in one of each player.
fn pursed(heaps: &[(&Expansion, Heap<'_>)], words: &Vocabulary) -> Read<Vec<(ZoneId, TokenId)>> {
    let zones: Vec<&(Word, ZoneKind)> = heaps.iter().flat_map(|(part, _)| &part.layer.zones).collect();
    let mut taken: BTreeMap<(usize, bool), &Place> = BTreeMap::new();
    let mut pursed = Vec::new();
    for (zone, list) in heaps.iter().flat_map(|(_, heap)| &heap.pursed) {
        let kind = zones.iter().find(|(name, kind)| name.text == zone.text && kind.holds_tokens());
        let Some((_, kind)) = kind else { continue };
        for word in list.words() {
            let token = words.token(word)?;
            if let Some(first) = taken.insert((token, kind.owned), &word.place) {
                let error = word.place.error(format!("the tokens `{}` lie elsewhere already", word.text));
                return Err(error.with_help(format!("first at {first}")));
            }
            pursed.push((words.zone(zone)?, TokenId(token as u8)));
        }
    }
    Ok(pursed)
}

/// The tiles while they are dealt out.
struct Dealing<'a> {
    pool: &'a Pool<'a>,
    /// Of each tile, how many nobody has taken yet.
    left: Vec<usize>,
    /// Of each tile, whether a word names it or the tile that it is a changed copy of.
    named: Vec<bool>,
    /// Of each tile of which all were taken, the word that did.
    taken: BTreeMap<TileId, Place>,
}

impl<'a> Dealing<'a> {
    /// Begins without what lies on the table.
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

    /// One copy of the tile that a word names, a changed one only if there is no other.
    fn one(&mut self, word: &Word, part: &Expansion) -> Read<TileId> {
        let tile = self.pool.find(word, part)?;
        self.name(tile);
        let Some(one) = self.pool.family(tile).find(|tile| self.left[tile.0 as usize] > 0) else {
            let message = format!("the start, `last` and `out` take more than {}", self.pool.told(tile, word));
            return Err(word.place.error(message));
        };
        self.left[one.0 as usize] -= 1;
        Ok(one)
    }

    /// All copies that are left of the tile that a word names.
    fn all(&mut self, word: &Word, part: &Expansion) -> Read<Vec<TileId>> {
        let tile = self.pool.find(word, part)?;
        if let Some(first) = self.taken.insert(tile, word.place.clone()) {
            let error = word.place.error(format!("the tiles `{}` lie elsewhere already", word.text));
            return Err(error.with_help(format!("first at {first}")));
        }
        self.name(tile);
        let mut take = |tile: TileId| repeat_n(tile, std::mem::take(&mut self.left[tile.0 as usize]));
        Ok(self.pool.family(tile).flat_map(&mut take).collect())
    }

    /// All copies of the tiles of an expansion that no word names.
    fn unnamed(&self, part: &Expansion) -> Vec<TileId> {
        let own = part.tiles().filter_map(|(id, _)| self.pool.tiles.get(&(part.id(), id)));
        let own = own.flat_map(|tile| self.pool.family(*tile));
        let unnamed = own.filter(|tile| !self.named[tile.0 as usize]);
        unnamed.flat_map(|tile| repeat_n(tile, self.left[tile.0 as usize])).collect()
    }
}
