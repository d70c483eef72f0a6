//! What is where in a picture of a game: each drawing once, as a symbol, and the places where it is used.

use std::collections::BTreeMap;
use std::sync::Arc;

use bastide_core::{Cell, CounterId, Figure, FigureKindId, Game, KindId, PlacedId, PlayerId, Rotation, TileId, Zone};

use super::piece::{Piece, SIZE, counted, link_end, token_piece};
use super::tile::{MEADOW, Style, Surface};
use crate::draw::looks::Looks;
use crate::draw::sketch;
use crate::draw::vector::path::short;
use crate::draw::view::{
    Colour, Spot,
    outline::{Point, distance},
};

/// The colours of things without an owner.
const NOBODY: [Colour; 2] = [Colour::new(0xf2ead6, 230, 15), Colour::new(0x141414, 16, 0)];

/// A symbol at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// The index of the symbol.
    pub symbol: usize,
    /// The place, in hundredths of a tile from the corner of the cell 0,0; a tile by its corner, everything else by its
    /// centre.
    pub at: Point,
    /// Whether it is a tile.
    pub is_tile: bool,
}

/// The drawings of a game, each computed once.
pub struct Stage {
    pub(super) looks: Looks,
    style: Arc<Style>,
    surfaces: BTreeMap<(TileId, Rotation), Surface>,
    symbols: Vec<(bool, String)>,
    known: BTreeMap<String, usize>,
}

impl Stage {
    /// A stage without any drawing yet.
    pub fn new(looks: &Looks) -> Stage {
        let style = Arc::new(Style::new(looks));
        Stage { looks: looks.clone(), style, surfaces: BTreeMap::new(), symbols: Vec::new(), known: BTreeMap::new() }
    }

    /// The looks that it draws by.
    pub fn looks(&self) -> &Looks {
        &self.looks
    }

    /// Computes the tiles on the board of a game that are not known yet; others are not drawn.
    pub fn meet(&mut self, game: &Game) {
        for placed in game.state().board.placed() {
            self.learn(game, placed.tile, placed.rotation);
        }
    }

    /// Computes the surface of a tile, unless it is known.
    pub fn learn(&mut self, game: &Game, tile: TileId, rotation: Rotation) {
        let surface = || Surface::new(self.looks.art(game.catalogue(), tile, rotation), &self.style);
        self.surfaces.entry((tile, rotation)).or_insert_with(surface);
    }

    /// The surface of a tile, if it is known.
    pub fn surface(&self, tile: TileId, rotation: Rotation) -> Option<&Surface> {
        self.surfaces.get(&(tile, rotation))
    }

    /// Everything on the board of a game, in painting order.
    pub fn items(&mut self, game: &Game) -> Vec<Item> {
        self.meet(game);
        let mut items = Vec::new();
        for placed in game.state().board.placed() {
            let symbol = self.tile(placed.tile, placed.rotation);
            items.extend(symbol.map(|symbol| Item { symbol, at: corner(placed.cell), is_tile: true }));
        }
        items.extend(self.pieces(game));
        items
    }

    /// Everything on the tiles that were met, in painting order.
    pub fn pieces(&mut self, game: &Game) -> Vec<Item> {
        let mut items = Vec::new();
        self.counters(game, &mut items);
        self.marks(game, &mut items);
        self.links(game, &mut items);
        self.figures(game, &mut items);
        items
    }

    /// The symbol of a tile.
    pub fn tile(&mut self, tile: TileId, rotation: Rotation) -> Option<usize> {
        let key = format!("tile {} {rotation}", tile.0);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let svg = self.surfaces.get(&(tile, rotation))?.svg();
        Some(self.keep(key, true, svg))
    }

    fn keep(&mut self, key: String, is_tile: bool, svg: String) -> usize {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.symbols.push((is_tile, svg));
        self.known.insert(key, self.symbols.len() - 1);
        self.symbols.len() - 1
    }

    /// Counters: where their look says, or else in the lower right corner.
    fn counters(&mut self, game: &Game, items: &mut Vec<Item>) {
        let catalogue = game.catalogue();
        for (index, placed) in game.state().board.placed().iter().enumerate() {
            for (counter, name) in catalogue.counters.iter().enumerate() {
                let id = PlacedId(index as u16);
                let n = game.state().counter(catalogue, id, CounterId(counter as u8));
                if n == 0 {
                    continue;
                }
                let look = self.looks.drawing("counters", name);
                let on = look.and_then(|look| look.on.as_deref());
                let segments = &catalogue.tile(placed.tile).face.segments;
                let segment = segments.iter().position(|segment| Some(segment.kind.as_str()) == on);
                let building =
                    segment.and_then(|segment| self.surface(placed.tile, placed.rotation)?.building(segment));
                let (x, y) = building.map_or((84.0, 84.0 - 18.0 * counter as f32), |(point, _)| point);
                let symbol = self.keep(format!("counter {name} {n}"), false, counted(look, n));
                let (left, top) = corner(placed.cell);
                items.push(Item { symbol, at: (left + x, top + y), is_tile: false });
            }
        }
    }

