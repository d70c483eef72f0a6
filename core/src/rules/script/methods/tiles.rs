//! Tiles that are not on the board: drawn, counted, moved, tried and placed.

use super::tokens::draw_token;
use super::{Methods, has_room, wrong, wrong_argument};
use crate::language::unknown;
use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::values::{Object, Whole, Why, cell_of, list};
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{TileId, ZoneId};
use crate::table::choice::Found;
use crate::table::event::Event;
use crate::table::figure::PlayerId;
use crate::table::geometry::Cell;
use crate::table::moment::Moment;
use crate::table::stack::{Depth, Holder, Loose, Shelf, Stack};
use crate::table::state::{Extra, State, Step};
use crate::table::turn::{self, limits::MAX_EXTRA_TURNS};
use mlua::{Error, Result, Table, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
action game:draw(zone?: Zone|string, to?: Holder): LooseTile|string|true|nil -- takes the next tile of a zone (default: the pile) and lays it aside, or in the zone `to`: if nobody may look into either, it returns only true. From a zone of tokens, draws a random one, which goes to the bank or to `to`, and returns its name; nil if there is none
pure   game:left(zone?: Zone|string): integer -- how many tiles or tokens are in a zone (default: the pile)
pure   game:fits(tile: LooseTile, cell?: Cell|Tile|Candidate|{ x: integer, y: integer }, player?: Player): Candidate[] -- the places where a loose tile can go; with a player also those where that player would [build](#building-over-tiles) something for it
action game:place(tile: LooseTile, place: Candidate, how?: { draw?: boolean }): Tile -- places a loose tile where `game:fits` found a place; returns the tile on the board. What has to be built there is built and paid for. With `draw = false` it is the tile of this part, and none is drawn
action game:extra_turn(player: Player, how: { draw?: boolean, why: string }) -- gives the player a turn before the next seat's; at most 50 in a row
"#;

/// The maximum number of places that rules can find for tiles in one turn.
const MAX_FOUND_PLACES: usize = 20_000;

/// Whether a value is a tile that is not on the board.
pub(super) fn is_loose(desk: &Desk, value: &Value) -> Result<bool> {
    match value {
        Value::LightUserData(object) => Ok(desk.open(*object)?.0 == ObjectKind::Loose),
        _ => Ok(false),
    }
}

/// Carries out `game:move(tile, zone, { at = … })`.
pub(super) fn move_tile(desk: &Desk, tile: &Value, to: &Value, how: Option<&Table>) -> Result<Value> {
    let (from, at) = (desk.open_loose(tile)?, desk.open_shelf(to).map_err(|error| wrong(2, error))?);
    let depth = desk.depth(how)?;
    let to = Loose { at, ..from };
    if desk.state.borrow().stack(&desk.catalogue, at).is_none() {
        return Err(Error::runtime("nobody holds tiles from turn to turn in this game"));
    }
    take(desk, from)?;
    let mut state = desk.change();
    state.put_tile(&desk.catalogue, to, depth);
    state.log.push(match at.zone {
        ZoneId::ASIDE => Event::Aside(to.tile),
        _ => Event::Stow(to.tile, at),
    });
    drop(state);
    Ok(desk.loose(to))
}

/// Takes a tile from where it is. Fails if it is no longer there.
fn take(desk: &Desk, loose: Loose) -> Result<()> {
    let Loose { tile, at } = loose;
    match desk.change().take_tile(&desk.catalogue, loose) {
        true => Ok(()),
        false => {
            let (tile, zone) = (desk.catalogue.tile_name(tile), &desk.catalogue.zone(at.zone).name);
            Err(Error::runtime(format!("tile {tile} does not lie in the {zone} any more")))
        }
    }
}

/// Moves the next tile of a zone to another one. Nobody sees it, and no script is told which it is, unless one of them can
/// be looked into.
fn draw_to(desk: &Desk, from: Shelf, at: Shelf) -> Result<Value> {
    if desk.state.borrow().stack(&desk.catalogue, at).is_none() {
        return Err(Error::runtime("nobody holds tiles from turn to turn in this game"));
    }
    let Some(tile) = draw(desk, from) else { return Ok(Value::Nil) };
    let to = Loose { tile, at };
    let mut state = desk.change();
    state.put_tile(&desk.catalogue, to, Depth::default());
    state.log.push(Event::Stow(tile, at));
    drop(state);
    let is_seen = |at: Shelf| !desk.catalogue.zone(at.zone).is_secret();
    Ok(if is_seen(from) || is_seen(at) { desk.loose(to) } else { Value::Boolean(true) })
}

/// Reads a place for tiles or tokens; the pile if none is given.
fn zone_or_pile(desk: &Desk, zone: &Value) -> Result<Shelf> {
    if zone.is_nil() {
        return Ok(Shelf::common(ZoneId::PILE));
    }
    let open = |zone: &Value| match desk.open_beside(zone)? {
        at if desk.catalogue.zone(at.zone).holds_tokens() => Ok(at),
        _ => desk.open_shelf(zone),
    };
    open(zone).map_err(|error| wrong(1, error))
}

impl Methods<'_> {
    /// Adds the methods about tiles that are not on the board.
    pub(super) fn add_tiles(&self) -> Result<()> {
        self.add("draw", |lua, desk, _, (zone, to): (Value, Value)| {
            let from = zone_or_pile(desk, &zone)?;
            if desk.catalogue.zone(from.zone).holds_tokens() {
                let bank = Holder::Shelf(Shelf::common(ZoneId::BANK));
                let to = if to.is_nil() { Ok(bank) } else { desk.open_holder(&to) };
                return draw_token(lua, desk, from, to.map_err(|error| wrong(2, error))?);
            }
            if !to.is_nil() {
                let to = desk.open_shelf(&to).map_err(|error| wrong(2, error))?;
                return draw_to(desk, from, to);
            }
            let Some(tile) = draw(desk, from) else { return Ok(Value::Nil) };
            let mut state = desk.change();
            state.aside.push(tile);
            state.log.push(Event::Draw(tile));
            drop(state);
            Ok(desk.loose(Loose { tile, at: Shelf::common(ZoneId::ASIDE) }))
        })?;
        self.add("left", |_, desk, _, zone: Value| {
            let (at, state) = (zone_or_pile(desk, &zone)?, desk.state.borrow());
            let left = match desk.catalogue.zone(at.zone).holds_tokens() {
                true => state.count_tokens(&desk.catalogue, at),
                false => state.tiles_at(&desk.catalogue, at).len(),
            };
            Ok(Value::Number(left as f64))
        })?;
        self.add("fits", |lua, desk, _, (tile, cell, payer): (Value, Value, Option<Object>)| {
            let Loose { tile, .. } = desk.open_loose(&tile).map_err(|error| wrong(1, error))?;
            let cell = if cell.is_nil() { None } else { Some(open_cell(desk, &cell)?) };
            let payer = payer.map(|Object(payer)| desk.open_player(payer)).transpose();
            let found = fits(desk, tile, payer.map_err(|error| wrong(3, error))?)?;
            let found = found.into_iter().filter(|found| cell.is_none_or(|cell| cell == found.place.cell));
            let from = desk.state.borrow().found.len();
            desk.change().found.extend(found);
            let to = desk.state.borrow().found.len();
            list(lua, (from..to).map(|place| desk.found_place(place)))
        })?;
        self.add("place", |_, desk, _, (tile, Object(place), how): (Value, Object, Option<Table>)| {
            let loose = desk.open_loose(&tile).map_err(|error| wrong(1, error))?;
            let found = desk.open_found(place)?;
            let instead = !read_flag(how, "draw", true)?;
            if instead && !is_before_draw(&desk.state.borrow()) {
                return Err(Error::runtime(NOT_INSTEAD));
            }
            lay(desk, (loose, instead), found).map(|id| desk.tile(id))
        })?;
        self.add("extra_turn", |_, desk, _, (Object(player), how): (Object, Option<Table>)| {
            let player = desk.open_player(player)?;
            let extra = extra_turn(desk, player, how)?;
            let mut state = desk.change();
            let so_far = state.turn.extra_after.map_or(0, |(_, extras)| extras as usize);
            if so_far + state.extra.len() >= MAX_EXTRA_TURNS {
                return Err(Error::runtime(format!("there are at most {MAX_EXTRA_TURNS} extra turns in a row")));
            }
            state.extra.push(extra);
            Ok(Value::Nil)
        })
    }
}

/// Reads `{ draw = false, why = "…" }`.
fn extra_turn(desk: &Desk, player: PlayerId, how: Option<Table>) -> Result<Extra> {
    let wrong = || Error::runtime("extra_turn(player, { draw = true or false, why = \"…\" })");
    let (mut draws, mut why) = (true, None);
    for pair in how.iter().flat_map(Table::pairs::<String, Value>) {
        let (key, value) = pair?;
        match (key.as_str(), &value) {
            ("draw", Value::Boolean(draw)) => draws = *draw,
            ("draw", _) => return Err(Error::runtime("`draw` is true or false")),
            ("why", value) => why = Some(Why::from_value(value)?),
            _ => return Err(Error::runtime(unknown("key", &key, ["draw", "why"]))),
        }
    }
    let Why(why) = why.ok_or_else(wrong)?;
    Ok(Extra { player, draws, why: desk.reason(&why)? })
}

/// Takes the next tile from a place. A handler that is run again draws the same tiles as before its question, even
/// after a reshuffle, because players have seen them.
fn draw(desk: &Desk, from: Shelf) -> Option<TileId> {
    let next = desk.state.borrow().tiles_at(&desk.catalogue, from).first().copied()?;
    let kept = TileId(desk.task.keep_lot(next.0 as u32) as u16);
    let mut state = desk.change();
    if kept != next {
        state.stack_mut(&desk.catalogue, from).into_iter().for_each(|(stack, _)| stack.bring_up(kept));
    }
    let is_pile = from.zone == ZoneId::PILE;
    if is_pile && let Some(tile) = state.next.draw() {
        return Some(tile);
    }
    let drawn = state.stack_mut(&desk.catalogue, from).and_then(|(stack, _): (&mut Stack, _)| stack.draw());
    drawn.or_else(|| state.turn.drawn.take())
}

/// Reads a cell from anything that has `x` and `y`.
fn open_cell(desk: &Desk, value: &Value) -> Result<Cell> {
    match value {
        Value::Table(table) => {
            let part = |key: &str| Whole::from_value(&table.raw_get(key)?).map(|Whole(n)| n as i16);
            Ok(Cell { x: part("x")?, y: part("y")? })
        }
        Value::LightUserData(object) => match desk.find(*object)? {
            (ObjectKind::Tile, index) => Ok(desk.state.borrow().board.tile(PlacedId(index as u16)).cell),
            (ObjectKind::Candidate, index) => Ok(desk.candidate(index)?.1.cell),
            (ObjectKind::Cell, index) => Ok(cell_of(index)),
            (kind, _) => Err(Error::runtime(format!("{} is not a cell", kind.one()))),
        },
        other => Err(wrong_argument(2, "a cell", other)),
    }
}

/// Why a tile cannot take the place of the draw.
const NOT_INSTEAD: &str =
    "a tile takes the place of the draw only before it, in `on_turn` or a phase before `draw`, and once in a part";

/// Whether this part of the turn has no tile yet.
fn is_before_draw(state: &State) -> bool {
    let step = state.turn.back.unwrap_or(state.turn.step);
    matches!(step, Step::Part | Step::Draw) && !state.turn.has_own && state.turn.drawn.is_none()
}

/// Reads a table with one key that is true or false: `{ draw = false }`.
pub(super) fn read_flag(how: Option<Table>, name: &str, otherwise: bool) -> Result<bool> {
    let mut said = otherwise;
    for pair in how.iter().flat_map(Table::pairs::<String, Value>) {
        match pair? {
            (key, Value::Boolean(flag)) if key == name => said = flag,
            (key, _) if key == name => return Err(Error::runtime(format!("`{name}` is true or false"))),
            (key, _) => return Err(Error::runtime(unknown("key", &key, [name]))),
        }
    }
    Ok(said)
}

/// Places a tile where a rule found a place for it, beside the tile of this part or instead of it.
fn lay(desk: &Desk, (loose, instead): (Loose, bool), found: Found) -> Result<PlacedId> {
    let Found { tile, place, with } = found;
    let name = desk.catalogue.tile_name(tile);
    if tile != loose.tile {
        let other = desk.catalogue.tile_name(loose.tile);
        return Err(Error::runtime(format!("this place was found for tile {name}, not for {other}")));
    }
    if !still_fits(desk, found) {
        return Err(Error::runtime(format!("tile {name} does not fit at {} any more", place.cell)));
    }
    let has_room = {
        let state = desk.state.borrow();
        state.board.has_room(&desk.catalogue, std::iter::empty()) && state.features.has_room(0)
    };
    if !has_room {
        return Err(Error::runtime("the board is full"));
    }
    take(desk, loose)?;
    let mut state = desk.change();
    let tile = with
        .map_or(tile, |(span, payer)| turn::build_span(&mut state, &desk.catalogue, (tile, place.cell), span, payer));
    let id = match instead {
        true => turn::lay_instead(&mut state, &desk.catalogue, tile, place),
        false => turn::lay_beside(&mut state, &desk.catalogue, tile, place),
    };
    state.log.push(if instead { Event::Place(id) } else { Event::Lay(id) });
    desk.tell(&mut state, Moment::Place(id));
    Ok(id)
}

/// Whether a place that a rule found earlier is still one.
fn still_fits(desk: &Desk, Found { tile, place, with }: Found) -> bool {
    let Some((span, payer)) = with else { return desk.state.borrow().board.fits(&desk.catalogue, tile, place) };
    let spans = turn::list_spans(&mut desk.change(), &desk.catalogue, tile, payer);
    spans.iter().any(|spanned| spanned.span == span && spanned.places.contains(&place))
}

/// Returns where a tile can be placed, as `can_place` judges it; with a player also where that player would build
/// something for it.
fn fits(desk: &Desk, tile: TileId, payer: Option<PlayerId>) -> Result<Vec<Found>> {
    if desk.judging.replace(true) {
        return Err(Error::runtime("`can_place` cannot ask where a tile fits"));
    }
    let (context, running) = (desk.context.get(), desk.running.get());
    let found = find(desk, tile, payer);
    desk.context.set(context);
    desk.running.set(running);
    desk.judging.set(false);
    let found = found?;
    has_room(desk.state.borrow().found.len() + found.len(), "what rules find in a turn", MAX_FOUND_PLACES)?;
    Ok(found)
}

fn find(desk: &Desk, tile: TileId, payer: Option<PlayerId>) -> Result<Vec<Found>> {
    let plain = judge(desk, tile, |state| turn::list_places(state, &desk.catalogue, tile))?;
    let mut found: Vec<Found> = plain.into_iter().map(|place| Found { tile, place, with: None }).collect();
    let Some(payer) = payer.filter(|_| !desk.catalogue.forms.is_empty()) else { return Ok(found) };
    let spans = turn::list_spans(&mut desk.change(), &desk.catalogue, tile, payer);
    for spanned in spans {
        let with = Some((spanned.span, payer));
        let places = judge(desk, spanned.tile, |state| state.candidates = spanned.places)?;
        found.extend(places.into_iter().map(|place| Found { tile, place, with }));
    }
    Ok(found)
}

/// Lists places of a tile and returns those that `can_place` allows. The table is as before.
fn judge(desk: &Desk, tile: TileId, list: impl FnOnce(&mut State)) -> Result<Vec<Place>> {
    let mut state = desk.change();
    let (drawn, listed, places) = (state.turn.drawn.replace(tile), state.turn.listed, state.turn.places);
    let candidates = std::mem::take(&mut state.candidates);
    list(&mut state);
    *desk.vetoes.borrow_mut() = vec![None; state.candidates.len()];
    drop(state);
    let judged = desk.in_play().map_or(Ok(()), |scripts| scripts.judge_places(desk));
    let mut state = desk.change();
    let tried = std::mem::replace(&mut state.candidates, candidates);
    (state.turn.drawn, state.turn.listed, state.turn.places) = (drawn, listed, places);
    let vetoes = desk.vetoes.borrow();
    judged?;
    Ok(tried.into_iter().zip(&*vetoes).filter(|(_, veto)| veto.is_none()).map(|(place, _)| place).collect())
}
