//! A stranger's script can do no harm, and what it may do it does in the same way wherever a game is played on.

mod asking;
mod attacks;
mod contexts;
mod junk;
mod long;
mod modules;
mod remembering;
mod table;
