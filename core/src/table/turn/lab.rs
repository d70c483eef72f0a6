//! What a lab does to an open decision.

use super::{Rules, advance, list_options, run_calls};
use crate::table::fault::FaultResult;
use crate::table::rulebook::Progress;
use crate::table::state::{Phase, State, Step};

/// Calls the handlers that a lab gave reason to call, and offers the open decision again.
pub fn settle(state: &mut State, rules: &Rules) -> FaultResult<()> {
    match state.has_calls() && run_calls(state, rules)? == Progress::Asked {
        true => Ok(()),
        false => offer_again(state, rules),
    }
}

/// Offers the open decision again after a lab changed the table. It stays open even if only `pass` is left.
pub fn offer_again(state: &mut State, rules: &Rules) -> FaultResult<()> {
    match state.turn.phase {
        Phase::Place => {
            state.turn.step = Step::Drawn;
            advance(state, rules)
        }
        Phase::Deploy => list_options(state, rules),
        _ => Ok(()),
    }
}
