//! Which cells are shown and where on the sheet each lies: rulers, margins, cut edges. Never draws.

use bastide_core::geometry::{Cell, Side};

use super::art::Sketch;
use super::look::Look;

/// No more cells than this are shown in a row or a column, however far apart tiles lie.
const MOST: i32 = 200;

/// The layout of a board.
pub(super) struct Frame {
    pub first: Cell,
    pub last: Cell,
    /// Columns and lines of a tile.
    pub tile: (usize, usize),
    /// Columns of the ruler at the left.
    pub ruler: usize,
    /// Sides at which something is cut off, with the row or column of cells where it is.
    pub cuts: Vec<(Side, i16)>,
}

/// All cells that hold something.
fn cells<'a>(sketch: &'a Sketch) -> impl Iterator<Item = Cell> + 'a {
    sketch.tiles.iter().map(|tile| tile.0).chain(sketch.legal.iter().map(|legal| legal.cell))
}

/// The smallest rectangle around cells.
fn bounds(mut cells: impl Iterator<Item = Cell>) -> Option<(Cell, Cell)> {
    let first = cells.next()?;
    Some(cells.fold((first, first), |(low, high), cell| {
        (Cell::new(low.x.min(cell.x), low.y.min(cell.y)), Cell::new(high.x.max(cell.x), high.y.max(cell.y)))
    }))
}

fn shortened(from: i16, to: i16) -> i16 {
    (i32::from(to).min(i32::from(from) + MOST - 1)) as i16
}

impl Frame {
    /// The layout of everything, or of the window if there is one; none for an empty board.
    pub fn new(sketch: &Sketch, look: Look) -> Option<Frame> {
        let (first, last) = sketch.window.or_else(|| bounds(cells(sketch)))?;
        let (first, last) = bounds([first, last].into_iter())?;
        let last = Cell::new(shortened(first.x, last.x), shortened(first.y, last.y));
        let mut cuts: Vec<(Side, i16)> = cells(sketch).filter_map(|cell| cut(cell, first, last)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let ruler = first.y.to_string().len().max(last.y.to_string().len()) + 2;
        Some(Frame { first, last, tile: look.tile_size(), ruler, cuts })
    }

    fn is_cut(&self, side: Side) -> usize {
        usize::from(self.cuts.iter().any(|cut| cut.0 == side))
    }

    fn size(&self) -> (usize, usize) {
        let span = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(0) as usize;
        (span(self.first.x, self.last.x), span(self.first.y, self.last.y))
    }

    /// Columns of the sheet.
    pub fn columns(&self) -> usize {
        self.ruler + self.is_cut(Side::W) + self.size().0 * self.tile.0 + self.is_cut(Side::E)
    }

    /// Lines of the sheet.
    pub fn lines(&self) -> usize {
        1 + self.is_cut(Side::N) + self.size().1 * self.tile.1 + self.is_cut(Side::S)
    }

    /// Where a cell begins on the sheet, if it is shown.
    pub fn origin(&self, cell: Cell) -> Option<(usize, usize)> {
        let along = |value: i16, first: i16, last: i16| {
            (first..=last).contains(&value).then(|| (i32::from(value) - i32::from(first)) as usize)
        };
        let column = along(cell.x, self.first.x, self.last.x)? * self.tile.0;
        let row = along(cell.y, self.first.y, self.last.y)? * self.tile.1;
        Some((self.ruler + self.is_cut(Side::W) + column, 1 + self.is_cut(Side::N) + row))
    }

    /// The part that fits into so many columns and lines, around the legal cells and the last tile.
    pub fn window(&self, sketch: &Sketch, columns: usize, lines: usize) -> (Cell, Cell) {
        let focus = sketch.legal.iter().map(|legal| legal.cell).chain(sketch.last);
        let (low, high) = bounds(focus).unwrap_or((self.first, self.last));
        let (wide, high_cells) = self.size();
        // One column or line at either side is kept for the marks of a cut.
        let across = (columns.saturating_sub(self.ruler + 2) / self.tile.0).clamp(1, wide.max(1));
        let down = (lines.saturating_sub(3) / self.tile.1).clamp(1, high_cells.max(1));
        let place = |low: i16, high: i16, first: i16, last: i16, size: usize| {
            let size = size as i32;
            let middle = (i32::from(low) + i32::from(high) + 1 - size).div_euclid(2);
            let start = middle.min(i32::from(last) - size + 1).max(i32::from(first));
            (start as i16, (start + size - 1) as i16)
        };
        let (left, right) = place(low.x, high.x, self.first.x, self.last.x, across);
        let (top, bottom) = place(low.y, high.y, self.first.y, self.last.y, down);
        (Cell::new(left, top), Cell::new(right, bottom))
    }
}

/// At which side a cell is cut off, and in which row or column.
fn cut(cell: Cell, first: Cell, last: Cell) -> Option<(Side, i16)> {
    let is_row = (first.y..=last.y).contains(&cell.y);
    let is_column = (first.x..=last.x).contains(&cell.x);
    match (is_row, is_column) {
        (true, false) => Some((if cell.x < first.x { Side::W } else { Side::E }, cell.y)),
        (false, true) => Some((if cell.y < first.y { Side::N } else { Side::S }, cell.x)),
        _ => None,
    }
}
