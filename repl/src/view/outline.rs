//! The lines of a tile of 100 by 100, y downwards, from the sides that its segments reach. Knows curves, never pixels.

use bastide_core::geometry::Side;

use super::art::{SegmentArt, TileArt};
use super::style::{Colour, KindStyle, Shape};

/// A place on the tile.
pub(super) type Point = (f32, f32);

/// The middle of the tile.
pub(super) const CENTRE: Point = (50.0, 50.0);
/// Half the side of a building that stands alone.
const BUILDING: f32 = 20.0;
/// Radius of the disc where bands meet.
const KNOT: f32 = 12.0;
/// Radius of an area that reaches no side.
const ISLAND: f32 = 22.0;
/// In how many straight pieces a curve is drawn.
const PIECES: usize = 16;

/// Something to fill.
pub(super) enum Ink {
    /// A closed outline.
    Polygon(Vec<Point>),
    /// Everything within this distance of a path.
    Band(Vec<Point>, f32),
}

/// The lines of one tile in the order in which they are painted.
#[derive(Default)]
pub(super) struct Outline {
    /// What to fill, with the index of the segment; later ones cover earlier ones.
    pub layers: Vec<(usize, Ink)>,
    /// Centre lines of the bands, with the index of the segment.
    pub paths: Vec<(usize, Vec<Point>)>,
    /// Index, middle and half the side of each building.
    pub buildings: Vec<(usize, Point, f32)>,
    /// Where bands meet, if they are seen there.
    pub knots: Vec<(Ink, Point, Colour)>,
}

/// An end of a band inside the tile, and how many small areas it was led on to.
struct Meeting {
    point: Point,
    areas: usize,
    colour: Colour,
}

pub(super) fn lerp(a: Point, b: Point, share: f32) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

pub(super) fn distance(a: Point, b: Point) -> f32 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

fn corner(index: usize) -> Point {
    [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)][index & 3]
}

fn middle(side: Side) -> Point {
    lerp(corner(side.index()), corner(side.index() + 1), 0.5)
}

/// A quadratic curve without its first point.
fn curve(from: Point, control: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=PIECES).map(move |piece| {
        let share = piece as f32 / PIECES as f32;
        lerp(lerp(from, control, share), lerp(control, to, share), share)
    })
}

/// Sides once each, clockwise from north.
pub(super) fn distinct(sides: &[Side]) -> Vec<Side> {
    Side::ALL.into_iter().filter(|side| sides.contains(side)).collect()
}

/// The outline of an area: along its sides, and in a curve past each run of sides that it leaves out.
fn area(sides: &[Side]) -> Vec<Point> {
    let has = |index: usize| sides.contains(&Side::from_index(index));
    let mut outline = Vec::new();
    for side in sides.iter().map(|side| side.index()) {
        outline.extend([corner(side), corner(side + 1)]);
        let gap = (1..4).take_while(|step| !has(side + step)).count();
        let control = match gap {
            0 => continue,
            1 => lerp(middle(Side::from_index(side + 1)), CENTRE, 0.9),
            2 => lerp(CENTRE, corner(side + 2), -0.12),
            _ => lerp(middle(Side::from_index(side)), CENTRE, 1.12),
        };
        outline.extend(curve(corner(side + 1), control, corner(side + 1 + gap)));
    }
    outline
}

/// A point well inside an area, to which a band can run.
fn anchor(sides: &[Side]) -> Point {
    match sides {
        [side] => lerp(middle(*side), CENTRE, 0.3),
        _ => CENTRE,
    }
}

/// Where a named place lies: `*` in the middle, any other between the things that touch it.
fn place(name: &str, segments: &[(usize, &SegmentArt, &KindStyle)]) -> Point {
    let ends: Vec<Point> = segments
        .iter()
        .filter(|(_, segment, _)| name != "*" && segment.places.iter().any(|place| place == name))
        .map(|(_, segment, style)| match (&style.shape, &distinct(&segment.sides)[..]) {
            (Shape::Line { .. }, [side]) => middle(*side),
            (Shape::Area, sides) => anchor(sides),
            _ => CENTRE,
        })
        .collect();
    if ends.len() < 2 {
        return CENTRE;
    }
    let sum = ends.iter().fold((0.0, 0.0), |sum, end| (sum.0 + end.0, sum.1 + end.1));
    (sum.0 / ends.len() as f32, sum.1 / ends.len() as f32)
}

