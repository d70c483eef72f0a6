//! Asking a player from a handler: the question becomes the open decision, and the handler waits, or is run again to where it
//! stood.

use mlua::{Error, LightUserData, LuaString, Result, Table, Value};

use super::desk::{Desk, Question};
use super::handle::Kind;
use super::hook::Context;
use super::report::called;
use crate::choice::{Choice, Target};
use crate::figure::FigureId;
use crate::state::State;

/// The most options of one question.
const MOST: usize = 1_000;

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
    if !task.waits.get() {
        task.asked_in_vain.set(true);
        return Err(Error::runtime("this handler asks"));
    }
    *task.question.borrow_mut() = Some(question);
    Ok((None, Some(list)))
}

fn read(desk: &Desk, question: &Table) -> Result<(Question, Table)> {
    let wrong = |why: &str| Error::runtime(format!("ask: {why}"));
    let no_list = || wrong("`options` is a list, or a function that makes one");
    let (mut player, mut verb, mut list, mut optional) = (None, None, None, false);
    question.for_each(|key: LuaString, value: Value| {
        match (&*key.to_str()?, value) {
            ("player", Value::LightUserData(object)) => player = Some(desk.open_player(object)?),
            ("verb", Value::String(word)) => {
                verb = Some(desk.words().verb(&word.to_string_lossy()).map_err(|why| wrong(&why))?);
            }
            ("options", options) => list = Some(options),
            ("optional", value) => optional = value.as_boolean().ok_or_else(|| wrong("`optional` is true or false"))?,
            ("player" | "verb", _) => {}
            (key, _) => {
                return Err(wrong(&desk.words().unknown(key, &["player", "verb", "options", "optional"])));
            }
        }
        Ok(())
    })?;
    let player = player.ok_or_else(|| wrong("`player` says who"))?;
    let verb = verb.ok_or_else(|| wrong("`verb` is a word"))?;
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
        let option = Choice::Do(verb, desk.target(&state, &value)?);
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
    Ok((Question { player: Some(player), options, picks }, list))
}

/// Whether two options print the same: figures of one owner and kind that stand at one place are one option.
pub(super) fn looks_same(state: &State, a: Choice, b: Choice) -> bool {
    let look = |id: FigureId| {
        let figure = state.figure(id);
        (figure.owner, figure.kind, figure.zone)
    };
    match (a, b) {
        (Choice::Do(verb, Target::Figure(one)), Choice::Do(other_verb, Target::Figure(other))) => {
            verb == other_verb && look(one) == look(other)
        }
        _ => a == b,
    }
}
