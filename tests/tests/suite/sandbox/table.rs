//! Tables with strangers' scripts, and what is compared to check that a game is unchanged.

use std::sync::{Arc, LazyLock};

use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::{Chance, Fault, Game, Phase, Setup, SetupError, Unchosen};
use bastide_tests::deal::root;

/// What the stranger's set declares beside its script.
const MORE: &str = "[verbs]\nwave = \"wave at\"\npick = \"pick\"\n[tokens.coin]\ncount = 5\n[counters.height]\n[zones.jail]\nowned = true\n\
                    [figures.ghost]\ncount = 1\nneutral = true\n[options.spooky]\nabout = \"x\"\nvalues = [true, false]\n\
                    default = false\n";

static BASE: LazyLock<Arc<Expansion>> = LazyLock::new(|| {
    let folder = Folder::read_dir(root().join("../expansions/base")).unwrap();
    Arc::new(Expansion::read(&folder).unwrap())
});

/// An expansion with these files besides its manifest.
pub fn expansion(id: &str, more: &str, files: &[(&str, &str)]) -> Expansion {
    let manifest = format!("id = \"{id}\"\nname = \"{id}\"\nversion = \"1.0.0\"\napi = 1\n{more}");
    let files = files.iter().copied().chain([("expansion.toml", manifest.as_str())]);
    let folder = Folder::from_files(id, files.map(|(name, text)| (name, text.as_bytes())));
    Expansion::read(&folder).unwrap_or_else(|error| panic!("{error}"))
}

/// A table with the base game and these.
pub fn table(more: Vec<Expansion>, lab: bool) -> Result<Arc<Setup>, SetupError> {
    let expansions = std::iter::once(BASE.clone()).chain(more.into_iter().map(Arc::new)).map(Portion::one).collect();
    let recipe = Recipe { expansions, ..Recipe::default() };
    Setup::new(recipe, vec!["Red".into(), "Blue".into()], lab).map(Arc::new)
}

/// The stranger's set with this script.
pub fn evil(script: &str) -> Expansion {
    expansion("evil", MORE, &[("init.lua", script)])
}

/// A table with the base game and a stranger's script.
pub fn setup(script: &str, lab: bool) -> Result<Arc<Setup>, SetupError> {
    table(vec![evil(script)], lab)
}

/// What is wrong with modules that cannot be loaded.
pub fn refused(more: Vec<Expansion>) -> Fault {
    match table(more, false) {
        Err(SetupError::Script(fault)) => *fault,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it loads"),
    }
}

/// All that players can see of a game, and what scripts remember of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    record: Vec<String>,
    log: Vec<String>,
    scores: Vec<i32>,
    decision: Vec<String>,
    memory: String,
}

pub fn snapshot(game: &Game) -> Snapshot {
    let decision = game.decision().into_iter().flat_map(|decision| {
        let who = game.player_name(decision.player()).to_string();
        std::iter::once(who).chain(decision.options().map(|option| game.choice_words(option)))
    });
    Snapshot {
        record: game.record_lines(),
        log: game.log_lines(0).into_iter().map(|line| line.text).collect(),
        scores: game.scores().to_vec(),
        decision: decision.collect(),
        memory: format!("{:?}", game.state().memory),
    }
}

/// Whether the log says this anywhere.
pub fn is_told(game: &Game, what: &str) -> bool {
    game.log_lines(0).iter().any(|line| line.text.contains(what))
}

/// The steps of a small game: Blue's tile closes Red's road, and then the game ends.
const STEPS: [&str; 8] = [
    "put D 0,0 r0",
    "put W 1,0 r0 Red:follower@road:W",
    "next W",
    "next W",
    "turn Blue",
    "place -1,0 r180",
    "pass",
    "finish",
];

/// Takes one step; who is asked on the way takes the first option. A fault leaves the game as it was.
fn step(game: &mut Game, line: &str) -> Result<(), Unchosen> {
    let words: Vec<&str> = line.split(' ').collect();
    let before = snapshot(game);
    let done = match words[0] {
        "place" | "pass" | "deploy" => {
            game.find(&words).map_err(Unchosen::Refused).and_then(|choice| game.choose(choice).map(drop))
        }
        _ => game.lab(&words),
    };
    if let Err(Unchosen::Fault(fault)) = &done {
        assert_eq!(snapshot(game), before, "{fault} is not taken back");
    }
    done.and_then(|()| answer_all(game).map_err(Unchosen::Fault))
}

/// Whoever is asked takes the first option.
fn answer_all(game: &mut Game) -> Result<(), Box<Fault>> {
    while game.state().turn.phase == Phase::Ask {
        let before = snapshot(game);
        let first = game.decision().and_then(|decision| decision.get(0)).expect("an option");
        match game.choose(first).map(drop) {
            Ok(()) => {}
            Err(Unchosen::Fault(fault)) => {
                assert_eq!(snapshot(game), before, "{fault} is not taken back");
                return Err(fault);
            }
            Err(Unchosen::Refused(refusal)) => panic!("{refusal}"),
        }
    }
    Ok(())
}

/// Plays the small game with a script, to its end or to the first fault.
pub fn play(script: &str) -> Result<Game, Box<Fault>> {
    play_at(setup(script, true).unwrap_or_else(|error| panic!("{script}\n{error}")))
}

/// The same at a table.
pub fn play_at(setup: Arc<Setup>) -> Result<Game, Box<Fault>> {
    play_through(setup, &STEPS)
}

/// The same with other steps.
pub fn play_through(setup: Arc<Setup>, steps: &[&str]) -> Result<Game, Box<Fault>> {
    let (game, refusal) = play_while_possible(setup, steps)?;
    assert_eq!(refusal, None);
    Ok(game)
}

/// The same, to the first step that is not possible after what a script did; the answer says why.
pub fn play_while_possible(setup: Arc<Setup>, steps: &[&str]) -> Result<(Game, Option<String>), Box<Fault>> {
    let mut game = Game::new(setup, 1)?;
    for line in steps {
        match step(&mut game, line) {
            Ok(()) => {}
            Err(Unchosen::Fault(fault)) => return Err(fault),
            Err(Unchosen::Refused(refusal)) => return Ok((game, Some(format!("{line}: {refusal}")))),
        }
    }
    Ok((game, None))
}

/// Chooses at random, so often or to the end; the answer is how many choices failed.
pub fn wander(game: &mut Game, chance: &mut Chance, choices: usize) -> usize {
    let mut failed = 0;
    for _ in 0..choices {
        let Some(decision) = game.decision() else { break };
        assert!(decision.len() > 0, "a decision has options");
        let option = decision.get(chance.below(decision.len() as u32) as usize).unwrap();
        let before = snapshot(game);
        match game.choose(option).map(drop) {
            Ok(()) => {}
            Err(Unchosen::Fault(_)) => {
                assert_eq!(snapshot(game), before, "a failed choice is taken back");
                failed += 1;
            }
            Err(Unchosen::Refused(refusal)) => panic!("{refusal}"),
        }
    }
    failed
}
