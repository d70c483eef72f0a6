//! One stroke parsed from its text: points and tags, or what is wrong and where. Knows grammar, never a field.

use std::ops::Range;

use thiserror::Error;

use crate::language::{did_you_mean, with_article};
use crate::table::geometry::{Half, Side};

/// One point of a stroke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// `N E S W`: the side is opened.
    Side(Side),
    /// `NL … WR`: half a side is taken.
    Half(Half),
    /// `NW NE SE SW`: the corner where this side begins, clockwise, is touched (`NW` is the corner of `N`).
    Corner(Side),
    /// `n e s w`: the middle of a side is touched.
    Middle(Side),
    /// `* a b c d`: a place inside the tile, by number.
    Place(u8),
}

impl Point {
    const CORNERS: [&str; 4] = ["NW", "NE", "SE", "SW"];
    const MIDDLES: [&str; 4] = ["n", "e", "s", "w"];
    const PLACES: [&str; 5] = ["*", "a", "b", "c", "d"];

    fn read(text: &str) -> Option<Point> {
        let among = |names: &[&str]| names.iter().position(|name| *name == text);
        if let Ok(side) = text.parse() {
            Some(Point::Side(side))
        } else if let Ok(half) = text.parse() {
            Some(Point::Half(half))
        } else if let Some(index) = among(&Point::CORNERS) {
            Some(Point::Corner(Side::from_index(index)))
        } else if let Some(index) = among(&Point::MIDDLES) {
            Some(Point::Middle(Side::from_index(index)))
        } else {
            among(&Point::PLACES).map(|index| Point::Place(index as u8))
        }
    }

    /// Whether the point touches the rim without opening anything.
    pub fn is_touch(self) -> bool {
        matches!(self, Point::Corner(_) | Point::Middle(_))
    }

    /// Whether the point takes a part of the rim, which no other stroke may take then.
    pub fn is_opening(self) -> bool {
        matches!(self, Point::Side(_) | Point::Half(_))
    }
}

/// What is wrong in a text, and its byte range.
pub type Flaw = (Range<usize>, StrokeFault);

/// A stroke as written: its points with the byte ranges they were parsed from, then its tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stroke {
    /// The text that was parsed.
    pub text: String,
    /// The points in the order written, each with its range in the text.
    pub points: Vec<(Point, Range<usize>)>,
    /// The tags in the order written, without `+`.
    pub tags: Vec<String>,
}

impl Stroke {
    /// Parses `point { "-" point } { " +" tag }`.
    pub fn read(text: &str) -> Result<Stroke, Flaw> {
        let mut words = words(text);
        let Some((start, path)) = words.next().filter(|(_, word)| !word.starts_with('+')) else {
            return Err((0..text.len(), StrokeFault::Empty));
        };
        let points = pieces(path, '-').map(|(at, piece)| read_point(start + at, piece)).collect::<Result<_, _>>()?;
        let tags = words.map(|(at, word)| read_tag(at, word)).collect::<Result<_, _>>()?;
        Ok(Stroke { text: text.into(), points, tags })
    }

    /// Returns a flaw at one of the points: its byte range, and a fault made from the point as written.
    pub fn flaw(&self, point: usize, fault: impl FnOnce(String) -> StrokeFault) -> Flaw {
        let range = self.points[point].1.clone();
        (range.clone(), fault(self.text[range].into()))
    }

    /// Returns a flaw of the whole stroke.
    pub fn flaw_throughout(&self, fault: StrokeFault) -> Flaw {
        (0..self.text.len(), fault)
    }
}

/// Returns the pieces between separators, each with the byte where it starts.
fn pieces(text: &str, separator: char) -> impl Iterator<Item = (usize, &str)> {
    text.split(separator).scan(0, move |next, piece| {
        let start = *next;
        *next += piece.len() + separator.len_utf8();
        Some((start, piece))
    })
}

fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    pieces(text, ' ').filter(|(_, word)| !word.is_empty())
}

fn read_point(start: usize, text: &str) -> Result<(Point, Range<usize>), Flaw> {
    let range = start..start + text.len();
    match Point::read(text) {
        Some(point) => Ok((point, range)),
        None => Err((range, StrokeFault::UnknownPoint { point: text.into(), hint: PointHint(meant(text)) })),
    }
}

