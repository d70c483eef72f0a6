//! `farms`: the board with who owns each field, and the same in words.

use super::owners::overlay;
use crate::draw::overlay::Overlay;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Show whose each field is
#[derive(Args)]
pub struct Farms {}

impl Command for Farms {
    const NAME: &str = "farms";
    const EXAMPLES: &str =
        "farms        display farms        (each field in the colour of whoever would be paid for it)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        overlay(context, Overlay::Farms)
    }
}