    /// Tokens where they lie: on their segment, or in a row along the bottom of their tile.
    fn marks(&mut self, game: &Game, items: &mut Vec<Item>) {
        let mut rows: Vec<(Cell, f32)> = Vec::new();
        for mark in game.state().marks() {
            let Some((cell, spot)) = sketch::lies_at(game, mark.on) else { continue };
            let Some(placed) = game.state().board.at(cell).map(|id| *game.state().board.tile(id)) else { continue };
            let before = rows.iter().filter(|row| row.0 == cell).count() as f32;
            let surface = self.surface(placed.tile, placed.rotation).filter(|_| spot != Spot::Tile);
            let (x, y) = surface.and_then(|surface| surface.spot(spot)).unwrap_or((16.0 + 18.0 * before, 84.0));
            rows.push((cell, before));
            let name = &game.catalogue().tokens[mark.token.0 as usize].name;
            let drawing = token_piece(self.looks.drawing("tokens", name), &self.looks.token(name), mark.n);
            let symbol = self.keep(format!("token {name} {}", mark.n), false, drawing);
            let (left, top) = corner(cell);
            items.push(Item { symbol, at: (left + x, top + y), is_tile: false });
        }
    }

    /// The ends of what rules joined.
    fn links(&mut self, game: &Game, items: &mut Vec<Item>) {
        for ((cell, spot), number) in sketch::link_ends(game) {
            let Some(placed) = game.state().board.at(cell).map(|id| *game.state().board.tile(id)) else { continue };
            let surface = self.surface(placed.tile, placed.rotation);
            let Some((x, y)) = surface.and_then(|surface| surface.spot(spot)) else { continue };
            let symbol = self.keep(format!("link {number:?}"), false, link_end(number));
            let (left, top) = corner(cell);
            items.push(Item { symbol, at: (left + x, top + y), is_tile: false });
        }
    }

    /// Figures on segments come first: those on a tile as a whole make room.
    fn figures(&mut self, game: &Game, items: &mut Vec<Item>) {
        let mut standing: Vec<(&Figure, Cell, Spot)> = Vec::new();
        for figure in &game.state().figures {
            match figure.zone {
                Zone::Segment(at) => {
                    let (cell, spot) = sketch::spot(game, at);
                    standing.push((figure, cell, spot));
                }
                Zone::Tile(id) => standing.push((figure, game.state().board.tile(id).cell, Spot::Tile)),
                Zone::Beside(zone, _) => {
                    standing.extend(sketch::shown_at(game, zone).map(|(cell, spot)| (figure, cell, spot)));
                }
                _ => {}
            }
        }
        self.off_tiles(game, items);
        standing.sort_by_key(|(_, _, spot)| *spot == Spot::Tile);
        let mut taken: Vec<(Cell, Point)> = Vec::new();
        for (figure, cell, spot) in standing {
            let Some(placed) = game.state().board.at(cell).map(|id| game.state().board.tile(id)) else { continue };
            let surface = self.surface(placed.tile, placed.rotation);
            let Some(wanted) = surface.and_then(|surface| surface.spot(spot)) else { continue };
            let others: Vec<Point> = taken.iter().filter(|(other, _)| *other == cell).map(|(_, at)| *at).collect();
            let (x, y) = clear_of(wanted, &others, if spot == Spot::Tile { 27.0 } else { 19.0 });
            taken.push((cell, (x, y)));
            let (left, top) = corner(cell);
            let symbol = self.figure(game, figure);
            items.push(Item { symbol, at: (left + x, top + y), is_tile: false });
        }
    }

    /// Figures on cells without a tile, and on corners.
    fn off_tiles(&mut self, game: &Game, items: &mut Vec<Item>) {
        for figure in &game.state().figures {
            let (cell, inside) = match figure.zone {
                Zone::Cell(cell) => (cell, 50.0),
                Zone::Corner(at) => (at.cell, 0.0),
                _ => continue,
            };
            let (left, top) = corner(cell);
            let symbol = self.figure(game, figure);
            items.push(Item { symbol, at: (left + inside, top + inside), is_tile: false });
        }
    }

    /// The symbol of a figure; one on a field lies down.
    pub fn figure(&mut self, game: &Game, figure: &Figure) -> usize {
        let lies = match figure.zone {
            Zone::Segment(at) => game.state().features.kind_at(at) == KindId::FIELD,
            _ => false,
        };
        self.figure_of(game, figure.kind, figure.owner, lies)
    }

