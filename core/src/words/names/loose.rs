//! Tiles and tokens beside the board in words: where they are, and which tile is placed where.

use super::{cell_named, rotation_named};
use crate::language::{or, unknown, with_article};
use crate::play::game::Game;
use crate::refuse;
use crate::table::board::Place;
use crate::table::catalogue::{Holds, TokenId, ZoneId};
use crate::table::choice::Choice;
use crate::table::figure::{Figure, FigureId, PlayerId};
use crate::table::geometry::Cell;
use crate::table::refusal::Refusal;
use crate::table::stack::{Holder, Loose, Shelf};

/// The maximum number of tokens of a kind in one place.
const MAX_TOKENS: u16 = 250;

impl Game {
    /// Returns the name of a place beside the board: `stall`, `hand:Red`.
    pub fn shelf_words(&self, Shelf { zone, owner }: Shelf) -> String {
        let name = &self.catalogue().zone(zone).name;
        match owner {
            PlayerId::NOBODY => name.clone(),
            owner => format!("{name}:{}", self.player_name(owner)),
        }
    }

    /// Returns the name of a tile that is not on the board: `E@hand:Red`.
    pub fn loose_words(&self, Loose { tile, at }: Loose) -> String {
        format!("{}@{}", self.catalogue().tile_name(tile), self.shelf_words(at))
    }

    /// Whether a text names a tile that is not on the board.
    pub(super) fn is_loose(&self, loose: Loose, text: &str) -> bool {
        let Some((tile, place)) = text.split_once('@') else { return false };
        self.tile_named(tile) == Ok(loose.tile) && self.shelf_named(place) == Ok(loose.at)
    }

    /// Parses a place for tiles.
    pub fn shelf_named(&self, text: &str) -> Result<Shelf, Refusal> {
        self.zone_holding(text, Holds::Tiles)
    }

    /// Parses a place for tokens.
    pub fn purse_named(&self, text: &str) -> Result<Shelf, Refusal> {
        self.zone_holding(text, Holds::Tokens)
    }

    /// Parses where tokens can be: a zone, a tile, a segment or a figure.
    pub fn holder_named(&self, text: &str) -> Result<Holder, Refusal> {
        if text.contains('@') {
            let name = self.figure_named(text)?;
            let is_meant = |id: &FigureId| {
                let figure = self.state().figure(*id);
                figure.kind == name.kind && name.owner.is_none_or(|owner| owner == figure.owner)
            };
            let found = self.figures_at(name.at).find(is_meant);
            return found.map(Holder::Figure).ok_or_else(|| refuse!("there is no {text}"));
        }
        if let Some(figure) = self.first_figure(text) {
            return Ok(Holder::Figure(figure));
        }
        match text.parse::<Cell>() {
            Ok(cell) => self.placed_at(cell).map(Holder::Tile),
            Err(_) if text.contains('/') => self.place_named(text).map(Holder::Segment),
            Err(_) => self.purse_named(text).map(Holder::Shelf),
        }
    }

    /// Returns the first figure of a kind of a player, wherever it is: `Red:shepherd`.
    fn first_figure(&self, text: &str) -> Option<FigureId> {
        let (owner, kind) = text.split_once(':')?;
        let (owner, kind) = (self.player_named(owner).ok()?, self.figure_kind_named(kind).ok()?);
        let is_meant = |figure: &Figure| figure.owner == owner && figure.kind == kind;
        self.state().figures.iter().position(is_meant).map(|place| FigureId(place as u8))
    }

    fn zone_holding(&self, text: &str, holds: Holds) -> Result<Shelf, Refusal> {
        let (name, owner) = text.split_once(':').map_or((text, None), |(zone, owner)| (zone, Some(owner)));
        let catalogue = self.catalogue();
        let zone = catalogue.zone_named(name).filter(|zone| catalogue.zone(*zone).holds == holds).ok_or_else(|| {
            let holding = catalogue.all_zones().filter(|(_, zone)| zone.holds == holds);
            let known: Vec<&str> = holding.map(|(_, zone)| zone.name.as_str()).collect();
            refuse!("{}", unknown(&format!("zone of {}", holds.name()), name, known))
        })?;
        Ok(Shelf { zone, owner: self.owner_in(zone, owner)? })
    }

    /// Parses tokens: each a name, and a number if there is more than one.
    pub fn tokens_named(&self, words: &[&str]) -> Result<Vec<(TokenId, u16)>, Refusal> {
        let mut found: Vec<(TokenId, u16)> = Vec::new();
        let mut words = words.iter().peekable();
        while let Some(name) = words.next() {
            let kind = self.token_kind_named(name)?;
            let n = words.next_if(|word| word.starts_with(|sign: char| sign.is_ascii_digit()));
            let n = n.map_or(Ok(1), |n| n.parse().ok().filter(|n| *n <= MAX_TOKENS).ok_or(n));
            found.push((kind, n.map_err(|n| refuse!("`{n}` is not a number of tokens from 0 to {MAX_TOKENS}"))?));
        }
        Ok(found)
    }

    /// Returns the kind of token with this name.
    fn token_kind_named(&self, name: &str) -> Result<TokenId, Refusal> {
        let names: Vec<&str> = self.catalogue().tokens.iter().map(|token| token.name.as_str()).collect();
        self.catalogue().token_named(name).ok_or_else(|| refuse!("{}", unknown("token", name, names)))
    }

    /// Returns the owner of a place beside the board, given the part of its name after the colon.
    pub(super) fn owner_in(&self, zone: ZoneId, owner: Option<&str>) -> Result<PlayerId, Refusal> {
        let kind = self.catalogue().zone(zone);
        let name = &kind.name;
        match (kind.owned, owner) {
            (true, Some(owner)) => self.player_named(owner),
            (true, None) => Err(refuse!("every player has {}: write {name}:PLAYER", with_article(name))),
            (false, None) => Ok(PlayerId::NOBODY),
            (false, Some(_)) => Err(refuse!("there is one {name}, and nobody owns it")),
        }
    }

    /// Parses the choice to place a tile. The tile may be omitted if there is only one.
    pub(super) fn place_choice(&self, tile: Option<&str>, cell: &str, rotation: &str) -> Result<Choice, Refusal> {
        let place = Place { cell: cell_named(cell)?, rotation: rotation_named(rotation)? };
        let named = tile.map(|name| self.tile_named(name)).transpose()?;
        let open = self.decision();
        let tiles = open.map_or(Vec::new(), |open| open.tiles());
        let has_drawn = tiles.is_empty() || open.is_some_and(|open| open.drawn().is_some());
        match (named, &tiles[..]) {
            (Some(tile), _) if !has_drawn => Ok(Choice::Play(tile, place)),
            (None, &[only]) if !has_drawn => Ok(Choice::Play(only, place)),
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

    fn tile_word(&self, tile: crate::table::catalogue::TileId) -> String {
        self.catalogue().tile_name(tile)
    }
}
