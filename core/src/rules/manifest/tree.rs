//! A TOML file as a tree in which every key and value has its place. Knows TOML, never what a key means.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ManifestError, Place, ReadResult, Source, quoted};
use super::word::Word;

/// The maximum nesting of tables and lists.
const MAX_DEPTH: usize = 16;
/// The maximum length of a table or list.
const MAX_LENGTH: usize = 1_000;
/// Several times as much stack as was measured for dropping the deepest tree that the parser makes.
const STACK: usize = 16 << 20;

/// A value of a manifest, and its place.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub place: Place,
    pub value: Value,
}

/// The values of TOML.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(Word),
    /// An integer; `None` if it is too large for any purpose.
    Integer(Option<i64>),
    Flag(bool),
    List(Vec<Tree>),
    /// In the order of the file.
    Table(Vec<(Word, Tree)>),
    /// A value that no manifest needs, with its name.
    Other(&'static str),
}

impl Value {
    /// Returns the name of the type, with an article.
    pub fn article(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "a whole number",
            Value::Flag(_) => "a boolean",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Other(name) => name,
        }
    }
}

impl Tree {
    /// Reads a whole file.
    pub fn read(source: &Arc<Source>) -> ReadResult<Tree> {
        Tree::read_part(source, &source.text)
    }

    /// Reads a part of a file: a text in which every word is at the same position as in the file. The parser runs on a
    /// large stack: keys of 80 dots in 80 nested tables need more to be dropped than the main thread of some systems
    /// has.
    pub fn read_part(source: &Arc<Source>, text: &str) -> ReadResult<Tree> {
        let place = Place::new(source, 0..0);
        let task = || {
            let document = DeTable::parse(text).map_err(|error| syntax(source, text, &error))?;
            Ok(Value::Table(lines(document.as_ref(), source, 1)?))
        };
        let value = thread::scope(|scope| {
            let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task);
            let reader = reader.map_err(|error| place.error(format!("not enough memory to read the file: {error}")))?;
            reader.join().unwrap_or_else(|panic| resume_unwind(panic))
        })?;
        Ok(Tree { place, value })
    }

    /// Returns the lines of a table; empty if it is something else.
    pub fn lines(&self) -> &[(Word, Tree)] {
        if let Value::Table(lines) = &self.value { lines } else { &[] }
    }

    /// Returns the value of a key of a table.
    pub fn get(&self, key: &str) -> Option<&Tree> {
        self.lines().iter().find(|(word, _)| word.text == key).map(|(_, tree)| tree)
    }

    /// Returns the lines of a table in a table.
    pub fn section(&self, key: &str) -> &[(Word, Tree)] {
        self.get(key).map_or(&[], Tree::lines)
    }

    /// Returns the values of a table or a list.
    pub fn parts(&self) -> Vec<&Tree> {
        match &self.value {
            Value::List(trees) => trees.iter().collect(),
            _ => self.lines().iter().map(|(_, tree)| tree).collect(),
        }
    }

    /// Returns all texts in it.
    pub fn texts(&self) -> Vec<&str> {
        match &self.value {
            Value::Text(_) => vec![self.text()],
            _ => self.parts().into_iter().flat_map(Tree::texts).collect(),
        }
    }

    /// Whether a word is a key or a text in it.
    pub fn names(&self, word: &str) -> bool {
        match &self.value {
            Value::Text(text) => text.text == word,
            Value::List(trees) => trees.iter().any(|tree| tree.names(word)),
            Value::Table(lines) => lines.iter().any(|(key, tree)| key.text == word || tree.names(word)),
            Value::Integer(_) | Value::Flag(_) | Value::Other(_) => false,
        }
    }

    /// Returns the text of a string; empty if it is something else.
    pub fn text(&self) -> &str {
        if let Value::Text(word) = &self.value { &word.text } else { "" }
    }

    /// Whether the value of a key is `true`.
    pub fn is_on(&self, key: &str) -> bool {
        self.get(key).is_some_and(|tree| matches!(tree.value, Value::Flag(true)))
    }

    fn new(value: &Spanned<DeValue<'_>>, source: &Arc<Source>, depth: usize) -> ReadResult<Tree> {
        let place = Place::new(source, value.span());
        let length = match value.as_ref() {
            DeValue::Array(values) => values.len(),
            DeValue::Table(table) => table.len(),
            _ => 0,
        };
        if depth > MAX_DEPTH {
            return Err(place.error(format!("this is nested more than {MAX_DEPTH} tables deep")));
        }
        if length > MAX_LENGTH {
            return Err(place.error(format!("this has more than {MAX_LENGTH} entries")));
        }
        let value = match value.as_ref() {
            DeValue::String(text) => Value::Text(Word::new(text, &place)),
            DeValue::Integer(digits) => Value::Integer(i64::from_str_radix(digits.as_str(), digits.radix()).ok()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Array(values) => {
                Value::List(values.iter().map(|value| Tree::new(value, source, depth + 1)).collect::<ReadResult<_>>()?)
            }
            DeValue::Table(table) => Value::Table(lines(table, source, depth + 1)?),
            DeValue::Float(_) => Value::Other("a fraction"),
            DeValue::Datetime(_) => Value::Other("a date"),
        };
        Ok(Tree { place, value })
    }
}

fn lines(table: &DeTable<'_>, source: &Arc<Source>, depth: usize) -> ReadResult<Vec<(Word, Tree)>> {
    let line = |(key, value): (&Spanned<_>, &Spanned<_>)| {
        let key: &Spanned<std::borrow::Cow<'_, str>> = key;
        Ok((Word::new(key.as_ref(), &Place::new(source, key.span())), Tree::new(value, source, depth)?))
    };
    let mut lines = table.iter().map(line).collect::<ReadResult<Vec<_>>>()?;
    lines.sort_by_key(|(key, _)| key.place.span().start);
    Ok(lines)
}

fn syntax(source: &Arc<Source>, text: &str, error: &toml::de::Error) -> ManifestError {
    let place = Place::new(source, error.span().unwrap_or(0..0));
    match error.message() {
        "duplicate key" => {
            let error = place.error(format!("{} is declared twice", quoted(place.word())));
            match first_line(text, &place) {
                Some(line) => error.with_help(format!("the first one is in line {line}")),
                None => error,
            }
        }
        message => place.error(message.lines().collect::<Vec<_>>().join(", ")),
    }
}

/// Returns the line of the first table with the name of a second one.
fn first_line(text: &str, second: &Place) -> Option<usize> {
    let above = text.get(..second.line_start())?;
    let document = DeTable::parse(above).ok()?;
    let (first, _) = document.as_ref().iter().find(|(key, _)| key.as_ref() == second.word())?;
    Some(above[..first.span().start].matches('\n').count() + 1)
}
