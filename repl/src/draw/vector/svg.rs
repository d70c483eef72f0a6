//! The basics of every picture: escaped text, colours, text as strokes, and the frame with its text version.

use bastide_core::language::is_hidden;

use super::font::{self, HEIGHT};
use super::path::short;
use crate::draw::view::{Colour, outline::Point};

/// The background of every picture.
pub const PAPER: &str = "#f4efe2";
/// Text and outlines.
pub const INK: &str = "#2b2520";
/// Less important text.
pub const GREY: &str = "#6b6358";

/// A colour in SVG.
pub fn hex(colour: Colour) -> String {
    let [red, green, blue] = colour.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A line; round ends and joins are set on the whole picture.
pub fn line(data: &str, colour: &str, width: f32) -> String {
    let width = short(width.max(0.2));
    format!("<path d=\"{data}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"/>")
}

/// Escapes a stranger's text for SVG: none of it is markup, and it is valid XML.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(sign),
            _ if is_hidden(sign) => safe.push('\u{fffd}'),
            _ => safe.push(sign),
        }
    }
    safe
}

/// The alignment of a text to its point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Align {
    /// It starts at the point.
    Left,
    /// It is centred on the point.
    Middle,
    /// It ends at the point.
    Right,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub struct Hand<'a> {
    /// The height of a capital letter.
    pub height: f32,
    /// The width of its strokes, relative to the height.
    pub weight: f32,
    /// Its colour.
    pub colour: &'a str,
    /// Its alignment.
    pub align: Align,
}

impl<'a> Hand<'a> {
    /// A plain text that starts at its point.
    pub fn plain(height: f32, colour: &'a str) -> Hand<'a> {
        Hand { height, weight: 0.13, colour, align: Align::Left }
    }

    /// The same with thicker strokes.
    pub fn bold(self) -> Hand<'a> {
        Hand { weight: 0.2, ..self }
    }

    /// The same with this alignment.
    pub fn aligned(self, align: Align) -> Hand<'a> {
        Hand { align, ..self }
    }

    /// The text as strokes; its baseline is at the point.
    pub fn write(self, (x, y): Point, text: &str) -> String {
        let (width, path) = font::strokes(text);
        let scale = self.height / HEIGHT;
        let left = match self.align {
            Align::Left => 0.0,
            Align::Middle => width / 2.0,
            Align::Right => width,
        };
        let data = path.placed((x - left * scale, y - self.height), scale).data();
        if data.is_empty() { data } else { line(&data, self.colour, self.height * self.weight) }
    }

    /// The text as strokes, cut to this width.
    pub fn within(self, at: Point, text: &str, width: f32) -> String {
        let mut shown: String = text.chars().take(80).collect();
        if self.width(&shown) > width {
            while !shown.is_empty() && self.width(&shown) + self.width("...") > width {
                shown.pop();
            }
            shown.push_str("...");
        }
        self.write(at, &shown)
    }

    /// The width of a text.
    pub fn width(self, text: &str) -> f32 {
        font::strokes(text).0 * self.height / HEIGHT
    }
}

/// A complete picture with its title and its text version.
pub fn document((width, height): Point, title: &str, twin: &str, body: &str) -> String {
    let (width, height) = (short(width), short(height));
    let (title, twin) = (escaped(title), escaped(twin));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" role=\"img\" aria-labelledby=\"title twin\">\n<title id=\"title\">{title}</title>\n<desc id=\"twin\">{twin}</desc>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n{body}\n</svg>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_stranger_are_no_markup() {
        assert_eq!(escaped("<b a=\"x\">&'"), "&lt;b a=&quot;x&quot;&gt;&amp;&#39;");
        assert_eq!(escaped("a\u{0}b\u{1b}\u{202e}\u{feff}"), "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn a_text_lies_where_it_is_told_and_is_cut() {
        let hand = Hand::plain(14.0, "#000000");
        assert!(hand.aligned(Align::Right).write((100.0, 14.0), "l").contains("M98.5 0"));
        assert_eq!(hand.write((0.0, 0.0), " "), "");
        let long = "m".repeat(60);
        assert!(hand.within((0.0, 0.0), &long, 100.0).len() < hand.write((0.0, 0.0), &long).len() / 4);
    }
}
