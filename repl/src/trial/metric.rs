//! What is measured in a game: one table of names, and how each is read from a game and its log. Knows no statistics.

use bastide_core::{Closes, Event, FigureKindId, Game, MAX_PLAYERS, Phase, PlayerId};

use crate::io::reply::Named;
use crate::tell::stats::Lead;

/// How a metric is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A number.
    Number,
    /// A share from 0 to 1, printed in percent.
    Share,
    /// A share of the games, to which each game adds 0 or 1 (or a part, if a win is shared).
    Games,
}

/// What it means that a game has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// It is 0: nothing of the kind happened.
    Zero,
    /// There is nothing to measure, such as the size of something that was never completed.
    Unknown,
}

/// One row of the table. A name that ends in `*` is a family: a metric for each seat, kind, reason or set.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in tables, CSV, JSON and `--assert`.
    pub name: &'static str,
    /// What people read; `*` is replaced by the rest of the name.
    pub label: &'static str,
    /// What exactly is measured.
    pub about: &'static str,
    /// How it is printed.
    pub unit: Unit,
    /// What it means that a game has no value.
    pub absent: Absent,
    /// Whether the short table shows it.
    pub shown: bool,
}

const fn row(name: &'static str, unit: Unit, shown: bool, label: &'static str, about: &'static str) -> Metric {
    Metric { name, label, about, unit, absent: Absent::Zero, shown }
}

use Unit::{Games, Number, Share};

/// Every metric. Tables, files, `--assert` and docs/NUMBERS.md follow from it.
pub const METRICS: [Metric; 23] = [
    row("score", Number, true, "average score", "points of a player, averaged over the players"),
    row("winner_score", Number, false, "winner's score", "points of the winner"),
    row("margin", Number, true, "winning margin", "points between the winner and the second"),
    row(
        "first_seat",
        Games,
        true,
        "first player wins",
        "share of games that the first seat wins; a shared win counts in part",
    ),
    row("ties", Games, false, "shared wins", "share of games with more than one winner"),
    row(
        "winner_changed",
        Games,
        true,
        "another winner",
        "`compare` only: share of pairs that different seats win in A and B",
    ),
    row(
        "lead_changes",
        Number,
        true,
        "lead changes",
        "how often another player took the lead, looked at after each turn; ties do not count",
    ),
    row("turns", Number, true, "turns", "turns of the game"),
    row("discarded", Number, false, "tiles discarded", "tiles that fit nowhere and left the game"),
    row("decisions", Number, true, "choices a turn", "decisions with more than one option, for each turn"),
    row("options", Number, true, "options a choice", "options of such a decision"),
    row(
        "idle_followers",
        Number,
        true,
        "idle followers",
        "followers in the supply of the player whose turn begins, averaged over the turns",
    ),
    row(
        "stuck_followers",
        Number,
        false,
        "stuck followers",
        "followers of a player that come home only in the final scoring",
    ),
    row("points_seat_*", Number, false, "points of seat *", "points of the first, second … player"),
    row("points_rank_*", Number, false, "points of rank *", "points of the winner, the second …"),
    row("wins_seat_*", Games, false, "seat * wins", "share of games that this seat wins; a shared win counts in part"),
    row("wins_bot_*", Games, true, "bot * wins", "the same for a bot, by its place in --bots; only if bots differ"),
    row(
        "points_from_*",
        Number,
        false,
        "points from *",
        "points of a player from features of a kind, or for a reason of a rule",
    ),
    row("share_from_*", Share, true, "share from *", "the same as a share of all points of the game"),
    row("completed_*", Number, false, "completed: *", "features of a kind that were completed"),
    Metric {
        absent: Absent::Unknown,
        ..row(
            "size_*",
            Number,
            false,
            "size of *",
            "tiles of a completed feature of a kind, averaged; no value if none was completed",
        )
    },
    row(
        "fired_*",
        Number,
        false,
        "* fired",
        "how often the rules of a set acted, edited a score, or struck something out",
    ),
    row(
        "metric_*",
        Number,
        true,
        "*",
        "what rules measure themselves, with `game:metric(name, n)`; added up over the game",
    ),
];

impl Metric {
    /// The metric with this name, or the family it belongs to, with its place in the table.
    pub fn find(name: &str) -> Option<(usize, &'static Metric)> {
        METRICS.iter().enumerate().find(|(_, metric)| metric.rest(name).is_some())
    }

