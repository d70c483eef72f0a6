//! Values of a TOML file that know where they stand, and tables that refuse keys nobody asked for.
//! Knows TOML, never what a key means.

use std::ops::RangeInclusive;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::error::{ManifestError, Place, Source, quoted};
use super::guess::{list, nearest, unknown};
use crate::text::is_hidden;

/// The longest name of anything.
const MAX_NAME: usize = 40;
/// The longest sentence.
const MAX_SENTENCE: usize = 400;

/// The most words of a list.
pub(super) const MAX_WORDS: usize = 100;
/// The deepest nesting of tables and lists.
const MAX_DEPTH: usize = 16;
/// The longest table or list in a file.
const MAX_LENGTH: usize = 1_000;
/// Several times what dropping the deepest tree that the parser makes was seen to take.
const STACK: usize = 16 << 20;

/// What reading gives.
pub(super) type Read<T> = Result<T, ManifestError>;

/// A word of a manifest and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub text: String,
    pub place: Place,
}

impl Word {
    /// A word, at its place without the quotes.
    fn new(text: &str, place: Place) -> Word {
        Word { text: text.into(), place: place.part(text, 0..text.len()) }
    }

    /// The error for a word that is not one of the choices.
    pub fn unknown<'a>(&self, what: &str, choices: impl IntoIterator<Item = &'a str> + Clone) -> ManifestError {
        unknown(what, &self.text, &self.place, choices)
    }

    /// The word, if it may be the name of something.
    pub fn name(self) -> Read<Word> {
        self.named("small letters, digits, `-` and `_`", |c| c.is_ascii_lowercase(), |c| c.is_ascii_lowercase())
    }

    /// The word, if it may be the name of a tile.
    pub fn tile_id(self) -> Read<Word> {
        match is_tile_id(&self.text) {
            true => Ok(self),
            false => Err(self.no_name(TILE_ID)),
        }
    }

    /// The word, if it may name a tile: `ID`, or `SET:ID` for one of another set.
    pub fn tile_name(self) -> Read<Word> {
        match is_tile_id(self.text.split_once(':').map_or(&*self.text, |(_, id)| id)) {
            true => Ok(self),
            false => Err(self.no_name(TILE_ID)),
        }
    }

    fn named(self, made_of: &str, first: fn(char) -> bool, letter: fn(char) -> bool) -> Read<Word> {
        match is_name(&self.text, first, letter) {
            true => Ok(self),
            false => {
                let help = format!("a name has at most {MAX_NAME} {made_of}, and does not begin with a sign");
                Err(self.no_name(&help))
            }
        }
    }

    fn no_name(&self, help: &str) -> ManifestError {
        self.place.error(format!("{} is not a name", quoted(&self.text))).with_help(help)
    }
}

/// What the name of a tile is made of.
pub const TILE_ID: &str = "a name has at most 40 letters, digits, `-` and `_`, and does not begin with a sign";

/// Whether a word may be the name of a tile.
pub fn is_tile_id(text: &str) -> bool {
    is_name(text, |c| c.is_ascii_alphanumeric(), |c| c.is_ascii_alphabetic())
}

fn is_name(text: &str, first: fn(char) -> bool, letter: fn(char) -> bool) -> bool {
    let plain = |c: char| letter(c) || c.is_ascii_digit() || c == '-' || c == '_';
    text.starts_with(first) && text.chars().all(plain) && text.len() <= MAX_NAME
}

/// A value of a manifest.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    value: &'a Spanned<DeValue<'a>>,
    source: &'a Arc<Source>,
}

impl<'a> Node<'a> {
    /// Where it stands.
    pub fn place(&self) -> Place {
        Place::new(self.source, self.value.span())
    }

    fn wants(&self, wanted: &str) -> ManifestError {
        self.place().error(format!("{wanted} is wanted here, not {}", article(self.value.as_ref())))
    }

    /// A string.
    pub fn word(&self) -> Read<Word> {
        let text = self.value.as_ref().as_str().ok_or_else(|| self.wants("a string"))?;
        Ok(Word::new(text, self.place()))
    }

