//! The best few moves and what each is worth, found like a bot does. Sees no hidden tile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::{Cell, Choice, Game, PlayerId};
use serde::Serialize;

use crate::bot::{self, Met};
use crate::game::letters::lettered;
use crate::game::shorthand::{options, with_numbers};
use crate::io::prose::{pad, widest};
use crate::io::reply::{Answer, Named, Reply};
use crate::tell::describe;

/// The maximum number of answers that are tried after placing a tile.
const MAX_ANSWERS: usize = 60;
/// Time limit for all scripts together.
const SCRIPT_TIME_LIMIT: Duration = Duration::from_secs(3);

/// A way to continue: one choice, or a place and the answer to the question after it.
struct Continuation {
    choices: Vec<Choice>,
    /// The short form, if there is one.
    short: Option<String>,
    /// Its worth, to compare it with others.
    worth: i64,
}

/// The best ways to continue.
#[derive(Serialize)]
struct BestMoves<'a> {
    player: &'a str,
    ways: Vec<Advice>,
}

/// A way with its results.
#[derive(Serialize)]
struct Advice {
    #[serde(rename = "type")]
    typed: String,
    /// The choices in full words.
    #[serde(rename = "choices")]
    words: Vec<String>,
    /// The same with where each is on its tile.
    #[serde(skip)]
    told: Vec<String>,
    /// The points scored at once.
    points: i32,
    /// The change in points if the game ended then.
    end: i32,
    /// The same for the others, as far as it changes.
    others: Named<i32>,
    worth: i64,
    /// In which direction the cell lies outside the picture of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<&'static str>,
}

/// In which direction a cell lies outside the picture of the board, if it does.
pub type Outside<'a> = &'a dyn Fn(Cell) -> Option<&'static str>;

/// The best ways to continue that were found in time; or a script error that happened while looking ahead.
pub fn hint(game: &Game, many: usize, cancel: &AtomicBool, outside: Outside) -> Result<Reply, Box<Met>> {
    let leash = Leash { steps: Some(50_000_000), time: Some(SCRIPT_TIME_LIMIT), stop: None };
    leash::held(leash, || found(game, many, cancel, outside))
}

fn found(game: &Game, many: usize, cancel: &AtomicBool, outside: Outside) -> Result<Reply, Box<Met>> {
    let Some(decision) = game.decision() else { return Ok(Reply::text("There is nothing to decide.")) };
    let player = decision.player();
    let mut ways: Vec<Continuation> = Vec::new();
    for choice in decision.options() {
        if cancel.load(Ordering::Relaxed) || leash::is_out() {
            break;
        }
        let Some(after) = bot::glimpse(game, &[choice])? else { continue };
        let is_asked = choice.place().is_some() && is_same_turn(game, &after, player);
        let answers: Vec<Choice> = if is_asked { options(&after).into_iter().collect() } else { Vec::new() };
        // If there are too many answers, the last one is tried too, because it is usually `pass`.
        let skipped = answers.len().saturating_sub(MAX_ANSWERS);
        let looked =
            answers.iter().enumerate().filter(|(n, _)| *n < MAX_ANSWERS - 1 || *n >= MAX_ANSWERS - 1 + skipped);
        let before = ways.len();
        for (n, answer) in looked {
            let choices = vec![choice, *answer];
            let Some(end) = bot::glimpse(game, &choices)? else { continue };
            let answer_short = if *answer == Choice::Pass { "-".into() } else { (n + 1).to_string() };
            let short = short(game, choice).map(|place| format!("{place} {answer_short}"));
            let worth = worth(&end, player, &choices)?;
            ways.push(Continuation { choices, short, worth });
        }
        if ways.len() == before {
            let choices = vec![choice];
            let worth = worth(&after, player, &choices)?;
            ways.push(Continuation { choices, short: short(game, choice), worth });
        }
    }
    ways.sort_by_key(|way| std::cmp::Reverse(way.worth));
    // Only the best way for each cell: another rotation there is hardly a different idea.
    let mut cells = Vec::new();
    ways.retain(|way| match way.choices.first().and_then(|choice| choice.place()) {
        Some((tile, place)) if cells.contains(&(tile, place.cell)) => false,
        Some((tile, place)) => {
            cells.push((tile, place.cell));
            true
        }
        None => true,
    });
    ways.truncate(many.max(1));
    let ways = ways.into_iter().map(|way| advice(game, player, way, outside)).collect::<Result<_, _>>()?;
    Ok(Reply::of(&BestMoves { player: game.player_name(player), ways }))
}

