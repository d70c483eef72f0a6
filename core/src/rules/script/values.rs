//! Converts values between Lua and the table.

use mlua::{Error, FromLua, Function, LightUserData, Lua, Result, Table, Value};

use super::desk::Desk;
use super::handle::ObjectKind;
use super::loose::loose_of;
use super::report::{called, sentence};
use crate::table::board::PlacedId;
use crate::table::catalogue::{FigureKindId, TileId, ZoneKind};
use crate::table::choice::{Spot, Target};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::geometry::{Cell, Corner};
use crate::table::sheet::ReasonId;
use crate::table::state::State;

/// The index of the zone object that stands for a figure's own supply.
const HOME: u32 = u32::MAX;

/// An argument that is a whole number, such as points or a count. Fractions are refused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole(pub i32);

impl FromLua for Whole {
    fn from_lua(value: Value, lua: &Lua) -> Result<Whole> {
        Whole::from_value(&value).map_err(|error| in_method(lua, error))
    }
}

/// An argument that is any number.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number(pub f64);

impl FromLua for Number {
    fn from_lua(value: Value, lua: &Lua) -> Result<Number> {
        match value {
            Value::Integer(number) => Ok(Number(number as f64)),
            Value::Number(number) => Ok(Number(number)),
            other => Err(wanted(lua, "a number", &other)),
        }
    }
}

/// An argument that is an object of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Object(pub LightUserData);

impl FromLua for Object {
    fn from_lua(value: Value, lua: &Lua) -> Result<Object> {
        value.as_light_userdata().map(Object).ok_or_else(|| wanted(lua, "an object of the game", &value))
    }
}

/// An argument that is a name.
pub(super) struct Name(pub String);

impl FromLua for Name {
    fn from_lua(value: Value, lua: &Lua) -> Result<Name> {
        let Value::String(name) = &value else { return Err(wanted(lua, "a name", &value)) };
        name.to_str().map(|name| Name(name.to_string())).map_err(|error| in_method(lua, error))
    }
}

/// An argument that is a table; `None` if it is left out.
pub(super) struct Filter(pub Option<Table>);

impl FromLua for Filter {
    fn from_lua(value: Value, lua: &Lua) -> Result<Filter> {
        match value {
            Value::Nil => Ok(Filter(None)),
            Value::Table(table) => Ok(Filter(Some(table))),
            other => Err(wanted(lua, "a table", &other)),
        }
    }
}

/// The functions of all methods by their names. Only used to say in an error which of them was called.
pub(super) struct MethodNames(pub [Table; 2]);

/// Returns the error for an argument of the wrong type. Lua adds the position of the argument. The method is found by
/// its function, which is already running while its arguments are read.
fn wanted(lua: &Lua, what: &str, given: &Value) -> Error {
    in_method(lua, Error::runtime(format!("expected {what}, got {}", called(given.type_name()))))
}

fn in_method(lua: &Lua, cause: Error) -> Error {
    Error::BadArgument { to: running_method(lua), pos: 0, name: None, cause: cause.into() }
}

fn running_method(lua: &Lua) -> Option<String> {
    let running = lua.inspect_stack(0, |running| running.function())?;
    let names = lua.app_data_ref::<MethodNames>()?;
    let mut all = names.0.iter().flat_map(|table| table.pairs::<String, Function>()).flatten();
    all.find(|(_, function)| *function == running).map(|(name, _)| name)
}

/// Returns the index that stands for a cell; `cell_of` is the inverse.
pub(super) fn index_of(cell: Cell) -> u32 {
    (cell.x as u16 as u32) << 16 | cell.y as u16 as u32
}

pub(super) fn cell_of(index: u32) -> Cell {
    Cell::new((index >> 16) as i16, index as i16)
}

/// Returns the tile and the version of it that a form stands for.
pub(super) fn form_of(index: u32) -> (PlacedId, TileId) {
    (PlacedId((index >> 16) as u16), TileId(index as u16))
}

/// Creates a list of objects.
pub(super) fn list(lua: &Lua, items: impl IntoIterator<Item = LightUserData>) -> Result<Value> {
    lua.create_sequence_from(items).map(Value::Table)
}

/// Returns the first figure of a kind.
pub(super) fn first(state: &State, kind: FigureKindId) -> Option<FigureId> {
    state.figures.iter().position(|figure| figure.kind == kind).map(|place| FigureId(place as u8))
}

/// A reason, a cause, or a line for the log: a short text of one line. Longer ones are refused, because each is kept
/// for the rest of the game.
pub(super) struct Why(pub String);

impl FromLua for Why {
    fn from_lua(value: Value, lua: &Lua) -> Result<Why> {
        Why::from_value(&value).map_err(|error| in_method(lua, error))
    }
}

impl Why {
    /// The maximum number of characters of a reason.
    const MAX_CHARS: usize = 100;

