//! A game on the table with what the prompt keeps beside it: which seats are bots, and what was taken back. Knows no words.

use bastide_core::choice::Choice;
use bastide_core::figure::PlayerId;
use bastide_core::game::{Entry, Game, Unchosen};
use bastide_core::manifest::Recipe;
use bastide_core::refusal::Refusal;
use bastide_core::refuse;

/// A game with its seats and its way back.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub game: Game,
    /// What it is played with, as it was asked for.
    pub recipe: Recipe,
    /// The kind of bot on each seat; none where a person sits.
    pub seats: Vec<Option<String>>,
    /// For each line of the record, whether a bot chose it.
    by_bot: Vec<bool>,
    /// What was taken back, the next to be done again last.
    undone: Vec<(Entry, bool)>,
}

impl Table {
    /// A game that has just begun.
    pub fn new(game: Game, recipe: Recipe, seats: Vec<Option<String>>) -> Table {
        Table { game, recipe, seats, by_bot: Vec::new(), undone: Vec::new() }
    }

    /// The kind of bot on a seat.
    pub fn bot_at(&self, PlayerId(seat): PlayerId) -> Option<&str> {
        self.seats.get(seat as usize)?.as_deref()
    }

    /// The kind of bot whose decision it is.
    pub fn bot_to_decide(&self) -> Option<&str> {
        self.bot_at(self.game.decision()?.player())
    }

    /// Whether bots go on by themselves: not in a lab, and not where nobody would watch.
    pub fn goes_on(&self) -> bool {
        !self.game.setup().is_lab() && self.seats.iter().any(Option::is_none)
    }

    /// Chooses an option for whoever decides.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Unchosen> {
        let by_bot = self.bot_to_decide().is_some();
        self.game.choose(choice)?;
        self.done(by_bot);
        Ok(())
    }

    /// Carries out a lab command.
    pub fn lab(&mut self, words: &[&str]) -> Result<(), Unchosen> {
        self.game.lab(words)?;
        self.done(false);
        Ok(())
    }

    fn done(&mut self, by_bot: bool) {
        self.by_bot.push(by_bot);
        self.undone.clear();
    }

    /// Takes back so many choices of persons and everything that came after them.
    pub fn undo(&mut self, times: usize) -> Result<usize, Refusal> {
        let own = self.own();
        let at = own.len().checked_sub(times.max(1)).ok_or_else(|| match own.len() {
            0 => refuse!("there is nothing to take back"),
            1 => refuse!("only one choice can be taken back"),
            n => refuse!("only {n} choices can be taken back"),
        })?;
        self.cut(own[at])
    }

    /// Takes back the last turn of a person: to before its tile was placed.
    pub fn undo_turn(&mut self) -> Result<usize, Refusal> {
        let placed = |&&i: &&usize| matches!(self.game.record()[i], Entry::Choice(Choice::Place(_), _));
        let own = self.own();
        let at = own.iter().rev().find(placed).copied();
        self.cut(at.ok_or_else(|| refuse!("no turn can be taken back"))?)
    }

    /// Does so many choices of persons again, with what the bots answered.
    pub fn redo(&mut self, times: usize) -> Result<usize, Refusal> {
        if self.undone.is_empty() {
            return Err(refuse!("nothing was taken back"));
        }
        let before = self.undone.len();
        for _ in 0..times.max(1) {
            self.redo_one()?;
            while self.undone.last().is_some_and(|(_, by_bot)| *by_bot) {
                self.redo_one()?;
            }
        }
        Ok(before - self.undone.len())
    }

    fn redo_one(&mut self) -> Result<(), Refusal> {
        if let Some((entry, by_bot)) = self.undone.pop() {
            self.game.enter(&entry)?;
            self.by_bot.push(by_bot);
        }
        Ok(())
    }

    /// Where in the record persons chose; all of it where there are only bots.
    fn own(&self) -> Vec<usize> {
        let all = 0..self.by_bot.len();
        let own: Vec<usize> = all.clone().filter(|&i| !self.by_bot[i]).collect();
        if own.is_empty() { all.collect() } else { own }
    }

    /// Goes back to so many lines of the record; the rest can be done again. The answer is how many lines that are.
    fn cut(&mut self, lines: usize) -> Result<usize, Refusal> {
        let game = self.game.after(lines)?;
        let entries = self.game.record()[lines..].iter().cloned().zip(self.by_bot.drain(lines..));
        let before = self.undone.len();
        self.undone.extend(entries.rev());
        self.game = game;
        Ok(self.undone.len() - before)
    }
}
