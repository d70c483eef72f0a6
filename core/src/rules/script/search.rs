//! What can be looked for on the table, and where it is found: figures, tiles, features, segments. Scripts say it in
//! filters; what a search found is also something that a handler has read.

use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, CounterId, TileId, TileKind, ZoneId};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::Cell;
use crate::table::stack::{Holder, Loose, Shelf};
use crate::table::state::State;

/// A search of the whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Figures(FigureFilter),
    Tiles(TileFilter),
    Features(FeatureFilter),
    Segments(SegmentFilter),
}

/// Whose figures are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Player(PlayerId),
    /// The player whose turn it is.
    Active,
}

/// Which figures are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FigureFilter {
    pub owner: Option<Owner>,
    /// The kinds that match, one bit each.
    pub kinds: u64,
    /// Where it stands, if that matters.
    stand: Option<Stand>,
}

/// Where wanted figures stand. Whatever is set must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Stand {
    /// The kinds of features that it can stand on, one bit each.
    pub on: Option<u64>,
    /// Tags, one bit each. The feature that it stands on must have one of them.
    pub tags: Option<u64>,
    pub feature: Option<FeatureId>,
    pub tile: Option<PlacedId>,
    pub zone: Option<Zone>,
    /// A place beside the board, with any owner.
    pub held: Option<ZoneId>,
    /// Whether it stands on a tile as a whole.
    pub whole: Option<bool>,
    pub within: Option<(Cell, u8)>,
}

impl FigureFilter {
    /// All figures.
    pub fn anything() -> FigureFilter {
        FigureFilter { owner: None, kinds: u64::MAX, stand: None }
    }

    /// Returns where it must stand, to set more of that; anywhere if nothing was set.
    pub fn stand(&mut self) -> &mut Stand {
        self.stand.get_or_insert_default()
    }

    /// Returns the figures that match.
    pub fn find<'a>(&'a self, state: &'a State) -> impl Iterator<Item = FigureId> + 'a {
        self.suited(state).filter(|(_, figure)| self.stands(state, figure)).map(|(place, _)| FigureId(place as u8))
    }

    /// Returns the tiles on which figures that match stand, once for each figure.
    fn tiles<'a>(&'a self, state: &'a State) -> impl Iterator<Item = PlacedId> + 'a {
        // Most figures are not on a tile.
        let tile = |(_, figure): (usize, &Figure)| state.tile_of(figure.zone).filter(|_| self.stands(state, figure));
        self.suited(state).filter_map(tile)
    }

    /// Returns the figures whose kind and owner match, with their indexes. Most figures are ruled out by these.
    #[inline]
    fn suited<'a>(&'a self, state: &'a State) -> impl Iterator<Item = (usize, &'a Figure)> + 'a {
        let owner = self.owner.map(|owner| match owner {
            Owner::Player(player) => player,
            Owner::Active => state.turn.player,
        });
        let is_kind = |figure: &Figure| self.kinds >> figure.kind.0 & 1 == 1;
        let all = state.figures_among(owner, self.kinds);
        all.filter(move |(_, figure)| is_kind(figure) && owner.is_none_or(|owner| owner == figure.owner))
    }

    #[inline]
    fn stands(&self, state: &State, figure: &Figure) -> bool {
        self.stand.as_ref().is_none_or(|stand| stand.holds(state, figure))
    }
}

impl Stand {
    /// Whether a figure stands there.
    fn holds(&self, state: &State, figure: &Figure) -> bool {
        let tile = || state.tile_of(figure.zone);
        let is_on = |feature: FeatureId| matches!(figure.zone, Zone::Segment(at) if state.features.of(at) == feature);
        let is_of = |kinds: u64| match figure.zone {
            Zone::Segment(at) => kinds >> state.features.kind_at(at).0 & 1 == 1,
            _ => false,
        };
        let is_marked = |tags: u64| match figure.zone {
            Zone::Segment(at) => state.features.has_any(state.features.of(at), tags),
            _ => false,
        };
        let is_near = |(centre, arm): (Cell, u8)| {
            tile().is_some_and(|tile| is_in_cross(centre, arm, state.board.tile(tile).cell))
        };
        self.held.is_none_or(|zone| matches!(figure.zone, Zone::Beside(other, _) if other == zone))
            && self.zone.is_none_or(|zone| zone == figure.zone)
            && self.whole.is_none_or(|whole| whole == matches!(figure.zone, Zone::Tile(_)))
            && self.tile.is_none_or(|wanted| tile() == Some(wanted))
            && self.on.is_none_or(is_of)
            && self.tags.is_none_or(is_marked)
            && self.feature.is_none_or(is_on)
            && self.within.is_none_or(is_near)
    }
}

/// Space for so many figures is enough for most searches.
const FEW_FIGURES: usize = 16;

