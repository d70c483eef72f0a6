//! Questions that a handler asks a player. The question becomes the open decision, and the handler waits as a
//! coroutine. If the coroutine is gone when the answer comes, the handler is run again up to the question.

use mlua::{Error, LightUserData, Result, Table, Value};

use super::alike::looks;
use super::desk::{Desk, Question};
use super::handle::ObjectKind;
use super::hook::Context;
use super::reads::Read;
use super::report::called;
use super::surface::{LABELLED, QUESTION};
use super::values::Whole;
use crate::table::catalogue::VerbId;
use crate::table::choice::{Choice, Found, Target};
use crate::table::sheet::ReasonId;
use crate::table::state::{About, Amounts, Topic};
use crate::table::turn::limits::MAX_QUESTIONS;

/// The maximum number of options of one question.
const MAX_OPTIONS: usize = 1_000;

/// How many numbers of a range are listed as options; the others can be chosen as well.
const MAX_LISTED: usize = 30;

/// The error for a handler that asks although `asking` did not find that it may: it has no coroutine to wait in.
const UNDETECTED: &str = "ask: when this handler was loaded, it was not clear that it asks: call `game:ask`, or a function that does, by its name";

/// A question as the script wrote it.
pub(super) struct Asked {
    pub player: Value,
    /// The index of its verb.
    pub verb: Option<u8>,
    pub options: Value,
    pub optional: Value,
    pub about: Value,
    pub why: Value,
    pub step: Value,
    pub steps: Value,
    pub range: Value,
}

/// Always fails: says what is wrong with a question that is not a table, or has an unknown key or an unknown verb.
pub(super) fn misread(desk: &Desk, game: LightUserData, question: &Value, key: &Value) -> Result<()> {
    desk.open_as(game, ObjectKind::Game)?;
    desk.may(Context::Action, "ask")?;
    if question.as_table().is_none() {
        let given = called(question.type_name());
        return Err(Error::runtime(format!("argument 1 of `ask`: expected a table, got {given}")));
    }
    match key {
        Value::String(key) if *key == "verb" => match question.as_table().map(|question| question.raw_get("verb")) {
            Some(Ok(Value::String(name))) => Err(match desk.words().verb(&name.to_string_lossy()) {
                Ok(_) => wrong("`verb` is a word"),
                Err(why) => wrong(&why),
            }),
            _ => Err(wrong("`verb` is a word")),
        },
        Value::String(key) => Err(wrong(&QUESTION.unknown(&key.to_string_lossy()))),
        key => Err(wrong(&format!("the keys of a question are names, not {}", called(key.type_name())))),
    }
}

fn wrong(why: &str) -> Error {
    Error::runtime(format!("ask: {why}"))
}

/// Returns the answer if it is already known (its index in the script's list, 0 for `pass`), or `None` if the handler
/// has to wait for it. Also returns the list of options if a function made it.
pub(super) fn ask(
    desk: &Desk,
    game: LightUserData,
    can_wait: bool,
    asked: Asked,
) -> Result<(Option<u16>, Option<Table>)> {
    desk.open_as(game, ObjectKind::Game)?;
    desk.may(Context::Action, "ask")?;
    let task = &desk.task;
    if task.waits.get() && !can_wait {
        return Err(Error::runtime("a player cannot be asked from inside a function that is called back"));
    }
    // Nobody is asked in an imagined end: optional questions are passed, others are answered with the last option.
    let is_imagined = desk.state.borrow().turn.imagined;
    if is_imagined && asked.optional == Value::Boolean(true) {
        return Ok((Some(0), None));
    }
    let (question, made) = read(desk, asked)?;
    let known = match is_imagined || question.options == [Choice::Pass] {
        true if question.topic.amounts.is_some() => question.picks.first().copied(),
        true => question.picks.last().copied(),
        false => task.answers.borrow().get(task.taken.get()).copied().inspect(|_| task.taken.update(|taken| taken + 1)),
    };
    if known.is_some() {
        return Ok((known, made));
    }
    if task.taken.get() >= MAX_QUESTIONS {
        return Err(wrong(&format!("a handler asks at most {MAX_QUESTIONS} questions")));
    }
    if !task.waits.get() {
        return Err(Error::runtime(UNDETECTED));
    }
    *task.question.borrow_mut() = Some(question);
    Ok((None, made))
}

