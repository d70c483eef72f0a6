//! `options`: lists the options of the rules, and their values in the current game.

use bastide_core::Setup;
use bastide_core::manifest::{GameOption, OptionValue};
use serde::Serialize;

use crate::io::prose::widest;
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::sets::in_play;

/// List the options of the rules and their values
#[derive(Args)]
pub struct Options {}

/// An option of the rules.
#[derive(Serialize)]
struct Row {
    name: String,
    about: String,
    values: Vec<String>,
    range: Option<[String; 2]>,
    default: String,
    follows: Option<Follows>,
    value: Option<String>,
    /// The values, and what else there is to say, for people.
    #[serde(skip)]
    said: String,
}

/// Another option that changes the default of an option.
#[derive(Serialize)]
struct Follows {
    option: String,
    is: String,
    default: String,
}

impl Row {
    fn new(option: &GameOption, setup: Option<&Setup>) -> Row {
        let value = setup.and_then(|setup| setup.resolved().options.get(option.name()));
        let because = setup.and_then(|setup| because(setup, option)).unwrap_or_default();
        let follows = option.follows().map(|(other, is, default)| Follows {
            option: other.into(),
            is: is.to_string(),
            default: default.to_string(),
        });
        let if_followed = follows.as_ref().filter(|_| because.is_empty());
        let if_followed = if_followed.map(|Follows { option, is, default }| format!(", {default} if {option} is {is}"));
        let now = value.map(|value| format!(", now {value}")).unwrap_or_default();
        Row {
            name: option.name().into(),
            about: option.about().into(),
            values: option.values().iter().map(OptionValue::to_string).collect(),
            range: option.range().map(|ends| ends.map(OptionValue::to_string)),
            default: option.default().to_string(),
            value: value.map(OptionValue::to_string),
            said: format!(
                "{}; default: {}{}{now}{because}",
                option.values_in_words(),
                option.default(),
                if_followed.unwrap_or_default()
            ),
            follows,
        }
    }
}

impl Command for Options {
    const NAME: &str = "options";
    const EXAMPLES: &str = "options        new --option NAME=VALUE";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let expansions = in_play(&mut context.library, context.table.as_ref())?;
        let setup = context.table.as_ref().map(|table| table.game.setup());
        let mut all: Vec<&GameOption> = Vec::new();
        for option in expansions.iter().flat_map(|expansion| expansion.options()) {
            // Several sets may share an option.
            if !all.iter().any(|first| first.name() == option.name()) {
                all.push(option);
            }
        }
        let rows: Vec<Row> = all.into_iter().map(|option| Row::new(option, setup.map(|setup| &**setup))).collect();
        let width = widest(rows.iter().map(|row| row.name.as_str())).max(18);
        let lines =
            rows.iter().map(|Row { name, about, said, .. }| format!("{name:width$} {about}\n{:width$} {said}", ""));
        Ok(Reply::text(lines.collect::<Vec<_>>().join("\n")).with("options", rows))
    }
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
