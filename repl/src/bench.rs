//! `bastide bench`: complete games by two random players on one thread, through `decision` and `choose` like any other bot.

use std::sync::Arc;

use bastide_core::game::{Game, Unchosen};
use bastide_core::setup::Setup;
use bastide_core::stack::Chance;
use cpu_time::ThreadTime;
use serde::Serialize;

use crate::bot::{Bot, Random};
use crate::laws;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u64,
    /// What the first game's generator begins with; the next game takes the next number.
    pub seed: u64,
    /// Whether each game is replayed and held against the laws, which takes many times longer than playing it.
    pub check: bool,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Complete games played.
    pub games: u64,
    /// Games in a second of processor time.
    pub games_per_cpu_second: f64,
    /// Nanoseconds of processor time for a turn.
    pub ns_per_turn: f64,
    /// Bytes of a state in the middle of a game.
    pub state_bytes: usize,
    /// Nanoseconds for a clone of such a state.
    pub clone_ns: f64,
    /// The mean score of each seat.
    pub mean_scores: Vec<f64>,
    /// Turns in a game.
    pub turns_per_game: f64,
    /// Games that were held against the laws.
    pub checked: u64,
}

/// Plays and measures. `progress` hears after each game and stops the rest by answering false. The error names the seed of
/// the game in which a law does not hold, and the law.
pub fn run(setup: &Arc<Setup>, plan: Plan, mut progress: impl FnMut(u64) -> bool) -> Result<Report, String> {
    let mut game = Game::new(setup.clone(), plan.seed).map_err(|fault| fault.render())?;
    let mut bot = Random::new(Chance::new(plan.seed));
    let mut checks = Chance::new(plan.seed);
    let mut totals = vec![0i64; setup.players().len()];
    let (mut played, mut turns) = (0, 0u64);
    // One clock for all games: asking it twice a game would cost as much as several turns.
    let start = ThreadTime::now();
    while played < plan.games {
        let seed = plan.seed.wrapping_add(played);
        game.restart(seed).map_err(|fault| format!("seed {seed}: {}", fault.render()))?;
        match plan.check {
            false => play(&mut game, &mut bot).map_err(|why| format!("seed {seed}: {why}"))?,
            true => play_checked(&mut game, &mut bot, &mut checks).map_err(|law| format!("seed {seed}: {law}"))?,
        }
        turns += game.state().turn.number as u64;
        totals.iter_mut().zip(game.scores()).for_each(|(total, &score)| *total += score as i64);
        played += 1;
        if plan.check {
            laws::history(&game, &mut checks).map_err(|law| format!("seed {seed}: {law}"))?;
        }
        if !progress(played) {
            break;
        }
    }
    let spent = start.elapsed();
    let (state_bytes, clone_ns) = measure_clone(setup, plan.seed);
    let per = |amount: f64, of: f64| if of > 0.0 { amount / of } else { 0.0 };
    Ok(Report {
        games: played,
        games_per_cpu_second: per(played as f64, spent.as_secs_f64()),
        ns_per_turn: per(spent.as_nanos() as f64, turns as f64),
        state_bytes,
        clone_ns,
        mean_scores: totals.iter().map(|&total| per(total as f64, played as f64)).collect(),
        turns_per_game: per(turns as f64, played as f64),
        checked: if plan.check { played } else { 0 },
    })
}

/// Plays a game to its end.
pub fn play(game: &mut Game, bot: &mut impl Bot) -> Result<(), Unchosen> {
    while let Some(choice) = bot.choose(game) {
        game.choose(choice)?;
    }
    Ok(())
}

/// Plays a game to its end and holds every position against the laws.
fn play_checked(game: &mut Game, bot: &mut impl Bot, chance: &mut Chance) -> Result<(), laws::Broken> {
    loop {
        laws::position(game)?;
        laws::options(game, chance)?;
        let Some(choice) = bot.choose(game) else { return Ok(()) };
        game.choose(choice).map_err(|refusal| refusal.to_string())?;
    }
}

/// Bytes of a state in the middle of a game, and nanoseconds of a clone of it.
fn measure_clone(setup: &Arc<Setup>, seed: u64) -> (usize, f64) {
    const CLONES: u32 = 2_000;
    let Ok(mut game) = Game::new(setup.clone(), seed) else { return (0, 0.0) };
    let mut bot = Random::new(Chance::new(seed));
    while game.state().pile.len() * 2 > setup.catalogue().tile_count() {
        let Some(choice) = bot.choose(&game) else { break };
        if game.choose(choice).is_err() {
            break;
        }
    }
    let start = ThreadTime::now();
    for _ in 0..CLONES {
        std::hint::black_box(game.state().clone());
    }
    (game.state().bytes(), start.elapsed().as_nanos() as f64 / CLONES as f64)
}
