//! Small drawings from manifests: coloured shapes and lines in a box of 100 by 100. Never knows what they show.

use bastide_core::Rotation;

use super::path::Path;
use super::svg::{hex, line};
use crate::draw::view::{Colour, outline::Point};

/// The paint of a stroke.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Paint {
    Fixed(Colour),
    /// The colour of the owner.
    Owner,
    /// A legible colour on that.
    Ink,
}

/// A shape, or a line if it has a width.
#[derive(Clone, Debug, PartialEq)]
struct Stroke {
    paint: Paint,
    width: Option<f32>,
    path: Path,
}

/// A drawing: its strokes, each painted over the previous ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art(Vec<Stroke>);

/// The part of a look for pictures.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// The drawing, if there is one.
    pub art: Art,
    /// The size of its box; a tile has 100.
    pub size: Option<f32>,
    /// The colour in pictures, if it differs from the terminal.
    pub paint: Option<Colour>,
    /// The colour of the dashes in the middle of a band.
    pub dashes: Option<Colour>,
    /// The kind of segment on which it stands.
    pub on: Option<String>,
    /// How far each further copy is above the previous one.
    pub rise: f32,
    /// Whether a mark stands beside its segment, not on it.
    pub beside: bool,
}

impl Drawing {
    /// The same, rotated with its tile.
    pub fn turned(&self, rotation: Rotation) -> Drawing {
        Drawing { art: self.art.turned(rotation), ..self.clone() }
    }
}

impl FromIterator<Art> for Art {
    fn from_iter<T: IntoIterator<Item = Art>>(arts: T) -> Art {
        Art(arts.into_iter().flat_map(|art| art.0).collect())
    }
}

impl Art {
    /// Parses a stroke: `COLOUR PATH` is a shape, `COLOUR WIDTH PATH` a line. A colour is `#rrggbb`, `owner` or `ink`.
    pub fn read(text: &str, colour: impl Fn(&str) -> Result<Colour, String>) -> Result<Art, String> {
        let (paint, rest) = text.split_once(' ').ok_or("a stroke is `COLOUR PATH` or `COLOUR WIDTH PATH`")?;
        let paint = match paint {
            "owner" => Paint::Owner,
            "ink" => Paint::Ink,
            other => Paint::Fixed(colour(other)?),
        };
        let begin = rest.find('M').ok_or("a path begins with M")?;
        let width = Some(rest[..begin].trim()).filter(|width| !width.is_empty());
        let wrong = |width| format!("`{width}` is not a line width; use a number up to 50");
        let number = |width: &str| width.parse().ok().filter(|width| (0.5..=50.0).contains(width));
        let width = width.map(|width| number(width).ok_or_else(|| wrong(width))).transpose()?;
        Ok(Art(vec![Stroke { paint, width, path: Path::read(&rest[begin..])? }]))
    }

    /// Whether there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The drawing as SVG, with the corner of its box at a point, in this size and these colours of an owner.
    pub fn svg(&self, at: Point, size: f32, colours: [Colour; 2]) -> String {
        self.scattered(&[at], size, colours)
    }

    /// The same at several points that are far enough from one another: every stroke is painted once for all of them.
    pub fn scattered(&self, at: &[Point], size: f32, [owner, ink]: [Colour; 2]) -> String {
        let scale = size / 100.0;
        let stroke = |stroke: &Stroke| {
            let data: String = at.iter().map(|at| stroke.path.placed(*at, scale).data()).collect();
            let colour = hex(match stroke.paint {
                Paint::Fixed(colour) => colour,
                Paint::Owner => owner,
                Paint::Ink => ink,
            });
            match stroke.width {
                None => format!("<path d=\"{data}\" fill=\"{colour}\"/>"),
                Some(width) => line(&data, &colour, width * scale),
            }
        };
        self.0.iter().map(stroke).collect()
    }

    /// The drawing, rotated in its box.
    fn turned(&self, rotation: Rotation) -> Art {
        Art(self.0.iter().map(|stroke| Stroke { path: stroke.path.turned(rotation), ..stroke.clone() }).collect())
    }

    /// The outline of all shapes together, for a rim around them.
    pub fn outline(&self, at: Point, size: f32) -> String {
        let shapes = self.0.iter().filter(|stroke| stroke.width.is_none());
        shapes.map(|stroke| stroke.path.placed(at, size / 100.0).data()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Colour = Colour::new(0xffffff, 231, 15);

    fn read(text: &str) -> Result<Art, String> {
        Art::read(text, |word| if word == "#ffffff" { Ok(WHITE) } else { Err(format!("`{word}` is not a colour")) })
    }

    #[test]
    fn a_shape_and_a_line_are_told_apart_by_a_width() {
        let black = Colour::new(0, 16, 0);
        let svg = |text: &str| read(text).unwrap().svg((10.0, 0.0), 50.0, [black, WHITE]);
        assert_eq!(svg("#ffffff M0 0L100 0"), "<path d=\"M10 0 60 0\" fill=\"#ffffff\"/>");
        assert!(svg("owner 8 M0 0L100 0").contains("stroke=\"#000000\" stroke-width=\"4\""));
    }

    #[test]
    fn a_drawing_that_is_none_says_why() {
        for (text, part) in [
            ("M0 0", "not a colour"),
            ("red M0 0", "not a colour"),
            ("#ffffff 99 M0 0", "not a line width"),
            ("#ffffff x M0 0", "not a line width"),
            ("#ffffff M0 0 A5", "not `A`"),
            ("#ffffff", "COLOUR PATH"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(part), "{text}: {told}");
        }
    }
}
