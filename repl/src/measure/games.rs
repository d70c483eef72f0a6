//! Games that bots play: one from start to end, and many at a time on several threads. Knows no results and never
//! prints.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use bastide_core::leash::{self, Leash};
use bastide_core::script::watched;
use bastide_core::{Choice, Fault, Game, Setup, Unchosen};
use cpu_time::ThreadTime;

use crate::bot::{Bot, Resources, Spec, seed_for};
use crate::io::reply::Failure;

/// Why a game was not played to its end.
pub enum Ended {
    /// It was cancelled.
    Cancelled,
    /// A script failed or an option was refused, after these lines of the record.
    Failed(Unchosen, Vec<String>),
}

/// The number of threads if none is given: one for each core.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Plays a game to its end; `bots` has the bot of each seat. `before` sees the game before each choice.
pub fn play(
    setup: &Arc<Setup>,
    seed: u64,
    bots: &[&Spec],
    cancel: &Arc<AtomicBool>,
    mut before: impl FnMut(&Game),
) -> Result<Game, Ended> {
    let means = Resources::one(cancel.clone());
    let mut bots: Vec<Box<dyn Bot>> = bots.iter().map(|spec| spec.bot(seed, &means)).collect();
    let begun = watched(|| Game::new(setup.clone(), seed));
    let mut game = begun.map_err(|fault| stopped(fault, Vec::new))?;
    while let Some(decision) = game.decision() {
        before(&game);
        let seat = decision.player().0 as usize % bots.len();
        let bot = &mut bots[seat];
        bot.reseed(seed_for(&game));
        let chosen = bot.choose(&game).filter(|_| !cancel.load(Ordering::Relaxed));
        let Some(choice) = chosen else {
            let met = bot.met().ok_or(Ended::Cancelled)?;
            let ahead = met.lines(&game).0;
            return Err(stopped(met.fault, || [game.record_lines(), ahead].concat()));
        };
        if let Err(why) = watched(|| game.choose(choice).map(drop)) {
            return Err(refused(&game, choice, why));
        }
    }
    Ok(game)
}

fn refused(game: &Game, choice: Choice, why: Unchosen) -> Ended {
    let lines = || [game.record_lines(), vec![game.choice_words(choice)]].concat();
    match why {
        Unchosen::Fault(fault) => stopped(fault, lines),
        why => Ended::Failed(why, lines()),
    }
}

/// A script that was stopped from outside did not fail.
fn stopped(fault: Box<Fault>, lines: impl FnOnce() -> Vec<String>) -> Ended {
    if fault.halted { Ended::Cancelled } else { Ended::Failed(fault.into(), lines()) }
}

/// Does a list of tasks, some at a time. `task` returns `None` if it was cancelled; `told` hears of each result, in no
/// fixed order, and can stop everything by failing.
pub fn spread<T: Send>(
    tasks: &[u64],
    threads: usize,
    cancel: &Arc<AtomicBool>,
    task: impl Fn(u64) -> Option<T> + Sync,
    mut told: impl FnMut(T) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (next, halt) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, tasks.len().max(1)) {
            let (sender, next, halt, task) = (sender.clone(), &next, &halt, &task);
            scope.spawn(move || {
                while let Some(&number) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let leash = Leash { stop: Some(cancel.clone()), ..Leash::default() };
                    let begun = ThreadTime::now();
                    let Some(result) = leash::held(leash, || task(number)) else { return };
                    let is_heard = sender.send((result, begun.elapsed())).is_ok();
                    if !is_heard || halt.load(Ordering::Relaxed) {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for (result, spent) in receiver {
            leash::spend(spent);
            // Who cancels wants to hear of the games that were played; a leash that has run out stops everything.
            let is_out = || leash::is_out() && !cancel.load(Ordering::Relaxed);
            let heard = told(result).and_then(|()| if is_out() { Err(Failure::interrupted()) } else { Ok(()) });
            if let Err(failure) = heard {
                halt.store(true, Ordering::Relaxed);
                outcome = outcome.and(Err(failure));
            }
        }
        outcome
    })
}
