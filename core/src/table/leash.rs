//! Limits on how far play may go: a bound on a span of calls on this thread. Knows no script.
//!
//! A script has a budget for each handler. A caller that waits for more than one handler (a bot that looks ahead, a
//! prompt that shows what a line would do, a person who presses Ctrl-C) holds a leash around all of them. The tighter
//! of two leashes wins.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// The limits on a span of play; `None` means no limit.
#[derive(Clone, Debug, Default)]
pub struct Leash {
    /// The total number of steps that scripts may take, which is the same on every machine.
    pub steps: Option<u64>,
    /// The processor time that may pass.
    pub time: Option<Duration>,
    /// A flag that is set from outside to stop it.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The message for scripts whose handlers take too much together.
static TOO_MUCH: LazyLock<String> = LazyLock::new(|| {
    let steps = CHOICE.steps.unwrap_or(u64::MAX);
    format!("the handlers of one choice take more than {steps} steps together")
});
const HERE: &str = "it takes too long here";
const TOO_LONG: &str = "the handlers of one choice take too long together";

/// A leash that is held, and how much of it is used up.
struct HeldLeash {
    leash: Leash,
    steps: u64,
    /// How many times it was pulled.
    pulls: u32,
    begun: Stopwatch,
    /// Processor time that other threads used for this one.
    spent: Duration,
    tripped: Option<&'static str>,
    /// Whether scripts are to blame when it runs out.
    blames: bool,
}

/// What all handlers together may take for one choice. A turn of the largest game takes some thousand steps.
const CHOICE: Leash = Leash { steps: Some(10_000_000), time: Some(Duration::from_secs(4)), stop: None };

thread_local! {
    static HELD: RefCell<Vec<HeldLeash>> = const { RefCell::new(Vec::new()) };
}

/// Runs work on a leash. When the leash runs out, scripts fail until the work is over.
pub fn held<T>(leash: Leash, work: impl FnOnce() -> T) -> T {
    HELD.with_borrow_mut(|all| all.push(HeldLeash::new(leash, Stopwatch::start(), false)));
    let _end = ReleaseOnDrop;
    work()
}

/// Runs one choice. Its handlers have a common limit, and those that exceed it are to blame.
pub(crate) fn held_for_choice<T>(work: impl FnOnce() -> T) -> T {
    HELD.with_borrow_mut(|all| all.push(HeldLeash::new(CHOICE, Stopwatch::start_late(), true)));
    let _end = ReleaseOnDrop;
    work()
}

struct ReleaseOnDrop;

impl Drop for ReleaseOnDrop {
    fn drop(&mut self) {
        HELD.with_borrow_mut(Vec::pop);
    }
}

/// Runs work that must be done whatever leash is held: to undo a stopped choice, the game is replayed.
pub fn loosed<T>(work: impl FnOnce() -> T) -> T {
    let _end = RestoreOnDrop(HELD.take());
    work()
}

struct RestoreOnDrop(Vec<HeldLeash>);

impl Drop for RestoreOnDrop {
    fn drop(&mut self) {
        HELD.set(std::mem::take(&mut self.0));
    }
}

/// Whether a leash that is still held has run out, so that a failing script is not to blame.
pub fn is_taut() -> bool {
    HELD.with_borrow(|all| all.iter().any(|held| held.tripped.is_some() && !held.blames))
}

/// Adds steps that a script has taken, to be checked at the next pull.
pub(crate) fn count(steps: u64) {
    HELD.with_borrow_mut(|all| all.iter_mut().for_each(|held| held.steps = held.steps.saturating_add(steps)));
}

/// Adds processor time that another thread used for this one.
pub fn spend(time: Duration) {
    HELD.with_borrow_mut(|all| all.iter_mut().for_each(|held| held.spent = held.spent.saturating_add(time)));
}

/// Adds steps that a script has taken or is about to take. Returns why it has to stop, if it has to.
pub(crate) fn pull(steps: u64) -> Option<&'static str> {
    HELD.with_borrow_mut(|all| all.iter_mut().fold(None, |why, held| held.pull(steps).or(why)))
}

/// Whether a leash has run out by now, for callers that run no script.
pub fn is_out() -> bool {
    pull(0).is_some()
}

