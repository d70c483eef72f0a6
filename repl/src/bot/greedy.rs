//! A bot that looks to the end of its own turn and takes what would be worth most if the game ended there.

use bastide_core::choice::Choice;
use bastide_core::figure::PlayerId;
use bastide_core::game::Game;
use bastide_core::stack::Chance;

use super::Bot;

/// How many choices in a row it looks ahead.
const DEPTH: usize = 4;
/// What a follower in the supply is worth while there are many tiles to come, in hundredths of a point.
const FOLLOWER: i64 = 150;

/// The bot.
pub struct Greedy {
    chance: Chance,
    /// One game for each step ahead, copied into again and again.
    ahead: Vec<Game>,
}

impl Greedy {
    /// A bot that breaks ties with this generator.
    pub fn new(chance: Chance) -> Greedy {
        Greedy { chance, ahead: Vec::new() }
    }

    /// The worth of the best way to go on from the game that is so many steps ahead.
    fn best(&mut self, steps: usize, player: PlayerId, turn: u16) -> i64 {
        let game = &self.ahead[steps - 1];
        let goes_on = game.state().turn.number == turn && steps < DEPTH;
        let Some(decision) = game.decision().filter(|decision| goes_on && decision.player() == player) else {
            return worth(game, player);
        };
        let options = decision.len();
        let mut best = i64::MIN;
        for n in 0..options {
            let Some(choice) = self.ahead[steps - 1].decision().and_then(|decision| decision.get(n)) else { continue };
            self.step(steps, choice);
            best = best.max(self.best(steps + 1, player, turn));
        }
        best
    }

    /// Copies the game that is so many steps ahead and goes one step further.
    fn step(&mut self, steps: usize, choice: Choice) {
        if self.ahead.len() == steps {
            let copy = self.ahead[steps - 1].clone();
            self.ahead.push(copy);
        } else {
            let (before, after) = self.ahead.split_at_mut(steps);
            after[0].clone_from(&before[steps - 1]);
        }
        // An option of the game is never refused by it.
        let _ = self.ahead[steps].choose(choice);
    }
}

impl Bot for Greedy {
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        let (player, turn) = (decision.player(), game.state().turn.number);
        if self.ahead.is_empty() {
            self.ahead.push(game.clone());
        }
        self.ahead[0].clone_from(game);
        let (mut best, mut equals, mut chosen) = (i64::MIN, 0, None);
        for choice in decision.options() {
            self.step(1, choice);
            let worth = self.best(2, player, turn);
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
        chosen
    }
}

/// The lead that a player would have if the game ended now, in hundredths of a point, and a little for what is still to be
/// deployed.
fn worth(game: &Game, player: PlayerId) -> i64 {
    let scores = game.projected();
    let own = scores[player.0 as usize] as i64;
    let others = game.state().players().filter(|other| *other != player).map(|other| scores[other.0 as usize] as i64);
    let left = game.state().pile.len() as i64;
    let ready = ready(game, player).min(left / game.state().player_count() as i64);
    (own - others.max().unwrap_or(0)) * 100 + ready * FOLLOWER
}

/// How many followers a player may still deploy.
fn ready(game: &Game, player: PlayerId) -> i64 {
    let catalogue = game.catalogue();
    let followers = catalogue.figure_kinds().filter(|&kind| catalogue.figure(kind).follower);
    followers.map(|kind| game.state().supply(player, kind) as i64).sum()
}
