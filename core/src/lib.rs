//! The table of Bastide: what is printed on tiles, where they lie, how their segments join, whose turn it is.
//!
//! The rooms, each of which uses only rooms above it (a test holds this):
//!
//! | room | holds |
//! |---|---|
//! | [`geometry`] | sides, halves, rotations, cells |
//! | [`tile`] | what is printed on a tile: strokes read, fields derived |

pub mod geometry;
pub mod tile;
