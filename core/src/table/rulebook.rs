//! The questions that the table asks its rules. The turn loop calls this trait and knows no more of the rules than it says.

use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, FigureKindId, Line, Stuck, TileId, TokenId, VerbId};
use crate::table::choice::Choice;
use crate::table::fault::Risky;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId};
use crate::table::majority::Players;
use crate::table::moment::{Call, Heard, Moment};
use crate::table::sheet::Sheet;
use crate::table::state::State;

/// The table as the rules see it: to be read, never written.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// What was declared.
    pub catalogue: &'a Catalogue,
    /// What lies where.
    pub state: &'a State,
}

/// What the handlers of one hook of one expansion took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The expansion.
    pub expansion: String,
    /// The hook.
    pub hook: String,
    /// How often it was called.
    pub calls: u64,
    /// How long it took in all, in nanoseconds.
    pub nanos: u64,
}

/// Whether a handler has done all it wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It has.
    Done,
    /// It asked a player; the question is the open decision.
    Asked,
}

/// The rules of a game. The answers given here are those of the manifests, so that rules that are data need no more code;
/// whoever knows better overrides an answer. What a rulebook does not say to have [`heard`](Rulebook::heard), it is not asked.
pub trait Rulebook: Send + Sync {
    /// The moments and questions that it wants to hear of.
    fn heard(&self) -> Heard {
        Heard::default()
    }

    /// Notes the handlers that are to be called for a moment.
    fn tell(&self, _catalogue: &Catalogue, _state: &mut State, _moment: Moment) {}

    /// Calls a handler.
    fn run(&self, _catalogue: &Catalogue, _state: &mut State, _call: Call) -> Risky<Progress> {
        Ok(Progress::Done)
    }

    /// Goes on with the handler that asked; the answer is an option by its place in the list.
    fn answer(&self, _catalogue: &Catalogue, _state: &mut State, _option: u16) -> Risky<Progress> {
        Ok(Progress::Done)
    }

    /// Strikes out places for the tile in hand: lists those that are left, and why the others are not.
    fn places(&self, _catalogue: &Catalogue, _state: &mut State) -> Risky<()> {
        Ok(())
    }

    /// Adds to the options of the decision that is about to be opened, and strikes some out.
    fn options(&self, _catalogue: &Catalogue, _state: &mut State) -> Risky<()> {
        Ok(())
    }

    /// What a player lacks for a word of an expansion that is not offered; none if that is not why.
    fn lack(&self, _position: Position<'_>, _verb: VerbId) -> Option<Lack> {
        None
    }

    /// What is done with a tile that fits nowhere, where it is not as the manifests say.
    fn stuck(&self, catalogue: &Catalogue, _state: &mut State, _tile: TileId) -> Risky<Stuck> {
        Ok(catalogue.settings.stuck)
    }

    /// What a figure weighs in the majority of the feature that it stands on.
    fn weight(&self, catalogue: &Catalogue, state: &mut State, figure: FigureId) -> Risky<u16> {
        Ok(printed::weight(Position { catalogue, state }, figure))
    }

    /// Who wins a feature, or several together, of those who lead it.
    fn winners(
        &self,
        _catalogue: &Catalogue,
        _state: &mut State,
        _features: &[FeatureId],
        leaders: Players,
    ) -> Risky<Players> {
        Ok(leaders)
    }

    /// Where the time of its handlers went, from the moment at which counting was switched on.
    fn profile(&self, _on: bool) -> Vec<Cost> {
        Vec::new()
    }

    /// Writes the lines of a feature's sheet; the sheet already says which feature, whether it is complete and who wins it. The
    /// table is lent to be read, and comes back as it was.
    fn sheet(&self, catalogue: &Catalogue, state: &mut State, sheet: &mut Sheet) -> Risky<()> {
        printed::sheet(Position { catalogue, state }, sheet);
        Ok(())
    }
}

/// Why a word of an expansion is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The player has none of these.
    Token(TokenId),
    /// It takes so many points.
    Points(i32),
    /// The player has no follower left.
    Follower,
    /// It was done in this turn.
    Turn,
}

/// The rules of the manifests and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rulebook for Printed {}

/// The answers that follow from the manifests alone.
pub mod printed {
    use super::*;

    /// Every figure in supply on every segment of the tile where its kind may stand: a follower where nobody's follower stands
    /// yet, a figure that needs one where a follower of its owner stands.
    #[inline]
    pub fn deployments(Position { catalogue, state }: Position<'_>, options: &mut Vec<Choice>) {
        let Some(last) = state.turn.last else { return };
        for kind in catalogue.figure_kinds() {
            if state.supply(state.turn.player, kind) == 0 {
                continue;
            }
            deployments_of(Position { catalogue, state }, kind, last, options);
        }
    }

    /// The same for one kind of figure. Apart from the loop: mostly the supply is empty, and then nothing of this is needed.
    #[inline(never)]
    fn deployments_of(
        Position { catalogue, state }: Position<'_>,
        kind: FigureKindId,
        last: PlacedId,
        options: &mut Vec<Choice>,
    ) {
        let figure = catalogue.figure(kind);
        let base = state.board.tile(last).base;
        // One bit for each legal segment, collected without a branch: whether one is legal cannot be foreseen.
        let mut legal = 0u32;
        for (i, &feature) in state.touched.iter().enumerate() {
            let free = !figure.follower | (state.features.followers(feature) == 0);
            legal |= ((free & figure.may_stand_on(state.features.kind(feature))) as u32) << i;
        }
        while legal != 0 {
            options.push(Choice::Deploy(kind, SegmentId(base + legal.trailing_zeros() as u16)));
            legal &= legal - 1;
        }
        if figure.needs {
            options.retain(|option| match *option {
                Choice::Deploy(other, segment) if other == kind => {
                    has_follower(Position { catalogue, state }, state.features.of(segment), state.turn.player)
                }
                _ => true,
            });
        }
    }

    /// Whether a follower of a player stands on a feature.
    pub fn has_follower(Position { catalogue, state }: Position<'_>, feature: FeatureId, player: PlayerId) -> bool {
        let own = |id: FigureId| {
            let figure = state.figure(id);
            figure.owner == player && catalogue.figure(figure.kind).follower
        };
        state.features.followers(feature) > 0 && state.figures_on(feature).any(|(id, _)| own(id))
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
            Line::Neighbour => features.around(&state.board, feature).0,
            Line::Tag(tag) => features.tag(feature, tag),
            // Neighbours are counted together, when the game ends.
            Line::Kind(_) => 0,
        }
    }
}
