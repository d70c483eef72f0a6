//! Who leads: weights by player, and the players with the highest. Knows nothing about what they lead.

use crate::table::catalogue::MAX_PLAYERS;
use crate::table::figure::PlayerId;

/// The weight of each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weights([u16; MAX_PLAYERS]);

impl Weights {
    /// Adds a figure of a player.
    #[inline]
    pub fn add(&mut self, player: PlayerId, weight: u16) {
        // Figures without an owner count for no player.
        if let Some(own) = self.0.get_mut(player.0 as usize) {
            *own = own.saturating_add(weight);
        }
    }

    /// Adds all weights of another list.
    pub fn add_all(&mut self, other: &Weights) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(theirs);
        }
    }

    /// Returns the weight of a player.
    pub fn of(&self, player: PlayerId) -> u16 {
        self.0[player.0 as usize]
    }

    /// Returns the players with a weight above 0.
    #[inline]
    pub fn present(&self) -> impl Iterator<Item = (PlayerId, u16)> + '_ {
        self.0.iter().enumerate().filter(|(_, weight)| **weight > 0).map(|(i, &weight)| (PlayerId(i as u8), weight))
    }

    /// Returns the players with the highest weight, all of them on a tie; nobody if all weights are 0.
    #[inline]
    pub fn leaders(&self) -> Players {
        let most = self.0.iter().copied().fold(1, u16::max);
        let bit = |(player, &weight): (usize, &u16)| ((weight == most) as u8) << player;
        Players(self.0.iter().enumerate().map(bit).sum())
    }
}

/// A set of players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Players(u8);

impl Players {
    /// Adds a player.
    #[inline]
    pub fn insert(&mut self, player: PlayerId) {
        self.0 |= 1 << player.0;
    }

    /// Removes a player.
    pub fn remove(&mut self, player: PlayerId) {
        self.0 &= !(1 << player.0);
    }

    /// Removes all other players.
    pub fn retain(&mut self, player: PlayerId) {
        self.0 &= 1 << player.0;
    }

    /// Whether a player is in the set.
    pub fn contains(self, player: PlayerId) -> bool {
        self.0 >> player.0 & 1 == 1
    }

    /// Adds all players of another set.
    pub fn insert_all(&mut self, others: Players) {
        self.0 |= others.0;
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the players in seat order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = PlayerId> {
        (0..MAX_PLAYERS as u8).filter(move |player| self.0 >> player & 1 == 1).map(PlayerId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_who_weigh_most_lead_and_nobody_leads_an_empty_feature() {
        let mut weights = Weights::default();
        assert!(weights.leaders().is_empty());
        weights.add(PlayerId(2), 1);
        weights.add(PlayerId(0), 2);
        assert_eq!(weights.leaders().iter().collect::<Vec<_>>(), [PlayerId(0)]);
        weights.add(PlayerId(2), 1);
        assert_eq!(weights.leaders().iter().collect::<Vec<_>>(), [PlayerId(0), PlayerId(2)]);
    }
}
