//! The value of every option of a game: what the players say, or else the sets, the edition, another option, the
//! default.

use std::collections::BTreeMap;

use super::error::ReadResult;
use super::expansion::Expansion;
use super::limit::Limit;
use super::option::{Edition, Editions, GameOption, OptionValue, Options, Resolved, Said};
use super::recipe::Recipe;
use super::refused::RecipeError;
use crate::language::{nearest, suggestion};

/// Values of options by name.
type Values = BTreeMap<String, OptionValue>;

impl Recipe {
    /// Returns the options of all sets in play.
    pub(super) fn declared_options(&self) -> ReadResult<Options<'_>> {
        let mut options = Options::default();
        self.ruling().flat_map(Expansion::options).try_for_each(|option| options.add(option))?;
        for edition in self.ruling().filter_map(Expansion::editions).flat_map(Editions::list) {
            options.check(&edition.options)?;
        }
        self.ruling().try_for_each(|part| options.check(&part.sets))?;
        Ok(options)
    }

    /// Returns the value of every option, if the sets in play allow it.
    pub(super) fn resolve(&self, options: &Options<'_>) -> Result<Resolved, RecipeError> {
        let said = self.said(options)?;
        let set = self.set_by_expansions()?;
        let edition = self.edition()?;
        let mut values = Values::new();
        for option in &options.list {
            let name = option.name();
            let in_edition = || edition?.options().find(|(set, _)| *set == name).map(|(_, value)| value);
            let value = said.get(name).or(set.get(name).copied()).or_else(in_edition);
            values.insert(name.into(), value.unwrap_or_else(|| usual(option, &values)).clone());
        }
        let resolved = Resolved { edition: edition.map(|edition| edition.name().into()), options: values };
        self.check_limits(options, &resolved)?;
        Ok(resolved)
    }

    /// Parses what the players typed.
    fn said(&self, options: &Options<'_>) -> Result<Values, RecipeError> {
        let mut said = Values::new();
        for (name, typed) in &self.options {
            let option = options.find(name).ok_or_else(|| {
                let names = options.list.iter().map(|option| option.name());
                RecipeError::UnknownOption { name: name.clone(), known: suggestion(name, names) }
            })?;
            let value = option.value(typed).ok_or_else(|| RecipeError::UnknownValue {
                option: name.clone(),
                value: typed.clone(),
                values: option.values_in_words(),
                near: nearest(typed, option.texts().iter().map(String::as_str)).map(String::from),
            })?;
            said.insert(name.clone(), value.clone());
        }
        Ok(said)
    }

    /// Returns the options that expansions set for the players. A value from the players has priority.
    fn set_by_expansions(&self) -> ReadResult<BTreeMap<&str, &OptionValue>> {
        let mut sets = BTreeMap::<&str, (&Expansion, &Said)>::new();
        let all = self.ruling().flat_map(|part| part.sets.iter().map(move |(option, said)| (part, option, said)));
        for (part, option, said) in all.filter(|(_, option, _)| !self.options.contains_key(&option.text)) {
            let Some((first, other)) = sets.insert(&option.text, (part, said)) else { continue };
            if other.value != said.value {
                let (one, two, name) = (part.id(), first.id(), &option.text);
                let message = format!("{one} sets {name} to {}, but {two} to {}", said.value, other.value);
                let help = format!("the other is at {}; a value that the players set has priority", other.place);
                return Err(said.place.error(message).with_help(help));
            }
        }
        Ok(sets.into_iter().map(|(option, (_, said))| (option, &said.value)).collect())
    }

    /// Returns the edition, if there are any. Only one expansion can declare editions.
    fn edition(&self) -> Result<Option<&Edition>, RecipeError> {
        let mut declared = self.ruling().filter_map(Expansion::editions);
        let first = declared.next();
        if let (Some(first), Some(second)) = (first, declared.next()) {
            let error = second.place().error("another expansion in play declares editions too");
            return Err(error.with_help(format!("first at {}", first.place())).into());
        }
        let Some(name) = self.edition.as_deref().or(first.map(Editions::default)) else { return Ok(None) };
        first.and_then(|all| all.named(name)).map(Some).ok_or_else(|| {
            let names = first.iter().flat_map(|all| all.list()).map(Edition::name);
            RecipeError::UnknownEdition { name: name.into(), known: suggestion(name, names) }
        })
    }

    fn check_limits(&self, options: &Options<'_>, resolved: &Resolved) -> Result<(), RecipeError> {
        let is_ruling = |set: &str| self.extent_of(set).is_some_and(|extent| extent.rules);
        let is_for = |limit: &&Limit| limit.with.iter().all(|set| is_ruling(&set.text));
        self.ruling().try_for_each(|part| {
            part.limits.iter().filter(is_for).try_for_each(|limit| limit.check(part.id(), options, resolved))
        })
    }
}

/// Returns the value of an option that nobody set: as another option suggests, or its default.
fn usual<'a>(option: &'a GameOption, values: &Values) -> &'a OptionValue {
    let follows = option.follows().filter(|(other, is, _)| values.get(*other) == Some(*is));
    follows.map_or(option.default(), |(_, _, default)| default)
}
