//! A game in play: what it is played with, and what the outside world sees of it.

pub mod game;
pub mod setup;
