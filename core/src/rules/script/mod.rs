//! The Lua host: the scripts of expansions in a sandbox, called where the table asks its rules. The only room that imports
//! mlua.
//!
//! What is shared between threads ([`Scripts`]) is text and numbers. Each thread has a Lua of its own, made when it is first
//! needed, that serves any number of games; a state holds no Lua.
//!
//! Each file uses only those above it; `tests/tests/suite/tidy.rs` holds this.
//!
//! | file | holds |
//! |---|---|
//! | `source`, `report` | the scripts as text; errors of Lua turned into faults |
//! | `token`, `stretch`, `asking` | a script before it runs: its words; how much it may do without a step; who may ask |
//! | `sandbox` | a Lua that can do no harm, with a budget of steps and memory |
//! | `datum`, `handle`, `reach` | plain data; objects of the game as numbers; the part of a tile that a segment takes |
//! | `hook` | the points at which scripts are called |
//! | `looks`, `words` | what options look like in print; what the manifests in play declare |
//! | `surface` | every name that scripts have or give |
//! | `desk` | what lies before the script that is running |
//! | `loose`, `values` | tiles that are not on the board, and other values, on their way between Lua and the table |
//! | `filter`, `deploy`, `when` | which figures, tiles, segments; deployments; when a hook wants to be called |
//! | `deed`, `offer`, `restraint`, `siting` | what is done, offered, left to choose and forbidden without Lua |
//! | `subscription` | who wants to hear of what |
//! | `module` | the table that `init.lua` returns |
//! | `methods`, `fields`, `ask` | what scripts can do with objects and read of them; a question to a player |
//! | `profile`, `scripts` | where the time goes; the scripts of one table |
//! | `host`, `kept` | one thread's Lua; the few that a thread keeps |
//! | `console`, `book` | Lua at the prompt; the rulebook that the table asks |

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
mod surface;
mod token;
mod values;
mod when;
mod words;

pub use book::Scripted;
pub use console::{Thing, evaluate, is_unfinished, is_whole};
pub use scripts::Scripts;
pub use source::{Setting, Source};
pub use surface::{Entry, Sort};

/// Everything that scripts have and give, a row each.
pub fn surface() -> impl Iterator<Item = Entry> {
    let methods = methods::rows().map(Entry::method);
    surface::fields_and_keys().chain(methods).chain(hook::ROWS.iter().map(Entry::hook))
}
