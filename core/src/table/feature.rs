//! Segments joined into features: open ends, tags, completion. Knows the figures on a feature only as numbers; never
//! knows points.

mod change;
mod copy;
mod hole;
mod tags;
mod templates;

use std::ops::Range;

use crate::table::board::{Board, Laid, Placed, PlacedId, Watch};
use crate::table::catalogue::{Catalogue, Closes, KindId, NONE, Port, TagId, TileId};
use crate::table::copy::Stamp;
use crate::table::geometry::Cell;
use crate::table::tile::MAX_SEGMENTS;

pub use change::Link;
use tags::Tags;
use templates::{MARKED, SPARE, Template, Templates};

/// A segment on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentId(pub u16);

/// A feature, identified by its oldest segment. So features compare by age, and a feature keeps its id while it grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u16);

/// One segment, and the totals of its feature if it is the oldest one.
///
/// The fields that are added up when features are joined are not adjacent. Otherwise the compiler would read and add
/// them all at once, right after they were written one by one, and a processor stalls on such a read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Node {
    parent: u16,
    /// Open sides, plus the missing neighbours of each tile if the kind waits for them. When all neighbours are placed
    /// no side is open.
    open: u16,
    placed: u16,
    segments: u16,
    kind: u8,
    /// A combination of [`TAGGED`], [`NEVER`] and [`PAID`].
    flags: u8,
    /// Segments that share their tile with another one of the same kind, so that there may be fewer tiles than
    /// segments.
    twins: u16,
    /// The next segment of the feature; the segments form a ring.
    next: u16,
    followers: u8,
    figures: u8,
}

/// It has tags.
const TAGGED: u8 = 1;
/// Its kind is never complete.
const NEVER: u8 = 2;
/// It was scored.
const PAID: u8 = 4;

/// The maximum number of changes that are listed one by one. When there are more, copies copy everything.
const MAX_COUNTED: usize = 128;

/// The feature graph: a union-find in which the oldest segment is always the root and holds the totals.
#[derive(Debug, Default)]
pub struct Features {
    nodes: Vec<Node>,
    /// How often each tag is on each segment, or on the feature whose oldest segment it is.
    tags: Tags,
    templates: std::sync::Arc<Templates>,
    /// Shared by copies that differ in nothing but the figures on the features in `counted`, and whether they were paid.
    stamp: Stamp,
    /// The features of which only that changed since anything else did.
    counted: Vec<u16>,
    /// How often features were changed in other ways than by laying tiles and moving figures.
    remade: u32,
}

impl Features {
    /// Makes an empty graph with space for this many segments.
    pub fn new(catalogue: &Catalogue, segments: usize) -> Features {
        Features {
            nodes: Vec::with_capacity(segments),
            tags: Tags::new(catalogue, segments),
            templates: std::sync::Arc::new(Templates::new(catalogue)),
            stamp: Stamp::default(),
            counted: Vec::with_capacity(MAX_COUNTED),
            remade: 0,
        }
    }

    /// Removes all segments.
    pub fn clear(&mut self) {
        self.renew();
        self.nodes.clear();
        self.tags.clear();
    }

    /// Returns the number of segments on the board, which is also the id of the next one.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no segments on the board.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds the segments of a tile that was just laid and joins them with those of its neighbours. Features of other
    /// tiles for which only this neighbour was missing are added to the list.
    #[inline]
    pub fn join_tile(
        &mut self,
        catalogue: &Catalogue,
        board: &Board,
        id: PlacedId,
        laid: Laid,
        surrounded: &mut Vec<FeatureId>,
    ) {
        let Placed { tile, rotation, base, .. } = *board.tile(id);
        self.renew();
        self.add_segments(tile, id, base);
        let ports = catalogue.ports(tile, rotation);
        for (side, near) in laid.neighbours() {
            let there = board.tile(near);
            let theirs = &catalogue.ports(there.tile, there.rotation)[side.opposite().index()];
            self.join_side((base, &ports[side.index()]), (there.base, theirs));
        }
        match laid.watch {
            Watch::Nobody => {}
            Watch::One(one) => {
                let there = board.tile(one);
                self.neighbour_laid(there.base, catalogue.surrounded(there.tile), |feature| surrounded.push(feature));
            }
            Watch::Several => self.count_neighbours(catalogue, board, *board.tile(id), surrounded),
        }
    }

