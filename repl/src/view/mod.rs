//! Boards and tiles as text. Works on plain descriptions: what a kind looks like is data, and nothing is printed here.
//!
//! A [`Painter`] holds the looks of a [`Palette`] and draws a [`Sketch`] in a given [`Look`].

mod art;
mod canvas;
mod frame;
mod look;
mod mosaic;
mod outline;
mod painter;
mod plate;
mod spots;
mod style;
mod tile;

#[cfg(test)]
mod tests;

pub use art::{Exhibit, FieldArt, Figure, Legal, SegmentArt, Sketch, Spot, TileArt, Tint};
pub use look::{ColourChoice, Depth, Glyphs, Look, Zoom, choose_depth, choose_glyphs};
pub use painter::Painter;
pub use style::{ASCII_LINE, Colour, DOUBLE_LINE, KindStyle, Mark, Palette, Shape};
