//! Laws over random games at random tables: what holds in every position and every history, and a naive model that
//! checks every option and every point.

use std::collections::BTreeMap;
use std::env;
use std::process::Command;
use std::sync::Arc;

use bastide::bot::Bot;
use bastide::game::laws::{self, Judge};
use bastide::game::library::{Library, make_setup};
use bastide_core::{Chance, Choice, Entry, Event, Game};
use bastide_tests::deal::{Deal, EDITIONS, OPTIONS};
use bastide_tests::play::{Player, Style, compare_with_naive};

/// Every so many steps a position is held against the laws, which takes far longer than a step.
const EVERY: u64 = 5;

/// A played game, its table and how it was played, for messages.
fn played(deal: &Deal, style: Style, seed: u64) -> (Game, String) {
    let mut game = deal.begin(seed);
    Player::new(style, seed).finish(&mut game);
    (game, format!("{deal} seed {seed} {style:?}"))
}

fn hold(deal: &Deal, style: Style, seed: u64) -> Game {
    let (game, name) = played(deal, style, seed);
    compare_with_naive(deal, &game).unwrap_or_else(|parted| panic!("{name}: {parted}"));
    game
}

/// The n-th of the games over which laws are held: any table, any style.
fn any_game(chance: &mut Chance, seed: u64) -> (Deal, Style) {
    let style = match seed % 10 {
        0 => Style::Greedy,
        1 | 2 => Style::Compact,
        _ => Style::QUICK[chance.below(Style::QUICK.len() as u32) as usize],
    };
    (Deal::any(chance), style)
}

// What a naive count gives.

#[test]
fn every_option_and_every_point_is_what_a_naive_count_gives() {
    let mut chance = Chance::new(1);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..1500 {
        let (deal, style) = any_game(&mut chance, seed);
        let game = hold(&deal, style, seed);
        let mut note = |what, is_seen: bool| *seen.entry(what).or_default() += is_seen as usize;
        note("a discarded tile", game.log().iter().any(|event| matches!(event, Event::Discard(_))));
        note("a returned tile", game.log().iter().any(|event| matches!(event, Event::Return(_))));
        let chose = |wanted: fn(&Choice) -> bool| {
            game.record().iter().any(|entry| matches!(entry, Entry::Choice(choice, _) if wanted(choice)))
        };
        note("an order of scoring", chose(|choice| matches!(choice, Choice::Score(_))));
        note("a first player", chose(|choice| matches!(choice, Choice::First(_))));
    }
    for (what, games) in seen {
        assert!(games >= 5, "only {games} games saw {what}: the sample is too tame");
    }
}

#[test]
fn every_way_to_pay_farms_and_tiny_cities_is_what_a_naive_count_gives() {
    let farms = OPTIONS[0].1;
    for seed in 0..60 {
        for (farm_scoring, tiny_city) in farms.iter().flat_map(|farm| ["2", "4"].map(|tiny| (farm, tiny))) {
            let style = [Style::Greedy, Style::Farming, Style::Eager][seed as usize % 3];
            let deal = Deal::new(EDITIONS[seed as usize % 7], 2 + seed as usize % 5);
            hold(&deal.with("farm_scoring", farm_scoring).with("tiny_city", tiny_city), style, seed);
        }
    }
}

#[test]
fn the_ways_to_pay_farms_and_tiny_cities_differ_in_play() {
    let (mut farms_differ, mut cities_differ) = (0, 0);
    for seed in 0..60 {
        let deal = Deal::new("hig-3rd", 2);
        let (game, _) = played(&deal, Style::Greedy, seed);
        let scores = |option: &str, value: &str| {
            let mut model = deal.clone().with(option, value).begin_naive(&deal.begin(seed));
            game.record_lines().iter().for_each(|line| model.play(line));
            model.points().to_vec()
        };
        let [majority, once, each] =
            ["city-majority-4", "city-once-3", "per-farm-3"].map(|v| scores("farm_scoring", v));
        farms_differ += (majority != once && once != each && each != majority) as usize;
        cities_differ += (scores("tiny_city", "2") != scores("tiny_city", "4")) as usize;
    }
    assert!(farms_differ >= 10, "only {farms_differ} games can tell the three ways to pay farms apart");
    assert!(cities_differ >= 10, "only {cities_differ} games can tell the two worths of a tiny city apart");
}

