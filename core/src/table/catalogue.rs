//! Everything that the manifests declared, interned: kinds, tags, figures, tiles in four rotations, and which of them
//! fits where. Written once at setup and shared by all games; never knows a position or a point that was scored.

mod beside;
mod compile;
mod course;
mod printed;
mod settings;
mod ways;

use crate::table::geometry::{Cell, Rotation, Side};
use crate::table::tile::Edge;

pub use beside::{Holds, Piling, TokenKind, Upper, Verb, ZoneKind};
pub use compile::{CompileError, Draft, DraftTile, MAX_SEGMENTS, MAX_TILES};
pub use course::Course;
pub use printed::{NONE, Port, SegmentKind, TileKind};
pub use settings::{First, ScoringOrder, Settings, Stuck};
pub use ways::Ways;

/// The most players that any manifest may admit.
pub const MAX_PLAYERS: usize = 8;

/// The most figures in one game, so that those on a feature are counted in eight bits.
pub const MAX_FIGURES: usize = 250;

/// A kind of feature, by its place in [`Catalogue::kinds`]. Kind 0 is always the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KindId(pub u8);

impl KindId {
    /// What the strokes of a tile leave.
    pub const FIELD: KindId = KindId(0);
}

/// A mark on a segment or on a tile, by its place in [`Catalogue::tags`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TagId(pub u8);

/// A kind of figure, by its place in [`Catalogue::figures`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureKindId(pub u8);

/// A kind of token or card, by its place in [`Catalogue::tokens`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TokenId(pub u8);

/// A place beside the board, by its place in [`Catalogue::zones`].
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
    /// The tokens that nobody has; with an owner, those that a player has.
    pub const BANK: ZoneId = ZoneId(u8::MAX - 4);
    /// The places that every game has.
    pub const COMMON: [ZoneId; 5] = [ZoneId::PILE, ZoneId::ASIDE, ZoneId::OUT, ZoneId::HAND, ZoneId::BANK];
}

/// What is counted on tiles, by its place in [`Catalogue::counters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(pub u8);

/// A word that options begin with, by its place in [`Catalogue::verbs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VerbId(pub u8);

/// A printed tile, by its place in [`Catalogue::tiles`].
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
    /// The tiles of the feature, each once.
    Tile,
    /// The tiles around the feature's tile.
    Neighbour,
    /// The marks of this tag on the feature.
    Tag(TagId),
    /// The features of this kind that the feature touches.
    Kind(KindId),
}

/// What each line of a feature is worth.
pub type Worth = Vec<(Line, i16)>;

/// How a feature is paid for the features that it touches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pays {
    /// Whoever leads the feature is paid for each neighbour.
    Feature,
    /// Whoever leads over all the features that touch a neighbour together is paid for it.
    Neighbour,
    /// Whoever leads any feature that touches a neighbour is paid for it once.
    NeighbourOnce,
}

/// For each side, the segments on its left half, at its middle and on its right half, looking outward.
pub type Reached = [[Option<usize>; 3]; 4];

/// The neighbours that a feature earns points by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NeighbourRule {
    /// Which kind of feature counts.
    pub kind: KindId,
    /// Points for each complete one.
    pub rate: i16,
    /// Who is paid.
    pub pays: Pays,
    /// The marks with which one counts twice, one bit each.
    pub twice: u64,
}

/// What is declared of one kind of feature.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its name at the prompt, in manifests and in scripts.
    pub name: String,
    /// Which part of a side it takes.
    pub edge: Edge,
    /// When it is complete.
    pub closes: Closes,
    /// What a follower on it is called.
    pub role: String,
    /// Whether a figure may be deployed on it at all.
    pub claim: bool,
    /// Whether a tile that has it must be placed so that it goes on.
    pub continues: bool,
    /// The mark of segments that begin anew where the others must go on.
    pub begins: Option<TagId>,
    /// How it winds from tile to tile.
    pub course: Course,
    /// The kind as which it counts for the features that touch it, if not as itself.
    pub counts_as: Option<KindId>,
    /// Its place among features that one tile completes.
    pub order: u8,
    /// What it is worth when complete.
    pub complete: Worth,
    /// What it is worth at the end of the game when not complete.
    pub incomplete: Worth,
    /// What it is worth when complete with exactly so many tiles.
    pub exactly: Vec<(u16, Worth)>,
    /// What its neighbours are worth at the end of the game.
    pub neighbours: Option<NeighbourRule>,
}

