//! Bots at the table: they answer when it is their turn, play on alone, and are measured.

use std::sync::atomic::Ordering;

use bastide_core::refuse;
use serde_json::{Value, json};

use crate::begin::check_kind;
use crate::bot;
use crate::repeat::blamed;
use crate::reply::{Failure, Reply};
use crate::session::Session;
use crate::show;
use crate::table::Table;

/// What is said where bots were interrupted.
const STOPPED: &str = "stopped; `run` goes on";

/// Lets bots answer until a person is to decide. The answer is a line for each move and what it brought.
pub fn go_on(session: &mut Session) -> Result<Vec<String>, Failure> {
    let mut lines = Vec::new();
    let Some(table) = session.table.as_mut().filter(|table| table.goes_on()) else { return Ok(lines) };
    while table.bot_to_decide().is_some() {
        if session.cancel.load(Ordering::Relaxed) {
            lines.push(STOPPED.into());
            break;
        }
        lines.extend(turn(table)?);
    }
    Ok(lines)
}

/// One turn of the bot whose decision it is.
fn turn(table: &mut Table) -> Result<Vec<String>, Failure> {
    let from = table.game.log().len();
    let number = table.game.state().turn.number;
    let player = table.game.decision().map(|decision| decision.player());
    let name = player.map(|player| table.game.player_name(player).to_string()).unwrap_or_default();
    let mut chosen: Vec<String> = Vec::new();
    while let Some(kind) = table.bot_to_decide()
        && (chosen.is_empty() || table.game.state().turn.number == number)
    {
        let mut bot = bot::named(kind, bot::seed_for(&table.game)).ok_or_else(|| refuse!("no bot is called {kind}"))?;
        let choice = bot.choose(&table.game).ok_or_else(|| refuse!("{name} has nothing to choose"))?;
        let words = table.game.choice_words(choice);
        table.choose(choice).map_err(|why| blamed(table, words.clone(), why))?;
        chosen.push(match table.game.state().board.placed().last() {
            Some(placed) if words.starts_with("place ") => {
                format!("{} ({})", words, table.game.catalogue().tile_name(placed.tile))
            }
            _ => words,
        });
    }
    let mut lines = vec![format!("{name}: {}", chosen.join(", "))];
    lines.extend(show::news(&table.game, from).into_iter().map(|line| format!("  {line}")));
    Ok(lines)
}

/// Lets bots play on for so many turns, or to the end, or to a person's decision.
pub fn run(session: &mut Session, turns: Option<usize>) -> Result<Reply, Failure> {
    let mut table = session.table()?.clone();
    if table.game.setup().is_lab() {
        return Err(no_bots());
    }
    if table.bot_to_decide().is_none() {
        return Err(match table.game.decision() {
            Some(decision) => {
                let name = table.game.player_name(decision.player());
                Failure::refused(format!(
                    "it is {name}'s decision, and {name} is no bot; `bots {name} greedy` makes one"
                ))
            }
            None => Failure::refused("there is nothing to decide"),
        });
    }
    let mut lines = Vec::new();
    for _ in 0..turns.unwrap_or(usize::MAX) {
        if table.bot_to_decide().is_none() {
            break;
        }
        if session.is_cancelled() {
            lines.push(STOPPED.into());
            break;
        }
        lines.extend(turn(&mut table)?);
    }
    session.table = Some(table);
    let reply = Reply { text: lines.join("\n"), changed: true, ..Reply::default() };
    Ok(reply.with("news", lines))
}

/// Shows who is a bot, or makes a seat one, or takes it back.
pub fn seat(session: &mut Session, player: Option<&str>, kind: Option<&str>) -> Result<Reply, Failure> {
    let Some(player) = player else { return Ok(list(session)) };
    let table = session.table_mut()?;
    let seat = table.game.player_named(player)?.0 as usize;
    let Some(kind) = kind else {
        return Err(Failure::usage(format!("write bots {player} KIND, or bots {player} off")));
    };
    if table.game.setup().is_lab() {
        return Err(no_bots());
    }
    table.seats[seat] = match kind {
        "off" => None,
        kind => {
            check_kind(kind)?;
            Some(kind.into())
        }
    };
    let scores = show::scores(session.table()?).text;
    let news = go_on(session)?;
    let text = [vec![scores], news.clone()].concat().join("\n");
    Ok(Reply { text, changed: true, ..list(session) }.with("news", news))
}

/// The sentence for bots in a lab.
pub fn no_bots() -> Failure {
    Failure::refused("a lab has no bots: everything in it is said")
}

fn list(session: &Session) -> Reply {
    let mut lines: Vec<String> = bot::NAMES.iter().map(|(name, about)| format!("{name:8} {about}")).collect();
    let mut seats: Vec<Value> = Vec::new();
    if let Some(table) = &session.table {
        for player in table.game.state().players() {
            let (name, kind) = (table.game.player_name(player), table.bot_at(player));
            lines.push(format!("{name} is {}", kind.map_or("a person".into(), |kind| format!("a {kind} bot"))));
            seats.push(json!({ "player": name, "bot": kind }));
        }
    }
    let kinds = bot::NAMES.map(|(name, _)| name).to_vec();
    Reply::text(lines.join("\n")).with("kinds", kinds).with("seats", seats)
}
