//! Looking ahead in copies of a game: what each option of a decision leads to by the end of the turn, and what that is worth.

use bastide_core::catalogue::MAX_PLAYERS;
use bastide_core::choice::Choice;
use bastide_core::figure::PlayerId;
use bastide_core::game::Game;
use bastide_core::stack::Chance;

use super::outlook::Outlook;
use super::style::Style;

/// How many choices in a row are looked at.
const DEPTH: usize = 4;
/// How often a choice is tried: a script that asks for the first time lets one fail.
const TRIES: usize = 4;

/// Copies of a game, one for each step ahead, made once and copied into again and again.
pub struct Ahead {
    style: Style,
    outlook: Outlook,
    copies: Vec<Game>,
    /// Options that were drawn by lot, step by step.
    lots: Vec<u32>,
}

/// How closely a decision is looked at.
#[derive(Clone, Copy)]
pub struct Look {
    /// How many options of it, drawn by lot.
    pub first: usize,
    /// How many of each that follows in the same turn.
    pub later: usize,
    /// Whether scripts are asked what it comes to, or it is what is printed.
    pub exact: bool,
}

impl Look {
    /// As closely as can be.
    pub const CLOSE: Look = Look { first: usize::MAX, later: usize::MAX, exact: true };
}

/// One option, and what it is worth to whoever decides.
pub type Rated = (Choice, f64);

impl Ahead {
    /// Looks ahead from copies of this game, and weighs in this style.
    pub fn new(game: &Game, style: Style, outlook: Outlook) -> Ahead {
        Ahead { style, outlook, copies: vec![game.clone(); DEPTH + 1], lots: Vec::new() }
    }

    /// Rates options of the open decision by the best way to go on in the same turn: as many as lots are drawn.
    pub fn rate(&mut self, game: &Game, look: Look, chance: &mut Chance, rated: &mut Vec<Rated>) {
        rated.clear();
        let Some(decision) = game.decision() else { return };
        let who = Who { player: decision.player(), turn: game.state().turn.number, part: game.state().turn.part };
        self.copies[0].clone_from(game);
        // What comes after the turn is hidden, so it has no say.
        self.copies[0].look_ahead();
        self.lots.clear();
        self.draw_lots(decision.len(), look.first, chance);
        for at in 0..self.lots.len() {
            let Some(choice) = game.decision().and_then(|decision| decision.get(self.lots[at] as usize)) else {
                continue;
            };
            self.step(1, choice);
            let worth = self.best(2, look, who, chance);
            rated.push((choice, worth));
        }
    }

    /// The worth of the best way to go on from the copy that is so many steps ahead.
    fn best(&mut self, steps: usize, look: Look, who: Who, chance: &mut Chance) -> f64 {
        let game = &self.copies[steps - 1];
        let turn = &game.state().turn;
        let goes_on = (turn.number, turn.part) == (who.turn, who.part) && steps <= DEPTH;
        let Some(decision) = game.decision().filter(|decision| goes_on && decision.player() == who.player) else {
            return leads(&self.style, self.outlook, look.exact, &mut self.copies[steps - 1])[who.player.0 as usize];
        };
        let (from, options) = (self.lots.len(), decision.len());
        self.draw_lots(options, look.later, chance);
        let mut best = f64::MIN;
        for at in from..self.lots.len() {
            let n = self.lots[at] as usize;
            let Some(choice) = self.copies[steps - 1].decision().and_then(|decision| decision.get(n)) else { continue };
            self.step(steps, choice);
            best = best.max(self.best(steps + 1, look, who, chance));
        }
        self.lots.truncate(from);
        best
    }

    /// Adds some of so many options, each as likely as any other; all of them, in their order, if that is not too many.
    fn draw_lots(&mut self, options: usize, most: usize, chance: &mut Chance) {
        let from = self.lots.len();
        self.lots.extend(0..options as u32);
        if options > most {
            for i in 0..most {
                let other = i + chance.below((options - i) as u32) as usize;
                self.lots.swap(from + i, from + other);
            }
            self.lots.truncate(from + most);
        }
    }

    /// Copies the game that is so many steps ahead and goes one step further.
    fn step(&mut self, steps: usize, choice: Choice) {
        let (before, after) = self.copies.split_at_mut(steps);
        follow(&before[steps - 1], &mut after[0], choice);
    }

    /// By how much each player leads; ends the game, which is a copy.
    pub fn leads(&self, game: &mut Game) -> [f64; MAX_PLAYERS] {
        leads(&self.style, self.outlook, true, game)
    }
}

/// Whose turn is looked at, and which part of it: what comes after is not known yet.
#[derive(Clone, Copy)]
struct Who {
    player: PlayerId,
    turn: u16,
    part: u8,
}

/// Makes a choice in a copy. Should it fail, the copy stands where it stood; whether it did not.
pub fn follow(from: &Game, copy: &mut Game, choice: Choice) -> bool {
    for _ in 0..TRIES {
        copy.clone_from(from);
        if copy.choose(choice).is_ok() {
            return true;
        }
    }
    copy.clone_from(from);
    false
}

/// By how much each player would lead if the game ended now, with what is still at hand; ends the game, which is a copy.
pub fn leads(style: &Style, outlook: Outlook, exact: bool, game: &mut Game) -> [f64; MAX_PLAYERS] {
    let players = game.state().player_count();
    let prospects = outlook(style, game);
    if exact {
        game.finish()
    } else {
        game.finish_as_printed()
    }
    let mut worth = style.weigh(game);
    worth.iter_mut().zip(prospects).for_each(|(worth, more)| *worth += more);
    let mut leads = [0.0; MAX_PLAYERS];
    for player in 0..players {
        let others = (0..players).filter(|&other| other != player).map(|other| worth[other]);
        leads[player] = worth[player] - style.others * others.fold(f64::MIN, f64::max);
    }
    leads
}
