//! A tile as a grid of characters: what each cell belongs to and how it is painted. Knows one zoom.

use bastide_core::Side;

use super::art::TileArt;
use super::look::{Glyphs, Look};
use super::outline::{CENTRE, Outline, Point, distinct, lerp};
use super::plate::{Label, Plate, SIZE, index_at};
use super::style::{Colour, KindStyle, Palette, Shape};

/// Bands up to this width get extra weight, because by majority they would lose to their surroundings.
const THIN_BAND: u8 = 12;
/// The minimum width of a tile, in columns, at which areas show their rim.
const MIN_RIM_WIDTH: usize = 8;

/// The minimum width of a tile, in pixels, at which bands are as wide as they are; on smaller ones they take a pixel.
const MIN_BAND_WIDTH: usize = 6;
/// The weight of areas on tiles of 4×4 and of 2×2 pixels: an area on one side must be visible.
const SMALL_AREA_WEIGHT: f32 = 1.4;
const MAP_AREA_WEIGHT: f32 = 1.9;
/// The weight of areas on tiles of two lines of characters, and of one.
const LINES_AREA_WEIGHT: [f32; 2] = [2.8, 1.5];
/// The minimum height of a tile, in lines, at which a bend has room beside another one.
const MIN_BYPASS_HEIGHT: usize = 3;
/// How far beside the middle of a tile a band can be drawn instead.
const BESIDE: f32 = 8.0;
/// The number of steps along a piece of a band.
const STEPS: usize = 16;

/// A tile at one zoom. Half-blocks have two pixels per cell, upper and lower; otherwise both are the same.
pub(super) struct Mosaic {
    pub width: usize,
    pub height: usize,
    pub labels: Vec<[Label; 2]>,
    /// Colours that do not depend on the tile's place; `None` is the ground.
    pub paint: Vec<[Option<Colour>; 2]>,
    /// Whether the rim of an area is shown.
    pub rims: Vec<[bool; 2]>,
    /// The characters; empty for half-blocks.
    pub glyphs: Vec<char>,
}

/// What is needed to read the plate.
struct Reader<'a> {
    art: &'a TileArt,
    outline: &'a Outline,
    plate: &'a Plate,
    kinds: &'a [KindStyle],
}

impl Mosaic {
    pub fn new(art: &TileArt, outline: &Outline, plate: &Plate, palette: &Palette, look: Look) -> Mosaic {
        let reader = Reader { art, outline, plate, kinds: &palette.kinds };
        let (width, height) = look.tile_size();
        if look.is_blocks() { reader.blocks(width, height) } else { reader.characters(width, height, look.glyphs) }
    }
}

