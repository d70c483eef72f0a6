//! For tests: the looks and tiles of the base game and the river, written as in the list of components.

use bastide_core::{Half, Rotation, Side};

use super::super::{ASCII_LINE, Colour, DOUBLE_LINE, FieldArt, KindStyle, Mark, Palette, SegmentArt, Shape, TileArt};

/// Id, segments (`c` city, `+` with a pennant, `r` road, `w` river, `m` cloister; `*` touches the middle) and fields.
pub(crate) const TILES: &str = "\
B: m | NL NR EL ER SL SR WL WR
A: rS m | NL NR EL ER SL SR WL WR
D: cN rWE | EL WR | ER SL SR WL
C: cNWSE+
S: cNWE+ rS | SL | SR
T: cNWE rS | SL | SR
F: cWE+ | NL NR | SL SR
G: cWE | NL NR | SL SR
N: cNW | SL SR EL ER
M: cNW+ | SL SR EL ER
P: cNW rES | EL SR | ER SL
O: cNW+ rES | EL SR | ER SL
R: cNEW | SL SR
Q: cNEW+ | SL SR
J: cN rES | EL WL WR SR | ER SL
L: cN rE rS rW | WR EL | WL SR | ER SL
K: cN rSW | WR EL ER SL | WL SR
E: cN | WL WR SL SR EL ER
H: cN cS | WL WR EL ER
I: cN cW | EL ER SL SR
X: rN rE rS rW | WR NL | NR EL | ER SL | SR WL
W: rE rS rW | WR NL NR EL | ER SL | SR WL
V: rWS | WR NL NR EL ER SL | SR WL
U: rWE | WR NL NR EL | ER SL SR WL
RV.spring: wE | NL NR EL ER SL SR WL WR
RV.2caps: cN cS wWE | EL WR | ER WL
RV.cap-road: cN* rS* wWE | EL | WR | ER SL | WL SR
RV.cloister-road: rS wWE m | WR NL NR EL | ER SL | WL SR
RV.bridge: rWE wNS | WR NL | NR EL | ER SL | WL SR
RV.curve-corner: cNW wSE | SR EL | ER SL
RV.curve-road: rNE wWS | WR NL ER SL | NR EL | WL SR
R2.city-lake: cE* wW* | NL NR WR | SL SR WL
R2.fork: wWNE | WR NL | NR EL | ER SL SR WL
IC.cloister-2roads: rW rE m | ER SL SR WL | EL NL NR WR
IC.4caps: cN cW cE cS |
IC.2caps-crossing: cN* cS* rW* rE* | ER | WL | EL | WR
IC.cap-road-end: cN* rS* | WL WR SR | EL ER SL
IC.corner-roadE: cNW* rE* | EL | ER SL SR
IC.straight-p-2roads: cEW+* rN* rS* | NL | NR | SL | SR
IC.double-curve: rNW rSE | NL WR | SL ER | NR EL SR WL
TB.bridge: rNS rWE | NL WR | NR EL | SL ER | SR WL
IC.cap-cut: cN | EL ER | WL WR SL SR";

fn rows(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_string).collect()
}

fn kind(shape: Shape, colour: Colour, mono: &str, ascii: &str) -> KindStyle {
    let (mono, ascii) = (rows(mono), rows(ascii));
    KindStyle { shape, colour, border: None, tints: Vec::new(), pixmaps: Vec::new(), mono, ascii }
}

pub(crate) fn palette() -> Palette {
    let city = kind(Shape::Area, Colour::new(0xd8ad72, 179, 3), "▒", "#");
    let knot = Some(Colour::new(0x9a6b3a, 130, 0));
    let road = Shape::Line { width: 10, end: 0, knot };
    let river = Shape::Line { width: 20, end: 18, knot: None };
    let roof = Colour::new(0xb23a2e, 124, 5);
    let white = Colour::new(0xffffff, 231, 15);
    Palette {
        kinds: vec![
            KindStyle { border: Some(Colour::new(0x7a4a22, 94, 0)), ..city },
            kind(road, Colour::new(0xf7f3e6, 230, 15), DOUBLE_LINE, ASCII_LINE),
            kind(river, Colour::new(0x58b0e6, 74, 12), "≈", "~"),
            KindStyle {
                tints: vec![roof, Colour::new(0xf0e6cf, 223, 15), Colour::new(0x141414, 16, 0)],
                pixmaps: ["11 22", ".11. 1111 2222 2332", "..11.. .1111. 111111 222222 223322 223322"].map(rows).into(),
                ..kind(Shape::Building, roof, "╱▲╲ ▐⌂▌", "/^\\ [+]")
            },
        ],
        marks: vec![Mark { glyph: '◆', ascii: '*', fg: white, bg: Colour::new(0x2f5aa8, 25, 4) }],
        ..Palette::default()
    }
}

fn segment(word: &str) -> SegmentArt {
    let style = "crwm".find(&word[..1]).unwrap();
    let sides = word.chars().filter_map(|letter| letter.to_string().parse().ok()).collect();
    let places = word.matches('*').map(str::to_string).collect();
    SegmentArt { style, sides, places, marks: vec![0; word.matches('+').count()], ..SegmentArt::default() }
}

/// The tile described after the colon of a line.
pub(crate) fn art(line: &str) -> TileArt {
    let mut parts = line.split('|');
    let segments = parts.next().unwrap().split_whitespace().map(segment).collect();
    let halves = |part: &str| part.split_whitespace().map(|half| half.parse().unwrap()).collect();
    let fields = parts.map(|part| FieldArt { halves: halves(part), marks: Vec::new() }).collect();
    TileArt { segments, fields, ..TileArt::default() }
}

/// A tile of the list, rotated.
pub(crate) fn tile(id: &str, quarters: usize) -> TileArt {
    let line = TILES.lines().find_map(|line| line.strip_prefix(id)?.strip_prefix(": ")).unwrap();
    turned(art(line), Rotation::from_index(quarters))
}

pub(crate) fn turned(mut art: TileArt, rotation: Rotation) -> TileArt {
    art.turned = rotation;
    for segment in &mut art.segments {
        segment.sides = segment.sides.iter().map(|side: &Side| side.turned(rotation)).collect();
    }
    for field in &mut art.fields {
        field.halves = field.halves.iter().map(|half: &Half| half.turned(rotation)).collect();
    }
    art
}
