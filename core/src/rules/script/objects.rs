//! Gives the objects of the game their fields and methods, and scripts their chance.

use std::rc::Rc;

use mlua::{Error, Function, LightUserData, Lua, Value};

use super::ask::{self, Asked};
use super::desk::Desk;
use super::handle::Handle;
use super::hook::Context;
use super::methods::{Methods, SheetMaker};
use super::surface::QUESTION;
use super::values::{MethodNames, Whole};
use super::{fields, sandbox};

/// Gives the objects of the game their fields and methods.
const OBJECTS: &str = include_str!("objects.lua");

/// Creates `math.random`, which draws from the game's generator and is only possible in hooks that act.
pub(super) fn random(lua: &Lua, desk: &Rc<Desk>) -> mlua::Result<Function> {
    let desk = desk.clone();
    lua.create_function(move |_, (from, to): (Option<Whole>, Option<Whole>)| {
        desk.may(Context::Action, "math.random")?;
        let (least, most) = match (from, to) {
            (None, _) => return Ok(desk.draw_lot(1 << 30) as f64 / (1 << 30) as f64),
            (Some(most), None) => (1, most.0),
            (Some(least), Some(most)) => (least.0, most.0),
        };
        let span = most.checked_sub(least).filter(|span| *span >= 0);
        let span = span.ok_or_else(|| Error::runtime("math.random: the interval is empty"))?;
        Ok((least + desk.draw_lot(span as u32 + 1) as i32) as f64)
    })
}

fn copy(lua: &Lua, table: &mlua::Table) -> mlua::Result<mlua::Table> {
    lua.create_table_from(table.pairs::<Value, Value>().collect::<mlua::Result<Vec<_>>>()?)
}

/// Gives the objects of the game their fields and methods. Returns the table of named rules.
pub(super) fn give_objects(
    lua: &Lua,
    desk: &Rc<Desk>,
    (wait, can_wait): sandbox::Waiting,
) -> mlua::Result<mlua::Table> {
    let host = lua.create_table()?;
    let (methods, lists) = (lua.create_table()?, lua.create_table()?);
    Methods { lua, desk, table: &methods, lists: &lists }.add_all()?;
    // Copies, because `objects.lua` wraps the lists and removes some of the methods.
    lua.set_app_data(MethodNames([copy(lua, &methods)?, copy(lua, &lists)?]));
    host.raw_set("methods", methods)?;
    host.raw_set("lists", lists)?;
    host.raw_set("shared", fields::SHARED.to_vec())?;
    let rules = lua.create_table()?;
    host.raw_set("rules", rules.clone())?;
    let names = fields::names();
    let numbers = lua.create_table()?;
    for (number, name) in names.iter().enumerate() {
        numbers.raw_set(*name, number)?;
    }
    host.raw_set("numbers", numbers)?;
    let is_shared: Vec<bool> = names.iter().map(|name| fields::SHARED.contains(name)).collect();
    let own = desk.clone();
    let field = move |lua: &Lua, (object, key): (LightUserData, Value)| {
        let number = match key {
            Value::Integer(number) => usize::try_from(number).ok(),
            Value::Number(number) => Some(number as usize),
            _ => None,
        };
        let Some(name) = number.and_then(|number| names.get(number).copied()) else {
            return fields::read(lua, &own, object, &key.to_string()?);
        };
        match is_shared[number.unwrap_or_default()] && fields::has_method(&own, object, name)? {
            true => Ok(Value::Boolean(true)),
            false => fields::read(lua, &own, object, name),
        }
    };
    host.raw_set("field", lua.create_function(field)?)?;
    let own = desk.clone();
    let recall = move |lua: &Lua, (source, key): (u16, Value)| fields::recall(lua, &own, source, &key);
    host.raw_set("recall", lua.create_function(recall)?)?;
    let own = desk.clone();
    let remember =
        move |_: &Lua, (source, key, value): (u16, Value, Value)| fields::remember(&own, source, &key, &value);
    host.raw_set("remember", lua.create_function(remember)?)?;
    let own = desk.clone();
    let refuse = move |_: &Lua, object: LightUserData| -> mlua::Result<()> {
        Err(Error::runtime(format!("{} cannot be written to", own.open(object)?.0.one())))
    };
    host.raw_set("refuse", lua.create_function(refuse)?)?;
    let own = desk.clone();
    type Parts = (LightUserData, bool, Value, Option<u8>, Value, Value, Value, Value, Value, Value, Value);
    let asks = move |_: &Lua, parts: Parts| {
        let (game, can_wait, player, verb, options, optional, about, why, step, steps, range) = parts;
        ask::ask(&own, game, can_wait, Asked { player, verb, options, optional, about, why, step, steps, range })
    };
    host.raw_set("ask", lua.create_function(asks)?)?;
    let own = desk.clone();
    let misread =
        move |_: &Lua, (game, question, key): (LightUserData, Value, Value)| ask::misread(&own, game, &question, &key);
    host.raw_set("misread", lua.create_function(misread)?)?;
    let verbs = desk.catalogue.verbs.iter().enumerate().map(|(number, verb)| (verb.name.as_str(), number));
    host.raw_set("verbs", lua.create_table_from(verbs)?)?;
    host.raw_set("parts", lua.create_table_from(QUESTION.names().into_iter().map(|name| (name, true)))?)?;
    let own = desk.clone();
    let switch = move |_: &Lua, source: Option<u16>| {
        let before = own.running.get();
        own.running.set(source.unwrap_or(before));
        Ok(before)
    };
    host.raw_set("switch", lua.create_function(switch)?)?;
    host.raw_set("still", lua.create_function(|_, ()| Ok(()))?)?;
    let show = |_: &Lua, object: LightUserData| Ok(Handle::unpack(object)?.kind.name());
    host.raw_set("show", lua.create_function(show)?)?;
    let (meta, sheet): (mlua::Table, Function) = lua.load(OBJECTS).set_name("=objects").call((host, wait, can_wait))?;
    lua.set_app_data(SheetMaker(sheet));
    lua.set_type_metatable::<LightUserData>(Some(meta));
    Ok(rules)
}
