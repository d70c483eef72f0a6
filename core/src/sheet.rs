//! The score of one feature: named lines, each a count and a rate. Knows numbers, never who is paid.

use crate::catalogue::Line;
use crate::feature::FeatureId;

/// One line of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is counted.
    pub line: Line,
    /// How many there are.
    pub count: u16,
    /// What each is worth.
    pub rate: i16,
}

/// What a feature is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Which feature.
    pub feature: FeatureId,
    /// Whether it is scored as complete.
    pub complete: bool,
    /// Whether it is paid as a neighbour of the features that touch it.
    pub as_neighbour: bool,
    /// Its lines.
    pub entries: Vec<Entry>,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { feature: FeatureId(0), complete: false, as_neighbour: false, entries: Vec::new() }
    }
}

impl Sheet {
    /// An empty sheet with room for so many lines.
    pub fn with_capacity(lines: usize) -> Sheet {
        Sheet { entries: Vec::with_capacity(lines), ..Sheet::default() }
    }

    /// Begins the sheet of another feature.
    pub fn begin(&mut self, feature: FeatureId, complete: bool, as_neighbour: bool) {
        (self.feature, self.complete, self.as_neighbour) = (feature, complete, as_neighbour);
        self.entries.clear();
    }

    /// Writes a line, unless it counts nothing.
    pub fn write(&mut self, line: Line, count: u16, rate: i16) {
        if count > 0 && rate != 0 {
            self.entries.push(Entry { line, count, rate });
        }
    }

    /// The sum of all lines.
    pub fn total(&self) -> i32 {
        self.entries.iter().map(|entry| entry.count as i32 * entry.rate as i32).sum()
    }
}
