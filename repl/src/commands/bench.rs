//! `bench`: measures or checks random games. `measure` does the work.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_core::language::plural;
use bastide_core::manifest::Recipe;
use bastide_core::{Setup, leash};

use crate::game::begin::set_options;
use crate::game::library::make_setup;
use crate::game::new::read_bot;
use crate::game::record;
use crate::line::candidates::{bots, editions, options, sets};
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::measure::bench::{self, Plan, Report, Row, StopCause, Stopped};
use crate::measure::latency;

mod check;

/// Play games between bots and measure speed
#[derive(Args)]
pub struct Bench {
    /// Sets to play with
    #[arg(value_name = "EXPANSION")]
    expansions: Vec<String>,
    /// The same as a list, separated by commas
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    with: Vec<String>,
    /// Number of games [default: 10000; 10 with `--bot`]
    #[arg(long)]
    games: Option<u64>,
    /// Let this bot play for both players instead of a random one
    #[arg(long, value_name = "BOT", conflicts_with = "check")]
    bot: Option<String>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Check games instead: test positions against the laws, draw, describe, save, undo and replay them
    #[arg(long, conflicts_with = "profile")]
    check: bool,
    /// Check games with random sets, house rules, options, edition and number of players
    #[arg(long, requires = "check", conflicts_with_all = ["expansions", "with", "edition", "options"])]
    random: bool,
    /// Number of games checked at a time [default: all cores]
    #[arg(long, value_name = "N", requires = "check")]
    threads: Option<usize>,
    /// Show the time spent in scripts, by expansion and hook; measuring takes time itself
    #[arg(long)]
    profile: bool,
    /// Instead, play one game and show how long a player waits at the prompt
    #[arg(long, conflicts_with_all = ["games", "check", "profile", "bot"])]
    prompt: bool,
    /// Edition of the rules
    #[arg(long)]
    edition: Option<String>,
    /// Set an option of the rules
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Command for Bench {
    const NAME: &str = "bench";
    const EXAMPLES: &str = "bench base*10 --games 1000\n  \
        bench SET SET --check --games 500   (check games against the laws, draw, save and replay them)\n  \
        bench --check --random --seed 7     (the same with random sets, options, editions and players)\n  \
        bench SET SET --bot greedy     (games of two greedy bots instead of random ones)\n  \
        bench SET SET --prompt         (how long a player waits for the board, the preview, Tab and `hint`)\n  \
        bench SET SET --profile        (calls and microseconds by expansion and hook, the longest first)";
    const COMPLETE: &[(&str, Completer)] =
        &[("expansions", sets), ("with", sets), ("edition", editions), ("options", options), ("bot", |_, _| bots())];

    fn reports_on_stop(&self) -> bool {
        self.check
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut recipe = context.library.recipe(&[&self.expansions[..], &self.with[..]].concat())?;
        recipe.edition = self.edition.clone();
        set_options(&mut recipe, &self.options)?;
        let setup = Arc::new(make_setup(recipe.clone(), vec!["Red".into(), "Blue".into()], false)?);
        if self.prompt {
            return latency::prompt(&context.library, &context.commands, recipe, &setup, self.seed);
        }
        if self.check {
            return check::check(context, &self, recipe, setup);
        }
        let bot = read_bot(self.bot.as_deref().unwrap_or("random"))?;
        let plan = Plan { games: self.games(), seed: self.seed, profile: self.profile, bot };
        let cancel = context.cancel.clone();
        let report = bench::run(&setup, plan, |_| !cancel.load(Ordering::Relaxed) && !leash::is_out());
        let report = report.map_err(|stopped| failure(&recipe, &setup, stopped))?;
        Ok(Reply::text(text(&report)).with_rows(&[report]))
    }
}

impl Bench {
    /// The number of games; fewer if it is not given and a bot plays that takes its time.
    fn games(&self) -> u64 {
        self.games.unwrap_or(if self.bot.is_some() { 10 } else { 10_000 })
    }
}

fn text(report: &Report) -> String {
    let mean: Vec<String> = report.mean_scores.iter().map(|mean| format!("{mean:.2}")).collect();
    let mut text = format!(
        "{} {}, {} a CPU second, {:.0} ns a turn\nstate {} bytes, clone {:.0} ns\nmean scores {}",
        report.games,
        plural("game", report.games as i64),
        rate(report.games_per_cpu_second),
        report.ns_per_turn,
        report.state_bytes,
        report.clone_ns,
        mean.join(" ")
    );
    if let Some(slowest) = report.slowest_choice_ms {
        text += &format!("\nslowest choice {slowest:.0} ms");
    }
    if let Some(rows) = &report.profile {
        text += &profile(rows);
    }
    text
}

/// A number of games a second, with decimals only where they matter.
fn rate(games: f64) -> String {
    match games {
        ..10.0 => format!("{games:.2}"),
        10.0..100.0 => format!("{games:.1}"),
        _ => format!("{games:.0}"),
    }
}

/// The time spent in scripts, as a table.
fn profile(rows: &[Row]) -> String {
    if rows.is_empty() {
        return "\nno script was called".into();
    }
    let width =
        |head: &str, name: fn(&Row) -> &str| rows.iter().map(|row| name(row).len()).fold(head.len(), usize::max);
    let (expansion, hook) = (width("expansion", |row| &row.expansion), width("hook", |row| &row.hook));
    let mut text = format!(
        "\n\n{:expansion$}  {:hook$}  {:>10}  {:>10}  {:>12}  {:>9}  {:>6}",
        "expansion", "hook", "calls", "known", "µs", "µs a call", "share"
    );
    for row in rows {
        text += &format!(
            "\n{:expansion$}  {:hook$}  {:10}  {:10}  {:12.0}  {:9.3}  {:5.1}%",
            row.expansion,
            row.hook,
            row.calls,
            row.known,
            row.us,
            row.us_per_call,
            row.share * 100.0
        );
    }
    let all: f64 = rows.iter().map(|row| row.share).sum();
    text + &format!("\nscripts took {:.1}% of the run; measuring itself takes time", all * 100.0)
}

/// What stopped the games, with the seed; a script error as usual, with the record that reproduces it.
fn failure(recipe: &Recipe, setup: &Setup, Stopped { seed, why }: Stopped) -> Failure {
    let mut failure = match why {
        StopCause::Refused(why) => Failure::refused(why),
        StopCause::Fault(fault, lines) => {
            let record = record::with_lines(recipe, setup, seed, lines.unwrap_or_default());
            Failure { record: Some(record.into()), ..(*fault).into() }
        }
    };
    failure.message = format!("seed {seed}: {}", failure.message);
    failure.data.insert("seed".into(), seed.into());
    failure
}
