//! Which of the 210×210 points of a tile belong to which segment or field. 210, because it is divisible by 6, 10 and
//! 14.

use std::ops::Range;

use bastide_core::{Half, Side};

use super::art::TileArt;
use super::outline::{Ink, Outline, Point, distance, lerp};
use super::style::Colour;

/// Points along a side of the tile.
pub(crate) const SIZE: usize = 210;
/// Smaller regions are only gaps between two curves: 0.6 % of the tile.
const MIN_REGION_POINTS: usize = SIZE * SIZE * 6 / 1000;
/// The maximum number of segments, and of fields, of a tile.
const MAX_PARTS: usize = 100;

/// What a point belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Label(pub u8);

impl Label {
    /// Ground that belongs to no described field.
    pub const GROUND: Label = Label(255);
    /// The disc where bands meet.
    pub const KNOT: Label = Label(254);
    /// Not yet decided.
    const OPEN: Label = Label(253);
    /// In the region that is being examined.
    const HERE: Label = Label(252);
    /// Beyond the sides of the tile.
    pub const OUTSIDE: Label = Label(251);

    pub const fn segment(index: usize) -> Label {
        if index < MAX_PARTS { Label(index as u8) } else { Label::GROUND }
    }

    pub const fn field(index: usize) -> Label {
        if index < MAX_PARTS { Label((index + MAX_PARTS) as u8) } else { Label::GROUND }
    }

    /// The index of the segment, if it is one.
    pub const fn as_segment(self) -> Option<usize> {
        if (self.0 as usize) < MAX_PARTS { Some(self.0 as usize) } else { None }
    }
}

/// A tile divided into its parts.
pub(crate) struct Plate {
    /// Row by row.
    pub labels: Vec<Label>,
    /// The colour of the disc where bands meet.
    pub knot: Option<Colour>,
    /// Index, centre and half side length of each building, and what is below it.
    pub buildings: Vec<(usize, Point, f32, Label)>,
    /// The halves that each region of ground reaches, as painted.
    #[cfg(test)]
    pub regions: Vec<Vec<Half>>,
}

/// The index of the sample point at this place.
pub(crate) fn index_at(point: Point) -> usize {
    let along = |value: f32| ((value * SIZE as f32 / 100.0) as usize).min(SIZE - 1);
    along(point.1) * SIZE + along(point.0)
}

/// The centre of the sample point with this index.
pub(crate) fn place_of(index: usize) -> Point {
    (along(index % SIZE), along(index / SIZE))
}

/// The centre of a row or column of sample points.
fn along(value: usize) -> f32 {
    (value as f32 + 0.5) * 100.0 / SIZE as f32
}

/// A place inside the tile, next to the middle of a half side.
fn beside(half: Half) -> Point {
    let share = if half == half.side().left() { 0.25 } else { 0.75 };
    let (from, to) = match half.side() {
        Side::N => ((0.0, 0.4), (100.0, 0.4)),
        Side::E => ((99.6, 0.0), (99.6, 100.0)),
        Side::S => ((100.0, 99.6), (0.0, 99.6)),
        Side::W => ((0.4, 100.0), (0.4, 0.0)),
    };
    lerp(from, to, share)
}

fn fill(labels: &mut [Label], label: Label, ink: &Ink) {
    match ink {
        Ink::Polygon(corners) => fill_polygon(labels, label, corners),
        Ink::Band(path, reach) => {
            let last = path.len().saturating_sub(1);
            for piece in 0..last.max(path.len().min(1)) {
                fill_band(labels, label, path[piece], path[(piece + 1).min(last)], *reach);
            }
        }
    }
}

/// Points are sampled at their centres; rounding the corners would make arcs lopsided.
fn fill_polygon(labels: &mut [Label], label: Label, corners: &[Point]) {
    let mut crossings: Vec<f32> = Vec::new();
    for row in 0..SIZE {
        let y = place_of(row * SIZE).1;
        crossings.clear();
        for (number, &a) in corners.iter().enumerate() {
            let b = corners[(number + 1) % corners.len()];
            if (a.1 <= y) != (b.1 <= y) {
                crossings.push(a.0 + (b.0 - a.0) * (y - a.1) / (b.1 - a.1));
            }
        }
        crossings.sort_by(f32::total_cmp);
        for pair in crossings.chunks_exact(2) {
            let column = |x: f32| (x * SIZE as f32 / 100.0 + 0.5).clamp(0.0, SIZE as f32) as usize;
            labels[row * SIZE..][column(pair[0])..column(pair[1])].fill(label);
        }
    }
}

fn fill_band(labels: &mut [Label], label: Label, a: Point, b: Point, reach: f32) {
    let near = |low: f32, high: f32| {
        let along = |value: f32| (value * SIZE as f32 / 100.0).clamp(0.0, SIZE as f32) as usize;
        along(low - reach)..(along(high + reach) + 1).min(SIZE)
    };
    let (run, rise) = (b.0 - a.0, b.1 - a.1);
    let length = (run * run + rise * rise).max(f32::EPSILON);
    let columns = near(a.0.min(b.0), a.0.max(b.0));
    for row in near(a.1.min(b.1), a.1.max(b.1)) {
        let y = along(row);
        for (column, point) in columns.clone().zip(&mut labels[row * SIZE..][columns.clone()]) {
            // Pieces of a band lie over one another at their ends.
            if *point == label {
                continue;
            }
            let x = along(column);
            let share = (((x - a.0) * run + (y - a.1) * rise) / length).clamp(0.0, 1.0);
            let (dx, dy) = (a.0 + run * share - x, a.1 + rise * share - y);
            if dx * dx + dy * dy <= reach * reach {
                *point = label;
            }
        }
    }
}