impl Answer for BestMoves<'_> {
    fn lines(&self) -> Vec<String> {
        let wide = widest(self.ways.iter().map(|way| &way.typed));
        let line = |(way, n): (&Advice, usize)| {
            let at_once = if way.points == 0 { String::new() } else { format!("{:+} at once, ", way.points) };
            let typed = pad(&way.typed, wide);
            let seen = way.outside.map_or(String::new(), |side| format!("({side} of the view)  "));
            let others: String = way.others.iter().map(|(name, points)| format!(", {name} {points:+}")).collect();
            let told = way.told.join(", ");
            format!("{n}. {typed}  {seen}{at_once}{:+} if the game ended then{others}  ({told})", way.end)
        };
        let head = format!("Best for {}, one turn ahead, by the lead it brings and the figures it keeps:", self.player);
        [head].into_iter().chain(self.ways.iter().zip(1..).map(line)).collect()
    }
}

/// The worth of a game to a player by the near outlook, in hundredths of a point. `choices` led to it.
fn worth(game: &Game, player: PlayerId, choices: &[Choice]) -> Result<i64, Box<Met>> {
    let met = |fault| Box::new(Met { fault, choices: choices.to_vec() });
    bot::lead(game, player).map(|lead| (lead * 100.0).round() as i64).map_err(met)
}

fn is_same_turn(before: &Game, after: &Game, player: PlayerId) -> bool {
    let (old, new) = (&before.state().turn, &after.state().turn);
    let decides = after.decision().is_some_and(|decision| decision.player() == player && decision.tiles().is_empty());
    decides && (old.number, old.part) == (new.number, new.part)
}

/// The details of a way; computed only for the few that are shown.
fn advice(game: &Game, player: PlayerId, way: Continuation, outside: Outside) -> Result<Advice, Box<Met>> {
    let seat = player.0 as usize;
    let mut after = game.clone();
    let (mut words, mut told) = (Vec::new(), Vec::new());
    for (place, choice) in way.choices.iter().enumerate() {
        words.push(after.choice_words(*choice));
        told.push(describe::choice(&after, *choice));
        // The same choices worked before.
        after = bot::glimpse(game, &way.choices[..=place])?.unwrap_or(after);
    }
    let (before, then) = (bot::projected(game), bot::projected(&after));
    let ends: Vec<i32> = then.iter().zip(before).map(|(then, before)| then - before).collect();
    let others = game.state().players().filter(|other| *other != player && ends[other.0 as usize] != 0);
    Ok(Advice {
        typed: way.short.unwrap_or_else(|| words.join("; ")),
        words,
        told,
        points: after.scores()[seat] - game.scores()[seat],
        end: ends[seat],
        others: others.map(|other| (game.player_name(other).to_string(), ends[other.0 as usize])).collect(),
        worth: way.worth,
        outside: way.choices.first().and_then(|choice| outside(choice.place()?.1.cell)),
    })
}

/// The short form of a choice.
fn short(game: &Game, choice: Choice) -> Option<String> {
    let Some((_, place)) = choice.place() else {
        let (_, n) = with_numbers(game).into_iter().find(|option| option.0 == choice)?;
        return Some(if choice == Choice::Pass { "-".into() } else { n.to_string() });
    };
    let cells = lettered(game);
    let cell = cells.iter().find(|cell| cell.cell == place.cell)?;
    let n = cell.ways.iter().position(|way| way.choice == choice)?;
    // With several tiles in hand, the label has the tile too and cannot be typed here.
    let label = Some(cell.ways[n].label.clone()).filter(|label| !label.contains(' '));
    Some(format!("{} {}", cell.letters, label.unwrap_or_else(|| (n + 1).to_string())))
}
