//! Looks ahead in copies of a game: what each option of a decision leads to by the end of the turn, and what that is
//! worth.

use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::{Chance, Choice, Fault, Game, MAX_PLAYERS, PlayerId, Reckoning, Unchosen};

use super::outlook::Outlook;
use super::style::Style;

/// The maximum number of choices in a row.
const DEPTH: usize = 4;
/// The maximum number of choices tried for one decision. Each option gets its share of what is left, and at least
/// `MAX_TRIED_FOR_ONE` as long as there are enough.
const MAX_TRIED: usize = 12_000;
const MAX_TRIED_FOR_ONE: usize = 100;

/// So many options are worth the effort to remember what the position before them is worth.
const MANY: usize = 8;

/// The limits for scripts while one decision is rated: steps, which are the same on every machine, and time as a last
/// resort.
pub fn leash() -> Leash {
    Leash { steps: Some(50_000_000), time: Some(Duration::from_secs(10)), stop: None }
}

/// A script error that happened in a copy of a game, and the choices that led to it.
#[derive(Debug)]
pub struct Met {
    /// The error.
    pub fault: Box<Fault>,
    /// The choices, from the game that was copied.
    pub choices: Vec<Choice>,
}

impl Met {
    /// The choices as lines of the game's record, up to the first that is not an option there (a different tile may be
    /// drawn in the real game); and whether they lead to the same error.
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

    /// Whether this is the same error.
    pub fn is(&self, fault: &Fault) -> bool {
        let place = |fault: &Fault| (fault.file.clone(), fault.line, fault.message.clone());
        place(&self.fault) == place(fault)
    }
}

/// Copies of a game, one for each step ahead, allocated once and reused.
pub struct Ahead {
    style: Style,
    outlook: Outlook,
    copies: Vec<Game>,
    /// The options drawn at each step, as indices.
    lots: Vec<u32>,
    /// The choices that lead to the current copy.
    path: Vec<Choice>,
    /// How many choices were tried, and the limit for the current option.
    tried: usize,
    most: usize,
    /// What is known about the end of the game that is looked at.
    reckoning: Option<Box<Reckoning>>,
    /// Whether nothing is reckoned from what is known, and no copy is made over another: slow, for checks.
    from_scratch: bool,
}

/// How closely a decision is examined.
#[derive(Clone, Copy)]
pub struct Closeness {
    /// How many of its options are tried, drawn at random.
    pub first: usize,
    /// How many options of each later decision of the same turn are tried.
    pub later: usize,
    /// Whether scripts score the result, or only the printed rates.
    pub exact: bool,
}

impl Closeness {
    /// All options, scored by scripts.
    pub const CLOSE: Closeness = Closeness { first: usize::MAX, later: usize::MAX, exact: true };
}

/// An option, and its worth to the player who decides.
pub type Rated = (Choice, f64);

impl Ahead {
    /// Looks ahead from copies of this game, and rates in this style.
    pub fn new(game: &Game, style: Style, outlook: Outlook) -> Ahead {
        let copies = vec![game.clone(); DEPTH + 1];
        Ahead {
            style,
            outlook,
            copies,
            lots: Vec::new(),
            path: Vec::new(),
            tried: 0,
            most: 0,
            reckoning: None,
            from_scratch: false,
        }
    }

    /// The same, but everything is copied and computed from scratch each time: slow, to check the other one.
    pub fn from_scratch(game: &Game, style: Style, outlook: Outlook) -> Ahead {
        Ahead { from_scratch: true, ..Ahead::new(game, style, outlook) }
    }

