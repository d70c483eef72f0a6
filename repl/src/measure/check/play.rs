//! One checked game: played to a shape, checked against the laws at some positions, shown in some games, and replayed
//! at its end. Everything depends on the seed alone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bastide_core::manifest::Recipe;
use bastide_core::{Chance, Choice, Fault, Game, Setup, Unchosen};
use serde::Serialize;

use super::looks::Looker;
use super::shape::{Shape, Shaper, extent};
use crate::bot::{self, Bot};
use crate::game::laws::{self, Judge};
use crate::game::library::Library;
use crate::game::table::Table;
use crate::line::command::Commands;

/// The number of checked positions among twice as many decisions as there are tiles, which gives about ten per game:
/// its length is not known in advance.
const CHECKED_POSITIONS: u32 = 14;
/// About this many options of a checked position are tried: each may run a whole turn of scripts.
const OPTIONS_TRIED: usize = 12;
/// One game in this many is checked at every position, with more options.
const THOROUGH_EVERY: u64 = 50;
const OPTIONS_TRIED_THOROUGHLY: usize = 40;
/// One game in this many is also shown, and which one.
const SHOWN_EVERY: u64 = 50;
const SHOWN_OFFSET: u64 = 23;
/// The end of one game in this many is drawn as SVG.
const PICTURE_EVERY: u64 = 500;
/// The number of positions of a shown game, in the same sense, besides its last.
const SHOWN_POSITIONS: u32 = 1;
/// In one game in this many, ends are imagined after this many options of each position that is checked in any game.
const IMAGINED_EVERY: u64 = 10;
const ENDS_IMAGINED: usize = 6;
/// At one checked position in this many of those games, options are also rated as bots do, in two ways.
const RATED_EVERY: u32 = 4;
/// A board with more cells across counts as wide.
const WIDE_BOARD_CELLS: usize = 64;

/// What was done in checked games, counted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Done {
    /// Complete games.
    pub games: u64,
    /// Their turns.
    pub turns: u64,
    /// Positions checked against the laws.
    pub positions: u64,
    /// Options that were tried there.
    pub options: u64,
    /// Simulated ends that were computed twice: with what earlier ones left behind, and from scratch.
    pub ends: u64,
    /// Decisions that were rated twice: as bots do, and with everything computed from scratch.
    pub ratings: u64,
    /// Positions that were shown, saved and undone.
    pub looks: u64,
    /// Games whose boards became wider or higher than 64 cells.
    pub wide: u64,
}

impl Done {
    /// Adds other counts.
    pub fn add(&mut self, other: Done) {
        self.games += other.games;
        self.turns += other.turns;
        self.positions += other.positions;
        self.options += other.options;
        self.ends += other.ends;
        self.ratings += other.ratings;
        self.looks += other.looks;
        self.wide += other.wide;
    }
}

/// A problem with a game.
#[derive(Debug)]
pub enum Problem {
    /// A law is violated.
    Law(String),
    /// A script failed; with the choice that led to it, in words.
    Script(Box<Fault>, Option<String>),
    /// The program itself panicked.
    Panic(String),
}

/// The problem that stopped a game, and the record that reproduces it.
#[derive(Debug)]
pub struct Stopped {
    /// The problem.
    pub why: Problem,
    /// The lines of the record.
    pub lines: Vec<String>,
}

impl From<String> for Problem {
    fn from(law: String) -> Problem {
        Problem::Law(law)
    }
}

/// A table where checked games are played one after another, reusing the memory of the first.
pub struct Checker {
    library: Library,
    commands: Commands,
    setup: Arc<Setup>,
    recipe: Recipe,
    judge: Judge,
    looker: Option<Looker>,
    table: Option<Table>,
}

impl Checker {
    /// A table with these sets.
    pub fn new(library: &Library, commands: &Commands, setup: Arc<Setup>, recipe: Recipe) -> Checker {
        let judge = Judge::new(setup.catalogue());
        Checker {
            library: library.clone(),
            commands: commands.clone(),
            setup,
            recipe,
            judge,
            looker: None,
            table: None,
        }
    }

    /// The last game, unless it failed.
    pub fn game(&self) -> Option<&Game> {
        self.table.as_ref().map(|table| &table.game)
    }

