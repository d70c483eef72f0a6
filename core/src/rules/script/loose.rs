//! Converts tiles that are not on the board, and the places that rules find for them, between Lua and the table.

use mlua::{Error, LightUserData, Result, Table, Value};

use super::desk::Desk;
use super::handle::ObjectKind;
use super::report::called;
use crate::language::unknown;
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{Holds, TileId, ZoneId};
use crate::table::choice::Found;
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::stack::{Depth, Holder, Loose, Shelf};

/// The first index of places that a rule found. Lower indexes are places of the list that is being judged.
const FOUND: u32 = 1 << 31;

/// The error for a place of an earlier list or turn.
const OVER: &str = "this place is over";

/// Where in a pile a tile can go.
const DEPTHS: [(&str, Depth); 4] =
    [("top", Depth::Top), ("bottom", Depth::Bottom), ("mixed", Depth::Mixed), ("upper", Depth::Upper)];

/// Returns the tile that the index of an object stands for.
pub(super) fn loose_of(index: u32) -> Loose {
    let [tile_high, tile_low, zone, owner] = index.to_be_bytes();
    let at = Shelf { zone: ZoneId(zone), owner: PlayerId(owner) };
    Loose { tile: TileId(u16::from_be_bytes([tile_high, tile_low])), at }
}

impl Desk {
    /// Returns a tile that is not on the board as an object.
    pub fn loose(&self, loose: Loose) -> Value {
        Value::LightUserData(self.loose_handle(loose))
    }

    pub fn loose_handle(&self, Loose { tile, at }: Loose) -> LightUserData {
        let index = (tile.0 as u32) << 16 | (at.zone.0 as u32) << 8 | at.owner.0 as u32;
        self.handle(ObjectKind::Loose, index)
    }

    pub fn open_loose(&self, value: &Value) -> Result<Loose> {
        match value {
            Value::LightUserData(object) => match self.open(*object)? {
                (ObjectKind::Loose, index) => Ok(loose_of(index)),
                (kind, _) => Err(Error::runtime(format!("expected a loose tile, got {}", kind.one()))),
            },
            other => Err(Error::runtime(format!("expected a loose tile, got {}", called(other.type_name())))),
        }
    }

    /// Reads a place beside the board: a zone, or the name of one that nobody owns.
    pub fn open_beside(&self, value: &Value) -> Result<Shelf> {
        match value {
            Value::String(name) => {
                let name = name.to_string_lossy();
                let zone = self.words().zone(&name).map_err(Error::runtime)?;
                match self.catalogue.zone(zone).owned {
                    true => {
                        Err(Error::runtime(format!("every player has a {name}: say game:zone(\"{name}\", player)")))
                    }
                    false => Ok(Shelf::common(zone)),
                }
            }
            Value::LightUserData(object) => match self.open(*object)? {
                (ObjectKind::Zone, index) => match Desk::beside(index) {
                    Some(Zone::Beside(zone, owner)) => Ok(Shelf { zone, owner }),
                    _ => Err(Error::runtime("a supply holds figures, not tiles")),
                },
                (kind, _) => Err(Error::runtime(format!("expected a zone, got {}", kind.one()))),
            },
            other => Err(Error::runtime(format!("expected a zone, got {}", called(other.type_name())))),
        }
    }

    /// Reads a place beside the board. Fails if it holds something else.
    fn open_holding(&self, value: &Value, wanted: Holds) -> Result<Shelf> {
        let shelf = self.open_beside(value)?;
        let zone = self.catalogue.zone(shelf.zone);
        match zone.holds == wanted {
            true => Ok(shelf),
            false => {
                Err(Error::runtime(format!("the {} holds {}, not {}", zone.name, zone.holds.name(), wanted.name())))
            }
        }
    }

    /// Reads a place for tiles: a zone, or the name of one that nobody owns.
    pub fn open_shelf(&self, value: &Value) -> Result<Shelf> {
        self.open_holding(value, Holds::Tiles)
    }

    /// Reads a place for tokens: a player, a zone, or the name of one that nobody owns.
    pub fn open_purse(&self, value: &Value) -> Result<Shelf> {
        match value {
            Value::LightUserData(object) if self.open(*object)?.0 == ObjectKind::Player => {
                self.open_player(*object).map(Shelf::supply)
            }
            Value::LightUserData(_) | Value::String(_) => self.open_holding(value, Holds::Tokens),
            other => Err(Error::runtime(format!("expected a player or a zone, got {}", called(other.type_name())))),
        }
    }

    /// Reads where tokens can be: the same, or a tile, a segment or a figure.
    pub fn open_holder(&self, value: &Value) -> Result<Holder> {
        let Value::LightUserData(object) = value else { return self.open_purse(value).map(Holder::Shelf) };
        match self.find(*object)? {
            (ObjectKind::Tile, index) => Ok(Holder::Tile(PlacedId(index as u16))),
            (ObjectKind::Segment, index) => Ok(Holder::Segment(SegmentId(index as u16))),
            (ObjectKind::Figure, index) => Ok(Holder::Figure(FigureId(index as u8))),
            _ => self.open_purse(value).map(Holder::Shelf),
        }
    }

    /// Reads a place for tiles. Fails if it is hidden.
    pub fn open_seen(&self, value: &Value) -> Result<Shelf> {
        let shelf = self.open_shelf(value)?;
        let zone = self.catalogue.zone(shelf.zone);
        match zone.hidden {
            true => Err(Error::runtime(format!("nobody may look into the {}; game:left counts", zone.name))),
            false => Ok(shelf),
        }
    }

    /// Reads `{ at = "top" }`.
    pub fn depth(&self, how: Option<&Table>) -> Result<Depth> {
        let Some(how) = how else { return Ok(Depth::default()) };
        let mut depth = Depth::default();
        for pair in how.pairs::<String, Value>() {
            let (key, value) = pair.map_err(|_| Error::runtime("the keys of this table are names"))?;
            if key != "at" {
                return Err(Error::runtime(unknown("key", &key, ["at"])));
            }
            let word = value.as_string().map(|word| word.to_string_lossy()).unwrap_or_default();
            let found = DEPTHS.iter().find(|(name, _)| *name == word);
            depth = found.ok_or_else(|| Error::runtime("`at` is \"top\", \"bottom\", \"mixed\" or \"upper\""))?.1;
        }
        Ok(depth)
    }

    /// Returns a place that a rule found as an object.
    pub fn found_place(&self, place: usize) -> LightUserData {
        self.handle(ObjectKind::Candidate, FOUND + place as u32)
    }

    /// Returns the tile and the place that an index stands for: one of the list that is being judged, or one that a
    /// rule found.
    pub fn candidate(&self, index: u32) -> Result<(TileId, Place)> {
        let state = self.state.borrow();
        let found = match index.checked_sub(FOUND) {
            Some(found) => state.found.get(found as usize).map(|found| (found.version(), found.place)),
            None => state.turn.drawn.zip(state.candidates.get(index as usize).copied()),
        };
        found.ok_or_else(|| Error::runtime(OVER))
    }

    /// Returns the place that an object stands for. Fails unless a rule found it.
    pub fn open_found(&self, value: LightUserData) -> Result<Found> {
        let here = "this place is for `can_place` alone; `game:fits` finds others";
        let index =
            self.open_as(value, ObjectKind::Candidate)?.checked_sub(FOUND).ok_or_else(|| Error::runtime(here))?;
        self.state.borrow().found.get(index as usize).copied().ok_or_else(|| Error::runtime(OVER))
    }
}
