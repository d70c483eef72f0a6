//! Checks many games on several threads, at one table or at random tables, and collects the problems. Never prints.

pub mod deal;
mod looks;
mod play;
pub mod shape;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

use bastide_core::Setup;
use bastide_core::manifest::Recipe;
use cpu_time::ThreadTime;

use crate::game::library::Library;
use crate::game::record;
use crate::line::command::Commands;
use deal::{Coverage, Dealer, Dealt};
pub use play::{Checker, Done, Problem, Stopped};

/// The number of games at a table before the next one is dealt: setting up a table costs as much as a game.
const GAMES_A_TABLE: u64 = 8;
/// After this many problems, no more games are played.
pub const MAX_PROBLEMS: usize = 20;

/// What to check.
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// The random seed of the first game; each further game uses the next number.
    pub seed: u64,
    /// The number of games at a time.
    pub threads: usize,
    /// The tables to play at.
    pub tables: Tables,
    /// After this many problems, no more games are played.
    pub most: usize,
    /// The commands that are tried in games.
    pub commands: Commands,
}

/// The tables to play at.
pub enum Tables {
    /// The same one for all games.
    One(Recipe, Arc<Setup>),
    /// Random tables.
    Dealt(Dealer),
}

/// A game with a problem.
#[derive(Debug)]
pub struct Found {
    /// Its random seed.
    pub seed: u64,
    /// The problem.
    pub why: Problem,
    /// The record that reproduces it; empty if the table could not be set up.
    pub record: String,
}

/// The results.
#[derive(Debug, Default)]
pub struct Report {
    /// What was done, counted.
    pub done: Done,
    /// Seconds of processor time.
    pub cpu: f64,
    /// The games with problems, by seed.
    pub found: Vec<Found>,
    /// How many games had each value of each option, at random tables.
    pub coverage: Coverage,
}

/// The results of the games at one table.
struct Part {
    done: Done,
    found: Vec<Found>,
    covered: Vec<(String, String)>,
}

impl Plan {
    /// Plays. `told` is called with the progress after each table; `cancel` stops it.
    pub fn run(&self, library: &Library, cancel: &AtomicBool, mut told: impl FnMut(&Report)) -> Report {
        let (next, halt) = (AtomicU64::new(self.seed / GAMES_A_TABLE), AtomicBool::new(false));
        let stops = || cancel.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
        let (sender, receiver) = mpsc::channel();
        let mut report = Report { coverage: self.coverage(), ..Report::default() };
        thread::scope(|scope| {
            let worker = |sender: mpsc::Sender<Part>| {
                let (next, stops) = (&next, &stops);
                move || {
                    let start = ThreadTime::now();
                    self.work(library, next, stops, &sender);
                    start.elapsed()
                }
            };
            let running: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(worker(sender.clone()))).collect();
            drop(sender);
            for part in receiver {
                report.add(part);
                if report.found.len() >= self.most {
                    halt.store(true, Ordering::Relaxed);
                }
                told(&report);
            }
            let spent: Duration = running.into_iter().filter_map(|worker| worker.join().ok()).sum();
            report.cpu = spent.as_secs_f64();
        });
        report.found.sort_by_key(|found| found.seed);
        report
    }

    fn coverage(&self) -> Coverage {
        match &self.tables {
            Tables::One(..) => Coverage::new(),
            Tables::Dealt(dealer) => dealer.coverage(),
        }
    }

    /// Takes one table after another and plays its games, until none is left or it is stopped.
    fn work(&self, library: &Library, next: &AtomicU64, stops: impl Fn() -> bool, sender: &mpsc::Sender<Part>) {
        let end = self.seed.saturating_add(self.games);
        // A single table is reused, with the memory it has allocated.
        let mut kept = None;
        while !stops() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let first = number.saturating_mul(GAMES_A_TABLE);
            if first >= end {
                return;
            }
            let seeds = first.max(self.seed)..first.saturating_add(GAMES_A_TABLE).min(end);
            let part = match &self.tables {
                Tables::One(recipe, setup) => {
                    let checker = kept
                        .get_or_insert_with(|| Checker::new(library, &self.commands, setup.clone(), recipe.clone()));
                    play(checker, seeds, recipe, setup, &stops)
                }
                Tables::Dealt(dealer) => match dealer.deal(number) {
                    Ok(Dealt { recipe, setup }) => {
                        let mut checker = Checker::new(library, &self.commands, setup.clone(), recipe.clone());
                        play(&mut checker, seeds, &recipe, &setup, &stops)
                    }
                    Err(error) => Part::unset(first, error.to_string()),
                },
            };
            if sender.send(part).is_err() {
                return;
            }
        }
    }
}

/// Plays the games with these seeds at a table.
fn play(
    checker: &mut Checker,
    seeds: std::ops::Range<u64>,
    recipe: &Recipe,
    setup: &Setup,
    stops: &impl Fn() -> bool,
) -> Part {
    let covered = setup.resolved().options.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let mut part = Part { done: Done::default(), found: Vec::new(), covered };
    for seed in seeds {
        if stops() {
            break;
        }
        match checker.play(seed) {
            Ok(done) => part.done.add(done),
            Err(Stopped { why, lines }) => {
                part.found.push(Found { seed, why, record: record::with_lines(recipe, setup, seed, lines) });
            }
        }
    }
    part
}

impl Part {
    /// A table that could not be set up.
    fn unset(seed: u64, why: String) -> Part {
        let found = Found { seed, why: Problem::Law(why), record: String::new() };
        Part { done: Done::default(), found: vec![found], covered: Vec::new() }
    }
}

impl Report {
    fn add(&mut self, part: Part) {
        self.done.add(part.done);
        self.found.extend(part.found);
        for option in part.covered {
            if let Some(games) = self.coverage.get_mut(&option) {
                *games += part.done.games;
            }
        }
    }
}
