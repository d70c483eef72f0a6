//! What players may choose before a game: options, and editions that set several of them at once.

use super::error::{ManifestError, quoted};
use super::guess::list;
use super::layer::is_shared;
use super::node::{Node, Read, Table, Word};
use super::vocabulary::{texts, twice};

/// The most values of an option.
const MAX_VALUES: usize = 50;
/// The most numbers of a range, which are listed like other values.
const MAX_RANGE: i64 = 100;
/// How far a range goes either way.
const BOUND: i64 = 10_000;
/// The word that stands among the editions for the one that is meant when none is named.
const DEFAULT: &str = "default";

/// Something that players may choose before a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    pub(super) name: Word,
    about: String,
    values: Vec<String>,
    /// Whether the values are all whole numbers from the first to the last.
    is_range: bool,
    default: String,
    pub(super) follows: Option<Follows>,
    /// Whether other expansions may declare it too.
    shared: bool,
}

/// A default that depends on another option.
#[derive(Clone, Debug)]
pub(super) struct Follows {
    pub option: Word,
    pub is: Word,
    pub default: Word,
}

impl GameOption {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name.text
    }

    /// A sentence about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// The values it may have, as they are written.
    pub fn values(&self) -> &[String] {
        &self.values
    }

    /// What it may be, in words: `a, b or c`, or `1 to 20` if it is a range.
    pub fn values_told(&self) -> String {
        match &self.values[..] {
            [first, .., last] if self.is_range => format!("{first} to {last}"),
            [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
            _ => self.values.concat(),
        }
    }

    /// The first and the last value, if it may be every whole number between them.
    pub fn range(&self) -> Option<[&str; 2]> {
        let (first, last) = (self.values.first()?, self.values.last()?);
        self.is_range.then_some([first.as_str(), last.as_str()])
    }

    /// The value it has where nothing else decides.
    pub fn default(&self) -> &str {
        &self.default
    }

    /// The default that it has instead where another option has a value: that option, its value, the default.
    pub fn follows(&self) -> Option<[&str; 3]> {
        let Follows { option, is, default } = self.follows.as_ref()?;
        Some([&option.text, &is.text, &default.text])
    }

    pub(super) fn read(name: Word, node: Node<'_>) -> Read<GameOption> {
        let mut table = node.table()?;
        let about = table.required("about", |node| node.sentence())?;
        let default = table.required(DEFAULT, |node| node.scalar())?;
        // A switch needs no list of what it can be.
        let switch = ["true", "false"].contains(&default.text.as_str());
        let range = table.optional("range", |node| Ok((range(node)?, node.place())))?;
        let is_range = range.is_some();
        let values = match (table.optional("values", values)?, range) {
            (Some(_), Some((_, place))) => {
                return Err(place.error(format!("the option `{}` has `values` already: say one of both", name.text)));
            }
            (Some(values), None) | (None, Some((values, _))) => values,
            (None, None) if switch => vec!["true".into(), "false".into()],
            (None, None) => {
                let error = name.place.error(format!("the option `{}` does not say its `values`", name.text));
                return Err(error.with_help("values = [\"a\", \"b\"], or range = [1, 20] for whole numbers"));
            }
        };
        let follows = table.optional("follows", Follows::read)?;
        let shared = is_shared(&mut table)?;
        table.finish()?;
        let option = GameOption { name, about, values, is_range, default: default.text.clone(), follows, shared };
        option.check(&default)?;
        option.follows.iter().try_for_each(|follows| option.check(&follows.default))?;
        Ok(option)
    }

    /// Refuses another declaration of it, unless both say that they share it and the same values.
    fn check_again(&self, again: &GameOption) -> Read<()> {
        if !(self.shared && again.shared) {
            return Err(twice("option", &again.name, &self.name.place));
        }
        if self.values != again.values || self.default != again.default {
            let message = format!("the option `{}` is shared, and others say other values of it", again.name());
            return Err(again.name.place.error(message).with_help(format!("first at {}", self.name.place)));
        }
        Ok(())
    }

    /// Refuses a value that is not among those of the option.
    pub(super) fn check(&self, value: &Word) -> Read<()> {
        if self.values.contains(&value.text) {
            return Ok(());
        }
        if self.is_range {
            let message = format!("{} is not a whole number from {}", quoted(&value.text), self.values_told());
            return Err(value.place.error(message));
        }
        let choices = self.values.iter().map(String::as_str);
        let message = format!("{} is not one of {}", quoted(&value.text), list(choices.clone()));
        Err(ManifestError { message, ..value.unknown("value", choices) })
    }
}