/// The centre lines of a band between sides; an end inside the tile lies at `inner`.
fn band(sides: &[Side], inner: Point) -> Vec<Vec<Point>> {
    match *sides {
        [] => vec![vec![inner]],
        [a, b] if a.opposite() == b => vec![vec![middle(a), CENTRE, middle(b)]],
        [a, b] => vec![std::iter::once(middle(a)).chain(curve(middle(a), CENTRE, middle(b))).collect()],
        _ => sides.iter().map(|&side| vec![middle(side), inner]).collect(),
    }
}

impl Outline {
    /// The lines of a tile. Segments without a look are left out.
    pub fn new(art: &TileArt, kinds: &[KindStyle]) -> Outline {
        let known = art.segments.iter().enumerate();
        let segments: Vec<(usize, &SegmentArt, &KindStyle)> = known
            .filter_map(|(index, segment)| kinds.get(segment.style).map(|style| (index, segment, style)))
            .collect();
        let mut outline = Outline::default();
        outline.add_bands(&segments);
        for (index, segment, style) in &segments {
            if style.shape == Shape::Area {
                let sides = distinct(&segment.sides);
                let ink = if sides.is_empty() { Ink::Band(vec![CENTRE], ISLAND) } else { Ink::Polygon(area(&sides)) };
                outline.layers.push((*index, ink));
            }
        }
        outline.add_buildings(&segments);
        outline
    }

    /// Wide bands first, so that narrow ones run over them.
    fn add_bands(&mut self, segments: &[(usize, &SegmentArt, &KindStyle)]) {
        let mut bands: Vec<(u8, usize, Vec<Point>)> = Vec::new();
        let mut meetings: Vec<Meeting> = Vec::new();
        for (index, segment, style) in segments {
            let Shape::Line { width, end, knot } = style.shape else { continue };
            let sides = distinct(&segment.sides);
            let name = segment.places.first().map_or("*", |name| name.as_str());
            let inner = if sides.len() == 1 { place(name, segments) } else { CENTRE };
            bands.extend(band(&sides, inner).into_iter().map(|path| (width, *index, path)));
            if sides.len() != 1 {
                continue;
            }
            let mut areas = 0;
            for (_, other, style) in segments {
                let is_met = segment.places.iter().any(|place| place == name && other.places.contains(place));
                if style.shape == Shape::Area && is_met {
                    let goal = distinct(&other.sides);
                    bands.push((width, *index, vec![inner, anchor(&goal)]));
                    areas += usize::from(goal.len() == 1);
                }
            }
            if end > 0 {
                self.layers.push((*index, Ink::Band(vec![inner], f32::from(end))));
            }
            if let Some(colour) = knot {
                meetings.push(Meeting { point: inner, areas, colour });
            }
        }
        bands.sort_by_key(|&(width, index, _)| (std::cmp::Reverse(width), index));
        for (width, index, path) in bands {
            self.layers.push((index, Ink::Band(path.clone(), f32::from(width) / 2.0)));
            self.paths.push((index, path));
        }
        self.add_knots(&meetings);
    }

    /// A disc wherever three arms meet: ends of bands, and small areas to which such an end was led on.
    fn add_knots(&mut self, meetings: &[Meeting]) {
        for meeting in meetings {
            let is_here = |knot: &Point| distance(*knot, meeting.point) < 1.0;
            let bands = meetings.iter().filter(|other| is_here(&other.point)).count();
            let is_new = !self.knots.iter().any(|knot| is_here(&knot.1));
            if is_new && bands >= 2 && bands + meeting.areas >= 3 {
                self.knots.push((Ink::Band(vec![meeting.point], KNOT), meeting.point, meeting.colour));
            }
        }
    }

    /// One building stands in the middle, several stand in a row.
    fn add_buildings(&mut self, segments: &[(usize, &SegmentArt, &KindStyle)]) {
        let all: Vec<usize> = segments.iter().filter(|s| s.2.shape == Shape::Building).map(|s| s.0).collect();
        let many = all.len() as f32;
        for (number, index) in all.into_iter().enumerate() {
            let (x, y) = (100.0 * (number as f32 + 0.5) / many, 50.0);
            let half = BUILDING.min(50.0 / many);
            let ink = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
            self.layers.push((index, Ink::Polygon(ink.to_vec())));
            self.buildings.push((index, (x, y), half));
        }
    }
}
