//! `resume`: the game that was left unfinished goes on.

use super::load::load;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Go on with the game that was left unfinished
#[derive(Args)]
pub struct Resume {}

impl Command for Resume {
    const NAME: &str = "resume";
    const EXAMPLES: &str = "resume\n\n\
        At the prompt the game is kept after every choice, whatever happens to the program. The next prompt offers it.";
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let Some(place) = &context.autosave else {
            return Err(Failure::refused("`resume` is for the prompt, which keeps its games; elsewhere say load FILE"));
        };
        if place.has_game() && context.table.is_some() {
            return Err(Failure::refused("this game is the one that was kept last"));
        }
        let path = place.path();
        if !path.exists() {
            return Err(Failure::refused("no game was left unfinished; `new` begins one"));
        }
        let reply = load(context, path)?;
        // The next `save` goes to a file of its own.
        context.file = None;
        let choices = context.table()?.game.record().len();
        if let Some(place) = &mut context.autosave {
            place.take_up(context.begun, choices);
        }
        Ok(reply)
    }
}
