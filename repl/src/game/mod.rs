//! A game at the table: its sets, how it starts, short words for choices, its record. Prints nothing.

pub mod assist;
pub mod autosave;
pub mod begin;
pub mod debugger;
pub mod laws;
pub mod letters;
pub mod library;
pub mod load;
pub mod new;
pub mod record;
pub mod shorthand;
pub mod table;
