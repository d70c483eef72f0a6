//! A session: the game on the table and everything that can be said to it, one line at a time. Prints nothing itself, and
//! a command that fails leaves everything as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::choice::Choice;
use bastide_core::leash::{self, Leash};
use serde_json::Value;

use crate::draw::screen::Screen;
use crate::game::autosave::Autosave;
use crate::game::begin::Defaults;
use crate::game::library::Library;
use crate::game::table::Table;
use crate::game::{begin, shorthand};
use crate::io::config::Config;
use crate::io::pen::Pen;
use crate::io::reply::{Cause, Failure, Outcome, Reply};
use crate::io::{door, split};
use crate::line::cli::{Format, New};
use crate::line::tutorial::Tutorial;
use crate::line::{bots, expect, flags, reproduce, tutorial};
use crate::tell::show;

/// How many characters of a message are shown.
const LONGEST: usize = 4_000;

/// A session.
pub struct Session {
    /// Where expansions come from.
    pub library: Library,
    /// The game, once one is begun.
    pub table: Option<Table>,
    /// How things are drawn.
    pub screen: Screen,
    /// For whom answers are printed.
    pub format: Format,
    /// Set from outside to stop what takes long.
    pub cancel: Arc<AtomicBool>,
    /// What writes the files that commands name.
    pub pen: Pen,
    /// Where the game was saved last, or is saved if nothing is said.
    pub file: Option<PathBuf>,
    /// Seeds for games for which none is named; the same one each time if there is no such source.
    pub seeds: Option<fn() -> u64>,
    /// Hears how far something is that takes long.
    pub progress: Option<fn(&str)>,
    /// The script and the line that is being read.
    pub place: Option<(String, usize)>,
    /// The folders of expansions that were named on the command line.
    pub folders: Vec<PathBuf>,
    /// How many games were begun or loaded, to tell one from the next.
    pub begun: usize,
    /// Whether a scene is being run, which runs no other scenes.
    pub in_scene: bool,
    /// Where the game is kept while it is played; at the prompt alone.
    pub autosave: Option<Autosave>,
    /// The lesson on the table.
    pub tutorial: Option<Tutorial>,
    /// What was set in files and variables.
    pub config: Config,
    /// What `new` means where less is said.
    pub defaults: Defaults,
}

impl Session {
    /// A session with nothing on the table.
    pub fn new(library: Library, screen: Screen) -> Session {
        Session {
            library,
            table: None,
            screen,
            format: Format::Human,
            cancel: Arc::default(),
            pen: Pen::default(),
            file: None,
            seeds: None,
            progress: None,
            place: None,
            folders: Vec::new(),
            begun: 0,
            in_scene: false,
            autosave: None,
            tutorial: None,
            config: Config::default(),
            defaults: Defaults::default(),
        }
    }

    /// Carries out one line.
    pub fn execute(&mut self, line: &str) -> Outcome {
        match split::words(line) {
            Ok(words) => self.execute_words(&words),
            Err(error) => self.failed(Failure::unbalanced(line, error)),
        }
    }

    /// Keeps the game where it is kept while it is played. The answer is what a person should hear of it.
    pub fn keep(&mut self) -> Vec<String> {
        match (&mut self.autosave, &self.table) {
            // A lesson is not worth a game.
            (Some(place), Some(table)) if self.tutorial.is_none() => place.keep(table, self.begun),
            _ => Vec::new(),
        }
    }

    /// Carries out the words of one command.
    pub fn execute_words(&mut self, words: &[String]) -> Outcome {
        let Some(first) = words.first() else { return Outcome::default() };
        let mut format = self.format;
        let result = self.guarded(words, &mut format);
        self.outcome(first, format, result)
    }

    /// Carries out a command; even a fault of ours leaves the table as it was.
    pub fn guarded(&mut self, words: &[String], format: &mut Format) -> Result<Reply, Failure> {
        self.cancel.store(false, Ordering::Relaxed);
        let (words, asked) = flags::of_line(words)?;
        *format = asked.unwrap_or(*format);
        let (before, begun) = (self.table.clone(), self.begun);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let leash = Leash { stop: Some(self.cancel.clone()), ..Leash::default() };
        let result = catch_unwind(AssertUnwindSafe(|| {
            leash::held(leash, || {
                let reply = self.run(&words, false)?;
                tutorial::react(self, reply)
            })
        }));
        let result = result.unwrap_or_else(|_| {
            let line = split::joined(&words);
            Err(Failure::refused(format!("a fault in Bastide stopped `{line}`; nothing has changed")))
        });
        result.map_err(|mut failure| {
            (self.table, self.begun) = (before, begun);
            // A scene is what shows its faults again, and writes no files.
            if !self.in_scene {
                reproduce::keep(self, &mut failure);
            }
            failure
        })
    }

