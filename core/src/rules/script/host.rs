//! One thread's Lua with the modules loaded: lends the table to a handler, calls it, and takes the table back.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::thread::ThreadStatus;
use mlua::{Error, FromLuaMulti, Function, IntoLuaMulti, LightUserData, Lua, Table, Thread, Value};

use super::coverage::Chunks;
use super::datum::Recent;
use super::desk::{Desk, Question};
use super::handle::ObjectKind;
use super::hook::{Context, Hook, Named};
use super::module::{Loaded, Modules};
use super::objects::{give_objects, random};
use super::reads::Reads;
use super::reckoned::Reckoned;
use super::runs::Runs;
use super::scripts::{Read, Scripts};
use super::source::{Setting, Source};
use super::subscription::{Subscription, Subscriptions};
use super::texts::{KnownReasons, Texts};
use super::trace::Answering;
use super::{asking, profile, report, sandbox};
use crate::table::fault::{Fault, FaultResult};
use crate::table::leash;
use crate::table::moment::{Call, Moment};
use crate::table::rulebook::{Position, Progress};
use crate::table::sheet::Sheet;
use crate::table::state::{Pending, Phase, State};
use crate::table::turn::Causes;

/// One thread's Lua with the modules loaded.
pub(super) struct Host {
    /// What was run, if coverage is counted. Before the Lua, because it is dropped before it.
    _chunks: Chunks,
    lua: Lua,
    meter: sandbox::Meter,
    pub desk: Rc<Desk>,
    functions: Vec<Function>,
    /// The coroutine that waits for an answer, with the ticket of its question and the index of the script that was
    /// running. It is resumed if the answer carries the same ticket; otherwise the handler is run again.
    waiting: RefCell<Option<(u64, Thread, u16)>>,
    /// The `Pending` of a handler that is done, kept for reuse.
    spare: RefCell<Option<Box<Pending>>>,
    /// An empty table, for a `Pending` that holds none.
    nothing: Arc<State>,
    /// A coroutine that is done, kept for reuse.
    resting: RefCell<Option<Thread>>,
    /// Sheets of imagined ends.
    pub reckoned: RefCell<Reckoned>,
    /// What handlers that may ask did in copies that look ahead.
    pub runs: RefCell<Runs>,
}

/// The answers so far, and the random results from before the question.
type Known = (Vec<u16>, Vec<u32>);

impl Host {
    pub fn new(sources: &[Source], setting: &Setting) -> Loaded<(Host, Read)> {
        let outside = |error: Error| report::fault(None, "load", &error);
        Chunks::forget();
        let (lua, meter, waiting) = sandbox::new().map_err(outside)?;
        let desk = Rc::new(Desk::new(sources, setting));
        let rules = give_objects(&lua, &desk, waiting).map_err(outside)?;
        sandbox::seal(&lua, &meter).map_err(outside)?;
        let random = random(&lua, &desk).map_err(outside)?;
        let mut modules = Modules::default();
        for (i, source) in sources.iter().enumerate() {
            meter.reset(0);
            modules.load(&lua, source, i as u16, &desk, random.clone())?;
        }
        modules.place_phases(sources)?;
        modules.check_offers(sources, &desk)?;
        for (name, rule) in modules.settle_rules(sources)? {
            let entry = lua.create_table().map_err(outside)?;
            entry.raw_set("source", rule.source).map_err(outside)?;
            entry.raw_set("run", rule.run).map_err(outside)?;
            rules.raw_set(name, entry).map_err(outside)?;
        }
        let (subscriptions, functions): (Vec<Subscription>, Vec<Function>) = modules.handlers.into_iter().unzip();
        let judges = (0..)
            .zip(subscriptions.iter().zip(&functions))
            .filter(|(_, (it, _))| matches!(it.hook, Hook::Named(Named::CanPlace | Named::CanMove)));
        *desk.judges.borrow_mut() = judges.map(|(number, (_, run))| (number, run.clone())).collect();
        let Modules { offers, restraints, sitings, replaced, .. } = modules;
        let asks = asking::find(sources, &functions);
        let subscriptions = Subscriptions::new(subscriptions);
        let read = Read { subscriptions, asks, offers, restraints, sitings, replaced };
        Ok((
            Host {
                _chunks: Chunks::take(),
                lua,
                meter,
                desk,
                functions,
                waiting: RefCell::default(),
                spare: RefCell::default(),
                nothing: Arc::default(),
                reckoned: RefCell::default(),
                runs: RefCell::default(),
                resting: RefCell::default(),
            },
            read,
        ))
    }

