//! Where figures and marks are put on a tile. Knows labels, never characters.

use bastide_core::{Rotation, Side};

use super::art::{Spot, TileArt};
use super::outline::{CENTRE, Outline, Point, distance, turned, unturned};
use super::plate::{Label, Plate, SIZE, index_at};

/// One in this many points of the plate is sampled.
const STEP: usize = 3;
/// The number of samples along a side.
const SAMPLES_PER_SIDE: usize = SIZE / STEP;
/// The same with one more at either end, so that every sample has neighbours.
const PADDED: usize = SAMPLES_PER_SIDE + 2;
/// Points nearer to a knot belong to all its bands equally.
const KNOT_RADIUS: f32 = 14.0;

/// More marks than this would hide the tile.
const MAX_MARKS: usize = 16;

/// The best places on a tile.
pub(crate) struct Spots {
    segments: Vec<Point>,
    fields: Vec<Point>,
    /// Place, part and palette index of each mark.
    pub marks: Vec<(Point, Label, usize)>,
    /// The number of samples of each label.
    sizes: Vec<usize>,
}

/// A row of samples with one more at either end. Labels and distances have the same size, so that several are computed at
/// a time.
type Row = [i16; PADDED];

/// The samples of the printed tile, so that the result does not depend on its rotation; around them is one row or column
/// that belongs to nothing.
struct Samples {
    /// The number of the label of each.
    labels: Vec<Row>,
    /// How far each is from the nearest other label or side of the tile, in tenths of `UNIT`.
    depths: Vec<Row>,
}

/// Where the samples are, along a side.
static PLACES: [f32; SAMPLES_PER_SIDE] = {
    let mut places = [0.0; SAMPLES_PER_SIDE];
    let mut index = 0;
    while index < SAMPLES_PER_SIDE {
        places[index] = (index as f32 + 0.5) * 100.0 / SAMPLES_PER_SIDE as f32;
        index += 1;
    }
    places
};
/// The distance between two samples of a row.
const UNIT: f32 = 100.0 / SAMPLES_PER_SIDE as f32;
/// The same in tenths, across a corner, and from a sample to its border.
const STRAIGHT: i16 = 10;
const DIAGONAL: i16 = 14;
const BORDER: i16 = 5;
/// Farther than any border.
const FAR: i16 = 20_000;

fn sampled(plate: &Plate, rotation: Rotation) -> Vec<Row> {
    let at = |column: usize, row: usize| {
        let place = (column * STEP + STEP / 2, row * STEP + STEP / 2);
        let (column, row) = (0..rotation.index()).fold(place, |(column, row), _| (SIZE - 1 - row, column));
        row * SIZE + column
    };
    let mut labels = vec![[i16::from(Label::OUTSIDE.0); PADDED]; PADDED];
    for (row, line) in labels.iter_mut().skip(1).take(SAMPLES_PER_SIDE).enumerate() {
        // Along a row, all steps are equal.
        let (first, second) = (at(0, row), at(1, row));
        let mut index = first;
        for label in &mut line[1..=SAMPLES_PER_SIDE] {
            *label = plate.labels.get(index).copied().unwrap_or(Label::OUTSIDE).0.into();
            index = index.wrapping_add(second).wrapping_sub(first);
        }
    }
    labels
}

/// The distance of each sample to the nearest other label, in two sweeps over the grid, accurate to a few percent.
fn depths(labels: &[Row]) -> Vec<Row> {
    let mut depths = vec![[FAR; PADDED]; PADDED];
    for row in 1..=SAMPLES_PER_SIDE {
        let (above, here) = (depths[row - 1], &mut depths[row]);
        from_row((&labels[row], here), (&labels[row - 1], &above));
        along(&labels[row], here, (1..=SAMPLES_PER_SIDE).map(|column| (column, column - 1)));
    }
    for row in (1..=SAMPLES_PER_SIDE).rev() {
        let (below, here) = (depths[row + 1], &mut depths[row]);
        from_row((&labels[row], here), (&labels[row + 1], &below));
        along(&labels[row], here, (1..=SAMPLES_PER_SIDE).rev().map(|column| (column, column + 1)));
    }
    depths
}

/// How deep a sample is at most, beside one of this label and depth that is so far away.
fn beside(label: i16, (other, depth): (i16, i16), far: i16) -> i16 {
    if other == label { depth + far } else { BORDER }
}

