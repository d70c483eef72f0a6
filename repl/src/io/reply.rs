//! The answer of a command: text for people, the same as data, and notes; or why it failed, with an exit code.

use bastide_core::manifest::ManifestError;
use bastide_core::{Fault, Refusal, Unchosen};
use indexmap::IndexMap;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::io::split::Unbalanced;

/// The key in JSON for the word that a failure is about.
const WORD: &str = "word";
/// The key for the words of an expectation that would hold.
const BLESSED: &str = "blessed";
/// The maximum number of things that are listed as missing, and as too much.
const MAX_LISTED: usize = 20;

/// Why a command failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The rules or the current state forbid it.
    Refused,
    /// An expectation does not hold; a script continues after it.
    Unmet,
    /// It is written wrongly.
    Usage,
    /// The command is unknown.
    Unknown,
    /// An expansion cannot be loaded, or its script failed.
    Manifest,
    /// A file cannot be read or written.
    Io,
    /// It was interrupted.
    Interrupted,
}

impl Cause {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Cause::Refused | Cause::Unmet => 1,
            Cause::Usage | Cause::Unknown => 2,
            Cause::Manifest => 3,
            Cause::Io => 4,
            Cause::Interrupted => 130,
        }
    }
}

/// Why a command failed, in words. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    /// What sort of failure it is.
    pub cause: Cause,
    /// One or more lines for a person.
    pub message: String,
    /// More details as data.
    pub data: Map<String, Value>,
    /// The record that reproduces a script error in a game, until it is saved to a file.
    pub record: Option<Box<str>>,
}

impl Failure {
    /// It was interrupted.
    pub fn interrupted() -> Failure {
        Failure::new(Cause::Interrupted, "interrupted; nothing has changed")
    }

    /// A failure with a sentence.
    pub fn new(cause: Cause, message: impl Into<String>) -> Failure {
        Failure { cause, message: message.into(), data: Map::new(), record: None }
    }

    /// The rules or the current state forbid it.
    pub fn refused(message: impl Into<String>) -> Failure {
        Failure::new(Cause::Refused, message)
    }

    /// It is written wrongly.
    pub fn usage(message: impl Into<String>) -> Failure {
        Failure::new(Cause::Usage, message)
    }

    /// A file cannot be read or written.
    pub fn io(message: impl Into<String>) -> Failure {
        Failure::new(Cause::Io, message)
    }

    /// An expectation does not hold.
    pub fn unmet(expected: impl Into<String>, found: impl Into<String>) -> Failure {
        let (expected, found) = (expected.into(), found.into());
        let failure = Failure::new(Cause::Unmet, format!("expected {expected}, found {found}"));
        Failure { data: fields(&json!({ "expected": expected, "found": found })), ..failure }
    }

    /// A list is not what was expected: what is missing and what is too much, one line each.
    pub fn differs(
        what: &str,
        expected: impl Into<String>,
        found: impl Into<String>,
        lists: [Vec<String>; 2],
    ) -> Failure {
        let mut failure = Failure::unmet(expected, found);
        failure.message = format!("{what} is not as expected (- missing, + too much)");
        let [missing, unexpected] = &lists;
        for (sign, list) in [('-', missing), ('+', unexpected)] {
            list.iter().take(MAX_LISTED).for_each(|thing| failure.message += &format!("\n    {sign} {thing}"));
            if list.len() > MAX_LISTED {
                failure.message += &format!("\n    {sign} … and {} more", list.len() - MAX_LISTED);
            }
        }
        failure.data.extend(fields(&json!({ "missing": missing, "unexpected": unexpected })));
        failure
    }

    /// The same with the words that the expectation would have if what was found is right.
    pub fn blessed(mut self, words: Vec<String>) -> Failure {
        if self.cause == Cause::Unmet {
            self.data.insert(BLESSED.into(), words.into());
        }
        self
    }

    /// The words after `expect` that would hold.
    pub fn blessing(&self) -> Option<Vec<String>> {
        let words = self.data.get(BLESSED)?.as_array()?;
        Some(words.iter().filter_map(|word| word.as_str().map(String::from)).collect())
    }

    /// A command was accepted that should have been refused.
    pub fn accepted(command: &str) -> Failure {
        let expected = format!("`{command}` to be refused");
        let message = format!("expected {expected}, but it was accepted");
        Failure { message, ..Failure::unmet(expected, "it was accepted") }
    }

    /// A quote that is never closed.
    pub fn unbalanced(line: &str, error: Unbalanced) -> Failure {
        let word: String = line.chars().skip(error.column - 1).collect();
        Failure::usage(error.to_string()).at(&word)
    }

    /// The same with the word of the line that it is about.
    pub fn at(mut self, word: &str) -> Failure {
        self.data.insert(WORD.into(), word.into());
        self
    }

