//! `bench --check`: which games are checked, and the results as text and data. `measure::check` does the work.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use bastide_core::Setup;
use bastide_core::language::plural;
use bastide_core::manifest::Recipe;
use serde_json::{Map, Value};

use super::Bench;
use crate::io::reply::{Cause, Failure, Named, Reply};
use crate::line::command::Context;
use crate::line::reproduce;
use crate::measure::check::{Found, MAX_PROBLEMS, Plan, Problem, Report, Tables, deal::Dealer};

/// How often the progress of a long check is shown.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// Checks games.
pub fn check(context: &mut Context, asked: &Bench, recipe: Recipe, setup: Arc<Setup>) -> Result<Reply, Failure> {
    let tables = match asked.random {
        true => Tables::Dealt(Dealer::new(&mut context.library)?),
        false => Tables::One(recipe, setup),
    };
    let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = asked.threads.unwrap_or_else(cores).clamp(1, 64);
    // At one table every game may have the same problem, so the first is enough.
    let most = if asked.random { MAX_PROBLEMS } else { 1 };
    let plan =
        Plan { games: asked.games(), seed: asked.seed, threads, tables, most, commands: context.commands.clone() };
    let (progress, mut last) = (context.progress, Instant::now());
    let report = plan.run(&context.library, &context.cancel, |report| {
        if let Some(progress) = progress.filter(|_| last.elapsed() >= PROGRESS_INTERVAL) {
            last = Instant::now();
            progress(&format!(
                "{} of {} games checked, {} with problems",
                report.done.games,
                asked.games(),
                report.found.len()
            ));
        }
    });
    match report.found.first() {
        None => Ok(told(&report, context.cancel.load(Ordering::Relaxed))),
        Some(first) if !asked.random => Err(failure(first)),
        Some(_) => Err(failures(context, &report)),
    }
}

/// What was checked, in a few lines.
fn text(report: &Report) -> String {
    let done = &report.done;
    let rate = if report.cpu > 0.0 { done.games as f64 / report.cpu } else { 0.0 };
    let many = |n: u64, what: &str| format!("{n} {}", plural(what, n as i64));
    let mut text = format!(
        "{} checked, {rate:.0} a CPU second with all that was checked\n\
         laws checked at {}, {} tried, every game logged and replayed; {} imagined and {} rated twice; {} drawn, \
         saved and undone; {} wider than 64",
        many(done.games, "game"),
        many(done.positions, "position"),
        many(done.options, "option"),
        many(done.ends, "end"),
        many(done.ratings, "decision"),
        many(done.looks, "position"),
        many(done.wide, "board"),
    );
    if let Some(((name, value), games)) = report.coverage.iter().min_by_key(|(_, games)| **games) {
        let values = report.coverage.len();
        text += &format!("\n{values} values of options, the rarest {name}={value} in {games} games");
    }
    let [laws, scripts, faults] = counts(report);
    text + &format!("\n{laws} violations, {scripts} script errors, {faults} faults")
}

/// The number of violations, script errors and panics.
fn counts(report: &Report) -> [usize; 3] {
    let count = |is: fn(&Problem) -> bool| report.found.iter().filter(|found| is(&found.why)).count();
    [
        count(|why| matches!(why, Problem::Law(_))),
        count(|why| matches!(why, Problem::Script(..))),
        count(|why| matches!(why, Problem::Panic(_))),
    ]
}

fn data(report: &Report) -> Map<String, Value> {
    let [violations, script_errors, faults] = counts(report);
    let coverage = report.coverage.iter().map(|((name, value), games)| (format!("{name}={value}"), games));
    let reply = Reply::default().and(&report.done).with("cpu_seconds", report.cpu).with("violations", violations);
    let reply = reply.with("script_errors", script_errors).with("faults", faults);
    reply.with("coverage", coverage.collect::<Named<_>>()).data
}

fn told(report: &Report, stopped: bool) -> Reply {
    let mut text = text(report);
    if stopped {
        text = format!("stopped\n{text}");
    }
    let reply = Reply { text, code: if stopped { Cause::Interrupted.code() } else { 0 }, ..Reply::default() };
    reply.with_rows(&[data(report)])
}

/// The problem of one game, with its seed; a script error as usual.
fn failure(found: &Found) -> Failure {
    let mut failure = match &found.why {
        Problem::Law(law) => Failure::refused(law.as_str()),
        Problem::Panic(said) => Failure::refused(format!("a fault in Bastide: {said}")),
        Problem::Script(fault, _) => (**fault).clone().into(),
    };
    failure.record = Some(found.record.as_str()).filter(|record| !record.is_empty()).map(Into::into);
    failure.message = format!("seed {}: {}", found.seed, failure.message);
    failure.data.insert("seed".into(), found.seed.into());
    failure
}

/// The problems of several games: each with its record in a file and the command that plays it alone.
fn failures(context: &Context, report: &Report) -> Failure {
    let mut lines = vec![text(report)];
    let mut cause = Cause::Refused;
    for found in &report.found {
        let mut failure = failure(found);
        if failure.cause == Cause::Manifest {
            cause = Cause::Manifest;
        }
        reproduce::keep(&context.pen, &context.folders, &mut failure);
        lines.push(failure.message);
        lines.push(format!("  alone: bastide bench --check --random --games 1 --seed {}", found.seed));
    }
    Failure { data: data(report), ..Failure::new(cause, lines.join("\n")) }
}
