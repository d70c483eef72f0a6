//! Runs a target: numbered inputs from a seed, on all cores; failures are made smaller, one of each kind, and kept as
//! files.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use proptest::strategy::{BoxedStrategy, Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::Target;
use super::watch::attempt;

/// Inputs that share a generator. Which thread takes a block changes nothing.
const BLOCK: u64 = 32;
/// After this many kinds of failures the rest can wait.
const MOST_KINDS: usize = 8;
/// So long a failure is made smaller.
const SHRINKING: Duration = Duration::from_secs(30);
/// After so long an input that has not come back is given up, on the slowest machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// An input that failed.
#[derive(Clone, Debug)]
pub struct Failure {
    /// What went wrong, in a line.
    pub why: String,
    /// The input, made as small as it could be.
    pub input: Vec<u8>,
}

/// What a run came to.
#[derive(Debug, Default)]
pub struct Report {
    /// How many inputs were tried.
    pub tried: u64,
    /// A failure of each kind.
    pub failures: Vec<Failure>,
}

/// What the threads of a run share.
struct Work {
    target: &'static Target,
    count: u64,
    seed: u64,
    next: AtomicU64,
    tried: AtomicU64,
    stop: AtomicBool,
    failures: Mutex<BTreeMap<String, Failure>>,
    /// What each thread tries, and since when.
    slots: Vec<Mutex<Option<Tried>>>,
}

/// An input that is being tried, and since when.
type Tried = (Instant, Vec<u8>);

/// Tries this many inputs of a target, and reports now and then how many are done.
pub fn run(target: &'static Target, count: u64, seed: u64, threads: usize, mut tell: impl FnMut(u64)) -> Report {
    let slots = (0..threads.max(1)).map(|_| Mutex::default()).collect();
    let (next, tried, stop) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = Arc::new(Work { target, count, seed, next, tried, stop, failures: Mutex::default(), slots });
    // Not scoped: a thread that never comes back is left behind.
    let threads: Vec<_> = (0..work.slots.len())
        .map(|slot| {
            let work = work.clone();
            thread::spawn(move || work.go(slot))
        })
        .collect();
    while threads.iter().any(|thread| !thread.is_finished()) {
        thread::sleep(Duration::from_millis(20));
        tell(work.tried.load(Ordering::Relaxed));
        if let Some(input) = work.stuck() {
            work.note(Failure { why: format!("no answer within {TIMEOUT:?}"), input });
            break;
        }
    }
    let tried = work.tried.load(Ordering::Relaxed);
    let mut failures: Vec<Failure> = lock(&work.failures).values().cloned().collect();
    if failures.is_empty() && tried < count {
        failures.push(Failure { why: "a thread of the fuzzer itself failed".into(), input: Vec::new() });
    }
    Report { tried, failures }
}

/// Tries one input, which may never come back.
pub fn again(target: &'static Target, input: Vec<u8>) -> Result<(), String> {
    let thread = thread::spawn(move || attempt(target, &input));
    let start = Instant::now();
    while !thread.is_finished() {
        if start.elapsed() > TIMEOUT {
            return Err(format!("no answer within {TIMEOUT:?}"));
        }
        thread::sleep(Duration::from_millis(1));
    }
    thread.join().unwrap_or_else(|_| Err("panic while it was tried".into()))
}

impl Work {
    fn go(&self, slot: usize) {
        let inputs = (self.target.inputs)();
        while !self.stop.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= self.count {
                break;
            }
            let mut runner = runner(self.seed, first);
            for _ in first..self.count.min(first + BLOCK) {
                self.one(slot, &inputs, &mut runner);
            }
        }
    }

    fn one(&self, slot: usize, inputs: &BoxedStrategy<Vec<u8>>, runner: &mut TestRunner) {
        let mut tree = inputs.new_tree(runner).expect("no strategy here rejects what it made");
        let input = tree.current();
        if let Err(why) = self.watched(slot, &input) {
            let is_new = !lock(&self.failures).contains_key(&kind(&why));
            if is_new {
                let smaller = self.shrink(slot, &mut *tree, Failure { why, input });
                self.note(smaller);
            }
        }
        self.tried.fetch_add(1, Ordering::Relaxed);
    }

    fn watched(&self, slot: usize, input: &[u8]) -> Result<(), String> {
        *lock(&self.slots[slot]) = Some((Instant::now(), input.to_vec()));
        let result = attempt(self.target, input);
        *lock(&self.slots[slot]) = None;
        result
    }

    /// The smallest input found that fails in the same way.
    fn shrink(&self, slot: usize, tree: &mut dyn ValueTree<Value = Vec<u8>>, mut found: Failure) -> Failure {
        let start = Instant::now();
        let mut goes_on = tree.simplify();
        while goes_on && start.elapsed() < SHRINKING {
            let input = tree.current();
            goes_on = match self.watched(slot, &input) {
                Err(why) if kind(&why) == kind(&found.why) => {
                    found = Failure { why, input };
                    tree.simplify()
                }
                _ => tree.complicate(),
            };
        }
        found
    }

    fn note(&self, failure: Failure) {
        let mut failures = lock(&self.failures);
        failures.entry(kind(&failure.why)).or_insert(failure);
        self.stop.fetch_or(failures.len() >= MOST_KINDS, Ordering::Relaxed);
    }

    /// The input of a thread that does not come back.
    fn stuck(&self) -> Option<Vec<u8>> {
        let late = |slot: &Mutex<Option<(Instant, Vec<u8>)>>| {
            lock(slot).as_ref().filter(|(since, _)| since.elapsed() > TIMEOUT).map(|(_, input)| input.clone())
        };
        self.slots.iter().find_map(late)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What two failures share that are one: their words without numbers and names.
fn kind(why: &str) -> String {
    let first = why.lines().next().unwrap_or_default();
    let place = first.strip_prefix("panic at ").and_then(|rest| rest.split(": ").next());
    match place {
        Some(place) => place.into(),
        None => first.chars().take_while(|c| *c != '`').filter(|c| !c.is_ascii_digit()).take(60).collect(),
    }
}

/// The generator of a block of inputs.
fn runner(seed: u64, block: u64) -> TestRunner {
    let mut bytes = [0; 16];
    for (half, salt) in bytes.chunks_exact_mut(8).zip([1u64, 2]) {
        half.copy_from_slice(&mixed(mixed(seed ^ salt << 62).wrapping_add(block)).to_le_bytes());
    }
    TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::XorShift, &bytes))
}

/// A number that looks unlike those beside it (splitmix64).
fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Writes a failure where the suite will find it.
pub fn keep(target: &Target, failure: &Failure) -> io::Result<PathBuf> {
    let words: Vec<&str> =
        failure.why.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() > 2).collect();
    let hash = failure.input.iter().fold(0xcbf2_9ce4u32, |hash, byte| (hash ^ *byte as u32).wrapping_mul(0x0100_0193));
    let name = format!("{}-{hash:08x}", words.iter().take(5).copied().collect::<Vec<_>>().join("-").to_lowercase());
    fs::create_dir_all(target.folder())?;
    let path = target.folder().join(name);
    fs::write(&path, &failure.input)?;
    Ok(path)
}
