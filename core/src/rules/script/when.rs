//! Filters of hooks: data that is checked in Rust, so that Lua is entered only where a rule may apply.

mod deployed;
mod judged;
mod reading;

use super::filter::CellFilter;
use super::reach::{buildable, corners};
use super::search::{FeatureFilter, FigureFilter, SegmentFilter, TileFilter};
use crate::table::board::{Placed, PlacedId};
use crate::table::catalogue::{FigureKindId, Holds, KindId, TileId, TokenId, ZoneId};
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::Side;
use crate::table::memory::Datum;
use crate::table::moment::Moment;
use crate::table::rulebook::{Lack, Position};
use crate::table::sheet::ReasonId;
use crate::table::stack::Shelf;
use crate::table::state::{Phase, State};

/// When a hook is called. What it does not mention does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct When {
    /// The kinds of features that match, one bit each, like everything below that is a number; 0 for any.
    kinds: u64,
    /// One of these tags must be there.
    tags: u64,
    /// The tiles that match; `None` for any.
    tiles: Option<Vec<TileId>>,
    /// A figure of one of these kinds must stand there, or move.
    figures: u64,
    /// Whether the figure that moves must be a follower.
    follower: bool,
    /// The causes of moves that match.
    causes: Vec<ReasonId>,
    /// Whether moves for every cause match.
    any_cause: bool,
    /// A figure must enter a feature of one of these kinds from elsewhere, or leave one.
    enters: u64,
    leaves: u64,
    /// A figure of one of these kinds must stand there, on a tile as a whole.
    with: u64,
    /// A figure of one of these kinds must stand on the feature where a figure would go, or at a corner of it.
    meets: u64,
    /// A figure of one of these kinds must be on the board.
    standing: u64,
    /// One of these places beside the board must not be empty.
    zones: Vec<ZoneId>,
    /// At least one figure, or tile, must match this filter.
    figures_like: Option<FigureFilter>,
    tiles_like: Option<TileFilter>,
    /// At least one cell must match this filter.
    cells_like: Option<CellFilter>,
    /// At least one segment on the board must match this filter.
    segments_like: Option<SegmentFilter>,
    /// At least one feature of the tile just placed must match this filter.
    features_like: Option<FeatureFilter>,
    /// What the active player must have: a token of one of these kinds, at least this many points.
    tokens: Vec<TokenId>,
    points: Option<i32>,
    /// Whether, in this part of the turn, features must have earned points for others but not for the active player.
    others_earned: bool,
    /// Whether the feature must be complete, or must not be.
    complete: Option<bool>,
    /// Whether the final scoring must have begun, or must not have.
    ending: Option<bool>,
    /// Whether several players must lead, or only one.
    tied: Option<bool>,
    /// Whether the active player must have used the tile just placed, or must not have.
    acted: Option<bool>,
    /// Whether it must be the decision where to place the tile, or must not be.
    placing: Option<bool>,
    /// The tile just placed must have a corner where four tiles meet that show one of these kinds.
    corners: u64,
    /// Something of this form can be built over the tile just placed.
    form: Option<u8>,
    /// The tile just placed, or one at its sides, must match this filter.
    near: Option<TileFilter>,
    /// A tile that aims at another tile must match this filter, and one of the two was just placed.
    aims: Option<TileFilter>,
    /// The tile just placed must match this filter, and aim at an empty cell.
    astray: Option<TileFilter>,
    /// The name of a remembered number. The feature must have more tiles.
    larger: Option<String>,
    /// The name of a remembered number. The figure must have it.
    number: Option<String>,
    /// Its expansion must remember something under one of these names; and the index of that expansion's script.
    remembered: Vec<String>,
    /// Names under which it must remember something, or nothing.
    recalls: Vec<(String, bool)>,
    source: u16,
    /// Whether anything that is independent of the moment has to match, see [`When::wants_table`].
    needs_table: bool,
    /// Whether the options and the sets in play match. Checked only once, because they never change.
    pub in_force: bool,
}

impl When {
    /// Matches always.
    pub fn always() -> When {
        When { in_force: true, ..When::default() }
    }

    /// Whether it is only for the decision where to place a tile.
    pub fn is_placing(&self) -> bool {
        self.placing == Some(true)
    }

    /// Whether more has to match than the moment, and where the figures stand.
    pub fn looks_further(&self) -> bool {
        self.needs_table || self.meets != 0
    }

    /// Whether nothing but a feature and the figures on it decides whether [`When::wants_feature`] it.
    pub fn is_local(&self) -> bool {
        !self.needs_table && self.with == 0 && self.larger.is_none()
    }

    /// Whether it is only for the final scoring.
    pub fn is_ending(&self) -> bool {
        self.ending == Some(true)
    }

