//! What features were worth in imagined ends, kept for the ends of positions that follow from the same one a few choices
//! later: whoever looks ahead ends the same game again and again, and most of the board is as it was.

use super::State;
use crate::table::catalogue::MAX_PLAYERS;
use crate::table::feature::{FeatureId, Features, SegmentId};
use crate::table::figure::{Figure, FigureId, Zone};

/// The maximum number of worths that are kept at one position; then all are forgotten.
const MAX_KNOWN: usize = 4_096;
/// The maximum number of worths of one feature that are looked at.
const MAX_OF_ONE: usize = 32;

/// What is known about the end of the game at one position and at those on the way from it to the one that is looked at.
#[derive(Debug, Default)]
pub struct Reckoning {
    /// The positions, the first one first. Those after `stages` are left over from another way, and kept for their memory.
    way: Vec<Stage>,
    stages: usize,
    /// The features of the table that is being reckoned on which other figures stand than at the last position.
    changed: Vec<FeatureId>,
}

/// What is known at one position.
#[derive(Debug, Default)]
struct Stage {
    /// After how many choices it is.
    choices: usize,
    features: Features,
    figures: Vec<Figure>,
    /// Where figures stand otherwise than at the position before.
    moved: Vec<SegmentId>,
    known: Vec<Worth>,
    /// For each feature, the place of what was found last about it in this list.
    latest: Vec<Option<u16>>,
}

/// What a feature is worth.
#[derive(Debug)]
struct Worth {
    /// The place of what was found before about the same feature.
    earlier: Option<u16>,
    standing: u64,
    /// A number that stands for everything else that had to be known.
    beyond: u64,
    /// The points of each player.
    points: [i32; MAX_PLAYERS],
    /// If it is paid for complete features that it touches: those that it touched then, and which complete feature each
    /// of them was a part of.
    near: Vec<Near>,
}

/// Since when a feature has the same segments, and who stands on it now.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    stage: usize,
    /// A number that stands for the figures on it, and where they stand; 0 for those of then.
    standing: u64,
}

/// A feature that another one touches, and the complete feature that it is a part of.
type Near = (FeatureId, Option<FeatureId>);

impl Reckoning {
    /// Comes to a position after this many choices. What was known after as many or more choices is forgotten.
    pub fn come(&mut self, choices: usize, state: &State) {
        self.go_back(choices);
        if self.way.len() == self.stages {
            self.way.push(Stage::default());
        }
        let (before, rest) = self.way.split_at_mut(self.stages);
        rest[0].begin(choices, state, before.last());
        self.stages += 1;
    }

    /// Goes back on its way to before this many choices were made.
    pub fn go_back(&mut self, choices: usize) {
        while self.stages > 0 && self.way[self.stages - 1].choices >= choices {
            self.stages -= 1;
        }
    }

    /// Starts to reckon the end of a position that follows from all those on the way.
    pub(crate) fn enter(&mut self, state: &State) {
        self.changed.clear();
        if let Some(last) = self.way[..self.stages].last() {
            each_moved(&state.figures, &last.figures, |at| self.changed.push(state.features.of(at)));
        }
    }

    /// Returns since when a feature has the same segments.
    #[inline]
    pub(crate) fn since(&self, state: &State, feature: FeatureId) -> Option<Since> {
        let way = &self.way[..self.stages];
        let stage = way.iter().position(|stage| state.features.is_like(&stage.features, feature))?;
        let moves = |stage: &Stage| stage.moved.iter().any(|&at| state.features.of(at) == feature);
        let is_changed = self.changed.contains(&feature) || way[stage + 1..].iter().any(moves);
        Some(Since { stage, standing: if is_changed { standing(state, feature) } else { 0 } })
    }

    /// Returns the points of each player for a feature that has been the same since then, if they are known and what is
    /// beyond it is what it was.
    #[inline]
    pub(crate) fn worth(
        &self,
        Since { stage, standing }: Since,
        state: &State,
        feature: FeatureId,
        mut is_beyond: impl FnMut(u64) -> bool,
    ) -> Option<&[i32; MAX_PLAYERS]> {
        let is_near = |&(near, whole): &Near| complete(&state.features, SegmentId(near.0)) == whole;
        let mut same = self.way[stage].about(feature).filter(|worth| worth.standing == standing);
        let found = same.find(|worth| worth.near.iter().all(is_near) && is_beyond(worth.beyond))?;
        Some(&found.points)
    }

    /// Keeps the points of each player for a feature that has been the same since then, and that is paid for complete
    /// features that meet it in these segments.
    pub(crate) fn keep(
        &mut self,
        (Since { stage, standing }, beyond): (Since, u64),
        state: &State,
        (feature, points): (FeatureId, [i32; MAX_PLAYERS]),
        met: impl Iterator<Item = SegmentId>,
    ) {
        let stage = &mut self.way[stage];
        let near = |met: SegmentId| (stage.features.of(met), complete(&state.features, met));
        let mut near: Vec<Near> = met.map(near).collect();
        near.sort_unstable();
        near.dedup();
        if stage.known.len() == MAX_KNOWN {
            stage.forget();
        }
        let earlier = stage.latest[feature.0 as usize].replace(stage.known.len() as u16);
        stage.known.push(Worth { earlier, standing, beyond, points, near });
    }
}

impl Stage {
    fn begin(&mut self, choices: usize, state: &State, before: Option<&Stage>) {
        self.choices = choices;
        self.features.clone_from(&state.features);
        self.figures.clone_from(&state.figures);
        self.forget();
        self.moved.clear();
        if let Some(before) = before {
            each_moved(&state.figures, &before.figures, |at| self.moved.push(at));
        }
    }

    fn forget(&mut self) {
        self.known.clear();
        self.latest.clear();
        self.latest.resize(self.features.len(), None);
    }

    /// Returns what is known about a feature, the latest first.
    #[inline]
    fn about(&self, feature: FeatureId) -> impl Iterator<Item = &Worth> {
        let latest = self.latest.get(feature.0 as usize).copied().flatten();
        let at = |place: u16| &self.known[place as usize];
        std::iter::successors(latest.map(at), move |worth| worth.earlier.map(at)).take(MAX_OF_ONE)
    }
}

/// Calls `with` for each segment that figures stand on now and did not then, or the other way round.
#[inline]
fn each_moved(now: &[Figure], then: &[Figure], mut with: impl FnMut(SegmentId)) {
    for (now, then) in now.iter().zip(then) {
        if now.zone != then.zone {
            for zone in [now.zone, then.zone] {
                if let Zone::Segment(at) = zone {
                    with(at);
                }
            }
        }
    }
}

/// Returns a number that stands for the figures on a feature, and where they stand; never 0.
fn standing(state: &State, feature: FeatureId) -> u64 {
    let mix = |mixed: u64, (figure, at): (FigureId, SegmentId)| {
        let mixed = (mixed ^ u64::from(figure.0) << 16 ^ u64::from(at.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 29
    };
    state.figures_on(feature).fold(1, mix).max(1)
}

/// Returns the feature of a segment if it is complete.
fn complete(features: &Features, segment: SegmentId) -> Option<FeatureId> {
    Some(features.of(segment)).filter(|&feature| features.is_complete(feature))
}
