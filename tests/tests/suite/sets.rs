//! Every subset of the first seven sets in every edition, and every pair and triple of all shipped sets: many random
//! games, no script error, all laws, and the same game in another process.

use std::collections::BTreeMap;
use std::env;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command;
use std::sync::Arc;

use bastide::bot::Bot;
use bastide::game::laws;
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::{Chance, Event, Game, Paid, Setup, SetupError};
use bastide_tests::cores::on_all_cores;
use bastide_tests::deal::EDITIONS;
use bastide_tests::play::{Player, Style};
use bastide_tests::sets::{ALL, FIRST, folder, names};

/// Games of each subset in each edition; fewer of those with sets whose games are long, unless BASTIDE_GAMES says how many.
fn games(sets: &[Arc<Expansion>]) -> u64 {
    let asked = env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok());
    let is_long = |set: &Arc<Expansion>| ["count", "princess-and-dragon", "tower"].contains(&set.id());
    asked.unwrap_or(if sets.iter().any(is_long) { 8 } else { 200 })
}

/// Games of every pair and every triple of sets, each at a table of its own.
const GAMES_OF_A_FEW: u64 = 4;
/// One in so many pairs and triples has a game that is held against the laws in every position.
const FEW_WATCHED: usize = 12;
/// How often a table is dealt anew because its options contradict each other.
const TRIES: usize = 50;
/// Tables with other options and players at which these are played.
const TABLES: u64 = 4;
/// Games of the first table that are held against the laws in every position.
const WATCHED: u64 = 1;
/// Games of each table that are replayed, taken back and cloned.
const REPLAYED: u64 = 3;

/// What is shipped: the base game, then everything that can be added to it.
fn shipped() -> (Arc<Expansion>, Vec<Arc<Expansion>>) {
    let read = |id: &String| Arc::new(Expansion::read(&Folder::read_dir(folder().join(id)).unwrap()).unwrap());
    let (base, rest): (Vec<_>, Vec<_>) = ALL.iter().map(read).partition(|expansion| expansion.id() == "base");
    (base.into_iter().next().expect("the base game"), rest)
}

/// The base game with every subset of these, by the bits of its number.
fn subsets_of(base: &Arc<Expansion>, rest: &[Arc<Expansion>]) -> impl Iterator<Item = Vec<Arc<Expansion>>> {
    let subset = move |bits: u32| {
        let chosen = rest.iter().enumerate().filter(move |(i, _)| bits >> i & 1 == 1).map(|(_, set)| set.clone());
        [base.clone()].into_iter().chain(chosen).collect()
    };
    (0..1 << rest.len()).map(subset)
}

/// Every subset of the first sets. With every further one there would be twice as many.
fn subsets() -> Vec<Vec<Arc<Expansion>>> {
    let (base, mut rest) = shipped();
    rest.retain(|set| FIRST.contains(&set.id()));
    subsets_of(&base, &rest).collect()
}

/// The base game with every one, two and three of all other sets. Those that need a set which is not among them are left out.
fn few() -> Vec<Vec<Arc<Expansion>>> {
    let (base, rest) = shipped();
    let is_whole = |sets: &Vec<Arc<Expansion>>| {
        let has = |id: &str| sets.iter().any(|set| set.id() == id);
        sets.len() <= 4 && sets.iter().all(|set| set.requires().all(|(id, _)| has(id)))
    };
    subsets_of(&base, &rest).filter(is_whole).collect()
}

/// A table with options that chance chose among those of the sets: half of the tables play as printed.
fn table(sets: &[Arc<Expansion>], edition: &str, players: usize, chance: &mut Chance) -> (Arc<Setup>, String) {
    let (setup, name) = try_table(sets, edition, players, chance);
    (setup.unwrap_or_else(|error| panic!("{name}: {error}")), name)
}

