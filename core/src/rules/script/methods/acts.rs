//! What hooks that act can do: move, score, roll, count, tell.

use super::tiles::{is_loose, move_tile, read_flag};
use super::{Methods, wrong, wrong_argument};
use crate::rules::script::desk::Desk;
use crate::rules::script::reads::Done;
use crate::rules::script::values::{Name, Number, Object, Whole, Why, first};
use crate::table::event::{Event, Measure};
use crate::table::figure::FigureId;
use crate::table::state::{Again, State};
use crate::table::turn::{self, limits::MAX_PARTS};
use mlua::{Error, Result, Table, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
action game:move(thing: Figure|LooseTile, place: Place|string, how?: string|{ at: "top"|"bottom"|"mixed"|"upper" }): LooseTile|false|nil -- moves a figure to a place, for a cause; returns false if `can_move` does not allow it. One that needs a follower goes home if it is left alone, or arrives where its owner has no follower. Or moves a loose tile to a zone; returns the tile at its new place
action game:score(player: Player, n: integer, why: string, how?: { earned?: boolean }) -- gives or takes points; with `earned = true` they count like points of a feature for `game:earned` and `when.earned`
action game:extra_part(why: string, optional?: boolean, how?: { draw?: boolean }) -- adds another part to this turn; with `draw = false` one without a draw, which follows even if no tile is left
action game:roll(sides: integer): integer -- rolls a die
action game:raise(tile: Tile, counter: string, n: integer): integer -- adds n to a counter on a tile (n can be negative); returns the new value
action game:set_aside() -- moves the drawn tile aside; an error if there is none (`on_draw` has one)
action game:merge() -- shuffles everything that lies aside into the pile
action game:tell(text: string) -- adds a line to the log
action game:metric(name: string, n: number) -- measures something for `simulate` and `compare`: what a game measures under one name is added up
"#;

/// Reads a figure, or the name of a neutral kind; there is only one such figure.
fn figure_named(desk: &Desk, value: &Value) -> Result<FigureId> {
    match value {
        Value::LightUserData(figure) => desk.open_figure(*figure),
        Value::String(name) => {
            let kind = desk.neutral_kind(&name.to_str()?)?;
            let found = first(&desk.state.borrow(), kind);
            found.ok_or_else(|| Error::runtime("there is no such figure"))
        }
        other => Err(wrong_argument(1, "a figure", other)),
    }
}

/// Returns what the next die shows, if a lab has set it.
fn next_die(state: &mut State) -> Option<f64> {
    (!state.dice.is_empty()).then(|| state.dice.remove(0) as f64)
}

/// The maximum length of the name of a metric.
const MAX_METRIC_NAME: usize = 40;

/// Says what is wrong with the name of a metric. It becomes the name of a column.
fn check_metric(name: &str) -> std::result::Result<(), String> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    match !name.is_empty() && name.len() <= MAX_METRIC_NAME && name.chars().all(is_word) {
        true => Ok(()),
        false => Err(format!("a metric is named with a-z, 0-9 and _, at most {MAX_METRIC_NAME} characters")),
    }
}

impl Methods<'_> {
    /// Adds what hooks that act can do.
    pub(super) fn add_acts(&self) -> Result<()> {
        self.add("move", |_, desk, _, (thing, to, how): (Value, Value, Value)| {
            if is_loose(desk, &thing)? {
                return move_tile(desk, &thing, &to, how.as_table());
            }
            let place = to.as_light_userdata().ok_or_else(|| wrong_argument(2, "an object of the game", &to))?;
            let (figure, to) = (figure_named(desk, &thing)?, desk.open_goal(place)?);
            let cause = match how.is_nil() {
                true => desk.reason_of("move", "")?,
                false => desk.read_reason_of(&how, "").map_err(|error| wrong(3, error))?,
            };
            if desk.veto(figure, cause)?.is_some() {
                return Ok(Value::Boolean(false));
            }
            let causes = (cause, desk.alone);
            let tell = |state: &mut State, moment| desk.tell(state, moment);
            let mut state = desk.change_by(Done::Move(figure, to, cause));
            turn::relocate(&mut state, &desk.catalogue, &tell, figure, to, causes);
            Ok(Value::Nil)
        })?;
        self.add("score", |_, desk, _, args: (Object, Whole, Why, Option<Table>)| {
            let (Object(player), Whole(points), Why(why), how) = args;
            let (player, earned) = (desk.open_player(player)?, read_flag(how, "earned", false)?);
            desk.award(player, points, desk.reason(&why)?);
            if earned {
                desk.change().earn(player, points);
            }
            Ok(Value::Nil)
        })?;
        self.add("extra_part", |_, desk, _, (Why(why), optional, how): (Why, Option<bool>, Option<Table>)| {
            let (why, draws) = (desk.reason(&why)?, read_flag(how, "draw", true)?);
            let turn = &mut desk.change().turn;
            if turn.part >= MAX_PARTS {
                return Err(Error::runtime(format!("a turn has at most {MAX_PARTS} parts")));
            }
            let new = Again { why, optional: optional.unwrap_or(false), draws, bare: !draws };
            turn.again = Some(turn.again.map_or(new, |first| Again {
                why: first.why,
                optional: first.optional && new.optional,
                draws: first.draws || new.draws,
                bare: first.bare || new.bare,
            }));
            Ok(Value::Nil)
        })?;
        self.add("roll", |_, desk, _, Whole(sides): Whole| {
            let sides = u32::try_from(sides).ok().filter(|sides| (1..=1000).contains(sides));
            let sides = sides.ok_or_else(|| Error::runtime("a die has 1 to 1000 sides"))?;
            let set = next_die(&mut desk.change());
            Ok(Value::Number(set.unwrap_or_else(|| desk.draw_lot(sides) as f64 + 1.0)))
        })?;
        self.add("raise", |_, desk, _, (Object(tile), Name(counter), Whole(change)): (Object, Name, Whole)| {
            let tile = desk.open_tile(tile)?;
            let counter = desk.words().counter(&counter).map_err(Error::runtime)?;
            Ok(Value::Number(desk.change().raise(&desk.catalogue, tile, counter, change) as f64))
        })?;
        self.add("set_aside", |_, desk, _, (): ()| {
            let mut state = desk.change();
            let no_tile = "`set_aside`: no tile is in hand; `on_draw` has one";
            let tile = state.turn.drawn.take().ok_or_else(|| Error::runtime(no_tile))?;
            state.aside.push(tile);
            state.log.push(Event::Aside(tile));
            Ok(Value::Nil)
        })?;
        self.add("merge", |_, desk, _, (): ()| {
            let mut state = desk.change();
            let State { aside, pile, chance, log, .. } = &mut *state;
            if !aside.is_empty() {
                pile.mix_in(aside.tiles(), chance);
                aside.clear();
                log.push(Event::Merge);
            }
            Ok(Value::Nil)
        })?;
        self.add("tell", |_, desk, _, Why(text): Why| {
            let text = desk.reason(&text)?;
            desk.change().log.push(Event::Told(text));
            Ok(Value::Nil)
        })?;
        self.add("metric", |_, desk, _, (Name(name), Number(number)): (Name, Number)| {
            let measure = Measure::new(number).ok_or_else(|| wrong(2, Error::runtime("it is not finite")))?;
            check_metric(&name).map_err(|why| wrong(1, Error::runtime(why)))?;
            // An imagined end is not the game that is measured, and what it answered should be kept.
            if !desk.state.borrow().turn.imagined {
                let name = desk.reason(&name)?;
                desk.change().log.push(Event::Metric(name, measure));
            }
            Ok(Value::Nil)
        })
    }
}
