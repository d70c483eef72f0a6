//! Looking ahead in copies of a game: what each option of a decision leads to by the end of the turn, and what that is worth.

use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::{Chance, Choice, Fault, Game, MAX_PLAYERS, PlayerId, Unchosen};

use super::outlook::Outlook;
use super::style::Style;

/// How many choices in a row are looked at.
const DEPTH: usize = 4;
/// The most choices that are tried out for one decision. An option gets its share of them, and at least so many while they last.
const MAX_TRIED: usize = 20_000;
const MAX_TRIED_FOR_ONE: usize = 1_000;

/// How far scripts may go while one decision is looked at: steps, which are the same on every machine, and time as a last resort.
pub fn leash() -> Leash {
    Leash { steps: Some(50_000_000), time: Some(Duration::from_secs(10)), stop: None }
}

/// A script's error that was met in copies of a game, and the choices that led to it.
#[derive(Debug)]
pub struct Met {
    /// The error.
    pub fault: Box<Fault>,
    /// What was chosen from the game that was looked at.
    pub choices: Vec<Choice>,
}

impl Met {
    /// The choices as lines of the game's record, as far as they are options of it (what is drawn later may be another tile); and
    /// whether they lead to the same error in play.
    pub fn lines(&self, game: &Game) -> (Vec<String>, bool) {
        let mut copy = game.clone();
        let mut lines = Vec::new();
        for choice in &self.choices {
            let Some(choice) = copy.decision().and_then(|decision| decision.accepts(*choice)) else { break };
            lines.push(copy.choice_words(choice));
            match copy.choose(choice) {
                Ok(_) => {}
                Err(why) => return (lines, matches!(why, Unchosen::Fault(fault) if self.is(&fault))),
            }
        }
        (lines, false)
    }

    /// Whether another error is the same one.
    pub fn is(&self, fault: &Fault) -> bool {
        let place = |fault: &Fault| (fault.file.clone(), fault.line, fault.message.clone());
        place(&self.fault) == place(fault)
    }
}

/// Copies of a game, one for each step ahead, made once and copied into again and again.
pub struct Ahead {
    style: Style,
    outlook: Outlook,
    copies: Vec<Game>,
    /// Options that were drawn by lot, step by step.
    lots: Vec<u32>,
    /// The choices that lead to the copy at hand.
    path: Vec<Choice>,
    /// How many choices were tried, and how many may be.
    tried: usize,
    most: usize,
}

/// How closely a decision is looked at.
#[derive(Clone, Copy)]
pub struct Closeness {
    /// How many options of it, drawn by lot.
    pub first: usize,
    /// How many of each that follows in the same turn.
    pub later: usize,
    /// Whether scripts are asked what it comes to, or it is what is printed.
    pub exact: bool,
}

impl Closeness {
    /// As closely as can be.
    pub const CLOSE: Closeness = Closeness { first: usize::MAX, later: usize::MAX, exact: true };
}

/// One option, and what it is worth to whoever decides.
pub type Rated = (Choice, f64);

impl Ahead {
    /// Looks ahead from copies of this game, and weighs in this style.
    pub fn new(game: &Game, style: Style, outlook: Outlook) -> Ahead {
        let copies = vec![game.clone(); DEPTH + 1];
        Ahead { style, outlook, copies, lots: Vec::new(), path: Vec::new(), tried: 0, most: 0 }
    }

    /// Rates options of the open decision by the best way to go on in the same turn: as many as lots are drawn, unless the leash or
    /// the number of choices that may be tried runs out.
    pub fn rate(
        &mut self,
        game: &Game,
        look: Closeness,
        chance: &mut Chance,
        rated: &mut Vec<Rated>,
    ) -> Result<(), Box<Met>> {
        rated.clear();
        let Some(decision) = game.decision() else { return Ok(()) };
        let who = Who { player: decision.player(), turn: game.state().turn.number, part: game.state().turn.part };
        self.copies[0].clone_from(game);
        // What comes after the turn is hidden, so it has no say.
        self.copies[0].look_ahead();
        self.lots.clear();
        self.draw_lots(decision.len(), look.first, chance);
        self.tried = 0;
        let first = self.lots.len();
        for at in 0..first {
            let left = MAX_TRIED.saturating_sub(self.tried);
            if left == 0 {
                break;
            }
            let Some(choice) = game.decision().and_then(|decision| decision.get(self.lots[at] as usize)) else {
                continue;
            };
            self.most = self.tried + (left / (first - at)).max(MAX_TRIED_FOR_ONE.min(left));
            self.step(1, choice)?;
            let worth = self.best(2, look, who, chance)?;
            // What was stopped in the middle is worth nothing that could be compared.
            if leash::is_taut() {
                break;
            }
            rated.push((choice, worth));
        }
        Ok(())
    }

