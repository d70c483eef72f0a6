//! Bots: players that answer decisions with what a game offers to everyone (options, copies, projected scores,
//! supplies, the number of tiles left), so they can play sets they have never seen. None knows the order of the pile:
//! they look ahead in reshuffled copies.

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

use bastide_core::{Chance, Choice, Fault, Game, MAX_PLAYERS, PlayerId, leash};

use ahead::{Ahead, Closeness};
pub use ahead::{Met, Rated};
pub use greedy::Greedy;
pub use random::Random;
pub use search::Search;
pub use spec::{BotKind, Spec};
use style::Style;
pub use think::Think;

/// The kinds of bots, the weakest first.
pub const KINDS: [BotKind; 3] = [Random::KIND, Greedy::KIND, Search::KIND];

/// A player that answers decisions.
pub trait Bot: Send {
    /// Answers the open decision; `None` if there is none, if the bot was cancelled, or if a script failed while it
    /// looked ahead.
    fn choose(&mut self, game: &Game) -> Option<Choice>;

    /// Starts its random choices again from a seed, as if it were a new bot. One bot for many choices keeps the memory
    /// that it needs for them.
    fn reseed(&mut self, seed: u64);

    /// The script error because of which it gave no answer; returned once.
    fn met(&mut self) -> Option<Box<Met>> {
        None
    }
}

/// The resources a bot may use while it thinks.
#[derive(Clone, Debug)]
pub struct Resources {
    /// Set from outside to stop it.
    pub cancel: Arc<AtomicBool>,
    /// The number of threads if it thinks by the clock.
    pub threads: usize,
    /// Whether its clock counts only its own processor time, so that a busy machine is not a handicap.
    pub own_time: bool,
}

impl Resources {
    /// All cores, until it is cancelled.
    pub fn all(cancel: Arc<AtomicBool>) -> Resources {
        let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Resources { cancel, threads, own_time: false }
    }

    /// One core, with a clock that counts processor time.
    pub fn one(cancel: Arc<AtomicBool>) -> Resources {
        Resources { cancel, threads: 1, own_time: true }
    }
}

/// The bot with this name, on one core and never cancelled.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    Some(Spec::read(name).ok()?.bot(seed, &Resources::one(Arc::default())))
}

/// How far a player would lead if the game ended now, counting the followers in the supply.
pub fn lead(game: &Game, player: PlayerId) -> Result<f64, Box<Fault>> {
    let mut seen = game.clone();
    seen.reshuffle(0);
    let leads = ahead::leads(&Style::default(), outlook::near, &mut seen)?;
    Ok(leads[player.0 as usize])
}

/// The scores if the game ended now, as far as the player who decides can know: what is hidden from that player is dealt
/// again.
pub fn projected(game: &Game) -> [i32; MAX_PLAYERS] {
    let mut seen = game.clone();
    seen.reshuffle(0);
    seen.projected()
}

/// Rates some options of a decision twice, each with some of what may follow, scored by scripts and by the printed rates
/// alone: as bots do, with what is known from one option to the next, and with everything copied and computed from
/// scratch. Both must be the same.
pub fn rated_twice(game: &Game, seed: u64) -> Result<[Vec<Rated>; 2], Box<Met>> {
    let mut seen = game.clone();
    seen.reshuffle(0);
    let (style, outlook) = (Style::default(), outlook::near);
    let quick = rate_some(&seen, Ahead::new(game, style.clone(), outlook), seed)?;
    Ok([quick, rate_some(&seen, Ahead::from_scratch(game, style, outlook), seed)?])
}

fn rate_some(game: &Game, mut ahead: Ahead, seed: u64) -> Result<Vec<Rated>, Box<Met>> {
    const CLOSE: Closeness = Closeness { first: 8, later: 5, exact: true };
    const GLANCE: Closeness = Closeness { exact: false, ..CLOSE };
    let (mut all, mut rated) = (Vec::new(), Vec::new());
    for look in [CLOSE, GLANCE] {
        leash::held(ahead::leash(), || ahead.rate(game, look, &mut Chance::new(seed), &mut rated))?;
        all.append(&mut rated);
    }
    Ok(all)
}

/// A copy of a game after these choices; `None` if one of them is refused or stopped. Hidden things are reshuffled in
/// it, so nobody learns what they are.
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

/// A seed for a bot's answer at this point of a game, so that undo and redo give the same answer.
pub fn seed_for(game: &Game) -> u64 {
    let steps = game.record().len() as u64;
    game.seed().wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(steps)
}
