//! Reads the declarations of things that players have, one line for each key: figures and tokens, and how many there
//! are, which may depend on the number of players or on an option.

use std::ops::RangeInclusive;

use super::error::ReadResult;
use super::node::Node;
use super::scope::Scope;
use super::word::Word;
use crate::language::and;
use crate::table::catalogue::{FigureKind, MAX_PLAYERS, TokenKind};

/// The number of figures of a kind that a player can have.
const FIGURES: RangeInclusive<i64> = 0..=50;
/// The number of tokens of a kind that there can be.
const TOKENS: RangeInclusive<i64> = 0..=250;
/// The maximum weight of a figure.
const MAX_WEIGHT: i64 = 100;
/// What a figure can need where it stands.
const NEEDS: [(&str, bool); 1] = [("follower", true)];
const NO_COUNT: &str = "count = 9: the number in the bank; each = 1: the number that every player starts with";

/// Reads a kind of figure. A follower that does not say where it stands may stand on the kinds for followers; their
/// bits are not set here.
pub(super) fn figure(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<FigureKind> {
    let mut table = node.table()?;
    let what = format!("the figure `{}`", name.text);
    let many = table.optional("count", |node| count(node, FIGURES, &what, "count", scope))?;
    let on = table.optional("on", Node::sum)?;
    let bit = |bits, kind: &&Word| Ok(bits | 1 << scope.kind(kind)?.0);
    let figure = FigureKind {
        name: name.text.clone(),
        about: table.or_default("about", Node::sentence)?,
        count: scope.needed(many, 0, || name.error(format!("{what} has no `count`")))? as u8,
        weight: table.optional("weight", |node| node.integer(0..=MAX_WEIGHT))?.unwrap_or(1) as u8,
        follower: table.or_default("follower", Node::flag)?,
        bound: on.as_ref().is_some_and(|on| on.is_whole),
        on: on.iter().flat_map(|on| &on.words).try_fold(0, bit)?,
        needs: table.or_default("needs", |node| node.choice(&NEEDS))?,
        neutral: table.or_default("neutral", Node::flag)?,
    };
    scope.finish(table)?;
    Ok(figure)
}

/// Reads a kind of token.
pub(super) fn token(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<TokenKind> {
    let mut table = node.table()?;
    let what = format!("the token `{}`", name.text);
    let bank = table.optional("count", |node| count(node, TOKENS, &what, "count", scope))?;
    let each = table.optional("each", |node| count(node, TOKENS, &what, "each", scope))?;
    scope.finish(table)?;
    let missing = || name.error(format!("{what} has neither `count` nor `each`")).with_help(NO_COUNT);
    scope.needed(bank.or(each), 0, missing)?;
    Ok(TokenKind { name: name.text.clone(), count: bank.unwrap_or(0), each: each.unwrap_or(0) })
}

/// Reads how many there are of something: a number, a number for each number of players, or the name of an option.
pub(super) fn count(
    node: &Node<'_>,
    bounds: RangeInclusive<i64>,
    what: &str,
    key: &str,
    scope: Scope<'_>,
) -> ReadResult<u16> {
    if let Ok(option) = node.word().and_then(Word::name) {
        return Ok(scope.number(option, &bounds)? as u16);
    }
    if !node.is_table() {
        return Ok(node.integer(bounds)? as u16);
    }
    let entries = node.table()?.rest();
    let entry = |(players, node): &(&Word, Node<'_>)| {
        let number = players.text.parse().ok().filter(|number| (1..=MAX_PLAYERS).contains(number));
        let wrong = || players.error(format!("expected a number of players from 1 to {MAX_PLAYERS}"));
        Ok((number.ok_or_else(wrong)?, node.integer(bounds.clone())? as u16))
    };
    let said = entries.iter().map(entry).collect::<ReadResult<Vec<(usize, u16)>>>()?;
    // What is only tried is tried for any number of players.
    let Some(players) = scope.players() else { return Ok(0) };
    let found = said.iter().find(|(number, _)| *number == players);
    found.map(|(_, count)| *count).ok_or_else(|| {
        let said: Vec<String> = said.iter().map(|(number, _)| number.to_string()).collect();
        let error = node.error(format!("{what} has no `{key}` for {players} players"));
        if said.is_empty() { error } else { error.with_help(format!("it has one for {}", and(&said))) }
    })
}