impl Follows {
    fn read(node: Node<'_>) -> Read<Follows> {
        let mut table = node.table()?;
        let option = table.required("option", |node| node.word())?;
        let is = table.required("is", |node| node.scalar())?;
        let default = table.required(DEFAULT, |node| node.scalar())?;
        table.finish()?;
        Ok(Follows { option, is, default })
    }
}

fn values(node: Node<'_>) -> Read<Vec<String>> {
    let nodes = node.list()?;
    if nodes.is_empty() || nodes.len() > MAX_VALUES {
        return Err(node.place().error(format!("an option has from 1 to {MAX_VALUES} values")));
    }
    let mut values: Vec<String> = Vec::new();
    for node in nodes {
        let value = node.scalar()?;
        if values.contains(&value.text) {
            return Err(value.place.error(format!("`{}` is here twice", value.text)));
        }
        values.push(value.text);
    }
    Ok(values)
}

/// All whole numbers from the first to the last of `[first, last]`.
fn range(node: Node<'_>) -> Read<Vec<String>> {
    let bounds = node.list()?.iter().map(|node| node.integer(-BOUND..=BOUND)).collect::<Read<Vec<_>>>()?;
    match bounds[..] {
        [least, most] if most - least >= MAX_RANGE => {
            Err(node.place().error(format!("a range has at most {MAX_RANGE} numbers")))
        }
        [least, most] if least < most => Ok((least..=most).map(|number| number.to_string()).collect()),
        _ => Err(node.place().error("the smallest and the largest number are wanted, as in [1, 20]")),
    }
}

/// Settings of options: an edition's, or those under which declarations are overlaid.
pub(super) type Choices = Vec<(Word, Word)>;

/// Takes all that is left of a table as settings of options.
pub(super) fn choices(table: Table<'_>) -> Read<Choices> {
    table.rest().into_iter().map(|(option, node)| Ok((option, node.scalar()?))).collect()
}

/// One rulebook among several.
#[derive(Clone, Debug)]
pub struct Edition {
    pub(super) name: Word,
    about: String,
    pub(super) options: Choices,
}

impl Edition {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name.text
    }

    /// A sentence about it.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// What it sets.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(option, value)| (option.text.as_str(), value.text.as_str()))
    }
}

/// All editions of a game.
#[derive(Clone, Debug)]
pub struct Editions {
    default: Word,
    list: Vec<Edition>,
}

impl Editions {
    /// The edition that is played when none is named.
    pub fn default(&self) -> &str {
        &self.default.text
    }

    /// All of them, in the order of the manifest.
    pub fn list(&self) -> &[Edition] {
        &self.list
    }

    /// The one with this name.
    pub fn named(&self, name: &str) -> Option<&Edition> {
        self.list.iter().find(|edition| edition.name() == name)
    }

    pub(super) fn read(node: Node<'_>) -> Read<Editions> {
        let mut table = node.table()?;
        let default = table.required(DEFAULT, |node| node.word())?;
        let mut list = Vec::new();
        for (name, node) in table.rest() {
            let mut table = node.table()?;
            let about = table.required("about", |node| node.sentence())?;
            list.push(Edition { name: name.name()?, about, options: choices(table)? });
        }
        let editions = Editions { default, list };
        let names: Vec<Word> = editions.list.iter().map(|edition| edition.name.clone()).collect();
        match editions.named(editions.default()) {
            Some(_) => Ok(editions),
            None => Err(editions.default.unknown("edition", texts(&names))),
        }
    }

    pub(super) fn place(&self) -> &Word {
        &self.default
    }
}

/// The options of all expansions of a game.
#[derive(Default)]
pub(super) struct Options<'a> {
    pub list: Vec<&'a GameOption>,
}

impl<'a> Options<'a> {
    /// Adds one that was not declared before, and follows only one that was.
    pub fn add(&mut self, option: &'a GameOption) -> Read<()> {
        if let Some(first) = self.list.iter().find(|first| first.name() == option.name()) {
            return first.check_again(option);
        }
        if let Some(follows) = &option.follows {
            self.named(&follows.option)?.check(&follows.is)?;
        }
        self.list.push(option);
        Ok(())
    }

    /// The option that a word of a manifest names.
    pub fn named(&self, word: &Word) -> Read<&'a GameOption> {
        let found = self.list.iter().find(|option| option.name() == word.text).copied();
        found.ok_or_else(|| word.unknown("option", self.list.iter().map(|option| option.name())))
    }

    /// Whether all of these options are declared.
    pub fn know(&self, choices: &Choices) -> bool {
        choices.iter().all(|(option, _)| self.named(option).is_ok())
    }

    /// Refuses settings of options or values that nobody declared.
    pub fn check(&self, choices: &Choices) -> Read<()> {
        choices.iter().try_for_each(|(option, value)| self.named(option)?.check(value))
    }
}
