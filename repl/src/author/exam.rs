//! The whole check of an expansion: its files, its scenes, games with other sets, and games played twice.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bastide_core::Cost;
use bastide_core::language::plural;
use bastide_core::leash::{self, Leash};
use bastide_core::manifest::{Expansion, keys};
use bastide_core::script::{self, Coverage};
use serde::Serialize;

use crate::author::findings::{Finding, Severity, line_in};
use crate::author::games::{self, GameResults, Games, Player, Run};
use crate::author::rehearsal::{Part, Rehearsal, Terms, rehearse};
use crate::author::subject::Subject;
use crate::author::{coverage, fresh_lua, lint};
use crate::game::library::SceneFile;
use crate::io::reply::{Answer, Failure};
use crate::line::command::Commands;
use crate::line::scene::Played;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Effort {
    /// Files and a few games.
    Quick,
    /// Scenes and more games too.
    Usual,
    /// Many games, and a fresh Lua at every decision.
    Heavy,
}

impl Effort {
    fn games(self) -> Games {
        match self {
            Effort::Quick => Games { alone: 8, each_value: 0, each_set: 0, all_sets: 1, shows_all: false },
            Effort::Usual => Games { alone: 20, each_value: 1, each_set: 1, all_sets: 2, shows_all: false },
            Effort::Heavy => Games { alone: 300, each_value: 10, each_set: 10, all_sets: 10, shows_all: true },
        }
    }

    /// The processor time after which the games are stopped: honest rules need a small part of it.
    fn time_limit(self) -> Duration {
        Duration::from_secs(match self {
            Effort::Quick => 20,
            Effort::Usual => 60,
            Effort::Heavy => 3_600,
        })
    }
}

/// A handler whose calls take this many times as long as those of any shipped set is dear, if they take this long.
const DEAR_TIMES: f64 = 5.0;
const DEAR_MICROSECONDS: f64 = 200.0;
/// A handler that is called less often is not weighed: its time is mostly that of the machine.
const WEIGHED_CALLS: u64 = 20;

/// What a handler of the set takes, in all games.
#[derive(Clone, Debug, Serialize)]
pub struct CostRow {
    /// The hook.
    pub hook: String,
    /// How often it was called.
    pub calls: u64,
    /// Microseconds per call, without the longest.
    pub us_per_call: f64,
}

/// Everything that was found.
#[derive(Serialize)]
pub struct Report {
    /// The id of the set.
    pub set: String,
    /// How much was checked.
    pub effort: Effort,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// How many notes.
    pub notes: usize,
    /// The scenes that passed, and those that failed; nothing if they were not run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenes: Option<[usize; 2]>,
    /// The games.
    pub played: Vec<Run>,
    /// Games that were played again in a fresh Lua.
    pub replayed: usize,
    /// What the handlers cost, the slowest first.
    pub costs: Vec<CostRow>,
    /// The slowest call of a handler of the other sets in the same games, in microseconds.
    pub dearest_of_others: f64,
}

/// What a check needs besides the set.
pub struct Environment<'a> {
    /// The commands that are tried in games and scenes.
    pub commands: &'a Commands,
    /// Stops it.
    pub cancel: &'a Arc<AtomicBool>,
    /// Hears how far it is.
    pub tell: &'a dyn Fn(&str),
}

/// Checks a set.
pub fn examine(subject: &Subject, effort: Effort, means: &Environment<'_>) -> Report {
    let mut report = Report::new(subject, effort);
    match subject.read() {
        Err(finding) => report.add([finding]),
        Ok(expansion) => {
            report.add(lint::head(&expansion));
            report.add(lint::globals(&expansion));
            report.add(lint::missing_returns(&expansion));
            report.add(lint::remembered(&expansion));
            report.add(lint::unread_files(subject, &expansion));
            report.add(lint::deprecated(&expansion, script::surface()));
            report.add(lint::deprecated_keys(&expansion, keys()));
            report.add(lint::unread_options(&subject.library, &expansion));
            let taken = lint::verb_names(&expansion, means.commands);
            // What is typed in a game would be the command.
            if taken.is_empty() {
                report.examine_play(subject, &expansion, means);
            }
            report.add(taken);
        }
    }
    report.settle();
    report
}

impl Report {
    fn new(subject: &Subject, effort: Effort) -> Report {
        Report {
            set: subject.id.clone(),
            effort,
            findings: Vec::new(),
            errors: 0,
            warnings: 0,
            notes: 0,
            scenes: None,
            played: Vec::new(),
            replayed: 0,
            costs: Vec::new(),
            dearest_of_others: 0.0,
        }
    }

