//! Wherever tiles should be shuffled, they are: the pile of a new game, what is drawn before it, what was set aside,
//! what fitted nowhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide::bot::Bot;
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::{Event, Game, Setup, TileId};
use bastide_tests::deal::root;
use bastide_tests::play::{Player, Style};

fn setup(sets: &[&str], options: &[(&str, &str)]) -> Arc<Setup> {
    let read = |id: &&str| {
        let folder = Folder::read_dir(root().join("../expansions").join(id)).unwrap();
        Portion::one(Arc::new(Expansion::read(&folder).unwrap()))
    };
    let options: BTreeMap<String, String> =
        options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    let recipe = Recipe { expansions: sets.iter().map(read).collect(), options, ..Recipe::default() };
    Arc::new(Setup::new(recipe, vec!["Red".into(), "Blue".into()], false).unwrap())
}

/// The tiles that are to come, the next one last, with the one in hand.
fn to_come(game: &Game) -> Vec<TileId> {
    let state = game.state();
    state.pile.tiles().iter().copied().chain(state.turn.drawn).collect()
}

fn sorted(mut tiles: Vec<TileId>) -> Vec<TileId> {
    tiles.sort();
    tiles
}

#[test]
fn the_pile_of_a_new_game_is_mixed_and_so_is_what_is_drawn_before_it() {
    for sets in [&["base"][..], &["base", "river"]] {
        let piles: Vec<Vec<TileId>> =
            (1..=20).map(|seed| to_come(&Game::new(setup(sets, &[]), seed).unwrap())).collect();
        // The first eight tiles: of the pile, or of the river's own.
        let first: Vec<Vec<TileId>> = piles.iter().map(|pile| pile.iter().rev().take(8).copied().collect()).collect();
        for (seed, own) in first.iter().enumerate() {
            assert!(!first[..seed].contains(own), "{sets:?}: two seeds begin with the same eight tiles");
        }
        let all: Vec<Vec<TileId>> = piles.into_iter().map(sorted).collect();
        assert!(all.windows(2).all(|two| two[0] == two[1]), "{sets:?}: the tiles are the same");
        let last: Vec<Option<TileId>> = first.iter().map(|own| own.first().copied()).collect();
        assert!(last.iter().any(|tile| *tile != last[0]), "{sets:?}: not always the same tile first");
    }
}

/// Plays games and hears of every choice with what was to come before and after it.
fn watch(setup: &Arc<Setup>, style: Style, games: u64, mut hear: impl FnMut(&Game, &[Event], &Game)) {
    for seed in 1..=games {
        let mut game = Game::new(setup.clone(), seed).unwrap();
        let mut player = Player::new(style, seed);
        while let Some(choice) = player.choose(&game) {
            let before = game.clone();
            let events = game.choose(choice).expect("an option of the game").to_vec();
            hear(&before, &events, &game);
        }
    }
}

#[test]
fn what_was_set_aside_is_mixed_into_the_pile() {
    let (mut merged, mut on_top, mut as_before) = (0, 0, 0);
    watch(&setup(&["base", "princess-and-dragon"], &[]), Style::Random, 60, |before, events, after| {
        let aside = before.state().aside.tiles();
        if !events.contains(&Event::Merge) || before.state().pile.len() < 20 {
            return;
        }
        merged += 1;
        let pile = before.state().pile.tiles();
        // Nothing is placed or set aside between the merge and the next tile, so what is to come is all that was.
        let now = to_come(after);
        assert_eq!(sorted(now.clone()), sorted([pile, aside].concat()));
        on_top += now.ends_with(aside) as usize;
        as_before += now.starts_with(&pile[..10]) as usize;
    });
    assert!(merged >= 10, "tiles were set aside and merged {merged} times");
    assert!(
        on_top * 2 < merged,
        "{on_top} of {merged} times they lay on top in the order in which they were set aside"
    );
    assert_eq!(as_before, 0, "the rest of the pile is mixed too");
}

#[test]
fn what_fitted_nowhere_and_goes_back_is_mixed_into_the_pile() {
    let (mut returned, mut on_top, mut as_before) = (0, 0, 0);
    watch(&setup(&["base"], &[("unplaceable", "return")]), Style::Compact, 400, |before, events, after| {
        let back = events.iter().filter(|event| matches!(event, Event::Return(_))).count();
        if back == 0 || before.state().pile.len() < 8 {
            return;
        }
        returned += 1;
        let pile = before.state().pile.tiles();
        let now = to_come(after);
        assert_eq!(sorted(now.clone()), sorted(pile.to_vec()));
        let Some(Event::Return(last)) = events.iter().rfind(|event| matches!(event, Event::Return(_))) else { return };
        on_top += (after.state().pile.tiles().last() == Some(last)) as usize;
        as_before += now.starts_with(&pile[..5]) as usize;
    });
    assert!(returned >= 5, "tiles went back {returned} times");
    assert!(on_top < returned, "{on_top} of {returned} times the tile lay on top again");
    assert!(as_before < returned, "the rest of the pile is mixed too");
}
