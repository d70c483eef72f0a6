//! Checked games as `bench --check` plays them: random tables, boards of every shape, all laws; and what the report
//! counts.

use std::collections::BTreeSet;
use std::env;
use std::sync::atomic::AtomicBool;

use bastide::bot::Bot;
use bastide::commands;
use bastide::game::laws;
use bastide::game::library::Library;
use bastide::measure::check::deal::Dealer;
use bastide::measure::check::shape::{Shape, Shaper, extent};
use bastide::measure::check::{Plan, Report, Tables};
use bastide_core::Side;
use bastide_tests::deal::Deal;

/// Checked games of random tables, unless BASTIDE_GAMES says how many.
const GAMES: u64 = 2_000;

fn checked(games: u64, seed: u64) -> Report {
    let mut library = Library::default();
    let dealer = Dealer::new(&mut library).unwrap();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let plan = Plan { games, seed, threads, tables: Tables::Dealt(dealer), most: 20, commands: commands::all() };
    plan.run(&library, &AtomicBool::new(false), |_| ())
}

#[test]
fn games_of_random_tables_and_shapes_obey_the_laws() {
    let games = env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let report = checked(games, 1);
    let found: Vec<String> = report.found.iter().map(|found| format!("{found:?}")).collect();
    assert!(found.is_empty(), "{} troubles\n{}", found.len(), found.join("\n\n"));
    let (done, least) = (report.done, report.coverage.values().min());
    println!("{done:?}, {:.0} s, the rarest value of an option in {least:?} games", report.cpu);
    assert_eq!(done.games, games);
    assert!(done.positions >= 9 * games && done.looks > 0, "{done:?}");
    assert!(10 * done.wide >= games, "{} of {games} boards are wide", done.wide);
    // So few games miss some of the rare ones; that all come round is tested where tables are dealt.
    let seen = report.coverage.values().filter(|games| **games > 0).count();
    assert!(10 * seen >= 9 * report.coverage.len(), "{:?}", report.coverage);
}

#[test]
fn the_same_seeds_give_the_same_checks_on_any_number_of_threads() {
    let told = |threads: usize| {
        let mut library = Library::default();
        let tables = Tables::Dealt(Dealer::new(&mut library).unwrap());
        let plan = Plan { games: 24, seed: 7, threads, tables, most: 20, commands: commands::all() };
        let report = plan.run(&library, &AtomicBool::new(false), |_| ());
        format!("{:?} {:?} {:?}", report.done, report.coverage, report.found)
    };
    assert_eq!(told(1), told(3));
}

/// A stretched board is as wide as its tiles allow; every cell beside a tile stays known, and every place is found.
#[test]
fn stretched_boards_know_their_open_cells_and_all_their_places() {
    let mut widths = BTreeSet::new();
    for (times, seeds) in [(1, 0..36), (3, 0..18)] {
        for seed in seeds {
            let mut game = Deal::new("hig-3rd", 2).times(times).begin(seed);
            let mut shaper = Shaper::new(Shape::of(seed), seed);
            while let Some(choice) = shaper.choose(&game) {
                game.choose(choice).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
                let lines = game.record().len();
                laws::position(&game).unwrap_or_else(|law| panic!("seed {seed} after {lines} lines: {law}"));
            }
            widths.insert(extent(&game));
        }
    }
    assert!(widths.last().is_some_and(|widest| *widest > 100), "{widths:?}");
}

/// Thousands of tiles in one row: the table of cells is as large as it may be, and wraps around many times.
#[test]
fn a_row_of_thousands_of_tiles_knows_its_open_cells() {
    let mut game = Deal::new("hig-3rd", 2).times(60).begin(1);
    let mut shaper = Shaper::new(Shape::East, 1);
    for _ in 0..7_000 {
        let Some(choice) = shaper.choose(&game) else { break };
        game.choose(choice).unwrap();
    }
    assert!(extent(&game) > 1_500, "{}", extent(&game));
    laws::position(&game).unwrap();
    let last = game.state().board.placed().last().unwrap().cell;
    assert!(Side::ALL.iter().any(|side| game.state().board.pattern(last.step(*side)).is_some()));
}
