//! What scripts do with game objects: `game:move(figure, place)`, `score:rate("tile", 1, "why")`. Reading is allowed everywhere,
//! acting and editing only where the hook's context allows it.

use std::rc::Rc;

use mlua::{Error, FromLuaMulti, LightUserData, Lua, Result, Table, Value};

use super::desk::Desk;
use super::filter::{DeployFilter, FigureFilter, TileFilter, find_features, find_segments};
use super::handle::Kind;
use super::hook::Context;
use super::report::called;
use super::values::{Whole, Why, list};
use crate::board::PlacedId;
use crate::catalogue::{FigureKindId, KindId};
use crate::choice::{Choice, Target};
use crate::event::Event;
use crate::feature::{FeatureId, SegmentId};
use crate::figure::{FigureId, PlayerId, Zone};
use crate::geometry::{Cell, Rotation, Side};
use crate::majority::Players;
use crate::rulebook::{Position, printed};
use crate::sheet::ReasonId;
use crate::state::State;
use crate::turn;

/// The most events of one game, beyond which scripts can add none.
const MOST_EVENTS: usize = 1_000_000;
/// The most lines of one sheet, and of what is added to it.
const MOST_LINES: usize = 100;
/// The most that a line of a sheet can be made worth by one change.
const MOST_RATE: i16 = 1_000;
/// The most options that scripts offer for one decision.
const MOST_OFFERS: usize = 1_000;

/// Puts the methods into a table, each under its name.
pub(super) struct Methods<'a> {
    pub lua: &'a Lua,
    pub desk: &'a Rc<Desk>,
    pub table: &'a Table,
}

