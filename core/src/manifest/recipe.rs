//! What a game is made of: expansions, an edition, options, players; and what is wrong with such a wish.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::assembly::Assembly;
use super::error::{ManifestError, quoted};
use super::expansion::Expansion;
use super::guess::{nearest, suggestion_at_table};
use super::limit;
use super::node::Word;
use super::option::{Editions, Options};
use super::order::ordered;
use super::tiles::TileLines;
use crate::catalogue::{Draft, DraftTile, MAX_PLAYERS, MAX_TILES};

/// How much of a set is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// What it declares beside what its tiles are drawn with, its options and its script.
    pub rules: bool,
    /// Its tiles, its start position and what it says about the pile.
    pub tiles: bool,
}

impl Extent {
    /// All of it.
    pub const WHOLE: Extent = Extent { rules: true, tiles: true };
    /// The parts that can be played alone, and their names.
    pub const PARTS: [(&str, Extent); 2] =
        [("tiles", Extent { rules: false, tiles: true }), ("rules", Extent { rules: true, tiles: false })];

    /// The name of the part; nothing if it is all of the set.
    pub fn part(self) -> Option<&'static str> {
        Extent::PARTS.iter().find(|(_, part)| *part == self).map(|(name, _)| *name)
    }

    /// What is in both.
    pub fn and(self, other: Extent) -> Extent {
        Extent { rules: self.rules && other.rules, tiles: self.tiles && other.tiles }
    }
}

/// An expansion in a game, its tiles so many times.
#[derive(Clone, Debug)]
pub struct Portion {
    /// Which.
    pub expansion: Arc<Expansion>,
    /// How many times over its tiles are in play.
    pub times: u16,
    /// How much of it is in play.
    pub extent: Extent,
}

impl Portion {
    /// An expansion with its tiles once.
    pub fn one(expansion: Arc<Expansion>) -> Portion {
        Portion { expansion, times: 1, extent: Extent::WHOLE }
    }

    /// Its tiles that are in play.
    pub(super) fn tiles(&self) -> &[TileLines] {
        if self.extent.tiles { &self.expansion.tiles } else { &[] }
    }
}

/// What a game is made of.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The expansions; [`Recipe::ordered`] puts them in the order in which they are laid over one another.
    pub expansions: Vec<Portion>,
    /// The edition, if not the default one.
    pub edition: Option<String>,
    /// Options that were set one by one, and their values.
    pub options: BTreeMap<String, String>,
    /// How many play.
    pub players: usize,
    /// Tiles that no expansion has: a lab's own.
    pub extra_tiles: Vec<DraftTile>,
}

/// What a game is played with, after all defaults.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The edition, where any expansion declares editions.
    pub edition: Option<String>,
    /// Every option's value.
    pub options: BTreeMap<String, String>,
}

/// Why there is no such game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RecipeError {
    /// A manifest is wrong, or does not go with the others.
    #[error(transparent)]
    Manifest(#[from] ManifestError),
    /// No edition has this name.
    #[error("there is no edition {}; {known}", quoted(.name))]
    UnknownEdition {
        /// The name.
        name: String,
        /// What was meant, or what there is.
        known: String,
    },
    /// No option has this name.
    #[error("there is no option {}; {known}", quoted(.name))]
    UnknownOption {
        /// The name.
        name: String,
        /// What was meant, or what there is.
        known: String,
    },
    /// The option cannot have this value.
    #[error("{option} is {values}, not {}{}", quoted(.value), meant(.near))]
    UnknownValue {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// What it can be.
        values: String,
        /// What was probably meant.
        near: Option<String>,
    },
    /// Too few or too many players.
    #[error("{name} is for {} to {} players, not {players}", .range.start(), .range.end())]
    Players {
        /// The expansion that says so.
        name: String,
        /// How many it is for.
        range: RangeInclusive<usize>,
        /// How many there are.
        players: usize,
    },
    /// An expansion is named twice.
    #[error("{0} is named twice; `{0}*2` doubles its tiles")]
    Twice(String),
    /// An expansion is taken no times.
    #[error("{0}*0 would be nothing: leave {0} out, or take it once or more")]
    NoTimes(String),
    /// More tiles than one game can count.
    #[error("these are too many tiles: a game holds at most {MAX_TILES}, and fewer where much is printed on them")]
    TooManyTiles,
    /// A lab's own tile has the name of another.
    #[error("there is a tile {0} already")]
    TileTwice(String),
    /// A set was asked for in part, and has no such part.
    #[error("{0} has no tiles; name {0} alone")]
    NoPart(String),
    /// An option has a value that does not go with a set, or with what another option is.
    #[error("{set} does not go with {option}={value}: {why}; {option} can be {fits}")]
    Clash {
        /// The set that says so, and the options under which it does.
        set: Box<str>,
        /// The option.
        option: Box<str>,
        /// What it is.
        value: Box<str>,
        /// What it can be.
        fits: Box<str>,
        /// The reason.
        why: Box<str>,
    },
    /// Nothing says what lies between the strokes.
    #[error("these expansions add to a game and are none: nobody declares the kind `field`")]
    NoField,
}

