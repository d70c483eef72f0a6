//! `bastide bench`: complete games by two bots of one kind on one thread, random ones unless it is said otherwise.

use std::sync::Arc;
use std::time::Duration;

use bastide_core::{Chance, Choice, Cost, Fault, Game, Setup, Unchosen};
use cpu_time::ThreadTime;
use serde::Serialize;

use crate::bot::{Bot, Random, Resources, Spec, seed_for};

/// What to measure.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The number of games.
    pub games: u64,
    /// The random seed of the first game; each further game uses the next number.
    pub seed: u64,
    /// Whether calls into scripts are counted and timed, which takes time itself.
    pub profile: bool,
    /// The bot that plays for all players.
    pub bot: Spec,
}

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Complete games played.
    pub games: u64,
    /// Games per second of processor time.
    pub games_per_cpu_second: f64,
    /// Nanoseconds of processor time per turn.
    pub ns_per_turn: f64,
    /// The size of a state in the middle of a game.
    pub state_bytes: usize,
    /// Nanoseconds to clone such a state.
    pub clone_ns: f64,
    /// The mean score of each seat.
    pub mean_scores: Vec<f64>,
    /// Turns per game.
    pub turns_per_game: f64,
    /// The longest processor time of a single choice in milliseconds, if a bot plays that takes its time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowest_choice_ms: Option<f64>,
    /// The time spent in scripts, the longest first, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Vec<Row>>,
}

/// The cost of the handlers of one hook of one expansion.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The expansion.
    pub expansion: String,
    /// The hook.
    pub hook: String,
    /// How often it was called.
    pub calls: u64,
    /// How many of these calls did not have to run it, because a bot knew the answer from looking ahead before.
    pub known: u64,
    /// Microseconds in total.
    pub us: f64,
    /// Microseconds per call.
    pub us_per_call: f64,
    /// The share of the total time, from 0 to 1.
    pub share: f64,
}

/// What stopped the games, and the seed of the game where it happened.
#[derive(Debug)]
pub struct Stopped {
    /// The random seed of the game.
    pub seed: u64,
    /// The cause.
    pub why: StopCause,
}

/// Why a game stopped.
#[derive(Debug)]
pub enum StopCause {
    /// An option of the game was refused.
    Refused(String),
    /// A script failed: at the start, or after these lines of a record, the last of which led to it.
    Fault(Box<Fault>, Option<Vec<String>>),
}

/// Plays and measures. `progress` is called after each game; if it returns false, no more games are played.
pub fn run(setup: &Arc<Setup>, plan: Plan, mut progress: impl FnMut(u64) -> bool) -> Result<Report, Stopped> {
    let stopped = |seed: u64| move |why: StopCause| Stopped { seed, why };
    let unbegun = |fault: Box<Fault>| StopCause::Fault(fault, None);
    let mut game = Game::new(setup.clone(), plan.seed).map_err(unbegun).map_err(stopped(plan.seed))?;
    let mut bot = Player::new(&plan);
    let mut totals = vec![0i64; setup.players().len()];
    let (mut played, mut turns, mut slowest) = (0, 0u64, None);
    if plan.profile {
        setup.profile(true);
    }
    // One clock for all games: reading it twice per game would cost as much as several turns.
    let start = ThreadTime::now();
    while played < plan.games {
        let seed = plan.seed.wrapping_add(played);
        game.restart(seed).map_err(unbegun).map_err(stopped(seed))?;
        play(&mut game, &mut bot, &mut slowest).map_err(stopped(seed))?;
        turns += game.state().turn.number as u64;
        totals.iter_mut().zip(game.scores()).for_each(|(total, &score)| *total += score as i64);
        played += 1;
        if !progress(played) {
            break;
        }
    }
    let spent = start.elapsed();
    let profile = plan.profile.then(|| rows(setup.profile(false), spent.as_nanos() as f64));
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
        slowest_choice_ms: slowest.map(|time: Duration| time.as_secs_f64() * 1_000.0),
        profile,
    })
}

/// The costs by time, the longest first, without hooks that were never called.
fn rows(costs: Vec<Cost>, spent: f64) -> Vec<Row> {
    let row = |Cost { expansion, hook, calls, known, nanos, .. }: Cost| {
        let us = nanos as f64 / 1_000.0;
        let share = if spent > 0.0 { nanos as f64 / spent } else { 0.0 };
        Row { expansion, hook, calls, known, us, us_per_call: us / calls as f64, share }
    };
    let mut rows: Vec<Row> = costs.into_iter().filter(|cost| cost.calls > 0).map(row).collect();
    rows.sort_by(|a, b| b.us.total_cmp(&a.us));
    rows
}

/// Who plays. A random bot names its option by number, which is faster than any other way.
enum Player {
    Random(Random),
    Other(Box<dyn Bot>),
}

impl Player {
    fn new(plan: &Plan) -> Player {
        match plan.bot.kind == Random::KIND {
            true => Player::Random(Random::new(Chance::new(plan.seed))),
            false => Player::Other(plan.bot.bot(plan.seed, &Resources::one(Arc::default()))),
        }
    }
}

/// Plays a game to its end.
fn play(game: &mut Game, bot: &mut Player, slowest: &mut Option<Duration>) -> Result<(), StopCause> {
    let bot = match bot {
        Player::Random(bot) => return play_at_random(game, bot),
        Player::Other(bot) => bot,
    };
    while game.decision().is_some() {
        bot.reseed(seed_for(game));
        let start = ThreadTime::now();
        let choice = bot.choose(game);
        *slowest = Some(start.elapsed()).max(*slowest);
        let Some(choice) = choice else {
            return bot.met().map_or(Ok(()), |met| Err(StopCause::Fault(met.fault, Some(game.record_lines()))));
        };
        if let Err(why) = game.choose(choice) {
            return Err(stop_cause(game, Some(choice), why));
        }
    }
    Ok(())
}

fn play_at_random(game: &mut Game, bot: &mut Random) -> Result<(), StopCause> {
    while let Some(pick) = bot.pick(game) {
        if let Err(why) = game.choose_nth(pick) {
            return Err(stop_cause(game, game.decision().and_then(|decision| decision.get(pick)), why));
        }
    }
    Ok(())
}

/// Why a choice failed. The game is unchanged, so the choice can still be named.
#[cold]
fn stop_cause(game: &Game, choice: Option<Choice>, why: Unchosen) -> StopCause {
    match why {
        Unchosen::Refused(refusal) => StopCause::Refused(refusal.to_string()),
        Unchosen::Fault(fault) => {
            let words = choice.map(|choice| game.choice_words(choice));
            let lines = game.record_lines().into_iter().chain(words).collect();
            StopCause::Fault(fault, Some(lines))
        }
    }
}

/// The size of a state in the middle of a game, and the nanoseconds to clone it.
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
