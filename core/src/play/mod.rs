//! A game in play: its setup, and what the outside world sees of it.

pub mod game;
pub mod setup;
