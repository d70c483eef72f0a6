//! Lessons at the prompt: a position in a lab, a few sentences, a task, and an answer to what the player does. The lessons are
//! text files; what is right in them is said as in scenes.

use std::path::PathBuf;

use include_dir::{Dir, include_dir};

use crate::game::table::Table;
use crate::io::prose::hung;
use crate::io::reply::{Failure, Reply};
use crate::io::split;
use crate::line::expect;
use crate::session::Session;

static LESSONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tutorial");

/// One lesson.
#[derive(Clone, Debug, Default)]
struct Lesson {
    title: String,
    steps: Vec<Step>,
}

/// A position, what is said of it, what is asked, and the answers to what the player does.
#[derive(Clone, Debug, Default)]
struct Step {
    setup: Vec<String>,
    sentences: Vec<String>,
    task: Option<String>,
    answers: Vec<Answer>,
}

/// What is said when this is so, the first that fits.
#[derive(Clone, Debug)]
struct Answer {
    then: Then,
    conditions: Vec<String>,
    sentence: String,
}

/// What comes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// The next step.
    Right,
    /// The rest of the turn.
    Wait,
    /// The same step from its beginning.
    Wrong,
}

/// Where a player is in the lessons, and what was on the table before.
pub struct Tutorial {
    lesson: usize,
    step: usize,
    /// The position with which the step begins.
    start: Option<Table>,
    /// The number of the game in the session: another one means that the player has left.
    begun: usize,
    before: Option<Before>,
}

/// The game that waits: its number in the session, and where it was saved.
struct Before {
    table: Table,
    begun: usize,
    file: Option<PathBuf>,
}

/// Reads a lesson. Each line is a word and what belongs to it.
fn read(text: &str) -> Result<Lesson, String> {
    let mut lesson = Lesson::default();
    for (number, line) in (1..).zip(text.lines()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = || format!("line {number}: `{line}`");
        match word {
            "#" => lesson.title = rest.into(),
            "step" => lesson.steps.push(Step::default()),
            "" => {}
            _ => lesson.steps.last_mut().ok_or_else(wrong)?.line(word, rest).ok_or_else(wrong)?,
        }
    }
    Ok(lesson)
}

impl Step {
    fn line(&mut self, word: &str, rest: &str) -> Option<()> {
        match word {
            "do" => self.setup.push(rest.into()),
            "say" => self.sentences.push(rest.into()),
            "ask" => self.task = Some(rest.into()),
            "right" => self.answers.push(Answer::read(Then::Right, rest)?),
            "wait" => self.answers.push(Answer::read(Then::Wait, rest)?),
            "wrong" => self.answers.push(Answer::read(Then::Wrong, rest)?),
            _ => return None,
        }
        Some(())
    }
}

impl Answer {
    /// Conditions with `&` between them, a bar, a sentence.
    fn read(then: Then, text: &str) -> Option<Answer> {
        let (conditions, sentence) = text.split_once('|')?;
        let conditions = conditions.split('&').map(|condition| condition.trim().to_string());
        let conditions = conditions.filter(|condition| !condition.is_empty()).collect();
        Some(Answer { then, conditions, sentence: sentence.trim().into() })
    }
}

/// The lessons in their order.
fn lessons() -> Vec<Lesson> {
    let mut files: Vec<_> = LESSONS.files().collect();
    files.sort_by_key(|file| file.path());
    files.iter().filter_map(|file| read(file.contents_utf8()?).ok()).collect()
}

/// The titles of the lessons.
pub fn titles() -> Vec<String> {
    lessons().into_iter().map(|lesson| lesson.title).collect()
}

/// `tutorial` with or without a word.
pub fn tutorial(session: &mut Session, word: Option<&str>) -> Result<Reply, Failure> {
    let lessons = lessons();
    let now = session.tutorial.as_ref().map(|tutorial| tutorial.lesson);
    let lesson = match (word, now) {
        (Some("leave"), None) => return Err(Failure::refused("no lesson is on the table; `tutorial` begins one")),
        (Some("leave"), Some(_)) => return leave(session),
        (Some("next"), now) => now.map_or(0, |now| now + 1),
        (Some("back"), now) => now.unwrap_or(0).saturating_sub(1),
        (None, now) => now.unwrap_or(0),
        (Some(word), _) => named(&lessons, word)?,
    };
    if lesson >= lessons.len() {
        let reply = leave(session)?;
        return Ok(Reply { text: format!("That was the last lesson.\n{}", reply.text), ..reply });
    }
    begin(session, &lessons, lesson)
}

/// The lesson that a word means: its number, or the beginning of its title.
fn named(lessons: &[Lesson], word: &str) -> Result<usize, Failure> {
    let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < lessons.len());
    let begins = |lesson: &Lesson| {
        let mut words = lesson.title.split([' ', ':']);
        words.any(|part| part.to_lowercase().starts_with(&word.to_lowercase()))
    };
    by_number.or_else(|| lessons.iter().position(begins)).ok_or_else(|| {
        let list: Vec<String> = lessons.iter().zip(1..).map(|(lesson, n)| format!("{n} {}", lesson.title)).collect();
        Failure::usage(format!("`{word}`: write tutorial next, back or leave, or a lesson: {}", list.join(", ")))
            .at(word)
    })
}

