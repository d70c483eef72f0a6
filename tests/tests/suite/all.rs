//! All shipped sets at once: random games at random tables under the laws. Each is saved in the middle, loaded and
//! continued with the same words to the same end, and its last choice is undone and redone.

use std::collections::BTreeMap;
use std::env;
use std::path::Path;

use bastide::bot::{Bot, rated_twice};
use bastide::game::library::Library;
use bastide::game::new::New;
use bastide::game::table::Table;
use bastide::game::{begin, laws, load, new, record};
use bastide::io::{arguments, split};
use bastide_core::{Chance, CounterId, Figure, Game, Memory, Phase, PlacedId, PlayerId, Shelf, TileId, TokenId};
use bastide_tests::deal::EDITIONS;
use bastide_tests::play::{Player, Style};
use bastide_tests::{sets, wood};

/// House rules that go with all of them; of a pair that excludes each other chance takes one.
const HOUSE: [&[&str]; 5] =
    [&["hole-bonus"], &["return-to-bag"], &["random-dragon"], &["completed-farms", "pig-out"], &["offerings"]];

/// How many games are played unless BASTIDE_GAMES says; a thousand take some minutes.
const GAMES: u64 = 100;
/// One in so many positions is held against all laws, which takes far longer than a choice.
const WATCHED: u32 = 100;
/// One in so many options of such a position is tried: trying all would take the time of ten games.
const WITH_OPTIONS: u32 = 4;

/// One in so many of them is rated as bots do, with and without what they keep from one option to the next.
const RATED: u32 = 4;

/// What was open when a game was saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Moment {
    /// Any decision.
    Any,
    /// The dragon is under way: at least one step was taken, and another is asked for.
    Journey,
    /// Players are asked who leaves a quarter for a feature.
    Redeployment,
    /// Some other question of a handler.
    Question,
}

impl Moment {
    fn of(game: &Game) -> Moment {
        let state = game.state();
        let (Phase::Ask, Some(pending)) = (state.turn.phase, &state.pending) else { return Moment::Any };
        let verb = state.options.first().map_or("", |&choice| game.verb_of(choice));
        match verb {
            "dragon" if !pending.answers.is_empty() => Moment::Journey,
            "join" => Moment::Redeployment,
            _ => Moment::Question,
        }
    }

    /// What is looked for in the n-th game.
    fn wanted(n: u64) -> Moment {
        // Not every game has followers in the quarters when something is scored.
        let wanted = [Moment::Journey, Moment::Redeployment, Moment::Question, Moment::Redeployment, Moment::Any];
        wanted[n as usize % wanted.len()]
    }
}

/// All that tells one position from another, and what it came from.
#[derive(Debug, PartialEq)]
struct Told {
    record: Vec<String>,
    /// In words: the numbers of reasons are those of a setup.
    log: Vec<String>,
    points: Vec<i32>,
    decides: Option<PlayerId>,
    options: Vec<String>,
    figures: Vec<Figure>,
    tokens: Vec<u16>,
    counters: Vec<u8>,
    stacks: Vec<Vec<TileId>>,
    memory: Vec<Memory>,
    chance: Chance,
}

