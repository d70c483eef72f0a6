//! `legal`: the legal choices, with letters and numbers.

use bastide_core::language::{or, plural};
use bastide_core::{Cell, FeatureId, Game};
use indexmap::IndexMap;
use serde::{Serialize, Serializer};

use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::io::prose::{pad, widest};
use crate::io::reply::{Answer, as_text};
use crate::line::command::{Args, Candidate, Command, Completer, Context, Failure, Reply, Typed};
use crate::tell::choices::{Group, Numbered, On, are_several, groups};
use crate::tell::describe;
use crate::tell::show::{OpenDecision, Tiles, decision, nothing};

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

/// The legal choices.
#[derive(Default, Serialize)]
struct Choices<'a> {
    #[serde(flatten)]
    tiles: Tiles,
    /// Where a tile can be placed, if that is the question and no word is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<Place>>,
    #[serde(rename = "choices", serialize_with = "in_one_list", skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'a str>,
    decision: Option<OpenDecision<'a>>,
    /// All of them in written form.
    options: Vec<String>,
}

/// A cell where a tile can be placed.
#[derive(Serialize)]
struct Place {
    letters: String,
    #[serde(serialize_with = "as_text")]
    cell: Cell,
    /// The ways to place it, by number.
    #[serde(skip_serializing_if = "are_rotations")]
    ways: Vec<String>,
    rotations: Vec<String>,
}

fn legal(game: &Game, with_points: bool, word: Option<&str>) -> Result<Reply, Failure> {
    let Some(decision) = decision(game) else {
        return Ok(Reply { text: nothing(game), ..Reply::default().and(&Choices::default()) });
    };
    let cells = if word.is_some() { Vec::new() } else { lettered(game) };
    let options = game.decision().map(|decision| decision.options()).into_iter().flatten();
    Ok(Reply::of(&Choices {
        cells: (!decision.tiles.is_empty()).then(|| cells.into_iter().map(place).collect()),
        groups: chosen(groups(game, with_points), word)?,
        tiles: decision.tiles.clone(),
        player: Some(decision.player),
        options: options.map(|choice| game.choice_words(choice)).collect(),
        decision: Some(decision),
    }))
}

impl Answer for Choices<'_> {
    fn lines(&self) -> Vec<String> {
        let sentence = self.decision.iter().filter_map(|decision| decision.sentence.as_ref());
        let cells = self.cells.as_deref().unwrap_or_default();
        let lines = sentence.map(|sentence| format!("{sentence}:")).chain(cells.iter().map(cell_line));
        lines.chain(numbered_lines(&self.groups, !cells.is_empty())).collect()
    }
}

/// Serializes the options of all groups.
fn in_one_list<S: Serializer>(groups: &[Group], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(groups.iter().flat_map(|group| &group.options))
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

fn cell_line(place: &Place) -> String {
    let ways: Vec<String> = place.ways.iter().zip(1..).map(|(way, n)| format!("{n} = {way}")).collect();
    format!("{:>3}  {:<7} {}", place.letters, place.cell.to_string(), ways.join("  "))
}

fn place(Lettered { letters, cell, ways }: Lettered) -> Place {
    let (mut rotations, ways): (Vec<String>, Vec<String>) =
        ways.into_iter().map(|way| (way.rotation.to_string(), way.label)).unzip();
    if !are_rotations(&ways) {
        rotations.sort_by_key(|rotation| rotation.len());
        rotations.dedup();
    }
    Place { letters, cell, ways, rotations }
}

/// Whether ways to place a tile are only rotations, because there is one tile.
fn are_rotations(ways: &[String]) -> bool {
    !ways.iter().any(|way| way.contains(' '))
}
