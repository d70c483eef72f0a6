//! A whole game as a moving picture, a frame for each turn: the board as it grows, and the points below it.

use bastide_core::{Cell, FigureKindId, Game, Unchosen};

use super::frames::{Frame, frames};
use super::live::{LEGIBLE, PAPER};
use super::sprites::{Canvas, Sprites};
use super::stage::{Item, Stage, corner, meadow, small};
use crate::draw::graphics::Moving;
use crate::draw::looks::Looks;
use crate::draw::vector::svg::{Align, GREY, Hand, INK};
use crate::draw::view::outline::Point;

/// How a film is made.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Pixels of the longer side of the board, at the most.
    pub size: u16,
    /// Milliseconds for each turn.
    pub pause: u16,
}

/// Pixels around the board, and of the lines below it.
const MARGIN: usize = 12;
const CAPTION: usize = 64;
/// Tiles are not larger, however few there are, and not smaller, however many.
const SIDES: std::ops::RangeInclusive<usize> = 6..=100;
/// The last frame is shown so much longer than the others, in hundredths of a second.
const LAST: u16 = 400;

/// The film as GIF; `None` if `goes_on` stopped it. It is told how many frames are drawn, and of how many.
pub fn film(
    game: &Game,
    looks: &Looks,
    plan: Plan,
    mut goes_on: impl FnMut(usize, usize) -> bool,
) -> Result<Option<Result<Vec<u8>, String>>, Unchosen> {
    let mut stage = Stage::new(looks);
    let frames = frames(game, &mut stage)?;
    let mut set = Set::new(game, stage, plan.size);
    let mut moving = Moving::default();
    for (number, frame) in frames.iter().enumerate() {
        let Some(canvas) = set.drawn(game, frame) else { return Ok(None) };
        let is_last = number + 1 == frames.len();
        moving.add(canvas.raster(), plan.pause / 10 + if is_last { LAST } else { 0 });
        if !goes_on(number + 1, frames.len()) {
            return Ok(None);
        }
    }
    Ok(Some(moving.gif()))
}

/// Where a film is drawn.
struct Set {
    stage: Stage,
    sprites: Sprites,
    items: Vec<Item>,
    first: Point,
    side: usize,
    size: (usize, usize),
}

impl Set {
    fn new(game: &Game, stage: Stage, size: u16) -> Set {
        let cells = || game.state().board.placed().iter().map(|placed| placed.cell);
        let range = |of: fn(Cell) -> i16| (cells().map(of).min().unwrap_or(0), cells().map(of).max().unwrap_or(0));
        let ((left, right), (top, bottom)) = (range(|cell| cell.x), range(|cell| cell.y));
        let span = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1) as usize;
        let (across, down) = (span(left, right), span(top, bottom));
        let side = (usize::from(size) / across.max(down)).clamp(*SIDES.start(), *SIDES.end());
        let size = ((across * side).max(320) + 2 * MARGIN, down * side + 2 * MARGIN + CAPTION);
        Set { stage, sprites: Sprites::default(), items: Vec::new(), first: corner(Cell::new(left, top)), side, size }
    }

    fn scale(&self) -> f32 {
        self.side as f32 / 100.0
    }

    fn drawn(&mut self, game: &Game, frame: &Frame) -> Option<Canvas> {
        self.items.retain(|item| !frame.gone.contains(item));
        self.items.extend(frame.come.iter().copied());
        let mut canvas = Canvas::new(self.size, PAPER)?;
        self.tiles(&mut canvas);
        if let Some(at) = frame.last.map(|last| self.place(last)) {
            let scale = self.scale();
            self.sprites.put(&mut canvas, "last", at, scale, || super::board::last_mark((0.0, 0.0)));
        }
        self.pieces(&mut canvas);
        canvas.draw(&self.caption(game, frame), (0.0, (self.size.1 - CAPTION) as f32), 1.0);
        Some(canvas)
    }

    fn place(&self, (x, y): Point) -> Point {
        let along = |at: f32, first: f32| MARGIN as f32 + (at - first) * self.scale();
        (along(x, self.first.0), along(y, self.first.1))
    }

    fn tiles(&mut self, canvas: &mut Canvas) {
        for item in self.items.iter().filter(|item| item.is_tile) {
            let (at, stage) = (self.place(item.at), &self.stage);
            let at = (at.0.round() as usize, at.1.round() as usize);
            self.sprites.put_tile(canvas, &item.symbol.to_string(), at, self.side, || {
                stage.face(&[meadow((0.0, 0.0)).as_str(), stage.symbol(item.symbol)].concat())
            });
        }
    }

    /// Everything on the tiles. On small tiles, figures are larger than they are.
    fn pieces(&mut self, canvas: &mut Canvas) {
        let scale = self.scale().max(LEGIBLE.min(2.0 * self.scale()));
        for item in self.items.iter().filter(|item| !item.is_tile) {
            let (at, stage) = (self.place(item.at), &self.stage);
            self.sprites.put(canvas, &item.symbol.to_string(), at, scale, || stage.symbol(item.symbol).to_string());
        }
    }

    /// The turn, and each player with the points.
    fn caption(&mut self, game: &Game, frame: &Frame) -> String {
        let middle = self.size.0 as f32 / 2.0;
        let mut svg = Hand::plain(9.0, GREY).aligned(Align::Middle).write((middle, 12.0), &frame.name);
        let room = (self.size.0 - 2 * MARGIN) as f32 / game.setup().players().len().max(1) as f32;
        for player in game.state().players() {
            let seat = usize::from(player.0);
            let left = MARGIN as f32 + room * seat as f32;
            let symbol = self.stage.figure_of(game, FigureKindId(0), player, false);
            svg += &format!("<defs><g id=\"s{symbol}\">{}</g></defs>", self.stage.symbol(symbol));
            svg += &small(symbol, (left + 14.0, 38.0), 26.0);
            let points = frame.points.get(seat).copied().unwrap_or_default().to_string();
            let hand = Hand::plain(13.0, INK).bold();
            svg += &hand.write((left + 32.0, 44.0), &points);
            let after = 40.0 + hand.width(&points);
            svg += &Hand::plain(9.0, INK).within((left + after, 43.0), game.player_name(player), room - after - 4.0);
        }
        svg
    }
}
