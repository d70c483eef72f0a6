//! The Lua host: the scripts of expansions in a sandbox, called where the table asks its rules. The only room that imports
//! mlua.
//!
//! What is shared between threads ([`Scripts`]) is text and numbers. Each thread has a Lua of its own, made when it is first
//! needed, that serves any number of games; a state holds no Lua.

mod ask;
mod asking;
mod book;
mod console;
mod datum;
mod deed;
mod deploy;
mod desk;
mod fields;
mod filter;
mod handle;
mod hook;
mod host;
mod loose;
mod methods;
mod module;
mod offer;
mod profile;
mod reach;
mod report;
mod restraint;
mod sandbox;
mod siting;
mod stretch;
mod token;
mod values;
mod when;
mod words;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::catalogue::Catalogue;
use crate::fault::{Fault, Risky};
use crate::manifest::OptionValue;
use crate::moment::Heard;
use crate::sheet::{ReasonId, Reasons};
use hook::Subscriptions;
use host::{Host, Read};
use offer::Offer;
use profile::Profile;
use restraint::Restraint;
use siting::Siting;

pub use book::Scripted;
pub use console::{Thing, evaluate, is_unfinished, is_whole};

/// The kinds of objects that scripts meet, each with the names of its fields.
pub fn objects() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    fields::objects()
}

/// What a module may return: the names of hooks, and of tables of them.
pub fn hooks() -> impl Iterator<Item = &'static str> {
    hook::NAMED.iter().map(|(name, _)| *name).chain(module::TABLES)
}

/// A Lua file beside `init.lua`: its path in the folder, its name in messages, and what is in it.
pub type OtherFile = (String, String, Arc<str>);

/// The script of one expansion, as text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The expansion.
    pub expansion: String,
    /// The file, as it is named in messages.
    pub file: String,
    /// What is in it.
    pub text: Arc<str>,
    /// The other scripts of its folder.
    pub others: Vec<OtherFile>,
    /// The expansions that it says to come after.
    pub follows: Vec<String>,
}

/// What scripts know of the table that they are loaded for.
#[derive(Clone)]
pub struct Setting {
    /// What was declared.
    pub catalogue: Arc<Catalogue>,
    /// Every option's value.
    pub options: BTreeMap<String, OptionValue>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The sets that are in play with their rules.
    pub sets: Vec<String>,
    /// Whether it is a lab, where things are put on the table by hand.
    pub lab: bool,
    /// Where reasons are numbered.
    pub reasons: Arc<Reasons>,
}

/// The scripts of one table, and what they subscribed to.
pub struct Scripts {
    id: u64,
    sources: Vec<Source>,
    setting: Setting,
    subscriptions: Arc<Subscriptions>,
    /// What is offered without a handler.
    offers: Vec<Offer>,
    /// What is struck out without a handler.
    restraints: Vec<Restraint>,
    /// Where tiles may lie, without a handler.
    sitings: Vec<Siting>,
    /// Which handlers may ask a player.
    asks: Vec<bool>,
    /// Why figures are deployed.
    deploy: ReasonId,
    profile: Profile,
}

/// Lua hosts that one thread keeps, so that a few tables in turn do not make theirs anew.
const HOSTS: usize = 4;

thread_local! {
    static KEPT: RefCell<Vec<(u64, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

impl Scripts {
    /// Loads the scripts, in the order given. What is wrong with one is said now, not in the middle of a game.
    pub fn load(sources: Vec<Source>, setting: Setting) -> Result<Scripts, Box<Fault>> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let (host, Read { subscriptions, asks, offers, restraints, sitings }) = Host::new(&sources, &setting)?;
        let subscriptions = Arc::new(Subscriptions::new(subscriptions));
        host.subscribe(&subscriptions);
        keep(id, Rc::new(host));
        let profile = Profile::new(subscriptions.all().len());
        let deploy = setting.reasons.id("deploy");
        Ok(Scripts { id, deploy, sources, setting, subscriptions, offers, restraints, sitings, asks, profile })
    }

    /// What scripts want to hear of.
    fn heard(&self) -> Heard {
        let mut heard = Heard::default();
        self.subscriptions.all().iter().for_each(|subscription| heard.insert(subscription.hook.heard()));
        if !self.offers.is_empty() || !self.restraints.is_empty() {
            heard.insert(hook::Hook::Options.heard());
        }
        if !self.sitings.is_empty() {
            heard.insert(hook::Hook::CanPlace.heard());
        }
        heard
    }

    /// This thread's host.
    fn host(self: &Arc<Scripts>) -> Risky<Rc<Host>> {
        let kept = KEPT.with_borrow(|kept| kept.iter().find(|(id, _)| *id == self.id).map(|(_, host)| host.clone()));
        let host = match kept {
            Some(host) => host,
            None => {
                let (host, ..) = Host::new(&self.sources, &self.setting)?;
                host.subscribe(&self.subscriptions);
                let host = Rc::new(host);
                keep(self.id, host.clone());
                host
            }
        };
        host.desk.scripts.get_or_init(|| Arc::downgrade(self));
        Ok(host)
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
