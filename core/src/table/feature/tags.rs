//! The tags of segments and features. Few segments have any, so only these have a row of counts: copies stay small however
//! many tags the sets in play declare.

use std::ops::Range;

use crate::table::catalogue::{Catalogue, TagId, TileKind};
use crate::table::copy::copy;

/// How often each tag is on each segment, or on the feature whose oldest segment it is.
#[derive(Debug, Default)]
pub(super) struct Tags {
    /// The row of each segment, or of the feature whose oldest segment it is; the list ends after the last tagged segment.
    /// A segment without printed tags has no row until it is joined with one that has.
    rows: Vec<u16>,
    /// The rows, each with `stride` counts. A segment with printed tags keeps the row that it got when it was laid.
    counts: Vec<u16>,
    stride: usize,
}

/// No row.
const NONE: u16 = u16::MAX;

impl Tags {
    /// Makes an empty list with space for this many segments.
    pub fn new(catalogue: &Catalogue, segments: usize) -> Tags {
        let tagged = |tile: &TileKind| tile.segments.iter().filter(|segment| !segment.tags.is_empty()).count();
        let rows: usize = catalogue.tiles.iter().map(|tile| tile.count as usize * tagged(tile)).sum();
        let stride = catalogue.tags.len();
        Tags { rows: Vec::with_capacity(segments), counts: Vec::with_capacity(rows * stride), stride }
    }

    pub fn clear(&mut self) {
        self.rows.clear();
        self.counts.clear();
    }

    /// Adds a segment with these tags printed on it.
    pub fn print(&mut self, tags: &[TagId]) {
        if tags.is_empty() {
            return self.rows.push(NONE);
        }
        let row = self.counts.len();
        self.rows.push((row / self.stride) as u16);
        self.counts.resize(row + self.stride, 0);
        tags.iter().for_each(|tag| self.counts[row + tag.0 as usize] += 1);
    }

    /// Adds the segments of a tile, from its first one on, as they are printed.
    pub fn add(&mut self, base: u16, printed: &Tags, segments: Range<usize>) {
        self.rows.resize(base as usize, NONE);
        for segment in segments {
            let row = match printed.row(segment as u16) {
                Some(row) => {
                    self.counts.extend_from_slice(&printed.counts[row..row + self.stride]);
                    (self.counts.len() / self.stride - 1) as u16
                }
                None => NONE,
            };
            self.rows.push(row);
        }
    }

    /// Counts the tags of the younger of two segments on the feature of the older one.
    pub fn unite(&mut self, old: u16, young: u16) {
        let Some(from) = self.row(young) else { return };
        let Some(into) = self.row(old) else {
            self.rows[old as usize] = self.rows[young as usize];
            return;
        };
        for tag in 0..self.stride {
            self.counts[into + tag] += self.counts[from + tag];
        }
    }

    /// Makes the tags of a segment those that are printed on it.
    pub fn reset(&mut self, segment: u16, printed: &Tags, as_printed: usize) {
        match (self.row(segment), printed.row(as_printed as u16)) {
            (Some(own), Some(row)) => {
                self.counts[own..own + self.stride].copy_from_slice(&printed.counts[row..row + self.stride]);
            }
            (Some(_), None) => self.rows[segment as usize] = NONE,
            _ => {}
        }
    }

    /// Returns how often a tag is on the feature of its oldest segment.
    #[inline]
    pub fn get(&self, segment: u16, tag: TagId) -> u16 {
        self.row(segment).map_or(0, |row| self.counts[row + tag.0 as usize])
    }

    /// Returns where the row of a segment begins.
    #[inline]
    fn row(&self, segment: u16) -> Option<usize> {
        let row = *self.rows.get(segment as usize)?;
        (row != NONE).then_some(row as usize * self.stride)
    }

    /// Returns the size of a copy in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice()) + size_of_val(self.counts.as_slice())
    }
}

impl Clone for Tags {
    fn clone(&self) -> Tags {
        Tags { rows: copy(&self.rows), counts: copy(&self.counts), stride: self.stride }
    }

    fn clone_from(&mut self, other: &Tags) {
        let Tags { rows, counts, stride } = other;
        self.rows.clone_from(rows);
        self.counts.clone_from(counts);
        self.stride = *stride;
    }
}
