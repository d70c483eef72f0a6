//! Random tables: any compatible sets of the library, whole or in part, any edition, option values and number of
//! players. A table depends only on its number.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_core::manifest::{Expansion, Extent, OptionValue, Portion, Recipe};
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
const FULL_ONE_IN: u32 = 20;
const FEWER_SETS_FACTOR: u32 = 4;
/// How rarely a set is dealt only in part.
const PART_ONE_IN: usize = 12;
/// How rarely a table has the tiles of the base game more than once.
const LARGE_ONE_IN: u32 = 8;

/// Deals random tables.
pub struct Dealer {
    always: Arc<Expansion>,
    /// Each set, and how rarely it is dealt.
    others: Vec<(Arc<Expansion>, u32)>,
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
        Ok(Dealer { always, others })
    }

    /// Every value of every option that could be dealt, with zero games.
    pub fn coverage(&self) -> Coverage {
        let sets = [&self.always].into_iter().chain(self.others.iter().map(|(set, _)| set));
        let options = sets.flat_map(|set| set.options());
        let value = |name: &str, value: &OptionValue| ((name.to_string(), value.to_string()), 0);
        options.flat_map(|option| option.values().iter().map(|of| value(option.name(), of))).collect()
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
        let mut is_dealt = |seldom: u32| pick((seldom * fewer) as usize) == 0;
        let dealt = self.others.iter().filter(|(_, seldom)| is_dealt(*seldom)).map(|(set, _)| set.clone());
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
            if pick(PART_ONE_IN) == 0 {
                set.extent = Extent::PARTS[pick(Extent::PARTS.len())].1;
            }
        }
        let mut options = BTreeMap::new();
        // Half of the tables use the printed rules. Full ones never do: some options need several sets at once, which are
        // seldom dealt together elsewhere.
        if is_full || pick(2) == 0 {
            let ruling = expansions.iter().filter(|set| set.extent.rules);
            for option in ruling.flat_map(|set| set.expansion.options()) {
                options.insert(option.name().to_string(), option.values()[pick(option.values().len())].to_string());
            }
        }
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
