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
    context.tutorial = Some(Tutorial { lesson, step: 0, start: None, begun: 0, before });
    let head = format!("Lesson {} of {}: {}", lesson + 1, lessons.len(), lessons[lesson].title);
    enter(context, lessons, vec![head])
}

/// Sets up the current step and shows it after these lines.
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
    lines.extend(step.sentences.iter().map(|sentence| hung(sentence, 0, columns(context))));
    lines.extend(picture(context).filter(|_| step.task.is_some()));
    lines.push(match step.task {
        Some(task) => hung(&task, 0, columns(context)),
        None if lesson + 1 == lessons.len() => "`tutorial leave` ends the tutorial.".into(),
        None => {
            format!("`tutorial next` continues with {}, `tutorial leave` ends the tutorial.", lessons[lesson + 1].title)
        }
    });
    Ok(Reply::text(lines.join("\n")).with("lesson", lesson + 1).with("lines", lines))
}

fn columns(context: &Context) -> Option<usize> {
    context.screen.size.map(|(columns, _)| columns)
}

fn picture(context: &mut Context) -> Option<String> {
    let table = context.table.as_ref()?;
    Some(context.screen.turn(&table.game))
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
    let mut said: Vec<String> = vec![reply.text.clone()].into_iter().filter(|text| !text.is_empty()).collect();
    let columns = columns(context);
    said.push(hung(&answer.sentence, 0, columns));
    match answer.then {
        Then::Wait => return Ok(Reply { text: said.join("\n"), ..reply }),
        Then::Right => {
            if let Some(tutorial) = &mut context.tutorial {
                tutorial.step += 1;
            }
            return enter(context, &lessons, said);
        }
        Then::Wrong => {}
    }
    if let Some(tutorial) = &context.tutorial {
        context.table = tutorial.start.clone();
    }
    said.extend(picture(context));
    said.extend(step.and_then(|step| step.task.clone()).map(|task| hung(&task, 0, columns)));
    Ok(Reply::text(said.join("\n")).with("lines", said))
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
