//! The layout of a board: which cells are visible and where each is on the canvas; rulers, margins, cut edges. Never
//! draws.

use bastide_core::{Cell, Side};

use super::art::Sketch;
use super::look::{Look, Zoom};

/// The maximum number of cells in a row or column, however far apart the tiles are.
const MAX_CELLS: i32 = 200;

/// The layout of a board.
pub(super) struct Frame {
    pub first: Cell,
    pub last: Cell,
    /// Columns and lines per tile.
    pub tile: (usize, usize),
    /// Columns of the ruler on the left.
    pub ruler: usize,
    /// The sides where something is cut off, with the row or column of the cells.
    pub cuts: Vec<(Side, i16)>,
}

/// Where the visible cells of a board are in its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The first and the last visible cell.
    pub window: (Cell, Cell),
    /// The column and the line of the upper left corner of the first cell.
    pub start: (usize, usize),
    /// Columns and lines of a cell.
    pub tile: (usize, usize),
}

impl Places {
    /// The column and the line of the upper left corner of a cell, if it is visible.
    pub fn of(&self, cell: Cell) -> Option<(usize, usize)> {
        let (first, last) = self.window;
        let along = |value: i16, first: i16, last: i16| {
            (first..=last).contains(&value).then(|| (i32::from(value) - i32::from(first)) as usize)
        };
        let (column, row) = (along(cell.x, first.x, last.x)?, along(cell.y, first.y, last.y)?);
        Some((self.start.0 + column * self.tile.0, self.start.1 + row * self.tile.1))
    }

    /// The cell at a column and a line of the picture.
    pub fn at(&self, column: usize, line: usize) -> Option<Cell> {
        let (first, last) = self.window;
        let along = |place: usize, start: usize, size: usize, first: i16, last: i16| {
            let number = i16::try_from(place.checked_sub(start)? / size.max(1)).ok()?;
            first.checked_add(number).filter(|value| *value <= last)
        };
        let x = along(column, self.start.0, self.tile.0, first.x, last.x)?;
        Some(Cell::new(x, along(line, self.start.1, self.tile.1, first.y, last.y)?))
    }
}

/// All cells with content.
fn cells<'a>(sketch: &'a Sketch) -> impl Iterator<Item = Cell> + 'a {
    let open = sketch.legal.iter().map(|legal| legal.cell).chain(sketch.notes.iter().map(|note| note.cell));
    sketch.tiles.iter().map(|tile| tile.0).chain(open)
}

/// The cells that matter now: where a tile can be placed and the latest moves; or everything if no tile is to be placed.
fn mattering<'a>(sketch: &'a Sketch) -> Box<dyn Iterator<Item = Cell> + 'a> {
    if sketch.legal.is_empty() {
        return Box::new(cells(sketch));
    }
    let legal = sketch.legal.iter().map(|legal| legal.cell);
    Box::new(legal.chain(sketch.recent.iter().copied()).chain(sketch.last))
}

/// The smallest rectangle around cells.
pub(super) fn bounds(mut cells: impl Iterator<Item = Cell>) -> Option<(Cell, Cell)> {
    let first = cells.next()?;
    Some(cells.fold((first, first), |(low, high), cell| {
        (Cell::new(low.x.min(cell.x), low.y.min(cell.y)), Cell::new(high.x.max(cell.x), high.y.max(cell.y)))
    }))
}

fn shortened(from: i16, to: i16) -> i16 {
    (i32::from(to).min(i32::from(from) + MAX_CELLS - 1)) as i16
}

impl Frame {
    /// The layout of everything, or of the window if there is one; `None` for an empty board.
    pub fn new(sketch: &Sketch, look: Look) -> Option<Frame> {
        let (first, last) = sketch.window.or_else(|| bounds(cells(sketch)))?;
        let (first, last) = bounds([first, last].into_iter())?;
        let last = Cell::new(shortened(first.x, last.x), shortened(first.y, last.y));
        Some(Frame::between(first, last, sketch, look))
    }

    /// The layout of everything, without the limit, to find a window in it.
    pub fn whole(sketch: &Sketch, look: Look) -> Option<Frame> {
        let (first, last) = bounds(cells(sketch))?;
        Some(Frame::between(first, last, sketch, look))
    }

