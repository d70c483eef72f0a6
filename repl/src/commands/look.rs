//! `look`: the whole table in sentences.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::describe;

/// Describe the whole table in sentences
#[derive(Args)]
pub struct Look {}

impl Command for Look {
    const NAME: &str = "look";
    const EXAMPLES: &str = "look        bastide --plain        (every picture in sentences, one fact per line)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let lines = describe::table(&context.table()?.game, context.screen.settings.assist);
        Ok(Reply::text(lines.join("\n")).with("lines", lines))
    }
}
