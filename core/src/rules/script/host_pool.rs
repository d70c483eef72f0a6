//! The Lua of each thread, created when it is first needed and kept for a few tables.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use super::coverage::{self, Coverage};
use super::desk::InPlay;
use super::host::Host;
use super::scripts::Scripts;
use super::source::{Setting, Source};
use crate::table::fault::{Fault, FaultResult};

/// The maximum number of hosts that a thread keeps. More than one, so that alternating between a few tables does not
/// create a Lua each time.
const MAX_HOSTS: usize = 4;

thread_local! {
    static KEPT: RefCell<Vec<(u64, Rc<Host>)>> = const { RefCell::new(Vec::new()) };
}

/// Runs work, and returns what it reached of the scripts of games that it set up on this thread.
pub fn covered<T>(work: impl FnOnce() -> T) -> (T, Coverage) {
    coverage::begin();
    let done = work();
    // Each Lua that was made meanwhile tells what it counted when it is dropped.
    drop(KEPT.take());
    (done, coverage::end())
}

impl Scripts {
    /// Loads the scripts, in the order given. What is wrong with one is reported now, not in the middle of a game.
    pub fn load(sources: Vec<Source>, setting: Setting) -> Result<Scripts, Box<Fault>> {
        let (host, read) = Host::new(&sources, &setting)?;
        let scripts = Scripts::new(sources, setting, read);
        keep(scripts.id, Rc::new(host));
        Ok(scripts)
    }

    /// Returns this thread's host, and creates it if it is not kept.
    pub(super) fn host(self: &Arc<Scripts>) -> FaultResult<Rc<Host>> {
        let kept = KEPT.with_borrow(|kept| kept.iter().find(|(id, _)| *id == self.id).map(|(_, host)| host.clone()));
        let host = match kept {
            Some(host) => host,
            None => {
                let (host, _) = Host::new(&self.sources, &self.setting)?;
                let host = Rc::new(host);
                keep(self.id, host.clone());
                host
            }
        };
        self.put_in_play(&host);
        Ok(host)
    }

    /// Lets the handlers of a host reach each other.
    pub(super) fn put_in_play(self: &Arc<Scripts>, host: &Host) {
        host.desk.scripts.get_or_init(|| Arc::downgrade(self) as Weak<dyn InPlay>);
    }
}

fn keep(id: u64, host: Rc<Host>) {
    KEPT.with_borrow_mut(|kept| {
        if kept.len() == MAX_HOSTS {
            kept.remove(0);
        }
        kept.push((id, host));
    });
}