/// Brings the depths of a row to those of the next.
fn from_row((labels, depths): (&Row, &mut Row), (others, from): (&Row, &Row)) {
    for column in 1..=SAMPLES_PER_SIDE {
        let near = |at: usize, far: i16| beside(labels[column], (others[at], from[at]), far);
        let diagonal = near(column - 1, DIAGONAL).min(near(column + 1, DIAGONAL));
        depths[column] = depths[column].min(near(column, STRAIGHT)).min(diagonal);
    }
}

/// Brings the depths of a row along it: to each sample from the one before it.
fn along(labels: &Row, depths: &mut Row, steps: impl Iterator<Item = (usize, usize)>) {
    for (to, from) in steps {
        depths[to] = depths[to].min(beside(labels[to], (labels[from], depths[from]), STRAIGHT));
    }
}

impl Samples {
    fn new(plate: &Plate, rotation: Rotation) -> Samples {
        let labels = sampled(plate, rotation);
        Samples { depths: depths(&labels), labels }
    }

    /// The place, the number of the label and the depth of each sample, row by row.
    fn all(&self) -> impl Iterator<Item = (Point, usize, i16)> {
        let rows = self.labels[1..].iter().zip(&self.depths[1..]).zip(&PLACES);
        rows.flat_map(|((labels, depths), &y)| {
            let line = labels[1..].iter().zip(&depths[1..]).zip(&PLACES);
            line.map(move |((label, depth), &x)| ((x, y), *label as usize, *depth))
        })
    }
}

/// The samples of one label.
#[derive(Clone, Copy, Default)]
struct Region {
    size: i32,
    /// The sums of the numbers of columns and rows.
    sum: (i32, i32),
    /// The greatest depth.
    depth: i16,
    /// Among the points that are about as deep as the deepest, the one nearest to the middle, and how near.
    best: Option<(f32, Point)>,
}

impl Region {
    /// The middle of all samples.
    fn middle(&self) -> Point {
        let along = |sum: i32| (sum as f32 / self.size.max(1) as f32 + 0.5) * UNIT;
        (along(self.sum.0), along(self.sum.1))
    }
}

/// What is known about each label, by its number.
fn regions(samples: &Samples) -> Vec<Region> {
    let mut regions = vec![Region::default(); 256];
    let rows = || samples.labels[1..].iter().zip(&samples.depths[1..]).zip(0..SAMPLES_PER_SIDE);
    for ((labels, depths), row) in rows() {
        let mut start = 0;
        // Labels come in runs.
        for run in labels[1..=SAMPLES_PER_SIDE].chunk_by(|one, other| one == other) {
            let (end, region) = (start + run.len(), &mut regions[run[0] as usize]);
            let many = run.len() as i32;
            region.size += many;
            region.sum = (region.sum.0 + (start + end - 1) as i32 * many / 2, region.sum.1 + row as i32 * many);
            region.depth = depths[start + 1..=end].iter().fold(region.depth, |most, depth| most.max(*depth));
            start = end;
        }
    }
    let middles: Vec<Point> = regions.iter().map(Region::middle).collect();
    for ((labels, depths), row) in rows() {
        for (column, (label, depth)) in labels[1..].iter().zip(&depths[1..]).take(SAMPLES_PER_SIDE).enumerate() {
            let region = &mut regions[*label as usize];
            if 100 * i32::from(*depth) >= 92 * i32::from(region.depth) {
                let point = (PLACES[column], PLACES[row]);
                let far = distance(point, middles[*label as usize]);
                if region.best.is_none_or(|(nearest, _)| far < nearest) {
                    region.best = Some((far, point));
                }
            }
        }
    }
    regions
}

/// The middle of the visible part of a band.
fn halfway(plate: &Plate, outline: &Outline, segment: usize) -> Option<Point> {
    let mut seen = Vec::new();
    for (_, path) in outline.paths.iter().filter(|(index, _)| *index == segment) {
        for pair in path.windows(2) {
            let pieces = (distance(pair[0], pair[1]).ceil() as usize).max(1);
            seen.extend((0..=pieces).map(|piece| super::outline::lerp(pair[0], pair[1], piece as f32 / pieces as f32)));
        }
    }
    let is_far = |point: &Point| outline.knots.iter().all(|knot| distance(knot.1, *point) > KNOT_RADIUS);
    seen.retain(|&point| plate.labels[index_at(point)] == Label::segment(segment) && is_far(&point));
    seen.get(seen.len() / 2).copied()
}

