//! A game with what the prompt keeps beside it: which seats are bots, and what was undone. Knows no words.

use std::ops::Range;

use bastide_core::manifest::Recipe;
use bastide_core::script::trace;
use bastide_core::{Choice, Entry, Game, PlayerId, Unchosen, refuse};

use crate::bot::Spec;
use crate::game::assist::Assist;
use crate::game::debugger::Debugger;

/// A game with its seats and its undo history.
#[derive(Clone)]
pub struct Table {
    /// The game.
    pub game: Game,
    /// The recipe of its sets, as requested.
    pub recipe: Recipe,
    /// The bot on each seat; `None` for a person.
    pub seats: Vec<Option<Spec>>,
    /// How much help is shown.
    pub assist: Assist,
    /// What is shown of the calls of handlers, and where bots stop.
    pub debugger: Debugger,
    /// For each line of the record, who chose it and when.
    done: Vec<Done>,
    /// The undone lines; the next one to redo is last.
    undone: Vec<(Entry, Done)>,
}

/// Who chose a line of the record, when, and how long the log was before.
#[derive(Clone, Copy, Debug)]
struct Done {
    by_bot: bool,
    turn: u16,
    player: Option<PlayerId>,
    log: usize,
}

/// A choice that was made: by whom, its line of the record, and its events in the log.
#[derive(Clone, Debug)]
pub struct MadeChoice {
    /// The player who chose.
    pub player: PlayerId,
    /// The number of the turn.
    pub turn: u16,
    /// Its line of the record.
    pub entry: Entry,
    /// The events that it caused, up to the next choice.
    pub events: Range<usize>,
}

