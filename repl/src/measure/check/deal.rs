//! Random tables: any compatible sets of the library, whole or in part, any edition, option values and number of
//! players. Each table is dealt around one value of one option, so that every value comes round, however many sets there
//! are. A table depends only on its number.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_core::manifest::{Expansion, Extent, GameOption, OptionValue, Portion, Recipe};
use bastide_core::{Chance, Setup, SetupError};

use crate::game::library::{ALWAYS, Library, TRIALS};
use crate::game::new::COLOURS;
use crate::io::reply::Failure;

/// How often a table is dealt again because its sets, options and players are incompatible.
const MAX_TRIES: usize = 200;
/// How rare each set, house rule and trial rule is at full tables.
const SET_ONE_IN: u32 = 2;
const HOUSE_ONE_IN: u32 = 4;
const TRIAL_ONE_IN: u32 = 6;
/// How rare full tables are. At the others sets are rarer by this factor, because a full table takes ten times as long.
const FULL_ONE_IN: u32 = 60;
const FEWER_SETS_FACTOR: u32 = 6;
/// How rarely a set is dealt only in part.
const PART_ONE_IN: usize = 12;
/// How rarely a table has the tiles of the base game more than once.
const LARGE_ONE_IN: u32 = 8;

/// Deals random tables.
pub struct Dealer {
    always: Arc<Expansion>,
    /// Each set, and how rarely it is dealt.
    others: Vec<(Arc<Expansion>, u32)>,
    /// Every value of every option.
    topics: Vec<Topic>,
}

/// A value of an option, and the sets without which it does not exist.
struct Topic {
    needs: Vec<String>,
    option: String,
    value: OptionValue,
}

/// A table.
pub struct Dealt {
    /// The sets and options.
    pub recipe: Recipe,
    /// What it is played with.
    pub setup: Arc<Setup>,
}

/// How many games had each value of each option.
pub type Coverage = BTreeMap<(String, String), u64>;

impl Topic {
    /// The values of the options of a set.
    fn all(set: &Expansion, sets: &[&Arc<Expansion>]) -> Vec<Topic> {
        let mut needs = vec![set.id().to_string()];
        let mut at = 0;
        while let Some(id) = needs.get(at) {
            let required = sets.iter().filter(|other| other.id() == id).flat_map(|set| set.requires());
            let new: Vec<String> = required.map(|(id, _)| id.to_string()).filter(|id| !needs.contains(id)).collect();
            needs.extend(new);
            at += 1;
        }
        let values = set.options().iter().flat_map(|option| option.values().iter().map(move |value| (option, value)));
        let topic = |(option, value): (&GameOption, &OptionValue)| Topic {
            needs: needs.clone(),
            option: option.name().into(),
            value: value.clone(),
        };
        values.map(topic).collect()
    }

    fn needs(&self, set: &Expansion) -> bool {
        self.needs.iter().any(|id| id == set.id())
    }
}

impl Dealer {
    /// A dealer for all sets and house rules of a library, and the trial rules.
    pub fn new(library: &mut Library) -> Result<Dealer, Failure> {
        let always = library.find(ALWAYS)?;
        let mut others = Vec::new();
        for id in library.ids().iter().map(String::as_str).filter(|id| *id != ALWAYS) {
            let set = library.find(id)?;
            let seldom = if set.is_house() { HOUSE_ONE_IN } else { SET_ONE_IN };
            others.push((set, seldom));
        }
        for id in TRIALS {
            others.push((library.find(id)?, TRIAL_ONE_IN));
        }
        let sets: Vec<&Arc<Expansion>> = [&always].into_iter().chain(others.iter().map(|(set, _)| set)).collect();
        let topics = sets.iter().flat_map(|set| Topic::all(set, &sets)).collect();
        Ok(Dealer { always, others, topics })
    }

    /// Every value of every option that could be dealt, with zero games.
    pub fn coverage(&self) -> Coverage {
        self.topics.iter().map(|topic| ((topic.option.clone(), topic.value.to_string()), 0)).collect()
    }