impl Plate {
    /// Divides a tile into its parts; fields are what the segments leave.
    pub fn new(art: &TileArt, outline: &Outline) -> Plate {
        let mut plate = Plate {
            labels: vec![Label::OPEN; SIZE * SIZE],
            knot: None,
            buildings: Vec::new(),
            #[cfg(test)]
            regions: Vec::new(),
        };
        for (segment, ink) in &outline.layers {
            if let Some(&(_, middle, half)) = outline.buildings.iter().find(|building| building.0 == *segment) {
                let below = plate.labels[index_at(middle)];
                plate.buildings.push((*segment, middle, half, below));
            }
            fill(&mut plate.labels, Label::segment(*segment), ink);
        }
        let bands = |label: Label| outline.paths.iter().any(|(index, _)| Label::segment(*index) == label);
        for (ink, point, colour) in &outline.knots {
            if bands(plate.labels[index_at(*point)]) {
                fill(&mut plate.labels, Label::KNOT, ink);
                plate.knot = Some(*colour);
            }
        }
        plate.name_fields(art);
        for (_, _, _, below) in &mut plate.buildings {
            let is_area = below.as_segment().is_some() && !bands(*below);
            *below = if is_area { *below } else { Label::GROUND };
        }
        plate
    }

    /// Gives every region of ground the label of the field that reaches the same halves.
    fn name_fields(&mut self, art: &TileArt) {
        let fields = art.fields.iter().enumerate();
        let mut inner = fields.clone().filter(|(_, field)| field.halves.is_empty()).map(|(index, _)| index);
        let halves: Vec<(Half, usize)> =
            fields.flat_map(|(index, field)| field.halves.iter().map(move |&half| (half, index))).collect();
        let mut start = 0;
        loop {
            start += leading(&self.labels[start..], |label| label != Label::OPEN);
            if start == self.labels.len() {
                break;
            }
            let region = self.flood(start);
            let is_here = |half: Half| self.labels[index_at(beside(half))] == Label::HERE;
            #[cfg(test)]
            let reached: Vec<Half> = Half::all().filter(|&half| is_here(half)).collect();
            let claims: Vec<(Half, usize)> = halves.iter().copied().filter(|&(half, _)| is_here(half)).collect();
            let size: usize = region.iter().map(|run| run.len()).sum();
            let label = match claims.first() {
                None if size < MIN_REGION_POINTS => self.beyond(&region),
                None => inner.next().map_or(Label::GROUND, Label::field),
                Some(&(_, field)) => Label::field(field),
            };
            #[cfg(test)]
            if size >= MIN_REGION_POINTS {
                self.regions.push(reached);
            }
            let is_shared = claims.iter().any(|claim| claim.1 != claims[0].1);
            for run in region {
                self.labels[run.clone()].fill(label);
                for index in run.filter(|_| is_shared) {
                    self.labels[index] = nearest(place_of(index), &claims);
                }
            }
        }
    }

    /// All open points that are connected with this one, as runs along the rows.
    fn flood(&mut self, start: usize) -> Vec<Range<usize>> {
        let (mut region, mut seeds) = (Vec::new(), vec![start]);
        while let Some(seed) = seeds.pop() {
            if self.labels[seed] != Label::OPEN {
                continue;
            }
            let row = seed / SIZE * SIZE;
            let is_open = |label: Label| label == Label::OPEN;
            let left = self.labels[row..seed].iter().rposition(|&label| !is_open(label));
            let left = left.map_or(row, |last| row + last + 1);
            let right = seed + leading(&self.labels[seed..row + SIZE], is_open);
            self.labels[left..right].fill(Label::HERE);
            region.push(left..right);
            for near in self.beside(&(left..right)) {
                let mut at = near.start;
                while at < near.end {
                    at += leading(&self.labels[at..near.end], |label| !is_open(label));
                    if at < near.end {
                        seeds.push(at);
                        at += leading(&self.labels[at..near.end], is_open);
                    }
                }
            }
        }
        region
    }

    /// The points above and below a run.
    fn beside(&self, run: &Range<usize>) -> impl Iterator<Item = Range<usize>> + use<> {
        let above = run.start.checked_sub(SIZE).map(|start| start..run.end - SIZE);
        let below = (run.end + SIZE <= self.labels.len()).then_some(run.start + SIZE..run.end + SIZE);
        above.into_iter().chain(below)
    }

    /// A label above or below a region.
    fn beyond(&self, region: &[Range<usize>]) -> Label {
        let near = region.iter().flat_map(|run| self.beside(run)).flat_map(|near| &self.labels[near]);
        near.filter(|label| !matches!(**label, Label::OPEN | Label::HERE)).last().copied().unwrap_or(Label::GROUND)
    }
}

/// The number of labels at the start that are like this. Plates have many equal ones in a row, so they are compared
/// several at a time.
fn leading(labels: &[Label], is_like: impl Fn(Label) -> bool) -> usize {
    const AT_A_TIME: usize = 32;
    let chunks = labels.chunks_exact(AT_A_TIME);
    let are_like = |chunk: &&[Label]| chunk.iter().fold(true, |all, &label| all & is_like(label));
    let whole = chunks.take_while(are_like).count() * AT_A_TIME;
    whole + labels[whole..].iter().take_while(|&&label| is_like(label)).count()
}

/// For fields that the rules separate but the picture does not: each point goes to the field with the nearest half.
fn nearest(point: Point, claims: &[(Half, usize)]) -> Label {
    let far = |claim: &&(Half, usize)| distance(beside(claim.0), point);
    let claim = claims.iter().min_by(|a, b| far(a).total_cmp(&far(b)));
    claim.map_or(Label::GROUND, |claim| Label::field(claim.1))
}
