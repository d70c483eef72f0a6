//! Tokens: how many of each kind the players, the bank and zones have, and which are on the board.

use super::State;
use crate::table::catalogue::{Catalogue, TokenId, ZoneId};
use crate::table::figure::PlayerId;
use crate::table::log::Handover;
use crate::table::majority::Players;
use crate::table::stack::{Holder, Mark, Shelf};

impl State {
    /// Returns the number of tokens of a kind that a player has.
    pub fn tokens(&self, player: PlayerId, kind: TokenId) -> u16 {
        self.tokens[self.token_index(0, player, kind)]
    }

    /// Returns the number of tokens of a kind in the bank.
    pub fn banked(&self, kind: TokenId) -> u16 {
        self.tokens(PlayerId::NOBODY, kind)
    }

    /// Returns the number of tokens of a kind at a place.
    pub fn tokens_at(&self, catalogue: &Catalogue, at: impl Into<Holder>, kind: TokenId) -> u16 {
        match at.into() {
            Holder::Shelf(Shelf { zone, owner }) => {
                self.tokens[self.token_index(catalogue.zone(zone).shelf, owner, kind)]
            }
            on => self.marks.iter().find(|mark| mark.on == on && mark.token == kind).map_or(0, |mark| mark.n),
        }
    }

    /// Returns the tokens on the board.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Returns the kinds of tokens at a place, with the number of each.
    pub fn tokens_held(&self, catalogue: &Catalogue, at: Holder) -> Vec<(TokenId, u16)> {
        match at {
            Holder::Shelf(shelf) => self.purse(catalogue, shelf).collect(),
            on => self.marks.iter().filter(|mark| mark.on == on).map(|mark| (mark.token, mark.n)).collect(),
        }
    }

