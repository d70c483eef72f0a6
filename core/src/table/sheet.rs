//! The score of one feature: named lines, each with a count, a rate and a reason. Knows who wins, never why.

use std::collections::BTreeMap;
use std::sync::{Arc, RwLock};

use crate::table::catalogue::Line;
use crate::table::feature::FeatureId;
use crate::table::figure::PlayerId;
use crate::table::majority::Players;

/// Why a line is on a sheet: an index into the reasons given so far. 0 is the feature's own worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReasonId(pub u16);

/// The reasons that rules gave, each once, with the expansion that gave it first.
#[derive(Debug, Default)]
pub struct Reasons(RwLock<Given>);

/// Reasons by their id, and ids by expansion and reason.
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
    /// The maximum number of different reasons.
    pub const MAX: usize = u16::MAX as usize;

    /// Returns the id of a reason that the table itself gives, before rules give any; 0 if there is no space.
    pub fn id(&self, why: &str) -> ReasonId {
        self.id_of(why, "").unwrap_or_default()
    }

    /// Returns the id of a reason that an expansion gives, adding it if it is new; `None` if there is no space for
    /// another.
    pub fn id_of(&self, why: &str, expansion: &str) -> Option<ReasonId> {
        if let Some(found) = self.0.read().ok()?.find(why, expansion) {
            return Some(found);
        }
        let mut given = self.0.write().ok()?;
        given.find(why, expansion).or_else(|| given.add(why, expansion))
    }

    /// Returns the reason with this id; `None` for the feature's own worth.
    pub fn text(&self, id: ReasonId) -> Option<Arc<str>> {
        self.entry(id).map(|(text, _)| text)
    }

    /// Returns the expansion that gave the reason; empty if it was the table itself.
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
pub struct Term {
    /// What it is.
    pub what: Amount,
    /// Why it is there; 0 for the feature's own worth.
    pub why: ReasonId,
}

/// The points of a line of a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Amount {
    /// A count of something, and the points for each.
    Each(Line, u16, i16),
    /// Points added for the winners.
    Added(i32),
    /// What the winners get is multiplied by the first number and divided by the second.
    Scaled(u8, u8),
    /// Points added for one player, whether or not they win. They count even if the feature is worth nothing.
    For(PlayerId, i32),
}

impl Amount {
    /// Returns the points; none for a line that scales the others.
    pub fn points(self) -> i32 {
        match self {
            Amount::Each(_, count, rate) => count as i32 * rate as i32,
            Amount::Added(points) | Amount::For(_, points) => points,
            Amount::Scaled(..) => 0,
        }
    }

    /// Returns the player who gets the points, if it is only one.
    pub fn player(self) -> Option<PlayerId> {
        match self {
            Amount::For(player, _) => Some(player),
            _ => None,
        }
    }

    /// Returns the stage of the line; a sheet is ordered by stages.
    fn stage(self) -> u8 {
        match self {
            Amount::Each(..) => 0,
            Amount::Added(_) => 1,
            Amount::Scaled(..) => 2,
            Amount::For(..) => 3,
        }
    }
}

/// Returns the points of these lines for the winners. All factors are applied together and the result is rounded up
/// once, so their order does not matter.
pub fn shared(terms: &[Term]) -> i32 {
    let sum = sum(terms.iter().filter(|term| term.what.player().is_none()));
    let mut scale = (1i128, 1i128);
    for term in terms {
        if let Amount::Scaled(times, over) = term.what {
            scale = (scale.0.saturating_mul(times.into()), scale.1.saturating_mul(over.max(1).into()));
        }
    }
    if scale == (1, 1) { sum } else { scaled(sum, scale) }
}

#[cold]
fn scaled(points: i32, (times, over): (i128, i128)) -> i32 {
    let product = i128::from(points).saturating_mul(times);
    let up = product.div_euclid(over) + i128::from(product.rem_euclid(over) != 0);
    up.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns the points of these lines for one player, whether or not they win.
pub fn own(terms: &[Term], player: PlayerId) -> i32 {
    sum(terms.iter().filter(|term| term.what.player() == Some(player)))
}

fn sum<'a>(terms: impl Iterator<Item = &'a Term>) -> i32 {
    terms.fold(0, |sum: i32, term| sum.saturating_add(term.what.points()))
}

/// A sheet that was paid: an index into the sheets of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetId(pub u32);

/// What a feature is worth. Rules may change it in stages (rates, then added points, then factors, then void). Within a
/// stage the order does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// The feature.
    pub feature: FeatureId,
    /// Whether it is scored as complete.
    pub complete: bool,
    /// Whether it is paid as a neighbour of the features that touch it.
    pub as_neighbour: bool,
    /// The players who win it.
    pub winners: Players,
    /// The features that are paid for it: itself, or those around it if it is paid as a neighbour.
    pub paid: Vec<FeatureId>,
    /// Its lines: counts, points added for the winners, factors, then points added for one player.
    pub terms: Vec<Term>,
    /// Why it is worth nothing after all, if so.
    pub voided: Option<ReasonId>,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet::with_capacity(0)
    }
}