impl Recipe {
    /// Assembles the declarations of all expansions, and says what was decided where nothing was said.
    pub fn draft(&self) -> Result<(Draft, Resolved), RecipeError> {
        self.clone().ordered()?.assemble()
    }

    /// The same with its expansions in the order in which they are loaded: each after those that it requires or comes
    /// after, otherwise by id.
    pub fn ordered(mut self) -> Result<Recipe, RecipeError> {
        self.check_portions()?;
        self.expansions = ordered(self.expansions)?;
        Ok(self)
    }

    fn assemble(&self) -> Result<(Draft, Resolved), RecipeError> {
        let options = self.declared_options()?;
        let resolved = self.resolve(&options)?;
        limit::check(self, &options, &resolved)?;
        let assembly = Assembly::new(self, &options, &resolved)?;
        self.check_players(&assembly)?;
        Ok((assembly.draft()?, resolved))
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = &Expansion> {
        self.expansions.iter().map(|portion| &*portion.expansion)
    }

    /// The expansions that are in play with their rules.
    pub(super) fn ruling(&self) -> impl Iterator<Item = &Expansion> {
        self.expansions.iter().filter(|portion| portion.extent.rules).map(|portion| &*portion.expansion)
    }

    /// How much of a set is in play; nothing if none of it is.
    pub(super) fn extent_of(&self, set: &str) -> Option<Extent> {
        self.expansions.iter().find(|portion| portion.expansion.id() == set).map(|portion| portion.extent)
    }

    fn check_portions(&self) -> Result<(), RecipeError> {
        for (i, Portion { expansion, times, extent }) in self.expansions.iter().enumerate() {
            if self.parts().take(i).any(|other| other.id() == expansion.id()) {
                return Err(RecipeError::Twice(expansion.id().into()));
            }
            if *times == 0 {
                return Err(RecipeError::NoTimes(expansion.id().into()));
            }
            if *extent != Extent::WHOLE && expansion.tiles.is_empty() {
                return Err(RecipeError::NoPart(expansion.id().into()));
            }
        }
        let in_set = |set: &Portion| set.tiles().iter().map(|tile| tile.count as u64 * set.times as u64).sum();
        let extra = self.extra_tiles.iter().map(|tile| tile.count as u64);
        if self.expansions.iter().map(in_set).chain(extra).sum::<u64>() > MAX_TILES as u64 {
            return Err(RecipeError::TooManyTiles);
        }
        Ok(())
    }

    fn check_players(&self, assembly: &Assembly<'_>) -> Result<(), RecipeError> {
        let any = 1..=MAX_PLAYERS;
        if !any.contains(&self.players) {
            return Err(RecipeError::Players { name: "the table".into(), range: any, players: self.players });
        }
        match assembly.players().find(|(_, range)| !range.contains(&self.players)) {
            Some((part, range)) => {
                Err(RecipeError::Players { name: part.id().into(), range: range.clone(), players: self.players })
            }
            None => Ok(()),
        }
    }

    fn declared_options(&self) -> Result<Options<'_>, ManifestError> {
        let mut options = Options::default();
        self.ruling().flat_map(Expansion::options).try_for_each(|option| options.add(option))?;
        for edition in self.ruling().filter_map(Expansion::editions).flat_map(Editions::list) {
            options.check(&edition.options)?;
        }
        self.ruling().try_for_each(|part| options.check(&part.sets))?;
        Ok(options)
    }

