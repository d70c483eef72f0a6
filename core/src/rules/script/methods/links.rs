//! Segments that scripts join and part, and features that they turn into others.

use super::Methods;
use crate::rules::script::desk::Desk;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::reach::beyond;
use crate::rules::script::values::{Name, Object, Why};
use crate::table::catalogue::Closes;
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, Zone};
use crate::table::rulebook::{Position, printed};
use crate::table::state::State;
use crate::table::turn;
use mlua::{Error, LightUserData, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
action game:join(a: Segment, b: Segment, why: string) -- joins two segments of one kind, wherever they are, so that their features become one
action game:split(a: Segment, b: Segment, why: string) -- parts two segments that were joined this way
pure   segment:links(): Segment[] -- the segments that scripts have joined with it
pure   segment:beyond(): Segment[] -- the segments of its feature where it goes on: those that scripts have joined with it, then those on the tiles at its sides, clockwise from the north
action game:turn_into(feature: Feature, kind: string, why: string) -- makes a complete feature one of another kind; its figures stay, and it is not scored now
"#;

/// The maximum number of links on the board.
const MAX_LINKS: usize = 1_000;

impl Methods<'_> {
    /// Adds what scripts can do to features.
    pub(super) fn add_links(&self) -> Result<()> {
        self.add("join", |_, desk, _, (Object(a), Object(b), Why(why)): (Object, Object, Why)| {
            let (a, b, why) = (open(desk, a)?, open(desk, b)?, desk.reason(&why)?);
            can_join(desk, a, b)?;
            turn::join(&mut desk.change(), &desk.catalogue, a, b, why);
            Ok(Value::Nil)
        })?;
        self.add("split", |_, desk, _, (Object(a), Object(b), Why(why)): (Object, Object, Why)| {
            let (a, b, why) = (open(desk, a)?, open(desk, b)?, desk.reason(&why)?);
            is_unsettled(desk, a, "split")?;
            let is_split = turn::part(&mut desk.change(), &desk.catalogue, a, b, why);
            match is_split {
                true => {
                    send_lonely_home(desk, a);
                    send_lonely_home(desk, b);
                    Ok(Value::Nil)
                }
                false => Err(Error::runtime("these two segments were not joined by a script")),
            }
        })?;
        self.list("links", |desk, (_, index), _: Value| {
            let state = desk.state.borrow();
            let across = state.links().iter().filter_map(|link| link.across(SegmentId(index as u16)));
            Ok(across.map(|segment| desk.handle(ObjectKind::Segment, segment.0 as u32)).collect())
        })?;
        self.list("beyond", |desk, (_, index), _: Value| {
            desk.reads.note_more();
            let found = beyond(&desk.catalogue, &desk.state.borrow(), SegmentId(index as u16));
            Ok(found.into_iter().map(|segment| desk.handle(ObjectKind::Segment, segment.0 as u32)).collect())
        })?;
        self.add("turn_into", |_, desk, _, (Object(feature), Name(kind), Why(why)): (Object, Name, Why)| {
            let (feature, why) = (desk.open_feature(feature)?, desk.reason(&why)?);
            let kind = desk.words().kind(&kind).map_err(Error::runtime)?;
            let closes = desk.catalogue.kind(kind).closes;
            if closes == Closes::Neighbours {
                return Err(Error::runtime("a feature cannot become one that waits for its neighbours"));
            }
            if !desk.state.borrow().features.is_complete(feature) {
                return Err(Error::runtime("only a complete feature can become one of another kind"));
            }
            turn::turn_into(&mut desk.change(), feature, (kind, closes == Closes::Never), why);
            Ok(Value::Nil)
        })
    }
}

/// Returns the segment that a script's object stands for.
fn open(desk: &Desk, segment: LightUserData) -> Result<SegmentId> {
    desk.open_as(segment, ObjectKind::Segment).map(|index| SegmentId(index as u16))
}

/// Sends the figures home that need a follower of their owner and have none left on the feature of a segment.
fn send_lonely_home(desk: &Desk, segment: SegmentId) {
    let lonely: Vec<FigureId> = {
        let state = desk.state.borrow();
        let (position, feature) = (Position { catalogue: &desk.catalogue, state: &state }, state.features.of(segment));
        let is_lonely = |id: &FigureId| {
            let figure = state.figure(*id);
            desk.catalogue.figure(figure.kind).needs && !printed::has_follower(position, feature, figure.owner)
        };
        state.figures_on(feature).map(|(id, _)| id).filter(is_lonely).collect()
    };
    let tell = |state: &mut State, moment| desk.tell(state, moment);
    for figure in lonely {
        let causes = (desk.alone, desk.alone);
        turn::relocate(&mut desk.change(), &desk.catalogue, &tell, figure, Zone::Supply, causes);
    }
}

/// Fails if two segments cannot be joined.
fn can_join(desk: &Desk, a: SegmentId, b: SegmentId) -> Result<()> {
    is_unsettled(desk, a, "joined")?;
    is_unsettled(desk, b, "joined")?;
    let state = desk.state.borrow();
    let why = match () {
        () if a == b => "a segment cannot be joined with itself",
        () if state.features.kind_at(a) != state.features.kind_at(b) => "only segments of one kind can be joined",
        () if state.links().iter().any(|link| link.across(a) == Some(b)) => "these two segments are joined already",
        () if state.links().len() >= MAX_LINKS => "too many segments are joined",
        () => return Ok(()),
    };
    Err(Error::runtime(why))
}

/// Fails if the feature of a segment was scored.
fn is_unsettled(desk: &Desk, segment: SegmentId, done: &str) -> Result<()> {
    let state = desk.state.borrow();
    match state.is_settled(state.features.of(segment)) {
        true => Err(Error::runtime(format!("a feature that was scored cannot be {done}"))),
        false => Ok(()),
    }
}
