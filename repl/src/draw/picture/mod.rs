//! Pictures of games: boards and sheets of tiles as SVG and PNG, whole games as web pages. Uses the geometry of the
//! terminal's boards; touches no file.

pub mod board;
pub mod film;
mod frames;
mod layout;
pub mod live;
mod owners;
pub mod page;
mod panel;
mod piece;
pub mod sheet;
mod sprites;
mod stage;
mod tile;
