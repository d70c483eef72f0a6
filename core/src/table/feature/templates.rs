//! The nodes of printed tiles, made once.

use super::{NEVER, Node, TAGGED};
use crate::table::catalogue::{Catalogue, Closes, TileKind};

/// The nodes of each printed tile, ready to be copied.
#[derive(Debug, Default)]
pub(super) struct Templates {
    pub nodes: Vec<Node>,
    pub tags: Vec<u16>,
    pub first: Vec<u16>,
    /// Whether any segment of the tile has tags.
    pub tagged: Vec<bool>,
}

impl Templates {
    pub fn new(catalogue: &Catalogue) -> Templates {
        let stride = catalogue.tags.len();
        let (mut nodes, mut tags, mut first) = (Vec::new(), Vec::new(), Vec::new());
        let has_tags = |tile: &TileKind| tile.segments.iter().any(|segment| !segment.tags.is_empty());
        for tile in &catalogue.tiles {
            first.push(nodes.len() as u16);
            for segment in &tile.segments {
                let closes = catalogue.kind(segment.kind).closes;
                let mouths = catalogue.mouths(segment);
                let surrounded = closes == Closes::Neighbours;
                let tagged = if segment.tags.is_empty() { 0 } else { TAGGED };
                let never = if closes == Closes::Never { NEVER } else { 0 };
                nodes.push(Node {
                    parent: 0,
                    next: 0,
                    open: segment.ends as u16 + mouths + if surrounded { 8 } else { 0 },
                    segments: 1,
                    twins: segment.has_twin as u16,
                    followers: 0,
                    figures: 0,
                    placed: 0,
                    kind: segment.kind.0,
                    flags: tagged | never,
                });
                let row = tags.len();
                tags.resize(row + stride, 0);
                for tag in &segment.tags {
                    tags[row + tag.0 as usize] += 1;
                }
            }
        }
        first.push(nodes.len() as u16);
        Templates { nodes, tags, first, tagged: catalogue.tiles.iter().map(has_tags).collect() }
    }
}
