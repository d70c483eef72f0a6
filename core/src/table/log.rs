//! Everything that happened, in order, with the sheets by which features were paid and the tokens that were passed.
//! Knows numbers; sentences are made elsewhere.

use std::ops::Deref;

use crate::table::catalogue::TokenId;
use crate::table::copy::copy;
use crate::table::event::{Event, HandoverId};
use crate::table::feature::FeatureId;
use crate::table::figure::PlayerId;
use crate::table::majority::{Players, Weights};
use crate::table::sheet::{ReasonId, Sheet, SheetId, Term};
use crate::table::stack::Holder;

/// The log is a list of events. The contents of sheets are in separate lists, one sheet after the other, so that a paid
/// sheet needs no allocation of its own and an event stays a few bytes. Passed tokens are in a list of their own too.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Log {
    events: Vec<Event>,
    heads: Vec<Head>,
    terms: Vec<Term>,
    weights: Vec<Weight>,
    points: Vec<(PlayerId, i32)>,
    handovers: Vec<Handover>,
}

/// Tokens that went from one place to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handover {
    /// Which; `None` in the view of somebody who does not see it.
    pub token: Option<TokenId>,
    /// How many.
    pub n: u16,
    /// From where.
    pub from: Holder,
    /// To where.
    pub to: Holder,
}

/// The single values of a sheet, and where its part of each list starts. A part ends where that of the next sheet
/// starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    feature: FeatureId,
    complete: bool,
    as_neighbour: bool,
    winners: Players,
    voided: Option<ReasonId>,
    terms: u32,
    weights: u32,
    points: u32,
}

/// The weight of a player in a majority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The feature: the one that was paid, or one that touches it if it was paid as a neighbour.
    pub on: FeatureId,
    /// The player.
    pub player: PlayerId,
    /// Their weight.
    pub weight: u16,
}

/// A sheet that was paid.
#[derive(Clone, Copy, Debug)]
pub struct Paid<'a> {
    /// The feature.
    pub feature: FeatureId,
    /// Whether it was scored as complete.
    pub complete: bool,
    /// Whether it was paid as a neighbour of the features that touch it.
    pub as_neighbour: bool,
    /// The players who won it.
    pub winners: Players,
    /// Why it was worth nothing after all, if so.
    pub voided: Option<ReasonId>,
    /// Its lines.
    pub terms: &'a [Term],
    /// The weight of each player.
    pub weights: &'a [Weight],
    /// The points that each player got.
    pub points: &'a [(PlayerId, i32)],
}

impl Paid<'_> {
    /// Returns the sheet as it was when it was paid.
    pub fn sheet(&self) -> Sheet {
        let Paid { feature, complete, as_neighbour, winners, voided, .. } = *self;
        Sheet { feature, complete, as_neighbour, winners, voided, paid: Vec::new(), terms: self.terms.to_vec() }
    }
}

impl Log {
    /// Makes a log with space for this many events and sheets.
    pub fn with_capacity(events: usize, sheets: usize) -> Log {
        Log {
            events: Vec::with_capacity(events),
            heads: Vec::with_capacity(sheets),
            terms: Vec::with_capacity(2 * sheets),
            weights: Vec::with_capacity(2 * sheets),
            points: Vec::with_capacity(2 * sheets),
            handovers: Vec::new(),
        }
    }

    /// Appends an event.
    #[inline]
    pub fn push(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Appends the event that tokens went from one place to another.
    pub fn push_handover(&mut self, handover: Handover) {
        self.events.push(Event::Tokens(HandoverId(self.handovers.len() as u32)));
        self.handovers.push(handover);
    }

    /// Returns what was passed.
    pub fn handover(&self, HandoverId(number): HandoverId) -> Handover {
        self.handovers[number as usize]
    }

    /// Replaces events and passed tokens, one by one.
    pub fn replace(&mut self, with: impl Fn(Event) -> Event, with_handover: impl Fn(Handover) -> Handover) {
        self.events.iter_mut().for_each(|event| *event = with(*event));
        self.handovers.iter_mut().for_each(|handover| *handover = with_handover(*handover));
    }

    /// Starts a sheet by which a feature is paid. The weights and points that follow belong to it.
    pub fn begin_sheet(&mut self, sheet: &Sheet) {
        let Sheet { feature, complete, as_neighbour, winners, voided, .. } = *sheet;
        let [terms, weights, points] =
            [self.terms.len(), self.weights.len(), self.points.len()].map(|start| start as u32);
        self.events.push(Event::Sheet(SheetId(self.heads.len() as u32)));
        self.heads.push(Head { feature, complete, as_neighbour, winners, voided, terms, weights, points });
        self.terms.extend_from_slice(&sheet.terms);
    }

    /// Adds the weights of players on a feature to the last sheet.
    pub fn add_weights(&mut self, on: FeatureId, weights: &Weights) {
        self.weights.extend(weights.present().map(|(player, weight)| Weight { on, player, weight }));
    }

    /// Adds the points of a player to the last sheet.
    #[inline]
    pub fn add_points(&mut self, player: PlayerId, points: i32) {
        self.points.push((player, points));
    }

    /// Returns a sheet of this log.
    pub fn sheet(&self, SheetId(number): SheetId) -> Paid<'_> {
        let Head { feature, complete, as_neighbour, winners, voided, terms, weights, points } =
            self.heads[number as usize];
        let next = self.heads.get(number as usize + 1);
        let end = |of: fn(&Head) -> u32, len: usize| next.map_or(len, |next| of(next) as usize);
        Paid {
            feature,
            complete,
            as_neighbour,
            winners,
            voided,
            terms: &self.terms[terms as usize..end(|head| head.terms, self.terms.len())],
            weights: &self.weights[weights as usize..end(|head| head.weights, self.weights.len())],
            points: &self.points[points as usize..end(|head| head.points, self.points.len())],
        }
    }

