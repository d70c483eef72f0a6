//! `look`: the whole table in sentences, or a cell with what lies around it and the tile in hand on it.

use bastide_core::{Cell, Choice, Game, PlacedId};

use crate::bot;
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::game::shorthand;
use crate::io::prose::width;
use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};
use crate::line::reproduce::foreseen;
use crate::tell::choices::{self, Numbered};
use crate::tell::features::Book;
use crate::tell::{describe, fits, gain, joined, whereabouts};

/// Describe the table in sentences, or draw a cell with the tile in hand on it
#[derive(Args)]
pub struct LookAt {
    /// A cell, by its letter or as X,Y
    #[arg(allow_hyphen_values = true)]
    cell: Option<String>,
    /// The rotation of the tile in hand, such as r90
    rotation: Option<String>,
}

impl Command for LookAt {
    const NAME: &str = "look";
    const EXAMPLES: &str = "look        look d        look d r90        look 1,0        bastide --plain";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let Some(cell) = self.cell else {
            let lines = describe::table(&context.table()?.game, context.screen.settings.assist);
            return Ok(Reply::text(lines.join("\n")).with("lines", lines));
        };
        let table = &context.table()?.clone();
        let view = view(&table.game, &cell, self.rotation.as_deref(), context.screen.settings.assist)?;
        let after = match view.choice {
            Some(choice) => bot::glimpse(&table.game, &[choice]).map_err(|met| foreseen(table, *met))?,
            None => None,
        };
        let (game, shown) = (&table.game, after.as_ref().unwrap_or(&table.game));
        let said = [view.lines, parts(shown, view.cell)].concat();
        let answers = answers(game, after.as_ref(), context.screen.settings.assist);
        let lines = [said.clone(), answers.clone()].concat();
        let text = match context.screen.settings.plain {
            true => lines.join("\n"),
            false => drawn(context, shown, view.cell, (&said, answers)),
        };
        Ok(Reply::text(text).with("cell", view.cell.to_string()).with("lines", lines))
    }
}

/// The picture of a cell above what is said about it, not higher than the terminal if that can be: first the picture gets
/// smaller, then fewer answers are listed.
fn drawn(context: &mut Context, game: &Game, cell: Cell, (said, answers): (&[String], Vec<String>)) -> String {
    let columns = context.screen.columns().max(1);
    let height = |lines: &[String]| lines.iter().map(|line| width(line).div_ceil(columns)).sum::<usize>();
    let room = context.screen.size.map(|(_, lines)| lines.saturating_sub(LINES_KEPT));
    let left = room.map(|room| room.saturating_sub(height(said) + height(&answers)));
    let picture = context.screen.around(game, cell, left).trim_end().to_string();
    let left = room.map(|room| room.saturating_sub(height(said) + picture.lines().count()));
    let answers = match left.filter(|left| height(&answers) > *left) {
        Some(left) => shortened(answers, left.max(MIN_ANSWERS)),
        None => answers,
    };
    [&[picture], said, &answers].concat().join("\n")
}

/// The first answers, in this many lines, and how many more there are.
fn shortened(mut answers: Vec<String>, lines: usize) -> Vec<String> {
    let more = answers.len().saturating_sub(lines.saturating_sub(1));
    if more > 1 && answers.len() > lines {
        answers.truncate(answers.len() - more);
        answers.push(format!("  {more} more: `legal` lists all once the tile is placed"));
    }
    answers
}

/// What is looked at: a cell, the tile that is tried there, and sentences about it.
struct View {
    cell: Cell,
    choice: Option<Choice>,
    lines: Vec<String>,
}

