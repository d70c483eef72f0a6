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
    /// What each tile takes of them.
    pub tiles: Vec<Template>,
}

/// Which nodes are those of a printed tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Template {
    pub from: u16,
    pub to: u16,
    /// A combination of [`MARKED`] and [`SPARE`].
    pub special: u8,
}

impl Templates {
    pub fn new(catalogue: &Catalogue) -> Templates {
        let (mut nodes, mut tags, mut tiles) = (Vec::new(), Tags::new(catalogue, 0), Vec::new());
        for tile in &catalogue.tiles {
            let from = nodes.len() as u16;
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
            tiles.push(Template { from, to: nodes.len() as u16, special: special(tile) });
        }
        Templates { nodes, tags, tiles }
    }
}

fn special(tile: &TileKind) -> u8 {
    let has_tags = tile.segments.iter().any(|segment| !segment.tags.is_empty());
    let marked = if has_tags { MARKED } else { 0 };
    marked | if tile.versions.is_empty() { 0 } else { SPARE }
}
