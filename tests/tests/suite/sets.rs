//! Every subset of the shipped expansions, in every edition: many random games, no script error, all laws, and the same game in
//! another process.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::sync::Arc;

use bastide::bot::Bot;
use bastide::laws;
use bastide_core::event::Event;
use bastide_core::game::Game;
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::setup::Setup;
use bastide_core::stack::Chance;
use bastide_tests::deal::{EDITIONS, root};
use bastide_tests::play::{Player, Style};

/// Games of each subset in each edition; fewer of those with sets whose games are long, unless BASTIDE_GAMES says how many.
fn games(sets: &[Arc<Expansion>]) -> u64 {
    let asked = env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok());
    let is_long = |set: &Arc<Expansion>| ["count", "princess-and-dragon", "tower"].contains(&set.id());
    asked.unwrap_or(if sets.iter().any(is_long) { 8 } else { 200 })
}

/// Tables with other options and players at which these are played.
const TABLES: u64 = 4;
/// Games of the first table that are held against the laws in every position.
const WATCHED: u64 = 1;
/// Games of each table that are replayed, taken back and cloned.
const REPLAYED: u64 = 3;
const NAMES: [&str; 6] = ["Red", "Blue", "Green", "Yellow", "Black", "Pink"];

/// What is shipped: the base game, then everything that can be added to it.
fn shipped() -> (Arc<Expansion>, Vec<Arc<Expansion>>) {
    let folders = fs::read_dir(root().join("../expansions")).unwrap().map(|entry| entry.unwrap().path());
    let read = |path| Arc::new(Expansion::read(&Folder::read_dir(path).unwrap()).unwrap());
    let (base, mut rest): (Vec<_>, Vec<_>) = folders.map(read).partition(|expansion| expansion.id() == "base");
    rest.sort_by(|a, b| a.id().cmp(b.id()));
    (base.into_iter().next().expect("the base game"), rest)
}

/// Every subset, by the bits of its number.
fn subsets() -> Vec<Vec<Arc<Expansion>>> {
    let (base, rest) = shipped();
    let subset = |bits: u32| {
        let chosen = rest.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, set)| set.clone());
        [base.clone()].into_iter().chain(chosen).collect()
    };
    (0..1 << rest.len()).map(subset).collect()
}

/// A table with options that chance chose among those of the sets: half of the tables play as printed.
fn table(sets: &[Arc<Expansion>], edition: &str, players: usize, chance: &mut Chance) -> (Arc<Setup>, String) {
    let mut options = BTreeMap::new();
    let is_printed = chance.below(2) == 0;
    for option in sets.iter().flat_map(|set| set.options()).filter(|option| option.name() != "max_players") {
        if !is_printed && chance.below(2) == 0 {
            let values = option.values();
            options.insert(option.name().to_string(), values[chance.below(values.len() as u32) as usize].clone());
        }
    }
    let name =
        format!("{} {edition} {players} {options:?}", sets.iter().map(|set| set.id()).collect::<Vec<_>>().join(" "));
    let recipe = Recipe {
        expansions: sets.iter().cloned().map(Portion::one).collect(),
        edition: Some(edition.into()),
        options,
        ..Recipe::default()
    };
    let names = NAMES[..players].iter().map(|name| name.to_string()).collect();
    let setup = Setup::new(recipe, names, false).unwrap_or_else(|error| panic!("{name}: {error}"));
    (Arc::new(setup), name)
}

/// Plays a game; every position of a watched one is held against the laws.
fn play(setup: &Arc<Setup>, seed: u64, watched: bool) -> Result<Game, String> {
    let mut game = Game::new(setup.clone(), seed).map_err(|fault| fault.render())?;
    let mut player = Player::new(Style::QUICK[seed as usize % Style::QUICK.len()], seed);
    let mut chance = Chance::new(seed);
    loop {
        if watched {
            laws::position(&game)?;
            laws::options(&game, &mut chance)?;
        }
        let Some(choice) = player.choose(&game) else { break };
        game.choose(choice).map_err(|why| why.to_string())?;
    }
    Ok(game)
}

