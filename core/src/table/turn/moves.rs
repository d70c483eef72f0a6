//! A figure moves, and those go with it that cannot stand there alone.

use crate::table::catalogue::Catalogue;
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::moment::Moment;
use crate::table::rulebook::{Position, printed};
use crate::table::sheet::ReasonId;
use crate::table::state::State;

/// Moves a figure for a reason, and with it the figures that cannot stand there without it. Of each move is told.
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
    // Those that stay behind, and the figure itself where it came to.
    for zone in [from, to] {
        let Zone::Segment(at) = zone else { continue };
        for lonely in lonely(Position { catalogue, state }, state.features.of(at), owner) {
            relocate(state, catalogue, tell, lonely, Zone::Supply, (alone, alone));
        }
    }
}

/// The figures of an owner that need a follower of his on a feature where none is left.
fn lonely(position: Position<'_>, feature: FeatureId, owner: PlayerId) -> Vec<FigureId> {
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
