//! What is played: the arms, the bots, the seeds, and the games as rows of what was measured. Knows no statistics.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bastide_core::language::{and, quoted};
use bastide_core::manifest::Recipe;
use bastide_core::script::{Sort, surface, watched};
use bastide_core::{Event, Game, Setup, Unchosen};
use serde::{Deserialize, Serialize};

use crate::bot::{Spec, Think};
use crate::game::begin::prepare;
use crate::game::library::Library;
use crate::game::new::{COLOURS, NEW, New, read_bot, sets};
use crate::game::record;
use crate::io::reply::{Failure, Named};
use crate::io::{arguments, split};
use crate::measure::games::{self, Ended};
use crate::trial::metric::{Watch, wins};

/// The rescored games of the first arm, beside the arms themselves.
pub const RESCORED: &str = "R";
/// The names of the arms.
pub const ARMS: [&str; 2] = ["A", "B"];

/// The most seeds of a run. All its games are kept in memory.
pub const MAX_SEEDS: u64 = 1_000_000;

/// Larger values are in no game, only in a file that a stranger wrote; plots could not show them.
const MAX_VALUE: f64 = 1e45;

/// What was asked for, in words: everything that decides the games, except how many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The arms, each in the words of `new`.
    pub arms: Vec<String>,
    /// The number of players.
    pub players: usize,
    /// The bot of each seat in the first seating.
    pub bots: Vec<String>,
    /// The random seed of the first games.
    pub seed: u64,
    /// Whether the games of the first arm are also scored by the rules of the second.
    pub rescore: bool,
}

/// The rules of one side.
pub struct Arm {
    /// Its words.
    pub words: String,
    /// What it is made from.
    pub recipe: Recipe,
    /// What games are played with.
    pub setup: Arc<Setup>,
}

/// The games of an experiment.
pub struct Plan {
    /// The words that it was made from.
    pub order: Order,
    /// One arm, or two that are compared.
    pub arms: Vec<Arm>,
    bots: Vec<Spec>,
    /// In how many ways the bots are seated, so that each plays each seat on each seed. Equal bots sit in one way only:
    /// swapped, they would play the same game again.
    pub seatings: u64,
    /// The number of seeds. Games of one seed depend on each other, so this is what statistics count.
    pub seeds: u64,
}

/// One game, as a line of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The number of its seed; games with the same number belong together.
    pub pair: u64,
    /// `A`, `B`, or `R` for a game of A that is scored by the rules of B.
    pub arm: String,
    /// By how many seats the bots are rotated.
    pub seating: u64,
    /// The random seed.
    pub seed: u64,
    /// The seats that won, joined by `+`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub winner: Option<String>,
    /// Why it was not played to its end, if so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub error: Option<String>,
    /// The set whose script failed.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub set: Option<String>,
    /// The record that leads to the error.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub record: Option<String>,
    /// What was measured, by the names of the table of metrics.
    #[serde(flatten)]
    pub values: Named<f64>,
}

impl Row {
    /// The order of rows in files.
    pub fn key(&self) -> (u64, u64, &str) {
        (self.pair, self.seating, &self.arm)
    }
}

impl Order {
    /// The bots in words: one word if all are the same.
    pub fn bot_words(&self, between: &str) -> String {
        match self.bots.split_first() {
            Some((first, rest)) if rest.iter().all(|bot| bot == first) => first.clone(),
            _ => self.bots.join(between),
        }
    }

    /// The command that runs it again, without the number of games.
    pub fn command(&self) -> String {
        let arms: Vec<String> = match &self.arms[..] {
            [one] => vec!["simulate".into(), one.clone()],
            both => [vec!["compare".into()], both.iter().map(|arm| format!("'{arm}'")).collect()].concat(),
        };
        let bots = self.bot_words(",");
        let rescore = if self.rescore { " --rescore" } else { "" };
        let Order { players, seed, .. } = self;
        format!("bastide {} --players {players} --bots {bots} --seed {seed}{rescore}", arms.join(" "))
    }
}

