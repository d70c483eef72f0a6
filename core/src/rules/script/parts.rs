//! Filters of features and segments: tables in which scripts say which parts of the map they want.

use mlua::{Error, Result, Table, Value};

use super::desk::Desk;
use super::filter::{each, word};
use super::handle::Kind;
use super::reach::segment_in_corner;
use super::surface::{FEATURE_FILTER, SEGMENT_FILTER};
use super::values::cell_of;
use crate::table::board::PlacedId;
use crate::table::catalogue::{Catalogue, KindId, TagId, TileKind};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::geometry::Corner;
use crate::table::stack::Holder;
use crate::table::state::State;

/// Which features are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FeatureFilter {
    kind: Option<KindId>,
    tag: Option<TagId>,
    complete: Option<bool>,
    occupied: Option<bool>,
}

impl FeatureFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<FeatureFilter> {
        let mut found = FeatureFilter::default();
        each(filter, |key, value| {
            match key {
                "kind" => found.kind = Some(word(key, value, |name| desk.words().kind(name))?),
                "tag" => found.tag = Some(word(key, value, |name| desk.words().tag(name))?),
                "complete" => found.complete = Some(flag(key, value)?),
                "occupied" => found.occupied = Some(flag(key, value)?),
                _ => return Err(FEATURE_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Whether a feature matches.
    pub fn is_like(&self, state: &State, feature: FeatureId) -> bool {
        let graph = &state.features;
        self.kind.is_none_or(|kind| graph.kind(feature) == kind)
            && self.tag.is_none_or(|tag| graph.tag(feature, tag) > 0)
            && self.complete.is_none_or(|complete| graph.is_complete(feature) == complete)
            && self.occupied.is_none_or(|occupied| (graph.followers(feature) > 0) == occupied)
    }
}

/// Returns the features of the game or of a tile that match, oldest first.
pub(super) fn find_features(desk: &Desk, (kind, index): (Kind, u32), filter: Option<Table>) -> Result<Vec<FeatureId>> {
    let filter = FeatureFilter::read(desk, filter)?;
    let state = desk.state.borrow();
    let graph = &state.features;
    match kind {
        Kind::Game => Ok(graph.all().filter(|&feature| filter.is_like(&state, feature)).collect()),
        Kind::Tile => {
            let segments = state.segments_of(&desk.catalogue, PlacedId(index as u16));
            let features = segments.map(|segment| graph.of(segment));
            let mut found: Vec<FeatureId> = features.filter(|&feature| filter.is_like(&state, feature)).collect();
            found.sort();
            found.dedup();
            Ok(found)
        }
        _ => Err(kind.lacks("features")),
    }
}

/// Which segments are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SegmentFilter {
    kind: Option<KindId>,
    tag: Option<TagId>,
    /// Whether a script has joined it with another one.
    linked: Option<bool>,
    /// Whether no token lies on it.
    bare: Option<bool>,
    /// Which tiles have a segment of this kind with this tag, if that was computed in advance.
    suited: Option<Vec<bool>>,
}

impl SegmentFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<SegmentFilter> {
        let mut found = SegmentFilter::default();
        each(filter, |key, value| {
            match key {
                "kind" => found.kind = Some(word(key, value, |name| desk.words().kind(name))?),
                "tag" => found.tag = Some(word(key, value, |name| desk.words().tag(name))?),
                // Links and tokens are not among what is known to be read.
                "linked" => {
                    desk.reads.note_more();
                    found.linked = Some(flag(key, value)?);
                }
                "bare" => {
                    desk.reads.note_more();
                    found.bare = Some(flag(key, value)?);
                }
                _ => return Err(SEGMENT_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Prepares the filter for repeated use. What is printed on tiles never changes, so it is checked only once.
    pub fn settled(mut self, catalogue: &Catalogue) -> SegmentFilter {
        self.suited = Some(catalogue.tiles.iter().map(|tile| self.suits(tile)).collect());
        self
    }

    /// Returns the segments on the board that match, those of the oldest tile first.
    pub fn find<'a>(&'a self, catalogue: &'a Catalogue, state: &'a State) -> impl Iterator<Item = SegmentId> + 'a {
        let is_suited = |tile: usize| self.suited.as_ref().is_none_or(|suited| suited.get(tile) == Some(&true));
        let tiles =
            state.board.placed().iter().enumerate().filter(move |(_, placed)| is_suited(placed.tile.0 as usize));
        let segments = tiles.flat_map(|(place, _)| state.segments_of(catalogue, PlacedId(place as u16)));
        segments.filter(|&segment| self.is_like(catalogue, state, segment))
    }

    fn is_like(&self, catalogue: &Catalogue, state: &State, segment: SegmentId) -> bool {
        let placed = state.board.tile(state.features.placed(segment));
        let part = &catalogue.tile(placed.tile).segments[(segment.0 - placed.base) as usize];
        let is_linked = || state.links().iter().any(|link| link.across(segment).is_some());
        let is_bare = || !state.marks().iter().any(|mark| mark.on == Holder::Segment(segment));
        self.kind.is_none_or(|kind| part.kind == kind)
            && self.tag.is_none_or(|tag| part.tags.contains(&tag))
            && self.linked.is_none_or(|linked| is_linked() == linked)
            && self.bare.is_none_or(|bare| is_bare() == bare)
    }

    fn suits(&self, printed: &TileKind) -> bool {
        let is_of = |kind: KindId| printed.kinds as u64 >> kind.0 & 1 == 1;
        self.kind.is_none_or(is_of) && self.tag.is_none_or(|tag| printed.marks >> tag.0 & 1 == 1)
    }
}

/// Returns the segments of the game, a tile, a feature or a corner that match.
pub(super) fn find_segments(desk: &Desk, (kind, index): (Kind, u32), filter: Option<Table>) -> Result<Vec<SegmentId>> {
    let filter = SegmentFilter::read(desk, filter)?;
    let (catalogue, state) = (&desk.catalogue, desk.state.borrow());
    let all: Vec<SegmentId> = match kind {
        Kind::Game => return Ok(filter.find(catalogue, &state).collect()),
        Kind::Tile => state.segments_of(catalogue, PlacedId(index as u16)).collect(),
        Kind::Feature => state.features.segments(state.features.of(SegmentId(index as u16))).collect(),
        Kind::Corner => {
            let cells = Corner { cell: cell_of(index) }.cells().into_iter();
            let tiles = cells.filter_map(|(cell, side)| Some((state.board.at(cell)?, side)));
            tiles.filter_map(|(tile, side)| segment_in_corner(catalogue, &state, tile, side)).collect()
        }
        _ => return Err(kind.lacks("segments")),
    };
    Ok(all.into_iter().filter(|&segment| filter.is_like(catalogue, &state, segment)).collect())
}

/// Reads a value that is true or false.
fn flag(key: &str, value: &Value) -> Result<bool> {
    value.as_boolean().ok_or_else(|| Error::runtime(format!("`{key}` is true or false")))
}
