//! The best few moves and what each is worth: what a bot would look at, through what every game offers. Sees no tile to come.

use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::choice::Choice;
use bastide_core::figure::PlayerId;
use bastide_core::game::Game;
use serde_json::{Value, json};

use crate::answer::options;
use crate::bot;
use crate::letters::lettered;
use crate::prose::{pad, widest};
use crate::reply::Reply;

/// After a place, so many answers are looked at.
const ANSWERS: usize = 60;

/// A way to go on: one choice, or a place and the answer to what is asked then.
struct Way {
    choices: Vec<Choice>,
    /// As it is typed in short, where there is a short form.
    short: Option<String>,
    /// What it is worth, compared with others.
    worth: i64,
}

/// What a way brings.
struct Advice {
    typed: String,
    /// The same in full words.
    words: Vec<String>,
    /// Points at once.
    points: i32,
    /// By how much the points in the end would change.
    end: i32,
    worth: i64,
}

/// The best ways to go on.
pub fn hint(game: &Game, many: usize, cancel: &AtomicBool) -> Reply {
    let game = &seen(game);
    let Some(decision) = game.decision() else { return Reply::text("There is nothing to decide.") };
    let player = decision.player();
    let mut ways: Vec<Way> = Vec::new();
    for choice in decision.options() {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let Some(after) = after(game, choice) else { continue };
        let is_asked = matches!(choice, Choice::Place(_)) && is_same_turn(game, &after, player);
        let answers: Vec<Choice> = if is_asked { options(&after).into_iter().collect() } else { Vec::new() };
        // Of very many answers the last ones are looked at too: `pass` is one of them.
        let skipped = answers.len().saturating_sub(ANSWERS);
        let looked = answers.iter().enumerate().filter(|(n, _)| *n < ANSWERS - 1 || *n >= ANSWERS - 1 + skipped);
        let before = ways.len();
        ways.extend(looked.filter_map(|(n, answer)| {
            let end = self::after(&after, *answer)?;
            let answer_short = if *answer == Choice::Pass { "-".into() } else { (n + 1).to_string() };
            let short = short(game, choice).map(|place| format!("{place} {answer_short}"));
            Some(Way { choices: vec![choice, *answer], short, worth: worth(&end, player) })
        }));
        if ways.len() == before {
            ways.push(Way { choices: vec![choice], short: short(game, choice), worth: worth(&after, player) });
        }
    }
    ways.sort_by_key(|way| std::cmp::Reverse(way.worth));
    // The best way on each cell: the same idea turned otherwise is no other idea.
    let mut cells = Vec::new();
    ways.retain(|way| match way.choices.first() {
        Some(Choice::Place(place)) if cells.contains(&place.cell) => false,
        Some(Choice::Place(place)) => {
            cells.push(place.cell);
            true
        }
        _ => true,
    });
    ways.truncate(many.max(1));
    let ways: Vec<Advice> = ways.into_iter().map(|way| advice(game, player, way)).collect();
    let wide = widest(ways.iter().map(|way| &way.typed));
    let lines = ways.iter().zip(1..).map(|(way, n)| {
        let at_once = if way.points == 0 { String::new() } else { format!("{:+} at once, ", way.points) };
        let typed = pad(&way.typed, wide);
        format!("{n}. {typed}  {at_once}{:+} if the game ended then  ({})", way.end, way.words.join(", "))
    });
    let name = game.player_name(player);
    let text = [format!("Best for {name}, one turn ahead:")].into_iter().chain(lines).collect::<Vec<_>>().join("\n");
    let data = ways.iter().map(|way| {
        json!({ "type": way.typed, "choices": way.words, "points": way.points, "end": way.end, "worth": way.worth })
    });
    Reply::text(text).with("player", name).with("ways", data.collect::<Vec<Value>>())
}

/// What a game is worth to a player who looks no further, in hundredths of a point.
fn worth(game: &Game, player: PlayerId) -> i64 {
    (bot::lead(game, player) * 100.0).round() as i64
}

/// A copy of the game with nothing in it that players cannot know: what is hidden is mixed anew, and no tile is drawn.
fn seen(game: &Game) -> Game {
    let mut seen = game.clone();
    seen.reshuffle(0);
    seen.look_ahead();
    seen
}

/// The game one choice further; none where a script fails.
fn after(game: &Game, choice: Choice) -> Option<Game> {
    let mut after = game.clone();
    bot::follow(game, &mut after, choice).then_some(after)
}

fn is_same_turn(before: &Game, after: &Game, player: PlayerId) -> bool {
    let (old, new) = (&before.state().turn, &after.state().turn);
    let decides = after.decision().is_some_and(|decision| decision.player() == player && decision.tile().is_none());
    decides && (old.number, old.part) == (new.number, new.part)
}

/// What a way brings, told in full: only of the few that are named.
fn advice(game: &Game, player: PlayerId, way: Way) -> Advice {
    let seat = player.0 as usize;
    let mut after = game.clone();
    let mut words = Vec::new();
    for choice in way.choices {
        words.push(after.choice_words(choice));
        // It was chosen before without a fault.
        after = self::after(&after, choice).unwrap_or(after);
    }
    Advice {
        typed: way.short.unwrap_or_else(|| words.join("; ")),
        words,
        points: after.scores()[seat] - game.scores()[seat],
        end: after.projected()[seat] - game.projected()[seat],
        worth: way.worth,
    }
}

/// A choice as it is typed in short.
fn short(game: &Game, choice: Choice) -> Option<String> {
    let Choice::Place(place) = choice else {
        let n = options(game).iter().position(|option| *option == choice)?;
        return Some(if choice == Choice::Pass { "-".into() } else { (n + 1).to_string() });
    };
    let cells = lettered(game);
    let cell = cells.iter().find(|cell| cell.cell == place.cell)?;
    let n = cell.rotations.iter().position(|rotation| *rotation == place.rotation)? + 1;
    Some(format!("{} {n}", cell.letters))
}
