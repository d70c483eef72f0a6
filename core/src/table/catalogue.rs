//! Everything that the manifests declare, interned: kinds, tags, figures, tiles in four rotations, and what fits where.
//! It is built once at setup and shared by all games. It never contains a position or a score.

mod beside;
mod compile;
mod course;
mod form;
mod names;
mod printed;
mod settings;
mod ways;

use crate::table::geometry::{Cell, Rotation, Side};
use crate::table::tile::Edge;

pub use beside::{DrawnFirst, Holds, Piling, TokenKind, Verb, ZoneKind};
pub use compile::{CompileError, Draft, DraftTile, MAX_TILES};
pub use course::Course;
pub use form::{Built, Form};
pub use printed::{NONE, Port, SegmentKind, TileKind};
pub use settings::{First, ScoringOrder, Settings, Stuck};
pub use ways::Ways;

/// The maximum number of players that a manifest may allow.
pub const MAX_PLAYERS: usize = 8;

/// The maximum number of figures in a game, so that the figures on a feature can be counted in eight bits.
pub const MAX_FIGURES: usize = 250;

/// A kind of feature: an index into [`Catalogue::kinds`]. Kind 0 is always the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

impl KindId {
    /// The field: the area that the strokes of a tile leave free.
    pub const FIELD: KindId = KindId(0);
}

/// A tag on a segment or a tile: an index into [`Catalogue::tags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagId(pub u8);

/// A kind of figure: an index into [`Catalogue::figures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureKindId(pub u8);

/// A kind of token or card: an index into [`Catalogue::tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(pub u8);

/// A zone, which is a place beside the board: an index into [`Catalogue::zones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ZoneId(pub u8);

impl ZoneId {
    /// The tiles still to be drawn.
    pub const PILE: ZoneId = ZoneId(u8::MAX);
    /// The tiles that were set aside.
    pub const ASIDE: ZoneId = ZoneId(u8::MAX - 1);
    /// The tiles that left the game.
    pub const OUT: ZoneId = ZoneId(u8::MAX - 2);
    /// The tiles that a player holds.
    pub const HAND: ZoneId = ZoneId(u8::MAX - 3);
    /// The tokens that no player has; with an owner, those of that player.
    pub const BANK: ZoneId = ZoneId(u8::MAX - 4);
    /// The zones that every game has.
    pub const COMMON: [ZoneId; 5] = [ZoneId::PILE, ZoneId::ASIDE, ZoneId::OUT, ZoneId::HAND, ZoneId::BANK];
}

/// A counter on tiles: an index into [`Catalogue::counters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(pub u8);

/// A verb, the first word of an option: an index into [`Catalogue::verbs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VerbId(pub u8);

/// A printed tile: an index into [`Catalogue::tiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TileId(pub u16);

/// When a feature of a kind is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closes {
    /// When no side of it is open.
    Sides,
    /// When all eight cells around its tile are taken.
    Neighbours,
    /// Never.
    Never,
}

/// What a line of a score sheet counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// The tiles of the feature, each counted once.
    Tile,
    /// The tiles around the feature's tile.
    Neighbour,
    /// The occurrences of this tag on the feature.
    Tag(TagId),
    /// The features of this kind that the feature touches.
    Kind(KindId),
}

/// The points for each line of a feature.
pub type Worth = Vec<(Line, i16)>;

/// How a feature is paid for the features that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pays {
    /// The players who lead the feature are paid for each neighbour.
    Feature,
    /// The players who lead over all features together that touch a neighbour are paid for it.
    Neighbour,
    /// The players who lead any feature that touches a neighbour are paid for it, once.
    NeighbourOnce,
}

/// For each side, the segments on its left half, at its middle and on its right half, looking outward.
pub type Reached = [[Option<usize>; 3]; 4];

/// The neighbours that earn points for a feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighbourRule {
    /// The kind of feature that counts.
    pub kind: KindId,
    /// Points for each complete one.
    pub rate: i16,
    /// Which players are paid.
    pub pays: Pays,
    /// A neighbour with one of these tags counts twice, one bit each.
    pub twice: u64,
}

