//! What the running script can see and change: the table, which the game lends for the duration of the call, what the
//! script is called for, and what it may edit. Outside a call the desk is empty.

use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::sync::{Arc, Weak};

use mlua::{Error, Function, LightUserData, Result};

use super::alike::Seen;
use super::datum::Recent;
use super::handle::{Handle, ObjectKind, STAMP};
use super::hook::{Context, Named};
use super::reads::{Done, Reads};
use super::texts::{KnownReasons, Texts};
use super::words::Words;
use crate::rules::manifest::OptionValue;
use crate::table::catalogue::{Catalogue, Line, VerbId};
use crate::table::choice::Choice;
use crate::table::fault::FaultResult;
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, PlayerId};
use crate::table::majority::Players;
use crate::table::moment::Moment;
use crate::table::rulebook::{Position, Printed, Rulebook, printed};
use crate::table::sheet::{ReasonId, Reasons, Sheet};
use crate::table::state::{Pending, State, Topic};
use crate::table::turn::{Causes, Rules};

/// A question that a handler asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Question {
    pub player: Option<PlayerId>,
    pub options: Vec<Choice>,
    /// The indexes of the options in the script's own list, counted from 1; 0 for `pass`.
    pub picks: Vec<u16>,
    /// What choosing each option brings; empty if the script says nothing.
    pub labels: Vec<Option<ReasonId>>,
    /// What it says of itself.
    pub topic: Topic,
}

/// The progress of the running handler.
#[derive(Debug, Default)]
pub(super) struct Task {
    /// The moment that the handler was called for.
    pub moment: Cell<Option<Moment>>,
    /// The answers so far, and how many of them this run has used.
    pub answers: RefCell<Vec<u16>>,
    pub taken: Cell<usize>,
    /// The random results so far, and how many of them this run has used.
    pub lots: RefCell<Vec<u32>>,
    pub lots_taken: Cell<usize>,
    /// Whether it can wait for an answer.
    pub waits: Cell<bool>,
    /// The question that it is waiting on.
    pub question: RefCell<Option<Question>>,
    /// What is kept if the handler asks, and whether the table still has to be copied into it.
    pub begun: RefCell<Option<Box<Pending>>>,
    pub uncopied: Cell<bool>,
}

impl Task {
    /// Returns the random result that the handler got here in an earlier run, or else keeps and returns the fresh one.
    pub fn keep_lot(&self, fresh: u32) -> u32 {
        let mut lots = self.lots.borrow_mut();
        let taken = self.lots_taken.replace(self.lots_taken.get() + 1);
        if taken == lots.len() {
            lots.push(fresh);
        }
        lots[taken]
    }
}

/// What a running handler needs from the scripts of the game. A trait, because the scripts in turn need the desk.
pub(super) trait InPlay {
    /// Queues calls of the handlers that a moment concerns.
    fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment);

    /// Whether any script handles a verb.
    fn handles(&self, verb: VerbId) -> bool;

    /// Notes what decides, besides a feature, which handlers of some hooks are asked about it.
    fn note_asked(&self, desk: &Desk, hooks: &[Named], feature: FeatureId);

    /// Strikes out the candidates where the drawn tile cannot be placed.
    fn judge_places(&self, desk: &Desk) -> Result<()>;

    /// Returns which of these deployments rules allow.
    fn judge_deployments(&self, desk: &Desk, choices: Vec<Choice>) -> Result<Vec<Choice>>;

    /// Returns why rules do not let a figure move for a cause; `None` if they do.
    fn judge_move(&self, desk: &Desk, figure: FigureId, cause: ReasonId) -> Result<Option<ReasonId>>;

    /// Returns the rulebook that the turn loop asks.
    fn book(self: Arc<Self>) -> Box<dyn Rulebook>;
}

