//! Scenes: files of commands and expectations. After a failed expectation a scene continues; a refused command ends it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide_core::leash::{self, Leash};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::game::library::Library;
use crate::io::reply::{Cause, Failure};
use crate::io::split;
use crate::line::command::{Commands, Context};
use crate::line::execute::execute;
use crate::line::shell::Format;

/// The command without which a scene shows nothing.
const EXPECT: &str = "expect";
/// What scenes often say after a tile is placed, although nobody is asked.
const PLACE: &str = "place";
const PASS: &str = "pass";
const NOT_ASKED: &str =
    "; the turn is over: after `place` only `pass` was left, so nobody was asked. Leave this line out";
/// Time limit of a scene.
const SCENE_TIME_LIMIT: Duration = Duration::from_secs(60);

/// The result of a scene.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its file.
    pub path: PathBuf,
    /// Its first comment.
    pub title: String,
    /// The failures with their lines.
    pub faults: Vec<(usize, Failure)>,
}

impl Played {
    /// Whether there were no failures.
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }

    /// One line per failure: file, line, what was expected and found.
    pub fn report(&self) -> Vec<String> {
        self.report_without(|_| false)
    }

    /// The same without the failures of some lines.
    pub fn report_without(&self, is_left_out: impl Fn(usize) -> bool) -> Vec<String> {
        let faults = self.faults.iter().filter(|(line, _)| !is_left_out(*line));
        faults.map(|(line, fault)| format!("{}:{line}: {fault}", self.path.display())).collect()
    }

    /// The same as data.
    pub fn facts(&self) -> SceneFacts<'_> {
        let fault = |(line, fault): &(usize, Failure)| {
            let mut object = fault.to_json();
            object.insert("line".into(), (*line).into());
            object
        };
        SceneFacts {
            ok: self.passed(),
            scene: self.path.display().to_string(),
            title: &self.title,
            faults: self.faults.iter().map(fault).collect(),
        }
    }
}

/// The result of a scene as data.
#[derive(Serialize)]
pub struct SceneFacts<'a> {
    ok: bool,
    scene: String,
    title: &'a str,
    faults: Vec<Map<String, Value>>,
}

/// Runs a scene from its text.
pub fn play(library: &Library, commands: &Commands, path: &Path, text: &str) -> Played {
    let mut context = Context::new(library.clone(), Default::default(), commands.clone());
    context.in_scene = true;
    let comment = text.lines().find_map(|line| line.trim().strip_prefix('#'));
    let title = comment.unwrap_or_default().trim().to_string();
    let mut played = Played { path: path.into(), title, faults: Vec::new() };
    let leash = Leash { time: Some(SCENE_TIME_LIMIT), ..Leash::default() };
    leash::held(leash, || play_lines(&mut context, text, &mut played));
    played
}

fn play_lines(context: &mut Context, text: &str, played: &mut Played) {
    let (mut expects, mut has_placed) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        let result = match split::words(line) {
            Ok(words) => {
                expects |= words.first().is_some_and(|first| EXPECT.starts_with(first.as_str()));
                let done = execute(context, &words, &mut Format::Human);
                let is_late = has_placed && words == [PASS] && is_placing(context);
                has_placed = words.first().is_some_and(|first| first == PLACE);
                done.map_err(|failure| if is_late { explained(failure) } else { failure })
            }
            Err(error) => Err(Failure::usage(error.to_string())),
        };
        match result {
            Ok(reply) if reply.quits => break,
            Ok(_) => {}
            Err(failure) => {
                let goes_on = failure.cause == Cause::Unmet;
                played.faults.push((number, failure));
                if !goes_on {
                    break;
                }
            }
        }
        if leash::is_out() {
            let why = format!("the scene was stopped here; it can take at most {} seconds", SCENE_TIME_LIMIT.as_secs());
            played.faults.push((number, Failure::new(Cause::Interrupted, why)));
            break;
        }
    }
    if !expects && played.passed() {
        let why = "the scene expects nothing, so it shows nothing: `help expect` says what can be expected";
        played.faults.push((text.lines().count().max(1), Failure::refused(why)));
    }
}

/// Whether a tile is to be placed.
fn is_placing(context: &Context) -> bool {
    let game = context.table.as_ref().map(|table| &table.game);
    game.and_then(|game| game.decision()).is_some_and(|decision| !decision.tiles().is_empty())
}

/// The failure of a `pass` for which nobody asked.
fn explained(failure: Failure) -> Failure {
    Failure { message: failure.message + NOT_ASKED, ..failure }
}
