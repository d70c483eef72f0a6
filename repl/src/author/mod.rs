//! For those who write expansions: a new folder, everything that can be wrong with one, and what its scenes reach.

pub mod bless;
pub mod coverage;
pub mod exam;
pub mod findings;
pub mod fresh_lua;
pub mod games;
pub mod lint;
pub mod rehearsal;
pub mod scaffold;
pub mod subject;