impl Reader<'_> {
    fn style(&self, label: Label) -> Option<&KindStyle> {
        self.kinds.get(self.art.segments.get(label.as_segment()?)?.style)
    }

    /// For each pixel, the label with the greatest weight.
    fn majority(&self, width: usize, height: usize, weigh: impl Fn(Label, f32) -> f32) -> Vec<Label> {
        let mut shares: Vec<Vec<(Label, u32)>> = vec![Vec::new(); width * height];
        let along = |value: usize, cells: usize| (2 * value + 1) * cells / (2 * SIZE);
        // Where each pixel of a row starts, and where the last one ends.
        let starts: Vec<usize> =
            (0..=width).map(|pixel| (0..SIZE).find(|at| along(*at, width) >= pixel).unwrap_or(SIZE)).collect();
        for (row, labels) in self.plate.labels.chunks(SIZE).enumerate() {
            let pixels = &mut shares[along(row, height) * width..][..width];
            for (pixel, ends) in pixels.iter_mut().zip(starts.windows(2)) {
                // Runs of the same label are added in one step.
                for run in labels[ends[0]..ends[1]].chunk_by(|a, b| a == b) {
                    match pixel.iter_mut().find(|share| share.0 == run[0]) {
                        Some(share) => share.1 += run.len() as u32,
                        None => pixel.push((run[0], run.len() as u32)),
                    }
                }
            }
        }
        let whole = (SIZE * SIZE) as f32 / (width * height) as f32;
        shares.iter().map(|pixel| heaviest(pixel, whole, &weigh)).collect()
    }

    fn blocks(&self, width: usize, height: usize) -> Mosaic {
        let labels = if width < MIN_BAND_WIDTH { self.few(width, 2 * height) } else { self.many(width, 2 * height) };
        let rims: Vec<Option<Colour>> = (0..labels.len()).map(|index| self.rim(&labels, width, index)).collect();
        let mut paint: Vec<Option<Colour>> = labels.iter().map(|&label| self.colour(label)).collect();
        for &(segment, middle, half, below) in &self.plate.buildings {
            for (pixel, _) in labels.iter().enumerate().filter(|(_, label)| **label == Label::segment(segment)) {
                paint[pixel] = self.colour(below);
            }
            self.erect(Label::segment(segment), middle, half, width, &mut paint);
        }
        let pairs = (0..width * height).map(|cell| {
            let upper = cell / width * 2 * width + cell % width;
            [upper, upper + width]
        });
        Mosaic {
            width,
            height,
            labels: pairs.clone().map(|pair| pair.map(|index| labels[index])).collect(),
            paint: pairs.clone().map(|pair| pair.map(|index| rims[index].or(paint[index]))).collect(),
            rims: pairs.map(|pair| pair.map(|index| rims[index].is_some())).collect(),
            glyphs: Vec::new(),
        }
    }

    /// The parts of a tile of enough pixels for bands as wide as they are.
    fn many(&self, width: usize, height: usize) -> Vec<Label> {
        self.majority(width, height, |label, share| match self.style(label).map(|style| &style.shape) {
            Some(Shape::Line { width, .. }) if *width <= THIN_BAND => share * if share >= 0.27 { 3.2 } else { 0.1 },
            Some(Shape::Line { .. }) => share * 1.4,
            Some(Shape::Building) => share * 1.1,
            // The disc appears as a small square in the middle of the bands, it does not replace them.
            None if label == Label::KNOT => share * if share >= 0.6 { 4.0 } else { 0.1 },
            _ => share,
        })
    }

    /// The parts of a tile of few pixels: the areas, and over the ground between them a pixel for every step of a band.
    fn few(&self, width: usize, height: usize) -> Vec<Label> {
        let is_area = |label: Label| self.style(label).is_some_and(|style| style.shape == Shape::Area);
        let boost = if width < 4 { MAP_AREA_WEIGHT } else { SMALL_AREA_WEIGHT };
        let areas = self.majority(width, height, |label, share| if is_area(label) { share * boost } else { 0.0 });
        let mut labels = areas.clone();
        let along = |value: f32, cells: usize| ((value.max(0.0) * cells as f32 / 100.0) as usize).min(cells - 1);
        let free = |point: Point| {
            // With an even number of pixels the middle is between two of them, and the other may be free.
            let near = [(0.0, 0.0), (BESIDE, 0.0), (0.0, BESIDE), (BESIDE, BESIDE)];
            let pixels = near.map(|(left, up)| along(point.1 - up, height) * width + along(point.0 - left, width));
            pixels.into_iter().find(|pixel| !is_area(areas[*pixel]))
        };
        for (segment, path) in &self.outline.paths {
            let label = Label::segment(*segment);
            for point in
                path.windows(2).flat_map(|pair| (0..=STEPS).map(|n| lerp(pair[0], pair[1], n as f32 / STEPS as f32)))
            {
                // A band that an area or a building covers is not visible there.
                if let (true, Some(pixel)) = (self.plate.labels[index_at(point)] == label, free(point)) {
                    labels[pixel] = label;
                }
            }
        }
        for (_, point, _) in self.outline.knots.iter().filter(|_| width >= 4) {
            let pixel = along(point.1, height) * width + along(point.0, width);
            if !is_area(labels[pixel]) {
                labels[pixel] = Label::KNOT;
            }
        }
        labels
    }

    fn colour(&self, label: Label) -> Option<Colour> {
        if label == Label::KNOT { self.plate.knot } else { self.style(label).map(|style| style.colour) }
    }

    /// The colour of an area's rim, if this pixel touches anything else inside the tile.
    fn rim(&self, labels: &[Label], width: usize, index: usize) -> Option<Colour> {
        let label = labels[index];
        let (row, column) = (index / width, index % width);
        let is_rim = column > 0 && labels[index - 1] != label
            || column + 1 < width && labels[index + 1] != label
            || row > 0 && labels[index - width] != label
            || labels.get(index + width).is_some_and(|below| *below != label);
        let style = self.style(label).filter(|style| style.shape == Shape::Area && is_rim && width >= MIN_RIM_WIDTH);
        style.and_then(|style| style.border)
    }

    /// Paints a building with the largest pixmap that fits its square, or as a plain square.
    fn erect(&self, label: Label, middle: Point, half: f32, width: usize, paint: &mut [Option<Colour>]) {
        let Some(style) = self.style(label) else { return };
        let room = half * 2.0 * width as f32 / 100.0 + 0.5;
        let across = |picture: &Vec<String>| picture.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let fits = |picture: &&Vec<String>| across(picture) as f32 <= room && picture.len() as f32 <= room;
        let best = style.pixmaps.iter().filter(fits).max_by_key(|picture| across(picture)).cloned();
        let picture = best.unwrap_or_else(|| vec!["0".repeat(room as usize); room as usize]);
        let start = |middle: f32, size: usize| (middle * width as f32 / 100.0 - size as f32 / 2.0).round() as usize;
        let (left, top) = (start(middle.0, across(&picture)), start(middle.1, picture.len()));
        for (down, row) in picture.iter().enumerate() {
            for (right, symbol) in row.chars().enumerate() {
                let tint = match symbol.to_digit(10) {
                    None => None,
                    Some(0) => Some(style.colour),
                    Some(digit) => style.tints.get(digit as usize - 1).copied(),
                };
                let pixel = (top + down) * width + left + right;
                if tint.is_some() && left + right < width && pixel < paint.len() {
                    paint[pixel] = tint;
                }
            }
        }
    }

    fn rows<'a>(&self, style: &'a KindStyle, glyphs: Glyphs) -> &'a [String] {
        if glyphs == Glyphs::Ascii { &style.ascii } else { &style.mono }
    }

    fn characters(&self, width: usize, height: usize, set: Glyphs) -> Mosaic {
        let is_area = |label: Label| self.style(label).is_some_and(|style| style.shape == Shape::Area);
        let boost = LINES_AREA_WEIGHT.get(height.saturating_sub(1)).copied().unwrap_or(1.0);
        let mut labels = self.majority(width, height, |label, share| if is_area(label) { share * boost } else { 0.0 });
        let dot = if set == Glyphs::Ascii { '.' } else { '·' };
        let first = |label: Label| self.rows(self.style(label)?, set).first()?.chars().next();
        let glyph = |index: usize| match labels[index] {
            label if is_area(label) => first(label).unwrap_or('?'),
            _ if (index % width).is_multiple_of(2) => dot,
            _ => ' ',
        };
        let mut glyphs: Vec<char> = (0..labels.len()).map(glyph).collect();
        let middle = height / 2 * width + width / 2;
        for (index, (label, arms)) in self.lines(width, height).into_iter().enumerate() {
            if arms != 0 && !is_area(labels[index]) {
                let shapes = self.style(label).and_then(|style| self.rows(style, set).first());
                let shapes = shapes.map_or("?", |row| row.as_str());
                glyphs[index] = shapes.chars().nth(arms.into()).or(shapes.chars().last()).unwrap_or('?');
                let is_end = index == middle && self.plate.labels[index_at(CENTRE)] == Label::KNOT;
                if is_end && arms.count_ones() == 2 {
                    glyphs[index] = if set == Glyphs::Ascii { 'o' } else { '●' };
                }
                labels[index] = if is_end || arms.count_ones() > 2 { Label::KNOT } else { label };
            }
        }
        for &(segment, middle, ..) in &self.plate.buildings {
            let rows = self.style(Label::segment(segment)).map_or(&[][..], |style| self.rows(style, set));
            let cell = |value: f32, cells: usize| (value * cells as f32 / 100.0) as usize;
            let top = cell(middle.1, height).saturating_sub(rows.len() / 2);
            for (down, row) in rows.iter().enumerate() {
                let left = cell(middle.0, width).saturating_sub(row.chars().count() / 2);
                for (right, symbol) in row.chars().enumerate() {
                    let index = (top + down) * width + left + right;
                    if left + right < width && index < glyphs.len() {
                        (glyphs[index], labels[index]) = (symbol, Label::segment(segment));
                    }
                }
            }
        }
        let paint = labels.iter().map(|&label| [self.colour(label); 2]).collect();
        let rims = vec![[false; 2]; labels.len()];
        Mosaic { width, height, labels: labels.iter().map(|&label| [label; 2]).collect(), paint, rims, glyphs }
    }

    /// Bands as paths of cells through the middle: the band of each cell, and the sides it continues to, as bits.
    fn lines(&self, width: usize, height: usize) -> Vec<(Label, u8)> {
        let mut cells = vec![(Label::GROUND, 0); width * height];
        let middle = height / 2 * width + width / 2;
        let is_stub = |label: Label| {
            let segment = label.as_segment().and_then(|index| self.art.segments.get(index));
            segment.is_some_and(|segment| segment.sides.len() == 1)
        };
        // Two bends need not meet: each passes the middle on its own side.
        let is_shared = self.outline.paths.iter().any(|path| path.0 != self.outline.paths[0].0);
        for (segment, path) in &self.outline.paths {
            let label = Label::segment(*segment);
            let (owner, arms) = cells[middle];
            // Bands that end here meet; a band that runs through passes over or under.
            if arms != 0 && owner != label && !(is_stub(owner) && is_stub(label)) {
                cells[middle] = (label, 0);
            }
            let ends = [path.first(), path.last()].into_iter().flatten().filter_map(|&point| towards(point));
            if let (true, &[a, b]) = (is_shared, &distinct(&self.art.segments[*segment].sides)[..])
                && a.opposite() != b
                && height >= MIN_BYPASS_HEIGHT
            {
                bypass(&mut cells, width, label, if a.index() % 2 == 0 { (a, b) } else { (b, a) });
                continue;
            }
            let sides = &self.art.segments[*segment].sides;
            let opens = |side: Side| sides.contains(&side) || path.last().is_none_or(|&end| !is_short(end));
            for side in ends {
                let rim = match side {
                    Side::N => height / 2,
                    Side::E => (width - 1) / 2,
                    Side::S => (height - 1) / 2,
                    Side::W => width / 2,
                };
                // A band that only touches the rim stops before it.
                for step in 1..=if opens(side) { rim } else { rim.saturating_sub(1) } {
                    let cell = match side {
                        Side::N => middle - step * width,
                        Side::E => middle + step,
                        Side::S => middle + step * width,
                        Side::W => middle - step,
                    };
                    cells[cell] = (label, bit(side) | bit(side.opposite()));
                }
                cells[middle] = (label, cells[middle].1 | bit(side));
            }
        }
        cells
    }
}

