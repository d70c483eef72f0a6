//! What handlers did while an end was only imagined, kept with everything that it depends on: sheets as `on_score` left
//! them, and the points that phases gave. From one imagined end to the next most of the board is the same. Never used for
//! points that are really paid.

use std::collections::HashMap;

use super::reads::{Award, Mixed, Read, fingerprint};
use crate::table::catalogue::Line;
use crate::table::rulebook::Position;
use crate::table::sheet::{Amount, Sheet};
use crate::table::state::State;

/// The maximum number of results of each sort; then all are forgotten.
const MAX_KEPT: usize = 10_000;
/// The maximum number of results of one phase. Neighbouring positions often differ in what a phase reads, and come back.
const MAX_OF_PHASE: usize = 16;

/// Results, by what the handlers were given.
#[derive(Debug, Default)]
pub(super) struct Reckoned {
    sheets: HashMap<u64, Kept<Sheet>>,
    phases: HashMap<u64, Vec<Kept<Vec<Award>>>>,
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
    pub fn is_valid_among(&self, position: Position, now: &mut Vec<(Read, u64)>) -> bool {
        self.reads.iter().enumerate().all(|(place, (read, then))| {
            let same_place = now.get(place).filter(|(other, _)| other == read);
            let known = same_place.or_else(|| now.iter().find(|(other, _)| other == read)).map(|&(_, found)| found);
            let found = known.unwrap_or_else(|| {
                let found = fingerprint(position, read);
                now.push((read.clone(), found));
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

    /// Fills in a sheet if it is known. Returns the steps that it took to make it, and whether only its feature was read.
    pub fn recall(&self, position: Position, key: u64, sheet: &mut Sheet) -> Option<(u64, bool)> {
        let kept = self.sheets.get(&key).filter(|kept| kept.is_valid(position))?;
        sheet.terms.clone_from(&kept.result.terms);
        sheet.voided = kept.result.voided;
        Some((kept.steps, kept.reads.iter().all(|(read, _)| *read == Read::Feature(sheet.feature))))
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
    pub fn recall_phase(&self, position: Position, key: u64) -> Option<(&[Award], u64)> {
        let mut now = Vec::new();
        let kept = self.phases.get(&key)?.iter().rev().find(|kept| kept.is_valid_among(position, &mut now))?;
        Some((&kept.result, kept.steps))
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
    }
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
