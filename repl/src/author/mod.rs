//! For those who write expansions: a new folder, everything that can be wrong with one, and what its scenes reach.

pub mod again;
pub mod bless;
pub mod coverage;
pub mod exam;
pub mod findings;
pub mod lint;
pub mod rehearsal;
pub mod scaffold;
pub mod smoke;
pub mod subject;
