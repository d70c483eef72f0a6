//! What a feature is worth, and features that are paid because a handler says so.

use super::Methods;
use crate::rules::script::desk::Desk;
use crate::rules::script::filter::each;
use crate::rules::script::hook::{Context, Named};
use crate::rules::script::reads::Read;
use crate::rules::script::report::called;
use crate::rules::script::surface::PAYMENT;
use crate::rules::script::values::{Filter, Object, Whole, Why};
use crate::table::event::Event;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::log::Log;
use crate::table::majority::Players;
use crate::table::moment::Moment;
use crate::table::sheet::{Amount, ReasonId, Sheet, Term};
use crate::table::state::State;
use crate::table::turn::{self, Homebound, Payment};
use mlua::{Error, Function, Lua, Result, Table, Value, Variadic};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   feature:sheet(how?: Payment): Sheet -- its [sheet](#sheet): what the table would pay for it now. Not available in hooks that count
action event:hold(why: string) -- in `on_complete`: the feature is not scored now, and its figures stay
action game:score_feature(feature: Feature, how?: Payment): Sheet -- pays a feature now, as the table would, and sends its figures home; returns its [sheet](#sheet)
"#;

/// The maximum that a script can let each neighbour be worth.
const MAX_RATE: i32 = 1_000;

impl Methods<'_> {
    /// Adds the methods about what a feature is worth and how it is paid.
    pub(super) fn add_sheets(&self) -> Result<()> {
        self.add("sheet", |lua, desk, (_, index), Filter(how): Filter| {
            if desk.context.get() == Context::Fold {
                return Err(Error::runtime(
                    "`sheet` is not possible here: hooks that count cannot ask for another count",
                ));
            }
            let feature = desk.state.borrow().features.of(SegmentId(index as u16));
            let how = read(desk, how)?;
            note_sheet(desk, feature);
            let (sheet, _) = desk.count_on_table(|state, rules| turn::draw_up(state, rules, feature, &how))?;
            written(lua, desk, &sheet)
        })?;
        self.add("hold", |_, desk, _, Why(why): Why| {
            let Some(Moment::Complete(feature)) = desk.task.moment.get() else {
                return Err(Error::runtime("`hold` is for `on_complete`: only there a feature is about to be scored"));
            };
            let why = desk.reason(&why)?;
            let mut state = desk.change();
            if !std::mem::replace(&mut state.turn.held, true) {
                state.log.push(Event::Held(feature, why));
            }
            Ok(Value::Nil)
        })?;
        self.add("score_feature", |lua, desk, _, (Object(feature), Filter(how)): (Object, Filter)| {
            let (feature, how) = (desk.open_feature(feature)?, read(desk, how)?);
            let is_over = |state: &State| state.features.is_complete(feature) && state.features.is_paid(feature);
            if how.complete != Some(false) && is_over(&desk.state.borrow()) {
                return Err(Error::runtime("a complete feature is scored only once"));
            }
            let sheet = desk.count_on_table(|state, rules| turn::score_now(state, rules, feature, &how))?;
            written(lua, desk, &sheet)
        })
    }
}

/// Notes what a sheet depends on besides the feature.
fn note_sheet(desk: &Desk, feature: FeatureId) {
    let state = desk.state.borrow();
    if let Some(rule) = desk.catalogue.kind(state.features.kind(feature)).neighbours {
        desk.reads.note_read(Read::Touched(feature, desk.catalogue.kinds_counted_as(rule.kind)));
    }
    drop(state);
    // Who is asked for weights depends on the feature alone.
    desk.note_asked(&[Named::Score, Named::Winners], feature);
}

/// Reads `{ complete = true, rate = 3, winners = { … }, only = PLAYER, home = false }`.
fn read(desk: &Desk, how: Option<Table>) -> Result<Payment> {
    let mut found = Payment::default();
    each(how, |key, value| {
        match key {
            "complete" => found.complete = Some(yes_or_no(key, value)?),
            "home" => found.home = homebound(key, value)?,
            "only" => {
                let player = value.as_light_userdata().ok_or_else(|| wrong(key, "a player", value))?;
                found.only = Some(desk.open_player(player)?);
            }
            "rate" => {
                let Whole(rate) = Whole::from_value(value)?;
                let is_small = rate.abs() <= MAX_RATE;
                found.rate =
                    Some(is_small.then_some(rate as i16).ok_or_else(|| Error::runtime("the rate is too large"))?);
            }
            "winners" => found.winners = Some(players(desk, key, value)?),
            _ => return Err(PAYMENT.lacks(key)),
        }
        Ok(())
    })?;
    Ok(found)
}

fn homebound(key: &str, value: &Value) -> Result<Homebound> {
    match value {
        Value::Boolean(true) => Ok(Homebound::All),
        Value::Boolean(false) => Ok(Homebound::Nobody),
        Value::String(word) if *word == "follower" => Ok(Homebound::Followers),
        _ => Err(wrong(key, "true, false or \"follower\"", value)),
    }
}

fn wrong(key: &str, wanted: &str, given: &Value) -> Error {
    Error::runtime(format!("`{key}` is {wanted}, not {}", called(given.type_name())))
}

fn yes_or_no(key: &str, value: &Value) -> Result<bool> {
    value.as_boolean().ok_or_else(|| wrong(key, "true or false", value))
}

fn players(desk: &Desk, key: &str, value: &Value) -> Result<Players> {
    let list = value.as_table().ok_or_else(|| wrong(key, "a list of players", value))?;
    let mut players = Players::default();
    for player in list.sequence_values::<Value>() {
        let player = player?;
        let player = player.as_light_userdata().ok_or_else(|| wrong(key, "a list of players", &player))?;
        players.insert(desk.open_player(player)?);
    }
    Ok(players)
}

/// Returns the sheet with which a feature was just paid, from the log; nil if nobody was there.
pub(in crate::rules::script) fn paid(lua: &Lua, desk: &Desk, feature: FeatureId) -> Result<Value> {
    let sheet = noted(&desk.state.borrow().log, feature);
    sheet.map_or(Ok(Value::Nil), |sheet| written(lua, desk, &sheet))
}

/// Returns the last sheet of a feature in the log, if it is later than the feature's completion.
fn noted(log: &Log, feature: FeatureId) -> Option<Sheet> {
    let about = |event: &Event| match *event {
        Event::Sheet(id) if log.sheet(id).feature == feature => Some(Some(log.sheet(id).sheet())),
        Event::Complete(other) if other == feature => Some(None),
        _ => None,
    };
    log.iter().rev().find_map(about).flatten()
}

/// Makes the table of a sheet in Lua, which is faster than making it here.
pub(in crate::rules::script) struct SheetMaker(pub Function);

/// Converts a sheet to a table: the winners, what each winner is paid, what each player gets, and the lines.
fn written(lua: &Lua, desk: &Desk, sheet: &Sheet) -> Result<Value> {
    let maker = lua.app_data_ref::<SheetMaker>().map(|maker| maker.0.clone());
    let maker = maker.ok_or_else(|| Error::runtime("a sheet cannot be read while scripts are loaded"))?;
    let (total, players) = (sheet.total(), desk.state.borrow().players());
    let void = sheet.voided.map_or(Ok(Value::Nil), |why| why_of(lua, desk, why))?;
    let mut parts = vec![
        Value::Boolean(sheet.complete),
        number(total),
        void,
        number(desk.state.borrow().player_count() as u32),
        number(sheet.terms.len() as u32),
    ];
    for player in players {
        let won = if sheet.winners.contains(player) { total } else { 0 };
        let points = number(won.saturating_add(sheet.own(player)));
        parts.extend([desk.player(player), Value::Boolean(sheet.winners.contains(player)), points]);
    }
    for term in &sheet.terms {
        parts.extend(line(lua, desk, term)?);
    }
    maker.call(Variadic::from(parts))
}

/// Returns the parts of a line: what is counted, how often and its rate, or points that were added, or by how much all is
/// multiplied; then who gets it alone, and why.
fn line(lua: &Lua, desk: &Desk, term: &Term) -> Result<[Value; 8]> {
    let mut parts = [const { Value::Nil }; 8];
    match term.what {
        Amount::Each(what, count, rate) => {
            parts[0] = desk.texts.give(lua, desk.catalogue.line_name(what))?;
            (parts[1], parts[2]) = (number(count), number(rate));
        }
        Amount::Added(points) | Amount::For(_, points) => parts[3] = number(points),
        Amount::Scaled(times, over) => (parts[4], parts[5]) = (number(times), number(over)),
    }
    parts[6] = term.what.player().map_or(Value::Nil, |player| desk.player(player));
    parts[7] = why_of(lua, desk, term.why)?;
    Ok(parts)
}

fn number(number: impl Into<f64>) -> Value {
    Value::Number(number.into())
}

/// Returns the text of a reason; nil for the feature's own worth.
fn why_of(lua: &Lua, desk: &Desk, why: ReasonId) -> Result<Value> {
    desk.reasons.text(why).map_or(Ok(Value::Nil), |why| desk.texts.give(lua, &why))
}
