//! Tokens: counted, listed, passed on, drawn at random.

use super::{Methods, wrong};
use crate::rules::script::desk::Desk;
use crate::rules::script::values::{Name, Whole};
use crate::table::catalogue::{TokenId, ZoneId};
use crate::table::stack::{Holder, Shelf};
use mlua::{Error, Lua, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   game:tokens(who: Holder, token?: string): integer|string[] -- how many tokens a player has, a zone holds, or lie on something; without a token, the names of the kinds there
action game:give(who: Holder, token: string, n: integer, from?: Holder): integer -- moves tokens to a player, a zone, a tile, a segment or a figure, from the bank or from `from`, or back if n is negative; as many as there are. Returns how many
"#;

impl Methods<'_> {
    /// Adds the methods about tokens.
    pub(super) fn add_tokens(&self) -> Result<()> {
        self.add("tokens", |lua, desk, _, (who, token): (Value, Option<Name>)| {
            let at = desk.open_holder(&who).and_then(|at| seen(desk, at, "game:left counts"));
            let at = at.map_err(|error| wrong(1, error))?;
            match token {
                Some(Name(token)) => {
                    let token = desk.words().token(&token).map_err(Error::runtime)?;
                    Ok(Value::Number(desk.state.borrow().tokens_at(&desk.catalogue, at, token) as f64))
                }
                None => kinds(lua, desk, at),
            }
        })?;
        self.add("give", |_, desk, _, (who, Name(token), Whole(n), from): (Value, Name, Whole, Value)| {
            let to = desk.open_holder(&who).map_err(|error| wrong(1, error))?;
            let token = desk.words().token(&token).map_err(Error::runtime)?;
            let bank = Holder::Shelf(Shelf::common(ZoneId::BANK));
            let from = if from.is_nil() { Ok(bank) } else { desk.open_holder(&from) };
            let from = from.map_err(|error| wrong(4, error))?;
            let (giver, taker) = if n < 0 { (to, from) } else { (from, to) };
            seen(desk, giver, "game:draw takes one by chance")?;
            Ok(Value::Number(pass(desk, token, n, giver, taker) as f64))
        })
    }
}

/// Returns the names of the kinds of tokens at a place.
fn kinds(lua: &Lua, desk: &Desk, at: Holder) -> Result<Value> {
    let held = desk.state.borrow().tokens_held(&desk.catalogue, at);
    let names = held.iter().map(|(kind, _)| desk.catalogue.tokens[kind.0 as usize].name.as_str());
    lua.create_sequence_from(names).map(Value::Table)
}

/// Returns the place. Fails if it is hidden.
fn seen(desk: &Desk, at: Holder, instead: &str) -> Result<Holder> {
    let Holder::Shelf(shelf) = at else { return Ok(at) };
    let zone = desk.catalogue.zone(shelf.zone);
    match zone.hidden {
        true => Err(Error::runtime(format!("nobody may look into the {}; {instead}", zone.name))),
        false => Ok(at),
    }
}

/// Moves up to n tokens from one place to another. Returns how many, with the sign of n.
fn pass(desk: &Desk, token: TokenId, n: i32, from: Holder, to: Holder) -> i32 {
    let asked = n.unsigned_abs().min(u16::MAX as u32) as u16;
    desk.change().give_tokens(&desk.catalogue, token, asked, from, to) as i32 * n.signum()
}

/// Moves a random token from one place to another. Returns its name, nil if there is none. A handler that is run again
/// draws the same tokens as before its question, even if they were dealt again, because players have seen them.
pub(super) fn draw_token(lua: &Lua, desk: &Desk, from: Shelf, to: Holder) -> Result<Value> {
    let all: Vec<(TokenId, u16)> = desk.state.borrow().purse(&desk.catalogue, from).collect();
    let total = all.iter().map(|(_, n)| *n as u32).sum();
    if total == 0 {
        return Ok(Value::Nil);
    }
    let mut lot = desk.change().chance.below(total);
    let fresh = all.iter().find(|(_, n)| {
        let is_drawn = lot < *n as u32;
        lot = lot.saturating_sub(*n as u32);
        is_drawn
    });
    let fresh = fresh.map_or(all[0].0, |(kind, _)| *kind);
    let drawn = TokenId(desk.task.keep_lot(fresh.0 as u32) as u8);
    let drawn = if desk.change().bring_token(&desk.catalogue, from, drawn, fresh) { drawn } else { fresh };
    pass(desk, drawn, 1, Holder::Shelf(from), to);
    desk.texts.give(lua, &desk.catalogue.tokens[drawn.0 as usize].name)
}
