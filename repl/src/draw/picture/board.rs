//! The board of a game as SVG: tiles, figures, legal cells, rulers, and the panel beside it.

use bastide_core::language::and;
use bastide_core::{Catalogue, Cell, Game, KindId};

use super::owners::{Owners, Share};
use super::panel::{self, panel};
use super::stage::{Stage, corner, edge, meadow, used};
use crate::draw::looks::Looks;
use crate::draw::sketch::names;
use crate::draw::vector::{
    path::short,
    svg::{Align, GREY, Hand, INK, document},
};
use crate::draw::view::{Spot, outline::Point};
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::tell::{describe, show};

/// What a picture shows besides the board itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    /// The owners of fields.
    pub fields: bool,
    /// The owners of all features.
    pub owners: bool,
    /// The cells where the tile in hand fits.
    pub legal: bool,
}

impl Shown {
    /// Whether the features of a kind are shown in the colours of their owners.
    fn colours(self, catalogue: &Catalogue, kind: KindId) -> bool {
        match kind {
            KindId::FIELD => self.fields || self.owners,
            _ => self.owners && catalogue.kind(kind).claim,
        }
    }
}

/// Space for the rulers.
const RULER: f32 = 44.0;
/// Space around everything.
const MARGIN: f32 = 24.0;
pub(super) const BLUE: &str = "#2f5aa8";

/// The board of a game as SVG.
pub fn board(game: &Game, looks: &Looks, shown: Shown) -> String {
    let mut stage = Stage::new(looks);
    let legal = if shown.legal { lettered(game) } else { Vec::new() };
    let (first, last) = extent(game, &legal);
    let tiles = tiles(game, &mut stage, shown);
    let (panel, panel_height) = panel(game, looks, &mut stage);
    let (columns, rows) = (f32::from(last.x - first.x + 1), f32::from(last.y - first.y + 1));
    let (width, height) = (RULER + 100.0 * columns, RULER + 100.0 * rows);
    let (left, top) = corner(first);
    let mut body = stage.definitions();
    let cells: String = legal.iter().map(legal_cell).collect();
    body += &format!(
        "\n<g transform=\"translate({} {})\">\n{tiles}{cells}</g>\n{}",
        short(RULER - left),
        short(RULER - top),
        rulers(first, last)
    );
    body += &format!("\n<g transform=\"translate({} {})\">{panel}</g>", short(width + MARGIN), short(MARGIN));
    let size = (width + 2.0 * MARGIN + panel::WIDTH, (height + MARGIN).max(panel_height + 2.0 * MARGIN));
    document(size, &title(game), &twin(game, shown.legal), &body)
}

/// The title of the picture.
fn title(game: &Game) -> String {
    format!("Board of {}, turn {}", and(game.setup().players()), game.state().turn.number)
}

/// The text version of the picture.
fn twin(game: &Game, with_legal: bool) -> String {
    let mut lines = describe::points(game, Assist::None);
    lines.push(show::status(game));
    lines.extend(describe::board(game));
    if with_legal {
        lines.extend(describe::choices(game, Assist::Full));
    }
    lines.join("\n")
}

/// The first and the last visible cell.
fn extent(game: &Game, legal: &[Lettered]) -> (Cell, Cell) {
    let placed = game.state().board.placed().iter().map(|placed| placed.cell);
    let cells: Vec<Cell> = placed.chain(legal.iter().map(|cell| cell.cell)).collect();
    let of = |axis: fn(&Cell) -> i16| {
        let values = cells.iter().map(axis);
        (values.clone().min().unwrap_or(0), values.max().unwrap_or(0))
    };
    let ((left, right), (top, bottom)) = (of(|cell| cell.x), of(|cell| cell.y));
    (Cell::new(left, top), Cell::new(right, bottom))
}

