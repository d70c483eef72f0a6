//! What a handler does, as data: `{ move = "FIGURE", why = "…" }` for a verb,
//! `{ award = n, most = "TOKEN", why = "…" }` for a hook that acts, and so on. It is done in Rust, without entering
//! Lua.

use std::sync::Arc;

use mlua::{Error, Result, Table, Value};

use super::desk::Desk;
use super::hook::Hook;
use super::values::{Whole, Why, first};
use crate::table::catalogue::{Catalogue, CounterId, FigureKindId, MAX_PLAYERS, TokenId, ZoneId};
use crate::table::choice::Target;
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::memory::{Datum, Memory};
use crate::table::moment::Moment;
use crate::table::rulebook::Rulebook;
use crate::table::sheet::ReasonId;
use crate::table::stack::Shelf;
use crate::table::state::State;
use crate::table::turn;

/// The keys that say what is done. A deed has exactly one of them.
const WHAT: [&str; 7] = ["award", "forget", "move", "note", "raise", "send", "tally"];

/// What a handler does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Deed {
    what: What,
    /// The reason, and the reason for figures that leave because they cannot stand alone.
    why: ReasonId,
    alone: ReasonId,
    /// The index of its script.
    source: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// Gives points to the active player, or to everyone who has the most of a kind of token.
    Award(i32, Option<TokenId>),
    /// Forgets what is remembered under these names.
    Forget(Vec<Arc<str>>),
    /// Moves the only figure of a neutral kind to the verb's target.
    Move(FigureKindId),
    /// Remembers, under a name, how many of a kind of token the active player has.
    Note(TokenId, Arc<str>),
    /// Raises a counter of the verb's tile by one. The active player may have to pay a token for it.
    Raise(CounterId, Option<TokenId>),
    /// Moves a figure from the active player's supply; the option says which kind and where.
    Send,
    /// Adds to a tally with a name, for the owner of the figure that moved or else for the active player. A token goes
    /// to the player who leads alone.
    Tally(i32, Arc<str>, Option<TokenId>),
}

impl Deed {
    /// Reads the deed of a table; `None` if it has no key of a deed.
    pub fn read(desk: &Desk, (expansion, source): (&str, u16), hook: Hook, table: &Table) -> Result<Option<Deed>> {
        let mut found = None;
        for key in WHAT {
            let value: Value = table.raw_get(key)?;
            if value.is_nil() {
                continue;
            }
            if found.is_some() {
                return Err(Error::runtime(format!("one of {} says what is done", WHAT.join(", "))));
            }
            found = Some(What::read(desk, hook, table, key, &value)?);
        }
        let Some(what) = found else { return Ok(None) };
        if !matches!(what, What::Award(..)) && !table.raw_get::<Value>("most")?.is_nil() {
            return Err(Error::runtime("`most` says who gets an `award`"));
        }
        if !matches!(what, What::Raise(..)) && !table.raw_get::<Value>("pay")?.is_nil() {
            return Err(Error::runtime("`pay` says what it costs to `raise` a counter"));
        }
        let why = match what {
            What::Award(..) => desk.reason_of(&Why::of(table)?.0, expansion)?,
            What::Move(_) | What::Send => desk.reason_of(&Why::of(table)?.0, "")?,
            What::Forget(_) | What::Note(..) | What::Raise(..) | What::Tally(..) => ReasonId::default(),
        };
        Ok(Some(Deed { what, why, alone: desk.alone, source }))
    }

    /// Carries out the deed.
    pub fn act(&self, catalogue: &Catalogue, book: &dyn Rulebook, state: &mut State, moment: Moment) {
        match (&self.what, moment) {
            (What::Award(points, None), _) => state.award(state.turn.player, *points, self.why),
            (What::Award(points, Some(token)), _) => {
                state.most(*token).iter().for_each(|player| state.award(player, *points, self.why));
            }
            (What::Forget(names), _) => {
                if let Some(memory) = state.memory.get_mut(self.source as usize) {
                    for name in names {
                        memory.set(Datum::Text(name.clone()), None);
                    }
                }
            }
            (What::Move(kind), Moment::Verb(_, target)) => {
                let to = match target {
                    Target::Tile(tile) => Zone::Tile(tile),
                    Target::Cell(cell) => state.place_at(cell),
                    Target::Corner(corner) => Zone::Corner(corner),
                    Target::Segment(segment) => Zone::Segment(segment),
                    Target::Zone(zone, owner) => Zone::Beside(zone, owner),
                    _ => return,
                };
                self.relocate(catalogue, book, state, first(state, *kind), to);
            }
            (What::Note(token, name), _) => {
                let number = Datum::Number(f64::from(state.tokens(state.turn.player, *token)));
                self.memory(state).set(Datum::Text(name.clone()), Some(number));
            }
            (What::Raise(counter, pay), Moment::Verb(_, Target::Tile(tile))) => {
                if let Some(token) = *pay {
                    let (from, bank) = (Shelf::supply(state.turn.player), Shelf::common(ZoneId::BANK));
                    state.give_tokens(catalogue, token, 1, from, bank);
                }
                state.raise(catalogue, tile, *counter, 1);
            }
            (What::Send, Moment::Verb(_, Target::KindAt(kind, spot))) => {
                let figure = state.in_supply(state.turn.player, kind);
                self.relocate(catalogue, book, state, figure, spot.zone());
            }
            (What::Tally(n, name, token), moment) => {
                let player = match moment {
                    Moment::Move { figure, .. } => state.figure(figure).owner,
                    _ => state.turn.player,
                };
                let leader = self.count(state, player, *n, name);
                if let (Some(leader), Some(token)) = (leader, *token) {
                    hand_over(catalogue, state, token, leader);
                }
            }
            _ => {}
        }
    }

