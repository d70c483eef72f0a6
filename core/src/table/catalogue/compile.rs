//! Compiles declarations for play: makes all rotations once, classifies sides, and builds the table of what fits where.

use super::form::built_over;
use super::{
    Catalogue, Closes, FeatureKind, FigureKind, Form, KindId, NONE, Piling, Port, SegmentKind, Settings, StartTile,
    TagId, TileBrief, TileId, TileKind, TokenKind, Verb, Ways, ZoneKind,
};
use crate::table::geometry::{Half, Rotation, Side};
use crate::table::tile::{MAX_SEGMENTS, Tile};

/// The maximum number of classes of sides, so that the table of what fits where stays small.
pub const MAX_CLASSES: usize = 14;
/// The maximum number of tiles in a game, whatever is printed on them.
pub const MAX_TILES: usize = 16_000;
/// The maximum number of versions of tiles with something built over them. Each takes as much room in the tables as a
/// printed tile; all shipped sets together have a few hundred.
const MAX_VERSIONS: usize = 2_000;
/// The maximum number of cells that a board may use: cells and segments are counted in 16 bits.
const MAX_CELLS: usize = 50_000;

/// A tile as declared.
#[derive(Clone, Debug)]
pub struct DraftTile {
    /// Its name in its set.
    pub id: String,
    /// The set it belongs to.
    pub expansion: String,
    /// How many there are.
    pub count: u16,
    /// What is printed on it.
    pub face: Tile,
    /// Names of the tags of the tile as a whole.
    pub tags: Vec<String>,
}

/// All declarations of a game, checked word by word but not yet compiled.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    /// Kinds of features; the first is the field.
    pub kinds: Vec<FeatureKind>,
    /// Names of the tags.
    pub tags: Vec<String>,
    /// The tags that have a direction, one bit each.
    pub turning: u64,
    /// The tags that are open ends until a rule joins them, one bit each.
    pub openings: u64,
    /// Kinds of figures.
    pub figures: Vec<FigureKind>,
    /// Printed tiles.
    pub tiles: Vec<DraftTile>,
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
}

/// Why declarations that are valid one by one cannot be played together.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompileError {
    /// A tile uses a word that no manifest declares.
    #[error("tile {tile} uses `{word}`, which no expansion in play declares")]
    UnknownWord {
        /// The tile.
        tile: String,
        /// The word.
        word: String,
    },
    /// A tile is cut into too many segments.
    #[error("tile {0} has more than {MAX_SEGMENTS} segments")]
    TooManySegments(String),
    /// The sides of the tiles have too many different classes.
    #[error("more than {MAX_CLASSES} different edges are in play")]
    TooManyClasses,
    /// There are more tiles than a board can hold.
    #[error("{0} tiles are too many for one game")]
    TooManyTiles(usize),
    /// Too much can be built over too many tiles.
    #[error("what can be built over tiles makes more than {MAX_VERSIONS} versions of them")]
    TooManyVersions,
    /// There is nothing to draw.
    #[error("there are no tiles to play with")]
    NoTiles,
    /// A tile that fills holes is part of the start.
    #[error("tile {0} fits only where all four sides are taken, so it cannot be part of the start")]
    StartHole(String),
    /// Two tiles of the start touch with edges that differ.
    #[error("the start does not fit together: the edges of {0} and {1} differ where they touch")]
    Start(String, String),
}

/// Checks that the tiles of the start position fit each other. Play lays them without a check, as it does with every
/// tile that fits.
fn check_start(catalogue: &Catalogue) -> Result<(), CompileError> {
    let class = |start: &StartTile, side: Side| catalogue.ports(start.tile, start.rotation)[side.index()].class;
    let name = |start: &StartTile| format!("{} at {}", catalogue.tile_name(start.tile), start.cell);
    if let Some(hole) = catalogue.start.iter().find(|start| catalogue.tile(start.tile).fills_hole()) {
        return Err(CompileError::StartHole(name(hole)));
    }
    for (one, side) in catalogue.start.iter().flat_map(|one| Side::ALL.map(|side| (one, side))) {
        let across = catalogue.start.iter().find(|other| other.cell == one.cell.step(side));
        let fits = |other: &&StartTile| class(other, side.opposite()) == catalogue.mirror(class(one, side));
        if let Some(other) = across.filter(|other| !fits(other)) {
            return Err(CompileError::Start(name(one), name(other)));
        }
    }
    Ok(())
}

