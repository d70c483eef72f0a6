//! The functions that want to be called, found by their hook.

use super::deed::Deed;
use super::hook::Hook;
use super::when::When;
use crate::table::catalogue::Catalogue;
use crate::table::moment::{Call, Moment};
use crate::table::rulebook::Position;
use crate::table::state::State;

/// One function that wants to be called.
#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub hook: Hook,
    /// What it is called in reports: `on_place`, `phases.NAME`, `verbs.NAME`.
    pub name: String,
    pub when: When,
    /// What is done without its function.
    pub deed: Option<Deed>,
    /// Whose it is, by the place of the script.
    pub source: u16,
}

/// The handlers of a table, to be found by their hook.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    all: Vec<Subscription>,
    /// For each hook, by its number, the places of its handlers.
    by_hook: Vec<Vec<u16>>,
}

impl Subscriptions {
    pub fn new(all: Vec<Subscription>) -> Subscriptions {
        let mut by_hook: Vec<Vec<u16>> = Vec::new();
        for (place, subscription) in all.iter().enumerate() {
            let slot = subscription.hook.slot();
            if by_hook.len() <= slot {
                by_hook.resize_with(slot + 1, Vec::new);
            }
            by_hook[slot].push(place as u16);
        }
        Subscriptions { all, by_hook }
    }

    /// All of them.
    pub fn all(&self) -> &[Subscription] {
        &self.all
    }

    /// Those of one hook, with their places, in the order of the modules.
    pub fn of(&self, hook: Hook) -> impl Iterator<Item = (u16, &Subscription)> {
        let places = self.by_hook.get(hook.slot()).map_or(&[][..], Vec::as_slice);
        places.iter().map(|&place| (place, &self.all[place as usize]))
    }

    /// Notes the handlers that want to hear of a moment, in the order of the modules.
    pub fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment) {
        for (handler, subscription) in self.of(Hook::of(moment)) {
            if subscription.when.wants(Position { catalogue, state }, moment) {
                state.caused.push(Call { handler, moment });
            }
        }
    }
}

impl std::ops::Index<usize> for Subscriptions {
    type Output = Subscription;

    fn index(&self, place: usize) -> &Subscription {
        &self.all[place]
    }
}
