//! Plain data between Lua and what a game remembers: copied in when it is assigned, read out frozen.

use mlua::{Error, IntoLua, Lua, Result, Value};

use crate::memory::{Datum, MOST};

/// The deepest table in a table.
const DEEPEST: usize = 16;

/// The most bytes of one text.
const LONGEST: usize = 1_000;

/// What is remembered of a value; nothing for nil. A function, an object of the game, a number that is none, and a table that
/// holds itself are refused.
pub(super) fn remember(value: &Value) -> Result<Option<Datum>> {
    let mut left = MOST;
    copy(value, 0, &mut left)
}

fn copy(value: &Value, depth: usize, left: &mut usize) -> Result<Option<Datum>> {
    *left = left.checked_sub(1).ok_or_else(|| Error::runtime(format!("a game remembers at most {MOST} values")))?;
    let refused = |what: &str| Err(Error::runtime(format!("{what} cannot be kept in `state`: it takes plain data")));
    match value {
        Value::Nil => Ok(None),
        Value::Boolean(flag) => Ok(Some(Datum::Flag(*flag))),
        Value::Integer(number) => Ok(Some(Datum::Number(*number as f64))),
        Value::Number(number) if number.is_nan() => refused("a number that is none"),
        Value::Number(number) => Ok(Some(Datum::Number(*number))),
        Value::String(text) if text.as_bytes().len() > LONGEST => refused("a text of this length"),
        Value::String(text) => Ok(Some(Datum::Text(text.to_str()?.as_ref().into()))),
        Value::Table(table) if table.metatable().is_some() => refused("a table with a metatable"),
        Value::Table(_) if depth == DEEPEST => refused("a table that holds itself, or tables this deep,"),
        Value::Table(table) => {
            let mut entries = Vec::new();
            for pair in table.pairs::<Value, Value>() {
                let (key, value) = pair?;
                if !matches!(key, Value::String(_) | Value::Integer(_) | Value::Number(_)) {
                    return refused("a key that is no word or number");
                }
                // Values are counted, not their names.
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

/// The value of what is remembered: a table is a frozen copy.
pub(super) fn recall(lua: &Lua, datum: Option<&Datum>) -> Result<Value> {
    match datum {
        None => Ok(Value::Nil),
        Some(Datum::Flag(flag)) => Ok(Value::Boolean(*flag)),
        Some(Datum::Number(number)) => Ok(Value::Number(*number)),
        Some(Datum::Text(text)) => text.as_ref().into_lua(lua),
        Some(Datum::Table(entries)) => {
            let table = lua.create_table()?;
            for (key, value) in entries.iter() {
                table.raw_set(recall(lua, Some(key))?, recall(lua, Some(value))?)?;
            }
            table.set_readonly(true);
            Ok(Value::Table(table))
        }
    }
}