    fn add(&mut self, findings: impl IntoIterator<Item = Finding>) {
        self.findings.extend(findings);
    }

    /// Sorts and counts.
    fn settle(&mut self) {
        self.findings.sort_by_key(|finding| finding.severity);
        let count = |severity| self.findings.iter().filter(|finding| finding.severity == severity).count();
        (self.errors, self.warnings, self.notes) =
            (count(Severity::Error), count(Severity::Warning), count(Severity::Note));
    }

    fn examine_play(&mut self, subject: &Subject, expansion: &Expansion, means: &Environment<'_>) {
        let limit = self.effort.time_limit();
        let leash = Leash { time: Some(limit), stop: Some(means.cancel.clone()), ..Leash::default() };
        let results = leash::held(leash, || {
            let results = Player::new(subject, expansion, means.commands, self.effort.games()).play(means.tell);
            self.play_again(expansion, &results, means);
            results
        });
        if results.is_stopped {
            let sentence = format!("the games were stopped after {} seconds of processor time", limit.as_secs());
            let help = "its handlers are slow: `bench SET --profile` shows where the time goes";
            self.add([Finding::new(Severity::Error, "too-slow", sentence, help)]);
        }
        let scenes = self.examine_scenes(subject, expansion, &results, means);
        if let Some((_, setup)) = &results.alone {
            self.add(lint::unclaimed(expansion, setup.catalogue()));
            self.add(lint::verbs(expansion, &results, &scenes));
            self.add(lint::tiles(expansion, &results));
        }
        self.weigh(expansion, &results.costs);
        self.add(results.findings);
        self.played = results.runs;
    }

    fn play_again(&mut self, expansion: &Expansion, results: &GameResults, means: &Environment<'_>) {
        if expansion.script().is_none() || results.is_stopped {
            return;
        }
        let is_heavy = self.effort == Effort::Heavy;
        let together = results.together.as_ref().filter(|_| self.effort != Effort::Quick);
        for (recipe, setup) in results.alone.iter().chain(together) {
            (means.tell)("games again, in a fresh Lua");
            self.replayed += 1;
            // With all sets a game is long, and each replay of it longer.
            let is_alone = self.replayed == 1;
            if let Some(finding) = fresh_lua::differs(recipe, setup, expansion, is_heavy && is_alone) {
                return self.add([finding]);
            }
        }
    }

    /// Runs the scenes, and looks for what they do not reach.
    fn examine_scenes(
        &mut self,
        subject: &Subject,
        expansion: &Expansion,
        results: &GameResults,
        means: &Environment<'_>,
    ) -> Vec<SceneFile> {
        let scenes = match subject.scenes() {
            Ok(scenes) => scenes,
            Err(failure) => {
                self.add([Finding::new(
                    Severity::Error,
                    "scene",
                    failure.message,
                    "scenes are files that can be read",
                )]);
                return Vec::new();
            }
        };
        if scenes.is_empty() {
            let sentence = "there is no scene that shows that the rules work";
            let help = "write scenes/NAME.scene: `bastide docs scenes` says how, `test` runs it";
            self.add([Finding::new(Severity::Warning, "no-scenes", sentence, help)]);
        }
        // Without a game, every scene would fail for the same reason.
        if self.effort == Effort::Quick || results.alone.is_none() {
            return scenes;
        }
        (means.tell)("scenes");
        let mut library = subject.library.clone();
        // Read once, not for each scene.
        let _ = library.recipe_around(&subject.id);
        let parts: Vec<Part> = scenes.iter().map(|scene| (library.clone(), scene.clone())).collect();
        let limit = Some(self.effort.time_limit());
        let terms = Terms { commands: means.commands, covers: true, cancel: means.cancel, limit };
        let Rehearsal { played, coverage } = rehearse(&parts, &terms);
        if played.len() < scenes.len() {
            let sentence = format!("the scenes take too long: {} of {} were run", played.len(), scenes.len());
            let help = "divide long scenes, and look for handlers that are slow: `bench SET --profile`";
            self.add([Finding::new(Severity::Error, "too-slow", sentence, help)]);
        }
        let failed = played.iter().filter(|played| !played.passed()).count();
        self.scenes = Some([played.len() - failed, failed]);
        played.iter().for_each(|played| self.add(faults_of(played, &scenes)));
        if results.alone.is_some() && !scenes.is_empty() {
            self.examine_reach(expansion, results, &scenes, &coverage);
        }
        scenes
    }

