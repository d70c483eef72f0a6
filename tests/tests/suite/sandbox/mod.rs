//! A stranger's script can do no harm, and what it may do works the same wherever a game continues.

mod asking;
mod attacks;
mod chance;
mod contexts;
mod counting;
mod endings;
mod filters;
mod hands;
mod impossible;
mod junk;
mod long;
mod messages;
mod modules;
mod purses;
mod remembering;
mod table;
mod words;
