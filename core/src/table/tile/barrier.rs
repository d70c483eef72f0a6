//! Segments that touch inside a tile, joined into barriers. Knows places and stations, never a kind.

use super::rim::{Stations, View};
use super::stroke::{Point, Stroke};
use crate::table::geometry::Side;

/// Where one segment lies: its stations on the rim and its places inside, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Footprint {
    pub rim: Stations,
    pub places: u8,
}

impl Footprint {
    /// Returns where a stroke lies, given the stations that its kind takes on the sides that it opens.
    pub fn of(stroke: &Stroke, opened: fn(Side) -> Stations) -> Footprint {
        stroke.points.iter().fold(Footprint::default(), |print, (point, _)| print.joined(Footprint::at(*point, opened)))
    }

    /// Returns where a point lies, in the same way.
    pub fn at(point: Point, opened: fn(Side) -> Stations) -> Footprint {
        let rim = match point {
            Point::Side(side) => opened(side),
            Point::Half(half) => Stations::half(half),
            Point::Corner(side) => Stations::corner(side),
            Point::Middle(side) => Stations::middle(side),
            Point::Place(place) => return Footprint { rim: Stations::default(), places: 1 << place },
        };
        Footprint { rim, places: 0 }
    }

    fn touches(self, other: Footprint) -> bool {
        self.places & other.places != 0
    }

    fn joined(self, other: Footprint) -> Footprint {
        Footprint { rim: self.rim | other.rim, places: self.places | other.places }
    }

    /// Whether the segment can enclose something. A single end on the rim or a place inside cannot.
    pub fn encloses(self) -> bool {
        self.rim.len() > 1
    }
}

/// Segments that touch one another inside the tile: nothing passes between them.
#[derive(Clone, Debug, Default)]
pub(super) struct Barrier {
    pub members: Vec<usize>,
    pub whole: Footprint,
}

impl Barrier {
    /// Joins the segments that share a place inside the tile.
    pub fn join(prints: &[Footprint]) -> Vec<Barrier> {
        let mut barriers: Vec<Barrier> = Vec::new();
        for (segment, print) in prints.iter().enumerate() {
            let (near, far) = barriers.into_iter().partition(|barrier| barrier.whole.touches(*print));
            barriers = far;
            barriers.push(Barrier::around(near, segment, *print));
        }
        barriers
    }

    fn around(parts: Vec<Barrier>, segment: usize, print: Footprint) -> Barrier {
        let mut barrier = Barrier { members: vec![segment], whole: print };
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

    /// Returns the segments along the visible face: the path through the barrier from one end to the other, and the
    /// segments that stand on it without an end on the rim.
    pub fn face(&self, view: View, prints: &[Footprint]) -> Vec<usize> {
        let [start, goal] = view.ends();
        let holds = |station| move |segment: usize| prints[segment].rim.meets(station);
        let mut face = chains(prints, &self.members, holds(start), holds(goal));
        let mut inner = self.members.clone();
        inner.retain(|member| prints[*member].rim.is_empty() && !face.contains(member));
        while let Some(at) = inner.iter().position(|one| face.iter().any(|other| prints[*one].touches(prints[*other])))
        {
            face.push(inner.swap_remove(at));
        }
        face
    }
}

/// Returns the rings of touching segments. Each encloses a piece of meadow that does not reach the rim.
pub(super) fn loops(prints: &[Footprint]) -> Vec<Vec<usize>> {
    let segments: Vec<usize> = (0..prints.len()).collect();
    let mut web = vec![Footprint::default(); prints.len()];
    let mut loops = Vec::new();
    for (segment, print) in prints.iter().enumerate() {
        for place in (0..u8::BITS).map(|bit| 1 << bit).filter(|place| print.places & place != 0) {
            let ring = chains(&web, &segments, |one| one == segment, |one| web[one].places & place != 0);
            // A place that was already reached is not connected again, so that the web itself stays free of rings.
            if ring.is_empty() { web[segment].places |= place } else { loops.push(ring) }
        }
    }
    loops
}

/// Returns the segments on the shortest chains of touching segments from the first to the last.
fn chains(
    prints: &[Footprint],
    members: &[usize],
    is_first: impl Fn(usize) -> bool,
    is_last: impl Fn(usize) -> bool,
) -> Vec<usize> {
    let (ahead, back) = (steps(prints, members, is_first), steps(prints, members, is_last));
    let through: Vec<Option<usize>> = ahead.into_iter().zip(back).map(|(ahead, back)| Some(ahead? + back?)).collect();
    let Some(shortest) = through.iter().flatten().min() else { return Vec::new() };
    let on_chain = members.iter().zip(&through).filter(|(_, steps)| **steps == Some(*shortest));
    on_chain.map(|(member, _)| *member).collect()
}

/// Returns the distance of each member from the first, in touching segments; `None` if there is no chain.
fn steps(prints: &[Footprint], members: &[usize], is_first: impl Fn(usize) -> bool) -> Vec<Option<usize>> {
    let mut steps: Vec<Option<usize>> = members.iter().map(|member| is_first(*member).then_some(0)).collect();
    for round in 1..members.len() {
        for at in 0..members.len() {
            let is_next =
                |other: usize| steps[other] == Some(round - 1) && prints[members[at]].touches(prints[members[other]]);
            if steps[at].is_none() && (0..members.len()).any(is_next) {
                steps[at] = Some(round);
            }
        }
    }
    steps
}
