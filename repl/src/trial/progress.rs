//! How far a run is, with the estimate so far, on one line.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::measure::stats::Sample;
use crate::trial::plan::{ARMS, Plan, Row};
use crate::trial::raw::value_of;
use crate::trial::summary::MIN_SEEDS;

/// The line changes no more often than this, and takes no more than this share of the time.
const PAUSE: Duration = Duration::from_millis(200);
const SHARE: u32 = 50;
/// The columns of the bar.
const COLUMNS: usize = 20;
/// What is estimated while games are played.
const LIVE: [(&str, &str); 2] = [("score", "score"), ("first_seat", "first seat")];

/// How far a run is.
pub struct Progress {
    begun: Instant,
    next: Instant,
    /// The games that were there before, that are done and that there will be.
    before: usize,
    done: usize,
    all: usize,
}

impl Progress {
    /// A run that begins with some games already played.
    pub fn new(before: usize, all: usize) -> Progress {
        let now = Instant::now();
        Progress { begun: now, next: now, before, done: before, all }
    }

    /// Counts a game. Returns the line if it is time to show it.
    pub fn step(&mut self, plan: &Plan, rows: &[Row]) -> Option<String> {
        self.done += 1;
        let now = Instant::now();
        (now >= self.next).then(|| {
            let line = self.line(plan, rows);
            self.next = Instant::now() + PAUSE.max(now.elapsed() * SHARE);
            line
        })
    }

    fn line(&self, plan: &Plan, rows: &[Row]) -> String {
        let full = COLUMNS * self.done / self.all.max(1);
        let bar: String = (0..COLUMNS).map(|column| if column < full { '#' } else { '.' }).collect();
        let estimates: Vec<String> = LIVE.iter().filter_map(|(name, label)| live(plan, rows, name, label)).collect();
        let (played, left) = ((self.done - self.before) as f64, (self.all - self.done.min(self.all)) as f64);
        let seconds = self.begun.elapsed().as_secs_f64() / played.max(1.0) * left;
        format!("[{bar}] {} of {} games, {seconds:.0} s left  {}", self.done, self.all, estimates.join("  "))
    }
}

/// The mean so far, or the difference of the arms so far. What is counted is the same as at the end: seeds with all their
/// games, and no interval where it means nothing.
fn live(plan: &Plan, rows: &[Row], name: &str, label: &str) -> Option<String> {
    let mut seeds: BTreeMap<u64, [Vec<f64>; 2]> = BTreeMap::new();
    for row in rows {
        if let (Some(arm), Some(value)) = (ARMS.iter().position(|arm| *arm == row.arm), value_of(row, name)) {
            seeds.entry(row.pair).or_default()[arm].push(value);
        }
    }
    let mean = |values: &Vec<f64>| (values.len() as u64 == plan.seatings).then(|| Sample::of(values).mean);
    let compares = plan.arms.len() > 1;
    let values = seeds.values().filter_map(|[a, b]| if compares { Some(mean(b)? - mean(a)?) } else { mean(a) });
    let sample = Sample::of(&values.collect::<Vec<_>>());
    let scale = if name == "score" { 1.0 } else { 100.0 };
    let (mean, half) = (sample.mean * scale, sample.half_width() * scale);
    let told = if compares { format!("{label} {mean:+.1}") } else { format!("{label} {mean:.1}") };
    match () {
        () if sample.n == 0 => None,
        () if sample.n < MIN_SEEDS || sample.sd == 0.0 => Some(told),
        () => Some(format!("{told} ± {half:.1}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::library::Library;
    use crate::trial::plan::Order;

    fn row(pair: u64, seating: u64, score: f64) -> Row {
        Row {
            pair,
            seating,
            arm: "A".into(),
            values: [("score".to_string(), score)].into_iter().collect(),
            ..Row::default()
        }
    }

    #[test]
    fn mirrored_games_of_a_seed_count_once_while_games_are_played() {
        let bots = vec!["greedy".to_string(), "random".into()];
        let order = Order { arms: vec!["base".into()], players: 2, bots, seed: 1, rescore: false };
        let plan = Plan::new(&mut Library::default(), order, 100).unwrap();
        assert_eq!(plan.seatings, 2);
        // Every seed has the same mean, so nothing is unsure, however much its two games differ.
        let mut rows: Vec<Row> = (0..12).flat_map(|pair| [row(pair, 0, 80.0), row(pair, 1, 20.0)]).collect();
        assert_eq!(live(&plan, &rows, "score", "score"), Some("score 50.0".into()));
        // A seed that lacks a game is not counted.
        rows.push(row(12, 0, 80.0));
        assert_eq!(live(&plan, &rows, "score", "score"), Some("score 50.0".into()));
        assert_eq!(live(&plan, &rows[..1], "score", "score"), None);
        rows.extend([row(12, 1, 46.0), row(13, 0, 50.0)]);
        assert_eq!(live(&plan, &rows, "score", "score"), Some("score 51.0 ± 2.2".into()));
    }
}
