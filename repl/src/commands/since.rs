//! `since`: what happened since the last choice of the person who decides.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::moves;

/// Repeat what happened since your last choice
#[derive(Args)]
pub struct Since {}

impl Command for Since {
    const NAME: &str = "since";
    const EXAMPLES: &str = "since        (what the others did, in the words of the log)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table()?;
        let lines = moves::steps(&table.game, &table.steps_since_own());
        let text = match (lines.is_empty(), table.game.record().is_empty()) {
            (false, _) => lines.join("\n"),
            (true, true) => "Nothing has happened yet.".into(),
            (true, false) => "Nothing has happened since your last choice.".into(),
        };
        Ok(Reply::text(text).with("news", lines))
    }
}