    /// Returns the points that players got from an event of this log.
    pub fn gains(&self, event: Event) -> impl Iterator<Item = (PlayerId, i32)> + '_ {
        let (paid, award) = match event {
            Event::Sheet(id) => (self.sheet(id).points, None),
            Event::Award(player, points, _) => (&[][..], Some((player, points))),
            _ => (&[][..], None),
        };
        paid.iter().copied().chain(award)
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        let Log { events, heads, terms, weights, points, handovers } = self;
        events.clear();
        heads.clear();
        terms.clear();
        weights.clear();
        points.clear();
        handovers.clear();
    }

    /// Removes everything after this many events.
    pub fn truncate(&mut self, events: usize) {
        let mut later = self.events.iter().skip(events);
        let sheet = later.clone().find_map(|event| match event {
            Event::Sheet(SheetId(number)) => Some(*number as usize),
            _ => None,
        });
        let handover = later.find_map(|event| match event {
            Event::Tokens(HandoverId(number)) => Some(*number as usize),
            _ => None,
        });
        self.events.truncate(events);
        self.handovers.truncate(handover.unwrap_or(self.handovers.len()));
        let Some(first) = sheet else { return };
        let Head { terms, weights, points, .. } = self.heads[first];
        self.heads.truncate(first);
        self.terms.truncate(terms as usize);
        self.weights.truncate(weights as usize);
        self.points.truncate(points as usize);
    }

    /// Returns the size of a copy in bytes.
    pub fn bytes(&self) -> usize {
        let Log { events, heads, terms, weights, points, handovers } = self;
        size_of_val(&events[..])
            + size_of_val(&heads[..])
            + size_of_val(&terms[..])
            + size_of_val(&weights[..])
            + size_of_val(&points[..])
            + size_of_val(&handovers[..])
    }
}

impl Deref for Log {
    type Target = [Event];

    fn deref(&self) -> &[Event] {
        &self.events
    }
}

impl<'a> IntoIterator for &'a Log {
    type Item = &'a Event;
    type IntoIter = std::slice::Iter<'a, Event>;

    fn into_iter(self) -> Self::IntoIter {
        self.events.iter()
    }
}

impl Clone for Log {
    fn clone(&self) -> Log {
        let Log { events, heads, terms, weights, points, handovers } = self;
        Log {
            events: copy(events),
            heads: copy(heads),
            terms: copy(terms),
            weights: copy(weights),
            points: copy(points),
            handovers: copy(handovers),
        }
    }

    fn clone_from(&mut self, other: &Log) {
        let Log { events, heads, terms, weights, points, handovers } = other;
        self.events.clone_from(events);
        self.heads.clone_from(heads);
        self.terms.clone_from(terms);
        self.weights.clone_from(weights);
        self.points.clone_from(points);
        self.handovers.clone_from(handovers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::board::PlacedId;
    use crate::table::figure::FigureId;

    fn paid(log: &mut Log, feature: u16, points: i32) {
        let mut sheet = Sheet::default();
        sheet.begin(FeatureId(feature), true, false);
        sheet.add(points, ReasonId(1));
        log.begin_sheet(&sheet);
        let mut weights = Weights::default();
        weights.add(PlayerId(0), 1);
        log.add_weights(FeatureId(feature), &weights);
        log.add_points(PlayerId(0), points);
    }

    #[test]
    fn each_sheet_keeps_its_own_lines_and_what_is_cut_off_leaves_none() {
        let mut log = Log::default();
        paid(&mut log, 3, 5);
        let (from, to) = (Holder::Tile(PlacedId(1)), Holder::Figure(FigureId(2)));
        let handover = |n: u16| Handover { token: Some(TokenId(0)), n, from, to };
        log.push_handover(handover(1));
        let whole = log.clone();
        paid(&mut log, 4, 7);
        log.push_handover(handover(2));
        assert_eq!([0, 1].map(|number| log.handover(HandoverId(number)).n), [1, 2]);
        let all: Vec<_> = log.iter().flat_map(|event| log.gains(*event)).collect();
        assert_eq!(all, [(PlayerId(0), 5), (PlayerId(0), 7)]);
        assert_eq!((log.sheet(SheetId(0)).terms.len(), log.sheet(SheetId(1)).sheet().total()), (1, 7));
        log.truncate(2);
        assert_eq!(log, whole);
        log.clear();
        assert_eq!(log, Log::default());
    }
}
