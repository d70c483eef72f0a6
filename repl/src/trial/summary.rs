//! What many games say: for each metric its mean in each arm, the difference, and how sure that is. Knows no words.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::game::library::ALWAYS;
use crate::io::reply::Named;
use crate::measure::stats::{Sample, holm, wilson};
use crate::trial::metric::{Metric, Unit, column};
use crate::trial::plan::{ARMS, Plan, RESCORED, Row};
use crate::trial::raw::{names, value_of};

/// With fewer seeds than this no interval is printed: it would depend on the shape of what is measured.
pub const MIN_SEEDS: usize = 10;
/// An effect below this many standard deviations of one game is too small to notice.
pub const NOTICED: f64 = 0.2;
/// An effect above this is large.
pub const LARGE: f64 = 0.8;

/// The mean of a metric in one arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// How many seeds have a value.
    pub n: usize,
    /// The mean.
    pub mean: f64,
    /// The standard deviation of one seed.
    pub sd: f64,
    /// The 95 % interval of the mean, if it means anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
}

/// How clear a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Clarity {
    /// Every pair has the same value in both arms.
    Same,
    /// It may be chance.
    Unclear,
    /// It is not due to chance, but too small to notice in one game.
    Small,
    /// It is not due to chance.
    Clear,
    /// It is not due to chance, and large.
    Large,
}

/// What changes from one arm to the other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// The mean of the differences of pairs.
    pub difference: f64,
    /// The 95 % interval of the difference, if it means anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// The difference in standard deviations of one game; `None` if it differs though all games of an arm are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effect: Option<f64>,
    /// That standard deviation, of both arms together.
    pub deviation: f64,
    /// How clear it is, with all metrics taken together (Holm).
    pub clarity: Clarity,
    /// How many pairs there are.
    pub n: usize,
    /// How probable such a difference is if nothing changes.
    #[serde(skip)]
    p: f64,
}

impl Change {
    /// How large the effect is, in either direction.
    pub fn size(&self) -> f64 {
        self.effect.map_or(f64::INFINITY, f64::abs)
    }

    /// Half the width of the interval: the smallest difference that these games can see.
    pub fn half_width(&self) -> Option<f64> {
        self.interval.map(|(low, high)| (high - low) / 2.0)
    }
}

/// A change taken apart, with `--rescore`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Split {
    /// What the rule changes if everybody plays as before.
    pub arithmetic: Change,
    /// What changes because bots play differently.
    pub behaviour: Change,
}

/// One metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Its name.
    pub metric: String,
    /// Its mean in each arm; only one if it is about pairs.
    pub arms: Vec<Estimate>,
    /// What changes, if two arms are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    /// The change taken apart, with `--rescore`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// The value of each seed in each arm, for pictures.
    #[serde(skip)]
    pub values: Vec<Vec<f64>>,
}

impl Line {
    /// How its values are printed.
    pub fn unit(&self) -> Unit {
        Metric::find(&self.metric).map_or(Unit::Number, |(_, metric)| metric.unit)
    }
}

/// How often the rules of a set did something in an arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fired {
    /// The arm.
    pub arm: String,
    /// The set.
    pub set: String,
    /// How often; `None` if all of it is data, which applies always and has no moments to count.
    pub times: Option<u64>,
    /// In how many games at least once.
    pub games: u64,
    /// Of how many.
    pub of: u64,
}

/// What many games say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The seeds whose games were all played.
    pub seeds: usize,
    /// The games that were not played to their end because of an error.
    pub failed: usize,
    /// The games that could not be rescored, because a choice is not legal under the other rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_rescored: Option<usize>,
    /// One line for each metric, in the order of the table.
    pub metrics: Vec<Line>,
    /// How often each set did something.
    pub fired: Vec<Fired>,
}

/// The games of one seed, by arm.
type Group<'a> = BTreeMap<&'a str, Vec<&'a Row>>;

impl Summary {
    /// Counts everything. Only seeds with all their games are counted, so that arms are compared on the same seeds.
    pub fn of(plan: &Plan, rows: &[Row]) -> Summary {
        let mut groups: BTreeMap<u64, Group> = BTreeMap::new();
        for row in rows.iter().filter(|row| row.error.is_none()) {
            groups.entry(row.pair).or_default().entry(&row.arm).or_default().push(row);
        }
        let arms = &ARMS[..plan.arms.len()];
        let is_whole = |group: &Group, arm: &str| group.get(arm).is_some_and(|rows| rows.len() as u64 == plan.seatings);
        groups.retain(|_, group| arms.iter().all(|arm| is_whole(group, arm)));
        for group in groups.values_mut().filter(|group| !is_whole(group, RESCORED)) {
            group.remove(RESCORED);
        }
        let groups: Vec<Group> = groups.into_values().collect();
        let mut metrics: Vec<Line> =
            names(rows).into_iter().map(|name| line(&groups, arms, name, plan.seatings)).collect();
        if arms.len() > 1 {
            metrics.push(winner_changed(&groups));
            metrics.sort_by_key(|line| Metric::find(&line.metric).map(|(place, _)| place));
            judge(&mut metrics);
        }
        let is_error = |row: &&Row| row.error.is_some() && row.arm != RESCORED;
        let is_left_out = |row: &&Row| row.error.is_some() && row.arm == RESCORED;
        Summary {
            seeds: groups.len(),
            failed: rows.iter().filter(is_error).count(),
            not_rescored: plan.order.rescore.then(|| rows.iter().filter(is_left_out).count()),
            metrics,
            fired: fired(plan, rows),
        }
    }