    /// Counts the tile that was just laid as a neighbour of those around it, and them as its neighbours.
    #[cold]
    fn count_neighbours(&mut self, catalogue: &Catalogue, board: &Board, own: Placed, surrounded: &mut Vec<FeatureId>) {
        for near in own.cell.around() {
            let Some(near) = board.at(near) else { continue };
            let there = board.tile(near);
            self.neighbour_laid(own.base, catalogue.surrounded(own.tile), |_| {});
            self.neighbour_laid(there.base, catalogue.surrounded(there.tile), |feature| surrounded.push(feature));
        }
        if catalogue.tile(own.tile).fills_hole() {
            self.note_closed(catalogue, board, own.cell, surrounded);
        }
    }

    #[inline]
    fn add_segments(&mut self, tile: TileId, id: PlacedId, base: u16) {
        let templates = &*self.templates;
        let Template { from, to, special } = templates.tiles[tile.0 as usize];
        let range = from as usize..to as usize;
        let own = |(i, node): (usize, &Node)| {
            let own = base + i as u16;
            Node { parent: own, next: own, placed: id.0, ..*node }
        };
        self.nodes.extend(templates.nodes[range.clone()].iter().enumerate().map(own));
        if special != 0 {
            self.add_special(special, base, range);
        }
    }

    /// Adds what few tiles have: the node that stays free, and the tags of segments.
    #[inline(never)]
    fn add_special(&mut self, special: u8, base: u16, range: Range<usize>) {
        if special & SPARE != 0
            && let Some(spare) = self.nodes.last_mut()
        {
            // It is not its own root, so it does not count as a feature.
            spare.parent = base;
        }
        if special & MARKED != 0 {
            self.tags.add(base, &self.templates.tags, range);
        }
    }

    /// Joins the segments that meet across one side and closes their ends.
    #[inline]
    fn join_side(&mut self, (base, mine): (u16, &Port), (their_base, theirs): (u16, &Port)) {
        if mine.middle == NONE || theirs.middle == NONE {
            return self.join_halves((base, mine), (their_base, theirs));
        }
        self.join(base + mine.middle as u16, their_base + theirs.middle as u16);
        if mine.left.min(mine.right) != NONE {
            self.join_beside((base, mine), (their_base, theirs));
        }
    }

    /// Joins the segments that meet to the left and to the right of the middle of a side. Not inlined, because most
    /// sides have only a middle.
    #[inline(never)]
    fn join_beside(&mut self, (base, mine): (u16, &Port), (their_base, theirs): (u16, &Port)) {
        for (a, b) in [(mine.left, theirs.right), (mine.right, theirs.left)] {
            if a != NONE {
                self.join(base + a as u16, their_base + b as u16);
            }
        }
    }

    /// The rare side on which one of the two tiles has a different segment on each half and nothing between them, or no
    /// segment at all.
    #[cold]
    fn join_halves(&mut self, (base, mine): (u16, &Port), (their_base, theirs): (u16, &Port)) {
        // Only the tile that is laid can fill a hole, because no cell beside such a tile is free.
        if mine.is_blank() {
            return self.close_side(their_base, theirs);
        }
        let halves = |port: &Port| match port.middle {
            NONE => [port.left, port.right],
            whole => [whole, whole],
        };
        let ([left, right], [their_left, their_right]) = (halves(mine), halves(theirs));
        let open = [(base, left), (base, right), (their_base, their_left), (their_base, their_right)];
        for (a, b) in [(left, their_right), (right, their_left)] {
            if a != NONE && b != NONE {
                self.unite(base + a as u16, their_base + b as u16);
            }
        }
        for (i, &(base, segment)) in open.iter().enumerate() {
            let again = i % 2 == 1 && open[i - 1] == (base, segment);
            if segment != NONE && !again {
                let root = self.root(base + segment as u16);
                self.nodes[root as usize].open -= 1;
            }
        }
    }

    /// Joins two segments that meet across a side, so that each has one open end less.
    #[inline(always)]
    fn join(&mut self, a: u16, b: u16) {
        let root = self.unite(a, b);
        self.nodes[root as usize].open -= 2;
    }

