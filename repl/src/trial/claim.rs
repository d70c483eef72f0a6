//! What a designer demands of the numbers: `--assert 'first_seat < 0.55'`. Read before the games, decided after them.

use std::collections::BTreeSet;

use bastide_core::Closes;
use bastide_core::language::{did_you_mean, nearest, typed};

use crate::io::reply::Failure;
use crate::trial::metric::{METRICS, Metric, column};
use crate::trial::plan::{ARMS, Arm, Plan};
use crate::trial::summary::Summary;

/// Which number is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// The mean of an arm.
    Arm(usize),
    /// The difference of the arms.
    Difference,
}

/// A demand.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    text: String,
    side: Side,
    metric: String,
    low: (f64, bool),
    high: (f64, bool),
}

/// The metric of pairs, which no arm has.
const OF_PAIRS: &str = "winner_changed";

/// What a claim looks like, for messages.
const FORM: &str = "write `METRIC < NUMBER` (or <=, >, >=) or `METRIC in LOW..HIGH`; `A.METRIC`, `B.METRIC` and \
                    `diff.METRIC` choose the number";

impl Claim {
    /// Reads a claim about the games of a plan.
    pub fn read(plan: &Plan, text: &str) -> Result<Claim, Failure> {
        let wrong = |why: &str| Failure::usage(format!("--assert '{text}': {why}"));
        let (name, low, high) = parts(text).ok_or_else(|| wrong(FORM))?;
        let (side, metric) = match name.split_once('.') {
            None => (Side::Arm(plan.arms.len() - 1), name),
            Some(("diff", metric)) if plan.arms.len() > 1 => (Side::Difference, metric),
            Some((arm, metric)) => {
                let arm = ARMS[..plan.arms.len()].iter().position(|name| *name == arm);
                (Side::Arm(arm.ok_or_else(|| wrong(FORM))?), metric)
            }
        };
        check_name(plan, metric).map_err(|why| wrong(&why))?;
        if metric == OF_PAIRS && metric != name {
            return Err(wrong(&format!("{OF_PAIRS} is about both arms; write it alone")));
        }
        if low.0 > high.0 {
            return Err(wrong(&format!("no number is in this range, because {} is above {}", low.0, high.0)));
        }
        Ok(Claim { text: text.into(), side, metric: metric.into(), low, high })
    }

    /// The number that it is about, and whether it holds; `None` if there is no such number.
    pub fn holds(&self, summary: &Summary) -> (Option<f64>, bool) {
        let line = summary.line(&self.metric);
        let number = line.and_then(|line| match self.side {
            Side::Difference => line.change.as_ref().map(|change| change.difference),
            Side::Arm(arm) => line.arms.get(arm).or(line.arms.last()).map(|estimate| estimate.mean),
        });
        let within = |number: f64| {
            let (low, high) = (self.low, self.high);
            (number > low.0 || low.1 && number == low.0) && (number < high.0 || high.1 && number == high.0)
        };
        (number, summary.seeds > 0 && number.is_some_and(within))
    }

    /// The claim and what came of it, in words.
    pub fn told(&self, summary: &Summary) -> String {
        let (number, holds) = self.holds(summary);
        let found = number.map_or("was never measured".into(), |number| format!("it is {:.4}", number));
        format!("assert {}: {} ({found})", self.text, if holds { "holds" } else { "does not hold" })
    }
}

/// A bound, and whether it is allowed itself.
type Bound = (f64, bool);

/// The name, the lower and the upper bound of a claim.
fn parts(text: &str) -> Option<(&str, Bound, Bound)> {
    const NONE: [Bound; 2] = [(f64::NEG_INFINITY, false), (f64::INFINITY, false)];
    if let Some((name, range)) = text.split_once(" in ") {
        let (low, high) = range.split_once("..")?;
        return Some((name.trim(), (number(low)?, true), (number(high)?, true)));
    }
    let at = text.find(['<', '>'])?;
    let (name, rest) = text.split_at(at);
    let (sign, rest) = rest.split_at(1);
    let (with, value) = rest.strip_prefix('=').map_or((false, rest), |rest| (true, rest));
    let bound = (number(value)?, with);
    match sign {
        "<" => Some((name.trim(), NONE[0], bound)),
        _ => Some((name.trim(), bound, NONE[1])),
    }
}

/// A number, or a share in percent.
fn number(text: &str) -> Option<f64> {
    let (text, whole) = text.trim().strip_suffix('%').map_or((text.trim(), 1.0), |text| (text.trim(), 100.0));
    text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number / whole)
}

