//! A place in layered trees, read as if they were one: the value of a layer replaces those below it, in tables line by
//! line. Knows layers, never what a key means.

use std::ops::RangeInclusive;

use super::error::{ManifestError, Place, ReadResult, quoted};
use super::keys::keys;
use super::tree::{Tree, Value};
use super::word::Word;
use crate::language::is_hidden;
use crate::language::{list, nearest};

/// The maximum length of a sentence.
const MAX_SENTENCE: usize = 400;
/// The maximum number of words in a list.
pub(super) const MAX_WORDS: usize = 100;

/// What all layers say at one place.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    top: &'a Tree,
    /// The trees that the top extends, lowest first; empty if the top replaces them.
    below: Vec<&'a Tree>,
}

/// The words of a list that layers may extend.
pub(super) struct Words<'a> {
    /// Whether any layer gives the whole list.
    pub is_whole: bool,
    /// All words. One that several layers add occurs several times.
    pub words: Vec<&'a Word>,
}

impl<'a> Node<'a> {
    pub(super) fn new(tree: &'a Tree) -> Node<'a> {
        Node { top: tree, below: Vec::new() }
    }

    /// Makes a node of trees laid over one another, lowest first.
    pub(super) fn laid(trees: impl IntoIterator<Item = &'a Tree>) -> Option<Node<'a>> {
        let mut trees = trees.into_iter();
        let mut node = Node::new(trees.next()?);
        trees.for_each(|tree| node.lay(tree));
        Some(node)
    }

    fn lay(&mut self, over: &'a Tree) {
        match goes_on(self.top, over) {
            true => self.below.push(self.top),
            false => self.below.clear(),
        }
        self.top = over;
    }

    fn layers(&self) -> impl Iterator<Item = &'a Tree> {
        self.below.iter().copied().chain([self.top])
    }

    /// Returns the value of a key of a table.
    pub(super) fn get(&self, key: &str) -> Option<Node<'a>> {
        Node::laid(self.layers().filter_map(|layer| layer.get(key)))
    }

    /// Returns the lines of the uppermost layer, if it is a table.
    pub(super) fn lines(&self) -> &'a [(Word, Tree)] {
        self.top.lines()
    }

    /// Returns the place of the uppermost layer.
    pub fn place(&self) -> &'a Place {
        &self.top.place
    }

    pub(super) fn value(&self) -> &'a Value {
        &self.top.value
    }

    /// Makes an error at this place.
    pub fn error(&self, message: impl Into<String>) -> ManifestError {
        self.place().error(message)
    }

    pub(super) fn wants(&self, wanted: &str) -> ManifestError {
        self.error(format!("expected {wanted}, found {}", self.value().article()))
    }

    /// Reads a string.
    pub fn word(&self) -> ReadResult<&'a Word> {
        if let Value::Text(word) = self.value() { Ok(word) } else { Err(self.wants("a string")) }
    }

    /// Reads a string that is shown to people.
    pub fn sentence(&self) -> ReadResult<String> {
        let Word { text, place } = self.word()?;
        if text.chars().count() > MAX_SENTENCE {
            return Err(place.error(format!("this text is longer than {MAX_SENTENCE} characters")));
        }
        if let Some(hidden) = text.chars().find(|c| is_hidden(*c)) {
            let what = if hidden.is_control() { "a control character" } else { "an invisible character" };
            return Err(place.error(format!("this text contains {what} ({})", hidden.escape_unicode())));
        }
        Ok(text.clone())
    }

    /// Reads an integer within bounds.
    pub fn integer(&self, bounds: RangeInclusive<i64>) -> ReadResult<i64> {
        let Value::Integer(number) = self.value() else { return Err(self.wants("a whole number")) };
        number.filter(|number| bounds.contains(number)).ok_or_else(|| {
            let (least, most) = bounds.into_inner();
            self.error(format!("this number must be from {least} to {most}"))
        })
    }

    /// Reads `true` or `false`.
    pub fn flag(&self) -> ReadResult<bool> {
        if let Value::Flag(flag) = self.value() { Ok(*flag) } else { Err(self.wants("true or false")) }
    }

    /// Reads one of a few words, each with its meaning.
    pub fn choice<T: Clone>(&self, choices: &[(&str, T)]) -> ReadResult<T> {
        let word = self.word()?;
        let found = choices.iter().find(|(name, _)| *name == word.text);
        found.map(|(_, meaning)| meaning.clone()).ok_or_else(|| none_of(word, choices.iter().map(|(name, _)| *name)))
    }

    /// Reads the values of a list.
    pub fn list(&self) -> ReadResult<Vec<Node<'a>>> {
        let Value::List(values) = self.value() else { return Err(self.wants("a list")) };
        Ok(values.iter().map(Node::new).collect())
    }

    /// Reads the words of a list.
    pub fn words(&self) -> ReadResult<Vec<&'a Word>> {
        let nodes = self.list()?;
        match nodes.get(MAX_WORDS) {
            Some(node) => Err(node.error(format!("this list has more than {MAX_WORDS} entries"))),
            None => nodes.iter().map(Node::word).collect(),
        }
    }

    /// Reads the words of a list that cannot be extended.
    pub(super) fn whole(&self) -> ReadResult<Words<'a>> {
        Ok(Words { is_whole: true, words: self.words()? })
    }

    /// Reads the words of a list that layers give whole, `[…]`, or extend, `{ add = […] }`. Added words stay, whichever
    /// layer comes first.
    pub(super) fn sum(&self) -> ReadResult<Words<'a>> {
        let (mut whole, mut added) = (None, Vec::new());
        for layer in self.layers().map(Node::new) {
            match layer.is_table() {
                true => added.extend(layer.added(Node::words)?),
                false => whole = Some(layer.words()?),
            }
        }
        let is_whole = whole.is_some();
        let words = [whole.unwrap_or_default(), added].concat();
        Ok(Words { is_whole, words })
    }

    /// Reads the value in `{ add = … }`.
    pub(super) fn added<T>(&self, read: impl FnOnce(&Node<'a>) -> ReadResult<T>) -> ReadResult<T> {
        let mut table = self.table()?;
        let added = table.required("add", read)?;
        table.finish()?;
        Ok(added)
    }

    /// Reads the values of a list, or a single value instead of a list.
    pub(super) fn one_or_list(&self) -> ReadResult<Vec<Node<'a>>> {
        if let Value::List(_) = self.value() { self.list() } else { Ok(vec![self.clone()]) }
    }

    /// Whether it is a string.
    pub fn is_word(&self) -> bool {
        matches!(self.value(), Value::Text(_))
    }

    /// Whether it is a table.
    pub(super) fn is_table(&self) -> bool {
        matches!(self.value(), Value::Table(_))
    }

    /// Reads a table.
    pub fn table(&self) -> ReadResult<Table<'a>> {
        if !self.is_table() {
            return Err(self.wants("a table"));
        }
        let mut entries: Vec<(&'a Word, Node<'a>)> = Vec::new();
        for layer in self.layers() {
            let said = entries.len();
            for (key, tree) in layer.lines() {
                match entries[..said].iter_mut().find(|(word, _)| word.text == key.text) {
                    Some((_, node)) => node.lay(tree),
                    None => entries.push((key, Node::new(tree))),
                }
            }
        }
        Ok(Table { place: self.place(), entries, asked: Vec::new() })
    }
}

