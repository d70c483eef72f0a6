//! Placed tiles and where another one fits. Knows cells and edges, never points or players' figures.

use crate::table::catalogue::{Catalogue, TileId, TileKind};
use crate::table::copy::Stamp;
use crate::table::frontier::Frontier;
use crate::table::geometry::{Cell, Rotation, Side};

/// A tile on the board, by the order in which it was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedId(pub u16);

/// A tile that lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Its cell.
    pub cell: Cell,
    /// Which tile it is.
    pub tile: TileId,
    /// Its first segment in the feature graph.
    pub base: u16,
    /// How it is turned.
    pub rotation: Rotation,
    /// One more than the placed tile of the same print that was laid before it, or 0.
    before: u16,
}

/// The surroundings of a tile that was just laid.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    sides: [Side; 4],
    neighbours: [PlacedId; 4],
    count: u8,
    /// Which tiles were waiting for it.
    pub watch: Watch,
}

/// Which tiles wait for a tile that was just laid, because they need all eight neighbours.
#[derive(Clone, Copy, Debug)]
pub enum Watch {
    /// No tile.
    Nobody,
    /// One tile.
    One(PlacedId),
    /// Perhaps several, or the tile itself waits or fills a hole: the cells around it must be checked.
    Several,
}

impl Laid {
    /// Returns the tiles across its sides.
    #[inline]
    pub fn neighbours(&self) -> impl Iterator<Item = (Side, PlacedId)> + '_ {
        let count = self.count as usize;
        self.sides[..count].iter().copied().zip(self.neighbours[..count].iter().copied())
    }
}

/// The maximum number of cells that a board may use: one for each tile, those beside it, and those around tiles that
/// wait for their neighbours.
pub fn max_cells(catalogue: &Catalogue, tiles: usize) -> usize {
    let waits = |tile: &&TileKind| tile.looks_around();
    let waiting: usize = catalogue.tiles.iter().filter(waits).map(|tile| tile.count as usize).sum();
    3 * tiles + 8 * (waiting + tiles - catalogue.tile_count().min(tiles)) + 4
}

/// The distance between the rows of a board in a table of this size. The golden ratio keeps rows apart, whether a board
/// is square or one long row.
fn row_of(capacity: usize) -> isize {
    (capacity * 618 / 1000) as isize | 1
}

/// A legal place for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The cell.
    pub cell: Cell,
    /// How the tile is turned: the smallest of the rotations that look the same.
    pub rotation: Rotation,
}

/// Space for so many tiles of a few prints is enough for most searches.
const FEW_TILES: usize = 32;

const NOBODY: u16 = 0;
const SEVERAL: u16 = u16::MAX;

/// What the board stores about a cell, in eight bytes.
#[derive(Clone, Copy, Debug)]
struct Slot {
    /// The cell, or [`NOWHERE`] while the slot is vacant.
    cell: Cell,
    /// The edges that an open cell demands. 0 if the cell is not open, since an open cell demands at least one edge.
    pattern: u16,
    /// For an open cell, its position in its bucket of the frontier. For any other cell, one more than the tile that
    /// lies there, or 0.
    at: u16,
}

/// A cell that no game can reach.
const NOWHERE: Cell = Cell::new(i16::MIN, i16::MIN);

const VACANT: Slot = Slot { cell: NOWHERE, pattern: 0, at: 0 };

impl Slot {
    /// Returns the tile that lies there.
    #[inline]
    fn taken(self) -> Option<PlacedId> {
        if self.pattern == 0 { self.at.checked_sub(1).map(PlacedId) } else { None }
    }
}

/// The board.
///
/// Cells are in a table of fixed size that wraps around like a torus; on a collision a cell takes the next free slot. A
/// cell claims its slot at once and slots are never released, so the number of a slot identifies its cell for the rest
/// of the game.
#[derive(Debug, Default)]
pub struct Board {
    slots: Vec<Slot>,
    /// For each slot, which tiles around its cell wait for the cell to be taken: none, one or several.
    watchers: Vec<u16>,
    placed: Vec<Placed>,
    /// For each tile of the sets, one more than the last placed one that was laid as it, or 0.
    latest: Vec<u16>,
    frontier: Frontier,
    room: usize,
    /// The distance in the table between a cell and the one south of it.
    row: isize,
    stamp: Stamp,
}