/// What happened in games, and how often.
type Seen = BTreeMap<&'static str, usize>;

/// Plays one subset in every edition. In one of them a game is watched, which takes a thousand times longer.
fn play_subset(number: usize, sets: &[Arc<Expansion>]) -> Seen {
    let mut chance = Chance::new(number as u64);
    let mut seen = Seen::new();
    for (turn, edition) in EDITIONS.into_iter().enumerate() {
        let is_watched = number % EDITIONS.len() == turn;
        for tables in 0..TABLES {
            let players = 2 + chance.below(5) as usize;
            let (setup, name) = table(sets, edition, players, &mut chance);
            for n in 0..games(sets) / TABLES {
                let seed = tables * 1_000 + n;
                let fail = |why: String| -> Game { panic!("{name} seed {seed}: {why}") };
                let game = play(&setup, seed, is_watched && tables == 0 && n < WATCHED).unwrap_or_else(fail);
                if n < REPLAYED {
                    laws::history(&game, &mut chance).unwrap_or_else(|law| panic!("{name} seed {seed}: {law}"));
                }
                game.log().iter().filter_map(told_of).for_each(|what| *seen.entry(what).or_default() += 1);
            }
        }
    }
    seen
}

/// What a test of rules wants to have seen.
fn told_of(event: &Event) -> Option<&'static str> {
    Some(match event {
        Event::Again(_) => "second parts",
        Event::Token(..) => "tokens",
        Event::Award(..) => "awards",
        Event::AddedFor(..) => "points for one player",
        Event::Void => "worthless features",
        Event::Move(..) => "moves",
        Event::Aside(_) => "tiles set aside",
        Event::Merge => "tiles mixed in again",
        _ => return None,
    })
}

#[test]
fn every_subset_of_the_expansions_plays_in_every_edition() {
    let subsets: Vec<(usize, Vec<Arc<Expansion>>)> = subsets().into_iter().enumerate().collect();
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let seen = std::thread::scope(|scope| {
        let work = |worker: usize| {
            let own = subsets.iter().skip(worker).step_by(workers);
            own.map(|(number, sets)| play_subset(*number, sets)).collect::<Vec<Seen>>()
        };
        let running: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        running
            .into_iter()
            .flat_map(|worker| worker.join().expect("every game is played to its end"))
            .collect::<Vec<_>>()
    });
    // What never happened was not tested.
    let wanted = ["second parts", "tokens", "awards", "points for one player", "worthless features", "moves"];
    for what in wanted.into_iter().chain(["tiles set aside", "tiles mixed in again"]) {
        let times: usize = seen.iter().filter_map(|seen| seen.get(what)).sum();
        assert!(times > 100, "{what}: {times} times");
    }
}

const CHILD: &str = "BASTIDE_TESTS_SETS_CHILD";

/// A number for all that is told of a few games of every subset.
fn told() -> u64 {
    let mut chance = Chance::new(7);
    let mut hasher = DefaultHasher::new();
    for sets in subsets() {
        for edition in EDITIONS {
            let players = 2 + chance.below(5) as usize;
            let (setup, name) = table(&sets, edition, players, &mut chance);
            let game = play(&setup, 11, false).unwrap_or_else(|why| panic!("{name}: {why}"));
            game.record_lines().hash(&mut hasher);
            game.log_lines(0).iter().for_each(|line| line.text.hash(&mut hasher));
            game.scores().hash(&mut hasher);
        }
    }
    hasher.finish()
}

#[test]
fn the_same_seeds_give_the_same_games_of_every_subset_in_another_process() {
    let here = told();
    if env::var_os(CHILD).is_some() {
        println!("told {here:016x}");
        return;
    }
    let this = env::current_exe().unwrap();
    let test = "sets::the_same_seeds_give_the_same_games_of_every_subset_in_another_process";
    let child = Command::new(this).args(["--exact", test, "--nocapture"]).env(CHILD, "yes").output().unwrap();
    let said = String::from_utf8_lossy(&child.stdout);
    assert!(said.contains(&format!("told {here:016x}")), "here {here:016x}, there:\n{said}");
}
