//! Lua at the prompt: evaluates code in a new Lua with the modules of the game. It can read the table; only in a lab can it
//! change it.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, LuaString, MultiValue, Table, Value, Variadic};

use super::handle::{Handle, ObjectKind};
use super::hook::Context;
use super::host::Host;
use super::loose::loose_of;
use super::scripts::Scripts;
use super::source::{Setting, Source};
use super::values::cell_of;
use super::{report, stretch};
use crate::table::board::PlacedId;
use crate::table::fault::Fault;
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, PlayerId};
use crate::table::geometry::{Cell, Corner};
use crate::table::stack::Loose;
use crate::table::state::State;

/// The maximum number of entries of a table that are shown.
const MAX_ENTRIES: usize = 50;
/// The maximum depth to which tables in tables are shown.
const MAX_DEPTH: usize = 3;
/// The maximum number of lines that are printed.
const MAX_LINES: usize = 10_000;
/// The maximum number of bytes of all lines together.
const MAX_BYTES: usize = 1 << 20;
/// The maximum number of bytes that are shown of a text in a table.
const MAX_TEXT_BYTES: usize = 1_000;

/// An object of the game, for the caller to name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A player.
    Player(PlayerId),
    /// A figure.
    Figure(FigureId),
    /// The feature of a segment.
    Feature(SegmentId),
    /// A segment.
    Segment(SegmentId),
    /// A placed tile.
    Tile(PlacedId),
    /// A tile that is not on the board.
    Loose(Loose),
    /// A cell.
    Cell(Cell),
    /// A corner of cells.
    Corner(Corner),
    /// Something else, of this kind.
    Other(&'static str),
}

/// Returns the name of an object of the game.
type Name<'a> = &'a dyn Fn(Thing) -> String;

/// Whether code is incomplete, so that more lines must follow.
pub fn is_unfinished(code: &str) -> bool {
    let lua = Lua::new();
    let more_may_help = |error: Error| matches!(error, Error::SyntaxError { incomplete_input: true, .. });
    compile(&lua, code).is_err() && forms(code).iter().any(|form| load(&lua, form).is_err_and(more_may_help))
}

/// Whether code is complete and valid Lua.
pub fn is_whole(code: &str) -> bool {
    compile(&Lua::new(), code).is_ok()
}

/// Whose `state` typed code sees, and whether it may act.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Role<'a> {
    /// The expansion that it runs as; the first one with a script if none is given.
    pub set: Option<&'a str>,
    /// Whether it may change the table, as in a lab.
    pub acts: bool,
}

/// Runs code and returns one line for each `print` and for each result.
pub fn evaluate(
    sources: &[Source],
    setting: &Setting,
    scripts: Option<&Arc<Scripts>>,
    (state, code): (&mut State, &str),
    (role, name): (Role, Name),
) -> Result<Vec<String>, Box<Fault>> {
    let typed = Source {
        expansion: "the prompt".into(),
        file: "lua".into(),
        text: code.into(),
        others: Vec::new(),
        follows: Vec::new(),
    };
    let failed = |error: Error| report::fault(Some(&typed), "lua", &error);
    let own = role.set.map(|set| {
        let found = sources.iter().position(|source| source.expansion == set);
        found.ok_or_else(|| failed(Error::runtime(format!("{set} is not in play, or has no script"))))
    });
    let own = own.transpose()?;
    let (host, _) = Host::new(sources, setting)?;
    host.desk.running.set(own.unwrap_or(0) as u16);
    if let Some(scripts) = scripts {
        scripts.put_in_play(&host);
    }
    let printed: Rc<RefCell<Vec<Vec<Value>>>> = Rc::default();
    let prepare = |lua: &Lua, environment: &Table| {
        environment.raw_set("print", printer(lua, printed.clone())?)?;
        compile(lua, code)
    };
    let run = |host: &Host| host.prepared(prepare)?.call::<MultiValue>(());
    let context = if role.acts { Context::Action } else { Context::Pure };
    let came = host.lend(state, context, run).map_err(failed)?;
    let came = came.into_iter().map(|value| vec![value]);
    let mut left = MAX_BYTES;
    let line = |values: Vec<Value>| line(&values, name, &mut left);
    let lines = printed.take().into_iter().chain(came).map(line).collect::<Option<Vec<String>>>();
    lines.ok_or_else(|| failed(Error::runtime(format!("more than {MAX_BYTES} bytes are printed"))))
}

