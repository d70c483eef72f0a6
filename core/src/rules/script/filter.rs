//! Filters: tables in which scripts say which figures, tiles or cells they want.

use mlua::{Error, LuaString, Result, Table, Value};

use super::desk::Desk;
use super::handle::Kind;
use super::reads::Read;
use super::report::called;
use super::surface::{CELL_FILTER, FIGURE_FILTER, TILE_FILTER};
use super::values::{Name, Whole, cell_of};
use super::words::Words;
use crate::table::board::{Board, PlacedId};
use crate::table::catalogue::{Catalogue, CounterId, FigureKind, KindId, TileId, TileKind, ZoneId};
use crate::table::course::leads_to;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::{Cell, Corner};
use crate::table::stack::{Loose, Shelf};
use crate::table::state::State;

/// Whose figures are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Player(PlayerId),
    /// The player whose turn it is.
    Active,
}

/// Which figures are wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FigureFilter {
    owner: Option<Owner>,
    /// The kinds that match, one bit each.
    kinds: u64,
    /// The kinds of features that it can stand on, one bit each.
    on: Option<u64>,
    /// Tags, one bit each. The feature that it stands on must have one of them.
    tags: Option<u64>,
    feature: Option<FeatureId>,
    tile: Option<PlacedId>,
    zone: Option<Zone>,
    /// A place beside the board, with any owner.
    held: Option<ZoneId>,
    /// Whether it stands on a tile as a whole.
    whole: Option<bool>,
    within: Option<(Cell, u8)>,
}

