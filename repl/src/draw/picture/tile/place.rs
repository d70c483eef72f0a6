//! Places for marks that do not stand on a part of the tile.

use super::{Surface, is_meadow};
use crate::draw::view::{
    Spot,
    outline::{Point, distance, turned},
    plate::Label,
};

/// Marks of at least this size are not hidden by a figure.
const LARGE: f32 = 40.0;

impl Surface {
    fn all_spots(&self) -> Vec<Point> {
        let segments = (0..self.art.segments.len()).map(Spot::Segment);
        let fields = (0..self.art.fields.len()).map(Spot::Field);
        segments.chain(fields).filter_map(|spot| self.spot(spot)).collect()
    }

    /// A place for a free-standing mark: away from lines and figures; beside a band if one is given.
    pub(super) fn free_place(&self, size: f32, beside: Option<usize>) -> Point {
        // A large mark is visible around a figure.
        let spots = if size < LARGE { self.all_spots() } else { Vec::new() };
        let taken: Vec<Point> = self.marks.iter().map(|mark| mark.0).chain(spots).collect();
        let paths = self.outline.paths.iter().filter(|(segment, _)| Some(*segment) == beside);
        let mut band: Vec<Point> = paths.flat_map(|(segment, path)| self.seen(*segment, path)).flatten().collect();
        band.retain(|point| self.label(*point) != Some(Label::KNOT));
        let obstacles = self.outline.obstacles();
        let worth = |point: Point| {
            let clear = obstacles.clearance(point).min(size / 2.0);
            let crowd = taken.iter().map(|spot| distance(*spot, point)).fold(size / 2.0 + 13.0, f32::min);
            let far = band.iter().map(|near| distance(*near, point)).fold(100.0, f32::min);
            let astray = beside.is_some() && !self.label(point).is_some_and(is_meadow);
            let penalty = if band.is_empty() { 0.0 } else { 2.0 * far + if astray { 100.0 } else { 0.0 } };
            3.0 * clear + crowd - penalty - distance(point, (50.0, 50.0)) / 20.0
        };
        let lattice = (3..=17).flat_map(|row| (3..=17).map(move |column| (column as f32 * 5.0, row as f32 * 5.0)));
        // Among equals, the same place of the printed tile is chosen in every rotation.
        let lattice = lattice.map(|point| turned(point, self.art.turned));
        let rated = lattice.map(|point| (worth(point), point));
        rated.max_by(|a, b| a.0.total_cmp(&b.0)).map_or((50.0, 50.0), |best| best.1)
    }
}
