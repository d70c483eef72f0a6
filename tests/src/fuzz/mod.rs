//! Fuzzing: thousands of hostile inputs generated from a seed; failing ones are made smaller and kept as files. `cargo
//! run --release -p bastide-tests --bin fuzz` runs it; the suite tries a small part.

mod chaos;
pub mod keys;
mod lines;
mod manifest;
mod records;
pub mod run;
mod soup;
mod strokes;
mod watch;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use proptest::strategy::BoxedStrategy;

use crate::deal::root;

/// Something that takes input from strangers. An input is bytes, whatever it was made from, so that it can be kept as a file.
pub struct Target {
    /// What it is called on the command line, and its folder of kept inputs.
    pub name: &'static str,
    /// Makes inputs, and smaller ones of those that fail.
    pub inputs: fn() -> BoxedStrategy<Vec<u8>>,
    /// Tries one. A panic, or an answer that says what is wrong, is a failure; refusing the input with an error is not.
    pub attempt: fn(&[u8]) -> Result<(), String>,
    /// The CPU time that one input may take.
    pub budget: Duration,
    /// How many inputs the suite tries.
    pub share: u64,
}

/// All targets.
pub static TARGETS: [Target; 6] =
    [manifest::TARGET, strokes::TARGET, records::TARGET, lines::TARGET, chaos::TARGET, keys::TARGET];

impl Target {
    /// The target of this name.
    pub fn named(name: &str) -> Option<&'static Target> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// Where inputs are kept that once failed.
    pub fn folder(&self) -> PathBuf {
        root().join("data/fuzz").join(self.name)
    }

    /// The inputs that once failed, with their names.
    pub fn kept(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.folder()).into_iter().flatten().flatten();
        let mut kept: Vec<(String, Vec<u8>)> = entries
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, fs::read(entry.path()).ok()?)))
            .collect();
        kept.sort();
        kept
    }
}