impl Methods<'_> {
    fn add<A: FromLuaMulti>(
        &self,
        name: &'static str,
        method: impl Fn(&Lua, &Desk, (Kind, u32), A) -> Result<Value> + 'static,
    ) -> Result<()> {
        let desk = self.desk.clone();
        let function = self.lua.create_function(move |lua, (this, rest): (LightUserData, A)| {
            let this = desk.find(this)?;
            method(lua, &desk, this, rest)
        })?;
        self.table.raw_set(name, function)
    }

    /// All methods.
    pub fn add_all(&self) -> Result<()> {
        self.add_acts()?;
        self.add_queries()?;
        self.add_lookups()?;
        self.add_folds()
    }

    /// What hooks that act may do.
    fn add_acts(&self) -> Result<()> {
        self.add("move", |_, desk, this, (figure, to, cause): (LightUserData, LightUserData, Option<Why>)| {
            acting(desk, this, "move")?;
            let (figure, to) = (desk.open_figure(figure)?, desk.open_place(to)?);
            let cause = desk.reasons.id(cause.as_ref().map_or("move", |Why(cause)| cause));
            let causes = (cause, desk.reasons.id("alone"));
            let tell = |state: &mut State, moment| desk.tell(state, moment);
            turn::relocate(&mut desk.state.borrow_mut(), &desk.catalogue, &tell, figure, to, causes);
            Ok(Value::Nil)
        })?;
        self.add("score", |_, desk, this, (player, Whole(points), Why(why)): (LightUserData, Whole, Why)| {
            acting(desk, this, "score")?;
            let player = desk.open_player(player)?;
            desk.state.borrow_mut().award(player, points, desk.reason(&why));
            Ok(Value::Nil)
        })?;
        self.add("give", |_, desk, this, (player, token, Whole(n)): (LightUserData, String, Whole)| {
            acting(desk, this, "give")?;
            let player = desk.open_player(player)?;
            let token = desk.words().token(&token).map_err(Error::runtime)?;
            let mut state = desk.state.borrow_mut();
            let (has, banked) = (state.tokens(player, token) as i32, state.banked(token) as i32);
            // As many as there are, on either side.
            let given = n.clamp(-has, banked);
            if given != 0 {
                state.set_tokens(player, token, (has + given) as u16);
                state.set_tokens(PlayerId::NOBODY, token, (banked - given) as u16);
                state.log.push(Event::Token(player, token, given as i16));
            }
            Ok(Value::Number(given as f64))
        })?;
        self.add("extra_part", |_, desk, this, (Why(why), optional): (Why, Option<bool>)| {
            acting(desk, this, "extra_part")?;
            let why = desk.reason(&why);
            let turn = &mut desk.state.borrow_mut().turn;
            let optional = optional.unwrap_or(false) && turn.again.is_none_or(|(_, optional)| optional);
            turn.again = Some((turn.again.map_or(why, |(first, _)| first), optional));
            Ok(Value::Nil)
        })?;
        self.add("roll", |_, desk, this, Whole(sides): Whole| {
            acting(desk, this, "roll")?;
            let sides = u32::try_from(sides).ok().filter(|sides| (1..=1000).contains(sides));
            let sides = sides.ok_or_else(|| Error::runtime("a die has 1 to 1000 sides"))?;
            let mut state = desk.state.borrow_mut();
            if !state.dice.is_empty() {
                return Ok(Value::Number(state.dice.remove(0) as f64));
            }
            Ok(Value::Number(state.chance.below(sides) as f64 + 1.0))
        })?;
        self.add("raise", |_, desk, this, (tile, counter, Whole(change)): (LightUserData, String, Whole)| {
            acting(desk, this, "raise")?;
            let tile = desk.open_tile(tile)?;
            let counter = desk.words().counter(&counter).map_err(Error::runtime)?;
            let mut state = desk.state.borrow_mut();
            let raised = (state.counter(&desk.catalogue, tile, counter) as i32 + change).clamp(0, 255);
            state.set_counter(&desk.catalogue, tile, counter, raised as u8);
            Ok(Value::Number(raised as f64))
        })?;
        self.add("set_aside", |_, desk, this, (): ()| {
            acting(desk, this, "set_aside")?;
            let mut state = desk.state.borrow_mut();
            if let Some(tile) = state.turn.drawn.take() {
                state.aside.push(tile);
                state.log.push(Event::Aside(tile));
            }
            Ok(Value::Nil)
        })?;
        self.add("merge", |_, desk, this, (): ()| {
            acting(desk, this, "merge")?;
            let mut state = desk.state.borrow_mut();
            let State { aside, pile, chance, log, .. } = &mut *state;
            if !aside.is_empty() {
                aside.tiles().iter().for_each(|&tile| pile.push(tile));
                aside.clear();
                pile.shuffle(chance);
                log.push(Event::Merge);
            }
            Ok(Value::Nil)
        })?;
        self.add("tell", |_, desk, this, Why(text): Why| {
            acting(desk, this, "tell")?;
            let text = desk.reason(&text);
            desk.state.borrow_mut().log.push(Event::Told(text));
            Ok(Value::Nil)
        })
    }

    /// Sets of things on the table.
    fn add_queries(&self) -> Result<()> {
        self.add("figures", |lua, desk, this, filter: Option<Table>| {
            let filter = FigureFilter::read(desk, this, filter)?;
            let state = desk.state.borrow();
            let all = (0..state.figures.len() as u16).map(FigureId);
            let found: Vec<FigureId> = all.filter(|&id| filter.holds(desk, &state, id)).collect();
            drop(state);
            desk.figures(lua, found)
        })?;
        self.add("tiles", |lua, desk, (kind, _), filter: Option<Table>| {
            only(kind, Kind::Game, "tiles")?;
            let found = TileFilter::read(desk, filter)?.find(desk, &desk.state.borrow());
            list(lua, found.into_iter().map(|tile| desk.handle(Kind::Tile, tile.0 as u32)))
        })?;
        self.add("segments", |lua, desk, this, filter: Option<Table>| {
            let found = find_segments(desk, this, filter)?;
            list(lua, found.into_iter().map(|segment| desk.handle(Kind::Segment, segment.0 as u32)))
        })?;
        self.add("features", |lua, desk, this, filter: Option<Table>| {
            let found = find_features(desk, this, filter)?;
            desk.features(lua, found)
        })?;
        self.add("neighbours", |lua, desk, (kind, index), wanted: Option<String>| match kind {
            Kind::Tile => {
                let cell = desk.state.borrow().board.tile(PlacedId(index as u16)).cell;
                let found: Vec<PlacedId> =
                    Side::ALL.into_iter().filter_map(|side| desk.state.borrow().board.at(cell.step(side))).collect();
                list(lua, found.into_iter().map(|tile| desk.handle(Kind::Tile, tile.0 as u32)))
            }
            Kind::Feature => {
                let wanted = wanted.map(|name| desk.words().kind(&name)).transpose().map_err(Error::runtime)?;
                let found = touched(desk, SegmentId(index as u16), wanted);
                desk.features(lua, found)
            }
            _ => Err(lacks(kind, "neighbours")),
        })?;
        self.add("order", |lua, desk, (kind, _), first: LightUserData| {
            only(kind, Kind::Game, "order")?;
            let first = desk.open_player(first)?;
            let players = desk.state.borrow().player_count() as u8;
            desk.players(lua, (0..players).map(|seat| PlayerId((first.0 + seat) % players)))
        })?;
        self.add("most", |lua, desk, (kind, _), token: String| {
            only(kind, Kind::Game, "most")?;
            let token = desk.words().token(&token).map_err(Error::runtime)?;
            let state = desk.state.borrow();
            let most = state.players().map(|player| state.tokens(player, token)).max().unwrap_or(0);
            let lead = state.players().filter(|&player| most > 0 && state.tokens(player, token) == most);
            let lead: Vec<PlayerId> = lead.collect();
            drop(state);
            desk.players(lua, lead)
        })?;
        self.add("leaders", |lua, desk, (kind, index), (): ()| {
            only(kind, Kind::Feature, "leaders")?;
            let leaders = leaders(desk, SegmentId(index as u16));
            desk.players(lua, leaders.iter())
        })
    }

    /// One thing, or a fact about one.
    fn add_lookups(&self) -> Result<()> {
        self.add("after", |_, desk, (kind, _), player: LightUserData| {
            only(kind, Kind::Game, "after")?;
            let player = desk.open_player(player)?;
            let next = desk.state.borrow().after(player);
            Ok(desk.player(next))
        })?;
        self.add("option", |lua, desk, (kind, _), (name, otherwise): (String, Option<Value>)| {
            only(kind, Kind::Game, "option")?;
            let words = desk.words();
            // An option of a set that may not be in play comes with what holds without it.
            let value = match (words.option(&name), otherwise) {
                (Ok(value), _) => value,
                (Err(_), Some(otherwise)) => return Ok(otherwise),
                (Err(why), None) => return Err(Error::runtime(why)),
            };
            Ok(match (value, value.parse::<f64>()) {
                ("true" | "false", _) => Value::Boolean(value == "true"),
                (_, Ok(number)) => Value::Number(number),
                _ => Value::String(lua.create_string(value)?),
            })
        })?;
        self.add("plays", |_, desk, (kind, _), set: String| {
            only(kind, Kind::Game, "plays")?;
            Ok(Value::Boolean(desk.sets.contains(&set)))
        })?;
        self.add("tokens", |_, desk, (kind, _), (player, token): (LightUserData, String)| {
            only(kind, Kind::Game, "tokens")?;
            let player = desk.open_player(player)?;
            let token = desk.words().token(&token).map_err(Error::runtime)?;
            Ok(Value::Number(desk.state.borrow().tokens(player, token) as f64))
        })?;
        self.add("ready", |_, desk, (kind, _), (player, figure): (LightUserData, String)| {
            only(kind, Kind::Game, "ready")?;
            let player = desk.open_player(player)?;
            let figure = desk.words().figure(&figure).map_err(Error::runtime)?;
            let found = desk.state.borrow().in_supply(player, figure);
            Ok(found.map_or(Value::Nil, |id| Value::LightUserData(desk.handle(Kind::Figure, id.0 as u32))))
        })?;
        self.add("counter", |_, desk, (kind, _), (tile, counter): (LightUserData, String)| {
            only(kind, Kind::Game, "counter")?;
            let tile = desk.open_tile(tile)?;
            let counter = desk.words().counter(&counter).map_err(Error::runtime)?;
            Ok(Value::Number(desk.state.borrow().counter(&desk.catalogue, tile, counter) as f64))
        })?;
        self.add("earned", |_, desk, (kind, _), player: LightUserData| {
            only(kind, Kind::Game, "earned")?;
            let player = desk.open_player(player)?;
            Ok(Value::Number(desk.state.borrow().earned(player) as f64))
        })?;
        self.add("supply", |_, desk, (kind, _), (player, figure): (LightUserData, String)| {
            only(kind, Kind::Game, "supply")?;
            let player = desk.open_player(player)?;
            let figure = desk.words().figure(&figure).map_err(Error::runtime)?;
            Ok(Value::Number(desk.state.borrow().supply(player, figure) as f64))
        })?;
        self.add("top", |lua, desk, (kind, _), (): ()| {
            only(kind, Kind::Game, "top")?;
            let state = desk.state.borrow();
            let next = state.next.tiles().last().or_else(|| state.pile.tiles().last());
            match next {
                Some(&tile) => Ok(Value::String(lua.create_string(&desk.catalogue.tile(tile).id)?)),
                None => Ok(Value::Nil),
            }
        })?;
        self.add("figure", |_, desk, (kind, _), name: Value| {
            only(kind, Kind::Game, "figure")?;
            if let Value::Number(_) | Value::Integer(_) = name {
                let Whole(number) = Whole::from_value(&name)?;
                let is_there = (1..=desk.state.borrow().figures.len() as i32).contains(&number);
                let figure = is_there.then(|| desk.handle(Kind::Figure, number as u32 - 1));
                return Ok(figure.map_or(Value::Nil, Value::LightUserData));
            }
            let wanted = desk.words().figure(&name.to_string()?).map_err(Error::runtime)?;
            let place = desk.state.borrow().figures.iter().position(|figure| figure.kind == wanted);
            Ok(place.map_or(Value::Nil, |place| Value::LightUserData(desk.handle(Kind::Figure, place as u32))))
        })?;
        self.add("zone", |_, desk, (kind, _), (name, owner): (String, Option<LightUserData>)| {
            only(kind, Kind::Game, "zone")?;
            let zone = desk.words().zone(&name).map_err(Error::runtime)?;
            let owner = owner.map(|owner| desk.open_player(owner)).transpose()?;
            match (desk.catalogue.zones[zone.0 as usize].owned, owner) {
                (true, None) => Err(Error::runtime(format!("every player has a {name}: say whose"))),
                (false, Some(_)) => Err(Error::runtime(format!("nobody owns the {name}"))),
                (_, owner) => Ok(desk.zone(Zone::Beside(zone, owner.unwrap_or(PlayerId::NOBODY)))),
            }
        })?;
        self.add("home", |_, desk, (kind, _), (): ()| {
            only(kind, Kind::Figure, "home")?;
            Ok(desk.zone(Zone::Supply))
        })?;
        self.add("tag", |_, desk, (kind, index), name: String| {
            only(kind, Kind::Feature, "tag")?;
            let tag = desk.words().tag(&name).map_err(Error::runtime)?;
            let graph = &desk.state.borrow().features;
            Ok(Value::Number(graph.tag(graph.of(SegmentId(index as u16)), tag) as f64))
        })?;
        self.add("has", |_, desk, (kind, index), name: String| match kind {
            Kind::Tile => {
                let tag = desk.words().tag(&name).map_err(Error::runtime)?;
                let tile = desk.state.borrow().board.tile(PlacedId(index as u16)).tile;
                let tile = desk.catalogue.tile(tile);
                Ok(Value::Boolean(tile.has_mark(tag)))
            }
            Kind::Decision => {
                let state = desk.state.borrow();
                let is = |choice: &Choice| match *choice {
                    Choice::Deploy(..) => name == "deploy",
                    Choice::Do(verb, _) => desk.catalogue.verbs[verb.0 as usize].name == name,
                    _ => false,
                };
                Ok(Value::Boolean(state.options.iter().any(is)))
            }
            _ => Err(lacks(kind, "has")),
        })?;
        self.add("joins", |_, desk, this, kind: String| {
            let Bearings { sides, .. } = bearings(desk, this, &kind, "joins")?;
            Ok(Value::Boolean(sides.iter().any(|(_, joined)| *joined)))
        })?;
        self.add("bend", |_, desk, this, kind: String| {
            let bearings = bearings(desk, this, &kind, "bend")?;
            Ok(Value::Number(bearings.bend() as f64))
        })
    }

    /// What hooks that count or answer may do.
    fn add_folds(&self) -> Result<()> {
        self.add("count", |_, desk, this, (what, figure): (Value, Option<String>)| match this.0 {
            Kind::Score => {
                counting(desk, this)?;
                let line = what.to_string()?;
                let line = desk.words().line(&line).map_err(Error::runtime)?;
                Ok(Value::Number(desk.count(&desk.sheet.borrow(), line) as f64))
            }
            Kind::Feature => {
                let player = what.as_light_userdata().ok_or_else(|| Error::runtime("feature:count(player, figure)"))?;
                let player = desk.open_player(player)?;
                let figure = figure.map(|name| desk.words().figure(&name)).transpose().map_err(Error::runtime)?;
                let state = desk.state.borrow();
                let feature = state.features.of(SegmentId(this.1 as u16));
                let is = |id: FigureId| {
                    let found = state.figure(id);
                    found.owner == player && figure.is_none_or(|kind| kind == found.kind)
                };
                Ok(Value::Number(state.figures_on(feature).filter(|&(id, _)| is(id)).count() as f64))
            }
            kind => Err(lacks(kind, "count")),
        })?;
        self.add("rate", |_, desk, this, (line, Whole(change), Why(why)): (String, Whole, Why)| {
            editing(desk, this, Kind::Score, "rate")?;
            let change = i16::try_from(change).ok().filter(|change| change.abs() <= MOST_RATE);
            let change = change.ok_or_else(|| Error::runtime("the rate is too large"))?;
            let line = desk.words().line(&line).map_err(Error::runtime)?;
            let mut sheet = desk.sheet.borrow_mut();
            has_room(sheet.entries.len(), "a sheet", MOST_LINES)?;
            let count = desk.count(&sheet, line);
            sheet.rate(line, count, change, desk.reason(&why));
            Ok(Value::Nil)
        })?;
        self.add("void", |_, desk, this, Why(why): Why| {
            editing(desk, this, Kind::Score, "void")?;
            desk.sheet.borrow_mut().void(desk.reason(&why));
            Ok(Value::Nil)
        })?;
        self.add("add", |_, desk, this, args: mlua::MultiValue| add(desk, this, args))?;
        self.add("remove", |_, desk, this, (player, _): (LightUserData, Option<Why>)| {
            editing(desk, this, Kind::Winners, "remove")?;
            let player = desk.open_player(player)?;
            desk.contested.borrow_mut().2.insert(player);
            Ok(Value::Nil)
        })?;
        self.add("items", |lua, desk, this, (): ()| {
            only(this.0, Kind::List, "each")?;
            let candidates = desk.state.borrow().candidates.len() as u32;
            list(lua, (0..candidates).map(|i| desk.handle(Kind::Candidate, i)))
        })?;
        self.add("veto", |_, desk, this, (Whole(place), Why(why)): (Whole, Why)| {
            only(this.0, Kind::List, "veto")?;
            desk.may(Context::Pure, "veto")?;
            let mut vetoes = desk.vetoes.borrow_mut();
            let found = usize::try_from(place).ok().and_then(|place| vetoes.get_mut(place.checked_sub(1)?));
            let veto = found.ok_or_else(|| Error::runtime(format!("the list has no place {place}")))?;
            veto.get_or_insert(desk.reason(&why));
            Ok(Value::Nil)
        })?;
        self.add("offer", |_, desk, this, (verb, targets, how): (String, Option<Table>, Option<Table>)| {
            only(this.0, Kind::Decision, "offer")?;
            desk.may(Context::Pure, "offer")?;
            let verb = desk.words().verb(&verb).map_err(Error::runtime)?;
            let Offering { is_free, followers } =
                how.map_or(Ok(Offering::default()), |how| Offering::read(desk, &how))?;
            let state = desk.state.borrow();
            let mut offers = desk.offers.borrow_mut();
            let Some(targets) = targets else {
                offers.push((Choice::Do(verb, Target::Nothing), is_free));
                return Ok(Value::Nil);
            };
            for target in targets.sequence_values::<Value>() {
                has_room(offers.len(), "a decision", MOST_OFFERS)?;
                let target = target?;
                if !followers {
                    offers.push((Choice::Do(verb, desk.target(&state, &target)?), is_free));
                    continue;
                }
                let spot = desk.spot(target.as_light_userdata().ok_or_else(|| Error::runtime("a place is wanted"))?)?;
                let kinds = ready_followers(desk, &state);
                offers.extend(kinds.map(|kind| (Choice::Do(verb, Target::KindAt(kind, spot)), is_free)));
            }
            Ok(Value::Nil)
        })?;
        self.add("deploy", |_, desk, this, filter: Option<Table>| {
            only(this.0, Kind::Decision, "deploy")?;
            desk.may(Context::Pure, "deploy")?;
            let filter = DeployFilter::read(desk, filter)?;
            let state = desk.state.borrow();
            let mut offers = desk.offers.borrow_mut();
            for kind in desk.catalogue.figure_kinds().filter(|&kind| filter.takes(desk, &state, kind)) {
                let all = (0..state.features.len() as u16).map(SegmentId);
                let free = all.filter(|&segment| filter.allows(desk, &state, kind, segment));
                offers.extend(free.map(|segment| (Choice::Deploy(kind, segment), false)));
            }
            Ok(Value::Nil)
        })
    }
}

