//! Sharing: packs made, checked, fetched, installed, and put on a shelf.

pub mod archive;
pub mod fetch;
pub mod index;
pub mod needs;
pub mod pack;
pub mod powers;
pub mod site;
pub mod store;
pub mod wares;
