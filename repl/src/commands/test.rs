//! `test`: runs scenes; shows what they reach, takes over what was found, and follows the files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use bastide_core::language::plural;
use serde::Serialize;

use crate::author::bless::{Change, bless};
use crate::author::coverage::{self, FileCoverage};
use crate::author::rehearsal::{Part, Rehearsal, Terms, rehearse};
use crate::author::subject::{Subject, expansion_around, library_around};
use crate::game::library::{Library, SceneFile, scene_files};
use crate::io::follow::{Follower, is_source};
use crate::line::candidates::sets;
use crate::line::command::{Args, Cause, Command, Completer, Context, Failure, Reply};
use crate::line::scene::{Played, SceneFacts};

/// Run scenes
#[derive(Args)]
pub struct Test {
    /// Scene files, folders, house rules (FILE.lua), or names of sets
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Change the numbers and lists of failed expectations to what was found
    #[arg(long)]
    bless: bool,
    /// Show which functions and lines of the scripts no scene reached
    #[arg(long)]
    coverage: bool,
    /// Run again what changes, until Ctrl-C
    #[arg(long)]
    watch: bool,
}

impl Command for Test {
    const NAME: &str = "test";
    const FORM: &str = "test PATH";
    const EXAMPLES: &str = "test my-set        test my-set/scenes/first.scene        test SET --coverage\n  \
        test my-set --bless     (take over numbers and lists that are right; each change is shown)\n  \
        test my-set --watch     (run the scenes again whenever a file is saved)\n\n\
        A folder of an expansion need not be installed. A command that is refused is never blessed.";
    const COMPLETE: &[(&str, Completer)] = &[("paths", sets)];
    const NOT_IN_SCENES: Option<&str> = Some("a scene runs no other scenes");

    fn reports_on_stop(&self) -> bool {
        self.watch
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        if self.watch {
            return self.follow(context);
        }
        let ran = self.perform(context, |_| true)?;
        if context.is_cancelled() {
            return Err(Failure::new(Cause::Interrupted, "interrupted"));
        }
        let notes = self.paths.iter().filter_map(|path| context.library.passed_over(path)).collect();
        Ok(Reply { notes, ..ran.reply() })
    }
}

/// What came of a run.
struct Ran {
    played: Vec<Played>,
    /// The changes of each scene.
    blessed: Vec<Vec<Change>>,
    coverage: Option<Vec<FileCoverage>>,
}

impl Test {
    /// Runs the scenes that are wanted.
    fn perform(&self, context: &mut Context, is_wanted: impl Fn(&Path) -> bool) -> Result<Ran, Failure> {
        let mut parts = Vec::new();
        for path in &self.paths {
            parts.extend(parts_of(&context.library, path)?);
        }
        if parts.is_empty() {
            let shown: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
            return Err(Failure::refused(format!("no .scene file in {}", shown.join(", "))));
        }
        parts.retain(|(_, file)| is_wanted(&file.path));
        let terms = Terms { commands: &context.commands, covers: self.coverage, cancel: &context.cancel, limit: None };
        let Rehearsal { played, coverage } = rehearse(&parts, &terms);
        let mut blessed = Vec::new();
        for (played, (_, file)) in played.iter().zip(&parts) {
            let changes = if self.bless { take_over(context, played, file)? } else { Vec::new() };
            blessed.push(changes);
        }
        let own = scripts_of(&parts);
        let is_own = |file: &str| own.is_empty() && !file.starts_with("(built in)") || own.contains(file);
        let coverage = self.coverage.then(|| coverage::of_files(&coverage, is_own));
        Ok(Ran { played, blessed, coverage })
    }

    /// Runs the scenes, and again those that change, or all if anything else does.
    fn follow(&self, context: &mut Context) -> Result<Reply, Failure> {
        let Some(tell) = context.news else {
            return Err(Failure::refused("`test --watch` needs a terminal, where Ctrl-C can end it"));
        };
        let around = |path: &PathBuf| expansion_around(path).unwrap_or_else(|| path.clone());
        let follower = Follower::new(self.paths.iter().filter(|path| path.exists()).map(around))?;
        tell(&self.perform(context, |_| true)?.reply().text);
        tell("waiting for files to change; Ctrl-C ends it");
        while !context.cancel.load(Ordering::Relaxed) {
            let changed: Vec<PathBuf> = follower.changed().into_iter().filter(|path| is_source(path)).collect();
            if changed.is_empty() {
                continue;
            }
            let is_scene = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "scene") && path.exists();
            let only_scenes = changed.iter().all(is_scene) && !self.coverage;
            let is_changed = |path: &Path| changed.iter().any(|changed| is_same(changed, path));
            match self.perform(context, |path| !only_scenes || is_changed(path)) {
                Ok(ran) => tell(&ran.reply().text),
                Err(failure) => tell(&failure.message),
            }
        }
        Ok(Reply::default())
    }
}

/// Whether two paths lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

