//! What a manifest declares, and what it lays over declarations when options hold: the same lines, all of which may
//! be missing. Reads words; whether anyone declared them is asked when a game is assembled.

use std::ops::RangeInclusive;

use super::error::Place;
use super::kind::KindLines;
use super::node::{List, Node, Read, Table, Word};
use super::pile::PileLines;
use super::supply::{Count, FigureLines, Measure, TokenLines};
use super::tiles::Redrawing;
use super::vocabulary::LINES;
use crate::catalogue::{First, Holds, MAX_PLAYERS, ScoringOrder, Settings, Stuck, Verb, ZoneKind};
use crate::geometry::{Cell, REACH, Rotation};

const STUCK: [(&str, Stuck); 2] = [("discard", Stuck::Discard), ("return", Stuck::Return)];
const FIRST: [(&str, First); 3] = [("seat", First::Seat), ("random", First::Random), ("ask", First::Ask)];
const ORDER: [(&str, ScoringOrder); 2] = [("fixed", ScoringOrder::Fixed), ("ask", ScoringOrder::Ask)];
const HOLDS: [(&str, Holds); 3] = [("figures", Holds::Figures), ("tiles", Holds::Tiles), ("tokens", Holds::Tokens)];
/// How many tiles a player may hold.
const HAND: RangeInclusive<u16> = 1..=9;
/// The most tiles of a start position.
const MAX_START: usize = 100;
/// Keys of a tile, which no kind can be called for that reason.
pub(super) const TILE_KEYS: [&str; 2] = ["count", "tags"];
/// How many copies of a tile an overlay changes; no kind can be called so either.
pub(super) const COPIES: &str = "copies";
/// Where tiles and figures lie in every game, which no zone can be called for that reason.
const PLACES: [&str; 6] = ["pile", "aside", "out", "hand", "bank", "supply"];
/// What labs set and expect in every game, which no counter can be called for that reason.
const COUNTED: [&str; 14] = [
    "points", "option", "score", "supply", "figure", "feature", "tiles", "tokens", "drawn", "decision", "over",
    "legal", "options", "log",
];
/// What options of every game begin with.
const VERBS: [&str; 6] = ["place", "discard", "pass", "first", "score", "again"];

/// How something is drawn: a table whose meaning others decide.
#[derive(Clone, Debug)]
pub struct Look {
    /// `kinds`, `tags`, `figures`, `tokens`, `zones` or `counters`.
    pub section: &'static str,
    /// What is drawn.
    pub name: String,
    /// How.
    pub table: toml::Table,
    /// Where it is said.
    pub place: Place,
}

/// Declarations, or what is laid over them.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    pub players: Option<RangeInclusive<usize>>,
    pub kinds: Vec<(Word, KindLines)>,
    pub tags: Vec<Word>,
    /// The kinds and tags that other expansions may declare too.
    pub shared: Vec<String>,
    /// The tags that point somewhere, so that a tile with one looks otherwise however it is turned.
    pub turning: Vec<String>,
    pub figures: Vec<(Word, FigureLines)>,
    pub tokens: Vec<(Word, TokenLines)>,
    pub zones: Vec<(Word, ZoneKind)>,
    pub counters: Vec<Word>,
    pub verbs: Vec<(Word, Verb)>,
    pub settings: SettingLines,
    pub start: Option<Vec<StartLine>>,
    pub piling: PileLines,
    /// Tiles that look otherwise.
    pub tiles: Vec<Redrawing>,
}

