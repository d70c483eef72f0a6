//! Games as files: the one that a run continues from and that shards are joined from, CSV, and JSON Lines. Knows rows,
//! never what they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::Path;

use bastide_core::language::plural;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::io::reply::Failure;
use crate::io::{door, files};
use crate::trial::metric::{Absent, Metric};
use crate::trial::plan::{Order, Plan, Row};

/// The maximum size of a file of games.
const MAX_BYTES: u64 = 1 << 30;

/// The first line of a file of games: everything that must be the same for games to belong together, and how many there
/// will be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the program.
    pub bastide: String,
    /// What is played.
    pub run: Order,
    /// The sets with their versions and hashes.
    pub sets: Vec<String>,
    /// The number of seeds.
    pub seeds: u64,
}

impl Head {
    /// The first line for a plan.
    pub fn of(plan: &Plan) -> Head {
        let bastide = env!("CARGO_PKG_VERSION").to_string();
        Head { bastide, run: plan.order.clone(), sets: plan.sets(), seeds: plan.seeds }
    }

    /// Why games of the other file do not belong to these, if so.
    fn differs(&self, other: &Head) -> Option<String> {
        let differs = |what: &str, is: String, was: String| (is != was).then(|| format!("{what} `{was}`, not `{is}`"));
        let text = |of: &Head| [of.run.command(), of.sets.join(", "), of.bastide.clone()];
        let [command, sets, version] = text(self);
        let [their_command, their_sets, their_version] = text(other);
        differs("it has games of", command, their_command)
            .or_else(|| differs("its games were played with", sets, their_sets))
            .or_else(|| differs("its games are from version", version, their_version))
    }
}

/// A file of games: read when it is opened, then extended game by game. No other run can open it meanwhile.
pub struct File {
    file: fs::File,
    /// The games that it had when it was opened.
    pub rows: Vec<Row>,
}

impl File {
    /// Opens or creates the file for a plan. A line that was being written when the program ended is dropped.
    pub fn open(path: &Path, plan: &Plan) -> Result<File, Failure> {
        let head = &Head::of(plan);
        // The file is claimed before it is read, so that of two runs that start at the same instant one is refused.
        let _claim = claim(path)?;
        let rows = continued(path, head)?;
        check(plan, path, &rows)?;
        let rows = plan.whole(rows);
        files::write(path, text(head, &rows).as_bytes())?;
        // This is another file now, because it was replaced in one step.
        Ok(File { file: claim(path)?, rows })
    }

    /// Adds the rows of a game.
    pub fn add(&mut self, rows: &[Row]) -> Result<(), Failure> {
        let lines: String = rows.iter().map(|row| line(row) + "\n").collect();
        let written = self.file.write_all(lines.as_bytes());
        written.map_err(|error| Failure::io(format!("a game cannot be written: {error}")))
    }
}

/// Opens or creates a file that no other run has open. Where files cannot be locked, others still can open it.
fn claim(path: &Path) -> Result<fs::File, Failure> {
    let wrong = |error: std::io::Error| Failure::io(format!("{} cannot be used: {error}", path.display()));
    files::check_kind(path).map_err(wrong)?;
    let file = fs::OpenOptions::new().append(true).create(true).open(path).map_err(wrong)?;
    let is_locked = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
    // Between opening and locking another run may have put its own file in the place of this one.
    let opened = file.try_clone().and_then(same_file::Handle::from_file).map_err(wrong)?;
    if is_locked || same_file::Handle::from_path(path).map_or(true, |there| there != opened) {
        let why = "another run is writing it; give each shard a file of its own";
        return Err(Failure::refused(format!("{}: {why}", path.display())));
    }
    Ok(file)
}

/// The games of a file that a run continues from.
fn continued(path: &Path, head: &Head) -> Result<Vec<Row>, Failure> {
    if fs::metadata(path).is_ok_and(|facts| facts.len() == 0) {
        return Ok(Vec::new());
    }
    let (found, rows) = read(path)?;
    match head.differs(&found) {
        Some(why) => Err(Failure::refused(format!("{}: {why}; name another file", path.display()))),
        None => Ok(rows),
    }
}

/// Refuses rows that no game of the plan can have, and games that are there twice.
pub fn check(plan: &Plan, path: &Path, rows: &[Row]) -> Result<(), Failure> {
    let mut seen = BTreeSet::new();
    for (row, line) in rows.iter().zip(2..) {
        let why = match (plan.knows(row), seen.insert(row.key())) {
            (true, true) => continue,
            (false, _) => "not a game of this run".into(),
            (_, false) => format!("the game of seed {} is there twice", row.seed),
        };
        return Err(Failure::refused(format!("{}:{line}: {why}", path.display())));
    }
    Ok(())
}

/// A file of games as text, in the order of the games.
pub fn text(head: &Head, rows: &[Row]) -> String {
    let lines = rows.iter().map(line);
    [vec![door::json(&json!(head))], lines.collect()].concat().join("\n") + "\n"
}

/// One game as a line of JSON.
fn line(row: &Row) -> String {
    door::json(&json!(row))
}

