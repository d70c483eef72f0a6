//! `assist`: sets how much help is shown. It is part of a game's record.

use crate::game::assist::Assist;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Choose how much help is shown: points to come, counts, hints, letters
#[derive(Args)]
pub struct SetAssist {
    /// How much help
    level: Option<Assist>,
}

impl Command for SetAssist {
    const NAME: &str = "assist";
    const EXAMPLES: &str = "assist some        assist none        assist full\n\n\
        It is saved with the game. `legal` lists all moves at every level.";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        if let Some(level) = self.level {
            context.screen.settings.assist = level;
            if let Some(table) = &mut context.table {
                table.assist = level;
            }
        }
        let level = context.screen.settings.assist;
        let about = match level {
            Assist::None => "no letters for legal cells, no points to come, no counts of tiles, no hints",
            Assist::Some => "letters for legal cells; no points to come, no counts of tiles, no hints",
            Assist::Full => "everything is shown",
        };
        Ok(Reply::text(format!("assist {}: {about}", level.name())).with("assist", level.name()))
    }
}
