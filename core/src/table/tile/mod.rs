//! What is printed on a tile: strokes parsed into segments, fields derived. Never knows a player or a board.
//!
//! A tile is drawn with strokes (`W-E`, `N-*-W +tag`); what they leave are its fields, by three laws:
//!
//! 1. Strokes that name the same inside place touch, and what touches is one barrier. Others may cross, as a bridge.
//! 2. Two bits of meadow are one field unless a barrier lies between them. A region that reaches no side is a field
//!    only where two different segments enclose it.
//! 3. A field touches the segments on its barrier. A stroke of kind `field` joins what was cut, or carries a tag.
//!
//! What follows from them where it is not obvious: where two whole sides meet in a corner, a bit of meadow is left
//! between them; a field touches what faces it and not what lies behind; a segment without an end on the rim cuts
//! nothing, is touched by the fields around its place, and if it stands apart, by the only field or by the one whose
//! stroke names its place.

mod barrier;
mod field;
mod rim;
mod sketch;
pub mod stroke;

use crate::table::geometry::{Half, Rotation, Side};
use sketch::Sketch;
pub use stroke::{StrokeError, StrokeFault};

/// The kind whose strokes add no segment: they run through what the others leave free.
pub const FIELD: &str = "field";

/// The maximum number of segments of a tile, including fields.
pub const MAX_SEGMENTS: usize = 16;

/// Which part of a side a kind takes where a stroke opens it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The whole side, from corner to corner; the kind may also take half a side.
    Side,
    /// The middle, with meadow on both sides of it.
    Middle,
    /// Nothing: the kind never opens a side.
    None,
}

/// One stroke as a manifest gives it.
#[derive(Clone, Copy, Debug)]
pub struct Drawing<'a> {
    /// The kind that is drawn.
    pub kind: &'a str,
    /// The part of a side that the kind takes; ignored for `field`.
    pub edge: Edge,
    /// The stroke.
    pub text: &'a str,
}

/// The part of a feature that lies on one tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The kind of its feature.
    pub kind: String,
    /// The sides that it opens, clockwise from north.
    pub sides: Vec<Side>,
    /// The halves that it takes without the other half of their side.
    pub halves: Vec<Half>,
    /// Its tags, in the order drawn.
    pub tags: Vec<String>,
    /// The places inside the tile that it runs through, as written, for drawing it.
    pub places: Vec<String>,
    /// The corners that it touches, each given by the side that starts there clockwise, for drawing it.
    pub corners: Vec<Side>,
    /// The sides whose middle it touches without opening them, for drawing it.
    pub middles: Vec<Side>,
}

/// A piece of meadow that no barrier divides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The halves that it reaches, clockwise; none for an inner field.
    pub halves: Vec<Half>,
    /// The indexes of the segments that it touches, ascending.
    pub touches: Vec<usize>,
    /// Its tags, in the order drawn.
    pub tags: Vec<String>,
}

/// A tile as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Its segments, in the order of the drawings.
    pub segments: Vec<Segment>,
    /// Its fields, by their first half, inner ones last.
    pub fields: Vec<Field>,
    /// Whether it goes only where all four sides are taken, whatever they show: it closes what meets it and joins
    /// nothing. It has no field and opens no side.
    pub fills_hole: bool,
}

impl Tile {
    /// Parses the strokes of a tile and derives its fields.
    pub fn read(drawings: &[Drawing]) -> Result<Tile, StrokeError> {
        let tile = Sketch::of(drawings)?.finish()?;
        match drawings.last() {
            // Too many fields are found only after everything is drawn: the error then points at the last stroke.
            Some(last) if tile.segments.len() + tile.fields.len() > MAX_SEGMENTS => {
                Err(sketch::at(drawings.len() - 1)((0..last.text.len(), StrokeFault::TooMany { limit: MAX_SEGMENTS })))
            }
            _ => Ok(tile),
        }
    }

    /// Returns the tile turned clockwise. Segments and fields keep their indexes.
    pub fn turned(&self, rotation: Rotation) -> Tile {
        let mut tile = self.clone();
        for segment in &mut tile.segments {
            turn(&mut segment.sides, |side| side.turned(rotation));
            turn(&mut segment.halves, |half| half.turned(rotation));
            turn(&mut segment.corners, |side| side.turned(rotation));
            turn(&mut segment.middles, |side| side.turned(rotation));
        }
        for field in &mut tile.fields {
            turn(&mut field.halves, |half| half.turned(rotation));
        }
        tile
    }
}

fn turn<T: Copy + Ord>(list: &mut [T], turned: impl Fn(T) -> T) {
    list.iter_mut().for_each(|one| *one = turned(*one));
    list.sort_unstable();
}

#[cfg(test)]
mod tests;
