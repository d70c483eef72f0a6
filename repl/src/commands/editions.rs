//! `editions`: lists the editions of the rules.

use serde::Serialize;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::sets::in_play;

/// List the editions
#[derive(Args)]
pub struct Editions {}

/// An edition, with the values of options that it sets.
#[derive(Serialize)]
struct Row {
    name: String,
    about: String,
    default: bool,
    sets: Vec<String>,
}

impl Row {
    fn line(&self) -> String {
        let usual = if self.default { " (default)" } else { "" };
        format!("{:18} {}{usual}\n{:18} {}", self.name, self.about, "", self.sets.join(", "))
    }
}

impl Command for Editions {
    const NAME: &str = "editions";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut rows = Vec::new();
        for expansion in in_play(&mut context.library, context.table.as_ref())? {
            let Some(editions) = expansion.editions() else { continue };
            rows.extend(editions.list().iter().map(|edition| Row {
                name: edition.name().into(),
                about: edition.about().into(),
                default: edition.name() == editions.default(),
                sets: edition.options().map(|(name, value)| format!("{name}={value}")).collect(),
            }));
        }
        Ok(Reply::text(rows.iter().map(Row::line).collect::<Vec<_>>().join("\n")).with("editions", rows))
    }
}
