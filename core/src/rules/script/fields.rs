//! The fields of game objects that scripts can read: `figure.owner`, `feature.kind`.

use mlua::{Error, LightUserData, Lua, Result, Value};

use super::datum;
use super::desk::Desk;
use super::handle::ObjectKind;
use super::hook::Context;
use super::loose::loose_of;
use super::methods;
use super::moments::event;
use super::reach::reach;
use super::surface::field_names;
use super::values::{cell_of, form_of};
use crate::language::{did_you_mean, nearest, with_article};
use crate::table::catalogue::{KindId, TagId, TileId, VerbId};
use crate::table::choice::{Choice, Target};
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::geometry::{Cell, Half, Side};
use crate::table::stack::Shelf;
use crate::table::state::Phase;

/// Whether a kind of object has a field.
fn has(kind: ObjectKind, name: &str) -> bool {
    field_names(kind).any(|field| field == name)
}

/// The verb of an option that stands for a move by a script, while handlers of `can_move` are asked about it.
pub(super) const MOVING: VerbId = VerbId(u8::MAX);

/// Names that are methods of some objects and fields of others.
pub(super) const SHARED: [&str; 5] = ["cell", "features", "figure", "sheet", "zone"];

/// Whether a name in [`SHARED`] is a method of this object.
pub(super) fn has_method(desk: &Desk, object: LightUserData, key: &str) -> Result<bool> {
    Ok(match key {
        "cell" => desk.open(object)?.0 == ObjectKind::Game,
        "sheet" => desk.open(object)?.0 == ObjectKind::Feature,
        _ => SHARED.contains(&key) && matches!(desk.open(object)?.0, ObjectKind::Game | ObjectKind::Tile),
    })
}

/// Returns what an expansion remembers under a name.
pub(super) fn recall(lua: &Lua, desk: &Desk, source: u16, key: &Value) -> Result<Value> {
    own_memory(desk, source)?;
    desk.reads.note_memory(source);
    let state = desk.state.borrow();
    let Some(memory) = state.memory.get(source as usize) else { return Ok(Value::Nil) };
    let found = match key {
        Value::String(name) => memory.named(&name.to_str()?),
        other => memory.named(&other.to_string()?),
    };
    desk.recent.recall(lua, &desk.texts, found)
}

