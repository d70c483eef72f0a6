//! The Lua host: the scripts of expansions in a sandbox, called where the table asks its rules. The only room that imports
//! mlua.
//!
//! What is shared between threads ([`Scripts`]) is text and numbers. Each thread has a Lua of its own, made when it is first
//! needed, that serves any number of games; a state holds no Lua.

mod ask;
mod asking;
mod book;
mod console;
mod datum;
mod deed;
mod deploy;
mod desk;
mod fields;
mod filter;
mod handle;
mod hook;
mod host;
mod kept;
mod looks;
mod loose;
mod methods;
mod module;
mod offer;
mod profile;
mod reach;
mod report;
mod restraint;
mod sandbox;
mod scripts;
mod siting;
mod source;
mod stretch;
mod subscription;
mod token;
mod values;
mod when;
mod words;

pub use book::Scripted;
pub use console::{Thing, evaluate, is_unfinished, is_whole};
pub use scripts::Scripts;
pub use source::{Setting, Source};

/// The kinds of objects that scripts meet, each with the names of its fields.
pub fn objects() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    fields::objects()
}

/// What a module may return: the names of hooks, and of tables of them.
pub fn hooks() -> impl Iterator<Item = &'static str> {
    hook::NAMED.iter().map(|(name, _)| *name).chain(module::TABLES)
}
