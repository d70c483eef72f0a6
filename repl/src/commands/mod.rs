//! The commands.

pub mod bench;
pub mod export;
pub mod manual;
pub mod reload;
pub mod seeing;
pub mod verdict;
pub mod versus;