/// What is declared of one kind of figure.
#[derive(Clone, Debug)]
pub struct FigureKind {
    /// Its name.
    pub name: String,
    /// How many each player has.
    pub count: u8,
    /// What it weighs in a majority.
    pub weight: u8,
    /// Whether it occupies what it stands on.
    pub follower: bool,
    /// On which kinds that may be claimed it may stand, one bit a kind.
    pub on: u32,
    /// Whether it stands nowhere else: its manifest names the kinds.
    pub bound: bool,
    /// Whether it stands only where a follower of its owner stands, and goes home when the last of them leaves.
    pub needs: bool,
    /// Whether it belongs to nobody; `count` is then how many there are.
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
    /// Which.
    pub tile: TileId,
    /// Where.
    pub cell: Cell,
    /// How it is turned.
    pub rotation: Rotation,
}

/// What play asks of a tile again and again, in a few bytes.
#[derive(Clone, Copy, Debug)]
struct Hot {
    first: u16,
    segments: u16,
    surrounded: u16,
    continues: bool,
    same: [Rotation; 4],
}

/// The declared vocabulary, compiled for play.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// Kinds of features; the first is the field.
    pub kinds: Vec<Kind>,
    /// Names of the marks.
    pub tags: Vec<String>,
    turning: u64,
    /// Kinds of figures.
    pub figures: Vec<FigureKind>,
    /// Printed tiles.
    pub tiles: Vec<TileKind>,
    /// The start position.
    pub start: Vec<StartTile>,
    /// Kinds of tokens and cards.
    pub tokens: Vec<TokenKind>,
    /// Places beside the board.
    pub zones: Vec<ZoneKind>,
    /// Names of what is counted on tiles in play.
    pub counters: Vec<String>,
    /// Words that options begin with.
    pub verbs: Vec<Verb>,
    /// How the pile is made.
    pub piling: Piling,
    /// How the turn loop behaves.
    pub settings: Settings,
    common_zones: [ZoneKind; 5],
    bag: Vec<TileId>,
    hot: Vec<Hot>,
    /// Of each segment of each tile, the segments of the tile that it touches, one bit each; `Hot::first` begins a tile.
    touch: Vec<u16>,
    ports: Vec<[Port; 4]>,
    /// For each side of each turned tile, by how much the pattern of the cell beyond it grows.
    demands: Vec<[u16; 4]>,
    mirror: Vec<u8>,
    class_names: Vec<String>,
    digits: [u16; 4],
    patterns: usize,
    legal: Vec<Ways>,
    /// Of each pattern, the bucket that it shares with the patterns that are the same when turned.
    bucket: Vec<u16>,
    buckets: usize,
    /// For each tile and bucket, in how many distinct rotations the tile fits.
    ways: Vec<u8>,
}

impl Catalogue {
    /// All tiles, each as often as there are of it.
    pub fn bag(&self) -> &[TileId] {
        &self.bag
    }

    /// A printed tile.
    pub fn tile(&self, id: TileId) -> &TileKind {
        &self.tiles[id.0 as usize]
    }

    /// How many segments a tile has.
    #[inline]
    pub fn segments(&self, tile: TileId) -> u16 {
        self.hot[tile.0 as usize].segments
    }

    /// The segments of a tile that one of its segments touches, one bit each.
    #[inline]
    pub fn touches(&self, tile: TileId, segment: u16) -> u16 {
        self.touch[(self.hot[tile.0 as usize].first + segment) as usize]
    }

