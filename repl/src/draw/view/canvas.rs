//! A grid of characters with colours, printed for a terminal with a given number of colours. Knows nothing of what it
//! shows.

use std::fmt::Write;

use bastide_core::language::{char_width, is_hidden};

use super::look::Depth;
use super::style::Colour;
use crate::io::door;

/// One character cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyph {
    /// The character; `\0` where a wide character before it covers the cell.
    pub symbol: char,
    /// Its colour.
    pub fg: Option<Colour>,
    /// The colour of the cell.
    pub bg: Option<Colour>,
    /// Whether it is bold.
    pub is_bold: bool,
    /// Shown in reverse video on terminals without colours.
    pub is_badge: bool,
    /// Whether it is underlined.
    pub is_underlined: bool,
}

/// The symbol of a cell that is covered by the wide character before it.
const COVERED: char = '\0';
/// The replacement for invisible characters.
const UNSEEN: char = '\u{fffd}';

impl Glyph {
    /// A blank without colours.
    pub const BLANK: Glyph =
        Glyph { symbol: ' ', fg: None, bg: None, is_bold: false, is_badge: false, is_underlined: false };

    pub(super) const fn new(symbol: char, fg: Colour) -> Glyph {
        Glyph { symbol, fg: Some(fg), ..Glyph::BLANK }
    }

    pub(super) const fn on(self, bg: Option<Colour>) -> Glyph {
        Glyph { bg, ..self }
    }

    pub(super) const fn bold(self) -> Glyph {
        Glyph { is_bold: true, ..self }
    }

    pub(super) const fn badge(self) -> Glyph {
        Glyph { is_badge: true, ..self.bold() }
    }

    /// Whether it is bold with this many colours: many terminals of 16 colours show bold black as grey, which is lost on
    /// most grounds.
    pub fn is_bold_in(&self, depth: Depth) -> bool {
        self.is_bold && !(depth == Depth::Ansi16 && self.fg.is_some_and(|ink| ink.ansi16 == 0))
    }

    pub(super) const fn underlined(self) -> Glyph {
        Glyph { is_underlined: true, ..self }
    }
}

/// The grid.
pub(super) struct Canvas {
    width: usize,
    cells: Vec<Glyph>,
}

/// The terminal's current attributes; `None` is the default.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Pen {
    fg: Option<Colour>,
    bg: Option<Colour>,
    is_bold: bool,
    is_reverse: bool,
    is_underlined: bool,
}

impl Canvas {
    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, cells: vec![Glyph::BLANK; width * height] }
    }

    /// One cell of the grid.
    pub fn get(&self, column: usize, row: usize) -> Option<&Glyph> {
        self.cells.get(row * self.width + column).filter(|_| column < self.width)
    }

    /// Sets one cell; cells outside the grid are ignored.
    pub fn put(&mut self, column: usize, row: usize, glyph: Glyph) {
        if column < self.width
            && let Some(cell) = self.cells.get_mut(row * self.width + column)
        {
            // A control character in a look must not reach the terminal.
            let is_foul = glyph.symbol != COVERED && is_hidden(glyph.symbol);
            *cell = if is_foul { Glyph { symbol: UNSEEN, ..glyph } } else { glyph };
        }
    }

    /// Writes characters from left to right, all in the same style.
    pub fn write(&mut self, column: usize, row: usize, text: &str, manner: Glyph) {
        for (offset, symbol) in in_cells(text).enumerate() {
            self.put(column + offset, row, Glyph { symbol, ..manner });
        }
    }

    /// The grid as lines with line breaks; blanks at the right are removed.
    pub fn finish(&self, depth: Depth) -> String {
        let mut text = String::with_capacity(self.cells.len() * 6);
        for row in self.cells.chunks(self.width.max(1)) {
            let is_seen = |cell: &Glyph| {
                cell.symbol != ' '
                    || depth >= Depth::Ansi16 && cell.bg.is_some()
                    || depth == Depth::Mono && cell.is_badge
            };
            let end = row.iter().rposition(is_seen).map_or(0, |last| last + 1);
            let mut pen = Pen::default();
            for (at, cell) in row[..end].iter().enumerate() {
                pen.change(cell, depth, &mut text);
                let covers = row.get(at + 1).is_some_and(|next| next.symbol == COVERED);
                match cell.symbol {
                    // Half of a wide character is left if the other half was painted over.
                    COVERED if at == 0 || char_width(row[at - 1].symbol) != 2 => text.push(' '),
                    COVERED => {}
                    symbol if char_width(symbol) == 2 && !covers => text.push(' '),
                    symbol => text.push(symbol),
                }
            }
            if pen != Pen::default() {
                text.push_str("\x1b[0m");
            }
            text.push('\n');
        }
        text
    }
}

