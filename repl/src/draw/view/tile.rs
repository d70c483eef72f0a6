//! One tile on the canvas: its ground, marks and figures, and the numbers of choices. Knows no board.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use bastide_core::language::width;

use super::art::{Figure, Spot, TileArt, Tint};
use super::canvas::{Canvas, Glyph};
use super::look::{Depth, Glyphs, Look};
use super::mosaic::Mosaic;
use super::outline::{Outline, Point};
use super::plate::{Label, Plate};
use super::spots::Spots;
use super::style::{Colour, Palette};
use crate::io::prose;

/// How much of a part an overlaid colour covers, in percent.
const TINT_PERCENT: u8 = 62;
/// The penalty for standing on a pixel of another part, in squares of hundredths of a tile.
const OTHER_PART_COST: f32 = 400.0;
/// The penalty for hiding a pixel of an area's rim.
const RIM_COST: f32 = 250.0;
/// The penalty for a number that touches another badge.
const CROWDING_COST: f32 = 4000.0;

const BLACK: Colour = Colour::new(0x141414, 16, 0);
/// Beside the letter of a figure that lies.
const LYING: &str = "▂";
/// Tiles with this many columns have room beside the letters of a figure.
const ROOMY_COLUMNS: usize = 9;
/// A name that is cut has at least this many letters.
const MIN_NAME_LETTERS: usize = 3;
/// Lower tiles have no room for a name.
const MIN_NAMED_LINES: usize = 2;

/// Everything computed about one tile as it lies.
pub(super) struct Motif {
    outline: Outline,
    plate: Plate,
    /// Computed when something is put on the tile.
    spots: OnceCell<Spots>,
    mosaics: BTreeMap<Look, Mosaic>,
}

/// What is drawn on a tile besides the tile itself.
#[derive(Default)]
pub(super) struct Extras<'a> {
    /// Which of the two greens.
    pub parity: usize,
    pub is_last: bool,
    pub tints: Vec<&'a Tint>,
    pub figures: Vec<&'a Figure>,
    pub numbers: Vec<(Spot, char)>,
    /// The name on the tile.
    pub name: &'a str,
}

impl Motif {
    pub fn new(art: &TileArt, palette: &Palette) -> Motif {
        let outline = Outline::new(art, &palette.kinds);
        let plate = Plate::new(art, &outline);
        Motif { outline, plate, spots: OnceCell::new(), mosaics: BTreeMap::new() }
    }

    /// Whether the grid for this look is computed.
    pub fn is_ready(&self, look: Look) -> bool {
        self.mosaics.contains_key(&look)
    }

    /// Computes the grid for this look once.
    pub fn prepare(&mut self, art: &TileArt, palette: &Palette, look: Look) {
        let Motif { outline, plate, mosaics, .. } = self;
        mosaics.entry(look).or_insert_with(|| Mosaic::new(art, outline, plate, palette, look));
    }

    /// Draws the tile with its upper left corner at `origin`. Nothing is drawn if the look was not prepared. Returns
    /// where the numbers are.
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        (origin, art): ((usize, usize), &TileArt),
        palette: &Palette,
        look: Look,
        extras: &Extras,
    ) -> Vec<(Spot, (usize, usize))> {
        let Some(mosaic) = self.mosaics.get(&look) else { return Vec::new() };
        let mut brush = Brush { canvas, origin, palette, look, mosaic, taken: vec![false; mosaic.labels.len()] };
        let spots = || self.spots.get_or_init(|| Spots::new(art, &self.outline, &self.plate));
        let of = |spot: Spot| spots().of(spot, &self.plate);
        let tints: Vec<(Label, &Tint)> =
            extras.tints.iter().filter_map(|&tint| Some((of(tint.spot)?.1, tint))).collect();
        let green = palette.field[extras.parity & 1];
        brush.ground(green, &tints);
        if extras.is_last {
            brush.corners(green, &tints);
        }
        // On the smallest tiles, marks would hide everything else, and on small ones figures and numbers come first.
        let has_marks = mosaic.height > 1 && art.has_marks();
        let marks = if has_marks { &spots().marks[..] } else { &[] };
        let (early, late) = if mosaic.height > 2 { (marks, &[][..]) } else { (&[][..], marks) };
        for &(point, label, mark) in early {
            brush.mark(point, label, mark, green, &tints);
        }
        brush.name(extras.name, extras.parity);
        // Without colours even a low tile has a column for a sign, unless something else may need it.
        let has_room = !look.is_blocks() && extras.figures.len() == 1 && extras.numbers.is_empty();
        for figure in by_need(&extras.figures, mosaic) {
            if let Some((point, label)) = of(figure.spot) {
                brush.figure(point, label, figure, has_room || mosaic.height > 1);
            }
        }
        let mut numbers: Vec<(Spot, Point, Label, char)> = extras
            .numbers
            .iter()
            .filter_map(|&(spot, digit)| of(spot).map(|(point, label)| (spot, point, label, digit)))
            .collect();
        // The smallest part has the fewest places, so it comes first.
        numbers.sort_by_key(|number| spots().size(number.2));
        let drawn = numbers.into_iter();
        let drawn = drawn.filter_map(|(spot, point, label, digit)| Some((spot, brush.number(point, label, digit)?)));
        let drawn = drawn.collect();
        for &(point, label, mark) in late {
            brush.mark(point, label, mark, green, &tints);
        }
        drawn
    }

    /// The halves that each region of ground reaches.
    #[cfg(test)]
    pub fn regions(&self) -> &[Vec<bastide_core::Half>] {
        &self.plate.regions
    }
}

