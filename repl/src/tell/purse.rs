//! Places for tokens that sets declare: which there are, and what whoever decides may know of them.

use bastide_core::language::plural;
use bastide_core::{Game, PlayerId, Shelf, TokenId, ZoneId};
use serde_json::Value;

/// How many tokens of each kind, on one line.
pub fn counted(game: &Game, tokens: impl IntoIterator<Item = (TokenId, u16)>) -> String {
    let name = |kind: TokenId| &game.catalogue().tokens[kind.0 as usize].name;
    let words: Vec<String> = tokens.into_iter().map(|(kind, n)| format!("{} {n}", name(kind))).collect();
    if words.is_empty() { "no tokens".into() } else { words.join(", ") }
}

/// The places for tokens that sets declare, each with how many lie there.
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

/// Whether whoever decides may look into a place.
pub fn is_seen(game: &Game, Shelf { zone, owner }: Shelf) -> bool {
    let kind = game.catalogue().zone(zone);
    let viewer = game.decision().map(|decision| decision.player());
    !kind.hidden && (!kind.private || Some(owner) == viewer)
}

/// What lies in a place for tokens, as far as whoever decides may know.
pub fn words(game: &Game, at: Shelf) -> String {
    if is_seen(game, at) {
        return counted(game, game.state().purse(game.catalogue(), at));
    }
    let n = game.state().count_tokens(game.catalogue(), at);
    format!("{n} {}", plural("token", n as i64))
}

/// The same as data: how many of each kind, or how many in all.
pub fn data(game: &Game, at: Shelf) -> Value {
    if !is_seen(game, at) {
        return game.state().count_tokens(game.catalogue(), at).into();
    }
    let name = |kind: TokenId| game.catalogue().tokens[kind.0 as usize].name.clone();
    Value::Object(game.state().purse(game.catalogue(), at).map(|(kind, n)| (name(kind), n.into())).collect())
}
