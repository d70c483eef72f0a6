//! What lies outside the visible part of a board: by direction, with its letters, and as a small map. Knows cells, never
//! pixels.

use bastide_core::Cell;

use crate::draw::view::{Line, Look, Palette, Sketch};
use crate::io::prose::width;

/// The maximum number of columns of a small map.
const MAP_COLUMNS: usize = 24;

/// The visible part of a board: its first and its last cell.
pub type Window = (Cell, Cell);

/// In which direction a cell lies outside a window; `None` if it is inside.
pub fn direction(cell: Cell, (first, last): Window) -> Option<&'static str> {
    let side = |value: i16, first: i16, last: i16| (value > last) as i8 - (value < first) as i8;
    Some(match (side(cell.x, first.x, last.x), side(cell.y, first.y, last.y)) {
        (0, 0) => return None,
        (0, -1) => "north",
        (1, -1) => "north-east",
        (1, 0) => "east",
        (1, 1) => "south-east",
        (0, _) => "south",
        (-1, 1) => "south-west",
        (_, 0) => "west",
        _ => "north-west",
    })
}

/// All directions, clockwise.
const DIRECTIONS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// What is written on the cells of a sketch: their letters, and the numbers of choices.
pub fn labels(sketch: &Sketch) -> Vec<(Cell, String)> {
    let lettered = sketch.legal.iter().map(|legal| (legal.cell, legal.letters.clone()));
    let numbers = sketch.numbers.iter().filter(|(.., digit)| digit.is_ascii_digit());
    lettered.chain(numbers.map(|(cell, _, digit)| (*cell, digit.to_string()))).collect()
}

/// The letters and numbers outside a window by direction: `north: a b c`. If they take more than a line, neighbours are
/// shortened to `a-c`.
pub fn named(labels: &[(Cell, String)], window: Window, columns: usize) -> Vec<String> {
    let full = by_direction(labels, window, false);
    let full = packed(&full, columns);
    if full.len() < 2 { full } else { packed(&by_direction(labels, window, true), columns) }
}