    /// The worth of the best way to go on from the copy that is so many steps ahead.
    fn best(&mut self, steps: usize, look: Closeness, who: Who, chance: &mut Chance) -> Result<f64, Box<Met>> {
        let game = &self.copies[steps - 1];
        let turn = &game.state().turn;
        let goes_on = (turn.number, turn.part) == (who.turn, who.part) && steps <= DEPTH;
        let Some(decision) = game.decision().filter(|decision| goes_on && decision.player() == who.player) else {
            let leads = leads(&self.style, self.outlook, look.exact, &mut self.copies[steps - 1]);
            return leads.map(|leads| leads[who.player.0 as usize]).map_err(|fault| self.met(fault));
        };
        let (from, options) = (self.lots.len(), decision.len());
        self.draw_lots(options, look.later, chance);
        let mut best = f64::MIN;
        for at in from..self.lots.len() {
            if at > from && (self.tried >= self.most || leash::is_taut()) {
                break;
            }
            let n = self.lots[at] as usize;
            let Some(choice) = self.copies[steps - 1].decision().and_then(|decision| decision.get(n)) else { continue };
            self.step(steps, choice)?;
            best = best.max(self.best(steps + 1, look, who, chance)?);
        }
        self.lots.truncate(from);
        Ok(best)
    }

    fn met(&self, fault: Box<Fault>) -> Box<Met> {
        Box::new(Met { fault, choices: self.path.clone() })
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
    fn step(&mut self, steps: usize, choice: Choice) -> Result<(), Box<Met>> {
        self.tried += 1;
        self.path.truncate(steps - 1);
        self.path.push(choice);
        let (before, after) = self.copies.split_at_mut(steps);
        follow(&before[steps - 1], &mut after[0], choice).map(drop).map_err(|fault| self.met(fault))
    }

    /// By how much each player leads; ends the game, which is a copy.
    pub fn leads(&self, game: &mut Game) -> Result<[f64; MAX_PLAYERS], Box<Fault>> {
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

/// Makes a choice in a copy; whether it was made. If not, the copy stands where it stood: it was refused or stopped from outside.
pub fn follow(from: &Game, copy: &mut Game, choice: Choice) -> Result<bool, Box<Fault>> {
    copy.clone_from(from);
    match copy.choose(choice) {
        Ok(_) => Ok(true),
        Err(Unchosen::Fault(fault)) if !fault.halted => Err(fault),
        Err(_) => {
            copy.clone_from(from);
            Ok(false)
        }
    }
}

/// By how much each player would lead if the game ended now, with what is still at hand; ends the game, which is a copy.
pub fn leads(style: &Style, outlook: Outlook, exact: bool, game: &mut Game) -> Result<[f64; MAX_PLAYERS], Box<Fault>> {
    let players = game.state().player_count();
    let prospects = outlook(style, game);
    if exact {
        game.finish().or_else(|fault| if fault.halted { Ok(()) } else { Err(fault) })?;
    } else {
        game.finish_as_printed();
    }
    let mut worth = style.weigh(game);
    worth.iter_mut().zip(prospects).for_each(|(worth, more)| *worth += more);
    let mut leads = [0.0; MAX_PLAYERS];
    for player in 0..players {
        let others = (0..players).filter(|&other| other != player).map(|other| worth[other]);
        leads[player] = worth[player] - style.others * others.fold(f64::MIN, f64::max);
    }
    Ok(leads)
}
