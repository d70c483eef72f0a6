//! The numbers as a table of characters, with small histograms, or as sentences. Knows a summary and a verdict.

use crate::tell::stats::sparkline;
use crate::tell::tally::grid;
use crate::trial::metric::{Metric, Unit};
use crate::trial::plan::Plan;
use crate::trial::summary::{Line, Summary};
use crate::trial::verdict::{between, effect, shown, signed, word};

/// The columns of a histogram.
const BINS: usize = 10;

/// How the table is printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// All metrics, not only the most important.
    pub all: bool,
    /// ASCII only.
    pub ascii: bool,
    /// Sentences instead of a table.
    pub plain: bool,
}

/// How many values fall into each of some equal parts of a range.
pub fn histogram(values: &[f64], (low, high): (f64, f64), bins: usize) -> Vec<i32> {
    let mut counts = vec![0; bins];
    for value in values {
        let share = if high > low { (value - low) / (high - low) } else { 0.5 };
        counts[((share * bins as f64) as usize).min(bins - 1)] += 1;
    }
    counts
}

/// The lowest and the highest value of all arms.
pub fn range(line: &Line) -> (f64, f64) {
    let all = || line.values.iter().flatten().copied();
    (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max))
}

/// The metrics that are printed.
pub fn listed(summary: &Summary, all: bool) -> Vec<&Line> {
    let is_shown = |line: &&Line| all || Metric::find(&line.metric).is_some_and(|(_, metric)| metric.shown);
    let has_values = |line: &&Line| line.arms.iter().any(|arm| arm.n > 0);
    summary.metrics.iter().filter(is_shown).filter(has_values).collect()
}

/// The table.
pub fn table(plan: &Plan, summary: &Summary, style: Style) -> String {
    let lines = listed(summary, style.all);
    let compares = plan.arms.len() > 1;
    if style.plain {
        return lines.iter().map(|line| sentence(line)).collect::<Vec<_>>().join("\n");
    }
    let heads = match compares {
        true => vec!["", "A", "B", "B - A", "95 % interval", "effect", "", "A", "B"],
        false => vec!["", "mean", "95 % interval", "deviation", "spread"],
    };
    let mut rows: Vec<Vec<String>> = vec![heads.into_iter().map(String::from).collect()];
    rows.extend(lines.iter().map(|line| if compares { compared(line, style) } else { measured(line, style) }));
    grid(&rows)
}

/// The cells of a metric of one arm.
fn measured(line: &Line, style: Style) -> Vec<String> {
    let (unit, arm) = (line.unit(), &line.arms[0]);
    let interval = arm.interval.map(|interval| between(unit, interval, false)).unwrap_or_default();
    let deviation = if unit == Unit::Games { String::new() } else { shown(unit, arm.sd) };
    vec![Metric::label_of(&line.metric), shown(unit, arm.mean), interval, deviation, spread(line, 0, style)]
}

/// The cells of a metric of two arms.
fn compared(line: &Line, style: Style) -> Vec<String> {
    let unit = line.unit();
    let label = Metric::label_of(&line.metric);
    let Some(change) = &line.change else {
        let arm = &line.arms[0];
        let interval = arm.interval.map(|interval| between(unit, interval, false)).unwrap_or_default();
        return vec![label, String::new(), shown(unit, arm.mean), String::new(), interval];
    };
    let interval = change.interval.map(|interval| between(unit, interval, true)).unwrap_or_default();
    let means = line.arms.iter().map(|arm| shown(unit, arm.mean));
    let rest = [signed(unit, change.difference), interval, effect(change), word(change)];
    let spreads = [spread(line, 0, style), spread(line, 1, style)];
    [label].into_iter().chain(means).chain(rest).chain(spreads).collect()
}

/// A small histogram; nothing for shares of games, of which each is 0 or 1.
fn spread(line: &Line, arm: usize, style: Style) -> String {
    if line.unit() == Unit::Games {
        return String::new();
    }
    let counts = histogram(&line.values[arm], range(line), BINS);
    sparkline(&counts, 0, counts.iter().max().copied().unwrap_or(0), style.ascii)
}

/// A metric as a sentence.
fn sentence(line: &Line) -> String {
    let (unit, label) = (line.unit(), Metric::label_of(&line.metric));
    let Some(change) = &line.change else {
        let arm = &line.arms[0];
        let interval = arm.interval.map(|interval| format!(", 95 % interval {}", between(unit, interval, false)));
        return format!("{label}: {}{}.", shown(unit, arm.mean), interval.unwrap_or_default());
    };
    let interval = change.interval.map(|interval| format!(", 95 % interval {}", between(unit, interval, true)));
    let (a, b) = (shown(unit, line.arms[0].mean), shown(unit, line.arms[1].mean));
    let (difference, told) = (signed(unit, change.difference), word(change));
    let effect = change.effect.map(|_| format!(", effect {}", effect(change))).unwrap_or_default();
    format!("{label}: A {a}, B {b}, change {difference}{}{effect}: {told}.", interval.unwrap_or_default())
}

/// With `--rescore`: what the rule changes by itself, and what bots make of it.
pub fn split(summary: &Summary, style: Style) -> Option<String> {
    let lines: Vec<&Line> = listed(summary, style.all).into_iter().filter(|line| line.split.is_some()).collect();
    let heads = ["rescored", "B - A", "by arithmetic", "95 % interval", "by behaviour", "95 % interval"];
    let mut rows: Vec<Vec<String>> = vec![heads.map(String::from).to_vec()];
    for line in &lines {
        let (Some(split), Some(change)) = (&line.split, &line.change) else { continue };
        let unit = line.unit();
        let mut cells = vec![Metric::label_of(&line.metric), signed(unit, change.difference)];
        for part in [&split.arithmetic, &split.behaviour] {
            cells.push(signed(unit, part.difference));
            cells.push(part.interval.map(|interval| between(unit, interval, true)).unwrap_or_default());
        }
        rows.push(cells);
    }
    let sentence = |row: &Vec<String>| format!("{}: {} by arithmetic, {} by behaviour.", row[0], row[2], row[4]);
    match (lines.is_empty(), style.plain) {
        (true, _) => None,
        (_, true) => Some(rows[1..].iter().map(sentence).collect::<Vec<_>>().join("\n")),
        _ => Some(grid(&rows)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_everything_once() {
        assert_eq!(histogram(&[0.0, 0.1, 0.5, 1.0], (0.0, 1.0), 2), [2, 2]);
        assert_eq!(histogram(&[3.0, 3.0], (3.0, 3.0), 4), [0, 0, 2, 0]);
        assert_eq!(histogram(&[], (f64::INFINITY, f64::NEG_INFINITY), 2), [0, 0]);
    }
}
