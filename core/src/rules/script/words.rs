//! The names that a script can use: what the manifests in play declare. A name that no manifest declares is an error,
//! with a suggestion what may have been meant.

use std::collections::BTreeMap;

use mlua::{Table, Value};

use crate::language::unknown;
use crate::rules::manifest::OptionValue;
use crate::table::catalogue::{Catalogue, CounterId, FigureKindId, KindId, Line, TagId, TokenId, VerbId, ZoneId};
use crate::table::choice::Target;
use crate::table::sheet::{ReasonId, Reasons};

/// Looks up names.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    pub catalogue: &'a Catalogue,
    pub options: &'a BTreeMap<String, OptionValue>,
    pub sets: &'a [String],
    pub reasons: &'a Reasons,
}

impl Words<'_> {
    pub fn kind(&self, name: &str) -> Result<KindId, String> {
        let known = self.catalogue.kinds.iter().map(|kind| kind.name.as_str());
        self.catalogue.kind_named(name).ok_or_else(|| unknown("kind of feature", name, known))
    }

    pub fn tag(&self, name: &str) -> Result<TagId, String> {
        self.catalogue
            .tag_named(name)
            .ok_or_else(|| unknown("tag", name, self.catalogue.tags.iter().map(String::as_str)))
    }

    pub fn figure(&self, name: &str) -> Result<FigureKindId, String> {
        let known = self.catalogue.figures.iter().map(|figure| figure.name.as_str());
        self.catalogue.figure_named(name).ok_or_else(|| unknown("figure", name, known))
    }

    /// Returns a kind of figure or token as the target of an option.
    pub fn piece(&self, name: &str) -> Result<Target, String> {
        match self.catalogue.token_named(name) {
            Some(token) => Ok(Target::Token(token)),
            None => self.figure(name).map(Target::Kind),
        }
    }

    pub fn token(&self, name: &str) -> Result<TokenId, String> {
        let known = self.catalogue.tokens.iter().map(|token| token.name.as_str());
        self.catalogue.token_named(name).ok_or_else(|| unknown("token", name, known))
    }

    /// Returns the index of a form.
    pub fn form(&self, name: &str) -> Result<u8, String> {
        let known = self.catalogue.forms.iter().map(|form| form.name.as_str());
        self.catalogue.form_named(name).ok_or_else(|| unknown("form", name, known))
    }

    pub fn zone(&self, name: &str) -> Result<ZoneId, String> {
        let known: Vec<&str> = self.catalogue.all_zones().map(|(_, zone)| zone.name.as_str()).collect();
        self.catalogue.zone_named(name).ok_or_else(|| unknown("zone", name, known))
    }

    pub fn verb(&self, name: &str) -> Result<VerbId, String> {
        let known = self.catalogue.verbs.iter().map(|verb| verb.name.as_str());
        self.catalogue
            .verb_named(name)
            .ok_or_else(|| unknown("verb", name, known) + "; verbs are declared in `[verbs]` of the manifest")
    }

    pub fn counter(&self, name: &str) -> Result<CounterId, String> {
        let known = self.catalogue.counters.iter().map(String::as_str);
        self.catalogue.counter_named(name).ok_or_else(|| unknown("counter", name, known))
    }

    /// Returns the number of the cause of a move. Scripts can make up causes, so any name is valid.
    pub fn cause(&self, name: &str) -> Result<ReasonId, String> {
        Ok(self.reasons.id(name))
    }

    /// Returns the value of an option.
    pub fn option(&self, name: &str) -> Result<&OptionValue, String> {
        let known = self.options.keys().map(String::as_str);
        self.options.get(name).ok_or_else(|| unknown("option", name, known))
    }

    /// Returns a line of a sheet: the tiles, the tiles around, a tag, or a kind of neighbour.
    pub fn line(&self, name: &str) -> Result<Line, String> {
        match name {
            "tile" => Ok(Line::Tile),
            "neighbour" => Ok(Line::Neighbour),
            _ => {
                let tag = self.catalogue.tag_named(name).map(Line::Tag);
                tag.or_else(|| self.catalogue.kind_named(name).map(Line::Kind)).ok_or_else(|| {
                    let declared = self.catalogue.tags.iter().map(String::as_str);
                    unknown("line of a sheet", name, declared.chain(["tile", "neighbour"]))
                })
            }
        }
    }

    /// Looks up one name or a list of names.
    pub fn each<T>(
        &self,
        key: &str,
        value: &Value,
        what: &str,
        find: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let wrong = || format!("`{key}` is the name of a {what}, or a list of names");
        match value {
            Value::String(name) => Ok(vec![find(&name.to_string_lossy())?]),
            Value::Table(list) => {
                let names: Vec<String> = list.sequence_values().collect::<Result<_, _>>().map_err(|_| wrong())?;
                if names.is_empty() { Err(wrong()) } else { names.iter().map(|name| find(name)).collect() }
            }
            _ => Err(wrong()),
        }
    }

    /// Looks up one name or a list of names, and returns one bit for each.
    pub fn bits(
        &self,
        key: &str,
        value: &Value,
        what: &str,
        find: impl Fn(&Words<'_>, &str) -> Result<u8, String>,
    ) -> Result<u64, String> {
        // Almost always there is just one name, so no list is made for it.
        match value {
            Value::String(name) => find(self, &name.to_string_lossy()).map(|number| 1 << number),
            list => {
                let numbers = self.each(key, list, what, |name| find(self, name))?;
                Ok(numbers.iter().fold(0, |bits, number| bits | 1 << number))
            }
        }
    }

    /// Whether every option in a table has the given value.
    pub fn options_hold(&self, value: &Value) -> Result<bool, String> {
        let table: &Table = value.as_table().ok_or("`option` is a table of names and values")?;
        let mut hold = true;
        for pair in table.pairs::<String, Value>() {
            let (name, wanted) = pair.map_err(|_| "the keys of `option` are names".to_string())?;
            let value = self.option(&name)?;
            hold &= match wanted {
                Value::Boolean(wanted) => *value == OptionValue::Flag(wanted),
                Value::Integer(wanted) => *value == OptionValue::Number(wanted),
                Value::Number(wanted) => value.number().is_some_and(|number| number as f64 == wanted),
                // A text also matches a number or a switch that prints like it.
                Value::String(wanted) => value.to_string() == wanted.to_string_lossy(),
                _ => return Err("an option's value is a word, a number, true or false".into()),
            };
        }
        Ok(hold)
    }

    /// Whether every set in a table is in play, or not in play, as given. A set that does not exist is not in play.
    pub fn sets_hold(&self, value: &Value) -> Result<bool, String> {
        let wrong = || "`plays` is a table: the ids of sets, each true or false".to_string();
        let mut hold = true;
        for pair in value.as_table().ok_or_else(wrong)?.pairs::<String, bool>() {
            let (set, wanted) = pair.map_err(|_| wrong())?;
            hold &= self.sets.contains(&set) == wanted;
        }
        Ok(hold)
    }
}
