//! What manifests declare of the table around the board: tokens, places beside it, words that options begin with, and how
//! the pile is made. Knows names and numbers, never what is printed on a tile.

use super::{TileId, TokenId, ZoneId};

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

/// What lies in a place beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Holds {
    /// Figures.
    #[default]
    Figures,
    /// Tiles.
    Tiles,
    /// Tokens.
    Tokens,
}

impl Holds {
    /// What lies there, in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Figures => "figures",
            Holds::Tiles => "tiles",
            Holds::Tokens => "tokens",
        }
    }
}

/// What is declared of a place beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneKind {
    /// Its name.
    pub name: String,
    /// Whether every player has one.
    pub owned: bool,
    /// What lies there.
    pub holds: Holds,
    /// Whether nobody may look.
    pub hidden: bool,
    /// Whether only its owner may look.
    pub private: bool,
    /// Its place among those that hold the same: of tiles the hands come first, of tokens the bank with what players have.
    pub shelf: u8,
}

impl ZoneKind {
    /// The places that every game has, in the order of [`super::ZoneId::PILE`] and the ids below it.
    pub(super) fn common() -> [ZoneKind; 5] {
        let tiles = |name: &str| ZoneKind { name: name.into(), holds: Holds::Tiles, ..ZoneKind::default() };
        let pile = ZoneKind { hidden: true, ..tiles("pile") };
        let hand = ZoneKind { owned: true, private: true, ..tiles("hand") };
        let bank = ZoneKind { name: "bank".into(), holds: Holds::Tokens, ..ZoneKind::default() };
        [pile, tiles("aside"), tiles("out"), hand, bank]
    }

    /// Whether it holds tiles.
    pub fn holds_tiles(&self) -> bool {
        self.holds == Holds::Tiles
    }

    /// Whether it holds figures.
    pub fn holds_figures(&self) -> bool {
        self.holds == Holds::Figures
    }

    /// Whether it holds tokens.
    pub fn holds_tokens(&self) -> bool {
        self.holds == Holds::Tokens
    }

    /// Whether someone may not look.
    pub fn is_secret(&self) -> bool {
        self.hidden || self.private
    }
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
    /// What lies in places of their own at first, an entry for each copy. Where every player has such a place, each gets one copy of
    /// every tile and the rest leaves the game.
    pub stored: Vec<(ZoneId, Vec<TileId>)>,
    /// The tokens that lie in places of their own at first: all of a kind that the bank has, or that each player has.
    pub pursed: Vec<(ZoneId, TokenId)>,
}
