//! What rules change about features that are already on the board: their kind, and what they are joined with.

use super::{FeatureId, Features, NEVER, Node, SegmentId};
use crate::table::board::{Board, Placed, PlacedId};
use crate::table::catalogue::{Catalogue, Closes, KindId, NONE, Port, TileId};
use crate::table::geometry::Side;

/// Two segments that a rule joined, wherever they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link(pub SegmentId, pub SegmentId);

impl Link {
    /// Returns the other segment, if one of the two is this one.
    pub fn across(self, segment: SegmentId) -> Option<SegmentId> {
        match self {
            Link(a, b) if a == segment => Some(b),
            Link(a, b) if b == segment => Some(a),
            _ => None,
        }
    }
}

/// Returns how many links end at a segment.
fn count_at(links: &[Link], segment: SegmentId) -> u16 {
    links.iter().filter(|link| link.across(segment).is_some()).count() as u16
}

impl Features {
    /// Makes a complete feature one of another kind, which is complete too unless it never is.
    pub fn turn_into(&mut self, feature: FeatureId, kind: KindId, never: bool) {
        self.remake();
        let mut at = feature.0;
        loop {
            let node = &mut self.nodes[at as usize];
            node.kind = kind.0;
            node.flags = node.flags & !NEVER | if never { NEVER } else { 0 };
            at = node.next;
            if at == feature.0 {
                return;
            }
        }
    }

    /// Joins two segments, the last of these links. An opening where it ends is closed.
    pub fn link(&mut self, catalogue: &Catalogue, board: &Board, links: &[Link]) {
        let Some(&Link(a, b)) = links.last() else { return };
        self.remake();
        let closed: u16 = [a, b].into_iter().map(|at| self.opening_closed(catalogue, board, links, at)).sum();
        let root = self.unite(a.0, b.0);
        self.nodes[root as usize].open -= closed;
    }

    /// Returns 1 if the last link closes an opening of a segment: if it has as many as links end there.
    fn opening_closed(&self, catalogue: &Catalogue, board: &Board, links: &[Link], at: SegmentId) -> u16 {
        (count_at(links, at) <= self.openings(catalogue, board, at)) as u16
    }

    /// Returns how many ends inside its tile a segment has that stay open until a rule joins them.
    pub fn openings(&self, catalogue: &Catalogue, board: &Board, at: SegmentId) -> u16 {
        let Placed { tile, base, .. } = *board.tile(self.placed(at));
        catalogue.openings(&catalogue.tile(tile).segments[(at.0 - base) as usize])
    }

    /// Adds the segment that was built over a tile. The board has the new version already; `plain` is the one before.
    pub fn build(&mut self, catalogue: &Catalogue, board: &Board, id: PlacedId, plain: TileId) {
        self.remake();
        let Placed { tile, base, cell, rotation, .. } = *board.tile(id);
        let own = base + catalogue.segments(plain);
        let printed = (self.templates.tiles[tile.0 as usize].from + own - base) as usize;
        self.nodes[own as usize] = Node { parent: own, next: own, placed: id.0, ..self.templates.nodes[printed] };
        let kind = self.nodes[own as usize].kind;
        for (segment, part) in (base..own).zip(&catalogue.tile(plain).segments) {
            if part.kind.0 == kind && !part.has_twin {
                let root = self.root(segment);
                self.nodes[root as usize].twins += 1;
            }
        }
        let (before, after) = (catalogue.ports(plain, rotation), catalogue.ports(tile, rotation));
        for side in Side::ALL.into_iter().filter(|side| board.at(cell.step(*side)).is_none()) {
            for part in before[side.index()].segments() {
                let root = self.root(base + part as u16);
                self.nodes[root as usize].open -= 1;
            }
            for part in after[side.index()].segments().filter(|part| base + *part as u16 != own) {
                let root = self.root(base + part as u16);
                self.nodes[root as usize].open += 1;
            }
        }
    }

    /// Builds a feature again from the tiles and these links, after one of them was taken away. Returns its segments,
    /// without counting the figures on them.
    pub fn rebuild(
        &mut self,
        catalogue: &Catalogue,
        board: &Board,
        links: &[Link],
        feature: FeatureId,
    ) -> Vec<SegmentId> {
        self.remake();
        let segments: Vec<SegmentId> = self.segments(feature).collect();
        segments.iter().for_each(|&segment| self.reset(catalogue, board, segment));
        for &segment in &segments {
            Side::ALL.into_iter().for_each(|side| self.meet(catalogue, board, segment, side));
            let closed = count_at(links, segment).min(self.openings(catalogue, board, segment));
            let root = self.root(segment.0);
            self.nodes[root as usize].open -= closed;
            for other in links.iter().filter_map(|link| link.across(segment)) {
                self.unite(segment.0, other.0);
            }
        }
        segments
    }

    /// Makes a segment what it is on a tile that lies alone, except for the neighbours that it waits for.
    fn reset(&mut self, catalogue: &Catalogue, board: &Board, segment: SegmentId) {
        let SegmentId(own) = segment;
        let Placed { tile, base, cell, .. } = *board.tile(self.placed(segment));
        let printed = (self.templates.tiles[tile.0 as usize].from + own - base) as usize;
        let Node { placed, .. } = self.nodes[own as usize];
        let mut node = Node { parent: own, next: own, placed, ..self.templates.nodes[printed] };
        if catalogue.kinds[node.kind as usize].closes == Closes::Neighbours {
            node.open -= board.neighbours(cell) as u16;
        }
        self.nodes[own as usize] = node;
        self.tags.reset(own, &self.templates.tags, printed);
    }

    /// Joins a segment with what it meets across one side, and closes its own ends there.
    fn meet(&mut self, catalogue: &Catalogue, board: &Board, segment: SegmentId, side: Side) {
        let Placed { tile, base, cell, rotation, .. } = *board.tile(self.placed(segment));
        let Some(near) = board.at(cell.step(side)) else { return };
        let there = *board.tile(near);
        let mine = &catalogue.ports(tile, rotation)[side.index()];
        let theirs = &catalogue.ports(there.tile, there.rotation)[side.opposite().index()];
        let own = (segment.0 - base) as u8;
        for across in facing(mine, theirs, own) {
            if across != NONE {
                self.unite(segment.0, there.base + across as u16);
            }
        }
        let ends = mine.segments().filter(|&part| part == own as usize).count() as u16;
        let ends = if is_halved(mine) || is_halved(theirs) { ends.min(1) } else { ends };
        let root = self.root(segment.0);
        self.nodes[root as usize].open -= ends;
    }
}

/// Whether a side has nothing in its middle.
fn is_halved(port: &Port) -> bool {
    port.middle == NONE && !port.is_blank()
}

/// Returns the segments that one segment meets across a side; [`NONE`] for none.
fn facing(mine: &Port, theirs: &Port, own: u8) -> [u8; 3] {
    let if_own = |slot: u8, across: u8| if slot == own { across } else { NONE };
    if mine.middle != NONE && theirs.middle != NONE {
        return [if_own(mine.middle, theirs.middle), if_own(mine.left, theirs.right), if_own(mine.right, theirs.left)];
    }
    let halves = |port: &Port| match port.middle {
        NONE => [port.left, port.right],
        whole => [whole, whole],
    };
    let ([left, right], [their_left, their_right]) = (halves(mine), halves(theirs));
    [if_own(left, their_right), if_own(right, their_left), NONE]
}
