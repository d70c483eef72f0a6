//! How the board of a checked game grows: random boards stay small and round, so bugs that need long ones would never
//! be found. Knows cells, never rules.

use bastide_core::{Cell, Chance, Choice, Game};

use crate::bot::Bot;

/// The shape of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// None: every option is equally likely.
    Random,
    /// As close together as possible, so that some tiles fit nowhere.
    Compact,
    /// As far east as possible.
    East,
    /// As far south as possible.
    South,
    /// As far north-west as possible.
    Diagonal,
    /// Around a hole as large as the tiles can enclose.
    Ring,
    /// A row with teeth.
    Comb,
}

/// The distance from one tooth of a comb to the next.
const COMB_PITCH: i32 = 4;
/// One choice in this many is random, so that everything is chosen sometimes.
const ANY_ONE_IN: u32 = 24;

impl Shape {
    /// The shapes in the order in which games use them.
    pub const ALL: [Shape; 9] = [
        Shape::Compact,
        Shape::Random,
        Shape::East,
        Shape::Random,
        Shape::South,
        Shape::Ring,
        Shape::Random,
        Shape::Comb,
        Shape::Diagonal,
    ];

    /// The shape of the game with this seed.
    pub fn of(seed: u64) -> Shape {
        Shape::ALL[(seed % Shape::ALL.len() as u64) as usize]
    }
}

/// A player that gives the board a shape and otherwise chooses at random.
pub struct Shaper {
    shape: Shape,
    chance: Chance,
    best: Vec<Choice>,
}

impl Shaper {
    /// A player with this random seed.
    pub fn new(shape: Shape, seed: u64) -> Shaper {
        Shaper { shape, chance: Chance::new(seed), best: Vec::new() }
    }

    /// A penalty for a cell: the lowest is chosen.
    fn distance(&self, game: &Game, cell: Cell, spine: bool) -> i32 {
        let (x, y) = (cell.x as i32, cell.y as i32);
        match self.shape {
            Shape::Random => 0,
            Shape::Compact => -(game.state().board.neighbours(cell) as i32),
            Shape::East => -x,
            Shape::South => -y,
            Shape::Diagonal => x + y,
            Shape::Ring => {
                let radius = game.catalogue().tile_count() as i32 / 8;
                (x.abs().max((y + radius).abs()) - radius).abs()
            }
            Shape::Comb if spine => y.abs() * 1000 - x,
            Shape::Comb if x.rem_euclid(COMB_PITCH) == 0 => -y,
            Shape::Comb => 1000,
        }
    }
}

impl Bot for Shaper {
    fn choose(&mut self, game: &Game) -> Option<Choice> {
        let decision = game.decision()?;
        let any = decision.get(self.chance.below(decision.len() as u32) as usize);
        if self.shape == Shape::Random || decision.tiles().is_empty() || self.chance.below(ANY_ONE_IN) == 0 {
            return any;
        }
        let spine = self.chance.below(2) == 0;
        let mut least = i32::MAX;
        self.best.clear();
        for choice in decision.options() {
            let Some((_, place)) = choice.place() else { continue };
            let distance = self.distance(game, place.cell, spine);
            if distance < least {
                least = distance;
                self.best.clear();
            }
            if distance == least {
                self.best.push(choice);
            }
        }
        let among = self.best.len() as u32;
        if among == 0 { any } else { self.best.get(self.chance.below(among) as usize).copied() }
    }

    fn reseed(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
    }
}

/// The width or height of a board, whichever is greater.
pub fn extent(game: &Game) -> usize {
    let cells = game.state().board.placed().iter().map(|placed| placed.cell);
    let across = |of: fn(Cell) -> i16| {
        let (least, most) = (cells.clone().map(of).min(), cells.clone().map(of).max());
        least.zip(most).map_or(0, |(least, most)| (most - least) as usize + 1)
    };
    across(|cell| cell.x).max(across(|cell| cell.y))
}
