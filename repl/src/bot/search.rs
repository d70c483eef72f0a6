//! A bot that searches a tree of decisions until its thinking time is over, on all cores if it thinks by the clock.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use bastide_core::leash::{self, Leash};
use bastide_core::{Choice, Game};
use cpu_time::ThreadTime;

use super::ahead::Met;
use super::style::Style;
use super::think::Think;
use super::tree::Tree;
use super::{Bot, BotKind, Resources};

/// The maximum number of threads.
const MAX_THREADS: usize = 64;

/// Time limit if it counts choices instead of time; no well-behaved set comes near it.
const TIME_LIMIT: Duration = Duration::from_secs(600);

/// After this many visits it checks whether the answer is already certain.
const VISITS_PER_ROUND: u64 = 32;

/// The bot.
pub struct Search {
    style: Style,
    think: Think,
    seed: u64,
    means: Resources,
    met: Option<Box<Met>>,
}

/// An option of the root, its visits, and the sum of their results.
type Count = (Choice, u32, f64);

/// The options with their counts, or a script error.
type Grown = Result<Vec<Count>, Box<Met>>;

impl Search {
    /// What it is, wherever a bot is named.
    pub const KIND: BotKind = BotKind {
        name: "search",
        about: "thinks for a while (`--think 1s`, `--think 2000n`): tries out what may follow, with tiles drawn at random",
        has_style: true,
        thinks: true,
        make: |style, think, seed, means| Box::new(Search::new(style, think, seed, means.clone())),
    };

    /// A bot with this style, thinking time and resources.
    pub fn new(style: Style, think: Think, seed: u64, means: Resources) -> Search {
        Search { style, think, seed, means, met: None }
    }

    /// Grows one tree until the time is up or the bot is cancelled. The leash is needed because scripts can make a
    /// single visit long.
    fn grow(&self, game: &Game, seed: u64) -> Grown {
        let longest = match self.think {
            Think::Time(time) => time + Duration::from_secs(1),
            Think::Nodes(_) => TIME_LIMIT,
        };
        let leash = Leash { steps: None, time: Some(longest), stop: Some(self.means.cancel.clone()) };
        leash::held(leash, || self.grow_on(game, seed))
    }

    fn grow_on(&self, game: &Game, seed: u64) -> Grown {
        let clock = Clock::new(self.means.own_time);
        let mut tree = Tree::new(game, self.style.clone(), seed);
        for visits in 1.. {
            if let Some(met) = tree.met() {
                return Err(met);
            }
            tree.visit();
            let done = self.think.done(tree.passed(), || clock.elapsed());
            let left = (visits as f64 * (1.0 / done - 1.0)).ceil() as u64;
            // An option that can no longer be overtaken is the answer; with several trees this is not known before they
            // are added up.
            let is_decided = visits % VISITS_PER_ROUND == 0 && self.threads() == 1 && left < tree.ahead_by();
            if done >= 1.0 || is_decided || leash::is_out() {
                break;
            }
        }
        tree.met().map_or_else(|| Ok(tree.counts().collect()), Err)
    }

    fn is_cancelled(&self) -> bool {
        self.means.cancel.load(Ordering::Relaxed)
    }

    /// Grows one tree per thread and adds up their visits.
    fn grow_all(&self, game: &Game) -> Grown {
        let threads = self.threads() as u64;
        if threads == 1 {
            return self.grow(game, self.seed);
        }
        thread::scope(|scope| {
            let seeds = (0..threads).map(|n| self.seed.wrapping_add(n << 32));
            let grown: Vec<_> = seeds.map(|seed| scope.spawn(move || self.grow(game, seed))).collect();
            grown.into_iter().filter_map(|tree| tree.join().ok()).reduce(add).unwrap_or(Ok(Vec::new()))
        })
    }

    /// When it counts choices, it uses one thread, so that the answer is the same on every machine.
    fn threads(&self) -> usize {
        match self.think {
            Think::Nodes(_) => 1,
            Think::Time(_) => self.means.threads.clamp(1, MAX_THREADS),
        }
    }
}

impl Bot for Search {
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        if decision.len() == 1 {
            return decision.get(0);
        }
        let counts = match self.grow_all(game) {
            Ok(counts) => counts,
            Err(met) => {
                self.met = Some(met);
                return None;
            }
        };
        let better = |a: Count, b: Count| if (b.1, b.2) > (a.1, a.2) { b } else { a };
        let best = counts.into_iter().reduce(better).map(|(choice, ..)| choice).or_else(|| decision.get(0));
        best.filter(|_| !self.is_cancelled())
    }

    fn reseed(&mut self, seed: u64) {
        self.seed = seed;
    }

    fn met(&mut self) -> Option<Box<Met>> {
        self.met.take()
    }
}

/// Adds the visits of two trees for the same decision.
fn add(sum: Grown, more: Grown) -> Grown {
    let (mut sum, more) = (sum?, more?);
    sum.iter_mut().zip(more).for_each(|(sum, more)| (sum.1, sum.2) = (sum.1 + more.1, sum.2 + more.2));
    Ok(sum)
}

/// A clock that can count only the processor time of its thread.
enum Clock {
    Everyones(Instant),
    Own(ThreadTime),
}

impl Clock {
    fn new(own: bool) -> Clock {
        if own { Clock::Own(ThreadTime::now()) } else { Clock::Everyones(Instant::now()) }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Everyones(begun) => begun.elapsed(),
            Clock::Own(begun) => begun.elapsed(),
        }
    }
}
