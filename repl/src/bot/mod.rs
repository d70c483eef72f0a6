//! Bots: players that answer decisions by what a game offers to everyone (options, clones, projected scores, supplies, how many
//! tiles are left), and so play what they have never seen. None looks at the order of the pile, though a clone would show it.

mod greedy;
mod random;

use bastide_core::choice::Choice;
use bastide_core::game::Game;
use bastide_core::stack::Chance;

pub use greedy::Greedy;
pub use random::Random;

/// The bots that there are, with a sentence each.
pub const NAMES: [(&str, &str); 2] = [
    ("random", "places and deploys as chance has it"),
    ("greedy", "looks one turn ahead and takes what would be worth most if the game ended there"),
];

/// A player that answers decisions.
pub trait Bot: Send {
    /// Answers the open decision; none if there is none.
    fn choose(&mut self, game: &Game) -> Option<Choice>;
}

/// The bot with this name. What it draws depends on the seed alone.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match name {
        "random" => Some(Box::new(Random::new(Chance::new(seed)))),
        "greedy" => Some(Box::new(Greedy::new(Chance::new(seed)))),
        _ => None,
    }
}

/// A seed for a bot's answer at this point of a game, so that going back and on again gives the same answer.
pub fn seed_for(game: &Game) -> u64 {
    let steps = game.record().len() as u64;
    game.seed().wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(steps)
}