    /// The line of a metric.
    pub fn line(&self, metric: &str) -> Option<&Line> {
        self.metrics.iter().find(|line| line.metric == metric)
    }
}

/// The mean of the games of one seed in one arm.
fn value(group: &Group, arm: &str, name: &str) -> Option<f64> {
    let values: Vec<f64> = group.get(arm)?.iter().filter_map(|row| value_of(row, name)).collect();
    (!values.is_empty()).then(|| Sample::of(&values).mean)
}

fn line(groups: &[Group], arms: &[&str], metric: String, seatings: u64) -> Line {
    let of = |arm: &str| -> Vec<Option<f64>> { groups.iter().map(|group| value(group, arm, &metric)).collect() };
    let columns: Vec<Vec<Option<f64>>> = arms.iter().map(|arm| of(arm)).collect();
    let values: Vec<Vec<f64>> = columns.iter().map(|column| column.iter().flatten().copied().collect()).collect();
    let unit = Metric::find(&metric).map_or(Unit::Number, |(_, it)| it.unit);
    let estimates = values.iter().map(|values| estimate(values, unit, seatings == 1)).collect();
    let (mut change_of, mut split) = (None, None);
    if let [a, b] = &columns[..] {
        let spread = |arm: &str| spread(groups, arm, &metric);
        let between = |from: &str, to: &str| ((spread(from) + spread(to)) / 2.0).sqrt();
        change_of = Some(change(a, b, between(ARMS[0], ARMS[1])));
        let again = of(RESCORED);
        if again.iter().any(Option::is_some) {
            let arithmetic = change(a, &again, between(ARMS[0], RESCORED));
            split = Some(Split { arithmetic, behaviour: change(&again, b, between(RESCORED, ARMS[1])) });
        }
    }
    Line { metric, arms: estimates, change: change_of, split, values }
}

/// The mean of some values. Where each is one game, shares of games have Wilson's interval. No interval goes where no value
/// can be: below 0 if none is, above the whole for shares.
fn estimate(values: &[f64], unit: Unit, is_game: bool) -> Estimate {
    let sample = Sample::of(values);
    let Sample { n, mean, sd } = sample;
    let least = if values.iter().all(|value| *value >= 0.0) { 0.0 } else { f64::NEG_INFINITY };
    let most = if unit == Unit::Number { f64::INFINITY } else { 1.0 };
    let around = |half: f64| ((mean - half).max(least), (mean + half).min(most));
    let is_share = is_game && unit == Unit::Games;
    let interval = match is_share {
        true => wilson(mean, n as f64),
        false => around(sample.half_width()),
    };
    let has_meaning = n >= MIN_SEEDS && (sd > 0.0 || is_share);
    Estimate { n, mean, sd, interval: has_meaning.then_some(interval) }
}

/// How much single games of an arm differ. The games of a seed are not averaged here: what one notices in a game is
/// weighed against other games.
fn spread(groups: &[Group], arm: &str, metric: &str) -> f64 {
    let games = groups.iter().filter_map(|group| group.get(arm)).flatten();
    Sample::of(&games.filter_map(|row| value_of(row, metric)).collect::<Vec<_>>()).sd.powi(2)
}

/// The change from one arm to another, pair by pair, and what one game deviates. How clear it is, `judge` says.
fn change(from: &[Option<f64>], to: &[Option<f64>], sd: f64) -> Change {
    let differences: Vec<f64> = from.iter().zip(to).filter_map(|(a, b)| Some((*b)? - (*a)?)).collect();
    let sample = Sample::of(&differences);
    let effect = match (sd > 0.0, sample.mean == 0.0) {
        (true, _) => Some(sample.mean / sd),
        (false, true) => Some(0.0),
        // All games have the same value before and the same value after.
        (false, false) => None,
    };
    let half = sample.half_width();
    let has_meaning = sample.n >= MIN_SEEDS && sample.sd > 0.0;
    let interval = has_meaning.then_some((sample.mean - half, sample.mean + half));
    let clarity =
        if differences.iter().all(|difference| *difference == 0.0) { Clarity::Same } else { Clarity::Unclear };
    Change { difference: sample.mean, interval, effect, deviation: sd, clarity, n: sample.n, p: sample.p_value() }
}

