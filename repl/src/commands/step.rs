//! `step`: lets a bot make one choice.

use crate::commands::run::no_bot_decides;
use crate::line::bots::step;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Let the bot that decides make one choice
#[derive(Args)]
pub struct Step {}

impl Command for Step {
    const NAME: &str = "step";
    const EXAMPLES: &str = "step        (one choice; `run 1` is a whole turn)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut table = context.table()?.clone();
        if table.bot_to_decide().is_none() {
            return Err(no_bot_decides(&table));
        }
        let lines = step(&mut table, &context.cancel)?;
        context.table = Some(table);
        Ok(Reply { text: lines.join("\n"), ..Reply::changed() }.with("news", lines))
    }
}
