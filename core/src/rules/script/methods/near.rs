//! Cells and the tiles on them as objects.

use super::wrong_argument;
use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::search::TileFilter;
use crate::rules::script::values::index_of;
use crate::table::board::PlacedId;
use crate::table::geometry::Cell;
use mlua::{Error, LightUserData, Result, Value};

/// Returns cells as objects, without those that are off the table.
pub(super) fn cell_handles(desk: &Desk, cells: impl IntoIterator<Item = Cell>) -> Vec<LightUserData> {
    let cells = cells.into_iter().filter(|cell| cell.is_on_table());
    cells.map(|cell| desk.handle(ObjectKind::Cell, index_of(cell))).collect()
}

/// Returns the tiles on some cells, only those that match if there is a filter.
pub(super) fn tiles_on(desk: &Desk, cells: impl Iterator<Item = Cell>, filter: &Value) -> Result<Vec<LightUserData>> {
    if !filter.is_nil() {
        desk.reads.note_more();
    }
    let filter = match filter {
        Value::Nil => None,
        Value::Table(table) => Some(TileFilter::read(desk, Some(table.clone()))?),
        other => return Err(wrong_argument(1, "a table", other)),
    };
    if filter.as_ref().is_some_and(TileFilter::is_loose) {
        return Err(Error::runtime("these tiles are on the board, not in a zone"));
    }
    let state = desk.state.borrow();
    let is_like = |tile: &PlacedId| filter.as_ref().is_none_or(|filter| filter.is_like(&desk.catalogue, &state, *tile));
    let found = cells.filter_map(|cell| state.board.at(cell)).filter(is_like);
    Ok(found.map(|tile| desk.handle(ObjectKind::Tile, tile.0 as u32)).collect())
}
