//! A printed tile as play needs it: its segments, its tags, and the look of each side.

use super::{KindId, TagId};
use crate::table::tile::Tile;

/// A segment of a printed tile. Segments of strokes come before fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentKind {
    /// The kind of its feature.
    pub kind: KindId,
    /// How many open ends it has on a tile that lies alone.
    pub ends: u8,
    /// Its tags, each as often as it is printed.
    pub tags: Vec<TagId>,
    /// The segments of the same tile that a field touches, one bit each.
    pub touches: u16,
    /// Whether another segment of the tile has the same kind.
    pub has_twin: bool,
}

/// A printed tile.
#[derive(Clone, Debug)]
pub struct TileKind {
    /// Its name in its set.
    pub id: String,
    /// The set it belongs to.
    pub expansion: String,
    /// How many there are.
    pub count: u16,
    /// What is printed on it.
    pub face: Tile,
    /// Tags of the tile as a whole.
    pub tags: Vec<TagId>,
    /// Its segments: those of the strokes, then the fields.
    pub segments: Vec<SegmentKind>,
    /// The segments that are complete when all their neighbours are placed, one bit each.
    pub surrounded: u16,
    /// The kinds of its segments, one bit each.
    pub kinds: u32,
    /// The tags of the tile and of its segments, one bit each.
    pub marks: u64,
}

impl TileKind {
    /// Whether it is a copy that an overlay changed: its name is then the name of the tile, `+` and what was added.
    pub fn is_changed(&self) -> bool {
        self.id.contains('+')
    }

    /// Whether it goes only where all four sides are taken, and closes what meets it.
    pub fn fills_hole(&self) -> bool {
        self.face.fills_hole
    }

    /// Whether laying it changes features that it does not join.
    pub fn looks_around(&self) -> bool {
        self.surrounded != 0 || self.fills_hole()
    }

    /// Whether it has a segment of this kind.
    pub fn has_kind(&self, kind: KindId) -> bool {
        self.kinds >> kind.0 & 1 == 1
    }

    /// Returns the segments that one of its segments meets on the tile. A field meets what it touches; any other
    /// segment meets the fields that touch it and the segments that share a place inside the tile with it.
    pub fn contacts(&self, segment: usize) -> impl Iterator<Item = usize> + '_ {
        let bit = |place: usize| 1u16.checked_shl(place as u32).unwrap_or(0);
        let touches = move |a: usize, b: usize| self.segments[a].touches & bit(b) != 0;
        let places = |place: usize| self.face.segments.get(place).map_or(&[][..], |part| &part.places);
        let shares = move |other: usize| places(segment).iter().any(|place| places(other).contains(place));
        let meets = move |&other: &usize| touches(segment, other) || touches(other, segment) || shares(other);
        (0..self.segments.len()).filter(move |&other| other != segment).filter(meets)
    }

    /// Whether it or one of its segments has this tag.
    pub fn has_mark(&self, tag: TagId) -> bool {
        self.marks >> tag.0 & 1 == 1
    }
}

/// Which segments of a tile meet the neighbour across one side. `NONE` means no segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Port {
    /// The class of the whole side, for matching.
    pub class: u8,
    /// The segment at the middle of the side.
    pub middle: u8,
    /// The segment on the left half, if it is not the middle one.
    pub left: u8,
    /// The segment on the right half, if it is not the middle one.
    pub right: u8,
}

impl Port {
    /// Whether no segment meets the neighbour: the side of a tile that fills a hole.
    pub fn is_blank(&self) -> bool {
        [self.middle, self.left, self.right] == [NONE; 3]
    }

    /// Returns the indexes of the segments that meet the neighbour.
    pub fn segments(&self) -> impl Iterator<Item = usize> + use<> {
        [self.middle, self.left, self.right].into_iter().filter(|&part| part != NONE).map(usize::from)
    }
}

/// No segment meets the neighbour here.
pub const NONE: u8 = u8::MAX;
