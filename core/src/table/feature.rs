//! Segments joined into features: open ends, marks, completion. Knows who is on a feature only as a number of followers;
//! never knows points.

use crate::table::board::{Board, Laid, Placed, PlacedId, Watch};
use crate::table::catalogue::{Catalogue, Closes, KindId, MAX_SEGMENTS, NONE, Port, TagId, TileId, TileKind};
use crate::table::geometry::Cell;

/// A segment on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SegmentId(pub u16);

/// A feature, named by its oldest segment: so features compare by age, and a feature keeps its name while it grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(pub u16);

/// One segment, and the totals of its feature if it is the oldest one.
///
/// What is added up when features are joined does not lie side by side. Otherwise it is read and added all at once, right after it
/// was written one by one, and a processor waits long for such a read.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
struct Node {
    parent: u16,
    /// Open sides, and missing neighbours tile by tile where the kind waits for them. Once all neighbours lie no side is open.
    open: u16,
    placed: u16,
    segments: u16,
    kind: u8,
    /// [`TAGGED`] and [`NEVER`].
    flags: u8,
    /// Segments that share their tile with another one of the same kind, so that tiles may be fewer than segments.
    twins: u16,
    /// The next segment of the feature, in a ring.
    next: u16,
    followers: u8,
    figures: u8,
}

/// There are marks on it.
const TAGGED: u8 = 1;
/// It is of a kind that is never complete.
const NEVER: u8 = 2;

/// The feature graph: a union-find in which the oldest segment is always the root and holds the totals.
#[derive(Debug, Default)]
pub struct Features {
    nodes: Vec<Node>,
    /// How often each mark is on each segment, or on the feature of which it is the oldest: a row of `stride` a segment, as far as
    /// anything is marked.
    tags: Vec<u16>,
    stride: usize,
    templates: std::sync::Arc<Templates>,
}

/// The nodes of each printed tile, ready to be copied.
#[derive(Debug, Default)]
struct Templates {
    nodes: Vec<Node>,
    tags: Vec<u16>,
    first: Vec<u16>,
    /// The tiles with marks on any of their segments.
    tagged: Vec<bool>,
}