    /// The symbol of a kind of figure.
    pub fn figure_of(&mut self, game: &Game, kind: FigureKindId, owner: PlayerId, lies: bool) -> usize {
        let name = &game.catalogue().figure(kind).name;
        let look = self.looks.drawing("figures", name);
        let has_art = look.is_some_and(|look| !look.art.is_empty());
        let letter = self.looks.figure(name).letter;
        let piece = if owner == PlayerId::NOBODY {
            let colours = [look.and_then(|look| look.paint).unwrap_or(NOBODY[0]), NOBODY[1]];
            let letters = letter.map(|letter| letter.to_ascii_uppercase()).into_iter().chain(name.chars().nth(1));
            let letters = letters.filter(|_| !has_art).collect();
            Piece { look, colours, letters, lies: lies && !has_art }
        } else {
            let (colour, ink) = sketch::colours(game, owner);
            let mut letters = sketch::letter(game, owner).to_string();
            let is_told = kind == FigureKindId(0) || has_art;
            letters.extend(letter.filter(|_| !is_told));
            Piece { look, colours: [colour, ink], letters, lies: lies && !has_art }
        };
        self.keep(format!("figure {} {} {}", kind.0, owner.0, lies && !has_art), false, piece.svg())
    }

    /// For each symbol, whether it is a tile.
    pub fn tile_symbols(&self) -> Vec<u8> {
        self.symbols.iter().map(|(is_tile, _)| u8::from(*is_tile)).collect()
    }

    /// A symbol by its index.
    pub fn symbol(&self, number: usize) -> &str {
        self.symbols.get(number).map_or("", |(_, svg)| svg)
    }

    /// A tile as a drawing of its own, with what it refers to.
    pub fn face(&self, svg: &str) -> String {
        let (all, start) = (self.style.definitions(), "<g id=\"");
        let is_used = |line: &&str| {
            let id = line.strip_prefix(start).and_then(|rest| rest.split_once('"'));
            id.is_some_and(|(id, _)| svg.contains(&format!("\"#{id}\"")))
        };
        let defined: String = all.lines().filter(is_used).collect();
        format!("<defs>{defined}</defs>{svg}")
    }

    /// The definitions of all symbols used so far.
    pub fn definitions(&self) -> String {
        let define = |(number, (is_tile, svg)): (usize, &(bool, String))| match is_tile {
            true => format!("<symbol id=\"s{number}\" viewBox=\"0 0 100 100\">{svg}</symbol>\n"),
            false => format!("<g id=\"s{number}\">{svg}</g>\n"),
        };
        let body: String = self.symbols.iter().enumerate().map(define).collect();
        format!("<defs>\n{}{body}</defs>", self.style.definitions())
    }
}

/// The wanted place, or one beside it, that is at least `room` away from all others.
fn clear_of(wanted: Point, others: &[Point], room: f32) -> Point {
    const AROUND: [Point; 9] = [
        (0.0, 0.0),
        (1.0, 0.0),
        (-1.0, 0.0),
        (0.0, -1.0),
        (0.0, 1.0),
        (1.0, -1.0),
        (-1.0, -1.0),
        (1.0, 1.0),
        (-1.0, 1.0),
    ];
    let within = |value: f32| value.clamp(12.0, 88.0);
    let places = [1.0, 1.6].into_iter().flat_map(|far| AROUND.map(|(x, y)| (x * room * far, y * room * far)));
    let mut places = places.map(|(x, y)| (within(wanted.0 + x), within(wanted.1 + y)));
    let is_clear = |place: &Point| others.iter().all(|other| distance(*other, *place) > 0.9 * room);
    if is_clear(&wanted) { wanted } else { places.find(is_clear).unwrap_or(wanted) }
}

/// The corner of a cell in the picture.
pub fn corner(cell: Cell) -> Point {
    (100.0 * f32::from(cell.x), 100.0 * f32::from(cell.y))
}

/// The meadow of a tile, and the thin line around it.
pub fn meadow((x, y): Point) -> String {
    let (x, y) = (short(x), short(y));
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"{MEADOW}\"/>")
}

/// The line around a tile.
pub fn edge((x, y): Point) -> String {
    let (x, y) = (short(x), short(y));
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\" fill=\"none\" stroke=\"#3f5a2a\" stroke-width=\"0.8\"/>"
    )
}

/// A symbol at its place.
pub fn used(item: &Item) -> String {
    let (number, x, y) = (item.symbol, short(item.at.0), short(item.at.1));
    match item.is_tile {
        true => format!("<use href=\"#s{number}\" x=\"{x}\" y=\"{y}\" width=\"100\" height=\"100\"/>"),
        false => format!("<use href=\"#s{number}\" x=\"{x}\" y=\"{y}\"/>"),
    }
}

/// A symbol in this size, for figures beside the board.
pub fn small(symbol: usize, (x, y): Point, size: f32) -> String {
    let scale = size / SIZE;
    format!("<g transform=\"translate({} {}) scale({scale:.2})\"><use href=\"#s{symbol}\"/></g>", short(x), short(y))
}
