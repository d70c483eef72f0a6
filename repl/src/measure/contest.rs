//! Two bots against each other in many games: on several threads, with a file of results to continue from, and
//! statistics. Never prints.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bastide_core::Setup;
use serde::Serialize;

use crate::bot::Spec;
use crate::io::files;
use crate::io::reply::Failure;
use crate::measure::games::{self, Ended};
use crate::measure::stats::wilson;

/// A match.
pub struct Plan {
    /// The setup; two players.
    pub setup: Arc<Setup>,
    /// The two bots.
    pub bots: [Spec; 2],
    /// The number of games.
    pub games: u64,
    /// The random seed of the first two games, which swap the seats; each further pair uses the next number. If both
    /// bots are the same, each game uses the next number.
    pub seed: u64,
    /// The number of games at a time.
    pub threads: usize,
}

/// The result of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of the game: in even ones the first bot starts, in odd ones the second.
    pub game: u64,
    /// The points of the first and the second bot.
    pub points: [i32; 2],
}

impl Plan {
    /// Plays the remaining games. `told` is called with each result and can stop the match by failing.
    pub fn play(
        &self,
        played: &[Played],
        cancel: &Arc<AtomicBool>,
        mut told: impl FnMut(Played) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let open: Vec<u64> = (0..self.games).filter(|&game| played.iter().all(|other| other.game != game)).collect();
        games::spread(&open, self.threads, cancel, |game| self.play_one(game, cancel), |result| told(result?))
    }

    /// Plays one game; `None` if it was cancelled.
    fn play_one(&self, number: u64, cancel: &Arc<AtomicBool>) -> Option<Result<Played, Failure>> {
        // With swapped seats, two equal bots would play the same game again.
        let seeds = if self.bots[0] == self.bots[1] { number } else { number / 2 };
        let seed = self.seed.wrapping_add(seeds);
        let swapped = number as usize % 2;
        let bots = [&self.bots[swapped], &self.bots[1 - swapped]];
        match games::play(&self.setup, seed, &bots, cancel, |_| {}) {
            Ok(game) => {
                let seats = game.scores();
                Some(Ok(Played { game: number, points: [seats[swapped], seats[1 - swapped]] }))
            }
            Err(Ended::Cancelled) => None,
            Err(Ended::Failed(why, _)) => {
                let mut failure = Failure::from(why);
                failure.message = format!("game {number}, seed {seed}: {}", failure.message);
                Some(Err(failure))
            }
        }
    }
}

/// A file of results: a line with the match, and a line for each game with its number and the points of both.
pub struct File {
    file: fs::File,
    /// The results that it contained when it was opened.
    pub played: Vec<Played>,
}

/// The maximum size of a file of results.
const MAX_BYTES: u64 = 64 << 20;

impl File {
    /// Opens or creates the file of the match with this title.
    pub fn open(path: &Path, title: &str) -> Result<File, Failure> {
        let wrong = |error: std::io::Error| Failure::io(format!("{} cannot be used: {error}", path.display()));
        let refused = |why: String| Failure::refused(format!("{}: {why}", path.display()));
        files::check_kind(path).map_err(wrong)?;
        if fs::metadata(path).is_ok_and(|data| data.len() > MAX_BYTES) {
            return Err(refused("too large for a file of results".into()));
        }
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
            text => text.map_err(wrong)?,
        };
        // A line that was being written when the program ended is incomplete.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        if lines.next().is_some_and(|first| first != title) {
            return Err(refused(format!("these are results of another match; this one is `{title}`")));
        }
        let played = lines.enumerate().map(|(n, line)| {
            read_line(line).ok_or_else(|| refused(format!("line {} is not a result: `{line}`", n + 2)))
        });
        let played = played.collect::<Result<Vec<_>, _>>()?;
        let kept = if whole.is_empty() { format!("{title}\n") } else { whole.to_string() };
        if kept != text {
            fs::write(path, kept).map_err(wrong)?;
        }
        let file = fs::OpenOptions::new().append(true).open(path).map_err(wrong)?;
        Ok(File { file, played })
    }

    /// Adds a result.
    pub fn write(&mut self, played: Played) -> Result<(), Failure> {
        let Played { game, points: [one, other] } = played;
        let written = self.file.write_all(format!("{game} {one} {other}\n").as_bytes());
        written.map_err(|error| Failure::io(format!("a result cannot be written: {error}")))
    }
}

fn read_line(line: &str) -> Option<Played> {
    let words: Vec<&str> = line.split(' ').collect();
    let [game, one, other] = words[..] else { return None };
    Some(Played { game: game.parse().ok()?, points: [one.parse().ok()?, other.parse().ok()?] })
}

/// Statistics of the first bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Tally {
    /// Games won.
    pub won: u64,
    /// Games drawn; each counts half.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// Its win rate, from 0 to 1; draws count half.
    pub share: f64,
    /// The 95 % confidence interval of the win rate (Wilson).
    pub between: (f64, f64),
    /// Its average lead in points.
    pub margin: f64,
}

impl Tally {
    /// Counts results.
    pub fn of(played: &[Played]) -> Tally {
        let mut tally = Tally::default();
        for Played { points: [one, other], .. } in played {
            match one.cmp(other) {
                std::cmp::Ordering::Greater => tally.won += 1,
                std::cmp::Ordering::Equal => tally.drawn += 1,
                std::cmp::Ordering::Less => tally.lost += 1,
            }
            tally.margin += (one - other) as f64 / played.len() as f64;
        }
        tally.share = (tally.won as f64 + tally.drawn as f64 / 2.0) / played.len().max(1) as f64;
        tally.between = wilson(tally.share, played.len() as f64);
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_counts_half() {
        let played = |game: u64, points: [i32; 2]| Played { game, points };
        let tally = Tally::of(&[played(0, [5, 3]), played(1, [4, 4]), played(2, [1, 9]), played(3, [7, 7])]);
        assert_eq!((tally.won, tally.drawn, tally.lost, tally.share, tally.margin), (1, 2, 1, 0.5, -1.5));
    }
}
