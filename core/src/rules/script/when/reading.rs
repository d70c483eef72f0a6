//! `when` tables as scripts write them.

use mlua::{Table, Value};

use super::When;
use crate::language::unknown;
use crate::rules::script::desk::Desk;
use crate::rules::script::filter::CellFilter;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::hook::Hook;
use crate::rules::script::report;
use crate::rules::script::search::{FeatureFilter, FigureFilter, SegmentFilter, TileFilter};
use crate::rules::script::words::Words;
use crate::table::catalogue::TileId;

impl When {
    /// Reads a `when` table. The error is a sentence about one of its keys.
    pub fn read(table: &Table, hook: Hook, desk: &Desk, source: u16) -> Result<When, String> {
        let (mut when, words) = (When { source, ..When::always() }, desk.words());
        // If the sets in play do not match, names that they would declare may be missing, so no other key is looked up.
        let plays = table.raw_get("plays").map_err(|error| error.to_string())?;
        let is_idle = !matches!(plays, Value::Nil) && !words.sets_hold(&plays)?;
        for pair in table.pairs::<String, Value>() {
            let (key, value) = pair.map_err(|_| "the keys of `when` are names".to_string())?;
            if !ONCE.contains(&key.as_str()) && !hook.filters().contains(&key.as_str()) {
                let known: Vec<&str> = hook.filters().iter().copied().chain(ONCE).collect();
                return Err(unknown("key", &key, known));
            }
            if is_idle {
                when.in_force = false;
                continue;
            }
            match key.as_str() {
                "kind" => when.kinds = words.bits(&key, &value, FEATURE, kind)?,
                "corners" => when.corners = words.bits(&key, &value, FEATURE, kind)?,
                "tag" => when.tags = words.bits(&key, &value, "tag", |words, name| Ok(words.tag(name)?.0))?,
                "id" => {
                    when.tiles = Some(tiles_named(desk, words.each(&key, &value, "tile", |id| Ok(id.to_string()))?))
                }
                "enters" => when.enters = words.bits(&key, &value, FEATURE, kind)?,
                "leaves" => when.leaves = words.bits(&key, &value, FEATURE, kind)?,
                "figure" => when.figures = words.bits(&key, &value, "figure", figure)?,
                "group" if text(&value) == "follower" => when.follower = true,
                "group" => return Err("the only group is \"follower\"".into()),
                "cause" if text(&value) == "*" => when.any_cause = true,
                "cause" => when.causes = words.each(&key, &value, "cause", |name| words.cause(name))?,
                "with" => when.with = words.bits(&key, &value, "figure", figure)?,
                "meets" => when.meets = words.bits(&key, &value, "figure", figure)?,
                "standing" => when.standing = words.bits(&key, &value, "figure", figure)?,
                "zone" => when.zones = words.each(&key, &value, "zone", |name| words.zone(name))?,
                "figures" => {
                    when.figures_like = Some(like(&key, &value, |table| FigureFilter::read(desk, GAME, table))?)
                }
                "tiles" => when.tiles_like = Some(tiles_like(&key, &value, desk)?),
                "cells" => {
                    when.cells_like = Some(like(&key, &value, |table| CellFilter::read(desk, table))?);
                }
                "segments" => {
                    let filter = like(&key, &value, |table| SegmentFilter::read(desk, table))?;
                    when.segments_like = Some(filter.settled(&desk.catalogue));
                }
                "features" => {
                    when.features_like = Some(like(&key, &value, |table| FeatureFilter::read(desk, table))?);
                }
                "forms" => when.form = Some(words.form(&text(&value))?),
                "near" => when.near = Some(placed_like(&key, &value, desk)?),
                "aims" => when.aims = Some(placed_like(&key, &value, desk)?),
                "astray" => when.astray = Some(placed_like(&key, &value, desk)?),
                "larger" | "number" => {
                    let name = value.as_string().map(|name| name.to_string_lossy());
                    let name = name.ok_or_else(|| format!("`{key}` is the name of something that is remembered"))?;
                    if key == "larger" { when.larger = Some(name) } else { when.number = Some(name) }
                }
                "state" => match value.as_table().filter(|table| table.raw_len() == 0) {
                    Some(table) => when.recalls = recalls(table)?,
                    None => when.remembered = words.each(&key, &value, "value", |name| Ok(name.to_string()))?,
                },
                "token" => when.tokens = words.each(&key, &value, "token", |name| words.token(name))?,
                "points" => when.points = Some(value.as_i32().ok_or("`points` is a whole number")?),
                "earned" if text(&value) == "others" => when.others_earned = true,
                "earned" => return Err("`earned` is \"others\"".into()),
                "placing" => when.placing = Some(value.as_boolean().ok_or("`placing` is true or false")?),
                "acted" => when.acted = Some(value.as_boolean().ok_or("`acted` is true or false")?),
                "complete" => when.complete = Some(value.as_boolean().ok_or("`complete` is true or false")?),
                "ending" => when.ending = Some(value.as_boolean().ok_or("`ending` is true or false")?),
                "tied" => when.tied = Some(value.as_boolean().ok_or("`tied` is true or false")?),
                "lab" => when.in_force &= value.as_boolean().ok_or("`lab` is true or false")? == desk.lab,
                "plays" => {}
                _ => when.in_force &= words.options_hold(&value)?,
            }
        }
        when.needs_table = when.has_table();
        Ok(when)
    }
}

