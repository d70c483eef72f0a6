//! The same work on each of a list, on all cores.

use std::iter;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Does the work with each of a list on all cores; the answers are in the order of the list.
pub fn on_all_cores<T: Sync, R: Send>(list: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let (next, work) = (AtomicUsize::new(0), &work);
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        Some((number, work(number, list.get(number)?)))
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>())).collect();
        running.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, answer)| answer).collect()
}
