//! Whole boards: rulers, legal cells, figures, the last tile, numbers, windows.

use super::*;

const RED: Colour = Colour::new(0xd1332e, 160, 9);
const WHITE: Colour = Colour::new(0xffffff, 231, 15);

fn figure(x: i16, y: i16, spot: Spot, text: &str) -> Figure {
    Figure { cell: Cell::new(x, y), spot, text: text.to_string(), colour: RED, ink: WHITE }
}

fn legal(x: i16, y: i16, letters: &str, ways: u8) -> Legal {
    Legal { cell: Cell::new(x, y), letters: letters.to_string(), ways, ..Legal::default() }
}

/// The start tile with a corner above, a crossing and a bend to the left, and a cloister below.
fn arts() -> Vec<(Cell, TileArt)> {
    let tiles = [("D", 0, 0, 0), ("M", 2, 0, -1), ("X", 0, -1, 0), ("B", 0, 0, 1), ("V", 1, -1, 1)];
    tiles.map(|(id, quarters, x, y)| (Cell::new(x, y), tile(id, quarters))).to_vec()
}

fn sketch(arts: &[(Cell, TileArt)]) -> Sketch<'_> {
    Sketch {
        tiles: arts.iter().map(|(cell, art)| (*cell, art)).collect(),
        figures: vec![
            figure(0, 0, Spot::Segment(1), "R"),
            figure(0, 1, Spot::Segment(0), "R+"),
            figure(0, 1, Spot::Field(0), "B"),
        ],
        legal: vec![legal(1, 0, "a", 1), legal(1, -1, "b", 2)],
        last: Some(Cell::new(0, 1)),
        numbers: vec![(Cell::new(-1, 0), Spot::Field(0), '1'), (Cell::new(-1, 0), Spot::Segment(1), '2')],
        ..Sketch::default()
    }
}

#[test]
fn a_board_in_ascii() {
    let expected = "\
\u{20}      -1        0        1
             . . . . #.       .
             . . . .##
 -1          . . .####  (bx2)
             . .######
             .###*####'       '
    . . | . ..#######..       .
    .1. | . .. . . . .
  0 ----o--2-----R----   (a)
    . . | . .. . . . .
    . . | . .. . . . .'       '
    . . | . .+ . . . +
    . . | . .. ./^\\.B.
  1 ----' . .. .R+]. .
    . . . . .. . . . .
    . . . . .+ . . . +
";
    assert_eq!(Painter::new(palette()).draw(&sketch(&arts()), ASCII), expected);
}

#[test]
fn a_board_without_colour() {
    let expected = "\
\u{20}      -1        0        1
             · · · · ▒┌       ┐
             · · · ·▒▒
 -1          · · ·▒▒▒▒    b×2
             · ·▒▒▒▒▒▒
             ·▒▒▒◆▒▒▒▒└       ┘
    · · ║ · ··▒▒▒▒▒▒▒·┌       ┐
    ·1· ║ · ·· · · · ·
  0 ════╬══2═════R════    a
    · · ║ · ·· · · · ·
    · · ║ · ·· · · · ·└       ┘
    · · ║ · ·┏ · · · ┓
    · · ║ · ·· ·╱▲╲·B·
  1 ════╝ · ·· ·R+▌· ·
    · · · · ·· · · · ·
    · · · · ·┗ · · · ┛
";
    assert_eq!(Painter::new(palette()).draw(&sketch(&arts()), MONO), expected);
}

#[test]
fn a_window_shows_where_it_cuts() {
    let expected = "\
\u{20}      0
       ^
    .#####.
 0 <---R--->
    . . . .
       v
";
    let arts = arts();
    let window = Some((Cell::new(0, 0), Cell::new(0, 0)));
    let look = Look { zoom: Zoom::Overview, ..ASCII };
    assert_eq!(Painter::new(palette()).draw(&Sketch { window, ..sketch(&arts) }, look), expected);
}

#[test]
fn colours_change_nothing_but_colour() {
    let arts = arts();
    let sketch = sketch(&arts);
    let mut painter = Painter::new(palette());
    for zoom in [Zoom::Overview, Zoom::Play, Zoom::Close] {
        let look = |depth| Look { glyphs: Glyphs::Unicode, depth, zoom };
        let full = painter.draw(&sketch, look(Depth::True));
        assert_eq!(full, painter.draw(&sketch, look(Depth::True)));
        // The two greens are the same if there are few colours, so only the number of lines and the text must agree.
        let written = |text: &str| visible(text).replace('▀', " ").lines().map(|l| l.trim_end().to_string()).collect();
        let full: Vec<String> = written(&full);
        assert_eq!(full, written(&painter.draw(&sketch, look(Depth::Ansi256))));
        assert_eq!(full, written(&painter.draw(&sketch, look(Depth::Ansi16))));
        let mono = painter.draw(&sketch, look(Depth::Mono));
        assert_eq!(visible(&mono), painter.draw(&sketch, look(Depth::Plain)));
    }
}

#[test]
fn bright_colours_of_sixteen_bear_black_text() {
    let arts = arts();
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::Ansi16, zoom: Zoom::Play };
    let text = Painter::new(palette()).draw(&sketch(&arts), look);
    assert!(text.contains("101m R "), "{text:?}");
    assert!(!text.contains("97;101m"), "{text:?}");
}

#[test]
fn the_largest_zoom_that_fits_is_chosen_and_else_a_window_around_what_matters() {
    let arts = arts();
    let sketch = sketch(&arts);
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
    let table = [(46, 22, Zoom::Close), (45, 22, Zoom::Play), (34, 16, Zoom::Play), (34, 15, Zoom::Overview)];
    for (columns, lines, zoom) in table {
        assert_eq!(look.fitted(&sketch, (columns, lines)), (zoom, None), "{columns}×{lines}");
    }
    let (zoom, window) = look.fitted(&sketch, (20, 9));
    assert_eq!(zoom, Zoom::Overview);
    let (first, last) = window.unwrap();
    assert_eq!((first, last), (Cell::new(0, 0), Cell::new(1, 1)), "the last tile and a legal cell");
    let text = Painter::new(palette()).draw(&Sketch { window, ..sketch }, Look { zoom, ..look });
    assert!(text.lines().count() <= 9);
    assert!(visible(&text).lines().all(|line| line.chars().count() <= 20));
}