    /// The word of the line that it is about.
    pub fn word(&self) -> Option<&str> {
        self.data.get(WORD)?.as_str()
    }

    /// Whether this is help that was asked for with a flag, not a failure.
    pub fn is_help(&self) -> bool {
        self.data.contains_key("help")
    }

    /// The failure as a JSON object.
    pub fn to_json(&self) -> Map<String, Value> {
        let mut object = fields(&json!({ "ok": false, "error": self.message, "code": self.cause.code() }));
        object.extend(self.data.clone());
        object
    }
}

impl From<Refusal> for Failure {
    fn from(Refusal(sentence): Refusal) -> Failure {
        Failure::refused(sentence)
    }
}

impl From<Unchosen> for Failure {
    fn from(why: Unchosen) -> Failure {
        match why {
            Unchosen::Refused(refusal) => refusal.into(),
            Unchosen::Fault(fault) => (*fault).into(),
        }
    }
}

impl From<ManifestError> for Failure {
    fn from(error: ManifestError) -> Failure {
        let failure = Failure::new(Cause::Manifest, error.render().trim_end().trim_start_matches("error: "));
        let (file, line, column) = (error.file(), error.line(), error.column());
        let data = json!({ "file": file, "line": line, "column": column, "sentence": error.message });
        Failure { data: fields(&data), ..failure }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        if fault.halted {
            return Failure::interrupted();
        }
        let data = json!({
            "expansion": fault.expansion, "hook": fault.hook, "file": fault.file, "line": fault.line,
            "source": fault.source, "sentence": fault.message, "turn": fault.turn, "traceback": fault.traceback,
        });
        Failure { data: fields(&data), ..Failure::new(Cause::Manifest, fault.render().trim_end()) }
    }
}

/// A value for each name, in order; an object in JSON.
pub type Named<T> = IndexMap<String, T>;

/// An answer whose text and JSON come from the same fields.
pub trait Answer: Serialize {
    /// Lines for people.
    fn lines(&self) -> Vec<String>;
}

/// Serializes a value as its text.
pub fn as_text<S: Serializer>(thing: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(thing)
}

/// The fields of a value as data.
fn fields(value: &impl Serialize) -> Map<String, Value> {
    match json!(value) {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

/// What a command answers.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    /// Lines for people, without the last line break.
    pub text: String,
    /// The same as data.
    pub data: Map<String, Value>,
    /// For lists: objects that are printed one per line instead of `data`.
    pub rows: Option<Vec<Value>>,
    /// Warnings and hints.
    pub notes: Vec<String>,
    /// Whether the table has changed and should be shown again.
    pub changed: bool,
    /// Whether the session ends.
    pub quits: bool,
    /// The exit code if the command did its work but should not return 0, such as failed scenes.
    pub code: u8,
}

impl Reply {
    /// A reply with lines for people.
    pub fn text(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), ..Reply::default() }
    }

    /// An answer as text and as data.
    pub fn of(answer: &impl Answer) -> Reply {
        Reply::text(answer.lines().join("\n")).and(answer)
    }

    /// A reply that says that the table has changed.
    pub fn changed() -> Reply {
        Reply { changed: true, ..Reply::default() }
    }

    /// Adds a value to the data.
    pub fn with(mut self, key: &str, value: impl Serialize) -> Reply {
        self.data.insert(key.into(), json!(value));
        self
    }

    /// Adds all fields of a value to the data.
    pub fn and(mut self, answer: &impl Serialize) -> Reply {
        self.data.extend(fields(answer));
        self
    }

    /// Adds a list of objects.
    pub fn with_rows<T: Serialize>(mut self, rows: &[T]) -> Reply {
        self.rows = Some(rows.iter().map(|row| json!(row)).collect());
        self
    }

    /// Adds a warning or hint.
    pub fn note(mut self, note: impl Into<String>) -> Reply {
        self.notes.push(note.into());
        self
    }

    /// The reply as JSON objects, one per line.
    pub fn to_json(&self, command: &str) -> Vec<Value> {
        if let Some(rows) = &self.rows {
            return rows.clone();
        }
        let mut object = fields(&json!({ "ok": self.code == 0, "command": command }));
        object.extend(self.data.clone());
        if !self.notes.is_empty() {
            object.insert("notes".into(), json!(self.notes));
        }
        if self.data.is_empty() && !self.text.is_empty() {
            object.insert("text".into(), self.text.as_str().into());
        }
        vec![Value::Object(object)]
    }
}

/// The output of a command for both streams, and its exit code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Results.
    pub stdout: String,
    /// Errors, warnings and hints.
    pub stderr: String,
    /// The exit code.
    pub code: u8,
    /// Whether the table has changed.
    pub changed: bool,
    /// The word of the line that an error is about.
    pub word: Option<String>,
    /// Whether a script stops here.
    pub stops: bool,
    /// Whether the session ends.
    pub quits: bool,
}
