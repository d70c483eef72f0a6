//! Experiments: many games of one or two sets of rules, what was measured in them, and what that says.

pub mod claim;
pub mod metric;
pub mod plan;
pub mod progress;
pub mod raw;
pub mod report;
pub mod run;
pub mod summary;
pub mod tables;
pub mod verdict;
