//! A tile while it is drawn: each stroke is checked against its kind and the strokes before it. Never knows topology.

use super::barrier::Footprint;
use super::field::Meadow;
use super::rim::Stations;
use super::stroke::{Flaw, Point, Stroke, StrokeError, StrokeFault};
use super::{Drawing, Edge, FIELD, MAX_SEGMENTS, Segment, Tile};
use crate::table::geometry::Side;

/// What has been drawn so far.
#[derive(Default)]
pub(super) struct Sketch<'a> {
    segments: Vec<Segment>,
    prints: Vec<Footprint>,
    taken: Vec<(Stations, Drawing<'a>)>,
    field_strokes: Vec<(usize, Stroke)>,
}

impl<'a> Sketch<'a> {
    /// Draws the strokes one after the other.
    pub fn of(drawings: &[Drawing<'a>]) -> Result<Sketch<'a>, StrokeError> {
        let mut sketch = Sketch::default();
        for (index, drawing) in drawings.iter().enumerate() {
            let stroke = Stroke::read(drawing.text).map_err(at(index))?;
            if drawing.kind == FIELD {
                sketch.field_strokes.push((index, stroke));
            } else {
                sketch.add(stroke, *drawing).map_err(at(index))?;
            }
        }
        Ok(sketch)
    }

    /// Returns the tile that was drawn, with its fields.
    pub fn finish(self) -> Result<Tile, StrokeError> {
        let mut meadow = Meadow::around(&self.prints);
        for (index, stroke) in &self.field_strokes {
            meadow.draw(stroke).map_err(at(*index))?;
        }
        Ok(Tile { segments: self.segments, fields: meadow.into_fields(), fills_hole: false })
    }

    fn add(&mut self, stroke: Stroke, drawing: Drawing<'a>) -> Result<(), Flaw> {
        if self.segments.len() == MAX_SEGMENTS {
            return Err(stroke.flaw_throughout(StrokeFault::TooMany { limit: MAX_SEGMENTS }));
        }
        check_kind(&stroke, drawing)?;
        self.take(&stroke, drawing)?;
        self.prints.push(Footprint::of(&stroke, opened(drawing.edge)));
        self.segments.push(segment(stroke, drawing.kind));
        Ok(())
    }

    /// Takes the parts of the rim that a stroke opens, unless they are already taken.
    fn take(&mut self, stroke: &Stroke, drawing: Drawing<'a>) -> Result<(), Flaw> {
        for (index, (point, _)) in stroke.points.iter().enumerate().filter(|(_, (point, _))| point.is_opening()) {
            let wanted = Footprint::at(*point, opened(drawing.edge)).rim;
            if let Some((_, owner)) = self.taken.iter().find(|(taken, _)| taken.meets(wanted)) {
                let (kind, text) = (owner.kind.into(), owner.text.into());
                return Err(stroke.flaw(index, |point| StrokeFault::Taken { point, kind, text }));
            }
            self.taken.push((wanted, drawing));
        }
        Ok(())
    }
}

/// Adds to a flaw the index of its drawing.
pub(super) fn at(drawing: usize) -> impl FnOnce(Flaw) -> StrokeError {
    move |(range, fault)| StrokeError { drawing, range, fault }
}

/// Returns the stations of a side that a kind with this edge takes.
fn opened(edge: Edge) -> fn(Side) -> Stations {
    match edge {
        Edge::Side => Stations::side,
        Edge::Middle | Edge::None => Stations::middle,
    }
}

/// Rejects points that a kind with this edge cannot have.
fn check_kind(stroke: &Stroke, drawing: Drawing) -> Result<(), Flaw> {
    let kind = || drawing.kind.to_string();
    let points = || stroke.points.iter().map(|(point, _)| *point);
    if let (Edge::None, Some(index)) = (drawing.edge, points().position(Point::is_opening)) {
        return Err(stroke.flaw(index, |point| StrokeFault::NoEdge { point, kind: kind() }));
    }
    let half = points().position(|point| matches!(point, Point::Half(_)));
    if let (Edge::Middle, Some(index)) = (drawing.edge, half) {
        return Err(stroke.flaw(index, |point| StrokeFault::NoHalf { point, kind: kind() }));
    }
    if drawing.edge != Edge::None && points().any(Point::is_touch) && !points().any(Point::is_opening) {
        return Err(stroke.flaw_throughout(StrokeFault::OpensNothing { kind: kind() }));
    }
    Ok(())
}

fn segment(stroke: Stroke, kind: &str) -> Segment {
    let mut segment = Segment { kind: kind.into(), ..Segment::default() };
    for (point, range) in &stroke.points {
        match point {
            Point::Side(side) => segment.sides.push(*side),
            Point::Half(half) => segment.halves.push(*half),
            Point::Place(_) => segment.places.extend(stroke.text.get(range.clone()).map(String::from)),
            Point::Corner(side) => segment.corners.push(*side),
            Point::Middle(side) => segment.middles.push(*side),
        }
    }
    segment.sides.sort_unstable();
    segment.halves.sort_unstable();
    segment.corners.sort_unstable();
    segment.middles.sort_unstable();
    Segment { tags: stroke.tags, ..segment }
}