impl Layer {
    /// Takes the declarations of a manifest out of its table.
    pub fn read(table: &mut Table<'_>, looks: &mut Vec<Look>) -> Read<Layer> {
        let (mut turning, mut stored, mut shared) = (Vec::new(), Vec::new(), Vec::new());
        let mut layer = Layer {
            kinds: table.named("kinds", |name, node| {
                let mut table = node.table()?;
                let lines = KindLines::read(&mut table)?;
                shared.extend(is_shared(&mut table)?.then(|| name.text.clone()));
                look("kinds", &name, table, looks)?;
                Ok((own(name, &[TILE_KEYS[0], TILE_KEYS[1], COPIES])?, lines))
            })?,
            tags: table.named("tags", |name, node| {
                let mut table = node.table()?;
                shared.extend(is_shared(&mut table)?.then(|| name.text.clone()));
                let turns = table.optional("turns", |node| node.flag())?.unwrap_or(false);
                turning.extend(turns.then(|| name.text.clone()));
                look("tags", &name, table, looks)?;
                own(name, &LINES.map(|(line, _)| line))
            })?,
            figures: table.named("figures", |name, node| {
                let mut table = node.table()?;
                let lines = FigureLines::read(&mut table)?;
                look("figures", &name, table, looks)?;
                Ok((name, lines))
            })?,
            tokens: table.named("tokens", |name, node| {
                let mut table = node.table()?;
                let lines = TokenLines::read(&mut table)?;
                look("tokens", &name, table, looks)?;
                Ok((name, lines))
            })?,
            zones: table.named("zones", |name, node| {
                let mut table = node.table()?;
                let (zone, start) = zone(&name, &mut table)?;
                stored.extend(start.map(|start| (name.clone(), start)));
                look("zones", &name, table, looks)?;
                Ok((own(name, &PLACES)?, zone))
            })?,
            counters: table.named("counters", |name, node| {
                look("counters", &name, node.table()?, looks)?;
                own(name, &COUNTED)
            })?,
            verbs: table.named("verbs", |name, node| {
                let verb = Verb { name: name.text.clone(), about: node.sentence()? };
                Ok((own(name, &VERBS)?, verb))
            })?,
            ..Layer::default()
        };
        layer.turning = turning;
        layer.read_rest(table)?;
        layer.piling.stored = stored;
        layer.shared = shared;
        Ok(layer)
    }

    /// Takes what is laid over declarations out of its table. Nothing is drawn or named here for the first time.
    pub fn read_overlay(table: &mut Table<'_>) -> Read<Layer> {
        let mut layer = Layer {
            kinds: table.named("kinds", |name, node| lines(name, node, KindLines::read))?,
            figures: table.named("figures", |name, node| lines(name, node, FigureLines::read))?,
            tokens: table.named("tokens", |name, node| lines(name, node, TokenLines::read))?,
            tiles: table.optional("tiles", redrawings)?.unwrap_or_default(),
            ..Layer::default()
        };
        let stored =
            table.named("zones", |name, node| lines(name, node, |table| table.required("start", List::read)))?;
        layer.read_rest(table)?;
        layer.piling.stored = stored;
        Ok(layer)
    }

    fn read_rest(&mut self, table: &mut Table<'_>) -> Read<()> {
        self.players = table.optional("players", players)?;
        self.settings = table.optional("settings", SettingLines::read)?.unwrap_or_default();
        self.start = table.optional("start", start)?;
        self.piling = PileLines::read(table)?;
        Ok(())
    }
}

fn redrawings(node: Node<'_>) -> Read<Vec<Redrawing>> {
    node.table()?.rest().into_iter().map(|(id, node)| Redrawing::read(id.tile_name()?, node)).collect()
}

/// Takes the lines of a place beside the board out of its table, with what lies there at first.
fn zone(name: &Word, table: &mut Table<'_>) -> Read<(ZoneKind, Option<List>)> {
    let mut flag =
        |key: &'static str| Ok(table.optional(key, |node| Ok((node.flag()?, node.place())))?.filter(|(on, _)| *on));
    let (owned, hidden, private) = (flag("owned")?, flag("hidden")?, flag("private")?);
    let holds = table.optional("holds", |node| node.choice(&HOLDS))?.unwrap_or_default();
    let start = table.optional("start", |node| Ok((List::read(node)?, node.place())))?;
    let zone = ZoneKind {
        name: name.text.clone(),
        owned: owned.is_some(),
        holds,
        hidden: hidden.is_some(),
        private: private.is_some(),
        shelf: 0,
    };
    let not_for_figures = [&hidden, &private].into_iter().flatten().map(|(_, place)| place);
    let not_for_figures = not_for_figures.chain(start.as_ref().map(|(_, place)| place)).next();
    if let Some(place) = not_for_figures.filter(|_| zone.holds_figures()) {
        let error = place.error("only a zone that holds tiles or tokens has this");
        return Err(error.with_help("say holds = \"tiles\" or holds = \"tokens\" too"));
    }
    match (private, hidden) {
        (Some((_, place)), Some(_)) => Err(place.error("a zone is `hidden` from all or `private`, not both")),
        (Some((_, place)), _) if !zone.owned => {
            Err(place.error("only a zone that every player has can be private").with_help("say owned = true too"))
        }
        _ => Ok((zone, start.map(|(start, _)| start))),
    }
}

/// Reads a table that has nothing but lines of one sort.
fn lines<T>(name: Word, node: Node<'_>, read: fn(&mut Table<'_>) -> Read<T>) -> Read<(Word, T)> {
    let mut table = node.table()?;
    let lines = read(&mut table)?;
    table.finish()?;
    Ok((name, lines))
}

