//! A bot without a plan: uniform over the places, then uniform over the options that follow.

use bastide_core::{Chance, Choice, Game};

use super::{Bot, BotKind};

/// The bot.
pub struct Random {
    chance: Chance,
}

impl Random {
    /// What it is, wherever a bot is named.
    pub const KIND: BotKind = BotKind {
        name: "random",
        about: "places and deploys at random",
        has_style: false,
        thinks: false,
        make: |_, _, seed, _| Box::new(Random::new(Chance::new(seed))),
    };

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