/// Returns the names of all fields, sorted and without duplicates.
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = ObjectKind::all().flat_map(field_names).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Reads a field of an object.
pub(super) fn read(lua: &Lua, desk: &Desk, object: LightUserData, key: &str) -> Result<Value> {
    let (kind, index) = desk.find(object)?;
    desk.reads.note(&desk.state, (kind, index), key);
    let found = match (kind, key) {
        (ObjectKind::Game, "state") => number(desk.running.get()),
        (ObjectKind::Game, "players") => {
            let players: Vec<PlayerId> = desk.state.borrow().players().collect();
            Some(desk.players(lua, players)?)
        }
        (ObjectKind::Game, "ending") => Some(Value::Boolean(desk.state.borrow().turn.is_ending())),
        (ObjectKind::Game, "turn") => Some(object_of(desk, ObjectKind::Turn, 0)),
        (_, "turn") if has(kind, "turn") => Some(object_of(desk, ObjectKind::Turn, 0)),
        (_, "game") if has(kind, "game") => Some(object_of(desk, ObjectKind::Game, 0)),
        (ObjectKind::Turn, _) => turn(desk, key),
        (ObjectKind::Player, _) => player(lua, desk, PlayerId(index as u8), key)?,
        (ObjectKind::Figure, _) => figure(lua, desk, FigureId(index as u8), key)?,
        (ObjectKind::Feature, _) => feature(lua, desk, SegmentId(index as u16), key)?,
        (ObjectKind::Segment, _) => segment(lua, desk, SegmentId(index as u16), key)?,
        (ObjectKind::Tile, _) => tile(lua, desk, index as u16, key)?,
        (ObjectKind::Loose, "zone") => {
            let Shelf { zone, owner } = loose_of(index).at;
            Some(desk.zone(Zone::Beside(zone, owner)))
        }
        (ObjectKind::Loose, _) => printed(lua, desk, loose_of(index).tile, key)?,
        (ObjectKind::Zone, _) => zone(lua, desk, index, key)?,
        (ObjectKind::Cell, _) => cell(desk, cell_of(index), key),
        (ObjectKind::Form, _) => form(lua, desk, index, key)?,
        (ObjectKind::Corner, "x") => number(cell_of(index).x),
        (ObjectKind::Corner, "y") => number(cell_of(index).y),
        (ObjectKind::Event, _) => {
            during(desk, Context::Action, kind)?;
            event(lua, desk, index, key)?
        }
        (ObjectKind::Score, _) => {
            during(desk, Context::Fold, kind)?;
            score(lua, desk, index, key)?
        }
        (ObjectKind::List, "size") => Some(Value::Number(desk.state.borrow().candidates.len() as f64)),
        (ObjectKind::List | ObjectKind::Decision, "player") => Some(desk.player(active(desk))),
        (ObjectKind::Candidate, _) => candidate(lua, desk, index, key)?,
        (ObjectKind::Decision, "placing") => Some(Value::Boolean(desk.state.borrow().turn.phase == Phase::Place)),
        (ObjectKind::Decision, "tile") => {
            let last = desk.state.borrow().turn.last;
            Some(last.map_or(Value::Nil, |tile| desk.tile(tile)))
        }
        (ObjectKind::Option, _) => option(lua, desk, index, key)?,
        (ObjectKind::Weight | ObjectKind::Winners, _)
            if desk.context.get() != Context::Fold || index != desk.serial() =>
        {
            return Err(Error::runtime(format!("this {} is over", kind.name())));
        }
        (ObjectKind::Weight, _) => weight(desk, key)?,
        (ObjectKind::Winners, "features") => Some(desk.features(lua, desk.contested.borrow().0.iter().copied())?),
        (ObjectKind::Winners, "players") => {
            let winners = desk.contested.borrow().1;
            Some(desk.players(lua, winners.iter())?)
        }
        _ => None,
    };
    found.ok_or_else(|| no_such(kind, key))
}

/// Stores what an expansion remembers under a name.
pub(super) fn remember(desk: &Desk, source: u16, key: &Value, value: &Value) -> Result<()> {
    own_memory(desk, source)?;
    desk.may(Context::Action, "state")?;
    let Value::String(_) = key else { return Err(Error::runtime("what `state` remembers has a name")) };
    let Some(key) = datum::remember(key)? else { return Ok(()) };
    let value = datum::remember(value)?;
    let mut state = desk.change();
    let index = source as usize;
    if state.memory.len() <= index {
        state.memory.resize_with(index + 1, Default::default);
    }
    let memory = &mut state.memory[index];
    let before = memory.get(&key).cloned();
    if memory.set(key.clone(), value) {
        return Ok(());
    }
    // A script that catches this error must not have changed anything.
    memory.set(key, before);
    Err(Error::runtime(format!("a game remembers at most {} values", crate::table::memory::MAX_VALUES)))
}

/// Fails if the memory belongs to another expansion, or is used outside a hook.
fn own_memory(desk: &Desk, source: u16) -> Result<()> {
    match source == desk.running.get() {
        true if desk.context.get() == Context::Nothing => Err(Error::runtime("this state is used outside a hook")),
        true => Ok(()),
        false => Err(Error::runtime("this `state` is that of another expansion")),
    }
}

/// Fails if the hook that an object was given to is over.
fn during(desk: &Desk, context: Context, kind: ObjectKind) -> Result<()> {
    match desk.context.get() == context {
        true => Ok(()),
        false => Err(Error::runtime(format!("this {} is over", kind.name()))),
    }
}

fn no_such(kind: ObjectKind, key: &str) -> Error {
    let methods: Vec<&str> = methods::rows().filter(|row| row.on == kind).map(|row| row.name).collect();
    let names = field_names(kind);
    let more = match nearest(key, names.clone().chain(methods.iter().copied())) {
        Some(near) => did_you_mean(near),
        None => format!("it has {}", names.chain(methods.iter().copied()).collect::<Vec<_>>().join(", ")),
    };
    Error::runtime(format!("{} has no `{}`; {more}", with_article(kind.name()), key.escape_debug()))
}

