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

use bastide_core::choice::Choice;
use bastide_core::figure::PlayerId;
use bastide_core::game::Game;

pub use ahead::follow;
pub use greedy::Greedy;
pub use random::Random;
pub use search::Search;
pub use spec::{Kind, Spec};
use style::Style;
pub use think::Think;

/// A player that answers decisions.
pub trait Bot: Send {
    /// Answers the open decision; none if there is none, or if it was cancelled.
    fn choose(&mut self, game: &Game) -> Option<Choice>;
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
pub fn lead(game: &Game, player: PlayerId) -> f64 {
    ahead::leads(&Style::default(), outlook::near, true, &mut game.clone())[player.0 as usize]
}

/// A seed for a bot's answer at this point of a game, so that going back and on again gives the same answer.
pub fn seed_for(game: &Game) -> u64 {
    let steps = game.record().len() as u64;
    game.seed().wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(steps)
}
