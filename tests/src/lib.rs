//! What the integration tests share: tables to play at, ways to play, and a second, naive opinion on the rules. The tests
//! are in `tests/`.

pub mod deal;
pub mod naive;
pub mod play;
pub mod source;
