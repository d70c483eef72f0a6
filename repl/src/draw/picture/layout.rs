//! Where cells of the board are in a picture of a given size: how large a tile is, which part is visible. Never draws.

use bastide_core::Cell;

/// The smallest tile in pixels on which letters and figures can be told apart.
const MIN_SIDE: usize = 18;
/// Larger tiles change in steps, so that a growing board seldom needs all of them again.
const STEP: usize = 4;

/// What a picture must fit into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Pixels across and down.
    pub pixels: (usize, usize),
    /// Pixels of a character; the picture is a whole number of them.
    pub cell: (usize, usize),
    /// The size of a tile in pixels: so large at the most, or exactly.
    pub side: Side,
}

/// The size of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// As large as everything fits, but no larger than this.
    Fitted(usize),
    /// This; only a part may be visible.
    Fixed(usize),
}

/// The layout of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The first and the last visible cell.
    pub cells: (Cell, Cell),
    /// Whether all cells are visible.
    pub is_whole: bool,
    /// The size of a tile in pixels.
    pub side: usize,
    /// Pixels of the rulers, at the left and at the top.
    pub ruler: (usize, usize),
    /// Columns and lines of the picture in characters.
    pub size: (usize, usize),
    /// Pixels of a character.
    pub cell: (usize, usize),
}

impl Layout {
    /// The layout for these cells around a focus; `None` if not all of them fit and no part was asked for.
    pub fn new(all: (Cell, Cell), focus: Option<Cell>, room: Room) -> Option<Layout> {
        let ruler = (room.cell.0 * 3, room.cell.1);
        let free = (room.pixels.0.checked_sub(ruler.0)?, room.pixels.1.checked_sub(ruler.1)?);
        let span = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(1) as usize;
        let (wide, high) = (span(all.0.x, all.1.x), span(all.0.y, all.1.y));
        let side = match room.side {
            Side::Fixed(side) => side.max(1),
            Side::Fitted(most) => stepped((free.0 / wide).min(free.1 / high).min(most)),
        };
        let (across, down) = ((free.0 / side.max(1)).min(wide), (free.1 / side.max(1)).min(high));
        if side < MIN_SIDE || across == 0 || down == 0 {
            return None;
        }
        let middle = |from: i16, to: i16| ((i32::from(from) + i32::from(to)) / 2) as i16;
        let focus = focus.unwrap_or_else(|| Cell::new(middle(all.0.x, all.1.x), middle(all.0.y, all.1.y)));
        let (left, right) = visible(all.0.x, all.1.x, focus.x, across);
        let (top, bottom) = visible(all.0.y, all.1.y, focus.y, down);
        let pixels = (ruler.0 + across * side, ruler.1 + down * side);
        Some(Layout {
            cells: (Cell::new(left, top), Cell::new(right, bottom)),
            is_whole: (across, down) == (wide, high),
            side,
            ruler,
            size: (pixels.0.div_ceil(room.cell.0), pixels.1.div_ceil(room.cell.1)),
            cell: room.cell,
        })
    }

    /// Width and height in pixels.
    pub fn pixels(&self) -> (usize, usize) {
        (self.size.0 * self.cell.0, self.size.1 * self.cell.1)
    }

    /// The upper left corner of a cell in pixels, if it is visible.
    pub fn corner(&self, cell: Cell) -> Option<(usize, usize)> {
        let (first, last) = self.cells;
        let is_in = (first.x..=last.x).contains(&cell.x) && (first.y..=last.y).contains(&cell.y);
        let along = |value: i16, first: i16| (i32::from(value) - i32::from(first)).max(0) as usize * self.side;
        is_in.then(|| (self.ruler.0 + along(cell.x, first.x), self.ruler.1 + along(cell.y, first.y)))
    }

    /// The cell of the board below a character of the picture.
    pub fn cell_at(&self, column: usize, line: usize) -> Option<Cell> {
        let middle = |at: usize, cell: usize| at * cell + cell / 2;
        let (x, y) = (middle(column, self.cell.0), middle(line, self.cell.1));
        let along = |at: usize, ruler: usize| Some(at.checked_sub(ruler)? / self.side);
        let (x, y) = (along(x, self.ruler.0)?, along(y, self.ruler.1)?);
        let cell = Cell::new(
            self.cells.0.x.checked_add(i16::try_from(x).ok()?)?,
            self.cells.0.y.checked_add(i16::try_from(y).ok()?)?,
        );
        self.corner(cell).map(|_| cell)
    }
}

fn stepped(side: usize) -> usize {
    if side < 2 * MIN_SIDE { side } else { side - side % STEP }
}

/// The visible part of a row or column: this many cells, around the focus.
fn visible(first: i16, last: i16, focus: i16, size: usize) -> (i16, i16) {
    let size = size as i32;
    let start = (i32::from(focus) - size / 2).min(i32::from(last) - size + 1).max(i32::from(first));
    (start as i16, (start + size - 1).min(i32::from(last)) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Room = Room { pixels: (400, 320), cell: (8, 16), side: Side::Fitted(80) };

    fn cells(left: i16, top: i16, right: i16, bottom: i16) -> (Cell, Cell) {
        (Cell::new(left, top), Cell::new(right, bottom))
    }

    #[test]
    fn tiles_are_as_large_as_all_fit_and_not_larger() {
        let side = |right, bottom| Layout::new(cells(0, 0, right, bottom), None, ROOM).map(|layout| layout.side);
        assert_eq!(side(0, 0), Some(80));
        assert_eq!(side(4, 4), Some(60), "304 pixels for five tiles");
        assert_eq!(side(15, 9), Some(23));
        assert_eq!(side(30, 9), None, "twelve pixels show nothing");
    }

    #[test]
    fn a_part_is_shown_around_the_focus_and_stays_on_the_board() {
        let room = Room { side: Side::Fixed(80), ..ROOM };
        let part = |x, y| Layout::new(cells(-10, -10, 10, 10), Some(Cell::new(x, y)), room).unwrap().cells;
        assert_eq!(part(0, 0), cells(-2, -1, 1, 1));
        assert_eq!(part(10, -10), cells(7, -10, 10, -8));
        assert_eq!(part(i16::MAX, i16::MIN), cells(7, -10, 10, -8));
        assert!(Layout::new(cells(i16::MIN, i16::MIN, i16::MAX, i16::MAX), None, room).is_some());
        assert_eq!(Layout::new(cells(0, 0, 9, 9), None, Room { pixels: (20, 9), ..room }), None);
    }

    #[test]
    fn what_is_below_a_character_is_the_cell_drawn_there() {
        let layout = Layout::new(cells(-1, 0, 3, 4), None, ROOM).unwrap();
        assert_eq!(layout.pixels(), (8 * 41, 16 * 20));
        for cell in [Cell::new(-1, 0), Cell::new(2, 3), Cell::new(3, 4)] {
            let (x, y) = layout.corner(cell).unwrap();
            assert_eq!(layout.cell_at((x + 30) / 8, (y + 30) / 16), Some(cell));
        }
        assert_eq!((layout.cell_at(0, 5), layout.cell_at(40, 99), layout.corner(Cell::new(4, 0))), (None, None, None));
    }
}
