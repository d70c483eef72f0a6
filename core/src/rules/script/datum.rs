//! Converts between Lua values and what a game remembers. Values are copied when they are assigned; a table that is
//! read is frozen.

use std::cell::RefCell;
use std::sync::Arc;

use mlua::{Error, Lua, Result, Table, Value};

use super::texts::Texts;
use crate::table::memory::{Datum, MAX_VALUES};

/// The maximum depth of tables in tables.
const MAX_DEPTH: usize = 16;

/// The maximum number of bytes of a text.
const MAX_TEXT_BYTES: usize = 1_000;

/// Converts a value to be remembered; `None` for nil. Refuses functions, objects of the game, NaN, and tables that
/// contain themselves.
pub(super) fn remember(value: &Value) -> Result<Option<Datum>> {
    let mut left = MAX_VALUES;
    copy(value, 0, &mut left)
}

fn copy(value: &Value, depth: usize, left: &mut usize) -> Result<Option<Datum>> {
    *left =
        left.checked_sub(1).ok_or_else(|| Error::runtime(format!("a game remembers at most {MAX_VALUES} values")))?;
    let refused = |what: &str| Err(Error::runtime(format!("{what} cannot be kept in `state`: it takes plain data")));
    match value {
        Value::Nil => Ok(None),
        Value::Boolean(flag) => Ok(Some(Datum::Flag(*flag))),
        Value::Integer(number) => Ok(Some(Datum::Number(*number as f64))),
        Value::Number(number) if number.is_nan() => refused("NaN"),
        Value::Number(number) => Ok(Some(Datum::Number(*number))),
        Value::String(text) if text.as_bytes().len() > MAX_TEXT_BYTES => refused("a text of this length"),
        Value::String(text) => Ok(Some(Datum::Text(text.to_str()?.as_ref().into()))),
        Value::Table(table) if table.metatable().is_some() => refused("a table with a metatable"),
        Value::Table(_) if depth == MAX_DEPTH => refused("a table that contains itself, or tables this deep,"),
        Value::Table(table) => {
            let mut entries = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair?;
                if !matches!(key, Value::String(_) | Value::Integer(_) | Value::Number(_)) {
                    return refused("a key that is not a text or a number");
                }
                // Only values count towards the limit, not their keys.
                let key = copy(&key, depth + 1, &mut 1)?;
                if let (Some(key), Some(value)) = (key, copy(&value, depth + 1, left)?) {
                    entries.push((key, value));
                }
            }
            Ok(Some(Datum::Table(entries.into())))
        }
        Value::Function(_) => refused("a function"),
        Value::LightUserData(_) | Value::UserData(_) => refused("an object of the game"),
        _ => refused("this"),
    }
}

/// The tables that were read last, latest first. They are frozen, so the same table can be given again until it is
/// replaced. Whether it is given again depends only on what was read in between, however many games this Lua serves.
#[derive(Default)]
pub(super) struct Recent(RefCell<Vec<(Entries, Table)>>);

/// The entries of a remembered table.
type Entries = Arc<[(Datum, Datum)]>;

impl Recent {
    /// The maximum number of tables that are kept. They count against the scripts' memory, so they are few and small.
    const MAX_TABLES: usize = 8;
    /// The maximum number of entries of a table that is kept, with those of the tables in it.
    const MAX_ENTRIES: usize = 64;

    /// Converts what is remembered to a value. A small table is reused if it was read recently.
    pub fn recall(&self, lua: &Lua, texts: &Texts, datum: Option<&Datum>) -> Result<Value> {
        let entries = match datum {
            Some(Datum::Table(entries)) if is_small(entries, &mut { Recent::MAX_ENTRIES }) => entries,
            other => return recall(lua, texts, other),
        };
        let mut kept = self.0.borrow_mut();
        let place = kept.iter().position(|(other, _)| Arc::ptr_eq(other, entries));
        let (entries, table) = match place {
            Some(place) => kept.remove(place),
            None => (entries.clone(), frozen(lua, texts, entries)?),
        };
        kept.truncate(Recent::MAX_TABLES - 1);
        kept.insert(0, (entries, table.clone()));
        Ok(Value::Table(table))
    }
}

/// Whether a table and the tables in it have at most this many entries.
fn is_small(entries: &[(Datum, Datum)], left: &mut usize) -> bool {
    let Some(rest) = left.checked_sub(entries.len()) else { return false };
    *left = rest;
    entries.iter().all(|(_, value)| match value {
        Datum::Table(inner) => is_small(inner, left),
        _ => true,
    })
}

/// Converts what is remembered to a value. A table becomes a frozen copy.
fn recall(lua: &Lua, texts: &Texts, datum: Option<&Datum>) -> Result<Value> {
    match datum {
        None => Ok(Value::Nil),
        Some(Datum::Flag(flag)) => Ok(Value::Boolean(*flag)),
        Some(Datum::Number(number)) => Ok(Value::Number(*number)),
        Some(Datum::Text(text)) => texts.give(lua, text),
        Some(Datum::Table(entries)) => frozen(lua, texts, entries).map(Value::Table),
    }
}

fn frozen(lua: &Lua, texts: &Texts, entries: &[(Datum, Datum)]) -> Result<Table> {
    let table = lua.create_table()?;
    for (key, value) in entries {
        table.raw_set(recall(lua, texts, Some(key))?, recall(lua, texts, Some(value))?)?;
    }
    table.set_readonly(true);
    Ok(table)
}
