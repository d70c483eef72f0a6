//! Runs scenes, several at a time, and notes what they reach of the scripts if that is wanted.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::script::{self, Coverage};

use crate::game::library::{Library, SceneFile};
use crate::line::command::Commands;
use crate::line::scene::{Played, play};

/// The maximum number of scenes at a time.
const MAX_THREADS: usize = 8;

/// A scene, and where the sets that it names are found.
pub type Part = (Library, SceneFile);

/// What came of scenes.
#[derive(Default)]
pub struct Rehearsal {
    /// Each scene, in the order given; fewer if it was stopped.
    pub played: Vec<Played>,
    /// What they reached.
    pub coverage: Coverage,
}

/// How scenes are run.
pub struct Terms<'a> {
    /// The commands that they use.
    pub commands: &'a Commands,
    /// Whether what they reach is noted.
    pub covers: bool,
    /// Stops them.
    pub cancel: &'a Arc<AtomicBool>,
    /// The processor time of each thread after which no more are run.
    pub limit: Option<Duration>,
}

/// Runs scenes.
pub fn rehearse(parts: &[Part], terms: &Terms<'_>) -> Rehearsal {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let next = AtomicUsize::new(0);
    let done = Mutex::new((Vec::new(), Coverage::default()));
    let work = || {
        let mut played = Vec::new();
        let mut run = || {
            while let Some((number, part)) = take(parts, &next).filter(|_| !leash::is_out()) {
                played.push((number, run(part, terms.commands)));
            }
        };
        let leash = Leash { stop: Some(terms.cancel.clone()), time: terms.limit, ..Leash::default() };
        let coverage = leash::held(leash, || match terms.covers {
            true => script::covered(run).1,
            false => {
                run();
                Coverage::default()
            }
        });
        let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
        done.0.extend(played);
        done.1.add(&coverage);
    };
    thread::scope(|scope| {
        (0..cores.min(MAX_THREADS).min(parts.len())).for_each(|_| drop(scope.spawn(work)));
    });
    let (mut played, coverage) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    Rehearsal { played: played.into_iter().map(|(_, played)| played).collect(), coverage }
}

fn take<'a>(parts: &'a [Part], next: &AtomicUsize) -> Option<(usize, &'a Part)> {
    let number = next.fetch_add(1, Ordering::Relaxed);
    parts.get(number).map(|part| (number, part))
}

fn run((library, file): &Part, commands: &Commands) -> Played {
    match &file.text {
        Ok(text) => play(library, commands, &file.path, text),
        Err(failure) => {
            Played { path: PathBuf::clone(&file.path), title: String::new(), faults: vec![(1, failure.clone())] }
        }
    }
}