/// A point of the region away from the figure, the rim, the sides of the tile and the other marks.
fn mark_place(samples: &Samples, label: Label, spot: Point, others: &[(Point, Label, usize)]) -> Point {
    let cost = |point: Point, depth: f32| {
        let (x, y) = point;
        let side = x.min(y).min(100.0 - x).min(100.0 - y);
        let crowd: f32 = others.iter().map(|other| (20.0 - distance(other.0, point)).max(0.0)).sum();
        let far = distance(point, spot);
        let near = (24.0 - far).max(0.0);
        // Among equals, the upper left one, where a coat of arms belongs.
        let low = (x + 2.0 * y) / 20.0;
        low + ((far - 27.0).abs() - 2.0).max(0.0)
            + 4.0 * (near + (13.0 - depth).max(0.0) + (11.0 - side).max(0.0))
            + 8.0 * crowd
    };
    let region = samples.all().filter(|(_, other, _)| *other == usize::from(label.0));
    let rated = region.map(|(point, _, depth)| (cost(point, f32::from(depth) / f32::from(STRAIGHT) * UNIT), point));
    rated.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(spot, |best| best.1)
}

/// A point in the corner where a side starts, clockwise.
fn corner(side: Side) -> Point {
    const INSET: f32 = 8.0;
    match side {
        Side::N => (INSET, INSET),
        Side::E => (100.0 - INSET, INSET),
        Side::S => (100.0 - INSET, 100.0 - INSET),
        Side::W => (INSET, 100.0 - INSET),
    }
}

impl Spots {
    pub fn new(art: &TileArt, outline: &Outline, plate: &Plate) -> Spots {
        let samples = Samples::new(plate, art.turned);
        let regions = regions(&samples);
        let sizes = regions.iter().map(|region| region.size as usize).collect();
        let deepest = |label: Label| regions[label.0 as usize].best.map(|(_, point)| point);
        let shown = |point: Point| turned(point, art.turned);
        let segment = |index: usize| {
            let building = outline.buildings.iter().find(|building| building.0 == index).map(|building| building.1);
            let found = building.or_else(|| halfway(plate, outline, index));
            found.or_else(|| deepest(Label::segment(index)).map(shown)).unwrap_or(CENTRE)
        };
        let field = |index: usize| deepest(Label::field(index)).map_or(CENTRE, shown);
        let segments: Vec<Point> = (0..art.segments.len()).map(segment).collect();
        let fields: Vec<Point> = (0..art.fields.len()).map(field).collect();
        let of_segments = art.segments.iter().enumerate().map(|(i, s)| (Label::segment(i), segments[i], &s.marks));
        let of_fields = art.fields.iter().enumerate().map(|(i, f)| (Label::field(i), fields[i], &f.marks));
        let mut marks: Vec<(Point, Label, usize)> = Vec::new();
        let of_parts = of_segments.chain(of_fields);
        let asked = of_parts.flat_map(|(label, spot, marks)| marks.iter().map(move |&mark| (label, spot, mark)));
        for (label, spot, mark) in asked.take(MAX_MARKS) {
            marks.push((mark_place(&samples, label, unturned(spot, art.turned), &marks), label, mark));
        }
        marks.iter_mut().for_each(|mark| mark.0 = shown(mark.0));
        marks.extend(art.marks.iter().map(|&mark| (CENTRE, plate.labels[index_at(CENTRE)], mark)));
        Spots { segments, fields, marks, sizes }
    }

    /// Where a figure stands on a part of the tile, and the label of that part; `None` if the tile has no such part.
    pub fn of(&self, spot: Spot, plate: &Plate) -> Option<(Point, Label)> {
        match spot {
            Spot::Segment(index) => self.segments.get(index).map(|&point| (point, Label::segment(index))),
            Spot::Field(index) => self.fields.get(index).map(|&point| (point, Label::field(index))),
            Spot::Tile => Some((CENTRE, plate.labels[index_at(CENTRE)])),
            Spot::Corner(side) => Some((corner(side), plate.labels[index_at(corner(side))])),
        }
    }

    /// The size of a part, to compare it with others.
    pub fn size(&self, label: Label) -> usize {
        self.sizes[label.0 as usize]
    }
}
