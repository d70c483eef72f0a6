//! The number of option paths to a given depth: a table, counted by clone and choose; its small rows also by the naive
//! model, and some by hand.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use bastide_core::Game;
use bastide_tests::deal::{Deal, root};
use bastide_tests::naive::Model;
use bastide_tests::rewrite;

/// Rows with at most so many paths are counted by the naive model too.
const NAIVE: u64 = 200_000;

fn path() -> PathBuf {
    root().join("data/perft.txt")
}

/// `TABLE = SEED DEPTH PATHS`.
struct Row {
    deal: Deal,
    seed: u64,
    depth: usize,
    paths: u64,
}

fn table() -> (Vec<String>, Vec<Row>) {
    let text = fs::read_to_string(path()).unwrap();
    let (head, rows): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| line.is_empty() || line.starts_with('#'));
    let row = |line: &str| {
        let (deal, numbers) = line.split_once(" = ").unwrap_or_else(|| panic!("cannot read `{line}`"));
        let numbers: Vec<u64> = numbers.split_whitespace().map(|number| number.parse().unwrap()).collect();
        let [seed, depth, paths] = numbers[..] else { panic!("three numbers in `{line}`") };
        Row { deal: deal.parse().unwrap(), seed, depth: depth as usize, paths }
    };
    (head.into_iter().map(String::from).collect(), rows.into_iter().map(row).collect())
}

/// Counted by clone and choose, one clone a choice.
fn paths(game: &Game, depth: usize) -> u64 {
    let Some(decision) = game.decision() else { return 0 };
    if depth == 1 {
        return decision.len() as u64;
    }
    let after = |choice| {
        let mut next = game.clone();
        next.choose(choice).unwrap();
        paths(&next, depth - 1)
    };
    decision.options().map(after).sum()
}

/// Counted by brute force over edges and flood fill.
fn naive_paths(model: &Model, depth: usize) -> u64 {
    let options = model.options();
    if depth == 1 {
        return options.len() as u64;
    }
    let after = |line: &String| {
        let mut next = model.clone();
        next.play(line);
        naive_paths(&next, depth - 1)
    };
    options.iter().map(after).sum()
}

#[test]
fn there_are_as_many_ways_to_go_on_as_the_table_says() {
    let (head, rows) = table();
    let mut text = head.iter().fold(String::new(), |text, line| text + line + "\n");
    let mut wrong = Vec::new();
    for row in &rows {
        let Row { deal, seed, depth, .. } = row;
        let counted = paths(&deal.begin(*seed), *depth);
        writeln!(text, "{deal} = {seed} {depth} {counted}").unwrap();
        if counted != row.paths {
            wrong.push(format!("{deal} = {seed} {depth}: {counted}, not {}", row.paths));
        }
    }
    if rewrite::is_asked() {
        fs::write(path(), text).unwrap();
    } else {
        assert!(wrong.is_empty(), "{} rows differ:\n{}", wrong.len(), wrong.join("\n"));
    }
}

#[test]
fn a_naive_count_of_the_ways_to_go_on_gives_the_same() {
    if rewrite::is_asked() {
        return;
    }
    let (_, rows) = table();
    let mut counted = 0;
    for Row { deal, seed, depth, paths } in rows.into_iter().filter(|row| row.paths <= NAIVE) {
        let model = deal.begin_naive(&deal.begin(seed));
        assert_eq!(naive_paths(&model, depth), paths, "{deal} = {seed} {depth}");
        counted += 1;
    }
    assert!(counted >= 20, "only {counted} rows are small enough");
}

/// A table at which the first tile drawn is this one.
fn table_with_first_tile(tile: &str, players: usize, farmers: &str) -> Game {
    let deal = Deal::new("hig-3rd", players).with("farmers", farmers);
    let is_drawn = |game: &Game| {
        let drawn = game.decision().and_then(|decision| decision.tile());
        drawn.is_some_and(|drawn| game.catalogue().tile_name(drawn) == tile)
    };
    (0..).map(|seed| deal.begin(seed)).find(is_drawn).unwrap()
}

/// Reasoned from the start tile alone: D has a city in the north, meadow in the south, a road from west to east.
#[test]
fn the_first_tile_has_as_many_places_as_reasoning_gives() {
    for (tile, places) in [
        ("C", 1),             // four city sides, one look: on the city
        ("B", 1),             // four meadow sides, one look: on the meadow
        ("X", 1 + 1),         // four road sides, one look: at each end of the road
        ("U", 1 + 1 + 1),     // two road sides, two meadow sides, two looks: under the meadow, at each end
        ("H", 1 + 1),         // two city sides, two meadow sides, two looks: on the city, on the meadow
        ("V", 2 + 2 + 2),     // the same sides as U but four looks: on the meadow, at each end
        ("N", 2 + 2),         // the same sides as H but four looks
        ("W", 1 + 3 + 3),     // three road sides, one meadow side
        ("A", 3 + 1 + 1),     // one road side, three meadow sides
        ("E", 1 + 3),         // one city side, three meadow sides
        ("D", 1 + 1 + 2 + 2), // one city side, one meadow side, two road sides
        ("L", 1 + 3 + 3),     // one city side, three road sides
    ] {
        let game = table_with_first_tile(tile, 2, "on");
        assert_eq!(game.decision().unwrap().len(), places, "{tile}");
    }
}

#[test]
fn the_first_two_choices_are_as_many_as_reasoning_gives() {
    // C on the city: the city or nothing; no field is left on it.
    assert_eq!(paths(&table_with_first_tile("C", 2, "on"), 2), 2);
    // B on the meadow: cloister, field or nothing.
    assert_eq!(paths(&table_with_first_tile("B", 2, "on"), 2), 3);
    assert_eq!(paths(&table_with_first_tile("B", 2, "off"), 2), 2);
    // X at either end of the road: four roads, four fields or nothing.
    assert_eq!(paths(&table_with_first_tile("X", 3, "on"), 2), 2 * 9);
    assert_eq!(paths(&table_with_first_tile("X", 3, "off"), 2), 2 * 5);
    // V in six ways: one road, two fields or nothing.
    assert_eq!(paths(&table_with_first_tile("V", 2, "on"), 2), 6 * 4);
    // E in four ways: a city, a field or nothing; on the city it completes it, and may still be claimed (BASE-16).
    assert_eq!(paths(&table_with_first_tile("E", 2, "on"), 2), 4 * 3);
}