/// The label with the greatest weight. All fields count together, with everything of no weight: a border between two
/// fields must not give the pixel to a third label.
fn heaviest(pixel: &[(Label, u32)], whole: f32, weigh: impl Fn(Label, f32) -> f32) -> Label {
    let (mut open, mut field, mut part) = (0.0, (0, Label::GROUND), (0.0, Label::GROUND));
    for &(label, share) in pixel {
        let is_part = label == Label::KNOT || label.as_segment().is_some();
        let weight = if is_part { weigh(label, share as f32 / whole) } else { 0.0 };
        if weight > part.0 {
            part = (weight, label);
        }
        if weight == 0.0 {
            open += share as f32 / whole;
            field = if is_part { field } else { field.max((share, label)) };
        }
    }
    if part.0 > open { part.1 } else { field.1 }
}

/// A bend that leaves the middle free: along the column from north or south, a step aside, along the row.
fn bypass(cells: &mut [(Label, u8)], width: usize, label: Label, (column_side, row_side): (Side, Side)) {
    let (middle_row, middle_column) = (cells.len() / width / 2, width / 2);
    let (row, rim) = if column_side == Side::N {
        (middle_row - 1, 0..middle_row - 1)
    } else {
        (middle_row + 1, middle_row + 2..cells.len() / width)
    };
    let straight = |side: Side| bit(side) | bit(side.opposite());
    for rim_row in rim {
        cells[rim_row * width + middle_column] = (label, straight(column_side));
    }
    let column = |steps: usize| if row_side == Side::E { middle_column + steps } else { middle_column - steps };
    cells[row * width + column(0)] = (label, bit(column_side) | bit(row_side));
    cells[row * width + column(1)] = (label, straight(row_side));
    cells[row * width + column(2)] = (label, bit(column_side.opposite()) | bit(row_side.opposite()));
    cells[middle_row * width + column(2)] = (label, bit(column_side) | bit(row_side));
    for steps in 3..=width / 2 {
        cells[middle_row * width + column(steps)] = (label, straight(row_side));
    }
}

fn bit(side: Side) -> u8 {
    1 << side.index()
}

/// Whether a point is near the rim without reaching it.
fn is_short((x, y): Point) -> bool {
    let rim = x.min(y).min(100.0 - x).min(100.0 - y);
    (1.0..8.0).contains(&rim)
}

/// The side in the direction of a point, unless it is the middle or a corner.
fn towards(point: Point) -> Option<Side> {
    let (east, south) = (point.0 - CENTRE.0, point.1 - CENTRE.1);
    let side = if east.abs() > south.abs() {
        if east > 0.0 { Side::E } else { Side::W }
    } else if south > 0.0 {
        Side::S
    } else {
        Side::N
    };
    let is_corner = east.abs().min(south.abs()) > 40.0;
    (east.abs().max(south.abs()) > 10.0 && !is_corner).then_some(side)
}
