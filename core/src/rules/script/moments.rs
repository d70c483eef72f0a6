//! The fields of events: what handlers that act are told.

use mlua::{Error, Lua, Result, Value};

use super::desk::Desk;
use super::handle::ObjectKind;
use super::methods::paid;
use crate::table::board::PlacedId;
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::PlayerId;
use crate::table::moment::Moment;
use crate::table::stack::{Loose, Shelf};

fn text(lua: &Lua, desk: &Desk, text: &str) -> Result<Option<Value>> {
    desk.texts.give(lua, text).map(Some)
}

fn active(desk: &Desk) -> PlayerId {
    desk.state.borrow().turn.player
}

/// Reads a field of an event, by the moment that the handler is called for.
pub(super) fn event(lua: &Lua, desk: &Desk, serial: u32, key: &str) -> Result<Option<Value>> {
    let over = || Error::runtime("this event is over");
    let moment = desk.task.moment.get().filter(|_| serial <= desk.serial()).ok_or_else(over)?;
    Ok(match (key, moment) {
        ("player" | "placer", _) => Some(desk.player(active(desk))),
        ("tile", Moment::Place(tile)) => Some(desk.tile(tile)),
        ("tile", Moment::Complete(_) | Moment::Scored(_) | Moment::Phase(_)) => {
            let last = desk.state.borrow().turn.last;
            Some(last.map_or(Value::Nil, |tile| desk.tile(tile)))
        }
        ("extended", Moment::Place(tile)) => {
            let features = extended(desk, tile);
            Some(desk.features(lua, features)?)
        }
        ("feature", Moment::Complete(feature) | Moment::Scored(feature)) => Some(desk.feature(feature)),
        ("sheet", Moment::Scored(feature)) => Some(paid(lua, desk, feature)?),
        ("who", Moment::Points { player, .. }) => Some(desk.player(player)),
        ("points" | "why" | "feature", Moment::Points { event, player, .. }) => {
            return given(lua, desk, event as usize, player, key);
        }
        ("figure", Moment::Move { figure, .. }) => {
            Some(Value::LightUserData(desk.handle(ObjectKind::Figure, figure.0 as u32)))
        }
        ("from", Moment::Move { from, .. }) => Some(desk.zone(from)),
        ("cause", Moment::Move { cause, .. }) => return text(lua, desk, &desk.reasons.text(cause).unwrap_or_default()),
        ("tile", Moment::Draw(tile)) => Some(desk.loose(Loose { tile, at: Shelf::hand(active(desk)) })),
        ("id", Moment::Draw(tile)) => return text(lua, desk, &desk.catalogue.tile(tile).id),
        _ => None,
    })
}

/// Reads a field about points that a player got by an event of the log.
fn given(lua: &Lua, desk: &Desk, event: usize, player: PlayerId, key: &str) -> Result<Option<Value>> {
    let state = desk.state.borrow();
    let Some(&given) = state.log.get(event) else { return Err(Error::runtime("this event is over")) };
    Ok(match (key, given) {
        ("points", _) => Some(Value::Number(f64::from(
            state.log.gains(given).filter(|gain| gain.0 == player).map(|gain| gain.1).sum::<i32>(),
        ))),
        ("why", Event::Award(.., why)) => return text(lua, desk, &desk.reasons.text(why).unwrap_or_default()),
        ("feature", Event::Sheet(sheet)) => Some(desk.feature(state.log.sheet(sheet).feature)),
        _ => Some(Value::Nil),
    })
}

/// Returns the features that a tile extended: those of its segments that existed before it.
fn extended(desk: &Desk, tile: PlacedId) -> Vec<FeatureId> {
    let state = desk.state.borrow();
    let base = state.board.tile(tile).base;
    let mut found = Vec::new();
    for segment in state.segments_of(&desk.catalogue, tile) {
        let feature = state.features.of(segment);
        if feature.0 < base && !found.contains(&feature) {
            found.push(feature);
        }
    }
    found
}
