//! What can be pointed at now, as plain data: the cells for the tile in hand, the options, and where each is on the board.
//! Made by looking at the open decision, so every set's questions are in it. Knows no screen.

use bastide_core::{Cell, Choice, Game, Place, Rotation, Side, TileId};

use crate::draw::sketch::aims_at;
use crate::draw::view::Spot;
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, Way, lettered};
use crate::game::shorthand;
use crate::tell::choices;

/// The options with a digit of their own.
const DIGITS: usize = 9;

/// What can be done now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The cells where a tile can be placed; for purists, all free cells in all rotations.
    pub places: Vec<Lettered>,
    /// Everything else, in the order of its numbers.
    pub options: Vec<Item>,
    /// The number that is asked for: it is typed, and the options that are numbers are not pointed at.
    pub field: Option<Field>,
}

/// A number that a question asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The verb of the answer.
    pub verb: String,
    /// Which numbers make sense, in words.
    pub range: String,
    least: i64,
    most: i64,
}

impl Field {
    fn of(game: &Game) -> Option<Field> {
        let amounts = game.decision()?.topic().amounts?;
        let verb = game.catalogue().verbs[amounts.verb.0 as usize].name.clone();
        let range = choices::range(game).unwrap_or_default();
        Some(Field { verb, range, least: amounts.least.into(), most: amounts.most.into() })
    }

    /// Whether digits are such a number, or the beginning of one.
    pub fn may_become(&self, digits: &str) -> bool {
        digits.parse().is_ok_and(|number: i64| number <= self.most)
    }

    /// The words that answer with these digits.
    pub fn words(&self, digits: &str) -> Option<String> {
        let number: i64 = digits.parse().ok()?;
        (self.least..=self.most).contains(&number).then(|| format!("{} {number}", self.verb))
    }
}

/// An option that is not a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The option.
    pub choice: Choice,
    /// The key for it: its number, or `-` to pass.
    pub key: String,
    /// Where it is on the board; if nowhere, it is only in the list.
    pub at: Option<(Cell, Spot)>,
}

/// What is pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// Nothing: there is nothing to do.
    #[default]
    Nowhere,
    /// A cell, by number, and one of the ways to place a tile there.
    Place(usize, usize),
    /// An option, by number.
    Option(usize),
}

impl Model {
    /// What the open decision of a game offers. If nothing is to be told, every free cell can be pointed at.
    pub fn of(game: &Game, assist: Assist) -> Model {
        let item = |(choice, number): (Choice, usize)| Item {
            choice,
            key: if choice == Choice::Pass { "-".into() } else { number.to_string() },
            at: aims_at(game, choice),
        };
        let places = if assist == Assist::None { free(game) } else { lettered(game) };
        let options = shorthand::with_numbers(game).into_iter().map(item).collect();
        Model { places, options, field: Field::of(game) }
    }

