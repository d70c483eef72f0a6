//! placeholder until the tile room is merged
use crate::geometry::{Half, Side};
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Side,
    Middle,
    None,
}
#[derive(Clone, Debug)]
pub struct Segment {
    pub kind: String,
    pub sides: Vec<Side>,
    pub halves: Vec<Half>,
    pub tags: Vec<String>,
}
#[derive(Clone, Debug)]
pub struct Field {
    pub halves: Vec<Half>,
    pub touches: Vec<usize>,
    pub tags: Vec<String>,
}
#[derive(Clone, Debug)]
pub struct Tile {
    pub segments: Vec<Segment>,
    pub fields: Vec<Field>,
}
