//! The keys of manifests as data, one row each, for the reference and for what is promised. Knows no reader: tests hold
//! the rows and the readers together.

use crate::language::{Row, lines};

const ROWS: &str = include_str!("keys.txt");

/// Returns every key of `expansion.toml` and `tiles.toml`, by the table that it belongs to: `kinds`, `kinds.course` …
pub fn keys() -> impl Iterator<Item = Row> {
    lines(ROWS).filter_map(Row::read)
}
