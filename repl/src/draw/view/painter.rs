//! Draws boards and rows of tiles as text, and caches every tile. No I/O.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use bastide_core::language::width;
use bastide_core::{Cell, Side};

use super::art::{Exhibit, Legal, Note, Sketch, TileArt};
use super::canvas::{Canvas, Glyph, in_ascii};
use super::chart::{Chart, Numbered};
use super::frame::Frame;
use super::look::{Glyphs, Look};
use super::style::Palette;
use super::tile::{Extras, Motif};
use crate::io::{door, prose};

/// The maximum number of cached tiles: more than any game shows, and small enough for any machine.
const MAX_CACHED: usize = 800;
/// Columns between tiles in a row.
const EXHIBIT_GAP: usize = 3;

/// With fewer tiles per thread, another thread is not worth it.
const MIN_TILES_PER_THREAD: usize = 8;

/// Draws tiles with a palette. The same input always gives the same text.
pub struct Painter {
    palette: Palette,
    motifs: BTreeMap<TileArt, Motif>,
}

impl Painter {
    /// A painter with these looks.
    pub fn new(palette: Palette) -> Painter {
        Painter { palette, motifs: BTreeMap::new() }
    }

    /// The looks of this painter.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The board as lines of text; empty for a sketch without tiles and legal cells.
    pub fn draw(&mut self, sketch: &Sketch, look: Look) -> String {
        self.chart(sketch, look).map_or(String::new(), |chart| finish(&chart.canvas, look))
    }

    /// The board as characters, with where everything is; `None` for a sketch without tiles and legal cells.
    pub fn chart(&mut self, sketch: &Sketch, look: Look) -> Option<Chart> {
        let frame = Frame::new(sketch, look)?;
        self.prepare(sketch.tiles.iter().filter(|tile| frame.origin(tile.0).is_some()).map(|tile| tile.1), look);
        let mut canvas = Canvas::new(frame.columns(), frame.lines());
        self.rulers(&mut canvas, &frame);
        self.cuts(&mut canvas, &frame, look);
        for legal in &sketch.legal {
            self.legal(&mut canvas, &frame, legal, look);
        }
        for note in &sketch.notes {
            self.note(&mut canvas, &frame, note);
        }
        let mut tiles: BTreeMap<Cell, (&TileArt, Extras)> = BTreeMap::new();
        for &(cell, art) in &sketch.tiles {
            let parity = (cell.x & 1 ^ cell.y & 1) as usize;
            tiles.insert(cell, (art, Extras { parity, is_last: sketch.last == Some(cell), ..Extras::default() }));
        }
        for figure in &sketch.figures {
            tiles.entry(figure.cell).and_modify(|tile| tile.1.figures.push(figure));
        }
        for &(cell, spot, digit) in &sketch.numbers {
            tiles.entry(cell).and_modify(|tile| tile.1.numbers.push((spot, digit)));
        }
        for (cell, name) in &sketch.names {
            tiles.entry(*cell).and_modify(|tile| tile.1.name = name);
        }
        for tint in &sketch.tints {
            tiles.entry(tint.cell).and_modify(|tile| tile.1.tints.push(tint));
        }
        let mut numbers = Vec::new();
        for (cell, (art, extras)) in &tiles {
            if let (Some(origin), Some(motif)) = (frame.origin(*cell), self.motifs.get(*art)) {
                let drawn = motif.draw(&mut canvas, (origin, art), &self.palette, look, extras);
                numbers.extend(drawn.into_iter().map(|(spot, at)| Numbered { cell: *cell, spot, at }));
            }
        }
        Some(Chart { canvas, frame, numbers })
    }

    /// Tiles side by side with labels below them, in as many rows as needed.
    pub fn strip(&mut self, exhibits: &[Exhibit], columns: usize, look: Look) -> String {
        self.prepare(exhibits.iter().map(|exhibit| exhibit.art), look);
        let (wide, height) = look.tile_size();
        let label = exhibits.iter().map(|exhibit| width(&exhibit.label)).max().unwrap_or(0);
        let pitch = wide.max(label) + EXHIBIT_GAP;
        let per_row = ((columns + EXHIBIT_GAP) / pitch).max(1);
        let mut rows = Vec::new();
        for row in exhibits.chunks(per_row) {
            let mut canvas = Canvas::new(row.len() * pitch, height + usize::from(label > 0));
            for (number, exhibit) in row.iter().enumerate() {
                let left = number * pitch;
                let extras = Extras { numbers: exhibit.numbers.clone(), ..Extras::default() };
                if let Some(motif) = self.motifs.get(exhibit.art) {
                    motif.draw(&mut canvas, ((left, 0), exhibit.art), &self.palette, look, &extras);
                }
                let indent = wide.saturating_sub(width(&exhibit.label)) / 2;
                canvas.write(left + indent, height, &exhibit.label, Glyph::new(' ', self.palette.grey));
            }
            rows.push(finish(&canvas, look));
        }
        rows.join("\n")
    }