/// The look of a side: the kinds on its left half, at its middle and on its right half, looking outward.
type SideLook = [KindId; 3];

impl Draft {
    /// Builds the tables that games are played with.
    pub fn compile(&self) -> Result<Catalogue, CompileError> {
        let mut tiles = self.tiles.iter().map(|tile| self.tile(tile)).collect::<Result<Vec<_>, _>>()?;
        let total: usize = tiles.iter().map(|tile| tile.count as usize).sum();
        let segments: usize = tiles.iter().map(|tile| tile.count as usize * tile.segments.len()).sum();
        let waiting: usize = tiles.iter().filter(|tile| tile.looks_around()).map(|tile| tile.count as usize).sum();
        if 3 * total + 8 * waiting > MAX_CELLS || segments > u16::MAX as usize {
            return Err(CompileError::TooManyTiles(total));
        }
        if total == 0 {
            return Err(CompileError::NoTiles);
        }
        self.add_versions(&mut tiles)?;
        let reserved =
            tiles.iter().filter(|tile| !tile.versions.is_empty()).map(|tile| tile.count as usize).sum::<usize>();
        if segments + reserved > u16::MAX as usize {
            return Err(CompileError::TooManyTiles(total));
        }
        let mut looks: Vec<SideLook> = vec![[KindId::FIELD; 3]];
        let mut ports = Vec::with_capacity(tiles.len() * 4);
        for tile in &mut tiles {
            let sides = Side::ALL.map(|side| side_port(tile, side));
            for segment in sides.iter().flat_map(|(port, _)| port.segments()) {
                tile.segments[segment].ends += 1;
            }
            for rotation in Rotation::ALL {
                ports.push(Side::ALL.map(|side| {
                    let (mut port, look) = sides[side.turned(rotation.inverse()).index()];
                    port.class = intern(&mut looks, look);
                    port
                }));
            }
        }
        // A class and its mirror image are both needed: a cell demands the mirror image of the side that it lies
        // against.
        for i in 0..looks.len() {
            let [left, middle, right] = looks[i];
            intern(&mut looks, [right, middle, left]);
        }
        if looks.len() > MAX_CLASSES {
            return Err(CompileError::TooManyClasses);
        }
        let mirror =
            looks.iter().map(|&[left, middle, right]| intern(&mut looks.clone(), [right, middle, left])).collect();
        let mut catalogue = Catalogue {
            kinds: self.kinds.clone(),
            tags: self.tags.clone(),
            turning: self.turning,
            openings: self.openings,
            figures: self.claiming_figures(),
            start: self.start.clone(),
            tokens: self.tokens.clone(),
            zones: self.zones.clone(),
            common_zones: ZoneKind::common(),
            counters: self.counters.clone(),
            forms: self.forms.clone(),
            verbs: self.verbs.clone(),
            piling: self.piling.clone(),
            settings: self.settings,
            class_names: looks.iter().map(|look| self.class_name(look)).collect(),
            digits: [0, 1, 2, 3].map(|i| (looks.len() as u16 + 1).pow(i)),
            patterns: (looks.len() + 1).pow(4),
            demands: Vec::new(),
            legal: Vec::new(),
            bag: bag(&tiles),
            briefs: briefs(&tiles, &self.kinds, self.turning),
            touch: tiles.iter().flat_map(|tile| &tile.segments).map(|segment| segment.touches).collect(),
            bucket: Vec::new(),
            buckets: 0,
            ways: Vec::new(),
            tiles,
            ports,
            mirror,
        };
        catalogue.demands = catalogue.ports.iter().map(|ports| demands(&catalogue, ports)).collect();
        catalogue.legal = legal(&catalogue);
        (catalogue.bucket, catalogue.buckets) = buckets(&catalogue);
        catalogue.ways = ways(&catalogue);
        check_start(&catalogue)?;
        Ok(catalogue)
    }