/// The kinds of followers that the active player has ready.
fn ready_followers<'a>(desk: &'a Desk, state: &'a State) -> impl Iterator<Item = FigureKindId> + 'a {
    let ready =
        |kind: &FigureKindId| desk.catalogue.figure(*kind).follower && state.supply(state.turn.player, *kind) > 0;
    desk.catalogue.figure_kinds().filter(ready)
}

/// How options are offered.
#[derive(Default)]
struct Offering {
    /// Whether they leave the decision open.
    is_free: bool,
    /// Whether a follower from the supply goes to each target.
    followers: bool,
}

impl Offering {
    fn read(desk: &Desk, how: &Table) -> Result<Offering> {
        let mut found = Offering::default();
        for pair in how.pairs::<String, Value>() {
            let (key, value) = pair?;
            match (key.as_str(), &value) {
                ("free", Value::Boolean(is_free)) => found.is_free = *is_free,
                ("free", _) => return Err(Error::runtime("`free` is true or false")),
                ("figures", Value::String(group)) if *group == "follower" => found.followers = true,
                ("figures", _) => return Err(Error::runtime("the only group is \"follower\"")),
                _ => return Err(Error::runtime(desk.words().unknown(&key, &["free", "figures"]))),
            }
        }
        Ok(found)
    }
}

