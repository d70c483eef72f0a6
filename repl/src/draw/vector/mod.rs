//! Vector drawing: paths, drawings from manifests, letters, SVG and PNG. Knows no game.

pub mod art;
mod font;
pub mod path;
pub mod raster;
pub mod svg;