    fn tile(&self, draft: &DraftTile) -> Result<TileKind, CompileError> {
        let unknown = |word: &str| CompileError::UnknownWord { tile: draft.id.clone(), word: word.into() };
        let tags = |names: &[String]| -> Result<Vec<TagId>, CompileError> {
            let tag = |name: &String| self.tags.iter().position(|tag| tag == name).ok_or_else(|| unknown(name));
            names.iter().map(|name| tag(name).map(|i| TagId(i as u8))).collect()
        };
        let mut segments = Vec::new();
        for segment in &draft.face.segments {
            let kind =
                self.kinds.iter().position(|kind| kind.name == segment.kind).ok_or_else(|| unknown(&segment.kind))?;
            segments.push(SegmentKind {
                kind: KindId(kind as u8),
                ends: 0,
                tags: tags(&segment.tags)?,
                touches: 0,
                has_twin: false,
            });
        }
        for field in &draft.face.fields {
            segments.push(SegmentKind {
                kind: KindId::FIELD,
                ends: 0,
                tags: tags(&field.tags)?,
                touches: field.touches.iter().map(|&i| 1u16.checked_shl(i as u32).unwrap_or(0)).sum(),
                has_twin: false,
            });
        }
        if segments.len() > MAX_SEGMENTS {
            return Err(CompileError::TooManySegments(draft.id.clone()));
        }
        for i in 0..segments.len() {
            let kind = segments[i].kind;
            segments[i].has_twin = segments.iter().filter(|segment| segment.kind == kind).count() > 1;
        }
        let closes = |segment: &SegmentKind| self.kinds[segment.kind.0 as usize].closes;
        let surrounded =
            segments.iter().enumerate().filter(|(_, s)| closes(s) == Closes::Neighbours).map(|(i, _)| 1 << i).sum();
        let own = tags(&draft.tags)?;
        let kinds = segments.iter().fold(0, |bits, part| bits | 1 << part.kind.0);
        let marks = segments.iter().flat_map(|part| &part.tags).chain(&own).fold(0, |bits, tag| bits | 1 << tag.0);
        Ok(TileKind {
            id: draft.id.clone(),
            expansion: draft.expansion.clone(),
            count: draft.count,
            face: draft.face.clone(),
            tags: own,
            segments,
            surrounded,
            kinds,
            marks,
            built: None,
            versions: Vec::new(),
        })
    }

    /// Adds a version of each tile for everything that can be built over it.
    fn add_versions(&self, tiles: &mut Vec<TileKind>) -> Result<(), CompileError> {
        let plain_tiles = tiles.len();
        for plain in 0..plain_tiles {
            let is_meadow = |side: Side| side_port(&tiles[plain], side).1 == [KindId::FIELD; 3];
            let meadow = Side::ALL.map(is_meadow);
            for (form, number) in self.forms.iter().zip(0..) {
                let kind = &self.kinds[form.kind.0 as usize].name;
                for &sides in &form.strokes {
                    let on = (TileId(plain as u16), number);
                    let made = built_over(&tiles[plain], on, (form, kind), sides, |side| meadow[side.index()]);
                    let Some(made) = made.map(|made| TileKind { versions: Vec::new(), ..made }) else { continue };
                    if tiles.len() - plain_tiles >= MAX_VERSIONS {
                        return Err(CompileError::TooManyVersions);
                    }
                    let id = TileId(tiles.len() as u16);
                    tiles.push(made);
                    tiles[plain].versions.push(id);
                }
            }
        }
        Ok(())
    }

    /// Returns the figures, each limited to kinds that may be claimed at all.
    fn claiming_figures(&self) -> Vec<FigureKind> {
        let claimed: u32 = self.kinds.iter().enumerate().filter(|(_, kind)| kind.claim).map(|(i, _)| 1 << i).sum();
        self.figures.iter().map(|figure| FigureKind { on: figure.on & claimed, ..figure.clone() }).collect()
    }

