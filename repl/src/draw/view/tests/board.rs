//! Whole boards: rulers, legal cells, figures, the last tile, numbers, windows.

use super::*;

const RED: Colour = Colour::new(0xd1332e, 160, 9);
const WHITE: Colour = Colour::new(0xffffff, 231, 15);

fn figure(x: i16, y: i16, spot: Spot, text: &str) -> Figure {
    Figure { cell: Cell::new(x, y), spot, text: text.to_string(), colour: RED, ink: WHITE, is_owned: true }
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
    . . | . .. ./^\\_B_
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
    · · ║ · ·· ·╱▲╲▂B▂
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
    for zoom in Zoom::ALL {
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
    assert!(text.contains("101m ") && text.contains("30mR"), "{text:?}");
    assert!(!text.contains("97;101m") && !text.contains("97mR"), "{text:?}");
}

#[test]
fn what_does_not_matter_may_lie_outside_a_larger_zoom() {
    let far = tile("U", 0);
    let arts = arts();
    let mut sketch = sketch(&arts);
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
    // A whole board that is easy to read comes before larger tiles.
    sketch.tiles.extend((2..4).map(|x| (Cell::new(-x, 0), &far)));
    assert_eq!(look.fitted(&sketch, (40, 18), Zoom::Close), Some(Zoom::Overview));
    sketch.tiles.extend((4..30).map(|x| (Cell::new(-x, 0), &far)));
    assert_eq!(look.fitted(&sketch, (40, 18), Zoom::Close), Some(Zoom::Play));
    let window = look.window(&sketch, (40, 18), None).unwrap();
    let places = look.places(&Sketch { window: Some(window), ..sketch.clone() }).unwrap();
    for cell in [Cell::new(1, 0), Cell::new(1, -1), Cell::new(0, 1)] {
        let (column, line) = places.of(cell).unwrap();
        assert_eq!(places.at(column + 9, line + 4), Some(cell));
    }
    assert_eq!((places.of(Cell::new(-20, 0)), places.at(0, 0)), (None, None));
    // Another player's move far away matters too.
    sketch.recent = vec![Cell::new(-20, 0)];
    assert_eq!(look.fitted(&sketch, (40, 18), Zoom::Close), None);
    assert_eq!(look.fitted(&sketch, (60, 18), Zoom::Close), Some(Zoom::Map));
}

#[test]
fn roads_stay_visible_however_small_a_tile_is() {
    let road = Colour::new(0xf7f3e6, 230, 15);
    let tiles = [("U", 0), ("U", 1), ("V", 0), ("V", 1), ("V", 2), ("V", 3), ("D", 0), ("D", 2), ("X", 0)];
    for (id, quarters, zoom) in tiles.into_iter().flat_map(|(id, n)| [(id, n, Zoom::Small), (id, n, Zoom::Map)]) {
        let art = tile(id, quarters);
        let sketch = Sketch { tiles: vec![(Cell::new(0, 0), &art)], ..Sketch::default() };
        let look = Look { glyphs: Glyphs::Unicode, depth: Depth::Ansi256, zoom };
        let text = Painter::new(palette()).draw(&sketch, look);
        let code = format!(";5;{}", road.ansi256);
        assert!(text.contains(&code), "{id} {quarters} {zoom:?}: {text:?}");
    }
}

#[test]
fn the_smallest_tiles_in_ascii() {
    let small = "\
\u{20}    -1    0    1
         . . #.b  .
 -1      .#*##'x2 '
    .1| ..###..a  .
  0 --o-2--R--'   '
    . | .+R+_B
  1 --' .+[+]+
";
    let arts = arts();
    let sketch = sketch(&arts);
    let drawn = |zoom: Zoom| Painter::new(palette()).draw(&sketch, Look { zoom, ..ASCII });
    assert_eq!(drawn(Zoom::Small), small);
    let map = drawn(Zoom::Map);
    assert_eq!(map.lines().count(), 4, "{map}");
    assert!(map.contains(['a', 'b']) && map.contains('R') && map.contains('#'), "{map}");
}

#[test]
fn the_largest_zoom_that_fits_is_chosen_and_else_a_window_around_what_matters() {
    let arts = arts();
    let sketch = sketch(&arts);
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
    let table = [
        (46, 22, Zoom::Close),
        (45, 22, Zoom::Play),
        (34, 16, Zoom::Play),
        (34, 15, Zoom::Overview),
        (21, 9, Zoom::Small),
        (10, 4, Zoom::Map),
    ];
    for (columns, lines, zoom) in table {
        assert_eq!(look.fitted(&sketch, (columns, lines), Zoom::Close), Some(zoom), "{columns}×{lines}");
        assert_eq!(Look { zoom, ..look }.window(&sketch, (columns, lines), None), None, "{columns}×{lines}");
    }
    assert_eq!(look.fitted(&sketch, (46, 22), Zoom::Overview), Some(Zoom::Overview));
    assert_eq!(look.fitted(&sketch, (9, 4), Zoom::Close), None);
    let zoom = Zoom::Overview;
    let window = Look { zoom, ..look }.window(&sketch, (20, 9), None);
    let (first, last) = window.unwrap();
    assert_eq!((first, last), (Cell::new(0, 0), Cell::new(1, 1)), "the last tile and a legal cell");
    let text = Painter::new(palette()).draw(&Sketch { window, ..sketch }, Look { zoom, ..look });
    assert!(text.lines().count() <= 9);
    assert!(visible(&text).lines().all(|line| line.chars().count() <= 20));
}

#[test]
fn on_the_smallest_tiles_what_belongs_to_nobody_is_not_hidden_by_others() {
    let arts = arts();
    let on_cloister = |text: &str, is_owned: bool| Figure { is_owned, ..figure(0, 1, Spot::Segment(0), text) };
    let figures = vec![on_cloister("R", true), on_cloister("R", true), on_cloister("B", true), on_cloister("F", false)];
    let sketch = Sketch { figures, numbers: Vec::new(), last: None, ..sketch(&arts) };
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Map };
    let drawn = Painter::new(palette()).draw(&sketch, look);
    assert!(drawn.contains('F') && drawn.contains('B') && !drawn.contains('R'), "{drawn}");
}