    fn examine_reach(
        &mut self,
        expansion: &Expansion,
        results: &GameResults,
        scenes: &[SceneFile],
        reached: &Coverage,
    ) {
        let own: Vec<&str> = expansion.scripts().map(|(_, file, _)| file).collect();
        self.add(lint::unreached(expansion, &coverage::of_files(reached, |file| own.contains(&file))));
        self.add(lint::untested_options(expansion, scenes));
        let calls = reached.calls.iter().filter(|((set, _), _)| set == expansion.id());
        let calls: BTreeMap<String, u64> = calls.map(|((_, hook), calls)| (hook.clone(), *calls)).collect();
        self.add(lint::never_called(expansion, results, &calls));
    }

    /// Compares what the handlers cost with those of other sets in the same games.
    fn weigh(&mut self, expansion: &Expansion, costs: &[Cost]) {
        // Without the longest call, in which the machine may have done something else.
        let per_call = |cost: &Cost| match cost.calls {
            0 | 1 => cost.nanos as f64 / 1_000.0,
            calls => (cost.nanos - cost.longest) as f64 / 1_000.0 / (calls - 1) as f64,
        };
        let (own, others): (Vec<&Cost>, Vec<&Cost>) =
            costs.iter().filter(|cost| cost.calls > 0).partition(|cost| cost.expansion == expansion.id());
        let slowest = others.iter().map(|cost| per_call(cost)).fold(0.0, f64::max);
        let mut rows: Vec<CostRow> = own
            .into_iter()
            .map(|cost| CostRow { hook: cost.hook.clone(), calls: cost.calls, us_per_call: per_call(cost) })
            .collect();
        rows.sort_by(|one, other| other.us_per_call.total_cmp(&one.us_per_call));
        let limit = (DEAR_TIMES * slowest).max(DEAR_MICROSECONDS);
        for row in rows.iter().filter(|row| row.calls >= WEIGHED_CALLS && row.us_per_call > limit) {
            let sentence = format!(
                "`{}` takes {:.0} µs a call; the slowest handler of the program's sets takes {slowest:.0} µs",
                row.hook, row.us_per_call
            );
            let help = "let `when` decide whether it is called, and look only at what the event is about";
            // A note: what is measured differs from run to run, and a verdict must not.
            self.findings.push(Finding::new(Severity::Note, "dear", sentence, help));
        }
        (self.costs, self.dearest_of_others) = (rows, slowest);
    }

    /// What was done, in a few lines.
    fn summary(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.played.is_empty() {
            lines.push(games::told(&self.played));
        }
        match self.scenes {
            Some([passed, failed]) => lines.push(format!("{} run, {failed} failed", counted(passed + failed, "scene"))),
            None if self.effort == Effort::Quick => lines.push("scenes were not run: --quick".into()),
            None => {}
        }
        if self.replayed > 0 {
            lines.push(format!("{} played again in a fresh Lua", counted(self.replayed, "game")));
        }
        if let Some(row) = self.costs.first() {
            lines.push(format!(
                "the slowest handler is `{}`: {:.1} µs a call; of the other sets in the same games, {:.1} µs",
                row.hook, row.us_per_call, self.dearest_of_others
            ));
        }
        lines
    }
}

/// What failed in a scene, with the lines.
fn faults_of(played: &Played, scenes: &[SceneFile]) -> Vec<Finding> {
    let help = "`test` runs it alone; `test --bless` updates the expected numbers and lists";
    let scene = scenes.iter().find(|scene| scene.path == played.path);
    let text = scene.and_then(|scene| scene.text.as_deref().ok()).unwrap_or_default();
    let file = played.path.display().to_string();
    let finding = |(line, failure): &(usize, Failure)| {
        let place = line_in(&file, text, *line);
        Finding::new(Severity::Error, "scene", failure.to_string(), help).at(Some(place))
    };
    played.faults.iter().map(finding).collect()
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {}", plural(noun, count as i64))
}

impl Answer for Report {
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> = self.findings.iter().map(|finding| finding.lines() + "\n").collect();
        lines.extend(self.summary());
        lines.push(format!(
            "{}: {}, {}, {}",
            self.set,
            counted(self.errors, "error"),
            counted(self.warnings, "warning"),
            counted(self.notes, "note")
        ));
        lines
    }
}