impl Plan {
    /// Prepares the games; everything that can be wrong with the words is found here.
    pub fn new(library: &mut Library, order: Order, games: u64) -> Result<Plan, Failure> {
        if !(1..=ARMS.len()).contains(&order.arms.len()) {
            return Err(Failure::refused("a run has one or two arms"));
        }
        if !(2..=COLOURS.len()).contains(&order.players) {
            return Err(Failure::usage(format!("2 to {} players can play, not {}", COLOURS.len(), order.players)));
        }
        if games == 0 || games > MAX_SEEDS {
            return Err(Failure::usage(format!("--games is from 1 to {MAX_SEEDS}")));
        }
        if order.bots.len() != order.players {
            let (bots, players) = (order.bots.len(), order.players);
            return Err(Failure::usage(format!(
                "--bots has {bots} bots for {players} players; name one for all, or all"
            )));
        }
        let bots = order.bots.iter().map(|bot| read_bot(bot)).collect::<Result<Vec<_>, _>>()?;
        let arms = order.arms.iter().map(|words| arm(library, words, order.players)).collect::<Result<Vec<_>, _>>()?;
        let seatings =
            (1..=bots.len()).find(|by| (0..bots.len()).all(|seat| bots[seat] == bots[(seat + by) % bots.len()]));
        let seatings = seatings.unwrap_or(1) as u64;
        let seeds = games.div_ceil(seatings);
        let words = arms.iter().map(|arm| arm.words.clone()).collect();
        let bots_named = bots.iter().map(Spec::to_string).collect();
        let plan = Plan { order: Order { arms: words, bots: bots_named, ..order }, arms, bots, seatings, seeds };
        if plan.order.rescore {
            plan.check_rescore()?;
        }
        Ok(plan)
    }

    /// Whether the same command gives the same games: not if bots think by the clock.
    pub fn is_repeatable(&self) -> bool {
        !self.bots.iter().any(|bot| matches!(bot.think, Some(Think::Time(_))))
    }

    /// The sets of all arms with their hashes.
    pub fn sets(&self) -> Vec<String> {
        let all = self.arms.iter().flat_map(|arm| &arm.recipe.expansions);
        let mut sets: Vec<String> = all.map(|portion| record::with(&portion.expansion)).collect();
        sets.sort();
        sets.dedup();
        sets.iter().map(|line| line.trim_start_matches("# with ").to_string()).collect()
    }

    /// The games of one shard of several; the first of one is all of them.
    pub fn tasks(&self, (shard, of): (u64, u64)) -> impl Iterator<Item = u64> {
        let each = self.seatings * self.arms.len() as u64;
        (0..self.seeds).filter(move |pair| pair % of == shard - 1).flat_map(move |pair| pair * each..(pair + 1) * each)
    }

    /// The number of the game that a row was made by.
    pub fn task_of(&self, row: &Row) -> u64 {
        let arm = u64::from(row.arm == ARMS[1]);
        (row.pair * self.seatings + row.seating) * self.arms.len() as u64 + arm
    }

    /// The games that were played, but without those of which rows are missing: a program that was killed has written some
    /// of its rows, but not all.
    pub fn whole(&self, rows: Vec<Row>) -> Vec<Row> {
        let mut found: BTreeMap<u64, (bool, bool)> = BTreeMap::new();
        for row in &rows {
            let (is_played, is_done) = found.entry(self.task_of(row)).or_default();
            let has_twin = self.order.rescore && row.arm == ARMS[0] && row.error.is_none();
            *is_played |= row.arm != RESCORED;
            *is_done |= !has_twin && (row.arm != RESCORED || self.order.rescore);
        }
        let is_whole = |row: &Row| found.get(&self.task_of(row)) == Some(&(true, true));
        rows.into_iter().filter(is_whole).collect()
    }

    /// The seeds of the games that were played, in words.
    pub fn seeds_told(&self, rows: &[Row]) -> String {
        let last = rows.iter().map(|row| row.pair).max().unwrap_or(self.seeds - 1);
        let seed = self.order.seed;
        format!("seeds {seed} to {}", seed.wrapping_add(last))
    }