/// Formats values as one line; `None` if it has more bytes than are left.
fn line(values: &[Value], name: Name, left: &mut usize) -> Option<String> {
    let mut line = String::new();
    for (place, value) in values.iter().enumerate() {
        let text = shown(value, name, 0);
        *left = left.checked_sub(text.len() + 1)?;
        line += if place > 0 { " " } else { "" };
        line += &text;
    }
    Some(line)
}

/// Compiles code as an expression, so that its value is returned, or else as statements.
fn compile(lua: &Lua, code: &str) -> mlua::Result<Function> {
    let [expression, statements] = forms(code);
    load(lua, &expression).or_else(|_| load(lua, &statements))
}

fn forms(code: &str) -> [String; 2] {
    [format!("return {code}"), code.into()]
}

fn load(lua: &Lua, text: &str) -> mlua::Result<Function> {
    stretch::check("lua", text)?;
    lua.load(text).set_name("@lua").set_mode(ChunkMode::Text).into_function()
}

/// Creates a `print` that collects its arguments.
fn printer(lua: &Lua, printed: Rc<RefCell<Vec<Vec<Value>>>>) -> mlua::Result<Function> {
    lua.create_function(move |_, values: Variadic<Value>| {
        let mut printed = printed.borrow_mut();
        if printed.len() == MAX_LINES {
            return Err(Error::runtime(format!("more than {MAX_LINES} lines are printed")));
        }
        printed.push(values.to_vec());
        Ok(())
    })
}

/// Formats a value for people.
fn shown(value: &Value, name: Name, depth: usize) -> String {
    match value {
        Value::String(text) if depth == 0 => text.to_string_lossy(),
        Value::String(text) => format!("{:?}", clipped(text)),
        Value::LightUserData(object) => Handle::unpack(*object).map_or("something".into(), |handle| {
            let (index, id) = (handle.index, handle.index as u16);
            name(match handle.kind {
                ObjectKind::Player => Thing::Player(PlayerId(index as u8)),
                ObjectKind::Figure => Thing::Figure(FigureId(index as u8)),
                ObjectKind::Feature => Thing::Feature(SegmentId(id)),
                ObjectKind::Segment => Thing::Segment(SegmentId(id)),
                ObjectKind::Tile => Thing::Tile(PlacedId(id)),
                ObjectKind::Loose => Thing::Loose(loose_of(index)),
                ObjectKind::Cell => Thing::Cell(cell_of(index)),
                ObjectKind::Corner => Thing::Corner(Corner { cell: cell_of(index) }),
                other => Thing::Other(other.name()),
            })
        }),
        Value::Table(table) if depth < MAX_DEPTH => shown_table(table, name, depth + 1),
        Value::Table(_) => "{ … }".into(),
        Value::Nil | Value::Boolean(_) | Value::Integer(_) | Value::Number(_) => value.to_string().unwrap_or_default(),
        other => report::called(other.type_name()).into(),
    }
}

/// Formats a key for people: a text has no quotes.
fn key_shown(key: &Value, name: Name) -> String {
    key.as_string().map_or_else(|| shown(key, name, 0), clipped)
}

/// Returns a text of a table, shortened if it is too long.
fn clipped(text: &LuaString) -> String {
    let bytes = text.as_bytes();
    match bytes.get(..MAX_TEXT_BYTES) {
        Some(first) => String::from_utf8_lossy(first).into_owned() + "…",
        None => text.to_string_lossy(),
    }
}

fn shown_table(table: &Table, name: Name, depth: usize) -> String {
    let mut parts: Vec<String> = table
        .clone()
        .sequence_values::<Value>()
        .flatten()
        .take(MAX_ENTRIES + 1)
        .map(|value| shown(&value, name, depth))
        .collect();
    let listed = table.raw_len() as i64;
    let is_listed = |key: &Value| key.as_i64().is_some_and(|n| (1..=listed).contains(&n));
    // A long list leaves no room for named entries, so they are not searched at all.
    let pairs = table.pairs::<Value, Value>().flatten().take(if parts.len() > MAX_ENTRIES { 0 } else { usize::MAX });
    let mut named: Vec<String> = pairs
        .filter(|(key, _)| !is_listed(key))
        .take(MAX_ENTRIES + 1)
        .map(|(key, value)| format!("{} = {}", key_shown(&key, name), shown(&value, name, depth)))
        .collect();
    named.sort();
    parts.extend(named);
    if parts.len() > MAX_ENTRIES {
        parts.truncate(MAX_ENTRIES);
        parts.push("…".into());
    }
    if parts.is_empty() { "{}".into() } else { format!("{{ {} }}", parts.join(", ")) }
}
