//! `legal`: the legal choices, with letters and numbers.

use bastide_core::language::or;
use bastide_core::{Choice, Game};
use serde_json::{Value, json};

use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::game::shorthand;
use crate::io::prose::{pad, widest};
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::show::{again, decision_data, nothing, tile_names};
use crate::tell::{describe, whereabouts};

/// List the legal choices, with letters and numbers
#[derive(Args)]
pub struct Legal {}

impl Command for Legal {
    const NAME: &str = "legal";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let game = &context.table()?.game;
        let reply = legal(game);
        let plain = context.screen.settings.plain && game.decision().is_some();
        Ok(if plain { Reply { text: describe::choices(game, Assist::Full).join("\n"), ..reply } } else { reply })
    }
}

fn legal(game: &Game) -> Reply {
    let Some(decision) = game.decision() else {
        return Reply::text(nothing(game)).with("decision", Value::Null).with("options", json!([]));
    };
    let player = game.player_name(decision.player());
    let options: Vec<String> = decision.options().map(|choice| game.choice_words(choice)).collect();
    let tiles = tile_names(game, &decision.tiles());
    let reply = match tiles.is_empty() {
        false => {
            let cells = lettered(game);
            let mut lines: Vec<String> = cells.iter().map(cell_line).collect();
            lines.extend(numbered_lines(game));
            let data: Vec<Value> = cells.iter().map(cell_data).collect();
            let reply = Reply::text(format!("{player} places {}:\n{}", or(&tiles), lines.join("\n")));
            match &tiles[..] {
                [only] => reply.with("tile", only.clone()),
                _ => reply.with("tiles", tiles.clone()),
            }
            .with("cells", data)
        }
        true => {
            let about = game.about_words().map_or(String::new(), |about| format!(" (about {about})"));
            Reply::text(format!("{player} chooses{about}:\n{}", numbered_lines(game).join("\n")))
        }
    };
    reply.with("player", player).with("decision", decision_data(game)).with("options", options)
}

/// The numbered options, one per line; with a description for verbs of expansions.
fn numbered_lines(game: &Game) -> Vec<String> {
    let options: Vec<(String, String)> =
        shorthand::options(game).into_iter().map(|choice| (game.choice_words(choice), about(game, choice))).collect();
    let wide = widest(options.iter().filter(|(_, about)| !about.is_empty()).map(|(words, _)| words));
    let line = |((words, about), n): (&(String, String), usize)| {
        if about.is_empty() { format!("{n:3}  {words}") } else { format!("{n:3}  {}  {about}", pad(words, wide)) }
    };
    options.iter().zip(1..).map(line).collect()
}

/// A short description of a choice whose words are not clear by themselves.
fn about(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Again => match again(game) {
            Some(why) => format!("play another part of the turn ({why})"),
            None => "play another part of the turn".into(),
        },
        Choice::Deploy(_, at) => whereabouts::beyond_name(game, at).unwrap_or_default(),
        Choice::Do(verb, _) => game.catalogue().verbs[verb.0 as usize].about.clone(),
        _ => String::new(),
    }
}

fn cell_line(cell: &Lettered) -> String {
    let ways: Vec<String> = cell.ways.iter().zip(1..).map(|(way, n)| format!("{n} = {}", way.label)).collect();
    format!("{:>3}  {:<7} {}", cell.letters, cell.cell.to_string(), ways.join("  "))
}

fn cell_data(cell: &Lettered) -> Value {
    let (mut rotations, ways): (Vec<String>, Vec<&str>) =
        cell.ways.iter().map(|way| (way.rotation.to_string(), &*way.label)).unzip();
    let mut data = json!({ "letters": cell.letters, "cell": cell.cell.to_string() });
    if ways.iter().any(|way| way.contains(' ')) {
        data["ways"] = json!(ways);
        rotations.sort_by_key(|rotation| rotation.len());
        rotations.dedup();
    }
    data["rotations"] = json!(rotations);
    data
}
