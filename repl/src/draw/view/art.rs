//! What is drawn, as plain descriptions: a rotated tile, a board with its figures. Knows cells and sides, never the
//! game.

use bastide_core::{Cell, Half, Rotation, Side};

use super::style::Colour;

/// A tile as it lies: sides and halves are already rotated.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileArt {
    /// Its segments.
    pub segments: Vec<SegmentArt>,
    /// Its fields.
    pub fields: Vec<FieldArt>,
    /// Marks of the tile as a whole, by index into the palette.
    pub marks: Vec<usize>,
    /// Its rotation, for marks, which stay where they are printed. Not set if there are no marks.
    pub turned: Rotation,
}

impl TileArt {
    /// Whether the tile or a part of it has a mark.
    pub fn has_marks(&self) -> bool {
        let of_parts = self.segments.iter().map(|s| &s.marks).chain(self.fields.iter().map(|f| &f.marks));
        of_parts.chain([&self.marks]).any(|marks| !marks.is_empty())
    }
}

/// One segment of a tile.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SegmentArt {
    /// The index of its look in the palette.
    pub style: usize,
    /// The sides that it reaches.
    pub sides: Vec<Side>,
    /// The half sides that it takes alone.
    pub halves: Vec<Half>,
    /// The corners that it touches, each named by the side that starts there, clockwise.
    pub corners: Vec<Side>,
    /// The sides whose middle it touches without opening them.
    pub middles: Vec<Side>,
    /// The names of the places inside the tile that it touches: segments that share one meet there. `*` is the middle.
    pub places: Vec<String>,
    /// Its marks, by index into the palette.
    pub marks: Vec<usize>,
    /// Whether it lies over everything else on the tile.
    pub is_over: bool,
}

/// One field of a tile.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldArt {
    /// The half sides that it reaches; none for an enclosed field.
    pub halves: Vec<Half>,
    /// Its marks, by index into the palette.
    pub marks: Vec<usize>,
}

/// A part of a tile where something can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The segment with this index.
    Segment(usize),
    /// The field with this index.
    Field(usize),
    /// The tile as a whole.
    Tile,
    /// The corner where a side of the tile starts, clockwise.
    Corner(Side),
}

/// A figure that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// The cell of its tile.
    pub cell: Cell,
    /// The part of the tile.
    pub spot: Spot,
    /// One or two characters; more are not drawn.
    pub text: String,
    /// The colour of its owner.
    pub colour: Colour,
    /// The colour of the text on it.
    pub ink: Colour,
    /// Whether it belongs to a player. What belongs to nobody is there once, and is shown first where there is little room.
    pub is_owned: bool,
}

/// A cell where the tile in hand can be placed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legal {
    /// The cell.
    pub cell: Cell,
    /// The name to type for it.
    pub letters: String,
    /// In how many rotations the tile fits; shown if more than one.
    pub ways: u8,
    /// The points that the place brings at once; shown if not 0.
    pub gain: i32,
    /// Whether no other place brings more; it stands out.
    pub is_best: bool,
    /// Which of the ways to place the tile brings that, from 0.
    pub best_way: usize,
}

impl Legal {
    /// The cells that bring the most at once, with their points: `best now: c e +4`. `None` if that is not known, or nothing.
    pub fn best_now(legal: &[Legal]) -> Option<String> {
        let best: Vec<&Legal> = legal.iter().filter(|legal| legal.is_best).collect();
        let letters: Vec<&str> = best.iter().map(|legal| legal.letters.as_str()).collect();
        Some(format!("best now: {} {:+}", letters.join(" "), best.first()?.gain))
    }
}

/// A part of a tile in another colour, such as its owner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tint {
    /// The cell of the tile.
    pub cell: Cell,
    /// The part of the tile.
    pub spot: Spot,
    /// The colour laid over it.
    pub colour: Colour,
    /// The letter that replaces the colour if there are none; without it the part looks as usual.
    pub letter: Option<char>,
}

/// A short text on a cell without a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The cell.
    pub cell: Cell,
    /// The text; as much as fits.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether it is below the letter of the cell, not in its place.
    pub below: bool,
}

/// A board to draw. References to cells without a tile, or to parts that a tile lacks, are ignored.
#[derive(Clone, Debug, Default)]
pub struct Sketch<'a> {
    /// The placed tiles; of several in one cell, the last is visible.
    pub tiles: Vec<(Cell, &'a TileArt)>,
    /// The figures on them, the most important first: later ones make room.
    pub figures: Vec<Figure>,
    /// The cells where the tile in hand can be placed.
    pub legal: Vec<Legal>,
    /// The tile to show as placed last.
    pub last: Option<Cell>,
    /// The cells of the latest moves, which should be visible.
    pub recent: Vec<Cell>,
    /// The numbered choices.
    pub numbers: Vec<(Cell, Spot, char)>,
    /// Parts to draw in another colour.
    pub tints: Vec<Tint>,
    /// The texts on cells without a tile.
    pub notes: Vec<Note>,
    /// The names on tiles.
    pub names: Vec<(Cell, String)>,
    /// The first and the last visible cell; `None` for the whole board.
    pub window: Option<(Cell, Cell)>,
}

/// A tile shown by itself.
#[derive(Clone, Debug)]
pub struct Exhibit<'a> {
    /// The tile.
    pub art: &'a TileArt,
    /// The text below it.
    pub label: String,
    /// The numbered choices.
    pub numbers: Vec<(Spot, char)>,
}
