//! Every integration test in one binary, so that Luau and the pictures are linked once. `cargo test -p bastide-tests
//! laws::` runs the tests of one file.

mod aids;
mod all;
mod author;
mod bad_input;
mod bots;
mod chance;
mod check;
mod docs;
mod door;
mod drawing;
mod fuzz;
mod graphics;
mod inside;
mod kept;
mod laws;
mod marks;
mod mutants;
mod no_alloc;
mod perft;
mod pictures;
mod pty;
mod replays;
mod sandbox;
mod scenes;
mod screens;
mod sets;
mod sharing;
mod strangers;
mod table_view;
mod terminal;
mod tidy;
mod tiles;
mod transcripts;
mod trials;
mod views;
