//! The questions that the table asks its rules. The turn loop calls this trait and knows nothing else about the rules.

use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, FigureKindId, Line, Stuck, TileId, TokenId, VerbId};
use crate::table::choice::Choice;
use crate::table::fault::FaultResult;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId};
use crate::table::majority::{Players, Weights};
use crate::table::moment::{Call, Heard, Moment};
use crate::table::sheet::Sheet;
use crate::table::state::State;

/// The table as the rules see it: read-only.
#[derive(Clone, Copy)]
pub struct Position<'a> {
    /// What the manifests declare.
    pub catalogue: &'a Catalogue,
    /// The state of the game.
    pub state: &'a State,
}

/// The cost of the handlers of one hook of one expansion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// The expansion.
    pub expansion: String,
    /// The hook.
    pub hook: String,
    /// How many times it was called.
    pub calls: u64,
    /// How many of these calls did not have to run it: somebody looked ahead, and its answer was known already.
    pub known: u64,
    /// The total time, in nanoseconds.
    pub nanos: u64,
    /// The time of the longest call, in nanoseconds.
    pub longest: u64,
}

impl Cost {
    /// Adds the calls of another cost.
    pub fn add(&mut self, other: &Cost) {
        self.calls += other.calls;
        self.known += other.known;
        self.nanos += other.nanos;
        self.longest = self.longest.max(other.longest);
    }
}

/// Whether a handler is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// It is.
    Done,
    /// It asked a player; the question is the open decision.
    Asked,
}

/// The rules of a game. The default methods answer from the manifests alone, so that rules which are data need no code;
/// an implementation overrides those where it knows better. A rulebook is only asked about what it says it has
/// [`heard`](Rulebook::heard).
pub trait Rulebook: Send + Sync {
    /// Returns the moments and questions that it wants to hear about.
    fn heard(&self) -> Heard {
        Heard::default()
    }

    /// Whether it answers from the manifests alone.
    fn is_printed(&self) -> bool {
        false
    }

    /// Queues the handlers for a moment.
    fn tell(&self, _catalogue: &Catalogue, _state: &mut State, _moment: Moment) {}

    /// Calls a handler.
    fn run(&self, _catalogue: &Catalogue, _state: &mut State, _call: Call) -> FaultResult<Progress> {
        Ok(Progress::Done)
    }

    /// Continues the handler that asked. The answer is the index of an option.
    fn answer(&self, _catalogue: &Catalogue, _state: &mut State, _option: u16) -> FaultResult<Progress> {
        Ok(Progress::Done)
    }

    /// Removes places of the tile in hand: lists those that are left, and why the others are not.
    fn places(&self, _catalogue: &Catalogue, _state: &mut State) -> FaultResult<()> {
        Ok(())
    }

    /// Adds options to the decision that is about to be opened, and removes some.
    fn options(&self, _catalogue: &Catalogue, _state: &mut State) -> FaultResult<()> {
        Ok(())
    }

    /// Returns what a player lacks for a verb of an expansion that is not offered; `None` if that is not the reason.
    fn lack(&self, _position: Position<'_>, _verb: VerbId) -> Option<Lack> {
        None
    }

    /// Returns what happens to a tile that fits nowhere.
    fn stuck(&self, catalogue: &Catalogue, _state: &mut State, _tile: TileId) -> FaultResult<Stuck> {
        Ok(catalogue.settings.stuck)
    }

    /// Returns the weight of a figure in the majority of its feature.
    fn weight(&self, catalogue: &Catalogue, state: &mut State, figure: FigureId) -> FaultResult<u16> {
        Ok(printed::weight(Position { catalogue, state }, figure))
    }

    /// Returns which of the leaders win a feature, or several features together.
    fn winners(
        &self,
        _catalogue: &Catalogue,
        _state: &mut State,
        _features: &[FeatureId],
        leaders: Players,
    ) -> FaultResult<Players> {
        Ok(leaders)
    }

