//! Imagined ends: what is kept from one to the next gives the same points as computing everything from scratch.

use bastide_core::{Chance, Game};

use super::Broken;

/// Tries random options of the open decision and imagines the end after each, first with what earlier ends left behind
/// and then from scratch. Returns the number of ends.
pub fn imagined_ends(game: &Game, chance: &mut Chance, most: usize) -> Result<u64, Broken> {
    let Some(decision) = game.decision() else { return Ok(0) };
    let mut ahead = game.clone();
    ahead.reshuffle(1);
    ahead.look_ahead();
    let mut drawn = || decision.get(chance.below(decision.len() as u32) as usize);
    let tried: Vec<_> = (0..most).filter_map(|_| drawn()).collect();
    let after = |choice| {
        let mut copy = ahead.clone();
        copy.choose(choice).is_ok().then_some(copy)
    };
    let copies: Vec<Game> = tried.into_iter().filter_map(after).collect();
    let quick: Vec<Option<Vec<i32>>> = copies.iter().map(points).collect();
    for (copy, quick) in copies.iter().zip(quick) {
        game.setup().forget_reckoned();
        let full = points(copy);
        if quick != full {
            return Err(format!("a simulated end is {quick:?} with what was kept, and {full:?} from scratch"));
        }
    }
    Ok(copies.len() as u64)
}

/// The points if the game ended now; `None` if a script fails.
fn points(game: &Game) -> Option<Vec<i32>> {
    let mut end = game.clone();
    end.finish().ok().map(|()| end.scores().to_vec())
}
