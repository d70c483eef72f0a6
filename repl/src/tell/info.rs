//! What is known of one thing: a tile, an open cell, a feature, a figure, a player, a place beside the board, a kind.

use bastide_core::board::PlacedId;
use bastide_core::catalogue::{Closes, KindId, TagId, ZoneId};
use bastide_core::feature::{FeatureId, SegmentId};
use bastide_core::figure::{Figure, PlayerId, Zone};
use bastide_core::game::Game;
use bastide_core::geometry::Cell;
use bastide_core::ledger::{Account, plural};
use bastide_core::manifest::nearest;
use bastide_core::refuse;
use bastide_core::words::and;
use serde_json::{Value, json};

use crate::draw::overlay::owners;
use crate::game::letters::lettered;
use crate::io::reply::{Failure, Reply};
use crate::tell::describe::{self, capital};
use crate::tell::fits::{self, fits};
use crate::tell::show::figure_name;
use crate::tell::tally;

/// What was asked about.
pub enum Thing {
    /// A placed tile.
    Tile(PlacedId),
    /// A cell without a tile.
    Open(Cell),
    /// A feature.
    Feature(FeatureId),
    /// Figures that stand where it was said.
    Figures(String, Vec<Figure>),
    /// Features of a kind.
    Kind(KindId),
}

/// What a word means: a letter or a cell, a feature, a figure, a name.
pub fn find(game: &Game, word: Option<&str>) -> Result<Thing, Failure> {
    let Some(word) = word else {
        let last = game.state().board.placed().len().checked_sub(1);
        let last = last.ok_or_else(|| refuse!("the board is empty: there is nothing to tell"))?;
        return Ok(Thing::Tile(PlacedId(last as u16)));
    };
    let lettered = lettered(game).into_iter().find(|cell| cell.letters == word).map(|cell| cell.cell);
    if let Some(cell) = lettered.or_else(|| word.parse().ok()) {
        return Ok(game.state().board.at(cell).map_or(Thing::Open(cell), Thing::Tile));
    }
    let standing = |is_meant: &dyn Fn(&Figure) -> bool| -> Vec<Figure> {
        game.state().figures.iter().filter(|figure| is_meant(figure)).copied().collect()
    };
    if word.contains('@') {
        let name = game.figure_named(word)?;
        let is_meant = |figure: &Figure| {
            figure.zone == name.at && figure.kind == name.kind && name.owner.is_none_or(|owner| owner == figure.owner)
        };
        let found = standing(&is_meant);
        if found.is_empty() {
            return Err(refuse!("no such figure stands there: {word}").into());
        }
        return Ok(Thing::Figures(word.into(), found));
    }
    if word.contains('/') {
        return Ok(Thing::Feature(game.state().features.of(game.place_named(word)?)));
    }
    let catalogue = game.catalogue();
    if let Some(kind) = catalogue.kind_named(word) {
        return Ok(Thing::Kind(kind));
    }
    if let Ok(player) = game.player_named(word) {
        let found = standing(&|figure| figure.owner == player && figure.zone != Zone::Supply);
        return Ok(Thing::Figures(game.player_name(player).into(), found));
    }
    if let Some(kind) = catalogue.figure_named(word) {
        return Ok(Thing::Figures(word.into(), standing(&|figure| figure.kind == kind && figure.zone != Zone::Supply)));
    }
    if let Some(ZoneId(id)) = catalogue.zone_named(word).filter(|zone| !catalogue.zone(*zone).holds_tiles()) {
        let is_there = |figure: &Figure| matches!(figure.zone, Zone::Beside(ZoneId(zone), _) if zone == id);
        return Ok(Thing::Figures(word.into(), standing(&is_there)));
    }
    if let Ok(segment) = game.place_named(word) {
        return Ok(Thing::Feature(game.state().features.of(segment)));
    }
    Err(unknown(game, word))
}

fn unknown(game: &Game, word: &str) -> Failure {
    let catalogue = game.catalogue();
    let names: Vec<&str> = (catalogue.kinds.iter().map(|kind| kind.name.as_str()))
        .chain(catalogue.figures.iter().map(|kind| kind.name.as_str()))
        .chain(catalogue.zones.iter().map(|zone| zone.name.as_str()))
        .chain(game.setup().players().iter().map(String::as_str))
        .collect();
    let meant = match nearest(word, names) {
        Some(near) => format!("did you mean info {near}?"),
        None => "write a cell X,Y, a feature X,Y/SEGMENT, a figure OWNER:KIND@PLACE or a name".into(),
    };
    let shown: String = word.escape_debug().take(40).collect();
    Failure::refused(format!("nothing here is called `{shown}`; {meant}"))
}

