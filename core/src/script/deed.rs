//! What a handler does, said as data: `{ move = "FIGURE", why = "…" }` for a verb, `{ award = n, most = "TOKEN", why = "…" }` for a
//! hook that acts. It is done in Rust, so that Lua is not entered at all.

use mlua::{Error, Result, Table, Value};

use super::desk::{Desk, note_calls};
use super::hook::{Hook, Subscriptions};
use super::values::{Whole, Why, first};
use crate::catalogue::{Catalogue, FigureKindId, TokenId};
use crate::choice::Target;
use crate::figure::Zone;
use crate::moment::Moment;
use crate::sheet::ReasonId;
use crate::state::State;
use crate::turn;

/// The keys of a deed.
pub(super) const KEYS: [&str; 4] = ["award", "most", "move", "why"];

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    what: What,
    /// Why, and why those go that cannot stand alone.
    why: ReasonId,
    alone: ReasonId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// The active player gets points, or everyone who has the most of a kind of token.
    Award(i32, Option<TokenId>),
    /// The only figure of a kind that nobody owns goes where the verb says.
    Move(FigureKindId),
}

impl Deed {
    /// Reads the deed of a table; none if it has no key of one.
    pub fn read(desk: &Desk, expansion: &str, hook: Hook, table: &Table) -> Result<Option<Deed>> {
        let most = match table.raw_get("most")? {
            Value::Nil => None,
            Value::String(name) => Some(desk.words().token(&name.to_string_lossy()).map_err(Error::runtime)?),
            _ => return Err(Error::runtime("`most` is the name of a kind of token")),
        };
        let what = match (table.raw_get("award")?, table.raw_get("move")?) {
            (Value::Nil, Value::Nil) => return Ok(None),
            (points, Value::Nil) if hook.acts() => What::Award(Whole::from_value(&points)?.0, most),
            (Value::Nil, _) if most.is_some() => return Err(Error::runtime("`most` says who gets an `award`")),
            (Value::Nil, Value::String(name)) if matches!(hook, Hook::Verb(_)) => {
                What::Move(desk.neutral_kind(&name.to_string_lossy())?)
            }
            (Value::Nil, Value::String(_)) => {
                return Err(Error::runtime("only a verb says where a figure is to `move`"));
            }
            (Value::Nil, _) => return Err(Error::runtime("`move` is the name of a figure that nobody owns")),
            _ => return Err(Error::runtime("`award` is for hooks that act, and not beside `move`")),
        };
        let Why(why) = Why::of(table)?;
        let why = match what {
            What::Award(..) => desk.reason_of(&why, expansion)?,
            What::Move(_) => desk.reason_of(&why, "")?,
        };
        Ok(Some(Deed { what, why, alone: desk.alone }))
    }

    /// Does it.
    pub fn act(self, catalogue: &Catalogue, all: &Subscriptions, state: &mut State, moment: Moment) {
        match (self.what, moment) {
            (What::Award(points, None), _) => state.award(state.turn.player, points, self.why),
            (What::Award(points, Some(token)), _) => {
                state.most(token).iter().for_each(|player| state.award(player, points, self.why));
            }
            (What::Move(kind), Moment::Verb(_, target)) => {
                let Some(figure) = first(state, kind) else { return };
                let to = match target {
                    Target::Tile(tile) => Zone::Tile(tile),
                    Target::Cell(cell) => state.place_at(cell),
                    Target::Corner(corner) => Zone::Corner(corner),
                    Target::Segment(segment) => Zone::Segment(segment),
                    Target::Zone(zone, owner) => Zone::Beside(zone, owner),
                    _ => return,
                };
                if !state.is_on_table(to) {
                    return;
                }
                let tell = |state: &mut State, moment| note_calls(catalogue, all, state, moment);
                turn::relocate(state, catalogue, &tell, figure, to, (self.why, self.alone));
            }
            _ => {}
        }
    }
}
