//! The board of a game as pixels, for a terminal: the tiles of `export`, with letters, numbers and notes that stay legible
//! however small a tile is. Drawings are kept, so that another position of the game costs little.

use bastide_core::{Cell, Game, Rotation, TileId};

use super::board::{BLUE, last_mark, name_svg};
pub use super::layout::{Layout, Room, Side};
use super::owners::{Owners, Share};
use super::sprites::{Canvas, Sprites};
use super::stage::{Stage, corner, meadow};
use crate::draw::graphics::Raster;
use crate::draw::looks::Looks;
use crate::draw::overlay::Overlay;
use crate::draw::vector::{
    path::short,
    svg::{Align, GREY, Hand, INK, hex},
};
use crate::draw::view::{Legal, Note, Numbered, Sketch, Spot, outline::Point};

/// The ground below and around the board: the paper of pictures.
pub(super) const PAPER: [u8; 3] = [0xf4, 0xef, 0xe2];
/// From this size of a tile in pixels, a legal cell tells more than its letter.
const ROOMY: usize = 72;
/// From this size, grass is drawn.
const GRASSY: usize = 64;
/// Figures and numbers are not drawn smaller than in this scale; a tile has 100 pixels in scale 1.
pub(super) const LEGIBLE: f32 = 0.52;
/// When this many drawings are kept, all are made again: letters and notes add up over a long session.
const MAX_SPRITES: usize = 6_000;

/// A picture of the board.
pub struct Picture {
    /// The pixels.
    pub raster: Raster,
    /// Where everything is.
    pub layout: Layout,
    /// Where the numbers of choices are, in columns and lines.
    pub numbers: Vec<Numbered>,
}

/// What a person points at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pointed {
    /// The tile in hand where it would lie.
    pub ghost: Option<(Cell, TileId, Rotation)>,
    /// The cell.
    pub cell: Option<Cell>,
    /// The part of its tile.
    pub spot: Option<Spot>,
}

/// The drawings of a game.
pub struct Album {
    stage: Stage,
    sprites: Sprites,
    tiles: usize,
}

impl Album {
    /// An album without drawings.
    pub fn new(looks: &Looks) -> Album {
        Album { stage: Stage::new(looks), sprites: Sprites::default(), tiles: 0 }
    }

    /// The number of drawings that are kept.
    pub fn drawings(&self) -> usize {
        self.sprites.len()
    }

    /// A picture of the board as it is sketched; the overlay colours features by their owners. `None` if there
    /// is no room.
    pub fn picture(
        &mut self,
        game: &Game,
        sketch: &Sketch,
        overlay: Overlay,
        (focus, pointed): (Option<Cell>, &Pointed),
        room: Room,
    ) -> Option<Picture> {
        let tiles = game.catalogue().tiles.len();
        // Taking back a lab's declaration frees the number of its tile for another.
        if tiles < self.tiles || self.sprites.len() > MAX_SPRITES {
            *self = Album::new(&self.stage.looks);
        }
        self.tiles = tiles;
        let layout = Layout::new(bounds(sketch)?, focus.or(sketch.last), room)?;
        let canvas = Canvas::new(layout.pixels(), PAPER)?;
        let mut work = Work { album: self, canvas, layout };
        work.tiles(game, overlay);
        work.last(sketch.last);
        work.names(sketch);
        work.figures(game);
        sketch.legal.iter().for_each(|legal| work.legal(legal));
        sketch.notes.iter().for_each(|note| work.note(note));
        work.ghost(game, pointed);
        let numbers = work.numbers(game, sketch, pointed);
        work.rulers();
        Some(Picture { raster: work.canvas.raster(), layout, numbers })
    }
}

/// The smallest rectangle around everything on a sketch.
fn bounds(sketch: &Sketch) -> Option<(Cell, Cell)> {
    let open = sketch.legal.iter().map(|legal| legal.cell).chain(sketch.notes.iter().map(|note| note.cell));
    let mut cells = sketch.tiles.iter().map(|tile| tile.0).chain(open);
    let first = cells.next()?;
    Some(cells.fold((first, first), |(low, high), cell| {
        (Cell::new(low.x.min(cell.x), low.y.min(cell.y)), Cell::new(high.x.max(cell.x), high.y.max(cell.y)))
    }))
}