impl HeldLeash {
    /// The clock is checked only once in this many single steps, because one step is not worth a check.
    const CLOCK_INTERVAL: u32 = 16;

    fn new(leash: Leash, begun: Stopwatch, blames: bool) -> HeldLeash {
        HeldLeash { leash, steps: 0, pulls: 0, begun, spent: Duration::ZERO, tripped: None, blames }
    }

    fn pull(&mut self, steps: u64) -> Option<&'static str> {
        self.steps = self.steps.saturating_add(steps);
        self.pulls = self.pulls.wrapping_add(1);
        if self.tripped.is_none() {
            let Leash { steps: most, time, stop } = &self.leash;
            let is_stopped = stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            let is_long = most.is_some_and(|most| self.steps > most);
            // Handlers are timed one by one, so the leash of a whole choice does not have to check the clock each time.
            let is_timed = (steps != 1 && !self.blames) || self.pulls.is_multiple_of(HeldLeash::CLOCK_INTERVAL);
            let left = time.map(|most| most.saturating_sub(self.spent));
            let is_late = || is_timed && left.is_some_and(|left| self.begun.has_passed(Instant::now(), left));
            let much = || if self.blames { TOO_MUCH.as_str() } else { HERE };
            let late = if self.blames { TOO_LONG } else { HERE };
            self.tripped = match is_stopped {
                true => Some("it was stopped"),
                false => is_long.then(much).or_else(|| is_late().then_some(late)),
            };
        }
        self.tripped
    }
}

/// Measures the processor time of this thread. The wall clock is checked first: it costs a tenth as much and is never
/// behind.
pub(crate) struct Stopwatch {
    begun: Cell<Option<Instant>>,
    own: Cell<Option<ThreadTime>>,
}

impl Stopwatch {
    /// The time after which a late stopwatch starts to measure processor time.
    const LATE: Duration = Duration::from_millis(2);

    /// Starts to measure.
    pub fn start() -> Stopwatch {
        Stopwatch { begun: Cell::new(Some(Instant::now())), own: Cell::new(Some(ThreadTime::now())) }
    }

    /// Starts a stopwatch for work that rarely takes long: it measures from the first check on, skips the moments right
    /// after that, and costs nothing before.
    pub fn start_late() -> Stopwatch {
        Stopwatch { begun: Cell::new(None), own: Cell::new(None) }
    }

    /// Whether this much processor time has passed by now.
    pub fn has_passed(&self, now: Instant, time: Duration) -> bool {
        let begun = self.begun.get().unwrap_or(now);
        self.begun.set(Some(begun));
        let passed = now.saturating_duration_since(begun);
        if self.own.get().is_none() && passed > Stopwatch::LATE {
            self.own.set(Some(ThreadTime::now()));
        }
        passed > time && self.own.get().is_some_and(|own| own.elapsed() > time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_of_two_wins_and_what_ran_out_inside_is_forgotten_outside() {
        let steps = |most| Leash { steps: Some(most), ..Leash::default() };
        held(steps(100), || {
            held(steps(10), || {
                assert_eq!((pull(10), is_taut()), (None, false));
                assert!(pull(1).is_some() && is_taut());
                loosed(|| assert_eq!((pull(1_000), is_taut()), (None, false)));
                assert!(is_taut());
            });
            assert!(!is_taut() && pull(89).is_none(), "11 steps were taken");
            held(steps(1_000), || assert!(pull(1).is_some(), "the outer one is shorter"));
        });
        assert!(!is_taut() && pull(1 << 40).is_none());
    }

    #[test]
    fn a_stop_from_outside_is_heard() {
        let stop: Arc<AtomicBool> = Arc::default();
        held(Leash { stop: Some(stop.clone()), ..Leash::default() }, || {
            assert!(!is_out());
            stop.store(true, Ordering::Relaxed);
            assert!(is_out());
        });
    }

    #[test]
    fn time_is_the_processors_time_of_this_thread() {
        let most = Duration::from_millis(20);
        held(Leash { time: Some(most), ..Leash::default() }, || {
            std::thread::sleep(2 * most);
            assert!(!is_out(), "it slept");
            let begun = ThreadTime::now();
            while begun.elapsed() < most {
                std::hint::black_box(begun.elapsed());
            }
            assert!(is_out(), "it worked");
        });
    }
}
