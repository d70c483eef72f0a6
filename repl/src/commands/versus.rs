//! The command `match`: who plays against whom, and how it went, as text and as data. The playing is done elsewhere.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_core::leash;
use bastide_core::ledger::plural;
use bastide_core::manifest::Recipe;
use bastide_core::setup::Setup;
use serde_json::json;

use crate::bot::Spec;
use crate::game::begin::{read_bot, read_think, set_options, sets};
use crate::game::library::make_setup;
use crate::io::reply::{Cause, Failure, Reply};
use crate::io::split::quoted;
use crate::line::cli::Match;
use crate::measure::contest::{File, Plan, Played, Tally};
use crate::session::Session;

/// Lets two bots play.
pub fn versus(session: &mut Session, asked: &Match) -> Result<Reply, Failure> {
    let mut recipe = session.library.recipe(&asked.with)?;
    recipe.edition = asked.edition.clone();
    set_options(&mut recipe, &asked.options)?;
    let think = read_think(asked.think.as_deref())?;
    let bot = |text: &str| Ok::<Spec, Failure>(read_bot(text)?.or_thinking(Some(think.unwrap_or_default())));
    let bots = [bot(&asked.one)?, bot(&asked.other)?];
    let setup = Arc::new(make_setup(recipe.clone(), bots_names(), false)?);
    let title = title(&bots, &recipe, &setup, asked.seed);
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = asked.threads.unwrap_or_else(cores);
    asked.file.iter().try_for_each(|path| session.pen.claim(path))?;
    let mut file = asked.file.as_ref().map(|path| File::open(path, &title)).transpose()?;
    let mut played = file.as_ref().map(|file| file.played.clone()).unwrap_or_default();
    played.retain(|played| played.game < asked.games);
    let plan = Plan { setup, bots, games: asked.games, seed: asked.seed, threads };
    let (progress, before) = (session.progress, played.clone());
    let outcome = plan.play(&before, &session.cancel, |one| {
        file.iter_mut().try_for_each(|file| file.write(one))?;
        played.push(one);
        if let Some(progress) = progress {
            progress(&line(&plan, &played));
        }
        if leash::is_out() { Err(Failure::interrupted()) } else { Ok(()) }
    });
    outcome?;
    played.sort_by_key(|played| played.game);
    let stopped = session.cancel.load(Ordering::Relaxed);
    Ok(told(&plan, &title, &played, stopped))
}

fn bots_names() -> Vec<String> {
    ["Red", "Blue"].map(String::from).to_vec()
}

/// The match in words: what must be the same for results to belong together.
fn title(bots: &[Spec; 2], recipe: &Recipe, setup: &Setup, seed: u64) -> String {
    let mut words = vec![format!("match {} {} --with {}", bots[0], bots[1], sets(recipe).join(","))];
    let edition = &setup.resolved().edition;
    words.extend(edition.iter().map(|edition| format!("--edition {}", quoted(edition))));
    let options = recipe.options.iter();
    words.extend(options.map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}")))));
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

/// How it stands after a game, on one line.
fn line(plan: &Plan, played: &[Played]) -> String {
    let tally = Tally::of(played);
    let Tally { won, drawn, lost, .. } = tally;
    let last = played.last().map(|played| format!(", the last {}:{}", played.points[0], played.points[1]));
    format!("{} of {}: {won} won, {drawn} drawn, {lost} lost{}", played.len(), plan.games, last.unwrap_or_default())
}

fn told(plan: &Plan, title: &str, played: &[Played], stopped: bool) -> Reply {
    let Tally { won, drawn, lost, share, between: (low, high), margin } = Tally::of(played);
    let [one, other] = &plan.bots;
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let games = played.len();
    let mut text = format!(
        "{one} against {other}: {won} won, {drawn} drawn, {lost} lost in {games} {}\n\
         {} of the games, a draw as half (95 in 100 between {} and {})\n{margin:+.1} points on average",
        plural("game", games as i64),
        percent(share),
        percent(low),
        percent(high),
    );
    if stopped {
        text += &format!("\nstopped after {games} of {}; with --file it goes on from there", plan.games);
    }
    let points = played.iter().map(|played| json!([played.game, played.points[0], played.points[1]]));
    let reply = Reply { text, code: if stopped { Cause::Interrupted.code() } else { 0 }, ..Reply::default() };
    let reply = reply.with("match", title).with("games", games).with("won", won).with("drawn", drawn);
    let reply = reply.with("lost", lost).with("share", share).with("between", vec![low, high]);
    reply.with("margin", margin).with("played", points.collect::<Vec<_>>()).with("stopped", stopped)
}
