//! Sides, halves of sides, rotations and cells. Knows squares, never a tile.

use std::fmt;
use std::str::FromStr;

/// One side of a square, clockwise from north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Side {
    /// Up, towards smaller y.
    N,
    /// Right, towards greater x.
    E,
    /// Down, towards greater y.
    S,
    /// Left, towards smaller x.
    W,
}

impl Side {
    /// All sides, in the order in which names are printed.
    pub const ALL: [Side; 4] = [Side::N, Side::E, Side::S, Side::W];

    /// Returns the side with this number, counted clockwise from north, modulo four.
    pub const fn from_index(index: usize) -> Side {
        Side::ALL[index & 3]
    }

    /// 0 for north to 3 for west.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the side of a neighbour that lies against this one.
    pub const fn opposite(self) -> Side {
        Side::from_index(self.index() + 2)
    }

    /// Returns where this side points after the square was turned.
    pub const fn turned(self, rotation: Rotation) -> Side {
        Side::from_index(self.index() + rotation.index())
    }

    /// Returns the left half, looking outward from the middle.
    pub const fn left(self) -> Half {
        Half(self as u8 * 2)
    }

    /// Returns the right half, looking outward from the middle.
    pub const fn right(self) -> Half {
        Half(self as u8 * 2 + 1)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["N", "E", "S", "W"][self.index()])
    }
}

impl FromStr for Side {
    type Err = ();

    fn from_str(text: &str) -> Result<Side, ()> {
        Side::ALL.into_iter().find(|side| side.to_string() == text).ok_or(())
    }
}

/// Half a side: `NL NR EL ER SL SR WL WR`, clockwise from the north-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Half(u8);

impl Half {
    /// Returns the eight halves, in the order in which names are printed.
    pub fn all() -> impl Iterator<Item = Half> {
        (0..8).map(Half)
    }

    /// Returns the half with this number, counted clockwise, modulo eight.
    pub const fn from_index(index: usize) -> Half {
        Half((index & 7) as u8)
    }

    /// 0 for `NL` to 7 for `WR`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the side that this is half of.
    pub const fn side(self) -> Side {
        Side::from_index(self.index() / 2)
    }

    /// Whether it is the left half, looking outward.
    pub const fn is_left(self) -> bool {
        self.0 & 1 == 0
    }

    /// Returns the half of the neighbour's side that lies against this one (`NL` meets `SR`).
    pub const fn facing(self) -> Half {
        let side = self.side().opposite();
        if self.is_left() { side.right() } else { side.left() }
    }

    /// Returns where this half lies after the square was turned.
    pub const fn turned(self, rotation: Rotation) -> Half {
        Half::from_index(self.index() + 2 * rotation.index())
    }
}

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.side(), if self.is_left() { 'L' } else { 'R' })
    }
}

impl FromStr for Half {
    type Err = ();

    fn from_str(text: &str) -> Result<Half, ()> {
        Half::all().find(|half| half.to_string() == text).ok_or(())
    }
}

/// A turn of a square by right angles, clockwise: `r0 r90 r180 r270`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rotation(u8);

impl Rotation {
    /// The four rotations, smallest first.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// Returns a rotation by this many right angles clockwise, modulo four.
    pub const fn from_index(index: usize) -> Rotation {
        Rotation((index & 3) as u8)
    }

    /// Returns the number of right angles.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the rotation that undoes this one.
    pub const fn inverse(self) -> Rotation {
        Rotation::from_index(4 - self.index())
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.index() * 90)
    }
}

impl FromStr for Rotation {
    type Err = ();

    fn from_str(text: &str) -> Result<Rotation, ()> {
        Rotation::ALL.into_iter().find(|rotation| rotation.to_string() == text).ok_or(())
    }
}

/// A square of the endless table: x grows to the east, y to the south. Cells are ordered row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
}

/// The maximum distance from the origin at which a tile may be put that is not beside another. From there a game can
/// continue with as many tiles as it can hold without overflow.
pub const REACH: i16 = 16_000;
/// The maximum distance from the origin of a cell that a game can reach.
const END: i16 = 2 * REACH + 1;

impl Cell {
    /// The cell in this column and row.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// Returns both coordinates as one number, so that they can be compared at once.
    #[inline]
    pub const fn bits(self) -> u32 {
        self.x as u16 as u32 | (self.y as u16 as u32) << 16
    }

    /// Returns the neighbour across a side.
    pub const fn step(self, side: Side) -> Cell {
        match side {
            Side::N => Cell::new(self.x, self.y - 1),
            Side::E => Cell::new(self.x + 1, self.y),
            Side::S => Cell::new(self.x, self.y + 1),
            Side::W => Cell::new(self.x - 1, self.y),
        }
    }

