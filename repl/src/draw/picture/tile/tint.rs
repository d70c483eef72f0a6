//! Parts of a tile in other colours, such as their owners'.

use super::Surface;
use crate::draw::vector::{path::Path, svg::hex, svg::line};
use crate::draw::view::{
    Colour, Shape, Spot,
    outline::{Ink, Point, lerp},
    plate::{Label, index_at},
};

impl Surface {
    /// A part of the tile in other colours: fields as runs of points whose steps are hidden by bands and areas, other
    /// parts by their outline. Fields go below the tile, other parts above.
    pub fn tint(&self, spot: Spot, colours: &[Colour]) -> String {
        match spot {
            Spot::Segment(segment) => self.tinted_segment(segment, colours.first().copied()),
            _ => self
                .spots()
                .of(spot, self.plate())
                .map_or(String::new(), |(_, label)| self.tinted_field(label, colours)),
        }
    }

    fn tinted_segment(&self, segment: usize, colour: Option<Colour>) -> String {
        let (Some(colour), Some(style)) = (colour.map(hex), self.kind(segment)) else { return String::new() };
        let layers = self.outline.layers.iter().filter(|(index, _)| *index == segment);
        match style.0.shape {
            Shape::Line { width, .. } => {
                let width = f32::from(width) * 0.5;
                let paths = self.outline.paths.iter().filter(|(index, _)| *index == segment);
                let seen = paths.flat_map(|(_, path)| self.seen(segment, path));
                seen.map(|path| line(&Path::through(&path, false).data(), &colour, width)).collect()
            }
            _ => layers
                .map(|(_, ink)| match ink {
                    Ink::Polygon(rim) => Path::through(rim, true).data(),
                    Ink::Band(..) => String::new(),
                })
                .map(|data| format!("<path d=\"{data}\" fill=\"{colour}\" opacity=\"0.5\"/>"))
                .collect(),
        }
    }

    /// The runs of a path that nothing covers.
    pub(super) fn seen(&self, segment: usize, path: &[Point]) -> Vec<Vec<Point>> {
        let pieces = path.windows(2).flat_map(|pair| (0..8).map(|piece| lerp(pair[0], pair[1], piece as f32 / 8.0)));
        let mut runs = vec![Vec::new()];
        for point in pieces.chain(path.last().copied()) {
            let is_seen = [Label::segment(segment), Label::KNOT].contains(&self.plate().labels[index_at(point)]);
            match runs.last_mut() {
                Some(run) if is_seen => run.push(point),
                Some(run) if !run.is_empty() => runs.push(Vec::new()),
                _ => {}
            }
        }
        runs.retain(|run| run.len() > 1);
        runs
    }

    fn tinted_field(&self, label: Label, colours: &[Colour]) -> String {
        const STEP: usize = 2;
        let mut rows = vec![String::new(); colours.len()];
        for row in (0..100usize).step_by(STEP) {
            let is_here =
                |column: usize| self.plate().labels[index_at((column as f32 + 1.0, row as f32 + 1.0))] == label;
            let mut column = 0;
            while column < 100 {
                let start = column;
                while column < 100 && is_here(column) {
                    column += STEP;
                }
                if column > start {
                    // One unit more on each side, below the strokes of what is there.
                    let (left, right) = (start.saturating_sub(1), (column + 1).min(100));
                    let (top, bottom) = (row.saturating_sub(1), (row + STEP + 1).min(100));
                    let run = format!("M{left} {top}H{right}V{bottom}H{left}Z");
                    rows[row / 10 % colours.len()].push_str(&run);
                }
                column += STEP;
            }
        }
        rows.iter()
            .zip(colours)
            .map(|(data, colour)| format!("<path d=\"{data}\" fill=\"{}\"/>", hex(*colour)))
            .collect()
    }
}
