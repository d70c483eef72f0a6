//! What handlers did while an end was only imagined, kept with everything that it depends on: sheets as `on_score` left
//! them, and the points that phases gave. From one imagined end to the next most of the board is the same. Never used for
//! points that are really paid.

use super::reads::{Award, Mixed, MixedKeyMap, Read, fingerprint};
use crate::table::catalogue::Line;
use crate::table::feature::FeatureId;
use crate::table::rulebook::Position;
use crate::table::sheet::{Amount, Sheet};
use crate::table::state::State;

/// The maximum number of results of each sort; then all are forgotten.
const MAX_KEPT: usize = 10_000;
/// The maximum number of results of one phase. Neighbouring positions often differ in what a phase reads, and come back.
const MAX_OF_PHASE: usize = 16;

/// The maximum number of things that are read beyond a feature; if there are more, it costs too much to look at them.
const MAX_BEYOND: usize = 64;

/// Results, by what the handlers were given.
#[derive(Debug, Default)]
pub(super) struct Reckoned {
    sheets: MixedKeyMap<Kept<Sheet>>,
    phases: MixedKeyMap<Vec<Kept<Vec<Award>>>>,
    /// What handlers read beyond a feature to edit its sheet, by the feature and those whose filters look further than it.
    beyond: MixedKeyMap<Beyond>,
    /// How many lists of that there were.
    lists: u64,
}

/// What was read beyond a feature, and a number of this list alone.
#[derive(Debug, Default)]
struct Beyond {
    list: u64,
    reads: Vec<Read>,
}

impl Beyond {
    /// Returns a number that stands for everything in the list.
    fn number(&self, position: Position) -> u64 {
        let mut mixed = Mixed::default();
        mixed.add(self.list);
        self.reads.iter().for_each(|read| mixed.add(fingerprint(position, read)));
        mixed.get()
    }
}

/// A result, what else was read to find it, and how many steps that took.
#[derive(Debug)]
pub(super) struct Kept<T> {
    reads: Vec<(Read, u64)>,
    pub result: T,
    pub steps: u64,
}

impl<T> Kept<T> {
    pub fn new(position: Position, reads: Vec<Read>, result: T, steps: u64) -> Kept<T> {
        let with_number = |read: Read| {
            let number = fingerprint(position, &read);
            (read, number)
        };
        let reads = reads.into_iter().map(with_number).collect();
        Kept { reads, result, steps }
    }

    fn is_valid(&self, position: Position) -> bool {
        self.reads.iter().all(|(read, then)| fingerprint(position, read) == *then)
    }

    /// The same for one of several results that mostly read the same, in the same order: `now` keeps what was found for
    /// the others.
    pub fn is_valid_among<'a>(&'a self, position: Position, now: &mut Vec<(&'a Read, u64)>) -> bool {
        self.reads.iter().enumerate().all(|(place, (read, then))| {
            let same_place = now.get(place).filter(|(other, _)| *other == read);
            let known = same_place.or_else(|| now.iter().find(|(other, _)| *other == read)).map(|&(_, found)| found);
            let found = known.unwrap_or_else(|| {
                let found = fingerprint(position, read);
                now.push((read, found));
                found
            });
            found == *then
        })
    }
}

/// What does not change within one imagined end.
fn begin(state: &State) -> Mixed {
    let mut mixed = Mixed::default();
    mixed.add(u64::from(state.turn.is_ending()) << 8 | u64::from(state.turn.player.0));
    mixed
}

impl Reckoned {
    /// Returns a number that stands for what these handlers are given with a sheet.
    pub fn key(position: Position, handlers: &[usize], sheet: &Sheet) -> u64 {
        let mut mixed = begin(position.state);
        handlers.iter().for_each(|&handler| mixed.add(handler as u64));
        mixed.add(u64::from(sheet.complete) << 1 | u64::from(sheet.as_neighbour));
        sheet.winners.iter().for_each(|player| mixed.add(1 << 32 | u64::from(player.0)));
        sheet.terms.iter().for_each(|term| mix_amount(term.what, &mut mixed));
        mixed.add(fingerprint(position, &Read::Feature(sheet.feature)));
        for &feature in sheet.paid.iter().filter(|&&feature| feature != sheet.feature) {
            mixed.add(fingerprint(position, &Read::Feature(feature)));
        }
        mixed.get()
    }

    /// Fills in a sheet if it is known. Returns the steps that it took to make it.
    pub fn recall(&self, position: Position, key: u64, sheet: &mut Sheet) -> Option<u64> {
        let kept = self.sheets.get(&key).filter(|kept| kept.is_valid(position))?;
        sheet.terms.clone_from(&kept.result.terms);
        sheet.voided = kept.result.voided;
        Some(kept.steps)
    }

