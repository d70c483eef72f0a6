//! `expect`: checks an expectation.

use crate::io::split;
use crate::line::candidates::names;
use crate::line::command::{Args, Cause, Command, Completer, Context, Failure, Reply};
use crate::line::dispatch;
use crate::tell::expect::check;

/// State what is expected
#[derive(Args)]
#[command(hide = true)]
pub struct Expect {
    /// The expectation
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Command for Expect {
    const NAME: &str = "expect";
    const COMPLETE: &[(&str, Completer)] = &[("words", names)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let words: Vec<&str> = self.words.iter().map(String::as_str).collect();
        match &words[..] {
            ["refused", command @ ..] if !command.is_empty() => refused(context, command)?,
            words => check(&context.table()?.game, words)?,
        }
        Ok(Reply::default())
    }
}

fn refused(context: &mut Context, command: &[&str]) -> Result<(), Failure> {
    let before = context.table.clone();
    let result = dispatch::run(context, command, true);
    context.table = before;
    match result {
        // Words that cannot be understood are refused in any position, so that would prove nothing.
        Err(failure) if matches!(failure.cause, Cause::Unknown | Cause::Usage) && !failure.is_help() => Err(failure),
        // A script error is not a refusal.
        Err(failure) if failure.record.is_some() || failure.cause == Cause::Interrupted => Err(failure),
        Err(failure) if !failure.is_help() => Ok(()),
        _ => Err(Failure::accepted(&split::joined(command))),
    }
}
