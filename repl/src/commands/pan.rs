//! `pan`: moves the visible part of the board.

use bastide_core::language::{did_you_mean, nearest, typed};
use bastide_core::{Cell, Side};
use serde_json::Value;

use crate::line::command::{Args, Command, Context, Failure, Reply, no_game};
use crate::tell::fits::side_word;

/// Move the visible part of the board
#[derive(Args)]
pub struct Pan {
    /// N, E, S, W, a cell X,Y, or home
    #[arg(allow_hyphen_values = true)]
    to: Option<String>,
}

impl Command for Pan {
    const NAME: &str = "pan";
    const EXAMPLES: &str = "pan E        pan 3,-2        pan home        (or an arrow key with Alt or Shift)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table.as_ref().ok_or_else(no_game)?;
        let word = self.to.as_deref().unwrap_or("home");
        let side = Side::ALL.into_iter().find(|side| {
            let whole = side_word(*side);
            side.to_string().eq_ignore_ascii_case(word) || whole.eq_ignore_ascii_case(word)
        });
        let centre = match (side, word.parse::<Cell>()) {
            (Some(side), _) => Some(context.screen.pan(&table.game, side)),
            (None, Ok(cell)) => Some(cell),
            (None, Err(())) if word == "home" => None,
            _ => return Err(no_way(word)),
        };
        context.screen.settings.centre = centre;
        let text = centre.map_or("the board is centred automatically".into(), |cell| {
            format!("the board is centred on {cell}; `pan home` or the next choice goes back")
        });
        let centre = centre.map_or(Value::Null, |cell| cell.to_string().into());
        Ok(Reply { changed: true, ..Reply::text(text) }.with("centre", centre))
    }
}

fn no_way(word: &str) -> Failure {
    let meant = match nearest(word, ["north", "east", "south", "west", "home"]) {
        Some(near) => did_you_mean(&format!("pan {near}")),
        None => "write pan N, E, S or W, pan X,Y or pan home".into(),
    };
    Failure::usage(format!("{} is not a direction; {meant}", typed(word)))
}
