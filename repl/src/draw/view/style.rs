//! What things look like, as data: colours, shapes, small pictures. Never knows a kind by name.

/// A colour for the three colour depths of terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour {
    /// Red, green, blue.
    pub rgb: [u8; 3],
    /// The index among 256 colours.
    pub ansi256: u8,
    /// The index among 16 colours: 0 to 7, and 8 to 15 for bright ones.
    pub ansi16: u8,
}

/// The 16 colours as most terminals show them.
const SIXTEEN: [u32; 16] = [
    0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000, 0x00ff00,
    0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];

const fn split(rgb: u32) -> [u8; 3] {
    [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8]
}

fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    a.iter().zip(b).map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
}

impl Colour {
    /// A colour whose reduced versions are chosen by hand; `rgb` is written as `0xrrggbb`.
    pub const fn new(rgb: u32, ansi256: u8, ansi16: u8) -> Colour {
        Colour { rgb: split(rgb), ansi256, ansi16: ansi16 & 15 }
    }

    /// A colour whose reduced versions are the nearest ones.
    pub fn from_rgb(rgb: u32) -> Colour {
        let nearest = |colours: &mut dyn Iterator<Item = (u8, [u8; 3])>| {
            colours.min_by_key(|&(_, other)| distance(split(rgb), other)).map_or(0, |(index, _)| index)
        };
        let ansi16 = nearest(&mut (0..).zip(SIXTEEN.map(split)));
        Colour { rgb: split(rgb), ansi256: nearest(&mut (16..=255).map(|index| (index, cube(index)))), ansi16 }
    }

    /// What it looks like among 256 colours.
    #[cfg(test)]
    pub(crate) fn shown_of_256(self) -> [u8; 3] {
        cube(self.ansi256)
    }

    /// What it looks like among 16 colours.
    #[cfg(test)]
    pub(crate) fn shown_of_16(self) -> [u8; 3] {
        split(SIXTEEN[self.ansi16 as usize & 15])
    }

    /// How light it is for a person, from 0 to 1 (relative luminance).
    fn luminance(self) -> f32 {
        let [r, g, b] = self.rgb.map(|part| (f32::from(part) / 255.0).powf(2.2));
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast with another colour, from 1 to 21.
    pub fn contrast(self, other: Colour) -> f32 {
        let (one, two) = (self.luminance() + 0.05, other.luminance() + 0.05);
        one.max(two) / one.min(two)
    }

    /// Black or white, whichever is legible on this colour.
    pub fn ink(self) -> Colour {
        let [r, g, b] = self.rgb.map(u32::from);
        let is_light = r * 299 + g * 587 + b * 114 > 140_000;
        if is_light { Colour::new(0x141414, 16, 0) } else { Colour::new(0xffffff, 231, 15) }
    }

    /// This colour mixed with a percentage of another; the reduced versions are the other's.
    pub fn mixed(self, other: Colour, percent: u8) -> Colour {
        let share = u32::from(percent.min(100));
        let mix = |i: usize| (u32::from(self.rgb[i]) * (100 - share) + u32::from(other.rgb[i]) * share) / 100;
        Colour { rgb: [0, 1, 2].map(|i| mix(i) as u8), ..other }
    }
}

/// The RGB value of an index among 256 colours, from 16 on.
fn cube(index: u8) -> [u8; 3] {
    if index >= 232 {
        return [8 + 10 * (index - 232); 3];
    }
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    let index = index.saturating_sub(16);
    [level(index / 36), level(index / 6 % 6), level(index % 6)]
}

/// How a kind of segment lies on a tile of 100 by 100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Covers its sides completely, bounded by curves from corner to corner.
    Area,
    /// A band between the middles of its sides.
    Line {
        /// The width; a tile has 100.
        width: u8,
        /// The radius of the disc at an end inside the tile; 0 for none.
        end: u8,
        /// The colour of the disc where three or more bands meet.
        knot: Option<Colour>,
    },
    /// A square in the middle of the tile.
    Building,
}

