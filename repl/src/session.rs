//! A session: runs commands one line at a time and returns their answers as text or JSON. Prints nothing itself.

use bastide_core::language::clip;
use serde_json::Value;

use crate::commands;
use crate::draw::screen::Screen;
use crate::game::library::Library;
use crate::game::{load, record};
use crate::io::reply::{Cause, Failure, Outcome, Reply};
use crate::io::{door, files, split};
use crate::line::command::Context;
use crate::line::execute::execute;
use crate::line::shell::Format;
use crate::tell::show;

/// At most this many characters of a message are shown.
const MAX_MESSAGE_CHARACTERS: usize = 4_000;

/// A session.
pub struct Session {
    /// The game and everything around it, for commands.
    pub context: Context,
    /// The format of answers.
    pub format: Format,
    /// The script that is being read, and its current line.
    pub place: Option<(String, usize)>,
}

impl Session {
    /// A session without a game.
    pub fn new(library: Library, screen: Screen) -> Session {
        Session { context: Context::new(library, screen, commands::all()), format: Format::Human, place: None }
    }

    /// Runs one line.
    pub fn execute(&mut self, line: &str) -> Outcome {
        match split::words(line) {
            Ok(words) => self.execute_words(&words),
            Err(error) => self.failed(Failure::unbalanced(line, error)),
        }
    }

    /// Runs one command, given as words.
    pub fn execute_words(&mut self, words: &[String]) -> Outcome {
        let Some(first) = words.first() else { return Outcome::default() };
        let mut format = self.format;
        let result = execute(&mut self.context, words, &mut format);
        self.outcome(first, format, result)
    }

    /// Saves the game to the autosave file. Returns messages for the person.
    pub fn keep(&mut self) -> Vec<String> {
        let Context { autosave, table, tutorial, begun, .. } = &mut self.context;
        match (autosave, table) {
            // A lesson must not replace a saved game.
            (Some(place), Some(table)) if tutorial.is_none() => place.keep(table, *begun),
            _ => Vec::new(),
        }
    }

    /// The offer to resume the last game, if there is one.
    pub fn offer(&mut self) -> Option<String> {
        let path = self.context.autosave.as_ref()?.path();
        let bytes = files::read(&path, record::MAX_BYTES).ok()?;
        Some(match load::read(&mut self.context.library, &path, &bytes) {
            Ok((table, _)) => format!("`resume` continues the last game: {}.", show::progress(&table.game)),
            Err(failure) => format!("the last game cannot be resumed: {failure}"),
        })
    }

    /// The output for a result.
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
        // Text from a stranger's file must not fill the terminal.
        let message = clip(&failure.message, MAX_MESSAGE_CHARACTERS);
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

    /// The output for a failure that did not come from a command.
    pub fn failed(&self, failure: Failure) -> Outcome {
        self.outcome("", self.format, Err(failure))
    }
}

fn push(stream: &mut String, text: &str) {
    if !text.is_empty() {
        stream.push_str(text.trim_end_matches('\n'));
        stream.push('\n');
    }
}

#[cfg(test)]
mod tests;