impl Board {
    /// Makes an empty board with space for this many tiles.
    pub fn new(catalogue: &Catalogue, tiles: usize) -> Board {
        let cells = max_cells(catalogue, tiles);
        let capacity = (cells * 3 / 2).next_power_of_two().clamp(64, 1 << 16);
        Board {
            slots: vec![VACANT; capacity],
            watchers: vec![NOBODY; capacity],
            placed: Vec::with_capacity(tiles),
            latest: vec![0; catalogue.tiles.len()],
            room: tiles,
            frontier: Frontier::new(catalogue.buckets(), cells),
            row: row_of(capacity),
            stamp: Stamp::default(),
        }
    }

    /// Removes all tiles.
    pub fn clear(&mut self) {
        self.stamp.renew();
        self.slots.fill(VACANT);
        self.watchers.fill(NOBODY);
        self.placed.clear();
        self.latest.fill(0);
        self.frontier.clear();
    }

    /// Returns the placed tiles, in the order in which they were placed.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// Returns the placed tiles that were laid as one of these, oldest first. Something else may have been built over them
    /// since.
    pub fn laid_as(&self, tiles: &[TileId]) -> Vec<PlacedId> {
        let mut found = Vec::with_capacity(self.placed.len().min(FEW_TILES));
        for tile in tiles {
            let mut next = self.latest.get(tile.0 as usize).copied().unwrap_or(0);
            while let Some(id) = next.checked_sub(1).map(PlacedId) {
                found.push(id);
                next = self.tile(id).before;
            }
        }
        found.sort_unstable();
        found
    }

    /// Returns a placed tile.
    #[inline]
    pub fn tile(&self, id: PlacedId) -> &Placed {
        &self.placed[id.0 as usize]
    }

    /// Returns the tile at a cell.
    #[inline]
    pub fn at(&self, cell: Cell) -> Option<PlacedId> {
        self.slots[self.look_up(cell)].taken()
    }

    /// Returns the number of tiles around a cell, including corners.
    pub fn neighbours(&self, cell: Cell) -> usize {
        cell.around().into_iter().filter(|&near| self.at(near).is_some()).count()
    }

    /// Returns the number of tiles at the sides of a cell.
    pub fn beside(&self, cell: Cell) -> usize {
        Side::ALL.into_iter().filter(|&side| self.at(cell.step(side)).is_some()).count()
    }

    /// Returns the pattern of edges that an open cell demands.
    #[inline]
    pub fn pattern(&self, cell: Cell) -> Option<u16> {
        Some(self.slots[self.look_up(cell)].pattern).filter(|&pattern| pattern != 0)
    }