/// The declaration of a kind of feature.
#[derive(Clone, Debug)]
pub struct FeatureKind {
    /// Its name at the prompt, in manifests and in scripts.
    pub name: String,
    /// The part of a side that it takes.
    pub edge: Edge,
    /// When it is complete.
    pub closes: Closes,
    /// What a follower on it is called.
    pub role: String,
    /// Whether figures may be deployed on it at all.
    pub claim: bool,
    /// Whether something may be built over a tile while a figure stands there on this kind.
    pub covered: bool,
    /// Whether a tile that has it must be placed so that the feature continues.
    pub continues: bool,
    /// The tag of segments that start a new feature where others must continue one.
    pub begins: Option<TagId>,
    /// How it winds from tile to tile.
    pub course: Course,
    /// The kind that it counts as for the features that touch it, if not its own.
    pub counts_as: Option<KindId>,
    /// Its position in the scoring order of features that one tile completes.
    pub order: u8,
    /// What it is worth when complete.
    pub complete: Worth,
    /// What it is worth at the end of the game when not complete.
    pub incomplete: Worth,
    /// What it is worth when it is complete with exactly this many tiles.
    pub exactly: Vec<(u16, Worth)>,
    /// What its neighbours are worth at the end of the game.
    pub neighbours: Option<NeighbourRule>,
}

/// The declaration of a kind of figure.
#[derive(Clone, Debug)]
pub struct FigureKind {
    /// Its name.
    pub name: String,
    /// What it is for, in a few words; may be empty.
    pub about: String,
    /// How many each player has.
    pub count: u8,
    /// Its weight in a majority.
    pub weight: u8,
    /// Whether it occupies what it stands on.
    pub follower: bool,
    /// The kinds that it may stand on, among those that may be claimed, one bit each.
    pub on: u32,
    /// Whether it may stand only there, because its manifest lists the kinds.
    pub bound: bool,
    /// Whether it may stand only where a follower of its owner stands, and goes home when the last of them leaves.
    pub needs: bool,
    /// Whether it belongs to no player; `count` is then the total number.
    pub neutral: bool,
}

impl FigureKind {
    /// Whether the figure may stand on features of a kind.
    pub fn may_stand_on(&self, kind: KindId) -> bool {
        self.on >> kind.0 & 1 == 1
    }
}

/// A tile of the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartTile {
    /// The tile.
    pub tile: TileId,
    /// Its cell.
    pub cell: Cell,
    /// How it is turned.
    pub rotation: Rotation,
}

/// The properties of a tile that play needs most often, in a few bytes.
#[derive(Clone, Copy, Debug)]
struct TileBrief {
    first: u16,
    segments: u16,
    surrounded: u16,
    looks_around: bool,
    continues: bool,
    same: [Rotation; 4],
}

/// All declarations of a game, compiled for play.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Kinds of features; the first is the field.
    pub kinds: Vec<FeatureKind>,
    /// Names of the tags.
    pub tags: Vec<String>,
    turning: u64,
    /// The tags that are open ends, one bit each.
    openings: u64,
    /// Kinds of figures.
    pub figures: Vec<FigureKind>,
    /// Printed tiles.
    pub tiles: Vec<TileKind>,
    /// The start position.
    pub start: Vec<StartTile>,
    /// Kinds of tokens and cards.
    pub tokens: Vec<TokenKind>,
    /// Zones: places beside the board.
    pub zones: Vec<ZoneKind>,
    /// Names of the counters on tiles.
    pub counters: Vec<String>,
    /// What can be built over tiles.
    pub forms: Vec<Form>,
    /// The verbs: words that options begin with.
    pub verbs: Vec<Verb>,
    /// How the pile is made.
    pub piling: Piling,
    /// How the turn loop behaves.
    pub settings: Settings,
    common_zones: [ZoneKind; 5],
    bag: Vec<TileId>,
    briefs: Vec<TileBrief>,
    /// For each segment of each tile, the segments of the tile that it touches, one bit each. The segments of a tile
    /// start at `TileBrief::first`.
    touch: Vec<u16>,
    ports: Vec<[Port; 4]>,
    /// For each side of each turned tile, the amount by which the pattern of the cell beyond it grows.
    demands: Vec<[u16; 4]>,
    mirror: Vec<u8>,
    class_names: Vec<String>,
    digits: [u16; 4],
    patterns: usize,
    legal: Vec<Ways>,
    /// For each pattern, the bucket that it shares with the patterns that are equal when turned.
    bucket: Vec<u16>,
    buckets: usize,
    /// For each tile and bucket, the number of distinct rotations in which the tile fits.
    ways: Vec<u8>,
}

