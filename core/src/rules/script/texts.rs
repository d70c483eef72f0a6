//! The names that scripts are given most often, as Lua's own texts, and the reasons that they gave first, as numbers: to
//! make or look up one again costs more than everything else in reading a field or moving a figure.

use std::cell::RefCell;
use std::collections::HashMap;

use mlua::{Lua, LuaString, Result, Value};

use crate::table::sheet::ReasonId;

/// The maximum number of texts that are kept. They count against the scripts' memory, so they are few.
const MAX_TEXTS: usize = 500;
/// The maximum length of a text that is kept, in bytes.
const MAX_BYTES: usize = 40;
/// The maximum number of reasons that are kept. They are compared one by one, so they are few; sets give a handful.
const MAX_REASONS: usize = 32;

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

/// Reasons that were given before.
#[derive(Default)]
pub(super) struct KnownReasons(RefCell<Vec<Reason>>);

struct Reason {
    text: Box<[u8]>,
    expansion: Box<str>,
    number: ReasonId,
}

impl KnownReasons {
    /// Returns the number of a reason that an expansion gives; `look_up` finds it if it was not given before.
    pub fn number(
        &self,
        (text, expansion): (&[u8], &str),
        look_up: impl FnOnce() -> Result<ReasonId>,
    ) -> Result<ReasonId> {
        let same = |reason: &&Reason| *reason.text == *text && *reason.expansion == *expansion;
        if let Some(found) = self.0.borrow().iter().find(same) {
            return Ok(found.number);
        }
        let number = look_up()?;
        let mut kept = self.0.borrow_mut();
        if kept.len() < MAX_REASONS && text.len() <= MAX_BYTES {
            kept.push(Reason { text: text.into(), expansion: expansion.into(), number });
        }
        Ok(number)
    }
}
