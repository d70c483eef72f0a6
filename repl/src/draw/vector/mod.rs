//! Drawing by lines: paths, drawings that manifests declare, letters, SVG and PNG. Knows no game.

pub mod art;
mod font;
pub mod path;
pub mod raster;
pub mod svg;
