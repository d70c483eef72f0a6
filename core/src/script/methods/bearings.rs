//! How a tile carries on what it meets.

use crate::board::{Place, Placed, PlacedId};
use crate::course::Bearings;
use crate::script::desk::Desk;
use crate::script::handle::Kind;
use mlua::{Error, Result};

/// How a kind of feature lies on a tile, or would lie at a place.
pub(super) fn bearings(desk: &Desk, (kind, index): (Kind, u32), name: &str, method: &str) -> Result<Bearings> {
    let wanted = desk.words().kind(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let (tile, place) = match kind {
        Kind::Candidate => desk.candidate(index)?,
        Kind::Tile => {
            let Placed { tile, cell, rotation, .. } = *state.board.tile(PlacedId(index as u16));
            (tile, Place { cell, rotation })
        }
        _ => return Err(kind.lacks(method)),
    };
    Ok(Bearings::of(&desk.catalogue, &state.board, tile, place, wanted))
}