    /// Forgets what it keeps to imagine ends faster.
    fn forget(&self) {}

    /// Returns where the time of its handlers went since profiling was switched on.
    fn profile(&self, _on: bool) -> Vec<Cost> {
        Vec::new()
    }

    /// Returns how often the handlers of each expansion did something in watched play on this thread, since the last call.
    fn fired(&self) -> Vec<(String, u32)> {
        Vec::new()
    }

    /// Writes the lines of a feature's sheet. The sheet already says which feature it is, whether it is complete and
    /// who wins it. The state must come back unchanged. Returns a number that stands for everything that had to be
    /// known for it beyond the feature, the figures on it and what is on the sheet already; 0 for nothing, `None` if it
    /// cannot be told.
    fn sheet(&self, catalogue: &Catalogue, state: &mut State, sheet: &mut Sheet) -> FaultResult<Option<u64>> {
        printed::sheet(Position { catalogue, state }, sheet);
        Ok(Some(0))
    }

    /// Whether a feature and the figures on it decide alone which rules edit its sheet, and no rule weighs the figures or
    /// names the winners.
    fn is_plain(&self, _position: Position<'_>, _feature: FeatureId, _complete: bool) -> bool {
        true
    }

    /// Returns the number that [`Rulebook::sheet`] would return for a feature, if it is known.
    fn beyond(&self, _position: Position<'_>, _feature: FeatureId, _complete: bool) -> Option<u64> {
        None
    }
}

/// Why a verb of an expansion is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// The player has no token of this kind.
    Token(TokenId),
    /// It costs this many points.
    Points(i32),
    /// The player has no follower left.
    Follower,
    /// It was already done in this turn.
    Turn,
}

/// The rules of the manifests alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Printed;

impl Rulebook for Printed {
    fn is_printed(&self) -> bool {
        true
    }
}

/// The answers that follow from the manifests alone.
pub mod printed {
    use super::*;

    /// Lists every figure in supply with every segment of the tile where its kind may stand: a follower where no
    /// follower stands yet, a figure that needs one where a follower of its owner stands.
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

    /// The same for one kind of figure. It is a separate function because usually the supply is empty, and then nothing
    /// of this is needed.
    #[inline(never)]
    fn deployments_of(
        Position { catalogue, state }: Position<'_>,
        kind: FigureKindId,
        last: PlacedId,
        options: &mut Vec<Choice>,
    ) {
        let figure = catalogue.figure(kind);
        let base = state.board.tile(last).base;
        // One bit for each legal segment, collected without a branch because the result cannot be predicted.
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

    /// Returns the weight of the figure's kind.
    #[inline]
    pub fn weight(Position { catalogue, state }: Position<'_>, figure: FigureId) -> u16 {
        let Figure { kind, .. } = *state.figure(figure);
        catalogue.figure(kind).weight as u16
    }

    /// Returns the players who lead on a feature by the weights of kinds.
    pub fn leaders(position: Position<'_>, feature: FeatureId) -> Players {
        let Position { catalogue, state } = position;
        let mut weights = Weights::default();
        for (id, _) in state.figures_on(feature) {
            let figure = state.figure(id);
            if catalogue.figure(figure.kind).follower {
                weights.add(figure.owner, weight(position, id));
            }
        }
        weights.leaders()
    }

    /// Writes the lines that the feature's kind declares.
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

    /// Returns how many of what a line counts a feature has.
    #[inline]
    pub fn count(Position { state, .. }: Position<'_>, feature: FeatureId, line: Line) -> u16 {
        let features = &state.features;
        match line {
            Line::Tile => features.tiles(feature),
            Line::Neighbour => features.around(&state.board, feature).0,
            Line::Tag(tag) => features.tag(feature, tag),
            // Neighbours are counted together at the end of the game.
            Line::Kind(_) => 0,
        }
    }
}
