//! What lies before the script that is running: the table, taken from the game for the time of the call, what it is told, and
//! what it may edit. Outside a call the desk is empty.

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use mlua::{Error, Function, LightUserData, Result};

use super::datum::Recent;
use super::handle::{Handle, Kind, STAMP};
use super::hook::Context;
use super::looks::Seen;
use super::words::Words;
use crate::rules::manifest::OptionValue;
use crate::table::catalogue::{Catalogue, Line, VerbId};
use crate::table::choice::Choice;
use crate::table::fault::Risky;
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, PlayerId};
use crate::table::majority::Players;
use crate::table::moment::Moment;
use crate::table::rulebook::{Position, Printed, Rulebook, printed};
use crate::table::sheet::{ReasonId, Reasons, Sheet};
use crate::table::state::{About, Pending, State};
use crate::table::turn::{Causes, Rules};

/// A question that a handler asked.
#[derive(Debug, Default)]
pub(super) struct Question {
    pub player: Option<PlayerId>,
    pub options: Vec<Choice>,
    /// The places of the options in the script's own list, counted from 1; 0 for `pass`.
    pub picks: Vec<u16>,
    /// What it is about.
    pub about: Option<About>,
}

/// What is known while a handler runs.
#[derive(Debug, Default)]
pub(super) struct Task {
    /// What the handler was told.
    pub moment: Cell<Option<Moment>>,
    /// Answers that it has got already, and how many it has taken.
    pub answers: RefCell<Vec<u16>>,
    pub taken: Cell<usize>,
    /// What chance gave it already, and how much of that it has been given again.
    pub lots: RefCell<Vec<u32>>,
    pub lots_taken: Cell<usize>,
    /// Whether it can wait for an answer.
    pub waits: Cell<bool>,
    /// The question that it waits for.
    pub question: RefCell<Option<Question>>,
    /// What a handler that may ask will wait with, and whether the table has yet to be copied into it.
    pub begun: RefCell<Option<Box<Pending>>>,
    pub uncopied: Cell<bool>,
}

impl Task {
    /// What chance gave the handler in this place before, or else gives it now.
    pub fn keep_lot(&self, fresh: u32) -> u32 {
        let mut lots = self.lots.borrow_mut();
        let taken = self.lots_taken.replace(self.lots_taken.get() + 1);
        if taken == lots.len() {
            lots.push(fresh);
        }
        lots[taken]
    }
}

/// The scripts that a game is played with, as far as a running handler needs the others.
pub(super) trait InPlay {
    /// Notes the handlers that a moment gives reason to call.
    fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment);

    /// Whether anything happens when a word is chosen.
    fn handles(&self, verb: VerbId) -> bool;

    /// Strikes out candidates where the drawn tile may not lie.
    fn judge_places(&self, desk: &Desk) -> Result<()>;

    /// The rules as the turn loop asks them.
    fn book(self: Arc<Self>) -> Box<dyn Rulebook>;
}

/// The desk.
pub(super) struct Desk {
    pub catalogue: Arc<Catalogue>,
    pub options: BTreeMap<String, OptionValue>,
    pub players: Vec<String>,
    pub sets: Vec<String>,
    pub lab: bool,
    pub expansions: Vec<String>,
    pub reasons: Arc<Reasons>,
    pub state: RefCell<State>,
    pub sheet: RefCell<Sheet>,
    /// What each candidate or option was struck out for.
    pub vetoes: RefCell<Vec<Option<ReasonId>>>,
    /// Options that the running handler offers, and whether they leave the decision open.
    pub offers: RefCell<Vec<(Choice, bool)>>,
    /// What they look like.
    pub seen: RefCell<Seen>,
    /// Tables of what expansions remember that were read last.
    pub recent: Recent,
    /// The figure that is being weighed, and what it weighs by now.
    pub weighed: Cell<(FigureId, i32)>,
    /// The features whose winners are looked for, those who win by now, and those who may not.
    pub contested: RefCell<(Vec<FeatureId>, Players, Players)>,
    /// Why a figure leaves that stands without the follower it needs.
    pub alone: ReasonId,
    pub task: Task,
    pub context: Cell<Context>,
    /// Whether the running handler was called while another one runs.
    pub nested: Cell<bool>,
    /// The scripts that the game is played with; none while they are loaded.
    pub scripts: OnceCell<Weak<dyn InPlay>>,
    /// The expansion whose script runs, by its place among the scripts.
    pub running: Cell<u16>,
    /// The handlers that judge where a tile may lie, by their numbers, and whether they do so now.
    pub judges: RefCell<BTreeMap<u16, Function>>,
    pub judging: Cell<bool>,
}

