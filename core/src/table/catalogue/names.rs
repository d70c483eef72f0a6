//! What the manifests declare, by name; and how many there are of everything.

use super::{Catalogue, CounterId, FigureKindId, KindId, TileId, TileKind, TokenId, VerbId, ZoneId, ZoneKind};

impl Catalogue {
    /// Returns the kind of feature with this name.
    pub fn kind_named(&self, name: &str) -> Option<KindId> {
        self.kinds.iter().position(|kind| kind.name == name).map(|i| KindId(i as u8))
    }

    /// Returns the kind of figure with this name.
    pub fn figure_named(&self, name: &str) -> Option<FigureKindId> {
        self.figures.iter().position(|figure| figure.name == name).map(|i| FigureKindId(i as u8))
    }

    /// Returns the kind of token or card with this name.
    pub fn token_named(&self, name: &str) -> Option<TokenId> {
        self.tokens.iter().position(|token| token.name == name).map(|i| TokenId(i as u8))
    }

    /// Returns the zone with this name.
    pub fn zone_named(&self, name: &str) -> Option<ZoneId> {
        self.all_zones().find(|(_, zone)| zone.name == name).map(|(id, _)| id)
    }

    /// Returns a zone.
    pub fn zone(&self, id: ZoneId) -> &ZoneKind {
        let common = (u8::MAX - id.0) as usize;
        self.common_zones.get(common).unwrap_or_else(|| &self.zones[id.0 as usize])
    }

    /// Returns all zones: first those that manifests declare, then those that every game has.
    pub fn all_zones(&self) -> impl Iterator<Item = (ZoneId, &ZoneKind)> {
        let declared = (0..).map(ZoneId).zip(&self.zones);
        declared.chain(ZoneId::COMMON.into_iter().zip(&self.common_zones))
    }

    /// Returns the number of places for tiles that each player may need; 0 if the zones of every game are enough.
    pub fn shelves(&self) -> usize {
        let declared = self.zones.iter().filter(|zone| zone.holds_tiles()).count();
        if declared > 0 || self.settings.has_hands() { declared + 1 } else { 0 }
    }

    /// Returns the number of places for tokens that each player has: the supply (the bank, if no player owns it) and
    /// the zones that sets declare.
    pub fn purses(&self) -> usize {
        1 + self.zones.iter().filter(|zone| zone.holds_tokens()).count()
    }

    /// Returns a tile as it is printed, without what was built over it.
    pub fn plain(&self, tile: TileId) -> TileId {
        self.tile(tile).built.map_or(tile, |built| built.on)
    }

    /// Returns the tiles as they are printed.
    pub fn printed(&self) -> impl Iterator<Item = (TileId, &TileKind)> {
        (0..).map(TileId).zip(&self.tiles).filter(|(_, tile)| tile.built.is_none())
    }

    /// Returns the form with this name.
    pub fn form_named(&self, name: &str) -> Option<u8> {
        self.forms.iter().position(|form| form.name == name).map(|i| i as u8)
    }

    /// Returns the counter with this name.
    pub fn counter_named(&self, name: &str) -> Option<CounterId> {
        self.counters.iter().position(|counter| counter == name).map(|i| CounterId(i as u8))
    }

    /// Returns the verb with this name.
    pub fn verb_named(&self, name: &str) -> Option<VerbId> {
        self.verbs.iter().position(|verb| verb.name == name).map(|i| VerbId(i as u8))
    }

    /// Returns the total number of tiles.
    pub fn tile_count(&self) -> usize {
        self.bag.len()
    }

    /// Returns the total number of segments of all tiles.
    pub fn segment_count(&self) -> usize {
        let room = |tile: &TileKind| tile.segments.len() + !tile.versions.is_empty() as usize;
        self.tiles.iter().map(|tile| tile.count as usize * room(tile)).sum()
    }
}
