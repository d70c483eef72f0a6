//! What a manifest says about the things that players have: figures and tokens, line by line, and how many of them,
//! which may depend on how many play or on an option.

use std::ops::RangeInclusive;

use super::error::Place;
use super::node::{List, Node, Read, Table, Word};
use super::option::Options;
use super::recipe::Resolved;
use super::vocabulary::Vocabulary;
use crate::catalogue::{FigureKind, MAX_PLAYERS, TokenKind};

/// How many figures of a kind a player may have.
const FIGURES: RangeInclusive<u16> = 0..=50;
/// How many tokens of a kind there may be.
const TOKENS: RangeInclusive<u16> = 0..=250;
/// The most that a figure may weigh.
const MAX_WEIGHT: i64 = 100;
/// What a figure may need where it stands.
const NEEDS: [(&str, bool); 1] = [("follower", true)];

/// How many there are of something.
#[derive(Clone, Debug)]
pub(super) enum Count {
    Always(u16),
    /// By the number of players.
    By(Place, Vec<(usize, u16)>),
    /// As many as an option says, within bounds.
    As(Word, RangeInclusive<u16>),
}

/// What decides how many there are of something.
#[derive(Clone, Copy)]
pub(super) struct Measure<'a> {
    /// How many play; any number where it is only tried.
    pub players: Option<usize>,
    pub options: &'a Options<'a>,
    pub resolved: &'a Resolved,
}

impl Count {
    pub fn read(node: Node<'_>, bounds: RangeInclusive<u16>) -> Read<Count> {
        let count = |node: &Node<'_>| Ok(node.integer(*bounds.start() as i64..=*bounds.end() as i64)? as u16);
        if let Ok(option) = node.word().and_then(Word::name) {
            return Ok(Count::As(option, bounds));
        }
        if !node.is_table() {
            return count(&node).map(Count::Always);
        }
        let entries = node.table()?.rest().into_iter().map(|(players, node)| {
            let number = players.text.parse().ok().filter(|number| (1..=MAX_PLAYERS).contains(number));
            let wrong = || players.place.error(format!("a number of players from 1 to {MAX_PLAYERS} is wanted here"));
            Ok((number.ok_or_else(wrong)?, count(&node)?))
        });
        Ok(Count::By(node.place(), entries.collect::<Read<_>>()?))
    }

    /// How many there are. What is only tried plays with any number.
    pub fn of(&self, what: &str, key: &str, measure: Measure<'_>) -> Read<u16> {
        let (place, entries) = match self {
            Count::Always(count) => return Ok(*count),
            Count::As(option, bounds) => return as_option(option, bounds, measure),
            Count::By(place, entries) => (place, entries),
        };
        let Some(players) = measure.players else { return Ok(0) };
        let found = entries.iter().find(|(number, _)| *number == players);
        found.map(|(_, count)| *count).ok_or_else(|| {
            let said: Vec<String> = entries.iter().map(|(number, _)| number.to_string()).collect();
            let error = place.error(format!("{what} does not say its `{key}` for {players} players"));
            if said.is_empty() { error } else { error.with_help(format!("it does for {}", said.join(", "))) }
        })
    }
}

/// The number that an option is, if each of its values is a number that will do.
fn as_option(word: &Word, bounds: &RangeInclusive<u16>, Measure { options, resolved, .. }: Measure<'_>) -> Read<u16> {
    let option = options.named(word)?;
    let number = |value: &String| value.parse::<u16>().ok().filter(|number| bounds.contains(number));
    if let Some(value) = option.values().iter().find(|value| number(value).is_none()) {
        let error = word.place.error(format!("the option `{}` may be `{value}`, which is not a count", word.text));
        let (least, most) = (bounds.start(), bounds.end());
        return Err(error.with_help(format!("every value of the option must be a whole number from {least} to {most}")));
    }
    Ok(resolved.options.get(option.name()).and_then(number).unwrap_or(*bounds.start()))
}

