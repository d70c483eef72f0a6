//! Many games at once: measured, checked against the laws, or played by bots against each other.

pub mod bench;
pub mod check;
pub mod contest;
pub mod games;
pub mod latency;
pub mod stats;