/// A picture while it is drawn.
struct Work<'a> {
    album: &'a mut Album,
    canvas: Canvas,
    layout: Layout,
}

impl Work<'_> {
    fn scale(&self) -> f32 {
        self.layout.side as f32 / 100.0
    }

    /// The scale of what must stay legible.
    fn legible(&self) -> f32 {
        self.scale().max(LEGIBLE)
    }

    fn put(&mut self, key: &str, at: Point, scale: f32, svg: impl FnOnce() -> String) {
        self.album.sprites.put(&mut self.canvas, key, at, scale, svg);
    }

    /// A point of a cell in the picture, if the cell is visible.
    fn point(&self, cell: Cell, (x, y): Point) -> Option<Point> {
        let (left, top) = self.layout.corner(cell)?;
        Some((left as f32 + x * self.scale(), top as f32 + y * self.scale()))
    }

    fn tiles(&mut self, game: &Game, overlay: Overlay) {
        let (mut all, side) = (Owners::default(), self.layout.side);
        self.album.stage.meet(game);
        for tile in game.state().board.placed() {
            let Some(at) = self.layout.corner(tile.cell) else { continue };
            let mut shares = all.shares(game, tile, |kind| overlay.colours(game.catalogue(), kind));
            shares.extend(Share::turned(game, self.album.stage.looks(), tile));
            let tinted: String = shares.iter().map(|share| format!(" {share:?}")).collect();
            let Album { stage, sprites, .. } = &mut *self.album;
            let has_grass = side >= GRASSY;
            let key = format!("tile {} {} {has_grass}{tinted}", tile.tile.0, tile.rotation);
            sprites.put_tile(&mut self.canvas, &key, at, side, || {
                let Some(surface) = stage.surface(tile.tile, tile.rotation) else { return String::new() };
                let tint = |is_segment: bool| -> String {
                    let shares = shares.iter().filter(|share| matches!(share.spot, Spot::Segment(_)) == is_segment);
                    shares.map(|share| surface.tint(share.spot, &share.colours)).collect()
                };
                let (below, above) = (tint(false), tint(true));
                [meadow((0.0, 0.0)), below, surface.whole_svg(has_grass), above].concat()
            });
        }
    }

    fn last(&mut self, cell: Option<Cell>) {
        if let Some(at) = cell.and_then(|cell| self.point(cell, (0.0, 0.0))) {
            self.put("last", at, self.scale(), || last_mark((0.0, 0.0)));
        }
    }

    fn names(&mut self, sketch: &Sketch) {
        for (cell, name) in &sketch.names {
            if let Some(at) = self.point(*cell, (0.0, 0.0)) {
                self.put(&format!("name {name}"), at, self.scale(), || name_svg(name));
            }
        }
    }

    /// Counters and figures; those on corners and on cells without a tile as well.
    fn figures(&mut self, game: &Game) {
        let (first, scale) = (corner(self.layout.cells.0), self.legible());
        let (right, bottom) = self.layout.pixels();
        for item in self.album.stage.pieces(game) {
            let along = |at: f32, first: f32, ruler: usize| ruler as f32 + (at - first) * self.scale();
            let at = (along(item.at.0, first.0, self.layout.ruler.0), along(item.at.1, first.1, self.layout.ruler.1));
            let is_in = at.0 >= self.layout.ruler.0 as f32 && at.1 >= self.layout.ruler.1 as f32;
            if is_in && at.0 <= right as f32 && at.1 <= bottom as f32 {
                let Album { stage, sprites, .. } = &mut *self.album;
                let key = format!("symbol {}", item.symbol);
                sprites.put(&mut self.canvas, &key, at, scale, || stage.symbol(item.symbol).to_string());
            }
        }
    }

    fn legal(&mut self, legal: &Legal) {
        let Some(at) = self.point(legal.cell, (50.0, 50.0)) else { return };
        let is_roomy = self.layout.side >= ROOMY;
        let cell = if is_roomy { legal.cell.to_string() } else { String::new() };
        let key = format!("legal {} {cell} {} {} {}", legal.letters, legal.ways, legal.gain, legal.is_best);
        self.put(&key, at, self.scale(), || legal_svg(legal, is_roomy));
    }

    fn note(&mut self, note: &Note) {
        // Figures that wait on a cell are drawn as what they are.
        let Some(at) = self.point(note.cell, (50.0, 50.0)).filter(|_| !note.below) else { return };
        let (key, colour) = (format!("note {} {:?}", note.text, note.colour), hex(note.colour));
        let ground = format!("<rect x=\"-40\" y=\"-34\" width=\"80\" height=\"68\" rx=\"10\" fill=\"{INK}\"/>");
        let text = note.text.replace('✗', "x");
        self.put(&key, at, self.scale(), || {
            let height = 38.0_f32.min(60.0 * 38.0 / Hand::plain(38.0, INK).bold().width(&text).max(1.0));
            let hand = Hand::plain(height, &colour).bold().aligned(Align::Middle);
            ground + &hand.write((0.0, height / 2.0), &text)
        });
    }

    /// The tile in hand where it would lie, and a frame around what is pointed at.
    fn ghost(&mut self, game: &Game, pointed: &Pointed) {
        if let Some((cell, tile, rotation)) = pointed.ghost
            && let Some(at) = self.point(cell, (0.0, 0.0))
        {
            self.album.stage.learn(game, tile, rotation);
            let Album { stage, sprites, .. } = &mut *self.album;
            let scale = self.layout.side as f32 / 100.0;
            sprites.put(&mut self.canvas, &format!("ghost {} {rotation}", tile.0), at, scale, || {
                let surface = stage.surface(tile, rotation).map(|surface| surface.whole_svg(false)).unwrap_or_default();
                format!("<g opacity=\"0.75\">{}{surface}</g>", meadow((0.0, 0.0)))
            });
        }
        if let Some(at) = pointed.cell.and_then(|cell| self.point(cell, (0.0, 0.0))) {
            self.put("pointed", at, self.scale(), pointed_svg);
        }
    }

    /// The numbers of choices, beside the figure that they are about. Returns where they are.
    fn numbers(&mut self, game: &Game, sketch: &Sketch, pointed: &Pointed) -> Vec<Numbered> {
        let mut numbers = Vec::new();
        for &(cell, spot, digit) in &sketch.numbers {
            let id = game.state().board.at(cell).map(|id| *game.state().board.tile(id));
            let Some(placed) = id else { continue };
            let on_corner =
                |side: bastide_core::Side| [(8.0, 8.0), (92.0, 8.0), (92.0, 92.0), (8.0, 92.0)][side as usize];
            let inside = match spot {
                Spot::Corner(side) => Some(on_corner(side)),
                _ => self.album.stage.surface(placed.tile, placed.rotation).and_then(|surface| surface.spot(spot)),
            };
            let taken = sketch.figures.iter().any(|figure| (figure.cell, figure.spot) == (cell, spot));
            let (x, y) = inside.unwrap_or((50.0, 50.0));
            let Some((x, y)) = self.point(cell, (x, y)) else { continue };
            let (scale, aside) = (self.legible(), if taken { 14.0 * self.legible() } else { 0.0 });
            let (is_here, (x, y)) = ((pointed.cell, pointed.spot) == (Some(cell), Some(spot)), (x + aside, y - aside));
            self.put(&format!("number {digit} {is_here}"), (x, y), scale, || number_svg(digit, is_here));
            let Layout { cell: (wide, high), .. } = self.layout;
            numbers.push(Numbered { cell, spot, at: (x.max(0.0) as usize / wide, y.max(0.0) as usize / high) });
        }
        numbers
    }

    fn rulers(&mut self) {
        let (first, last) = self.layout.cells;
        let (left, top) = self.layout.ruler;
        let (half, height) = (self.layout.side as f32 / 2.0, self.layout.cell.1 as f32);
        let places = (first.x..=last.x).map(|x| (x, Cell::new(x, first.y), true));
        // Numbers that would touch each other are left out.
        let step = if self.layout.side < 2 * self.layout.cell.0 + self.layout.cell.0 / 2 { 2 } else { 1 };
        let step = if self.layout.side < self.layout.cell.1 { 2 } else { step };
        for (value, cell, is_column) in places.chain((first.y..=last.y).map(|y| (y, Cell::new(first.x, y), false))) {
            if value.rem_euclid(step) != 0 {
                continue;
            }
            let Some((x, y)) = self.layout.corner(cell).map(|(x, y)| (x as f32, y as f32)) else { continue };
            let at = if is_column { (x + half, top as f32 / 2.0) } else { (left as f32 / 2.0, y + half) };
            self.put(&format!("ruler {value}"), at, height / 16.0, || {
                Hand::plain(9.0, GREY).aligned(Align::Middle).write((0.0, 4.5), &value.to_string())
            });
        }
    }
}

