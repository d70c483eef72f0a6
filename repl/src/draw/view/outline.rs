//! The lines of a tile of 100 by 100, y downwards, computed from the sides that its segments reach. Knows curves, never
//! pixels.

use bastide_core::{Half, Rotation, Side};

use super::art::{SegmentArt, TileArt};
use super::style::{Colour, KindStyle, Shape};

/// A point on the tile.
pub(crate) type Point = (f32, f32);

/// The middle of the tile.
pub(crate) const CENTRE: Point = (50.0, 50.0);
/// Half the side length of a building that stands alone.
const BUILDING: f32 = 20.0;
/// Half the side length of the smallest building.
const MIN_BUILDING: f32 = 12.0;
/// Radius of the disc where bands meet.
const KNOT: f32 = 12.0;
/// Radius of an area that reaches no side.
const ISLAND: f32 = 22.0;
/// How far from the rim a band that only touches it ends, as a share of the way to the middle.
const TOUCHING_BAND_GAP: f32 = 0.12;
/// How wide an area is where it only touches the middle of a side, as a share of half a side in both directions.
const TOUCHING_AREA_WIDTH: f32 = 0.06;
/// How far towards the middle a band reaches that ends alone at a named place, as a share of the way.
const LONE_BAND_LENGTH: f32 = 0.66;
/// The number of straight pieces of a curve.
const CURVE_PIECES: usize = 16;

/// A shape to fill.
pub(crate) enum Ink {
    /// A closed outline.
    Polygon(Vec<Point>),
    /// Everything within this distance of a path.
    Band(Vec<Point>, f32),
}

/// The lines of one tile, in painting order.
#[derive(Default)]
pub(crate) struct Outline {
    /// The shapes to fill, with the index of their segment; later ones cover earlier ones.
    pub layers: Vec<(usize, Ink)>,
    /// Centre lines of the bands, with the index of the segment.
    pub paths: Vec<(usize, Vec<Point>)>,
    /// Index, centre and half side length of each building.
    pub buildings: Vec<(usize, Point, f32)>,
    /// Where bands meet, if that is visible.
    pub knots: Vec<(Ink, Point, Colour)>,
}

/// The end of a band inside the tile.
struct Meeting {
    point: Point,
    colour: Colour,
}

pub(crate) fn lerp(a: Point, b: Point, share: f32) -> Point {
    (a.0 + (b.0 - a.0) * share, a.1 + (b.1 - a.1) * share)
}

pub(crate) fn distance(a: Point, b: Point) -> f32 {
    let (x, y) = (a.0 - b.0, a.1 - b.1);
    (x * x + y * y).sqrt()
}

/// The point on the printed tile for a point on the rotated tile.
pub(crate) fn unturned(point: Point, turned: Rotation) -> Point {
    (0..turned.index()).fold(point, |(x, y), _| (y, 100.0 - x))
}

/// The point on the rotated tile for a point on the printed tile.
pub(crate) fn turned(point: Point, turned: Rotation) -> Point {
    (0..turned.index()).fold(point, |(x, y), _| (100.0 - y, x))
}

fn corner(index: usize) -> Point {
    [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)][index & 3]
}

fn middle(side: Side) -> Point {
    lerp(corner(side.index()), corner(side.index() + 1), 0.5)
}

/// A quadratic curve without its first point.
fn curve(from: Point, control: Point, to: Point) -> impl Iterator<Item = Point> {
    (1..=CURVE_PIECES).map(move |piece| {
        let share = piece as f32 / CURVE_PIECES as f32;
        lerp(lerp(from, control, share), lerp(control, to, share), share)
    })
}

/// The sides without duplicates, clockwise from north.
pub(crate) fn distinct(sides: &[Side]) -> Vec<Side> {
    Side::ALL.into_iter().filter(|side| sides.contains(side)).collect()
}

/// A corner or the middle of a side, numbered clockwise from the north-west; even numbers are corners.
fn station(index: usize) -> Point {
    let (side, is_middle) = ((index / 2) & 3, index & 1 == 1);
    if is_middle { middle(Side::from_index(side)) } else { corner(side) }
}

