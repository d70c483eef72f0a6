//! How a tile continues the features that it meets.

use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::table::board::{Place, Placed, PlacedId};
use crate::table::course::Bearings;
use mlua::{Error, Result};

/// Returns how a kind of feature runs on a tile, or would run at a place.
pub(super) fn bearings(desk: &Desk, (kind, index): (ObjectKind, u32), name: &str, method: &str) -> Result<Bearings> {
    let wanted = desk.words().kind(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let (tile, place) = match kind {
        ObjectKind::Candidate => desk.candidate(index)?,
        ObjectKind::Tile => {
            let Placed { tile, cell, rotation, .. } = *state.board.tile(PlacedId(index as u16));
            (tile, Place { cell, rotation })
        }
        _ => return Err(kind.lacks(method)),
    };
    Ok(Bearings::of(&desk.catalogue, &state.board, tile, place, wanted))
}