    /// Reads the `why` of a rule that is data.
    pub fn of(table: &Table) -> Result<Why> {
        let why = Why::from_value(&table.raw_get("why")?);
        why.map_err(|error| Error::runtime(format!("`why`: {}", sentence(&error))))
    }

    pub fn from_value(value: &Value) -> Result<Why> {
        let Value::String(text) = value else {
            return Err(Error::runtime(format!("a reason is a text, not {}", called(value.type_name()))));
        };
        let text = text.to_string_lossy();
        if text.len() > Why::MAX_CHARS && text.chars().nth(Why::MAX_CHARS).is_some() {
            return Err(Error::runtime(format!("a reason has at most {} characters", Why::MAX_CHARS)));
        }
        // Nearly all reasons are plain, which is checked faster.
        let is_plain = text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if text.trim().is_empty() || !is_plain && text.contains(char::is_control) {
            return Err(Error::runtime("a reason is a text of one line"));
        }
        Ok(Why(text))
    }
}

impl Desk {
    /// Returns the number of the reason that the running script gives as a value.
    pub fn read_reason(&self, why: &Value) -> Result<ReasonId> {
        self.read_reason_of(why, self.running_expansion())
    }

    /// Returns the number of a reason that an expansion gives as a value, or of a cause, which belongs to no expansion.
    pub fn read_reason_of(&self, why: &Value, expansion: &str) -> Result<ReasonId> {
        let look_up = || self.reason_of(&Why::from_value(why)?.0, expansion);
        match why {
            Value::String(text) => self.known_reasons.number((&text.as_bytes(), expansion), look_up),
            _ => look_up(),
        }
    }

    /// Returns what a script's object stands for. Fails if it is not on the table, which can happen if a script keeps
    /// an object while choices are undone.
    pub fn find(&self, value: LightUserData) -> Result<(ObjectKind, u32)> {
        let (kind, index) = self.open(value)?;
        let state = self.state.borrow();
        let there = match kind {
            ObjectKind::Player => state.player_count(),
            ObjectKind::Figure => state.figures.len(),
            ObjectKind::Feature | ObjectKind::Segment => state.features.len(),
            ObjectKind::Tile => state.board.placed().len(),
            _ => return Ok((kind, index)),
        };
        match (index as usize) < there {
            true => Ok((kind, index)),
            false => Err(Error::runtime(format!("this {} is not on the table", kind.name()))),
        }
    }

    /// Returns the index of a script's object. Fails if it is not on the table, or not of this kind.
    fn find_as(&self, value: LightUserData, kind: ObjectKind) -> Result<u32> {
        self.find(value)?;
        self.open_as(value, kind)
    }

    pub fn player(&self, player: PlayerId) -> Value {
        match player {
            PlayerId::NOBODY => Value::Nil,
            player => Value::LightUserData(self.handle(ObjectKind::Player, player.0 as u32)),
        }
    }

    pub fn players(&self, lua: &Lua, players: impl IntoIterator<Item = PlayerId>) -> Result<Value> {
        list(lua, players.into_iter().map(|player| self.handle(ObjectKind::Player, player.0 as u32)))
    }

    pub fn feature(&self, feature: FeatureId) -> Value {
        Value::LightUserData(self.handle(ObjectKind::Feature, feature.0 as u32))
    }

    pub fn features(&self, lua: &Lua, features: impl IntoIterator<Item = FeatureId>) -> Result<Value> {
        list(lua, features.into_iter().map(|feature| self.handle(ObjectKind::Feature, feature.0 as u32)))
    }

    pub fn tile(&self, tile: PlacedId) -> Value {
        Value::LightUserData(self.handle(ObjectKind::Tile, tile.0 as u32))
    }

    pub fn cell(&self, cell: Cell) -> Value {
        Value::LightUserData(self.handle(ObjectKind::Cell, index_of(cell)))
    }

    pub fn corner(&self, Corner { cell }: Corner) -> Value {
        Value::LightUserData(self.handle(ObjectKind::Corner, index_of(cell)))
    }

    pub fn segment(&self, segment: SegmentId) -> Value {
        Value::LightUserData(self.handle(ObjectKind::Segment, segment.0 as u32))
    }

    /// Returns a place for figures as an object.
    pub fn zone(&self, zone: Zone) -> Value {
        match zone {
            Zone::Supply => Value::LightUserData(self.handle(ObjectKind::Zone, HOME)),
            Zone::Segment(segment) => self.segment(segment),
            Zone::Tile(tile) => self.tile(tile),
            Zone::Cell(cell) => self.cell(cell),
            Zone::Corner(corner) => self.corner(corner),
            Zone::Beside(zone, owner) => {
                Value::LightUserData(self.handle(ObjectKind::Zone, (zone.0 as u32) << 8 | owner.0 as u32))
            }
            Zone::Out => Value::Nil,
        }
    }