/// Reads a file of games.
pub fn read(path: &Path) -> Result<(Head, Vec<Row>), Failure> {
    let refused = |line: usize, why: String| Failure::refused(format!("{}:{line}: {why}", path.display()));
    let bytes = files::read(path, MAX_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    // A line that was being written when the program ended is incomplete.
    let mut lines = text[..text.rfind('\n').map_or(0, |end| end + 1)].lines().zip(1..);
    let first = lines.next().map_or("", |(first, _)| first);
    let head = serde_json::from_str(first).map_err(|error| refused(1, format!("not a file of games: {error}")))?;
    let row = |(line, number): (&str, usize)| {
        let row: Result<Row, _> = serde_json::from_str(line);
        row.map_err(|error| refused(number, format!("not a game: {error}")))
    };
    Ok((head, lines.map(row).collect::<Result<_, _>>()?))
}

/// Joins shards: they must be of one run, share no game, and lack none.
pub fn join(shards: &[(String, Head, Vec<Row>)]) -> Result<(Head, Vec<Row>), Failure> {
    let Some((first, head, _)) = shards.first() else { return Err(Failure::usage("name the files to merge")) };
    let mut all: BTreeMap<(u64, u64, String), (&str, &Row)> = BTreeMap::new();
    for (name, other, rows) in shards {
        let seeds =
            (other.seeds != head.seeds).then(|| format!("it is part of {} seeds, not {}", other.seeds, head.seeds));
        if let Some(why) = head.differs(other).or(seeds) {
            return Err(Failure::refused(format!("{name} does not belong to {first}: {why}")));
        }
        for row in rows {
            let key = (row.pair, row.seating, row.arm.clone());
            if let Some((before, _)) = all.insert(key, (name, row)) {
                return Err(Failure::refused(format!("{before} and {name} both have the game of seed {}", row.seed)));
            }
        }
    }
    Ok((head.clone(), all.into_values().map(|(_, row)| row.clone()).collect()))
}

/// Refuses games that were played with other rules than there are now.
pub fn check_same(now: &Head, then: &Head, name: &str) -> Result<(), Failure> {
    match now.differs(then) {
        None => Ok(()),
        Some(why) => Err(Failure::refused(format!("{name}: {why}"))),
    }
}

/// Refuses shards in which games are missing.
pub fn check_whole(plan: &Plan, rows: &[Row]) -> Result<(), Failure> {
    let played: BTreeSet<u64> = plan.whole(rows.to_vec()).iter().map(|row| plan.task_of(row)).collect();
    let missing = || plan.tasks((1, 1)).filter(|task| !played.contains(task));
    let Some(first) = missing().next() else { return Ok(()) };
    let (n, seed) = (missing().count(), plan.order.seed.wrapping_add(plan.pair_of(first)));
    let games = plural("game", n as i64);
    Err(Failure::refused(format!(
        "{n} {games} of the run are missing, the first with seed {seed}: run that shard again to complete it"
    )))
}

/// The names of all metrics of these games, in the order of the table.
pub fn names(rows: &[Row]) -> Vec<String> {
    let all: BTreeSet<&str> = rows.iter().flat_map(|row| row.values.keys()).map(String::as_str).collect();
    let mut names: Vec<String> = all.into_iter().map(String::from).collect();
    names.sort_by_key(|name| Metric::find(name).map_or(usize::MAX, |(place, _)| place));
    names
}

/// The columns before those of the metrics.
const COLUMNS: [&str; 6] = ["pair", "arm", "seating", "seed", "winner", "error"];

/// The games as CSV, a column for each metric.
pub fn csv(rows: &[Row]) -> String {
    let names = names(rows);
    let mut text =
        COLUMNS.iter().map(|name| name.to_string()).chain(names.iter().cloned()).collect::<Vec<_>>().join(",");
    for row in rows {
        let optional = |text: &Option<String>| text.as_ref().map_or(String::new(), |text| field(text));
        let number = |name: &String| value_of(row, name).map_or(String::new(), |value| value.to_string());
        let fixed = [row.pair.to_string(), row.arm.clone(), row.seating.to_string(), row.seed.to_string()];
        let rest = [optional(&row.winner), optional(&row.error)].into_iter().chain(names.iter().map(number));
        text += &format!("\n{}", fixed.into_iter().chain(rest).collect::<Vec<_>>().join(","));
    }
    text + "\n"
}

/// A text as a field of CSV, on one line.
fn field(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\"").replace('\n', " "))
}

/// The games as JSON Lines, without the first line and the records of a file of games.
pub fn json_lines(rows: &[Row]) -> String {
    let plain = |row: &Row| line(&Row { record: None, set: None, ..row.clone() }) + "\n";
    rows.iter().map(plain).collect()
}

/// What a game has for a metric; `None` if there is nothing to measure, or it was not played to its end.
pub fn value_of(row: &Row, name: &str) -> Option<f64> {
    if row.error.is_some() {
        return None;
    }
    let absent = || Metric::find(name).filter(|(_, metric)| metric.absent == Absent::Zero);
    row.values.get(name).copied().or_else(|| absent().map(|_| 0.0))
}
