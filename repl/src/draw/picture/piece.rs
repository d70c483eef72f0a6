//! Figures and counters as small drawings around a point. Their looks are data; figures without one get a plain shape.

use std::sync::LazyLock;

use super::tile::NOBODY;
use crate::draw::vector::{
    art::{Art, Drawing},
    path::short,
    svg::{Align, Hand, INK, hex, line},
};
use crate::draw::view::{Colour, Mark};

/// The default size of a figure.
pub const SIZE: f32 = 27.0;
/// At most this many copies of a counter are stacked.
const MAX_STACKED: u8 = 6;

/// The shape of figures without a drawing.
static PLAIN: LazyLock<Art> = LazyLock::new(|| {
    let shape = "owner M50 6C62 6 68 15 66 26L88 39C97 45 93 57 84 57L68 56L83 84C87 92 83 96 75 96L60 96L50 80L40 96L25 96\
                 C17 96 13 92 17 84L32 56L16 57C7 57 3 45 12 39L34 26C32 15 38 6 50 6Z";
    Art::read(shape, |_| Err(String::new())).unwrap_or_default()
});

/// A figure to draw.
pub struct Piece<'a> {
    /// The look of its kind.
    pub look: Option<&'a Drawing>,
    /// The colour of its owner, and a legible colour on it.
    pub colours: [Colour; 2],
    /// The letters on it.
    pub letters: String,
    /// Whether it is lying.
    pub lies: bool,
}

impl Piece<'_> {
    /// The figure as SVG, around the point 0,0.
    pub fn svg(&self) -> String {
        let size = self.look.and_then(|look| look.size).unwrap_or(SIZE);
        let art = self.look.map(|look| &look.art).filter(|art| !art.is_empty()).unwrap_or(&PLAIN);
        let corner = (-size / 2.0, -size / 2.0);
        let rim = art.outline(corner, size);
        let edge = |colour: &str, width: f32| {
            let width = short(width);
            format!("<path d=\"{rim}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
        };
        let body = edge("#ffffff", 5.0) + &edge(INK, 2.6) + &art.svg(corner, size, self.colours);
        let body = if self.lies { format!("<g transform=\"rotate(90)\">{body}</g>") } else { body };
        let height = if self.letters.chars().count() > 1 { 6.4 } else { 8.6 } * size / SIZE;
        let ink = hex(self.colours[1]);
        let hand = Hand::plain(height, &ink).bold().aligned(Align::Middle);
        let low = if self.lies { 0.5 } else { 0.62 };
        body + &hand.write((0.0, height * low), &self.letters)
    }
}

/// Tokens around the point 0,0: their drawing, or else a round piece with their letter; the number if there are several.
pub fn token_piece(look: Option<&Drawing>, mark: &Mark, n: u16) -> String {
    if let Some(look) = look.filter(|look| !look.art.is_empty()) {
        let size = look.size.unwrap_or(SIZE);
        let one = || look.art.svg((-size / 2.0, -size / 2.0), size, NOBODY);
        return if n == 1 { one() } else { counted(Some(look), n.min(99) as u8) };
    }
    let text = if n == 1 { mark.ascii.to_string() } else { format!("{}{n}", mark.ascii) };
    let circle = format!("<circle r=\"9\" fill=\"{}\" stroke=\"{INK}\" stroke-width=\"1.2\"/>", hex(mark.bg));
    circle + &Hand::plain(9.0, &hex(mark.fg)).bold().aligned(Align::Middle).write((0.0, 3.5), &text)
}

/// An end of a link around the point 0,0: two arrows in a circle, and its number below if the other end is on another tile.
pub fn link_end(number: Option<usize>) -> String {
    let circle = format!("<circle r=\"7\" fill=\"{INK}\" stroke=\"#ffffff\" stroke-width=\"1.2\"/>");
    let arrows = line("M-4 -1.8H4L2 -4M4 1.8H-4L-2 4", "#ffffff", 1.2);
    let hand = Hand::plain(8.0, INK).bold().aligned(Align::Middle);
    let number = number.map_or(String::new(), |number| hand.write((0.0, 14.5), &number.to_string()));
    circle + &arrows + &number
}

/// A counter around the point 0,0: copies above one another, with the number at the top.
pub fn counted(look: Option<&Drawing>, n: u8) -> String {
    let (mut svg, mut top) = (String::new(), 0.0);
    if let Some(look) = look.filter(|look| !look.art.is_empty()) {
        let size = look.size.unwrap_or(SIZE);
        for number in 0..n.min(MAX_STACKED) {
            top = -look.rise * f32::from(number);
            svg += &look.art.svg((-size / 2.0, top - size / 2.0), size, NOBODY);
        }
    }
    let badge = format!(
        "<circle cx=\"0\" cy=\"{}\" r=\"7.5\" fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"1.2\"/>",
        short(top)
    );
    let hand = Hand::plain(8.0, INK).bold().aligned(Align::Middle);
    svg + &badge + &hand.write((0.0, top + 4.0), &n.to_string())
}