/// The same, and whether the table could be set.
fn try_table(
    sets: &[Arc<Expansion>],
    edition: &str,
    players: usize,
    chance: &mut Chance,
) -> (Result<Arc<Setup>, SetupError>, String) {
    let mut options = BTreeMap::new();
    let is_printed = chance.below(2) == 0;
    for option in sets.iter().flat_map(|set| set.options()).filter(|option| option.name() != "max_players") {
        if !is_printed && chance.below(2) == 0 {
            let values = option.values();
            options.insert(option.name().to_string(), values[chance.below(values.len() as u32) as usize].to_string());
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
    (Setup::new(recipe, names(players), false).map(Arc::new), name)
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
                game.log()
                    .iter()
                    .flat_map(|event| told_of(&game, event))
                    .for_each(|what| *seen.entry(what).or_default() += 1);
            }
        }
    }
    seen
}

/// What a test of rules wants to have seen.
fn told_of(game: &Game, event: &Event) -> Vec<&'static str> {
    vec![match event {
        Event::Sheet(id) => return paid_by(game.log().sheet(*id)),
        Event::Again(_) => "second parts",
        Event::Tokens(..) => "tokens",
        Event::Award(..) => "awards",
        Event::Move(..) => "moves",
        Event::Aside(_) => "tiles set aside",
        Event::Merge => "tiles mixed in again",
        _ => return Vec::new(),
    }]
}

fn paid_by(sheet: Paid<'_>) -> Vec<&'static str> {
    let own = sheet.terms.iter().filter(|term| term.what.player().is_some()).map(|_| "points for one player");
    own.chain(sheet.voided.map(|_| "worthless features")).collect()
}

/// A table for a few sets: any edition, players and options. None if these sets exclude each other; options that contradict each
/// other are dealt anew.
fn table_for_a_few(sets: &[Arc<Expansion>], chance: &mut Chance) -> Option<(Arc<Setup>, String)> {
    for _ in 0..TRIES {
        let edition = EDITIONS[chance.below(EDITIONS.len() as u32) as usize];
        let players = 2 + chance.below(5) as usize;
        match try_table(sets, edition, players, chance) {
            (Ok(setup), name) => return Some((setup, name)),
            (Err(SetupError::Recipe(_)), _) => {}
            (Err(error), name) => panic!("{name}: {error}"),
        }
    }
    None
}

/// Ten games of a pair or a triple; the answer is how many were played.
fn play_a_few(number: usize, sets: &[Arc<Expansion>]) -> u64 {
    let mut chance = Chance::new(number as u64);
    for seed in 0..GAMES_OF_A_FEW {
        let Some((setup, name)) = table_for_a_few(sets, &mut chance) else { return 0 };
        let is_watched = seed == 0 && number.is_multiple_of(FEW_WATCHED);
        let game = play(&setup, seed, is_watched).unwrap_or_else(|why| panic!("{name} seed {seed}: {why}"));
        let held =
            laws::position(&game).and_then(|()| if seed == 0 { laws::history(&game, &mut chance) } else { Ok(()) });
        held.unwrap_or_else(|law| panic!("{name} seed {seed}: {law}"));
    }
    GAMES_OF_A_FEW
}

#[test]
fn every_pair_and_every_triple_of_sets_plays_random_games() {
    let few = few();
    let played = on_all_cores(&few, |number, sets| play_a_few(number, sets));
    let silent: Vec<String> = few
        .iter()
        .zip(&played)
        .filter(|(_, games)| **games == 0)
        .map(|(sets, _)| sets.iter().map(|set| set.id()).collect::<Vec<_>>().join(" "))
        .collect();
    println!("{} pairs and triples, {} games; not played together: {silent:?}", few.len(), played.iter().sum::<u64>());
    assert!(silent.len() * 4 < few.len(), "most sets are made for each other");
}

#[test]
fn every_subset_of_the_expansions_plays_in_every_edition() {
    let seen = on_all_cores(&subsets(), |number, sets| play_subset(number, sets));
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
    for sets in subsets().into_iter().chain(few().into_iter().filter(|sets| sets.len() == 2)) {
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