    /// The places in the list at which a bot is named first; equal bots share a place.
    pub fn bot_places(&self) -> Vec<usize> {
        let mut places = self.seats(0);
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The number of the seed of a game.
    pub fn pair_of(&self, task: u64) -> u64 {
        task / self.arms.len() as u64 / self.seatings
    }

    /// Whether a row of a file can be one of these games, or of more games of the same kind.
    pub fn knows(&self, row: &Row) -> bool {
        let arms = ARMS[..self.arms.len()].iter().chain(self.order.rescore.then_some(&RESCORED));
        let is_arm = arms.clone().any(|arm| *arm == row.arm);
        let is_seed = row.pair < MAX_SEEDS && row.seed == self.order.seed.wrapping_add(row.pair);
        is_arm && row.seating < self.seatings && is_seed && row.values.values().all(|value| value.abs() < MAX_VALUE)
    }

    /// Plays one game and measures it; `None` if it was cancelled.
    pub fn play(&self, task: u64, cancel: &Arc<AtomicBool>) -> Option<Vec<Row>> {
        let (arm, mut row) = self.blank(task);
        let seats = self.seats(row.seating);
        let bots: Vec<&Spec> = seats.iter().map(|bot| &self.bots[*bot]).collect();
        let mut watch = Watch::default();
        match games::play(&self.arms[arm].setup, row.seed, &bots, cancel, |game| watch.see(game)) {
            Ok(game) => {
                fill(&mut row, &game, &watch, &seats);
                let again = (self.order.rescore && arm == 0).then(|| self.rescored(&row, &game, &seats));
                Some([Some(row), again].into_iter().flatten().collect())
            }
            Err(Ended::Cancelled) => None,
            Err(Ended::Failed(why, lines)) => {
                let Arm { recipe, setup, .. } = &self.arms[arm];
                // What fired before the error is not counted.
                setup.fired();
                row.set = if let Unchosen::Fault(fault) = &why { Some(fault.expansion.clone()) } else { None };
                row.error = Some(Failure::from(why).message);
                row.record = Some(record::with_lines(recipe, setup, row.seed, lines));
                Some(vec![row])
            }
        }
    }

    /// Plays a game again, for a replay.
    pub fn again(&self, row: &Row) -> Option<Game> {
        let arm = ARMS.iter().position(|name| *name == row.arm)?;
        let bots: Vec<&Spec> = self.seats(row.seating).into_iter().map(|bot| &self.bots[bot]).collect();
        games::play(&self.arms.get(arm)?.setup, row.seed, &bots, &Arc::default(), |_| {}).ok()
    }

    /// The bot of each seat, by its place in the list; equal bots have the place of the first of them.
    fn seats(&self, seating: u64) -> Vec<usize> {
        let bots = &self.bots;
        let first = |bot: &Spec| bots.iter().position(|other| other == bot).unwrap_or(0);
        (0..bots.len()).map(|seat| first(&bots[(seat + seating as usize) % bots.len()])).collect()
    }

    /// The arm of a game, and its row before it is played.
    fn blank(&self, task: u64) -> (usize, Row) {
        let arms = self.arms.len() as u64;
        let (arm, pair, seating) = ((task % arms) as usize, self.pair_of(task), task / arms % self.seatings);
        let seed = self.order.seed.wrapping_add(pair);
        (arm, Row { pair, arm: ARMS[arm].into(), seating, seed, ..Row::default() })
    }

    /// The same choices under the rules of the other arm.
    fn rescored(&self, row: &Row, game: &Game, seats: &[usize]) -> Row {
        let mut again = Row { pair: row.pair, seating: row.seating, seed: row.seed, ..Row::default() };
        again.arm = RESCORED.into();
        let mut watch = Watch::default();
        match replayed(&self.arms[1].setup, game, &mut watch) {
            Ok(other) => fill(&mut again, &other, &watch, seats),
            Err(why) => {
                self.arms[1].setup.fired();
                again.error = Some(why);
            }
        }
        again
    }

    /// Refuses rules that do more than score: the same choices would mean something else under them.
    fn check_rescore(&self) -> Result<(), Failure> {
        let [one, other] = &self.arms[..] else { return Err(Failure::usage("--rescore compares two arms")) };
        let scoring = scoring_hooks();
        let changed = changed_sets(one, other);
        for arm in [one, other] {
            for cost in arm.setup.profile(false) {
                if changed.contains(&cost.expansion) && !scoring.contains(&cost.hook.as_str()) {
                    let scoring = and(&scoring);
                    let (set, hook) = (cost.expansion, cost.hook);
                    return Err(Failure::refused(format!(
                        "--rescore is for rules that only score (data, {scoring}); {set} has `{hook}`, which changes the game itself"
                    )));
                }
            }
        }
        let tiles = |arm: &Arm| -> Vec<(String, u16)> {
            arm.setup.catalogue().tiles.iter().map(|tile| (tile.id.clone(), tile.count)).collect()
        };
        match tiles(one) == tiles(other) {
            true => Ok(()),
            false => Err(Failure::refused("--rescore needs the same tiles in both arms")),
        }
    }
}

/// The hooks that edit what a feature is worth, and nothing else of the game.
fn scoring_hooks() -> Vec<&'static str> {
    surface().filter(|entry| entry.sort == Sort::Hook && entry.context == "fold").map(|entry| entry.name).collect()
}

