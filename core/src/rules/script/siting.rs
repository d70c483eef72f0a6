//! Where tiles can be placed, as data: `{ only = { joins = "KIND" }, why = "…" }` or
//! `{ never = { joins = "KIND" }, why = "…" }`. Places are struck out in Rust, without entering Lua.

use mlua::{Error, Result, Table, Value};

use super::desk::Desk;
use super::filter::each;
use super::values::Why;
use super::when::When;
use crate::language::unknown;
use crate::table::catalogue::{KindId, TileId};
use crate::table::course::Bearings;
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;

/// Which places of a tile are struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Siting {
    pub when: When,
    /// Places are distinguished by whether this kind of feature meets a tile there.
    joins: KindId,
    /// Whether those places are struck out. Otherwise all others are, unless the tile would then have no place at all.
    never: bool,
    pub why: ReasonId,
}

impl Siting {
    /// Reads `{ only or never, why }`.
    pub fn read(desk: &Desk, expansion: &str, table: &Table, when: When) -> Result<Siting> {
        let (only, never) = (table.raw_get::<Option<Table>>("only"), table.raw_get::<Option<Table>>("never"));
        let (places, never) = match (only, never) {
            (Ok(Some(places)), Ok(None)) => (places, false),
            (Ok(None), Ok(Some(places))) => (places, true),
            _ => return Err(Error::runtime("`only` or `never` says which places, in a table: { joins = KIND }")),
        };
        let Why(why) = Why::of(table)?;
        Ok(Siting { when, joins: joined(desk, places)?, never, why: desk.reason_of(&why, expansion)? })
    }

    /// Strikes out places of the tile among the candidates. Places that were struck out before keep their reason.
    pub fn judge(&self, Position { catalogue, state }: Position<'_>, tile: TileId, vetoes: &mut [Option<ReasonId>]) {
        let joins = |place| Bearings::of(catalogue, &state.board, tile, place, self.joins).is_joined();
        let joined: Vec<bool> = state.candidates.iter().map(|&place| joins(place)).collect();
        if !self.never && !joined.contains(&true) {
            return;
        }
        for (veto, _) in vetoes.iter_mut().zip(joined).filter(|(_, joined)| *joined == self.never) {
            veto.get_or_insert(self.why);
        }
    }
}

/// Reads the kind in `{ joins = KIND }`.
fn joined(desk: &Desk, places: Table) -> Result<KindId> {
    let mut found = None;
    each(Some(places), |key, value| match (key, value) {
        ("joins", Value::String(name)) => {
            found = Some(desk.words().kind(&name.to_string_lossy()).map_err(Error::runtime)?);
            Ok(())
        }
        ("joins", _) => Err(Error::runtime("`joins` is the name of a kind of feature")),
        _ => Err(Error::runtime(unknown("key", key, ["joins"]))),
    })?;
    found.ok_or_else(|| Error::runtime("say which places: { joins = KIND }"))
}
