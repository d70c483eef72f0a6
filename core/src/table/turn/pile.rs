//! The pile: how it is made when a game starts, and what happens to tiles that fit nowhere.

use super::Rules;
use crate::table::catalogue::{Stuck, TileId};
use crate::table::event::Event;
use crate::table::state::State;

/// Makes the pile from all tiles: shuffled, with those that are drawn first on top, and without those that are set
/// aside or leave the game.
pub fn fill(state: &mut State, rules: &Rules) {
    let piling = &rules.catalogue.piling;
    state.pile.copy_from(rules.catalogue.bag());
    for (tiles, away) in [(&piling.out, &mut state.out), (&piling.aside, &mut state.aside)] {
        tiles.iter().filter(|&&tile| state.pile.take(tile)).for_each(|&tile| away.push(tile));
    }
    state.store(&rules.catalogue, piling);
    for upper in &piling.upper {
        for &tile in upper.tiles.iter().chain(&upper.last) {
            state.pile.take(tile);
        }
    }
    let State { pile, chance, scratch, .. } = state;
    pile.shuffle(chance);
    for upper in piling.upper.iter().rev() {
        upper.last.iter().rev().for_each(|&tile| pile.push_known(tile));
        pile.begin_layer();
        scratch.tiles.clear();
        scratch.tiles.extend_from_slice(&upper.tiles);
        chance.shuffle(&mut scratch.tiles);
        scratch.tiles.iter().for_each(|&tile| pile.push(tile));
    }
}

/// Removes a tile that fits nowhere from the game, or keeps it to be shuffled in again.
pub(super) fn put_away(state: &mut State, stuck: Stuck, tile: TileId) {
    match stuck {
        Stuck::Discard => {
            state.log.push(Event::Discard(tile));
            state.out.push(tile);
        }
        Stuck::Return => {
            state.log.push(Event::Return(tile));
            state.returned.push(tile);
        }
    }
}

/// Shuffles the tiles that fitted nowhere into the pile again.
#[inline]
pub(super) fn give_back(state: &mut State) {
    if !state.returned.is_empty() {
        let State { pile, chance, returned, .. } = state;
        returned.tiles().iter().for_each(|&tile| pile.push(tile));
        returned.clear();
        pile.shuffle(chance);
    }
}
