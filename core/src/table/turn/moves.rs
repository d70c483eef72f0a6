//! Moving a figure, together with those that cannot stay there alone.

use crate::table::catalogue::Catalogue;
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::moment::Moment;
use crate::table::rulebook::{Position, printed};
use crate::table::sheet::ReasonId;
use crate::table::state::State;

/// Moves a figure for a reason, together with the figures that cannot stay without it. Handlers are told about each
/// move.
pub fn relocate(
    state: &mut State,
    catalogue: &Catalogue,
    tell: &dyn Fn(&mut State, Moment),
    figure: FigureId,
    to: Zone,
    (cause, alone): (ReasonId, ReasonId),
) {
    let Figure { zone: from, owner, .. } = *state.figure(figure);
    if from == to {
        return;
    }
    state.move_figure(catalogue, figure, to);
    state.log.push(match (from, to) {
        (Zone::Segment(at), Zone::Supply) => Event::Recall(figure, at, Some(cause)),
        _ => Event::Move(figure, to),
    });
    tell(state, Moment::Move { figure, from, cause });
    // The figures that stay behind, and the moved figure itself at its destination.
    for zone in [from, to] {
        let Zone::Segment(at) = zone else { continue };
        for left_alone in left_alone(Position { catalogue, state }, state.features.of(at), owner) {
            relocate(state, catalogue, tell, left_alone, Zone::Supply, (alone, alone));
        }
    }
}

/// Returns the figures of an owner that need one of the owner's followers on a feature where none is left.
fn left_alone(position: Position<'_>, feature: FeatureId, owner: PlayerId) -> Vec<FigureId> {
    let Position { catalogue, state } = position;
    let is_lonely = |&id: &FigureId| {
        let figure = state.figure(id);
        figure.owner == owner && catalogue.figure(figure.kind).needs
    };
    match state.features.figures(feature) == 0 || printed::has_follower(position, feature, owner) {
        true => Vec::new(),
        false => state.figures_on(feature).map(|(id, _)| id).filter(is_lonely).collect(),
    }
}