    fn prepare<'a>(&mut self, tiles: impl Iterator<Item = &'a TileArt>, look: Look) {
        if self.motifs.len() > MAX_CACHED {
            self.motifs.clear();
        }
        let is_ready = |art: &&TileArt| self.motifs.get(art).is_some_and(|motif| motif.is_ready(look));
        let missing: BTreeSet<&TileArt> = tiles.filter(|art| !is_ready(art)).collect();
        let missing: Vec<(&TileArt, Option<Motif>)> =
            missing.into_iter().map(|art| (art, self.motifs.remove(art))).collect();
        let palette = &self.palette;
        let work_out = move |(art, known): (&'a TileArt, Option<Motif>)| {
            let mut motif = known.unwrap_or_else(|| Motif::new(art, palette));
            motif.prepare(art, palette, look);
            (art.clone(), motif)
        };
        self.motifs.extend(on_all_cores(missing, work_out));
    }

    fn rulers(&self, canvas: &mut Canvas, frame: &Frame) {
        let grey = Glyph::new(' ', self.palette.grey);
        let widest = frame.first.x.to_string().len().max(frame.last.x.to_string().len());
        // Only every so many columns have a number if the numbers are wider than a tile.
        let every = (widest + 1).div_ceil(frame.tile.0).max(1) as i16;
        for x in (frame.first.x..=frame.last.x).filter(|x| x % every == 0) {
            let text = x.to_string();
            if let Some((column, _)) = frame.origin(Cell::new(x, frame.first.y)) {
                canvas.write(column + frame.tile.0 / 2 - (text.len() / 2).min(frame.tile.0 / 2), 0, &text, grey);
            }
        }
        for y in frame.first.y..=frame.last.y {
            if let Some((_, row)) = frame.origin(Cell::new(frame.first.x, y)) {
                let text = format!("{y:>width$}", width = frame.ruler - 1);
                canvas.write(0, row + frame.tile.1 / 2, &text, grey);
            }
        }
    }

    fn cuts(&self, canvas: &mut Canvas, frame: &Frame, look: Look) {
        for &(side, along) in &frame.cuts {
            let cell =
                if side.index() % 2 == 0 { Cell::new(along, frame.first.y) } else { Cell::new(frame.first.x, along) };
            let Some((column, row)) = frame.origin(cell) else { continue };
            let (column, row, arrow) = match side {
                Side::N => (column + frame.tile.0 / 2, 1, '^'),
                Side::E => (frame.columns() - 1, row + frame.tile.1 / 2, '>'),
                Side::S => (column + frame.tile.0 / 2, frame.lines() - 1, 'v'),
                Side::W => (frame.ruler, row + frame.tile.1 / 2, '<'),
            };
            let symbol = if look.glyphs == Glyphs::Ascii { arrow } else { '…' };
            canvas.put(column, row, Glyph::new(symbol, self.palette.grey));
        }
    }

    fn note(&self, canvas: &mut Canvas, frame: &Frame, note: &Note) {
        let Some((column, row)) = frame.origin(note.cell) else { return };
        let text = prose::cut(&note.text, frame.tile.0);
        let indent = frame.tile.0.saturating_sub(width(&text)) / 2;
        let down = (frame.tile.1 / 2 + note.below as usize).min(frame.tile.1.saturating_sub(1));
        canvas.write(column + indent, row + down, &text, Glyph::new(' ', note.colour).bold());
    }

    fn legal(&self, canvas: &mut Canvas, frame: &Frame, legal: &Legal, look: Look) {
        let Some((column, row)) = frame.origin(legal.cell) else { return };
        let (width, height) = frame.tile;
        let ways = match legal.ways {
            0 | 1 => String::new(),
            ways if look.is_ascii() => format!("x{ways}"),
            ways => format!("×{ways}"),
        };
        match height {
            1 => return self.legal_on_map(canvas, (column, row), width, legal),
            2 => return self.small_legal(canvas, (column, row), legal, &ways, look),
            _ => self.corners(canvas, (column, row), (width, height), look),
        }
        let manner = Glyph::new(' ', self.palette.letter);
        let grey = Glyph::new(' ', self.palette.grey);
        let gain = if legal.gain == 0 { String::new() } else { format!("{:+}", legal.gain) };
        let letters: String = legal.letters.chars().take(width.saturating_sub(3)).collect();
        let length = letters.chars().count();
        let middle = row + height / 2;
        // A letter that stands out is drawn like the number of a choice.
        let [ink, ground] = self.palette.number;
        let bold = if legal.is_best { Glyph::new(' ', ink).on(Some(ground)).badge() } else { manner.bold() };
        if look.is_ascii() {
            let texts =
                [format!("({letters}{ways}){gain}"), format!("({letters}){gain}"), format!("({letters}{ways})")];
            let text = texts.iter().find(|text| text.len() <= width).unwrap_or(&letters);
            canvas.write(column + width.saturating_sub(text.len()) / 2, middle, text, manner);
        } else {
            let start = column + (width - length) / 2;
            canvas.write(start, middle, &letters, bold);
            // Where there is no room for both, what a cell brings matters more.
            let room = (column + width).saturating_sub(start + length);
            let gain = if gain.len() <= room { gain } else { String::new() };
            let ways = if ways.chars().count() + gain.len() <= room || gain.is_empty() { ways } else { String::new() };
            canvas.write(start + length, middle, &ways, grey);
            canvas.write(start + length + ways.chars().count(), middle, &gain, manner.bold());
        }
        let place = legal.cell.to_string();
        if look.is_blocks() && width >= 10 && place.len() <= width - 2 {
            let line = if height >= 7 { height - 2 } else { height - 1 };
            canvas.write(column + (width - place.len()) / 2, row + line, &place, grey);
        }
    }

    fn corners(&self, canvas: &mut Canvas, (column, row): (usize, usize), (width, height): (usize, usize), look: Look) {
        let manner = Glyph::new(' ', self.palette.letter);
        let corners = if look.is_ascii() { ['.', '.', '\'', '\''] } else { ['┌', '┐', '└', '┘'] };
        let places = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)];
        for ((right, down), symbol) in places.into_iter().zip(corners) {
            canvas.put(column + right, row + down, Glyph { symbol, ..manner });
        }
    }

    /// A legal cell of two lines: brackets around the letters, below them the points, or the number of rotations.
    fn small_legal(&self, canvas: &mut Canvas, (column, row): (usize, usize), legal: &Legal, ways: &str, look: Look) {
        let (width, height) = look.tile_size();
        self.corners(canvas, (column, row), (width, height), look);
        let letters: String = legal.letters.chars().take(width - 1).collect();
        canvas.write(column + 1, row, &letters, Glyph::new(' ', self.palette.letter).bold());
        let gain = if legal.gain == 0 { String::new() } else { format!("{:+}", legal.gain) };
        let manner = match legal.is_best {
            true => Glyph::new(' ', self.palette.number[0]).on(Some(self.palette.number[1])).badge(),
            false => Glyph::new(' ', self.palette.grey),
        };
        let below: String = if gain.is_empty() { ways } else { &gain }.chars().take(width - 1).collect();
        canvas.write(column + 1, row + 1, &below, manner);
    }

    /// A legal cell of one line: only its letters. Neighbours differ in their ground, so that their letters do not run
    /// into one another.
    fn legal_on_map(&self, canvas: &mut Canvas, (column, row): (usize, usize), width: usize, legal: &Legal) {
        let is_odd = (legal.cell.x ^ legal.cell.y) & 1 == 1;
        let [ink, ground] = self.palette.cell;
        let manner = match (legal.is_best, is_odd) {
            // No room for the points, but the best stand out.
            (true, _) => Glyph::new(' ', self.palette.number[0]).on(Some(self.palette.number[1])).badge(),
            (false, true) => Glyph::new(' ', ink).on(Some(ground)),
            (false, false) => Glyph::new(' ', self.palette.letter),
        };
        let letters: String = legal.letters.chars().take(width).collect();
        canvas.write(column, row, &format!("{letters:width$}"), manner.bold());
    }
}

/// Does the work for each item, on all cores if there are enough items.
fn on_all_cores<T: Send, R: Send>(each: Vec<T>, work: impl Fn(T) -> R + Copy + Send) -> Vec<R> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let share = each.len().div_ceil(cores).max(MIN_TILES_PER_THREAD);
    let mut each = each.into_iter();
    thread::scope(|scope| {
        let own: Vec<T> = each.by_ref().take(share).collect();
        let mut others = Vec::new();
        while each.len() > 0 {
            let part: Vec<T> = each.by_ref().take(share).collect();
            others.push(scope.spawn(move || part.into_iter().map(work).collect::<Vec<R>>()));
        }
        let mut done: Vec<R> = own.into_iter().map(work).collect();
        done.extend(others.into_iter().filter_map(|other| other.join().ok()).flatten());
        done
    })
}

/// The text of a canvas. If only ASCII is allowed, names from outside must not break that.
fn finish(canvas: &Canvas, look: Look) -> String {
    let text = canvas.finish(look.depth);
    door::meant(&if look.glyphs == Glyphs::Unicode { text } else { in_ascii(&text) })
}