    fn relocate(
        &self,
        catalogue: &Catalogue,
        book: &dyn Rulebook,
        state: &mut State,
        figure: Option<FigureId>,
        to: Zone,
    ) {
        if let Some(figure) = figure.filter(|_| state.is_on_table(to)) {
            let tell = |state: &mut State, moment| book.tell(catalogue, state, moment);
            turn::relocate(state, catalogue, &tell, figure, to, (self.why, self.alone));
        }
    }

    /// Returns what its expansion remembers.
    fn memory<'a>(&self, state: &'a mut State) -> &'a mut Memory {
        let source = self.source as usize;
        if state.memory.len() <= source {
            state.memory.resize_with(source + 1, Memory::default);
        }
        &mut state.memory[source]
    }

    /// Adds a number to a player's count, in a list by seat that is remembered. Returns the player who now has more
    /// than everyone else, if there is one.
    fn count(&self, state: &mut State, player: PlayerId, n: i32, name: &Arc<str>) -> Option<PlayerId> {
        let players = state.player_count();
        if player.0 as usize >= players {
            return None;
        }
        let memory = self.memory(state);
        let mut counts = [0.0; MAX_PLAYERS];
        if let Some(Datum::Table(entries)) = memory.named(name) {
            for (seat, count) in entries.iter() {
                if let (Datum::Number(seat), Datum::Number(count)) = (seat, count)
                    && let Some(own) = counts.get_mut((*seat as usize).wrapping_sub(1))
                {
                    *own = *count;
                }
            }
        }
        counts[player.0 as usize] += f64::from(n);
        let counts = &counts[..players];
        let entries =
            (1..).map(|seat: u8| Datum::Number(f64::from(seat))).zip(counts.iter().map(|n| Datum::Number(*n)));
        memory.set(Datum::Text(name.clone()), Some(Datum::Table(entries.collect())));
        let most = counts.iter().fold(0.0, |most: f64, count| most.max(*count));
        let mut leaders = (0..).map(PlayerId).zip(counts).filter(|(_, count)| most > 0.0 && **count == most);
        leaders.next().map(|(player, _)| player).filter(|_| leaders.next().is_none())
    }
}

impl What {
    fn read(desk: &Desk, hook: Hook, table: &Table, key: &str, value: &Value) -> Result<What> {
        let token = |key: &str| match table.raw_get(key)? {
            Value::Nil => Ok(None),
            Value::String(name) => desk.words().token(&name.to_string_lossy()).map(Some).map_err(Error::runtime),
            _ => Err(Error::runtime(format!("`{key}` is the name of a kind of token"))),
        };
        let is_verb = matches!(hook, Hook::Verb(_));
        if !hook.acts() {
            return Err(Error::runtime(format!("`{key}` is for hooks that act")));
        }
        match (key, value) {
            ("award", points) => Ok(What::Award(Whole::from_value(points)?.0, token("most")?)),
            ("forget", names) => {
                let names = desk.words().each(key, names, "value", |name| Ok(name.into()));
                names.map(What::Forget).map_err(Error::runtime)
            }
            ("move", Value::String(name)) if is_verb => Ok(What::Move(desk.neutral_kind(&name.to_string_lossy())?)),
            ("move", Value::String(_)) => Err(Error::runtime("only a verb says where a figure is to `move`")),
            ("move", _) => Err(Error::runtime("`move` is the name of a figure that nobody owns")),
            ("raise", Value::String(name)) if is_verb => {
                let counter = desk.words().counter(&name.to_string_lossy()).map_err(Error::runtime)?;
                Ok(What::Raise(counter, token("pay")?))
            }
            ("raise", _) => Err(Error::runtime("`raise` is the name of a counter, for a verb whose options are tiles")),
            ("send", Value::Boolean(true)) if is_verb => Ok(What::Send),
            ("send", _) => Err(Error::runtime("`send` is true, for a verb whose options say which figure goes where")),
            _ => {
                let name = table.raw_get::<String>("under");
                let name = name.map_err(|_| Error::runtime(format!("`under` is the name for a `{key}`")))?;
                match (key, token("note")?) {
                    ("note", Some(token)) => Ok(What::Note(token, name.into())),
                    _ => Ok(What::Tally(Whole::from_value(value)?.0, name.into(), token("lead")?)),
                }
            }
        }
    }
}

/// Moves a token to a player, from the bank or, by way of the bank, from the player who has it.
fn hand_over(catalogue: &Catalogue, state: &mut State, token: TokenId, player: PlayerId) {
    if state.tokens(player, token) > 0 {
        return;
    }
    let bank = Shelf::common(ZoneId::BANK);
    let before = state.players().find(|&other| state.tokens(other, token) > 0);
    let ways = before.map(|before| (Shelf::supply(before), bank)).into_iter().chain([(bank, Shelf::supply(player))]);
    for (from, to) in ways {
        state.give_tokens(catalogue, token, 1, from, to);
    }
}
