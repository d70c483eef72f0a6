//! What a game is played with: the sets, their rules, the players. Shared by all games of one table.

use crate::catalogue::Catalogue;
use crate::rulebook::{Printed, Rulebook};
use crate::turn::Rules;
use crate::words::Refusal;

/// What a game is played with.
pub struct Setup {
    catalogue: Catalogue,
    book: Box<dyn Rulebook>,
    players: Vec<String>,
    lab: bool,
}

impl Setup {
    /// Names the players and decides whether it is a lab.
    pub fn new(catalogue: Catalogue, players: Vec<String>, lab: bool) -> Setup {
        Setup { catalogue, book: Box::new(Printed), players, lab }
    }

    /// The same with one option set otherwise.
    pub fn with_option(&self, _name: &str, _value: &str) -> Result<Setup, Refusal> {
        Err(Refusal("not yet".into()))
    }

    /// The same with one more tile, drawn in strokes.
    pub fn with_tile(&self, _id: &str, _strokes: &[[&str; 2]]) -> Result<Setup, Refusal> {
        Err(Refusal("not yet".into()))
    }

    /// What the manifests declared.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The names of the players, in the order of play.
    pub fn players(&self) -> &[String] {
        &self.players
    }

    /// Whether any position may be set up.
    pub fn is_lab(&self) -> bool {
        self.lab
    }

    /// What the turn loop plays by.
    #[inline]
    pub fn rules(&self) -> Rules<'_> {
        Rules { catalogue: &self.catalogue, book: &*self.book }
    }
}
