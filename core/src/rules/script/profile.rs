//! How often handlers are called, how long they take, and how often they did anything. Counts only while it is switched
//! on, since the clock costs time.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use cpu_time::ThreadTime;

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

    /// Runs a call of a handler, and counts it. The time is that of the processor: what other programs take away is not
    /// the handler's.
    pub(super) fn count<T>(&self, handler: usize, work: impl FnOnce() -> T) -> T {
        if !self.on.load(Ordering::Relaxed) {
            return work();
        }
        let start = ThreadTime::now();
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