/// Reads the question that a script asks. Also returns the list of options if a function made it.
fn read(desk: &Desk, asked: Asked) -> Result<(Question, Option<Table>)> {
    let player = asked.player.as_light_userdata().map(|player| desk.open_player(player)).transpose()?;
    let optional = match &asked.optional {
        Value::Nil => false,
        value => value.as_boolean().ok_or_else(|| wrong("`optional` is true or false"))?,
    };
    let mut topic = read_topic(desk, &asked)?;
    let player = player.ok_or_else(|| wrong("`player` says who"))?;
    if asked.range != Value::Nil {
        topic.amounts = read_range(&asked)?;
        let amounts = topic.amounts.into_iter().flat_map(listed);
        let (options, picks) = amounts.chain(optional.then_some((Choice::Pass, 0))).unzip();
        return Ok((whole(Question { player: Some(player), options, picks, labels: Vec::new(), topic })?, None));
    }
    let is_made = matches!(asked.options, Value::Function(_));
    let list = match asked.options {
        Value::Function(make) => make.call::<Value>(())?,
        given => given,
    };
    let Value::Table(list) = list else { return Err(wrong("`options` is a list, or a function that makes one")) };
    let most = list.raw_len().min(MAX_OPTIONS) + 1;
    let (mut options, mut picks) = (Vec::with_capacity(most), Vec::with_capacity(most));
    let (mut shown, mut labels) = (Vec::with_capacity(most), Vec::new());
    let state = desk.state.borrow();
    let mut place = 0;
    list.for_each_value(|value: Value| {
        if place == MAX_OPTIONS {
            return Err(wrong(&format!("more than {MAX_OPTIONS} options")));
        }
        place += 1;
        let (value, verb, label) = read_labelled(desk, value, asked.verb)?;
        let option = match placing(desk, &value)? {
            Some(found) => found.choice(),
            None => match verb {
                Some(verb) => {
                    Choice::Do(VerbId(verb), desk.target(&state, &value).map_err(|why| alone(desk, &value, why))?)
                }
                None => Choice::Do(plain_word(desk, &value)?, Target::Nothing),
            },
        };
        match option {
            Choice::Do(_, Target::Figure(figure)) => desk.reads.note_read(Read::Figure(figure)),
            Choice::Do(_, Target::Tile(_) | Target::Segment(_) | Target::Player(_) | Target::Nothing) => {}
            _ => desk.reads.note_more(),
        }
        let look = looks(&state, option);
        let is_shown = match look {
            Some(_) => shown.contains(&look),
            None => options.contains(&option),
        };
        if !is_shown {
            if label.is_some() {
                labels.resize(options.len(), None);
                labels.push(label);
            }
            options.push(option);
            picks.push(place as u16);
            shown.push(look);
        }
        Ok(())
    })?;
    drop(state);
    if optional {
        options.push(Choice::Pass);
        picks.push(0);
    }
    Ok((whole(Question { player: Some(player), options, picks, labels, topic })?, is_made.then_some(list)))
}

/// Makes sure that a question has options.
fn whole(question: Question) -> Result<Question> {
    match question.options.is_empty() {
        true => Err(wrong("there are no options to choose from")),
        false => Ok(question),
    }
}

/// Reads the range of a question for an amount; `None` if it is empty.
fn read_range(asked: &Asked) -> Result<Option<Amounts>> {
    let bad = || wrong("`range` is two whole numbers from 0 to 32767, the least and the most");
    if asked.options != Value::Nil {
        return Err(wrong("a question has `options` or a `range`, not both"));
    }
    let verb = VerbId(asked.verb.ok_or_else(|| wrong("`verb` is a word"))?);
    let bounds = asked.range.as_table().ok_or_else(bad)?;
    let bound = |place: i64| Whole::from_value(&bounds.raw_get(place)?).map_err(|_| bad());
    let (Whole(least), Whole(most)) = (bound(1)?, bound(2)?);
    if bounds.raw_len() != 2 || least < 0 {
        return Err(bad());
    }
    // The most that a player can pay may be less than nothing.
    if most < least {
        return Ok(None);
    }
    let small = |number| i16::try_from(number).map_err(|_| bad());
    Ok(Some(Amounts { verb, least: small(least)?, most: small(most)? }))
}

/// Returns the lowest numbers of a range as options, with what they mean to the handler.
fn listed(amounts: Amounts) -> impl Iterator<Item = (Choice, u16)> {
    let Amounts { verb, least, most } = amounts;
    let numbers = (least..=most).take(MAX_LISTED);
    numbers.map(move |number| (Choice::Do(verb, Target::Number(number)), amounts.pick(number)))
}

