//! What a game is played with: the sets, their rules, the players. Shared by all games of one table.

use crate::catalogue::Catalogue;
use crate::rulebook::{Printed, Rulebook};
use crate::turn::Rules;

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