    /// Everything that can be pointed at, in order; a cell only once.
    pub fn all(&self) -> impl Iterator<Item = Cursor> + '_ {
        let places = (0..self.places.len()).map(|place| Cursor::Place(place, 0));
        places.chain((0..self.options.len()).filter(|option| self.is_pointed_at(*option)).map(Cursor::Option))
    }

    /// Whether an option has a row of its own: a number that is typed has none.
    pub fn is_pointed_at(&self, option: usize) -> bool {
        self.field.is_none() || self.options.get(option).is_some_and(|option| option.choice == Choice::Pass)
    }

    /// What is chosen at a cursor.
    pub fn choice(&self, cursor: Cursor) -> Option<Choice> {
        match cursor {
            Cursor::Nowhere => None,
            Cursor::Place(place, way) => Some(self.places.get(place)?.ways.get(way)?.choice),
            Cursor::Option(option) => Some(self.options.get(option)?.choice),
        }
    }

    /// The way to place a tile at a cursor.
    pub fn way(&self, cursor: Cursor) -> Option<(&Lettered, &Way)> {
        let Cursor::Place(place, way) = cursor else { return None };
        let place = self.places.get(place)?;
        Some((place, place.ways.get(way)?))
    }

    /// The cell of the board at a cursor.
    pub fn cell(&self, cursor: Cursor) -> Option<Cell> {
        match cursor {
            Cursor::Nowhere => None,
            Cursor::Place(place, _) => Some(self.places.get(place)?.cell),
            Cursor::Option(option) => Some(self.options.get(option)?.at?.0),
        }
    }

    /// A cell, with the tile turned as it was if it fits so.
    pub fn place(&self, place: usize, turned: Option<Turned>) -> Cursor {
        let ways = self.places.get(place).map_or(&[][..], |place| &place.ways);
        let way = turned.and_then(|turned| ways.iter().position(|way| Turned::of(way) == turned));
        Cursor::Place(place, way.unwrap_or(0))
    }

    /// The next way to place a tile on the same cell.
    pub fn turned(&self, cursor: Cursor, is_back: bool) -> Cursor {
        match cursor {
            Cursor::Place(place, way) => {
                let ways = self.places.get(place).map_or(1, |place| place.ways.len()).max(1);
                Cursor::Place(place, (way + if is_back { ways - 1 } else { 1 }) % ways)
            }
            other => other,
        }
    }

    /// The next thing in order, or the one before.
    pub fn next(&self, cursor: Cursor, is_back: bool) -> Cursor {
        let all: Vec<Cursor> = self.all().collect();
        let alike = |other: &Cursor| match (cursor, *other) {
            (Cursor::Place(one, _), Cursor::Place(other, _)) => one == other,
            (one, other) => one == other,
        };
        let Some(at) = all.iter().position(alike) else { return all.first().copied().unwrap_or_default() };
        all[(at + if is_back { all.len() - 1 } else { 1 }) % all.len()]
    }

    /// Whether arrow keys move over the board: there are cells, or options on several tiles.
    pub fn is_spread(&self) -> bool {
        let mut cells = self.options.iter().filter_map(|option| option.at).map(|at| at.0);
        let first = cells.next();
        !self.places.is_empty() || cells.any(|cell| Some(cell) != first)
    }

    /// What an arrow key leads to. `at` says where something is on the board, in columns and lines.
    pub fn beside(&self, cursor: Cursor, side: Side, at: impl Fn(Cursor) -> Option<(i32, i32)>) -> Cursor {
        let is_on_board = |cursor: Cursor| self.cell(cursor).is_some();
        if !self.is_spread() {
            return self.next(cursor, matches!(side, Side::N | Side::W));
        }
        if !is_on_board(cursor) {
            // Below the board is the list: up leads back.
            let next = self.next(cursor, matches!(side, Side::N | Side::W));
            let last = self.all().filter(|other| is_on_board(*other)).last();
            return if is_on_board(next) { last.filter(|_| side == Side::N).unwrap_or(next) } else { next };
        }
        // Without a picture of the board there is only an order.
        let Some(from) = at(cursor) else { return self.next(cursor, matches!(side, Side::N | Side::W)) };
        if matches!(side, Side::E | Side::W) {
            return self.along(cursor, side == Side::W, at);
        }
        let far = |to: (i32, i32)| {
            // A character is about twice as high as wide.
            let (right, down) = (to.0 - from.0, 2 * (to.1 - from.1));
            let ahead = if side == Side::N { -down } else { down };
            (ahead > 0).then(|| ahead + 3 * right.abs())
        };
        let others = self.all().filter(|other| is_on_board(*other));
        let best = others.filter_map(|other| Some((far(at(other)?)?, other))).min_by_key(|(far, _)| *far);
        let listed = || self.all().find(|other| side == Side::S && !is_on_board(*other));
        best.map(|(_, other)| other).or_else(listed).unwrap_or(cursor)
    }

    /// The next thing to the right or to the left, row after row as one reads: so everything on the board is reached,
    /// also what lies in the same place.
    fn along(&self, cursor: Cursor, is_back: bool, at: impl Fn(Cursor) -> Option<(i32, i32)>) -> Cursor {
        let mut row: Vec<Cursor> = self.all().filter(|other| self.cell(*other).is_some()).collect();
        row.sort_by_key(|other| (self.cell(*other).map(|cell| cell.y), at(*other)));
        let here = row.iter().position(|other| *other == Model::whole(cursor));
        let step = if is_back { row.len().saturating_sub(1) } else { 1 };
        here.and_then(|here| row.get((here + step) % row.len())).copied().unwrap_or(cursor)
    }

    /// A cell however the tile is turned.
    fn whole(cursor: Cursor) -> Cursor {
        match cursor {
            Cursor::Place(place, _) => Cursor::Place(place, 0),
            other => other,
        }
    }

    /// What is pointed at first: the option that earns the most, one of the best cells, or the cell nearest to one. What
    /// would be spent by a hasty Enter is not: if a player may pass, only figures that are deployed come before that.
    pub fn start(&self, near: Option<Cell>, best: Vec<Cell>, points: impl Fn(usize) -> i32) -> Cursor {
        let far = |cell: Cell| {
            let near = near.unwrap_or(Cell::new(0, 0));
            let away = |one: i16, other: i16| (i32::from(one) - i32::from(other)).pow(2);
            away(cell.x, near.x) + away(cell.y, near.y)
        };
        let far = |cell: Cell| (!best.contains(&cell), far(cell));
        let nearest = (0..self.places.len()).min_by_key(|place| far(self.places[*place].cell));
        let pointed = || (0..self.options.len()).filter(|option| self.is_pointed_at(*option));
        let pass = pointed().find(|option| self.options[*option].choice == Choice::Pass);
        let place = nearest.filter(|_| pass.is_none()).map(|place| Cursor::Place(place, 0));
        // Of several that earn the same, the first.
        let earns = pointed().filter(|option| points(*option) > 0 && nearest.is_none());
        let earns = earns.min_by_key(|option| (std::cmp::Reverse(points(*option)), *option));
        let deployed = pointed().find(|option| matches!(self.options[*option].choice, Choice::Deploy(..)));
        let option = earns.or(deployed).or(pass).or_else(|| pointed().next());
        place.or(option.map(Cursor::Option)).unwrap_or_default()
    }

    /// The options on one part of the board.
    pub fn options_at(&self, at: (Cell, Spot)) -> Vec<usize> {
        (0..self.options.len()).filter(|option| self.options[*option].at == Some(at)).collect()
    }

    /// The sign on the board for each place of an option: the digit of the first one there, or a dot.
    pub fn signs(&self, dot: char) -> Vec<(Cell, Spot, char)> {
        let mut signs: Vec<(Cell, Spot, char)> = Vec::new();
        for (option, number) in self.options.iter().zip(1_u32..) {
            let Some((cell, spot)) = option.at else { continue };
            if !signs.iter().any(|sign| (sign.0, sign.1) == (cell, spot)) {
                let digit = char::from_digit(number, 10).filter(|_| number as usize <= DIGITS);
                signs.push((cell, spot, digit.unwrap_or(dot)));
            }
        }
        signs
    }
}

