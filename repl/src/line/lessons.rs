//! The lessons, read from their files, and a player's progress in them: lab positions, sentences, tasks, and answers to
//! what the player does.

use std::path::PathBuf;

use include_dir::{Dir, include_dir};

use crate::game::table::Table;

static LESSONS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/tutorial");

/// One lesson.
#[derive(Clone, Debug, Default)]
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// Its steps.
    pub steps: Vec<LessonStep>,
}

/// A position, sentences about it, a task, and the answers to what the player does.
#[derive(Clone, Debug, Default)]
pub struct LessonStep {
    /// The commands that set up the position.
    pub setup: Vec<String>,
    /// The sentences about it.
    pub sentences: Vec<String>,
    /// The task.
    pub task: Option<String>,
    /// The answers; the first whose conditions hold is used.
    pub answers: Vec<Answer>,
}

/// An answer to what the player did.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What happens next.
    pub then: Then,
    /// The expectations that must hold.
    pub conditions: Vec<String>,
    /// The answer itself.
    pub sentence: String,
}

/// What happens after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The next step.
    Right,
    /// The turn continues.
    Wait,
    /// The step starts again.
    Wrong,
}

/// A player's progress in the lessons, and the game before them.
pub struct Tutorial {
    /// The index of the lesson.
    pub lesson: usize,
    /// The index of the step.
    pub step: usize,
    /// The position at the start of the step.
    pub start: Option<Table>,
    /// The number of the lesson's game in the session; if it changes, the player has left the tutorial.
    pub begun: usize,
    /// The game that was interrupted.
    pub before: Option<Before>,
    /// What the lesson said last, wrapped.
    pub said: Vec<String>,
}

/// The game that was interrupted: its number in the session, and its file.
pub struct Before {
    /// The game.
    pub table: Table,
    /// Its number in the session.
    pub begun: usize,
    /// Its file.
    pub file: Option<PathBuf>,
}

/// Reads a lesson. Each line is a keyword and its text.
fn read(text: &str) -> Result<Lesson, String> {
    let mut lesson = Lesson::default();
    for (number, line) in (1..).zip(text.lines()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let wrong = || format!("line {number}: `{line}`");
        match word {
            "#" => lesson.title = rest.into(),
            "step" => lesson.steps.push(LessonStep::default()),
            "" => {}
            _ => lesson.steps.last_mut().ok_or_else(wrong)?.line(word, rest).ok_or_else(wrong)?,
        }
    }
    Ok(lesson)
}

impl LessonStep {
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
    /// Conditions separated by `&`, then `|` and a sentence.
    fn read(then: Then, text: &str) -> Option<Answer> {
        let (conditions, sentence) = text.split_once('|')?;
        let conditions = conditions.split('&').map(|condition| condition.trim().to_string());
        let conditions = conditions.filter(|condition| !condition.is_empty()).collect();
        Some(Answer { then, conditions, sentence: sentence.trim().into() })
    }
}

/// The lessons in order.
pub fn lessons() -> Vec<Lesson> {
    let mut files: Vec<_> = LESSONS.files().collect();
    files.sort_by_key(|file| file.path());
    files.iter().filter_map(|file| read(file.contents_utf8()?).ok()).collect()
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