/// `score:add(points, why, player?)`, `weight:add(n, why)`, `winners:add(player, why)`.
fn add(desk: &Desk, this: (Kind, u32), args: mlua::MultiValue) -> Result<Value> {
    let mut args = args.into_iter();
    let first = args.next().unwrap_or(Value::Nil);
    let why = match args.next() {
        Some(why @ Value::String(_)) => Why::from_value(&why)?,
        _ => return Err(Error::runtime("`add` wants a reason")),
    };
    editing(desk, this, this.0, "add")?;
    let points = |value| Whole::from_value(&value).map(|Whole(points)| points);
    match this.0 {
        Kind::Score => {
            let points = points(first)?;
            let why = desk.reason(&why.0);
            let added = desk.sheet.borrow().added.len() + desk.sheet.borrow().added_for.len();
            has_room(added, "a sheet", MOST_LINES)?;
            match args.next() {
                None | Some(Value::Nil) => desk.sheet.borrow_mut().add(points, why),
                Some(Value::LightUserData(player)) => {
                    let player = desk.open_player(player)?;
                    desk.sheet.borrow_mut().add_for(player, points, why);
                }
                Some(_) => return Err(Error::runtime("score:add(points, why, player)")),
            }
        }
        Kind::Weight => {
            let (figure, weight) = desk.weighed.get();
            desk.weighed.set((figure, weight.saturating_add(points(first)?)));
        }
        Kind::Winners => {
            let player = first.as_light_userdata().ok_or_else(|| Error::runtime("winners:add(player, why)"))?;
            let player = desk.open_player(player)?;
            desk.contested.borrow_mut().1.insert(player);
        }
        kind => return Err(lacks(kind, "add")),
    }
    Ok(Value::Nil)
}