impl Sheet {
    /// Makes an empty sheet with space for this many lines.
    pub fn with_capacity(lines: usize) -> Sheet {
        Sheet {
            feature: FeatureId(0),
            complete: false,
            as_neighbour: false,
            winners: Players::default(),
            paid: Vec::with_capacity(lines),
            terms: Vec::with_capacity(lines),
            voided: None,
        }
    }

    /// Starts the sheet of another feature.
    pub fn begin(&mut self, feature: FeatureId, complete: bool, as_neighbour: bool) {
        (self.feature, self.complete, self.as_neighbour) = (feature, complete, as_neighbour);
        self.winners = Players::default();
        self.paid.clear();
        self.terms.clear();
        self.voided = None;
    }

    /// Writes a line, unless its count is 0.
    pub fn write(&mut self, line: Line, count: u16, rate: i16) {
        self.rate(line, count, rate, ReasonId::default());
    }

    /// Changes the points for each of what a line counts, for a reason.
    pub fn rate(&mut self, line: Line, count: u16, change: i16, why: ReasonId) {
        if count > 0 && change != 0 {
            self.insert(Amount::Each(line, count, change), why);
        }
    }

    /// Inserts a line after those of its stage, so that the order of calls does not matter.
    fn insert(&mut self, what: Amount, why: ReasonId) {
        let before = self.terms.iter().rposition(|term| term.what.stage() <= what.stage());
        self.terms.insert(before.map_or(0, |place| place + 1), Term { what, why });
    }

    /// Adds points for the winners.
    pub fn add(&mut self, points: i32, why: ReasonId) {
        self.insert(Amount::Added(points), why);
    }

    /// Adds points for one player, whether or not they win. They count even if the feature is worth nothing.
    pub fn add_for(&mut self, player: PlayerId, points: i32, why: ReasonId) {
        self.insert(Amount::For(player, points), why);
    }

    /// Multiplies what the winners get, and divides it.
    pub fn scale(&mut self, times: u8, over: u8, why: ReasonId) {
        self.insert(Amount::Scaled(times, over), why);
    }

    /// Makes it worth nothing.
    pub fn void(&mut self, why: ReasonId) {
        self.voided.get_or_insert(why);
    }

    /// Returns the count of a line, if it is on the sheet. Things that count twice are on it twice.
    pub fn count_of(&self, line: Line) -> Option<u16> {
        let counted = |term: &Term| match term.what {
            Amount::Each(other, count, _) if other == line => Some((count, term.why)),
            _ => None,
        };
        let is_own = |(_, why): &(u16, ReasonId)| *why == ReasonId::default();
        let mut own = self.terms.iter().filter_map(counted).filter(is_own).map(|(count, _)| count);
        let first = own.next().or_else(|| self.terms.iter().find_map(counted).map(|(count, _)| count));
        first.map(|first| own.fold(first, u16::saturating_add))
    }

    /// Returns the points added for one player.
    pub fn own(&self, player: PlayerId) -> i32 {
        own(&self.terms, player)
    }

    /// Returns the points for the winners.
    #[inline]
    pub fn total(&self) -> i32 {
        if self.voided.is_some() { 0 } else { shared(&self.terms) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_applied_together_and_rounded_up_once() {
        for factors in [[(1, 2), (3, 2)], [(3, 2), (1, 2)]] {
            let mut sheet = Sheet::default();
            sheet.begin(FeatureId(0), true, false);
            sheet.add_for(PlayerId(1), 3, ReasonId(1));
            factors.iter().for_each(|&(times, over)| sheet.scale(times, over, ReasonId(1)));
            sheet.write(Line::Tile, 3, 2);
            sheet.add(1, ReasonId(1));
            // 7 points: 5.25 and not half of 11, nor 1.5 times 4.
            assert_eq!((sheet.total(), sheet.own(PlayerId(1))), (6, 3));
        }
        assert_eq!([-7, -1, 0, 1, 7].map(|points| scaled(points, (1, 2))), [-3, 0, 0, 1, 4]);
    }

    #[test]
    fn every_reason_keeps_its_number_and_none_shares_it() {
        let reasons = Reasons::default();
        let numbers: Vec<ReasonId> = (0..Reasons::MAX).filter_map(|n| reasons.id_of(&n.to_string(), "x")).collect();
        assert_eq!((numbers.len(), numbers[0], numbers[65_534]), (65_535, ReasonId(1), ReasonId(65_535)));
        assert_eq!(reasons.id_of("one more", "x"), None, "there is no room for another");
        assert_eq!(reasons.id_of("0", "y"), None, "another set's is another one");
        assert_eq!(
            (reasons.id_of("65534", "x"), reasons.text(ReasonId(65_535))),
            (Some(ReasonId(65_535)), Some("65534".into()))
        );
    }
}
