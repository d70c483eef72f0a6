//! What hooks that count or answer can do: edit a sheet, strike out places, offer options.

use super::{Methods, counting, has_room, wrong};
use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::hook::Context;
use crate::rules::script::offer::{Manner, ready_followers};
use crate::rules::script::report::called;
use crate::rules::script::values::{Filter, Name, Object, Whole, Why, list};
use crate::table::catalogue::VerbId;
use crate::table::choice::{Choice, Target};
use crate::table::feature::SegmentId;
use crate::table::figure::FigureId;
use crate::table::sheet::ReasonId;
use crate::table::state::{Phase, State};
use mlua::{Error, Result, Table, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   score:count(line: string): integer -- how many the line counts: `tile`, `neighbour`, a tag; for fields the kind of neighbour
pure   feature:count(player: Player, kind?: string): integer -- how many figures of a player stand there
fold   score:rate(line: string, n: integer, why: string) -- makes each thing that a line counts worth n more
fold   score:scale(times: integer, over: integer, why: string) -- multiplies what the winners get by the first number and divides it by the second. All factors are applied together, and the result is rounded up
fold   score:void(why: string) -- makes it worth nothing
fold   score:add(n: integer, why: string, player?: Player) -- adds points for everyone who wins, or for one player
fold   weight:add(n: integer, why: string) -- adds to the weight
fold   winners:add(player: Player, why: string) -- makes a player win
fold   winners:remove(player: Player, why?: string) -- makes a player not win
pure   list:veto(i: integer, why: string) -- removes a place
pure   decision:offer(verb: string, targets?: Target[], how?: { free?: boolean, figures?: "follower" }) -- in `options`: offers a verb, alone or with each of the targets
"#;

/// The maximum number of lines of a sheet, including those that are added.
const MAX_SHEET_LINES: usize = 100;
/// The maximum change of a line's rate in one call.
const MAX_RATE: i16 = 1_000;
/// The maximum by which a sheet can be multiplied or divided in one call.
const MAX_FACTOR: i32 = 100;
/// The maximum number of options that scripts can offer for one decision.
const MAX_OFFERS: usize = 20_000;

impl Methods<'_> {
    /// Adds what hooks that count or answer can do.
    pub(super) fn add_folds(&self) -> Result<()> {
        self.add("count", |_, desk, this, (what, figure): (Value, Option<Name>)| match this.0 {
            ObjectKind::Score => {
                counting(desk, this)?;
                let line = what.to_string()?;
                let line = desk.words().line(&line).map_err(Error::runtime)?;
                Ok(Value::Number(desk.count(&desk.sheet.borrow(), line) as f64))
            }
            ObjectKind::Feature => {
                let player = what.as_light_userdata().ok_or_else(|| Error::runtime("feature:count(player, figure)"))?;
                let player = desk.open_player(player)?;
                let figure = figure.map(|Name(name)| desk.words().figure(&name)).transpose().map_err(Error::runtime)?;
                let state = desk.state.borrow();
                let feature = state.features.of(SegmentId(this.1 as u16));
                let is = |id: FigureId| {
                    let found = state.figure(id);
                    found.owner == player && figure.is_none_or(|kind| kind == found.kind)
                };
                Ok(Value::Number(state.figures_on(feature).filter(|&(id, _)| is(id)).count() as f64))
            }
            kind => Err(kind.lacks("count")),
        })?;
        self.add("rate", |_, desk, _, (Name(line), Whole(change), Why(why)): (Name, Whole, Why)| {
            let change = i16::try_from(change).ok().filter(|change| change.abs() <= MAX_RATE);
            let change = change.ok_or_else(|| Error::runtime("the rate is too large"))?;
            let line = desk.words().line(&line).map_err(Error::runtime)?;
            let mut sheet = desk.sheet.borrow_mut();
            has_room(sheet.terms.len(), "a sheet", MAX_SHEET_LINES)?;
            let count = desk.count(&sheet, line);
            sheet.rate(line, count, change, desk.reason(&why)?);
            Ok(Value::Nil)
        })?;
        self.add("scale", |_, desk, _, (Whole(times), Whole(over), Why(why)): (Whole, Whole, Why)| {
            let factor = |n: i32, least: i32| u8::try_from(n).ok().filter(|_| (least..=MAX_FACTOR).contains(&n));
            let (times, over) = (factor(times, 0), factor(over, 1));
            let (Some(times), Some(over)) = (times, over) else {
                return Err(Error::runtime(format!("a factor is a number from 0 to {MAX_FACTOR}, over one from 1")));
            };
            let mut sheet = desk.sheet.borrow_mut();
            has_room(sheet.terms.len(), "a sheet", MAX_SHEET_LINES)?;
            sheet.scale(times, over, desk.reason(&why)?);
            Ok(Value::Nil)
        })?;
        self.add("void", |_, desk, _, Why(why): Why| {
            desk.sheet.borrow_mut().void(desk.reason(&why)?);
            Ok(Value::Nil)
        })?;
        self.add("add", |_, desk, this, args: mlua::MultiValue| add(desk, this, args))?;
        self.add("remove", |_, desk, _, (Object(player), _): (Object, Option<Why>)| {
            let player = desk.open_player(player)?;
            desk.contested.borrow_mut().2.insert(player);
            Ok(Value::Nil)
        })?;
        // `objects.lua` makes `each` and `any` from this.
        let items = self.function("each", |lua, desk, _, (): ()| {
            let candidates = desk.state.borrow().candidates.len() as u32;
            list(lua, (0..candidates).map(|i| desk.handle(ObjectKind::Candidate, i)))
        })?;
        self.table.raw_set("items", items)?;
        self.add("veto", |_, desk, _, (Whole(place), Why(why)): (Whole, Why)| {
            desk.may(Context::Pure, "veto")?;
            let mut vetoes = desk.vetoes.borrow_mut();
            let found = usize::try_from(place).ok().and_then(|place| vetoes.get_mut(place.checked_sub(1)?));
            let veto = found.ok_or_else(|| Error::runtime(format!("the list has no place {place}")))?;
            veto.get_or_insert(desk.reason(&why)?);
            desk.note_act();
            Ok(Value::Nil)
        })?;
        self.add("offer", |_, desk, _, (Name(verb), Filter(targets), Filter(how)): (Name, Filter, Filter)| {
            desk.may(Context::Pure, "offer")?;
            let verb = desk.words().verb(&verb).map_err(Error::runtime)?;
            let manner = how.map_or(Ok(Manner::default()), |how| Manner::read(&how))?;
            offer(desk, verb, targets, &manner)?;
            not_in_vain(&desk.state.borrow(), manner.is_free)?;
            match desk.is_handled(verb) {
                true => Ok(Value::Nil),
                false => Err(Error::runtime(desk.unhandled(verb))),
            }
        })
    }
}

