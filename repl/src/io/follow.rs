//! Waits for files to change, as the system tells. Knows paths, never what is in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::io::reply::Failure;

/// How long one call waits, so that an interrupt is noticed soon.
const PAUSE: Duration = Duration::from_millis(100);
/// How long the files must be quiet, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(50);

/// Follows the files below some folders.
pub struct Follower {
    _watcher: RecommendedWatcher,
    changes: Receiver<notify::Result<Event>>,
}

impl Follower {
    /// Follows these files and folders, with everything below them.
    pub fn new<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Follower, Failure> {
        let failed = |error: notify::Error| Failure::io(format!("files cannot be watched: {error}"));
        let (sender, changes) = mpsc::channel();
        let mut watcher = notify::recommended_watcher(move |event| drop(sender.send(event))).map_err(failed)?;
        for path in paths {
            watcher.watch(path.as_ref(), RecursiveMode::Recursive).map_err(failed)?;
        }
        Ok(Follower { _watcher: watcher, changes })
    }

    /// Waits a little for a change, and until files are quiet again. Returns the files that changed. Reading a
    /// file does not count.
    pub fn changed(&self) -> BTreeSet<PathBuf> {
        let mut changed = BTreeSet::new();
        let mut wait = PAUSE;
        loop {
            match self.changes.recv_timeout(wait) {
                Ok(event) => {
                    let event = event.ok().filter(|event| !matches!(event.kind, EventKind::Access(_)));
                    changed.extend(event.into_iter().flat_map(|event| event.paths));
                    wait = QUIET;
                }
                Err(RecvTimeoutError::Timeout) => return changed,
                Err(RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(PAUSE);
                    return changed;
                }
            }
        }
    }
}

/// Whether a file can change what a set does or what its scenes expect.
pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml" || ending == "lua" || ending == "scene")
}
