//! `scores`: the points of all players, now or if the game ended now.

use bastide_core::Game;
use serde::Serialize;

use crate::io::reply::Named;
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::tally::{by_source, fitted_grid, to_come};
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

/// The points so far, or at the end.
pub fn scores(context: &Context, end: bool) -> Result<Reply, Failure> {
    let (table, settings) = (context.table()?, context.screen.settings);
    if end {
        settings.assist.allows("points to come")?;
        let projection = Projection::of(&table.game);
        let title = if table.game.is_over() { "The game is over:" } else { "If the game ended now:" };
        let told =
            if settings.plain { projection.sentences() } else { vec![projection.grid(context.screen.columns())] };
        let lines = [vec![title.to_string()], told, projection.accounts.clone()].concat();
        return Ok(Reply::text(lines.join("\n")).and(&projection));
    }
    let reply = Reply::of(&show::scores(table));
    let told = || describe::points(&table.game, settings.assist).join("\n");
    Ok(if settings.plain { Reply { text: told(), ..reply } } else { reply })
}

/// The points of each player if the game ended now.
#[derive(Serialize)]
struct Projection {
    scores: Named<i32>,
    #[serde(rename = "final")]
    end: Named<i32>,
    sources: Named<Named<i32>>,
    accounts: Vec<String>,
}

impl Projection {
    fn of(game: &Game) -> Projection {
        let ended = game.ended();
        let accounts = to_come(game, &ended);
        Projection {
            scores: show::points(game),
            end: show::points(&ended),
            sources: by_source(&ended, &accounts),
            accounts: accounts.iter().map(|account| ended.account_sentence(account)).collect(),
        }
    }

    fn sentences(&self) -> Vec<String> {
        let sentence = |(player, now): (&String, &i32)| {
            let parts = self.sources.iter().filter(|(_, points)| points[player] != 0);
            let parts: String = parts.map(|(source, points)| format!(", {:+} for {source}", points[player])).collect();
            format!("{player}: {now} now{parts}; {} in the end.", self.end[player])
        };
        self.scores.iter().map(sentence).collect()
    }

    fn grid(&self, columns: usize) -> String {
        let heads = ["player".to_string(), "now".into()].into_iter().chain(self.sources.keys().cloned());
        let row = |(player, now): (&String, &i32)| {
            let each = self.sources.values().map(|points| match points[player] {
                0 => ".".to_string(),
                points => format!("{points:+}"),
            });
            [player.clone(), now.to_string()].into_iter().chain(each).chain([self.end[player].to_string()]).collect()
        };
        let rows: Vec<Vec<String>> =
            [heads.chain(["end".into()]).collect()].into_iter().chain(self.scores.iter().map(row)).collect();
        fitted_grid(&rows, columns)
    }
}