/// What the running script can see and change.
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
    /// What the running handler has read, if its answer may be kept.
    pub reads: Reads,
    /// The reason why each candidate was struck out, if it was.
    pub vetoes: RefCell<Vec<Option<ReasonId>>>,
    /// The options that scripts offer for the decision, and whether they leave it open.
    pub offers: RefCell<Vec<(Choice, bool)>>,
    /// How these options print, to find duplicates.
    pub seen: RefCell<Seen>,
    /// The remembered tables that were read last.
    pub recent: Recent,
    /// Names that were given before.
    pub texts: Texts,
    /// Reasons that scripts gave before.
    pub known_reasons: KnownReasons,
    /// The figure that is being weighed, and its weight so far.
    pub weighed: Cell<(FigureId, i32)>,
    /// The features whose winners are being determined, the winners so far, and the players who are excluded.
    pub contested: RefCell<(Vec<FeatureId>, Players, Players)>,
    /// The reason for a figure that leaves because the follower it needs is gone.
    pub alone: ReasonId,
    /// The reasons that the table itself gives.
    pub causes: Causes,
    pub task: Task,
    pub context: Cell<Context>,
    /// Whether the handler was called while another one was running.
    pub nested: Cell<bool>,
    /// The scripts of the game; not set while they are being loaded.
    pub scripts: OnceCell<Weak<dyn InPlay>>,
    /// The index of the script that is running.
    pub running: Cell<u16>,
    /// How often handlers did something: acted, edited, offered or struck out.
    pub acts: Cell<u64>,
    /// The `can_place` handlers by their numbers, and whether `game:fits` is asking them.
    pub judges: RefCell<BTreeMap<u16, Function>>,
    pub judging: Cell<bool>,
    /// Why the figure moves that handlers of `can_move` are asked about, unless it is deployed.
    pub moving: Cell<Option<ReasonId>>,
    /// Whether handlers of `can_move` are being asked by a script.
    pub judging_moves: Cell<bool>,
    /// Whether `feature:leaders` is asking for weights and winners.
    pub leading: Cell<bool>,
}