/// The sets that only one arm has, and those with an option that differs.
fn changed_sets(one: &Arm, other: &Arm) -> Vec<String> {
    let (left, right) = (&one.setup.resolved().options, &other.setup.resolved().options);
    let mut changed = Vec::new();
    for (arm, beside) in [(one, other), (other, one)] {
        let others = sets(&beside.recipe);
        for (portion, words) in arm.recipe.expansions.iter().zip(sets(&arm.recipe)) {
            let mut options = portion.expansion.options().iter().map(|option| option.name());
            if !others.contains(&words) || options.any(|name| left.get(name) != right.get(name)) {
                changed.push(portion.expansion.id().to_string());
            }
        }
    }
    changed
}

/// Plays the choices of a game under other rules. Fails if one of them is not legal there, or another tile is drawn.
fn replayed(setup: &Arc<Setup>, game: &Game, watch: &mut Watch) -> Result<Game, String> {
    let mut other = watched(|| Game::new(setup.clone(), game.seed())).map_err(|fault| fault.to_string())?;
    for entry in game.record() {
        watch.see(&other);
        watched(|| other.enter(entry)).map_err(|why: Unchosen| why.to_string())?;
    }
    let drawn = |game: &Game| game.log().iter().filter(|event| matches!(event, Event::Draw(_))).copied().collect();
    let (was, is): (Vec<Event>, Vec<Event>) = (drawn(game), drawn(&other));
    match other.is_over() && was == is {
        true => Ok(other),
        false => Err("another game follows from the same choices".into()),
    }
}

fn fill(row: &mut Row, game: &Game, watch: &Watch, seats: &[usize]) {
    let winners = wins(game.scores()).into_iter().zip(1..).filter(|(share, _)| *share > 0.0);
    row.winner = Some(winners.map(|(_, seat): (f64, u32)| seat.to_string()).collect::<Vec<_>>().join("+"));
    row.values = watch.values(game, seats);
}

/// Reads the words of an arm: sets, edition and options, as `new` takes them.
fn arm(library: &mut Library, words: &str, players: usize) -> Result<Arm, Failure> {
    let typed = split::words(words).map_err(|error| Failure::unbalanced(words, error))?;
    let new: New = arguments::read(NEW, &[vec![NEW.to_string()], typed].concat())?;
    if new.players.is_some() || !new.bots.is_empty() || new.think.is_some() || new.seed.is_some() || new.lab {
        let why = "an arm has sets, --edition and --option; players, bots and seeds are the same for all games";
        return Err(Failure::usage(format!("`{words}`: {why}")));
    }
    let names = COLOURS.iter().take(players).map(|name| name.to_string()).collect();
    let (recipe, setup) = prepare(library, &new, names)?;
    let edition = recipe.edition.iter().map(|edition| format!("--edition {}", quoted(edition)));
    let options = recipe.options.iter().map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}"))));
    let words = sets(&recipe).into_iter().chain(edition).chain(options).collect::<Vec<_>>().join(" ");
    Ok(Arm { words, recipe, setup })
}
