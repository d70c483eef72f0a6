//! Bots at the table: they answer when it is their turn, play on alone, and are measured.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::figure::PlayerId;
use bastide_core::game::{Game, Unchosen};
use bastide_core::leash;
use serde_json::{Value, json};

use crate::bot::style::styles;
use crate::bot::{self, Kind, Means};
use crate::game::begin::read_bot;
use crate::game::table::Table;
use crate::io::reply::{Failure, Reply};
use crate::line::reproduce::{blamed, foreseen};
use crate::session::Session;
use crate::tell::show;

/// What is said where bots were interrupted.
const STOPPED: &str = "stopped; `run` goes on";

/// Lets bots answer until a person is to decide. The answer is a line for each move and what it brought.
pub fn go_on(session: &mut Session) -> Result<Vec<String>, Failure> {
    match session.table.as_mut().filter(|table| table.goes_on()) {
        Some(table) => play(table, &session.cancel, usize::MAX),
        None => Ok(Vec::new()),
    }
}

/// Lets bots play so many turns, unless they come to a person's decision or are interrupted.
fn play(table: &mut Table, cancel: &Arc<AtomicBool>, turns: usize) -> Result<Vec<String>, Failure> {
    let (mut lines, means) = (Vec::new(), Means::all(cancel.clone()));
    for _ in 0..turns {
        if table.bot_to_decide().is_none() {
            break;
        }
        lines.extend(turn(table, &means)?);
        // Forgotten at once: the interrupt was for this.
        if leash::is_out() | cancel.swap(false, Ordering::Relaxed) {
            lines.push(STOPPED.into());
            break;
        }
    }
    Ok(lines)
}

/// One turn of the bot whose decision it is, as far as it comes before it is interrupted. Whoever else is asked in it has a line of
/// his own, and what a choice brought stands below it.
fn turn(table: &mut Table, means: &Means) -> Result<Vec<String>, Failure> {
    let mut from = table.game.log().len();
    let number = table.game.state().turn.number;
    let mut lines: Vec<String> = Vec::new();
    let mut speaker: Option<PlayerId> = None;
    while let Some(spec) = table.bot_to_decide()
        && (speaker.is_none() || table.game.state().turn.number == number)
        && !means.cancel.load(Ordering::Relaxed)
    {
        let player = table.game.decision().map(|decision| decision.player());
        let mut bot = spec.bot(bot::seed_for(&table.game), means);
        let Some(choice) = bot.choose(&table.game) else {
            bot.met().map_or(Ok(()), |met| Err(foreseen(table, *met)))?;
            break;
        };
        let words = table.game.choice_words(choice);
        match table.choose(choice) {
            Err(Unchosen::Fault(fault)) if fault.halted => break,
            chosen => chosen.map_err(|why| blamed(table, words.clone(), why))?,
        }
        let words = with_tile(&table.game, words);
        let news: Vec<String> = show::news(&table.game, from).into_iter().map(|line| format!("  {line}")).collect();
        match lines.last_mut() {
            Some(line) if speaker == player && !line.starts_with(' ') => *line += &format!(", {words}"),
            _ => lines.push(format!("{}: {words}", player.map_or("", |player| table.game.player_name(player)))),
        }
        lines.extend(news);
        (from, speaker) = (table.game.log().len(), player);
    }
    Ok(lines)
}

/// The words of a choice, with the tile if one was placed.
fn with_tile(game: &Game, words: String) -> String {
    match game.state().board.placed().last() {
        Some(placed) if words.starts_with("place ") => {
            format!("{words} ({})", game.catalogue().tile_name(placed.tile))
        }
        _ => words,
    }
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
    let lines = play(&mut table, &session.cancel, turns.unwrap_or(usize::MAX))?;
    session.table = Some(table);
    let reply = Reply { text: lines.join("\n"), changed: true, ..Reply::default() };
    Ok(reply.with("news", lines))
}

/// Shows who is a bot, or makes a seat one, or takes it back.
pub fn seat(session: &mut Session, player: Option<&str>, kind: Option<&str>, waits: bool) -> Result<Reply, Failure> {
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
        kind => Some(read_bot(kind)?),
    };
    let scores = show::scores(session.table()?).text;
    let news = if waits { Vec::new() } else { go_on(session)? };
    let text = [vec![scores], news.clone()].concat().join("\n");
    Ok(Reply { text, changed: true, ..list(session) }.with("news", news))
}

/// The sentence for bots in a lab.
pub fn no_bots() -> Failure {
    Failure::refused("a lab has no bots: everything in it is said")
}

fn list(session: &Session) -> Reply {
    let mut lines: Vec<String> = Kind::ALL.map(|kind| format!("{:8} {}", kind.name(), kind.about())).to_vec();
    lines.extend(styles().iter().map(|(name, style)| format!(":{name:7} {}", style.about)));
    let mut seats: Vec<Value> = Vec::new();
    if let Some(table) = &session.table {
        for player in table.game.state().players() {
            let name = table.game.player_name(player);
            let kind = table.bot_at(player).map(|bot| bot.to_string());
            lines
                .push(format!("{name} is {}", kind.as_ref().map_or("a person".into(), |kind| format!("a {kind} bot"))));
            seats.push(json!({ "player": name, "bot": kind }));
        }
    }
    let styles: Vec<&str> = styles().keys().map(String::as_str).collect();
    let reply = Reply::text(lines.join("\n")).with("kinds", Kind::ALL.map(Kind::name).to_vec());
    reply.with("styles", styles).with("seats", seats)
}
