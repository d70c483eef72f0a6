//! What players choose before a game: options (switches, words or integers), and editions that set several of them at
//! once.

use std::collections::BTreeMap;
use std::fmt;

use super::error::{ManifestError, Place, ReadResult, quoted};
use super::node::{Node, Table, none_of};
use super::tree::Value;
use super::word::Word;
use crate::language::or;

/// The maximum number of values of an option.
const MAX_VALUES: usize = 50;
/// The maximum number of values in a range, which are listed like other values.
const MAX_RANGE: i64 = 100;
/// The maximum of the numbers in a range, positive or negative.
const MAX_IN_RANGE: i64 = 10_000;
/// The maximum of all other numbers, positive or negative.
const MAX_NUMBER: i64 = 1_000_000;
/// The key among the editions that names the default one.
const DEFAULT: &str = "default";

/// The value of an option.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionValue {
    /// On or off.
    Flag(bool),
    /// An integer.
    Number(i64),
    /// One of a few words.
    Word(String),
}

impl OptionValue {
    /// Converts a word of a manifest. `"true"` is printed like `true`, so both are the same value.
    fn from_word(text: &str) -> OptionValue {
        text.parse().map_or_else(|_| OptionValue::Word(text.into()), OptionValue::Flag)
    }

    /// Returns the number, if it is one.
    pub fn number(&self) -> Option<i64> {
        if let OptionValue::Number(number) = self { Some(*number) } else { None }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Number(number) => number.fmt(f),
            OptionValue::Word(word) => word.fmt(f),
        }
    }
}

/// A value in a manifest, and its place.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub value: OptionValue,
    pub place: Place,
}

impl Said {
    pub fn read(node: &Node<'_>) -> ReadResult<Said> {
        let (value, place) = match node.value() {
            Value::Text(word) => (OptionValue::from_word(&word.name()?.text), &word.place),
            Value::Flag(flag) => (OptionValue::Flag(*flag), node.place()),
            Value::Integer(_) => (OptionValue::Number(node.integer(-MAX_NUMBER..=MAX_NUMBER)?), node.place()),
            _ => return Err(node.wants("a string, a whole number, true or false")),
        };
        Ok(Said { value, place: place.clone() })
    }
}

/// Values of options: those of an edition, or the conditions of an overlay.
pub(super) type Choices = Vec<(Word, Said)>;

/// Takes everything that is left of a table as values of options.
pub(super) fn choices(table: Table<'_>) -> ReadResult<Choices> {
    table.rest().iter().map(|(option, node)| Ok(((*option).clone(), Said::read(node)?))).collect()
}

/// Something that players choose before a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    pub(super) name: Word,
    about: String,
    values: Vec<OptionValue>,
    /// Whether the values are all integers from the first to the last.
    is_range: bool,
    default: OptionValue,
    follows: Option<Follows>,
    /// Whether other expansions may declare it too.
    shared: bool,
}

/// A default that depends on another option.
#[derive(Clone, Debug)]
struct Follows {
    option: Word,
    is: Said,
    default: Said,
}