    /// The options that expansions set in the players' stead. Where the players say a value, nobody else is heard.
    fn set_by_expansions(&self) -> Result<BTreeMap<&str, &str>, ManifestError> {
        let mut sets = BTreeMap::<&str, (&Expansion, &Word)>::new();
        let all = self.ruling().flat_map(|part| part.sets.iter().map(move |(option, value)| (part, option, value)));
        for (part, option, value) in all.filter(|(_, option, _)| !self.options.contains_key(&option.text)) {
            let Some((first, other)) = sets.insert(&option.text, (part, value)) else { continue };
            if other.text != value.text {
                let message = format!(
                    "{} sets {} to {}, but {} to {}",
                    part.id(),
                    option.text,
                    value.text,
                    first.id(),
                    other.text
                );
                let help = format!("the other is at {}; what the players say themselves decides", other.place);
                return Err(value.place.error(message).with_help(help));
            }
        }
        Ok(sets.into_iter().map(|(option, (_, value))| (option, value.text.as_str())).collect())
    }

    /// What every option is: as said, or as an expansion sets it, or as the edition says, or as another option suggests, or as usual.
    fn resolve(&self, options: &Options<'_>) -> Result<Resolved, RecipeError> {
        self.check_options(options)?;
        let sets = self.set_by_expansions()?;
        let editions = self.editions()?;
        let name = self.edition.as_deref().or(editions.map(Editions::default));
        let edition = match name {
            Some(name) => Some(editions.and_then(|all| all.named(name)).ok_or_else(|| no_edition(name, editions))?),
            None => None,
        };
        let mut values: BTreeMap<String, String> = BTreeMap::new();
        for option in &options.list {
            let in_edition = || edition?.options().find(|(name, _)| *name == option.name()).map(|(_, value)| value);
            let followed = || {
                let follows = option.follows.as_ref()?;
                (values.get(&follows.option.text)? == &follows.is.text).then_some(follows.default.text.as_str())
            };
            let said = self.options.get(option.name()).map(String::as_str).or(sets.get(option.name()).copied());
            let value = said.or_else(in_edition).or_else(followed).unwrap_or(option.default()).to_string();
            values.insert(option.name().into(), value);
        }
        Ok(Resolved { edition: name.map(String::from), options: values })
    }

    fn check_options(&self, options: &Options<'_>) -> Result<(), RecipeError> {
        let names = options.list.iter().map(|option| option.name());
        for (name, value) in &self.options {
            let Some(option) = options.list.iter().find(|option| option.name() == name) else {
                return Err(RecipeError::UnknownOption { name: name.clone(), known: suggestion_at_table(name, names) });
            };
            if !option.values().contains(value) {
                let near = nearest(value, option.values().iter().map(String::as_str)).map(String::from);
                let (option, value, values) = (name.clone(), value.clone(), option.values_told());
                return Err(RecipeError::UnknownValue { option, value, values, near });
            }
        }
        Ok(())
    }

    /// The editions of the game; only one expansion can say what they are.
    fn editions(&self) -> Result<Option<&Editions>, ManifestError> {
        let mut declared = self.ruling().filter_map(Expansion::editions);
        let first = declared.next();
        if let (Some(first), Some(second)) = (first, declared.next()) {
            let error = second.place().place.error("another expansion in play declares editions too");
            return Err(error.with_help(format!("first at {}", first.place().place)));
        }
        Ok(first)
    }
}

fn no_edition(name: &str, editions: Option<&Editions>) -> RecipeError {
    let names: Vec<&str> = editions.iter().flat_map(|all| all.list()).map(|edition| edition.name()).collect();
    RecipeError::UnknownEdition { name: name.into(), known: suggestion_at_table(name, names) }
}

fn meant(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!("; did you mean `{near}`?")).unwrap_or_default()
}
