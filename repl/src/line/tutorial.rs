//! Plays lessons: sets up their steps and answers what the player does. Conditions are written like expectations in
//! scenes.

use crate::game::table::Table;
use crate::io::prose::hung;
use crate::io::reply::{Failure, Reply};
use crate::io::split;
use crate::line::command::Context;
use crate::line::dispatch;
use crate::line::lessons::{Before, Lesson, Then, Tutorial, lessons};
use crate::tell::expect;

/// Starts a lesson; the current game is kept for later.
pub fn begin(context: &mut Context, lessons: &[Lesson], lesson: usize) -> Result<Reply, Failure> {
    let before = match context.tutorial.take() {
        Some(tutorial) => tutorial.before,
        None => {
            let (begun, file) = (context.begun, context.file.clone());
            context.table.clone().map(|table| Before { table, begun, file })
        }
    };
    context.tutorial = Some(Tutorial { lesson, step: 0, start: None, begun: 0, before, said: Vec::new() });
    let head = format!("Lesson {} of {}: {}", lesson + 1, lessons.len(), lessons[lesson].title);
    enter(context, lessons, vec![head])
}

/// Sets up the current step and shows it: the table, these lines, the sentences of the step and its task.
fn enter(context: &mut Context, lessons: &[Lesson], mut lines: Vec<String>) -> Result<Reply, Failure> {
    let Some((lesson, step)) = context.tutorial.as_ref().map(|tutorial| (tutorial.lesson, tutorial.step)) else {
        return Ok(Reply::default());
    };
    let step = lessons[lesson].steps.get(step).cloned().unwrap_or_default();
    for line in &step.setup {
        let words = split::words(line).map_err(|error| Failure::usage(error.to_string()))?;
        dispatch::run(context, &words.iter().map(String::as_str).collect::<Vec<_>>(), true)?;
    }
    let (begun, start) = (context.begun, context.table.clone());
    if let Some(tutorial) = &mut context.tutorial {
        (tutorial.begun, tutorial.start) = (begun, start);
    }
    let is_drawn = step.task.is_some();
    lines.extend(step.sentences);
    lines.push(match step.task {
        Some(task) => task,
        None if lesson + 1 == lessons.len() => "`tutorial leave` ends the tutorial.".into(),
        None => {
            format!("`tutorial next` continues with {}, `tutorial leave` ends the tutorial.", lessons[lesson + 1].title)
        }
    });
    Ok(shown(context, lines, is_drawn).with("lesson", lesson + 1))
}

/// The table with what the lesson says below it, so that the words stay in view.
fn shown(context: &mut Context, said: Vec<String>, is_drawn: bool) -> Reply {
    let columns = context.screen.size.map(|(columns, _)| columns);
    let said: Vec<String> = said.iter().filter(|text| !text.is_empty()).map(|text| hung(text, 0, columns)).collect();
    let below = said.iter().map(|text| text.lines().count()).sum();
    let picture = Some(()).filter(|()| is_drawn).and_then(|()| picture(context, below));
    if let Some(tutorial) = &mut context.tutorial {
        tutorial.said = said.clone();
    }
    let lines: Vec<String> = picture.into_iter().chain(said).collect();
    Reply::text(lines.join("\n")).with("lines", lines)
}

/// The table, with room for this many lines below it.
fn picture(context: &mut Context, below: usize) -> Option<String> {
    let table = context.table.as_ref()?;
    let size = context.screen.size;
    context.screen.size = size.map(|(columns, lines)| (columns, lines.saturating_sub(below)));
    let picture = context.screen.turn(&table.game);
    context.screen.size = size;
    Some(picture)
}

/// The table with what the lesson said last below it; `None` if no lesson is in progress.
pub fn again(context: &mut Context) -> Option<String> {
    let said = context.tutorial.as_ref()?.said.clone();
    let below = said.iter().map(|text| text.lines().count()).sum();
    let picture = picture(context, below)?;
    Some([vec![picture], said].concat().join("\n"))
}

/// Reacts to what the player did, if a lesson is in progress: adds the lesson's answer to the reply.
pub fn react(context: &mut Context, reply: Reply) -> Result<Reply, Failure> {
    let (begun, table) = (context.begun, context.table.as_ref());
    let Some(tutorial) = context.tutorial.as_mut() else { return Ok(reply) };
    if tutorial.begun != begun {
        context.tutorial = None;
        return Ok(reply.note("You left the tutorial; `tutorial` starts it again."));
    }
    let lines = |table: Option<&Table>| table.map_or(0, |table| table.game.record().len());
    let (now, start) = (lines(table), lines(tutorial.start.as_ref()));
    if now < start {
        // The position that the lesson set up cannot be undone.
        context.table = tutorial.start.clone();
        return Err(Failure::refused("nothing to undo in this step"));
    }
    if !reply.changed || now == start {
        return Ok(reply);
    }
    let lessons = lessons();
    let step = lessons[tutorial.lesson].steps.get(tutorial.step);
    let holds = |condition: &String| {
        let words: Vec<&str> = condition.split(' ').collect();
        table.is_some_and(|table| expect::check(&table.game, &words).is_ok())
    };
    let answers = step.map_or(&[][..], |step| &step.answers);
    let Some(answer) = answers.iter().find(|answer| answer.conditions.iter().all(holds)) else { return Ok(reply) };
    let mut said = vec![reply.text.clone(), answer.sentence.clone()];
    let is_terminal = context.screen.size.is_some();
    match answer.then {
        // Only a terminal shows the table after a choice.
        Then::Wait => return Ok(shown(context, said, is_terminal)),
        Then::Right => {
            if let Some(tutorial) = &mut context.tutorial {
                tutorial.step += 1;
            }
            return enter(context, &lessons, said);
        }
        Then::Wrong => {}
    }
    said.extend(step.and_then(|step| step.task.clone()));
    if let Some(tutorial) = &context.tutorial {
        context.table = tutorial.start.clone();
    }
    Ok(shown(context, said, true))
}

/// Ends the tutorial and restores the game before it.
pub fn leave(context: &mut Context) -> Result<Reply, Failure> {
    let Some(tutorial) = context.tutorial.take() else { return Ok(Reply::default()) };
    context.table = None;
    let Some(before) = tutorial.before else {
        return Ok(Reply::text("You left the tutorial; `new` starts a game."));
    };
    context.screen.prepare(before.table.game.setup())?;
    (context.table, context.begun, context.file) = (Some(before.table), before.begun, before.file);
    Ok(Reply { changed: true, ..Reply::text("You left the tutorial; your game continues.") })
}
