//! A bot that looks to the end of its own turn and picks what would be worth most if the game ended there.

use bastide_core::{Chance, Choice, Game, leash};

use super::ahead::{self, Ahead, Closeness, Met, Rated};
use super::style::Style;
use super::{Bot, BotKind, outlook};

/// The bot.
pub struct Greedy {
    style: Style,
    chance: Chance,
    /// The game as it sees it and the copies for looking ahead, once it has seen a game.
    ahead: Option<(Game, Ahead)>,
    rated: Vec<Rated>,
    met: Option<Box<Met>>,
}

impl Greedy {
    /// What it is, wherever a bot is named.
    pub const KIND: BotKind = BotKind {
        name: "greedy",
        about: "looks one turn ahead and picks what would be worth most if the game ended there",
        has_style: true,
        thinks: false,
        make: |style, _, seed, _| Box::new(Greedy::in_style(style, Chance::new(seed))),
    };

    /// A bot that breaks ties with this generator.
    pub fn new(chance: Chance) -> Greedy {
        Greedy::in_style(Style::default(), chance)
    }

    /// The same in a style.
    pub fn in_style(style: Style, chance: Chance) -> Greedy {
        Greedy { style, chance, ahead: None, rated: Vec::new(), met: None }
    }
}

impl Bot for Greedy {
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let first = game.decision()?.get(0);
        let begin = || (game.clone(), Ahead::new(game, self.style.clone(), outlook::near));
        let (seen, ahead) = self.ahead.get_or_insert_with(begin);
        // The bot must not see the real order of the pile.
        seen.clone_from(game);
        seen.reshuffle(0);
        let (chance, rated) = (&mut self.chance, &mut self.rated);
        let seen = leash::held(ahead::leash(), || ahead.rate(seen, Closeness::CLOSE, chance, rated));
        if let Err(met) = seen {
            self.met = Some(met);
            return None;
        }
        let (mut best, mut equals, mut chosen) = (f64::MIN, 0, None);
        for &(choice, worth) in &self.rated {
            if worth > best {
                (best, equals) = (worth, 0);
            }
            if worth == best {
                equals += 1;
                if self.chance.below(equals) == 0 {
                    chosen = Some(choice);
                }
            }
        }
        // If there was no time to rate a single option, it takes the first one.
        chosen.or(first)
    }

    fn reseed(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }

    fn met(&mut self) -> Option<Box<Met>> {
        self.met.take()
    }
}