/// The outline of an area: along the halves that it covers, through the points that it touches, and in a curve past
/// each run of other halves. Empty for an area that does not reach the rim.
fn area(segment: &SegmentArt) -> Vec<Point> {
    let covers = |half: usize| {
        let half = Half::from_index(half);
        segment.sides.contains(&half.side()) || segment.halves.contains(&half)
    };
    let touches = |index: usize| {
        let points = if index & 1 == 0 { &segment.corners } else { &segment.middles };
        points.contains(&Side::from_index((index / 2) & 3))
    };
    let is_held = |index: usize| covers(index) || covers(index + 7) || touches(index);
    // An area that touches the middle of a side gets a little width there, so that it is visible.
    let is_tip = |index: usize| index & 1 == 1 && !covers(index) && !covers(index + 7);
    let reached = |index: usize, next: usize| match is_tip(index) {
        true => lerp(station(index), station(next), TOUCHING_AREA_WIDTH),
        false => station(index),
    };
    let mut outline = Vec::new();
    for index in (0..8).filter(|&index| is_held(index)) {
        let leaves = reached(index, index + 1);
        outline.push(leaves);
        let gap = (1..=8).find(|&step| covers(index + step - 1) || is_held(index + step)).unwrap_or(8);
        if !covers(index) {
            outline.extend(curve(leaves, bend(index, gap), reached(index + gap, index + gap + 7)));
        }
    }
    outline
}

/// The control point of the curve from a station past this many halves.
fn bend(from: usize, gap: usize) -> Point {
    let depth = match (from & 1, gap) {
        (0, 2) => 0.9,
        (0, 4) => 1.12,
        (0, 6) => 0.88,
        _ => 1.0,
    };
    let beyond = lerp(station(from + gap / 2), station(from + gap.div_ceil(2)), 0.5);
    lerp(beyond, CENTRE, depth)
}

/// A point well inside an area, where a band can end.
fn anchor(segment: &SegmentArt) -> Point {
    match distinct(&segment.sides)[..] {
        [side] if segment.halves.is_empty() => lerp(middle(side), CENTRE, 0.3),
        [] if !segment.halves.is_empty() => mean(&area(segment)),
        _ => CENTRE,
    }
}

fn mean(points: &[Point]) -> Point {
    let sum = points.iter().fold((0.0, 0.0), |sum, point| (sum.0 + point.0, sum.1 + point.1));
    (sum.0 / points.len() as f32, sum.1 / points.len() as f32)
}

/// The position of a named place: `*` is the middle, any other is between the segments that touch it.
fn place(name: &str, segments: &[(usize, &SegmentArt, &KindStyle)]) -> Point {
    let ends: Vec<Point> = segments
        .iter()
        .filter(|(_, segment, _)| name != "*" && segment.places.iter().any(|place| place == name))
        .map(|(_, segment, style)| match (&style.shape, &distinct(&segment.sides)[..]) {
            (Shape::Line { .. }, [side]) => middle(*side),
            (Shape::Area, _) => anchor(segment),
            _ => CENTRE,
        })
        .collect();
    match ends[..] {
        [] => CENTRE,
        [end] => lerp(end, CENTRE, LONE_BAND_LENGTH),
        _ => mean(&ends),
    }
}

/// The ends of a band that touches corners or middles of sides: just before them, because it does not open the side.
fn touched(segment: &SegmentArt) -> Vec<Point> {
    let corners = segment.corners.iter().map(|side| corner(side.index()));
    let middles = segment.middles.iter().map(|side| middle(*side));
    corners.chain(middles).map(|point| lerp(point, CENTRE, TOUCHING_BAND_GAP)).collect()
}

/// The centre lines of a band between sides; an end inside the tile is at `inner`.
fn band(sides: &[Side], inner: Point) -> Vec<Vec<Point>> {
    match *sides {
        [] => vec![vec![inner]],
        [a, b] if a.opposite() == b => vec![vec![middle(a), CENTRE, middle(b)]],
        [a, b] => vec![std::iter::once(middle(a)).chain(curve(middle(a), CENTRE, middle(b))).collect()],
        _ => sides.iter().map(|&side| vec![middle(side), inner]).collect(),
    }
}