    /// Rates options of the open decision by the best continuation in the same turn. Fewer options are rated if the
    /// leash or the number of choices runs out.
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
        // What comes after the turn is hidden, so it must not influence the result.
        self.copies[0].look_ahead();
        // Copies of a game without a past cost less. What is computed from scratch keeps it, so that the two can be compared.
        if !self.from_scratch && !self.style.reads_log() {
            self.copies[0].forget_past();
        }
        self.reckoning.get_or_insert_default().come(0, self.copies[0].state());
        self.lots.clear();
        self.draw_lots(decision.len(), look.first, chance);
        self.tried = 0;
        let first = self.lots.len();
        for at in 0..first {
            let left = MAX_TRIED.saturating_sub(self.tried);
            if left == 0 {
                break;
            }
            self.most = self.tried + (left / (first - at)).max(MAX_TRIED_FOR_ONE.min(left));
            let Some(choice) = self.step(1, self.lots[at] as usize)? else { continue };
            let worth = self.best(2, look, who, chance)?;
            // A result that was stopped half way cannot be compared.
            if leash::is_taut() {
                break;
            }
            rated.push((choice, worth));
        }
        Ok(())
    }

    /// The worth of the best continuation from the copy before this step.
    fn best(&mut self, steps: usize, look: Closeness, who: Who, chance: &mut Chance) -> Result<f64, Box<Met>> {
        let game = &self.copies[steps - 1];
        let turn = &game.state().turn;
        let goes_on = (turn.number, turn.part) == (who.turn, who.part) && steps <= DEPTH;
        let Some(decision) = game.decision().filter(|decision| goes_on && decision.player() == who.player) else {
            return self.end(steps - 1, look.exact).map(|leads| leads[who.player.0 as usize]);
        };
        let (from, options) = (self.lots.len(), decision.len());
        if let Some(reckoning) = &mut self.reckoning {
            // Either way what is known of the position that another option led to is forgotten.
            match options >= MANY {
                true => reckoning.come(steps - 1, game.state()),
                false => reckoning.go_back(steps - 1),
            }
        }
        self.draw_lots(options, look.later, chance);
        let mut best = f64::MIN;
        for at in from..self.lots.len() {
            if at > from && (self.tried >= self.most || leash::is_taut()) {
                break;
            }
            if self.step(steps, self.lots[at] as usize)?.is_some() {
                best = best.max(self.best(steps + 1, look, who, chance)?);
            }
        }
        self.lots.truncate(from);
        Ok(best)
    }

    /// Each player's lead if a copy ended now.
    fn end(&mut self, copy: usize, exact: bool) -> Result<[f64; MAX_PLAYERS], Box<Met>> {
        let game = &mut self.copies[copy];
        let prospects = (self.outlook)(&self.style, game);
        if self.from_scratch {
            game.setup().forget_reckoned();
        }
        if let Some(reckoning) = &mut self.reckoning {
            reckoning.go_back(copy);
        }
        // What is paid from memory leaves no sheet in the log.
        let reckoning = if self.from_scratch || self.style.reads_log() { &mut None } else { &mut self.reckoning };
        let ended = match exact {
            true => game.finish_knowing(reckoning),
            false => {
                game.finish_as_printed(reckoning);
                Ok(())
            }
        };
        match ended {
            Err(fault) if !fault.halted => Err(self.met(fault)),
            _ => Ok(lead_by(&self.style, &self.copies[copy], prospects)),
        }
    }

    fn met(&self, fault: Box<Fault>) -> Box<Met> {
        Box::new(Met { fault, choices: self.path.clone() })
    }

    /// Adds `most` random options out of `options`, each equally likely; or all of them in order, if there are not
    /// more.
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

    /// Copies the game before this step and takes its n-th option in the copy. What is already the same is not copied.
    /// Returns the option.
    fn step(&mut self, steps: usize, n: usize) -> Result<Option<Choice>, Box<Met>> {
        let Some(choice) = self.copies[steps - 1].decision().and_then(|decision| decision.get(n)) else {
            return Ok(None);
        };
        self.tried += 1;
        self.path.truncate(steps - 1);
        self.path.push(choice);
        let (before, after) = self.copies.split_at_mut(steps);
        if self.from_scratch {
            before[0].setup().forget_reckoned();
            after[0] = before[steps - 1].clone();
        }
        let made = attempt(&before[steps - 1], &mut after[0], |copy| copy.choose_nth(n).map(drop));
        made.map(|_| Some(choice)).map_err(|fault| self.met(fault))
    }

    /// Each player's lead. Ends the game, which must be a copy.
    pub fn leads(&self, game: &mut Game) -> Result<[f64; MAX_PLAYERS], Box<Fault>> {
        leads(&self.style, self.outlook, game)
    }
}

/// The player, turn and part of the turn that are looked at; what comes after is not known yet.
#[derive(Clone, Copy)]
struct Who {
    player: PlayerId,
    turn: u16,
    part: u8,
}

/// Makes a choice in a copy. Returns whether it was made; if it was refused or stopped from outside, the copy is reset.
pub fn follow(from: &Game, copy: &mut Game, choice: Choice) -> Result<bool, Box<Fault>> {
    attempt(from, copy, |copy| copy.choose(choice).map(drop))
}

fn attempt(
    from: &Game,
    copy: &mut Game,
    choose: impl FnOnce(&mut Game) -> Result<(), Unchosen>,
) -> Result<bool, Box<Fault>> {
    copy.clone_from(from);
    match choose(copy) {
        Ok(()) => Ok(true),
        Err(Unchosen::Fault(fault)) if !fault.halted => Err(fault),
        Err(_) => {
            copy.clone_from(from);
            Ok(false)
        }
    }
}

/// Each player's lead if the game ended now, plus the outlook. Ends the game, which must be a copy.
pub fn leads(style: &Style, outlook: Outlook, game: &mut Game) -> Result<[f64; MAX_PLAYERS], Box<Fault>> {
    let prospects = outlook(style, game);
    game.finish().or_else(|fault| if fault.halted { Ok(()) } else { Err(fault) })?;
    Ok(lead_by(style, game, prospects))
}

/// Each player's lead in a game that has ended, with the prospects from before.
fn lead_by(style: &Style, game: &Game, prospects: [f64; MAX_PLAYERS]) -> [f64; MAX_PLAYERS] {
    let players = game.state().player_count();
    let mut worth = style.weigh(game);
    worth.iter_mut().zip(prospects).for_each(|(worth, more)| *worth += more);
    let mut leads = [0.0; MAX_PLAYERS];
    for player in 0..players {
        let others = (0..players).filter(|&other| other != player).map(|other| worth[other]);
        leads[player] = worth[player] - style.others * others.fold(f64::MIN, f64::max);
    }
    leads
}
