//! The scripts of one table, and what they said when they were loaded. It is shared between threads, so it is text and numbers.

use std::sync::atomic::{AtomicU64, Ordering};

use super::hook::{Hook, Named};
use super::offer::Offer;
use super::profile::Profile;
use super::restraint::Restraint;
use super::siting::Siting;
use super::source::{Setting, Source};
use super::subscription::Subscriptions;
use crate::table::moment::Heard;
use crate::table::sheet::ReasonId;

/// What modules say, without their functions.
pub(super) struct Read {
    pub subscriptions: Subscriptions,
    /// Which of them may ask a player.
    pub asks: Vec<bool>,
    /// What is offered without a handler.
    pub offers: Vec<Offer>,
    /// What is struck out without a handler.
    pub restraints: Vec<Restraint>,
    /// Where tiles may lie, without a handler.
    pub sitings: Vec<Siting>,
}

/// The scripts of one table.
pub struct Scripts {
    pub(super) id: u64,
    pub(super) sources: Vec<Source>,
    pub(super) setting: Setting,
    pub(super) read: Read,
    /// Why figures are deployed.
    pub(super) deploy: ReasonId,
    pub(super) profile: Profile,
}

impl Scripts {
    pub(super) fn new(sources: Vec<Source>, setting: Setting, read: Read) -> Scripts {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = NEXT.fetch_add(1, Ordering::Relaxed);
        let profile = Profile::new(read.subscriptions.all().len());
        let deploy = setting.reasons.id("deploy");
        Scripts { id, sources, setting, read, deploy, profile }
    }

    /// What scripts want to hear of.
    pub(super) fn heard(&self) -> Heard {
        let mut heard = Heard::default();
        self.read.subscriptions.all().iter().for_each(|subscription| heard.insert(subscription.hook.heard()));
        if !self.read.offers.is_empty() || !self.read.restraints.is_empty() {
            heard.insert(Hook::Named(Named::Options).heard());
        }
        if !self.read.sitings.is_empty() {
            heard.insert(Hook::Named(Named::CanPlace).heard());
        }
        heard
    }
}
