//! What is still to come and where it would fit: the bag by kinds of tiles, open cells by the tiles that fit them. Never looks
//! at the order of the pile.

use std::collections::BTreeMap;

use bastide_core::{Cell, Game, Side, TileId};
use serde_json::{Value, json};

/// An open cell and the tiles to come that fit it.
pub struct Fit {
    /// Where.
    pub cell: Cell,
    /// What each side demands, where a tile lies beside it.
    pub demands: Vec<(Side, String)>,
    /// Kinds of tiles with how many there are.
    pub tiles: Vec<(TileId, usize)>,
}

impl Fit {
    /// How many tiles fit.
    pub fn count(&self) -> usize {
        self.tiles.iter().map(|(_, n)| n).sum()
    }
}

/// The tiles that are still to be placed, the one in hand among them, by kind.
pub fn to_come(game: &Game) -> BTreeMap<TileId, usize> {
    let state = game.state();
    let mut tiles = BTreeMap::new();
    let stacks = [&state.pile, &state.next, &state.returned, &state.aside];
    let stacks = stacks.into_iter().chain(state.shelves());
    for tile in stacks.flat_map(|stack| stack.tiles().iter().copied()).chain(state.turn.drawn) {
        *tiles.entry(tile).or_insert(0) += 1;
    }
    tiles
}

/// The open cells in the order of reading.
pub fn fits(game: &Game) -> Vec<Fit> {
    let catalogue = game.catalogue();
    let to_come = to_come(game);
    let fit = |(cell, pattern): (Cell, u16)| {
        let fitting = to_come.iter().filter(|(tile, _)| catalogue.fits(**tile, pattern).count() > 0);
        let demand = |side: Side| Some((side, catalogue.class_name(catalogue.demanded(pattern, side)?).to_string()));
        Fit {
            cell,
            demands: Side::ALL.into_iter().filter_map(demand).collect(),
            tiles: fitting.map(|(tile, n)| (*tile, *n)).collect(),
        }
    };
    let mut fits: Vec<Fit> = game.state().board.open_cells().map(fit).collect();
    fits.sort_by_key(|fit| fit.cell);
    fits
}

/// What is demanded of a tile in words.
pub fn demand_words(fit: &Fit) -> String {
    let words = fit.demands.iter().map(|(side, class)| format!("{class} in the {}", side_word(*side)));
    words.collect::<Vec<_>>().join(", ")
}

/// A side in a word.
pub fn side_word(side: Side) -> &'static str {
    ["north", "east", "south", "west"][side.index()]
}

/// How many tiles to come fit one cell, in a sentence.
pub fn sentence(game: &Game, fit: &Fit) -> String {
    let count = fit.count();
    let tiles = fit.tiles.iter().map(|(tile, n)| match n {
        1 => game.catalogue().tile_name(*tile),
        n => format!("{n} {}", game.catalogue().tile_name(*tile)),
    });
    let tiles = tiles.collect::<Vec<_>>().join(", ");
    let which = if count == 0 { String::new() } else { format!(" ({tiles})") };
    let many = match count {
        0 => "no tile to come fits: a hole that stays".into(),
        1 => "1 tile to come fits".into(),
        n => format!("{n} tiles to come fit"),
    };
    format!("{}: {many}{which}; it takes {}", fit.cell, demand_words(fit))
}

/// A cell as data.
pub fn data(game: &Game, fit: &Fit) -> Value {
    let tiles = fit.tiles.iter().map(|(tile, n)| (game.catalogue().tile_name(*tile), json!(n)));
    let demands = fit.demands.iter().map(|(side, class)| (side.to_string(), json!(class)));
    json!({
        "cell": fit.cell.to_string(),
        "count": fit.count(),
        "tiles": Value::Object(tiles.collect()),
        "demands": Value::Object(demands.collect()),
    })
}
