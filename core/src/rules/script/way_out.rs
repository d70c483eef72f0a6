//! Whether a decision can be left: the number of choices of a turn that leave it open is limited, and something else must be there to
//! choose.

use super::hook::Hook;
use super::report;
use super::scripts::Scripts;
use crate::table::catalogue::Catalogue;
use crate::table::choice::Choice;
use crate::table::fault::FaultResult;
use crate::table::sheet::ReasonId;
use crate::table::state::{Phase, State};
use crate::table::turn::limits::MAX_FREE_CHOICES;

/// Returns the reason why an option that leaves the decision open is no longer offered in this turn, with the
/// expansion that would act on it.
pub(super) fn too_often(scripts: &Scripts, offer: Choice) -> ReasonId {
    let handler = match offer {
        Choice::Do(verb, _) => scripts.read.subscriptions.of(Hook::Verb(verb.0)).next(),
        _ => None,
    };
    let by = handler.map_or("", |(_, handler)| &scripts.sources[handler.source as usize].expansion);
    let why = format!("a turn has at most {MAX_FREE_CHOICES} choices that leave it open; {by} offers more");
    scripts.setting.reasons.id_of(&why, by).unwrap_or_default()
}

/// Fails if the decision cannot be left. The fault goes to the expansion that struck `pass` out.
pub(super) fn check(scripts: &Scripts, catalogue: &Catalogue, state: &State) -> FaultResult<()> {
    let has_way_out = state.turn.phase == Phase::Place || state.options.len() > state.free as usize;
    if has_way_out || state.options.is_empty() {
        return Ok(());
    }
    let reasons = &scripts.setting.reasons;
    let mut struck: Vec<String> = Vec::new();
    // In reverse, because `pass` was offered last and matters most.
    for &(choice, why) in state.struck.iter().rev() {
        let (by, text) = (reasons.expansion(why).unwrap_or_default(), reasons.text(why).unwrap_or_default());
        let told = format!("`{}` by {by} ({text})", word(catalogue, choice));
        if !struck.contains(&told) {
            struck.push(told);
        }
    }
    let passed = state.struck.iter().find(|(choice, _)| *choice == Choice::Pass);
    let by = passed.and_then(|(_, why)| reasons.expansion(*why)).unwrap_or_default();
    let source = scripts.sources.iter().find(|source| source.expansion == *by).or(scripts.sources.first());
    let Some(source) = source else { return Ok(()) };
    let left = word(catalogue, state.options[0]);
    let message = format!(
        "the turn cannot end: only what leaves the decision open is left (`{left}`); removed: {}",
        struck.join(", ")
    );
    let mut fault = report::complain(source, "can_choose", None, &message);
    fault.turn = state.turn.number;
    Err(fault)
}

/// Returns the verb that an option begins with.
fn word(catalogue: &Catalogue, choice: Choice) -> &str {
    match choice {
        Choice::Do(verb, _) => &catalogue.verbs[verb.0 as usize].name,
        Choice::Deploy(..) => "deploy",
        _ => "pass",
    }
}
