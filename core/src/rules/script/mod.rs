//! The Lua host: the scripts of expansions in a sandbox, called where the table asks its rules. The only room that
//! imports mlua.
//!
//! Threads share only text and numbers ([`Scripts`]). Each thread creates its own Lua when it first needs one, and uses
//! it for any number of games; a state contains nothing of Lua.
//!
//! Each file uses only files above it; `tests/tests/suite/tidy` checks this.
//!
//! | file | holds |
//! |---|---|
//! | `source`, `token`, `blocks` | the scripts as text; its tokens; which block was never closed |
//! | `report` | errors of Lua turned into faults |
//! | `stretch`, `asking`, `undeclared` | a script before it runs: its operators between two steps; who may ask; names that nothing declares |
//! | `coverage` | which lines, functions and handlers were reached |
//! | `sandbox` | a Lua that can do no harm, with a budget of steps and memory |
//! | `texts`, `datum` | names and reasons that are given again; plain data |
//! | `handle`, `reach` | objects of the game as numbers; where on its tile a segment is |
//! | `hook` | the points at which scripts are called |
//! | `alike`, `words` | options that print alike; the names that the manifests in play declare |
//! | `surface` | every name that scripts have or give |
//! | `search` | what can be looked for on the table, and where it is found |
//! | `reads`, `reckoned` | what a handler has read; sheets of imagined ends, kept as long as that is the same |
//! | `desk` | what the running script can see and change |
//! | `loose`, `values` | conversion between Lua and the table: tiles that are not on the board, and all other values |
//! | `filter`, `parts`, `deploy`, `when` | which figures, tiles, cells; which features and segments; deployments; when a hook is called |
//! | `deed`, `offer`, `restraint`, `siting` | hooks without Lua: what is done, offered, left to choose and forbidden |
//! | `subscription` | handlers by their hook |
//! | `module` | the table that `init.lua` returns |
//! | `methods`, `moments`, `fields`, `ask` | what scripts can do with objects and read from them; questions to players |
//! | `objects` | how the objects of the game come into Lua |
//! | `runs` | what handlers that may ask did in copies that look ahead, kept as long as what they read is the same |
//! | `profile`, `scripts` | the time that handlers take; the scripts of one table |
//! | `way_out` | whether a decision can be left |
//! | `trace` | the calls of handlers in a span of play |
//! | `host`, `host_pool` | one thread's Lua; the hosts that a thread keeps |
//! | `console`, `book` | Lua at the prompt; the rulebook that the table asks |
//! | `in_play` | the scripts as a running handler needs them |

mod alike;
mod ask;
mod asking;
mod blocks;
mod book;
mod console;
mod coverage;
mod datum;
mod deed;
mod deploy;
mod desk;
mod fields;
mod filter;
mod handle;
mod hook;
mod host;
mod host_pool;
mod in_play;
mod loose;
mod methods;
mod module;
mod moments;
mod objects;
mod offer;
mod parts;
mod profile;
mod reach;
mod reads;
mod reckoned;
mod report;
mod restraint;
mod runs;
mod sandbox;
mod scripts;
mod search;
mod siting;
mod source;
mod stretch;
mod subscription;
mod surface;
mod texts;
mod token;
pub mod trace;
mod undeclared;
mod values;
mod way_out;
mod when;
mod words;

pub use blocks::{required, returns};
pub use book::Scripted;
pub use console::{Role, Thing, evaluate, is_unfinished, is_whole};
pub use coverage::{Coverage, Reached};
pub use host_pool::covered;
pub use profile::watched;
pub use sandbox::globals;
pub use scripts::Scripts;
pub use source::{Setting, Source};
pub use surface::{Entry, Sort};
pub use undeclared::{Undeclared, undeclared, words};

/// Returns everything that scripts have and give, one row for each name.
pub fn surface() -> impl Iterator<Item = Entry> {
    let methods = methods::rows().map(Entry::method);
    surface::fields_keys_and_types().chain(methods).chain(hook::ROWS.iter().map(Entry::hook))
}