    pub fn open_player(&self, value: LightUserData) -> Result<PlayerId> {
        Ok(PlayerId(self.find_as(value, ObjectKind::Player)? as u8))
    }

    pub fn open_figure(&self, value: LightUserData) -> Result<FigureId> {
        Ok(FigureId(self.find_as(value, ObjectKind::Figure)? as u8))
    }

    /// Returns the first figure of a kind by its name.
    pub fn first_figure(&self, kind: &str) -> Result<Option<FigureId>> {
        let wanted = self.words().figure(kind).map_err(Error::runtime)?;
        Ok(first(&self.state.borrow(), wanted))
    }

    /// Looks up a kind of figure. Fails if players own figures of this kind.
    pub fn neutral_kind(&self, name: &str) -> Result<FigureKindId> {
        let kind = self.words().figure(name).map_err(Error::runtime)?;
        match self.catalogue.figure(kind).neutral {
            true => Ok(kind),
            false => Err(Error::runtime(format!(
                "say whose {name} is meant: a name is enough only for figures that nobody owns"
            ))),
        }
    }

    pub fn open_feature(&self, value: LightUserData) -> Result<FeatureId> {
        let index = self.find_as(value, ObjectKind::Feature)?;
        Ok(self.state.borrow().features.of(SegmentId(index as u16)))
    }

    pub fn open_tile(&self, value: LightUserData) -> Result<PlacedId> {
        Ok(PlacedId(self.find_as(value, ObjectKind::Tile)? as u16))
    }

    /// Returns the place beside the board that an index stands for; `None` for a figure's own supply.
    pub fn beside(index: u32) -> Option<Zone> {
        (index != HOME)
            .then_some(Zone::Beside(crate::table::catalogue::ZoneId((index >> 8) as u8), PlayerId(index as u8)))
    }

    /// Reads a place for figures: a segment, a feature (its oldest segment), a tile, a cell, a corner, a place beside
    /// the board, or the figure's own supply.
    pub fn open_place(&self, value: LightUserData) -> Result<Zone> {
        match self.find(value)? {
            (ObjectKind::Segment, index) => Ok(Zone::Segment(SegmentId(index as u16))),
            (ObjectKind::Feature, index) => {
                let feature = self.state.borrow().features.of(SegmentId(index as u16));
                Ok(Zone::Segment(SegmentId(feature.0)))
            }
            (ObjectKind::Tile, index) => Ok(Zone::Tile(PlacedId(index as u16))),
            (ObjectKind::Cell, index) => Ok(self.state.borrow().place_at(cell_of(index))),
            (ObjectKind::Corner, index) => Ok(Zone::Corner(Corner { cell: cell_of(index) })),
            (ObjectKind::Zone, index) => match Desk::beside(index) {
                Some(Zone::Beside(zone, _)) if !self.catalogue.zone(zone).holds_figures() => {
                    let ZoneKind { name, holds, .. } = self.catalogue.zone(zone);
                    Err(Error::runtime(format!("the {name} holds {}, not figures", holds.name())))
                }
                place => Ok(place.unwrap_or(Zone::Supply)),
            },
            (kind, _) => Err(Error::runtime(format!("{} is not a place for a figure", kind.one()))),
        }
    }

    /// Reads a place that a figure can be moved to.
    pub fn open_goal(&self, value: LightUserData) -> Result<Zone> {
        let place = self.open_place(value)?;
        match (self.state.borrow().is_on_table(place), place) {
            (false, Zone::Cell(cell)) => Err(Error::runtime(format!("no tile lies at {cell} or beside it"))),
            (false, _) => Err(Error::runtime("no tile lies at this corner")),
            _ => Ok(place),
        }
    }

    /// Reads the target of an option.
    pub fn target(&self, state: &State, value: &Value) -> Result<Target> {
        let words = self.words();
        let wrong = |what: &str| Err(Error::runtime(format!("{what} cannot be an option")));
        match value {
            Value::LightUserData(object) => match self.find(*object)? {
                (ObjectKind::Player, index) => Ok(Target::Player(PlayerId(index as u8))),
                (ObjectKind::Figure, index) => Ok(Target::Figure(FigureId(index as u8))),
                (ObjectKind::Feature, index) => Ok(Target::Feature(state.features.of(SegmentId(index as u16)))),
                (ObjectKind::Segment, index) => Ok(Target::Segment(SegmentId(index as u16))),
                (ObjectKind::Tile, index) => Ok(Target::Tile(PlacedId(index as u16))),
                (ObjectKind::Loose, index) => Ok(Target::Loose(loose_of(index))),
                (ObjectKind::Cell, index) => Ok(Target::Cell(cell_of(index))),
                (ObjectKind::Corner, index) => Ok(Target::Corner(Corner { cell: cell_of(index) })),
                (ObjectKind::Form, index) => {
                    let (tile, version) = form_of(index);
                    Ok(Target::Form(tile, version))
                }
                (ObjectKind::Zone, index) => match Desk::beside(index) {
                    Some(Zone::Beside(zone, owner)) => Ok(Target::Zone(zone, owner)),
                    _ => wrong("a supply"),
                },
                (kind, _) => wrong(&kind.one()),
            },
            Value::String(name) => words.piece(&name.to_string_lossy()).map_err(Error::runtime),
            Value::Integer(_) | Value::Number(_) => {
                let Whole(number) = Whole::from_value(value)?;
                i16::try_from(number).map(Target::Number).map_err(|_| Error::runtime("the number is too large"))
            }
            Value::Table(pair) => self.kind_at(pair),
            Value::Nil => wrong("nil"),
            other => wrong(called(other.type_name())),
        }
    }

