//! The terminal as a stage: takes the whole screen and gives it back whatever happens; prints the cells of a frame in the
//! colours that there are. Knows nothing of what it shows.

use std::fmt::Write;
use std::io;

use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use ratatui::backend::{Backend, ClearType, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};

use crate::draw::view::Depth;
use crate::io::door;

/// The size if the terminal does not know its own.
const DEFAULT_SIZE: Size = Size { width: 80, height: 24 };
/// More cells than this are not shown, whatever a terminal says about itself.
const MAX_SIZE: Size = Size { width: 1_000, height: 500 };

/// The screen while it is taken. Dropping it gives the screen back.
pub struct Taken(());

impl Taken {
    /// Takes the screen.
    pub fn take() -> io::Result<Taken> {
        enable_raw_mode()?;
        // From here on the screen is given back, also if it cannot be taken completely.
        let taken = Taken(());
        door::take_screen()?;
        Ok(taken)
    }
}

impl Drop for Taken {
    fn drop(&mut self) {
        door::leave_screen();
        let _ = disable_raw_mode();
    }
}

/// Suspends the program, as Ctrl-Z does elsewhere, until the shell continues it.
pub fn suspend() {
    #[cfg(unix)]
    let _ = signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP);
}

/// Columns and lines of the terminal.
pub fn size() -> Size {
    let (width, height) = measured().filter(|size| size.0 > 0 && size.1 > 0).unwrap_or(DEFAULT_SIZE.into());
    Size { width: width.min(MAX_SIZE.width), height: height.min(MAX_SIZE.height) }
}

#[cfg(unix)]
fn measured() -> Option<(u16, u16)> {
    let size = rustix::termios::tcgetwinsize(std::io::stdin()).ok()?;
    Some((size.ws_col, size.ws_row))
}

#[cfg(not(unix))]
fn measured() -> Option<(u16, u16)> {
    crossterm::terminal::size().ok()
}

/// What the terminal's pen is set to.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

const DEFAULT_PEN: Pen = Pen { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

/// Prints frames to the screen.
pub struct Stage {
    depth: Depth,
    out: String,
}

impl Stage {
    /// A stage for a terminal with these colours.
    pub fn new(depth: Depth) -> Stage {
        Stage { depth, out: String::new() }
    }

    /// What a cell looks like with the colours that there are.
    fn pen(&self, cell: &Cell) -> Pen {
        let modifier = cell.modifier & (Modifier::BOLD | Modifier::REVERSED | Modifier::DIM);
        match self.depth {
            Depth::Plain => DEFAULT_PEN,
            Depth::Mono => Pen { modifier, ..DEFAULT_PEN },
            _ => Pen { fg: cell.fg, bg: cell.bg, modifier },
        }
    }

    fn change(&mut self, pen: Pen) {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "\x1b[0");
        for (modifier, code) in [(Modifier::BOLD, 1), (Modifier::DIM, 2), (Modifier::REVERSED, 7)] {
            if pen.modifier.contains(modifier) {
                let _ = write!(self.out, ";{code}");
            }
        }
        colour(&mut self.out, pen.fg, 30);
        colour(&mut self.out, pen.bg, 40);
        self.out.push('m');
    }
}

/// The code of a colour; `base` is 30 for the foreground and 40 for the background.
fn colour(out: &mut String, colour: Color, base: u8) {
    let _ = match colour {
        Color::Rgb(r, g, b) => write!(out, ";{};2;{r};{g};{b}", base + 8),
        Color::Indexed(n @ 0..=7) => write!(out, ";{}", base + n),
        Color::Indexed(n @ 8..=15) => write!(out, ";{}", base + 52 + n),
        Color::Indexed(n) => write!(out, ";{};5;{n}", base + 8),
        _ => Ok(()),
    };
}

impl Backend for Stage {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let (mut next, mut last) = (None, None);
        for (x, y, cell) in content {
            if next != Some((x, y)) {
                let _ = write!(self.out, "\x1b[{};{}H", y + 1, x + 1);
            }
            let pen = self.pen(cell);
            if last != Some(pen) && self.depth > Depth::Plain {
                self.change(pen);
            }
            self.out.extend(cell.symbol().chars().map(door::seen));
            (next, last) = (Some((x + 1, y)), Some(pen));
            // After a wide character the cursor is somewhere else.
            if !cell.symbol().is_ascii() && bastide_core::language::width(cell.symbol()) != 1 {
                next = None;
            }
        }
        if last.is_some() && self.depth > Depth::Plain {
            self.out.push_str("\x1b[0m");
        }
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        self.out.push_str("\x1b[?25l");
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.out.push_str("\x1b[?25h");
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let Position { x, y } = position.into();
        let _ = write!(self.out, "\x1b[{};{}H", y + 1, x + 1);
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.out.push_str("\x1b[0m\x1b[2J");
        Ok(())
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        self.clear()
    }

    fn size(&self) -> io::Result<Size> {
        Ok(size())
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: size(), pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        let out = std::mem::take(&mut self.out);
        if out.is_empty() { Ok(()) } else { door::paint(&out) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(depth: Depth, symbol: &str, fg: Color, bg: Color) -> String {
        let mut cell = Cell::default();
        cell.set_symbol(symbol).set_fg(fg).set_bg(bg);
        cell.modifier = Modifier::BOLD;
        let mut stage = Stage::new(depth);
        stage.draw([(2, 1, &cell)].into_iter()).unwrap();
        stage.out
    }

    #[test]
    fn colours_are_those_that_the_terminal_has() {
        let (fg, bg) = (Color::Indexed(9), Color::Indexed(2));
        assert_eq!(drawn(Depth::Plain, "a", fg, bg), "\x1b[2;3Ha");
        assert_eq!(drawn(Depth::Mono, "a", fg, bg), "\x1b[2;3H\x1b[0;1ma\x1b[0m");
        assert_eq!(drawn(Depth::Ansi16, "a", fg, bg), "\x1b[2;3H\x1b[0;1;91;42ma\x1b[0m");
        assert_eq!(drawn(Depth::Ansi256, "a", Color::Indexed(160), bg), "\x1b[2;3H\x1b[0;1;38;5;160;42ma\x1b[0m");
        assert_eq!(drawn(Depth::True, "a", Color::Rgb(1, 2, 3), bg), "\x1b[2;3H\x1b[0;1;38;2;1;2;3;42ma\x1b[0m");
    }

    #[test]
    fn no_cell_can_move_the_cursor() {
        assert_eq!(drawn(Depth::Plain, "\x1b", Color::Reset, Color::Reset), "\x1b[2;3H\u{fffd}");
    }
}