/// The keys that every `when` can have, and that are checked only once.
const ONCE: [&str; 3] = ["lab", "option", "plays"];

/// The object on which filters of figures are read: the whole game.
const GAME: (ObjectKind, u32) = (ObjectKind::Game, 0);

fn like<T>(key: &str, value: &Value, read: impl Fn(Option<Table>) -> mlua::Result<T>) -> Result<T, String> {
    let table = value.as_table().ok_or_else(|| format!("`{key}` is a table"))?;
    read(Some(table.clone())).map_err(|error| report::sentence(&error))
}

fn tiles_like(key: &str, value: &Value, desk: &Desk) -> Result<TileFilter, String> {
    like(key, value, |table| TileFilter::read(desk, table).map(|filter| filter.settled(&desk.catalogue)))
}

/// Reads a filter of tiles on the board.
fn placed_like(key: &str, value: &Value, desk: &Desk) -> Result<TileFilter, String> {
    let filter = tiles_like(key, value, desk)?;
    if filter.is_loose() { Err(format!("`{key}` is about tiles on the board")) } else { Ok(filter) }
}

/// Returns the tiles in play that have one of these names.
fn tiles_named(desk: &Desk, names: Vec<String>) -> Vec<TileId> {
    let all = desk.catalogue.tiles.iter().zip((0..).map(TileId));
    all.filter(|(tile, _)| names.contains(&tile.id)).map(|(_, id)| id).collect()
}

/// Reads `{ name = false }`: what must be remembered, and what must not.
fn recalls(table: &Table) -> Result<Vec<(String, bool)>, String> {
    let wrong = || "`state` is a name, a list of names, or a table such as { name = false }".to_string();
    let named = |pair: mlua::Result<(String, Value)>| {
        let (name, value) = pair.map_err(|_| wrong())?;
        Ok((name, value.as_boolean().ok_or_else(wrong)?))
    };
    let names: Vec<(String, bool)> = table.pairs().map(named).collect::<Result<_, String>>()?;
    if names.is_empty() { Err(wrong()) } else { Ok(names) }
}

fn text(value: &Value) -> String {
    value.as_string().map(|text| text.to_string_lossy()).unwrap_or_default()
}

/// What the names of kinds of features are called in errors.
const FEATURE: &str = "kind of feature";

fn kind(words: &Words<'_>, name: &str) -> Result<u8, String> {
    Ok(words.kind(name)?.0)
}

fn figure(words: &Words<'_>, name: &str) -> Result<u8, String> {
    Ok(words.figure(name)?.0)
}