/// What is said about one kind of figure.
#[derive(Clone, Debug, Default)]
pub(super) struct FigureLines {
    count: Option<Count>,
    weight: Option<u8>,
    follower: Option<bool>,
    on: Option<List>,
    needs: Option<bool>,
    neutral: Option<bool>,
}

impl FigureLines {
    /// Takes the lines of a figure out of its table.
    pub fn read(table: &mut Table<'_>) -> Read<FigureLines> {
        Ok(FigureLines {
            count: table.optional("count", |node| Count::read(node, FIGURES))?,
            weight: table.optional("weight", |node| Ok(node.integer(0..=MAX_WEIGHT)? as u8))?,
            follower: table.optional("follower", |node| node.flag())?,
            on: table.optional("on", List::read)?,
            needs: table.optional("needs", |node| node.choice(&NEEDS))?,
            neutral: table.optional("neutral", |node| node.flag())?,
        })
    }

    /// Replaces line by line what the other says too.
    pub fn lay(&mut self, over: &FigureLines) {
        over.count.as_ref().inspect(|count| self.count = Some((*count).clone()));
        over.weight.inspect(|weight| self.weight = Some(*weight));
        over.follower.inspect(|follower| self.follower = Some(*follower));
        over.on.as_ref().inspect(|on| self.on.get_or_insert_default().lay(on));
        over.needs.inspect(|needs| self.needs = Some(*needs));
        over.neutral.inspect(|neutral| self.neutral = Some(*neutral));
    }

    /// The kind of figure as it is played with, if all words are known. A follower that does not say where it stands does so on
    /// the kinds that are for followers, a bit each.
    pub fn finish(
        &self,
        name: &Word,
        words: &Vocabulary,
        for_followers: u32,
        measure: Measure<'_>,
    ) -> Read<FigureKind> {
        let what = format!("the figure `{}`", name.text);
        let missing = || name.place.error(format!("{what} does not say its `count`"));
        let count = self.count.as_ref().ok_or_else(missing)?.of(&what, "count", measure)?;
        let follower = self.follower.unwrap_or(false);
        let says_where = self.on.as_ref().is_some_and(List::is_whole);
        let mut on = if follower && !says_where { for_followers } else { 0 };
        for kind in self.on.iter().flat_map(List::words) {
            on |= 1 << words.kind(kind)?.0;
        }
        Ok(FigureKind {
            name: name.text.clone(),
            // At most MAX_FIGURES.
            count: count as u8,
            weight: self.weight.unwrap_or(1),
            follower,
            on,
            bound: says_where,
            needs: self.needs.unwrap_or(false),
            neutral: self.neutral.unwrap_or(false),
        })
    }
}

/// What is said about one kind of token.
#[derive(Clone, Debug, Default)]
pub(super) struct TokenLines {
    count: Option<Count>,
    each: Option<Count>,
}

impl TokenLines {
    /// Takes the lines of a token out of its table.
    pub fn read(table: &mut Table<'_>) -> Read<TokenLines> {
        Ok(TokenLines {
            count: table.optional("count", |node| Count::read(node, TOKENS))?,
            each: table.optional("each", |node| Count::read(node, TOKENS))?,
        })
    }

    /// Replaces line by line what the other says too.
    pub fn lay(&mut self, over: &TokenLines) {
        over.count.as_ref().inspect(|count| self.count = Some((*count).clone()));
        over.each.as_ref().inspect(|each| self.each = Some((*each).clone()));
    }

    /// The kind of token as it is played with, if it says how many there are.
    pub fn finish(&self, name: &Word, measure: Measure<'_>) -> Read<TokenKind> {
        let what = format!("the token `{}`", name.text);
        if self.count.is_none() && self.each.is_none() {
            let error = name.place.error(format!("{what} says neither its `count` nor its `each`"));
            return Err(
                error.with_help("count = 9: so many lie in the bank; each = 1: so many every player begins with")
            );
        }
        let number = |count: &Option<Count>, key: &str| count.as_ref().map_or(Ok(0), |it| it.of(&what, key, measure));
        let (count, each) = (number(&self.count, "count")?, number(&self.each, "each")?);
        Ok(TokenKind { name: name.text.clone(), count, each })
    }
}