    /// What each side of a turned tile is made of.
    pub fn reached(&self, tile: TileId, rotation: Rotation) -> Reached {
        let some = |segment: u8| (segment != NONE).then_some(segment as usize);
        self.ports(tile, rotation).map(|port| {
            let middle = some(port.middle);
            [some(port.left).or(middle), middle, some(port.right).or(middle)]
        })
    }

    /// The smallest rotation in which a tile looks the same as in this one.
    #[inline]
    pub fn same(&self, tile: TileId, rotation: Rotation) -> Rotation {
        self.hot[tile.0 as usize].same[rotation.index()]
    }

    /// The segments of a tile that are complete when their neighbours lie, one bit each.
    #[inline]
    pub fn surrounded(&self, tile: TileId) -> u16 {
        self.hot[tile.0 as usize].surrounded
    }

    /// A kind of feature.
    pub fn kind(&self, id: KindId) -> &Kind {
        &self.kinds[id.0 as usize]
    }

    /// A kind of figure.
    pub fn figure(&self, id: FigureKindId) -> &FigureKind {
        &self.figures[id.0 as usize]
    }

    /// The kinds of figures that there are.
    pub fn figure_kinds(&self) -> impl Iterator<Item = FigureKindId> + use<> {
        (0..self.figures.len() as u8).map(FigureKindId)
    }

    /// What a line of a sheet is called.
    pub fn line_name(&self, line: Line) -> &str {
        match line {
            Line::Tile => "tile",
            Line::Neighbour => "neighbour",
            Line::Tag(tag) => &self.tags[tag.0 as usize],
            Line::Kind(kind) => &self.kind(kind).name,
        }
    }

    /// The segments that meet each neighbour of a tile turned so.
    #[inline]
    pub fn ports(&self, tile: TileId, rotation: Rotation) -> &[Port; 4] {
        &self.ports[tile.0 as usize * 4 + rotation.index()]
    }

    /// By how much the patterns of the cells around a tile turned so grow when it is laid, side by side.
    #[inline]
    pub fn demands(&self, tile: TileId, rotation: Rotation) -> &[u16; 4] {
        &self.demands[tile.0 as usize * 4 + rotation.index()]
    }

    /// What a tile's side must look like to lie against a side of this class.
    pub fn mirror(&self, class: u8) -> u8 {
        self.mirror[class as usize]
    }

    /// What a side of this class is called in a sentence.
    pub fn class_name(&self, class: u8) -> &str {
        &self.class_names[class as usize]
    }

    /// How many buckets there are for patterns of edges.
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// The bucket of a pattern: patterns that are the same when turned share one, and a tile fits them in equally many ways.
    #[inline]
    pub fn bucket(&self, pattern: u16) -> u16 {
        self.bucket[pattern as usize]
    }

    /// The pattern that demands in addition that one side look like a class.
    pub fn demand(&self, pattern: u16, side: Side, class: u8) -> u16 {
        pattern + (class as u16 + 1) * self.digits[side.index()]
    }

    /// The class that a pattern demands of a side.
    pub fn demanded(&self, pattern: u16, side: Side) -> Option<u8> {
        let base = self.mirror.len() as u16 + 1;
        let digit = pattern / self.digits[side.index()] % base;
        digit.checked_sub(1).map(|class| class as u8)
    }

    /// In which distinct rotations a tile fits a pattern.
    #[inline]
    pub fn fits(&self, tile: TileId, pattern: u16) -> Ways {
        self.legal[tile.0 as usize * self.patterns + pattern as usize]
    }

    /// In how many distinct rotations a tile fits the patterns of each bucket.
    #[inline]
    pub fn ways(&self, tile: TileId) -> &[u8] {
        let row = tile.0 as usize * self.buckets;
        &self.ways[row..row + self.buckets]
    }

