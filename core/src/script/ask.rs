//! Asking a player from a handler: the question becomes the open decision, and the handler waits, or is run again to where it
//! stood.

use mlua::{Error, LightUserData, LuaString, Result, Table, Value};

use super::desk::{Desk, Question};
use super::handle::Kind;
use super::hook::Context;
use super::report::called;
use super::values::Why;
use crate::board::Place;
use crate::catalogue::{FigureKindId, TileId, VerbId};
use crate::choice::{Choice, Target};
use crate::feature::SegmentId;
use crate::figure::{PlayerId, Zone};
use crate::state::{About, State};
use crate::turn::limits::MOST_QUESTIONS;

/// The most options of one question.
const MOST: usize = 1_000;

/// The keys of a question.
const KEYS: [&str; 5] = ["player", "verb", "options", "optional", "about"];

/// What is said where a handler asks in a way that cannot be seen when it is loaded.
const UNSEEN: &str = "ask: that this handler asks was not seen when it was loaded: call `game:ask`, or a function that does, by its name";

/// The answer if it is known already, nothing if the handler has to wait for it; and the list of options.
pub(super) fn ask(
    desk: &Desk,
    game: LightUserData,
    question: &Value,
    can_wait: bool,
) -> Result<(Option<u16>, Option<Table>)> {
    desk.open_as(game, Kind::Game)?;
    desk.may(Context::Action, "ask")?;
    let question = question.as_table().ok_or_else(|| {
        Error::runtime(format!("argument 1 of `ask`: a table is wanted, not {}", called(question.type_name())))
    })?;
    let task = &desk.task;
    if task.waits.get() && !can_wait {
        return Err(Error::runtime("a player cannot be asked from inside a function that is called back"));
    }
    let is_imagined = desk.state.borrow().turn.imagined;
    if is_imagined && question.raw_get::<bool>("optional")? {
        return Ok((Some(0), None));
    }
    let (question, list) = read(desk, question)?;
    let known = match is_imagined || question.options == [Choice::Pass] {
        true => question.picks.last().copied(),
        false => task.answers.borrow().get(task.taken.get()).copied().inspect(|_| task.taken.update(|taken| taken + 1)),
    };
    if known.is_some() {
        return Ok((known, Some(list)));
    }
    if task.taken.get() >= MOST_QUESTIONS {
        return Err(Error::runtime(format!("ask: a handler asks at most {MOST_QUESTIONS} questions")));
    }
    if !task.waits.get() {
        return Err(Error::runtime(UNSEEN));
    }
    *task.question.borrow_mut() = Some(question);
    Ok((None, Some(list)))
}

fn read(desk: &Desk, question: &Table) -> Result<(Question, Table)> {
    let wrong = |why: &str| Error::runtime(format!("ask: {why}"));
    let no_list = || wrong("`options` is a list, or a function that makes one");
    let (mut player, mut verb, mut list, mut optional, mut about) = (None, None, None, false, None);
    question.for_each(|key: LuaString, value: Value| {
        match (&*key.to_str()?, value) {
            ("player", Value::LightUserData(object)) => player = Some(desk.open_player(object)?),
            ("verb", Value::String(word)) => {
                verb = Some(desk.words().verb(&word.to_string_lossy()).map_err(|why| wrong(&why))?);
            }
            ("options", options) => list = Some(options),
            ("optional", value) => optional = value.as_boolean().ok_or_else(|| wrong("`optional` is true or false"))?,
            ("about", value) => about = Some(read_about(desk, &value)?),
            ("player" | "verb", _) => {}
            (key, _) => {
                return Err(wrong(&desk.words().unknown(key, &KEYS)));
            }
        }
        Ok(())
    })?;
    let player = player.ok_or_else(|| wrong("`player` says who"))?;
    // Made after the question was read: whoever makes it may do with the question what he likes.
    let list = match list {
        Some(Value::Function(make)) => make.call::<Value>(())?,
        given => given.unwrap_or_default(),
    };
    let list = list.as_table().cloned().ok_or_else(no_list)?;
    let (mut options, mut picks) = (Vec::new(), Vec::new());
    let state = desk.state.borrow();
    let mut place = 0;
    list.for_each_value(|value: Value| {
        if place == MOST {
            return Err(wrong(&format!("more than {MOST} options")));
        }
        place += 1;
        let option = match placing(desk, &value)? {
            Some((tile, place)) => Choice::Play(tile, place),
            None => Choice::Do(verb.ok_or_else(|| wrong("`verb` is a word"))?, desk.target(&state, &value)?),
        };
        if !options.iter().any(|&other| looks_same(&state, other, option)) {
            options.push(option);
            picks.push(place as u16);
        }
        Ok(())
    })?;
    drop(state);
    if optional {
        options.push(Choice::Pass);
        picks.push(0);
    }
    if options.is_empty() {
        return Err(Error::runtime("ask: there are no options to choose from"));
    }
    Ok((Question { player: Some(player), options, picks, about }, list))
}

/// Where a tile is to lie, if that is an option.
fn placing(desk: &Desk, value: &Value) -> Result<Option<(TileId, Place)>> {
    match value {
        Value::LightUserData(object) if desk.open(*object)?.0 == Kind::Candidate => desk.open_found(*object).map(Some),
        _ => Ok(None),
    }
}

/// What a question is about: something on the table, or a player, or a text.
fn read_about(desk: &Desk, value: &Value) -> Result<About> {
    if let Value::String(_) = value {
        return desk.reason(&Why::from_value(value)?.0).map(About::Text);
    }
    let state = desk.state.borrow();
    match desk.target(&state, value) {
        Ok(Target::Feature(feature)) => Ok(About::Feature(feature)),
        Ok(Target::Segment(segment)) => Ok(About::Feature(state.features.of(segment))),
        Ok(Target::Tile(tile)) => Ok(About::Tile(tile)),
        Ok(Target::Figure(figure)) => Ok(About::Figure(figure)),
        Ok(Target::Loose(loose)) => Ok(About::Loose(loose)),
        Ok(Target::Player(player)) => Ok(About::Player(player)),
        _ => Err(Error::runtime("ask: `about` is a feature, a tile, a figure, a player or a text")),
    }
}

/// What an option looks like in print. Figures of one owner and kind that stand at one place look the same; so do a feature and the
/// segment that it is named by, and a tile and its cell.
pub(super) fn looks(state: &State, option: Choice) -> Option<Looks> {
    let Choice::Do(verb, target) = option else { return None };
    Some(match target {
        Target::Figure(id) => {
            let figure = state.figure(id);
            (verb, Target::Nothing, Some((figure.owner, figure.kind, figure.zone)))
        }
        Target::Feature(feature) => (verb, Target::Segment(SegmentId(feature.0)), None),
        Target::Tile(tile) => (verb, Target::Cell(state.board.tile(tile).cell), None),
        Target::KindAt(kind, at) => (verb, Target::Kind(kind), Some((PlayerId::NOBODY, kind, at.zone()))),
        _ => (verb, target, None),
    })
}

/// What tells options apart in print.
pub(super) type Looks = (VerbId, Target, Option<(PlayerId, FigureKindId, Zone)>);

/// Whether two options print the same.
pub(super) fn looks_same(state: &State, a: Choice, b: Choice) -> bool {
    // Most options look like themselves alone.
    let is_plain =
        |option| !matches!(option, Choice::Do(_, Target::Figure(_) | Target::Feature(_) | Target::KindAt(..)));
    match is_plain(a) && is_plain(b) {
        true => a == b,
        false => looks(state, a) == looks(state, b),
    }
}
