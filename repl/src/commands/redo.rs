//! `redo`: redoes undone choices.

use super::undo::counted;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Redo undone choices
#[derive(Args)]
pub struct Redo {
    /// Number of choices
    n: Option<usize>,
}

impl Command for Redo {
    const NAME: &str = "redo";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table_mut()?;
        if self.n == Some(0) {
            return Err(Failure::usage("`0`: write redo or redo 3"));
        }
        let lines = table.redo(self.n.unwrap_or(1))?;
        Ok(counted(lines, "redone"))
    }
}