#[test]
fn three_boxes_of_tiles_are_one_game() {
    for (seed, style) in [(1, Style::Random), (2, Style::Eager), (3, Style::Farming)] {
        let deal = Deal::new(EDITIONS[seed as usize], 4).times(3);
        let game = hold(&deal, style, seed);
        assert!(game.state().board.placed().len() + game.state().out.len() == 3 * 72, "seed {seed}");
    }
}

/// Once in some thousand games the last tiles fit nowhere; these seeds were found by search.
#[test]
fn a_game_whose_last_tiles_fit_nowhere_ends() {
    for (unplaceable, left, seeds) in [("discard", 0, [4994, 14478, 21560]), ("return", 1, [1627, 3708, 4099])] {
        for seed in seeds {
            let deal = Deal::new("hig-3rd", 2).with("unplaceable", unplaceable);
            let game = hold(&deal, Style::Compact, seed);
            let last = game.log().iter().rposition(|event| matches!(event, Event::Place(_))).unwrap();
            let is_stuck = |event: &Event| matches!(event, Event::Discard(_) | Event::Return(_));
            assert!(game.log()[last..].iter().any(is_stuck), "seed {seed}: the sample is too tame");
            assert!(game.state().pile.len() >= left, "seed {seed}: a tile that goes back stays in the pile");
        }
    }
}

// What holds in every position and every history.

#[test]
fn every_position_obeys_the_laws() {
    let mut chance = Chance::new(2);
    for seed in 1000..1120 {
        let (deal, style) = any_game(&mut chance, seed);
        let mut player = Player::new(style, seed);
        let mut game = deal.begin(seed);
        let broken = |law: String, game: &Game| -> String {
            panic!("{deal} seed {seed} {style:?} after {} lines: {law}", game.record().len())
        };
        for step in seed.. {
            if step % EVERY == 0 || game.is_over() {
                laws::position(&game).unwrap_or_else(|law| drop(broken(law, &game)));
                laws::options(&game, &mut chance).unwrap_or_else(|law| drop(broken(law, &game)));
            }
            let Some(choice) = player.choose(&game) else { break };
            game.choose(choice).unwrap_or_else(|error| panic!("{deal} seed {seed}: {error}"));
        }
        laws::history(&game, &mut chance).unwrap_or_else(|law| drop(broken(law, &game)));
    }
}

#[test]
fn a_clone_played_on_equals_the_original_and_leaves_it_alone() {
    let mut chance = Chance::new(3);
    for seed in 0..150 {
        let deal = Deal::any(&mut chance);
        let (whole, name) = played(&deal, Style::Random, seed);
        let cut = chance.below(whole.record().len() as u32 + 1) as usize;
        let original = whole.after(cut).unwrap();
        let mut clone = original.clone();
        let mut copied = deal.begin(seed + 1);
        copied.clone_from(&original);
        for game in [&mut clone, &mut copied] {
            whole.record()[cut..].iter().for_each(|entry| game.enter(entry).unwrap());
            assert_eq!(game.log(), whole.log(), "{name} cut at {cut}");
            assert_eq!(game.record(), whole.record(), "{name} cut at {cut}");
            assert_eq!(game.scores(), whole.scores(), "{name} cut at {cut}");
        }
        assert_eq!(original.log(), whole.after(cut).unwrap().log(), "{name}: playing the clone changed the original");
    }
}

#[test]
fn a_game_begun_again_with_a_seed_is_the_game_of_that_seed() {
    let mut chance = Chance::new(4);
    for seed in 0..60 {
        let deal = Deal::any(&mut chance);
        let (fresh, name) = played(&deal, Style::Random, seed);
        let (mut other, _) = played(&deal, Style::Random, seed + 1);
        other.restart(seed).unwrap();
        Player::new(Style::Random, seed).finish(&mut other);
        assert!(other.log() == fresh.log() && other.record() == fresh.record(), "{name}");
    }
}

