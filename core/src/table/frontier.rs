//! The open cells beside placed tiles, in buckets by the pattern of edges that each demands. They are updated
//! incrementally and never rescanned, so finding where a tile fits depends on the number of buckets, not on the size of
//! the board.

/// The capacity of a bucket when it is first used.
const INITIAL_CAPACITY: u16 = 4;

/// The cells that demand one pattern: a run in the common array, which moves to a larger one when it is full.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u32,
    capacity: u16,
    /// Its index among the active buckets while it holds cells.
    active: u16,
}

/// The value of `active` in a bucket that holds no cells.
const IDLE: u16 = u16::MAX;

/// A bucket that holds cells, and how many: all that is needed when a tile is drawn, side by side in memory.
#[derive(Clone, Copy, Debug)]
struct Active {
    bucket: u16,
    count: u16,
}

/// The buckets. A cell is identified by its slot on the board. The board remembers the cell's position in its bucket.
#[derive(Debug, Default)]
pub struct Frontier {
    cells: Vec<u16>,
    runs: Vec<Run>,
    active: Vec<Active>,
}

impl Frontier {
    /// Makes this many empty buckets, with space for this many cells.
    pub fn new(buckets: usize, cells: usize) -> Frontier {
        let most = buckets.min(cells);
        Frontier {
            // Runs double when they move: in the worst case each leaves behind as much as it holds.
            cells: Vec::with_capacity(most * INITIAL_CAPACITY as usize + 4 * cells),
            runs: vec![Run { start: 0, capacity: 0, active: IDLE }; buckets],
            active: Vec::with_capacity(most),
        }
    }

    /// Removes all cells; the buckets keep their capacity.
    pub fn clear(&mut self) {
        for active in &self.active {
            self.runs[active.bucket as usize].active = IDLE;
        }
        self.active.clear();
    }

    /// Puts a cell into a bucket and returns its position there.
    #[inline]
    pub fn insert(&mut self, bucket: u16, cell: u16) -> u16 {
        let run = &mut self.runs[bucket as usize];
        if run.active == IDLE {
            run.active = self.active.len() as u16;
            self.active.push(Active { bucket, count: 0 });
        }
        let Run { start, capacity, active } = *run;
        let count = &mut self.active[active as usize].count;
        let position = *count;
        *count += 1;
        match position == capacity {
            false => self.cells[start as usize + position as usize] = cell,
            true => self.widen(bucket, cell),
        }
        position
    }

    /// Removes the cell at a position from its bucket. Returns the cell that is at that position now: the last one,
    /// which may be the one that was removed.
    #[inline]
    pub fn remove(&mut self, bucket: u16, position: u16) -> u16 {
        let Run { start, active, .. } = self.runs[bucket as usize];
        let count = &mut self.active[active as usize].count;
        *count -= 1;
        let last = *count;
        let moved = self.cells[start as usize + last as usize];
        self.cells[start as usize + position as usize] = moved;
        if last == 0 {
            self.retire(bucket, active);
        }
        moved
    }

    /// Removes an empty bucket from the active ones; the last active bucket takes its index.
    fn retire(&mut self, bucket: u16, active: u16) {
        self.runs[bucket as usize].active = IDLE;
        self.active.swap_remove(active as usize);
        if let Some(other) = self.active.get(active as usize) {
            self.runs[other.bucket as usize].active = active;
        }
    }

    /// Moves a full bucket to a run of twice the length at the end of the array, and appends a cell.
    #[cold]
    fn widen(&mut self, bucket: u16, cell: u16) {
        let run = &mut self.runs[bucket as usize];
        let (old, len) = (run.start as usize, run.capacity as usize);
        run.start = self.cells.len() as u32;
        run.capacity = run.capacity.saturating_mul(2).max(INITIAL_CAPACITY);
        self.cells.extend_from_within(old..old + len);
        self.cells.resize(run.start as usize + run.capacity as usize, 0);
        self.cells[run.start as usize + len] = cell;
    }

    /// Returns the buckets that hold cells, with the number of cells in each.
    #[inline]
    pub fn buckets(&self) -> impl ExactSizeIterator<Item = (u16, usize)> + '_ {
        self.active.iter().map(|active| (active.bucket, active.count as usize))
    }

    /// Returns the n-th cell of a bucket.
    #[inline]
    pub fn cell(&self, bucket: u16, n: usize) -> u16 {
        self.cells[self.runs[bucket as usize].start as usize + n]
    }

    /// Returns the size of a copy in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.cells.as_slice()) + size_of_val(self.runs.as_slice()) + size_of_val(self.active.as_slice())
    }
}

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        let mut copy = Frontier {
            cells: Vec::with_capacity(self.cells.capacity()),
            runs: self.runs.clone(),
            active: Vec::with_capacity(self.active.capacity()),
        };
        copy.cells.extend_from_slice(&self.cells);
        copy.active.extend_from_slice(&self.active);
        copy
    }

    fn clone_from(&mut self, other: &Frontier) {
        let Frontier { cells, runs, active } = other;
        self.cells.clone_from(cells);
        self.runs.clone_from(runs);
        self.active.clone_from(active);
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
            let bucket = cell % 3;
            at[cell as usize] = (bucket, frontier.insert(bucket, cell));
        }
        for cell in (0..60).step_by(4) {
            let (bucket, position) = at[cell];
            let moved = frontier.remove(bucket, position);
            at[moved as usize].1 = position;
        }
        for (bucket, count) in frontier.buckets() {
            let mut cells: Vec<u16> = (0..count).map(|n| frontier.cell(bucket, n)).collect();
            cells.sort();
            let expected: Vec<u16> = (0..60).filter(|cell| cell % 3 == bucket && cell % 4 != 0).collect();
            assert_eq!(cells, expected);
        }
    }
}
