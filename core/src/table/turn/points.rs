//! Tells handlers of points that players got. The log knows all of them, whoever gave them.

use super::Rules;
use crate::table::moment::{Call, Heard, Moment};
use crate::table::state::State;

/// Queues the handlers for all points in the log that they were not told of. A handler that gave them itself is not
/// called.
#[inline(always)]
pub(super) fn announce(state: &mut State, rules: &Rules, by: Option<Call>) {
    if rules.heard.any(Heard::POINTS) {
        announce_new(state, rules, by);
    }
}

#[cold]
fn announce_new(state: &mut State, rules: &Rules, by: Option<Call>) {
    let (from, to) = (state.turn.told, state.log.len() as u32);
    state.turn.told = to;
    let depth = match by.map(|call| call.moment) {
        Some(Moment::Points { depth, .. }) => depth + 1,
        _ => 0,
    };
    for event in from..to {
        let given: Vec<_> = state.log.gains(state.log[event as usize]).filter(|(_, points)| *points != 0).collect();
        for (player, _) in given {
            let moment = Moment::Points { event, player, by: by.map(|call| call.handler), depth };
            rules.book.tell(&rules.catalogue, state, moment);
        }
    }
}