fn told(game: &Game) -> Told {
    let state = game.state();
    let options = game.decision().into_iter().flat_map(|decision| decision.options());
    let stacks = [&state.pile, &state.next, &state.out, &state.aside, &state.returned];
    let kinds = |n: usize| 0..n as u8;
    let zones = game.catalogue().all_zones().filter(|(_, zone)| zone.holds_tokens()).map(|(zone, _)| zone);
    let seats = || state.players().chain([PlayerId::NOBODY]);
    let purses = zones.flat_map(|zone| seats().map(move |owner| Shelf { zone, owner }));
    let tokens = purses.flat_map(|at| kinds(game.catalogue().tokens.len()).map(move |token| (at, TokenId(token))));
    let tiles = (0..state.board.placed().len() as u16).map(PlacedId);
    let counters = tiles.flat_map(|tile| kinds(game.catalogue().counters.len()).map(move |n| (tile, CounterId(n))));
    Told {
        record: game.record_lines(),
        log: game.log_lines(0).into_iter().map(|line| line.text).collect(),
        points: game.scores().to_vec(),
        decides: game.decision().map(|decision| decision.player()),
        options: options.map(|choice| game.choice_words(choice)).collect(),
        figures: state.figures.clone(),
        tokens: tokens.map(|(at, token)| state.tokens_at(game.catalogue(), at, token)).collect(),
        counters: counters.map(|(tile, n)| state.counter(game.catalogue(), tile, n)).collect(),
        stacks: stacks.iter().map(|stack| stack.tiles().to_vec()).collect(),
        memory: state.memory.clone(),
        chance: state.chance.clone(),
    }
}

/// A table by chance: an edition, two to six players, half of the time any options, one time in four any house rules.
fn any_table(library: &mut Library, chance: &mut Chance, seed: u64) -> Table {
    let mut pick = |bound: usize| chance.below(bound as u32) as usize;
    let (edition, players) = (EDITIONS[pick(EDITIONS.len())], sets::names(2 + pick(5)).join(","));
    let mut sets: Vec<&str> = sets::ALL.iter().map(String::as_str).collect();
    let at_home = pick(4) == 0;
    for rules in HOUSE {
        if at_home && pick(2) == 0 {
            sets.push(rules[pick(rules.len())]);
        }
    }
    let mut line = format!("new {} --players {players} --edition {edition} --seed {seed}", sets.join(" "));
    let is_printed = pick(2) == 0;
    for set in sets {
        let set = library.find(set).unwrap_or_else(|failure| panic!("{}", failure.message));
        // Pig-out goes with one way of paying farms alone.
        let fixed = ["max_players", if at_home { "farm_scoring" } else { "" }];
        for option in set.options().iter().filter(|option| !fixed.contains(&option.name())) {
            if !is_printed && pick(2) == 0 {
                line += &format!(" --option {}={}", option.name(), option.values()[pick(option.values().len())]);
            }
        }
    }
    let new: New = arguments::read("new", &split::words(&line).unwrap()).expect(&line);
    begin::begin(library, &new, seed).unwrap_or_else(|failure| panic!("{line}: {}", failure.message))
}

/// A position that was kept: how the game stood before its last choice, and the table.
type Kept = (Game, Table);

/// Plays a game to its end under the laws, and keeps one of the wanted positions, or any if there was none.
fn play(table: &mut Table, wanted: Moment, chance: &mut Chance, seed: u64) -> Result<Kept, String> {
    let mut player = Player::new(Style::QUICK[seed as usize % Style::QUICK.len()], seed);
    let (mut any, mut special): (Option<Kept>, Option<Kept>) = (None, None);
    let (mut seen, mut specials) = (0, 0);
    let mut before = table.game.clone();
    while let Some(choice) = player.choose(&table.game) {
        // Each of n positions is kept with even chances: the n-th takes the place of another one time in n.
        if table.game.record().len() > before.record().len() {
            seen += 1;
            specials += (Moment::of(&table.game) == wanted) as u32;
            if Moment::of(&table.game) == wanted && chance.below(specials) == 0 {
                special = Some((before.clone(), table.clone()));
            } else if special.is_none() && chance.below(seen) == 0 {
                any = Some((before.clone(), table.clone()));
            }
        }
        watch(&table.game, chance)?;
        before.clone_from(&table.game);
        table.choose(choice).map_err(|why| why.to_string())?;
    }
    laws::position(&table.game)?;
    special.or(any).ok_or_else(|| "no choice was ever made".into())
}