    /// A string that is shown to people.
    pub fn sentence(&self) -> Read<String> {
        let Word { text, place } = self.word()?;
        if text.chars().count() > MAX_SENTENCE {
            return Err(place.error(format!("this text is longer than {MAX_SENTENCE} characters")));
        }
        if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
            let what = if hidden.is_control() { "a control character" } else { "a character that cannot be seen" };
            return Err(place.error(format!("this text holds {what} ({})", hidden.escape_unicode())));
        }
        Ok(text)
    }

    /// A string, whole number or boolean, as text.
    pub fn scalar(&self) -> Read<Word> {
        match self.value.as_ref() {
            DeValue::String(_) => self.word()?.name(),
            DeValue::Boolean(flag) => Ok(Word { text: flag.to_string(), place: self.place() }),
            DeValue::Integer(_) => {
                Ok(Word { text: self.integer(-1_000_000..=1_000_000)?.to_string(), place: self.place() })
            }
            _ => Err(self.wants("a string, a whole number, true or false")),
        }
    }

    /// A whole number within bounds.
    pub fn integer(&self, bounds: RangeInclusive<i64>) -> Read<i64> {
        let DeValue::Integer(digits) = self.value.as_ref() else { return Err(self.wants("a whole number")) };
        match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) if bounds.contains(&number) => Ok(number),
            _ => {
                let (least, most) = bounds.into_inner();
                Err(self.place().error(format!("this number must be from {least} to {most}")))
            }
        }
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Read<bool> {
        self.value.as_ref().as_bool().ok_or_else(|| self.wants("true or false"))
    }

    /// One of a few words, each of which stands for something.
    pub fn choice<T: Copy>(&self, choices: &[(&str, T)]) -> Read<T> {
        let word = self.word()?;
        let found = choices.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let names = choices.iter().map(|(name, _)| *name);
            let error = word.unknown("word", names.clone());
            let message = format!("{} is not one of {}", quoted(&word.text), list(names));
            ManifestError { message, ..error }
        })
    }

    /// The values of a list.
    pub fn list(&self) -> Read<Vec<Node<'a>>> {
        let values = self.value.as_ref().as_array().ok_or_else(|| self.wants("a list"))?;
        Ok(values.iter().map(|value| Node { value, source: self.source }).collect())
    }

    /// The words of a list.
    pub fn words(&self) -> Read<Vec<Word>> {
        let nodes = self.list()?;
        match nodes.get(MAX_WORDS) {
            Some(node) => Err(node.place().error(format!("this list has more than {MAX_WORDS} entries"))),
            None => nodes.iter().map(Node::word).collect(),
        }
    }

    /// The values of a list, or the one value that stands in its stead.
    pub fn one_or_list(&self) -> Read<Vec<Node<'a>>> {
        if self.value.as_ref().is_array() { self.list() } else { Ok(vec![*self]) }
    }

    /// Whether it is a string.
    pub fn is_word(&self) -> bool {
        self.value.as_ref().is_str()
    }

    /// Whether it is a table.
    pub fn is_table(&self) -> bool {
        self.value.as_ref().is_table()
    }

    /// A table.
    pub fn table(&self) -> Read<Table<'a>> {
        let table = self.value.as_ref().as_table().ok_or_else(|| self.wants("a table"))?;
        Ok(Table::new(table, self.source, self.place()))
    }

    /// A table whose meaning is decided elsewhere.
    pub fn any_table(&self) -> Read<toml::Table> {
        let value = toml::Value::deserialize(ValueDeserializer::from(self.value.clone()))
            .map_err(|error| self.place().error(error.message()))?;
        value.try_into().map_err(|_| self.wants("a table"))
    }
}

/// A list as layers say it: one may say the whole list, each may add words to whatever the list is.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    whole: Option<Vec<Word>>,
    added: Vec<Word>,
}

impl List {
    /// Reads `[…]`, the whole list, or `{ add = […] }`.
    pub fn read(node: Node<'_>) -> Read<List> {
        if !node.is_table() {
            return Ok(List { whole: Some(node.words()?), added: Vec::new() });
        }
        let mut table = node.table()?;
        let added = table.required("add", |node| node.words())?;
        table.finish()?;
        Ok(List { whole: None, added })
    }

    /// Replaces the whole list if the other says one. What is added stays, whichever layer comes first.
    pub fn lay(&mut self, over: &List) {
        if over.whole.is_some() {
            self.whole.clone_from(&over.whole);
        }
        self.added.extend_from_slice(&over.added);
    }

    /// Whether any layer says the whole list.
    pub fn is_whole(&self) -> bool {
        self.whole.is_some()
    }

    /// The words. One that several layers add is there several times.
    pub fn words(&self) -> impl Iterator<Item = &Word> {
        self.whole.iter().flatten().chain(&self.added)
    }
}

fn article(value: &DeValue<'_>) -> String {
    match value {
        DeValue::Integer(_) => "a whole number".into(),
        DeValue::Float(_) => "a fraction".into(),
        DeValue::Array(_) => "a list".into(),
        other => format!("a {}", other.type_str()),
    }
}

/// A table of a manifest, in the order of the file. Keys are taken out one by one; what is left over was misspelt.
pub(super) struct Table<'a> {
    place: Place,
    entries: Vec<(Word, Node<'a>)>,
    asked: Vec<&'static str>,
}

