//! Methods that find things on the table, and who leads.

use super::near::{cell_handles, tiles_on};
use super::{Methods, wrong_argument};
use crate::rules::script::deploy::DeployFilter;
use crate::rules::script::desk::Desk;
use crate::rules::script::filter::wanted;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::hook::Named;
use crate::rules::script::parts::{find_features, find_segments};
use crate::rules::script::reads::Read;
use crate::rules::script::search::{FigureFilter, Search, TileFilter};
use crate::rules::script::values::{Filter, Name, Object, cell_of};
use crate::table::board::PlacedId;
use crate::table::choice::{Choice, Spot, Target};
use crate::table::feature::{FeatureId, SegmentId, contacts};
use crate::table::geometry::Side;
use crate::table::majority::Players;
use crate::table::rulebook::Position;
use crate::table::turn;
use mlua::{Error, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   game:figures(filter?: FigureFilter): Figure[] -- figures that match a [filter](#filters)
pure   feature:figures(filter?: FigureFilter): Figure[] -- the figures on it
pure   tile:figures(filter?: FigureFilter): Figure[] -- the figures on it
pure   cell:figures(filter?: FigureFilter): Figure[] -- the figures there: on its tile, or on the cell while it has none
pure   corner:figures(filter?: FigureFilter): Figure[] -- the figures on it
pure   game:tiles(filter?: TileFilter): Tile[]|LooseTile[] -- tiles that match a [filter](#filters). With `zone`, the loose tiles there, the next one to be drawn first; a hidden zone is an error
pure   game:segments(filter?: SegmentFilter): Segment[] -- segments on the board that match a [filter](#filters), those of the oldest tile first
pure   feature:segments(filter?: SegmentFilter): Segment[] -- its segments
pure   tile:segments(filter?: SegmentFilter): Segment[] -- its segments
pure   corner:segments(filter?: SegmentFilter): Segment[] -- what lies there on each tile, as `tile:at("NE")` would say
pure   game:features(filter?: FeatureFilter): Feature[] -- features that match a [filter](#filters), oldest first
pure   tile:features(filter?: FeatureFilter): Feature[] -- the features on it
pure   feature:neighbours(kind?: string): Feature[] -- the features that it meets on its tiles, oldest first: a field and what it touches; features that end at or run through the same place
pure   tile:neighbours(filter?: TileFilter): Tile[] -- the tiles at its sides: north, east, south, west
pure   cell:neighbours(): Cell[] -- the four cells at its sides: north, east, south, west
pure   game:deployments(player: Player, filter?: DeployFilter): KindAt[] -- where a player could deploy which figures: all over the board, by the rules of the table and `can_move`
pure   game:order(first: Player): Player[] -- all players, starting with this one
pure   game:most(token: string): Player[] -- the players who have the most, at least one
pure   feature:leaders(): Player[] -- the players who lead, as the table would find them: `on_weight` and `on_winners` are called
"#;

impl Methods<'_> {
    /// Adds the methods that find things on the table.
    pub(super) fn add_queries(&self) -> Result<()> {
        self.list("figures", |desk, this, Filter(filter): Filter| {
            let filter = FigureFilter::read(desk, this, filter)?;
            // A feature is read together with its figures.
            if this.0 != ObjectKind::Feature {
                desk.reads.note_search(|| Search::Figures(filter.clone()));
            }
            let state = desk.state.borrow();
            Ok(filter.find(&state).map(|figure| desk.handle(ObjectKind::Figure, figure.0 as u32)).collect())
        })?;
        self.list("tiles", |desk, _, Filter(filter): Filter| {
            let filter = TileFilter::read(desk, filter)?;
            match filter.is_loose() {
                true => desk.reads.note_more(),
                false => desk.reads.note_search(|| Search::Tiles(filter.clone())),
            }
            let loose = filter.loose(&desk.catalogue, &desk.state.borrow());
            if let Some(loose) = loose {
                return Ok(loose.into_iter().map(|loose| desk.loose_handle(loose)).collect());
            }
            let state = desk.state.borrow();
            Ok(filter.find(&desk.catalogue, &state).map(|tile| desk.handle(ObjectKind::Tile, tile.0 as u32)).collect())
        })?;
        self.list("segments", |desk, this, Filter(filter): Filter| {
            let found = find_segments(desk, this, filter)?;
            Ok(found.into_iter().map(|segment| desk.handle(ObjectKind::Segment, segment.0 as u32)).collect())
        })?;
        self.list("features", |desk, this, Filter(filter): Filter| {
            let found = find_features(desk, this, filter)?;
            Ok(found.into_iter().map(|feature| desk.handle(ObjectKind::Feature, feature.0 as u32)).collect())
        })?;
        self.list("neighbours", |desk, (kind, index), about: Value| match kind {
            ObjectKind::Tile => {
                let cell = desk.state.borrow().board.tile(PlacedId(index as u16)).cell;
                tiles_on(desk, Side::ALL.into_iter().map(|side| cell.step(side)), &about)
            }
            ObjectKind::Cell => {
                let cell = cell_of(index);
                Ok(cell_handles(desk, Side::ALL.map(|side| cell.step(side))))
            }
            ObjectKind::Feature => {
                let name = match about {
                    Value::Nil => None,
                    Value::String(name) => Some(Name(name.to_string_lossy())),
                    other => return Err(wrong_argument(1, "a name", &other)),
                };
                let (segment, kinds) = (SegmentId(index as u16), wanted(desk, name)?);
                let feature = desk.state.borrow().features.of(segment);
                desk.reads.note_read(Read::Touched(feature, kinds));
                let found = touched(desk, segment, kinds);
                Ok(found.into_iter().map(|feature| desk.handle(ObjectKind::Feature, feature.0 as u32)).collect())
            }
            _ => Err(kind.lacks("neighbours")),
        })?;
        self.list("order", |desk, _, Object(first): Object| {
            let first = desk.open_player(first)?.0 as u32;
            let players = desk.state.borrow().player_count() as u32;
            Ok((0..players).map(|seat| desk.handle(ObjectKind::Player, (first + seat) % players)).collect())
        })?;
        self.list("most", |desk, _, Name(token): Name| {
            let token = desk.words().token(&token).map_err(Error::runtime)?;
            desk.reads.note_read(Read::Tokens(token));
            let lead = desk.state.borrow().most(token);
            Ok(lead.iter().map(|player| desk.handle(ObjectKind::Player, player.0 as u32)).collect())
        })?;
        self.add("deployments", |lua, desk, _, (Object(player), Filter(filter)): (Object, Filter)| {
            let (player, filter) = (desk.open_player(player)?, DeployFilter::read(filter)?);
            let all: Vec<Choice> = {
                let state = desk.state.borrow();
                filter.all(Position { catalogue: &desk.catalogue, state: &state }, player).collect()
            };
            let allowed = match desk.in_play() {
                Some(scripts) => desk.asking_movers(|| scripts.judge_deployments(desk, all))?,
                None => all,
            };
            let target = |choice: Choice| match choice {
                Choice::Deploy(kind, at) => desk.target_value(lua, Target::KindAt(kind, Spot::Segment(at))),
                _ => Ok(Value::Nil),
            };
            let targets = allowed.into_iter().map(target).collect::<Result<Vec<Value>>>()?;
            lua.create_sequence_from(targets).map(Value::Table)
        })?;
        self.list("leaders", |desk, (_, index), _: Value| {
            let leaders = leaders(desk, SegmentId(index as u16))?;
            Ok(leaders.iter().map(|player| desk.handle(ObjectKind::Player, player.0 as u32)).collect())
        })
    }
}

/// Returns the features of some kinds (one bit each) that a feature meets on its tiles, each once, oldest first.
fn touched(desk: &Desk, segment: SegmentId, kinds: u32) -> Vec<FeatureId> {
    let state = desk.state.borrow();
    let graph = &state.features;
    let feature = graph.of(segment);
    let met = graph.segments(feature).flat_map(|own| contacts(&desk.catalogue, &state.board, graph, own));
    let met = met.filter(|&near| kinds >> graph.kind_at(near).0 & 1 == 1).map(|near| graph.of(near));
    let mut found: Vec<FeatureId> = met.filter(|&near| near != feature).collect();
    found.sort();
    found.dedup();
    found
}

/// Returns who leads a feature, as the table would find out.
fn leaders(desk: &Desk, segment: SegmentId) -> Result<Players> {
    if desk.leading.replace(true) {
        return Err(Error::runtime("`leaders` is not possible here: it asks `on_weight` and `on_winners` itself"));
    }
    let feature = desk.state.borrow().features.of(segment);
    desk.note_asked(&[Named::Winners], feature);
    let found = desk.count_on_table(|state, rules| turn::owners(state, rules, feature));
    desk.leading.set(false);
    found
}