/// Guesses what an unknown point was meant to be: letters swapped, in the wrong case, or a tag without its space.
fn meant(text: &str) -> Option<String> {
    if let Some((point, tag)) = text.split_once('+') {
        return Point::read(point).map(|_| format!("{point} +{tag}"));
    }
    let swapped: String = text.chars().rev().collect();
    let guesses = [text.to_uppercase(), swapped.to_uppercase(), text.to_lowercase()];
    guesses.into_iter().find(|guess| Point::read(guess).is_some())
}

fn read_tag(start: usize, word: &str) -> Result<String, Flaw> {
    let range = start..start + word.len();
    let Some(tag) = word.strip_prefix('+') else {
        return Err((range, StrokeFault::Stray { word: word.into() }));
    };
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if tag.starts_with(|c: char| c.is_ascii_lowercase()) && tag.chars().all(is_plain) {
        Ok(tag.into())
    } else {
        Err((range, StrokeFault::BadTag { tag: tag.into() }))
    }
}

/// What is wrong in a stroke and where, in a sentence for an author of sets.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}")]
pub struct StrokeError {
    /// The index of the drawing.
    pub drawing: usize,
    /// The byte range in its text.
    pub range: Range<usize>,
    /// What is wrong there.
    pub fault: StrokeFault,
}

/// The ways in which a stroke can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrokeFault {
    /// It has no point.
    #[error("the stroke is empty: name at least one point, as in `N-S`")]
    Empty,
    /// An unknown point.
    #[error("`{point}` is not a point of a tile{hint}")]
    UnknownPoint {
        /// As it was written.
        point: String,
        /// What was probably meant.
        hint: PointHint,
    },
    /// A word after the points that is not a tag.
    #[error(
        "unexpected `{word}`: points are joined by `-` without spaces, a tag starts with `+`, and several strokes are a list"
    )]
    Stray {
        /// As it was written.
        word: String,
    },
    /// A tag with invalid characters.
    #[error("`+{tag}` is not a tag: use lowercase letters, digits, `-` and `_`")]
    BadTag {
        /// As it was written, without `+`.
        tag: String,
    },
    /// A side or half that is already taken by another stroke, or by the same one.
    #[error("`{point}` is already taken by `{kind} = \"{text}\"`")]
    Taken {
        /// The point, as it was written.
        point: String,
        /// The kind of the stroke that took it.
        kind: String,
        /// The text of that stroke.
        text: String,
    },
    /// A side opened by a kind that takes no edge.
    #[error("`{point}` opens a side, which {} never does: a small letter touches a side, `*` is inside", with_article(.kind))]
    NoEdge {
        /// The point, as it was written.
        point: String,
        /// The kind of the stroke.
        kind: String,
    },
    /// Half a side taken by a kind that runs through the middle.
    #[error("`{point}` is half a side, but {} takes the middle of a side: name the side", with_article(.kind))]
    NoHalf {
        /// The point, as it was written.
        point: String,
        /// The kind of the stroke.
        kind: String,
    },
    /// A kind that takes an edge touches the rim but opens no side.
    #[error(
        "corners and small letters open nothing, so this {kind} leads nowhere: open a side with `N`, `E`, `S` or `W`"
    )]
    OpensNothing {
        /// The kind of the stroke.
        kind: String,
    },
    /// A field stroke where there is no field.
    #[error("there is no field at `{point}`")]
    NoField {
        /// The point, as it was written.
        point: String,
    },
    /// A field stroke inside a tile of several fields.
    #[error("the tile has {fields} fields, and this stroke does not say which: name a half side, such as `NL`")]
    WhichField {
        /// How many fields there are.
        fields: usize,
    },
    /// More segments and fields than a tile can have.
    #[error("a tile has at most {limit} segments and fields")]
    TooMany {
        /// The limit.
        limit: usize,
    },
}

/// The end of a sentence about an unknown point: what was probably meant, if anything is close.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointHint(pub Option<String>);

impl std::fmt::Display for PointHint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Some(near) => write!(f, "; {}", did_you_mean(near)),
            None => f.write_str("; use N E S W, NL to WR, NW NE SE SW, n e s w, and * a b c d inside"),
        }
    }
}