    /// Returns the open cells with the patterns that they demand, in arbitrary order.
    pub fn open_cells(&self) -> impl Iterator<Item = (Cell, u16)> + '_ {
        self.frontier.buckets().flat_map(move |(bucket, count)| {
            let slots = (0..count).map(move |n| &self.slots[self.frontier.cell(bucket, n) as usize]);
            slots.map(|slot| (slot.cell, slot.pattern))
        })
    }

    /// Returns the open cells with a tile at no fewer than this many sides, in arbitrary order. All cells of a bucket have
    /// the same number of them, so only one is looked at.
    pub fn open_cells_beside<'a>(&'a self, catalogue: &'a Catalogue, taken: usize) -> impl Iterator<Item = Cell> + 'a {
        let slot = |bucket: u16, n: usize| &self.slots[self.frontier.cell(bucket, n) as usize];
        let is_taken = move |pattern: u16| {
            Side::ALL.into_iter().filter(|&side| catalogue.demanded(pattern, side).is_some()).count() >= taken
        };
        let buckets = self.frontier.buckets();
        let wanted = buckets.filter(move |&(bucket, _)| taken < 2 || is_taken(slot(bucket, 0).pattern));
        wanted.flat_map(move |(bucket, count)| (0..count).map(move |n| slot(bucket, n).cell))
    }

    /// Returns the number of ways in which a tile can be placed.
    #[inline]
    pub fn count_places(&self, catalogue: &Catalogue, tile: TileId) -> usize {
        let ways = catalogue.ways(tile);
        self.frontier.buckets().map(|(bucket, count)| count * ways[bucket as usize] as usize).sum()
    }

    /// Returns the n-th way to place a tile, in the order of [`Board::count_places`].
    #[inline]
    pub fn place(&self, catalogue: &Catalogue, tile: TileId, mut n: usize) -> Option<Place> {
        let ways = catalogue.ways(tile);
        for (bucket, count) in self.frontier.buckets() {
            let ways = ways[bucket as usize] as usize;
            if n < count * ways {
                let (nth, way) = (n as u32 / ways as u32, n as u32 % ways as u32);
                let slot = &self.slots[self.frontier.cell(bucket, nth as usize) as usize];
                let rotation = catalogue.fits(tile, slot.pattern).get(way as usize);
                return Some(Place { cell: slot.cell, rotation });
            }
            n -= count * ways;
        }
        None
    }

    /// Whether a tile fits a place.
    #[inline]
    pub fn fits(&self, catalogue: &Catalogue, tile: TileId, place: Place) -> bool {
        self.pattern(place.cell).is_some_and(|pattern| catalogue.fits(tile, pattern).contains(place.rotation))
    }

    /// Lays a tile, whose first segment gets this number, on a free cell and opens the cells beside it.
    #[inline]
    pub fn lay(&mut self, catalogue: &Catalogue, tile: TileId, Place { cell, rotation }: Place, base: u16) -> Laid {
        self.stamp.renew();
        let own = self.entry(cell);
        if self.slots[own].pattern != 0 {
            self.close(catalogue, own);
        }
        let before = std::mem::replace(&mut self.latest[tile.0 as usize], self.placed.len() as u16 + 1);
        let placed = Placed { cell, tile, base, rotation, before };
        self.placed.push(placed);
        self.slots[own] = Slot { cell: placed.cell, pattern: 0, at: self.placed.len() as u16 };
        // Sorts taken and free cells without a branch, because no processor could predict it.
        let (mut sides, mut neighbours) = ([Side::N; 4], [PlacedId(0); 4]);
        let (mut free_sides, mut free) = ([Side::N; 4], [0; 4]);
        let (mut taken, mut frees) = (0, 0);
        for side in Side::ALL {
            let near = self.entry(placed.cell.step(side));
            let Slot { pattern, at, .. } = self.slots[near];
            let is_taken = (pattern == 0) & (at != 0);
            (sides[taken & 3], neighbours[taken & 3]) = (side, PlacedId(at.wrapping_sub(1)));
            (free_sides[frees & 3], free[frees & 3]) = (side, near as u16);
            taken += is_taken as usize;
            frees += !is_taken as usize;
        }
        let demands = catalogue.demands(placed.tile, placed.rotation);
        for (&side, &near) in free_sides[..frees].iter().zip(&free[..frees]) {
            self.demand(catalogue, near as usize, demands[side.index()]);
        }
        let waits = catalogue.looks_around(placed.tile);
        let watch = match self.watchers[own] {
            NOBODY if !waits => Watch::Nobody,
            one if !waits && one != SEVERAL => Watch::One(PlacedId(one - 1)),
            _ => Watch::Several,
        };
        if waits {
            self.watch_around(placed.cell);
        }
        Laid { sides, neighbours, count: taken as u8, watch }
    }

    /// Puts another version of a tile in its place: what was built over it changes what the open cells beside it demand.
    pub fn rebuild(&mut self, catalogue: &Catalogue, id: PlacedId, version: TileId) {
        let Placed { cell, tile, rotation, .. } = self.placed[id.0 as usize];
        self.stamp.renew();
        let (before, after) = (catalogue.demands(tile, rotation), catalogue.demands(version, rotation));
        for side in Side::ALL {
            let near = self.entry(cell.step(side));
            if self.slots[near].pattern != 0 {
                self.demand(catalogue, near, after[side.index()].wrapping_sub(before[side.index()]));
            }
        }
        self.placed[id.0 as usize].tile = version;
    }

    /// Marks the cells around the last tile, which waits for its neighbours.
    #[cold]
    fn watch_around(&mut self, cell: Cell) {
        let own = self.placed.len() as u16;
        for near in cell.around() {
            let slot = self.entry(near);
            let watcher = &mut self.watchers[slot];
            *watcher = if *watcher == NOBODY { own } else { SEVERAL };
        }
    }

    /// Adds a demand to a cell that is open or becomes open: its pattern grows by `more`. Always inlined, because every
    /// tile that is laid comes here several times, and `rebuild` hardly ever.
    #[inline(always)]
    fn demand(&mut self, catalogue: &Catalogue, slot: usize, more: u16) {
        let before = self.slots[slot].pattern;
        if before != 0 {
            self.close(catalogue, slot);
        }
        let pattern = before.wrapping_add(more);
        let at = self.frontier.insert(catalogue.bucket(pattern), slot as u16);
        let slot = &mut self.slots[slot];
        (slot.pattern, slot.at) = (pattern, at);
    }

    /// Removes an open cell from its bucket.
    #[inline]
    fn close(&mut self, catalogue: &Catalogue, slot: usize) {
        let Slot { pattern, at, .. } = self.slots[slot];
        let moved = self.frontier.remove(catalogue.bucket(pattern), at);
        self.slots[moved as usize].at = at;
    }

    /// Whether there is space for a tile anywhere, as a lab may want it (up to nine slots), and for all later tiles
    /// beside those on the board. It counts all slots, so it is too slow for play, where tiles lie side by side and the
    /// table is always large enough.
    pub fn has_room(&self, catalogue: &Catalogue, to_come: impl Iterator<Item = TileId>) -> bool {
        let used = self.slots.iter().filter(|slot| slot.cell != NOWHERE).count();
        let takes = |tile| if catalogue.looks_around(tile) { 9 } else { 3 };
        let (tiles, slots) = to_come.fold((1, 9), |(tiles, slots), tile| (tiles + 1, slots + takes(tile)));
        self.placed.len() + tiles <= self.room && used + slots <= self.slots.len() / 8 * 7
    }

    /// Returns the size of a copy in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.slots.as_slice())
            + size_of_val(self.watchers.as_slice())
            + size_of_val(self.placed.as_slice())
            + size_of_val(self.latest.as_slice())
            + self.frontier.bytes()
    }

    /// Returns the slot of a cell, or the vacant one where it would be.
    #[inline]
    fn look_up(&self, cell: Cell) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (cell.x as isize + cell.y as isize * self.row) as usize & mask;
        // The search ends at the cell or at a vacant slot, and which of them is unpredictable. The smaller of two
        // differences is zero if either is zero: one branch, which is nearly always taken.
        loop {
            let found = self.slots[slot].cell.bits();
            if (found ^ cell.bits()).min(found ^ NOWHERE.bits()) == 0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Returns the slot of a cell and claims it. If it stayed vacant, the next neighbour of the same tile could get the
    /// same slot.
    #[inline]
    fn entry(&mut self, cell: Cell) -> usize {
        let slot = self.look_up(cell);
        self.slots[slot].cell = cell;
        slot
    }
}

impl Clone for Board {
    fn clone(&self) -> Board {
        let mut placed = Vec::with_capacity(self.placed.capacity());
        placed.extend_from_slice(&self.placed);
        let (slots, watchers) = (self.slots.clone(), self.watchers.clone());
        let (latest, frontier, stamp) = (self.latest.clone(), self.frontier.clone(), self.stamp.clone());
        Board { slots, watchers, latest, frontier, row: self.row, room: self.room, placed, stamp }
    }

    fn clone_from(&mut self, other: &Board) {
        let Board { slots, watchers, latest, frontier, row, room, placed, stamp } = other;
        if self.stamp.adopt(stamp) {
            return;
        }
        self.slots.clone_from(slots);
        self.watchers.clone_from(watchers);
        self.placed.clone_from(placed);
        self.latest.clone_from(latest);
        self.frontier.clone_from(frontier);
        (self.row, self.room) = (*row, *room);
    }
}