    /// Turns typed code into a function while the table is on the desk. The function sees what modules see, the game as
    /// `game`, and what `prepare` adds to its environment.
    pub fn prepared(&self, prepare: impl FnOnce(&Lua, &Table) -> mlua::Result<Function>) -> mlua::Result<Function> {
        self.meter.reset(0);
        let environment = sandbox::environment(&self.lua, random(&self.lua, &self.desk)?)?;
        environment.raw_set("game", self.object(ObjectKind::Game, 0))?;
        let run = prepare(&self.lua, &environment)?;
        run.set_environment(environment)?;
        Ok(run)
    }

    /// Puts the table on the desk for the duration of a call.
    pub fn lend<T>(&self, state: &mut State, context: Context, work: impl FnOnce(&Host) -> T) -> T {
        std::mem::swap(state, &mut self.desk.state.borrow_mut());
        let outer = self.desk.context.replace(context);
        let before = self.desk.nested.replace(outer != Context::Nothing);
        let done = work(self);
        self.desk.context.set(outer);
        self.desk.nested.set(before);
        std::mem::swap(state, &mut self.desk.state.borrow_mut());
        done
    }

    /// Like [`Host::lend`], with a sheet that the call can edit.
    pub fn lend_sheet<T>(&self, state: &mut State, sheet: &mut Sheet, work: impl FnOnce(&Host) -> T) -> T {
        std::mem::swap(sheet, &mut self.desk.sheet.borrow_mut());
        let done = self.lend(state, Context::Fold, work);
        std::mem::swap(sheet, &mut self.desk.sheet.borrow_mut());
        done
    }

    /// Lets handlers of `on_score` edit a sheet. Returns the steps that they took.
    pub fn score(&self, scripts: &Scripts, state: &mut State, sheet: &mut Sheet, called: &[usize]) -> FaultResult<u64> {
        self.lend_sheet(state, sheet, |host| {
            let (score, mut steps) = (host.object(ObjectKind::Score, host.desk.serial()), 0);
            for &handler in called {
                host.call::<()>(scripts, handler, score)?;
                steps += host.meter.steps();
            }
            Ok(steps)
        })
    }

    /// Returns the steps of the last handler.
    pub fn steps(&self) -> u64 {
        self.meter.steps()
    }

    /// Returns an object for the handler.
    pub fn object(&self, kind: ObjectKind, index: u32) -> LightUserData {
        self.desk.handle(kind, index)
    }

    /// Calls a handler that does not ask, while the table is on the desk.
    pub fn call<R: FromLuaMulti>(&self, scripts: &Scripts, handler: usize, args: impl IntoLuaMulti) -> FaultResult<R> {
        self.refill();
        let answering = Answering::begin(&self.desk, scripts, handler);
        let answer = self.call_on(scripts, handler, args);
        answering.end(&self.desk, scripts, handler, answer.is_err());
        answer
    }

    /// Gives the next handler a full budget, unless it is called while another one runs: then it shares the budget of
    /// that one.
    fn refill(&self) {
        if !self.desk.nested.get() {
            self.meter.reset(0);
        }
    }

    /// Like [`Host::call`], if the meter was already reset before the arguments were made.
    fn call_on<R: FromLuaMulti>(&self, scripts: &Scripts, handler: usize, args: impl IntoLuaMulti) -> FaultResult<R> {
        self.desk.running.set(scripts.read.subscriptions[handler].source);
        let answer = self.counted(scripts, handler, || self.functions[handler].call::<R>(args));
        answer.map_err(|error| self.fault(scripts, handler, &error))
    }

    /// Runs a call of a handler, and counts it: how long it took, and whether it did anything.
    fn counted<T>(&self, scripts: &Scripts, handler: usize, work: impl FnOnce() -> T) -> T {
        let before = self.desk.acts.get();
        let done = scripts.profile.count(handler, work);
        if self.desk.acts.get() != before {
            profile::note_fired(scripts.read.subscriptions[handler].source);
        }
        done
    }

