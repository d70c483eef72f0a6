//! What a game is made of: expansions, an edition, options, players.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::expansion::Expansion;
use super::refused::RecipeError;
use super::tiles::TileLines;
use crate::table::catalogue::{DraftTile, MAX_TILES};

/// How much of a set is in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its options, its script, and all declarations except those that its tiles are drawn with.
    pub rules: bool,
    /// Its tiles, its start position and what it says about the pile.
    pub tiles: bool,
}

impl Extent {
    /// All of it.
    pub const WHOLE: Extent = Extent { rules: true, tiles: true };
    /// The parts that can be played alone, with their names.
    pub const PARTS: [(&str, Extent); 2] =
        [("tiles", Extent { rules: false, tiles: true }), ("rules", Extent { rules: true, tiles: false })];

    /// Returns the name of the part; `None` for the whole set.
    pub fn part(self) -> Option<&'static str> {
        Extent::PARTS.iter().find(|(_, part)| *part == self).map(|(name, _)| *name)
    }

    /// Returns what both have in common.
    pub fn and(self, other: Extent) -> Extent {
        Extent { rules: self.rules && other.rules, tiles: self.tiles && other.tiles }
    }
}

/// An expansion in a game.
#[derive(Clone, Debug)]
pub struct Portion {
    /// The expansion.
    pub expansion: Arc<Expansion>,
    /// How many times its tiles are in play.
    pub times: u16,
    /// How much of it is in play.
    pub extent: Extent,
}

impl Portion {
    /// An expansion with its tiles once.
    pub fn one(expansion: Arc<Expansion>) -> Portion {
        Portion { expansion, times: 1, extent: Extent::WHOLE }
    }

    /// Returns its tiles that are in play.
    pub(super) fn tiles(&self) -> &[TileLines] {
        if self.extent.tiles { &self.expansion.tiles } else { &[] }
    }
}

/// What a game is made of.
#[derive(Clone, Debug, Default)]
pub struct Recipe {
    /// The expansions; [`Recipe::ordered`] puts them in load order, in which they are laid over one another.
    pub expansions: Vec<Portion>,
    /// The edition, if not the default.
    pub edition: Option<String>,
    /// Options that players set one by one, as typed; each option parses its own values.
    pub options: BTreeMap<String, String>,
    /// The number of players.
    pub players: usize,
    /// Tiles that no expansion has, from a lab.
    pub extra_tiles: Vec<DraftTile>,
    /// Rules that no expansion has, from a lab: hooks as they stand in the table that a script returns.
    pub extra_hooks: Vec<String>,
}

impl Recipe {
    pub(super) fn parts(&self) -> impl Iterator<Item = &Expansion> {
        self.expansions.iter().map(|portion| &*portion.expansion)
    }

    /// Returns the expansions whose rules are in play.
    pub(super) fn ruling(&self) -> impl Iterator<Item = &Expansion> {
        self.expansions.iter().filter(|portion| portion.extent.rules).map(|portion| &*portion.expansion)
    }

    /// Returns how much of a set is in play; `None` if nothing is.
    pub(super) fn extent_of(&self, set: &str) -> Option<Extent> {
        self.expansions.iter().find(|portion| portion.expansion.id() == set).map(|portion| portion.extent)
    }

    /// Rejects sets that are named twice, zero times, or more often than there is space for.
    pub(super) fn check_portions(&self) -> Result<(), RecipeError> {
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
}