#[test]
fn mixing_the_pile_anew_changes_only_what_is_hidden() {
    let mut chance = Chance::new(5);
    for seed in 0..60 {
        let deal = Deal::any(&mut chance);
        let (whole, name) = played(&deal, Style::Random, seed);
        let game = whole.after(chance.below(whole.record().len() as u32) as usize).unwrap();
        let mut mixed = game.clone();
        mixed.reshuffle(seed);
        let options = |game: &Game| game.decision().unwrap().options().collect::<Vec<_>>();
        assert!(options(&mixed) == options(&game) && mixed.scores() == game.scores(), "{name}");
        laws::position(&mixed).unwrap_or_else(|law| panic!("{name}: {law}"));
        Player::new(Style::Random, seed).finish(&mut mixed);
        laws::position(&mixed).unwrap_or_else(|law| panic!("{name}: {law}"));
    }
}

#[test]
fn places_with_something_built_are_those_that_a_search_finds() {
    let mut listed = 0;
    for (seed, sets) in (0..6).zip(
        [&["bridges-castles-and-bazaars"][..], &["bridges-castles-and-bazaars", "abbey-and-mayor"]].into_iter().cycle(),
    ) {
        let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
        let recipe = Library::default().recipe(&sets).unwrap();
        let setup = make_setup(recipe, vec!["Red".into(), "Blue".into()], false).unwrap();
        let (mut game, mut chance) = (Game::new(Arc::new(setup), seed).unwrap(), Chance::new(seed));
        let judge = Judge::new(game.catalogue());
        while let Some(decision) = game.decision() {
            listed += decision.options().filter(|choice| matches!(choice, Choice::PlaceWith(..))).count();
            let choice = decision.get(chance.below(decision.len() as u32) as usize).unwrap();
            judge
                .spans(&game)
                .unwrap_or_else(|law| panic!("{sets:?} seed {seed} after {}: {law}", game.record().len()));
            game.choose(choice).unwrap();
        }
    }
    assert!(listed > 500, "only {listed} such places were listed");
}

// What is no game.

#[test]
fn six_may_play_unless_the_box_has_five_colours() {
    assert!(Deal::new("hig-3rd", 6).set_up().is_ok());
    assert!(Deal::new("hig-3rd", 5).with("max_players", "5").set_up().is_ok());
    assert!(Deal::new("hig-3rd", 6).with("max_players", "5").set_up().is_err());
    assert!(Deal::new("hig-3rd", 1).set_up().is_err());
}

#[test]
fn only_listed_editions_options_and_values_are_known() {
    for edition in EDITIONS {
        assert!(Deal::new(edition, 2).set_up().is_ok(), "{edition}");
    }
    assert!(Deal::new("hig-4th", 2).set_up().is_err());
    for (option, values) in OPTIONS {
        for value in values {
            assert!(Deal::new("hig-3rd", 2).with(option, value).set_up().is_ok(), "{option}={value}");
        }
        assert!(Deal::new("hig-3rd", 2).with(option, "maybe").set_up().is_err(), "{option}");
    }
    assert!(Deal::new("hig-3rd", 2).with("weather", "rain").set_up().is_err());
}

// The same everywhere.

const CHILD: &str = "BASTIDE_TEST_PRINTS_LOGS";

/// A number that any change in any log would change (FNV-1a).
fn logs_of_some_games() -> u64 {
    let mut chance = Chance::new(6);
    let mut hash = 0xcbf2_9ce4_8422_2325u64;
    for seed in 0..30 {
        let (deal, style) = any_game(&mut chance, seed);
        let (game, _) = played(&deal, style, seed);
        for byte in format!("{:?}{:?}{:?}", game.log(), game.record_lines(), game.scores()).bytes() {
            hash = (hash ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
        }
    }
    hash
}

#[test]
fn the_same_seeds_give_the_same_logs_in_another_process() {
    let here = logs_of_some_games();
    if env::var_os(CHILD).is_some() {
        println!("logs {here:016x}");
        return;
    }
    let this = env::current_exe().unwrap();
    let test = "laws::the_same_seeds_give_the_same_logs_in_another_process";
    let child = Command::new(this).args(["--exact", test, "--nocapture"]).env(CHILD, "yes").output().unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(said.contains(&format!("logs {here:016x}")), "here {here:016x}, there:\n{said}");
}
