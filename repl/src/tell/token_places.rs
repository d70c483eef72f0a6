//! Places for tokens that sets declare: which exist, and what the deciding player may know about them.

use std::fmt;

use bastide_core::language::plural;
use bastide_core::{Game, PlayerId, Shelf, TokenId, ZoneId};
use serde::Serialize;

use crate::io::reply::Named;

/// How many tokens of each kind, on one line.
pub fn counted(game: &Game, tokens: impl IntoIterator<Item = (TokenId, u16)>) -> String {
    Purse::Open(named(game, tokens)).to_string()
}

/// The same by name; empty if there are none.
pub fn listed(tokens: &Named<u16>) -> String {
    tokens.iter().map(|(name, n)| format!("{name} {n}")).collect::<Vec<_>>().join(", ")
}

fn named(game: &Game, tokens: impl IntoIterator<Item = (TokenId, u16)>) -> Named<u16> {
    let name = |kind: TokenId| game.catalogue().tokens[kind.0 as usize].name.clone();
    tokens.into_iter().map(|(kind, n)| (name(kind), n)).collect()
}

/// The places for tokens that sets declare, with the number of tokens in each.
pub fn all(game: &Game) -> Vec<(Shelf, usize)> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let mut found = Vec::new();
    for (zone, kind) in catalogue.all_zones().filter(|(id, kind)| kind.holds_tokens() && *id != ZoneId::BANK) {
        let owners = state.players().chain([PlayerId::NOBODY]);
        let owners = owners.filter(|owner| kind.owned == (*owner != PlayerId::NOBODY));
        found.extend(owners.map(|owner| Shelf { zone, owner }).map(|at| (at, state.count_tokens(catalogue, at))));
    }
    found
}

/// Whether the deciding player may look into a place.
pub fn is_seen(game: &Game, at: Shelf) -> bool {
    at.is_seen(game.catalogue(), game.decision().map(|decision| decision.player()))
}

/// The contents of a place for tokens, as far as the deciding player may know: the number of each kind, or only the
/// total.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Purse {
    /// The contents are known.
    Open(Named<u16>),
    /// Only the total is known.
    Shut(usize),
}

impl Purse {
    /// The contents of a place.
    pub fn at(game: &Game, at: Shelf) -> Purse {
        let (catalogue, state) = (game.catalogue(), game.state());
        if !is_seen(game, at) {
            return Purse::Shut(state.count_tokens(catalogue, at));
        }
        Purse::Open(named(game, state.purse(catalogue, at)))
    }
}

impl fmt::Display for Purse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Purse::Open(tokens) if tokens.is_empty() => f.write_str("no tokens"),
            Purse::Open(tokens) => f.write_str(&listed(tokens)),
            Purse::Shut(n) => write!(f, "{n} {}", plural("token", *n as i64)),
        }
    }
}
