//! Random games with a set: alone, with each value of its options, with each set of the program and with all of them.
//! How many are played depends on the effort alone, so that a check finds the same everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use bastide_core::language::or;
use bastide_core::manifest::{Expansion, Portion, Recipe, RecipeError};
use bastide_core::{Cost, Entry, Event, Game, MAX_PLAYERS, Setup, SetupError, leash};
use serde::Serialize;

use crate::author::findings::{Finding, LOOK, Severity};
use crate::author::subject::Subject;
use crate::draw::looks::Looks;
use crate::game::library::{ALWAYS, Library};
use crate::game::new::COLOURS;
use crate::game::record;
use crate::io::reply::Failure;
use crate::line::command::Commands;
use crate::measure::check::{Checker, Problem, Stopped};

/// The seed of a game that is also drawn, saved, loaded and undone, through the commands of the prompt. That takes as long
/// as a dozen other games, so most tables begin with the next one.
const SHOWN_SEED: u64 = 23;
/// The most values of one option that are tried, and the most values of all.
const MAX_VALUES: usize = 4;
const MAX_VARIANTS: usize = 40;

/// How many games are played.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Games {
    /// With the set alone.
    pub alone: u64,
    /// With each other value of its options.
    pub each_value: u64,
    /// With each set of the program.
    pub each_set: u64,
    /// With all sets of the program at once.
    pub all_sets: u64,
    /// Whether games with other sets are shown too, not only one with the set alone.
    pub shows_all: bool,
}

/// The games at one table.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// What it was played with: `alone`, an option and its value, a set, or `all sets`.
    pub with: String,
    /// The number of games.
    pub games: u64,
    /// Why none was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<String>,
}

/// What came of the games.
#[derive(Default)]
pub struct GameResults {
    /// The tables.
    pub runs: Vec<Run>,
    /// What was wrong.
    pub findings: Vec<Finding>,
    /// The handlers of the set, and how often each was called.
    pub calls: BTreeMap<String, u64>,
    /// The verbs that were chosen.
    pub chosen: BTreeSet<String>,
    /// How often each tile of the set was placed, and how often it left the game because it fitted nowhere.
    pub tiles: BTreeMap<String, (u64, u64)>,
    /// What the handlers of all sets cost in all games: a rare one is hardly called in those with all sets.
    pub costs: Vec<Cost>,
    /// The table with the set alone, if it can be played.
    pub alone: Option<(Recipe, Arc<Setup>)>,
    /// The table with all sets.
    pub together: Option<(Recipe, Arc<Setup>)>,
    /// Whether it was stopped before its end.
    pub is_stopped: bool,
}

impl GameResults {
    /// Adds what a handler cost at another table.
    fn add_cost(&mut self, cost: Cost) {
        let is_same = |known: &&mut Cost| known.expansion == cost.expansion && known.hook == cost.hook;
        match self.costs.iter_mut().find(is_same) {
            Some(known) => known.add(&cost),
            None => self.costs.push(cost),
        }
    }
}

/// Plays.
pub struct Player<'a> {
    subject: &'a Subject,
    expansion: &'a Expansion,
    commands: &'a Commands,
    games: Games,
    results: GameResults,
}

/// A table to be played at.
enum TableKind {
    Alone,
    Value,
    Set,
    All,
}

