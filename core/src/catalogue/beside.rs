//! What manifests declare of the table around the board: tokens, places beside it, words that options begin with, and how
//! the pile is made. Knows names and numbers, never what is printed on a tile.

use super::TileId;

/// What is declared of one kind of token or card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenKind {
    /// Its name.
    pub name: String,
    /// How many lie in the bank when the game begins.
    pub count: u16,
    /// How many each player begins with.
    pub each: u16,
}

impl TokenKind {
    /// Whether the whole game has one of it: a card that passes from player to player.
    pub fn is_single(&self) -> bool {
        self.count == 1 && self.each == 0
    }
}

/// What is declared of a place beside the board that holds figures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneKind {
    /// Its name.
    pub name: String,
    /// Whether every player has one.
    pub owned: bool,
}

/// What is declared of a word that options begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verb {
    /// The word.
    pub name: String,
    /// What choosing it does, in a few words.
    pub about: String,
}

/// Tiles that are drawn before the rest of the pile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Upper {
    /// Mixed among themselves, an entry for each copy; those of the start are not among them.
    pub tiles: Vec<TileId>,
    /// Drawn after those, in this order.
    pub last: Vec<TileId>,
}

/// How the pile is made from all tiles when a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piling {
    /// What lies on top, the uppermost first.
    pub upper: Vec<Upper>,
    /// What is set aside, an entry for each copy.
    pub aside: Vec<TileId>,
    /// What leaves the game, an entry for each copy.
    pub out: Vec<TileId>,
}
