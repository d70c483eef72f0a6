//! `tutorial`: starts, continues and ends the lessons.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::line::lessons::{Lesson, lessons};
use crate::line::tutorial::{begin, leave};

/// Learn the game in five lessons
#[derive(Args)]
pub struct Tutorial {
    /// `next`, `back`, `leave`, or a lesson by number or name
    lesson: Option<String>,
}

impl Command for Tutorial {
    const NAME: &str = "tutorial";
    const BEGINS: bool = true;
    const EXAMPLES: &str = "tutorial        tutorial next        tutorial back        tutorial leave        tutorial 4";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let lessons = lessons();
        let now = context.tutorial.as_ref().map(|tutorial| tutorial.lesson);
        let lesson = match (self.lesson.as_deref(), now) {
            (Some("leave"), None) => return Err(Failure::refused("no lesson is running; `tutorial` starts one")),
            (Some("leave"), Some(_)) => return leave(context),
            (Some("next"), now) => now.map_or(0, |now| now + 1),
            (Some("back"), now) => now.unwrap_or(0).saturating_sub(1),
            (None, now) => now.unwrap_or(0),
            (Some(word), _) => named(&lessons, word)?,
        };
        if lesson >= lessons.len() {
            let reply = leave(context)?;
            return Ok(Reply { text: format!("That was the last lesson.\n{}", reply.text), ..reply });
        }
        begin(context, &lessons, lesson)
    }
}

/// The lesson for a word: its number, or the beginning of its title.
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