impl Templates {
    fn new(catalogue: &Catalogue) -> Templates {
        let stride = catalogue.tags.len();
        let (mut nodes, mut tags, mut first) = (Vec::new(), Vec::new(), Vec::new());
        let has_tags = |tile: &TileKind| tile.segments.iter().any(|segment| !segment.tags.is_empty());
        for tile in &catalogue.tiles {
            first.push(nodes.len() as u16);
            for segment in &tile.segments {
                let closes = catalogue.kind(segment.kind).closes;
                let surrounded = closes == Closes::Neighbours;
                let tagged = if segment.tags.is_empty() { 0 } else { TAGGED };
                let never = if closes == Closes::Never { NEVER } else { 0 };
                nodes.push(Node {
                    parent: 0,
                    next: 0,
                    open: segment.ends as u16 + if surrounded { 8 } else { 0 },
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

impl Features {
    /// No segment yet; room for so many without another allocation.
    pub fn new(catalogue: &Catalogue, segments: usize) -> Features {
        let stride = catalogue.tags.len();
        Features {
            nodes: Vec::with_capacity(segments),
            tags: Vec::with_capacity(segments * stride),
            stride,
            templates: std::sync::Arc::new(Templates::new(catalogue)),
        }
    }

    /// Forgets all segments.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.tags.clear();
    }

    /// How many segments lie on the board: the number that the next one gets.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no segment lies on the board.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds the segments of a tile that has just been laid and joins them with those of its neighbours. What other tiles
    /// lacked no more than this neighbour for is put on the list.
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

    /// The tile that was just laid is a neighbour of those around it, and they of it.
    #[cold]
    fn count_neighbours(&mut self, catalogue: &Catalogue, board: &Board, own: Placed, surrounded: &mut Vec<FeatureId>) {
        for near in own.cell.around() {
            let Some(near) = board.at(near) else { continue };
            let there = board.tile(near);
            self.neighbour_laid(own.base, catalogue.surrounded(own.tile), |_| {});
            self.neighbour_laid(there.base, catalogue.surrounded(there.tile), |feature| surrounded.push(feature));
        }
    }

    #[inline]
    fn add_segments(&mut self, tile: TileId, id: PlacedId, base: u16) {
        let range = self.templates.first[tile.0 as usize] as usize..self.templates.first[tile.0 as usize + 1] as usize;
        let own = |(i, node): (usize, &Node)| {
            let own = base + i as u16;
            Node { parent: own, next: own, placed: id.0, ..*node }
        };
        self.nodes.extend(self.templates.nodes[range.clone()].iter().enumerate().map(own));
        if self.templates.tagged[tile.0 as usize] {
            self.tags.resize(base as usize * self.stride, 0);
            self.tags.extend_from_slice(&self.templates.tags[range.start * self.stride..range.end * self.stride]);
        }
    }

    /// Joins what meets across one side and closes its ends.
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

    /// Joins what meets to the left and to the right of the middle of a side. Not inlined: the middle is what most sides have.
    #[inline(never)]
    fn join_beside(&mut self, (base, mine): (u16, &Port), (their_base, theirs): (u16, &Port)) {
        for (a, b) in [(mine.left, theirs.right), (mine.right, theirs.left)] {
            if a != NONE {
                self.join(base + a as u16, their_base + b as u16);
            }
        }
    }

    /// The rare side on which one of the two tiles has a different segment on each half and nothing between them.
    #[cold]
    fn join_halves(&mut self, (base, mine): (u16, &Port), (their_base, theirs): (u16, &Port)) {
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

    /// Joins two segments that meet across a side: one open end less on either.
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
        if from.flags & TAGGED != 0 {
            into.flags |= TAGGED;
            for tag in 0..self.stride {
                self.tags[old as usize * self.stride + tag] += self.tags[young as usize * self.stride + tag];
            }
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

    /// The root of a segment, shortening the way for the next time.
    #[inline]
    fn root(&mut self, mut segment: u16) -> u16 {
        // Whether a segment is the root or lies right below it cannot be foreseen: both end at the same branch.
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

    /// The feature that a segment is a part of.
    #[inline]
    pub fn of(&self, segment: SegmentId) -> FeatureId {
        // The first step is taken in any case, as in `root`.
        let mut id = self.nodes[segment.0 as usize].parent;
        loop {
            let parent = self.nodes[id as usize].parent;
            if parent == id {
                return FeatureId(id);
            }
            id = parent;
        }
    }

    /// The kind of the feature that a segment is a part of, known without looking for the feature.
    #[inline]
    pub fn kind_at(&self, segment: SegmentId) -> KindId {
        KindId(self.nodes[segment.0 as usize].kind)
    }

    /// The kind of a feature.
    #[inline]
    pub fn kind(&self, feature: FeatureId) -> KindId {
        KindId(self.nodes[feature.0 as usize].kind)
    }

    /// Open sides; of a kind that waits for its neighbours, the cells around it that are free.
    #[inline]
    pub fn open(&self, catalogue: &Catalogue, board: &Board, feature: FeatureId) -> u16 {
        let node = &self.nodes[feature.0 as usize];
        match catalogue.kinds[node.kind as usize].closes {
            Closes::Neighbours => self.around(board, feature).1,
            Closes::Sides | Closes::Never => node.open,
        }
    }

    /// How many cells around the tiles of a feature are taken by other tiles, and how many are free; each cell once.
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

    /// Whether nothing is missing. A kind that is never complete never is.
    #[inline]
    pub fn is_complete(&self, feature: FeatureId) -> bool {
        let node = &self.nodes[feature.0 as usize];
        (node.open == 0) & (node.flags & NEVER == 0)
    }

    /// How many followers stand on a feature.
    #[inline]
    pub fn followers(&self, feature: FeatureId) -> u8 {
        self.nodes[feature.0 as usize].followers
    }

    /// How many figures of any sort stand on a feature.
    #[inline]
    pub fn figures(&self, feature: FeatureId) -> u8 {
        self.nodes[feature.0 as usize].figures
    }

    /// A figure came (1) or left (-1).
    #[inline]
    pub fn count_figure(&mut self, segment: SegmentId, is_follower: bool, change: i8) {
        let root = self.root(segment.0);
        let node = &mut self.nodes[root as usize];
        node.figures = node.figures.wrapping_add_signed(change);
        if is_follower {
            node.followers = node.followers.wrapping_add_signed(change);
        }
    }

    /// How often a mark is on a feature.
    #[inline]
    pub fn tag(&self, feature: FeatureId, tag: TagId) -> u16 {
        self.tags.get(feature.0 as usize * self.stride + tag.0 as usize).copied().unwrap_or(0)
    }

    /// Whether a feature has any of some marks, one bit each.
    pub fn has_any(&self, feature: FeatureId, mut tags: u64) -> bool {
        while tags != 0 {
            if self.tag(feature, TagId(tags.trailing_zeros() as u8)) > 0 {
                return true;
            }
            tags &= tags - 1;
        }
        false
    }

    /// The tile that a segment lies on.
    #[inline]
    pub fn placed(&self, segment: SegmentId) -> PlacedId {
        PlacedId(self.nodes[segment.0 as usize].placed)
    }

    /// The segments of a feature, beginning with the oldest.
    pub fn segments(&self, feature: FeatureId) -> impl Iterator<Item = SegmentId> + '_ {
        let next = move |&at: &u16| Some(self.nodes[at as usize].next).filter(|&next| next != feature.0);
        std::iter::successors(Some(feature.0), next).map(SegmentId)
    }

    /// How many tiles a feature lies on; one that it crosses twice counts once.
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

    /// Whether another tile's segments can be counted, and so many more.
    pub fn has_room(&self, segments: usize) -> bool {
        self.nodes.len() + MAX_SEGMENTS + segments < u16::MAX as usize
    }

    /// How many bytes a copy takes.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.tags.as_slice())
    }

    /// The features on the board, oldest first.
    pub fn all(&self) -> impl Iterator<Item = FeatureId> + '_ {
        (0..self.nodes.len() as u16).filter(|&id| self.nodes[id as usize].parent == id).map(FeatureId)
    }

    /// Hears of each feature of some kinds, one bit each, that a feature touches, once for each contact.
    #[inline]
    pub fn each_touched(
        &self,
        catalogue: &Catalogue,
        board: &Board,
        feature: FeatureId,
        kinds: u32,
        mut hear: impl FnMut(FeatureId),
    ) {
        for segment in self.segments(feature) {
            let placed = board.tile(self.placed(segment));
            let mut touched = catalogue.touches(placed.tile, segment.0 - placed.base);
            while touched != 0 {
                let near = SegmentId(placed.base + touched.trailing_zeros() as u16);
                if kinds >> self.kind_at(near).0 & 1 == 1 {
                    hear(self.of(near));
                }
                touched &= touched - 1;
            }
        }
    }
}

/// What a segment meets on its own tile: the fields beside it, and what shares a place inside the tile with it; a field meets what it
/// touches.
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

impl Clone for Features {
    fn clone(&self) -> Features {
        let mut nodes = Vec::with_capacity(self.nodes.capacity());
        nodes.extend_from_slice(&self.nodes);
        let mut tags = Vec::with_capacity(self.tags.capacity());
        tags.extend_from_slice(&self.tags);
        Features { nodes, tags, stride: self.stride, templates: self.templates.clone() }
    }

    fn clone_from(&mut self, other: &Features) {
        self.nodes.clone_from(&other.nodes);
        self.tags.clone_from(&other.tags);
        self.stride = other.stride;
        self.templates = other.templates.clone();
    }
}