/// Refuses a metric that these games cannot have.
fn check_name(plan: &Plan, name: &str) -> Result<(), String> {
    let known = known(plan);
    let by_rules = ["metric_", "points_from_", "share_from_"].iter().find_map(|stem| name.strip_prefix(stem));
    let is_by_rules = |may: fn(&str, &str) -> bool| {
        by_rules.is_some_and(|rest| plan.arms.iter().flat_map(scripts).any(|script| may(&script, rest)))
    };
    if known.contains(name) || is_by_rules(names) {
        return Ok(());
    }
    let near = nearest(name, known.iter().map(String::as_str));
    if near.is_none() && is_by_rules(may_join) {
        return Ok(());
    }
    let meant = match near {
        Some(near) => did_you_mean(near),
        None => "docs/NUMBERS.md lists all of them".into(),
    };
    match Metric::find(name) {
        Some(_) => Err(format!("these games have no {name}; {meant}")),
        None => Err(format!("unknown metric {}; {meant}", typed(name))),
    }
}

/// The scripts of an arm, in the letters of names.
fn scripts(arm: &Arm) -> impl Iterator<Item = String> {
    arm.recipe.expansions.iter().filter_map(|portion| portion.expansion.script()).map(|(_, text)| column(text))
}

/// Whether a script has this name in it, whole: a reason or a metric that it may give.
fn names(script: &str, name: &str) -> bool {
    let script = format!("_{script}_");
    !name.is_empty() && script.contains(&format!("_{name}_"))
}

/// Whether a script may put this name together, as in `"gold_" .. kind`: one of its words begins or ends it.
fn may_join(script: &str, name: &str) -> bool {
    let mut words = script.split('_').filter(|word| word.len() >= MIN_WORD);
    words.any(|word| name.starts_with(word) || name.ends_with(word))
}

/// Shorter words of a script say nothing about a name.
const MIN_WORD: usize = 3;

/// The metrics that are known before the games are played.
fn known(plan: &Plan) -> BTreeSet<String> {
    let seats = (1..=plan.order.players).map(|seat| seat.to_string());
    let bots = plan.bot_places().into_iter().map(|place| (place + 1).to_string());
    let all = || plan.arms.iter().flat_map(|arm| &arm.setup.catalogue().kinds);
    let closing = all().filter(|kind| kind.closes != Closes::Never).map(|kind| column(&kind.name));
    // Sets that are data have no moments to count.
    let sets = plan.arms.iter().flat_map(|arm| arm.setup.profile(false)).map(|cost| column(&cost.expansion));
    let kinds: Vec<String> = all().map(|kind| column(&kind.name)).collect();
    let (seats, bots, closing, sets): (Vec<String>, Vec<String>, Vec<String>, Vec<String>) =
        (seats.collect(), bots.collect(), closing.collect(), sets.collect());
    let mut known = BTreeSet::new();
    for metric in METRICS {
        let rests: &[String] = match metric.name {
            "points_seat_*" | "points_rank_*" | "wins_seat_*" => &seats,
            "wins_bot_*" if plan.seatings > 1 => &bots,
            "points_from_*" | "share_from_*" => &kinds,
            "completed_*" | "size_*" => &closing,
            "fired_*" => &sets,
            OF_PAIRS if plan.arms.len() < 2 => continue,
            name if !name.ends_with('*') => &[String::new()],
            _ => &[],
        };
        known.extend(rests.iter().map(|rest| metric.name.replace('*', rest)));
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_in_every_form() {
        let none = (f64::NEG_INFINITY, false);
        assert_eq!(parts("first_seat < 0.55"), Some(("first_seat", none, (0.55, false))));
        assert_eq!(parts("B.score>=70"), Some(("B.score", (70.0, true), (f64::INFINITY, false))));
        assert_eq!(parts("diff.first_seat in -2 % .. 2%"), Some(("diff.first_seat", (-0.02, true), (0.02, true))));
        for wrong in ["", "score", "score = 3", "score < x", "score < nan", "score in 3", "score < 1e999"] {
            assert_eq!(parts(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_script_gives_names_that_it_has_or_can_put_together() {
        let script = column("game:metric(\"gold_\" .. kind, 1) game:score(who, 3, \"long road\")");
        assert!(names(&script, "long_road") && !names(&script, "long_roa") && !names(&script, ""));
        assert!(may_join(&script, "gold_city") && !may_join(&script, "glod_city") && !may_join(&script, "gol"));
    }
}
