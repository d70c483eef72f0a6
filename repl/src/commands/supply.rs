//! `supply`: what the players have left, and the pile.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::show;

/// Show the supplies of the players and the pile
#[derive(Args)]
pub struct Supply {}

impl Command for Supply {
    const NAME: &str = "supply";
    const EXAMPLES: &str = "supply        supply --format json";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        Ok(Reply::of(&show::supply(&context.table()?.game)))
    }
}