/// The scenes of a path or a set, each with the library in which its sets are found.
fn parts_of(library: &Library, path: &Path) -> Result<Vec<Part>, Failure> {
    if let Some(id) = path.to_str().filter(|id| !path.exists() && library.has(id)) {
        return Ok(library.scenes_of(id)?.into_iter().map(|file| (library.clone(), file)).collect());
    }
    if let Some(rule) = path.to_str().filter(|_| path.is_file() && path.extension().is_some_and(|end| end == "lua")) {
        let subject = Subject::named(library, rule)?;
        return Ok(subject.scenes()?.into_iter().map(|file| (subject.library.clone(), file)).collect());
    }
    let mut known: Vec<(Option<PathBuf>, Library)> = Vec::new();
    let mut parts = Vec::new();
    for file in scene_files(path)? {
        let folder = file.path.parent().and_then(expansion_around);
        if !known.iter().any(|(at, _)| *at == folder) {
            known.push((folder.clone(), library_around(library, &file.path)));
        }
        let library = known.iter().find(|(at, _)| *at == folder).map_or(library, |(_, library)| library);
        parts.push((library.clone(), file));
    }
    Ok(parts)
}

/// The scripts of the expansions in whose folders the scenes lie.
fn scripts_of(parts: &[Part]) -> BTreeSet<String> {
    let mut folders: Vec<(String, Library)> = Vec::new();
    for (library, file) in parts {
        let folder = file.path.parent().and_then(expansion_around);
        let id = folder.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
        // A scene inside the program lies in a folder of this name too.
        let inside = || file.path.parent()?.parent()?.file_name()?.to_str().filter(|id| library.has(id));
        if let Some(id) = id.or_else(inside).filter(|id| !folders.iter().any(|(known, _)| known == id)) {
            folders.push((id.into(), library.clone()));
        }
    }
    let scripts = folders.into_iter().filter_map(|(id, mut library)| library.find(&id).ok());
    scripts.flat_map(|found| found.scripts().map(|(_, file, _)| file.to_string()).collect::<Vec<_>>()).collect()
}

/// Writes a scene with what was found, and returns the changes.
fn take_over(context: &mut Context, played: &Played, file: &SceneFile) -> Result<Vec<Change>, Failure> {
    let Some(text) = file.text.as_ref().ok().filter(|_| file.path.exists()) else { return Ok(Vec::new()) };
    let (text, changes) = bless(text, &played.faults);
    if !changes.is_empty() {
        context.pen.write(&file.path, text.as_bytes())?;
    }
    Ok(changes)
}

/// A scene: what was not as expected, and what was changed to what was found.
#[derive(Serialize)]
struct Scene<'a> {
    #[serde(flatten)]
    facts: SceneFacts<'a>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    blessed: &'a [Change],
    #[serde(skip)]
    played: &'a Played,
}

impl Scene<'_> {
    /// The failures that were left as they are.
    fn left(&self) -> Vec<String> {
        self.played.report_without(|line| self.blessed.iter().any(|change| change.line == line))
    }

    fn lines(&self) -> Vec<String> {
        let path = self.played.path.display();
        let shown =
            |change: &Change| format!("{path}:{}:\n    - {}\n    + {}", change.line, change.before, change.after);
        self.left().into_iter().chain(self.blessed.iter().map(shown)).collect()
    }
}

/// All scenes of a run.
#[derive(Serialize)]
struct Total<'a> {
    ok: bool,
    command: &'static str,
    passed: usize,
    failed: usize,
    /// How many expectations were changed.
    #[serde(skip_serializing_if = "is_zero")]
    blessed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<&'a [FileCoverage]>,
}

impl Total<'_> {
    fn lines(&self) -> Vec<String> {
        let Total { passed, failed, blessed, .. } = *self;
        let mut lines: Vec<String> = self.coverage.into_iter().flatten().flat_map(coverage::lines).collect();
        if blessed > 0 {
            let them = plural("expectation", blessed as i64);
            lines.push(format!("{blessed} {them} changed to what was found; read the scenes before you keep them"));
        }
        lines.push(format!("{passed} passed, {failed} failed"));
        lines
    }
}

fn is_zero(n: &usize) -> bool {
    *n == 0
}

/// An object of the answer: the scenes, then all of them.
#[derive(Serialize)]
#[serde(untagged)]
enum Row<'a> {
    Scene(Scene<'a>),
    Total(Total<'a>),
}

impl Row<'_> {
    fn lines(&self) -> Vec<String> {
        match self {
            Row::Scene(scene) => scene.lines(),
            Row::Total(total) => total.lines(),
        }
    }
}

impl Ran {
    fn reply(&self) -> Reply {
        let scenes = self.played.iter().zip(&self.blessed);
        let scenes: Vec<Scene> =
            scenes.map(|(played, blessed)| Scene { facts: played.facts(), blessed, played }).collect();
        let failed = scenes.iter().filter(|scene| !scene.left().is_empty()).count();
        let total = Total {
            ok: failed == 0,
            command: Test::NAME,
            passed: scenes.len() - failed,
            failed,
            blessed: scenes.iter().map(|scene| scene.blessed.len()).sum(),
            coverage: self.coverage.as_deref(),
        };
        let rows: Vec<Row> = scenes.into_iter().map(Row::Scene).chain([Row::Total(total)]).collect();
        let lines: Vec<String> = rows.iter().flat_map(Row::lines).collect();
        Reply { code: u8::from(failed > 0), ..Reply::text(lines.join("\n")).with_rows(&rows) }
    }
}
