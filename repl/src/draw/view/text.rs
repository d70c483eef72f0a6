//! Lines of coloured text beside a picture. Knows widths and colours, never what the words say.

use bastide_core::language::width;

use super::canvas::{Canvas, Glyph, in_ascii, in_cells};
use super::look::{Depth, Glyphs, Look};
use super::style::Colour;
use crate::io::door;

const BLACK: Colour = Colour::new(0x141414, 16, 0);

/// A line of text with colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    glyphs: Vec<Glyph>,
}

impl Line {
    /// A plain line.
    pub fn new(text: &str) -> Line {
        Line::default().plain(text)
    }

    /// Appends plain text.
    pub fn plain(self, text: &str) -> Line {
        self.written(text, Glyph::BLANK)
    }

    /// Appends bold text.
    pub fn bold(self, text: &str) -> Line {
        self.written(text, Glyph::BLANK.bold())
    }

    /// Appends text in a colour.
    pub fn ink(self, text: &str, colour: Colour) -> Line {
        self.written(text, Glyph::new(' ', colour))
    }

    /// Appends text on a coloured background, or reversed if there are no colours.
    pub fn badge(self, text: &str, ink: Colour, ground: Colour) -> Line {
        self.written(text, Glyph::new(' ', ink).on(Some(ground)).badge())
    }

    /// Underlines all of it.
    pub fn underlined(mut self) -> Line {
        self.glyphs.iter_mut().for_each(|glyph| *glyph = glyph.underlined());
        self
    }

    /// Appends another line.
    pub fn and(mut self, other: Line) -> Line {
        self.glyphs.extend(other.glyphs);
        self
    }

    /// Pads the line with blanks to this column.
    pub fn to(self, column: usize) -> Line {
        let missing = column.saturating_sub(self.glyphs.len());
        self.plain(&" ".repeat(missing))
    }

    /// Cuts the line to this many columns.
    pub fn cut(mut self, columns: usize) -> Line {
        self.glyphs.truncate(columns);
        self
    }

    /// Its width in columns.
    pub fn width(&self) -> usize {
        self.glyphs.len()
    }

    fn written(mut self, text: &str, manner: Glyph) -> Line {
        self.glyphs.extend(in_cells(text).map(|symbol| Glyph { symbol, ..manner }));
        self
    }

    /// The line for a terminal with this look, without a line break.
    pub fn text(&self, look: Look) -> String {
        let mut canvas = Canvas::new(self.glyphs.len(), 1);
        for (column, glyph) in self.glyphs.iter().enumerate() {
            // On bright backgrounds among the 16 colours, only black text is legible.
            let is_drowned = look.depth == Depth::Ansi16 && glyph.bg.is_some_and(|ground| ground.ansi16 >= 8);
            let fg = if is_drowned { Some(BLACK) } else { glyph.fg };
            canvas.put(column, 0, Glyph { fg, ..*glyph });
        }
        let text = canvas.finish(look.depth);
        let text = if look.glyphs == Glyphs::Unicode { text } else { in_ascii(&text) };
        door::meant(text.trim_end_matches('\n'))
    }
}

/// The width of a line on the screen; escape sequences take no columns.
pub fn columns(line: &str) -> usize {
    let mut parts = line.split("\x1b[");
    let first = parts.next().map_or(0, width);
    first + parts.map(|part| part.split_once('m').map_or(0, |part| width(part.1))).sum::<usize>()
}

/// Two texts side by side, with this many columns between them.
pub fn beside(left: &str, right: &str, gap: usize) -> String {
    let width = left.lines().map(columns).max().unwrap_or(0) + gap;
    let (mut left, mut right) = (left.lines(), right.lines());
    let mut text = String::new();
    loop {
        let (one, other) = match (left.next(), right.next()) {
            (None, None) => return text,
            (one, other) => (one.unwrap_or_default(), other.unwrap_or_default()),
        };
        text.push_str(one);
        if !other.is_empty() {
            text.push_str(&" ".repeat(width.saturating_sub(columns(one))));
            text.push_str(other);
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::super::look::Zoom;
    use super::*;

    const RED: Colour = Colour::new(0xd1332e, 160, 9);

    #[test]
    fn a_line_is_as_wide_as_it_looks_in_every_depth() {
        let line = Line::new("a ").badge(" R ", BLACK, RED).to(8).bold("12").ink("●○", RED);
        for depth in [Depth::Plain, Depth::Mono, Depth::Ansi16, Depth::Ansi256, Depth::True] {
            let text = line.text(Look { glyphs: Glyphs::Unicode, depth, zoom: Zoom::Play });
            assert_eq!(columns(&text), 12, "{depth:?} {text:?}");
        }
        let ascii = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
        assert_eq!(line.text(ascii), "a  R    12??");
        let wide = Line::new("日本").to(6).plain("x");
        assert_eq!((wide.text(ascii), columns(&wide.text(ascii))), ("????  x".into(), 7));
        let cut = wide.cut(3).text(Look { glyphs: Glyphs::Unicode, ..ascii });
        assert_eq!(cut, "日 ", "half of a character is a blank");
    }

    #[test]
    fn what_stands_side_by_side_is_lined_up_whatever_its_colours() {
        let left = "\x1b[1mab\x1b[0m\nc\n";
        assert_eq!(beside(left, "x\n\nz", 2), "\x1b[1mab\x1b[0m  x\nc\n    z\n");
    }
}
