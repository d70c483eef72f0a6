//! One tile as SVG: ground, bands, areas with their rims, buildings, marks. The geometry is that of the terminal.

mod bands;
mod place;
mod tint;

use std::cell::OnceCell;
use std::sync::Arc;

use crate::draw::looks::Looks;
use crate::draw::vector::{
    art::{Art, Drawing},
    path::{Path, short},
    svg::{Align, Hand, hex, line},
};
use crate::draw::view::{
    Colour, KindStyle, Mark, Palette, Shape, Spot, TileArt,
    outline::{Ink, Outline, Point, distance},
    plate::{Label, Plate, index_at},
    spots::Spots,
};

/// The colour of meadows.
pub const MEADOW: &str = "#6d9a44";
/// A tuft of grass; the origin is at its foot.
const TUFT: &str = "M-2.4 -4L-1.2 0M0 0V-5M1.2 0L2.4 -4";
const TUFT_COLOUR: &str = "#5c8736";
/// The width of an area's rim, and of the dashes on it that look like battlements.
const RIM: [f32; 2] = [6.5, 2.6];
/// The default size of drawings scattered over an area.
const STREWN: f32 = 13.0;
/// The default size of a mark.
pub const MARK: f32 = 20.0;
/// The colours of drawings without an owner.
pub const NOBODY: [Colour; 2] = [Colour::new(0xffffff, 231, 15), Colour::new(0x2b2520, 16, 0)];

/// How the things of a game look in pictures.
pub struct Style {
    palette: Palette,
    kinds: Vec<Drawing>,
    marks: Vec<Drawing>,
}

impl Style {
    /// The style for these looks.
    pub fn new(looks: &Looks) -> Style {
        Style { palette: looks.palette().clone(), kinds: looks.kind_drawings(), marks: looks.mark_drawings() }
    }

    /// The drawings scattered over areas, defined once for all tiles.
    pub fn definitions(&self) -> String {
        let areas = self.kinds.iter().enumerate().filter(|(id, _)| self.palette.kinds[*id].shape == Shape::Area);
        let define = |(id, more): (usize, &Drawing)| {
            let size = more.size.unwrap_or(STREWN);
            format!("<g id=\"k{id}\">{}</g>\n", more.art.svg((-size / 2.0, -size / 2.0), size, NOBODY))
        };
        areas.filter(|(_, more)| !more.art.is_empty()).map(define).collect()
    }
}

/// A rotated tile with its computed places.
pub struct Surface {
    style: Arc<Style>,
    art: TileArt,
    outline: Outline,
    /// Computed when something depends on where its parts are.
    plate: OnceCell<Plate>,
    spots: OnceCell<Spots>,
    /// Centre, size and index of each mark.
    marks: Vec<(Point, f32, usize)>,
}

impl Surface {
    /// Computes a tile.
    pub fn new(art: TileArt, style: &Arc<Style>) -> Surface {
        let outline = Outline::new(&art, &style.palette.kinds);
        let (plate, spots) = (OnceCell::new(), OnceCell::new());
        let mut surface = Surface { style: style.clone(), art, outline, plate, spots, marks: Vec::new() };
        if surface.art.has_marks() {
            surface.place_marks();
        }
        surface
    }

    fn plate(&self) -> &Plate {
        self.plate.get_or_init(|| Plate::new(&self.art, &self.outline))
    }

    fn spots(&self) -> &Spots {
        self.spots.get_or_init(|| Spots::new(&self.art, &self.outline, self.plate()))
    }

    fn place_marks(&mut self) {
        let asked = self.spots().marks.clone();
        let of_tile = asked.len().saturating_sub(self.art.marks.len());
        for (number, (point, label, mark)) in asked.into_iter().enumerate() {
            let drawing = self.style.marks.get(mark);
            let size = drawing.and_then(|drawing| drawing.size).unwrap_or(MARK);
            let near = label.as_segment().filter(|_| drawing.is_some_and(|drawing| drawing.beside));
            let (x, y) = if number >= of_tile || near.is_some() { self.free_place(size, near) } else { point };
            let within = |value: f32| value.clamp(size / 2.0 + 1.0, 99.0 - size / 2.0);
            self.marks.push(((within(x), within(y)), size, mark));
        }
    }

    /// Where a figure stands on a part of the tile.
    pub fn spot(&self, spot: Spot) -> Option<Point> {
        self.spots().of(spot, self.plate()).map(|(point, _)| point)
    }

