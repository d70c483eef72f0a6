//! `match`: two bots play many games against each other. `measure::contest` does the work.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_core::Setup;
use bastide_core::language::plural;
use bastide_core::manifest::Recipe;

use crate::bot::Spec;
use crate::game::begin::set_options;
use crate::game::library::make_setup;
use crate::game::new::{read_bot, read_think, rules, sets};
use crate::line::candidates;
use crate::line::command::{Args, Cause, Command, Completer, Context, Failure, Reply};
use crate::measure::contest::{File, Plan, Played, Tally};
use crate::measure::games;

/// Let two bots play many games against each other
#[derive(Args)]
pub struct Match {
    /// First bot
    #[arg(value_name = "BOT")]
    one: String,
    /// Second bot
    #[arg(value_name = "OTHER")]
    other: String,
    /// Number of games; each seed is played twice, with the seats swapped
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Sets to play with
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    with: Vec<String>,
    /// How long searching bots think about a choice: 1s or 200ms of processor time, or 2000n to try 2000 choices
    #[arg(long, value_name = "TIME")]
    think: Option<String>,
    /// Random seed of the first two games; the next two use the next number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of games played at a time; each bot thinks on one core
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Keep each result in this file, and continue from it
    #[arg(long)]
    file: Option<PathBuf>,
    /// Edition of the rules
    #[arg(long)]
    edition: Option<String>,
    /// Set an option of the rules
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

impl Command for Match {
    const NAME: &str = "match";
    const EXAMPLES: &str = "match search greedy --games 100 --think 1s --file result.txt\n  \
        match search:500n search:2000n        match greedy:STYLE greedy --with SET,SET\n\n\
        Each seed is played twice, with the seats swapped, or once if both bots are the same; draws count half. Bots\n\
        think on one core, measured in processor time, so a busy machine does not matter. Ctrl-C stops and shows the result so\n\
        far; with --file the same command continues from there. With tries (2000n) the result is the same every time.";
    const COMPLETE: &[(&str, Completer)] =
        &[("with", candidates::sets), ("edition", candidates::editions), ("options", candidates::options)];
    const NOT_IN_SCENES: Option<&str> = Some("a scene plays no matches");

    fn reports_on_stop(&self) -> bool {
        true
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut recipe = context.library.recipe(&self.with)?;
        recipe.edition = self.edition.clone();
        set_options(&mut recipe, &self.options)?;
        let think = read_think(self.think.as_deref())?;
        let bot = |text: &str| Ok::<Spec, Failure>(read_bot(text)?.or_thinking(Some(think.unwrap_or_default())));
        let bots = [bot(&self.one)?, bot(&self.other)?];
        let setup = Arc::new(make_setup(recipe.clone(), ["Red", "Blue"].map(String::from).to_vec(), false)?);
        let title = title(&bots, &recipe, &setup, self.seed);
        let threads = self.threads.unwrap_or_else(games::cores);
        self.file.iter().try_for_each(|path| context.pen.claim(path))?;
        let mut file = self.file.as_ref().map(|path| File::open(path, &title)).transpose()?;
        let mut played = file.as_ref().map(|file| file.played.clone()).unwrap_or_default();
        played.retain(|played| played.game < self.games);
        let plan = Plan { setup, bots, games: self.games, seed: self.seed, threads };
        let (progress, before) = (context.progress, played.clone());
        let outcome = plan.play(&before, &context.cancel, |one| {
            file.iter_mut().try_for_each(|file| file.write(one))?;
            played.push(one);
            if let Some(progress) = progress {
                progress(&line(&plan, &played));
            }
            Ok(())
        });
        outcome?;
        played.sort_by_key(|played| played.game);
        let stopped = context.cancel.load(Ordering::Relaxed);
        Ok(told(&plan, &title, &played, stopped))
    }
}

/// The title of the match: everything that must be the same for results to belong together.
fn title(bots: &[Spec; 2], recipe: &Recipe, setup: &Setup, seed: u64) -> String {
    let mut words = vec![format!("match {} {} --with {}", bots[0], bots[1], sets(recipe).join(","))];
    words.extend(rules(recipe, setup));
    words.push(format!("--seed {seed}"));
    words.join(" ")
}

/// The score after a game, on one line.
fn line(plan: &Plan, played: &[Played]) -> String {
    let tally = Tally::of(played);
    let Tally { won, drawn, lost, .. } = tally;
    let last = played.last().map(|played| format!(", the last {}:{}", played.points[0], played.points[1]));
    format!("{} of {}: {won} won, {drawn} drawn, {lost} lost{}", played.len(), plan.games, last.unwrap_or_default())
}

fn told(plan: &Plan, title: &str, played: &[Played], stopped: bool) -> Reply {
    let tally = Tally::of(played);
    let Tally { won, drawn, lost, share, between: (low, high), margin } = tally;
    let [one, other] = &plan.bots;
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let games = played.len();
    let mut text = format!(
        "{one} against {other}: {won} won, {drawn} drawn, {lost} lost in {games} {}\n\
         win rate {} (95 % CI {} to {}), draws count half\n{margin:+.1} points on average",
        plural("game", games as i64),
        percent(share),
        percent(low),
        percent(high),
    );
    if stopped {
        text += &format!("\nstopped after {games} of {}; with --file it continues from there", plan.games);
    }
    let points: Vec<_> = played.iter().map(|played| (played.game, played.points[0], played.points[1])).collect();
    let reply = Reply { text, code: if stopped { Cause::Interrupted.code() } else { 0 }, ..Reply::default() };
    reply.with("match", title).with("games", games).and(&tally).with("played", points).with("stopped", stopped)
}
