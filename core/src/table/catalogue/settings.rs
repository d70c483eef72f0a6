//! The settings of the turn loop, which manifests may choose.

/// What happens to a tile that fits nowhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stuck {
    /// It leaves the game.
    #[default]
    Discard,
    /// It is shuffled into the pile again after another tile was found.
    Return,
}

/// Which player starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum First {
    /// The first seat.
    #[default]
    Seat,
    /// A random player.
    Random,
    /// The players decide.
    Ask,
}

/// The order in which features that one tile completes are scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScoringOrder {
    /// By the order of their kinds, then oldest first.
    #[default]
    Fixed,
    /// The active player decides.
    Ask,
}

/// The settings of the turn loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// What happens to a tile that fits nowhere.
    pub stuck: Stuck,
    /// Which player starts.
    pub first: First,
    /// The order in which completed features are scored.
    pub order: ScoringOrder,
    /// The number of tiles in each player's hand. With 0 or 1, a tile is drawn when it is placed.
    pub hand: u8,
}

impl Settings {
    /// Whether players hold tiles from turn to turn.
    #[inline]
    pub fn has_hands(&self) -> bool {
        self.hand > 1
    }
}
