//! Reads the folders of expansions and assembles what they declare, with an edition and options, into the draft of a
//! game. Everything a rulebook prints comes through here; nothing here knows a rulebook.
//!
//! A [`Folder`] of files becomes an [`Expansion`]; a [`Recipe`] of several becomes a [`Draft`](crate::catalogue::Draft).
//! Errors say file and line and underline the word: [`ManifestError::render`].

mod assembly;
mod error;
mod expansion;
mod folder;
mod guess;
mod house;
mod kind;
mod layer;
mod limit;
mod node;
mod option;
mod order;
mod pile;
mod recipe;
mod supply;
mod tiles;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use error::{ManifestError, Place};
pub use expansion::{API, Expansion};
pub use folder::{Folder, MAX_FILE};
pub use guess::nearest;
pub use layer::Look;
pub use node::{TILE_ID, is_tile_id};
pub use option::{Edition, Editions, GameOption};
pub use recipe::{Extent, Portion, Recipe, RecipeError, Resolved};
