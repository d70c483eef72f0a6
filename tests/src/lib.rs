//! What the integration tests share: tables, ways to play, naive second implementations of the base game and of dragon,
//! towers and quarters, and the program as a process. The tests are in `tests/`.

pub mod api;
pub mod cores;
pub mod deal;
pub mod fuzz;
pub mod limits;
pub mod mutants;
pub mod naive;
pub mod play;
pub mod program;
pub mod reference;
pub mod rewrite;
pub mod sets;
pub mod source;
pub mod wood;
