//! Vector drawing: paths, drawings from manifests, letters, SVG and PNG. Knows no game.
//!
//! Each file uses only files above it; `tests/tests/suite/tidy` checks this.
//!
//! | file | holds |
//! |---|---|
//! | `path` | paths, parsed and printed |
//! | `font` | letters as strokes |
//! | `svg` | the basics of every picture |
//! | `art` | drawings from manifests |
//! | `raster` | SVG as PNG |

pub mod art;
mod font;
pub mod path;
pub mod raster;
pub mod svg;
