//! What scripts look for on the table: figures and features by what is said of them, leaders, and how a tile lies.

use mlua::{Error, Result, Table, Value};

use super::lacks;
use crate::board::PlacedId;
use crate::catalogue::KindId;
use crate::feature::{FeatureId, SegmentId};
use crate::figure::{FigureId, PlayerId, Zone};
use crate::geometry::{Cell, Rotation, Side};
use crate::majority::Players;
use crate::rulebook::{Position, printed};
use crate::script::desk::Desk;
use crate::script::handle::Kind;
use crate::state::State;

/// Which figures are asked for.
#[derive(Default)]
pub(super) struct FigureFilter {
    owner: Option<PlayerId>,
    kind: Option<crate::catalogue::FigureKindId>,
    followers: bool,
    neutral: Option<bool>,
    feature: Option<FeatureId>,
    tile: Option<PlacedId>,
    zone: Option<Zone>,
}

impl FigureFilter {
    pub fn read(desk: &Desk, (kind, index): (Kind, u32), filter: Option<Table>) -> Result<FigureFilter> {
        let mut found = FigureFilter::default();
        match kind {
            Kind::Game => {}
            Kind::Feature => found.feature = Some(desk.state.borrow().features.of(SegmentId(index as u16))),
            Kind::Tile => found.tile = Some(PlacedId(index as u16)),
            _ => return Err(lacks(kind, "figures")),
        }
        for pair in filter.iter().flat_map(|filter| filter.pairs::<String, Value>()) {
            let (key, value) = pair?;
            let object = || value.as_light_userdata().ok_or_else(|| Error::runtime(format!("`{key}` is an object")));
            let text = || value.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
            match key.as_str() {
                "owner" => found.owner = Some(desk.open_player(object()?)?),
                "kind" => found.kind = Some(desk.words().figure(&text()).map_err(Error::runtime)?),
                "group" if text() == "follower" => found.followers = true,
                "group" => return Err(Error::runtime("the only group is \"follower\"")),
                "neutral" => found.neutral = Some(value.as_boolean().unwrap_or(true)),
                "feature" => found.feature = Some(desk.open_feature(object()?)?),
                "tile" => found.tile = Some(desk.open_tile(object()?)?),
                "zone" => found.zone = Some(desk.open_place(object()?)?),
                _ => {
                    let known = ["owner", "kind", "group", "neutral", "feature", "tile", "zone"];
                    return Err(Error::runtime(desk.words().unknown(&key, &known)));
                }
            }
        }
        Ok(found)
    }

    pub fn holds(&self, desk: &Desk, state: &State, id: FigureId) -> bool {
        let figure = state.figure(id);
        let kind = desk.catalogue.figure(figure.kind);
        let at = match figure.zone {
            Zone::Segment(at) => Some(at),
            _ => None,
        };
        let tile = match figure.zone {
            Zone::Tile(tile) => Some(tile),
            _ => at.map(|at| state.features.placed(at)),
        };
        self.owner.is_none_or(|owner| owner == figure.owner)
            && self.kind.is_none_or(|wanted| wanted == figure.kind)
            && (!self.followers || kind.follower)
            && self.neutral.is_none_or(|neutral| neutral == kind.neutral)
            && self.feature.is_none_or(|feature| at.is_some_and(|at| state.features.of(at) == feature))
            && self.tile.is_none_or(|wanted| tile == Some(wanted))
            && self.zone.is_none_or(|zone| zone == figure.zone)
    }
}