impl Table {
    /// A game that has just started.
    pub fn new(game: Game, recipe: Recipe, seats: Vec<Option<Spec>>) -> Table {
        Table {
            game,
            recipe,
            seats,
            assist: Assist::default(),
            debugger: Debugger::default(),
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The bot on a seat.
    pub fn bot_at(&self, PlayerId(seat): PlayerId) -> Option<&Spec> {
        self.seats.get(seat as usize)?.as_ref()
    }

    /// The bot whose decision it is.
    pub fn bot_to_decide(&self) -> Option<&Spec> {
        self.bot_at(self.game.decision()?.player())
    }

    /// Whether bots continue by themselves: not in a lab, and not if nobody is watching.
    pub fn goes_on(&self) -> bool {
        !self.game.setup().is_lab() && self.seats.iter().any(Option::is_none)
    }

    /// Chooses an option for the player who decides.
    pub fn choose(&mut self, choice: Choice) -> Result<(), Unchosen> {
        let done = self.next(self.bot_to_decide().is_some());
        self.watched(|game| game.choose(choice).map(drop))?;
        self.note(done);
        Ok(())
    }

    /// Runs a lab command.
    pub fn lab(&mut self, words: &[&str]) -> Result<(), Unchosen> {
        let done = Done { player: None, ..self.next(false) };
        self.watched(|game| game.lab(words))?;
        self.note(done);
        Ok(())
    }

    /// Plays, and notes which handlers are called if somebody looks.
    fn watched<T>(&mut self, play: impl FnOnce(&mut Game) -> T) -> T {
        if !self.debugger.is_on() {
            return play(&mut self.game);
        }
        let (done, calls) = trace::recorded(|| play(&mut self.game));
        self.debugger.note(calls);
        done
    }

    /// Who is about to choose, and when.
    fn next(&self, by_bot: bool) -> Done {
        let player = self.game.decision().map(|decision| decision.player());
        Done { by_bot, turn: self.game.state().turn.number, player, log: self.game.log().len() }
    }

    /// The choices since a line of the record.
    pub fn steps(&self, from: usize) -> Vec<MadeChoice> {
        let end = self.game.log().len();
        // A lab command may have restarted the log.
        let event = |at: usize| self.done.get(at).map_or(end, |done| done.log.min(end));
        let step = |at: usize| {
            let (done, entry) = (self.done.get(at)?, self.game.record().get(at)?.clone());
            let events = event(at)..event(at + 1).max(event(at));
            Some(MadeChoice { player: done.player?, turn: done.turn, entry, events })
        };
        (from..self.done.len()).filter_map(step).collect()
    }

    /// The choices since the last one of the person who decides, or of any person if a bot decides or nobody.
    pub fn steps_since_own(&self) -> Vec<MadeChoice> {
        let viewer =
            self.game.decision().map(|decision| decision.player()).filter(|player| self.bot_at(*player).is_none());
        let is_own = |done: &Done| !done.by_bot && (viewer.is_none() || done.player == viewer);
        self.steps(self.done.iter().rposition(is_own).map_or(0, |at| at + 1))
    }

    fn note(&mut self, done: Done) {
        self.done.push(done);
        self.undone.clear();
    }

    /// Undoes this many choices of people, and everything after them.
    pub fn undo(&mut self, times: usize) -> Result<usize, Unchosen> {
        let own = self.own();
        let at = own.len().checked_sub(times.max(1)).ok_or_else(|| match own.len() {
            0 => refuse!("nothing to undo"),
            1 => refuse!("only 1 choice can be undone"),
            n => refuse!("only {n} choices can be undone"),
        })?;
        self.cut(own[at])
    }

    /// Undoes the last turn of a person, to before its first tile was placed.
    pub fn undo_turn(&mut self) -> Result<usize, Unchosen> {
        let places =
            |i: &usize| matches!(&self.game.record()[*i], Entry::Choice(choice, _) if choice.place().is_some());
        let placed: Vec<usize> = self.own().into_iter().filter(places).collect();
        let turn = placed.last().map(|&i| self.done[i].turn);
        let at = placed.into_iter().find(|&i| Some(self.done[i].turn) == turn);
        self.cut(at.ok_or_else(|| refuse!("no turn to undo"))?)
    }

    /// Redoes this many choices of people, with the answers of the bots.
    pub fn redo(&mut self, times: usize) -> Result<usize, Unchosen> {
        if self.undone.is_empty() {
            return Err(refuse!("nothing to redo").into());
        }
        let before = self.undone.len();
        for _ in 0..times.max(1) {
            self.redo_one()?;
            while self.undone.last().is_some_and(|(_, done)| done.by_bot) {
                self.redo_one()?;
            }
        }
        Ok(before - self.undone.len())
    }

    fn redo_one(&mut self) -> Result<(), Unchosen> {
        if let Some((entry, done)) = self.undone.pop() {
            self.game.enter(&entry)?;
            self.done.push(done);
        }
        Ok(())
    }

    /// The game with everything redone.
    pub fn whole(&self) -> Result<Game, Unchosen> {
        let mut game = self.game.clone();
        self.undone.iter().rev().try_for_each(|(entry, _)| game.enter(entry))?;
        Ok(game)
    }

    /// The same seats and undo history for this game, whose record is the same but for internal numbers. `whole` is the
    /// game with everything redone that still can be.
    pub fn around(&self, game: Game, whole: &Game, recipe: Recipe) -> Table {
        let ahead = whole.record().iter().skip(game.record().len()).cloned();
        let mut undone: Vec<(Entry, Done)> =
            ahead.zip(self.undone.iter().rev()).map(|(entry, (_, done))| (entry, *done)).collect();
        undone.reverse();
        Table {
            game,
            recipe,
            seats: self.seats.clone(),
            assist: self.assist,
            debugger: self.debugger.clone(),
            done: self.done.clone(),
            undone,
        }
    }

    /// How many undone lines can be redone.
    pub fn ahead(&self) -> usize {
        self.undone.len()
    }

    /// The lines that people chose; all lines if there are only bots.
    fn own(&self) -> Vec<usize> {
        let all = 0..self.done.len();
        let own: Vec<usize> = all.clone().filter(|&i| !self.done[i].by_bot).collect();
        if own.is_empty() { all.collect() } else { own }
    }

    /// Goes back to this many lines of the record; the rest can be redone. Returns how many lines were undone.
    fn cut(&mut self, lines: usize) -> Result<usize, Unchosen> {
        let game = self.game.after(lines)?;
        let entries = self.game.record()[lines..].iter().cloned().zip(self.done.drain(lines..));
        let before = self.undone.len();
        self.undone.extend(entries.rev());
        self.game = game;
        Ok(self.undone.len() - before)
    }
}
