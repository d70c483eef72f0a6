//! How often handlers are called, how long they take, and how often they did anything. Counts only while it is switched
//! on, since the clock costs time.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cpu_time::ThreadTime;

use crate::table::rulebook::Cost;

thread_local! {
    /// Whether the game that is played on this thread is watched.
    static IS_WATCHED: Cell<bool> = const { Cell::new(false) };
    /// How often the handlers of each script did something while it was.
    static FIRED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// Watches what handlers do on this thread. A choice of a real game is watched, looking ahead is not.
pub fn watched<T>(work: impl FnOnce() -> T) -> T {
    IS_WATCHED.set(true);
    let done = work();
    IS_WATCHED.set(false);
    done
}

/// Notes that a handler of a script did something.
pub(super) fn note_fired(source: u16) {
    if IS_WATCHED.get() {
        FIRED.with_borrow_mut(|fired| {
            let place = source as usize;
            fired.resize(fired.len().max(place + 1), 0);
            fired[place] = fired[place].saturating_add(1);
        });
    }
}

/// Returns how often the handlers of each script did something since the last call.
pub(super) fn take_fired() -> Vec<u32> {
    FIRED.take()
}

/// What each handler costs.
#[derive(Debug, Default)]
pub struct Profile {
    on: AtomicBool,
    counts: Vec<Count>,
}

/// The calls of a handler, those whose answer was known already, their nanoseconds, and those of the longest.
#[derive(Debug, Default)]
struct Count {
    calls: AtomicU64,
    known: AtomicU64,
    nanos: AtomicU64,
    longest: AtomicU64,
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

    /// Runs a call of a handler, and counts it. The time is that of the processor: what other programs take away is not
    /// the handler's.
    pub(super) fn count<T>(&self, handler: usize, work: impl FnOnce() -> T) -> T {
        if !self.on.load(Ordering::Relaxed) {
            return work();
        }
        let start = ThreadTime::now();
        let done = work();
        let taken = start.elapsed().as_nanos() as u64;
        let Count { calls, nanos, longest, .. } = &self.counts[handler];
        calls.fetch_add(1, Ordering::Relaxed);
        nanos.fetch_add(taken, Ordering::Relaxed);
        longest.fetch_max(taken, Ordering::Relaxed);
        done
    }

    /// Counts a call of a handler that did not have to run, because its answer was known.
    pub(super) fn count_known(&self, handler: usize) {
        if self.on.load(Ordering::Relaxed) {
            let Count { calls, known, .. } = &self.counts[handler];
            calls.fetch_add(1, Ordering::Relaxed);
            known.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Returns what a handler cost so far.
    pub(super) fn of(&self, handler: usize) -> Cost {
        let Count { calls, known, nanos, longest } = &self.counts[handler];
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Cost { calls: read(calls), known: read(known), nanos: read(nanos), longest: read(longest), ..Cost::default() }
    }
}
