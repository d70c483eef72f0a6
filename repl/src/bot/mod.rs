//! Bots: players that answer decisions by what a game offers to everyone (options, copies, how things would stand at the end,
//! supplies, how many tiles are left), and so play what they have never seen. None knows the order of the pile: they look ahead
//! in copies in which it was mixed anew.

mod ahead;
mod greedy;
mod outlook;
mod random;
mod search;
mod spec;
pub mod style;
mod think;
mod tree;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bastide_core::{Choice, Fault, Game, PlayerId};

pub use ahead::Met;
pub use greedy::Greedy;
pub use random::Random;
pub use search::Search;
pub use spec::{BotKind, Spec};
use style::Style;
pub use think::Think;

/// A player that answers decisions.
pub trait Bot: Send {
    /// Answers the open decision; none if there is none, if it was cancelled, or if a script failed while it looked ahead.
    fn choose(&mut self, game: &Game) -> Option<Choice>;

    /// The script's error for which it gave no answer; told once.
    fn met(&mut self) -> Option<Box<Met>> {
        None
    }
}

/// What a bot may use while it thinks.
#[derive(Clone, Debug)]
pub struct Means {
    /// Set from outside to stop it.
    pub cancel: Arc<AtomicBool>,
    /// On how many threads it thinks by the clock.
    pub threads: usize,
    /// Whether its clock runs only while it is given a processor, so that a busy machine is no handicap.
    pub own_time: bool,
}

impl Means {
    /// All cores, until it is cancelled.
    pub fn all(cancel: Arc<AtomicBool>) -> Means {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Means { cancel, threads, own_time: false }
    }

    /// One core, with a clock that runs while it is used.
    pub fn one(cancel: Arc<AtomicBool>) -> Means {
        Means { cancel, threads: 1, own_time: true }
    }
}

/// The bot that is called so, on one core and never cancelled.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    Some(Spec::read(name).ok()?.bot(seed, &Means::one(Arc::default())))
}

/// By how much a player would lead if the game ended now, with what the followers at hand are worth.
pub fn lead(game: &Game, player: PlayerId) -> Result<f64, Box<Fault>> {
    let leads = ahead::leads(&Style::default(), outlook::near, true, &mut game.clone())?;
    Ok(leads[player.0 as usize])
}

/// A copy of a game after these choices; none if one of them is refused or stopped. What is hidden is mixed in it, so that nobody
/// learns what it is, and nothing has to be taken back.
pub fn glimpse(game: &Game, choices: &[Choice]) -> Result<Option<Game>, Box<Met>> {
    let mut copy = game.clone();
    copy.reshuffle(0);
    copy.look_ahead();
    let mut next = copy.clone();
    for (place, choice) in choices.iter().enumerate() {
        match ahead::follow(&copy, &mut next, *choice) {
            Ok(true) => std::mem::swap(&mut copy, &mut next),
            Ok(false) => return Ok(None),
            Err(fault) => return Err(Box::new(Met { fault, choices: choices[..=place].to_vec() })),
        }
    }
    Ok(Some(copy))
}

/// A seed for a bot's answer at this point of a game, so that going back and on again gives the same answer.
pub fn seed_for(game: &Game) -> u64 {
    let steps = game.record().len() as u64;
    game.seed().wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(steps)
}