/// Whether other expansions may declare the same.
pub(super) fn is_shared(table: &mut Table<'_>) -> Read<bool> {
    Ok(table.optional("shared", |node| node.flag())?.unwrap_or(false))
}

/// Takes the last key that a declaration may have.
fn look(section: &'static str, name: &Word, mut table: Table<'_>, looks: &mut Vec<Look>) -> Read<()> {
    let look = table.optional("look", |node| Ok((node.any_table()?, node.place())))?;
    looks.extend(look.map(|(table, place)| Look { section, name: name.text.clone(), table, place }));
    table.finish()
}

/// The name, unless the word has a meaning already.
fn own(name: Word, taken: &[&str]) -> Read<Word> {
    if taken.contains(&name.text.as_str()) {
        return Err(name.place.error(format!("`{}` has another meaning in manifests: choose a new name", name.text)));
    }
    Ok(name)
}

fn players(node: Node<'_>) -> Read<RangeInclusive<usize>> {
    let bounds = node.list()?.iter().map(|node| node.integer(1..=MAX_PLAYERS as i64)).collect::<Read<Vec<_>>>()?;
    match bounds[..] {
        [least, most] if least <= most => Ok(least as usize..=most as usize),
        _ => Err(node.place().error("the least and the greatest number of players are wanted, as in [2, 6]")),
    }
}

/// What is said about the turn loop.
#[derive(Clone, Debug, Default)]
pub(super) struct SettingLines {
    stuck: Option<Stuck>,
    first: Option<First>,
    order: Option<ScoringOrder>,
    hand: Option<Count>,
}

impl SettingLines {
    fn read(node: Node<'_>) -> Read<SettingLines> {
        let mut table = node.table()?;
        let lines = SettingLines {
            stuck: table.optional("stuck", |node| node.choice(&STUCK))?,
            first: table.optional("first", |node| node.choice(&FIRST))?,
            order: table.optional("order", |node| node.choice(&ORDER))?,
            hand: table.optional("hand", |node| Count::read(node, HAND))?,
        };
        table.finish()?;
        Ok(lines)
    }

    /// Replaces the lines that another one has.
    pub fn lay(&mut self, over: &SettingLines) {
        let SettingLines { stuck, first, order, hand } = over;
        self.stuck = stuck.or(self.stuck);
        self.first = first.or(self.first);
        self.order = order.or(self.order);
        if hand.is_some() {
            self.hand.clone_from(hand);
        }
    }

    pub fn finish(&self, measure: Measure<'_>) -> Read<Settings> {
        let hand = self.hand.as_ref().map_or(Ok(0), |hand| hand.of("a setting", "hand", measure))?;
        Ok(Settings {
            stuck: self.stuck.unwrap_or_default(),
            first: self.first.unwrap_or_default(),
            order: self.order.unwrap_or_default(),
            hand: hand as u8,
        })
    }
}

/// A tile of the start position.
#[derive(Clone, Debug)]
pub(super) struct StartLine {
    pub tile: Word,
    pub cell: Cell,
    pub rotation: Rotation,
}

fn start(node: Node<'_>) -> Read<Vec<StartLine>> {
    let nodes = node.list()?;
    if nodes.len() > MAX_START {
        return Err(node.place().error(format!("a start position has at most {MAX_START} tiles")));
    }
    let mut lines: Vec<StartLine> = Vec::new();
    for node in nodes {
        let mut table = node.table()?;
        let tile = table.required("tile", |node| node.word())?;
        let cell: Cell = table.required("at", |node| parsed(node, "a cell, as in \"0,0\""))?;
        let rotation = table.optional("turned", |node| parsed(node, "\"r0\", \"r90\", \"r180\" or \"r270\""))?;
        table.finish()?;
        if !cell.is_in_reach() {
            return Err(tile
                .place
                .error(format!("{cell} is too far away: a start lies at most {REACH} cells from 0,0")));
        }
        if lines.iter().any(|line| line.cell == cell) {
            return Err(tile.place.error(format!("another tile of the start lies at {cell} already")));
        }
        lines.push(StartLine { tile, cell, rotation: rotation.unwrap_or_default() });
    }
    Ok(lines)
}

fn parsed<T: std::str::FromStr>(node: Node<'_>, wanted: &str) -> Read<T> {
    let word = node.word()?;
    word.text.parse().map_err(|_| word.place.error(format!("{wanted} is wanted here")))
}
