//! Random results from before a handler's question are known, and stay the same: in copies, in reshuffled copies, from
//! the record. What nobody has seen is reshuffled.

use bastide::bot;
use bastide_core::{Chance, Choice, Game, Phase, Target};

use super::asking::is_the_same_everywhere;
use super::table::setup;

/// What is rolled before the question, in several ways, can be taken, or a sure 50.
fn gamble(before: &str, roll: &str) -> String {
    format!(
        "return {{ on_place = function(e)
           local game = e.game
           {before}
           local n = {roll}
           local taken = game:ask{{ player = e.player, verb = 'wave', about = 'a gamble', options = {{ n, 50 }} }}
           local more = game:ask{{ player = e.player, verb = 'pick', options = {{ n + taken, math.random(5) }} }}
           game:score(e.player, taken, 'gamble')
           game.state.last = taken * 1000 + more
         end }}"
    )
}

const ROLLS: [(&str, &str); 4] = [
    ("", "game:roll(100)"),
    ("", "math.random(100)"),
    ("local x = math.random()", "math.floor(math.random() * 100)"),
    ("if game.turn.number == 1 then game:merge() end local x = game:roll(6)", "math.random(1, 99) + game:roll(1)"),
];

/// Plays at random to the next question of the gamble.
fn to_question(game: &mut Game, chance: &mut Chance) -> bool {
    while let Some(decision) = game.decision() {
        if decision.phase() == Phase::Ask && game.verb_of(decision.get(0).unwrap()) == "wave" {
            return true;
        }
        let choice = decision.get(chance.below(decision.len() as u32) as usize).unwrap();
        game.choose(choice).unwrap_or_else(|why| panic!("{why}"));
    }
    false
}

fn numbers(game: &Game) -> Vec<i16> {
    let number = |choice| match choice {
        Choice::Do(_, Target::Number(number)) => Some(number),
        _ => None,
    };
    game.decision().unwrap().options().filter_map(number).collect()
}

#[test]
fn a_roll_before_a_question_is_the_same_in_every_copy() {
    for (before, roll) in ROLLS {
        let mut game = Game::new(setup(&gamble(before, roll), false).unwrap(), 5).unwrap();
        let mut chance = Chance::new(5);
        for _ in 0..12 {
            assert!(to_question(&mut game, &mut chance));
            let rolled = numbers(&game);
            let first = game.decision().unwrap().get(0).unwrap();
            for seed in 0..4 {
                let mut copy = game.clone();
                copy.reshuffle(seed);
                assert_eq!(numbers(&copy), rolled);
                // Twice: neither the handler that waits nor the one that is run again rolls anew.
                for mut copy in [copy.clone(), copy] {
                    copy.choose(first).unwrap();
                    assert_eq!(numbers(&copy)[0], rolled[0] * 2, "{roll}: the handler goes on with what was seen");
                }
            }
            game.choose(first).unwrap();
            assert_eq!(numbers(&game)[0], rolled[0] * 2);
        }
    }
}

#[test]
fn greedy_takes_the_better_of_what_was_rolled_and_what_is_sure() {
    let mut rolled_better = 0;
    for (before, roll) in ROLLS {
        let mut game = Game::new(setup(&gamble(before, roll), false).unwrap(), 11).unwrap();
        let mut chance = Chance::new(11);
        for _ in 0..8 {
            assert!(to_question(&mut game, &mut chance));
            let best = *numbers(&game).iter().max().unwrap();
            let chosen = bot::named("greedy", 1).unwrap().choose(&game).unwrap();
            assert!(
                matches!(chosen, Choice::Do(_, Target::Number(number)) if number == best),
                "{roll}: {:?}",
                numbers(&game)
            );
            rolled_better += (best != 50) as usize;
            game.choose(chosen).unwrap();
        }
    }
    assert!(rolled_better > 4, "the sample is too tame");
}

#[test]
fn a_gamble_is_the_same_everywhere() {
    for (before, roll) in ROLLS {
        is_the_same_everywhere(&gamble(before, roll), 4, 60, 7);
    }
}

#[test]
fn what_nobody_has_seen_is_mixed_anew() {
    let mut game = Game::new(setup(&gamble("", "game:roll(100)"), false).unwrap(), 5).unwrap();
    assert!(to_question(&mut game, &mut Chance::new(5)));
    let pile = |game: &Game| game.state().pile.tiles().to_vec();
    let mut mixed = game.clone();
    mixed.reshuffle(9);
    assert_ne!(pile(&mixed), pile(&game));
    // The roll after the question is still to come.
    let second = |seed: u64| {
        let mut copy = game.clone();
        copy.reshuffle(seed);
        copy.choose(copy.decision().unwrap().get(0).unwrap()).unwrap();
        numbers(&copy)[1]
    };
    assert!((0..20).map(second).any(|n| n != second(0)));
}

#[test]
fn a_copy_that_looks_ahead_stops_before_the_next_tile() {
    let luck = "return { on_draw = { when = { kind = 'cloister' }, run = function(e) e.game:score(e.game.players[1], 10, 'luck') end } }";
    let mut game = Game::new(setup(luck, true).unwrap(), 1).unwrap();
    for line in ["put D 0,0 r0", "next U B", "turn Red"] {
        game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap();
    }
    game.look_ahead();
    let first = game.decision().unwrap().get(0).unwrap();
    game.choose(first).unwrap();
    game.choose(Choice::Pass).unwrap();
    assert!(game.decision().is_none() && !game.is_over());
    assert_eq!(game.scores(), [0, 0]);
    assert_eq!(game.find(&["pass"]).unwrap_err().to_string(), "what comes next is hidden");
}
