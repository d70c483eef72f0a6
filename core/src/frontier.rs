//! The open cells beside placed tiles, bucketed by the pattern of edges that each demands. Changed step by step and never
//! rescanned, so that asking where a tile fits costs the number of patterns, not the size of the board.

/// Cells in one chunk of a bucket.
const CHUNK: usize = 14;
const NIL: u16 = u16::MAX;

#[derive(Clone, Copy, Debug)]
struct Chunk {
    cells: [u16; CHUNK],
    len: u16,
    next: u16,
}

/// A bucket with cells in it: its pattern and how many they are.
#[derive(Clone, Copy, Debug)]
struct Active {
    pattern: u16,
    count: u16,
}

/// The first chunk of a bucket and its place among the active ones.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    head: u16,
    active: u16,
}

const EMPTY: Bucket = Bucket { head: NIL, active: 0 };

/// The buckets. A cell is named by its slot on the board; where it lies in its bucket is for the board to remember.
#[derive(Debug)]
pub struct Frontier {
    chunks: Vec<Chunk>,
    buckets: Vec<Bucket>,
    active: Vec<Active>,
    free: u16,
}

impl Frontier {
    /// No open cell yet; room for so many patterns and cells without another allocation.
    pub fn new(patterns: usize, cells: usize) -> Frontier {
        let most = patterns.min(cells);
        Frontier {
            chunks: Vec::with_capacity(most + cells / CHUNK + 1),
            buckets: vec![EMPTY; patterns],
            active: Vec::with_capacity(most),
            free: NIL,
        }
    }

    /// Forgets all cells.
    pub fn clear(&mut self) {
        for active in &self.active {
            self.buckets[active.pattern as usize] = EMPTY;
        }
        self.active.clear();
        self.chunks.clear();
        self.free = NIL;
    }

    /// Puts a cell into the bucket of a pattern; the answer is its position there.
    #[inline]
    pub fn insert(&mut self, pattern: u16, cell: u16) -> u16 {
        let bucket = &mut self.buckets[pattern as usize];
        let mut head = bucket.head;
        if head == NIL {
            bucket.active = self.active.len() as u16;
            self.active.push(Active { pattern, count: 1 });
        } else {
            self.active[bucket.active as usize].count += 1;
        }
        if head == NIL || self.chunks[head as usize].len as usize == CHUNK {
            let fresh = Chunk { cells: [0; CHUNK], len: 0, next: head };
            if self.free == NIL {
                head = self.chunks.len() as u16;
                self.chunks.push(fresh);
            } else {
                head = self.free;
                self.free = self.chunks[head as usize].next;
                self.chunks[head as usize] = fresh;
            }
            bucket.head = head;
        }
        let chunk = &mut self.chunks[head as usize];
        let offset = chunk.len;
        chunk.cells[offset as usize] = cell;
        chunk.len = offset + 1;
        head * CHUNK as u16 + offset
    }

    /// Takes the cell at a position out of its bucket. The answer is the cell that now lies there, if another does.
    #[inline]
    pub fn remove(&mut self, pattern: u16, position: u16) -> Option<u16> {
        let bucket = &mut self.buckets[pattern as usize];
        self.active[bucket.active as usize].count -= 1;
        let head = bucket.head as usize;
        let last = self.chunks[head].len as usize - 1;
        self.chunks[head].len = last as u16;
        let moved = self.chunks[head].cells[last];
        let from = (head * CHUNK + last) as u16;
        if last == 0 {
            bucket.head = self.chunks[head].next;
            self.chunks[head].next = self.free;
            self.free = head as u16;
        }
        if bucket.head == NIL {
            let hole = bucket.active as usize;
            self.active.swap_remove(hole);
            if let Some(moved) = self.active.get(hole) {
                self.buckets[moved.pattern as usize].active = hole as u16;
            }
        }
        if from == position {
            return None;
        }
        self.chunks[position as usize / CHUNK].cells[position as usize % CHUNK] = moved;
        Some(moved)
    }

    /// The patterns that some cell demands, with how many do.
    #[inline]
    pub fn patterns(&self) -> impl Iterator<Item = (u16, usize)> + '_ {
        self.active.iter().map(|active| (active.pattern, active.count as usize))
    }

    /// How many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.chunks.as_slice()) + size_of_val(self.buckets.as_slice()) + size_of_val(self.active.as_slice())
    }

    /// The n-th cell of a pattern's bucket.
    #[inline]
    pub fn cell(&self, pattern: u16, mut n: usize) -> u16 {
        let mut chunk = &self.chunks[self.buckets[pattern as usize].head as usize];
        while n >= chunk.len as usize {
            n -= chunk.len as usize;
            chunk = &self.chunks[chunk.next as usize];
        }
        chunk.cells[n]
    }
}

impl Clone for Frontier {
    fn clone(&self) -> Frontier {
        let mut copy = Frontier {
            chunks: Vec::with_capacity(self.chunks.capacity()),
            buckets: self.buckets.clone(),
            active: Vec::with_capacity(self.active.capacity()),
            free: self.free,
        };
        copy.chunks.extend_from_slice(&self.chunks);
        copy.active.extend_from_slice(&self.active);
        copy
    }

    fn clone_from(&mut self, other: &Frontier) {
        self.chunks.clone_from(&other.chunks);
        self.buckets.clone_from(&other.buckets);
        self.active.clone_from(&other.active);
        self.free = other.free;
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
            if let Some(moved) = frontier.remove(pattern, position) {
                at[moved as usize].1 = position;
            }
        }
        for (pattern, count) in frontier.patterns() {
            let mut cells: Vec<u16> = (0..count).map(|n| frontier.cell(pattern, n)).collect();
            cells.sort();
            let expected: Vec<u16> = (0..60).filter(|cell| cell % 3 == pattern && cell % 4 != 0).collect();
            assert_eq!(cells, expected);
        }
    }
}