fn object_of(desk: &Desk, kind: ObjectKind, index: u32) -> Value {
    Value::LightUserData(desk.handle(kind, index))
}

fn text(lua: &Lua, desk: &Desk, text: &str) -> Result<Option<Value>> {
    desk.texts.give(lua, text).map(Some)
}

fn number(number: impl Into<f64>) -> Option<Value> {
    Some(Value::Number(number.into()))
}

fn active(desk: &Desk) -> PlayerId {
    desk.state.borrow().turn.player
}

fn turn(desk: &Desk, key: &str) -> Option<Value> {
    let turn = desk.state.borrow().turn;
    match key {
        "number" => number(turn.number),
        "part" => number(turn.part),
        "acted" => Some(Value::Boolean(turn.acted)),
        "draws" => Some(Value::Boolean(turn.draws)),
        "again" => Some(Value::Boolean(turn.again.is_some())),
        "player" => Some(desk.player(turn.player)),
        "tile" => Some(turn.last.map_or(Value::Nil, |tile| desk.tile(tile))),
        _ => None,
    }
}

fn player(lua: &Lua, desk: &Desk, player: PlayerId, key: &str) -> Result<Option<Value>> {
    Ok(match key {
        "name" => return text(lua, desk, &desk.players[player.0 as usize]),
        "seat" => number(player.0 + 1),
        "points" => number(desk.state.borrow().points()[player.0 as usize]),
        _ => None,
    })
}

fn figure(lua: &Lua, desk: &Desk, id: FigureId, key: &str) -> Result<Option<Value>> {
    let figure = *desk.state.borrow().figure(id);
    let at = match figure.zone {
        Zone::Segment(at) => Some(at),
        _ => None,
    };
    Ok(match key {
        "kind" => return text(lua, desk, &desk.catalogue.figure(figure.kind).name),
        "number" => number(id.0 + 1),
        "owner" => Some(desk.player(figure.owner)),
        "follower" => Some(Value::Boolean(desk.catalogue.figure(figure.kind).follower)),
        "segment" => Some(at.map_or(Value::Nil, |at| desk.segment(at))),
        "feature" => {
            let feature = at.map(|at| desk.state.borrow().features.of(at));
            Some(feature.map_or(Value::Nil, |feature| desk.feature(feature)))
        }
        "tile" => {
            let tile = match figure.zone {
                Zone::Tile(tile) => Some(tile),
                _ => at.map(|at| desk.state.borrow().features.placed(at)),
            };
            Some(tile.map_or(Value::Nil, |tile| desk.tile(tile)))
        }
        "zone" => Some(desk.zone(figure.zone)),
        _ => None,
    })
}

fn feature(lua: &Lua, desk: &Desk, segment: SegmentId, key: &str) -> Result<Option<Value>> {
    let state = desk.state.borrow();
    let graph = &state.features;
    let feature = graph.of(segment);
    Ok(match key {
        "kind" => return text(lua, desk, &desk.catalogue.kind(graph.kind(feature)).name),
        "complete" => Some(Value::Boolean(graph.is_complete(feature))),
        "size" => number(graph.tiles(feature)),
        "open" => number(graph.open(&desk.catalogue, &state.board, feature)),
        "occupied" => Some(Value::Boolean(graph.followers(feature) > 0)),
        "scored" => Some(Value::Boolean(graph.is_paid(feature))),
        _ => None,
    })
}

