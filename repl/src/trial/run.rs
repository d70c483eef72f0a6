//! What `simulate`, `compare` and `merge` have in common: their flags, the games, and everything that is written.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use serde::Serialize;

use crate::bot::Spec;
use crate::draw::view::Glyphs;
use crate::game::new::{read_bot, read_think};
use crate::io::files;
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::command::Context;
use crate::line::reproduce;
use crate::measure::games::{cores, spread};
use crate::trial::claim::Claim;
use crate::trial::plan::{ARMS, MAX_SEEDS, Order, Plan, RESCORED, Row};
use crate::trial::progress::Progress;
use crate::trial::raw::{self, File, Head};
use crate::trial::summary::Summary;
use crate::trial::{report, tables, verdict};

/// What is written and demanded.
#[derive(Args)]
pub struct Outputs {
    /// Write all games as CSV to this file
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Write all games as JSON Lines to this file
    #[arg(long, value_name = "FILE")]
    pub jsonl: Option<PathBuf>,
    /// Write a report as a web page to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Return 1 unless this holds, such as 'first_seat < 0.55' or 'diff.score in -2..2' (repeatable)
    #[arg(long = "assert", value_name = "CLAIM")]
    pub claims: Vec<String>,
    /// Show all metrics
    #[arg(long)]
    pub all: bool,
}

/// Which games are played, and how.
#[derive(Args)]
pub struct Flags {
    /// Number of games, or of pairs if two arms are compared
    #[arg(long, default_value_t = 400)]
    pub games: u64,
    /// Number of players [default: as many as bots, at least 2]
    #[arg(long, value_name = "N")]
    pub players: Option<usize>,
    /// Bots: one for all seats, or one for each seat
    #[arg(long, value_delimiter = ',', default_value = "greedy")]
    pub bots: Vec<String>,
    /// How long searching bots think about a choice: 2000n tries 2000 choices and is the same every time; or 1s, 200ms
    #[arg(long, value_name = "TIME", default_value = "2000n")]
    pub think: String,
    /// Random seed of the first games; each further pair uses the next number
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of games played at a time [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Play only part K of N, for several machines; `merge` joins the files
    #[arg(long, value_name = "K/N", requires = "file")]
    pub shard: Option<String>,
    /// Keep each game in this file, and continue from it
    #[arg(long)]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    /// What is written and demanded.
    pub outputs: Outputs,
}

impl Flags {
    /// The order for these arms.
    fn order(&self, arms: Vec<String>, rescore: bool) -> Result<Order, Failure> {
        let think = read_think(Some(&self.think))?;
        let read = |bot: &String| Ok::<Spec, Failure>(read_bot(bot)?.or_thinking(think));
        let bots = self.bots.iter().map(|bot| Ok(read(bot)?.to_string())).collect::<Result<Vec<String>, Failure>>()?;
        let players = self.players.unwrap_or(bots.len().max(2));
        let bots = if let [one] = &bots[..] { vec![one.clone(); players.min(100)] } else { bots };
        Ok(Order { arms, players, bots, seed: self.seed, rescore })
    }

