//! `quit`: ends the session.

use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Quit
#[derive(Args)]
#[command(alias = "exit")]
pub struct Quit {}

impl Command for Quit {
    const NAME: &str = "quit";

    fn run(self, _: &mut Context) -> Result<Reply, Failure> {
        Ok(Reply { quits: true, ..Reply::default() })
    }
}
