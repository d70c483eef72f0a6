//! Boards and tiles as text. Works on plain descriptions: what a kind looks like is data, and nothing is printed here.
//!
//! Each file uses only files above it; `tests/tests/suite/tidy` checks this.
//!
//! | file | holds |
//! |---|---|
//! | `style`, `art`, `look` | how kinds look; what is drawn; what the output can show |
//! | `canvas`, `text` | a grid of characters; lines with colours |
//! | `frame`, `chart` | where cells are in a picture; a picture whose characters can be asked for |
//! | `outline`, `plate`, `mosaic`, `spots` | the shapes on a tile; its points; its characters; where figures and numbers stand |
//! | `tile`, `painter` | a tile; a board |
//!
//! A [`Painter`] holds the looks of a [`Palette`] and draws a [`Sketch`] in a given [`Look`].
//!
//! ```
//! use bastide::draw::view::*;
//! use bastide_core::{Cell, Side};
//!
//! let colour = Colour::from_rgb(0xf7f3e6);
//! let line = KindStyle {
//!     shape: Shape::Line { width: 10, end: 0, knot: None },
//!     colour,
//!     border: None,
//!     tints: vec![],
//!     pixmaps: vec![],
//!     mono: vec![DOUBLE_LINE.to_string()],
//!     ascii: vec![ASCII_LINE.to_string()],
//! };
//! let mut painter = Painter::new(Palette { kinds: vec![line], ..Palette::default() });
//! let segment = SegmentArt { style: 0, sides: vec![Side::N, Side::E], ..SegmentArt::default() };
//! let tile = TileArt { segments: vec![segment], ..TileArt::default() };
//! let sketch = Sketch { tiles: vec![(Cell::new(0, 0), &tile)], ..Sketch::default() };
//! let look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Overview };
//! assert_eq!(painter.draw(&sketch, look), "      0\n   . .|. .\n 0 . .'---\n   . . . .\n");
//! ```

mod art;
mod canvas;
mod chart;
mod frame;
mod look;
mod mosaic;
pub(crate) mod outline;
mod painter;
pub(crate) mod plate;
pub(crate) mod spots;
mod style;
mod text;
mod tile;

#[cfg(test)]
mod tests;

pub use art::{Exhibit, FieldArt, Figure, Legal, Note, SegmentArt, Sketch, Spot, TileArt, Tint};
pub use canvas::{Glyph, badge};
pub use chart::{Chart, Numbered};
pub use frame::Places;
pub use look::{ColourChoice, Depth, Glyphs, Look, Zoom, choose_depth, choose_glyphs};
pub use painter::Painter;
pub use style::{ASCII_LINE, Colour, DOUBLE_LINE, KindStyle, Mark, Palette, Shape};
pub use text::{Line, beside, columns};
