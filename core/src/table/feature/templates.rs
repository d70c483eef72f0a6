//! The nodes of printed tiles, made once.

use super::tags::Tags;
use super::{NEVER, Node, TAGGED};
use crate::table::catalogue::{Catalogue, Closes, TileKind};

/// Some segment of the tile has tags.
pub(super) const MARKED: u8 = 1;
/// Something can be built over the tile: its last node is kept for that.
pub(super) const SPARE: u8 = 2;

/// The nodes of each printed tile, ready to be copied.
#[derive(Debug, Default)]
pub(super) struct Templates {
    pub nodes: Vec<Node>,
    pub tags: Tags,
    pub first: Vec<u16>,
    /// For each tile, a combination of [`MARKED`] and [`SPARE`].
    pub special: Vec<u8>,
}

impl Templates {
    pub fn new(catalogue: &Catalogue) -> Templates {
        let (mut nodes, mut tags, mut first) = (Vec::new(), Tags::new(catalogue, 0), Vec::new());
        let has_tags = |tile: &TileKind| tile.segments.iter().any(|segment| !segment.tags.is_empty());
        for tile in &catalogue.tiles {
            first.push(nodes.len() as u16);
            for segment in &tile.segments {
                let closes = catalogue.kind(segment.kind).closes;
                let openings = catalogue.openings(segment);
                let surrounded = closes == Closes::Neighbours;
                let tagged = if segment.tags.is_empty() { 0 } else { TAGGED };
                let never = if closes == Closes::Never { NEVER } else { 0 };
                nodes.push(Node {
                    parent: 0,
                    next: 0,
                    open: segment.ends as u16 + openings + if surrounded { 8 } else { 0 },
                    segments: 1,
                    twins: segment.has_twin as u16,
                    followers: 0,
                    figures: 0,
                    placed: 0,
                    kind: segment.kind.0,
                    flags: tagged | never,
                });
                tags.print(&segment.tags);
            }
            if let Some(&node) = nodes.last().filter(|_| !tile.versions.is_empty()) {
                nodes.push(Node { segments: 0, ..node });
                tags.print(&[]);
            }
        }
        first.push(nodes.len() as u16);
        let special = |tile: &TileKind| {
            let marked = if has_tags(tile) { MARKED } else { 0 };
            marked | if tile.versions.is_empty() { 0 } else { SPARE }
        };
        Templates { special: catalogue.tiles.iter().map(special).collect(), nodes, tags, first }
    }
}