/// Which tiles are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TileFilter {
    /// Tags and kinds of features, one bit each. One of each must be printed on it.
    pub tags: Option<u64>,
    pub kinds: Option<u64>,
    /// The set that it belongs to.
    pub set: Option<String>,
    /// The names that it can have; empty for any name.
    pub ids: Vec<String>,
    /// For each of these, a figure that matches must be there.
    pub with: Vec<FigureFilter>,
    pub without: Option<FigureFilter>,
    pub counters: Vec<(CounterId, u8)>,
    /// Where it is, if not on the board.
    pub shelf: Option<Shelf>,
    /// Which tiles have what must be printed on them, if that was computed in advance.
    pub suited: Option<TileMatches>,
}

impl TileFilter {
    /// Whether the filter is about tiles beside the board.
    pub fn is_loose(&self) -> bool {
        self.shelf.is_some()
    }

    /// Returns the tiles that match, the next one to be drawn first, if the filter is about tiles beside the board.
    pub fn loose(&self, catalogue: &Catalogue, state: &State) -> Option<Vec<Loose>> {
        let at = self.shelf?;
        let tiles = state.tiles_at(catalogue, at).into_iter().filter(|&tile| self.is_suited(catalogue, tile));
        Some(tiles.map(|tile| Loose { tile, at }).collect())
    }

    /// Whether a tile on the board matches.
    pub fn is_like(&self, catalogue: &Catalogue, state: &State, tile: PlacedId) -> bool {
        let has = |filter: &FigureFilter| filter.tiles(state).any(|held| held == tile);
        self.is_printed(catalogue, state, tile) && self.with.iter().all(has) && !self.without.as_ref().is_some_and(has)
    }

    /// Whether any tile matches.
    pub fn is_met(&self, catalogue: &Catalogue, state: &State) -> bool {
        if let Some(loose) = self.loose(catalogue, state) {
            return !loose.is_empty();
        }
        match &self.with[..] {
            [] => self.find(catalogue, state).next().is_some(),
            [first, ..] => first.tiles(state).any(|tile| self.is_like(catalogue, state, tile)),
        }
    }

    /// Returns the tiles that match, oldest first. If the filter asks for figures, the search starts with them, because
    /// there are fewer figures than tiles.
    pub fn find<'a>(&'a self, catalogue: &'a Catalogue, state: &'a State) -> impl Iterator<Item = PlacedId> + 'a {
        let tiles = |filter: &FigureFilter| {
            let mut tiles = Vec::with_capacity(FEW_FIGURES);
            filter.tiles(state).for_each(|tile| tiles.push(tile));
            tiles
        };
        let mut standing = self.with.first().map(tiles).unwrap_or_default();
        self.with.iter().skip(1).map(tiles).for_each(|other| standing.retain(|tile| other.contains(tile)));
        standing.sort_unstable();
        standing.dedup();
        let few = self.suited.as_ref().and_then(|suited| suited.few.as_ref()).filter(|_| self.with.is_empty());
        if let Some(few) = few {
            standing = state.board.laid_as(few);
        }
        let is_found = !standing.is_empty() || self.with.is_empty() && few.is_none();
        let barred = self.without.as_ref().filter(|_| is_found).map(tiles).unwrap_or_default();
        let all = if self.with.is_empty() && few.is_none() { state.board.placed() } else { &[] };
        let all = all.iter().enumerate().filter(|(_, placed)| self.is_suited(catalogue, placed.tile));
        let all = all.map(|(place, _)| PlacedId(place as u16)).chain(standing);
        all.filter(move |&tile| self.is_printed(catalogue, state, tile) && !barred.contains(&tile))
    }

    /// Prepares the filter for repeated use. What is printed on tiles never changes, so it is checked only once.
    pub fn settled(mut self, catalogue: &Catalogue) -> TileFilter {
        self.suited = Some(TileMatches::new(catalogue, |tile| self.suits(tile)));
        self
    }

    /// Whether what is printed and counted on a tile matches.
    #[inline]
    fn is_printed(&self, catalogue: &Catalogue, state: &State, tile: PlacedId) -> bool {
        let counted = |&(counter, least): &(CounterId, u8)| state.counter(catalogue, tile, counter) >= least;
        self.is_suited(catalogue, state.board.tile(tile).tile) && self.counters.iter().all(counted)
    }

    #[inline]
    pub fn is_suited(&self, catalogue: &Catalogue, printed: TileId) -> bool {
        match &self.suited {
            Some(suited) => suited.has(printed),
            None => self.suits(catalogue.tile(printed)),
        }
    }

    fn suits(&self, printed: &TileKind) -> bool {
        self.tags.is_none_or(|tags| printed.marks & tags != 0)
            && self.kinds.is_none_or(|kinds| printed.kinds as u64 & kinds != 0)
            && self.set.as_ref().is_none_or(|set| *set == printed.expansion)
            && (self.ids.is_empty() || self.ids.contains(&printed.id))
    }
}

/// Which tiles of the sets a filter wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TileMatches {
    /// For each tile, whether it is wanted.
    all: Vec<bool>,
    /// The tiles that are wanted as they are printed or with something built over them, if they are few: then it is
    /// faster to look for them than to look at every tile on the board.
    few: Option<Vec<TileId>>,
}