    /// Returns the fault for an error of a handler.
    pub fn fault(&self, scripts: &Scripts, handler: usize, error: &Error) -> Box<Fault> {
        let subscription = &scripts.read.subscriptions[handler];
        let source = scripts.sources.get(subscription.source as usize);
        let mut fault = report::fault(source, &subscription.name, error);
        if let (0, Some(source)) = (fault.line, source) {
            fault.line = self.functions[handler].info().line_defined.unwrap_or(0);
            fault.source = source.text.lines().nth(fault.line.saturating_sub(1)).unwrap_or("").trim_end().into();
        }
        fault.turn = self.desk.state.borrow().turn.number;
        // Whatever this handler used up, the next one starts with free memory and a full budget.
        self.refill();
        fault
    }

    /// Returns a fault about the call of a handler, rather than about what it did.
    pub fn complain(&self, scripts: &Scripts, handler: usize, turn: u16, message: &str) -> Box<Fault> {
        let subscription = &scripts.read.subscriptions[handler];
        let source = &scripts.sources[subscription.source as usize];
        let mut fault = report::complain(source, &subscription.name, Some(&self.functions[handler]), message);
        fault.turn = turn;
        fault
    }

    /// Runs a handler that acts, from its beginning.
    pub fn run(&self, scripts: &Scripts, state: &mut State, call: Call) -> FaultResult<Progress> {
        self.run_with(scripts, state, call, (Vec::new(), Vec::new()))
    }

    /// Like [`Host::run`], with the answers and random results that are already known.
    fn run_with(&self, scripts: &Scripts, state: &mut State, call: Call, known: Known) -> FaultResult<Progress> {
        let handler = call.handler as usize;
        if state.turn.imagined || !scripts.read.asks[handler] {
            return self.run_through(scripts, state, call);
        }
        if !self.may_know(state, call, &known) {
            return self.run_as_coroutine(scripts, state, call, known);
        }
        if let Some(progress) = self.repeat(scripts, state, call, &known.0) {
            return Ok(progress);
        }
        let answers = known.0.clone();
        self.desk.reads.begin();
        let progress = self.run_as_coroutine(scripts, state, call, known);
        self.keep_run(state, (call, &answers), progress.as_ref().ok());
        progress
    }

    /// Whether it may be known what a handler will do: somebody looks ahead, and chance has no part in it.
    fn may_know(&self, state: &State, call: Call, (answers, lots): &Known) -> bool {
        state.turn.looks_ahead && lots.is_empty() && self.runs.borrow().may_know(call.handler, answers)
    }

    /// Does what a handler did before where everything that it read was the same.
    fn repeat(&self, scripts: &Scripts, state: &mut State, call: Call, answers: &[u16]) -> Option<Progress> {
        let (runs, catalogue) = (self.runs.borrow(), &self.desk.catalogue);
        let (run, steps) = runs.recall(Position { catalogue, state }, call, answers)?;
        scripts.profile.count_known(call.handler as usize);
        leash::count(steps);
        let mut pending = None;
        if run.question.is_some() {
            let mut begun = self.blank(state);
            begun.answers.clear();
            begun.answers.extend_from_slice(answers);
            begun.lots.clear();
            (begun.call, begun.log, begun.steps) = (call, state.log.len(), steps);
            begun.keep(state);
            pending = Some(begun);
        }
        run.repeat(catalogue, &scripts.read.subscriptions, self.desk.alone, state);
        match (pending, run.question.clone()) {
            (Some(pending), Some(question)) => {
                open(state, pending, question);
                Some(Progress::Asked)
            }
            _ => Some(Progress::Done),
        }
    }

    /// Keeps what a handler did, if everything that it read is known.
    fn keep_run(&self, state: &State, (call, answers): (Call, &[u16]), progress: Option<&Progress>) {
        let (Some((reads, done)), Some(_)) = (self.desk.reads.end_run(), progress) else {
            return self.runs.borrow_mut().note(call.handler, answers, false);
        };
        let question = state.pending.as_ref().map(|pending| Question {
            player: state.turn.asked,
            options: state.options.clone(),
            picks: pending.picks.clone(),
            labels: pending.labels.clone(),
            topic: pending.topic,
        });
        let spare = self.spare.borrow();
        let start = match (&state.pending, &*spare) {
            (Some(pending), _) => &pending.start,
            (None, Some(ended)) if !done.is_empty() => &ended.start,
            _ => state,
        };
        let start = Position { catalogue: &self.desk.catalogue, state: start };
        self.runs.borrow_mut().keep(start, (call, answers), (reads, done), question, self.meter.steps());
    }