impl<'a> Table<'a> {
    fn new(table: &'a DeTable<'a>, source: &'a Arc<Source>, place: Place) -> Table<'a> {
        let entry = |(key, value): (&'a Spanned<_>, &'a Spanned<_>)| {
            let key: &Spanned<std::borrow::Cow<'_, str>> = key;
            (Word::new(key.as_ref(), Place::new(source, key.span())), Node { value, source })
        };
        let mut entries: Vec<_> = table.iter().map(entry).collect();
        entries.sort_by_key(|(key, _)| key.place.span().start);
        Table { place, entries, asked: Vec::new() }
    }

    /// Reads the value of a key, if it is there.
    pub fn optional<T>(&mut self, key: &'static str, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<Option<T>> {
        self.asked.push(key);
        match self.entries.iter().position(|(word, _)| word.text == key) {
            Some(at) => read(self.entries.remove(at).1).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the value of a key that must be there.
    pub fn required<T>(&mut self, key: &'static str, read: impl FnOnce(Node<'a>) -> Read<T>) -> Read<T> {
        let value = self.optional(key, read)?;
        value.ok_or_else(|| {
            let misspelt = self.entries.iter().find(|(word, _)| nearest(&word.text, [key]).is_some());
            let missing = || self.place.error(format!("the key `{key}` is missing"));
            misspelt.map_or_else(missing, |(word, _)| word.unknown("key", [key]))
        })
    }

    /// Reads the entries of a table whose keys are names that the manifest makes up, if it is there.
    pub fn named<T>(&mut self, key: &'static str, mut read: impl FnMut(Word, Node<'a>) -> Read<T>) -> Read<Vec<T>> {
        let entries = self.optional(key, |node| node.table())?.map(|table| table.entries).unwrap_or_default();
        entries.into_iter().map(|(word, node)| read(word.name()?, node)).collect()
    }

    /// All entries that were not taken out.
    pub fn rest(self) -> Vec<(Word, Node<'a>)> {
        self.entries
    }

    /// Refuses keys that nobody asked for.
    pub fn finish(self) -> Read<()> {
        match self.entries.first() {
            Some((key, _)) => Err(key.unknown("key", self.asked.iter().copied())),
            None => Ok(()),
        }
    }
}

/// Reads a whole file, on a stack that holds whatever the parser accepts: keys of 80 dots in 80 nested tables take
/// more to be dropped than the main thread of some systems has.
pub(super) fn with_document<T: Send>(source: &Arc<Source>, read: impl FnOnce(Table<'_>) -> Read<T> + Send) -> Read<T> {
    with_text(source, &source.text, read)
}

/// Reads a part of a file: a text of which every word stands where it stands in the file.
pub(super) fn with_text<T: Send>(
    source: &Arc<Source>,
    text: &str,
    read: impl FnOnce(Table<'_>) -> Read<T> + Send,
) -> Read<T> {
    let whole = Place::new(source, 0..0);
    let task = || {
        let document = DeTable::parse(text).map_err(|error| syntax(source, text, &error))?;
        check_shape(document.as_ref(), source)?;
        read(Table::new(document.as_ref(), source, whole.clone()))
    };
    thread::scope(|scope| {
        let reader = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, task);
        let reader = reader.map_err(|error| whole.error(format!("there is no room to read the file: {error}")))?;
        reader.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

/// Refuses tables so deep or so long that no manifest can have meant it.
fn check_shape(document: &DeTable<'_>, source: &Arc<Source>) -> Read<()> {
    let mut todo: Vec<(usize, &Spanned<DeValue<'_>>)> = document.values().map(|value| (1, value)).collect();
    while let Some((depth, value)) = todo.pop() {
        let refused = |why: String| Err(Place::new(source, value.span()).error(why));
        if depth > MAX_DEPTH {
            return refused(format!("this lies more than {MAX_DEPTH} tables deep"));
        }
        let before = todo.len();
        match value.as_ref() {
            DeValue::Table(table) => todo.extend(table.values().map(|value| (depth + 1, value))),
            DeValue::Array(values) => todo.extend(values.iter().map(|value| (depth + 1, value))),
            _ => {}
        }
        if todo.len() - before > MAX_LENGTH {
            return refused(format!("this has more than {MAX_LENGTH} entries"));
        }
    }
    Ok(())
}

fn syntax(source: &Arc<Source>, text: &str, error: &toml::de::Error) -> ManifestError {
    let place = Place::new(source, error.span().unwrap_or(0..0));
    match error.message() {
        "duplicate key" => {
            let error = place.error(format!("{} is here twice", quoted(place.word())));
            match first_line(text, &place) {
                Some(line) => error.with_help(format!("the first one is in line {line}")),
                None => error,
            }
        }
        message => place.error(message.lines().collect::<Vec<_>>().join(", ")),
    }
}

/// The line of the table that has the name of a second one: it is among those above.
fn first_line(text: &str, second: &Place) -> Option<usize> {
    let above = text.get(..second.line_start())?;
    let document = DeTable::parse(above).ok()?;
    let (first, _) = document.as_ref().iter().find(|(key, _)| key.as_ref() == second.word())?;
    Some(above[..first.span().start].matches('\n').count() + 1)
}
