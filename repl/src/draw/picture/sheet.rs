//! All tiles of a set on one sheet, with their names and numbers; optionally with the names of their segments.

use std::sync::Arc;

use bastide_core::{Catalogue, Rotation, TileId, segment_label};

use super::stage::{edge, meadow};
use super::tile::{Style, Surface};
use crate::draw::looks::Looks;
use crate::draw::vector::{
    path::short,
    svg::{Align, GREY, Hand, INK, document},
};
use crate::draw::view::{Spot, outline::Point};
use crate::tell::describe;

const MARGIN: f32 = 20.0;
const TITLE: f32 = 44.0;
/// The height of a row.
const ROW: f32 = 144.0;
/// The width of a column, without and with the names of segments.
const COLUMN: [f32; 2] = [130.0, 240.0];
/// The text height of names.
const NAME: f32 = 8.5;
const PER_ROW: [usize; 2] = [6, 4];

/// All tiles of a set as SVG.
pub fn sheet(catalogue: &Catalogue, looks: &Looks, name: &str, tiles: &[TileId], with_spots: bool) -> String {
    let style = Arc::new(Style::new(looks));
    let names = tiles.iter().map(|tile| Hand::plain(NAME, INK).bold().width(&catalogue.tile(*tile).id));
    let longest = names.fold(0.0, f32::max);
    let column = COLUMN[usize::from(with_spots)].max(longest.min(200.0) + 46.0);
    let per_row = PER_ROW[usize::from(with_spots)];
    let total: u32 = tiles.iter().map(|tile| u32::from(catalogue.tile(*tile).count)).sum();
    let title = match with_spots {
        true => format!("{name} · segments as scripts and the prompt name them"),
        false => format!("{name} · {} kinds, {total} tiles", tiles.len()),
    };
    let mut body = format!("<defs>\n{}</defs>\n", style.definitions());
    body += &Hand::plain(13.0, INK).bold().write((MARGIN, MARGIN + 15.0), &title);
    for (number, tile) in tiles.iter().enumerate() {
        let at = (MARGIN + column * (number % per_row) as f32, MARGIN + TITLE + ROW * (number / per_row) as f32);
        body += &format!("\n<g transform=\"translate({} {})\">", short(at.0), short(at.1));
        body += &shown(catalogue, looks, &style, *tile, with_spots);
        body += "</g>";
    }
    let across = tiles.len().clamp(3, per_row) as f32;
    let size =
        (2.0 * MARGIN + column * across - 12.0, 2.0 * MARGIN + TITLE + ROW * tiles.len().div_ceil(per_row) as f32);
    document(size, &title, &twin(catalogue, tiles), &body)
}

/// How many tiles a small picture shows at most, and how many stand side by side.
const SOME: usize = 8;
const SOME_PER_ROW: usize = 4;
/// The distance between tiles of a small picture.
const GAP: f32 = 6.0;

/// Some tiles of a set, as unlike one another as the order of the set has them, as SVG.
pub fn preview(catalogue: &Catalogue, looks: &Looks, name: &str, tiles: &[TileId]) -> String {
    let style = Arc::new(Style::new(looks));
    // Whole rows, so that no place stays empty.
    let rows = tiles.len().min(SOME) / SOME_PER_ROW;
    let count = if rows == 0 { tiles.len() } else { rows * SOME_PER_ROW };
    let some: Vec<TileId> = (0..count).map(|n| tiles[n * tiles.len() / count]).collect();
    let across = count.clamp(1, SOME_PER_ROW);
    let mut body = format!("<defs>\n{}</defs>\n", style.definitions());
    for (number, tile) in some.iter().enumerate() {
        let place = |n: usize| short(GAP + (100.0 + GAP) * n as f32);
        let (x, y) = (place(number % across), place(number / across));
        let surface = Surface::new(looks.art(catalogue, *tile, Rotation::default()), &style);
        body += &format!("\n<g transform=\"translate({x} {y})\">{}</g>", face(&surface));
    }
    let side = |n: usize| GAP + (100.0 + GAP) * n as f32;
    document((side(across), side(some.len().div_ceil(across))), name, &twin(catalogue, &some), &body)
}

/// What is shown instead of a sheet that cannot be drawn: why, line by line.
pub fn problem(name: &str, why: &str) -> String {
    const LINE: f32 = 18.0;
    const WIDTH: f32 = 900.0;
    let mut body = Hand::plain(13.0, INK).bold().write((MARGIN, MARGIN + 15.0), &format!("{name} cannot be drawn"));
    let lines: Vec<&str> = why.lines().take(40).collect();
    for (number, line) in lines.iter().enumerate() {
        let line: String = line.chars().take(120).collect();
        body += &Hand::plain(10.0, INK).write((MARGIN, MARGIN + TITLE + LINE * number as f32), &line);
    }
    let size = (WIDTH, 2.0 * MARGIN + TITLE + LINE * lines.len() as f32);
    document(size, &format!("{name} cannot be drawn"), why, &body)
}

/// The text version of the picture, a line for each tile.
pub fn twin(catalogue: &Catalogue, tiles: &[TileId]) -> String {
    let line = |&tile: &TileId| {
        let (kind, face) = (catalogue.tile(tile), describe::face(catalogue, tile, Rotation::default()));
        format!("{} ({}): {face}.", kind.id, kind.count)
    };
    tiles.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// One tile alone; anything painted beyond its rim is cut off.
fn face(surface: &Surface) -> String {
    let zero = (0.0, 0.0);
    let inside = format!("<svg width=\"100\" height=\"100\" viewBox=\"0 0 100 100\">{}</svg>", surface.svg());
    meadow(zero) + &inside + &edge(zero)
}

/// One tile with the text below and beside it.
fn shown(catalogue: &Catalogue, looks: &Looks, style: &Arc<Style>, tile: TileId, with_spots: bool) -> String {
    let art = looks.art(catalogue, tile, Rotation::default());
    let surface = Surface::new(art, style);
    let kind = catalogue.tile(tile);
    let mut svg = face(&surface);
    let name = Hand::plain(NAME, INK).bold();
    svg += &name.within((0.0, 115.0), &kind.id, 200.0);
    svg += &Hand::plain(NAME, GREY).write((name.width(&kind.id).min(200.0) + 8.0, 115.0), &format!("×{}", kind.count));
    if with_spots {
        svg += &spots(catalogue, &surface, tile);
    }
    svg
}

fn spots(catalogue: &Catalogue, surface: &Surface, tile: TileId) -> String {
    let strokes = catalogue.tile(tile).face.segments.len();
    let mut svg = String::new();
    let all = usize::from(catalogue.segments(tile));
    let pitch = (100.0 / all.max(1) as f32).min(14.0);
    for index in 0..all {
        let spot = if index < strokes { Spot::Segment(index) } else { Spot::Field(index - strokes) };
        let name = segment_label(catalogue, tile, Rotation::default(), index);
        svg += &surface.spot(spot).map_or(String::new(), |at| number(at, index + 1));
        let y = pitch * (index as f32 + 0.8);
        svg += &Hand::plain(7.5, INK).bold().aligned(Align::Right).write((114.0, y), &(index + 1).to_string());
        svg += &Hand::plain(7.5, GREY).within((119.0, y), &name, 100.0);
    }
    svg
}

fn number((x, y): Point, number: usize) -> String {
    let circle = format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"7.5\" fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.3\"/>",
        short(x),
        short(y)
    );
    circle + &Hand::plain(8.0, INK).bold().aligned(Align::Middle).write((x, y + 4.0), &number.to_string())
}
