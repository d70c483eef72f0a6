//! How far a run is, with the estimate so far, on one line.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::measure::stats::Sample;
use crate::trial::plan::{ARMS, Plan, Row};
use crate::trial::raw::value_of;

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

/// The mean so far, or the difference of the pairs so far.
fn live(plan: &Plan, rows: &[Row], name: &str, label: &str) -> Option<String> {
    let mut pairs: BTreeMap<(u64, u64), [Option<f64>; 2]> = BTreeMap::new();
    for row in rows {
        if let Some(arm) = ARMS.iter().position(|arm| *arm == row.arm) {
            pairs.entry((row.pair, row.seating)).or_default()[arm] = value_of(row, name);
        }
    }
    let compares = plan.arms.len() > 1;
    let values = pairs.values().filter_map(|[a, b]| if compares { Some((*b)? - (*a)?) } else { *a });
    let sample = Sample::of(&values.collect::<Vec<_>>());
    let scale = if name == "score" { 1.0 } else { 100.0 };
    let half = sample.half_width() * scale;
    let mean = sample.mean * scale;
    match (half.is_finite(), compares) {
        (false, _) => None,
        (_, true) => Some(format!("{label} {mean:+.1} ± {half:.1}")),
        (_, false) => Some(format!("{label} {mean:.1} ± {half:.1}")),
    }
}