/// What is known of a thing, a fact a line.
pub fn tell(game: &Game, thing: &Thing) -> Reply {
    match thing {
        Thing::Tile(at) => tile(game, *at),
        Thing::Open(cell) => open(game, *cell),
        Thing::Feature(of) => {
            let facts = Book::new(game).facts(*of);
            facts.reply()
        }
        Thing::Figures(name, figures) => standing(game, name, figures),
        Thing::Kind(kind) => of_kind(game, *kind),
    }
}

fn tile(game: &Game, at: PlacedId) -> Reply {
    let placed = game.state().board.tile(at);
    let book = Book::new(game);
    let mut lines = vec![format!("{}: {}", placed.cell, describe::tile(game, at))];
    let mut features = Vec::new();
    for segment in game.state().segments_of(game.catalogue(), at) {
        let feature = game.state().features.of(segment);
        let facts = book.facts(feature);
        let name = game.segment_name(segment);
        let part = if game.far_name(segment) == game.feature_name(feature) { String::new() } else { facts.of() };
        lines.push(format!("{name}{part}: {}", facts.rest));
        features.push(json!({ "segment": game.segment_name(segment), "feature": facts.data }));
    }
    Reply::text(lines.join("\n"))
        .with("cell", placed.cell.to_string())
        .with("tile", game.catalogue().tile_name(placed.tile))
        .with("rotation", placed.rotation.to_string())
        .with("segments", features)
}

fn open(game: &Game, cell: Cell) -> Reply {
    match fits(game).iter().find(|fit| fit.cell == cell) {
        Some(fit) => Reply::text(fits::sentence(game, fit)).with("open", fits::data(game, fit)),
        None => Reply::text(format!("{cell}: no tile lies there, nor beside it.")).with("cell", cell.to_string()),
    }
}

fn standing(game: &Game, name: &str, figures: &[Figure]) -> Reply {
    let book = Book::new(game);
    let line = |figure: &Figure| match figure.zone {
        Zone::Segment(at) => {
            let feature = game.state().features.of(at);
            let role = &game.catalogue().kind(game.state().features.kind(feature)).role;
            let place = game.far_name(at);
            format!(
                "{} is a {role} on {place}: {}",
                capital(&game.figure_with_owner(figure)),
                book.facts(feature).short
            )
        }
        zone => format!("{} is at {}.", capital(&game.figure_with_owner(figure)), game.place_words(zone)),
    };
    let mut lines: Vec<String> = figures.iter().map(line).collect();
    if lines.is_empty() {
        lines.push(format!("{}: nobody stands on the board or beside it.", capital(name)));
    }
    let data: Vec<Value> = figures.iter().map(|figure| json!(figure_name(game, figure))).collect();
    Reply::text(lines.join("\n")).with("figures", data)
}

fn of_kind(game: &Game, kind: KindId) -> Reply {
    let (book, features) = (Book::new(game), &game.state().features);
    let mut found: Vec<FeatureId> = features.all().filter(|feature| features.kind(*feature) == kind).collect();
    found.sort_by_key(|feature| std::cmp::Reverse(features.tiles(*feature)));
    let facts: Vec<Facts> = found.iter().map(|feature| book.facts(*feature)).collect();
    let name = &game.catalogue().kind(kind).name;
    let mut lines = vec![format!("{} {} on the board", found.len(), plural(name, found.len() as i64))];
    lines.extend(facts.iter().map(|facts| facts.short.clone()));
    let data: Vec<Value> = facts.into_iter().map(|facts| facts.data).collect();
    Reply::text(lines.join("\n")).with("kind", name.as_str()).with("features", data)
}

/// Features, with what each would be paid if the game ended now.
pub struct Book<'a> {
    game: &'a Game,
    ended: Game,
    accounts: Vec<Account>,
}

/// What is known of a feature: on a line, on several, as data.
pub struct Facts {
    /// On a line.
    pub short: String,
    name: String,
    /// The same without its name.
    rest: String,
    lines: Vec<String>,
    /// As data.
    pub data: Value,
}

impl Facts {
    /// Where the feature begins, for a part of it.
    fn of(&self) -> String {
        format!(", of {}", self.name)
    }