    /// Where the building of a segment stands, and half its side length.
    pub fn building(&self, segment: usize) -> Option<(Point, f32)> {
        self.outline.buildings.iter().find(|building| building.0 == segment).map(|&(_, point, half)| (point, half))
    }

    /// The tile without its ground. What is scattered over areas refers to the definitions of the style.
    pub fn svg(&self) -> String {
        self.tufts() + &self.parts(true)
    }

    /// The same as a drawing that refers to nothing; without grass, which is lost on small tiles, if this is said.
    pub fn whole_svg(&self, has_grass: bool) -> String {
        let grass = if has_grass { self.tufts() } else { String::new() };
        grass + &self.parts(false)
    }

    fn parts(&self, refers: bool) -> String {
        let mut svg = String::new();
        self.bands(&mut svg, false);
        for (segment, ink) in &self.outline.layers {
            self.area(&mut svg, *segment, ink, refers);
        }
        for &(segment, (x, y), half) in &self.outline.buildings {
            self.building_svg(&mut svg, segment, (x - half, y - half), 2.0 * half);
        }
        self.bands(&mut svg, true);
        for &(point, size, mark) in &self.marks {
            svg.push_str(&self.mark(point, size, mark));
        }
        svg
    }

    fn kind(&self, segment: usize) -> Option<(&KindStyle, &Drawing)> {
        let style = self.art.segments.get(segment)?.style;
        Some((self.style.palette.kinds.get(style)?, self.style.kinds.get(style)?))
    }

    fn label(&self, point: Point) -> Option<Label> {
        let inside = 0.0..100.0;
        (inside.contains(&point.0) && inside.contains(&point.1)).then(|| self.plate().labels[index_at(point)])
    }

    /// Whether a square around a point belongs to one part.
    fn is_within(&self, (x, y): Point, reach: f32, is_one: impl Fn(Label) -> bool) -> bool {
        let around = [(0.0, 0.0), (-reach, -reach), (reach, -reach), (-reach, reach), (reach, reach)];
        around.iter().all(|(dx, dy)| self.label((x + dx, y + dy)).is_some_and(&is_one))
    }

    fn tufts(&self) -> String {
        let lattice = (0..5).flat_map(|row| (0..4).map(move |column| (row, column)));
        let places = lattice.map(|(row, column): (usize, usize)| {
            let shift = [4.0, 15.0, 8.0, 0.0, 12.0][row];
            (9.0 + 23.0 * column as f32 + shift, 14.0 + 20.0 * row as f32 - 3.0 * (column % 2) as f32)
        });
        let tuft = Path::read(TUFT).unwrap_or_default();
        let shown = places.filter(|&place| self.is_within(place, 6.0, is_meadow));
        let all = shown.fold(Path::default(), |path, place| path.and(tuft.placed(place, 0.8)));
        if all == Path::default() { String::new() } else { line(&all.data(), TUFT_COLOUR, 1.0) }
    }

    fn area(&self, svg: &mut String, segment: usize, ink: &Ink, refers: bool) {
        let Some((style, more)) = self.kind(segment).filter(|(style, _)| style.shape == Shape::Area) else { return };
        let fill = hex(more.paint.unwrap_or(style.colour));
        let rim = match ink {
            Ink::Polygon(rim) => rim.clone(),
            Ink::Band(path, reach) => round(path.first().copied().unwrap_or_default(), *reach),
        };
        svg.push_str(&format!("<path d=\"{}\" fill=\"{fill}\"/>", Path::through(&rim, true).data()));
        if let Some(border) = style.border {
            let stones = hex(border.mixed(NOBODY[0], 58));
            for run in inner_rims(&rim) {
                let data = Path::through(&run, false).data();
                svg.push_str(&line(&data, &hex(border), RIM[0]));
                svg.push_str(&dashed(&data, &stones, RIM[1], "5 3.2"));
            }
        }
        if more.art.is_empty() {
            return;
        }
        let (size, id) = (more.size.unwrap_or(STREWN), self.art.segments[segment].style);
        let strewn = self.strewn(segment, size);
        let used = |(x, y): &Point| format!("<use href=\"#k{id}\" x=\"{}\" y=\"{}\"/>", short(*x), short(*y));
        match refers {
            true => svg.extend(strewn.iter().map(used)),
            false => {
                let corners: Vec<Point> = strewn.iter().map(|(x, y)| (x - size / 2.0, y - size / 2.0)).collect();
                svg.push_str(&more.art.scattered(&corners, size, NOBODY));
            }
        }
    }