    /// Returns the kinds of tokens at a place, with the number of each.
    pub fn purse(&self, catalogue: &Catalogue, at: Shelf) -> impl Iterator<Item = (TokenId, u16)> + use<'_> {
        let first = self.token_index(catalogue.zone(at.zone).shelf, at.owner, TokenId(0));
        let row = self.tokens.get(first..first + catalogue.tokens.len()).unwrap_or_default();
        (0..).map(TokenId).zip(row.iter().copied()).filter(|(_, n)| *n > 0)
    }

    /// Returns the number of tokens of all kinds at a place.
    pub fn count_tokens(&self, catalogue: &Catalogue, at: Shelf) -> usize {
        self.purse(catalogue, at).map(|(_, n)| n as usize).sum()
    }

    /// Returns the total number of tokens of a kind, wherever they are.
    pub fn all_tokens(&self, kind: TokenId) -> usize {
        let kinds = self.token_kinds;
        let marks = self.marks.iter().filter(|mark| mark.token == kind).map(|mark| mark.n as usize);
        let beside = self.tokens.iter().skip(kind.0 as usize).step_by(kinds.max(1) as usize).map(|n| *n as usize);
        beside.chain(marks).sum()
    }

    /// Sets the number of tokens of a kind at a place.
    pub fn set_tokens(&mut self, catalogue: &Catalogue, at: impl Into<Holder>, kind: TokenId, n: u16) {
        match at.into() {
            Holder::Shelf(Shelf { zone, owner }) => {
                let place = self.token_index(catalogue.zone(zone).shelf, owner, kind);
                self.tokens[place] = n;
            }
            on => self.set_mark(Mark { on, token: kind, n }),
        }
    }

    fn set_mark(&mut self, new: Mark) {
        let found = self.marks.iter().position(|mark| mark.on == new.on && mark.token == new.token);
        match found {
            Some(place) if new.n == 0 => drop(self.marks.remove(place)),
            Some(place) => self.marks[place] = new,
            None if new.n > 0 => self.marks.push(new),
            None => {}
        }
    }

    /// Removes all tokens of a kind, wherever they are, for a lab.
    pub fn clear_tokens(&mut self, kind: TokenId) {
        let kinds = self.token_kinds.max(1) as usize;
        self.tokens.iter_mut().skip(kind.0 as usize).step_by(kinds).for_each(|n| *n = 0);
        self.marks.retain(|mark| mark.token != kind);
    }

    /// Moves tokens from one place to another, at most as many as there are, and returns how many. Tokens change place
    /// only through this function.
    pub fn pass_tokens(
        &mut self,
        catalogue: &Catalogue,
        kind: TokenId,
        n: u16,
        from: impl Into<Holder>,
        to: impl Into<Holder>,
    ) -> u16 {
        let (from, to) = (from.into(), to.into());
        let there = self.tokens_at(catalogue, from, kind);
        let passed = n.min(there);
        self.set_tokens(catalogue, from, kind, there - passed);
        let here = self.tokens_at(catalogue, to, kind);
        self.set_tokens(catalogue, to, kind, here.saturating_add(passed));
        passed
    }

    /// The same, and logs it.
    pub fn give_tokens(
        &mut self,
        catalogue: &Catalogue,
        kind: TokenId,
        n: u16,
        from: impl Into<Holder>,
        to: impl Into<Holder>,
    ) -> u16 {
        let (from, to) = (from.into(), to.into());
        let passed = self.pass_tokens(catalogue, kind, n, from, to);
        if passed > 0 {
            self.log.push_handover(Handover { token: Some(kind), n: passed, from, to });
        }
        passed
    }

    /// Returns the players who have the most tokens of a kind; nobody if no player has any.
    pub fn most(&self, kind: TokenId) -> Players {
        let most = self.players().map(|player| self.tokens(player, kind)).max().unwrap_or(0);
        let mut lead = Players::default();
        for player in self.players().filter(|&player| most > 0 && self.tokens(player, kind) == most) {
            lead.insert(player);
        }
        lead
    }

    /// Returns the index of a count. The players' supplies and the bank come first, then each zone with one place for
    /// each player and a common one.
    fn token_index(&self, shelf: u8, owner: PlayerId, kind: TokenId) -> usize {
        let row = shelf as usize * (self.players as usize + 1) + owner.0.min(self.players) as usize;
        row * self.token_kinds as usize + kind.0 as usize
    }

    /// Deals again the tokens in zones that one player may not look into. Each place keeps its number of tokens.
    pub(super) fn redeal_tokens(&mut self, catalogue: &Catalogue, viewer: PlayerId) {
        let unseen = self.unseen_purses(catalogue, viewer);
        let mut all: Vec<TokenId> = Vec::new();
        for &at in &unseen {
            all.extend(self.purse(catalogue, at).flat_map(|(kind, n)| std::iter::repeat_n(kind, n as usize)));
        }
        all.sort_unstable();
        self.chance.shuffle(&mut all);
        let mut dealt = all.into_iter();
        for at in unseen {
            let mut counts = vec![0; catalogue.tokens.len()];
            dealt.by_ref().take(self.count_tokens(catalogue, at)).for_each(|kind| counts[kind.0 as usize] += 1);
            (0..).map(TokenId).zip(counts).for_each(|(kind, n)| self.set_tokens(catalogue, at, kind, n));
        }
    }

    /// Makes sure that a token which is known to come out of a place is there: if it was dealt elsewhere, it is
    /// exchanged for another. Returns whether it is there now.
    pub fn bring_token(&mut self, catalogue: &Catalogue, at: Shelf, wanted: TokenId, other: TokenId) -> bool {
        if self.tokens_at(catalogue, at, wanted) > 0 {
            return true;
        }
        let unseen = self.unseen_purses(catalogue, PlayerId::NOBODY);
        let there = unseen.into_iter().find(|&there| self.tokens_at(catalogue, there, wanted) > 0);
        let Some(there) = there else { return false };
        self.pass_tokens(catalogue, wanted, 1, there, at);
        self.pass_tokens(catalogue, other, 1, at, there) == 1
    }

    /// Returns the places for tokens that one player may not look into.
    fn unseen_purses(&self, catalogue: &Catalogue, viewer: PlayerId) -> Vec<Shelf> {
        let secret = catalogue.all_zones().filter(|(_, zone)| zone.holds_tokens() && zone.is_secret());
        let mut unseen = Vec::new();
        for (zone, _) in secret {
            let owners = self.players().chain([PlayerId::NOBODY]);
            let places = owners.map(|owner| Shelf { zone, owner });
            unseen.extend(places.filter(|at| !at.is_seen(catalogue, Some(viewer))));
        }
        unseen
    }

    /// Puts all tokens where they are at the start of a game.
    pub(super) fn fill_purses(&mut self, catalogue: &Catalogue) {
        self.token_kinds = catalogue.tokens.len() as u8;
        self.tokens.clear();
        self.marks.clear();
        self.tokens.resize(catalogue.purses() * (self.players as usize + 1) * catalogue.tokens.len(), 0);
        for (kind, token) in (0..).map(TokenId).zip(&catalogue.tokens) {
            self.set_tokens(catalogue, Shelf::common(ZoneId::BANK), kind, token.count);
            for owner in self.players() {
                self.set_tokens(catalogue, Shelf::supply(owner), kind, token.each);
            }
        }
        for &(zone, kind) in &catalogue.piling.pursed {
            let is_owned = catalogue.zone(zone).owned;
            for owner in self.players().chain([PlayerId::NOBODY]).filter(|o| is_owned == (*o != PlayerId::NOBODY)) {
                self.pass_tokens(catalogue, kind, u16::MAX, Shelf::supply(owner), Shelf { zone, owner });
            }
        }
    }
}
