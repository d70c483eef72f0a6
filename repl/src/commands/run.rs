//! `run`: lets bots play on.

use crate::game::new::no_bots;
use crate::game::table::Table;
use crate::line::bots::play;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Let the bots play
#[derive(Args)]
pub struct Run {
    /// Number of turns (default: to the end)
    n: Option<usize>,
}

impl Command for Run {
    const NAME: &str = "run";
    const EXAMPLES: &str = "run 5";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut table = context.table()?.clone();
        if table.game.setup().is_lab() {
            return Err(no_bots());
        }
        if table.bot_to_decide().is_none() {
            return Err(no_bot_decides(&table));
        }
        let lines = play(&mut table, &context.cancel, self.n.unwrap_or(usize::MAX))?;
        context.table = Some(table);
        Ok(Reply { text: lines.join("\n"), ..Reply::changed() }.with("news", lines))
    }
}

/// The refusal where no bot decides.
pub(super) fn no_bot_decides(table: &Table) -> Failure {
    let Some(decision) = table.game.decision() else { return Failure::refused("nothing to decide") };
    let name = table.game.player_name(decision.player());
    Failure::refused(format!("it is {name}'s decision, and {name} is not a bot; `bots {name} greedy` makes {name} one"))
}
