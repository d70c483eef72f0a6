//! Filters of hooks: data that is checked in Rust, so that Lua is entered only where a rule may apply.

use mlua::{Table, Value};

use super::desk::Desk;
use super::filter::{CellFilter, FigureFilter, TileFilter};
use super::handle::Kind;
use super::hook::Hook;
use super::report;
use super::words::Words;
use crate::table::board::{Placed, PlacedId};
use crate::table::catalogue::{FigureKindId, Holds, KindId, TileId, TokenId, ZoneId};
use crate::table::choice::{Choice, Target};
use crate::table::event::Event;
use crate::table::feature::FeatureId;
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::Side;
use crate::table::majority::Players;
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
    /// A figure of one of these kinds must be on the board.
    standing: u64,
    /// One of these places beside the board must not be empty.
    zones: Vec<ZoneId>,
    /// At least one figure, or tile, must match this filter.
    figures_like: Option<FigureFilter>,
    tiles_like: Option<TileFilter>,
    /// At least one cell must match this filter.
    cells_like: Option<CellFilter>,
    /// What the active player must have: at least one token of a kind, at least this many points.
    token: Option<TokenId>,
    points: Option<i32>,
    /// Whether, in this part of the turn, features must have earned points for others but not for the active player.
    others_earned: bool,
    /// Whether the feature must be complete, or must not be.
    complete: Option<bool>,
    /// Whether the final scoring must have begun, or must not have.
    ending: Option<bool>,
    /// Whether several players must lead, or only one.
    tied: Option<bool>,
    /// Whether it must be the decision where to place the tile, or must not be.
    placing: Option<bool>,
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

    /// Reads a `when` table. The error is a sentence about one of its keys.
    pub fn read(table: &Table, hook: Hook, desk: &Desk, source: u16) -> Result<When, String> {
        let (mut when, words) = (When { source, ..When::always() }, desk.words());
        // If the sets in play do not match, names that they would declare may be missing, so no other key is looked up.
        let plays = table.raw_get("plays").map_err(|error| error.to_string())?;
        let is_idle = !matches!(plays, Value::Nil) && !words.sets_hold(&plays)?;
        for pair in table.pairs::<String, Value>() {
            let (key, value) = pair.map_err(|_| "the keys of `when` are names".to_string())?;
            if !ONCE.contains(&key.as_str()) && !hook.filters().contains(&key.as_str()) {
                let known: Vec<&str> = hook.filters().iter().copied().chain(ONCE).collect();
                return Err(words.unknown(&key, &known));
            }
            if is_idle {
                when.in_force = false;
                continue;
            }
            match key.as_str() {
                "kind" => when.kinds = words.bits(&key, &value, FEATURE, kind)?,
                "tag" => when.tags = words.bits(&key, &value, "tag", |words, name| Ok(words.tag(name)?.0))?,
                "id" => {
                    when.tiles = Some(tiles_named(desk, words.each(&key, &value, "tile", |id| Ok(id.to_string()))?))
                }
                "enters" => when.enters = words.bits(&key, &value, FEATURE, kind)?,
                "leaves" => when.leaves = words.bits(&key, &value, FEATURE, kind)?,
                "figure" => when.figures = words.bits(&key, &value, "figure", figure)?,
                "group" if text(&value) == "follower" => when.follower = true,
                "group" => return Err("the only group is \"follower\"".into()),
                "cause" if text(&value) == "*" => when.any_cause = true,
                "cause" => when.causes = words.each(&key, &value, "cause", |name| words.cause(name))?,
                "with" => when.with = words.bits(&key, &value, "figure", figure)?,
                "standing" => when.standing = words.bits(&key, &value, "figure", figure)?,
                "zone" => when.zones = words.each(&key, &value, "zone", |name| words.zone(name))?,
                "figures" => {
                    when.figures_like = Some(like(&key, &value, |table| FigureFilter::read(desk, GAME, table))?)
                }
                "tiles" => when.tiles_like = Some(tiles_like(&key, &value, desk)?),
                "cells" => {
                    when.cells_like = Some(like(&key, &value, |table| CellFilter::read(desk, table))?);
                }
                "near" => when.near = Some(placed_like(&key, &value, desk)?),
                "aims" => when.aims = Some(placed_like(&key, &value, desk)?),
                "astray" => when.astray = Some(placed_like(&key, &value, desk)?),
                "larger" | "number" => {
                    let name = value.as_string().map(|name| name.to_string_lossy());
                    let name = name.ok_or_else(|| format!("`{key}` is the name of something that is remembered"))?;
                    if key == "larger" { when.larger = Some(name) } else { when.number = Some(name) }
                }
                "state" => when.remembered = words.each(&key, &value, "value", |name| Ok(name.to_string()))?,
                "token" => when.token = Some(words.token(&text(&value))?),
                "points" => when.points = Some(value.as_i32().ok_or("`points` is a whole number")?),
                "earned" if text(&value) == "others" => when.others_earned = true,
                "earned" => return Err("`earned` is \"others\"".into()),
                "placing" => when.placing = Some(value.as_boolean().ok_or("`placing` is true or false")?),
                "complete" => when.complete = Some(value.as_boolean().ok_or("`complete` is true or false")?),
                "ending" => when.ending = Some(value.as_boolean().ok_or("`ending` is true or false")?),
                "tied" => when.tied = Some(value.as_boolean().ok_or("`tied` is true or false")?),
                "lab" => when.in_force &= value.as_boolean().ok_or("`lab` is true or false")? == desk.lab,
                "plays" => {}
                _ => when.in_force &= words.options_hold(&value)?,
            }
        }
        when.needs_table = when.has_table();
        Ok(when)
    }

    /// Whether it is only for the decision where to place a tile.
    pub fn is_placing(&self) -> bool {
        self.placing == Some(true)
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
            }
            Moment::Draw(tile) => self.wants_printed(position, tile),
            Moment::Move { figure: id, from, cause } => {
                let figure = state.figure(id);
                let kind_of = |zone: Zone| match zone {
                    Zone::Segment(at) => Some(state.features.kind(state.features.of(at))),
                    _ => None,
                };
                let (left, stands) = (kind_of(from), kind_of(figure.zone));
                let kinds = [left, stands];
                let is_of = |bits: u64, kind: Option<KindId>| kind.is_some_and(|kind| bits >> kind.0 & 1 == 1);
                has(self.figures, figure.kind.0)
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
            Moment::Phase(_) => self.wants_last(position),
            Moment::Setup | Moment::Turn | Moment::Fields | Moment::End | Moment::Verb(..) => true,
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
            || self.token.is_some()
            || self.points.is_some()
            || self.others_earned
            || self.figures_like.is_some()
            || self.tiles_like.is_some()
            || self.cells_like.is_some()
            || !self.remembered.is_empty()
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
            && self.token.is_none_or(|token| state.tokens(active, token) > 0)
            && self.points.is_none_or(|points| state.points()[active.0 as usize] >= points)
            && (!self.others_earned || have_others_earned(state))
            && self.figures_like.as_ref().is_none_or(|filter| filter.find(state).next().is_some())
            && self.tiles_like.as_ref().is_none_or(|filter| filter.is_met(catalogue, state))
            && self.cells_like.as_ref().is_none_or(|filter| filter.find(catalogue, &state.board).next().is_some())
    }

    /// Returns what the active player lacks for it.
    pub fn lack(&self, state: &State) -> Option<Lack> {
        let active = state.turn.player;
        let token = self.token.filter(|&token| state.tokens(active, token) == 0).map(Lack::Token);
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

    /// Whether features whose leaders are known match.
    pub fn wants_winners(&self, position: Position<'_>, features: &[FeatureId], leaders: Players) -> bool {
        self.tied.is_none_or(|wanted| wanted == (leaders.iter().nth(1).is_some()))
            && self.wants_feature(position, features, true)
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

    /// Whether points that an event of the log gave match.
    fn wants_points(&self, state: &State, event: usize) -> bool {
        let kind = match state.log.get(event) {
            Some(Event::Sheet(sheet)) => Some(state.features.kind(state.log.sheet(*sheet).feature)),
            _ => None,
        };
        self.ending.is_none_or(|wanted| wanted == state.turn.is_ending())
            && (self.kinds == 0 || kind.is_some_and(|kind| has(self.kinds, kind.0)))
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
        wants_tile && self.wants_table(position)
    }

    /// Whether any move can match.
    pub fn wants_moves(&self, position: Position<'_>) -> bool {
        self.wants_with(position, |_| true)
    }

    /// Whether an option that deploys or sends a figure matches.
    pub fn wants_deployment(&self, position: Position<'_>, choice: Choice, cause: ReasonId) -> bool {
        let features = &position.state.features;
        let (figure, zone) = match choice {
            Choice::Deploy(figure, segment) => (figure, Zone::Segment(segment)),
            Choice::Do(_, Target::KindAt(figure, spot)) => (figure, spot.zone()),
            _ => return false,
        };
        let (kind, on) = match zone {
            Zone::Segment(segment) => (Some(features.kind(features.of(segment))), Some(features.placed(segment))),
            Zone::Tile(tile) => (None, Some(tile)),
            _ => (None, None),
        };
        self.wants_with(position, |tile| on == Some(tile))
            && has(self.figures, figure.0)
            && (self.kinds == 0 || kind.is_some_and(|kind| has(self.kinds, kind.0)))
            && is_any_reason(&self.causes, cause)
    }

    /// Whether it is about moves for a cause other than deploying.
    pub fn wants_cause(&self, cause: ReasonId) -> bool {
        self.any_cause || self.causes.contains(&cause)
    }

    /// Whether a figure that moves matches, where it stands now.
    pub fn wants_leaving(&self, position: Position<'_>, figure: FigureId) -> bool {
        let state = position.state;
        let Figure { kind, zone, .. } = *state.figure(figure);
        let (on, tile) = match zone {
            Zone::Segment(at) => (Some(state.features.kind_at(at)), Some(state.features.placed(at))),
            Zone::Tile(tile) => (None, Some(tile)),
            _ => (None, None),
        };
        self.wants_with(position, |with| tile == Some(with))
            && has(self.figures, kind.0)
            && (self.kinds == 0 || on.is_some_and(|on| has(self.kinds, on.0)))
    }

    /// Whether a figure that is weighed, on the feature where it stands, matches.
    pub fn wants_weight(&self, position: Position<'_>, figure: FigureKindId, feature: FeatureId) -> bool {
        let graph = &position.state.features;
        has(self.figures, figure.0)
            && has(self.kinds, graph.kind(feature).0)
            && (self.tags == 0 || graph.has_any(feature, self.tags))
    }

    fn wants_last(&self, position: Position<'_>) -> bool {
        match position.state.turn.last {
            Some(tile) => self.wants_tile(position, tile),
            None => self.kinds == 0 && self.tags == 0 && self.tiles.is_none(),
        }
    }

    fn wants_tile(&self, position: Position<'_>, tile: PlacedId) -> bool {
        self.wants_printed(position, position.state.board.tile(tile).tile)
    }

    /// Whether the tile just placed, or one at its sides, matches `near`.
    fn wants_near(&self, Position { catalogue, state }: Position<'_>, tile: PlacedId) -> bool {
        let Some(filter) = &self.near else { return true };
        let cell = state.board.tile(tile).cell;
        let beside = Side::ALL.into_iter().filter_map(|side| state.board.at(cell.step(side)));
        beside.chain([tile]).any(|tile| filter.is_like(catalogue, state, tile))
    }

    /// Whether `aims` and `astray` match the tile just placed and the tiles beside it that aim at it.
    fn wants_aim(&self, Position { catalogue, state }: Position<'_>, tile: PlacedId) -> bool {
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

    fn wants_printed(&self, Position { catalogue, .. }: Position<'_>, tile: TileId) -> bool {
        if self.tiles.as_ref().is_some_and(|tiles| !tiles.contains(&tile)) {
            return false;
        }
        let tile = catalogue.tile(tile);
        (self.kinds == 0 || tile.kinds as u64 & self.kinds != 0) && (self.tags == 0 || tile.marks & self.tags != 0)
    }

    /// Whether one of the `figure` kinds stands on a feature that the tile just placed touches.
    fn wants_standing(&self, Position { state, .. }: Position<'_>) -> bool {
        let is_wanted = |id: FigureId| self.figures >> state.figure(id).kind.0 & 1 == 1;
        self.figures == 0
            || state.touched.iter().any(|&feature| {
                state.features.figures(feature) > 0 && state.figures_on(feature).any(|(id, _)| is_wanted(id))
            })
    }
}

/// Whether, in this part of the turn, features earned points for others but not for the active player.
fn have_others_earned(state: &State) -> bool {
    let earns = |player: PlayerId| state.earned(player) > 0;
    !earns(state.turn.player) && state.players().any(earns)
}

/// The keys that every `when` can have, and that are checked only once.
const ONCE: [&str; 3] = ["lab", "option", "plays"];

/// The object on which filters of figures are read: the whole game.
const GAME: (Kind, u32) = (Kind::Game, 0);

fn like<T>(key: &str, value: &Value, read: impl Fn(Option<Table>) -> mlua::Result<T>) -> Result<T, String> {
    let table = value.as_table().ok_or_else(|| format!("`{key}` is a table"))?;
    read(Some(table.clone())).map_err(|error| report::sentence(&error))
}

fn tiles_like(key: &str, value: &Value, desk: &Desk) -> Result<TileFilter, String> {
    like(key, value, |table| TileFilter::read(desk, table).map(|filter| filter.settled(&desk.catalogue)))
}

/// Reads a filter of tiles on the board.
fn placed_like(key: &str, value: &Value, desk: &Desk) -> Result<TileFilter, String> {
    let filter = tiles_like(key, value, desk)?;
    if filter.is_loose() { Err(format!("`{key}` is about tiles on the board")) } else { Ok(filter) }
}

/// Returns the tiles in play that have one of these names.
fn tiles_named(desk: &Desk, names: Vec<String>) -> Vec<TileId> {
    let all = desk.catalogue.tiles.iter().zip((0..).map(TileId));
    all.filter(|(tile, _)| names.contains(&tile.id)).map(|(_, id)| id).collect()
}

fn text(value: &Value) -> String {
    value.as_string().map(|text| text.to_string_lossy()).unwrap_or_default()
}

/// What the names of kinds of features are called in errors.
const FEATURE: &str = "kind of feature";

fn kind(words: &Words<'_>, name: &str) -> Result<u8, String> {
    Ok(words.kind(name)?.0)
}

fn figure(words: &Words<'_>, name: &str) -> Result<u8, String> {
    Ok(words.figure(name)?.0)
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