    fn between(first: Cell, last: Cell, sketch: &Sketch, look: Look) -> Frame {
        let mut cuts: Vec<(Side, i16)> = cells(sketch).filter_map(|cell| cut(cell, first, last)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let ruler = first.y.to_string().len().max(last.y.to_string().len()) + 2;
        Frame { first, last, tile: look.tile_size(), ruler, cuts }
    }

    fn is_cut(&self, side: Side) -> usize {
        usize::from(self.cuts.iter().any(|cut| cut.0 == side))
    }

    fn size(&self) -> (usize, usize) {
        let span = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(0) as usize;
        (span(self.first.x, self.last.x), span(self.first.y, self.last.y))
    }

    /// Columns of the canvas.
    pub fn columns(&self) -> usize {
        self.ruler + self.is_cut(Side::W) + self.size().0 * self.tile.0 + self.is_cut(Side::E)
    }

    /// Lines of the canvas.
    pub fn lines(&self) -> usize {
        1 + self.is_cut(Side::N) + self.size().1 * self.tile.1 + self.is_cut(Side::S)
    }

    /// Where the visible cells are on the canvas.
    pub fn places(&self) -> Places {
        let start = (self.ruler + self.is_cut(Side::W), 1 + self.is_cut(Side::N));
        Places { window: (self.first, self.last), start, tile: self.tile }
    }

    /// The position of a cell on the canvas, if it is visible.
    pub fn origin(&self, cell: Cell) -> Option<(usize, usize)> {
        self.places().of(cell)
    }

    /// Whether all of it has room in this many columns and lines.
    pub fn fits(&self, (columns, lines): (usize, usize)) -> bool {
        self.columns() <= columns && self.lines() <= lines
    }

    /// Whether a window of this many columns and lines has room for everything that matters now.
    pub fn fits_mattering(&self, sketch: &Sketch, room: (usize, usize)) -> bool {
        let (across, down) = self.capacity(room);
        bounds(mattering(sketch)).is_none_or(|(low, high)| {
            let span = |low: i16, high: i16| i32::from(high) - i32::from(low) + 1;
            span(low.x, high.x) <= across && span(low.y, high.y) <= down
        })
    }

    /// How many cells a window of this many columns and lines has across and down.
    pub fn capacity(&self, (columns, lines): (usize, usize)) -> (i32, i32) {
        let (wide, high) = self.size();
        // One column or line on each side is reserved for the marks of a cut.
        let across = (columns.saturating_sub(self.ruler + 2) / self.tile.0).clamp(1, wide.max(1)) as i32;
        let down = (lines.saturating_sub(3) / self.tile.1).clamp(1, high.max(1)) as i32;
        (across, down)
    }

    /// The part that fits into this many columns and lines: around this cell; or around what matters now; or, if that
    /// is too much, around the last tile with as many legal cells as possible.
    pub fn window(&self, sketch: &Sketch, room: (usize, usize), centre: Option<Cell>) -> (Cell, Cell) {
        let (across, down) = self.capacity(room);
        let (low, high) = match (centre, sketch.last) {
            (Some(cell), _) => (cell, cell),
            (None, Some(last)) if !self.fits_mattering(sketch, room) => (last, last),
            _ => bounds(mattering(sketch)).unwrap_or((self.first, self.last)),
        };
        let start = |low: i16, high: i16, first: i16, last: i16, size: i32| {
            let middle = (i32::from(low) + i32::from(high) + 1 - size).div_euclid(2);
            middle.min(i32::from(last) - size + 1).max(i32::from(first))
        };
        let middle = (
            start(low.x, high.x, self.first.x, self.last.x, across),
            start(low.y, high.y, self.first.y, self.last.y, down),
        );
        let (left, top) = match (centre, sketch.last) {
            (None, Some(last)) => self.fullest(sketch, last, (across, down), middle),
            _ => middle,
        };
        let cell = |x: i32, y: i32| Cell::new(x as i16, y as i16);
        (cell(left, top), cell(left + across - 1, top + down - 1))
    }

    /// Among the windows of a size that contain this cell, the start of the one with the most legal cells and latest
    /// moves; among equals, the nearest to `middle`.
    fn fullest(&self, sketch: &Sketch, cell: Cell, (across, down): (i32, i32), middle: (i32, i32)) -> (i32, i32) {
        let starts = |first: i16, last: i16, cell: i16, size: i32| {
            let (first, last, cell) = (i32::from(first), i32::from(last), i32::from(cell));
            (cell - size + 1).max(first)..=cell.min(last - size + 1)
        };
        let all = starts(self.first.x, self.last.x, cell.x, across)
            .flat_map(|x| starts(self.first.y, self.last.y, cell.y, down).map(move |y| (x, y)));
        let seen = |&(x, y): &(i32, i32)| {
            let is_in = |cell: &Cell| {
                (x..x + across).contains(&i32::from(cell.x)) && (y..y + down).contains(&i32::from(cell.y))
            };
            let legal = sketch.legal.iter().filter(|legal| is_in(&legal.cell)).count();
            let recent = sketch.recent.iter().filter(|cell| is_in(cell)).count();
            let away = (x - middle.0).abs() + (y - middle.1).abs();
            (legal + recent, std::cmp::Reverse(away))
        };
        all.max_by_key(seen).unwrap_or(middle)
    }
}

/// What of a sketch is visible in a look.
impl Look {
    /// The largest zoom up to `most` at which the whole sketch is visible and tiles are easy to read; otherwise the
    /// largest at which everything that matters now is visible and the rest may lie outside, or `None`.
    pub fn fitted(self, sketch: &Sketch, room: (usize, usize), most: Zoom) -> Option<Zoom> {
        let at = |zoom: &Zoom| Look { zoom: *zoom, ..self };
        let zooms = || Zoom::ALL.into_iter().filter(|zoom| *zoom <= most);
        let whole = zooms().take_while(|zoom| *zoom >= Zoom::Overview).find(|zoom| at(zoom).shows_all(sketch, room));
        whole.or_else(|| zooms().find(|zoom| at(zoom).shows(sketch, room)))
    }

