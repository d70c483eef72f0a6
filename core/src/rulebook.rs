//! The questions that the table asks its rules. The turn loop calls this trait and knows no more of the rules than it says.

use crate::catalogue::{Catalogue, Line};
use crate::choice::Choice;
use crate::fault::Risky;
use crate::feature::FeatureId;
use crate::figure::{Figure, FigureId};
use crate::sheet::Sheet;
use crate::state::State;

/// The table as the rules see it: to be read, never written.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// What was declared.
    pub catalogue: &'a Catalogue,
    /// What lies where.
    pub state: &'a State,
}

/// The rules of a game. The answers given here are those of the manifests, so that rules that are data need no more code;
/// whoever knows better overrides an answer.
pub trait Rulebook: Send + Sync {
    /// What the active player may do with the tile just placed; `pass` is added by the table.
    fn deployments(&self, position: Position<'_>, options: &mut Vec<Choice>) {
        printed::deployments(position, options);
    }

    /// What a figure weighs in the majority of the feature that it stands on.
    fn weight(&self, position: Position<'_>, figure: FigureId) -> u16 {
        printed::weight(position, figure)
    }

    /// Writes the lines of a feature's sheet; the sheet already says which feature and whether it is complete. The table is
    /// lent to be read, and comes back as it was.
    fn sheet(&self, catalogue: &Catalogue, state: &mut State, sheet: &mut Sheet) -> Risky<()> {
        printed::sheet(Position { catalogue, state }, sheet);
        Ok(())
    }
}

/// The rules of the manifests and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rulebook for Printed {}

/// The answers that follow from the manifests alone.
pub mod printed {
    use super::*;

    /// Every figure in supply on every segment of the tile where its kind may stand and, if it is a follower, nobody's
    /// follower stands yet.
    #[inline]
    pub fn deployments(Position { catalogue, state }: Position<'_>, options: &mut Vec<Choice>) {
        let Some(last) = state.turn.last else { return };
        for kind in catalogue.figure_kinds() {
            if state.supply(state.turn.player, kind) == 0 {
                continue;
            }
            let figure = catalogue.figure(kind);
            let mut end = options.len();
            options.resize(end + state.touched.len(), Choice::Pass);
            for (segment, &feature) in state.segments_of(catalogue, last).zip(&state.touched) {
                // Written in any case and kept only if legal: whether it is cannot be foreseen.
                options[end] = Choice::Deploy(kind, segment);
                let free = !figure.follower | (state.features.followers(feature) == 0);
                end += (free & figure.may_stand_on(state.features.kind(feature))) as usize;
            }
            options.truncate(end);
        }
    }

    /// What the figure's kind weighs.
    #[inline]
    pub fn weight(Position { catalogue, state }: Position<'_>, figure: FigureId) -> u16 {
        let Figure { kind, .. } = *state.figure(figure);
        catalogue.figure(kind).weight as u16
    }

    /// The lines that the feature's kind declares for its own worth.
    #[inline]
    pub fn sheet(position: Position<'_>, sheet: &mut Sheet) {
        let Position { catalogue, state } = position;
        let feature = sheet.feature;
        if sheet.as_neighbour {
            return;
        }
        let kind = catalogue.kind(state.features.kind(feature));
        let worth = if sheet.complete { &kind.complete } else { &kind.incomplete };
        let special = kind.exactly.iter().find(|(tiles, _)| sheet.complete && *tiles == state.features.tiles(feature));
        for &(line, rate) in worth {
            let exact = special.and_then(|(_, worth)| worth.iter().find(|(other, _)| *other == line));
            sheet.write(line, count(position, feature, line), exact.map_or(rate, |&(_, rate)| rate));
        }
    }

    /// How many of what a line counts a feature has.
    #[inline]
    pub fn count(Position { state, .. }: Position<'_>, feature: FeatureId, line: Line) -> u16 {
        let features = &state.features;
        match line {
            Line::Tile => features.tiles(feature),
            Line::Neighbour => {
                let placed = features.placed(crate::feature::SegmentId(feature.0));
                state.board.neighbours(state.board.tile(placed).cell) as u16
            }
            Line::Tag(tag) => features.tag(feature, tag),
            // Neighbours are counted together, when the game ends.
            Line::Kind(_) => 0,
        }
    }
}
