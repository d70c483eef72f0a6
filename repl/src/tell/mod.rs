//! The table in words and as data. Draws nothing.

pub mod describe;
pub mod fits;
pub mod hint;
pub mod info;
pub mod show;
pub mod stats;
pub mod tally;
pub mod why;