impl Desk {
    pub fn words(&self) -> Words<'_> {
        Words { catalogue: &self.catalogue, options: &self.options, sets: &self.sets, reasons: &self.reasons }
    }

    /// The table, to be changed by the handler that runs.
    pub fn change(&self) -> RefMut<'_, State> {
        self.keep_start();
        self.state.borrow_mut()
    }

    /// Copies the table as it was when the handler began. This waits for the first change or question, because most handlers that
    /// may ask come to neither.
    pub fn keep_start(&self) {
        if !self.task.uncopied.replace(false) {
            return;
        }
        if let Some(begun) = &mut *self.task.begun.borrow_mut() {
            let mut state = self.state.borrow_mut();
            // The log only grows, so its length is enough to go back.
            let log = std::mem::take(&mut state.log);
            begun.start.clone_from(&state);
            state.log = log;
        }
    }

    /// An object for scripts.
    pub fn handle(&self, kind: Kind, index: u32) -> LightUserData {
        Handle { kind, index, stamp: self.state.borrow().stamp() & STAMP }.pack()
    }

    /// What a script's object stands for, if its turn is not over.
    pub fn open(&self, value: LightUserData) -> Result<(Kind, u32)> {
        let handle = Handle::unpack(value)?;
        let name = handle.kind.name();
        if self.context.get() == Context::Nothing {
            return Err(Error::runtime(format!("this {name} is used outside a hook")));
        }
        if handle.stamp != self.state.borrow().stamp() & STAMP {
            return Err(Error::runtime(format!("this {name} was kept after its turn was over")));
        }
        Ok((handle.kind, handle.index))
    }

    /// What a script's object stands for, if it is of one kind.
    pub fn open_as(&self, value: LightUserData, kind: Kind) -> Result<u32> {
        match self.open(value)? {
            (found, index) if found == kind => Ok(index),
            (found, _) => {
                let why = format!("a {} is wanted, not a {}", kind.name(), found.name());
                Err(Error::BadArgument { to: None, pos: 0, name: None, cause: Error::runtime(why).into() })
            }
        }
    }

    /// Refuses what only some hooks may do.
    pub fn may(&self, wanted: Context, what: &str) -> Result<()> {
        if self.context.get() == wanted {
            return Ok(());
        }
        let why = match (wanted, self.context.get()) {
            (Context::Action, Context::Pure) => "hooks that answer may only read",
            (Context::Action, Context::Fold) => "hooks that count may only edit what they count",
            _ => "it belongs to another hook",
        };
        Err(Error::runtime(format!("`{what}` is not possible here: {why}")))
    }

    /// A number for what the running handler is told, so that what was kept of an earlier call is known as such.
    pub fn serial(&self) -> u32 {
        self.state.borrow().log.len() as u32
    }

    /// How many of what a line counts the feature on the desk has.
    pub fn count(&self, sheet: &Sheet, line: Line) -> u16 {
        let state = self.state.borrow();
        let position = Position { catalogue: &self.catalogue, state: &state };
        sheet.count_of(line).unwrap_or_else(|| printed::count(position, sheet.feature, line))
    }

    /// The scripts that the game is played with.
    pub fn in_play(&self) -> Option<Arc<dyn InPlay>> {
        self.scripts.get().and_then(Weak::upgrade)
    }

    /// Whether anything happens when a word is chosen.
    pub fn is_handled(&self, verb: VerbId) -> bool {
        self.in_play().is_none_or(|scripts| scripts.handles(verb))
    }

    /// What is said of a word that is offered though nothing happens when it is chosen.
    pub fn unhandled(&self, verb: VerbId) -> String {
        let name = &self.catalogue.verbs[verb.0 as usize].name;
        format!("`{name}` is offered, but no set in play has `verbs.{name}`: nothing would happen")
    }

    /// Notes the handlers that a moment gives reason to call.
    pub fn tell(&self, state: &mut State, moment: Moment) {
        if let Some(scripts) = self.in_play() {
            scripts.tell(&self.catalogue, state, moment);
        }
    }

    /// The rules as the turn loop has them, for handlers that make the table count something.
    fn rules(&self) -> Rules {
        let book = self.in_play().map_or_else(|| Box::new(Printed) as Box<dyn Rulebook>, InPlay::book);
        let causes = Causes { deploy: self.reasons.id("deploy"), score: self.reasons.id("score") };
        Rules { catalogue: self.catalogue.clone(), heard: book.heard(), book, causes }
    }

    /// Lets the table count something in the middle of a handler: others may be called for it, and then the handler goes on as
    /// before. What goes wrong in them is their fault.
    pub fn count_on_table<T>(&self, work: impl FnOnce(&mut State, &Rules) -> Risky<T>) -> Result<T> {
        let (rules, running) = (self.rules(), self.running.get());
        self.keep_start();
        let mut state = self.state.take();
        let done = work(&mut state, &rules);
        self.state.replace(state);
        self.running.set(running);
        done.map_err(|fault| Error::external(*fault))
    }

    /// A number by chance, below a bound. What the handler was given before its question it is given again when it is run again:
    /// players have seen it, whatever was mixed since. The generator takes its step all the same.
    pub fn draw_lot(&self, bound: u32) -> u32 {
        let mut state = self.change();
        let fresh = state.chance.below(bound);
        self.task.keep_lot(fresh).min(bound - 1)
    }

    /// The number of a reason, with the expansion that gives it.
    pub fn reason(&self, why: &str) -> Result<ReasonId> {
        self.reason_of(why, self.expansions.get(self.running.get() as usize).map_or("", String::as_str))
    }

    /// The number of a reason that an expansion gives, or of a cause, which is nobody's.
    pub fn reason_of(&self, why: &str, expansion: &str) -> Result<ReasonId> {
        let full = || Error::runtime(format!("scripts can give at most {} different reasons", Reasons::MAX));
        self.reasons.id_of(why, expansion).ok_or_else(full)
    }
}
