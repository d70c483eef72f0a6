//! The command `bench`: what is to be measured, and what was, as text and as data. The playing is done elsewhere.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_core::leash;
use bastide_core::ledger::plural;
use bastide_core::manifest::Recipe;
use bastide_core::setup::Setup;

use crate::commands::verdict;
use crate::game::begin::set_options;
use crate::game::library::make_setup;
use crate::game::record;
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::cli;
use crate::measure::bench::{self, Plan, Report, Row, Stopped, Trouble};
use crate::measure::latency;
use crate::session::Session;

/// Plays random games and measures.
pub fn bench(session: &mut Session, bench: &cli::Bench) -> Result<Reply, Failure> {
    let mut recipe = session.library.recipe(&[&bench.expansions[..], &bench.with[..]].concat())?;
    recipe.edition = bench.edition.clone();
    set_options(&mut recipe, &bench.options)?;
    let setup = Arc::new(make_setup(recipe.clone(), vec!["Red".into(), "Blue".into()], false)?);
    if bench.prompt {
        return latency::prompt(&session.library, recipe, &setup, bench.seed);
    }
    if bench.check {
        return verdict::check(session, bench, recipe, setup);
    }
    let plan = Plan { games: bench.games, seed: bench.seed, profile: bench.profile };
    let cancel = session.cancel.clone();
    let report = bench::run(&setup, plan, |_| !cancel.load(Ordering::Relaxed) && !leash::is_out());
    let report = report.map_err(|stopped| failure(&recipe, &setup, stopped))?;
    let data = serde_json::to_value(&report).map_err(|error| Failure::new(Cause::Refused, error.to_string()))?;
    Ok(Reply::text(text(&report)).with_rows(vec![data]))
}

fn text(report: &Report) -> String {
    let mean: Vec<String> = report.mean_scores.iter().map(|mean| format!("{mean:.2}")).collect();
    let mut text = format!(
        "{} {}, {:.0} a CPU second, {:.0} ns a turn\nstate {} bytes, clone {:.0} ns\nmean scores {}",
        report.games,
        plural("game", report.games as i64),
        report.games_per_cpu_second,
        report.ns_per_turn,
        report.state_bytes,
        report.clone_ns,
        mean.join(" ")
    );
    if let Some(rows) = &report.profile {
        text += &profile(rows);
    }
    text
}

/// Where the time of scripts went, as a table.
fn profile(rows: &[Row]) -> String {
    if rows.is_empty() {
        return "\nno script was called".into();
    }
    let width =
        |head: &str, name: fn(&Row) -> &str| rows.iter().map(|row| name(row).len()).fold(head.len(), usize::max);
    let (expansion, hook) = (width("expansion", |row| &row.expansion), width("hook", |row| &row.hook));
    let mut text = format!(
        "\n\n{:expansion$}  {:hook$}  {:>10}  {:>12}  {:>9}  {:>6}",
        "expansion", "hook", "calls", "µs", "µs a call", "share"
    );
    for row in rows {
        text += &format!(
            "\n{:expansion$}  {:hook$}  {:10}  {:12.0}  {:9.3}  {:5.1}%",
            row.expansion,
            row.hook,
            row.calls,
            row.us,
            row.us_per_call,
            row.share * 100.0
        );
    }
    let all: f64 = rows.iter().map(|row| row.share).sum();
    text + &format!("\nscripts took {:.1}% of the run; counting itself takes time", all * 100.0)
}

/// What stopped the games, with the seed; a script's error as everywhere, with the record that leads to it.
fn failure(recipe: &Recipe, setup: &Setup, Stopped { seed, why }: Stopped) -> Failure {
    let mut failure = match why {
        Trouble::Refused(why) => Failure::refused(why),
        Trouble::Fault(fault, lines) => {
            let record = record::with_lines(recipe, setup, seed, lines.unwrap_or_default());
            Failure { record: Some(record.into()), ..(*fault).into() }
        }
    };
    failure.message = format!("seed {seed}: {}", failure.message);
    failure.data.insert("seed".into(), seed.into());
    failure
}
