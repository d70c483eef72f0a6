//! How options print: those that print the same are offered only once.

use std::collections::BTreeSet;

use crate::table::catalogue::{FigureKindId, VerbId};
use crate::table::choice::{Choice, Target};
use crate::table::feature::SegmentId;
use crate::table::figure::{PlayerId, Zone};
use crate::table::state::State;

/// Options, and whether each of them leaves the decision open.
pub(super) type Offers = Vec<(Choice, bool)>;

/// Finds options that print like one that is already offered, quickly even if there are many.
#[derive(Debug, Default)]
pub(super) struct Seen {
    looks: BTreeSet<Looks>,
    /// The number of offers that are included.
    noted: usize,
}

impl Seen {
    /// With fewer offers than this, comparing them one by one is faster than a set.
    const MIN_FOR_SET: usize = 32;

    /// Forgets earlier offers.
    pub fn clear(&mut self) {
        self.looks.clear();
        self.noted = 0;
    }

    /// Whether an option prints like one of these offers. Until the next `clear`, the list may only grow.
    pub fn has(&mut self, state: &State, offers: &Offers, option: Choice) -> bool {
        if offers.len() < Seen::MIN_FOR_SET {
            return offers.iter().any(|&(other, _)| looks_same(state, other, option));
        }
        self.looks.extend(offers[self.noted..].iter().filter_map(|&(other, _)| looks(state, other)));
        self.noted = offers.len();
        looks(state, option).is_some_and(|look| self.looks.contains(&look))
    }
}

/// Returns how an option prints; `None` unless it has a verb of an expansion. Figures of one owner and kind at one
/// place print the same; so do a feature and the segment that names it, and a tile and its cell.
pub(super) fn looks(state: &State, option: Choice) -> Option<Looks> {
    let Choice::Do(verb, target) = option else { return None };
    Some(match target {
        Target::Figure(id) => {
            let figure = state.figure(id);
            (verb, Target::Nothing, Some((figure.owner, figure.kind, figure.zone)))
        }
        Target::Feature(feature) => (verb, Target::Segment(SegmentId(feature.0)), None),
        Target::Tile(tile) => (verb, Target::Cell(state.board.tile(tile).cell), None),
        Target::KindAt(kind, at) => (verb, Target::Kind(kind), Some((PlayerId::NOBODY, kind, at.zone()))),
        _ => (verb, target, None),
    })
}

/// What distinguishes options in print.
pub(super) type Looks = (VerbId, Target, Option<(PlayerId, FigureKindId, Zone)>);

/// Whether two options print the same.
pub(super) fn looks_same(state: &State, a: Choice, b: Choice) -> bool {
    // Most options print like no other, so that comparing them is enough. A cell can print like a tile; a tile prints only
    // like its cell, so two tiles can be compared.
    let is_plain = |option| {
        !matches!(option, Choice::Do(_, Target::Figure(_) | Target::Feature(_) | Target::KindAt(..) | Target::Cell(_)))
    };
    match is_plain(a) && is_plain(b) {
        true => a == b,
        false => looks(state, a) == looks(state, b),
    }
}
