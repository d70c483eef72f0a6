//! `scores`: the points of all players, or what each would have if the game ended now.

use bastide_core::{Game, PlayerId};

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::tally::{by_source, data, grid, to_come};
use crate::tell::{describe, show};

/// Show the points
#[derive(Args)]
pub struct Scores {
    /// Show the points by source if the game ended now
    #[arg(long = "final")]
    end: bool,
}

impl Command for Scores {
    const NAME: &str = "scores";
    const EXAMPLES: &str = "scores        score --final        scores --format json";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        scores(context, self.end)
    }
}

/// The points so far, or those of the end.
pub fn scores(context: &Context, end: bool) -> Result<Reply, Failure> {
    let (table, manner) = (context.table()?, context.screen.manner);
    if end {
        manner.assist.allows("points to come")?;
        return Ok(projection(&table.game, manner.plain));
    }
    let reply = show::scores(table);
    let told = || describe::points(&table.game, manner.assist).join("\n");
    Ok(if manner.plain { Reply { text: told(), ..reply } } else { reply })
}

/// Who would get what if the game ended now.
fn projection(game: &Game, plain: bool) -> Reply {
    let ended = game.ended();
    let accounts = to_come(game, &ended);
    let sources = by_source(&ended, &accounts);
    let seat = |player: PlayerId| player.0 as usize;
    let title = if game.is_over() { "The game is over:" } else { "If the game ended now:" };
    let mut text = vec![title.to_string()];
    if plain {
        for player in game.state().players() {
            let parts = sources.iter().filter(|source| source.1[seat(player)] != 0);
            let parts = parts.map(|(source, points)| format!(", {:+} for {source}", points[seat(player)]));
            let (now, end) = (game.scores()[seat(player)], ended.scores()[seat(player)]);
            let parts: String = parts.collect();
            text.push(format!("{}: {now} now{parts}; {end} in the end.", game.player_name(player)));
        }
    } else {
        let heads = ["player".to_string(), "now".into()].into_iter().chain(sources.iter().map(|s| s.0.clone()));
        let mut rows: Vec<Vec<String>> = vec![heads.chain(["end".into()]).collect()];
        rows.extend(game.state().players().map(|player| {
            let each = sources.iter().map(|(_, points)| match points[seat(player)] {
                0 => ".".to_string(),
                points => format!("{points:+}"),
            });
            let (now, end) = (game.scores()[seat(player)].to_string(), ended.scores()[seat(player)].to_string());
            [game.player_name(player).to_string(), now].into_iter().chain(each).chain([end]).collect()
        }));
        text.push(grid(&rows));
    }
    text.extend(accounts.iter().map(|account| ended.account_sentence(account)));
    let scores = |game: &Game| data(game, &[("".into(), game.scores().to_vec())])[""].clone();
    let sentences: Vec<String> = accounts.iter().map(|account| ended.account_sentence(account)).collect();
    let reply = Reply::text(text.join("\n")).with("scores", scores(game)).with("final", scores(&ended));
    reply.with("sources", data(game, &sources)).with("accounts", sentences)
}