    fn reply(self) -> Reply {
        let Value::Object(data) = self.data else { return Reply::text(self.short) };
        Reply { data, ..Reply::text(self.lines.join("\n")) }
    }
}

impl<'a> Book<'a> {
    /// All features of a game.
    pub fn new(game: &'a Game) -> Book<'a> {
        let ended = game.ended();
        let accounts = if game.is_over() { game.accounts() } else { tally::to_come(game, &ended) };
        Book { game, ended, accounts }
    }

    /// What is known of one.
    pub fn facts(&self, feature: FeatureId) -> Facts {
        let (game, features) = (self.game, &self.game.state().features);
        let kind = game.catalogue().kind(features.kind(feature));
        let (name, tiles) = (game.feature_name(feature), features.tiles(feature));
        let complete = features.is_complete(feature);
        let open = features.open(game.catalogue(), &game.state().board, feature);
        let state = match kind.closes {
            _ if complete => "complete".to_string(),
            Closes::Sides => format!("{open} open {}", plural("end", open.into())),
            Closes::Neighbours => format!("{open} {} missing", plural("neighbour", open.into())),
            Closes::Never => String::new(),
        };
        let marks: Vec<(String, u16)> = (game.catalogue().tags.iter().zip(0..))
            .map(|(tag, id)| (tag.clone(), features.tag(feature, TagId(id))))
            .filter(|(_, n)| *n > 0)
            .collect();
        let mark_words: Vec<String> =
            marks.iter().map(|(tag, n)| format!("{n} {}", plural(tag, i64::from(*n)))).collect();
        let owned: Vec<PlayerId> = owners(game, feature);
        let owned: Vec<&str> = owned.into_iter().map(|player| game.player_name(player)).collect();
        let account = self.account(feature);
        let worth = account.map(|account| account.points.iter().map(|(_, points)| *points).max().unwrap_or(0));
        let whole = (kind.closes == Closes::Sides && !complete).then(|| game.worth_complete(feature));
        let owner = match (&owned[..], worth, whole.filter(|&whole| Some(whole) != worth)) {
            ([], ..) => "nobody's".to_string(),
            (several, None, _) => and(several),
            (several, Some(n), None) => format!("{}, worth {n} now", and(several)),
            (several, Some(n), Some(whole)) => {
                format!("{}, worth {n} now and {whole} if it were complete", and(several))
            }
        };
        let tile_words = format!("{tiles} {}", plural("tile", tiles.into()));
        let facts = [vec![tile_words.clone(), state.clone()], mark_words.clone(), vec![owner.clone()]].concat();
        let facts: Vec<String> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
        let mut lines = vec![format!("{} {name}", kind.name), tile_words];
        lines.extend([state.clone()].into_iter().filter(|state| !state.is_empty()));
        lines.extend(mark_words);
        let figures: Vec<String> = game
            .state()
            .figures_on(feature)
            .map(|(figure, _)| figure_name(game, game.state().figure(figure)))
            .collect();
        lines.extend(figures.iter().map(|figure| format!("there: {figure}")));
        lines.push(format!("owner: {owner}"));
        let sum = account.map(|account| self.ended.account_sum(account));
        lines.extend(sum.iter().map(|sum| format!("if the game ended now: {sum}")));
        let cells = self.cells(feature);
        lines.push(format!("lies on {}", cells.join(" ")));
        let data = json!({
            "feature": name,
            "kind": kind.name,
            "tiles": tiles,
            "complete": complete,
            "open": open,
            "marks": Value::Object(marks.into_iter().map(|(tag, n)| (tag, json!(n))).collect()),
            "figures": figures,
            "owners": owned,
            "worth": worth,
            "worth_complete": whole,
            "sum": sum,
            "cells": cells,
        });
        let rest = facts.join(", ");
        Facts { short: format!("{} {name}: {rest}", kind.name), name, rest, lines, data }
    }

    fn account(&self, feature: FeatureId) -> Option<&Account> {
        let of = |account: &&Account| {
            let scored = account.feature.map(|scored| self.game.state().features.of(SegmentId(scored.0)));
            scored == Some(feature) && !account.as_neighbour
        };
        self.accounts.iter().rfind(of)
    }

    fn cells(&self, feature: FeatureId) -> Vec<String> {
        let state = self.game.state();
        let mut cells: Vec<Cell> = state
            .features
            .segments(feature)
            .map(|segment| state.board.tile(state.features.placed(segment)).cell)
            .collect();
        cells.sort();
        cells.dedup();
        cells.iter().map(Cell::to_string).collect()
    }
}
