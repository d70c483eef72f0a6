//! Tiles as the table of components lists them.

use std::collections::{BTreeMap, BTreeSet};

/// What a part of a tile is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Road,
    City,
    Cloister,
    Field,
}

/// A place on the rim: its side, clockwise from north, and 0 for the left half, 1 for the middle, 2 for the right half.
pub(super) type Spot = (usize, usize);

const SIDES: [char; 4] = ['N', 'E', 'S', 'W'];

/// A road, city, cloister or field on one tile.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Part {
    pub kind: Kind,
    pub rim: BTreeSet<Spot>,
    pub pennants: i32,
    /// Of a field, the cities that it borders, by their place in the list of parts.
    pub borders: BTreeSet<usize>,
}

impl Part {
    /// What a player calls it: its kind and the first side, or half for a field, that it reaches.
    pub fn name(&self) -> String {
        let &(side, slot) = match self.rim.first() {
            Some(first) => first,
            None => return "cloister".into(),
        };
        match self.kind {
            Kind::Field => format!("field:{}{}", SIDES[side], if slot == 0 { 'L' } else { 'R' }),
            Kind::Road => format!("road:{}", SIDES[side]),
            _ => format!("city:{}", SIDES[side]),
        }
    }
}

/// A tile turned in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Face {
    pub parts: Vec<Part>,
    /// What a neighbour must agree with on each side.
    pub edges: [Kind; 4],
}

impl Face {
    fn new(parts: Vec<Part>) -> Face {
        let edge = |side| parts.iter().find(|part| part.rim.contains(&(side, 1))).map_or(Kind::Field, |part| part.kind);
        Face { edges: [0, 1, 2, 3].map(edge), parts }
    }

    fn turned(&self, quarters: usize) -> Face {
        let turn = |part: &Part| Part {
            rim: part.rim.iter().map(|&(side, slot)| ((side + quarters) % 4, slot)).collect(),
            ..part.clone()
        };
        Face::new(self.parts.iter().map(turn).collect())
    }

    /// Whether nobody could tell the two apart.
    fn looks_like(&self, other: &Face) -> bool {
        let look = |face: &Face| {
            let rims = |part: &Part| part.borders.iter().map(|&city| face.parts[city].rim.clone()).collect();
            let seen = |part: &Part| (part.kind, part.rim.clone(), part.pennants, rims(part));
            face.parts.iter().map(seen).collect::<BTreeSet<(Kind, BTreeSet<Spot>, i32, BTreeSet<BTreeSet<Spot>>)>>()
        };
        look(self) == look(other)
    }
}

/// One printed tile in all rotations.
#[derive(Clone, Debug)]
pub(super) struct Print {
    pub count: usize,
    pub faces: [Face; 4],
    /// The rotations that look different from all smaller ones.
    pub distinct: Vec<usize>,
}

/// The tiles of the base game by their letters.
#[derive(Clone, Debug)]
pub struct Faces(pub(super) BTreeMap<String, Print>);

impl Faces {
    /// Reads the table of components.
    pub fn base() -> Faces {
        let text = include_str!("../../data/components/base.txt");
        let rows = text.lines().filter(|line| !line.starts_with('#') && !line.starts_with("total"));
        Faces(rows.map(read_row).collect())
    }

    /// How many of each tile there are.
    pub fn counts(&self) -> BTreeMap<&str, usize> {
        self.0.iter().map(|(id, print)| (id.as_str(), print.count)).collect()
    }
}

/// Reads `D | 4 | c[N]; r[WE] | EL WR→N / ER SL SR WL`.
fn read_row(row: &str) -> (String, Print) {
    let columns: Vec<&str> = row.split('|').map(str::trim).collect();
    let [id, count, segments, fields] = columns[..] else { panic!("four columns in `{row}`") };
    let mut parts: Vec<Part> = segments.split(';').map(|words| read_segment(words.trim())).collect();
    for words in fields.split('/').map(str::trim).filter(|words| *words != "–") {
        parts.push(read_field(words, &parts));
    }
    let upright = Face::new(parts);
    let faces = [0, 1, 2, 3].map(|quarters| upright.turned(quarters));
    let is_new = |&turn: &usize| !faces[..turn].iter().any(|smaller| smaller.looks_like(&faces[turn]));
    let distinct = (0..4).filter(is_new).collect();
    (id.into(), Print { count: count.parse().expect("a count"), faces, distinct })
}

fn side_of(letter: char) -> usize {
    SIDES.iter().position(|side| *side == letter).unwrap_or_else(|| panic!("`{letter}` is no side"))
}

/// Reads `c[NW] pennant`, `r[S]` or `cloister`.
fn read_segment(words: &str) -> Part {
    let kind = match words.chars().next() {
        _ if words == "cloister" => Kind::Cloister,
        Some('c') => Kind::City,
        Some('r') => Kind::Road,
        _ => panic!("what is `{words}`?"),
    };
    let slots: &[usize] = if kind == Kind::City { &[0, 1, 2] } else { &[1] };
    let sides = words.split(['[', ']']).nth(1).unwrap_or("");
    let rim = sides.chars().flat_map(|side| slots.iter().map(move |&slot| (side_of(side), slot))).collect();
    Part { kind, rim, pennants: words.ends_with("pennant") as i32, borders: BTreeSet::new() }
}

/// Reads `SL SR→NW`: the cities are named by one side of each.
fn read_field(words: &str, parts: &[Part]) -> Part {
    let (halves, cities) = words.split_once('→').unwrap_or((words, ""));
    let spot = |half: &str| {
        let mut letters = half.chars();
        let side = side_of(letters.next().expect("a side"));
        (side, if letters.next() == Some('L') { 0 } else { 2 })
    };
    let city_at = |side: char| {
        let is_it = |part: &Part| part.kind == Kind::City && part.rim.contains(&(side_of(side), 1));
        parts.iter().position(is_it).unwrap_or_else(|| panic!("no city at {side} in `{words}`"))
    };
    Part {
        kind: Kind::Field,
        rim: halves.split_whitespace().map(spot).collect(),
        pennants: 0,
        borders: cities.chars().map(city_at).collect(),
    }
}
