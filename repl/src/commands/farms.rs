//! `farms`: the board with the owner of each field, and the same in words.

use super::owners::overlay;
use crate::draw::overlay::Overlay;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Show who owns each field
#[derive(Args)]
pub struct Farms {}

impl Command for Farms {
    const NAME: &str = "farms";
    const EXAMPLES: &str = "farms        display farms        (each field in the colour of its owner)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        overlay(context, Overlay::Farms)
    }
}