    /// Whether the whole sketch is visible at this zoom.
    pub fn shows_all(self, sketch: &Sketch, room: (usize, usize)) -> bool {
        Frame::whole(sketch, self).is_none_or(|frame| frame.fits(room))
    }

    /// How many cells have room at this zoom.
    pub fn capacity(self, sketch: &Sketch, room: (usize, usize)) -> usize {
        let (across, down) = Frame::whole(sketch, self).map_or((0, 0), |frame| frame.capacity(room));
        (across * down).max(0) as usize
    }

    /// Whether everything that matters now is visible at this zoom.
    fn shows(self, sketch: &Sketch, room: (usize, usize)) -> bool {
        Frame::whole(sketch, self).is_none_or(|frame| frame.fits(room) || frame.fits_mattering(sketch, room))
    }

    /// The part of the sketch that fits into this many columns and lines: around this cell, or around what matters now.
    /// `None` if everything fits.
    pub fn window(self, sketch: &Sketch, room: (usize, usize), centre: Option<Cell>) -> Option<(Cell, Cell)> {
        let frame = Frame::whole(sketch, self)?;
        (!frame.fits(room)).then(|| frame.window(sketch, room, centre))
    }

    /// Where the cells of a sketch are in its picture; `None` for an empty board.
    pub fn places(self, sketch: &Sketch) -> Option<Places> {
        Frame::new(sketch, self).map(|frame| frame.places())
    }
}

/// The side where a cell is cut off, and its row or column.
fn cut(cell: Cell, first: Cell, last: Cell) -> Option<(Side, i16)> {
    let is_row = (first.y..=last.y).contains(&cell.y);
    let is_column = (first.x..=last.x).contains(&cell.x);
    match (is_row, is_column) {
        (true, false) => Some((if cell.x < first.x { Side::W } else { Side::E }, cell.y)),
        (false, true) => Some((if cell.y < first.y { Side::N } else { Side::S }, cell.x)),
        _ => None,
    }
}