    /// Whether a moment matches.
    pub fn wants(&self, position: Position<'_>, moment: Moment) -> bool {
        let state = position.state;
        let wants_it = match moment {
            Moment::Place(tile) => {
                self.wants_tile(position, tile)
                    && self.wants_near(position, tile)
                    && self.wants_aim(position, tile)
                    && self.wants_standing(position)
                    && self.wants_features(position)
            }
            Moment::Draw(tile) => self.wants_printed(position, tile),
            Moment::Move { figure: id, from, cause } => {
                let figure = state.figure(id);
                let kind_of = |zone: Zone| match zone {
                    Zone::Segment(at) => Some(state.features.kind_at(at)),
                    _ => None,
                };
                let (left, stands) = (kind_of(from), kind_of(figure.zone));
                let kinds = [left, stands];
                let is_of = |bits: u64, kind: Option<KindId>| kind.is_some_and(|kind| bits >> kind.0 & 1 == 1);
                has(self.figures, figure.kind.0)
                    && self.ending.is_none_or(|wanted| wanted == state.turn.is_ending())
                    && (!self.follower || position.catalogue.figure(figure.kind).follower)
                    && (self.kinds == 0 || kinds.into_iter().any(|kind| is_of(self.kinds, kind)))
                    && (self.enters == 0 || is_of(self.enters, stands) && left != stands)
                    && (self.leaves == 0 || is_of(self.leaves, left) && left != stands)
                    && is_any_reason(&self.causes, cause)
                    && self
                        .number
                        .as_ref()
                        .is_none_or(|name| self.remembered(state, name) == Some(f64::from(id.0) + 1.0))
            }
            Moment::Complete(feature) => self.wants_feature(position, &[feature], true),
            Moment::Scored(feature) => {
                self.is_ending() == state.turn.is_ending()
                    && self.wants_feature(position, &[feature], state.features.is_complete(feature))
            }
            Moment::Points { event, .. } => self.wants_points(state, event as usize),
            Moment::Phase(_) => {
                self.acted.is_none_or(|wanted| wanted == state.turn.acted)
                    && self.wants_last(position)
                    && self.wants_corner(position)
                    && self.wants_features(position)
            }
            // Nothing of their own can be asked about the others.
            _ => true,
        };
        wants_it && self.wants_table(position)
    }

    /// Whether what is independent of the moment matches: what is on the board and beside it, what is remembered, and
    /// what the active player has.
    #[inline]
    fn wants_table(&self, position: Position<'_>) -> bool {
        !self.needs_table || self.finds_table(position)
    }

    fn has_table(&self) -> bool {
        self.standing != 0
            || !self.tokens.is_empty()
            || self.points.is_some()
            || self.others_earned
            || self.figures_like.is_some()
            || self.tiles_like.is_some()
            || self.cells_like.is_some()
            || self.segments_like.is_some()
            || !self.remembered.is_empty()
            || !self.recalls.is_empty()
            || !self.zones.is_empty()
    }

    fn finds_table(&self, Position { catalogue, state }: Position<'_>) -> bool {
        let is_standing =
            |figure: &Figure| matches!(figure.zone, Zone::Segment(_) | Zone::Tile(_) | Zone::Cell(_) | Zone::Corner(_));
        let stands = || {
            let mut figures = state.figures.iter().rev();
            figures.any(|figure| self.standing >> figure.kind.0 & 1 == 1 && is_standing(figure))
        };
        let owners = || state.players().chain([PlayerId::NOBODY]);
        let is_held = |zone: ZoneId| match catalogue.zone(zone).holds {
            Holds::Tiles => owners().any(|owner| state.is_tile_at(catalogue, Shelf { zone, owner })),
            Holds::Tokens => owners().any(|owner| state.count_tokens(catalogue, Shelf { zone, owner }) > 0),
            Holds::Figures => {
                state.figures.iter().any(|figure| matches!(figure.zone, Zone::Beside(other, _) if other == zone))
            }
        };
        let remembers =
            |name: &String| state.memory.get(self.source as usize).is_some_and(|own| own.named(name).is_some());
        let active = state.turn.player;
        is_any(&self.remembered, remembers)
            && (self.standing == 0 || stands())
            && is_any(&self.zones, |zone| is_held(*zone))
            && self.recalls.iter().all(|(name, wanted)| remembers(name) == *wanted)
            && is_any(&self.tokens, |token| state.tokens(active, *token) > 0)
            && self.points.is_none_or(|points| state.points()[active.0 as usize] >= points)
            && (!self.others_earned || have_others_earned(state))
            && self.figures_like.as_ref().is_none_or(|filter| filter.find(state).next().is_some())
            && self.tiles_like.as_ref().is_none_or(|filter| filter.is_met(catalogue, state))
            && self.cells_like.as_ref().is_none_or(|filter| filter.find(catalogue, &state.board).next().is_some())
            && self.segments_like.as_ref().is_none_or(|filter| filter.find(catalogue, state).next().is_some())
    }