/// The look of one kind of segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindStyle {
    /// How it lies on the tile.
    pub shape: Shape,
    /// Its colour.
    pub colour: Colour,
    /// The colour of an area's rim, if there are enough pixels to show it.
    pub border: Option<Colour>,
    /// The colours of the pixels in `pixmaps`: `1` is the first; `0` is the colour of the kind.
    pub tints: Vec<Colour>,
    /// A building in pixels, in several sizes: rows of digits; `.` shows the ground.
    pub pixmaps: Vec<Vec<String>>,
    /// The characters without colours. Area: one glyph. Building: its rows. Line: sixteen glyphs by the sides that it
    /// continues to (north 1, east 2, south 4, west 8), or fewer, of which the last is used for the rest.
    pub mono: Vec<String>,
    /// The same in ASCII.
    pub ascii: Vec<String>,
}

/// Sixteen glyphs of a line that looks like a paved road.
pub const DOUBLE_LINE: &str = "║║═╚║║╔╠═╝═╩╗╣╦╬";
/// Sixteen glyphs of a plain line in ASCII.
pub const ASCII_LINE: &str = "||-'||.o-'-o.ooo";

/// A glyph of one cell that marks a segment, a field or a tile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The glyph.
    pub glyph: char,
    /// Its substitute in ASCII.
    pub ascii: char,
    /// Colour of the glyph.
    pub fg: Colour,
    /// Colour of its cell.
    pub bg: Colour,
}

impl Mark {
    /// The colour of the glyph on a ground that is not its own: the more legible of its two.
    pub fn ink_on(&self, ground: Colour) -> Colour {
        if self.bg.contrast(ground) >= self.fg.contrast(ground) { self.bg } else { self.fg }
    }
}

/// All looks that a sketch refers to by index, and the colours of everything that is not a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Looks of the kinds of segments.
    pub kinds: Vec<KindStyle>,
    /// Looks of the marks.
    pub marks: Vec<Mark>,
    /// The two greens that alternate between tiles, so that their borders are visible.
    pub field: [Colour; 2],
    /// Letters and corners of legal cells. The 16-colour version suits a dark terminal; 12 would suit a light one.
    pub letter: Colour,
    /// Letters and ground of every second legal cell where there is no room for corners.
    pub cell: [Colour; 2],
    /// Rulers, coordinates and other less important text.
    pub grey: Colour,
    /// Corners of the tile placed last.
    pub last: Colour,
    /// Digit and cell of a numbered choice.
    pub number: [Colour; 2],
}

impl Default for Palette {
    fn default() -> Palette {
        Palette {
            kinds: Vec::new(),
            marks: Vec::new(),
            field: [Colour::new(0x5d8a3a, 64, 2), Colour::new(0x66943f, 64, 2)],
            letter: Colour::new(0x2f7fd6, 32, 14),
            cell: [Colour::new(0xcfe4ff, 195, 15), Colour::new(0x4a4a4a, 239, 8)],
            grey: Colour::new(0x7d7d7d, 244, 8),
            last: Colour::new(0xffffff, 231, 15),
            number: [Colour::new(0xffffff, 231, 15), Colour::new(0x9267f0, 99, 8)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_colour_finds_its_nearest_poor_relations() {
        for (rgb, ansi256, ansi16) in [(0xff0000, 196, 9), (0x000000, 16, 0), (0xffffff, 231, 15), (0x808080, 244, 8)] {
            assert_eq!(Colour::from_rgb(rgb), Colour::new(rgb, ansi256, ansi16), "{rgb:06x}");
        }
    }

    #[test]
    fn a_mix_lies_between_and_shows_the_second_where_colours_are_few() {
        let mix = Colour::new(0x000000, 16, 0).mixed(Colour::new(0xc86432, 130, 3), 50);
        assert_eq!(mix, Colour::new(0x643219, 130, 3));
    }
}
