//! What players may choose before a game: options, and editions that set several of them at once.

use super::error::{ManifestError, quoted};
use super::guess::list;
use super::layer::is_shared;
use super::node::{Node, Read, Table, Word};
use super::vocabulary::{texts, twice};

/// The most values of an option.
const MAX_VALUES: usize = 50;
/// The word that stands among the editions for the one that is meant when none is named.
const DEFAULT: &str = "default";

/// Something that players may choose before a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    pub(super) name: Word,
    about: String,
    values: Vec<String>,
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
    pub default: String,
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

    /// The value it has where nothing else decides.
    pub fn default(&self) -> &str {
        &self.default
    }

    /// The default that it has instead where another option has a value: that option, its value, the default.
    pub fn follows(&self) -> Option<[&str; 3]> {
        let Follows { option, is, default } = self.follows.as_ref()?;
        Some([&option.text, &is.text, default])
    }

    pub(super) fn read(name: Word, node: Node<'_>) -> Read<GameOption> {
        let mut table = node.table()?;
        let about = table.required("about", |node| node.sentence())?;
        let default = table.required(DEFAULT, |node| node.scalar())?;
        // A switch needs no list of what it can be.
        let switch = ["true", "false"].contains(&default.text.as_str());
        let values = match table.optional("values", values)? {
            Some(values) => values,
            None if switch => vec!["true".into(), "false".into()],
            None => return Err(name.place.error(format!("the option `{}` does not say its `values`", name.text))),
        };
        let follows = table.optional("follows", |node| Follows::read(node, &values))?;
        let shared = is_shared(&mut table)?;
        table.finish()?;
        one_of(&default, &values)?;
        Ok(GameOption { name, about, values, default: default.text, follows, shared })
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
        one_of(value, &self.values)
    }
}

impl Follows {
    fn read(node: Node<'_>, values: &[String]) -> Read<Follows> {
        let mut table = node.table()?;
        let option = table.required("option", |node| node.word())?;
        let is = table.required("is", |node| node.scalar())?;
        let default = table.required(DEFAULT, |node| node.scalar())?;
        table.finish()?;
        one_of(&default, values)?;
        Ok(Follows { option, is, default: default.text })
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

fn one_of(value: &Word, values: &[String]) -> Read<()> {
    if values.contains(&value.text) {
        return Ok(());
    }
    let choices = values.iter().map(String::as_str);
    let message = format!("{} is none of {}", quoted(&value.text), list(choices.clone()));
    Err(ManifestError { message, ..value.unknown("value", choices) })
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

    /// Refuses settings of options or values that nobody declared.
    pub fn check(&self, choices: &Choices) -> Read<()> {
        choices.iter().try_for_each(|(option, value)| self.named(option)?.check(value))
    }
}
