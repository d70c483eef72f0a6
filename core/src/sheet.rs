//! The score of one feature: named lines, each a count, a rate and a reason. Knows who wins, never why.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

use crate::catalogue::Line;
use crate::feature::FeatureId;
use crate::figure::PlayerId;
use crate::majority::Players;

/// Why a line is on a sheet, by its place among the reasons given so far; 0 is the feature's own worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReasonId(pub u16);

/// The reasons that rules gave, each once, with the expansion that gave it first.
#[derive(Debug, Default)]
pub struct Reasons(RwLock<Given>);

/// Reasons by their number, and numbers by expansion and reason.
#[derive(Debug, Default)]
struct Given {
    all: Vec<(Arc<str>, Arc<str>)>,
    numbers: BTreeMap<Arc<str>, BTreeMap<Arc<str>, ReasonId>>,
}

impl Given {
    fn find(&self, why: &str, expansion: &str) -> Option<ReasonId> {
        self.numbers.get(expansion)?.get(why).copied()
    }

    fn add(&mut self, why: &str, expansion: &str) -> Option<ReasonId> {
        let number = u16::try_from(self.all.len() + 1).map(ReasonId).ok()?;
        let (why, expansion): (Arc<str>, Arc<str>) = (why.into(), expansion.into());
        self.all.push((why.clone(), expansion.clone()));
        self.numbers.entry(expansion).or_default().insert(why, number);
        Some(number)
    }
}

impl Reasons {
    /// The most different reasons.
    pub const MOST: usize = u16::MAX as usize;

    /// The number of a reason that the table itself gives, before rules give any; none of them if there is no room.
    pub fn id(&self, why: &str) -> ReasonId {
        self.id_of(why, "").unwrap_or_default()
    }

    /// The number of a reason that an expansion gives, which from now on stands for it; nothing if there is no room for another.
    pub fn id_of(&self, why: &str, expansion: &str) -> Option<ReasonId> {
        if let Some(found) = self.0.read().ok()?.find(why, expansion) {
            return Some(found);
        }
        let mut given = self.0.write().ok()?;
        given.find(why, expansion).or_else(|| given.add(why, expansion))
    }

    /// The reason with a number; none for the feature's own worth.
    pub fn text(&self, id: ReasonId) -> Option<Arc<str>> {
        self.entry(id).map(|(text, _)| text)
    }

    /// The expansion that gave the reason; empty if the table itself did.
    pub fn expansion(&self, id: ReasonId) -> Option<Arc<str>> {
        self.entry(id).map(|(_, expansion)| expansion)
    }

    fn entry(&self, id: ReasonId) -> Option<(Arc<str>, Arc<str>)> {
        let given = self.0.read().ok()?;
        given.all.get((id.0 as usize).checked_sub(1)?).cloned()
    }
}

/// One line of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What is counted.
    pub line: Line,
    /// How many there are.
    pub count: u16,
    /// What each is worth.
    pub rate: i16,
    /// Why.
    pub why: ReasonId,
}

/// What a feature is worth. Rules may change it in stages (rates, then points added, then void) in which order does not
/// matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Which feature.
    pub feature: FeatureId,
    /// Whether it is scored as complete.
    pub complete: bool,
    /// Whether it is paid as a neighbour of the features that touch it.
    pub as_neighbour: bool,
    /// Who wins it.
    pub winners: Players,
    /// The features that are paid for it: itself, or those around it if it is paid as a neighbour.
    pub paid: Vec<FeatureId>,
    /// Its lines.
    pub entries: Vec<Entry>,
    /// Points that were added for whoever wins it.
    pub added: Vec<(i32, ReasonId)>,
    /// Points that were added for one player, whoever wins it.
    pub added_for: Vec<(PlayerId, i32, ReasonId)>,
    /// Why it is worth nothing after all.
    pub voided: Option<ReasonId>,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet::with_capacity(0)
    }
}

impl Sheet {
    /// An empty sheet with room for so many lines.
    pub fn with_capacity(lines: usize) -> Sheet {
        Sheet {
            feature: FeatureId(0),
            complete: false,
            as_neighbour: false,
            winners: Players::default(),
            paid: Vec::with_capacity(lines),
            entries: Vec::with_capacity(lines),
            added: Vec::with_capacity(lines),
            added_for: Vec::new(),
            voided: None,
        }
    }

    /// Begins the sheet of another feature.
    pub fn begin(&mut self, feature: FeatureId, complete: bool, as_neighbour: bool) {
        (self.feature, self.complete, self.as_neighbour) = (feature, complete, as_neighbour);
        self.winners = Players::default();
        self.paid.clear();
        self.entries.clear();
        self.added.clear();
        self.added_for.clear();
        self.voided = None;
    }

    /// Writes a line, unless it counts nothing.
    pub fn write(&mut self, line: Line, count: u16, rate: i16) {
        self.rate(line, count, rate, ReasonId::default());
    }

    /// Makes each of what a line counts worth so much more (or less), for a reason.
    pub fn rate(&mut self, line: Line, count: u16, change: i16, why: ReasonId) {
        if count > 0 && change != 0 {
            self.entries.push(Entry { line, count, rate: change, why });
        }
    }

    /// Adds points for whoever wins it.
    pub fn add(&mut self, points: i32, why: ReasonId) {
        self.added.push((points, why));
    }

    /// Adds points for one player, whoever wins it; they stand even if it is worth nothing.
    pub fn add_for(&mut self, player: PlayerId, points: i32, why: ReasonId) {
        self.added_for.push((player, points, why));
    }

    /// Makes it worth nothing.
    pub fn void(&mut self, why: ReasonId) {
        self.voided.get_or_insert(why);
    }

    /// How many a line of the sheet counts, if it is on it; what counts twice is on it twice.
    pub fn count_of(&self, line: Line) -> Option<u16> {
        let is_own = |entry: &&Entry| entry.line == line && entry.why == ReasonId::default();
        let mut own = self.entries.iter().filter(is_own).map(|entry| entry.count);
        let first =
            own.next().or_else(|| self.entries.iter().find(|entry| entry.line == line).map(|entry| entry.count));
        first.map(|first| own.fold(first, u16::saturating_add))
    }

    /// What was added for one player.
    pub fn own(&self, player: PlayerId) -> i32 {
        let own = self.added_for.iter().filter(|(other, ..)| *other == player);
        own.fold(0i32, |sum, (_, points, _)| sum.saturating_add(*points))
    }

    /// What whoever wins it is paid.
    pub fn total(&self) -> i32 {
        if self.voided.is_some() {
            return 0;
        }
        let worth = |entry: &Entry| entry.count as i32 * entry.rate as i32;
        let lines = self.entries.iter().fold(0i32, |sum, entry| sum.saturating_add(worth(entry)));
        self.added.iter().fold(lines, |sum, (points, _)| sum.saturating_add(*points))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_keeps_its_number_and_none_shares_it() {
        let reasons = Reasons::default();
        let numbers: Vec<ReasonId> = (0..Reasons::MOST).filter_map(|n| reasons.id_of(&n.to_string(), "x")).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[65_534]), (65_535, ReasonId(1), ReasonId(65_535)));
        assert_eq!(reasons.id_of("one more", "x"), None, "there is no room for another");
        assert_eq!(reasons.id_of("0", "y"), None, "another set's is another one");
        assert_eq!(
            (reasons.id_of("65534", "x"), reasons.text(ReasonId(65_535))),
            (Some(ReasonId(65_535)), Some("65534".into()))
        );
    }
}
