//! What scripts do with game objects: `game:move(figure, place)`, `score:rate("tile", 1, "why")`. Reading is allowed everywhere,
//! acting and editing only where the hook's context allows it.

mod acts;
mod bearings;
mod cells;
mod folds;
mod lookups;
mod queries;
mod sheets;
mod tiles;
mod tokens;

use super::desk::Desk;
use super::handle::Kind;
use super::hook::Context;
use super::report::called;
use super::values::Object;
use mlua::{Error, FromLuaMulti, LightUserData, Lua, Result, Table, Value, Variadic};
use std::rc::Rc;

pub(super) use folds::verdict;
pub(super) use sheets::paid;

/// The most events of one game, beyond which scripts can add none.
const MOST_EVENTS: usize = 1_000_000;

/// Puts the methods into a table, each under its name.
pub(super) struct Methods<'a> {
    pub lua: &'a Lua,
    pub desk: &'a Rc<Desk>,
    pub table: &'a Table,
    /// Those whose answer is a list.
    pub lists: &'a Table,
}

impl Methods<'_> {
    fn add<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Lua, &Desk, (Kind, u32), A) -> Result<Value> + 'static,
    ) -> Result<()> {
        let desk = self.desk.clone();
        let function = self.lua.create_function(move |lua, (Object(this), rest): (Object, A)| {
            let this = desk.find(this)?;
            method(lua, &desk, this, rest).map_err(|error| named(name, error))
        })?;
        self.table.raw_set(name, function)
    }

    /// A method whose answer is a list. Its items come one beside the other, and Lua makes the list of them: that costs less than
    /// to make it here.
    fn list<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Desk, (Kind, u32), A) -> Result<Vec<LightUserData>> + 'static,
    ) -> Result<()> {
        let desk = self.desk.clone();
        let function = self.lua.create_function(move |_, (Object(this), rest): (Object, A)| {
            let this = desk.find(this)?;
            method(&desk, this, rest).map(Variadic::from).map_err(|error| named(name, error))
        })?;
        self.lists.raw_set(name, function)
    }

    /// A method whose answer is several numbers, one beside the other, of which Lua makes what scripts see.
    fn numbers<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Desk, (Kind, u32), A) -> Result<Vec<f64>> + 'static,
    ) -> Result<()> {
        let desk = self.desk.clone();
        let function = self.lua.create_function(move |_, (Object(this), rest): (Object, A)| {
            let this = desk.find(this)?;
            method(&desk, this, rest).map(Variadic::from).map_err(|error| named(name, error))
        })?;
        self.table.raw_set(name, function)
    }

    /// All methods.
    pub fn add_all(&self) -> Result<()> {
        self.add_acts()?;
        self.add_tiles()?;
        self.add_tokens()?;
        self.add_queries()?;
        self.add_lookups()?;
        self.add_cells()?;
        self.add_folds()?;
        self.add_sheets()
    }
}

/// The error of an argument that a method found wrong, with the method's name.
fn named(name: &str, error: Error) -> Error {
    match error {
        Error::BadArgument { to: None, pos, name: argument, cause } => {
            Error::BadArgument { to: Some(name.into()), pos, name: argument, cause }
        }
        other => other,
    }
}

/// The error of an argument that a method reads itself, by its place behind the object.
fn wrong_argument(place: usize, wanted: &str, given: &Value) -> Error {
    wrong(place, Error::runtime(format!("{wanted} is wanted, not {}", called(given.type_name()))))
}

/// The same with what is wrong with it.
fn wrong(place: usize, cause: Error) -> Error {
    Error::BadArgument { to: None, pos: place + 1, name: None, cause: cause.into() }
}

fn only(found: Kind, wanted: Kind, method: &str) -> Result<()> {
    if found == wanted { Ok(()) } else { Err(found.lacks(method)) }
}

fn acting(desk: &Desk, (kind, _): (Kind, u32), method: &str) -> Result<()> {
    only(kind, Kind::Game, method)?;
    desk.may(Context::Action, method)?;
    has_room(desk.state.borrow().log.len(), "the log of a game", MOST_EVENTS)
}

/// Whether there is room for one more line, so that no script can fill the memory with them.
fn has_room(lines: usize, of: &str, most: usize) -> Result<()> {
    if lines < most { Ok(()) } else { Err(Error::runtime(format!("{of} has at most {most} lines"))) }
}

/// Whether the object on which a hook counts is the one at hand.
fn editing(desk: &Desk, this: (Kind, u32), wanted: Kind, method: &str) -> Result<()> {
    only(this.0, wanted, method)?;
    desk.may(Context::Fold, method)?;
    counting(desk, this)
}

fn counting(desk: &Desk, (kind, serial): (Kind, u32)) -> Result<()> {
    match desk.context.get() == Context::Fold && serial == desk.serial() {
        true => Ok(()),
        false => Err(Error::runtime(format!("this {} is over", kind.name()))),
    }
}