impl GameOption {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name.text
    }

    /// Returns a sentence about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns its possible values.
    pub fn values(&self) -> &[OptionValue] {
        &self.values
    }

    /// Returns its possible values in words: `a, b or c`, or `1 to 20` for a range.
    pub fn values_in_words(&self) -> String {
        match &self.texts()[..] {
            [first, .., last] if self.is_range => format!("{first} to {last}"),
            texts => or(texts),
        }
    }

    /// Returns the first and the last value, if it is a range.
    pub fn range(&self) -> Option<[&OptionValue; 2]> {
        let (first, last) = (self.values.first()?, self.values.last()?);
        self.is_range.then_some([first, last])
    }

    /// Returns its default value.
    pub fn default(&self) -> &OptionValue {
        &self.default
    }

    /// Returns the default that it has instead while another option has a value: that option, its value, the default.
    pub fn follows(&self) -> Option<(&str, &OptionValue, &OptionValue)> {
        let Follows { option, is, default } = self.follows.as_ref()?;
        Some((&option.text, &is.value, &default.value))
    }

    /// Returns the value that players typed, if it is valid.
    pub fn value(&self, typed: &str) -> Option<&OptionValue> {
        self.values.iter().find(|value| value.to_string() == typed)
    }

    pub(super) fn texts(&self) -> Vec<String> {
        self.values.iter().map(OptionValue::to_string).collect()
    }

    pub(super) fn read(name: &Word, node: &Node<'_>) -> ReadResult<GameOption> {
        let mut table = node.table()?;
        let about = table.required("about", Node::sentence)?;
        let default = table.required(DEFAULT, Said::read)?;
        let range = table.optional("range", |node| Ok((range(node)?, node.place())))?;
        let is_range = range.is_some();
        let values = match (table.optional("values", values)?, range) {
            (Some(_), Some((_, place))) => {
                return Err(
                    place.error(format!("the option `{}` already has `values`: use one or the other", name.text))
                );
            }
            (Some(values), None) | (None, Some((values, _))) => values,
            // A switch does not need a list of values.
            (None, None) if matches!(default.value, OptionValue::Flag(_)) => {
                [true, false].map(OptionValue::Flag).into()
            }
            (None, None) => {
                let error = name.error(format!("the option `{}` has no `values`", name.text));
                return Err(error.with_help("values = [\"a\", \"b\"], or range = [1, 20] for whole numbers"));
            }
        };
        let follows = table.optional("follows", Follows::read)?;
        let shared = table.or_default("shared", Node::flag)?;
        table.finish()?;
        let option =
            GameOption { name: name.clone(), about, values, is_range, default: default.value.clone(), follows, shared };
        option.check(&default)?;
        option.follows.iter().try_for_each(|follows| option.check(&follows.default))?;
        Ok(option)
    }

    /// Rejects a second declaration, unless both are shared and have the same values.
    fn check_again(&self, again: &GameOption) -> ReadResult<()> {
        if !(self.shared && again.shared) {
            return Err(twice("option", &again.name, &self.name.place));
        }
        if self.values != again.values || self.default != again.default {
            let message =
                format!("the option `{}` is shared, but another expansion declares other values", again.name());
            return Err(again.name.error(message).with_help(format!("first at {}", self.name.place)));
        }
        Ok(())
    }

    /// Rejects a value that the option cannot have.
    pub(super) fn check(&self, Said { value, place }: &Said) -> ReadResult<()> {
        if self.values.contains(value) {
            return Ok(());
        }
        let word = Word { text: value.to_string(), place: place.clone() };
        if self.is_range {
            let message = format!("{} is not a whole number from {}", quoted(&word.text), self.values_in_words());
            return Err(word.error(message));
        }
        Err(none_of(&word, self.texts().iter().map(String::as_str)))
    }
}

impl Follows {
    fn read(node: &Node<'_>) -> ReadResult<Follows> {
        let mut table = node.table()?;
        let option = table.required("option", Node::word)?.clone();
        let is = table.required("is", Said::read)?;
        let default = table.required(DEFAULT, Said::read)?;
        table.finish()?;
        Ok(Follows { option, is, default })
    }
}

fn values(node: &Node<'_>) -> ReadResult<Vec<OptionValue>> {
    let nodes = node.list()?;
    if nodes.is_empty() || nodes.len() > MAX_VALUES {
        return Err(node.error(format!("an option has from 1 to {MAX_VALUES} values")));
    }
    let mut values: Vec<OptionValue> = Vec::new();
    for node in nodes {
        let Said { value, place } = Said::read(&node)?;
        if values.contains(&value) {
            return Err(place.error(format!("`{value}` is listed twice")));
        }
        values.push(value);
    }
    Ok(values)
}

/// Reads `[first, last]` as all integers between them.
fn range(node: &Node<'_>) -> ReadResult<Vec<OptionValue>> {
    let bounds =
        node.list()?.iter().map(|node| node.integer(-MAX_IN_RANGE..=MAX_IN_RANGE)).collect::<ReadResult<Vec<_>>>()?;
    match bounds[..] {
        [least, most] if most - least >= MAX_RANGE => {
            Err(node.error(format!("a range has at most {MAX_RANGE} numbers")))
        }
        [least, most] if least < most => Ok((least..=most).map(OptionValue::Number).collect()),
        _ => Err(node.error("expected the smallest and the largest number, as in [1, 20]")),
    }
}

