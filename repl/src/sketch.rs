//! From a game to the plain description that boards are drawn from: tiles, figures with letters and colours, legal cells.

use std::collections::BTreeMap;

use bastide_core::catalogue::{FigureKindId, TileId};
use bastide_core::choice::{self as place, Choice, Target};
use bastide_core::feature::{FeatureId, SegmentId};
use bastide_core::figure::{PlayerId, Zone};
use bastide_core::game::Game;
use bastide_core::geometry::{Cell, Rotation};

use crate::answer::options;
use crate::letters::lettered;
use crate::looks::Looks;
use crate::view::{Colour, Figure, Legal, Sketch, Spot, TileArt};

/// The colours of players, the ink on them, and the names that ask for one.
const COLOURS: [(&str, Colour, Colour); 6] = [
    ("red", Colour::new(0xd1332e, 160, 9), WHITE),
    ("blue", Colour::new(0x1f62b5, 25, 4), WHITE),
    ("yellow", Colour::new(0xf4c430, 220, 11), BLACK),
    ("green", Colour::new(0x0f7a3d, 29, 10), WHITE),
    ("black", Colour::new(0x111111, 16, 0), WHITE),
    ("pink", Colour::new(0xe58ac0, 175, 13), BLACK),
];
const WHITE: Colour = Colour::new(0xffffff, 231, 15);
const BLACK: Colour = Colour::new(0x141414, 16, 0);

/// Tiles as they lie, worked out once each.
pub type Arts = BTreeMap<(TileId, Rotation), TileArt>;

/// Works out the tiles that a game shows and that are not known yet.
pub fn gather(game: &Game, looks: &Looks, arts: &mut Arts) {
    for placed in game.state().board.placed() {
        let key = (placed.tile, placed.rotation);
        arts.entry(key).or_insert_with(|| looks.art(game.catalogue(), placed.tile, placed.rotation));
    }
}

/// The board of a game.
pub fn sketch<'a>(game: &Game, arts: &'a Arts) -> Sketch<'a> {
    let state = game.state();
    let placed = state.board.placed();
    let tiles = placed.iter().filter_map(|tile| Some((tile.cell, arts.get(&(tile.tile, tile.rotation))?))).collect();
    let last = placed.last().filter(|_| state.turn.number > 0).map(|tile| tile.cell);
    let (figures, numbers) = (figures(game), numbers(game));
    let legal = lettered(game).into_iter().map(|cell| Legal {
        cell: cell.cell,
        letters: cell.letters,
        ways: cell.rotations.len() as u8,
    });
    Sketch { tiles, figures, legal: legal.collect(), last, numbers, ..Sketch::default() }
}

/// The figures on the board, with the letters and colours of their owners.
fn figures(game: &Game) -> Vec<Figure> {
    let standing = game.state().figures.iter().filter_map(|figure| match figure.zone {
        Zone::Segment(at) => Some((figure, at)),
        _ => None,
    });
    let drawn = standing.map(|(figure, at)| {
        let (cell, spot) = spot(game, at);
        let name = game.catalogue().figure(figure.kind).name.chars();
        if figure.owner == PlayerId::NOBODY {
            return Figure { cell, spot, text: name.take(2).collect(), colour: WHITE, ink: BLACK };
        }
        let (colour, ink) = colours(game, figure.owner);
        let mut text = letter(game, figure.owner).to_string();
        text.extend(name.take(1).filter(|_| figure.kind != FigureKindId(0)));
        Figure { cell, spot, text, colour, ink }
    });
    drawn.collect()
}

/// Where a segment is drawn.
pub fn spot(game: &Game, segment: SegmentId) -> (Cell, Spot) {
    let placed = game.state().board.tile(game.state().features.placed(segment));
    let index = (segment.0 - placed.base) as usize;
    let strokes = game.catalogue().tile(placed.tile).face.segments.len();
    let spot = if index < strokes { Spot::Segment(index) } else { Spot::Field(index - strokes) };
    (placed.cell, spot)
}

/// The segments that may be deployed on, by the numbers of their options, as far as one digit goes.
fn numbers(game: &Game) -> Vec<(Cell, Spot, char)> {
    let mut numbers: Vec<(Cell, Spot, char)> = Vec::new();
    for (choice, digit) in options(game).into_iter().zip('1'..='9') {
        if let Some(at) = aims_at(game, choice) {
            let (cell, spot) = spot(game, at);
            if !numbers.iter().any(|(other, there, _)| (*other, *there) == (cell, spot)) {
                numbers.push((cell, spot, digit));
            }
        }
    }
    numbers
}

/// The segment that an option is about.
fn aims_at(game: &Game, choice: Choice) -> Option<SegmentId> {
    match choice {
        Choice::Deploy(_, at) => Some(at),
        Choice::Score(FeatureId(oldest)) => Some(SegmentId(oldest)),
        Choice::Do(_, target) => match target {
            Target::Segment(at) => Some(at),
            Target::Figure(figure) => match game.state().figure(figure).zone {
                Zone::Segment(at) => Some(at),
                _ => None,
            },
            Target::KindAt(_, place::Spot::Segment(at)) => Some(at),
            Target::Feature(FeatureId(oldest)) => Some(SegmentId(oldest)),
            _ => None,
        },
        _ => None,
    }
}

/// The letter of a player: the first of the name that nobody before has, or the number of the seat.
pub fn letter(game: &Game, PlayerId(seat): PlayerId) -> char {
    let mut taken: Vec<char> = Vec::new();
    for (i, name) in game.setup().players().iter().enumerate() {
        let upper = name.chars().filter_map(|sign| sign.to_uppercase().next());
        let own = upper.filter(|sign| sign.is_ascii_alphabetic()).find(|sign| !taken.contains(sign));
        let own = own.unwrap_or_else(|| char::from_digit(i as u32 + 1, 10).unwrap_or('?'));
        if i == seat as usize {
            return own;
        }
        taken.push(own);
    }
    '?'
}

/// The colour of a player and the ink on it: as the name asks, else the first that nobody's name asks for.
pub fn colours(game: &Game, PlayerId(seat): PlayerId) -> (Colour, Colour) {
    let named = |name: &String| COLOURS.iter().position(|(colour, ..)| name.to_lowercase() == *colour);
    let players = game.setup().players();
    let asked: Vec<Option<usize>> = players.iter().map(named).collect();
    let free: Vec<usize> = (0..COLOURS.len()).filter(|i| !asked.contains(&Some(*i))).collect();
    let before = asked.iter().take(seat as usize).filter(|asked| asked.is_none()).count();
    let own = asked.get(seat as usize).copied().flatten();
    let index = own.or_else(|| free.get(before).copied()).unwrap_or(seat as usize % COLOURS.len());
    let (_, colour, ink) = COLOURS[index];
    (colour, ink)
}
