//! What the integration tests share: tables to play at, ways to play, a second, naive opinion on the rules and on what the
//! dragon, towers and quarters do, and the program as a process. The tests are in `tests/`.

pub mod deal;
pub mod fuzz;
pub mod mutants;
pub mod naive;
pub mod play;
pub mod program;
pub mod reference;
pub mod rewrite;
pub mod source;
pub mod wood;