pub(super) fn lacks(kind: Kind, method: &str) -> Error {
    Error::runtime(format!("a {} has no method `{method}`", kind.name()))
}

fn only(found: Kind, wanted: Kind, method: &str) -> Result<()> {
    if found == wanted { Ok(()) } else { Err(lacks(found, method)) }
}

fn acting(desk: &Desk, (kind, _): (Kind, u32), method: &str) -> Result<()> {
    only(kind, Kind::Game, method)?;
    desk.may(Context::Action, method)?;
    has_room(desk.state.borrow().log.len(), "the log of a game", MOST_EVENTS)
}

/// Whether there is room for one more line, so that no script can fill the memory with them.
fn has_room(lines: usize, of: &str, most: usize) -> Result<()> {
    if lines < most { Ok(()) } else { Err(Error::runtime(format!("{of} has at most {most} lines"))) }
}

/// Whether the object on which a hook counts is the one at hand.
fn editing(desk: &Desk, this: (Kind, u32), wanted: Kind, method: &str) -> Result<()> {
    only(this.0, wanted, method)?;
    desk.may(Context::Fold, method)?;
    counting(desk, this)
}

fn counting(desk: &Desk, (kind, serial): (Kind, u32)) -> Result<()> {
    match desk.context.get() == Context::Fold && serial == desk.serial() {
        true => Ok(()),
        false => Err(Error::runtime(format!("this {} is over", kind.name()))),
    }
}