    #[inline(always)]
    fn unite(&mut self, a: u16, b: u16) -> u16 {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return a;
        }
        let (old, young) = (a.min(b), a.max(b));
        let from = self.nodes[young as usize];
        let into = &mut self.nodes[old as usize];
        into.open += from.open;
        into.segments += from.segments;
        into.twins += from.twins;
        into.followers += from.followers;
        into.figures += from.figures;
        let next = std::mem::replace(&mut into.next, from.next);
        into.flags |= from.flags & (TAGGED | PAID);
        if from.flags & TAGGED != 0 {
            self.tags.unite(old, young);
        }
        self.nodes[young as usize].parent = old;
        self.nodes[young as usize].next = next;
        old
    }

    #[inline]
    fn neighbour_laid(&mut self, base: u16, mut surrounded: u16, mut full: impl FnMut(FeatureId)) {
        while surrounded != 0 {
            let root = self.root(base + surrounded.trailing_zeros() as u16);
            let open = &mut self.nodes[root as usize].open;
            *open -= 1;
            if *open == 0 {
                full(FeatureId(root));
            }
            surrounded &= surrounded - 1;
        }
    }

    /// Returns the root of a segment, and shortens the path for the next time.
    #[inline]
    fn root(&mut self, mut segment: u16) -> u16 {
        // Whether a segment is the root or lies right below it cannot be predicted, so both cases end at the same
        // branch.
        loop {
            let parent = self.nodes[segment as usize].parent;
            let above = self.nodes[parent as usize].parent;
            if above == parent {
                return parent;
            }
            self.nodes[segment as usize].parent = above;
            segment = above;
        }
    }

    /// Returns the feature of a segment.
    #[inline]
    pub fn of(&self, segment: SegmentId) -> FeatureId {
        // The first step is taken unconditionally, as in `root`.
        let mut id = self.nodes[segment.0 as usize].parent;
        loop {
            let parent = self.nodes[id as usize].parent;
            if parent == id {
                return FeatureId(id);
            }
            id = parent;
        }
    }

    /// Returns the kind of a segment's feature, without searching for the feature.
    #[inline]
    pub fn kind_at(&self, segment: SegmentId) -> KindId {
        KindId(self.nodes[segment.0 as usize].kind)
    }

    /// Returns the kind of a feature.
    #[inline]
    pub fn kind(&self, feature: FeatureId) -> KindId {
        KindId(self.nodes[feature.0 as usize].kind)
    }

    /// Returns the number of open sides; for a kind that waits for its neighbours, the number of free cells around it.
    #[inline]
    pub fn open(&self, catalogue: &Catalogue, board: &Board, feature: FeatureId) -> u16 {
        let node = &self.nodes[feature.0 as usize];
        match catalogue.kinds[node.kind as usize].closes {
            Closes::Neighbours => self.around(board, feature).1,
            Closes::Sides | Closes::Never => node.open,
        }
    }

    /// Returns how many cells around the tiles of a feature are taken by other tiles, and how many are free. Each cell
    /// counts once.
    pub fn around(&self, board: &Board, feature: FeatureId) -> (u16, u16) {
        let cell = |segment: SegmentId| board.tile(self.placed(segment)).cell;
        if self.nodes[feature.0 as usize].segments == 1 {
            let taken = board.neighbours(cell(SegmentId(feature.0))) as u16;
            return (taken, 8 - taken);
        }
        let mut own: Vec<Cell> = self.segments(feature).map(cell).collect();
        own.sort_unstable();
        own.dedup();
        let mut near: Vec<Cell> = own.iter().flat_map(|cell| cell.around()).collect();
        near.sort_unstable();
        near.dedup();
        near.retain(|cell| own.binary_search(cell).is_err());
        let taken = near.iter().filter(|&&cell| board.at(cell).is_some()).count();
        (taken as u16, (near.len() - taken) as u16)
    }

    /// Whether nothing is missing. Always false for a kind that is never complete.
    #[inline]
    pub fn is_complete(&self, feature: FeatureId) -> bool {
        let node = &self.nodes[feature.0 as usize];
        (node.open == 0) & (node.flags & NEVER == 0)
    }

    /// Notes that a feature was scored.
    #[inline]
    pub fn note_paid(&mut self, feature: FeatureId) {
        if !self.is_paid(feature) {
            self.count(feature.0);
            self.nodes[feature.0 as usize].flags |= PAID;
        }
    }

    /// Whether a feature, or a part of it, was scored before.
    #[inline]
    pub fn is_paid(&self, feature: FeatureId) -> bool {
        self.nodes[feature.0 as usize].flags & PAID != 0
    }

    /// Returns the number of followers on a feature.
    #[inline]
    pub fn followers(&self, feature: FeatureId) -> u8 {
        self.nodes[feature.0 as usize].followers
    }

    /// Returns the number of figures of any kind on a feature.
    #[inline]
    pub fn figures(&self, feature: FeatureId) -> u8 {
        self.nodes[feature.0 as usize].figures
    }

    /// Counts a figure that came (1) or left (-1).
    #[inline]
    pub fn count_figure(&mut self, segment: SegmentId, is_follower: bool, change: i8) {
        let root = self.root(segment.0);
        self.count(root);
        let node = &mut self.nodes[root as usize];
        node.figures = node.figures.wrapping_add_signed(change);
        if is_follower {
            node.followers = node.followers.wrapping_add_signed(change);
        }
    }

    /// Returns how often a tag is on a feature.
    #[inline]
    pub fn tag(&self, feature: FeatureId, tag: TagId) -> u16 {
        self.tags.get(feature.0, tag)
    }

    /// Whether a feature has any of these tags, one bit each.
    pub fn has_any(&self, feature: FeatureId, mut tags: u64) -> bool {
        while tags != 0 {
            if self.tag(feature, TagId(tags.trailing_zeros() as u8)) > 0 {
                return true;
            }
            tags &= tags - 1;
        }
        false
    }

    /// Whether this is a segment, and not room for one that may be built later.
    pub fn is_laid(&self, segment: SegmentId) -> bool {
        self.nodes[segment.0 as usize].segments > 0
    }

    /// Returns the tile that a segment lies on.
    #[inline]
    pub fn placed(&self, segment: SegmentId) -> PlacedId {
        PlacedId(self.nodes[segment.0 as usize].placed)
    }

    /// Returns the segments of a feature, starting with the oldest.
    pub fn segments(&self, feature: FeatureId) -> impl Iterator<Item = SegmentId> + '_ {
        let next = move |&at: &u16| Some(self.nodes[at as usize].next).filter(|&next| next != feature.0);
        std::iter::successors(Some(feature.0), next).map(SegmentId)
    }

    /// Returns the number of tiles of a feature; a tile that it crosses twice counts once.
    pub fn tiles(&self, feature: FeatureId) -> u16 {
        let Node { segments, twins, .. } = self.nodes[feature.0 as usize];
        if twins < 2 {
            return segments;
        }
        let again = |segment: &SegmentId| {
            let node = &self.nodes[segment.0 as usize];
            let older = |&id: &u16| self.nodes[id as usize].placed == node.placed;
            (0..segment.0).rev().take_while(older).any(|id| self.of(SegmentId(id)) == feature)
        };
        segments - self.segments(feature).filter(again).count() as u16
    }

    /// Whether there are ids left for the segments of any one tile and for this many more.
    pub fn has_room(&self, segments: usize) -> bool {
        self.nodes.len() + MAX_SEGMENTS + segments < u16::MAX as usize
    }

    /// Returns the size of a copy in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + self.tags.bytes()
    }

    /// Returns the features on the board, oldest first.
    pub fn all(&self) -> impl Iterator<Item = FeatureId> + '_ {
        (0..self.nodes.len() as u16).filter(|&id| self.nodes[id as usize].parent == id).map(FeatureId)
    }

    /// Visits each segment of some kinds (one bit each) that a feature touches, once for each contact.
    #[inline]
    pub fn each_touched(
        &self,
        catalogue: &Catalogue,
        board: &Board,
        feature: FeatureId,
        kinds: u32,
        mut hear: impl FnMut(SegmentId),
    ) {
        for segment in self.segments(feature) {
            let placed = board.tile(self.placed(segment));
            let mut touched = catalogue.touches(placed.tile, segment.0 - placed.base);
            while touched != 0 {
                let near = SegmentId(placed.base + touched.trailing_zeros() as u16);
                if kinds >> self.kind_at(near).0 & 1 == 1 {
                    hear(near);
                }
                touched &= touched - 1;
            }
        }
    }
}

/// Returns the segments that a segment meets on its own tile: the fields beside it, and the segments that share a place
/// inside the tile with it. A field meets what it touches.
pub fn contacts<'a>(
    catalogue: &'a Catalogue,
    board: &Board,
    graph: &Features,
    segment: SegmentId,
) -> impl Iterator<Item = SegmentId> + use<'a> {
    let Placed { tile, base, .. } = *board.tile(graph.placed(segment));
    let own = (segment.0 - base) as usize;
    catalogue.tile(tile).contacts(own).map(move |other| SegmentId(base + other as u16))
}