    fn class_name(&self, look: &SideLook) -> String {
        let name = |kind: KindId| self.kinds[kind.0 as usize].name.as_str();
        let [left, middle, right] = *look;
        if left == right { name(middle).to_string() } else { format!("{}-{}", name(left), name(right)) }
    }
}

/// Returns the segments at one side of the unturned tile, and the look of that side.
fn side_port(tile: &TileKind, side: Side) -> (Port, SideLook) {
    let face = &tile.face;
    let on_half = |half: Half| {
        let stroke = face.segments.iter().position(|segment| segment.halves.contains(&half));
        let field =
            || face.fields.iter().position(|field| field.halves.contains(&half)).map(|i| i + face.segments.len());
        stroke.or_else(field)
    };
    let kind = |segment: Option<usize>| segment.map_or(KindId::FIELD, |i| tile.segments[i].kind);
    let number = |segment: Option<usize>| segment.map_or(NONE, |i| i as u8);
    let (left, right) = (on_half(side.left()), on_half(side.right()));
    let over = face.over.as_ref().filter(|over| over.sides.contains(&side)).map(|_| face.parts() - 1);
    let opens = over.or_else(|| face.segments.iter().position(|segment| segment.sides.contains(&side)));
    let Some(middle) = opens else {
        // Nothing runs through the middle, so the halves meet their neighbours: together if they are one segment,
        // otherwise one by one. Two halves of one kind look like a whole side of it, so that each fits the other; a
        // segment that meets both halves joins them.
        let whole = left == right;
        let port = if whole {
            Port { class: 0, middle: number(left), left: NONE, right: NONE }
        } else {
            Port { class: 0, middle: NONE, left: number(left), right: number(right) }
        };
        let middle = if kind(left) == kind(right) { kind(left) } else { KindId::FIELD };
        return (port, [kind(left), middle, kind(right)]);
    };
    let here = kind(Some(middle));
    let or_here = |segment: Option<usize>| segment.map_or(here, |i| tile.segments[i].kind);
    let port = Port { class: 0, middle: middle as u8, left: number(left), right: number(right) };
    (port, [or_here(left), here, or_here(right)])
}

fn intern(looks: &mut Vec<SideLook>, look: SideLook) -> u8 {
    let found = looks.iter().position(|known| *known == look).unwrap_or_else(|| {
        looks.push(look);
        looks.len() - 1
    });
    found as u8
}

/// Returns for each rotation the smallest one in which the tile looks the same.
fn same_rotations(face: &Tile) -> [Rotation; 4] {
    let prints = Rotation::ALL.map(|rotation| print(face, rotation));
    Rotation::ALL.map(|rotation| {
        let own = &prints[rotation.index()];
        Rotation::from_index(prints.iter().position(|print| print == own).unwrap_or(rotation.index()))
    })
}

/// Describes a turned tile independently of the order in which its segments were declared.
fn print(face: &Tile, rotation: Rotation) -> Vec<String> {
    let sides = |sides: &[Side]| -> Vec<Side> { sorted(sides.iter().map(|side| side.turned(rotation))) };
    let halves = |halves: &[Half]| -> Vec<Half> { sorted(halves.iter().map(|half| half.turned(rotation))) };
    let segments: Vec<String> = face
        .strokes()
        .map(|s| format!("{} {:?} {:?} {:?}", s.kind, sides(&s.sides), halves(&s.halves), sorted(s.tags.iter())))
        .collect();
    let fields = face.fields.iter().map(|field| {
        let touches = sorted(field.touches.iter().map(|&i| &segments[i]));
        format!("{:?} {:?} {:?}", halves(&field.halves), touches, sorted(field.tags.iter()))
    });
    sorted(segments.iter().cloned().chain(fields))
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort();
    items
}

