//! Segments that touch inside a tile, joined to barriers. Knows places and stations, never a kind.

use std::collections::VecDeque;

use super::rim::{Stations, View};
use super::stroke::{Point, Stroke};
use crate::geometry::Side;

/// Where one segment lies: the stations it holds on the rim and the places it names inside, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lie {
    pub rim: Stations,
    pub places: u8,
}

impl Lie {
    /// Where a stroke lies, given what its kind takes of the sides that it opens.
    pub fn of(stroke: &Stroke, opened: fn(Side) -> Stations) -> Lie {
        stroke.points.iter().fold(Lie::default(), |lie, (point, _)| lie.joined(Lie::at(*point, opened)))
    }

    /// Where a point lies, likewise.
    pub fn at(point: Point, opened: fn(Side) -> Stations) -> Lie {
        let rim = match point {
            Point::Side(side) => opened(side),
            Point::Half(half) => Stations::half(half),
            Point::Corner(side) => Stations::corner(side),
            Point::Middle(side) => Stations::middle(side),
            Point::Place(place) => return Lie { rim: Stations::default(), places: 1 << place },
        };
        Lie { rim, places: 0 }
    }

    fn touches(self, other: Lie) -> bool {
        self.places & other.places != 0
    }

    fn joined(self, other: Lie) -> Lie {
        Lie { rim: self.rim | other.rim, places: self.places | other.places }
    }

    /// Whether the segment can shut something in: a lone end on the rim, or a place inside, cannot.
    pub fn encloses(self) -> bool {
        self.rim.len() > 1
    }
}

/// Segments that touch one another inside the tile: nothing passes between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Barrier {
    pub members: Vec<usize>,
    pub whole: Lie,
}

impl Barrier {
    /// Joins what shares a place inside the tile.
    pub fn join(lies: &[Lie]) -> Vec<Barrier> {
        let mut barriers: Vec<Barrier> = Vec::new();
        for (segment, lie) in lies.iter().enumerate() {
            let (near, far) = barriers.into_iter().partition(|barrier| barrier.whole.touches(*lie));
            barriers = far;
            barriers.push(Barrier::around(near, segment, *lie));
        }
        barriers
    }

    fn around(parts: Vec<Barrier>, segment: usize, lie: Lie) -> Barrier {
        let mut barrier = Barrier { members: vec![segment], whole: lie };
        for part in parts {
            barrier.members.extend(part.members);
            barrier.whole = barrier.whole.joined(part.whole);
        }
        barrier
    }

    /// Whether a point inside the tile belongs to the barrier.
    pub fn is_at(&self, point: Point) -> bool {
        matches!(point, Point::Place(place) if self.whole.places >> place & 1 == 1)
    }

    /// The segments along the face that is seen: the way through the barrier from one end to the other, and what
    /// stands on it without an end on the rim.
    pub fn face(&self, view: View, lies: &[Lie]) -> Vec<usize> {
        let [start, goal] = view.ends();
        let (first, rest) = self.members.iter().partition(|member| lies[**member].rim.meets(start));
        let mut face = chain(lies, first, rest, |segment| lies[segment].rim.meets(goal)).unwrap_or_default();
        let mut inner = self.members.clone();
        inner.retain(|member| lies[*member].rim.is_empty() && !face.contains(member));
        while let Some(at) = inner.iter().position(|one| face.iter().any(|other| lies[*one].touches(lies[*other]))) {
            face.push(inner.swap_remove(at));
        }
        face
    }
}

/// The rings of touching segments: each shuts in a bit of meadow that the rim does not show.
pub(super) fn loops(lies: &[Lie]) -> Vec<Vec<usize>> {
    let mut web = vec![Lie::default(); lies.len()];
    let mut loops = Vec::new();
    for (segment, lie) in lies.iter().enumerate() {
        for place in (0..u8::BITS).map(|bit| 1 << bit).filter(|place| lie.places & place != 0) {
            // A place that is reached already is not tied a second time: the web stays without rings.
            let others = (0..segment).collect();
            match chain(&web, vec![segment], others, |other| web[other].places & place != 0) {
                Some(ring) => loops.push(ring),
                None => web[segment].places |= place,
            }
        }
    }
    loops
}

/// The shortest chain of touching segments that begins with one of the first and ends at the goal.
fn chain(lies: &[Lie], first: Vec<usize>, rest: Vec<usize>, is_goal: impl Fn(usize) -> bool) -> Option<Vec<usize>> {
    let mut rest = rest;
    let mut chains: VecDeque<_> = first.into_iter().map(|segment| (segment, vec![segment])).collect();
    while let Some((last, chain)) = chains.pop_front() {
        if is_goal(last) {
            return Some(chain);
        }
        let (near, far): (Vec<usize>, Vec<usize>) = rest.iter().partition(|other| lies[last].touches(lies[**other]));
        rest = far;
        chains.extend(near.into_iter().map(|next| (next, [&chain[..], &[next]].concat())));
    }
    None
}