    /// Reads `{ figure = KIND, at = PLACE }`.
    fn kind_at(&self, pair: &Table) -> Result<Target> {
        let wrong = || Error::runtime("an option that is a table says { figure = KIND, at = PLACE }");
        let (mut figure, mut at) = (None, None);
        pair.for_each(|key: Value, value: Value| {
            match (key.as_string().map(|key| key.as_bytes()).as_deref(), value) {
                (Some(b"figure"), Value::String(name)) => figure = Some(name.to_string_lossy()),
                (Some(b"at"), Value::LightUserData(place)) => at = Some(place),
                _ => {}
            }
            Ok(())
        })?;
        let (figure, at) = figure.zip(at).ok_or_else(wrong)?;
        Ok(Target::KindAt(self.words().figure(&figure).map_err(Error::runtime)?, self.spot(at)?))
    }

    /// Reads the place to which an option sends a figure.
    pub fn spot(&self, at: LightUserData) -> Result<Spot> {
        match (self.find(at)?, self.open_goal(at)?) {
            ((ObjectKind::Feature, _), Zone::Segment(SegmentId(oldest))) => Ok(Spot::Feature(FeatureId(oldest))),
            (_, Zone::Segment(segment)) => Ok(Spot::Segment(segment)),
            (_, Zone::Tile(tile)) => Ok(Spot::Tile(tile)),
            (_, Zone::Cell(cell)) => Ok(Spot::Cell(cell)),
            (_, Zone::Corner(corner)) => Ok(Spot::Corner(corner)),
            (_, Zone::Beside(zone, owner)) => Ok(Spot::Zone(zone, owner)),
            _ => Err(Error::runtime("an option cannot send a figure there")),
        }
    }

    /// Returns the target of an option as the verb's function receives it.
    pub fn target_value(&self, lua: &Lua, target: Target) -> Result<Value> {
        Ok(match target {
            Target::Nothing => Value::Nil,
            Target::Player(player) => self.player(player),
            Target::Tile(tile) => self.tile(tile),
            Target::Cell(cell) => self.cell(cell),
            Target::Corner(corner) => self.corner(corner),
            Target::Segment(segment) => self.segment(segment),
            Target::Feature(feature) => self.feature(feature),
            Target::Figure(figure) => Value::LightUserData(self.handle(ObjectKind::Figure, figure.0 as u32)),
            Target::Kind(kind) => self.texts.give(lua, &self.catalogue.figure(kind).name)?,
            Target::Token(token) => self.texts.give(lua, &self.catalogue.tokens[token.0 as usize].name)?,
            Target::KindAt(kind, spot) => {
                let pair = lua.create_table()?;
                pair.raw_set("figure", self.catalogue.figure(kind).name.as_str())?;
                let at = match spot {
                    Spot::Feature(feature) => self.feature(feature),
                    spot => self.zone(spot.zone()),
                };
                pair.raw_set("at", at)?;
                Value::Table(pair)
            }
            Target::Zone(zone, owner) => self.zone(Zone::Beside(zone, owner)),
            Target::Loose(loose) => self.loose(loose),
            Target::Form(tile, version) => {
                let index = u32::from(tile.0) << 16 | u32::from(version.0);
                Value::LightUserData(self.handle(ObjectKind::Form, index))
            }
            Target::Number(number) => Value::Number(number as f64),
        })
    }
}

impl Whole {
    pub fn from_value(value: &Value) -> Result<Whole> {
        let number = match value {
            Value::Integer(number) => *number as f64,
            Value::Number(number) => *number,
            other => {
                return Err(Error::runtime(format!("expected a whole number, got {}", called(other.type_name()))));
            }
        };
        if number.fract() == 0.0 && number.abs() <= 1e6 {
            return Ok(Whole(number as i32));
        }
        Err(Error::runtime(format!("{number} is not a whole number that a game can use")))
    }
}
