//! From the `look` tables of the manifests to the palette that boards are drawn with. What says nothing about its look gets
//! a plain one by the part of a side that it takes.

use bastide_core::catalogue::Catalogue;
use bastide_core::manifest::{Look, Recipe};
use bastide_core::tile::Edge;

use crate::view::{ASCII_LINE, Colour, DOUBLE_LINE, KindStyle, Mark, Palette, Shape};

/// A table of a manifest.
type Table = toml::Table;
/// A value of a manifest.
type Value = toml::Value;

/// The most rows of a small picture, and the most signs of a row.
const MOST: usize = 32;

/// The palette of a game: kinds and marks by their numbers in the catalogue.
pub fn palette(recipe: &Recipe, catalogue: &Catalogue) -> Palette {
    let looks: Vec<&Look> = recipe.expansions.iter().flat_map(|portion| portion.expansion.looks()).collect();
    let empty = Table::new();
    let table = |section: &str, name: &str| {
        let found = looks.iter().rev().find(|look| look.section == section && look.name == name);
        found.map_or(&empty, |look| &look.table)
    };
    let kinds = catalogue.kinds.iter().map(|kind| style(table("kinds", &kind.name), kind.edge)).collect();
    let marks = catalogue.tags.iter().map(|tag| mark(table("tags", tag), tag)).collect();
    Palette { kinds, marks, ..Palette::default() }
}

fn style(look: &Table, edge: Edge) -> KindStyle {
    let plain = plain(edge);
    let shape = match (text(look, "shape"), edge) {
        (Some("area"), _) | (None, Edge::Side) => Shape::Area,
        (Some("building"), _) | (None, Edge::None) => Shape::Building,
        _ => {
            let size = |key: &str, usual: u8| {
                look.get(key)
                    .and_then(Value::as_integer)
                    .and_then(|n| u8::try_from(n).ok())
                    .filter(|n| *n <= 50)
                    .unwrap_or(usual)
            };
            Shape::Line { width: size("width", 10), end: size("end", 0), knot: colour(look, "knot") }
        }
    };
    let rows_or =
        |key: &str, usual: Vec<String>| Some(rows(look.get(key))).filter(|rows| !rows.is_empty()).unwrap_or(usual);
    let list = |key: &str| look.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    KindStyle {
        shape,
        colour: colour(look, "colour").unwrap_or(plain.colour),
        border: colour(look, "border"),
        tints: list("tints").iter().take(9).filter_map(as_colour).collect(),
        pixmaps: list("pixmaps").iter().take(9).map(|picture| rows(Some(picture))).collect(),
        mono: rows_or("mono", plain.mono),
        ascii: rows_or("ascii", plain.ascii),
    }
}

/// The look of a kind of which nothing is said.
fn plain(edge: Edge) -> KindStyle {
    let (shape, colour, mono, ascii) = match edge {
        Edge::Side => (Shape::Area, Colour::new(0xd8ad72, 179, 3), "▒", "#"),
        Edge::Middle => {
            (Shape::Line { width: 10, end: 0, knot: None }, Colour::new(0xf7f3e6, 230, 15), DOUBLE_LINE, ASCII_LINE)
        }
        Edge::None => (Shape::Building, Colour::new(0xb23a2e, 124, 5), "▣", "@"),
    };
    let (tints, pixmaps) = (Vec::new(), Vec::new());
    KindStyle { shape, colour, border: None, tints, pixmaps, mono: vec![mono.into()], ascii: vec![ascii.into()] }
}

fn mark(look: &Table, name: &str) -> Mark {
    let sign = |key: &str, usual: char| {
        text(look, key).and_then(|text| text.chars().next()).filter(|sign| !sign.is_control()).unwrap_or(usual)
    };
    let ascii = sign("ascii", name.chars().next().filter(char::is_ascii).unwrap_or('*'));
    Mark {
        glyph: sign("glyph", '◆'),
        ascii: if ascii.is_ascii_graphic() { ascii } else { '*' },
        fg: colour(look, "fg").unwrap_or(Colour::new(0xffffff, 231, 15)),
        bg: colour(look, "bg").unwrap_or(Colour::new(0x555555, 240, 8)),
    }
}

fn text<'a>(look: &'a Table, key: &str) -> Option<&'a str> {
    look.get(key).and_then(Value::as_str)
}

/// A word, or a list of them, without anything that would move a cursor.
fn rows(value: Option<&Value>) -> Vec<String> {
    let clean = |text: &str| text.chars().filter(|sign| !sign.is_control()).take(MOST).collect::<String>();
    match value {
        Some(Value::String(text)) => vec![clean(text)],
        Some(Value::Array(list)) => list.iter().take(MOST).filter_map(Value::as_str).map(clean).collect(),
        _ => Vec::new(),
    }
}

fn colour(look: &Table, key: &str) -> Option<Colour> {
    look.get(key).and_then(as_colour)
}

/// `"rrggbb"`, or `["rrggbb", number of 256, number of 16]` where the poorer ones were chosen by hand.
fn as_colour(value: &Value) -> Option<Colour> {
    let rgb = |value: &Value| u32::from_str_radix(value.as_str()?, 16).ok().filter(|rgb| *rgb <= 0xff_ffff);
    let number = |value: &Value| u8::try_from(value.as_integer()?).ok();
    match value {
        Value::Array(list) => match &list[..] {
            [full, many, few] => Some(Colour::new(rgb(full)?, number(many)?, number(few)?)),
            _ => None,
        },
        full => rgb(full).map(Colour::from_rgb),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_is_read_and_nonsense_falls_back_to_a_plain_one() {
        let look: Table = "shape = \"area\"\ncolour = [\"d8ad72\", 179, 3]\nmono = \"x\"".parse().unwrap();
        let read = style(&look, Edge::Middle);
        assert_eq!(
            (read.shape, read.colour, read.mono),
            (Shape::Area, Colour::new(0xd8ad72, 179, 3), vec!["x".into()])
        );
        let odd: Table = "shape = 3\ncolour = [1]\nmono = []\nascii = \"\\u001b\"\nwidth = 999".parse().unwrap();
        let read = style(&odd, Edge::Middle);
        assert_eq!(read.shape, Shape::Line { width: 10, end: 0, knot: None });
        assert_eq!(read.colour, plain(Edge::Middle).colour);
    }
}