impl Outline {
    /// The lines of a tile. Segments without a look are ignored.
    pub fn new(art: &TileArt, kinds: &[KindStyle]) -> Outline {
        let known = art.segments.iter().enumerate();
        let segments: Vec<(usize, &SegmentArt, &KindStyle)> = known
            .filter_map(|(index, segment)| kinds.get(segment.style).map(|style| (index, segment, style)))
            .collect();
        let mut outline = Outline::default();
        let (over, segments): (Vec<_>, Vec<_>) = segments.into_iter().partition(|(_, segment, _)| segment.is_over);
        outline.add_bands(&segments);
        for (index, segment, style) in &segments {
            if style.shape == Shape::Area {
                let rim = area(segment);
                let ink = if rim.is_empty() { Ink::Band(vec![CENTRE], ISLAND) } else { Ink::Polygon(rim) };
                outline.layers.push((*index, ink));
            }
        }
        outline.add_buildings(&segments);
        // What was built over the tile comes last, so that nothing that is printed makes room for it.
        outline.add_bands(&over);
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
            let branch = match sides[..] {
                [a, b] if a.opposite() != b => lerp(lerp(middle(a), middle(b), 0.5), CENTRE, 0.5),
                _ => inner,
            };
            let touched = touched(segment);
            bands.extend(touched.iter().map(|&point| (width, *index, vec![branch, point])));
            if sides.len() != 1 || !touched.is_empty() {
                continue;
            }
            for (_, other, style) in segments {
                let is_met = segment.places.iter().any(|place| place == name && other.places.contains(place));
                if style.shape == Shape::Area && is_met {
                    bands.push((width, *index, vec![inner, anchor(other)]));
                }
            }
            if end > 0 {
                self.layers.push((*index, Ink::Band(vec![inner], f32::from(end))));
            }
            if let Some(colour) = knot {
                meetings.push(Meeting { point: inner, colour });
            }
        }
        bands.sort_by_key(|&(width, index, _)| (std::cmp::Reverse(width), index));
        for (width, index, path) in bands {
            self.layers.push((index, Ink::Band(path.clone(), f32::from(width) / 2.0)));
            self.paths.push((index, path));
        }
        self.add_knots(&meetings);
    }

    /// Adds a disc where bands end together: otherwise two of them would look like one that continues.
    fn add_knots(&mut self, meetings: &[Meeting]) {
        for meeting in meetings {
            let is_here = |knot: &Point| distance(*knot, meeting.point) < 1.0;
            let bands = meetings.iter().filter(|other| is_here(&other.point)).count();
            let is_new = !self.knots.iter().any(|knot| is_here(&knot.1));
            if is_new && bands >= 2 {
                self.knots.push((Ink::Band(vec![meeting.point], KNOT), meeting.point, meeting.colour));
            }
        }
    }

    /// A building stands where the tile says, or else near the middle where there is room.
    fn add_buildings(&mut self, segments: &[(usize, &SegmentArt, &KindStyle)]) {
        for (index, segment, _) in segments.iter().filter(|s| s.2.shape == Shape::Building) {
            let meets = |name: &String| segments.iter().any(|(other, s, _)| other != index && s.places.contains(name));
            let (point, half) = match segment.middles.first() {
                Some(side) => (lerp(middle(*side), CENTRE, 0.5), BUILDING),
                None if self.buildings.is_empty() && segment.places.iter().all(meets) => (CENTRE, BUILDING),
                None => self.room(),
            };
            let (x, y) = point;
            let ink = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
            self.layers.push((*index, Ink::Polygon(ink.to_vec())));
            self.buildings.push((*index, point, half));
        }
    }

    /// The place for another building, and half its side length: the nearest to the middle with enough room, or else
    /// the one with the most room.
    pub fn room(&self) -> (Point, f32) {
        let lattice = (2..=18).flat_map(|row| (2..=18).map(move |column| (column as f32 * 5.0, row as f32 * 5.0)));
        let obstacles = self.obstacles();
        let rated = lattice.map(|point| {
            let clear = obstacles.clearance(point).min(BUILDING + 2.0);
            (clear, -distance(point, CENTRE), point)
        });
        let best = rated.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
        let Some((clear, _, (x, y))) = best else { return (CENTRE, BUILDING) };
        let half = (clear - 2.0).clamp(MIN_BUILDING, BUILDING);
        let within = |value: f32| value.clamp(half, 100.0 - half);
        ((within(x), within(y)), half)
    }

    /// Everything on the tile that takes room.
    pub fn obstacles(&self) -> Obstacles {
        let points = |path: &[Point]| {
            let along = path.windows(2).flat_map(|pair| (0..8).map(|piece| lerp(pair[0], pair[1], piece as f32 / 8.0)));
            let is_inside = |(x, y): &Point| (1.0..99.0).contains(x) && (1.0..99.0).contains(y);
            along.chain(path.last().copied()).filter(is_inside).collect()
        };
        let lines = self.layers.iter().map(|(_, ink)| match ink {
            Ink::Polygon(rim) => (points(&[rim, &rim[..1]].concat()), 0.0),
            Ink::Band(path, reach) => (points(path), *reach),
        });
        Obstacles { lines: lines.collect(), buildings: self.buildings.iter().map(|b| (b.1, b.2)).collect() }
    }
}

/// What takes room on a tile: points of lines with half their width, and buildings with half their side length.
pub(crate) struct Obstacles {
    lines: Vec<(Vec<Point>, f32)>,
    buildings: Vec<(Point, f32)>,
}

impl Obstacles {
    /// The largest square around a point that touches no line and no side of the tile, as half its side length.
    pub fn clearance(&self, (x, y): Point) -> f32 {
        let apart = |a: &Point| (a.0 - x).abs().max((a.1 - y).abs());
        let lines = self.lines.iter().map(|(points, reach)| points.iter().map(apart).fold(50.0, f32::min) - reach);
        let beside = self.buildings.iter().map(|(point, half)| apart(point) - half);
        lines.chain(beside).fold(x.min(y).min(100.0 - x).min(100.0 - y), f32::min)
    }
}
