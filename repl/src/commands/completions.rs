//! `completions`: the script that makes a shell complete our commands.

use clap_complete::Shell;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::line::shell;

/// Print a completion script for a shell
#[derive(Args)]
pub struct Completions {
    /// Shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Command for Completions {
    const NAME: &str = "completions";
    const FORM: &str = "completions SHELL";
    const EXAMPLES: &str = "bastide completions bash > ~/.local/share/bash-completion/completions/bastide";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut bytes = Vec::new();
        clap_complete::generate(self.shell, &mut shell::grammar(&context.commands), "bastide", &mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Ok(Reply::text(text.clone()).with("text", text))
    }
}