fn view(game: &Game, word: &str, rotation: Option<&str>, assist: Assist) -> Result<View, Failure> {
    let legal = lettered(game);
    let is_meant = |cell: &&Lettered| cell.letters == word || cell.cell.to_string() == word;
    if let Some(cell) = legal.iter().find(is_meant) {
        return tried(game, cell, rotation, assist);
    }
    let cell: Cell = word.parse().map_err(|()| match shorthand::no_such_cell(game, word) {
        Some(refusal) => Failure::from(refusal),
        None => Failure::new(Cause::Unknown, format!("`{word}` is not a cell; write its letter, or X,Y")).at(word),
    })?;
    let line = match game.state().board.at(cell) {
        Some(at) => format!("{cell}: {}", describe::tile(game, at)),
        None => match fits::fits(game).iter().find(|fit| fit.cell == cell) {
            Some(fit) => fit.to_string(),
            None => format!("{cell}: no tile lies there, nor beside it."),
        },
    };
    Ok(View { cell, choice: None, lines: vec![line] })
}

/// The tile in hand on a legal cell, in the given rotation or the best one.
fn tried(game: &Game, cell: &Lettered, rotation: Option<&str>, assist: Assist) -> Result<View, Failure> {
    let best = || joined::places(game).into_iter().find(|place| place.cell == *cell).map(|place| place.way.choice);
    let choice = match rotation {
        Some(word) => shorthand::turned(game, cell, &[word])?.0,
        None => Some(()).filter(|()| assist == Assist::Full).and_then(|()| best()).unwrap_or(cell.ways[0].choice),
    };
    let way = cell.ways.iter().find(|way| way.choice == choice);
    let label = way.map(|way| way.label.clone()).unwrap_or_default();
    let tile = game.decision().and_then(|decision| decision.tile());
    let tile = tile.map(|tile| format!("{} ", game.catalogue().tile_name(tile))).unwrap_or_default();
    let place = cell.cell;
    let joined = bot::glimpse(game, &[choice]).ok().flatten().map(|after| joined::joined(game, &after, place));
    let points = gain::points(game, choice).filter(|points| assist == Assist::Full && *points != 0);
    let points = points.map(|points| format!(", {points:+}")).unwrap_or_default();
    let mut lines = vec![format!("{tile}at {place} {label} {}{points}.", joined.unwrap_or_default())];
    let others: Vec<String> = cell
        .ways
        .iter()
        .zip(1..)
        .filter(|(way, _)| way.choice != choice)
        .map(|(way, n)| format!("{n} = {}", way.label))
        .collect();
    lines.extend((!others.is_empty()).then(|| format!("It also fits there as {}.", others.join(", "))));
    Ok(View { cell: place, choice: Some(choice), lines })
}

/// The segments of the tile on a cell, and who is there.
fn parts(game: &Game, cell: Cell) -> Vec<String> {
    let Some(at) = game.state().board.at(cell) else { return Vec::new() };
    let book = Book::new(game);
    let line = |segment| {
        let facts = book.facts(game.state().features.of(segment));
        format!("{}: {}", whereabouts::named(game, segment), facts.rest())
    };
    segments(game, at).map(line).collect()
}

fn segments(game: &Game, at: PlacedId) -> impl Iterator<Item = bastide_core::SegmentId> {
    game.state().segments_of(game.catalogue(), at)
}

/// What can be chosen after the tile is placed.
fn answers(game: &Game, after: Option<&Game>, assist: Assist) -> Vec<String> {
    let Some(after) = after else { return Vec::new() };
    let turn = |game: &Game| (game.state().turn.number, game.state().turn.part);
    let places = after.decision().is_none_or(|decision| !decision.tiles().is_empty());
    if turn(game) != turn(after) || places {
        return Vec::new();
    }
    let line = |option: &Numbered| match option.choice.as_str() {
        "pass" => format!("  -  {}", option.words()),
        _ => format!("{:>3}  {}", option.key, option.words()),
    };
    let groups = choices::groups(after, assist == Assist::Full);
    let lines = groups.iter().flat_map(|group| &group.options).map(line).take(MAX_ANSWERS);
    ["Then:".to_string()].into_iter().chain(lines).collect()
}

/// Lines of the terminal that stay free: the typed line and the next prompt.
const LINES_KEPT: usize = 2;
/// So many lines of answers are shown even if the picture scrolls away.
const MIN_ANSWERS: usize = 4;
/// The maximum number of answers that are listed; `legal` lists all once the tile is placed.
const MAX_ANSWERS: usize = 20;
