//! Checked games: many of them on several threads, of one table or of tables dealt by chance, and what was found. Never prints.

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

/// So many games are played at a table before the next one is dealt: setting one up costs as much as a game.
const GAMES_A_TABLE: u64 = 8;
/// After so many troubles the rest of the games is not played.
pub const MAX_PROBLEMS: usize = 20;

/// What to check.
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// What the first game's generator begins with; the next game takes the next number.
    pub seed: u64,
    /// How many are played at a time.
    pub threads: usize,
    /// At which tables.
    pub tables: Tables,
    /// After so many troubles the rest is not played.
    pub most: usize,
    /// The commands with which games are looked at.
    pub commands: Commands,
}

/// At which tables games are played.
pub enum Tables {
    /// One for all.
    One(Recipe, Arc<Setup>),
    /// Dealt by chance.
    Dealt(Dealer),
}

/// A game that was not as it should be.
#[derive(Debug)]
pub struct Found {
    /// What its generator began with.
    pub seed: u64,
    /// What is wrong.
    pub why: Problem,
    /// The record that leads there; empty if no table could be set up.
    pub record: String,
}

/// What was done and found.
#[derive(Debug, Default)]
pub struct Report {
    /// What was done.
    pub done: Done,
    /// Seconds of processor time that it took.
    pub cpu: f64,
    /// What was found, by seed.
    pub found: Vec<Found>,
    /// How many games had each value of each option, where tables were dealt.
    pub coverage: Coverage,
}

/// What one thread has to say.
struct Part {
    done: Done,
    found: Vec<Found>,
    covered: Vec<(String, String)>,
}

impl Plan {
    /// Plays. `told` hears now and then how far it is; `cancel` stops it.
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

    /// Takes one table after the other and plays its games, until there is none left or it is stopped.
    fn work(&self, library: &Library, next: &AtomicU64, stops: impl Fn() -> bool, sender: &mpsc::Sender<Part>) {
        let end = self.seed.saturating_add(self.games);
        // What one table for all has learnt and sized is used again.
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
