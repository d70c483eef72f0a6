//! Declarations about the table around the board: tokens, zones, verbs, and how the pile is made. Knows names and
//! numbers, never what is printed on a tile.

use super::{TileId, TokenId, ZoneId};
use crate::table::geometry::Cell;

/// The declaration of a kind of token or card.
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
    /// Whether there is only one in the game, such as a card that passes from player to player.
    pub fn is_single(&self) -> bool {
        self.count == 1 && self.each == 0
    }
}

/// What a zone contains.
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
    /// Returns the word for it in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Holds::Figures => "figures",
            Holds::Tiles => "tiles",
            Holds::Tokens => "tokens",
        }
    }
}

/// The declaration of a zone, which is a place beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ZoneKind {
    /// Its name.
    pub name: String,
    /// Whether every player has one of their own.
    pub owned: bool,
    /// What it contains.
    pub holds: Holds,
    /// The cell whose tile shows it, if it is printed on one.
    pub at: Option<Cell>,
    /// Whether no player may look into it.
    pub hidden: bool,
    /// Whether only its owner may look into it.
    pub private: bool,
    /// Its index among the zones that hold the same. Of the zones for tiles the hands come first; of those for tokens,
    /// the bank together with the players' supplies.
    pub shelf: u8,
}

impl ZoneKind {
    /// Returns the zones that every game has, in the order of [`super::ZoneId::PILE`] and the ids below it.
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

    /// Whether some player may not look into it.
    pub fn is_secret(&self) -> bool {
        self.hidden || self.private
    }
}

/// The declaration of a verb, a word that options begin with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verb {
    /// The word.
    pub name: String,
    /// What choosing it does, in a few words.
    pub about: String,
}

/// Tiles that are drawn before the rest of the pile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnFirst {
    /// These are shuffled among themselves, one entry for each copy. Tiles of the start position are not included.
    pub tiles: Vec<TileId>,
    /// These are drawn after `tiles`, in this order.
    pub last: Vec<TileId>,
}

/// How the pile is made from all tiles when a game starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piling {
    /// The tiles on top, the uppermost pile first.
    pub upper: Vec<DrawnFirst>,
    /// The tiles that are set aside, one entry for each copy.
    pub aside: Vec<TileId>,
    /// The tiles that leave the game, one entry for each copy.
    pub out: Vec<TileId>,
    /// The tiles that start in zones, one entry for each copy. If every player has such a zone, each gets one copy of
    /// every tile and the rest leave the game.
    pub stored: Vec<(ZoneId, Vec<TileId>)>,
    /// The tokens that start in zones: all of a kind that the bank has, or that each player has.
    pub pursed: Vec<(ZoneId, TokenId)>,
}
