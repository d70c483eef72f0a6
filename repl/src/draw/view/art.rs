//! What is drawn, as plain descriptions: a turned tile, a board with its figures. Knows cells and sides, never the game.

use bastide_core::{Cell, Half, Rotation, Side};

use super::style::Colour;

/// One tile as it lies: sides and halves are already turned.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TileArt {
    /// Its segments.
    pub segments: Vec<SegmentArt>,
    /// Its fields.
    pub fields: Vec<FieldArt>,
    /// Marks of the tile as a whole, by index into the palette.
    pub marks: Vec<usize>,
    /// How it is turned, for what has no side of its own: marks lie where they are printed. Left out where there are none.
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
    /// Its look, by index into the palette.
    pub style: usize,
    /// The sides that it reaches.
    pub sides: Vec<Side>,
    /// The halves that it takes without the other half of their side.
    pub halves: Vec<Half>,
    /// The corners that it touches, each by the side that begins there clockwise.
    pub corners: Vec<Side>,
    /// The sides whose middle it touches without opening them.
    pub middles: Vec<Side>,
    /// The names of the places inside the tile that it touches: what shares one meets there. `*` is the middle.
    pub places: Vec<String>,
    /// Its marks, by index into the palette.
    pub marks: Vec<usize>,
}

/// One field of a tile.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldArt {
    /// The halves of sides that it reaches; none for a field that is enclosed.
    pub halves: Vec<Half>,
    /// Its marks, by index into the palette.
    pub marks: Vec<usize>,
}

/// A part of a tile on which something can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The segment with this index.
    Segment(usize),
    /// The field with this index.
    Field(usize),
    /// The tile as a whole.
    Tile,
    /// The corner at which a side of the tile begins, clockwise.
    Corner(Side),
}

/// A figure that stands on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// On which tile.
    pub cell: Cell,
    /// On which part of it.
    pub spot: Spot,
    /// One or two characters; what follows is not drawn.
    pub text: String,
    /// The colour of its owner.
    pub colour: Colour,
    /// The colour of the text on it.
    pub ink: Colour,
}

/// A cell on which the tile in hand may be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Legal {
    /// The cell.
    pub cell: Cell,
    /// The name to type for it.
    pub letters: String,
    /// In how many rotations the tile fits; shown from two on.
    pub ways: u8,
}

/// A part of a tile that is drawn in another colour, e.g. its owner's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tint {
    /// On which tile.
    pub cell: Cell,
    /// Which part of it.
    pub spot: Spot,
    /// The colour laid over it.
    pub colour: Colour,
    /// What stands for the colour where there is none; the part looks as ever if nothing does.
    pub letter: Option<char>,
}

/// A few characters on a cell without a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The cell.
    pub cell: Cell,
    /// What is written; as much as fits.
    pub text: String,
    /// Its colour.
    pub colour: Colour,
    /// Whether it stands below the letter of the cell, not in its stead.
    pub below: bool,
}

/// A board to draw. What refers to a cell without a tile, or to a part that its tile lacks, is left out.
#[derive(Clone, Debug, Default)]
pub struct Sketch<'a> {
    /// The placed tiles; of several in one cell the last is seen.
    pub tiles: Vec<(Cell, &'a TileArt)>,
    /// The figures on them, the most important first: later ones make way.
    pub figures: Vec<Figure>,
    /// Where the tile in hand may go.
    pub legal: Vec<Legal>,
    /// The tile to show as placed last.
    pub last: Option<Cell>,
    /// Choices to number, each by one character.
    pub numbers: Vec<(Cell, Spot, char)>,
    /// Parts to draw in another colour.
    pub tints: Vec<Tint>,
    /// What is written on cells without a tile.
    pub notes: Vec<Note>,
    /// The first and the last cell to show; everything, if none.
    pub window: Option<(Cell, Cell)>,
}

/// A tile shown by itself.
#[derive(Clone, Debug)]
pub struct Exhibit<'a> {
    /// The tile.
    pub art: &'a TileArt,
    /// The text below it.
    pub label: String,
    /// Choices to number, each by one character.
    pub numbers: Vec<(Spot, char)>,
}
