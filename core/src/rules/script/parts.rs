//! Filters of features and segments: tables in which scripts say which parts of the map they want.

use mlua::{Error, Result, Table, Value};

use super::desk::Desk;
use super::filter::{bits, each};
use super::handle::ObjectKind;
use super::reach::around;
use super::reads::Read;
use super::search::{FeatureFilter, Search, SegmentFilter};
use super::surface::{FEATURE_FILTER, SEGMENT_FILTER};
use super::values::cell_of;
use crate::table::board::PlacedId;
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::geometry::Corner;

impl FeatureFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<FeatureFilter> {
        let mut found = FeatureFilter::default();
        each(filter, |key, value| {
            match key {
                "kind" => {
                    found.kinds =
                        Some(bits(desk, key, value, "kind of feature", |words, name| Ok(words.kind(name)?.0))?);
                }
                "tag" => found.tags = Some(bits(desk, key, value, "tag", |words, name| Ok(words.tag(name)?.0))?),
                "complete" => found.complete = Some(flag(key, value)?),
                "occupied" => found.occupied = Some(flag(key, value)?),
                _ => return Err(FEATURE_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

/// Returns the features of the game or of a tile that match, oldest first.
pub(super) fn find_features(
    desk: &Desk,
    (kind, index): (ObjectKind, u32),
    filter: Option<Table>,
) -> Result<Vec<FeatureId>> {
    let filter = FeatureFilter::read(desk, filter)?;
    let state = desk.state.borrow();
    let graph = &state.features;
    match kind {
        ObjectKind::Game => {
            desk.reads.note_search(|| Search::Features(filter.clone()));
            Ok(graph.all().filter(|&feature| filter.is_like(&state, feature)).collect())
        }
        ObjectKind::Tile => {
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

impl SegmentFilter {
    pub fn read(desk: &Desk, filter: Option<Table>) -> Result<SegmentFilter> {
        let mut found = SegmentFilter::default();
        each(filter, |key, value| {
            match key {
                "kind" => {
                    found.kinds =
                        Some(bits(desk, key, value, "kind of feature", |words, name| Ok(words.kind(name)?.0))?);
                }
                "tag" => found.tags = Some(bits(desk, key, value, "tag", |words, name| Ok(words.tag(name)?.0))?),
                "linked" => found.linked = Some(flag(key, value)?),
                "bare" => found.bare = Some(flag(key, value)?),
                _ => return Err(SEGMENT_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

/// Returns the segments of the game, a tile, a feature or a corner that match.
pub(super) fn find_segments(
    desk: &Desk,
    (kind, index): (ObjectKind, u32),
    filter: Option<Table>,
) -> Result<Vec<SegmentId>> {
    let filter = SegmentFilter::read(desk, filter)?;
    match kind {
        ObjectKind::Game => desk.reads.note_search(|| Search::Segments(filter.clone())),
        // Links and tokens of single segments are not among what is known to be read.
        _ if filter.linked.is_some() || filter.bare.is_some() => desk.reads.note_more(),
        _ => {}
    }
    let (catalogue, state) = (&desk.catalogue, desk.state.borrow());
    let all: Vec<SegmentId> = match kind {
        ObjectKind::Game => return Ok(filter.find(catalogue, &state).collect()),
        ObjectKind::Tile => state.segments_of(catalogue, PlacedId(index as u16)).collect(),
        ObjectKind::Feature => state.features.segments(state.features.of(SegmentId(index as u16))).collect(),
        ObjectKind::Corner => {
            let corner = Corner { cell: cell_of(index) };
            desk.reads.note_read(Read::Corner(corner));
            around(catalogue, &state, corner).collect()
        }
        _ => return Err(kind.lacks("segments")),
    };
    Ok(all.into_iter().filter(|&segment| filter.is_like(catalogue, &state, segment)).collect())
}

/// Reads a value that is true or false.
fn flag(key: &str, value: &Value) -> Result<bool> {
    value.as_boolean().ok_or_else(|| Error::runtime(format!("`{key}` is true or false")))
}
