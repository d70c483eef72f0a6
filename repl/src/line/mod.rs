//! A line of input: what it means, what it does, what it would do, and how it can be completed.

pub mod bots;
pub mod candidates;
pub mod command;
pub mod complete;
pub mod dispatch;
pub mod execute;
pub mod foresee;
pub mod invite;
pub mod lessons;
pub mod lines;
pub mod play;
pub mod reproduce;
pub mod scene;
pub mod shell;
pub mod tutorial;
pub mod verbs;
