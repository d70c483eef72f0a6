//! Reads the declarations about the table around the board, one line for each key: zones, settings, number of players,
//! start position and piles.

use std::ops::RangeInclusive;

use super::error::{Place, ReadResult};
use super::node::{MAX_WORDS, Node};
use super::scope::Scope;
use super::supply::count;
use super::word::Word;
use crate::table::catalogue::{First, Holds, MAX_PLAYERS, ScoringOrder, Settings, Stuck, ZoneKind};
use crate::table::geometry::{Cell, REACH, Rotation};

const STUCK: [(&str, Stuck); 2] = [("discard", Stuck::Discard), ("return", Stuck::Return)];
const FIRST: [(&str, First); 3] = [("seat", First::Seat), ("random", First::Random), ("ask", First::Ask)];
const ORDER: [(&str, ScoringOrder); 2] = [("fixed", ScoringOrder::Fixed), ("ask", ScoringOrder::Ask)];
const HOLDS: [(&str, Holds); 3] = [("figures", Holds::Figures), ("tiles", Holds::Tiles), ("tokens", Holds::Tokens)];
/// The number of tiles that a player can hold.
const HAND: RangeInclusive<i64> = 1..=9;
/// The maximum number of tiles in a start position.
const MAX_START: usize = 100;

/// Reads the settings of the turn loop.
pub(super) fn settings(node: &Node<'_>, scope: Scope<'_>) -> ReadResult<Settings> {
    let mut table = node.table()?;
    let settings = Settings {
        stuck: table.or_default("stuck", |node| node.choice(&STUCK))?,
        first: table.or_default("first", |node| node.choice(&FIRST))?,
        order: table.or_default("order", |node| node.choice(&ORDER))?,
        hand: table.or_default("hand", |node| count(node, HAND, "a setting", "hand", scope))? as u8,
    };
    table.finish()?;
    Ok(settings)
}

/// Reads the number of players that an expansion supports.
pub(super) fn players(node: &Node<'_>) -> ReadResult<RangeInclusive<usize>> {
    let bounds =
        node.list()?.iter().map(|node| node.integer(1..=MAX_PLAYERS as i64)).collect::<ReadResult<Vec<_>>>()?;
    match bounds[..] {
        [least, most] if least <= most => Ok(least as usize..=most as usize),
        _ => Err(node.error("expected the least and the greatest number of players, as in [2, 6]")),
    }
}

/// Reads a zone. Any expansion may say what it contains at the start; everything else comes from the one that declares
/// it.
pub(super) fn zone(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<ZoneKind> {
    let mut table = node.table()?;
    if matches!(scope, Scope::Overlay) {
        table.required("start", Node::sum)?;
        table.finish()?;
        return Ok(ZoneKind::default());
    }
    let mut flag = |key| Ok(table.optional(key, |node| Ok(node.flag()?.then(|| node.place())))?.flatten());
    let (owned, hidden, private) = (flag("owned")?, flag("hidden")?, flag("private")?);
    let holds = table.or_default("holds", |node| node.choice(&HOLDS))?;
    let at = table.optional("at", |node| parsed(node, "a cell, as in \"0,0\""))?;
    let start = table.optional("start", |node| node.sum().map(|_| node.place()))?;
    if let Some(place) = hidden.or(private).or(start).filter(|_| holds == Holds::Figures) {
        let error = place.error("only a zone that holds tiles or tokens has this");
        return Err(error.with_help("say holds = \"tiles\" or holds = \"tokens\" too"));
    }
    match (private, hidden, owned) {
        (Some(place), Some(_), _) => Err(place.error("a zone is `hidden` from all or `private`, not both")),
        (Some(place), _, None) => {
            Err(place.error("only a zone that every player has can be private").with_help("say owned = true too"))
        }
        _ => {
            scope.finish(table)?;
            let [owned, hidden, private] = [owned, hidden, private].map(|place: Option<&Place>| place.is_some());
            Ok(ZoneKind { name: name.text.clone(), owned, holds, at, hidden, private, shelf: 0 })
        }
    }
}

/// A tile of the start position.
pub(super) struct StartLine<'a> {
    pub tile: &'a Word,
    pub cell: Cell,
    pub rotation: Rotation,
}

/// Reads the start position.
pub(super) fn start<'a>(node: &Node<'a>) -> ReadResult<Vec<StartLine<'a>>> {
    let nodes = node.list()?;
    if nodes.len() > MAX_START {
        return Err(node.error(format!("a start position has at most {MAX_START} tiles")));
    }
    let mut lines: Vec<StartLine<'a>> = Vec::new();
    for node in nodes {
        let mut table = node.table()?;
        let tile = table.required("tile", Node::word)?;
        let cell: Cell = table.required("at", |node| parsed(node, "a cell, as in \"0,0\""))?;
        let rotation = table.or_default("turned", |node| parsed(node, "\"r0\", \"r90\", \"r180\" or \"r270\""))?;
        table.finish()?;
        if !cell.is_in_reach() {
            return Err(
                tile.error(format!("{cell} is too far away: start tiles can be at most {REACH} cells from 0,0"))
            );
        }
        if lines.iter().any(|line| line.cell == cell) {
            return Err(tile.error(format!("another tile of the start position is already at {cell}")));
        }
        lines.push(StartLine { tile, cell, rotation });
    }
    Ok(lines)
}

fn parsed<T: std::str::FromStr>(node: &Node<'_>, wanted: &str) -> ReadResult<T> {
    let word = node.word()?;
    word.text.parse().map_err(|_| word.error(format!("expected {wanted}")))
}

/// Tiles that are drawn before the rest.
pub(super) struct Pile<'a> {
    pub place: &'a Place,
    /// `None` means all tiles of the expansion that are not named anywhere.
    pub tiles: Option<Vec<&'a Word>>,
    pub last: Vec<&'a Word>,
}

/// Reads the piles of an expansion.
pub(super) fn piles<'a>(node: &Node<'a>) -> ReadResult<Vec<Pile<'a>>> {
    let nodes = node.list()?;
    match nodes.get(MAX_WORDS) {
        Some(node) => Err(node.error(format!("an expansion has at most {MAX_WORDS} piles"))),
        None => nodes.iter().map(pile).collect(),
    }
}

fn pile<'a>(node: &Node<'a>) -> ReadResult<Pile<'a>> {
    let mut table = node.table()?;
    let tiles = table.optional("tiles", Node::words)?;
    let last = table.or_default("last", Node::words)?;
    table.finish().map_err(|error| match error.place.word() {
        key @ ("aside" | "out") => {
            let help = format!("`{key}` belongs beside `piles`, above the first table, not in one of them");
            error.with_help(help)
        }
        _ => error,
    })?;
    Ok(Pile { place: node.place(), tiles, last })
}
