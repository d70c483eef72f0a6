//! The open cells beside placed tiles, bucketed by the pattern of edges that each demands. Changed step by step and never
//! rescanned, so that asking where a tile fits costs the number of patterns, not the size of the board.

/// Cells that a bucket has room for when it is first used.
const FIRST: u16 = 4;

/// The cells that demand one pattern: a run in the common array that moves to a larger one when it is full.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    start: u32,
    len: u16,
    room: u16,
    /// Its place among the active patterns while it holds cells.
    active: u16,
}

/// A pattern that some cell demands, and how many do: all that is asked when a tile is drawn, side by side in memory.
#[derive(Clone, Copy, Debug)]
struct Active {
    pattern: u16,
    count: u16,
}

/// The buckets. A cell is named by its slot on the board; where it lies in its bucket is for the board to remember.
#[derive(Debug)]
pub struct Frontier {
    cells: Vec<u16>,
    buckets: Vec<Bucket>,
    active: Vec<Active>,
}

impl Frontier {
    /// No open cell yet; room for so many patterns and cells without another allocation.
    pub fn new(patterns: usize, cells: usize) -> Frontier {
        let most = patterns.min(cells);
        Frontier {
            // Runs double when they move: at worst each leaves as much behind as it has.
            cells: Vec::with_capacity(most * FIRST as usize + 4 * cells),
            buckets: vec![Bucket::default(); patterns],
            active: Vec::with_capacity(most),
        }
    }

    /// Forgets all cells; the buckets keep their room.
    pub fn clear(&mut self) {
        for active in &self.active {
            self.buckets[active.pattern as usize].len = 0;
        }
        self.active.clear();
    }

    /// Puts a cell into the bucket of a pattern; the answer is its position there.
    #[inline]
    pub fn insert(&mut self, pattern: u16, cell: u16) -> u16 {
        let Bucket { len, room, .. } = self.buckets[pattern as usize];
        if len == room {
            self.widen(pattern);
        }
        let bucket = &mut self.buckets[pattern as usize];
        if len == 0 {
            bucket.active = self.active.len() as u16;
            self.active.push(Active { pattern, count: 0 });
        }
        self.active[bucket.active as usize].count = len + 1;
        bucket.len = len + 1;
        self.cells[bucket.start as usize + len as usize] = cell;
        len
    }

    /// Takes the cell at a position out of its bucket. The answer is the cell that lies there now: the last one, which may
    /// be the one taken out.
    #[inline]
    pub fn remove(&mut self, pattern: u16, position: u16) -> u16 {
        let bucket = &mut self.buckets[pattern as usize];
        let start = bucket.start as usize;
        bucket.len -= 1;
        self.active[bucket.active as usize].count = bucket.len;
        let moved = self.cells[start + bucket.len as usize];
        self.cells[start + position as usize] = moved;
        if bucket.len == 0 {
            let hole = bucket.active;
            self.active.swap_remove(hole as usize);
            if let Some(other) = self.active.get(hole as usize) {
                self.buckets[other.pattern as usize].active = hole;
            }
        }
        moved
    }

    /// Moves a full bucket to a run of twice the length at the end of the array.
    #[cold]
    fn widen(&mut self, pattern: u16) {
        let bucket = &mut self.buckets[pattern as usize];
        let (old, len) = (bucket.start as usize, bucket.len as usize);
        bucket.start = self.cells.len() as u32;
        bucket.room = (bucket.room * 2).max(FIRST);
        self.cells.extend_from_within(old..old + len);
        self.cells.resize(bucket.start as usize + bucket.room as usize, 0);
    }

    /// The patterns that some cell demands, with how many do.
    #[inline]
    pub fn patterns(&self) -> impl ExactSizeIterator<Item = (u16, usize)> + '_ {
        self.active.iter().map(|active| (active.pattern, active.count as usize))
    }

    /// The n-th cell of a pattern's bucket.
    #[inline]
    pub fn cell(&self, pattern: u16, n: usize) -> u16 {
        self.cells[self.buckets[pattern as usize].start as usize + n]
    }

    /// How many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice()) + size_of_val(self.buckets.as_slice()) + size_of_val(self.active.as_slice())
    }
}

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        let mut copy = Frontier {
            cells: Vec::with_capacity(self.cells.capacity()),
            buckets: self.buckets.clone(),
            active: Vec::with_capacity(self.active.capacity()),
        };
        copy.cells.extend_from_slice(&self.cells);
        copy.active.extend_from_slice(&self.active);
        copy
    }

    fn clone_from(&mut self, other: &Frontier) {
        self.cells.clone_from(&other.cells);
        self.buckets.clone_from(&other.buckets);
        self.active.clone_from(&other.active);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_is_found_in_its_bucket_after_any_changes() {
        let mut frontier = Frontier::new(3, 60);
        let mut at = [(0u16, 0u16); 60];
        for cell in 0..60u16 {
            let pattern = cell % 3;
            at[cell as usize] = (pattern, frontier.insert(pattern, cell));
        }
        for cell in (0..60).step_by(4) {
            let (pattern, position) = at[cell];
            let moved = frontier.remove(pattern, position);
            at[moved as usize].1 = position;
        }
        for (pattern, count) in frontier.patterns() {
            let mut cells: Vec<u16> = (0..count).map(|n| frontier.cell(pattern, n)).collect();
            cells.sort();
            let expected: Vec<u16> = (0..60).filter(|cell| cell % 3 == pattern && cell % 4 != 0).collect();
            assert_eq!(cells, expected);
        }
    }
}
