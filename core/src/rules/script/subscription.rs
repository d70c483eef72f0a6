//! The handlers of a table, found by their hook.

use super::deed::Deed;
use super::hook::Hook;
use super::when::When;
use crate::table::catalogue::Catalogue;
use crate::table::moment::{Call, Moment};
use crate::table::rulebook::Position;
use crate::table::state::State;

/// A handler, with the hook and the filter that decide when it is called.
#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub hook: Hook,
    /// What it is called in reports: `on_place`, `phases.NAME`, `verbs.NAME`.
    pub name: String,
    pub when: When,
    /// What is done instead of calling its function.
    pub deed: Option<Deed>,
    /// The index of its script.
    pub source: u16,
}

/// The handlers of a table.
#[derive(Debug, Default)]
pub(super) struct Subscriptions {
    all: Vec<Subscription>,
    /// For each hook, by its number, the indexes of its handlers.
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

    /// Returns all handlers.
    pub fn all(&self) -> &[Subscription] {
        &self.all
    }

    /// Returns the handlers of one hook with their indexes, in the order of the modules.
    pub fn of(&self, hook: Hook) -> impl Iterator<Item = (u16, &Subscription)> {
        let places = self.by_hook.get(hook.slot()).map_or(&[][..], Vec::as_slice);
        places.iter().map(|&place| (place, &self.all[place as usize]))
    }

    /// Queues calls of the handlers that a moment concerns, in the order of the modules. Where the filter is about the
    /// table and not about the moment, a handler that has to wait for others is queued in any case: what they do may
    /// change the answer, so it is asked when its turn comes ([`Subscriptions::still_wants`]).
    pub fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment) {
        let giver = match moment {
            Moment::Points { by, .. } => by,
            _ => None,
        };
        for (handler, subscription) in self.of(Hook::of(moment)) {
            let waits = is_about_the_table(moment) && state.has_calls();
            if waits || giver != Some(handler) && subscription.when.wants(Position { catalogue, state }, moment) {
                state.caused.push(Call { handler, moment });
            }
        }
    }

    /// Whether a queued handler is to be called, now that its turn has come.
    pub fn still_wants(&self, position: Position<'_>, Call { handler, moment }: Call) -> bool {
        !is_about_the_table(moment) || self.all[handler as usize].when.wants(position, moment)
    }
}

/// Whether the filters of handlers for a moment look at the table only, as it is when they are called.
fn is_about_the_table(moment: Moment) -> bool {
    matches!(moment, Moment::Phase(_) | Moment::Turn | Moment::End)
}

impl std::ops::Index<usize> for Subscriptions {
    type Output = Subscription;

    fn index(&self, place: usize) -> &Subscription {
        &self.all[place]
    }
}
