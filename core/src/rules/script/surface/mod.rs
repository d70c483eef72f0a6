//! The Lua surface as data: every field, method and hook that scripts have, and every key that they give, one row each.
//! Error messages, `help lua`, the editor stubs and the reference are made from the rows, so each fact is written once.
//!
//! The rows of methods are beside their code, in `methods`; those of hooks are in `hook`.

mod fields;
mod records;

use mlua::Error;

use super::handle::Kind;
use super::hook::{self, Context};
use super::words::unknown;

pub(super) use fields::{EVENTS, field_names, fields};
pub(super) use records::*;

/// A method of an object of the game.
pub(super) struct Method {
    pub on: Kind,
    pub name: &'static str,
    /// Its arguments and its result, with their types as an editor reads them.
    pub signature: &'static str,
    pub context: Context,
    pub says: &'static str,
}

/// A method that reads, which is possible in every hook.
pub(super) const fn reading(on: Kind, name: &'static str, signature: &'static str, says: &'static str) -> Method {
    Method { on, name, signature, context: Context::Pure, says }
}

/// A method that edits what a hook counts.
pub(super) const fn editing(on: Kind, name: &'static str, signature: &'static str, says: &'static str) -> Method {
    Method { on, name, signature, context: Context::Fold, says }
}

/// A method of the game that acts.
pub(super) const fn acting(name: &'static str, signature: &'static str, says: &'static str) -> Method {
    Method { on: Kind::Game, name, signature, context: Context::Action, says }
}

/// The methods that are written in Lua (`objects.lua`).
pub(super) const IN_LUA: &[Method] = &[
    acting(
        "ask",
        "(question: Question): any",
        "[asks](#asking) a player; returns the element of `options` that they chose, nil if they passed",
    ),
    reading(Kind::Game, "rule", "(name: string, ...: any): any", "the result of a named rule"),
    reading(
        Kind::List,
        "each",
        "(): fun(list: Candidate[], i?: integer): integer, Candidate",
        "for loops: `for i, place in list:each() do`",
    ),
    reading(
        Kind::List,
        "any",
        "(is_wanted: fun(place: Candidate): boolean): boolean",
        "whether the function returns true for any place",
    ),
];

/// A name with its type and what it says: a field of an object, or a key of a table that scripts give.
pub(super) type Field = (&'static str, &'static str, &'static str);

/// A table that scripts give or receive, by the name of its type.
pub(super) struct Record {
    pub name: &'static str,
    pub keys: &'static [Field],
}

impl Record {
    /// Returns the names of its keys.
    pub fn names(&self) -> Vec<&'static str> {
        self.keys.iter().map(|(name, ..)| *name).collect()
    }

    /// Returns the message about a key that it does not have.
    pub fn unknown(&self, key: &str) -> String {
        unknown(key, self.names().into_iter())
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
}

impl Entry {
    fn plain(sort: Sort, of: &'static str, &(name, typed, says): &Field) -> Entry {
        Entry { sort, of, name, typed, context: "", says, filters: &[], data: "" }
    }

    pub(super) fn field(of: &'static str, row: &Field) -> Entry {
        Entry::plain(Sort::Field, of, row)
    }

    pub(super) fn key(of: &'static str, row: &Field) -> Entry {
        Entry::plain(Sort::Key, of, row)
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
        Entry { context: context.name(), ..Entry::plain(Sort::Method, on.name(), &(name, signature, says)) }
    }

    pub(super) fn hook(row: &hook::Row) -> Entry {
        let plain = Entry::plain(Sort::Hook, "", &(row.name, row.signature, row.says));
        Entry { context: row.context.name(), filters: row.filters, data: row.data, ..plain }
    }
}
