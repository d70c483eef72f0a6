//! Ways to play, and a game compared with the naive model line by line.

use std::collections::BTreeSet;

use bastide::bot::{Bot, Greedy};
use bastide_core::{Chance, Choice, Game, Zone};

use crate::deal::{Deal, pile_of};

/// How a game is played. Uniform chance alone would rarely see a shared farm or a large city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Every option alike.
    Random,
    /// Deploys whenever it may.
    Eager,
    /// Deploys farmers whenever it may, else seldom.
    Farming,
    /// Deploys seldom, so that followers are at hand when something is to be completed.
    Sparing,
    /// Places where most tiles lie around, so that cloisters are surrounded and some tiles fit nowhere.
    Compact,
    /// Takes what is worth most at once.
    Greedy,
}

impl Style {
    /// The styles that cost nothing.
    pub const QUICK: [Style; 5] = [Style::Random, Style::Eager, Style::Farming, Style::Sparing, Style::Compact];
}

/// A player with a style; what it does depends on its seed alone.
pub struct Player {
    style: Style,
    chance: Chance,
    greedy: Greedy,
}

impl Player {
    /// A player.
    pub fn new(style: Style, seed: u64) -> Player {
        Player { style, chance: Chance::new(seed), greedy: Greedy::new(Chance::new(seed)) }
    }

    /// Plays to the end.
    pub fn finish(&mut self, game: &mut Game) {
        while let Some(choice) = self.choose(game) {
            game.choose(choice).expect("an option of the game");
        }
    }
}

impl Bot for Player {
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        if self.style == Style::Greedy {
            return self.greedy.choose(game);
        }
        let mut options: Vec<Choice> = decision.options().collect();
        // In an order of its own, so that a seed means the same game however the board enumerates its places.
        options.sort_by_key(|choice| match choice {
            Choice::Place(place) => Some((place.cell, place.rotation)),
            _ => None,
        });
        let wanted = self.wanted(game, &options);
        let among = if wanted.is_empty() { options } else { wanted };
        Some(among[self.chance.below(among.len() as u32) as usize])
    }

    fn reseed(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
        self.greedy.reseed(seed);
    }
}

impl Player {
    /// The options among which the style chooses; none if all are alike to it.
    fn wanted(&mut self, game: &Game, options: &[Choice]) -> Vec<Choice> {
        let is_farmer = |choice: &Choice| game.choice_words(*choice).contains("@field");
        let around = |choice: &Choice| match choice {
            Choice::Place(place) => game.state().board.neighbours(place.cell),
            _ => 0,
        };
        let deploys = |choice: &Choice| matches!(choice, Choice::Deploy(..));
        let deployments: Vec<Choice> = options.iter().copied().filter(deploys).collect();
        match self.style {
            Style::Eager => deployments,
            Style::Farming if deployments.iter().any(is_farmer) => deployments.into_iter().filter(is_farmer).collect(),
            Style::Farming | Style::Sparing if !deployments.is_empty() && self.chance.below(5) > 0 => {
                options.iter().copied().filter(|choice| *choice == Choice::Pass).collect()
            }
            Style::Compact => {
                let most = options.iter().map(around).max();
                options.iter().copied().filter(|choice| Some(around(choice)) == most).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Replays the record of a game in words with the naive model, and beside it in the engine, and compares all that a
/// player can see after every line. The answer is the line at which they part and how.
pub fn compare_with_naive(deal: &Deal, game: &Game) -> Result<(), String> {
    let mut replayed = Game::new(game.setup().clone(), game.seed()).unwrap_or_else(|fault| panic!("{fault}"));
    let mut model = deal.begin_naive(&replayed);
    let lines = game.record_lines();
    for at in 0..=lines.len() {
        let diverged = |what: String| format!("after {at} lines ({:?}): {what}", at.checked_sub(1).map(|n| &lines[n]));
        if model.is_mixed() {
            model.mix(pile_of(&replayed));
        }
        compare(&replayed, &model).map_err(diverged)?;
        if let Some(line) = lines.get(at) {
            replayed.enter(&game.record()[at]).map_err(|refusal| diverged(refusal.to_string()))?;
            model.play(line);
        }
    }
    let ended = (replayed.is_over(), replayed.scores());
    if ended == (true, game.scores()) { Ok(()) } else { Err(format!("the replay ends with {ended:?}")) }
}

fn compare(game: &Game, model: &crate::naive::Model) -> Result<(), String> {
    let state = game.state();
    let same = |what: &str, game: &dyn std::fmt::Debug, model: &dyn std::fmt::Debug| {
        let (game, model) = (format!("{game:?}"), format!("{model:?}"));
        if game == model { Ok(()) } else { Err(format!("{what}: the game says {game}, the model {model}")) }
    };
    same("points", &game.scores(), &model.points())?;
    let follower = game.catalogue().figure_named("follower").ok_or("no follower is declared")?;
    let supplies: Vec<usize> = state.players().map(|player| state.supply(player, follower)).collect();
    same("supplies", &supplies, &model.supplies())?;
    same("over", &game.is_over(), &model.is_over())?;
    let decision = game.decision();
    let tile = decision.and_then(|decision| decision.tile()).map(|tile| game.catalogue().tile_name(tile));
    same("tile", &tile.as_deref(), &model.drawn())?;
    if let Some(decision) = decision
        && state.turn.number > 0
    {
        same("player", &(decision.player().0 as usize), &model.player())?;
    }
    let options: BTreeSet<String> =
        decision.into_iter().flat_map(|decision| decision.options()).map(|choice| game.choice_words(choice)).collect();
    same("options", &options, &model.options())?;
    let count = decision.map_or(0, |decision| decision.len());
    same("number of options", &count, &options.len())?;
    same("pile", &pile_of(game), &model.pile())?;
    let standing: BTreeSet<(String, usize)> = state
        .figures
        .iter()
        .filter_map(|figure| match figure.zone {
            Zone::Segment(at) => Some((game.far_name(at), figure.owner.0 as usize)),
            _ => None,
        })
        .collect();
    same("followers", &standing, &model.standing())
}