/// Offers one option for each target, or one without a target.
fn offer(desk: &Desk, verb: VerbId, targets: Option<Table>, manner: &Manner) -> Result<()> {
    let Manner { is_free, followers, once } = *manner;
    if once {
        return Err(Error::runtime("`once` is for offers that are data"));
    }
    let (state, mut offers) = (desk.state.borrow(), desk.offers.borrow_mut());
    let Some(targets) = targets else {
        has_room(offers.len(), "a decision", MAX_OFFERS)?;
        offers.push((Choice::Do(verb, Target::Nothing), is_free));
        return Ok(());
    };
    has_room(offers.len() + targets.raw_len(), "a decision", MAX_OFFERS)?;
    for target in targets.sequence_values::<Value>() {
        let target = target?;
        has_room(offers.len(), "a decision", MAX_OFFERS)?;
        if !followers {
            let offer = Choice::Do(verb, desk.target(&state, &target)?);
            if !desk.seen.borrow_mut().has(&state, &offers, offer) {
                offers.push((offer, is_free));
            }
            continue;
        }
        let spot = desk.spot(target.as_light_userdata().ok_or_else(|| Error::runtime("expected a place"))?)?;
        let kinds = ready_followers(&desk.catalogue, &state);
        offers.extend(kinds.map(|kind| (Choice::Do(verb, Target::KindAt(kind, spot)), is_free)));
    }
    Ok(())
}

/// Refuses what would never be offered: while a tile is to be placed, only options that leave that decision open are.
fn not_in_vain(state: &State, is_free: bool) -> Result<()> {
    if is_free || state.turn.phase != Phase::Place {
        return Ok(());
    }
    let why = "while a tile is to be placed only free options are offered; say { free = true }, or return if `decision.placing`";
    Err(Error::runtime(format!("`offer`: {why}")))
}

/// `score:add(points, why, player?)`, `weight:add(n, why)`, `winners:add(player, why)`.
fn add(desk: &Desk, this: (ObjectKind, u32), args: mlua::MultiValue) -> Result<Value> {
    let mut args = args.into_iter();
    let first = args.next().unwrap_or(Value::Nil);
    let why = match args.next() {
        Some(why @ Value::String(_)) => Why::from_value(&why)?,
        _ => return Err(Error::runtime("`add` needs a reason")),
    };
    let points = |value| Whole::from_value(&value).map(|Whole(points)| points).map_err(|cause| wrong(1, cause));
    match this.0 {
        ObjectKind::Score => {
            let points = points(first)?;
            let why = desk.reason(&why.0)?;
            has_room(desk.sheet.borrow().terms.len(), "a sheet", MAX_SHEET_LINES)?;
            match args.next() {
                None | Some(Value::Nil) => desk.sheet.borrow_mut().add(points, why),
                Some(Value::LightUserData(player)) => {
                    let player = desk.open_player(player)?;
                    desk.sheet.borrow_mut().add_for(player, points, why);
                }
                Some(_) => return Err(Error::runtime("score:add(points, why, player)")),
            }
        }
        ObjectKind::Weight => {
            let (figure, weight) = desk.weighed.get();
            desk.weighed.set((figure, weight.saturating_add(points(first)?)));
        }
        ObjectKind::Winners => {
            let player = first.as_light_userdata().ok_or_else(|| Error::runtime("winners:add(player, why)"))?;
            let player = desk.open_player(player)?;
            desk.contested.borrow_mut().1.insert(player);
        }
        kind => return Err(kind.lacks("add")),
    }
    Ok(Value::Nil)
}

/// Returns the reason of a veto (`return false, "why"`); `None` if the handler allows the option.
pub(in crate::rules::script) fn verdict(desk: &Desk, answer: mlua::MultiValue, hook: &str) -> Result<Option<ReasonId>> {
    let mut answer = answer.into_iter();
    match (answer.next(), answer.next()) {
        (None | Some(Value::Nil | Value::Boolean(true)), _) => Ok(None),
        (Some(Value::Boolean(false)), Some(why @ Value::String(_))) => desk.read_reason(&why).map(Some),
        (Some(Value::Boolean(false)), _) => Err(Error::runtime(format!("{hook} says `false` and why, in a sentence"))),
        (Some(other), _) => Err(Error::runtime(format!(
            "{hook} answers nothing, or `false` and why, not {}",
            called(other.type_name())
        ))),
    }
}