/// The features that are asked for, oldest first.
pub(super) fn find_features(desk: &Desk, (kind, index): (Kind, u32), filter: Option<Table>) -> Result<Vec<FeatureId>> {
    let (mut wanted, mut complete, mut occupied, mut tag) = (None, None, None, None);
    for pair in filter.iter().flat_map(|filter| filter.pairs::<String, Value>()) {
        let (key, value) = pair?;
        let text = || value.as_string().map(|text| text.to_string_lossy()).unwrap_or_default();
        match key.as_str() {
            "kind" => wanted = Some(desk.words().kind(&text()).map_err(Error::runtime)?),
            "tag" => tag = Some(desk.words().tag(&text()).map_err(Error::runtime)?),
            "complete" => complete = value.as_boolean(),
            "occupied" => occupied = value.as_boolean(),
            _ => {
                let known = ["kind", "tag", "complete", "occupied"];
                return Err(Error::runtime(desk.words().unknown(&key, &known)));
            }
        }
    }
    let state = desk.state.borrow();
    let graph = &state.features;
    let holds = |&feature: &FeatureId| {
        wanted.is_none_or(|kind| graph.kind(feature) == kind)
            && tag.is_none_or(|tag| graph.tag(feature, tag) > 0)
            && complete.is_none_or(|complete| graph.is_complete(&desk.catalogue, feature) == complete)
            && occupied.is_none_or(|occupied| (graph.followers(feature) > 0) == occupied)
    };
    match kind {
        Kind::Game => Ok(graph.all().filter(holds).collect()),
        Kind::Tile => {
            let segments = state.segments_of(&desk.catalogue, PlacedId(index as u16));
            let mut found: Vec<FeatureId> = segments.map(|segment| graph.of(segment)).filter(holds).collect();
            found.sort();
            found.dedup();
            Ok(found)
        }
        _ => Err(lacks(kind, "features")),
    }
}

/// The features that a feature touches, each once, oldest first.
pub(super) fn touched(desk: &Desk, segment: SegmentId, wanted: Option<KindId>) -> Vec<FeatureId> {
    let state = desk.state.borrow();
    let graph = &state.features;
    let feature = graph.of(segment);
    let mut found = Vec::new();
    graph.each_touched(&desk.catalogue, &state.board, feature, |near| {
        if wanted.is_none_or(|kind| graph.kind(near) == kind) {
            found.push(near);
        }
    });
    found.sort();
    found.dedup();
    found
}

/// Who leads a feature, by what the manifests say of weights.
pub(super) fn leaders(desk: &Desk, segment: SegmentId) -> Players {
    let state = desk.state.borrow();
    let mut weights = crate::majority::Weights::default();
    for (id, _) in state.figures_on(state.features.of(segment)) {
        let figure = state.figure(id);
        if desk.catalogue.figure(figure.kind).follower {
            let position = Position { catalogue: &desk.catalogue, state: &state };
            weights.add(figure.owner, printed::weight(position, id));
        }
    }
    weights.leaders()
}

/// The sides at which a tile has a kind of feature, and whether it meets another tile's there.
pub(super) struct Bearings {
    pub sides: Vec<(Side, bool)>,
}

impl Bearings {
    /// How a feature with two ends turns as one comes from the tile that was there before: 1 to the right, -1 to the left, 0 if
    /// it goes straight on or cannot be followed.
    pub fn bend(&self) -> i32 {
        let [(first, first_joined), (second, second_joined)] = self.sides[..] else { return 0 };
        let (from, to) = match (first_joined, second_joined) {
            (true, false) => (first, second),
            (false, true) => (second, first),
            _ => return 0,
        };
        match (to.index() + 4 - from.opposite().index()) % 4 {
            1 => 1,
            3 => -1,
            _ => 0,
        }
    }
}

pub(super) fn bearings(desk: &Desk, (kind, index): (Kind, u32), name: &str, method: &str) -> Result<Bearings> {
    let wanted = desk.words().kind(name).map_err(Error::runtime)?;
    let state = desk.state.borrow();
    let (tile, cell, rotation): (_, Cell, Rotation) = match kind {
        Kind::Candidate => {
            let over = || Error::runtime("this place is over");
            let place = state.candidates.get(index as usize).ok_or_else(over)?;
            (state.turn.drawn.ok_or_else(over)?, place.cell, place.rotation)
        }
        Kind::Tile => {
            let placed = state.board.tile(PlacedId(index as u16));
            (placed.tile, placed.cell, placed.rotation)
        }
        _ => return Err(lacks(kind, method)),
    };
    let ports = desk.catalogue.ports(tile, rotation);
    let parts = &desk.catalogue.tile(tile).segments;
    let has = |side: &Side| {
        let middle = ports[side.index()].middle;
        parts.get(middle as usize).is_some_and(|part| part.kind == wanted)
    };
    let sides = Side::ALL.into_iter().filter(has).map(|side| (side, state.board.at(cell.step(side)).is_some()));
    Ok(Bearings { sides: sides.collect() })
}