#[test]
fn who_lies_on_a_field_is_seen_on_the_smallest_tiles_too() {
    let arts = arts();
    let on_cloister = |spot: Spot| Sketch {
        figures: vec![figure(0, 1, spot, "B")],
        numbers: Vec::new(),
        last: None,
        ..sketch(&arts)
    };
    let (lying, standing) = (on_cloister(Spot::Field(0)), on_cloister(Spot::Segment(0)));
    let drawn = |sketch: &Sketch, look: Look| Painter::new(palette()).draw(sketch, look);
    let plain = Look { zoom: Zoom::Map, ..ASCII };
    assert!(drawn(&lying, plain).contains("_B"), "{}", drawn(&lying, plain));
    assert!(!drawn(&standing, plain).contains("_B"), "{}", drawn(&standing, plain));
    let underlined = [
        (Depth::Ansi16, "4;30;101mB"),
        (Depth::Ansi256, "4;38;5;231;48;5;160mB"),
        (Depth::True, "4;38;2;255;255;255;48;2;209;51;46mB"),
    ];
    for (depth, code) in underlined {
        let look = Look { glyphs: Glyphs::Unicode, depth, zoom: Zoom::Map };
        let (lying, standing) = (drawn(&lying, look), drawn(&standing, look));
        assert!(lying.contains(code) && !standing.contains(code), "{lying:?} {standing:?}");
    }
}

#[test]
fn names_of_places_are_told_apart_on_small_tiles() {
    let arts = arts();
    let names = vec![(Cell::new(0, 0), "castle".to_string()), (Cell::new(0, 1), "cathedral".to_string())];
    let sketch = Sketch { names, figures: Vec::new(), numbers: Vec::new(), ..sketch(&arts) };
    let drawn = |look: Look| visible(&Painter::new(palette()).draw(&sketch, look));
    let blocks = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Small };
    for text in [drawn(blocks), drawn(Look { zoom: Zoom::Small, ..ASCII })] {
        assert!(text.contains("cas.") && text.contains("cat."), "{text}");
    }
}

#[test]
fn black_is_not_bold_among_sixteen_colours() {
    let arts = arts();
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::Ansi16, zoom: Zoom::Map };
    let text = Painter::new(palette()).draw(&sketch(&arts), look);
    // Many terminals show bold black as grey: the letters of players would be lost.
    assert!(!text.contains("1;30;"), "{text:?}");
}
