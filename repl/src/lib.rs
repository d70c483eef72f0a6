//! The prompt of Bastide: commands, pictures and bots over the table of `bastide-core`.

pub mod app;
pub mod bot;
pub mod commands;
pub mod draw;
pub mod game;
pub mod io;
pub mod line;
pub mod measure;
pub mod prompt;
pub mod reader;
pub mod session;
pub mod tell;
