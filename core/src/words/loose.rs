//! Tiles that are not on the board in words: where they lie, and which of them is placed where.

use super::{cell_named, rotation_named};
use crate::board::Place;
use crate::catalogue::ZoneId;
use crate::choice::Choice;
use crate::figure::PlayerId;
use crate::game::Game;
use crate::refusal::Refusal;
use crate::refuse;
use crate::stack::{Loose, Shelf};
use crate::words::{and, or};

impl Game {
    /// A place beside the board: `stall`, `hand:Red`.
    pub fn shelf_words(&self, Shelf { zone, owner }: Shelf) -> String {
        let name = &self.catalogue().zone(zone).name;
        match owner {
            PlayerId::NOBODY => name.clone(),
            owner => format!("{name}:{}", self.player_name(owner)),
        }
    }

    /// A tile that is not on the board: `E@hand:Red`.
    pub fn loose_words(&self, Loose { tile, at }: Loose) -> String {
        format!("{}@{}", self.catalogue().tile_name(tile), self.shelf_words(at))
    }

    /// Whether a text names a tile that is not on the board.
    pub(super) fn is_loose(&self, loose: Loose, text: &str) -> bool {
        let Some((tile, place)) = text.split_once('@') else { return false };
        self.tile_named(tile) == Ok(loose.tile) && self.shelf_named(place) == Ok(loose.at)
    }

    /// The place for tiles that a text names.
    pub fn shelf_named(&self, text: &str) -> Result<Shelf, Refusal> {
        let (name, owner) = text.split_once(':').map_or((text, None), |(zone, owner)| (zone, Some(owner)));
        let catalogue = self.catalogue();
        let zone = catalogue.zone_named(name).filter(|zone| catalogue.zone(*zone).holds_tiles()).ok_or_else(|| {
            let holding = catalogue.all_zones().filter(|(_, zone)| zone.holds_tiles());
            let known: Vec<&str> = holding.map(|(_, zone)| zone.name.as_str()).collect();
            refuse!("no zone of tiles is called `{name}`; there are {}", and(&known))
        })?;
        Ok(Shelf { zone, owner: self.owner_in(zone, owner)? })
    }

    /// Whose a place beside the board is, by what was said.
    pub(super) fn owner_in(&self, zone: ZoneId, owner: Option<&str>) -> Result<PlayerId, Refusal> {
        let kind = self.catalogue().zone(zone);
        let name = &kind.name;
        match (kind.owned, owner) {
            (true, Some(owner)) => self.player_named(owner),
            (true, None) => Err(refuse!("every player has a {name}: write {name}:PLAYER")),
            (false, None) => Ok(PlayerId::NOBODY),
            (false, Some(_)) => Err(refuse!("there is one {name}, and nobody owns it")),
        }
    }

    /// The choice to place a tile; it may be left out which one where there is only one.
    pub(super) fn place_choice(&self, tile: Option<&str>, cell: &str, rotation: &str) -> Result<Choice, Refusal> {
        let place = Place { cell: cell_named(cell)?, rotation: rotation_named(rotation)? };
        let named = tile.map(|name| self.tile_named(name)).transpose()?;
        let open = self.decision();
        let tiles = open.map_or(Vec::new(), |open| open.tiles());
        let has_drawn = tiles.is_empty() || open.is_some_and(|open| open.drawn().is_some());
        match (named, &tiles[..]) {
            (Some(tile), _) if !has_drawn => Ok(Choice::play(tile, place)),
            (None, &[only]) if !has_drawn => Ok(Choice::play(only, place)),
            (None, several) if !has_drawn => {
                let examples = several.iter().map(|&tile| format!("place {} {cell} {rotation}", self.tile_word(tile)));
                Err(refuse!("say which tile: {}", or(&examples.collect::<Vec<_>>())))
            }
            (Some(tile), &[drawn]) if tile != drawn => {
                Err(refuse!("the tile to place is {}, not {}", self.tile_word(drawn), self.tile_word(tile)))
            }
            _ => Ok(Choice::Place(place)),
        }
    }

    fn tile_word(&self, tile: crate::catalogue::TileId) -> String {
        self.catalogue().tile_name(tile)
    }
}
