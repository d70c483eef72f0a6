//! The table: what lies on it and how a turn runs. It knows neither TOML nor Lua, nor a word of a rulebook.

pub mod board;
pub mod catalogue;
pub mod choice;
pub mod copy;
pub mod course;
pub mod event;
pub mod fault;
pub mod feature;
pub mod figure;
pub mod frontier;
pub mod geometry;
pub mod leash;
pub mod log;
pub mod majority;
pub mod memory;
pub mod moment;
pub mod refusal;
pub mod rulebook;
pub mod sheet;
pub mod stack;
pub mod state;
pub mod tile;
pub mod turn;