impl Catalogue {
    /// Returns all tiles, one entry for each copy.
    pub fn bag(&self) -> &[TileId] {
        &self.bag
    }

    /// Returns a printed tile.
    pub fn tile(&self, id: TileId) -> &TileKind {
        &self.tiles[id.0 as usize]
    }

    /// Returns the number of segments of a tile.
    #[inline]
    pub fn segments(&self, tile: TileId) -> u16 {
        self.briefs[tile.0 as usize].segments
    }

    /// Returns the segments of a tile that one of its segments touches, one bit each.
    #[inline]
    pub fn touches(&self, tile: TileId, segment: u16) -> u16 {
        self.touch[(self.briefs[tile.0 as usize].first + segment) as usize]
    }

    /// Returns the segments on each side of a turned tile.
    pub fn reached(&self, tile: TileId, rotation: Rotation) -> Reached {
        let some = |segment: u8| (segment != NONE).then_some(segment as usize);
        self.ports(tile, rotation).map(|port| {
            let middle = some(port.middle);
            [some(port.left).or(middle), middle, some(port.right).or(middle)]
        })
    }

    /// Returns the smallest rotation in which a tile looks the same as in this one.
    #[inline]
    pub fn same(&self, tile: TileId, rotation: Rotation) -> Rotation {
        self.briefs[tile.0 as usize].same[rotation.index()]
    }

    /// Returns the segments of a tile that are complete when all their neighbours are placed, one bit each.
    #[inline]
    pub fn surrounded(&self, tile: TileId) -> u16 {
        self.briefs[tile.0 as usize].surrounded
    }

    /// Whether laying the tile changes features that it does not join: it waits for its neighbours, or fills a hole.
    #[inline]
    pub fn looks_around(&self, tile: TileId) -> bool {
        self.briefs[tile.0 as usize].looks_around
    }

    /// Returns a kind of feature.
    pub fn kind(&self, id: KindId) -> &FeatureKind {
        &self.kinds[id.0 as usize]
    }

    /// Returns the kinds of features that count as this one beside others, one bit each.
    pub fn kinds_counted_as(&self, kind: KindId) -> u32 {
        let counts = |&i: &u8| self.kind(KindId(i)).counts_as.unwrap_or(KindId(i)) == kind;
        (0..self.kinds.len() as u8).filter(counts).fold(0, |bits, i| bits | 1 << i)
    }

    /// Returns a kind of figure.
    pub fn figure(&self, id: FigureKindId) -> &FigureKind {
        &self.figures[id.0 as usize]
    }

    /// Returns the ids of all kinds of figures.
    pub fn figure_kinds(&self) -> impl Iterator<Item = FigureKindId> + use<> {
        (0..self.figures.len() as u8).map(FigureKindId)
    }

    /// Returns the name of a line of a sheet.
    pub fn line_name(&self, line: Line) -> &str {
        match line {
            Line::Tile => "tile",
            Line::Neighbour => "neighbour",
            Line::Tag(tag) => &self.tags[tag.0 as usize],
            Line::Kind(kind) => &self.kind(kind).name,
        }
    }