    /// What stands for the `*` in a name of this family; empty for a metric without one.
    pub fn rest<'a>(&self, name: &'a str) -> Option<&'a str> {
        match self.name.strip_suffix('*') {
            Some(stem) => name.strip_prefix(stem).filter(|rest| !rest.is_empty()),
            None => (self.name == name).then_some(""),
        }
    }

    /// What people read instead of a name.
    pub fn label_of(name: &str) -> String {
        let words = |metric: &Metric| Some(metric.label.replace('*', &metric.rest(name)?.replace('_', " ")));
        Metric::find(name).and_then(|(_, metric)| words(metric)).unwrap_or_else(|| name.into())
    }
}

/// A word for the name of a column.
pub fn column(text: &str) -> String {
    let letter = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    text.chars().map(letter).collect()
}

/// What is seen of a game while it is played, beside its log.
#[derive(Debug, Default)]
pub struct Watch {
    turn: u16,
    turns: u64,
    choices: u64,
    options: u64,
    idle: u64,
}

impl Watch {
    /// Looks at the game before a choice.
    pub fn see(&mut self, game: &Game) {
        let Some(decision) = game.decision() else { return };
        let (state, options) = (game.state(), decision.len() as u64);
        if options > 1 {
            self.choices += 1;
            self.options += options;
        }
        if self.turn != state.turn.number && state.turn.phase == Phase::Place {
            (self.turn, self.turns) = (state.turn.number, self.turns + 1);
            let kinds = game.catalogue().figures.iter().zip(0..).filter(|(kind, _)| kind.follower);
            let idle = kinds.map(|(_, number)| state.supply(state.turn.player, FigureKindId(number)) as u64);
            self.idle += idle.sum::<u64>();
        }
    }

    /// Everything that was measured in a game that is over. `bots` has the bot of each seat; equal bots share a number.
    pub fn values(&self, game: &Game, bots: &[usize]) -> Named<f64> {
        let mut values = Named::new();
        let course = Course::of(game);
        outcome(game, bots, &mut values);
        let per = |amount: u64, of: u64| amount as f64 / of.max(1) as f64;
        let players = game.scores().len() as f64;
        values.insert("lead_changes".into(), course.lead.changes as f64);
        values.insert("turns".into(), game.state().turn.number.into());
        values.insert("discarded".into(), course.discarded.into());
        values.insert("decisions".into(), per(self.choices, game.state().turn.number.into()));
        values.insert("options".into(), per(self.options, self.choices));
        values.insert("idle_followers".into(), per(self.idle, self.turns));
        values.insert("stuck_followers".into(), f64::from(course.stuck) / players);
        course.add(game, &mut values);
        let fired = game.setup().fired().into_iter();
        values.extend(fired.map(|(set, times)| (format!("fired_{}", column(&set)), times.into())));
        values.values_mut().for_each(|value| *value = rounded(*value));
        values.sort_by_cached_key(|name, _| Metric::find(name).map(|(place, _)| place));
        values
    }
}

