//! The Lua host: the scripts of expansions in a sandbox, called where the table asks its rules. The only room that imports
//! mlua.
//!
//! What is shared between threads ([`Scripts`]) is text and numbers. Each thread has a Lua of its own, made when it is first
//! needed, that serves any number of games; a state holds no Lua.

mod desk;
mod module;
mod sandbox;
mod score;
mod when;
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mlua::{AnyUserData, Function, Lua};

use crate::catalogue::Catalogue;
use crate::fault::Risky;
use crate::rulebook::{Position, Rulebook, printed};
use crate::sheet::{Reasons, Sheet};
use crate::state::State;
use desk::{Context, Desk};
use module::{Hook, Subscription};
use words::Words;

/// The script of one expansion, as text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The expansion.
    pub expansion: String,
    /// The file, as it is named in messages.
    pub file: String,
    /// What is in it.
    pub text: Arc<str>,
}

/// The scripts of one table, and what they subscribed to.
pub struct Scripts {
    id: u64,
    sources: Vec<Source>,
    subscriptions: Vec<Subscription>,
    catalogue: Arc<Catalogue>,
    options: BTreeMap<String, String>,
    reasons: Arc<Reasons>,
}

/// Lua hosts that one thread keeps, so that a few tables in turn do not make theirs anew.
const HOSTS: usize = 4;

thread_local! {
    static KEPT: RefCell<Vec<(u64, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

impl Scripts {
    /// Loads the scripts, in the order given. What is wrong with one is said now, not in the middle of a game.
    pub fn load(
        sources: Vec<Source>,
        catalogue: Arc<Catalogue>,
        options: BTreeMap<String, String>,
        reasons: Arc<Reasons>,
    ) -> Risky<Scripts> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let mut scripts = Scripts { id, sources, subscriptions: Vec::new(), catalogue, options, reasons };
        let (host, subscriptions) = Host::new(&scripts)?;
        scripts.subscriptions = subscriptions;
        keep(id, Rc::new(host));
        Ok(scripts)
    }

    /// This thread's host.
    fn host(&self) -> Risky<Rc<Host>> {
        let kept = KEPT.with_borrow(|kept| kept.iter().find(|(id, _)| *id == self.id).map(|(_, host)| host.clone()));
        match kept {
            Some(host) => Ok(host),
            None => {
                let host = Rc::new(Host::new(self)?.0);
                keep(self.id, host.clone());
                Ok(host)
            }
        }
    }

    /// Calls the hooks that edit a sheet.
    fn score(&self, state: &mut State, sheet: &mut Sheet) -> Risky<()> {
        let wanted = |state: &State, subscription: &Subscription| {
            let position = Position { catalogue: &self.catalogue, state };
            !sheet.as_neighbour
                && subscription.hook == Hook::Score
                && subscription.when.holds(position, sheet.feature, sheet.complete)
        };
        let called: Vec<usize> =
            (0..self.subscriptions.len()).filter(|&i| wanted(state, &self.subscriptions[i])).collect();
        if called.is_empty() {
            return Ok(());
        }
        let host = self.host()?;
        host.lend(state, sheet, |host| called.into_iter().try_for_each(|i| host.call(self, i)))
    }
}

fn keep(id: u64, host: Rc<Host>) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() == HOSTS {
            kept.remove(0);
        }
        kept.push((id, host));
    });
}

/// One thread's Lua with the modules loaded.
struct Host {
    /// Kept alive for the functions.
    _lua: Lua,
    meter: sandbox::Meter,
    desk: Rc<Desk>,
    score: AnyUserData,
    functions: Vec<Function>,
}

impl Host {
    fn new(scripts: &Scripts) -> Risky<(Host, Vec<Subscription>)> {
        let outside = |error: mlua::Error| module::fault(None, "load", &error);
        let (lua, meter) = sandbox::new().map_err(outside)?;
        let desk = Rc::new(Desk {
            catalogue: scripts.catalogue.clone(),
            options: scripts.options.clone(),
            reasons: scripts.reasons.clone(),
            state: RefCell::default(),
            sheet: RefCell::default(),
            context: Default::default(),
            running: Default::default(),
        });
        let score = lua.create_userdata(score::Score(desk.clone())).map_err(outside)?;
        let (mut functions, mut subscriptions) = (Vec::new(), Vec::new());
        for (i, source) in scripts.sources.iter().enumerate() {
            meter.reset();
            for (subscription, function) in module::load(&lua, source, i as u16, &desk.words())? {
                subscriptions.push(subscription);
                functions.push(function);
            }
        }
        Ok((Host { _lua: lua, meter, desk, score, functions }, subscriptions))
    }

    /// Lays the table and a sheet on the desk for the time of a call.
    fn lend<T>(&self, state: &mut State, sheet: &mut Sheet, call: impl FnOnce(&Host) -> Risky<T>) -> Risky<T> {
        let swap = |state: &mut State, sheet: &mut Sheet| {
            std::mem::swap(state, &mut self.desk.state.borrow_mut());
            std::mem::swap(sheet, &mut self.desk.sheet.borrow_mut());
        };
        swap(state, sheet);
        self.desk.context.set(Context::Fold);
        let result = call(self);
        self.desk.context.set(Context::Nothing);
        swap(state, sheet);
        result
    }

    fn call(&self, scripts: &Scripts, i: usize) -> Risky<()> {
        let subscription = &scripts.subscriptions[i];
        self.meter.reset();
        self.desk.running.set(subscription.source);
        self.functions[i].call::<()>(&self.score).map_err(|error| {
            module::fault(scripts.sources.get(subscription.source as usize), subscription.hook.name(), &error)
        })
    }
}

/// The rules of the manifests with what scripts make of them.
pub struct Scripted(pub Arc<Scripts>);

impl Rulebook for Scripted {
    fn sheet(&self, catalogue: &Catalogue, state: &mut State, sheet: &mut Sheet) -> Risky<()> {
        printed::sheet(Position { catalogue, state }, sheet);
        self.0.score(state, sheet)
    }
}
