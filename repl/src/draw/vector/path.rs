//! Paths from manifests and our own font: parsed strictly, transformed, printed in few characters.

use std::fmt::Write;

use bastide_core::Rotation;
use kurbo::{Affine, BezPath, PathEl};
use svgtypes::{SimplePathSegment, SimplifyingPathParser};

use crate::draw::view::outline::Point;

/// The maximum length of a path.
const MAX_PATH_CHARACTERS: usize = 1_200;
/// The largest coordinate, in both directions.
const MAX_COORDINATE: f64 = 400.0;
/// The characters of a path. SVG has more, but a stranger's file should be easy to check.
const SIGNS: &str = "MLHVQCZ0123456789-., ";
/// A rotation by 90 degrees clockwise in a box of 100 by 100.
const ONE_TURN: Affine = Affine::new([0.0, 1.0, -1.0, 0.0, 100.0, 0.0]);

/// A path of lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(BezPath);

impl Path {
    /// Parses `M L H V Q C Z` with numbers, as in SVG, with absolute coordinates.
    pub fn read(text: &str) -> Result<Path, String> {
        if text.len() > MAX_PATH_CHARACTERS {
            return Err(format!("a path has at most {MAX_PATH_CHARACTERS} characters"));
        }
        if let Some(other) = text.chars().find(|&sign| !SIGNS.contains(sign)) {
            return Err(format!("a path is written with M L H V Q C Z and numbers, not `{other}`"));
        }
        // Uses this parser because kurbo's own silently stops at what it does not understand.
        let steps = SimplifyingPathParser::from(text).map(|step| step.map(element));
        let path: BezPath = steps.collect::<Result<_, _>>().map_err(|error| format!("invalid path: {error}"))?;
        let reach = path.control_box();
        match [reach.x0, reach.y0, reach.x1, reach.y1].into_iter().find(|place| place.abs() > MAX_COORDINATE) {
            Some(place) => Err(format!("coordinates of a path are at most {MAX_COORDINATE}, found {place}")),
            None => Ok(Path(path)),
        }
    }

    /// A path through points.
    pub fn through(points: &[Point], is_closed: bool) -> Path {
        let mut path = BezPath::new();
        for &point in points {
            // Not `is_empty`, which tells whether anything would be drawn.
            if path.elements().is_empty() { path.move_to(point) } else { path.line_to(point) }
        }
        path.extend(is_closed.then_some(PathEl::ClosePath));
        Path(path)
    }

    /// The same path, scaled and then moved.
    pub fn placed(&self, (x, y): Point, scale: f32) -> Path {
        Path(Affine::new([scale, 0.0, 0.0, scale, x, y].map(f64::from)) * &self.0)
    }

    /// The same path, rotated in its box of 100 by 100.
    pub fn turned(&self, rotation: Rotation) -> Path {
        Path((0..rotation.index()).fold(Affine::IDENTITY, |turn, _| ONE_TURN * turn) * &self.0)
    }

    /// Both paths as one.
    pub fn and(mut self, other: Path) -> Path {
        self.0.extend(other.0);
        self
    }

    /// The path as SVG path data.
    pub fn data(&self) -> String {
        let (mut data, mut before) = (String::new(), ' ');
        for step in self.0.elements() {
            let (letter, points): (char, &[kurbo::Point]) = match step {
                PathEl::MoveTo(a) => ('M', &[*a]),
                PathEl::LineTo(a) => ('L', &[*a]),
                PathEl::QuadTo(a, b) => ('Q', &[*a, *b]),
                PathEl::CurveTo(a, b, c) => ('C', &[*a, *b, *c]),
                PathEl::ClosePath => ('Z', &[]),
            };
            let goes_on = letter == before && letter != 'M' || letter == 'L' && before == 'M';
            if !goes_on {
                data.push(letter);
            }
            for (i, point) in points.iter().enumerate() {
                let gap = if i > 0 || goes_on { " " } else { "" };
                let _ = write!(data, "{gap}{} {}", short(point.x as f32), short(point.y as f32));
            }
            before = letter;
        }
        data
    }
}

/// Converts a step of a path for kurbo.
fn element(step: SimplePathSegment) -> PathEl {
    match step {
        SimplePathSegment::MoveTo { x, y } => PathEl::MoveTo((x, y).into()),
        SimplePathSegment::LineTo { x, y } => PathEl::LineTo((x, y).into()),
        SimplePathSegment::Quadratic { x1, y1, x, y } => PathEl::QuadTo((x1, y1).into(), (x, y).into()),
        SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
            PathEl::CurveTo((x1, y1).into(), (x2, y2).into(), (x, y).into())
        }
        SimplePathSegment::ClosePath => PathEl::ClosePath,
    }
}

/// A number in few characters: one decimal, which is a thousandth of a tile.
pub fn short(number: f32) -> String {
    let tenths = (number * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}{}.{}", if tenths < 0 { "-" } else { "" }, (tenths / 10).abs(), rest.abs()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_read_and_printed_the_same() {
        let path = Path::read("M0 10 L 5,-2.5 10 10 H20 V.5 Q1 2 3 4 C1 2 3 4 5 6Z M1 1L2 2").unwrap();
        assert_eq!(path.data(), "M0 10 5 -2.5 10 10 20 10 20 0.5Q1 2 3 4C1 2 3 4 5 6ZM1 1 2 2");
        assert_eq!(Path::read(&path.data()).unwrap(), path);
        assert_eq!(path.placed((1.0, 0.0), 2.0).data(), "M1 20 11 -5 21 20 41 20 41 1Q3 4 7 8C3 4 7 8 11 12ZM3 2 5 4");
    }

    #[test]
    fn a_path_runs_through_points() {
        let points = [(0.0, 0.0), (5.0, 0.0), (5.0, 2.5)];
        assert_eq!(Path::through(&points, true).data(), "M0 0 5 0 5 2.5Z");
        assert_eq!(Path::through(&points, false).turned(Rotation::ALL[1]).data(), "M100 0 100 5 97.5 5");
        assert_eq!(Path::through(&[], false), Path::default());
    }

    #[test]
    fn what_is_no_path_is_refused() {
        let long = "M0 0".repeat(400);
        for text in [
            "L0 0",
            "M0",
            "M0 0 \"/><script>",
            "m0 0",
            "M0 0L1e9 1",
            "M0 0L9999 0",
            "M1.2.3 0",
            "5 5",
            "M0 0Z3 3",
            &long,
        ] {
            assert!(Path::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn numbers_are_short() {
        let shown = [0.04, -0.04, 1.0, -0.26, 12.34, -3.0].map(short);
        assert_eq!(shown, ["0", "0", "1", "-0.3", "12.3", "-3"]);
    }
}
