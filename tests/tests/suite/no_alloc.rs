//! No allocation in a turn: a game allocates what it needs when it starts.

use allocation_counter::measure;
use bastide::bot::{Bot, Random};
use bastide_core::{Chance, Game};
use bastide_tests::deal::Deal;

/// Plays to the end with random choices, and names the steps that allocate: at most a few of them.
fn allocating_steps(game: &mut Game, seed: u64) -> Vec<String> {
    let mut bot = Random::new(Chance::new(seed));
    let mut found = Vec::new();
    loop {
        let mut chosen = None;
        let counted = measure(|| {
            chosen = bot.choose(game);
            if let Some(choice) = chosen {
                let _ = game.choose(choice);
            }
        });
        if counted.count_total > 0 && found.len() < 3 {
            let words = game.record_lines().pop().unwrap_or_default();
            let (count, bytes) = (counted.count_total, counted.bytes_total);
            found.push(format!("step {} `{words}`: {count} allocations, {bytes} bytes", game.record().len()));
        }
        if chosen.is_none() {
            assert!(game.is_over());
            return found;
        }
    }
}

fn assert_none(name: &str, found: Vec<(u64, Vec<String>)>) {
    let found: Vec<_> = found.into_iter().filter(|(_, steps)| !steps.is_empty()).collect();
    let first = found.first().map(|(seed, steps)| format!("seed {seed}: {}", steps.join("; ")));
    assert!(found.is_empty(), "{name}: {} games allocate in a turn, first {}", found.len(), first.unwrap_or_default());
}

#[test]
fn no_turn_of_a_random_game_allocates() {
    for players in [2, 4, 6] {
        let setup = Deal::new("hig-3rd", players).set_up().unwrap();
        let play = |seed| (seed, allocating_steps(&mut Game::new(setup.clone(), seed).unwrap(), seed));
        assert_none(&format!("{players} players"), (0..200).map(play).collect());
    }
}

#[test]
fn no_turn_allocates_in_any_edition_or_with_any_option() {
    let mut chance = Chance::new(7);
    for seed in 0..200 {
        let deal = Deal::any(&mut chance);
        assert_none(&deal.to_string(), vec![(seed, allocating_steps(&mut deal.begin(seed), seed))]);
    }
}

#[test]
fn no_turn_of_a_game_of_ten_boxes_allocates() {
    let setup = Deal::new("hig-3rd", 2).times(10).set_up().unwrap();
    let play = |seed| (seed, allocating_steps(&mut Game::new(setup.clone(), seed).unwrap(), seed));
    assert_none("base*10", (0..20).map(play).collect());
}

#[test]
fn no_turn_of_a_clone_allocates() {
    for players in [2, 4, 6] {
        let original = Deal::new("hig-3rd", players).begin(players as u64);
        let play = |seed| {
            let mut middle = original.clone();
            let mut bot = Random::new(Chance::new(seed));
            for _ in 0..seed {
                let Some(choice) = bot.choose(&middle) else { break };
                middle.choose(choice).unwrap();
            }
            (seed, allocating_steps(&mut middle.clone(), seed))
        };
        assert_none(&format!("{players} players"), (0..100).map(play).collect());
    }
}

#[test]
fn copying_into_a_game_at_hand_allocates_nothing() {
    let original = Deal::new("hig-3rd", 2).begin(1);
    let mut copy = original.clone();
    let counted = measure(|| copy.clone_from(&original));
    assert_eq!(counted.count_total, 0);
    assert_none("the copy", vec![(1, allocating_steps(&mut copy, 1))]);
    let counted = measure(|| copy.clone_from(&original));
    assert_eq!(counted.count_total, 0, "after a whole game in the copy");
}

#[test]
fn beginning_again_allocates_nothing() {
    for players in [2, 4, 6] {
        let mut game = Deal::new("hig-3rd", players).begin(0);
        for seed in 0..50 {
            let counted = measure(|| game.restart(seed).unwrap());
            assert_eq!(counted.count_total, 0, "{players} players, seed {seed}");
            assert_none(&format!("{players} players"), vec![(seed, allocating_steps(&mut game, seed))]);
        }
    }
}
