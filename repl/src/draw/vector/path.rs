//! Paths as they are written in manifests and in our own font: read strictly, moved, printed in few characters.

use std::fmt::Write;

use bastide_core::Rotation;

use crate::draw::view::outline::{Point, turned};

/// The most characters of a path.
const LONGEST: usize = 1_200;
/// How far from its box a path may reach.
const FARTHEST: f32 = 400.0;

/// One step of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Move(Point),
    Line(Point),
    Quad(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

/// A path of lines and curves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Step>);

impl Path {
    /// Reads `M L H V Q C Z` with numbers, as SVG writes them, in places and not in distances.
    pub fn read(text: &str) -> Result<Path, String> {
        if text.len() > LONGEST {
            return Err(format!("a path has at most {LONGEST} characters"));
        }
        let mut words = Words(text);
        let (mut steps, mut here) = (Vec::new(), (0.0, 0.0));
        let mut order = None;
        while let Some(next) = words.peek() {
            match next {
                'M' | 'L' | 'H' | 'V' | 'Q' | 'C' | 'Z' => {
                    words.skip();
                    order = Some(next);
                    if next == 'Z' {
                        steps.push(Step::Close);
                        order = None;
                        continue;
                    }
                }
                '0'..='9' | '-' | '.' => {}
                other => return Err(format!("a path is written with M L H V Q C Z and numbers, not `{other}`")),
            }
            let order = order.ok_or("a path begins with M, and after Z another letter follows")?;
            if steps.is_empty() && order != 'M' {
                return Err("a path begins with M".into());
            }
            let step = match order {
                'M' if next == 'M' => Step::Move(words.point()?),
                'M' | 'L' => Step::Line(words.point()?),
                'H' => Step::Line((words.number()?, here.1)),
                'V' => Step::Line((here.0, words.number()?)),
                'Q' => Step::Quad(words.point()?, words.point()?),
                _ => Step::Cubic(words.point()?, words.point()?, words.point()?),
            };
            if let Step::Move(to) | Step::Line(to) | Step::Quad(_, to) | Step::Cubic(_, _, to) = step {
                here = to;
            }
            steps.push(step);
        }
        Ok(Path(steps))
    }

    /// A path through points.
    pub fn through(points: &[Point], is_closed: bool) -> Path {
        let mut steps: Vec<Step> = points.iter().map(|&point| Step::Line(point)).collect();
        if let Some(Step::Line(first)) = steps.first().copied() {
            steps[0] = Step::Move(first);
        }
        steps.extend(is_closed.then_some(Step::Close));
        Path(steps)
    }

    /// The same path, made larger and then moved.
    pub fn placed(&self, at: Point, scale: f32) -> Path {
        self.moved(|(x, y)| (at.0 + x * scale, at.1 + y * scale))
    }

    /// The same path, turned in its box of 100 by 100.
    pub fn turned(&self, rotation: Rotation) -> Path {
        self.moved(|point| turned(point, rotation))
    }

    fn moved(&self, to: impl Fn(Point) -> Point) -> Path {
        let step = |step: &Step| match *step {
            Step::Move(a) => Step::Move(to(a)),
            Step::Line(a) => Step::Line(to(a)),
            Step::Quad(a, b) => Step::Quad(to(a), to(b)),
            Step::Cubic(a, b, c) => Step::Cubic(to(a), to(b), to(c)),
            Step::Close => Step::Close,
        };
        Path(self.0.iter().map(step).collect())
    }

    /// Both paths as one.
    pub fn and(mut self, other: Path) -> Path {
        self.0.extend(other.0);
        self
    }

    /// The path as SVG writes it.
    pub fn data(&self) -> String {
        let (mut data, mut before) = (String::new(), ' ');
        for step in &self.0 {
            let (letter, points): (char, &[Point]) = match step {
                Step::Move(a) => ('M', &[*a]),
                Step::Line(a) => ('L', &[*a]),
                Step::Quad(a, b) => ('Q', &[*a, *b]),
                Step::Cubic(a, b, c) => ('C', &[*a, *b, *c]),
                Step::Close => ('Z', &[]),
            };
            let goes_on = letter == before && letter != 'M' || letter == 'L' && before == 'M';
            if !goes_on {
                data.push(letter);
            }
            for (i, (x, y)) in points.iter().enumerate() {
                let gap = if i > 0 || goes_on { " " } else { "" };
                let _ = write!(data, "{gap}{} {}", short(*x), short(*y));
            }
            before = letter;
        }
        data
    }
}

/// A number in few characters: one digit after the point is a tenth of a hundredth of a tile.
pub fn short(number: f32) -> String {
    let tenths = (number * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}{}.{}", if tenths < 0 { "-" } else { "" }, (tenths / 10).abs(), rest.abs()),
    }
}

/// What is left to read.
struct Words<'a>(&'a str);

impl Words<'_> {
    fn peek(&mut self) -> Option<char> {
        self.0 = self.0.trim_start_matches([' ', ',']);
        self.0.chars().next()
    }

    fn skip(&mut self) {
        self.0 = self.0.get(1..).unwrap_or("");
    }

    fn number(&mut self) -> Result<f32, String> {
        self.peek();
        let sign = usize::from(self.0.starts_with('-'));
        let is_part = |c: char| c.is_ascii_digit() || c == '.';
        let end = self.0[sign..].find(|c| !is_part(c)).map_or(self.0.len(), |end| end + sign);
        let (number, rest) = self.0.split_at(end);
        let value: Option<f32> = number.parse().ok().filter(|value: &f32| value.abs() <= FARTHEST);
        self.0 = rest;
        value.ok_or_else(|| format!("`{number}` is not a number in a path"))
    }

    fn point(&mut self) -> Result<Point, String> {
        Ok((self.number()?, self.number()?))
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
