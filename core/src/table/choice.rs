//! One option of a decision, as numbers. The words for it are made elsewhere.

use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{FigureKindId, TileId, TokenId, VerbId, ZoneId};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{FigureId, PlayerId, Zone};
use crate::table::geometry::{Cell, Corner, Side};
use crate::table::stack::Loose;

/// An option that a player may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Place the tile in hand.
    Place(Place),
    /// Place one of several tiles, or one that a rule asks to place.
    Play(TileId, Place),
    /// Place a tile where it fits only because something is built for it.
    PlaceWith(TileId, Place, Span),
    /// Give up one of the tiles in hand, since none of them fits anywhere.
    Discard(TileId),
    /// Deploy a figure from the supply.
    Deploy(FigureKindId, SegmentId),
    /// Decide which player starts.
    First(PlayerId),
    /// Score this completed feature next.
    Score(FeatureId),
    /// Play another part of the turn.
    Again,
    /// An option of an expansion: its verb and its target.
    Do(VerbId, Target),
    /// Do nothing more.
    Pass,
}

// Decisions list them by the dozen, and records keep each that was chosen.
const _: () = assert!(size_of::<Choice>() <= 12);

impl Choice {
    /// Returns which tile is placed, if the choice says so.
    pub fn tile(self) -> Option<TileId> {
        match self {
            Choice::Play(tile, _) | Choice::PlaceWith(tile, ..) => Some(tile),
            _ => None,
        }
    }

    /// Returns the place of the tile, and which tile it is if the choice says so. Places where something has to be built
    /// are not among them.
    pub fn place(self) -> Option<(Option<TileId>, Place)> {
        match self {
            Choice::Place(place) => Some((None, place)),
            Choice::Play(tile, place) => Some((Some(tile), place)),
            _ => None,
        }
    }
}

/// What is built so that a tile fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// On which side of the cell the neighbour lies that it is built over; `None` if that is the tile in hand.
    pub on: Option<Side>,
    /// The version of that tile with it.
    pub version: TileId,
}

/// A place that a rule found for a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// The tile.
    pub tile: TileId,
    /// The place.
    pub place: Place,
    /// What has to be built there, and who pays for it.
    pub with: Option<(Span, PlayerId)>,
}

impl Found {
    /// Returns the tile as it would lie there.
    pub fn version(&self) -> TileId {
        match self.with {
            Some((Span { on: None, version }, _)) => version,
            _ => self.tile,
        }
    }

    /// Returns the option to place the tile there.
    pub fn choice(&self) -> Choice {
        match self.with {
            Some((span, _)) => Choice::PlaceWith(self.tile, self.place, span),
            None => Choice::Play(self.tile, self.place),
        }
    }
}

/// What a verb of an expansion is applied to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// Nothing: the verb stands alone.
    Nothing,
    /// A player.
    Player(PlayerId),
    /// A tile as a whole.
    Tile(PlacedId),
    /// A cell, whether or not a tile lies there.
    Cell(Cell),
    /// A corner where four cells meet.
    Corner(Corner),
    /// A segment on the board.
    Segment(SegmentId),
    /// A feature.
    Feature(FeatureId),
    /// A figure, where it stands.
    Figure(FigureId),
    /// A kind of figure from the chooser's own supply.
    Kind(FigureKindId),
    /// A kind of figure from the chooser's own supply, and its destination.
    KindAt(FigureKindId, Spot),
    /// A zone, and its owner.
    Zone(ZoneId, PlayerId),
    /// A tile that is not on the board.
    Loose(Loose),
    /// A kind of token.
    Token(TokenId),
    /// Something that can be built over a tile: the tile, and its version with it.
    Form(PlacedId, TileId),
    /// A number.
    Number(i16),
}

/// Where a figure may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// To a segment.
    Segment(SegmentId),
    /// To any place on a feature.
    Feature(FeatureId),
    /// To a tile as a whole.
    Tile(PlacedId),
    /// To a cell without a tile.
    Cell(Cell),
    /// To a corner.
    Corner(Corner),
    /// To a zone.
    Zone(ZoneId, PlayerId),
}

impl Spot {
    /// Returns the zone of a figure that goes there.
    pub fn zone(self) -> Zone {
        match self {
            Spot::Segment(segment) => Zone::Segment(segment),
            Spot::Feature(feature) => Zone::Segment(SegmentId(feature.0)),
            Spot::Tile(tile) => Zone::Tile(tile),
            Spot::Cell(cell) => Zone::Cell(cell),
            Spot::Corner(corner) => Zone::Corner(corner),
            Spot::Zone(zone, owner) => Zone::Beside(zone, owner),
        }
    }
}
