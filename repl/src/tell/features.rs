//! What is known of features: how large, whose, worth what; on a line, on several, as data.

use bastide_core::language::{and, plural};
use bastide_core::{Account, Cell, Closes, FeatureId, Game, PlayerId, SegmentId, TagId};
use serde_json::{Value, json};

use crate::io::reply::Reply;
use crate::tell::show::figure_name;
use crate::tell::tally;

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
    /// Its name.
    pub name: String,
    /// The same without its name.
    pub rest: String,
    lines: Vec<String>,
    /// As data.
    pub data: Value,
}

impl Facts {
    /// The answer of whoever asks for this feature alone.
    pub fn reply(self) -> Reply {
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

/// Who would be paid for a feature.
pub fn owners(game: &Game, feature: FeatureId) -> Vec<PlayerId> {
    // Asking the rules costs a copy of the table: not where nobody stands.
    match game.state().features.figures(feature) {
        0 => Vec::new(),
        _ => game.owners(feature).iter().collect(),
    }
}