    /// Returns the segments of a turned tile that meet each neighbour.
    #[inline]
    pub fn ports(&self, tile: TileId, rotation: Rotation) -> &[Port; 4] {
        &self.ports[tile.0 as usize * 4 + rotation.index()]
    }

    /// Returns the amounts by which the patterns of the cells around a turned tile grow when it is laid, one for each
    /// side.
    #[inline]
    pub fn demands(&self, tile: TileId, rotation: Rotation) -> &[u16; 4] {
        &self.demands[tile.0 as usize * 4 + rotation.index()]
    }

    /// Returns the class that a tile's side must have to lie against a side of this class.
    pub fn mirror(&self, class: u8) -> u8 {
        self.mirror[class as usize]
    }

    /// Returns the name of a class of sides, for a sentence.
    pub fn class_name(&self, class: u8) -> &str {
        &self.class_names[class as usize]
    }

    /// Returns the number of buckets for patterns of edges.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Returns the bucket of a pattern. Patterns that are equal when turned share a bucket, since a tile fits them in
    /// the same number of ways.
    #[inline]
    pub fn bucket(&self, pattern: u16) -> u16 {
        self.bucket[pattern as usize]
    }

    /// Returns the pattern that in addition demands a class for one side.
    pub fn demand(&self, pattern: u16, side: Side, class: u8) -> u16 {
        pattern + (class as u16 + 1) * self.digits[side.index()]
    }

    /// Returns the class that a pattern demands for a side.
    pub fn demanded(&self, pattern: u16, side: Side) -> Option<u8> {
        let base = self.mirror.len() as u16 + 1;
        let digit = pattern / self.digits[side.index()] % base;
        digit.checked_sub(1).map(|class| class as u8)
    }

    /// Returns the distinct rotations in which a tile fits a pattern.
    #[inline]
    pub fn fits(&self, tile: TileId, pattern: u16) -> Ways {
        self.legal[tile.0 as usize * self.patterns + pattern as usize]
    }

    /// Returns the number of distinct rotations in which a tile fits the patterns of each bucket.
    #[inline]
    pub fn ways(&self, tile: TileId) -> &[u8] {
        let row = tile.0 as usize * self.buckets;
        &self.ways[row..row + self.buckets]
    }

    /// Returns the distinct rotations of a tile, smallest first.
    pub fn rotations(&self, tile: TileId) -> impl Iterator<Item = Rotation> + use<> {
        let same = self.briefs[tile.0 as usize].same;
        Rotation::ALL.into_iter().filter(move |rotation| same[rotation.index()] == *rotation)
    }

    /// Returns the tiles with this name: one, or one for each set that has it.
    pub fn tiles_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = TileId> + 'a {
        let (set, id) = name.split_once(':').map_or((None, name), |(set, id)| (Some(set), id));
        (0..self.tiles.len())
            .filter(|&i| self.tiles[i].built.is_none())
            .filter(move |&i| self.tiles[i].id == id && set.is_none_or(|set| self.tiles[i].expansion == set))
            .map(|i| TileId(i as u16))
    }

    /// Returns the name of a tile: its id, prefixed with its set if two sets in play have it.
    pub fn tile_name(&self, tile: TileId) -> String {
        let TileKind { id, expansion, .. } = self.tile(tile);
        if self.tiles_named(id).count() > 1 { format!("{expansion}:{id}") } else { id.clone() }
    }

    /// Returns how many ends a printed segment has inside its tile that stay open until a rule joins them.
    pub fn openings(&self, segment: &SegmentKind) -> u16 {
        match self.openings {
            0 => 0,
            openings => segment.tags.iter().filter(|tag| openings >> tag.0 & 1 == 1).count() as u16,
        }
    }

    /// Whether a tag has a direction, so that it is drawn as its tile is turned.
    pub fn is_turning(&self, tag: TagId) -> bool {
        self.turning >> tag.0 & 1 == 1
    }

    /// Returns the tag with this name.
    pub fn tag_named(&self, name: &str) -> Option<TagId> {
        self.tags.iter().position(|tag| tag == name).map(|i| TagId(i as u8))
    }
}