/// Holds a sample of positions against the laws, and every one against a second opinion on what stands and what is asked.
fn watch(game: &Game, chance: &mut Chance) -> Result<(), String> {
    wood::hold(game)?;
    if chance.below(WATCHED) > 0 {
        return Ok(());
    }
    laws::position(game)?;
    if chance.below(RATED) == 0 {
        let [quick, full] = rated_twice(game, chance.below(u32::MAX).into()).map_err(|met| met.fault.to_string())?;
        if quick != full {
            return Err(format!("a bot rates options as {quick:?}, and afresh as {full:?}"));
        }
    }
    if chance.below(WITH_OPTIONS) > 0 { Ok(()) } else { laws::options(game, chance) }
}

/// What is saved is loaded as it stood, and played on by the same words it ends like the game itself.
fn hold_saved(library: &mut Library, (_, kept): &Kept, whole: &Table) -> Result<(), String> {
    let text = record::text(kept);
    let said = |why: bastide::io::reply::Failure| why.message;
    let (mut loaded, notes) = load::read(library, Path::new("saved"), text.as_bytes()).map_err(said)?;
    same("what was saved and loaded", &loaded.game, &kept.game)?;
    if !notes.is_empty() || record::text(&loaded) != text {
        return Err(format!("loading and saving changes the record: {notes:?}"));
    }
    for line in &whole.game.record_lines()[kept.game.record().len()..] {
        let words = split::words(line).map_err(|error| error.to_string())?;
        load::enter(&mut loaded, &words).map_err(said)?;
    }
    same("what was loaded and played on", &loaded.game, &whole.game)?;
    if record::text(&loaded) == record::text(whole) { Ok(()) } else { Err("the final records differ".into()) }
}

/// One step back is one decision back, and one forward is where it was.
fn hold_undone((before, kept): &Kept) -> Result<(), String> {
    let mut table = kept.clone();
    let lines = |lines: Result<usize, _>| match lines {
        Ok(1) => Ok(()),
        other => Err(format!("one step is {other:?} lines")),
    };
    lines(table.undo(1))?;
    same("what was taken back", &table.game, before)?;
    lines(table.redo(1))?;
    same("what was done again", &table.game, &kept.game)
}

fn same(what: &str, one: &Game, other: &Game) -> Result<(), String> {
    let (one, other) = (told(one), told(other));
    if one == other { Ok(()) } else { Err(format!("{what} is not the same:\n{one:#?}\n{other:#?}")) }
}

/// Plays the n-th game; the answer is what was open where it was saved.
fn hold(library: &mut Library, seed: u64) -> Moment {
    let mut chance = Chance::new(seed);
    let mut table = any_table(library, &mut chance, seed);
    let line = new::words(&table);
    let kept = play(&mut table, Moment::wanted(seed), &mut chance, seed);
    let kept = kept.unwrap_or_else(|why| panic!("{line}\nafter {} lines: {why}", table.game.record().len()));
    let held = hold_undone(&kept).and_then(|()| hold_saved(library, &kept, &table));
    held.unwrap_or_else(|why| panic!("{line}\nkept after {} lines: {why}", kept.1.game.record().len()));
    Moment::of(&kept.1.game)
}

#[test]
fn games_of_all_sets_are_saved_and_taken_back_in_the_middle_of_anything() {
    let games = env::var("BASTIDE_GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(GAMES);
    let workers = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let work = |worker: u64| {
        let mut library = Library::default();
        (worker..games).step_by(workers as usize).map(|seed| hold(&mut library, seed)).collect::<Vec<Moment>>()
    };
    let moments: Vec<Moment> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        running.into_iter().flat_map(|worker| worker.join().expect("every game is played to its end")).collect()
    });
    let mut seen: BTreeMap<Moment, u64> = BTreeMap::new();
    moments.into_iter().for_each(|moment| *seen.entry(moment).or_default() += 1);
    println!("{games} games, saved at {seen:?}");
    // What never happened was not tested.
    for moment in [Moment::Journey, Moment::Redeployment, Moment::Question] {
        let times = seen.get(&moment).copied().unwrap_or_default();
        assert!(times >= games / 20, "{moment:?}: {times} of {games} games");
    }
}
