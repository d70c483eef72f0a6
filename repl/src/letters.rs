//! Letters for the cells on which the tile in hand may be placed: a to z, then aa to zz, in the order of reading.

use bastide_core::choice::Choice;
use bastide_core::game::Game;
use bastide_core::geometry::{Cell, Rotation};

/// A cell on which the tile in hand may be placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lettered {
    /// What is typed for it.
    pub letters: String,
    /// Where it is.
    pub cell: Cell,
    /// In which distinct rotations the tile fits, smallest first.
    pub rotations: Vec<Rotation>,
}

/// The cells of the open decision with their letters; none if it is about something else. The same as long as the
/// decision is open.
pub fn lettered(game: &Game) -> Vec<Lettered> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let mut places: Vec<(Cell, Rotation)> = decision
        .options()
        .filter_map(|choice| match choice {
            Choice::Place(place) => Some((place.cell, place.rotation)),
            _ => None,
        })
        .collect();
    places.sort_unstable();
    let mut cells: Vec<Lettered> = Vec::new();
    for (cell, rotation) in places {
        match cells.last_mut() {
            Some(last) if last.cell == cell => last.rotations.push(rotation),
            _ => cells.push(Lettered { letters: name(cells.len()), cell, rotations: vec![rotation] }),
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
