//! The prompt of Bastide: commands, pictures and bots over the table of `bastide-core`.

pub mod bench;
pub mod bot;
pub mod laws;
pub mod view;