    /// Returns a number that stands for what handlers read beyond a feature to edit its sheet, if that is known. `further`
    /// are those that want the feature, and whose filters look further than it.
    pub fn beyond(&self, position: Position, feature: FeatureId, further: impl Iterator<Item = u16>) -> Option<u64> {
        let (place, _) = place(position.state, feature, further);
        Some(self.beyond.get(&place)?.number(position))
    }

    /// Notes what handlers read beyond a feature to make a sheet that is kept, and returns the number. What was read for
    /// other sheets of the feature stays in the list: the number then stands for more than it has to.
    pub fn note_beyond(
        &mut self,
        position: Position,
        key: u64,
        sheet: &Sheet,
        further: impl Iterator<Item = u16>,
    ) -> Option<u64> {
        let kept = self.sheets.get(&key).filter(|_| sheet.paid == [sheet.feature])?;
        let (place, is_any) = place(position.state, sheet.feature, further);
        let reads = kept.reads.iter().map(|(read, _)| read).filter(|read| **read != Read::Feature(sheet.feature));
        if !is_any && reads.clone().next().is_none() {
            return Some(0);
        }
        if self.beyond.len() >= MAX_KEPT {
            self.beyond.clear();
        }
        let beyond = self.beyond.entry(place).or_default();
        let before = beyond.reads.len();
        for read in reads {
            if !beyond.reads.contains(read) {
                beyond.reads.push(read.clone());
            }
        }
        if beyond.list == 0 || beyond.reads.len() > before {
            self.lists += 1;
            beyond.list = self.lists;
        }
        (beyond.reads.len() <= MAX_BEYOND).then(|| beyond.number(position))
    }

    /// Keeps a sheet with what was read to make it.
    pub fn keep(&mut self, position: Position, key: u64, reads: Vec<Read>, sheet: &Sheet, steps: u64) {
        if self.sheets.len() >= MAX_KEPT {
            self.sheets.clear();
        }
        self.sheets.insert(key, Kept::new(position, reads, sheet.clone(), steps));
    }

    /// Returns a number that stands for a phase, and what it is given.
    pub fn phase_key(state: &State, handler: u16) -> u64 {
        let mut mixed = begin(state);
        mixed.add(handler.into());
        mixed.get()
    }

    /// Returns the points that a phase gives, if they are known, and the steps that it took to find out.
    pub fn recall_phase(&mut self, position: Position, key: u64) -> Option<(&[Award], u64)> {
        let known = self.phases.get_mut(&key)?;
        if !known.last()?.is_valid(position) {
            let mut now = Vec::new();
            let found = known.iter().rposition(|kept| kept.is_valid_among(position, &mut now))?;
            // The next position is most like this one.
            let last = known.len() - 1;
            known.swap(found, last);
        }
        known.last().map(|kept| (&kept.result[..], kept.steps))
    }

    /// Keeps the points that a phase gave with what it read.
    pub fn keep_phase(&mut self, position: Position, key: u64, (reads, awards): (Vec<Read>, Vec<Award>), steps: u64) {
        if self.phases.len() >= MAX_KEPT {
            self.phases.clear();
        }
        let kept = self.phases.entry(key).or_default();
        if kept.len() >= MAX_OF_PHASE {
            kept.remove(0);
        }
        kept.push(Kept::new(position, reads, awards, steps));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.sheets.clear();
        self.phases.clear();
        self.beyond.clear();
    }
}

/// Returns a number for a feature and the handlers that want it and look further, and whether there are any of them.
fn place(state: &State, feature: FeatureId, further: impl Iterator<Item = u16>) -> (u64, bool) {
    let mut mixed = begin(state);
    mixed.add(feature.0.into());
    let mut is_any = false;
    for handler in further {
        is_any = true;
        mixed.add(u64::from(handler) | 1 << 32);
    }
    (mixed.get(), is_any)
}

fn mix_amount(amount: Amount, mixed: &mut Mixed) {
    match amount {
        Amount::Each(line, count, rate) => {
            let line = match line {
                Line::Tile => 1 << 8,
                Line::Neighbour => 2 << 8,
                Line::Kind(kind) => 3 << 8 | u64::from(kind.0),
                Line::Tag(tag) => 4 << 8 | u64::from(tag.0),
            };
            mixed.add(line << 32 | u64::from(count) << 16 | u64::from(rate as u16));
        }
        Amount::Scaled(times, over) => mixed.add(3 << 48 | u64::from(times) << 8 | u64::from(over)),
        Amount::Added(points) => mixed.add(1 << 48 | u64::from(points as u32)),
        Amount::For(player, points) => mixed.add(2 << 48 | u64::from(player.0) << 32 | u64::from(points as u32)),
    }
}