/// Whether a value keeps anything of what is below it: the lines of a table, or a list that it extends.
fn goes_on(under: &Tree, over: &Tree) -> bool {
    let is_open = |tree: &Tree| match &tree.value {
        Value::List(_) => true,
        Value::Table(lines) => !lines.first().is_some_and(is_by_number),
        _ => false,
    };
    is_open(under) && is_open(over)
}

/// Whether a line is part of a value that depends on a number, as in `{ 2 = 8, 3 = 7 }`: together they are one value.
fn is_by_number((key, tree): &(Word, Tree)) -> bool {
    matches!(tree.value, Value::Integer(_)) && key.text.starts_with(|c: char| c.is_ascii_digit())
}

/// Makes the error for a word that is not allowed.
pub(super) fn none_of<'a>(word: &Word, choices: impl IntoIterator<Item = &'a str> + Clone) -> ManifestError {
    let message = format!("{} is not one of {}", quoted(&word.text), list(choices.clone()));
    ManifestError { message, ..word.unknown("word", choices) }
}

/// A table, in the order of the file. Keys are taken out one by one; what is left was misspelt.
#[derive(Debug)]
pub struct Table<'a> {
    place: &'a Place,
    entries: Vec<(&'a Word, Node<'a>)>,
    asked: Vec<&'static str>,
}

impl<'a> Table<'a> {
    /// Reads the value of a key, if there is one.
    pub fn optional<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&Node<'a>) -> ReadResult<T>,
    ) -> ReadResult<Option<T>> {
        self.asked.push(key);
        match self.entries.iter().position(|(word, _)| word.text == key) {
            Some(at) => read(&self.entries.remove(at).1).map(Some),
            None => Ok(None),
        }
    }

    /// Reads the value of a key, or returns the default.
    pub fn or_default<T: Default>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&Node<'a>) -> ReadResult<T>,
    ) -> ReadResult<T> {
        Ok(self.optional(key, read)?.unwrap_or_default())
    }

    /// Reads the value of a required key.
    pub fn required<T>(&mut self, key: &'static str, read: impl FnOnce(&Node<'a>) -> ReadResult<T>) -> ReadResult<T> {
        let value = self.optional(key, read)?;
        value.ok_or_else(|| {
            let misspelt = self.entries.iter().find(|(word, _)| nearest(&word.text, [key]).is_some());
            let missing = || self.place.error(format!("the key `{key}` is missing"));
            misspelt.map_or_else(missing, |(word, _)| word.unknown("key", [key]))
        })
    }

    /// Reads the entries of a table whose keys are names that the manifest defines, if there is one.
    pub(super) fn named<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&'a Word, &Node<'a>) -> ReadResult<T>,
    ) -> ReadResult<Vec<T>> {
        let entries = self.optional(key, Node::table)?.map(Table::rest).unwrap_or_default();
        entries.iter().map(|(word, node)| read(word.name()?, node)).collect()
    }

    /// Returns all entries that were not taken out.
    pub(super) fn rest(self) -> Vec<(&'a Word, Node<'a>)> {
        self.entries
    }

    /// Rejects unknown keys.
    pub fn finish(self) -> ReadResult<()> {
        let Some((key, _)) = self.entries.first() else { return Ok(()) };
        let unknown = key.unknown("key", self.asked.iter().copied());
        // In TOML what stands below `[table]` belongs to it. The expansion itself and its overlays have such keys.
        let has_them = self.asked.iter().any(|asked| ["id", "with"].contains(asked));
        let is_above = keys().any(|row| row.of == "expansion" && row.name == key.text);
        if has_them || !is_above || nearest(&key.text, self.asked.iter().copied()).is_some() {
            return Err(unknown);
        }
        let help = format!("{} is a key of the expansion: move it above the first `[table]`", quoted(&key.text));
        Err(unknown.with_help(help))
    }
}