    /// Returns a `Pending` to fill in, with the memory of one that is done.
    fn blank(&self, state: &mut State) -> Box<Pending> {
        state.scratch.waited.take().or_else(|| self.spare.take()).unwrap_or_default()
    }

    fn run_as_coroutine(
        &self,
        scripts: &Scripts,
        state: &mut State,
        call: Call,
        known: Known,
    ) -> FaultResult<Progress> {
        let handler = call.handler as usize;
        self.meter.reset(0);
        let thread = self.thread(&self.functions[handler]).map_err(|error| self.fault(scripts, handler, &error))?;
        self.begin(scripts, call, known.clone());
        let mut pending = self.blank(state);
        (pending.answers, pending.lots) = known;
        (pending.call, pending.log) = (call, state.log.len());
        self.desk.task.uncopied.set(true);
        self.go_on(scripts, state, pending, thread, None)
    }

    /// Returns a coroutine for a handler. Reuses one that is done, if there is one.
    fn thread(&self, run: &Function) -> mlua::Result<Thread> {
        match self.resting.take() {
            Some(thread) => thread.reset(run.clone()).map(|()| thread),
            None => self.lua.create_thread(run.clone()),
        }
    }

    /// Runs a handler without a coroutine, either because it never asks, or because nobody is asked in an imagined end.
    fn run_through(&self, scripts: &Scripts, state: &mut State, call: Call) -> FaultResult<Progress> {
        let handler = call.handler as usize;
        self.begin(scripts, call, Known::default());
        self.desk.task.waits.set(false);
        self.meter.reset(0);
        let done: FaultResult<()> = self.lend(state, Context::Action, |host| {
            let args = host.arguments(scripts, call).map_err(|error| host.fault(scripts, handler, &error))?;
            host.call_on(scripts, handler, args)
        });
        done.map(|()| Progress::Done)
    }

    fn begin(&self, scripts: &Scripts, call: Call, (answers, lots): Known) {
        let task = &self.desk.task;
        task.moment.set(Some(call.moment));
        *task.answers.borrow_mut() = answers;
        task.taken.set(0);
        *task.lots.borrow_mut() = lots;
        task.lots_taken.set(0);
        task.waits.set(true);
        *task.question.borrow_mut() = None;
        self.desk.running.set(scripts.read.subscriptions[call.handler as usize].source);
    }

    /// Continues a handler that asked. `option` is the index of the answer among the options.
    pub fn answer(&self, scripts: &Scripts, state: &mut State, option: u16) -> FaultResult<Progress> {
        let Some(mut pending) = state.pending.take() else { return Ok(Progress::Done) };
        state.turn.asked = None;
        let pick = pending.picks.get(option as usize).copied().unwrap_or(0);
        pending.answers.push(pick);
        let waiting = self.waiting.borrow_mut().take();
        let known = (std::mem::take(&mut pending.answers), std::mem::take(&mut pending.lots));
        let waiting = waiting.filter(|_| !self.may_know(state, pending.call, &known));
        if let Some((_, thread, running)) = waiting.filter(|(ticket, ..)| *ticket == pending.ticket) {
            (pending.answers, pending.lots) = known.clone();
            self.begin(scripts, pending.call, known);
            self.desk.running.set(running);
            self.desk.task.taken.set(pending.answers.len());
            self.desk.task.lots_taken.set(pending.lots.len());
            self.meter.reset(pending.steps);
            return self.go_on(scripts, state, pending, thread, Some(pick));
        }
        let call = go_back(state, &mut pending, &self.nothing);
        self.spare.replace(Some(pending));
        self.run_with(scripts, state, call, known)
    }

