//! Pixels as files and as sequences for terminals that show pictures. Knows cells, colours and sequences, never what a
//! picture shows.

mod kitty;
mod moving;
pub mod palette;
mod placed;
mod raster;
mod sixel;

pub use moving::Moving;
pub use placed::{Place, removed, sequence};
pub use raster::{Area, Raster};