/// Returns the amounts by which the patterns of the cells beyond these sides grow: each demands the mirror image of the
/// side that it lies against.
fn demands(catalogue: &Catalogue, ports: &[Port; 4]) -> [u16; 4] {
    Side::ALL.map(|side| catalogue.demand(0, side.opposite(), catalogue.mirror(ports[side.index()].class)))
}

/// Returns for each tile and each pattern of demanded edges the distinct rotations that fit. A turned tile fits the
/// sixteen patterns that demand some of its own edges; testing every pattern would take most of the time of a setup.
fn legal(catalogue: &Catalogue) -> Vec<Ways> {
    let mut table = vec![Ways::default(); catalogue.tiles.len() * catalogue.patterns];
    for (tile, row) in table.chunks_mut(catalogue.patterns).enumerate() {
        for rotation in catalogue.rotations(TileId(tile as u16)) {
            if catalogue.tiles[tile].fills_hole() {
                let is_hole =
                    |pattern: usize| Side::ALL.iter().all(|&side| catalogue.demanded(pattern as u16, side).is_some());
                (0..row.len()).filter(|&pattern| is_hole(pattern)).for_each(|pattern| row[pattern].insert(rotation));
                continue;
            }
            let ports = &catalogue.ports[tile * 4 + rotation.index()];
            for demanded in 0..16 {
                let sides = Side::ALL.into_iter().filter(|side| demanded >> side.index() & 1 == 1);
                let pattern = sides.fold(0, |sum, side| catalogue.demand(sum, side, ports[side.index()].class));
                row[pattern as usize].insert(rotation);
            }
        }
    }
    table
}

/// Numbers the patterns so that those which are equal when turned have the same number.
fn buckets(catalogue: &Catalogue) -> (Vec<u16>, usize) {
    let mut bucket = vec![u16::MAX; catalogue.patterns];
    let mut count = 0;
    for pattern in 0..catalogue.patterns {
        if bucket[pattern] != u16::MAX {
            continue;
        }
        for rotation in Rotation::ALL {
            let turned = Side::ALL.into_iter().fold(0, |turned, side| match catalogue.demanded(pattern as u16, side) {
                Some(class) => catalogue.demand(turned, side.turned(rotation), class),
                None => turned,
            });
            bucket[turned as usize] = count;
        }
        count += 1;
    }
    (bucket, count as usize)
}

/// Returns for each tile and bucket the number of distinct rotations in which the tile fits.
fn ways(catalogue: &Catalogue) -> Vec<u8> {
    let mut ways = vec![0; catalogue.tiles.len() * catalogue.buckets];
    for (tile, row) in ways.chunks_mut(catalogue.buckets).enumerate() {
        for pattern in 0..catalogue.patterns as u16 {
            let fits = catalogue.fits(TileId(tile as u16), pattern);
            if fits.count() > 0 {
                row[catalogue.bucket(pattern) as usize] = fits.count() as u8;
            }
        }
    }
    ways
}

/// Returns all tiles, one entry for each copy.
fn bag(tiles: &[TileKind]) -> Vec<TileId> {
    let ids = (0..).map(TileId);
    tiles.iter().zip(ids).flat_map(|(tile, id)| std::iter::repeat_n(id, tile.count as usize)).collect()
}

/// Returns the properties of the tiles that play needs most often.
fn briefs(tiles: &[TileKind], kinds: &[FeatureKind], turning: u64) -> Vec<TileBrief> {
    let mut first = 0;
    let brief = |tile: &TileKind| {
        let segments = tile.segments.len() as u16;
        first += segments;
        let is_bound = |part: &SegmentKind, kind: &FeatureKind| kind.must_go_on(part) || kind.course.is_bound();
        let continues = tile.segments.iter().any(|part| is_bound(part, &kinds[part.kind.0 as usize]));
        // A tag with a direction looks different in each rotation.
        let same = if tile.marks & turning == 0 { same_rotations(&tile.face) } else { Rotation::ALL };
        let (surrounded, looks_around) = (tile.surrounded, tile.looks_around());
        TileBrief { first: first - segments, segments, surrounded, looks_around, continues, same }
    };
    tiles.iter().map(brief).collect()
}
