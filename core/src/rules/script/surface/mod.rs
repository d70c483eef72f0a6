//! The Lua surface as data: every field, method and hook that scripts have, and every key that they give, one row each.
//! Error messages, `help lua`, the editor stubs and the reference are made from the rows, so each fact is written once.
//!
//! The rows of methods are beside their code, in `methods`; those of hooks are in `hook`.

use std::sync::LazyLock;

use mlua::Error;

use super::handle::ObjectKind;
use super::hook::{self, Context};
use crate::language::{Row, capital, lines, unknown};

/// The fields of objects, and those that the events of some hooks have besides.
const FIELD_ROWS: &str = include_str!("fields.txt");
/// The keys of the tables that scripts give or receive.
const KEY_ROWS: &str = include_str!("keys.txt");
/// Names for types that several rows use.
const TYPE_ROWS: &str = include_str!("types.txt");

/// Reads a field of an object, or a key of a table that scripts give or receive.
fn read_field(row: &'static str) -> Option<Row> {
    let row = Row::read(row)?;
    Some(Row { of: ObjectKind::written(row.of).map_or(row.of, ObjectKind::name), ..row })
}

/// Reads `NAME = TYPE -- SENTENCE`.
fn read_type(row: &'static str) -> Option<Row> {
    let (head, says) = row.split_once(" -- ")?;
    let (name, typed) = head.split_once(" = ")?;
    Some(Row::new("types", name, typed, says))
}

/// A method of an object of the game.
pub(super) struct Method {
    pub on: ObjectKind,
    pub name: &'static str,
    /// Its arguments and its result, with their types as an editor reads them.
    pub signature: &'static str,
    pub context: Context,
    pub says: &'static str,
}

impl Method {
    /// Reads `CONTEXT OBJECT:NAME(ARGUMENTS): RESULT -- SENTENCE`. The context says which hooks can call it: every hook if it is `pure`.
    pub fn read(row: &'static str) -> Option<Method> {
        let (head, says) = row.split_once(" -- ")?;
        let (context, head) = head.split_once(' ')?;
        let (on, call) = head.trim_start().split_once(':')?;
        let (name, signature) = call.split_at(call.find('(')?);
        Some(Method { on: ObjectKind::written(on)?, name, signature, context: Context::named(context)?, says })
    }
}

/// The methods that are written in Lua (`objects.lua`).
pub(super) const IN_LUA: &str = r#"
action game:ask(question: Question): any -- [asks](#asking) a player; returns the element of `options` that they chose, nil if they passed
pure   game:rule(name: string, ...: any): any -- the result of a named rule
pure   list:each(): fun(list: Candidate[], i?: integer): integer, Candidate -- for loops: `for i, place in list:each() do`
pure   list:any(is_wanted: fun(place: Candidate): boolean): boolean -- whether the function returns true for any place
"#;

static FIELDS: LazyLock<Vec<Row>> = LazyLock::new(|| lines(FIELD_ROWS).filter_map(read_field).collect());
static KEYS: LazyLock<Vec<Row>> = LazyLock::new(|| lines(KEY_ROWS).filter_map(read_field).collect());
/// The names of the fields of each kind of object, those of all events for an event.
static NAMES: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let is_of = |kind: ObjectKind, of: &str| of == kind.name() || kind == ObjectKind::Event && of.ends_with("Event");
    let names = |kind| FIELDS.iter().filter(|field| is_of(kind, field.of)).map(|field| field.name).collect();
    ObjectKind::all().map(names).collect()
});

/// The names of the fields of a kind of object.
pub(super) fn field_names(kind: ObjectKind) -> impl Iterator<Item = &'static str> + Clone {
    NAMES[kind as usize].iter().copied()
}

/// All fields, keys and types.
pub(super) fn fields_keys_and_types() -> impl Iterator<Item = Entry> {
    let fields = FIELDS.iter().map(|field| Entry::plain(Sort::Field, field));
    let types = lines(TYPE_ROWS).filter_map(read_type).map(|named| Entry::plain(Sort::Type, &named));
    fields.chain(KEYS.iter().map(|key| Entry::plain(Sort::Key, key))).chain(types)
}

