//! Fields derived from where the segments lie: what no barrier divides is one field. Knows topology, never a kind.

use std::collections::BTreeSet;

use super::Field;
use super::barrier::{Barrier, Footprint, loops};
use super::rim::{Stations, View};
use super::stroke::{Flaw, Point, Stroke, StrokeFault};

/// A connected piece of meadow.
#[derive(Clone, Debug, Default)]
struct Region {
    stations: Stations,
    touches: Vec<usize>,
    tags: Vec<String>,
}

impl Region {
    fn absorb(&mut self, other: Region) {
        self.stations = self.stations | other.stations;
        self.touches.extend(other.touches);
        self.tags.extend(other.tags);
    }

    /// Whether the region is a field: it reaches a side, or two segments enclose it.
    fn is_field(&self, prints: &[Footprint]) -> bool {
        let enclosing = self.touches.iter().filter(|segment| prints[**segment].encloses());
        self.stations.halves().next().is_some() || enclosing.count() > 1
    }

    /// Returns the sort key: the first half; inner fields come last.
    fn rank(&self) -> usize {
        self.stations.halves().next().map_or(usize::MAX, |half| half.index())
    }

    fn into_field(mut self) -> Field {
        self.touches.sort_unstable();
        self.touches.dedup();
        Field { halves: self.stations.halves().collect(), touches: self.touches, tags: self.tags }
    }
}

/// The whole meadow of a tile, and the barriers in it that do not reach the rim.
pub(super) struct Meadow {
    regions: Vec<Region>,
    islands: Vec<Barrier>,
}

impl Meadow {
    /// Returns what the segments leave free, by the first two laws of the strokes.
    pub fn around(prints: &[Footprint]) -> Meadow {
        let (islands, barriers): (Vec<_>, Vec<_>) =
            Barrier::join(prints).into_iter().partition(|barrier| barrier.whole.rim.is_empty());
        let mut regions = regions(&barriers, prints);
        regions.retain(|region| region.is_field(prints));
        regions.extend(loops(prints).into_iter().map(|touches| Region { touches, ..Region::default() }));
        Meadow { regions, islands }
    }

    /// Draws a stroke of kind `field`: joins the regions that it runs through, adds its tags to them, and decides in
    /// which field an island lies.
    pub fn draw(&mut self, stroke: &Stroke) -> Result<(), Flaw> {
        let (first, others) = self.along(stroke)?;
        for other in others.into_iter().rev() {
            let other = self.regions.remove(other);
            self.regions[first].absorb(other);
        }
        let islands = self.islands.extract_if(.., |island| stroke.points.iter().any(|(point, _)| island.is_at(*point)));
        let region = &mut self.regions[first];
        region.touches.extend(islands.flat_map(|island| island.members));
        region.tags.extend(stroke.tags.iter().cloned());
        Ok(())
    }

    /// Returns the regions that a stroke runs through, ascending: the first one and the others.
    fn along(&self, stroke: &Stroke) -> Result<(usize, Vec<usize>), Flaw> {
        let mut along = BTreeSet::new();
        for (index, (point, _)) in stroke.points.iter().enumerate() {
            let stations = meadow_at(*point);
            let here: Vec<usize> = self.regions_at(stations).collect();
            if here.is_empty() && !stations.is_empty() {
                return Err(stroke.flaw(index, |point| StrokeFault::NoField { point }));
            }
            along.extend(here);
        }
        match (along.pop_first(), self.regions.len()) {
            (Some(first), _) => Ok((first, along.into_iter().collect())),
            (None, 1) => Ok((0, Vec::new())),
            (None, fields) => Err(stroke.flaw_throughout(StrokeFault::WhichField { fields })),
        }
    }

    fn regions_at(&self, stations: Stations) -> impl Iterator<Item = usize> {
        (0..self.regions.len()).filter(move |at| self.regions[*at].stations.meets(stations))
    }

    /// Returns the fields in the order in which they are listed.
    pub fn into_fields(mut self) -> Vec<Field> {
        // An island that no stroke has placed lies in the only field; with several fields, nothing says in which.
        if let [only] = &mut self.regions[..] {
            only.touches.extend(self.islands.into_iter().flat_map(|island| island.members));
        }
        self.regions.sort_by_key(Region::rank);
        self.regions.into_iter().map(Region::into_field).collect()
    }
}

/// Returns where a point of a field stroke meets the meadow on the rim; nowhere if it is inside the tile.
fn meadow_at(point: Point) -> Stations {
    match point {
        Point::Side(side) | Point::Middle(side) => Stations::half(side.left()) | Stations::half(side.right()),
        Point::Half(half) => Stations::half(half),
        Point::Corner(side) => Stations::gaps(side),
        Point::Place(_) => Stations::default(),
    }
}

/// Groups the meadow on the rim: stations that see the same two ends of every barrier are not divided by any.
fn regions(barriers: &[Barrier], prints: &[Footprint]) -> Vec<Region> {
    let taken = barriers.iter().fold(Stations::default(), |taken, barrier| taken | barrier.whole.rim);
    let mut groups: Vec<(Vec<[Stations; 2]>, Region)> = Vec::new();
    for station in Stations::meadow().without(taken).each() {
        let views: Vec<View> = barriers.iter().filter_map(|barrier| barrier.whole.rim.seen_from(station)).collect();
        let ends: Vec<_> = views.iter().map(|view| view.ends()).collect();
        if let Some((_, region)) = groups.iter_mut().find(|(known, _)| *known == ends) {
            region.stations = region.stations | station;
        } else {
            let touches = touched(barriers, &views, prints);
            groups.push((ends, Region { stations: station, touches, tags: Vec::new() }));
        }
    }
    groups.into_iter().map(|(_, region)| region).collect()
}

/// Returns the segments that face the meadow: those of the barriers that no other barrier hides.
fn touched(barriers: &[Barrier], views: &[View], prints: &[Footprint]) -> Vec<usize> {
    let is_seen = |view: &View| !views.iter().any(|other| other.hides(*view));
    let seen = barriers.iter().zip(views).filter(|(_, view)| is_seen(view));
    seen.flat_map(|(barrier, view)| barrier.face(*view, prints)).collect()
}
