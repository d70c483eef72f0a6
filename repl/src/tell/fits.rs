//! The tiles still to come and where they would fit: the bag by kind of tile, open cells by the tiles that fit them.
//! Never looks at the order of the pile.

use std::collections::BTreeMap;
use std::fmt;

use bastide_core::{Cell, Game, Side, TileId};
use serde::Serialize;

use crate::io::reply::{Named, as_text};

/// An open cell and the tiles to come that fit it.
#[derive(Serialize)]
pub struct Fit {
    /// The cell.
    #[serde(serialize_with = "as_text")]
    pub cell: Cell,
    /// How many tiles fit.
    pub count: usize,
    /// The kinds of tiles that fit, with their numbers.
    tiles: Named<usize>,
    /// What each side with a neighbour demands.
    demands: Named<String>,
    #[serde(skip)]
    sides: Vec<Side>,
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tiles = self.tiles.iter().map(|(tile, n)| if *n == 1 { tile.clone() } else { format!("{n} {tile}") });
        let tiles = tiles.collect::<Vec<_>>().join(", ");
        let fitting = match self.count {
            0 => "no remaining tile fits: a permanent hole".into(),
            1 => format!("1 tile to come fits ({tiles})"),
            n => format!("{n} tiles to come fit ({tiles})"),
        };
        let demands = self.sides.iter().zip(self.demands.values());
        let demands = demands.map(|(side, class)| format!("{class} in the {}", side_word(*side)));
        write!(f, "{}: {fitting}; it takes {}", self.cell, demands.collect::<Vec<_>>().join(", "))
    }
}

/// The tiles still to be placed, including the one in hand, by kind.
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

/// The open cells in reading order.
pub fn fits(game: &Game) -> Vec<Fit> {
    let catalogue = game.catalogue();
    let to_come = to_come(game);
    let fit = |(cell, pattern): (Cell, u16)| {
        let fitting = to_come.iter().filter(|(tile, _)| catalogue.fits(**tile, pattern).count() > 0);
        let tiles: Named<usize> = fitting.map(|(tile, n)| (catalogue.tile_name(*tile), *n)).collect();
        let demand = |side: Side| Some((side, catalogue.class_name(catalogue.demanded(pattern, side)?).to_string()));
        let (sides, demands) =
            Side::ALL.into_iter().filter_map(demand).map(|(side, class)| (side, (side.to_string(), class))).unzip();
        Fit { cell, count: tiles.values().sum(), tiles, demands, sides }
    };
    let mut fits: Vec<Fit> = game.state().board.open_cells().map(fit).collect();
    fits.sort_by_key(|fit| fit.cell);
    fits
}

/// The name of a side.
pub fn side_word(side: Side) -> &'static str {
    ["north", "east", "south", "west"][side.index()]
}
