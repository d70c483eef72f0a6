//! `resume`: continues the last unfinished game.

use super::load::load;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};

/// Continue the last unfinished game
#[derive(Args)]
pub struct Resume {
    /// Play on with the sets at hand, even if the game was saved with others
    #[arg(long)]
    anyway: bool,
}

impl Command for Resume {
    const NAME: &str = "resume";
    const BEGINS: bool = true;
    const EXAMPLES: &str = "resume\n\n\
        At the prompt the game is saved after every choice, so a crash loses nothing. The next prompt offers to resume it.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let Some(place) = &context.autosave else {
            return Err(Failure::refused(
                "`resume` works only at the prompt, which saves its games; elsewhere use load FILE",
            ));
        };
        if place.has_game() && context.table.is_some() {
            return Err(Failure::refused("this is already the last saved game"));
        }
        let path = place.path();
        if !path.exists() {
            return Err(Failure::refused("there is no unfinished game; `new` starts one"));
        }
        let reply = load(context, path, self.anyway)?;
        // The next `save` uses a new file.
        context.file = None;
        let choices = context.table()?.game.record().len();
        if let Some(place) = &mut context.autosave {
            place.take_up(context.begun, choices);
        }
        Ok(reply)
    }
}