/// The letters in each direction, as words that must not be separated from their direction.
fn by_direction(labels: &[(Cell, String)], window: Window, is_short: bool) -> Vec<Vec<String>> {
    let is_number = |label: &str| label.starts_with(|sign: char| sign.is_ascii_digit());
    let of = |wanted: &str| {
        let is_there = |cell: Cell| direction(cell, window) == Some(wanted);
        let there = labels.iter().enumerate().filter(|(_, (cell, _))| is_there(*cell));
        let there: Vec<(usize, &str)> = there.map(|(number, (_, label))| (number, label.as_str())).collect();
        let follows = |one: &(usize, &str), next: &(usize, &str)| {
            one.0 + 1 == next.0 && is_number(one.1) == is_number(next.1) && are_neighbours(one.1, next.1)
        };
        let runs = there.chunk_by(|one, next| is_short && follows(one, next));
        let words = runs.map(|run| match run {
            [(_, first), .., (_, last)] if run.len() > 2 => format!("{first}-{last}"),
            run => run.iter().map(|(_, letters)| *letters).collect::<Vec<_>>().join(" "),
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| [vec![format!("{wanted}:")], words].concat())
    };
    DIRECTIONS.into_iter().filter_map(of).collect()
}

/// Whether one label follows the other; numbers may have gaps.
fn are_neighbours(one: &str, next: &str) -> bool {
    match (one.parse::<usize>(), next.parse::<usize>()) {
        (Ok(one), Ok(next)) => one + 1 == next,
        _ => true,
    }
}

/// Directions on as few lines as possible; each line that continues a direction names it again.
fn packed(directions: &[Vec<String>], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for words in directions {
        let [head, letters @ ..] = &words[..] else { continue };
        let mut is_begun = false;
        for word in letters {
            let (gap, start) = if is_begun { (" ", String::new()) } else { ("   ", format!("{head} ")) };
            match lines.last_mut() {
                Some(line) if width(line) + gap.len() + width(&start) + width(word) <= columns => {
                    *line += &format!("{gap}{start}{word}");
                }
                _ => lines.push(format!("{head} {word}")),
            }
            is_begun = true;
        }
    }
    lines
}

/// A small map of the whole board: what is visible is solid, the rest is shaded, and `+` marks cells outside where a
/// tile can be placed.
pub fn map(sketch: &Sketch, window: Window, palette: &Palette, look: Look, lines: usize) -> Vec<Line> {
    let tiles = || sketch.tiles.iter().map(|tile| tile.0);
    let cells = || tiles().chain(sketch.legal.iter().map(|legal| legal.cell));
    let (Some(left), Some(right)) = (cells().map(|cell| cell.x).min(), cells().map(|cell| cell.x).max()) else {
        return Vec::new();
    };
    let (Some(top), Some(bottom)) = (cells().map(|cell| cell.y).min(), cells().map(|cell| cell.y).max()) else {
        return Vec::new();
    };
    let span = |from: i16, to: i16| (i32::from(to) - i32::from(from) + 1).max(1) as usize;
    // A character is about twice as high as wide.
    let scale = span(left, right).div_ceil(MAP_COLUMNS).max(span(top, bottom).div_ceil(2 * lines.max(1))).max(1);
    let (wide, high) = (span(left, right).div_ceil(scale), span(top, bottom).div_ceil(2 * scale));
    let place = |cell: Cell| (span(top, cell.y) - 1) / (2 * scale) * wide + (span(left, cell.x) - 1) / scale;
    let mut signs = vec![(' ', false); wide * high];
    let is_seen = |cell: Cell| direction(cell, window).is_none();
    let [seen, unseen] = if look.is_ascii() { ['#', '.'] } else { ['█', '░'] };
    for cell in tiles() {
        let sign = &mut signs[place(cell)].0;
        *sign = if is_seen(cell) || *sign == seen { seen } else { unseen };
    }
    for cell in sketch.legal.iter().map(|legal| legal.cell).filter(|cell| !is_seen(*cell)) {
        signs[place(cell)] = ('+', true);
    }
    let line = |row: &[(char, bool)]| {
        let mark = |line: Line, &(sign, is_letter): &(char, bool)| {
            let colour = if is_letter { palette.letter } else { palette.grey };
            line.ink(&sign.to_string(), colour)
        };
        row.iter().fold(Line::default(), mark)
    };
    signs.chunks(wide).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::view::{Depth, Glyphs, Legal, Zoom};

    fn legal(x: i16, y: i16, letters: &str) -> Legal {
        Legal { cell: Cell::new(x, y), letters: letters.into(), ways: 1, ..Legal::default() }
    }

    fn sketch() -> Sketch<'static> {
        let cells = [(0, -3), (1, -3), (2, -3), (9, 0), (0, 1), (-5, 1), (-5, 9)];
        let legal = cells.into_iter().zip('a'..).map(|((x, y), letter)| legal(x, y, &letter.to_string()));
        Sketch { legal: legal.collect(), ..Sketch::default() }
    }

    const WINDOW: Window = (Cell { x: -1, y: -1 }, Cell { x: 3, y: 3 });

    #[test]
    fn what_cannot_be_seen_is_named_by_its_direction() {
        assert_eq!(named(&labels(&sketch()), WINDOW, 80), ["north: a b c   east: d   south-west: g   west: f"]);
        assert_eq!(named(&labels(&sketch()), WINDOW, 20), ["north: a-c   east: d", "south-west: g", "west: f"]);
        assert_eq!(direction(Cell::new(0, 1), WINDOW), None);
        let mut numbers = labels(&sketch());
        numbers.extend([9, 10, 11, 13].map(|number: usize| (Cell::new(20, 0), number.to_string())));
        assert_eq!(named(&numbers, WINDOW, 30)[..2], ["north: a-c   east: d 9-11 13", "south-west: g   west: f"]);
    }

    #[test]
    fn a_small_map_shows_where_there_are_cells_outside() {
        let look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
        let map = map(&sketch(), WINDOW, &Palette::default(), look, 6);
        let text: Vec<String> = map.iter().map(|line| line.text(look)).collect();
        assert_eq!(text[0], "  ++   +", "{text:?}");
        assert!(text.len() <= 6 && text.iter().all(|line| line.len() <= MAP_COLUMNS), "{text:?}");
    }
}