fn segment(lua: &Lua, desk: &Desk, segment: SegmentId, key: &str) -> Result<Option<Value>> {
    let (feature, placed) = {
        let graph = &desk.state.borrow().features;
        (graph.of(segment), graph.placed(segment))
    };
    Ok(match key {
        "sides" => {
            let reach = reach(&desk.catalogue, &desk.state.borrow(), segment);
            Some(texts(lua, Side::ALL.into_iter().filter(|side| reach.takes_side(*side)))?)
        }
        "halves" => {
            let reach = reach(&desk.catalogue, &desk.state.borrow(), segment);
            Some(texts(lua, Half::all().filter(|half| reach.takes_half(*half)))?)
        }
        "feature" => Some(desk.feature(feature)),
        "tile" => Some(desk.tile(placed)),
        "kind" => {
            let kind = desk.state.borrow().features.kind(feature);
            return text(lua, desk, &desk.catalogue.kind(kind).name);
        }
        _ => None,
    })
}

fn tile(lua: &Lua, desk: &Desk, index: u16, key: &str) -> Result<Option<Value>> {
    let placed = *desk.state.borrow().board.tile(crate::table::board::PlacedId(index));
    Ok(match key {
        "x" => number(placed.cell.x),
        "y" => number(placed.cell.y),
        "cell" => Some(desk.cell(placed.cell)),
        "turned" => number(placed.rotation.index() as u32 * 90),
        "built" => match desk.catalogue.tile(placed.tile).built {
            Some(built) => return text(lua, desk, &desk.catalogue.forms[built.form as usize].name),
            None => Some(Value::Nil),
        },
        _ => return printed(lua, desk, placed.tile, key),
    })
}

/// Reads a field about what is printed on a tile, or about its set.
fn printed(lua: &Lua, desk: &Desk, tile: TileId, key: &str) -> Result<Option<Value>> {
    let (catalogue, tile) = (&desk.catalogue, desk.catalogue.tile(tile));
    match key {
        "id" => text(lua, desk, &tile.id),
        "set" => text(lua, desk, &tile.expansion),
        "kinds" => {
            let all = (0..catalogue.kinds.len() as u8).map(KindId).filter(|kind| tile.has_kind(*kind));
            texts(lua, all.map(|kind| &catalogue.kind(kind).name)).map(Some)
        }
        "tags" => {
            let all = (0..catalogue.tags.len() as u8).filter(|tag| tile.has_mark(TagId(*tag)));
            texts(lua, all.map(|tag| &catalogue.tags[tag as usize])).map(Some)
        }
        _ => Ok(None),
    }
}

/// Reads a field of something that can be built over a tile.
fn form(lua: &Lua, desk: &Desk, index: u32, key: &str) -> Result<Option<Value>> {
    let (tile, version) = form_of(index);
    let Some(built) = desk.catalogue.tile(version).built else { return Ok(None) };
    Ok(match key {
        "name" => return text(lua, desk, &desk.catalogue.forms[built.form as usize].name),
        "tile" => Some(desk.tile(tile)),
        "sides" => {
            let rotation = desk.state.borrow().board.tile(tile).rotation;
            Some(texts(lua, built.turned(rotation).into_iter())?)
        }
        _ => None,
    })
}

fn cell(desk: &Desk, cell: Cell, key: &str) -> Option<Value> {
    let board = &desk.state.borrow().board;
    match key {
        "x" => number(cell.x),
        "y" => number(cell.y),
        "tile" => Some(board.at(cell).map_or(Value::Nil, |tile| desk.tile(tile))),
        "open" => Some(Value::Boolean(board.pattern(cell).is_some())),
        "taken" => number(board.beside(cell) as u32),
        _ => None,
    }
}

/// Creates a list of texts.
fn texts<T: ToString>(lua: &Lua, words: impl Iterator<Item = T>) -> Result<Value> {
    lua.create_sequence_from(words.map(|word| word.to_string())).map(Value::Table)
}

fn zone(lua: &Lua, desk: &Desk, index: u32, key: &str) -> Result<Option<Value>> {
    let beside = match Desk::beside(index) {
        Some(Zone::Beside(zone, owner)) => Some((zone, owner)),
        _ => None,
    };
    Ok(match (key, beside) {
        ("name", Some((zone, _))) => return text(lua, desk, &desk.catalogue.zone(zone).name),
        ("name", None) => return text(lua, desk, "supply"),
        ("owner", Some((_, owner))) => Some(desk.player(owner)),
        ("owner", None) => Some(Value::Nil),
        _ => None,
    })
}