/// The free cells of the board, with every rotation of the tiles in hand, whether they fit there or not.
fn free(game: &Game) -> Vec<Lettered> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let tiles = decision.tiles();
    let says_tile = decision.options().any(|choice| matches!(choice, Choice::Play(..)));
    let way = |tile: TileId, place: Place| Way {
        choice: if says_tile { Choice::Play(tile, place) } else { Choice::Place(place) },
        rotation: place.rotation,
        label: place.rotation.to_string(),
    };
    let ways = |cell: Cell| {
        let turned = |tile: &TileId| {
            let tile = *tile;
            game.catalogue().rotations(tile).map(move |rotation| way(tile, Place { cell, rotation }))
        };
        Lettered { letters: String::new(), cell, ways: tiles.iter().flat_map(turned).collect() }
    };
    let mut cells: Vec<Cell> = match tiles.is_empty() {
        true => Vec::new(),
        false => game.state().board.open_cells().map(|(cell, _)| cell).collect(),
    };
    cells.sort_unstable();
    cells.into_iter().map(ways).collect()
}

/// How a tile is turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turned {
    tile: Option<TileId>,
    rotation: Rotation,
}

impl Turned {
    /// How a tile lies in one way to place it.
    pub fn of(way: &Way) -> Turned {
        Turned { tile: way.choice.place().and_then(|(tile, _)| tile), rotation: way.rotation }
    }
}

#[cfg(test)]
mod tests;