impl Pen {
    /// Changes the terminal's attributes for the next character.
    fn change(&mut self, cell: &Glyph, depth: Depth, text: &mut String) {
        let wanted = match depth {
            Depth::Plain => return,
            Depth::Mono => Pen {
                is_bold: cell.is_bold,
                is_reverse: cell.is_badge,
                is_underlined: cell.is_underlined,
                ..Pen::default()
            },
            // Of a blank, only the background and a line are visible.
            _ if cell.symbol == ' ' => Pen { bg: cell.bg, is_underlined: cell.is_underlined, ..*self },
            _ => Pen {
                fg: cell.fg,
                bg: cell.bg,
                is_bold: cell.is_bold_in(depth),
                is_reverse: false,
                is_underlined: cell.is_underlined,
            },
        };
        if wanted == *self {
            return;
        }
        text.push_str("\x1b[");
        let start = text.len();
        if wanted.is_bold != self.is_bold {
            text.push_str(if wanted.is_bold { "1;" } else { "22;" });
        }
        if wanted.is_reverse != self.is_reverse {
            text.push_str(if wanted.is_reverse { "7;" } else { "27;" });
        }
        if wanted.is_underlined != self.is_underlined {
            text.push_str(if wanted.is_underlined { "4;" } else { "24;" });
        }
        if wanted.fg != self.fg {
            colour(text, wanted.fg, depth, 30);
        }
        if wanted.bg != self.bg {
            colour(text, wanted.bg, depth, 40);
        }
        debug_assert!(text.len() > start);
        text.pop();
        text.push('m');
        *self = wanted;
    }
}

/// A bold text in one colour on another; in reverse video without colours.
pub fn badge(text: &str, ink: Colour, ground: Colour, depth: Depth) -> String {
    let mut canvas = Canvas::new(in_cells(text).count(), 1);
    canvas.write(0, 0, text, Glyph::new(' ', ink).on(Some(ground)).badge());
    door::meant(canvas.finish(depth).trim_end_matches('\n'))
}

/// The symbols of a text, one for each cell that it takes: a wide character is followed by `COVERED`, a zero-width one
/// takes no cell, and an invisible one is replaced.
pub(super) fn in_cells(text: &str) -> impl Iterator<Item = char> {
    let cells = |symbol: char| match (is_hidden(symbol), char_width(symbol)) {
        (false, 0) => [None, None],
        (false, 1) => [Some(symbol), None],
        (false, 2) => [Some(symbol), Some(COVERED)],
        _ => [Some(UNSEEN), None],
    };
    text.chars().flat_map(cells).flatten()
}

/// A text in which every character beyond ASCII becomes question marks of the same width.
pub(super) fn in_ascii(text: &str) -> String {
    let signs = |symbol: char| if symbol.is_ascii() { symbol.to_string() } else { "?".repeat(char_width(symbol)) };
    text.chars().map(signs).collect()
}

/// Writes the code of a colour, followed by `;`; `base` is 30 for the foreground and 40 for the background.
fn colour(text: &mut String, colour: Option<Colour>, depth: Depth, base: u8) {
    // Writing to a string cannot fail.
    let _ = match (colour, depth) {
        (None, _) => write!(text, "{};", base + 9),
        (Some(Colour { rgb: [r, g, b], .. }), Depth::True) => write!(text, "{};2;{r};{g};{b};", base + 8),
        (Some(colour), Depth::Ansi256) => write!(text, "{};5;{};", base + 8, colour.ansi256),
        (Some(colour), _) if colour.ansi16 & 8 == 0 => write!(text, "{};", base + (colour.ansi16 & 7)),
        (Some(colour), _) => write!(text, "{};", base + 60 + (colour.ansi16 & 7)),
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Canvas {
        let red = Colour::new(0xd1332e, 160, 9);
        let black = Colour::new(0x141414, 16, 0);
        let mut canvas = Canvas::new(6, 1);
        canvas.write(1, 0, "ab", Glyph::new(' ', black).on(Some(red)).badge());
        canvas.put(9, 9, Glyph::BLANK);
        canvas
    }

    #[test]
    fn every_depth_has_its_codes_and_plain_text_has_none() {
        let table = [
            (Depth::Plain, " ab\n"),
            (Depth::Mono, " \x1b[1;7mab\x1b[0m\n"),
            (Depth::Ansi16, " \x1b[30;101mab\x1b[0m\n"),
            (Depth::Ansi256, " \x1b[1;38;5;16;48;5;160mab\x1b[0m\n"),
            (Depth::True, " \x1b[1;38;2;20;20;20;48;2;209;51;46mab\x1b[0m\n"),
        ];
        for (depth, text) in table {
            assert_eq!(sample().finish(depth), text, "{depth:?}");
        }
    }

    #[test]
    fn control_characters_never_reach_the_terminal() {
        let mut canvas = Canvas::new(3, 1);
        canvas.write(0, 0, "a\x1bb", Glyph::BLANK);
        assert_eq!(canvas.finish(Depth::Plain), "a\u{fffd}b\n");
    }

    #[test]
    fn a_wide_character_takes_two_cells_and_is_blank_where_half_of_it_is_painted_over() {
        let drawn = |column: usize, symbol: &str| {
            let mut canvas = Canvas::new(5, 1);
            canvas.write(0, 0, "日e\u{301}本", Glyph::BLANK);
            canvas.write(column, 0, symbol, Glyph::BLANK);
            canvas.finish(Depth::Plain)
        };
        assert_eq!(drawn(9, "x"), "日e本\n");
        assert_eq!(["x", "本"].map(|symbol| drawn(0, symbol)), ["x e本\n", "本e本\n"]);
        assert_eq!(
            (drawn(1, "x"), drawn(4, "x"), drawn(4, "本")),
            (" xe本\n".into(), "日e x\n".into(), "日e  \n".into())
        );
    }
}
