//! Runs a line completely or not at all: if anything fails, the table stays as it was.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use bastide_core::leash::{self, Leash};

use crate::io::reply::{Failure, Reply};
use crate::io::split;
use crate::line::command::Context;
use crate::line::shell::{self, Format};
use crate::line::{dispatch, reproduce, tutorial};

/// Runs a line; even a panic leaves the table as it was. The line may ask for a format.
pub fn execute(context: &mut Context, words: &[String], format: &mut Format) -> Result<Reply, Failure> {
    context.cancel.store(false, Ordering::Relaxed);
    let (words, asked) = shell::of_line(words)?;
    *format = asked.unwrap_or(*format);
    let (before, begun) = (context.table.clone(), context.begun);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let leash = Leash { stop: Some(context.cancel.clone()), ..Leash::default() };
    let result = catch_unwind(AssertUnwindSafe(|| {
        leash::held(leash, || {
            let reply = dispatch::run(context, &words, false)?;
            tutorial::react(context, reply)
        })
    }));
    let result = result.unwrap_or_else(|_| {
        let line = split::joined(&words);
        Err(Failure::refused(format!("a fault in Bastide stopped `{line}`; nothing has changed")))
    });
    // Noted by the library, which is used in many places: a line tells it once, whatever it did.
    let notes = context.library.take_notes();
    let result = result.map(|reply| Reply { notes: [reply.notes.clone(), notes].concat(), ..reply });
    result.map_err(|mut failure| {
        (context.table, context.begun) = (before, begun);
        // A scene reproduces its errors by itself, and writes no files.
        if !context.in_scene {
            reproduce::keep(&context.pen, &context.folders, &mut failure);
        }
        failure
    })
}