    /// Plays the game with this seed.
    pub fn play(&mut self, seed: u64) -> Result<Done, Stopped> {
        let played = catch_unwind(AssertUnwindSafe(|| self.begin(seed).and_then(|()| self.finish(seed))));
        let result = played.unwrap_or_else(|panic| Err(Problem::Panic(message(&*panic))));
        result.map_err(|why| {
            // The record of a failed game is still read, but the game is not used again.
            let game = self.table.take().map(|table| table.game);
            let lines = catch_unwind(AssertUnwindSafe(|| game.map(|game| game.record_lines())));
            let mut lines = lines.ok().flatten().unwrap_or_default();
            if let Problem::Script(_, Some(line)) = &why {
                lines.push(line.clone());
            }
            Stopped { why, lines }
        })
    }

    fn begin(&mut self, seed: u64) -> Result<(), Problem> {
        let game = match self.table.take() {
            Some(Table { mut game, .. }) => game.restart(seed).map(|()| game),
            None => Game::new(self.setup.clone(), seed),
        };
        let seats = vec![None; self.setup.players().len()];
        self.table = Some(Table::new(game.map_err(unbegun)?, self.recipe.clone(), seats));
        Ok(())
    }

    fn finish(&mut self, seed: u64) -> Result<Done, Problem> {
        let Some(table) = &mut self.table else { return Ok(Done::default()) };
        let mut done = Done { games: 1, ..Done::default() };
        let mut bot = Shaper::new(Shape::of(seed), seed);
        // A separate generator, so that the game is the same whatever is checked.
        let mut chance = Chance::new(!seed);
        let among = 2 * self.setup.catalogue().tile_count() as u32;
        let (is_thorough, is_looked_at) = (seed.is_multiple_of(THOROUGH_EVERY), seed % SHOWN_EVERY == SHOWN_OFFSET);
        loop {
            let is_over = table.game.is_over();
            let is_picked = is_over || chance.below(among) < CHECKED_POSITIONS;
            if is_thorough || is_picked {
                done.positions += 1;
                self.judge.position(&table.game)?;
                let most = if is_thorough { OPTIONS_TRIED_THOROUGHLY } else { OPTIONS_TRIED };
                let tried = laws::some_options(&table.game, &mut chance, most);
                done.options += tried.map_err(|law| failing(&table.game).unwrap_or(law.into()))?;
                if is_picked && seed.is_multiple_of(IMAGINED_EVERY) {
                    done.ends += laws::imagined_ends(&table.game, &mut chance, ENDS_IMAGINED)?;
                    done.ratings += rate_twice(&table.game, &mut chance)?;
                }
            }
            if is_looked_at && (is_over || chance.below(among) < SHOWN_POSITIONS) {
                done.looks += 1;
                let looker = match &mut self.looker {
                    Some(looker) => looker,
                    none => none.insert(Looker::new(&self.library, &self.commands, &self.setup)?),
                };
                looker.look(table)?;
                if is_over && seed % PICTURE_EVERY == SHOWN_OFFSET {
                    looker.draw(&table.game)?;
                }
            }
            let Some(choice) = bot.choose(&table.game) else { break };
            table.choose(choice).map_err(|why| problem(&table.game, choice, why))?;
        }
        laws::log(&table.game)?;
        laws::history(&table.game, &mut chance)?;
        done.turns = table.game.state().turn.number as u64;
        done.wide = (extent(&table.game) > WIDE_BOARD_CELLS) as u64;
        Ok(done)
    }
}

/// Rates some decisions as bots do and with everything computed from scratch. Returns how many.
fn rate_twice(game: &Game, chance: &mut Chance) -> Result<u64, Problem> {
    if game.is_over() || chance.below(RATED_EVERY) > 0 {
        return Ok(0);
    }
    // What fails ahead fails again when it is chosen, and is reported then.
    let Ok([quick, full]) = bot::rated_twice(game, chance.below(u32::MAX).into()) else { return Ok(0) };
    match quick == full {
        true => Ok(1),
        false => Err(format!("a bot rates options as {quick:?}, and from scratch as {full:?}").into()),
    }
}

fn unbegun(fault: Box<Fault>) -> Problem {
    Problem::Script(fault, None)
}

fn problem(game: &Game, choice: Choice, why: Unchosen) -> Problem {
    match why {
        Unchosen::Refused(refusal) => Problem::Law(format!("an option of the game is refused: {refusal}")),
        Unchosen::Fault(fault) => Problem::Script(fault, Some(game.choice_words(choice))),
    }
}

/// The first option that makes a script fail, if there is one: then the law is not to blame.
fn failing(game: &Game) -> Option<Problem> {
    let mut options = game.decision()?.options();
    options.find_map(|choice| match game.clone().choose(choice) {
        Err(why @ Unchosen::Fault(_)) => Some(problem(game, choice, why)),
        _ => None,
    })
}

/// The message of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}