    /// The part of the games that is played.
    fn part(&self) -> Result<(u64, u64), Failure> {
        let Some(text) = &self.shard else { return Ok((1, 1)) };
        let parts = text.split_once('/').and_then(|(part, of)| Some((part.parse().ok()?, of.parse().ok()?)));
        let is_one = |(part, of): &(u64, u64)| (1..=*of).contains(part);
        parts.filter(is_one).ok_or_else(|| Failure::usage(format!("--shard is K/N, from 1/N to N/N, not `{text}`")))
    }
}

/// Plays the games of some arms, and tells what they say.
pub fn run(context: &mut Context, flags: &Flags, arms: Vec<String>, rescore: bool) -> Result<Reply, Failure> {
    let part = flags.part()?;
    let plan = Plan::new(&mut context.library, flags.order(arms, rescore)?, flags.games)?;
    let claims = ready(context, &plan, &flags.outputs, flags.file.as_slice())?;
    // The file stays open, so that no other run continues from it before it is complete.
    let mut file = open(context, flags, &plan)?;
    let mut rows = play(context, flags, &plan, part, file.as_mut())?;
    let is_stopped = context.cancel.load(Ordering::Relaxed);
    if let Some(path) = flags.file.as_ref().filter(|_| !is_stopped) {
        context.pen.write(path, raw::text(&Head::of(&plan), &rows).as_bytes())?;
    }
    drop(file);
    rows.retain(|row| row.pair < plan.seeds);
    let mut reply = told(context, &plan, &rows, &flags.outputs, &claims)?;
    if is_stopped {
        let (played, all) = (rows.iter().filter(|row| row.arm != RESCORED).count(), plan.tasks(part).count());
        let file = if flags.file.is_some() { "the same command continues" } else { "with --file it could continue" };
        reply.text += &format!("\n\nstopped after {played} of {all} games; {file}");
        reply.code = Cause::Interrupted.code();
    } else if flags.shard.is_some() {
        reply.text += "\n\nthis is one shard of several; `merge` joins them";
    }
    Ok(reply.with("stopped", is_stopped))
}

/// Opens the file of games, if one was named.
fn open(context: &mut Context, flags: &Flags, plan: &Plan) -> Result<Option<File>, Failure> {
    flags.file.iter().try_for_each(|path| context.pen.claim(path))?;
    flags.file.as_ref().map(|path| File::open(path, plan)).transpose()
}

/// Plays the games that are not in the file yet. Returns all of them, in order.
fn play(
    context: &Context,
    flags: &Flags,
    plan: &Plan,
    part: (u64, u64),
    mut file: Option<&mut File>,
) -> Result<Vec<Row>, Failure> {
    let mut rows = file.as_mut().map(|file| std::mem::take(&mut file.rows)).unwrap_or_default();
    let played: BTreeSet<u64> = rows.iter().map(|row| plan.task_of(row)).collect();
    let (open, done): (Vec<u64>, Vec<u64>) = plan.tasks(part).partition(|task| !played.contains(task));
    let mut progress = Progress::new(done.len(), done.len() + open.len());
    let (threads, cancel, show) = (flags.threads.unwrap_or_else(cores), context.cancel.clone(), context.progress);
    let task = |task| plan.play(task, &cancel);
    spread(&open, threads, &cancel, task, |game: Vec<Row>| {
        file.iter_mut().try_for_each(|file| file.add(&game))?;
        rows.extend(game);
        if let Some(show) = show
            && let Some(line) = progress.step(plan, &rows)
        {
            show(&line);
        }
        Ok(())
    })?;
    rows.sort_by(|one, other| one.key().cmp(&other.key()));
    Ok(rows)
}

/// Joins the files of shards, and tells what all games say.
pub fn merge(context: &mut Context, files: &[PathBuf], to: Option<&Path>, outputs: &Outputs) -> Result<Reply, Failure> {
    let read = |path: &PathBuf| {
        let (head, rows) = raw::read(path)?;
        Ok((path.display().to_string(), head, rows))
    };
    let shards = files.iter().map(read).collect::<Result<Vec<_>, Failure>>()?;
    let (head, mut rows) = raw::join(&shards)?;
    let mut plan = Plan::new(&mut context.library, head.run.clone(), 1)?;
    plan.seeds = head.seeds.clamp(1, MAX_SEEDS);
    raw::check_same(&Head::of(&plan), &head, &shards[0].0)?;
    for (path, (_, _, rows)) in files.iter().zip(&shards) {
        raw::check(&plan, path, rows)?;
    }
    raw::check_whole(&plan, &rows)?;
    let claims = ready(context, &plan, outputs, &[files, to.map(Path::to_path_buf).as_slice()].concat())?;
    rows.sort_by(|one, other| one.key().cmp(&other.key()));
    if let Some(path) = to {
        context.pen.write(path, raw::text(&head, &rows).as_bytes())?;
    }
    rows.retain(|row| row.pair < plan.seeds);
    told(context, &plan, &rows, outputs, &claims)
}

/// Finds everything that could go wrong after the games, before them. `kept` are the files of games, which no report may
/// replace.
fn ready(context: &mut Context, plan: &Plan, outputs: &Outputs, kept: &[PathBuf]) -> Result<Vec<Claim>, Failure> {
    let claims = outputs.claims.iter().map(|text| Claim::read(plan, text)).collect::<Result<_, _>>()?;
    let mut taken: Vec<Option<PathBuf>> = kept.iter().map(|path| files::place(path)).collect();
    for path in [&outputs.csv, &outputs.jsonl, &outputs.html].into_iter().flatten() {
        let place = files::place(path);
        if place.is_some() && taken.contains(&place) {
            let why = "each file of a run needs a name of its own";
            return Err(Failure::usage(format!("{} is named twice; {why}", path.display())));
        }
        taken.push(place);
        context.pen.prepare(path)?;
    }
    Ok(claims)
}

/// A claim as data.
#[derive(Serialize)]
struct Held {
    claim: String,
    value: Option<f64>,
    holds: bool,
}

/// Writes the files and tells what the games say.
fn told(
    context: &mut Context,
    plan: &Plan,
    rows: &[Row],
    outputs: &Outputs,
    claims: &[Claim],
) -> Result<Reply, Failure> {
    let summary = Summary::of(plan, rows);
    write(context, plan, rows, &summary, outputs)?;
    let held = |(claim, text): (&Claim, &String)| {
        let (value, holds) = claim.holds(&summary);
        Held { claim: text.clone(), value, holds }
    };
    let held: Vec<Held> = claims.iter().zip(&outputs.claims).map(held).collect();
    let is_wrong = summary.failed > 0 || held.iter().any(|held| !held.holds);
    let sentences = verdict::sentences(plan, &summary);
    let mut parts = vec![heading(plan, rows, &summary), sentences.join("\n")];
    parts.extend(printed(context, plan, &summary, outputs.all));
    parts.push(notes(context, plan, rows, &summary, outputs, claims).join("\n"));
    parts.retain(|part| !part.is_empty());
    let reply = Reply { text: parts.join("\n\n"), code: u8::from(is_wrong), ..Reply::default() };
    let reply = reply.with("run", Head::of(plan)).with("verdict", sentences);
    Ok(reply.and(&summary).with("asserts", held))
}

/// The tables.
fn printed(context: &Context, plan: &Plan, summary: &Summary, all: bool) -> Vec<String> {
    let ascii = context.screen.look.glyphs == Glyphs::Ascii;
    let style = tables::Style { all, ascii, plain: context.screen.settings.plain };
    match summary.seeds {
        0 => Vec::new(),
        _ => [tables::table(plan, summary, style)].into_iter().chain(tables::split(summary, style)).collect(),
    }
}

/// What else there is to say: rules that fired, games that failed, claims, files.
fn notes(
    context: &Context,
    plan: &Plan,
    rows: &[Row],
    summary: &Summary,
    outputs: &Outputs,
    claims: &[Claim],
) -> Vec<String> {
    let fired = summary.fired.iter().filter(|fired| fired.of > 0);
    let mut notes: Vec<String> = fired.map(|fired| verdict::fired(plan, fired)).collect();
    notes.extend(left_out(rows));
    notes.extend(failures(context, plan, rows));
    notes.extend(claims.iter().map(|claim| claim.told(summary)));
    let written = [&outputs.csv, &outputs.jsonl, &outputs.html].into_iter().flatten();
    notes.extend(written.map(|path| format!("written to {}", path.display())));
    if !plan.is_repeatable() {
        notes.push("bots think by the clock, so another run may differ; --think 2000n repeats".into());
    }
    notes
}

/// What was played, on a line, and the words of the arms.
fn heading(plan: &Plan, rows: &[Row], summary: &Summary) -> String {
    let Order { players, .. } = &plan.order;
    let bots = plan.order.bot_words(", ");
    let seats = if plan.seatings > 1 { format!(", each in {} seatings", plan.seatings) } else { String::new() };
    let (counted, seeds) = (verdict::counted(plan, summary.seeds), plan.seeds_told(rows));
    let mut lines = vec![format!("{counted}{seats}, {players} players, {bots} bots, {seeds}")];
    if plan.arms.len() > 1 {
        lines.extend(plan.arms.iter().zip(ARMS).map(|(arm, name)| format!("{name}: {}", arm.words)));
    }
    lines.join("\n")
}

/// The games that could not be rescored.
fn left_out(rows: &[Row]) -> Option<String> {
    let again = || rows.iter().filter(|row| row.arm == RESCORED);
    let (of, left) = (again().count(), again().filter(|row| row.error.is_some()).count());
    let first = again().find(|row| row.error.is_some())?;
    let (why, seed) = (first.error.as_deref().unwrap_or_default(), first.seed);
    Some(format!(
        "{left} of {of} games of A cannot be played by the rules of B and are not rescored; the first, seed {seed}: {why}"
    ))
}

/// How many failed games are told with their record.
const MAX_TOLD: usize = 3;

/// The games that failed: what happened, and the record that leads to it.
fn failures(context: &Context, plan: &Plan, rows: &[Row]) -> Vec<String> {
    let failed: Vec<&Row> = rows.iter().filter(|row| row.error.is_some() && row.arm != RESCORED).collect();
    let mut lines = Vec::new();
    for row in failed.iter().take(MAX_TOLD) {
        let arm = if plan.arms.len() > 1 { format!(" of {}", row.arm) } else { String::new() };
        let error = row.error.as_deref().unwrap_or_default();
        let mut failure = Failure::refused(format!("game {}{arm}, seed {}: {error}", row.pair + 1, row.seed));
        failure.record = row.record.as_deref().map(Box::from);
        failure.data.extend(row.set.iter().map(|set| ("expansion".to_string(), set.as_str().into())));
        if !context.in_scene {
            reproduce::keep(&context.pen, &context.folders, &mut failure);
        }
        lines.push(failure.message);
    }
    let more = failed.len().saturating_sub(MAX_TOLD);
    lines.extend((more > 0).then(|| format!("and {more} more games failed")));
    lines.extend((!failed.is_empty()).then(|| "failed games are left out of everything above".into()));
    lines
}

/// Writes the files that were asked for.
fn write(
    context: &mut Context,
    plan: &Plan,
    rows: &[Row],
    summary: &Summary,
    outputs: &Outputs,
) -> Result<(), Failure> {
    if let Some(path) = &outputs.csv {
        context.pen.write(path, raw::csv(rows).as_bytes())?;
    }
    if let Some(path) = &outputs.jsonl {
        context.pen.write(path, raw::json_lines(rows).as_bytes())?;
    }
    if let Some(path) = &outputs.html {
        context.pen.write(path, report::page(plan, rows, summary)?.as_bytes())?;
    }
    Ok(())
}