    /// What is printed of a result.
    fn outcome(&self, command: &str, format: Format, result: Result<Reply, Failure>) -> Outcome {
        let mut outcome = Outcome::default();
        let json = format == Format::Json;
        match result {
            Ok(reply) => {
                (outcome.code, outcome.changed, outcome.quits) = (reply.code, reply.changed, reply.quits);
                outcome.stops = reply.code != 0;
                if json {
                    reply.to_json(command).iter().for_each(|row| push(&mut outcome.stdout, &door::json(row)));
                } else {
                    push(&mut outcome.stdout, &reply.text);
                    reply.notes.iter().for_each(|note| push(&mut outcome.stderr, note));
                }
            }
            Err(failure) if failure.is_help() => match json {
                true => {
                    let command = if command.is_empty() { "help" } else { command };
                    let help = Reply::default().with("help", failure.message);
                    help.to_json(command).iter().for_each(|row| push(&mut outcome.stdout, &door::json(row)));
                }
                false => push(&mut outcome.stdout, &failure.message),
            },
            Err(failure) => {
                outcome.code = failure.cause.code();
                outcome.word = failure.word().map(String::from);
                outcome.stops = failure.cause != Cause::Unmet;
                match json {
                    true => push(&mut outcome.stdout, &door::json(&self.placed_json(&failure))),
                    false => push(&mut outcome.stderr, &self.placed_text(&failure)),
                }
            }
        }
        outcome
    }

    /// A failure with the line of the script in which it happened.
    fn placed_text(&self, failure: &Failure) -> String {
        let message = bounded(&failure.message);
        match &self.place {
            Some((file, line)) => format!("{file}:{line}: {message}"),
            None => message,
        }
    }

    fn placed_json(&self, failure: &Failure) -> Value {
        let mut object = failure.to_json();
        if let Some((file, line)) = &self.place {
            object.insert("script".into(), file.as_str().into());
            object.insert("script_line".into(), (*line).into());
        }
        Value::Object(object)
    }

    /// The outcome of a failure that is not a command's.
    pub fn failed(&self, failure: Failure) -> Outcome {
        self.outcome("", self.format, Err(failure))
    }

    /// The game, or the sentence that there is none.
    pub fn table(&self) -> Result<&Table, Failure> {
        self.table.as_ref().ok_or_else(no_game)
    }

    /// The game, to be changed.
    pub fn table_mut(&mut self) -> Result<&mut Table, Failure> {
        self.table.as_mut().ok_or_else(no_game)
    }

    pub(crate) fn new_game(&mut self, new: &New) -> Result<Reply, Failure> {
        let fresh = || if new.lab { None } else { self.seeds.map(|seeds| seeds()) };
        let seed = new.seed.or_else(fresh).unwrap_or(1);
        let new = &self.defaults.fill(new);
        let mut table = begin::begin(&mut self.library, new, seed)?;
        table.assist = self.screen.manner.assist;
        let (words, announced) = (begin::words(&table), begin::announce(&table));
        self.table = Some(table);
        self.begun += 1;
        // Another game is another file.
        self.file = None;
        let news = bots::go_on(self)?;
        // Last of all: should anything fail, the screen still knows the game before.
        let table = self.table.as_ref().ok_or_else(no_game)?;
        self.screen.prepare(table.game.setup())?;
        // What a lab needs said is said in it.
        let lines: Vec<String> = if new.lab { Vec::new() } else { [vec![announced], news.clone()].concat() };
        let table = self.table()?;
        let players = table.game.setup().players().to_vec();
        let reply = Reply { text: lines.join("\n"), changed: true, ..Reply::default() };
        let reply = reply.with("new", words).with("players", players).with("bots", show::bots_data(table));
        Ok(reply.with("seed", table.game.seed()).with("news", news))
    }

    pub(crate) fn verb(&mut self, words: &[&str], strict: bool) -> Result<Reply, Failure> {
        let game = &self.table()?.game;
        let choice = match game.find(words) {
            Ok(choice) => choice,
            Err(refusal) if strict || game.choice_named(words).is_ok() => return Err(refusal.into()),
            Err(refusal) => shorthand::answer(game, words)?.ok_or(refusal)?,
        };
        self.choose(&[choice])
    }