    /// Where the area's drawing is scattered: away from its rim, its marks and the place of a figure.
    fn strewn(&self, segment: usize, size: f32) -> Vec<Point> {
        let figure = self.spot(Spot::Segment(segment)).unwrap_or((50.0, 50.0));
        let mut strewn: Vec<Point> = Vec::new();
        let lattice = (0..22).flat_map(|row| (0..29).map(move |column| (column, row)));
        for point in lattice.map(|(column, row)| (8.0 + 3.0 * column as f32, 8.0 + 4.0 * row as f32)) {
            let is_free = distance(point, figure) > 17.0
                && strewn.iter().all(|other| distance(*other, point) > 20.0)
                && self.marks.iter().all(|mark| distance(mark.0, point) > mark.1 / 2.0 + 8.0)
                && self.is_within(point, size / 2.0 + 0.5, |label| label == Label::segment(segment));
            if is_free {
                strewn.push(point);
            }
        }
        strewn
    }

    fn building_svg(&self, svg: &mut String, segment: usize, (x, y): Point, size: f32) {
        let Some((style, more)) = self.kind(segment) else { return };
        svg.push_str(&match more.art.is_empty() {
            false => more.art.svg((x, y), size, NOBODY),
            true => boxed((x, y), size, &hex(style.colour), "#ffffff"),
        });
    }

    /// A mark: its drawing, or its letter in a badge.
    fn mark(&self, (x, y): Point, size: f32, mark: usize) -> String {
        let (Some(look), Some(more)) = (self.style.palette.marks.get(mark), self.style.marks.get(mark)) else {
            return String::new();
        };
        mark_svg(look, &more.art, (x, y), size)
    }
}

/// A mark around a point.
pub fn mark_svg(look: &Mark, art: &Art, (x, y): Point, size: f32) -> String {
    if !art.is_empty() {
        return art.svg((x - size / 2.0, y - size / 2.0), size, NOBODY);
    }
    let side = size * 0.8;
    let badge = boxed((x - side / 2.0, y - side / 2.0), side, &hex(look.bg), "#ffffff");
    let ink = hex(look.fg);
    let hand = Hand::plain(side * 0.55, &ink).bold().aligned(Align::Middle);
    badge + &hand.write((x, y + side * 0.28), &look.ascii.to_string())
}

fn is_meadow(label: Label) -> bool {
    label.as_segment().is_none() && label != Label::KNOT
}

fn boxed((x, y): Point, side: f32, fill: &str, edge: &str) -> String {
    let (x, y, side) = (short(x), short(y), short(side));
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" rx=\"3\" fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"1.2\"/>"
    )
}

fn dashed(data: &str, colour: &str, width: f32, dashes: &str) -> String {
    let width = short(width);
    format!(
        "<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dashes}\" stroke-linecap=\"butt\"/>"
    )
}

fn round((x, y): Point, reach: f32) -> Vec<Point> {
    let angle = |step: usize| step as f32 * std::f32::consts::TAU / 24.0;
    (0..24).map(|step| (x + reach * angle(step).cos(), y + reach * angle(step).sin())).collect()
}

/// The runs of a rim that are not on a side of the tile.
fn inner_rims(rim: &[Point]) -> Vec<Vec<Point>> {
    let on_side = |a: Point, b: Point| {
        let at = |value: f32, other: f32, side: f32| (value - side).abs() < 0.1 && (other - side).abs() < 0.1;
        [0.0, 100.0].iter().any(|&side| at(a.0, b.0, side) || at(a.1, b.1, side))
    };
    let mut runs: Vec<Vec<Point>> = Vec::new();
    for (number, &from) in rim.iter().enumerate() {
        let to = rim[(number + 1) % rim.len()];
        if on_side(from, to) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.last() == Some(&from) => run.push(to),
            _ => runs.push(vec![from, to]),
        }
    }
    // The first and the last run may be the same.
    if runs.len() > 1 && runs.last().and_then(|run| run.last()) == runs[0].first() {
        let first = runs.remove(0);
        if let Some(last) = runs.last_mut() {
            last.extend(first.into_iter().skip(1));
        }
    }
    runs
}
