//! The names that scripts are given most often, as Lua's own texts: to make one again costs more than everything else in
//! reading a field.

use std::cell::RefCell;
use std::collections::HashMap;

use mlua::{Lua, LuaString, Result, Value};

/// The maximum number of texts that are kept. They count against the scripts' memory, so they are few.
const MAX_TEXTS: usize = 500;
/// The maximum length of a text that is kept, in bytes.
const MAX_BYTES: usize = 40;

/// Texts that were given before.
#[derive(Default)]
pub(super) struct Texts(RefCell<HashMap<Box<str>, LuaString>>);

impl Texts {
    /// Returns a text as a value.
    pub fn give(&self, lua: &Lua, text: &str) -> Result<Value> {
        let mut kept = self.0.borrow_mut();
        if let Some(found) = kept.get(text) {
            return Ok(Value::String(found.clone()));
        }
        let made = lua.create_string(text)?;
        if kept.len() < MAX_TEXTS && text.len() <= MAX_BYTES {
            kept.insert(text.into(), made.clone());
        }
        Ok(Value::String(made))
    }
}
