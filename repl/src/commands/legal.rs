//! `legal`: the legal choices, with letters and numbers.

use bastide_core::language::{or, plural};
use bastide_core::{FeatureId, Game};
use indexmap::IndexMap;
use serde_json::{Value, json};

use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::io::prose::{pad, widest};
use crate::line::command::{Args, Candidate, Command, Completer, Context, Failure, Reply, Typed};
use crate::tell::choices::{Group, Numbered, On, are_several, groups, sentence};
use crate::tell::describe;
use crate::tell::show::{decision_data, nothing, tile_names};

/// With more options than this, a group that deploys over the board is told by feature.
const MAX_ROWS: usize = 20;

/// List the legal choices, with letters and numbers
#[derive(Args)]
pub struct Legal {
    /// Only options with this verb, for this figure, or on this kind of feature
    word: Option<String>,
}

impl Command for Legal {
    const NAME: &str = "legal";
    const EXAMPLES: &str = "legal        legal deploy        legal field";
    const COMPLETE: &[(&str, Completer)] = &[("word", heads)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table()?;
        let game = &table.game;
        let reply = legal(game, table.assist == Assist::Full, self.word.as_deref())?;
        let plain = context.screen.settings.plain && game.decision().is_some() && self.word.is_none();
        Ok(if plain { Reply { text: describe::choices(game, Assist::Full).join("\n"), ..reply } } else { reply })
    }
}

/// The words that Tab offers: the verbs that can be chosen now.
fn heads(context: &mut Context, _: &Typed) -> Vec<Candidate> {
    let Ok(table) = context.table() else { return Vec::new() };
    let groups = groups(&table.game, false).into_iter().filter(|group| !group.head.is_empty());
    groups.map(|group| Candidate::new(group.head.replace("deploy ", ""), group.about)).collect()
}

fn legal(game: &Game, with_points: bool, word: Option<&str>) -> Result<Reply, Failure> {
    let Some((decision, sentence)) = game.decision().zip(sentence(game)) else {
        return Ok(Reply::text(nothing(game)).with("decision", Value::Null).with("options", json!([])));
    };
    let tiles = tile_names(game, &decision.tiles());
    let cells = if word.is_some() { Vec::new() } else { lettered(game) };
    let groups = chosen(groups(game, with_points), word)?;
    let lines: Vec<String> = cells.iter().map(cell_line).chain(numbered_lines(&groups, !cells.is_empty())).collect();
    let options: Vec<String> = decision.options().map(|choice| game.choice_words(choice)).collect();
    let numbered: Vec<&_> = groups.iter().flat_map(|group| &group.options).collect();
    let reply = Reply::text(format!("{sentence}:\n{}", lines.join("\n")));
    let reply = match &tiles[..] {
        [] => reply,
        [only] => reply.with("tile", only.clone()).with("cells", data(&cells)),
        _ => reply.with("tiles", tiles.clone()).with("cells", data(&cells)),
    };
    let reply = if numbered.is_empty() { reply } else { reply.with("choices", json!(numbered)) };
    let player = game.player_name(decision.player());
    Ok(reply.with("player", player).with("decision", decision_data(game)).with("options", options))
}

/// The groups whose head has this word, or the options on features of this kind.
fn chosen(mut groups: Vec<Group>, word: Option<&str>) -> Result<Vec<Group>, Failure> {
    let Some(word) = word else { return Ok(groups) };
    let heads: Vec<String> = groups.iter().map(|group| group.head.clone()).filter(|head| !head.is_empty()).collect();
    let has_word = |group: &Group| group.head.split(' ').any(|part| part == word);
    if !groups.iter().any(has_word) {
        let is_on = |option: &Numbered| option.on.as_ref().is_some_and(|on| on.kind == word);
        groups.iter_mut().for_each(|group| group.options.retain(is_on));
        groups.retain(|group| !group.options.is_empty());
        groups.iter_mut().for_each(|group| group.head = format!("{} {word}", group.head));
    }
    let found: Vec<Group> = groups.into_iter().filter(has_word).collect();
    match found.is_empty() {
        false => Ok(found),
        true if heads.is_empty() => Err(Failure::refused(format!("no option has the word `{word}`"))),
        true => Err(Failure::refused(format!("no option has the word `{word}`; there are options for {}", or(&heads)))),
    }
}

/// The numbered options, one per line; what a group does stands above it if there are several groups.
fn numbered_lines(groups: &[Group], is_placing: bool) -> Vec<String> {
    let several = are_several(groups, is_placing);
    let wide = widest(groups.iter().flat_map(|group| &group.options).map(|option| &option.choice));
    let mut lines = Vec::new();
    for group in groups {
        if several && !group.about.is_empty() {
            lines.push(format!("{}: {}", group.head, group.about));
        }
        if group.options.len() > MAX_ROWS && group.options.iter().all(|option| option.on.is_some()) {
            lines.extend(feature_lines(group));
            continue;
        }
        lines.extend(group.options.iter().map(|option| {
            let (key, line) = (&option.key, pad(&option.choice, wide));
            format!("{key:>3}  {line}  {}", option.brings()).trim_end().to_string()
        }));
    }
    lines
}

/// The options of a long group, one line for each feature: all that it offers is on it.
fn feature_lines(group: &Group) -> Vec<String> {
    let mut features: IndexMap<FeatureId, (&On, Vec<String>)> = IndexMap::new();
    for option in &group.options {
        let Some(on) = &option.on else { continue };
        features.entry(on.feature).or_insert((on, Vec::new())).1.push(option.phrase(false));
    }
    // The largest of a kind first.
    features.sort_by(|_, one, _, other| (&one.0.kind, other.0.tiles).cmp(&(&other.0.kind, one.0.tiles)));
    let line = |(on, options): &(&On, Vec<String>)| {
        format!("  {} of {} {}: {}", on.kind, on.tiles, plural("tile", on.tiles as i64), options.join("  "))
    };
    features.values().map(line).collect()
}

fn cell_line(cell: &Lettered) -> String {
    let ways: Vec<String> = cell.ways.iter().zip(1..).map(|(way, n)| format!("{n} = {}", way.label)).collect();
    format!("{:>3}  {:<7} {}", cell.letters, cell.cell.to_string(), ways.join("  "))
}

fn data(cells: &[Lettered]) -> Vec<Value> {
    cells.iter().map(cell_data).collect()
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
