//! How the turn loop behaves where manifests may choose.

/// What happens to a tile that fits nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stuck {
    /// It leaves the game.
    #[default]
    Discard,
    /// It is mixed into the pile again once another tile was found.
    Return,
}

/// Who begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The first seat.
    #[default]
    Seat,
    /// Whoever the generator says.
    Random,
    /// Whoever the table says.
    Ask,
}

/// In which order features that one tile completes are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoringOrder {
    /// By the order of their kinds, then the older first.
    #[default]
    Fixed,
    /// As the active player says.
    Ask,
}

/// How the turn loop itself behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What happens to a tile that fits nowhere.
    pub stuck: Stuck,
    /// Who begins.
    pub first: First,
    /// In which order completed features are scored.
    pub order: ScoringOrder,
    /// How many tiles each player holds; up to 1, a tile is drawn when it is to be placed.
    pub hand: u8,
}

impl Settings {
    /// Whether players hold tiles from turn to turn.
    #[inline]
    pub fn has_hands(&self) -> bool {
        self.hand > 1
    }
}
