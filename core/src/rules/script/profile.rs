//! How often handlers are called and how long they take. Counts only while it is switched on, since the clock costs
//! time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

/// Calls and nanoseconds of each handler.
#[derive(Debug, Default)]
pub struct Profile {
    on: AtomicBool,
    counts: Vec<(AtomicU64, AtomicU64)>,
}

impl Profile {
    pub(super) fn new(handlers: usize) -> Profile {
        let counts = (0..handlers).map(|_| Default::default()).collect();
        Profile { on: AtomicBool::new(false), counts }
    }

    /// Starts counting.
    pub(super) fn switch_on(&self) {
        self.on.store(true, Ordering::Relaxed);
    }

    /// Runs a call of a handler, and counts it.
    pub(super) fn count<T>(&self, handler: usize, work: impl FnOnce() -> T) -> T {
        if !self.on.load(Ordering::Relaxed) {
            return work();
        }
        let start = Instant::now();
        let done = work();
        let (calls, nanos) = &self.counts[handler];
        calls.fetch_add(1, Ordering::Relaxed);
        nanos.fetch_add(start.elapsed().as_nanos() as u64, Ordering::Relaxed);
        done
    }

    /// Returns the calls and nanoseconds of a handler so far.
    pub(super) fn of(&self, handler: usize) -> (u64, u64) {
        let (calls, nanos) = &self.counts[handler];
        (calls.load(Ordering::Relaxed), nanos.load(Ordering::Relaxed))
    }
}
