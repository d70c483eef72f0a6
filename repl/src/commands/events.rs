//! `events`: the last events of the log, as the table counts them.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::calls;

/// Show the last events of the log with their numbers and kinds
#[derive(Args)]
pub struct Events {
    /// How many
    #[arg(default_value_t = 10)]
    n: usize,
}

impl Command for Events {
    const NAME: &str = "events";
    const EXAMPLES: &str = "events 10        (`break on KIND` stops where one of a kind happens)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let rows = calls::events(&context.table()?.game, self.n);
        let text = rows.iter().map(|row| format!("{:5}  {:3}  {:10}  {}", row.event, row.turn, row.kind, row.text));
        let text: Vec<String> = text.map(|line| line.trim_end().to_string()).collect();
        Ok(Reply::text(text.join("\n")).with("events", rows))
    }
}
