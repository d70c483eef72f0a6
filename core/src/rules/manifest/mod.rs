//! Reads the folders of expansions and assembles what they declare, with an edition and options, into the draft of a
//! game. Everything a rulebook prints comes through here; nothing here knows a rulebook.
//!
//! A [`Folder`] of files becomes an [`Expansion`]; a [`Recipe`] of several becomes a [`Draft`](crate::table::catalogue::Draft).
//! Errors say file and line and underline the word: [`ManifestError::render`].
//!
//! A file is parsed into a tree that knows its places; trees are laid over one another, and the result is read once,
//! by the same readers that checked each file alone. Each file uses only those above it, which
//! `tests/tests/suite/tidy.rs` checks.
//!
//! | file | holds |
//! |---|---|
//! | `error` | places in files, and what is wrong there |
//! | `word` | a word with its place, and the rules for names |
//! | `keys` | every key, with a sentence |
//! | `tree` | a TOML file as a tree with places; the limits on hostile files |
//! | `node` | trees laid over one another, and reading their tables |
//! | `folder`, `house` | the files of an expansion; the manifest in the first comment of a house rule |
//! | `refused` | why a game is not possible |
//! | `option`, `limit` | options and editions; which values can be combined |
//! | `bond` | what an expansion says about others |
//! | `vocabulary` | the names that are declared in a game |
//! | `scope` | what a reader can ask: nothing about a single file, everything about a game |
//! | `kind`, `supply`, `beside`, `form`, `tiles` | the readers: kinds; figures and tokens; zones, settings, start and piles; what is built over tiles; tiles |
//! | `layer` | all that one manifest or overlay says, checked |
//! | `expansion` | one expansion |
//! | `recipe` | what a game is made of |
//! | `order`, `resolve` | the load order; the value of every option |
//! | `layers` | the manifests and overlays of a game |
//! | `pile` | where tiles are at the start |
//! | `assembly` | the draft of a game |

mod assembly;
mod beside;
mod bond;
mod error;
mod expansion;
mod folder;
mod form;
mod house;
mod keys;
mod kind;
mod layer;
mod layers;
mod limit;
mod node;
mod option;
mod order;
mod pile;
mod recipe;
mod refused;
mod resolve;
mod scope;
mod supply;
mod tiles;
mod tree;
mod vocabulary;
mod word;

#[cfg(test)]
mod tests;

pub use error::{ManifestError, Place, ReadResult};
pub use expansion::{API, Expansion};
pub use folder::{Folder, MAX_FILE};
pub use keys::keys;
pub use layer::LookTable;
pub use node::{Node, Table};
pub use option::{Edition, Editions, GameOption, OptionValue, Resolved};
pub use recipe::{Extent, Portion, Recipe};
pub use refused::RecipeError;
pub use word::{TILE_ID, Word, is_tile_id};
