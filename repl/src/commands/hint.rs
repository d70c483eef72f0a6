//! `hint`: the best moves and what each is worth.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::line::reproduce::foreseen;
use crate::tell::hint::hint;

/// Suggest the best moves, with what each is worth
#[derive(Args)]
pub struct Hint {
    /// How many moves
    #[arg(default_value_t = 3)]
    n: usize,
}

impl Command for Hint {
    const NAME: &str = "hint";
    const EXAMPLES: &str = "hint        hint 5";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        context.screen.settings.assist.allows("hints")?;
        let table = context.table()?;
        let outside = |cell| context.screen.direction(cell);
        hint(&table.game, self.n, &context.cancel, &outside).map_err(|met| foreseen(table, *met))
    }
}