/// A legal cell around the point 0,0.
fn legal_svg(legal: &Legal, is_roomy: bool) -> String {
    // The best places stand out.
    let (fill, dashes) = if legal.is_best { ("#ffe98a", "") } else { ("#ffffff", " stroke-dasharray=\"6 4\"") };
    let opacity = if legal.is_best { "0.9" } else { "0.6" };
    let frame = format!(
        "<rect x=\"-45\" y=\"-45\" width=\"90\" height=\"90\" rx=\"8\" fill=\"{fill}\" fill-opacity=\"{opacity}\" \
         stroke=\"{BLUE}\" stroke-width=\"2.2\"{dashes}/>"
    );
    let gain = if legal.gain == 0 { String::new() } else { format!("{:+}", legal.gain) };
    let hand = |height: f32, colour: &'static str| Hand::plain(height, colour).aligned(Align::Middle);
    let ways = if legal.ways > 1 { format!("{} ways", legal.ways) } else { String::new() };
    if is_roomy {
        return frame
            + &hand(26.0, BLUE).bold().write((0.0, 4.0), &legal.letters)
            + &hand(9.5, INK).write((0.0, 22.0), &legal.cell.to_string())
            + &hand(9.0, GREY).write((0.0, 37.0), &ways)
            + &hand(14.0, INK).bold().write((0.0, -26.0), &gain);
    }
    let letters = &legal.letters;
    if !gain.is_empty() {
        let height =
            |wanted: f32, text: &str| wanted.min(74.0 * wanted / hand(wanted, BLUE).bold().width(text).max(1.0));
        let (upper, lower) = (height(40.0, letters), height(34.0, &gain));
        return frame
            + &hand(upper, BLUE).bold().write((0.0, -2.0), letters)
            + &hand(lower, INK).bold().write((0.0, 36.0), &gain);
    }
    let letters = 46.0_f32.min(74.0 * 46.0 / hand(46.0, BLUE).bold().width(&legal.letters).max(1.0));
    frame + &hand(letters, BLUE).bold().write((0.0, letters / 2.0), &legal.letters)
}

/// A frame around a cell whose corner is 0,0.
fn pointed_svg() -> String {
    let frame = |colour: &str, width: &str| {
        format!(
            "<rect x=\"3\" y=\"3\" width=\"94\" height=\"94\" rx=\"4\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        )
    };
    frame(INK, "6") + &frame("#ffd83d", "3.6")
}

/// The number of a choice around the point 0,0.
fn number_svg(digit: char, is_here: bool) -> String {
    let (fill, ink) = if is_here { ("#c2185b", "#ffffff") } else { ("#ffd83d", INK) };
    let ground = format!(
        "<rect x=\"-10\" y=\"-11.5\" width=\"20\" height=\"23\" rx=\"3\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{}\"/>",
        short(1.4)
    );
    ground + &Hand::plain(14.0, ink).bold().aligned(Align::Middle).write((0.0, 7.0), &digit.to_string())
}
