//! `editions`: lists the editions of the rules.

use serde_json::json;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::sets::in_play;

/// List the editions
#[derive(Args)]
pub struct Editions {}

impl Command for Editions {
    const NAME: &str = "editions";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        for expansion in in_play(&mut context.library, context.table.as_ref())? {
            let Some(editions) = expansion.editions() else { continue };
            for edition in editions.list() {
                let is_default = edition.name() == editions.default();
                let usual = if is_default { " (default)" } else { "" };
                let sets: Vec<String> = edition.options().map(|(name, value)| format!("{name}={value}")).collect();
                lines.push(format!("{:18} {}{usual}\n{:18} {}", edition.name(), edition.about(), "", sets.join(", ")));
                rows.push(
                    json!({ "name": edition.name(), "about": edition.about(), "default": is_default, "sets": sets }),
                );
            }
        }
        Ok(Reply::text(lines.join("\n")).with("editions", rows))
    }
}