    /// The distinct rotations of a tile, smallest first.
    pub fn rotations(&self, tile: TileId) -> impl Iterator<Item = Rotation> + use<> {
        let same = self.hot[tile.0 as usize].same;
        Rotation::ALL.into_iter().filter(move |rotation| same[rotation.index()] == *rotation)
    }

    /// The tiles with this name: one, or one for each set that has it.
    pub fn tiles_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = TileId> + 'a {
        let (set, id) = name.split_once(':').map_or((None, name), |(set, id)| (Some(set), id));
        (0..self.tiles.len())
            .filter(move |&i| self.tiles[i].id == id && set.is_none_or(|set| self.tiles[i].expansion == set))
            .map(|i| TileId(i as u16))
    }

    /// A tile's name: its id, with its set in front where two sets in play have it.
    pub fn tile_name(&self, tile: TileId) -> String {
        let TileKind { id, expansion, .. } = self.tile(tile);
        if self.tiles_named(id).count() > 1 { format!("{expansion}:{id}") } else { id.clone() }
    }

    /// Whether a mark points somewhere, so that it is drawn as its tile is turned.
    pub fn is_turning(&self, tag: TagId) -> bool {
        self.turning >> tag.0 & 1 == 1
    }

    /// The tag with this name.
    pub fn tag_named(&self, name: &str) -> Option<TagId> {
        self.tags.iter().position(|tag| tag == name).map(|i| TagId(i as u8))
    }

    /// The kind of feature with this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(|i| KindId(i as u8))
    }

    /// The kind of figure with this name.
    pub fn figure_named(&self, name: &str) -> Option<FigureKindId> {
        self.figures.iter().position(|figure| figure.name == name).map(|i| FigureKindId(i as u8))
    }

    /// The kind of token or card with this name.
    pub fn token_named(&self, name: &str) -> Option<TokenId> {
        self.tokens.iter().position(|token| token.name == name).map(|i| TokenId(i as u8))
    }

    /// The place beside the board with this name.
    pub fn zone_named(&self, name: &str) -> Option<ZoneId> {
        self.all_zones().find(|(_, zone)| zone.name == name).map(|(id, _)| id)
    }

    /// A place beside the board.
    pub fn zone(&self, id: ZoneId) -> &ZoneKind {
        let common = (u8::MAX - id.0) as usize;
        self.common_zones.get(common).unwrap_or_else(|| &self.zones[id.0 as usize])
    }

    /// The places beside the board: those that manifests declare, then those that every game has.
    pub fn all_zones(&self) -> impl Iterator<Item = (ZoneId, &ZoneKind)> {
        let declared = (0..).map(ZoneId).zip(&self.zones);
        declared.chain(ZoneId::COMMON.into_iter().zip(&self.common_zones))
    }

    /// How many places for tiles each player may need; none where the places that every game has are enough.
    pub fn shelves(&self) -> usize {
        let declared = self.zones.iter().filter(|zone| zone.holds_tiles()).count();
        if declared > 0 || self.settings.has_hands() { declared + 1 } else { 0 }
    }

    /// How many places for tokens each player has: the supply, which is the bank where nobody owns it, and those that sets declare.
    pub fn purses(&self) -> usize {
        1 + self.zones.iter().filter(|zone| zone.holds_tokens()).count()
    }

    /// What is counted on tiles under this name.
    pub fn counter_named(&self, name: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter == name).map(|i| CounterId(i as u8))
    }

    /// The word that options begin with.
    pub fn verb_named(&self, name: &str) -> Option<VerbId> {
        self.verbs.iter().position(|verb| verb.name == name).map(|i| VerbId(i as u8))
    }

    /// How many tiles there are in all.
    pub fn tile_count(&self) -> usize {
        self.bag.len()
    }

    /// How many segments all tiles have together.
    pub fn segment_count(&self) -> usize {
        self.tiles.iter().map(|tile| tile.count as usize * tile.segments.len()).sum()
    }
}