    /// Makes choices one after the other, all or none of them, then lets bots answer.
    pub(crate) fn choose(&mut self, choices: &[Choice]) -> Result<Reply, Failure> {
        let mut table = self.table()?.clone();
        let from = table.game.log().len();
        let (mut chosen, mut lines) = (Vec::new(), Vec::new());
        for choice in choices {
            chosen.push(table.game.choice_words(*choice));
            // Otherwise the turn would pass without a word.
            lines.extend(show::none_left(&table.game).filter(|_| choice.place().is_some()));
            let line = chosen.last().cloned().unwrap_or_default();
            table.choose(*choice).map_err(|why| reproduce::blamed(&table, line, why))?;
        }
        lines.extend(show::news(&table.game, from));
        self.table = Some(table);
        lines.extend(bots::go_on(self)?);
        let reply = Reply { text: lines.join("\n"), changed: true, ..Reply::default() };
        Ok(reply.with("chosen", chosen).with("news", lines))
    }

    pub(crate) fn lab(&mut self, words: &[&str]) -> Result<Reply, Failure> {
        let from = self.table()?.game.log().len();
        let emptied = show::emptied(&self.table()?.game, words);
        let table = self.table_mut()?;
        table.lab(words).map_err(|why| reproduce::blamed(table, split::joined(words), why))?;
        // A lab command may have begun the log anew.
        let mut news = show::news(&table.game, from.min(table.game.log().len()));
        news.extend(emptied);
        Ok(Reply { text: news.join("\n"), changed: true, ..Reply::default() }.with("news", news))
    }

    pub(crate) fn undo(&mut self, what: Option<&str>) -> Result<Reply, Failure> {
        let table = self.table_mut()?;
        let lines = match what {
            None => table.undo(1)?,
            Some(word) if "turn".starts_with(word) => table.undo_turn()?,
            Some(word) => match word.parse() {
                Ok(n) if n > 0 => table.undo(n)?,
                _ => return Err(Failure::usage(format!("`{word}`: write undo, undo 3 or undo turn"))),
            },
        };
        Ok(back(lines, "taken back"))
    }

    pub(crate) fn redo(&mut self, n: Option<usize>) -> Result<Reply, Failure> {
        let table = self.table_mut()?;
        if n == Some(0) {
            return Err(Failure::usage("`0`: write redo or redo 3"));
        }
        let lines = table.redo(n.unwrap_or(1))?;
        Ok(back(lines, "done again"))
    }

    pub(crate) fn expect(&mut self, words: &[&str]) -> Result<Reply, Failure> {
        match words {
            ["refused", command @ ..] if !command.is_empty() => self.expect_refused(command)?,
            _ => expect::check(&self.table()?.game, words)?,
        }
        Ok(Reply::default())
    }

    fn expect_refused(&mut self, command: &[&str]) -> Result<(), Failure> {
        let before = self.table.clone();
        let result = self.run(command, true);
        self.table = before;
        match result {
            // Words that nobody understands are refused whatever the table is like: that shows nothing.
            Err(failure) if matches!(failure.cause, Cause::Unknown | Cause::Usage) && !failure.is_help() => {
                Err(failure)
            }
            // A script that fails refuses nothing.
            Err(failure) if failure.record.is_some() || failure.cause == Cause::Interrupted => Err(failure),
            Err(failure) if !failure.is_help() => Ok(()),
            _ => Err(Failure::accepted(&split::joined(command))),
        }
    }

    /// Whether someone asks to stop; forgets it.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.swap(false, Ordering::Relaxed)
    }
}

fn back(lines: usize, what: &str) -> Reply {
    let lines_word = if lines == 1 { "choice" } else { "choices" };
    let reply = Reply { text: format!("{lines} {lines_word} {what}."), changed: true, ..Reply::default() };
    reply.with("lines", lines)
}

fn push(stream: &mut String, text: &str) {
    if !text.is_empty() {
        stream.push_str(text.trim_end_matches('\n'));
        stream.push('\n');
    }
}

/// As much as is shown of a message: words of a stranger's file must not fill the terminal.
fn bounded(message: &str) -> String {
    let mut shown: String = message.chars().take(LONGEST).collect();
    if message.chars().nth(LONGEST).is_some() {
        shown.push('…');
    }
    shown
}

/// The sentence for commands that need a game.
pub fn no_game() -> Failure {
    Failure::refused("no game is on the table; `new` begins one")
}

#[cfg(test)]
mod tests;