impl TileMatches {
    /// The share of all tiles that are few.
    const FEW: usize = 4;

    fn new(catalogue: &Catalogue, suits: impl Fn(&TileKind) -> bool) -> TileMatches {
        let all: Vec<bool> = catalogue.tiles.iter().map(suits).collect();
        let becomes = |tile: &TileKind| tile.versions.iter().any(|version| all[version.0 as usize]);
        let wanted = (0..).map(TileId).zip(&catalogue.tiles);
        let wanted = wanted.filter(|(id, tile)| all[id.0 as usize] || becomes(tile)).map(|(id, _)| id);
        let few: Vec<TileId> = wanted.collect();
        let few = Some(few).filter(|few| few.len() * TileMatches::FEW < all.len());
        TileMatches { all, few }
    }

    #[inline]
    fn has(&self, tile: TileId) -> bool {
        self.all.get(tile.0 as usize).copied().unwrap_or(false)
    }
}

/// Which features are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureFilter {
    /// Kinds and tags, one bit each. One of each must match.
    pub kinds: Option<u64>,
    pub tags: Option<u64>,
    pub complete: Option<bool>,
    pub occupied: Option<bool>,
}

impl FeatureFilter {
    /// Whether a feature matches.
    pub fn is_like(&self, state: &State, feature: FeatureId) -> bool {
        let graph = &state.features;
        self.kinds.is_none_or(|kinds| kinds >> graph.kind(feature).0 & 1 == 1)
            && self.tags.is_none_or(|tags| graph.has_any(feature, tags))
            && self.complete.is_none_or(|complete| graph.is_complete(feature) == complete)
            && self.occupied.is_none_or(|occupied| (graph.followers(feature) > 0) == occupied)
    }
}

/// Which segments are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SegmentFilter {
    /// Kinds and tags, one bit each. One of each must match.
    pub kinds: Option<u64>,
    pub tags: Option<u64>,
    /// Whether a script has joined it with another one.
    pub linked: Option<bool>,
    /// Whether no token lies on it.
    pub bare: Option<bool>,
    /// Which tiles have a segment of this kind with this tag, if that was computed in advance.
    pub suited: Option<TileMatches>,
}

impl SegmentFilter {
    /// Prepares the filter for repeated use. What is printed on tiles never changes, so it is checked only once.
    pub fn settled(mut self, catalogue: &Catalogue) -> SegmentFilter {
        self.suited = Some(TileMatches::new(catalogue, |tile| self.suits(tile)));
        self
    }

    /// Returns the segments on the board that match, those of the oldest tile first.
    pub fn find<'a>(&'a self, catalogue: &'a Catalogue, state: &'a State) -> impl Iterator<Item = SegmentId> + 'a {
        let is_suited = |tile: TileId| match &self.suited {
            Some(suited) => suited.has(tile),
            None => self.suits(catalogue.tile(tile)),
        };
        let few = self.suited.as_ref().and_then(|suited| suited.few.as_ref());
        let placed = if few.is_none() { state.board.placed() } else { &[] };
        let tiles = placed.iter().enumerate().filter(move |(_, placed)| is_suited(placed.tile));
        let tiles = tiles.map(|(place, _)| PlacedId(place as u16));
        let few = few.map(|few| state.board.laid_as(few)).unwrap_or_default();
        let segments = tiles.chain(few).flat_map(|tile| state.segments_of(catalogue, tile));
        segments.filter(|&segment| self.is_like(catalogue, state, segment))
    }

    /// Whether a segment matches.
    pub fn is_like(&self, catalogue: &Catalogue, state: &State, segment: SegmentId) -> bool {
        let placed = state.board.tile(state.features.placed(segment));
        let part = &catalogue.tile(placed.tile).segments[(segment.0 - placed.base) as usize];
        let is_linked = || state.links().iter().any(|link| link.across(segment).is_some());
        let is_bare = || !state.marks().iter().any(|mark| mark.on == Holder::Segment(segment));
        let is_marked = |tags: u64| part.tags.iter().any(|tag| tags >> tag.0 & 1 == 1);
        self.kinds.is_none_or(|kinds| kinds >> part.kind.0 & 1 == 1)
            && self.tags.is_none_or(is_marked)
            && self.linked.is_none_or(|linked| is_linked() == linked)
            && self.bare.is_none_or(|bare| is_bare() == bare)
    }

    fn suits(&self, printed: &TileKind) -> bool {
        self.kinds.is_none_or(|kinds| printed.kinds as u64 & kinds != 0)
            && self.tags.is_none_or(|tags| printed.marks & tags != 0)
    }
}

/// Whether a cell is in the same row or column as the centre, at most `arm` cells away.
fn is_in_cross(centre: Cell, arm: u8, cell: Cell) -> bool {
    let (x, y) = ((cell.x as i32 - centre.x as i32).abs(), (cell.y as i32 - centre.y as i32).abs());
    (x == 0 || y == 0) && x.max(y) <= arm as i32
}