fn begin(session: &mut Session, lessons: &[Lesson], lesson: usize) -> Result<Reply, Failure> {
    let before = match session.tutorial.take() {
        Some(tutorial) => tutorial.before,
        None => {
            let (begun, file) = (session.begun, session.file.clone());
            session.table.clone().map(|table| Before { table, begun, file })
        }
    };
    session.tutorial = Some(Tutorial { lesson, step: 0, start: None, begun: 0, before });
    let head = format!("Lesson {} of {}: {}", lesson + 1, lessons.len(), lessons[lesson].title);
    enter(session, lessons, vec![head])
}

/// Lays out the step that the tutorial is at, after some words.
fn enter(session: &mut Session, lessons: &[Lesson], mut lines: Vec<String>) -> Result<Reply, Failure> {
    let Some((lesson, step)) = session.tutorial.as_ref().map(|tutorial| (tutorial.lesson, tutorial.step)) else {
        return Ok(Reply::default());
    };
    let step = lessons[lesson].steps.get(step).cloned().unwrap_or_default();
    for line in &step.setup {
        let words = split::words(line).map_err(|error| Failure::usage(error.to_string()))?;
        session.run(&words.iter().map(String::as_str).collect::<Vec<_>>(), true)?;
    }
    let (begun, start) = (session.begun, session.table.clone());
    if let Some(tutorial) = &mut session.tutorial {
        (tutorial.begun, tutorial.start) = (begun, start);
    }
    lines.extend(step.sentences.iter().map(|sentence| hung(sentence, 0, columns(session))));
    lines.extend(picture(session).filter(|_| step.task.is_some()));
    lines.push(match step.task {
        Some(task) => hung(&task, 0, columns(session)),
        None if lesson + 1 == lessons.len() => "`tutorial leave` ends the lessons.".into(),
        None => {
            format!("`tutorial next` goes on with {}, `tutorial leave` ends the lessons.", lessons[lesson + 1].title)
        }
    });
    Ok(Reply::text(lines.join("\n")).with("lesson", lesson + 1).with("lines", lines))
}

fn columns(session: &Session) -> Option<usize> {
    session.screen.size.map(|(columns, _)| columns)
}

fn picture(session: &mut Session) -> Option<String> {
    let table = session.table.as_ref()?;
    Some(session.screen.turn(&table.game))
}

/// Answers what the player did, if a lesson is on the table: what the command said, with what there is to say about it.
pub fn react(session: &mut Session, reply: Reply) -> Result<Reply, Failure> {
    let (begun, table) = (session.begun, session.table.as_ref());
    let Some(tutorial) = session.tutorial.as_mut() else { return Ok(reply) };
    if tutorial.begun != begun {
        session.tutorial = None;
        return Ok(reply.note("The lessons are left; `tutorial` begins them again."));
    }
    let lines = |table: Option<&Table>| table.map_or(0, |table| table.game.record().len());
    let (now, start) = (lines(table), lines(tutorial.start.as_ref()));
    if now < start {
        // What the lesson itself has laid out is not taken back.
        session.table = tutorial.start.clone();
        return Err(Failure::refused("there is nothing to take back in this step"));
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
    let columns = columns(session);
    said.push(hung(&answer.sentence, 0, columns));
    match answer.then {
        Then::Wait => return Ok(Reply { text: said.join("\n"), ..reply }),
        Then::Right => {
            if let Some(tutorial) = &mut session.tutorial {
                tutorial.step += 1;
            }
            return enter(session, &lessons, said);
        }
        Then::Wrong => {}
    }
    if let Some(tutorial) = &session.tutorial {
        session.table = tutorial.start.clone();
    }
    said.extend(picture(session));
    said.extend(step.and_then(|step| step.task.clone()).map(|task| hung(&task, 0, columns)));
    Ok(Reply::text(said.join("\n")).with("lines", said))
}

/// Ends the lessons; what was on the table before is there again.
fn leave(session: &mut Session) -> Result<Reply, Failure> {
    let Some(tutorial) = session.tutorial.take() else { return Ok(Reply::default()) };
    session.table = None;
    let Some(before) = tutorial.before else {
        return Ok(Reply::text("The lessons are left; `new` begins a game."));
    };
    session.screen.prepare(before.table.game.setup())?;
    (session.table, session.begun, session.file) = (Some(before.table), before.begun, before.file);
    Ok(Reply { changed: true, ..Reply::text("The lessons are left; your game goes on.") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_is_read_and_asks_for_something() {
        for file in LESSONS.files() {
            let lesson = read(file.contents_utf8().unwrap()).unwrap();
            assert!(!lesson.title.is_empty() && lesson.steps.iter().any(|step| step.task.is_some()), "{lesson:?}");
            for step in lesson.steps.iter().filter(|step| step.task.is_some()) {
                assert!(step.answers.iter().any(|answer| answer.then == Then::Right), "{:?}", step.task);
                assert!(step.answers.iter().any(|answer| answer.then == Then::Wrong), "{:?}", step.task);
            }
            assert!(lesson.steps.last().is_some_and(|step| step.task.is_none()), "a lesson ends with a word");
        }
        assert_eq!(lessons().len(), 5);
    }

    #[test]
    fn a_line_that_is_none_is_told() {
        for text in ["say before a step", "step\nsing a song", "step\nright no bar"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