/// In how many pairs other seats win.
fn winner_changed(groups: &[Group]) -> Line {
    let winners = |group: &Group, arm: &str| -> Vec<Option<String>> {
        group.get(arm).map(|rows| rows.iter().map(|row| row.winner.clone()).collect()).unwrap_or_default()
    };
    let changed = |group: &Group| {
        let (a, b) = (winners(group, ARMS[0]), winners(group, ARMS[1]));
        let other = a.iter().zip(&b).filter(|(a, b)| a != b).count();
        other as f64 / a.len().max(1) as f64
    };
    let values: Vec<f64> = groups.iter().map(changed).collect();
    let is_share = groups.iter().all(|group| group.values().all(|rows| rows.len() == 1));
    let arms = vec![estimate(&values, Unit::Games, is_share)];
    Line { metric: "winner_changed".into(), arms, change: None, split: None, values: vec![values] }
}

/// The metric that every designer asks about first. It is judged alone.
const PRIMARY: &str = "first_seat";

/// Says how clear each change is. The primary metric is judged by its interval; all others together, because of many
/// metrics one in twenty would look clear by chance.
fn judge(lines: &mut [Line]) {
    let (mut primary, mut others): (Vec<&mut Line>, Vec<&mut Line>) =
        lines.iter_mut().partition(|line| line.metric == PRIMARY);
    for group in [&mut primary, &mut others] {
        judge_together(group.iter_mut().filter_map(|line| line.change.as_mut()).collect());
    }
}

fn judge_together(mut judged: Vec<&mut Change>) {
    judged.retain(|change| change.n >= MIN_SEEDS);
    let raised = holm(&judged.iter().map(|change| change.p).collect::<Vec<_>>());
    for (change, p) in judged.into_iter().zip(raised) {
        change.clarity = match (change.clarity, change.size()) {
            (Clarity::Same, _) => Clarity::Same,
            _ if p >= 0.05 => Clarity::Unclear,
            (_, effect) if effect < NOTICED => Clarity::Small,
            (_, effect) if effect < LARGE => Clarity::Clear,
            _ => Clarity::Large,
        };
    }
}

/// How often the rules of each set that has any did something.
fn fired(plan: &Plan, rows: &[Row]) -> Vec<Fired> {
    let mut all = Vec::new();
    for (arm, name) in plan.arms.iter().zip(ARMS) {
        let counted: Named<()> = arm.setup.profile(false).into_iter().map(|cost| (cost.expansion, ())).collect();
        let rules = arm.recipe.expansions.iter().filter(|portion| portion.extent.rules);
        let played: Vec<&Row> = rows.iter().filter(|row| row.arm == name && row.error.is_none()).collect();
        for set in rules.map(|portion| portion.expansion.id()).filter(|set| *set != ALWAYS) {
            let metric = format!("fired_{}", column(set));
            let times: Vec<f64> = played.iter().filter_map(|row| value_of(row, &metric)).collect();
            let is_counted = counted.contains_key(set);
            all.push(Fired {
                arm: name.into(),
                set: set.into(),
                times: is_counted.then(|| times.iter().sum::<f64>() as u64),
                games: times.iter().filter(|times| **times > 0.0).count() as u64,
                of: played.len() as u64,
            });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_ends_where_no_value_can_be() {
        let rare: Vec<f64> = (0..100).map(|n| f64::from(u8::from(n == 0))).collect();
        let often: Vec<f64> = rare.iter().map(|value| 1.0 - value / 2.0).collect();
        let ends = |values: &[f64], unit| estimate(values, unit, false).interval.unwrap();
        assert_eq!(ends(&rare, Unit::Number).0, 0.0, "tiles are not discarded less than never");
        assert_eq!(ends(&often, Unit::Games).1, 1.0, "nobody wins more than every game");
        assert!(ends(&often, Unit::Number).1 > 1.0);
        let losses: Vec<f64> = rare.iter().map(|value| -value).collect();
        assert!(ends(&losses, Unit::Number).0 < 0.0, "points can be lost");
    }

    #[test]
    fn a_constant_change_has_no_effect_in_deviations_and_is_large() {
        let (one, other) = (vec![Some(71.0); 12], vec![Some(72.0); 12]);
        let mut all = [change(&one, &other, 0.0), change(&one, &one, 0.0)];
        assert_eq!((all[0].effect, all[1].effect), (None, Some(0.0)));
        judge_together(all.iter_mut().collect());
        assert_eq!((all[0].clarity, all[1].clarity), (Clarity::Large, Clarity::Same));
    }
}