/// A table that scripts give, by the name of its type.
pub(super) struct Record(&'static str);

pub(super) const FIGURE_FILTER: Record = Record("FigureFilter");
pub(super) const TILE_FILTER: Record = Record("TileFilter");
pub(super) const FEATURE_FILTER: Record = Record("FeatureFilter");
pub(super) const SEGMENT_FILTER: Record = Record("SegmentFilter");
pub(super) const CELL_FILTER: Record = Record("CellFilter");
pub(super) const DEPLOY_FILTER: Record = Record("DeployFilter");
pub(super) const QUESTION: Record = Record("Question");
pub(super) const LABELLED: Record = Record("Labelled");
pub(super) const PAYMENT: Record = Record("Payment");
pub(super) const DEED: Record = Record("Deed");
pub(super) const OFFER: Record = Record("Offer");
pub(super) const RESTRAINT: Record = Record("Restraint");
pub(super) const SITING: Record = Record("Siting");
pub(super) const MODULE: Record = Record("Expansion");

impl Record {
    /// Returns the names of its keys.
    pub fn names(&self) -> Vec<&'static str> {
        KEYS.iter().filter(|key| key.of == self.0).map(|key| key.name).collect()
    }

    /// Returns the message about a key that it does not have.
    pub fn unknown(&self, key: &str) -> String {
        unknown("key", key, self.names())
    }

    /// Returns the error for a key that it does not have.
    pub fn lacks(&self, key: &str) -> Error {
        Error::runtime(self.unknown(key))
    }
}

/// What a name is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A field of an object.
    Field,
    /// A method of an object.
    Method,
    /// A key of the table that a module returns.
    Hook,
    /// A key of a table that scripts give or receive.
    Key,
    /// A name for a type.
    Type,
}

/// A name that scripts have or give.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// What it is.
    pub sort: Sort,
    /// The kind of object, or the type of the table, that it belongs to; nothing for a hook.
    pub of: &'static str,
    /// The name.
    pub name: &'static str,
    /// Its type, or its arguments and result.
    pub typed: &'static str,
    /// What it can do, or where it can be called: `pure`, `fold` or `action`.
    pub context: &'static str,
    /// One line about it.
    pub says: &'static str,
    /// For a hook, the keys of its `when`, besides those of every hook.
    pub filters: &'static [&'static str],
    /// For a hook, the types of data that can replace the function.
    pub data: &'static str,
    /// What to use instead, if it should not be used any more.
    pub deprecated: Option<&'static str>,
}

impl Entry {
    /// Returns the name of the type that it belongs to, as types in the rows spell it.
    pub fn class(&self) -> String {
        match self.of {
            "place" => "Candidate".into(),
            "loose tile" => "LooseTile".into(),
            of => capital(of),
        }
    }

    fn plain(sort: Sort, &Row { of, name, typed, says, deprecated }: &Row) -> Entry {
        Entry { sort, of, name, typed, context: "", says, filters: &[], data: "", deprecated }
    }

    /// Returns what it says, without the links of the reference.
    pub fn sentence(&self) -> String {
        let mut parts = self.says.split('[');
        let mut sentence = parts.next().unwrap_or_default().to_string();
        for part in parts {
            match part.split_once("](") {
                Some((text, rest)) => sentence.extend([text, rest.split_once(')').map_or("", |(_, rest)| rest)]),
                None => sentence.extend(["[", part]),
            }
        }
        sentence
    }

    pub(super) fn method(row: &Method) -> Entry {
        let Method { on, name, signature, context, says } = *row;
        let row = Row::new(on.name(), name, signature, says);
        Entry { context: context.name(), ..Entry::plain(Sort::Method, &row) }
    }

    pub(super) fn hook(row: &hook::Row) -> Entry {
        let plain = Entry::plain(Sort::Hook, &Row::new("", row.name, row.signature, row.says));
        Entry { context: row.context.name(), filters: row.filters, data: row.data, ..plain }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        assert_eq!(FIELDS.len(), lines(FIELD_ROWS).count());
        assert_eq!(KEYS.len(), lines(KEY_ROWS).count());
        assert!(lines(TYPE_ROWS).all(|row| read_type(row).is_some()));
    }
}