    /// Lets a handler run until it is done or asks.
    fn go_on(
        &self,
        scripts: &Scripts,
        state: &mut State,
        pending: Box<Pending>,
        thread: Thread,
        answer: Option<u16>,
    ) -> FaultResult<Progress> {
        let (call, task) = (pending.call, &self.desk.task);
        let handler = call.handler as usize;
        task.begun.replace(Some(pending));
        let asked: FaultResult<Option<Question>> = self.lend(state, Context::Action, |host| {
            let fault = |error: Error| host.fault(scripts, handler, &error);
            let resumed = host.counted(scripts, handler, || match answer {
                Some(pick) => thread.resume::<Value>(pick),
                None => thread.resume::<Value>(host.arguments(scripts, call)?),
            });
            resumed.map_err(fault)?;
            let question = task.question.borrow_mut().take();
            let question = question.filter(|_| thread.status() == ThreadStatus::Resumable);
            if question.is_some() {
                host.desk.keep_start();
            }
            Ok(question)
        });
        let is_copied = !task.uncopied.replace(false);
        let mut pending = task.begun.take().unwrap_or_default();
        let Some(question) = asked? else {
            if is_copied {
                state.turn.phase = pending.start.turn.phase;
            }
            self.spare.replace(Some(pending));
            self.resting.replace(Some(thread));
            return Ok(Progress::Done);
        };
        pending.steps = self.meter.steps();
        pending.lots.clone_from(&task.lots.borrow());
        let ticket = open(state, pending, question);
        *self.waiting.borrow_mut() = Some((ticket, thread, self.desk.running.get()));
        Ok(Progress::Asked)
    }

    /// Returns the arguments of a handler: the event, or the game and the target of the verb.
    fn arguments(&self, scripts: &Scripts, call: Call) -> mlua::Result<(LightUserData, Value)> {
        let game = || self.object(ObjectKind::Game, 0);
        Ok(match (scripts.read.subscriptions[call.handler as usize].hook, call.moment) {
            (Hook::Verb(_), Moment::Verb(_, target)) => (game(), self.desk.target_value(&self.lua, target)?),
            (Hook::Phase(_) | Hook::Rule(_), _) => (game(), Value::Nil),
            _ => (self.object(ObjectKind::Event, self.desk.serial()), Value::Nil),
        })
    }
}

/// Opens the decision that a handler asks for. Returns the ticket of its question.
fn open(state: &mut State, mut pending: Box<Pending>, question: Question) -> u64 {
    static TICKETS: AtomicU64 = AtomicU64::new(1);
    let ticket = TICKETS.fetch_add(1, Ordering::Relaxed);
    pending.ticket = ticket;
    (pending.picks, pending.labels, pending.topic) = (question.picks, question.labels, question.topic);
    state.options.clear();
    state.options.extend(question.options);
    state.free = 0;
    state.struck.clear();
    state.turn.asked = question.player;
    state.turn.phase = Phase::Ask;
    state.pending = Some(pending);
    ticket
}

/// Makes the table what it was when a handler began. Returns the call of that handler.
fn go_back(state: &mut State, pending: &mut Pending, nothing: &Arc<State>) -> Call {
    let mut log = std::mem::take(&mut state.log);
    log.truncate(pending.log);
    let handled = state.turn.handled;
    match Arc::get_mut(&mut pending.start) {
        // The memory of the table that is left goes on with what waits.
        Some(start) => std::mem::swap(state, start),
        // Whoever has it too is then the only one, and may use its memory again.
        None => state.clone_from(&*std::mem::replace(&mut pending.start, nothing.clone())),
    }
    state.log = log;
    state.turn.handled = handled;
    pending.call
}

impl Desk {
    fn new(sources: &[Source], setting: &Setting) -> Desk {
        let Setting { catalogue, options, players, sets, lab, reasons } = setting.clone();
        Desk {
            catalogue,
            options,
            players,
            sets,
            lab,
            expansions: sources.iter().map(|source| source.expansion.clone()).collect(),
            alone: reasons.id("alone"),
            causes: Causes { deploy: reasons.id("deploy"), score: reasons.id("score") },
            reasons,
            state: RefCell::default(),
            sheet: RefCell::default(),
            reads: Reads::default(),
            vetoes: RefCell::default(),
            offers: RefCell::default(),
            seen: RefCell::default(),
            recent: Recent::default(),
            texts: Texts::default(),
            known_reasons: KnownReasons::default(),
            weighed: Cell::new((crate::table::figure::FigureId(0), 0)),
            contested: RefCell::default(),
            task: Default::default(),
            context: Cell::default(),
            nested: Cell::default(),
            scripts: Default::default(),
            running: Cell::default(),
            acts: Cell::default(),
            judges: RefCell::default(),
            judging: Cell::default(),
            moving: Cell::default(),
            judging_moves: Cell::default(),
            leading: Cell::default(),
        }
    }
}