/// The features that a feature touches, each once, oldest first.
fn touched(desk: &Desk, segment: SegmentId, wanted: Option<KindId>) -> Vec<FeatureId> {
    let state = desk.state.borrow();
    let graph = &state.features;
    let feature = graph.of(segment);
    let mut found = Vec::new();
    graph.each_touched(&desk.catalogue, &state.board, feature, |near| {
        if wanted.is_none_or(|kind| graph.kind(near) == kind) {
            found.push(near);
        }
    });
    found.sort();
    found.dedup();
    found
}

/// Who leads a feature, by what the manifests say of weights.
fn leaders(desk: &Desk, segment: SegmentId) -> Players {
    let state = desk.state.borrow();
    let mut weights = crate::majority::Weights::default();
    for (id, _) in state.figures_on(state.features.of(segment)) {
        let figure = state.figure(id);
        if desk.catalogue.figure(figure.kind).follower {
            let position = Position { catalogue: &desk.catalogue, state: &state };
            weights.add(figure.owner, printed::weight(position, id));
        }
    }
    weights.leaders()
}

/// The sides at which a tile has a kind of feature, and whether it meets another tile's there.
struct Bearings {
    sides: Vec<(Side, bool)>,
}

impl Bearings {
    /// How a feature with two ends turns as one comes from the tile that was there before: 1 to the right, -1 to the left, 0 if
    /// it goes straight on or cannot be followed.
    fn bend(&self) -> i32 {
        let [(first, first_joined), (second, second_joined)] = self.sides[..] else { return 0 };
        let (from, to) = match (first_joined, second_joined) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return 0,
        };
        match (to.index() + 4 - from.opposite().index()) % 4 {
            1 => 1,
            3 => -1,
            _ => 0,
        }
    }
}