fn tiles(game: &Game, stage: &mut Stage, shown: Shown) -> String {
    let placed = game.state().board.placed();
    let items = stage.items(game);
    let mut owners = Owners::default();
    let (mut below, mut above, mut letters) = (String::new(), String::new(), String::new());
    for tile in placed {
        below += &meadow(corner(tile.cell));
        let mut shares = owners.shares(game, tile, |kind| shown.colours(game.catalogue(), kind));
        shares.extend(Share::turned(game, stage.looks(), tile));
        let Some(surface) = stage.surface(tile.tile, tile.rotation) else { continue };
        for share in &shares {
            let tint = moved(corner(tile.cell), &surface.tint(share.spot, &share.colours));
            match share.spot {
                Spot::Segment(_) => above += &tint,
                _ => {
                    below += &tint;
                    letters += &owner_letters(share, surface.spot(share.spot), corner(tile.cell));
                }
            }
        }
    }
    let mut svg = below + "\n";
    svg.extend(items.iter().filter(|item| item.is_tile).map(|item| used(item) + "\n"));
    svg += &above;
    svg.extend(placed.iter().map(|tile| edge(corner(tile.cell))));
    svg += &letters;
    svg.extend(names(game).iter().map(|(cell, name)| moved(corner(*cell), &name_svg(name))));
    let last = placed.last().filter(|_| game.state().turn.number > 0);
    svg.extend(last.map(|tile| last_mark(corner(tile.cell))));
    svg.extend(items.iter().filter(|item| !item.is_tile).map(|item| "\n".to_string() + &used(item)));
    svg + "\n"
}

fn moved((x, y): Point, svg: &str) -> String {
    if svg.is_empty() {
        String::new()
    } else {
        format!("<g transform=\"translate({} {})\">{svg}</g>", short(x), short(y))
    }
}

/// The letters of a field's owners, for people who cannot distinguish the colours.
fn owner_letters(share: &Share, at: Option<Point>, (left, top): Point) -> String {
    let Some((x, y)) = at.filter(|_| !share.letters.is_empty()) else { return String::new() };
    Hand::plain(9.0, "#ffffff").bold().aligned(Align::Middle).write((left + x, top + y + 4.5), &share.letters)
}

/// The name of a place that a tile shows, in a cell whose corner is 0,0.
pub(super) fn name_svg(name: &str) -> String {
    let hand = Hand::plain(10.0, "#ffffff").bold().aligned(Align::Middle);
    let (wide, ground) = (hand.width(name) + 10.0, INK);
    let x = short(50.0 - wide / 2.0);
    format!(
        "<rect x=\"{x}\" y=\"82\" width=\"{}\" height=\"16\" rx=\"3\" fill=\"{ground}\" fill-opacity=\"0.8\"/>",
        short(wide)
    ) + &hand.write((50.0, 94.0), name)
}

pub(super) fn last_mark((x, y): Point) -> String {
    let frame = |colour: &str, width: f32| {
        let (x, y, width) = (short(x + 1.0), short(y + 1.0), short(width));
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"98\" height=\"98\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        )
    };
    frame("#ffffff", 5.0) + &frame("#c2185b", 2.8)
}

fn legal_cell(cell: &Lettered) -> String {
    let (x, y) = corner(cell.cell);
    let middle = x + 50.0;
    let frame = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"90\" height=\"90\" rx=\"8\" fill=\"#ffffff\" fill-opacity=\"0.6\" stroke=\"{BLUE}\" \
         stroke-width=\"2.2\" stroke-dasharray=\"6 4\"/>",
        short(x + 5.0),
        short(y + 5.0)
    );
    let ways = match cell.ways.len() {
        1 => "1 way".to_string(),
        n => format!("{n} ways"),
    };
    let around = |height: f32, colour: &'static str| Hand::plain(height, colour).aligned(Align::Middle);
    frame
        + &around(22.0, BLUE).bold().write((middle, y + 47.0), &cell.letters)
        + &around(8.5, INK).write((middle, y + 66.0), &cell.cell.to_string())
        + &around(8.0, GREY).write((middle, y + 81.0), &ways)
}

fn rulers(first: Cell, last: Cell) -> String {
    let hand = Hand::plain(9.0, GREY).aligned(Align::Middle);
    let column = |x: i16| hand.write((RULER + 100.0 * f32::from(x - first.x) + 50.0, RULER - 14.0), &x.to_string());
    let row = |y: i16| hand.write((RULER / 2.0 + 2.0, RULER + 100.0 * f32::from(y - first.y) + 54.0), &y.to_string());
    (first.x..=last.x).map(column).chain((first.y..=last.y).map(row)).collect()
}