impl<'a> Player<'a> {
    /// Games with a set.
    pub fn new(subject: &'a Subject, expansion: &'a Expansion, commands: &'a Commands, games: Games) -> Player<'a> {
        Player { subject, expansion, commands, games, results: GameResults::default() }
    }

    /// Plays all games. `tell` is called before each table.
    pub fn play(mut self, tell: &dyn Fn(&str)) -> GameResults {
        let mut library = self.subject.library.clone();
        let own = match library.recipe_around(&self.subject.id) {
            Ok(own) => own,
            Err(failure) => {
                let missing = self.expansion.requires().find(|(id, _)| !library.has(id));
                let place = missing.and_then(|(id, _)| self.expansion.declared_at("requires", id));
                self.results.findings.push(unplayable(&failure).at(place));
                return self.results;
            }
        };
        tell("alone");
        // What is wrong with the set alone would be found at every table.
        if !self.table(TableKind::Alone, "alone".into(), own.clone(), self.games.alone)
            || !self.results.findings.is_empty()
        {
            return self.results;
        }
        if self.games.each_value > 0 {
            for (name, value) in variants(self.expansion) {
                let mut recipe = own.clone();
                recipe.options.insert(name.clone(), value.clone());
                tell(&format!("{name}={value}"));
                self.table(TableKind::Value, format!("{name}={value}"), recipe, self.games.each_value);
            }
        }
        self.with_others(&mut library, &own, tell);
        self.results
    }

    fn with_others(&mut self, library: &mut Library, own: &Recipe, tell: &dyn Fn(&str)) {
        let has = |recipe: &Recipe, id: &str| recipe.expansions.iter().any(|portion| portion.expansion.id() == id);
        let mut all = own.clone();
        for id in Library::built_in().into_iter().filter(|id| id != ALWAYS && !has(own, id)) {
            let Ok(other) = library.recipe_around(&id) else { continue };
            let both = joined(own, &other);
            if self.games.each_set > 0 {
                tell(&id);
                self.table(TableKind::Set, id.clone(), both, self.games.each_set);
            } else if let Some(error) = not_drafted(both) {
                self.not_set_up(&TableKind::Set, id, error.into());
            }
            let more = joined(&all, &other);
            // Only what cannot be combined is left out; that is said of the set by itself.
            if not_drafted(more.clone()).is_none() {
                all = more;
            }
        }
        if self.games.all_sets > 0 && all.expansions.len() > own.expansions.len() {
            tell("all sets");
            self.table(TableKind::All, "all sets".into(), all, self.games.all_sets);
        }
    }

    /// Plays at one table; returns whether it could be set up.
    fn table(&mut self, kind: TableKind, with: String, recipe: Recipe, games: u64) -> bool {
        if self.results.is_stopped || leash::is_out() {
            self.results.is_stopped = true;
            return false;
        }
        let setup = match Setup::new(recipe.clone(), names(&recipe), false) {
            Ok(setup) => Arc::new(setup),
            Err(error) => {
                self.not_set_up(&kind, with, error);
                return false;
            }
        };
        if let (TableKind::Alone, Err(error)) = (&kind, Looks::of_setup(&setup)) {
            self.results.findings.push(Finding::manifest(LOOK, error));
            return false;
        }
        setup.profile(true);
        let first = SHOWN_SEED + u64::from(!self.games.shows_all && !matches!(kind, TableKind::Alone));
        let played = self.games_at(&with, (&recipe, &setup), first..first + games);
        let costs = setup.profile(false);
        for cost in costs.iter().filter(|cost| cost.expansion == self.expansion.id()) {
            *self.results.calls.entry(cost.hook.clone()).or_default() += cost.calls;
        }
        costs.into_iter().for_each(|cost| self.results.add_cost(cost));
        match kind {
            TableKind::Alone => self.results.alone = Some((recipe, setup)),
            TableKind::All => self.results.together = Some((recipe, setup)),
            TableKind::Value | TableKind::Set => {}
        }
        self.results.runs.push(Run { with, games: played, skipped: None });
        true
    }

    /// Plays the games with these seeds, and returns how many there were.
    fn games_at(&mut self, with: &str, (recipe, setup): (&Recipe, &Arc<Setup>), seeds: Range<u64>) -> u64 {
        let mut checker = Checker::new(&self.subject.library, self.commands, setup.clone(), recipe.clone());
        for seed in seeds.clone() {
            match checker.play(seed) {
                Ok(_) => checker.game().into_iter().for_each(|game| self.note(game)),
                Err(stopped) => {
                    let record = record::with_lines(recipe, setup, seed, stopped.lines.clone());
                    self.stopped(with, stopped, record);
                    return seed - seeds.start;
                }
            }
        }
        seeds.end - seeds.start
    }

    /// Notes what happened in a game.
    fn note(&mut self, game: &Game) {
        let chosen = game.record().iter().filter_map(|entry| match entry {
            Entry::Choice(choice, _) => Some(game.verb_of(*choice).to_string()),
            Entry::Lab(_) => None,
        });
        self.results.chosen.extend(chosen);
        let catalogue = game.catalogue();
        let is_own = |tile| catalogue.tile(tile).expansion == self.expansion.id();
        for placed in game.state().board.placed().iter().filter(|placed| is_own(placed.tile)) {
            self.results.tiles.entry(catalogue.tile(placed.tile).id.clone()).or_default().0 += 1;
        }
        let discarded = game.log().iter().filter_map(|event| match event {
            Event::Discard(tile) => Some(*tile),
            _ => None,
        });
        for tile in discarded.filter(|tile| is_own(*tile)) {
            self.results.tiles.entry(catalogue.tile(tile).id.clone()).or_default().1 += 1;
        }
    }

    fn stopped(&mut self, with: &str, stopped: Stopped, record: String) {
        let with = if with == "alone" { String::new() } else { format!(" (in a game with {with})") };
        let finding = match stopped.why {
            Problem::Script(fault, _) if fault.halted => {
                self.results.is_stopped = true;
                return;
            }
            // A replay that was stopped early says nothing about a difference.
            Problem::Law(_) if leash::is_out() => {
                self.results.is_stopped = true;
                return;
            }
            Problem::Script(fault, _) => Finding::fault(self.expansion, &fault),
            Problem::Law(law) => {
                let help = "a rule changes something that the table relies on, or keeps something outside `game.state`";
                Finding::new(Severity::Error, "law", law, help)
            }
            Problem::Panic(said) => {
                let help = "this is a fault in Bastide itself; the record leads to it";
                Finding::new(Severity::Error, "fault", said, help)
            }
        };
        let finding = Finding { sentence: finding.sentence + &with, record: Some(record), ..finding };
        self.add(finding);
    }

    /// Adds a finding, unless the same was found at another table.
    fn add(&mut self, finding: Finding) {
        let line = |finding: &Finding| finding.place.as_ref().map(|place| (place.file().to_string(), place.line()));
        let is_known = |known: &Finding| known.code == finding.code && line(known) == line(&finding);
        if !self.results.findings.iter().any(is_known) {
            self.results.findings.push(finding);
        }
    }

    fn not_set_up(&mut self, kind: &TableKind, with: String, error: SetupError) {
        let skipped = match (kind, &error) {
            (TableKind::Alone, _) => None,
            (_, SetupError::Recipe(RecipeError::Manifest(_))) if self.is_declared(&with) => {
                Some("the manifests say that they conflict".to_string())
            }
            (_, SetupError::Recipe(RecipeError::Players { .. } | RecipeError::Clash { .. })) => Some(error.to_string()),
            _ => None,
        };
        if skipped.is_none() {
            let finding = self.clash(kind, &with, error);
            self.add(finding);
        }
        let skipped = skipped.or_else(|| Some("it cannot be set up".into()));
        self.results.runs.push(Run { with, games: 0, skipped });
    }

    /// Whether one of two sets names the other in its `conflicts`.
    fn is_declared(&self, other: &str) -> bool {
        let mut library = self.subject.library.clone();
        let named = |expansion: &Expansion, id: &str| expansion.conflicts().any(|conflict| conflict == id);
        named(self.expansion, other) || library.find(other).is_ok_and(|other| named(&other, self.expansion.id()))
    }

    fn clash(&self, kind: &TableKind, with: &str, error: SetupError) -> Finding {
        let finding = match error {
            SetupError::Recipe(RecipeError::Manifest(error)) => Finding::manifest("clash", error),
            SetupError::Script(fault) => Finding::fault(self.expansion, &fault),
            error => Finding::new(Severity::Error, "clash", error.to_string(), "change one of the two"),
        };
        match kind {
            TableKind::Alone => {
                Finding { code: if finding.code == "clash" { "set-up" } else { finding.code }, ..finding }
            }
            _ => {
                let sentence = format!("it cannot be played with {with}: {}", finding.sentence);
                let help = format!("{}; or name {with} in `conflicts` if it is meant", finding.help);
                Finding { sentence, help, code: "clash", ..finding }
            }
        }
    }
}

fn unplayable(failure: &Failure) -> Finding {
    let sentence = failure.data.get("sentence").and_then(|sentence| sentence.as_str()).unwrap_or(&failure.message);
    Finding::new(
        Severity::Error,
        "set-up",
        sentence,
        "`expansions` lists the sets that are here, `install` brings others from a file or a shelf",
    )
}

/// The values of a set's options other than the default, at most a few of each.
fn variants(expansion: &Expansion) -> Vec<(String, String)> {
    let of_option = expansion.options().iter().flat_map(|option| {
        let others = option.values().iter().filter(move |value| *value != option.default());
        let ends: Option<Vec<_>> =
            option.range().map(|ends| ends.into_iter().filter(|end| *end != option.default()).collect());
        let values = ends.unwrap_or_else(|| others.take(MAX_VALUES).collect());
        values.into_iter().map(|value| (option.name().to_string(), value.to_string()))
    });
    of_option.take(MAX_VARIANTS).collect()
}

/// The sets of both recipes.
fn joined(one: &Recipe, other: &Recipe) -> Recipe {
    let is_new = |portion: &&Portion| !one.expansions.iter().any(|own| own.expansion.id() == portion.expansion.id());
    let mut both = one.clone();
    both.expansions.extend(other.expansions.iter().filter(is_new).cloned());
    both
}

/// Why sets cannot be combined, if they cannot.
fn not_drafted(mut recipe: Recipe) -> Option<RecipeError> {
    recipe.players = names(&recipe).len();
    recipe.ordered().and_then(|recipe| recipe.draft()).err()
}

/// Players for a table: two, or as many as its sets need.
fn names(recipe: &Recipe) -> Vec<String> {
    let ranges = recipe.expansions.iter().filter_map(|portion| portion.expansion.players());
    let (least, most) =
        ranges.fold((1, MAX_PLAYERS), |(least, most), range| (least.max(*range.start()), most.min(*range.end())));
    let players = 2.clamp(least, most.max(least)).min(COLOURS.len());
    COLOURS[..players].iter().map(|name| name.to_string()).collect()
}

/// What is reported about the games: how many, and with what.
pub fn told(runs: &[Run]) -> String {
    let games: u64 = runs.iter().map(|run| run.games).sum();
    if games == 0 {
        return "no game was played to its end".into();
    }
    let of = |is: &dyn Fn(&Run) -> bool| runs.iter().filter(|run| is(run)).map(|run| run.games).sum::<u64>();
    let alone = of(&|run| run.with == "alone");
    let values = of(&|run| run.with.contains('='));
    let all = of(&|run| run.with == "all sets");
    let sets = games - alone - values - all;
    let skipped: Vec<&str> = runs.iter().filter(|run| run.skipped.is_some()).map(|run| run.with.as_str()).collect();
    let mut text = format!(
        "{games} games played: {alone} alone, {values} with other values of its options, {sets} with one other set each, \
         {all} with all sets"
    );
    if !skipped.is_empty() {
        text += &format!("; none with {}", or(&skipped));
    }
    text
}
