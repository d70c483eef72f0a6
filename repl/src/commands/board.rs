//! `board`: the board as a picture, or in sentences with `plain`.

use crate::line::command::{Args, Command, Context, Failure, Reply, no_game};
use crate::tell::{describe, show};

/// Draw the board
#[derive(Args)]
pub struct Board {
    /// ASCII only
    #[arg(long)]
    ascii: bool,
}

impl Command for Board {
    const NAME: &str = "board";
    const EXAMPLES: &str = "board --ascii";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table.as_ref().ok_or_else(no_game)?;
        let text = match context.screen.settings.plain && !self.ascii {
            true => describe::board(&table.game).join("\n"),
            false => context.screen.board(&table.game, self.ascii),
        };
        let reply = Reply::text(if text.is_empty() { "The board is empty." } else { &text });
        Ok(reply.and(&show::board(&table.game)).with("picture", context.screen.plain(&table.game)))
    }
}
