//! A line of input: what it means, what it would do, what may come next, what is said of it.

pub mod bots;
pub mod cli;
pub mod complete;
pub mod dispatch;
pub mod expect;
pub mod flags;
pub mod foresee;
pub mod help;
pub mod invite;
pub mod lines;
pub mod reproduce;
pub mod scene;
pub mod set_help;
pub mod sets;
pub mod tutorial;