/// Returns the place if an option is a place for a tile.
fn placing(desk: &Desk, value: &Value) -> Result<Option<Found>> {
    match value {
        Value::LightUserData(object) if desk.open(*object)?.0 == ObjectKind::Candidate => {
            desk.open_found(*object).map(Some)
        }
        _ => Ok(None),
    }
}

/// The error for what cannot be an option of a question that has a verb; a verb cannot, either.
fn alone(desk: &Desk, value: &Value, why: Error) -> Error {
    match value {
        Value::String(word) if desk.words().verb(&word.to_string_lossy()).is_ok() => {
            let word = word.to_string_lossy();
            wrong(&format!("`{word}` is a verb: as an option by itself it needs a question without `verb`"))
        }
        _ => why,
    }
}

/// Reads an option without a verb: a plain word, which is a verb that stands alone.
fn plain_word(desk: &Desk, value: &Value) -> Result<VerbId> {
    match value {
        Value::String(word) => desk.words().verb(&word.to_string_lossy()).map_err(|why| wrong(&why)),
        _ => Err(wrong("`verb` is a word")),
    }
}

/// Reads an option: what is chosen, the index of its verb, and its label. Most options are nothing but what is chosen.
fn read_labelled(desk: &Desk, value: Value, verb: Option<u8>) -> Result<(Value, Option<u8>, Option<ReasonId>)> {
    let Value::Table(table) = &value else { return Ok((value, verb, None)) };
    let (mut target, mut own, mut label, mut other) = (Value::Nil, Value::Nil, Value::Nil, None);
    table.for_each(|key: Value, value: Value| {
        match key.as_string().map(|key| key.to_string_lossy()).as_deref() {
            Some("target") => target = value,
            Some("verb") => own = value,
            Some("label") => label = value,
            key => other = Some(key.map(str::to_string)),
        }
        Ok(())
    })?;
    match (target, other) {
        (Value::Nil, _) => Ok((value, verb, None)),
        (_, Some(Some(key))) => Err(wrong(&LABELLED.unknown(&key))),
        (_, Some(None)) => Err(wrong("the keys of an option are names")),
        (target, None) => Ok((target, read_verb(desk, &own)?.or(verb), read_label(desk, &label)?)),
    }
}

/// Reads the verb that an option has of its own.
fn read_verb(desk: &Desk, verb: &Value) -> Result<Option<u8>> {
    match verb {
        Value::Nil => Ok(None),
        Value::String(name) => Ok(Some(desk.words().verb(&name.to_string_lossy()).map_err(|why| wrong(&why))?.0)),
        _ => Err(wrong("`verb` is a word")),
    }
}

fn read_label(desk: &Desk, label: &Value) -> Result<Option<ReasonId>> {
    match label {
        Value::Nil => Ok(None),
        label => desk.read_reason(label).map(Some),
    }
}

/// Reads what a question says of itself.
fn read_topic(desk: &Desk, asked: &Asked) -> Result<Topic> {
    let about = match &asked.about {
        Value::Nil => None,
        about => Some(read_about(desk, about)?),
    };
    let why = match &asked.why {
        Value::Nil => None,
        why => Some(desk.read_reason(why)?),
    };
    let step = match (read_count("step", &asked.step)?, read_count("steps", &asked.steps)?) {
        (None, Some(_)) => return Err(wrong("`steps` needs `step`")),
        (Some(step), Some(steps)) if step > steps => return Err(wrong("`step` is larger than `steps`")),
        (step, steps) => step.map(|step| (step, steps)),
    };
    Ok(Topic { about, why, step, amounts: None })
}

fn read_count(key: &str, value: &Value) -> Result<Option<u16>> {
    if *value == Value::Nil {
        return Ok(None);
    }
    let Whole(number) = Whole::from_value(value)?;
    match u16::try_from(number) {
        Ok(number) if number > 0 => Ok(Some(number)),
        _ => Err(wrong(&format!("`{key}` is a number from 1 to {}", u16::MAX))),
    }
}

/// Reads what a question is about: something on the table, a player, or a text.
fn read_about(desk: &Desk, value: &Value) -> Result<About> {
    if let Value::String(_) = value {
        return desk.read_reason(value).map(About::Text);
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
