//! Letters for the cells where a tile can be placed: a to z, then aa to zz, in reading order.

use bastide_core::{Cell, Choice, Game, Rotation, TileId};

/// A cell where a tile can be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettered {
    /// The letters to type.
    pub letters: String,
    /// The position.
    pub cell: Cell,
    /// The ways to place a tile there: by tile, then by rotation.
    pub ways: Vec<Way>,
}

/// One way to place a tile on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The option.
    pub choice: Choice,
    /// The rotation.
    pub rotation: Rotation,
    /// The label: the rotation, with the tile in front if there are several.
    pub label: String,
}

/// The cells of the open decision with their letters; empty if it is not about placing. The letters stay the same while
/// the decision is open.
pub fn lettered(game: &Game) -> Vec<Lettered> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let tiles = decision.tiles();
    let placing = decision.options().filter_map(|choice| choice.place().map(|(tile, place)| (tile, place, choice)));
    let number = |tile: Option<TileId>| tiles.iter().position(|other| Some(*other) == tile);
    let mut places: Vec<(Cell, Option<usize>, Rotation, Choice)> =
        placing.map(|(tile, place, choice)| (place.cell, number(tile), place.rotation, choice)).collect();
    places.sort_unstable_by_key(|&(cell, number, rotation, _)| (cell, number, rotation));
    let mut cells: Vec<Lettered> = Vec::new();
    for (cell, number, rotation, choice) in places {
        let named = number.filter(|_| tiles.len() > 1).map(|number| game.catalogue().tile_name(tiles[number]));
        let label = named.map_or(rotation.to_string(), |name| format!("{name} {rotation}"));
        let way = Way { choice, rotation, label };
        match cells.last_mut() {
            Some(last) if last.cell == cell => last.ways.push(way),
            _ => cells.push(Lettered { letters: name(cells.len()), cell, ways: vec![way] }),
        }
    }
    cells
}

/// The n-th name: a … z, aa … zz, aaa …
fn name(mut n: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.insert(0, (b'a' + (n % 26) as u8) as char);
        match n / 26 {
            0 => return letters.into_iter().collect(),
            rest => n = rest - 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn after_z_comes_aa_and_after_zz_comes_aaa() {
        assert_eq!([0, 25, 26, 51, 52, 701, 702].map(name), ["a", "z", "aa", "az", "ba", "zz", "aaa"]);
    }
}
