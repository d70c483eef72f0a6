//! Asking a player from a handler: the question becomes the open decision, and the handler waits, or is run again to where it
//! stood.

use mlua::{Error, LightUserData, Result, Table, Value};

use super::desk::{Desk, Question};
use super::handle::Kind;
use super::hook::Context;
use crate::choice::{Choice, Target};
use crate::figure::FigureId;
use crate::state::State;

/// The most options of one question.
const MOST: usize = 1_000;

/// The answer if it is known already; nothing if the handler has to wait for it.
pub(super) fn ask(desk: &Desk, game: LightUserData, question: Table) -> Result<Option<u16>> {
    desk.open_as(game, Kind::Game)?;
    desk.may(Context::Action, "ask")?;
    let task = &desk.task;
    let question = read(desk, &question)?;
    if let Some(&answer) = task.answers.borrow().get(task.taken.get()) {
        task.taken.set(task.taken.get() + 1);
        return Ok(Some(answer));
    }
    if !task.waits.get() {
        task.asked_in_vain.set(true);
        return Err(Error::runtime("this handler asks"));
    }
    *task.question.borrow_mut() = Some(question);
    Ok(None)
}

fn read(desk: &Desk, question: &Table) -> Result<Question> {
    for pair in question.pairs::<Value, Value>() {
        let key = pair?.0.to_string()?;
        let known = ["player", "verb", "options", "optional"];
        if !known.contains(&key.as_str()) {
            return Err(Error::runtime(format!("ask: {}", desk.words().unknown(&key, &known))));
        }
    }
    let player: LightUserData = question.raw_get("player").map_err(|_| Error::runtime("ask: `player` says who"))?;
    let player = desk.open_player(player)?;
    let verb: String = question.raw_get("verb").map_err(|_| Error::runtime("ask: `verb` is a word"))?;
    let verb = desk.words().verb(&verb).map_err(|why| Error::runtime(format!("ask: {why}")))?;
    let list: Table = question.raw_get("options").map_err(|_| Error::runtime("ask: `options` is a list"))?;
    let optional = question.raw_get::<Option<bool>>("optional")?.unwrap_or(false);
    let (mut options, mut picks) = (Vec::new(), Vec::new());
    let state = desk.state.borrow();
    for (place, value) in list.sequence_values::<Value>().enumerate() {
        if place == MOST {
            return Err(Error::runtime(format!("ask: more than {MOST} options")));
        }
        let option = Choice::Do(verb, desk.target(&state, &value?)?);
        if !options.iter().any(|&other| looks_same(&state, other, option)) {
            options.push(option);
            picks.push(place as u16 + 1);
        }
    }
    if options.is_empty() {
        return Err(Error::runtime("ask: there are no options to choose from"));
    }
    if optional {
        options.push(Choice::Pass);
        picks.push(0);
    }
    Ok(Question { player: Some(player), options, picks })
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
