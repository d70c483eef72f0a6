//! The bands of a tile and the drawings where they meet.

use super::{NOBODY, Surface, dashed};
use crate::draw::vector::{
    path::{Path, short},
    svg::{hex, line},
};
use crate::draw::view::{
    Colour, Shape,
    outline::{Ink, Point, distance},
    plate::Label,
};

/// How much wider the edges of a band are than the band.
const CASING: f32 = 3.6;
/// The size of the drawing where bands meet.
const KNOT: f32 = 25.0;

impl Surface {
    /// Draws bands, wide ones first: those of the ground, or those that lie over everything else. Bands that meet are
    /// painted together, so that their edges do not cross each other.
    pub(super) fn bands(&self, svg: &mut String, over: bool) {
        let mut groups: Vec<(Point, Vec<usize>)> = Vec::new();
        let is_over = |segment: usize| self.art.segments.get(segment).is_some_and(|segment| segment.is_over);
        let paths = self.outline.paths.iter().enumerate().filter(|(_, (segment, _))| is_over(*segment) == over);
        for (number, (_, path)) in paths {
            let end = path.last().copied().unwrap_or_default();
            let is_inner = (1.0..99.0).contains(&end.0) && (1.0..99.0).contains(&end.1);
            let same = groups.iter_mut().find(|(point, all)| {
                let meets = all.iter().any(|&other| self.outline.paths[other].0 == self.outline.paths[number].0);
                self.style_of(all[0]) == self.style_of(number) && (is_inner && distance(*point, end) < 1.0 || meets)
            });
            match same {
                Some((_, all)) => all.push(number),
                None => groups.push((if is_inner { end } else { (-100.0, -100.0) }, vec![number])),
            }
        }
        for (_, group) in &groups {
            self.band_group(svg, group);
        }
        if !over {
            self.knots(svg);
        }
    }

    /// The index of the look of a path's band.
    fn style_of(&self, path: usize) -> Option<usize> {
        self.art.segments.get(self.outline.paths[path].0).map(|segment| segment.style)
    }

    /// Draws bands of one look that meet: all edges, then all fillings, then the dashes.
    fn band_group(&self, svg: &mut String, group: &[usize]) {
        let segments: Vec<usize> = group.iter().map(|&path| self.outline.paths[path].0).collect();
        let Some((style, more)) = segments.first().and_then(|&segment| self.kind(segment)) else { return };
        let Shape::Line { width, .. } = style.shape else { return };
        let width = f32::from(width);
        let paths = group.iter().map(|&path| Path::through(&self.outline.paths[path].1, false));
        let data = paths.fold(Path::default(), Path::and).data();
        let discs: Vec<(Point, f32)> = self
            .outline
            .layers
            .iter()
            .filter_map(|(segment, ink)| match ink {
                Ink::Band(path, reach) if path.len() == 1 && segments.contains(segment) => Some((path[0], *reach)),
                _ => None,
            })
            .collect();
        let mut paint = |colour: Colour, more: f32| {
            svg.push_str(&line(&data, &hex(colour), width + more));
            svg.extend(discs.iter().map(|&((x, y), reach)| {
                let (x, y, reach) = (short(x), short(y), short(reach + more / 2.0));
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"{}\"/>", hex(colour))
            }));
        };
        if let Some(border) = style.border {
            paint(border, CASING);
        }
        paint(more.paint.unwrap_or(style.colour), 0.0);
        svg.extend(more.dashes.map(|colour| dashed(&data, &hex(colour), 1.5, "7 8")));
    }

    fn knots(&self, svg: &mut String) {
        for (_, (x, y), colour) in &self.outline.knots {
            if self.label((*x, *y)) != Some(Label::KNOT) {
                continue;
            }
            let drawn = self.outline.paths.iter().filter_map(|(segment, _)| self.kind(*segment));
            let art = drawn.map(|(_, more)| &more.art).find(|art| !art.is_empty());
            svg.push_str(&match art {
                Some(art) => art.svg((x - KNOT / 2.0, y - KNOT / 2.0), KNOT, NOBODY),
                None => {
                    format!("<circle cx=\"{}\" cy=\"{}\" r=\"11\" fill=\"{}\"/>", short(*x), short(*y), hex(*colour))
                }
            });
        }
    }
}