/// The figures in the order in which they are drawn. If they are more than a low tile has room for, those of nobody come
/// first, and like ones are drawn once.
fn by_need<'a>(figures: &[&'a Figure], mosaic: &Mosaic) -> Vec<&'a Figure> {
    let mut figures = figures.to_vec();
    if mosaic.height == 1 && figures.len() > mosaic.width {
        figures.sort_by_key(|figure| (figure.is_owned, figure.text.clone(), figure.colour.rgb));
        figures.dedup_by(|one, other| (&one.text, one.colour) == (&other.text, other.colour));
    }
    figures
}

/// A tile being drawn.
struct Brush<'a> {
    canvas: &'a mut Canvas,
    origin: (usize, usize),
    palette: &'a Palette,
    look: Look,
    mosaic: &'a Mosaic,
    /// Cells whose content must stay legible.
    taken: Vec<bool>,
}

impl Brush<'_> {
    fn put(&mut self, cell: usize, glyph: Glyph) {
        let (column, row) = (cell % self.mosaic.width, cell / self.mosaic.width);
        self.canvas.put(self.origin.0 + column, self.origin.1 + row, glyph);
    }

    /// The colour of one half of a cell, including tints.
    fn colour(&self, cell: usize, half: usize, green: Colour, tints: &[(Label, &Tint)]) -> Colour {
        let colour = self.mosaic.paint[cell][half].unwrap_or(green);
        self.tint(cell, half, tints).map_or(colour, |tint| colour.mixed(tint.colour, TINT_PERCENT))
    }

    fn tint<'b>(&self, cell: usize, half: usize, tints: &[(Label, &'b Tint)]) -> Option<&'b Tint> {
        tints.iter().find(|tint| tint.0 == self.mosaic.labels[cell][half]).map(|tint| tint.1)
    }

    fn ground(&mut self, green: Colour, tints: &[(Label, &Tint)]) {
        for cell in 0..self.mosaic.labels.len() {
            let colours = [0, 1].map(|half| self.colour(cell, half, green, tints));
            let glyph = match self.mosaic.glyphs.get(cell) {
                Some(' ') => Glyph::BLANK,
                Some(&symbol) => {
                    let letter = self.tint(cell, 0, tints).and_then(|tint| tint.letter);
                    Glyph::new(letter.unwrap_or(symbol), colours[0])
                }
                None if colours[0] == colours[1] => Glyph::BLANK.on(Some(colours[0])),
                None => Glyph::new('▀', colours[0]).on(Some(colours[1])),
            };
            self.put(cell, glyph);
        }
    }

    fn corners(&mut self, green: Colour, tints: &[(Label, &Tint)]) {
        let (width, all) = (self.mosaic.width, self.mosaic.labels.len());
        let is_ascii = self.look.glyphs == Glyphs::Ascii;
        let signs: &[(usize, char)] = match (self.mosaic.height, is_ascii) {
            // On a single line there are no corners.
            (1, true) => &[(0, '['), (width - 1, ']')],
            (1, false) if width < 3 => &[(0, '▌')],
            (1, false) => &[(0, '▌'), (width - 1, '▐')],
            (_, true) => &[(0, '+'), (width - 1, '+'), (all - width, '+'), (all - 1, '+')],
            _ => &[(0, '┏'), (width - 1, '┓'), (all - width, '┗'), (all - 1, '┛')],
        };
        for &(cell, symbol) in signs {
            let bg = self.look.is_blocks().then(|| self.colour(cell, 0, green, tints));
            self.put(cell, Glyph::new(symbol, self.palette.last).bold().on(bg));
        }
    }

    /// A mark lies on the ground of its tile: only figures and numbers have a ground of their own, so that they are not
    /// mistaken for one.
    fn mark(&mut self, point: Point, label: Label, mark: usize, green: Colour, tints: &[(Label, &Tint)]) {
        let Some(mark) = self.palette.marks.get(mark) else { return };
        let Some(cell) = self.settle(point, label, 1, 0.0) else { return };
        let symbol = if self.look.glyphs == Glyphs::Ascii { mark.ascii } else { mark.glyph };
        let half = usize::from(self.mosaic.labels[cell][1] == label && self.mosaic.labels[cell][0] != label);
        let (ink, ground) = match self.look.is_blocks() {
            true => {
                let ground = self.colour(cell, half, green, tints);
                (mark.ink_on(ground), ground)
            }
            false => (mark.fg, mark.bg),
        };
        self.put(cell, Glyph::new(symbol, ink).bold().on(Some(ground)));
    }

    /// The name of a place that the tile shows, on its last line. Neighbours differ in their ground, so that their names
    /// do not run into one another.
    fn name(&mut self, name: &str, parity: usize) {
        let Mosaic { width: columns, height, .. } = *self.mosaic;
        if name.is_empty() || height < MIN_NAMED_LINES {
            return;
        }
        // With a column between two names, if there are enough letters to tell them apart.
        let short = || prose::cut(name, columns.saturating_sub(2).max(MIN_NAME_LETTERS)) + ".";
        let (text, first) = (if width(name) > columns { short() } else { name.into() }, columns * (height - 1));
        let start = first + columns.saturating_sub(width(&text)) / 2;
        let [ink, ground] = self.palette.cell;
        let [ink, ground] = if parity & 1 == 0 { [ink, ground] } else { [ground, ink] };
        let manner = Glyph::new(' ', ink).on(Some(ground)).badge();
        self.canvas.write(self.origin.0 + start - first, self.origin.1 + height - 1, &text, manner);
        self.taken[first..].fill(true);
    }

    /// The text of a figure: whoever works on a field lies down, which the signs beside the letters show.
    fn stance(&self, figure: &Figure, has_room: bool) -> String {
        let text = prose::cut(&figure.text, if self.mosaic.height > 1 { 2 } else { 1 });
        let lies = matches!(figure.spot, Spot::Field(_));
        let is_roomy = self.mosaic.width >= ROOMY_COLUMNS;
        let side = match (lies, self.look.is_ascii()) {
            (true, true) => "_",
            (true, false) => LYING,
            (false, _) if self.look.is_blocks() && is_roomy => " ",
            _ => return text,
        };
        match (is_roomy, width(&text)) {
            (true, 0 | 1) => format!("{side}{text}{side}"),
            (true, _) => format!("{side}{text}"),
            (false, _) if has_room => format!("{side}{text}"),
            _ => text,
        }
    }

    fn figure(&mut self, point: Point, label: Label, figure: &Figure, has_room: bool) {
        let text = self.stance(figure, has_room);
        let Some(cell) = self.settle(point, label, width(&text), 0.0) else { return };
        // On bright backgrounds among the 16 colours, only black text is legible.
        let is_drowned = self.look.depth == Depth::Ansi16 && figure.colour.ansi16 >= 8;
        let ink = if is_drowned { BLACK } else { figure.ink };
        let manner = Glyph::new(' ', ink).on(Some(figure.colour)).badge();
        // A single character has no room for signs beside it: a line below it lies down too.
        let lies = !has_room && matches!(figure.spot, Spot::Field(_));
        let manner = if lies { manner.underlined() } else { manner };
        let (column, row) = (cell % self.mosaic.width, cell / self.mosaic.width);
        self.canvas.write(self.origin.0 + column, self.origin.1 + row, &text, manner);
    }

    /// Draws a number. Returns its column and row.
    fn number(&mut self, point: Point, label: Label, digit: char) -> Option<(usize, usize)> {
        let cell = self.settle(point, label, 1, CROWDING_COST)?;
        let [ink, ground] = self.palette.number;
        self.put(cell, Glyph::new(digit, ink).on(Some(ground)).badge());
        Some((self.origin.0 + cell % self.mosaic.width, self.origin.1 + cell / self.mosaic.width))
    }

    /// Reserves adjacent cells for a text: on the part itself, near the point, and not next to others if crowding has a
    /// penalty.
    fn settle(&mut self, point: Point, label: Label, length: usize, crowded: f32) -> Option<usize> {
        let Mosaic { width, height, ref labels, .. } = *self.mosaic;
        let is_taken = |cell: usize| self.taken.get(cell).copied().unwrap_or(false);
        let cost = |cell: usize| {
            let (column, row) = (cell % width, cell / width);
            let x = (column as f32 + length as f32 / 2.0) * 100.0 / width as f32;
            let y = (row as f32 + 0.5) * 100.0 / height as f32;
            let middle = cell + length / 2;
            let fault = |half: usize| match (labels[middle][half] == label, self.mosaic.rims[middle][half]) {
                (true, false) => 0.0,
                (true, true) => RIM_COST,
                _ => OTHER_PART_COST,
            };
            let is_close = column > 0 && is_taken(cell - 1) || column + length < width && is_taken(cell + length);
            let crowd = if is_close { crowded } else { 0.0 };
            (x - point.0).powi(2) + (y - point.1).powi(2) + fault(0) + fault(1) + crowd
        };
        let is_free = |&cell: &usize| cell % width + length <= width && !(cell..cell + length).any(is_taken);
        let best =
            (0..width * height).filter(is_free).map(|cell| (cost(cell), cell)).min_by(|a, b| a.0.total_cmp(&b.0))?;
        self.taken[best.1..best.1 + length].fill(true);
        Some(best.1)
    }
}
