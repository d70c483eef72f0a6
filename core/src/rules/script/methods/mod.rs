//! The methods of game objects: `game:move(figure, place)`, `score:rate("tile", 1, "why")`. Reading is allowed
//! everywhere, acting and editing only where the hook's context allows it.
//!
//! Each file uses only files above it; `tests/tests/suite/tidy` checks this.
//!
//! | file | holds |
//! |---|---|
//! | `near`, `bearings` | cells and the tiles on them as objects; where a course leads |
//! | `cells`, `queries`, `lookups` | cells and points of a tile; what is found on the table; single values |
//! | `tokens`, `tiles` | what lies beside the board: tokens; tiles |
//! | `acts`, `forms`, `links` | figures, points and turns; what is built; joins |
//! | `folds`, `sheets` | what is counted, offered and forbidden; what a feature is worth |

mod acts;
mod bearings;
mod cells;
mod folds;
mod forms;
mod links;
mod lookups;
mod near;
mod queries;
mod sheets;
mod tiles;
mod tokens;

use super::desk::Desk;
use super::handle::ObjectKind;
use super::hook::Context;
use super::report::called;
use super::surface::{IN_LUA, Method};
use super::values::Object;
use crate::language::lines;
use mlua::{Error, FromLuaMulti, Function, IntoLuaMulti, LightUserData, Lua, Result, Table, Value, Variadic};
use std::rc::Rc;
use std::sync::LazyLock;

pub(super) use folds::verdict;
pub(super) use sheets::{SheetMaker, paid};

/// The number of events in a game from which on scripts can no longer act.
const MAX_EVENTS: usize = 1_000_000;

/// Puts the methods into tables, each under its name.
pub(super) struct Methods<'a> {
    pub lua: &'a Lua,
    pub desk: &'a Rc<Desk>,
    pub table: &'a Table,
    /// The methods that return a list.
    pub lists: &'a Table,
}

/// The rows of all methods, from the files that have their code.
static ROWS: LazyLock<Vec<Method>> = LazyLock::new(|| texts().flat_map(lines).filter_map(Method::read).collect());

fn texts() -> impl Iterator<Item = &'static str> {
    let files = [
        acts::ROWS,
        tiles::ROWS,
        tokens::ROWS,
        queries::ROWS,
        lookups::ROWS,
        cells::ROWS,
        folds::ROWS,
        forms::ROWS,
        links::ROWS,
        sheets::ROWS,
    ];
    files.into_iter().chain([IN_LUA])
}

/// Returns the rows of all methods.
pub(super) fn rows() -> impl Iterator<Item = &'static Method> {
    ROWS.iter()
}

/// Which objects have a method, and in which contexts it can be called, from the rows. Checked at each call.
struct Gate {
    name: &'static str,
    on: Vec<(ObjectKind, Context)>,
}

impl Gate {
    fn new(name: &'static str) -> Gate {
        let on: Vec<(ObjectKind, Context)> =
            rows().filter(|row| row.name == name).map(|row| (row.on, row.context)).collect();
        debug_assert!(!on.is_empty(), "no row has {name}");
        Gate { name, on }
    }

    fn open(&self, desk: &Desk, this: (ObjectKind, u32)) -> Result<()> {
        desk.reads.note(&desk.state, this, self.name);
        let found = self.on.iter().find(|(kind, _)| *kind == this.0);
        let &(_, context) = found.ok_or_else(|| this.0.lacks(self.name))?;
        match context {
            Context::Action => {
                desk.may(Context::Action, self.name)?;
                desk.note_act();
                has_room(desk.state.borrow().log.len(), "the log of a game", MAX_EVENTS)
            }
            Context::Fold => {
                counting(desk, this)?;
                desk.note_act();
                Ok(())
            }
            Context::Pure | Context::Nothing => Ok(()),
        }
    }
}

impl Methods<'_> {
    fn add<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Lua, &Desk, (ObjectKind, u32), A) -> Result<Value> + 'static,
    ) -> Result<()> {
        self.table.raw_set(name, self.function(name, method)?)
    }

    /// Adds a method that returns a list. It returns the items as separate values, and Lua makes the list: that is
    /// faster than making it here.
    fn list<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Desk, (ObjectKind, u32), A) -> Result<Vec<LightUserData>> + 'static,
    ) -> Result<()> {
        let method =
            move |_: &Lua, desk: &Desk, this: (ObjectKind, u32), rest: A| method(desk, this, rest).map(Variadic::from);
        self.lists.raw_set(name, self.function(name, method)?)
    }

    /// Adds a method that returns several numbers, from which Lua makes what scripts see.
    fn numbers<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Desk, (ObjectKind, u32), A) -> Result<Vec<f64>> + 'static,
    ) -> Result<()> {
        let method =
            move |_: &Lua, desk: &Desk, this: (ObjectKind, u32), rest: A| method(desk, this, rest).map(Variadic::from);
        self.table.raw_set(name, self.function(name, method)?)
    }

    fn function<A: FromLuaMulti, R: IntoLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Lua, &Desk, (ObjectKind, u32), A) -> Result<R> + 'static,
    ) -> Result<Function> {
        let (desk, gate) = (self.desk.clone(), Gate::new(name));
        self.lua.create_function(move |lua, (Object(this), rest): (Object, A)| {
            let this = desk.find(this)?;
            gate.open(&desk, this).and_then(|()| method(lua, &desk, this, rest)).map_err(|error| named(name, error))
        })
    }

    /// Adds all methods.
    pub fn add_all(&self) -> Result<()> {
        self.add_acts()?;
        self.add_tiles()?;
        self.add_tokens()?;
        self.add_queries()?;
        self.add_lookups()?;
        self.add_cells()?;
        self.add_folds()?;
        self.add_forms()?;
        self.add_links()?;
        self.add_sheets()
    }
}

/// Adds the method's name to an error about an argument that the method itself found wrong.
fn named(name: &str, error: Error) -> Error {
    match error {
        Error::BadArgument { to: None, pos, name: argument, cause } => {
            Error::BadArgument { to: Some(name.into()), pos, name: argument, cause }
        }
        other => other,
    }
}

/// Returns the error for an argument that a method reads itself, by its position after the object.
fn wrong_argument(place: usize, wanted: &str, given: &Value) -> Error {
    wrong(place, Error::runtime(format!("expected {wanted}, got {}", called(given.type_name()))))
}

/// Like [`wrong_argument`], with any cause.
fn wrong(place: usize, cause: Error) -> Error {
    Error::BadArgument { to: None, pos: place + 1, name: None, cause: cause.into() }
}

/// Fails if there is no room for one more line, so that no script can fill the memory.
fn has_room(lines: usize, of: &str, most: usize) -> Result<()> {
    if lines < most { Ok(()) } else { Err(Error::runtime(format!("{of} has at most {most} lines"))) }
}

/// Fails if the object that a hook counts with is from an earlier call.
fn counting(desk: &Desk, (kind, serial): (ObjectKind, u32)) -> Result<()> {
    match desk.context.get() == Context::Fold && serial == desk.serial() {
        true => Ok(()),
        false => Err(Error::runtime(format!("this {} is over", kind.name()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        assert_eq!(ROWS.len(), texts().flat_map(lines).count());
    }
}
