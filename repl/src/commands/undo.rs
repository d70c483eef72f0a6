//! `undo`: undoes choices.

use bastide_core::language::plural;

use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Undo the last choice, several choices, or the turn
#[derive(Args)]
pub struct Undo {
    /// Number of choices, or `turn`
    what: Option<String>,
}

impl Command for Undo {
    const NAME: &str = "undo";
    const EXAMPLES: &str = "undo        undo 3        undo turn";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table_mut()?;
        let lines = match self.what.as_deref() {
            None => table.undo(1)?,
            Some(word) if "turn".starts_with(word) => table.undo_turn()?,
            Some(word) => match word.parse() {
                Ok(n) if n > 0 => table.undo(n)?,
                _ => return Err(Failure::usage(format!("`{word}`: write undo, undo 3 or undo turn"))),
            },
        };
        Ok(counted(lines, "undone"))
    }
}

/// The message of how many choices were undone or redone.
pub fn counted(lines: usize, what: &str) -> Reply {
    let text = format!("{lines} {} {what}.", plural("choice", lines as i64));
    Reply { text, ..Reply::changed() }.with("lines", lines)
}
