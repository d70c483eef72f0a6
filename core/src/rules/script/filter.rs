//! Filters: tables in which scripts say which figures, tiles or cells they want.

use mlua::{Either, Error, LuaString, Result, Table, Value};

use super::desk::Desk;
use super::handle::ObjectKind;
use super::report::called;
use super::search::{FigureFilter, Owner, TileFilter};
use super::surface::{CELL_FILTER, FIGURE_FILTER, TILE_FILTER};
use super::values::{Name, Whole, cell_of};
use super::words::Words;
use crate::table::board::{Board, PlacedId};
use crate::table::catalogue::{Catalogue, FigureKind, KindId};
use crate::table::course::leads_to;
use crate::table::feature::SegmentId;
use crate::table::figure::Zone;
use crate::table::geometry::{Cell, Corner};

impl FigureFilter {
    pub fn read(desk: &Desk, (kind, index): (ObjectKind, u32), filter: Option<Table>) -> Result<FigureFilter> {
        let mut found = FigureFilter::anything();
        match kind {
            ObjectKind::Game => {}
            ObjectKind::Feature => {
                found.stand().feature = Some(desk.state.borrow().features.of(SegmentId(index as u16)))
            }
            ObjectKind::Tile => found.stand().tile = Some(PlacedId(index as u16)),
            ObjectKind::Cell => match desk.state.borrow().place_at(cell_of(index)) {
                Zone::Tile(tile) => found.stand().tile = Some(tile),
                place => found.stand().zone = Some(place),
            },
            ObjectKind::Corner => found.stand().zone = Some(Zone::Corner(Corner { cell: cell_of(index) })),
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
                    found.stand().on =
                        Some(bits(desk, key, value, "kind of feature", |words, name| Ok(words.kind(name)?.0))?);
                }
                "tag" => {
                    found.stand().tags = Some(bits(desk, key, value, "tag", |words, name| Ok(words.tag(name)?.0))?);
                }
                "feature" => found.stand().feature = Some(desk.open_feature(object()?)?),
                "tile" => found.stand().tile = Some(desk.open_tile(object()?)?),
                "zone" if is(value, "supply") => found.stand().zone = Some(Zone::Supply),
                "zone" if value.is_string() => {
                    found.stand().held = Some(word(key, value, |name| desk.words().zone(name))?);
                }
                "zone" => found.stand().zone = Some(desk.open_place(object()?)?),
                "whole" => found.stand().whole = Some(value.as_boolean().unwrap_or(true)),
                "within" => found.stand().within = Some(cross(desk, value)?),
                _ => return Err(FIGURE_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
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

impl TileFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<TileFilter> {
        let mut found = TileFilter::default();
        each(filter, |key, value| {
            let figures = |value: &Value| {
                let table = value.as_table().cloned();
                let table = table.ok_or_else(|| Error::runtime(format!("`{key}` says which figures, in a table")))?;
                FigureFilter::read(desk, (ObjectKind::Game, 0), Some(table))
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
}

/// Calls a function for each entry of a filter.
pub(super) fn each(filter: Option<Table>, mut look: impl FnMut(&str, &Value) -> Result<()>) -> Result<()> {
    let Some(filter) = filter else { return Ok(()) };
    // A key comes over faster as a `String`; anything else gets the usual error.
    filter.for_each(|key: Either<String, LuaString>, value: Value| match key {
        Either::Left(key) => look(&key, &value),
        Either::Right(key) => look(&key.to_str()?, &value),
    })
}

/// Whether a value is this text.
pub(super) fn is(value: &Value, word: &str) -> bool {
    value.as_string().is_some_and(|text| text.as_bytes() == word.as_bytes())
}

/// Looks up one name or a list of names, and returns one bit for each.
pub(super) fn bits(
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
        let placed = placed.iter().map(|placed| placed.cell);
        let placed = placed.filter(move |&cell| self.taken == 0 || board.beside(cell) >= self.taken);
        let free = (self.open != Some(false)).then(|| board.open_cells_beside(catalogue, self.taken));
        let leads_there = move |cell: Cell, kind: &KindId| leads_to(catalogue, board, cell, *kind);
        let is_wanted = move |&cell: &Cell| {
            self.kinds.as_ref().is_none_or(|kinds| kinds.iter().any(|kind| leads_there(cell, kind)))
        };
        placed.chain(free.into_iter().flatten()).filter(is_wanted)
    }
}
