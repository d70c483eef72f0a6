//! The scripts of one table, and what they declared when they were loaded. Shared between threads, so only text and
//! numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use super::coverage;
use super::hook::{Hook, Named};
use super::offer::Offer;
use super::profile::Profile;
use super::restraint::Restraint;
use super::siting::Siting;
use super::source::{Setting, Source};
use super::subscription::Subscriptions;
use crate::table::moment::Heard;
use crate::table::sheet::ReasonId;

/// What modules declare, without their functions.
pub(super) struct Read {
    pub subscriptions: Subscriptions,
    /// Whether each handler may ask a player.
    pub asks: Vec<bool>,
    /// What is offered without a handler.
    pub offers: Vec<Offer>,
    /// Which options are struck out without a handler.
    pub restraints: Vec<Restraint>,
    /// Which places are struck out without a handler.
    pub sitings: Vec<Siting>,
    /// The rules of other sets that are replaced, as they are written, and by which source. Nobody counts their calls.
    pub replaced: Vec<(String, u16)>,
}

impl Read {
    /// Returns the hooks that have no handler because they are data, with the reason that they give.
    pub fn without_handlers(&self) -> impl Iterator<Item = (Named, ReasonId)> + '_ {
        let restraints = self.restraints.iter().map(|restraint| (Named::CanChoose, restraint.why));
        restraints.chain(self.sitings.iter().map(|siting| (Named::CanPlace, siting.why)))
    }

    /// Returns what the table has to announce so that all handlers are called.
    fn heard(&self) -> Heard {
        let mut heard = Heard::default();
        for subscription in self.subscriptions.all() {
            heard.insert(match subscription.hook {
                Hook::Named(Named::Scored) if subscription.when.is_ending() => Heard::SCORED_LAST,
                hook => hook.heard(),
            });
        }
        if !self.offers.is_empty() || !self.restraints.is_empty() {
            heard.insert(Hook::Named(Named::Options).heard());
        }
        if !self.sitings.is_empty() {
            heard.insert(Hook::Named(Named::CanPlace).heard());
        }
        heard
    }
}

/// The scripts of one table.
pub struct Scripts {
    pub(super) id: u64,
    pub(super) sources: Vec<Source>,
    pub(super) setting: Setting,
    pub(super) read: Read,
    /// What the table has to announce to scripts.
    pub(super) heard: Heard,
    /// The cause of deployments.
    pub(super) deploy: ReasonId,
    pub(super) profile: Profile,
}

impl Scripts {
    pub(super) fn new(sources: Vec<Source>, setting: Setting, read: Read) -> Scripts {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let profile = Profile::new(read.subscriptions.all().len());
        if coverage::is_on() {
            profile.switch_on();
        }
        let deploy = setting.reasons.id("deploy");
        let heard = read.heard();
        Scripts { id, sources, setting, read, heard, deploy, profile }
    }
}

impl Drop for Scripts {
    fn drop(&mut self) {
        if coverage::is_on() {
            for (place, handler) in self.read.subscriptions.all().iter().enumerate() {
                let expansion = &self.sources[handler.source as usize].expansion;
                coverage::note_calls(expansion, &handler.name, self.profile.of(place).calls);
            }
        }
    }
}