    /// Returns the eight cells around this one, clockwise from north.
    pub const fn around(self) -> [Cell; 8] {
        let Cell { x, y } = self;
        [
            Cell::new(x, y - 1),
            Cell::new(x + 1, y - 1),
            Cell::new(x + 1, y),
            Cell::new(x + 1, y + 1),
            Cell::new(x, y + 1),
            Cell::new(x - 1, y + 1),
            Cell::new(x - 1, y),
            Cell::new(x - 1, y - 1),
        ]
    }

    /// Whether a game can reach the cell. From such a cell a step in any direction leads to a valid cell.
    pub const fn is_on_table(self) -> bool {
        self.x.unsigned_abs() <= END as u16 && self.y.unsigned_abs() <= END as u16
    }

    /// Whether the cell is near enough for a tile that is put there before the game starts.
    pub const fn is_in_reach(self) -> bool {
        self.x.unsigned_abs() <= REACH as u16 && self.y.unsigned_abs() <= REACH as u16
    }
}

/// A corner where four cells meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Corner {
    /// The cell whose north-west corner it is.
    pub cell: Cell,
}

impl Corner {
    /// The names of a cell's corners, each with the side that starts there clockwise.
    pub const NAMES: [(&'static str, Side); 4] = [("NW", Side::N), ("NE", Side::E), ("SE", Side::S), ("SW", Side::W)];

    /// Returns the corner of a cell at which one of its sides starts, clockwise.
    pub const fn of(cell: Cell, side: Side) -> Corner {
        let Cell { x, y } = cell;
        let cell = match side {
            Side::N => cell,
            Side::E => Cell::new(x + 1, y),
            Side::S => Cell::new(x + 1, y + 1),
            Side::W => Cell::new(x, y + 1),
        };
        Corner { cell }
    }

    /// Returns the four cells around it, clockwise from north-west, each with its side that starts at the corner.
    pub const fn cells(self) -> [(Cell, Side); 4] {
        let Cell { x, y } = self.cell;
        [
            (Cell::new(x - 1, y - 1), Side::S),
            (Cell::new(x, y - 1), Side::W),
            (self.cell, Side::N),
            (Cell::new(x - 1, y), Side::E),
        ]
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/NW", self.cell)
    }
}

impl FromStr for Corner {
    type Err = ();

    fn from_str(text: &str) -> Result<Corner, ()> {
        let (cell, name) = text.split_once('/').ok_or(())?;
        let side = Corner::NAMES.iter().find(|(known, _)| *known == name).map(|(_, side)| *side);
        Ok(Corner::of(cell.parse()?, side.ok_or(())?))
    }
}

impl Ord for Cell {
    fn cmp(&self, other: &Cell) -> std::cmp::Ordering {
        (self.y, self.x).cmp(&(other.y, other.x))
    }
}

impl PartialOrd for Cell {
    fn partial_cmp(&self, other: &Cell) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Cell {
    type Err = ();

    fn from_str(text: &str) -> Result<Cell, ()> {
        let (x, y) = text.split_once(',').ok_or(())?;
        let cell = Cell::new(x.parse().map_err(|_| ())?, y.parse().map_err(|_| ())?);
        if cell.is_on_table() { Ok(cell) } else { Err(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_meets_the_mirrored_half_of_the_neighbour() {
        for (mine, theirs) in [("NL", "SR"), ("NR", "SL"), ("EL", "WR"), ("ER", "WL")] {
            let half: Half = mine.parse().unwrap();
            assert_eq!(half.facing().to_string(), theirs);
            assert_eq!(half.facing().facing(), half);
        }
    }

    #[test]
    fn a_quarter_turn_is_clockwise_and_four_of_them_are_none() {
        assert_eq!(Side::N.turned(Rotation::from_index(1)), Side::E);
        for half in Half::all() {
            for rotation in Rotation::ALL {
                assert_eq!(half.turned(rotation).turned(rotation.inverse()), half);
            }
        }
    }

    #[test]
    fn a_corner_has_four_names() {
        let corner: Corner = "2,-1/NW".parse().unwrap();
        assert_eq!(corner.to_string(), "2,-1/NW");
        for (cell, side) in corner.cells() {
            let (name, _) = Corner::NAMES.into_iter().find(|(_, begins)| *begins == side).unwrap();
            assert_eq!(format!("{cell}/{name}").parse(), Ok(corner));
        }
        assert_eq!(("2,-1/N".parse::<Corner>(), "2,-1".parse::<Corner>()), (Err(()), Err(())));
    }

    #[test]
    fn what_is_printed_is_what_is_read() {
        assert_eq!("-1,2".parse(), Ok(Cell::new(-1, 2)));
        assert_eq!("99999,0".parse::<Cell>(), Err(()));
        assert_eq!("32002,0".parse::<Cell>(), Err(()));
        assert_eq!("16001,0".parse::<Cell>().map(Cell::is_in_reach), Ok(false));
        for rotation in Rotation::ALL {
            assert_eq!(rotation.to_string().parse(), Ok(rotation));
        }
    }
}