/// Makes the error for something that is already declared.
pub(super) fn twice(what: &str, word: &Word, first: &Place) -> ManifestError {
    word.error(format!("the {what} `{}` is declared twice", word.text)).with_help(format!("first at {first}"))
}

/// One of several rulebooks.
#[derive(Clone, Debug)]
pub struct Edition {
    name: Word,
    about: String,
    pub(super) options: Choices,
}

impl Edition {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.name.text
    }

    /// Returns a sentence about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Returns the options that it sets.
    pub fn options(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.options.iter().map(|(option, said)| (option.text.as_str(), &said.value))
    }
}

/// All editions of a game.
#[derive(Clone, Debug)]
pub struct Editions {
    default: Word,
    list: Vec<Edition>,
}

impl Editions {
    /// Returns the default edition.
    pub fn default(&self) -> &str {
        &self.default.text
    }

    /// Returns all editions, in the order of the manifest.
    pub fn list(&self) -> &[Edition] {
        &self.list
    }

    /// Returns the edition with this name.
    pub fn named(&self, name: &str) -> Option<&Edition> {
        self.list.iter().find(|edition| edition.name() == name)
    }

    pub(super) fn read(node: &Node<'_>) -> ReadResult<Editions> {
        let mut table = node.table()?;
        let default = table.required(DEFAULT, Node::word)?.clone();
        let mut list = Vec::new();
        for (name, node) in table.rest() {
            let mut table = node.table()?;
            let about = table.required("about", Node::sentence)?;
            list.push(Edition { name: name.name()?.clone(), about, options: choices(table)? });
        }
        let editions = Editions { default, list };
        match editions.named(editions.default()) {
            Some(_) => Ok(editions),
            None => Err(editions.default.unknown("edition", editions.list.iter().map(Edition::name))),
        }
    }

    pub(super) fn place(&self) -> &Place {
        &self.default.place
    }
}

/// The options of all expansions of a game.
#[derive(Default)]
pub(super) struct Options<'a> {
    pub list: Vec<&'a GameOption>,
}

impl<'a> Options<'a> {
    /// Adds an option that is not declared yet and, if it follows another one, follows a declared one.
    pub fn add(&mut self, option: &'a GameOption) -> ReadResult<()> {
        if let Some(first) = self.find(option.name()) {
            return first.check_again(option);
        }
        if let Some(follows) = &option.follows {
            self.named(&follows.option)?.check(&follows.is)?;
        }
        self.list.push(option);
        Ok(())
    }

    /// Returns the option with this name.
    pub fn find(&self, name: &str) -> Option<&'a GameOption> {
        self.list.iter().find(|option| option.name() == name).copied()
    }

    /// Returns the option that a word of a manifest names.
    pub fn named(&self, word: &Word) -> ReadResult<&'a GameOption> {
        self.find(&word.text).ok_or_else(|| word.unknown("option", self.list.iter().map(|option| option.name())))
    }

    /// Whether all of these options are declared.
    pub fn know(&self, choices: &Choices) -> bool {
        choices.iter().all(|(option, _)| self.find(&option.text).is_some())
    }

    /// Rejects unknown options and values.
    pub fn check(&self, choices: &Choices) -> ReadResult<()> {
        choices.iter().try_for_each(|(option, said)| self.named(option)?.check(said))
    }
}

/// The options of a game, with all defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The edition, if any expansion declares editions.
    pub edition: Option<String>,
    /// The value of every option.
    pub options: BTreeMap<String, OptionValue>,
}

impl Resolved {
    /// Whether all of these options have these values.
    pub(super) fn has(&self, choices: &Choices) -> bool {
        choices.iter().all(|(option, said)| self.options.get(&option.text) == Some(&said.value))
    }
}
