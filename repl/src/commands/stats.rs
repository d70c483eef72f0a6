//! `stats`: statistics of the game.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::stats;

/// Show statistics: points by source, the lead, the largest features
#[derive(Args)]
pub struct Stats {}

impl Command for Stats {
    const NAME: &str = "stats";
    const EXAMPLES: &str = "stats        stats --format json";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let screen = &context.screen;
        let (is_ascii, plain, columns) = (screen.look.is_ascii(), screen.settings.plain, screen.columns());
        let stats = stats::stats(&context.table()?.game);
        Ok(Reply::text(stats.text(is_ascii, plain, columns)).and(&stats))
    }
}
