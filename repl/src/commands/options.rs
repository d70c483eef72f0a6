//! `options`: lists the options of the rules, and their values in the current game.

use bastide_core::Setup;
use bastide_core::manifest::{GameOption, OptionValue};
use serde_json::{Value, json};

use crate::io::prose::widest;
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::sets::in_play;

/// List the options of the rules and their values
#[derive(Args)]
pub struct Options {}

impl Command for Options {
    const NAME: &str = "options";
    const EXAMPLES: &str = "options        new --option NAME=VALUE";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let expansions = in_play(&mut context.library, context.table.as_ref())?;
        let setup = context.table.as_ref().map(|table| table.game.setup());
        let (mut lines, mut rows) = (Vec::new(), Vec::new());
        let mut all: Vec<&GameOption> = Vec::new();
        for option in expansions.iter().flat_map(|expansion| expansion.options()) {
            // Several sets may share an option.
            if !all.iter().any(|first| first.name() == option.name()) {
                all.push(option);
            }
        }
        let width = widest(all.iter().map(|option| option.name())).max(18);
        for option in all {
            let value = setup.and_then(|setup| setup.resolved().options.get(option.name()));
            let because = setup.and_then(|setup| because(setup, option));
            let now =
                value.map(|value| format!(", now {value}")).unwrap_or_default() + because.as_deref().unwrap_or("");
            let follows = option.follows().filter(|_| because.is_none());
            let follows =
                follows.map(|(other, is, default)| format!(", {default} if {other} is {is}")).unwrap_or_default();
            lines.push(format!("{:width$} {}", option.name(), option.about()));
            lines.push(format!(
                "{:width$} {}; default: {}{follows}{now}",
                "",
                option.values_in_words(),
                option.default()
            ));
            rows.push(json!({
                "name": option.name(),
                "about": option.about(),
                "values": option.values().iter().map(OptionValue::to_string).collect::<Vec<_>>(),
                "range": option.range().map(|ends| ends.map(OptionValue::to_string)),
                "default": option.default().to_string(),
                "follows": option.follows().map(follows_json),
                "value": value.map(OptionValue::to_string),
            }));
        }
        Ok(Reply::text(lines.join("\n")).with("options", rows))
    }
}

fn follows_json((other, is, default): (&str, &OptionValue, &OptionValue)) -> Value {
    json!({ "option": other, "is": is.to_string(), "default": default.to_string() })
}

/// Why an option has its value, if another option decided it.
fn because(setup: &Setup, option: &GameOption) -> Option<String> {
    let (other, is, _) = option.follows()?;
    let resolved = setup.resolved();
    let edition = resolved.edition.as_deref().unwrap_or_default();
    let editions = setup.recipe().expansions.iter().filter_map(|portion| portion.expansion.editions());
    let mut in_edition = editions.filter_map(|editions| editions.named(edition)).flat_map(|edition| edition.options());
    let said = setup.recipe().options.contains_key(option.name()) || in_edition.any(|(name, _)| name == option.name());
    let followed = !said && resolved.options.get(other).is_some_and(|value| value == is);
    followed.then(|| format!(" because {other} is {is}"))
}