impl Desk {
    pub fn words(&self) -> Words<'_> {
        Words { catalogue: &self.catalogue, options: &self.options, sets: &self.sets, reasons: &self.reasons }
    }

    /// Notes that the running handler does something.
    pub fn note_act(&self) {
        self.acts.set(self.acts.get() + 1);
    }

    /// Borrows the table so that the running handler can change it.
    pub fn change(&self) -> RefMut<'_, State> {
        self.reads.note_more();
        self.keep_start();
        self.state.borrow_mut()
    }

    /// Gives points to a player.
    pub fn award(&self, player: PlayerId, points: i32, why: ReasonId) {
        self.change_by(Done::Award((player, points, why))).award(player, points, why);
    }

    /// Borrows the table for a change that can be repeated.
    pub fn change_by(&self, done: Done) -> RefMut<'_, State> {
        self.reads.note_done(done);
        self.keep_start();
        self.state.borrow_mut()
    }

    /// Copies the table as it was when the handler began. This is put off until the first change or question, because
    /// most handlers that may ask do neither.
    pub fn keep_start(&self) {
        if !self.task.uncopied.replace(false) {
            return;
        }
        if let Some(begun) = &mut *self.task.begun.borrow_mut() {
            begun.keep(&mut self.state.borrow_mut());
        }
    }

    /// Returns an object for scripts.
    pub fn handle(&self, kind: ObjectKind, index: u32) -> LightUserData {
        Handle { kind, index, stamp: self.state.borrow().stamp() & STAMP }.pack()
    }

    /// Returns what a script's object stands for. Fails outside a hook, and if the object's turn is over.
    pub fn open(&self, value: LightUserData) -> Result<(ObjectKind, u32)> {
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

    /// Returns the index of a script's object. Fails if it is not of this kind.
    pub fn open_as(&self, value: LightUserData, kind: ObjectKind) -> Result<u32> {
        match self.open(value)? {
            (found, index) if found == kind => Ok(index),
            (found, _) => {
                let why = format!("expected {}, got {}", kind.one(), found.one());
                Err(Error::BadArgument { to: None, pos: 0, name: None, cause: Error::runtime(why).into() })
            }
        }
    }

    /// Fails if the running hook is not allowed to do this.
    pub fn may(&self, wanted: Context, what: &str) -> Result<()> {
        if self.context.get() == wanted {
            return Ok(());
        }
        let why = match (wanted, self.context.get()) {
            (Context::Action, Context::Pure) => {
                "hooks that answer may only read; do it in a hook that acts, like `on_place`"
            }
            (Context::Action, Context::Fold) => {
                "hooks that count may only edit what they count; do it in a hook that acts, like `on_scored`"
            }
            _ => "it belongs to another hook",
        };
        Err(Error::runtime(format!("`{what}` is not possible here: {why}")))
    }

    /// Returns the length of the log. Objects of a call carry it as their index, so that one kept from an earlier call
    /// is recognized.
    pub fn serial(&self) -> u32 {
        self.state.borrow().log.len() as u32
    }

    /// Returns how many of what a line counts the sheet's feature has.
    pub fn count(&self, sheet: &Sheet, line: Line) -> u16 {
        let state = self.state.borrow();
        let position = Position { catalogue: &self.catalogue, state: &state };
        sheet.count_of(line).unwrap_or_else(|| {
            if matches!(line, Line::Neighbour | Line::Kind(_)) {
                self.reads.note_more();
            }
            printed::count(position, sheet.feature, line)
        })
    }

    /// Notes what decides, besides a feature, which handlers of some hooks are asked about it.
    pub fn note_asked(&self, hooks: &[Named], feature: FeatureId) {
        if let Some(scripts) = self.in_play().filter(|_| self.reads.is_on()) {
            scripts.note_asked(self, hooks, feature);
        }
    }

    /// Returns the scripts of the game.
    pub fn in_play(&self) -> Option<Arc<dyn InPlay>> {
        self.scripts.get().and_then(Weak::upgrade)
    }

    /// Whether any script handles a verb. True if no scripts are in play yet.
    pub fn is_handled(&self, verb: VerbId) -> bool {
        self.in_play().is_none_or(|scripts| scripts.handles(verb))
    }

    /// Returns the message about a verb that is offered although no script handles it.
    pub fn unhandled(&self, verb: VerbId) -> String {
        let name = &self.catalogue.verbs[verb.0 as usize].name;
        format!("`{name}` is offered, but no set in play has `verbs.{name}`: nothing would happen")
    }

    /// Returns why rules do not let a figure move for a cause. The table's own causes are not judged.
    pub fn veto(&self, figure: FigureId, cause: ReasonId) -> Result<Option<ReasonId>> {
        let Causes { deploy, score } = self.causes;
        match self.in_play() {
            Some(scripts) if ![self.alone, score, deploy].contains(&cause) => {
                self.asking_movers(|| scripts.judge_move(self, figure, cause))
            }
            _ => Ok(None),
        }
    }

    /// Asks handlers of `can_move`. They cannot ask for the same themselves: that would never end.
    pub fn asking_movers<T>(&self, ask: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.judging_moves.replace(true) {
            return Err(Error::runtime("this is not possible in `can_move`, which it would ask itself"));
        }
        let answer = ask();
        self.judging_moves.set(false);
        answer
    }

    /// Queues calls of the handlers that a moment concerns.
    pub fn tell(&self, state: &mut State, moment: Moment) {
        if let Some(scripts) = self.in_play() {
            scripts.tell(&self.catalogue, state, moment);
        }
    }

    /// Returns the rules as the turn loop has them, for handlers that let the table count something.
    fn rules(&self) -> Rules {
        let book = self.in_play().map_or_else(|| Box::new(Printed) as Box<dyn Rulebook>, InPlay::book);
        Rules { catalogue: self.catalogue.clone(), heard: book.heard(), book, causes: self.causes }
    }

    /// Lets the table count something in the middle of a handler. Other handlers may be called for it, and their errors
    /// are reported as their own. Then the handler continues as before.
    pub fn count_on_table<T>(&self, work: impl FnOnce(&mut State, &Rules) -> FaultResult<T>) -> Result<T> {
        let (rules, running) = (self.rules(), self.running.get());
        self.keep_start();
        let mut state = self.state.take();
        let done = work(&mut state, &rules);
        self.state.replace(state);
        self.running.set(running);
        done.map_err(|fault| Error::external(*fault))
    }

    /// Returns a random number below a bound. A handler that is run again gets the results from before its question
    /// again, even after a reshuffle, because players have seen them. The generator advances in any case.
    pub fn draw_lot(&self, bound: u32) -> u32 {
        let mut state = self.change();
        let fresh = state.chance.below(bound);
        self.task.keep_lot(fresh).min(bound - 1)
    }

    /// Returns the number of a reason that the running script gives.
    pub fn reason(&self, why: &str) -> Result<ReasonId> {
        self.reason_of(why, self.running_expansion())
    }

    /// Returns the expansion whose script is running.
    pub fn running_expansion(&self) -> &str {
        self.expansions.get(self.running.get() as usize).map_or("", String::as_str)
    }

    /// Returns the number of a reason that an expansion gives, or of a cause, which belongs to no expansion.
    pub fn reason_of(&self, why: &str, expansion: &str) -> Result<ReasonId> {
        let full = || Error::runtime(format!("scripts can give at most {} different reasons", Reasons::MAX));
        self.reasons.id_of(why, expansion).ok_or_else(full)
    }
}
