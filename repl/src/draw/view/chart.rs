//! A board on a grid of characters, with where everything is: for a screen that is pointed at. Never prints.

use bastide_core::Cell;

use super::art::Spot;
use super::canvas::{Canvas, Glyph};
use super::frame::Frame;

/// A drawn board: its characters, its cells and its numbered choices.
pub struct Chart {
    pub(super) canvas: Canvas,
    pub(super) frame: Frame,
    pub(super) numbers: Vec<Numbered>,
}

/// Where the number of a choice is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// The cell of the tile.
    pub cell: Cell,
    /// The part of the tile.
    pub spot: Spot,
    /// Column and line.
    pub at: (usize, usize),
}

impl Chart {
    /// Columns and lines.
    pub fn size(&self) -> (usize, usize) {
        (self.frame.columns(), self.frame.lines())
    }

    /// The character at a column and line.
    pub fn glyph(&self, column: usize, line: usize) -> Option<&Glyph> {
        self.canvas.get(column, line)
    }

    /// The cell of the board at a column and line.
    pub fn cell_at(&self, column: usize, line: usize) -> Option<Cell> {
        let Frame { first, last, tile, .. } = self.frame;
        let (left, top) = self.frame.origin(first)?;
        let across = i32::try_from(column.checked_sub(left)? / tile.0.max(1)).ok()?;
        let down = i32::try_from(line.checked_sub(top)? / tile.1.max(1)).ok()?;
        let (x, y) = (i32::from(first.x) + across, i32::from(first.y) + down);
        (x <= i32::from(last.x) && y <= i32::from(last.y)).then(|| Cell::new(x as i16, y as i16))
    }

    /// The upper left corner of a cell, if it is visible.
    pub fn origin(&self, cell: Cell) -> Option<(usize, usize)> {
        self.frame.origin(cell)
    }

    /// Columns and lines of a cell.
    pub fn tile_size(&self) -> (usize, usize) {
        self.frame.tile
    }

    /// The numbers of choices on tiles.
    pub fn numbers(&self) -> &[Numbered] {
        &self.numbers
    }
}