    /// The table with this number.
    pub fn deal(&self, number: u64) -> Result<Dealt, SetupError> {
        let mut chance = Chance::new(number);
        let mut refused = None;
        for _ in 0..MAX_TRIES {
            let (recipe, players) = self.recipe(&mut chance);
            let names = COLOURS[..players].iter().map(|name| name.to_string()).collect();
            match Setup::new(recipe.clone(), names, false) {
                Ok(setup) => return Ok(Dealt { recipe, setup: Arc::new(setup) }),
                // Incompatible sets are not an error.
                Err(error @ SetupError::Recipe(_)) => refused = Some(error),
                Err(error) => return Err(error),
            }
        }
        Err(refused.unwrap_or_else(|| SetupError::Players("no table was dealt".into())))
    }

    fn recipe(&self, chance: &mut Chance) -> (Recipe, usize) {
        let mut pick = |bound: usize| chance.below(bound as u32) as usize;
        let times = if pick(LARGE_ONE_IN as usize) == 0 { 2 + pick(2) as u16 } else { 1 };
        let is_full = pick(FULL_ONE_IN as usize) == 0;
        let fewer = if is_full { 1 } else { FEWER_SETS_FACTOR };
        let topic = &self.topics[pick(self.topics.len())];
        let mut is_dealt = |seldom: u32| pick((seldom * fewer) as usize) == 0;
        let dealt = self.others.iter().filter(|(set, seldom)| is_dealt(*seldom) | topic.needs(set));
        let dealt = dealt.map(|(set, _)| set.clone());
        let mut sets = vec![self.always.clone()];
        sets.extend(dealt);
        without_what_lacks(&mut sets);
        let editions = self.always.editions().map_or(&[][..], |editions| editions.list());
        let edition = match pick(editions.len() + 1) {
            0 => None,
            n => Some(editions[n - 1].name().to_string()),
        };
        let mut expansions: Vec<Portion> = sets.into_iter().map(Portion::one).collect();
        expansions[0].times = times;
        for set in expansions.iter_mut().skip(1).filter(|set| set.expansion.tiles().next().is_some()) {
            if pick(PART_ONE_IN) == 0 && !topic.needs(&set.expansion) {
                set.extent = Extent::PARTS[pick(Extent::PARTS.len())].1;
            }
        }
        let mut options = BTreeMap::new();
        // Half of the tables use the printed rules, except for the topic.
        if pick(2) == 0 {
            let ruling = expansions.iter().filter(|set| set.extent.rules);
            for option in ruling.flat_map(|set| set.expansion.options()) {
                options.insert(option.name().to_string(), option.values()[pick(option.values().len())].to_string());
            }
        }
        options.insert(topic.option.clone(), topic.value.to_string());
        let players = 2 + pick(COLOURS.len() - 1);
        (Recipe { expansions, edition, options, ..Recipe::default() }, players)
    }
}

/// Removes sets that require a set that was not dealt, repeatedly.
fn without_what_lacks(sets: &mut Vec<Arc<Expansion>>) {
    loop {
        let ids: Vec<String> = sets.iter().map(|set| set.id().to_string()).collect();
        sets.retain(|set| set.requires().all(|(id, _)| ids.iter().any(|there| there == id)));
        if sets.len() == ids.len() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In 300,000 games, eight per table, every value should be played in 500.
    #[test]
    fn every_value_of_every_option_comes_round() {
        const TABLES: u64 = 15_000;
        let dealer = Dealer::new(&mut Library::default()).unwrap();
        let mut coverage = dealer.coverage();
        for number in 0..TABLES {
            for option in dealer.recipe(&mut Chance::new(number)).0.options {
                *coverage.get_mut(&option).unwrap() += 1;
            }
        }
        let rare: Vec<_> = coverage.iter().filter(|(_, tables)| **tables * 600 < TABLES).collect();
        assert!(rare.is_empty(), "{rare:?}");
    }
}
