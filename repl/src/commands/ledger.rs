//! `ledger`: every scored feature, numbered.

use super::why::{Row, numbered};
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// List every scored feature
#[derive(Args)]
pub struct Ledger {}

impl Command for Ledger {
    const NAME: &str = "ledger";
    const EXAMPLES: &str = "ledger        ledger --format json";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let game = &context.table()?.game;
        let accounts = game.accounts();
        let lines = numbered(&accounts)
            .map(|(n, account)| format!("{n:3}  turn {:<3} {}", account.turn, game.account_sentence(account)));
        let text: Vec<String> = lines.collect();
        let text = if text.is_empty() { "Nothing was scored yet.".into() } else { text.join("\n") };
        let rows: Vec<Row> = numbered(&accounts).map(|account| Row::new(game, account)).collect();
        Ok(Reply::text(text).with("ledger", rows))
    }
}
