//! `log`: the whole log, or its last lines.

use serde::Serialize;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::moves::where_deployed;

/// Show what happened
#[derive(Args)]
pub struct Log {
    /// Only the last N lines
    n: Option<usize>,
}

/// A line of the log.
#[derive(Serialize)]
struct Line<'a> {
    turn: usize,
    text: &'a str,
}

impl Command for Log {
    const NAME: &str = "log";
    const EXAMPLES: &str = "log 5";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let game = &context.table()?.game;
        let lines = game.log_lines(0);
        let from = lines.len().saturating_sub(self.n.unwrap_or(usize::MAX));
        let lines = &lines[from..];
        let place = |event| where_deployed(game, event).map(|place| format!(", {place}")).unwrap_or_default();
        let text = lines.iter().map(|line| format!("{:3}  {}{}", line.turn, line.text, place(line.event)));
        let text: Vec<String> = text.collect();
        let data: Vec<Line> = lines.iter().map(|line| Line { turn: line.turn, text: &line.text }).collect();
        Ok(Reply::text(text.join("\n")).with("log", data))
    }
}
