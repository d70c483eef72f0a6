//! Which handlers are called in a span of play: what each was given, what it did, and how long it took. Nothing is noted
//! unless somebody asks for it, and then only what is played on that thread: no bot or preview gets in between.

use std::cell::RefCell;
use std::ops::Range;
use std::time::{Duration, Instant};

use super::desk::Desk;
use super::hook::{Hook, Named};
use super::scripts::Scripts;
use crate::table::choice::Choice;
use crate::table::feature::FeatureId;
use crate::table::figure::FigureId;
use crate::table::moment::Moment;
use crate::table::rulebook::Progress;
use crate::table::sheet::Term;

/// The maximum number of calls that are noted at a time.
const MAX_CALLS: usize = 10_000;

/// A call of a handler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traced {
    /// The expansion.
    pub expansion: String,
    /// The hook, as in reports: `on_place`, `phases.NAME`, `verbs.NAME`.
    pub hook: String,
    /// What it was called for.
    pub given: Given,
    /// What it did.
    pub did: Did,
    /// How long it took.
    pub time: Duration,
}

/// What a handler was called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Something that happened, or a phase.
    Moment(Moment),
    /// The answer to its question; it was called for this moment.
    Answer(Moment),
    /// A feature that is scored, or whose winners are found.
    Feature(FeatureId),
    /// A figure that is weighed.
    Figure(FigureId),
    /// The open decision.
    Decision,
    /// One option of the open decision.
    Option(Choice),
}

/// What a handler did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Did {
    /// It caused these events of the log.
    Events(Range<usize>),
    /// The same, and then it asked a player.
    Asked(Range<usize>),
    /// It added these lines to a sheet.
    Lines(Vec<Term>),
    /// It offered this many options.
    Offered(usize),
    /// It struck out this many places or options.
    Struck(usize),
    /// It gave a figure this weight.
    Weighed(i32),
    /// It failed, and the choice was undone.
    Failed,
    /// It returned something, or did nothing.
    Nothing,
}

thread_local! {
    static CALLS: RefCell<Option<Vec<Traced>>> = const { RefCell::new(None) };
}

/// Runs work, and returns the calls of handlers in it.
pub fn recorded<T>(work: impl FnOnce() -> T) -> (T, Vec<Traced>) {
    let _end = Restored(CALLS.replace(Some(Vec::new())));
    let done = work();
    (done, CALLS.take().unwrap_or_default())
}

/// Puts back what was noted before, even if the work panics.
struct Restored(Option<Vec<Traced>>);

impl Drop for Restored {
    fn drop(&mut self) {
        CALLS.set(self.0.take());
    }
}

fn is_on() -> bool {
    CALLS.with_borrow(Option::is_some)
}

fn note(scripts: &Scripts, handler: usize, (given, did): (Given, Did), begun: Instant) {
    let subscription = &scripts.read.subscriptions[handler];
    let expansion = scripts.sources[subscription.source as usize].expansion.clone();
    let traced = Traced { expansion, hook: subscription.name.clone(), given, did, time: begun.elapsed() };
    CALLS.with_borrow_mut(|calls| {
        if let Some(calls) = calls.as_mut().filter(|calls| calls.len() < MAX_CALLS) {
            calls.push(traced);
        }
    });
}

/// The start of a call that acts.
pub(super) struct Act(Option<(Instant, usize)>);

impl Act {
    /// Begins, with the length of the log.
    pub fn begin(log: usize) -> Act {
        Act(is_on().then(|| (Instant::now(), log)))
    }

    /// Ends, with the length of the log now.
    pub fn end<E>(self, scripts: &Scripts, handler: u16, given: Given, log: usize, done: &Result<Progress, E>) {
        let Some((begun, before)) = self.0 else { return };
        let events = before.min(log)..log;
        let did = match done {
            Ok(Progress::Done) => Did::Events(events),
            Ok(Progress::Asked) => Did::Asked(events),
            Err(_) => Did::Failed,
        };
        note(scripts, handler as usize, (given, did), begun);
    }
}

/// The start of a call that only answers.
pub(super) struct Answering(Option<(Instant, usize)>);

impl Answering {
    /// Begins.
    pub fn begin(desk: &Desk, scripts: &Scripts, handler: usize) -> Answering {
        let hook = scripts.read.subscriptions[handler].hook;
        Answering(is_on().then(|| (Instant::now(), count(desk, hook))))
    }

    /// Ends.
    pub fn end(self, desk: &Desk, scripts: &Scripts, handler: usize, is_failed: bool) {
        let Some((begun, before)) = self.0 else { return };
        let hook = scripts.read.subscriptions[handler].hook;
        let did = if is_failed { Did::Failed } else { answered(desk, hook, before) };
        note(scripts, handler, (given(desk, hook), did), begun);
    }
}

/// Returns how many things there are of the kind that a hook adds.
fn count(desk: &Desk, hook: Hook) -> usize {
    match hook {
        Hook::Named(Named::Score) => desk.sheet.borrow().terms.len(),
        Hook::Named(Named::Options) => desk.offers.borrow().len(),
        Hook::Named(Named::CanPlace) => desk.vetoes.borrow().iter().flatten().count(),
        _ => 0,
    }
}

fn given(desk: &Desk, hook: Hook) -> Given {
    match hook {
        Hook::Named(Named::Score) => Given::Feature(desk.sheet.borrow().feature),
        Hook::Named(Named::Weight) => Given::Figure(desk.weighed.get().0),
        Hook::Named(Named::Winners) => {
            desk.contested.borrow().0.first().map_or(Given::Decision, |&feature| Given::Feature(feature))
        }
        _ => Given::Decision,
    }
}

fn answered(desk: &Desk, hook: Hook, before: usize) -> Did {
    let more = count(desk, hook).saturating_sub(before);
    match hook {
        Hook::Named(Named::Score) => Did::Lines(desk.sheet.borrow().terms.iter().skip(before).copied().collect()),
        Hook::Named(Named::Weight) => Did::Weighed(desk.weighed.get().1),
        Hook::Named(Named::Options) => Did::Offered(more),
        Hook::Named(Named::CanPlace) => Did::Struck(more),
        _ => Did::Nothing,
    }
}

/// Notes which option the last call was about, and whether it was struck out.
pub(super) fn judged(option: Choice, is_struck: bool) {
    CALLS.with_borrow_mut(|calls| {
        if let Some(last) = calls.as_mut().and_then(|calls| calls.last_mut()) {
            last.given = Given::Option(option);
            last.did = Did::Struck(is_struck as usize);
        }
    });
}