fn score(lua: &Lua, desk: &Desk, serial: u32, key: &str) -> Result<Option<Value>> {
    if serial != desk.serial() {
        return Err(Error::runtime("this score is over"));
    }
    let sheet = desk.sheet.borrow();
    Ok(match key {
        "complete" => Some(Value::Boolean(sheet.complete)),
        "feature" => Some(desk.feature(sheet.feature)),
        "features" => Some(desk.features(lua, sheet.paid.iter().copied())?),
        "kind" => {
            let paid = sheet.paid.first().copied().unwrap_or(sheet.feature);
            let kind = desk.state.borrow().features.kind(paid);
            return text(lua, desk, &desk.catalogue.kind(kind).name);
        }
        "neighbour" => Some(if sheet.as_neighbour { desk.feature(sheet.feature) } else { Value::Nil }),
        "winners" => Some(desk.players(lua, sheet.winners.iter())?),
        "points" => number(sheet.total()),
        _ => None,
    })
}

fn candidate(lua: &Lua, desk: &Desk, index: u32, key: &str) -> Result<Option<Value>> {
    let (tile, place) = desk.candidate(index)?;
    Ok(match key {
        "x" => number(place.cell.x),
        "y" => number(place.cell.y),
        "turned" => number(place.rotation.index() as u32 * 90),
        "tile" => return text(lua, desk, &desk.catalogue.tile(tile).id),
        _ => None,
    })
}

fn option(lua: &Lua, desk: &Desk, index: u32, key: &str) -> Result<Option<Value>> {
    let choice = desk.state.borrow().options.get(index as usize).copied();
    let Some(choice) = choice else { return Err(Error::runtime("this option is over")) };
    if key == "verb" {
        let verb = match choice {
            Choice::Do(MOVING, _) => "move",
            Choice::Deploy(..) => "deploy",
            Choice::Pass => "pass",
            Choice::Do(verb, _) => &desk.catalogue.verbs[verb.0 as usize].name,
            _ => "other",
        };
        return text(lua, desk, verb);
    }
    if !has(ObjectKind::Option, key) {
        return Ok(None);
    }
    let (kind, zone) = match choice {
        Choice::Do(MOVING, Target::Figure(moved)) if key != "cause" => {
            let figure = *desk.state.borrow().figure(moved);
            (figure.kind, figure.zone)
        }
        _ if key == "cause" => {
            let Some(cause) = desk.moving.get() else { return Ok(Some(Value::Nil)) };
            return text(lua, desk, &desk.reasons.text(cause).unwrap_or_default());
        }
        Choice::Deploy(kind, at) => (kind, Zone::Segment(at)),
        Choice::Do(_, Target::KindAt(kind, spot)) => (kind, spot.zone()),
        _ => return Ok(Some(Value::Nil)),
    };
    match (key, zone) {
        ("figure", _) => text(lua, desk, &desk.catalogue.figure(kind).name),
        ("follower", _) => Ok(Some(Value::Boolean(desk.catalogue.figure(kind).follower))),
        ("segment", Zone::Segment(at)) => Ok(Some(desk.segment(at))),
        (_, Zone::Segment(at)) => segment(lua, desk, at, key),
        ("tile", Zone::Tile(tile)) => Ok(Some(desk.tile(tile))),
        _ => Ok(Some(Value::Nil)),
    }
}

fn weight(desk: &Desk, key: &str) -> Result<Option<Value>> {
    let (figure, value) = desk.weighed.get();
    let object = desk.handle(ObjectKind::Figure, figure.0 as u32);
    Ok(match key {
        "figure" => Some(Value::LightUserData(object)),
        "value" => number(value),
        "feature" => {
            let zone = desk.state.borrow().figure(desk.open_figure(object)?).zone;
            let Zone::Segment(at) = zone else { return Ok(Some(Value::Nil)) };
            let feature = desk.state.borrow().features.of(at);
            Some(desk.feature(feature))
        }
        _ => None,
    })
}
