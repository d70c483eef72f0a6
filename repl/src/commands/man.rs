//! `man`: the manual page in roff.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::line::shell;

/// Print the manual page
#[derive(Args)]
pub struct Man {}

impl Command for Man {
    const NAME: &str = "man";
    const EXAMPLES: &str = "bastide man | man -l -";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut bytes = Vec::new();
        let made = clap_mangen::Man::new(shell::grammar(&context.commands)).render(&mut bytes);
        made.map_err(|error| Failure::io(format!("the manual page cannot be made: {error}")))?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Reply::text(text.clone()).with("text", text))
    }
}
