//! A bot without a plan: uniform over the places, then uniform over the options that follow.

use bastide_core::choice::Choice;
use bastide_core::game::Game;
use bastide_core::stack::Chance;

use super::Bot;

/// The bot.
pub struct Random {
    chance: Chance,
}

impl Random {
    /// A bot that draws from this generator.
    pub fn new(chance: Chance) -> Random {
        Random { chance }
    }
}

impl Bot for Random {
    #[inline]
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        decision.get(self.chance.below(decision.len() as u32) as usize)
    }
}
