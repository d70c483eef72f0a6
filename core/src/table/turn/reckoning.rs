//! Pays features at an imagined end by what is known from another one, if they are still the same.

use super::Rules;
use crate::table::fault::FaultResult;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::moment::Heard;
use crate::table::rulebook::Position;
use crate::table::state::State;

/// Looks which features are still what they were.
#[inline]
pub(super) fn enter(state: &mut State) {
    if let Some(mut reckoning) = state.scratch.reckoning.take() {
        reckoning.enter(state);
        state.scratch.reckoning = Some(reckoning);
    }
}

/// Pays a feature: as is known, or else by `pay`, which returns a number for what had to be known beyond the feature.
/// It may also be paid for complete features of some kinds that it touches, one bit each. Returns whether it was known.
pub(super) fn pay(
    state: &mut State,
    rules: &Rules,
    (feature, kinds): (FeatureId, u32),
    pay: impl FnOnce(&mut State) -> FaultResult<Option<u64>>,
) -> FaultResult<bool> {
    // Who hears of points reads the log.
    let Some(mut reckoning) = state.scratch.reckoning.take_if(|_| !rules.heard.any(Heard::POINTS)) else {
        return pay(state).map(|_| false);
    };
    let complete = state.features.is_complete(feature);
    let position = Position { catalogue: &rules.catalogue, state };
    let since = reckoning.since(state, feature);
    let mut beyond = None;
    let is_beyond = |number| match number {
        0 => rules.book.is_plain(position, feature, complete),
        _ => *beyond.get_or_insert_with(|| rules.book.beyond(position, feature, complete)) == Some(number),
    };
    let done = match since.and_then(|since| reckoning.worth(since, state, feature, is_beyond)) {
        Some(points) => {
            state.score_all(points);
            state.features.note_paid(feature);
            Ok(true)
        }
        None => {
            let mut points = state.all_points();
            pay(state).map(|beyond| {
                if let Some(so) = since.zip(beyond) {
                    points.iter_mut().zip(state.all_points()).for_each(|(then, now)| *then = now - *then);
                    reckoning.keep(so, state, (feature, points), met(state, rules, feature, kinds).into_iter());
                }
                false
            })
        }
    };
    state.scratch.reckoning = Some(reckoning);
    done
}

/// Returns the segments of some kinds that a feature touches.
fn met(state: &State, rules: &Rules, feature: FeatureId, kinds: u32) -> Vec<SegmentId> {
    let mut met = Vec::new();
    if kinds != 0 {
        state.features.each_touched(&rules.catalogue, &state.board, feature, kinds, |segment| met.push(segment));
    }
    met
}
