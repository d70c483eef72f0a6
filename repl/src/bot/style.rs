//! Styles: what a point is worth to a bot, as weights from a table. Knows kinds of features only by the names in that
//! table.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use bastide_core::{Catalogue, Event, Game, MAX_PLAYERS};
use serde::Deserialize;

/// The weights of a bot.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Style {
    /// A description for people.
    pub about: String,
    /// How much a point of the strongest opponent counts against it.
    pub others: f64,
    /// A factor for the worth of followers in the supply.
    pub follower: f64,
    /// What a point is worth, by the kind of feature it comes from.
    pub points: BTreeMap<String, f64>,
}

impl Default for Style {
    fn default() -> Style {
        Style { about: String::new(), others: 1.0, follower: 1.0, points: BTreeMap::new() }
    }
}

static STYLES: LazyLock<BTreeMap<String, Style>> =
    LazyLock::new(|| toml::from_str(include_str!("../../../scripts/bots/styles.toml")).unwrap_or_default());

/// All styles by name.
pub fn styles() -> &'static BTreeMap<String, Style> {
    &STYLES
}

impl Style {
    /// Whether the sheets in the log of a finished game matter, and not the scores alone.
    pub fn reads_log(&self) -> bool {
        !self.points.is_empty()
    }

    /// What the points of a finished game are worth to each player.
    pub fn weigh(&self, game: &Game) -> [f64; MAX_PLAYERS] {
        let mut worth = [0.0; MAX_PLAYERS];
        worth.iter_mut().zip(game.scores()).for_each(|(worth, &points)| *worth = points as f64);
        if self.reads_log() {
            self.favour(game, &mut worth);
        }
        worth
    }

    /// Adds the extra worth of points from certain kinds of features.
    fn favour(&self, game: &Game, worth: &mut [f64; MAX_PLAYERS]) {
        let (catalogue, graph) = (game.catalogue(), &game.state().features);
        for event in game.log() {
            let Event::Sheet(id) = *event else { continue };
            let paid = game.log().sheet(id);
            // Points that are paid through a neighbour count for the feature they are paid to.
            let feature = paid.weights.last().map_or(paid.feature, |weight| weight.on);
            let extra = self.factor(catalogue, graph.kind(feature).0 as usize) - 1.0;
            paid.points.iter().for_each(|(player, points)| worth[player.0 as usize] += extra * *points as f64);
        }
    }

    fn factor(&self, catalogue: &Catalogue, kind: usize) -> f64 {
        self.points.get(&*catalogue.kinds[kind].name).copied().unwrap_or(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_of_the_table_is_read_and_differs_from_the_plain_bot() {
        assert_eq!(styles().len(), 3);
        let plain = |style: &Style| Style { about: String::new(), ..style.clone() } == Style::default();
        assert!(styles().values().all(|style| !plain(style) && !style.about.is_empty()));
    }
}