fn bearings(desk: &Desk, (kind, index): (Kind, u32), name: &str, method: &str) -> Result<Bearings> {
    let wanted = desk.words().kind(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let (tile, cell, rotation): (_, Cell, Rotation) = match kind {
        Kind::Candidate => {
            let over = || Error::runtime("this place is over");
            let place = state.candidates.get(index as usize).ok_or_else(over)?;
            (state.turn.drawn.ok_or_else(over)?, place.cell, place.rotation)
        }
        Kind::Tile => {
            let placed = state.board.tile(PlacedId(index as u16));
            (placed.tile, placed.cell, placed.rotation)
        }
        _ => return Err(lacks(kind, method)),
    };
    let ports = desk.catalogue.ports(tile, rotation);
    let parts = &desk.catalogue.tile(tile).segments;
    let has = |side: &Side| {
        let middle = ports[side.index()].middle;
        parts.get(middle as usize).is_some_and(|part| part.kind == wanted)
    };
    let sides = Side::ALL.into_iter().filter(has).map(|side| (side, state.board.at(cell.step(side)).is_some()));
    Ok(Bearings { sides: sides.collect() })
}

/// The reason that a veto gave, if it was given as `return false, "why"`.
pub(super) fn verdict(desk: &Desk, answer: mlua::MultiValue, hook: &str) -> Result<Option<ReasonId>> {
    let mut answer = answer.into_iter();
    match (answer.next(), answer.next()) {
        (None | Some(Value::Nil | Value::Boolean(true)), _) => Ok(None),
        (Some(Value::Boolean(false)), Some(why @ Value::String(_))) => Ok(Some(desk.reason(&Why::from_value(&why)?.0))),
        (Some(Value::Boolean(false)), _) => Err(Error::runtime(format!("{hook} says `false` and why, in a sentence"))),
        (Some(other), _) => Err(Error::runtime(format!(
            "{hook} answers nothing, or `false` and why, not {}",
            called(other.type_name())
        ))),
    }
}