impl FigureFilter {
    pub fn read(desk: &Desk, (kind, index): (Kind, u32), filter: Option<Table>) -> Result<FigureFilter> {
        let mut found = FigureFilter::anything();
        match kind {
            Kind::Game => {}
            Kind::Feature => found.feature = Some(desk.state.borrow().features.of(SegmentId(index as u16))),
            Kind::Tile => found.tile = Some(PlacedId(index as u16)),
            Kind::Cell => match desk.state.borrow().place_at(cell_of(index)) {
                Zone::Tile(tile) => found.tile = Some(tile),
                place => found.zone = Some(place),
            },
            Kind::Corner => found.zone = Some(Zone::Corner(Corner { cell: cell_of(index) })),
            _ => return Err(kind.lacks("figures")),
        }
        each(filter, |key, value| {
            let object = || value.as_light_userdata().ok_or_else(|| Error::runtime(format!("`{key}` is an object")));
            match key {
                "owner" if is(value, "active") => found.owner = Some(Owner::Active),
                "owner" => found.owner = Some(Owner::Player(desk.open_player(object()?)?)),
                "kind" => found.kinds &= bits(desk, key, value, "figure", |words, name| Ok(words.figure(name)?.0))?,
                "group" if is(value, "follower") => found.kinds &= kinds(desk, |kind| kind.follower),
                "group" => return Err(Error::runtime("the only group is \"follower\"")),
                "neutral" => {
                    let wanted = value.as_boolean().unwrap_or(true);
                    found.kinds &= kinds(desk, |kind| kind.neutral == wanted);
                }
                "on" => {
                    found.on = Some(bits(desk, key, value, "kind of feature", |words, name| Ok(words.kind(name)?.0))?);
                }
                "tag" => {
                    // A feature gets further tags from tiles far away from the figure.
                    desk.reads.note_more();
                    found.tags = Some(bits(desk, key, value, "tag", |words, name| Ok(words.tag(name)?.0))?);
                }
                "feature" => {
                    // Which figures stand on it depends on what it was joined with.
                    desk.reads.note_more();
                    found.feature = Some(desk.open_feature(object()?)?);
                }
                "tile" => found.tile = Some(desk.open_tile(object()?)?),
                "zone" if is(value, "supply") => found.zone = Some(Zone::Supply),
                "zone" if value.is_string() => found.held = Some(word(key, value, |name| desk.words().zone(name))?),
                "zone" => found.zone = Some(desk.open_place(object()?)?),
                "whole" => found.whole = Some(value.as_boolean().unwrap_or(true)),
                "within" => found.within = Some(cross(desk, value)?),
                _ => return Err(FIGURE_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }

    fn anything() -> FigureFilter {
        FigureFilter {
            owner: None,
            kinds: u64::MAX,
            on: None,
            tags: None,
            feature: None,
            tile: None,
            zone: None,
            held: None,
            whole: None,
            within: None,
        }
    }

    /// Returns the figures that match.
    pub fn find<'a>(&'a self, state: &'a State) -> impl Iterator<Item = FigureId> + 'a {
        let all = state.figures.iter().enumerate();
        all.filter(|(_, figure)| self.holds(state, figure)).map(|(place, _)| FigureId(place as u8))
    }

    #[inline]
    fn holds(&self, state: &State, figure: &Figure) -> bool {
        let is_owner = |owner: Owner| match owner {
            Owner::Player(player) => player == figure.owner,
            Owner::Active => state.turn.player == figure.owner,
        };
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
        self.kinds >> figure.kind.0 & 1 == 1
            && self.whole.is_none_or(|whole| whole == matches!(figure.zone, Zone::Tile(_)))
            && self.owner.is_none_or(is_owner)
            && self.zone.is_none_or(|zone| zone == figure.zone)
            && self.held.is_none_or(|zone| matches!(figure.zone, Zone::Beside(other, _) if other == zone))
            && self.tile.is_none_or(|wanted| tile() == Some(wanted))
            && self.on.is_none_or(is_of)
            && self.tags.is_none_or(is_marked)
            && self.feature.is_none_or(is_on)
            && self.within.is_none_or(is_near)
    }
}

/// Returns the kinds of figures that match, one bit each.
fn kinds(desk: &Desk, is_wanted: impl Fn(&FigureKind) -> bool) -> u64 {
    let found = desk.catalogue.figure_kinds().filter(|&kind| is_wanted(desk.catalogue.figure(kind)));
    found.fold(0, |kinds, kind| kinds | 1 << kind.0)
}

/// Reads `{ tile = TILE, cross = n }`: the tile, and n cells from it in each direction.
fn cross(desk: &Desk, value: &Value) -> Result<(Cell, u8)> {
    let wrong = || Error::runtime("`within` says { tile = TILE, cross = n }");
    let table = value.as_table().ok_or_else(wrong)?;
    let (mut tile, mut arm) = (None, None);
    each(Some(table.clone()), |key, value| {
        match key {
            "tile" => tile = value.as_light_userdata(),
            "cross" => arm = value.as_u32().and_then(|arm| u8::try_from(arm).ok()),
            _ => return Err(wrong()),
        }
        Ok(())
    })?;
    let (tile, arm) = (desk.open_tile(tile.ok_or_else(wrong)?)?, arm.ok_or_else(wrong)?);
    Ok((desk.state.borrow().board.tile(tile).cell, arm))
}

/// Which tiles are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TileFilter {
    /// Tags and kinds of features, one bit each. One of each must be printed on it.
    tags: Option<u64>,
    kinds: Option<u64>,
    /// The set that it belongs to.
    set: Option<String>,
    /// The names that it can have; empty for any name.
    ids: Vec<String>,
    /// For each of these, a figure that matches must be there.
    with: Vec<FigureFilter>,
    without: Option<FigureFilter>,
    counters: Vec<(CounterId, u8)>,
    /// Where it is, if not on the board.
    shelf: Option<Shelf>,
    /// Which tiles have what must be printed on them, if that was computed in advance.
    suited: Option<Vec<bool>>,
}

impl TileFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<TileFilter> {
        let mut found = TileFilter::default();
        each(filter, |key, value| {
            let figures = |value: &Value| {
                let table = value.as_table().cloned();
                let table = table.ok_or_else(|| Error::runtime(format!("`{key}` says which figures, in a table")))?;
                FigureFilter::read(desk, (Kind::Game, 0), Some(table))
            };
            match key {
                "tag" => found.tags = Some(bits(desk, key, value, "tag", |words, name| Ok(words.tag(name)?.0))?),
                "kind" => {
                    found.kinds =
                        Some(bits(desk, key, value, "kind of feature", |words, name| Ok(words.kind(name)?.0))?);
                }
                "set" => found.set = Some(word(key, value, |set| Ok(set.to_string()))?),
                "id" => match value {
                    Value::Table(list) => list.for_each_value(|id: String| {
                        found.ids.push(id);
                        Ok(())
                    })?,
                    value => found.ids.push(word(key, value, |id| Ok(id.to_string()))?),
                },
                "with" => match value.as_table().filter(|list| list.raw_len() > 0) {
                    Some(list) => {
                        for part in list.sequence_values::<Value>() {
                            found.with.push(figures(&part?)?);
                        }
                    }
                    None => found.with.push(figures(value)?),
                },
                "without" => found.without = Some(figures(value)?),
                "counter" => {
                    let table = value.as_table().ok_or_else(|| Error::runtime("`counter` is a table"))?;
                    for pair in table.pairs::<String, u8>() {
                        let (name, least) = pair?;
                        found.counters.push((desk.words().counter(&name).map_err(Error::runtime)?, least));
                    }
                }
                "zone" => found.shelf = Some(desk.open_seen(value)?),
                _ => return Err(TILE_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Returns what has to be read to find the tiles on the board that match; `None` if that cannot be listed.
    pub fn reads(&self) -> Option<Read> {
        let more = !self.with.is_empty() || self.without.is_some() || !self.counters.is_empty();
        (!more && !self.is_loose()).then_some(Read::Tiles)
    }

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
        let has = |filter: &FigureFilter| held(state, filter).any(|held| held == tile);
        self.is_printed(catalogue, state, tile) && self.with.iter().all(has) && !self.without.as_ref().is_some_and(has)
    }

    /// Whether any tile matches.
    pub fn is_met(&self, catalogue: &Catalogue, state: &State) -> bool {
        if let Some(loose) = self.loose(catalogue, state) {
            return !loose.is_empty();
        }
        match &self.with[..] {
            [] => self.find(catalogue, state).next().is_some(),
            [first, ..] => held(state, first).any(|tile| self.is_like(catalogue, state, tile)),
        }
    }

    /// Returns the tiles that match, oldest first. If the filter asks for figures, the search starts with them, because
    /// there are fewer figures than tiles.
    pub fn find<'a>(&'a self, catalogue: &'a Catalogue, state: &'a State) -> impl Iterator<Item = PlacedId> + 'a {
        let tiles = |filter: &FigureFilter| held(state, filter).collect::<Vec<PlacedId>>();
        let barred = self.without.as_ref().map(tiles).unwrap_or_default();
        let mut standing = self.with.first().map(tiles).unwrap_or_default();
        self.with.iter().skip(1).map(tiles).for_each(|other| standing.retain(|tile| other.contains(tile)));
        standing.sort_unstable();
        standing.dedup();
        let all = if self.with.is_empty() { state.board.placed() } else { &[] };
        let all = all.iter().enumerate().filter(|(_, placed)| self.is_suited(catalogue, placed.tile));
        let all = all.map(|(place, _)| PlacedId(place as u16)).chain(standing);
        all.filter(move |&tile| self.is_printed(catalogue, state, tile) && !barred.contains(&tile))
    }

    /// Prepares the filter for repeated use. What is printed on tiles never changes, so it is checked only once.
    pub fn settled(mut self, catalogue: &Catalogue) -> TileFilter {
        self.suited = Some(catalogue.tiles.iter().map(|tile| self.suits(tile)).collect());
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
            Some(suited) => suited.get(printed.0 as usize).copied().unwrap_or(false),
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

/// Returns the tiles on which matching figures stand, once for each figure.
fn held<'a>(state: &'a State, filter: &'a FigureFilter) -> impl Iterator<Item = PlacedId> + 'a {
    // Kind and tile are checked first, because most figures are of another kind or not on a tile.
    let all = state.figures.iter().filter(|figure| filter.kinds >> figure.kind.0 & 1 == 1);
    all.filter_map(|figure| state.tile_of(figure.zone).filter(|_| filter.holds(state, figure)))
}

/// Calls a function for each entry of a filter.
pub(super) fn each(filter: Option<Table>, mut look: impl FnMut(&str, &Value) -> Result<()>) -> Result<()> {
    let Some(filter) = filter else { return Ok(()) };
    filter.for_each(|key: LuaString, value: Value| look(&key.to_str()?, &value))
}

/// Whether a value is this text.
pub(super) fn is(value: &Value, word: &str) -> bool {
    value.as_string().is_some_and(|text| text.as_bytes() == word.as_bytes())
}

/// Looks up one name or a list of names, and returns one bit for each.
fn bits(
    desk: &Desk,
    key: &str,
    value: &Value,
    what: &str,
    find: impl Fn(&Words<'_>, &str) -> std::result::Result<u8, String>,
) -> Result<u64> {
    desk.words().bits(key, value, what, find).map_err(Error::runtime)
}

/// Returns the bit of a kind of feature; all bits if no kind is given.
pub(super) fn wanted(desk: &Desk, kind: Option<Name>) -> Result<u32> {
    let kind = kind.map(|Name(name)| desk.words().kind(&name)).transpose().map_err(Error::runtime)?;
    Ok(kind.map_or(u32::MAX, |kind| 1 << kind.0))
}

/// Looks up the name in a value.
pub(super) fn word<T>(key: &str, value: &Value, find: impl Fn(&str) -> std::result::Result<T, String>) -> Result<T> {
    let Value::String(name) = value else {
        return Err(Error::runtime(format!("`{key}` is a name, not {}", called(value.type_name()))));
    };
    find(&name.to_string_lossy()).map_err(Error::runtime)
}

/// Which cells are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellFilter {
    open: Option<bool>,
    taken: usize,
    kinds: Option<Vec<KindId>>,
}

impl CellFilter {
    /// Reads a filter of cells.
    pub fn read(desk: &Desk, table: Option<Table>) -> Result<CellFilter> {
        let (mut filter, words) = (CellFilter::default(), desk.words());
        each(table, |key, value| {
            match key {
                "open" => {
                    filter.open = Some(value.as_boolean().ok_or_else(|| Error::runtime("`open` is true or false"))?);
                }
                "kind" => {
                    let named = words.each(key, value, "kind of feature", |name| words.kind(name));
                    filter.kinds = Some(named.map_err(Error::runtime)?);
                }
                "taken" => filter.taken = Whole::from_value(value)?.0.max(0) as usize,
                _ => return Err(CELL_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(filter)
    }

    /// Returns the taken and open cells that match, in arbitrary order.
    pub fn find<'a>(&'a self, catalogue: &'a Catalogue, board: &'a Board) -> impl Iterator<Item = Cell> + 'a {
        let placed = if self.open == Some(true) { &[] } else { board.placed() };
        let free = board.open_cells().map(|(cell, _)| cell).filter(|_| self.open != Some(false));
        let leads_there = move |cell: Cell, kind: &KindId| leads_to(catalogue, board, cell, *kind);
        let is_wanted = move |&cell: &Cell| {
            (self.taken == 0 || board.beside(cell) >= self.taken)
                && self.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| leads_there(cell, kind)))
        };
        placed.iter().map(|placed| placed.cell).chain(free).filter(is_wanted)
    }
}

/// Whether a cell is in the same row or column as the centre, at most `arm` cells away.
fn is_in_cross(centre: Cell, arm: u8, cell: Cell) -> bool {
    let (x, y) = ((cell.x as i32 - centre.x as i32).abs(), (cell.y as i32 - centre.y as i32).abs());
    (x == 0 || y == 0) && x.max(y) <= arm as i32
}