    /// Returns what the active player lacks for it.
    pub fn lack(&self, state: &State) -> Option<Lack> {
        let active = state.turn.player;
        let has_any = is_any(&self.tokens, |token| state.tokens(active, *token) > 0);
        let token = self.tokens.first().filter(|_| !has_any).copied().map(Lack::Token);
        let points = self.points.filter(|&points| state.points()[active.0 as usize] < points).map(Lack::Points);
        token.or(points)
    }

    /// Whether one of the `with` figures stands on such a tile, on the tile as a whole.
    fn wants_with(&self, Position { state, .. }: Position<'_>, is_tile: impl Fn(PlacedId) -> bool) -> bool {
        let is_here = |figure: &Figure| {
            self.with >> figure.kind.0 & 1 == 1 && matches!(figure.zone, Zone::Tile(tile) if is_tile(tile))
        };
        self.with == 0 || state.figures.iter().rev().any(is_here)
    }

    /// Whether features that are scored together match.
    pub fn wants_feature(&self, position: Position<'_>, features: &[FeatureId], complete: bool) -> bool {
        let graph = &position.state.features;
        let kind_of = |id: FigureId| position.state.figure(id).kind.0;
        let stands = |feature: &FeatureId| {
            graph.figures(*feature) > 0
                && position.state.figures_on(*feature).any(|(id, _)| self.figures >> kind_of(id) & 1 == 1)
        };
        let is_on = |tile: PlacedId| {
            position.state.segments_of(position.catalogue, tile).any(|segment| features.contains(&graph.of(segment)))
        };
        // The cheapest checks come first.
        self.complete.is_none_or(|wanted| wanted == complete)
            && self.ending.is_none_or(|wanted| wanted == position.state.turn.is_ending())
            && (self.kinds == 0 || features.first().is_some_and(|feature| has(self.kinds, graph.kind(*feature).0)))
            && (self.tags == 0 || features.iter().any(|feature| graph.has_any(*feature, self.tags)))
            && self.wants_table(position)
            && self.wants_with(position, is_on)
            && (self.figures == 0 || features.iter().any(stands))
            && self.larger.as_ref().is_none_or(|name| self.is_larger(position, features, name))
    }

    /// Whether a feature has more tiles than the number that is remembered under a name, 0 if there is none.
    fn is_larger(&self, Position { state, .. }: Position<'_>, features: &[FeatureId], name: &str) -> bool {
        let most = self.remembered(state, name).unwrap_or(0.0);
        features.first().is_some_and(|feature| f64::from(state.features.tiles(*feature)) > most)
    }

