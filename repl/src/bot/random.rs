//! A bot without a plan: uniform over the places, then uniform over the options that follow.

use bastide_core::{Chance, Choice, Game};

use super::Bot;

/// The bot.
pub struct Random {
    chance: Chance,
}

impl Random {
    /// A bot that uses this generator.
    pub fn new(chance: Chance) -> Random {
        Random { chance }
    }

    /// The index of its answer among the options; `None` if there is no decision.
    #[inline]
    pub fn pick(&mut self, game: &Game) -> Option<usize> {
        let decision = game.decision()?;
        Some(self.chance.below(decision.len() as u32) as usize)
    }
}

impl Bot for Random {
    #[inline]
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let pick = self.pick(game)?;
        game.decision()?.get(pick)
    }

    fn reseed(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }
}
