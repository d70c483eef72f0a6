//! What players and the bank have beside figures.

use super::State;
use crate::catalogue::{Catalogue, TokenId};
use crate::figure::PlayerId;
use crate::majority::Players;

impl State {
    /// How many tokens of a kind a player has.
    pub fn tokens(&self, player: PlayerId, kind: TokenId) -> u16 {
        self.tokens[self.token_index(player, kind)]
    }

    /// How many tokens of a kind lie in the bank.
    pub fn banked(&self, kind: TokenId) -> u16 {
        self.tokens(PlayerId::NOBODY, kind)
    }

    /// Changes how many tokens of a kind a player, or the bank, has.
    pub fn set_tokens(&mut self, player: PlayerId, kind: TokenId, n: u16) {
        let place = self.token_index(player, kind);
        self.tokens[place] = n;
    }

    /// Who has the most tokens of a kind; nobody if nobody has any.
    pub fn most(&self, kind: TokenId) -> Players {
        let most = self.players().map(|player| self.tokens(player, kind)).max().unwrap_or(0);
        let mut lead = Players::default();
        for player in self.players().filter(|&player| most > 0 && self.tokens(player, kind) == most) {
            lead.insert(player);
        }
        lead
    }

    fn token_index(&self, player: PlayerId, kind: TokenId) -> usize {
        let kinds = self.tokens.len() / (self.players as usize + 1);
        player.0.min(self.players) as usize * kinds + kind.0 as usize
    }
}

/// What the players and the bank have when a game begins, kind by kind.
pub(super) fn bank(catalogue: &Catalogue, players: usize) -> Vec<u16> {
    let each = catalogue.tokens.iter().map(|token| token.each);
    let bank = catalogue.tokens.iter().map(|token| token.count);
    std::iter::repeat_n(each, players).flatten().chain(bank).collect()
}
