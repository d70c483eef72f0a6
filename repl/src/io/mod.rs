//! What any program at a terminal needs: text, words of a line, replies, files, settings. Knows no game.

pub mod ability;
pub mod arguments;
pub mod config;
pub mod door;
pub mod files;
pub mod follow;
pub mod history;
pub mod markdown;
pub mod pen;
pub mod prose;
pub mod reply;
pub mod split;
pub mod terminal;