/// Six digits are enough for everything, and make files short.
pub fn rounded(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

/// The share of the win that each seat has.
pub fn wins(scores: &[i32]) -> Vec<f64> {
    let most = scores.iter().max().copied().unwrap_or(0);
    let winners = scores.iter().filter(|points| **points == most).count().max(1);
    scores.iter().map(|points| if *points == most { 1.0 / winners as f64 } else { 0.0 }).collect()
}

/// Points and wins by seat, rank and bot.
fn outcome(game: &Game, bots: &[usize], values: &mut Named<f64>) {
    let (scores, wins) = (game.scores(), wins(game.scores()));
    let mut ranks = scores.to_vec();
    ranks.sort_by(|a, b| b.cmp(a));
    let best = ranks.first().copied().unwrap_or(0);
    values.insert("score".into(), scores.iter().map(|points| f64::from(*points)).sum::<f64>() / scores.len() as f64);
    values.insert("winner_score".into(), best.into());
    values.insert("margin".into(), (best - ranks.get(1).copied().unwrap_or(0)).into());
    values.insert("first_seat".into(), wins[0]);
    values.insert("ties".into(), f64::from(u8::from(!wins.contains(&1.0))));
    for (place, ((points, share), ranked)) in scores.iter().zip(&wins).zip(&ranks).enumerate() {
        values.insert(format!("points_seat_{}", place + 1), (*points).into());
        values.insert(format!("wins_seat_{}", place + 1), *share);
        values.insert(format!("points_rank_{}", place + 1), (*ranked).into());
    }
    if bots.iter().any(|bot| *bot != bots[0]) {
        for (bot, share) in bots.iter().zip(&wins) {
            *values.entry(format!("wins_bot_{}", bot + 1)).or_default() += share;
        }
    }
}

/// The most reasons and metrics of rules that are told apart in a game, so that no rule can fill the memory.
const MAX_NAMES: usize = 100;

fn add(sums: &mut Named<f64>, name: String, amount: f64) {
    let is_known = sums.len() < MAX_NAMES || sums.contains_key(&name);
    *sums.entry(if is_known { name } else { "other".into() }).or_default() += amount;
}

/// What the log tells, read once from start to end.
struct Course {
    points: [i32; MAX_PLAYERS],
    lead: Lead,
    discarded: u32,
    stuck: u32,
    /// By kind: points, completed features, their tiles.
    kinds: Vec<(i64, u32, u32)>,
    awards: Named<f64>,
    metrics: Named<f64>,
}

impl Course {
    fn of(game: &Game) -> Course {
        let kinds = vec![(0, 0, 0); game.catalogue().kinds.len()];
        let (points, lead) = ([0; MAX_PLAYERS], Lead::default());
        let mut course =
            Course { points, lead, discarded: 0, stuck: 0, kinds, awards: Named::new(), metrics: Named::new() };
        let mut is_final = false;
        for event in game.log() {
            is_final |= *event == Event::Final;
            course.read(game, *event, is_final);
        }
        course.lead.after(&course.points[..game.scores().len()]);
        course
    }

    fn read(&mut self, game: &Game, event: Event, is_final: bool) {
        let reason = |why| game.setup().reason(why).unwrap_or_default();
        match event {
            Event::Turn(_) => self.lead.after(&self.points[..game.scores().len()]),
            Event::Discard(_) => self.discarded += 1,
            Event::Complete(feature) => {
                let features = &game.state().features;
                let (_, completed, tiles) = &mut self.kinds[features.kind(feature).0 as usize];
                *completed += 1;
                *tiles += u32::from(features.tiles(feature));
            }
            Event::Sheet(id) => {
                let paid = game.log().sheet(id);
                let kind = game.state().features.kind(paid.feature).0 as usize;
                self.kinds[kind].0 += paid.points.iter().map(|(_, points)| i64::from(*points)).sum::<i64>();
            }
            Event::Award(_, points, why) => add(&mut self.awards, column(&reason(why)), points.into()),
            Event::Metric(name, measure) => add(&mut self.metrics, reason(name).to_string(), measure.number()),
            Event::Recall(figure, ..) if is_final => {
                let figure = game.state().figure(figure);
                let counts = figure.owner != PlayerId::NOBODY && game.catalogue().figure(figure.kind).follower;
                self.stuck += u32::from(counts);
            }
            _ => {}
        }
        for (PlayerId(seat), points) in game.log().gains(event) {
            self.points[seat as usize] += points;
        }
    }

    /// Adds points by source, completed features and what rules measured.
    fn add(&self, game: &Game, values: &mut Named<f64>) {
        let players = game.scores().len() as f64;
        let mut sources: Named<f64> = Named::new();
        for (kind, (points, completed, tiles)) in game.catalogue().kinds.iter().zip(&self.kinds) {
            let name = column(&kind.name);
            if kind.closes != Closes::Never {
                values.insert(format!("completed_{name}"), (*completed).into());
                let size = (*completed > 0).then(|| f64::from(*tiles) / f64::from(*completed));
                values.extend(size.map(|size| (format!("size_{name}"), size)));
            }
            *sources.entry(name).or_default() += *points as f64;
        }
        self.awards.iter().for_each(|(name, points)| *sources.entry(name.clone()).or_default() += points);
        let all: f64 = sources.values().sum();
        for (name, points) in sources {
            values.insert(format!("points_from_{name}"), points / players);
            values.insert(format!("share_from_{name}"), if all == 0.0 { 0.0 } else { points / all });
        }
        values.extend(self.metrics.iter().map(|(name, sum)| (format!("metric_{name}"), *sum)));
    }
}
