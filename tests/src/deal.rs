//! Tables to play at: an edition, options and a number of players, written as a row of data.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::{Chance, Game, Setup, SetupError};

use crate::naive::{Faces, Model, Rules};
use crate::sets;

/// The editions of RULES §18.
pub const EDITIONS: [&str; 7] =
    ["rgg-2000", "hig-2nd", "hig-3rd", "bigbox-2006", "anniversary-2021", "compendium-4", "compendium-3"];

/// The options of RULES §18 that the base game knows, with their values.
pub const OPTIONS: [(&str, &[&str]); 8] = [
    ("farm_scoring", &["city-majority-4", "city-once-3", "per-farm-3"]),
    ("tiny_city", &["2", "4"]),
    ("tiny_city_pennant", &["1", "2"]),
    ("farmers", &["on", "off"]),
    ("max_players", &["5", "6"]),
    ("first_player", &["seat", "youngest", "random"]),
    ("unplaceable", &["discard", "return"]),
    ("scoring_order", &["fixed", "active-player"]),
];

static BASE: LazyLock<Arc<Expansion>> = LazyLock::new(|| {
    let folder = Folder::read_dir(root().join("../expansions/base")).expect("the folder of the base game");
    Arc::new(Expansion::read(&folder).unwrap_or_else(|error| panic!("{error}")))
});

static FACES: LazyLock<Arc<Faces>> = LazyLock::new(|| Arc::new(Faces::base()));

/// The folder of this crate.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// What is played: `base*3 hig-3rd 2 farmers=off,tiny_city=2`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// How many times over the tiles are in play.
    pub times: u16,
    /// The edition.
    pub edition: String,
    /// How many play.
    pub players: usize,
    /// Options that differ from the edition.
    pub options: BTreeMap<String, String>,
}

impl Deal {
    /// An edition as it is printed.
    pub fn new(edition: &str, players: usize) -> Deal {
        Deal { times: 1, edition: edition.into(), players, options: BTreeMap::new() }
    }

    /// The same with this many copies of the tiles.
    pub fn times(self, times: u16) -> Deal {
        Deal { times, ..self }
    }

    /// The same with an option.
    pub fn with(mut self, option: &str, value: &str) -> Deal {
        self.options.insert(option.into(), value.into());
        self
    }

    /// Any table: any edition, each option with even chances left alone or set, as many players as may play.
    pub fn any(chance: &mut Chance) -> Deal {
        let mut pick = |bound: usize| chance.below(bound as u32) as usize;
        let mut deal = Deal::new(EDITIONS[pick(EDITIONS.len())], 0);
        for (name, values) in OPTIONS {
            if pick(2) == 0 {
                deal = deal.with(name, values[pick(values.len())]);
            }
        }
        let most = if deal.options.get("max_players").is_some_and(|most| most == "5") { 5 } else { 6 };
        deal.players = 2 + pick(most - 1);
        deal
    }

    /// Sets the table.
    pub fn set_up(&self) -> Result<Arc<Setup>, SetupError> {
        let recipe = Recipe {
            expansions: vec![Portion { times: self.times, ..Portion::one(BASE.clone()) }],
            edition: Some(self.edition.clone()),
            options: self.options.clone(),
            ..Recipe::default()
        };
        Setup::new(recipe, sets::names(self.players), false).map(Arc::new)
    }

    /// Begins a game.
    pub fn begin(&self, seed: u64) -> Game {
        Game::new(self.set_up().unwrap_or_else(|error| panic!("{self}: {error}")), seed)
            .unwrap_or_else(|fault| panic!("{self}: {fault}"))
    }

    /// Begins the same game as the naive model plays it: told how the pile lies and who was drawn to begin, nothing more.
    pub fn begin_naive(&self, game: &Game) -> Model {
        let mut pile = pile_of(game);
        let turn = &game.state().turn;
        pile.extend(turn.drawn.map(|tile| game.catalogue().tile_name(tile)));
        let rules = Rules::named(&self.edition, &self.options);
        Model::new(FACES.clone(), rules, game.setup().players(), pile, turn.player.0 as usize)
    }
}

/// The tiles to come, the top at the end.
pub fn pile_of(game: &Game) -> Vec<String> {
    game.state().pile.tiles().iter().map(|&tile| game.catalogue().tile_name(tile)).collect()
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let options = if options.is_empty() { "-".into() } else { options.join(",") };
        write!(f, "base*{} {} {} {options}", self.times, self.edition, self.players)
    }
}

impl FromStr for Deal {
    type Err = String;

    fn from_str(text: &str) -> Result<Deal, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [set, edition, players, options] = words[..] else { return Err(format!("four words in `{text}`")) };
        let times = set.strip_prefix("base*").and_then(|times| times.parse().ok());
        let times = times.ok_or_else(|| format!("`{set}` is no base*N"))?;
        let players = players.parse().map_err(|_| format!("`{players}` is no number of players"))?;
        let mut deal = Deal::new(edition, players).times(times);
        for option in options.split(',').filter(|option| *option != "-") {
            let (name, value) = option.split_once('=').ok_or_else(|| format!("`{option}` is no NAME=VALUE"))?;
            deal = deal.with(name, value);
        }
        Ok(deal)
    }
}
