//! Scenes: files of commands and expectations. A failed expectation is noted and the scene goes on; a refused command
//! ends it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide_core::leash::{self, Leash};
use serde_json::{Value, json};

use crate::game::library::Library;
use crate::io::files;
use crate::io::reply::{Cause, Failure, Reply};
use crate::io::split;
use crate::line::cli::Format;
use crate::session::Session;

/// The most bytes of a scene.
const MOST: u64 = 1 << 20;
/// How much of the processor's time a scene may take.
const LONGEST: Duration = Duration::from_secs(60);
/// How deep folders are searched.
const DEEPEST: usize = 16;

/// What became of a scene.
#[derive(Clone, Debug)]
pub struct Played {
    /// Its file.
    pub path: PathBuf,
    /// Its first comment.
    pub title: String,
    /// What went wrong, with its line.
    pub faults: Vec<(usize, Failure)>,
}

impl Played {
    /// Whether everything was as expected.
    pub fn passed(&self) -> bool {
        self.faults.is_empty()
    }

    /// What went wrong, a line each: file, line, what was expected and found.
    pub fn report(&self) -> Vec<String> {
        self.faults.iter().map(|(line, fault)| format!("{}:{line}: {fault}", self.path.display())).collect()
    }

    fn to_json(&self) -> Value {
        let faults: Vec<Value> = self
            .faults
            .iter()
            .map(|(line, fault)| {
                let mut object = fault.to_json();
                object.insert("line".into(), (*line).into());
                Value::Object(object)
            })
            .collect();
        json!({ "ok": self.passed(), "scene": self.path.display().to_string(), "title": self.title, "faults": faults })
    }
}

/// Plays a scene from its text.
pub fn play(library: &Library, path: &Path, text: &str) -> Played {
    let mut session = Session::new(library.clone(), Default::default());
    session.in_scene = true;
    let comment = text.lines().find_map(|line| line.trim().strip_prefix('#'));
    let title = comment.unwrap_or_default().trim().to_string();
    let mut played = Played { path: path.into(), title, faults: Vec::new() };
    let leash = Leash { time: Some(LONGEST), ..Leash::default() };
    leash::held(leash, || play_lines(&mut session, text, &mut played));
    played
}

fn play_lines(session: &mut Session, text: &str, played: &mut Played) {
    for (number, line) in (1..).zip(text.lines()) {
        let result = match split::words(line) {
            Ok(words) => session.guarded(&words, &mut Format::Human),
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
            let why = format!("the scene was stopped here; it may take {} seconds", LONGEST.as_secs());
            played.faults.push((number, Failure::new(Cause::Interrupted, why)));
            break;
        }
    }
}

/// Runs the scenes of files and folders.
pub fn test(session: &mut Session, paths: &[PathBuf]) -> Result<Reply, Failure> {
    if session.in_scene {
        return Err(Failure::refused("a scene runs no other scenes"));
    }
    let mut files = Vec::new();
    for path in paths {
        find(path, 0, &mut files)?;
    }
    if files.is_empty() {
        let shown: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(Failure::refused(format!("there is no .scene in {}", shown.join(", "))));
    }
    let mut all = Vec::new();
    for path in files {
        if session.is_cancelled() {
            return Err(Failure::new(Cause::Interrupted, "interrupted"));
        }
        all.push(read(session, &path));
    }
    let failed = all.iter().filter(|played| !played.passed()).count();
    let passed = all.len() - failed;
    let mut lines: Vec<String> = all.iter().flat_map(Played::report).collect();
    lines.push(format!("{passed} passed, {failed} failed"));
    let mut rows: Vec<Value> = all.iter().map(Played::to_json).collect();
    rows.push(json!({ "ok": failed == 0, "command": "test", "passed": passed, "failed": failed }));
    let code = if failed > 0 { 1 } else { 0 };
    Ok(Reply { code, ..Reply::text(lines.join("\n")).with_rows(rows) })
}

fn read(session: &Session, path: &Path) -> Played {
    let text = files::read(path, MOST).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|error| {
            Failure::usage(format!("byte {} of the file is not UTF-8", error.utf8_error().valid_up_to()))
        })
    });
    match text {
        Ok(text) => play(&session.library, path, &text),
        Err(failure) => Played { path: path.into(), title: String::new(), faults: vec![(1, failure)] },
    }
}

/// The file itself, or the scenes in a folder and its folders, by name.
fn find(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{} cannot be read: {error}", path.display()));
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link && depth < DEEPEST {
            find(&path, depth + 1, files)?;
        } else if path.extension().is_some_and(|extension| extension == "scene") {
            files.push(path);
        }
    }
    Ok(())
}
