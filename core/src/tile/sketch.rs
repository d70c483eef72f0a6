//! A tile while it is drawn: each stroke checked against its kind and the strokes before. Never knows a topology.

use super::barrier::Lie;
use super::field::Meadow;
use super::rim::Stations;
use super::stroke::{Fault, Flaw, Point, Stroke, StrokeError};
use super::{Drawing, Edge, FIELD, LIMIT, Segment, Tile};
use crate::geometry::Side;

/// What has been drawn so far.
#[derive(Default)]
pub(super) struct Sketch<'a> {
    segments: Vec<Segment>,
    lies: Vec<Lie>,
    taken: Vec<(Stations, Drawing<'a>)>,
    field_strokes: Vec<(usize, Stroke)>,
    drawn: usize,
}

impl<'a> Sketch<'a> {
    /// Draws one more stroke.
    pub fn add(&mut self, drawing: Drawing<'a>) -> Result<(), StrokeError> {
        let index = self.drawn;
        self.drawn += 1;
        let stroke = Stroke::read(drawing.text).map_err(at(index))?;
        if drawing.kind == FIELD {
            self.field_strokes.push((index, stroke));
            return Ok(());
        }
        check_kind(&stroke, drawing).and_then(|()| self.take(&stroke, drawing)).map_err(at(index))?;
        self.lies.push(Lie::of(&stroke, opened(drawing.edge)));
        self.segments.push(segment(stroke, drawing.kind));
        self.check_count(self.segments.len(), drawing.text)
    }

    /// The tile that was drawn, with its fields.
    pub fn finish(self, drawings: &[Drawing]) -> Result<Tile, StrokeError> {
        let mut meadow = Meadow::around(&self.lies);
        for (index, stroke) in &self.field_strokes {
            meadow.draw(stroke).map_err(at(*index))?;
        }
        let fields = meadow.into_fields();
        self.check_count(self.segments.len() + fields.len(), drawings.last().map_or("", |last| last.text))?;
        Ok(Tile { segments: self.segments, fields })
    }

    /// Takes the parts of the rim that a stroke opens, unless they are taken.
    fn take(&mut self, stroke: &Stroke, drawing: Drawing<'a>) -> Result<(), Flaw> {
        for (index, (point, _)) in stroke.points.iter().enumerate().filter(|(_, (point, _))| point.is_opening()) {
            let wanted = Lie::at(*point, opened(drawing.edge)).rim;
            if let Some((_, owner)) = self.taken.iter().find(|(taken, _)| taken.meets(wanted)) {
                let (kind, text) = (owner.kind.into(), owner.text.into());
                return Err(stroke.flaw(index, |point| Fault::Taken { point, kind, text }));
            }
            self.taken.push((wanted, drawing));
        }
        Ok(())
    }

    /// Holds the limit; too many fields are the fault of the last stroke.
    fn check_count(&self, count: usize, text: &str) -> Result<(), StrokeError> {
        let flaw = (0..text.len(), Fault::TooMany { limit: LIMIT });
        if count > LIMIT { Err(at(self.drawn.saturating_sub(1))(flaw)) } else { Ok(()) }
    }
}

fn at(drawing: usize) -> impl FnOnce(Flaw) -> StrokeError {
    move |(range, fault)| StrokeError { drawing, range, fault }
}

/// The stations of a side that a kind with this edge takes.
fn opened(edge: Edge) -> fn(Side) -> Stations {
    match edge {
        Edge::Side => Stations::side,
        Edge::Middle | Edge::None => Stations::middle,
    }
}

/// Refuses the points that a kind with this edge cannot have.
fn check_kind(stroke: &Stroke, drawing: Drawing) -> Result<(), Flaw> {
    let kind = || drawing.kind.to_string();
    let points = || stroke.points.iter().map(|(point, _)| *point);
    if let (Edge::None, Some(index)) = (drawing.edge, points().position(Point::is_opening)) {
        return Err(stroke.flaw(index, |point| Fault::NoEdge { point, kind: kind() }));
    }
    let half = points().position(|point| matches!(point, Point::Half(_)));
    if let (Edge::Middle, Some(index)) = (drawing.edge, half) {
        return Err(stroke.flaw(index, |point| Fault::NoHalf { point, kind: kind() }));
    }
    if drawing.edge != Edge::None && points().any(Point::is_touch) && !points().any(Point::is_opening) {
        return Err(stroke.flaw_throughout(Fault::OpensNothing { kind: kind() }));
    }
    Ok(())
}

fn segment(stroke: Stroke, kind: &str) -> Segment {
    let (mut sides, mut halves) = (Vec::new(), Vec::new());
    for (point, _) in &stroke.points {
        match point {
            Point::Side(side) => sides.push(*side),
            Point::Half(half) => halves.push(*half),
            Point::Corner(_) | Point::Middle(_) | Point::Place(_) => {}
        }
    }
    sides.sort_unstable();
    halves.sort_unstable();
    Segment { kind: kind.into(), sides, halves, tags: stroke.tags }
}