    /// Returns the number that is remembered under a name.
    fn remembered(&self, state: &State, name: &str) -> Option<f64> {
        match state.memory.get(self.source as usize)?.named(name)? {
            Datum::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Whether the open decision and its tile match: the tile in hand, or else the one just placed.
    pub fn wants_open(&self, position: Position<'_>) -> bool {
        let is_placing = position.state.turn.phase == Phase::Place;
        if self.placing.is_some_and(|placing| placing != is_placing) {
            return false;
        }
        let wants_tile = match position.state.turn.drawn {
            Some(tile) => self.wants_printed(position, tile),
            None => self.wants_last(position),
        };
        wants_tile && self.wants_corner(position) && self.wants_form(position) && self.wants_table(position)
    }

    /// Whether a figure that is weighed, on the feature where it stands, matches.
    pub fn wants_weight(&self, position: Position<'_>, figure: FigureKindId, feature: FeatureId) -> bool {
        let graph = &position.state.features;
        has(self.figures, figure.0)
            && has(self.kinds, graph.kind(feature).0)
            && (self.tags == 0 || graph.has_any(feature, self.tags))
    }

    /// Whether it does not matter what is printed on a tile.
    #[inline]
    fn is_any_tile(&self) -> bool {
        self.kinds | self.tags == 0 && self.tiles.is_none()
    }

    #[inline]
    fn wants_last(&self, position: Position<'_>) -> bool {
        self.is_any_tile() || position.state.turn.last.is_some_and(|tile| self.wants_tile(position, tile))
    }

    fn wants_tile(&self, position: Position<'_>, tile: PlacedId) -> bool {
        self.is_any_tile() || self.wants_printed(position, position.state.board.tile(tile).tile)
    }

    /// Whether the tile just placed, or one at its sides, matches `near`.
    #[inline]
    fn wants_near(&self, position: Position<'_>, tile: PlacedId) -> bool {
        self.near.as_ref().is_none_or(|filter| self.finds_near(position, tile, filter))
    }

    fn finds_near(&self, Position { catalogue, state }: Position<'_>, tile: PlacedId, filter: &TileFilter) -> bool {
        let cell = state.board.tile(tile).cell;
        let beside = Side::ALL.into_iter().filter_map(|side| state.board.at(cell.step(side)));
        beside.chain([tile]).any(|tile| filter.is_like(catalogue, state, tile))
    }

    /// Whether `aims` and `astray` match the tile just placed and the tiles beside it that aim at it.
    #[inline]
    fn wants_aim(&self, position: Position<'_>, tile: PlacedId) -> bool {
        self.aims.is_none() && self.astray.is_none() || self.finds_aim(position, tile)
    }

    fn finds_aim(&self, Position { catalogue, state }: Position<'_>, tile: PlacedId) -> bool {
        let board = &state.board;
        let aim = |tile: PlacedId| {
            let Placed { cell, rotation, .. } = *board.tile(tile);
            cell.step(Side::N.turned(rotation))
        };
        let (cell, has_aim) = (board.tile(tile).cell, || board.at(aim(tile)).is_some());
        let is_aimed = |filter: &TileFilter| {
            let beside = Side::ALL.into_iter().filter_map(|side| board.at(cell.step(side)));
            let aiming = beside.filter(|&other| aim(other) == cell).chain(has_aim().then_some(tile));
            aiming.into_iter().any(|tile| filter.is_like(catalogue, state, tile))
        };
        self.aims.as_ref().is_none_or(is_aimed)
            && self.astray.as_ref().is_none_or(|filter| !has_aim() && filter.is_like(catalogue, state, tile))
    }

    #[inline]
    fn wants_printed(&self, position: Position<'_>, tile: TileId) -> bool {
        self.is_any_tile() || self.is_printed(position, tile)
    }

    fn is_printed(&self, Position { catalogue, .. }: Position<'_>, tile: TileId) -> bool {
        if self.tiles.as_ref().is_some_and(|tiles| !tiles.contains(&tile)) {
            return false;
        }
        let tile = catalogue.tile(tile);
        (self.kinds == 0 || tile.kinds as u64 & self.kinds != 0) && (self.tags == 0 || tile.marks & self.tags != 0)
    }

    /// Whether the tile just placed has such a corner.
    #[inline]
    fn wants_corner(&self, Position { catalogue, state }: Position<'_>) -> bool {
        let has_one = |tile| corners(catalogue, state, tile, self.corners as u32).next().is_some();
        self.corners == 0 || state.turn.last.is_some_and(has_one)
    }

    /// Whether `form` can be built over the tile just placed.
    #[inline]
    fn wants_form(&self, Position { catalogue, state }: Position<'_>) -> bool {
        let can_be_built =
            |form| state.turn.last.is_some_and(|tile| buildable(catalogue, state, tile, form).next().is_some());
        self.form.is_none_or(can_be_built)
    }

    /// Whether a feature of the tile just placed matches.
    #[inline]
    fn wants_features(&self, position: Position<'_>) -> bool {
        self.features_like.as_ref().is_none_or(|filter| finds_feature(position, filter))
    }

    /// Whether one of the `figure` kinds stands on a feature that the tile just placed touches.
    #[inline]
    fn wants_standing(&self, position: Position<'_>) -> bool {
        self.figures == 0 || self.finds_standing(position)
    }

    fn finds_standing(&self, Position { state, .. }: Position<'_>) -> bool {
        let is_wanted = |id: FigureId| self.figures >> state.figure(id).kind.0 & 1 == 1;
        state.touched.iter().any(|&feature| {
            state.features.figures(feature) > 0 && state.figures_on(feature).any(|(id, _)| is_wanted(id))
        })
    }
}

/// Whether a feature of the tile just placed matches.
fn finds_feature(Position { catalogue, state }: Position<'_>, filter: &FeatureFilter) -> bool {
    let mut segments = state.turn.last.into_iter().flat_map(|tile| state.segments_of(catalogue, tile));
    segments.any(|segment| filter.is_like(state, state.features.of(segment)))
}

/// Whether, in this part of the turn, features earned points for others but not for the active player.
fn have_others_earned(state: &State) -> bool {
    let earns = |player: PlayerId| state.earned(player) > 0;
    !earns(state.turn.player) && state.players().any(earns)
}

/// Whether a bit is set, or none is.
#[inline]
fn has(bits: u64, number: u8) -> bool {
    bits == 0 || bits >> number & 1 == 1
}

fn is_any<T>(list: &[T], holds: impl Fn(&T) -> bool) -> bool {
    list.is_empty() || list.iter().any(holds)
}

fn is_any_reason(list: &[ReasonId], cause: ReasonId) -> bool {
    is_any(list, |wanted| *wanted == cause)
}
