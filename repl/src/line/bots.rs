//! Bots at the table: they answer when it is their turn, and play on alone with `run`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::{Game, PlayerId, Unchosen, leash};

use crate::bot::{self, Means};
use crate::game::record::blamed;
use crate::game::table::Table;
use crate::io::reply::Failure;
use crate::line::command::{Context, FullScreen};
use crate::line::reproduce::foreseen;
use crate::tell::show;

/// The note after an interrupt.
const STOPPED: &str = "stopped; `run` continues";

/// Lets bots play until a person decides. Returns a line for each player's choices, and the news.
pub fn go_on(context: &mut Context) -> Result<Vec<String>, Failure> {
    if context.full_screen == FullScreen::Open {
        return Ok(Vec::new());
    }
    match context.table.as_mut().filter(|table| table.goes_on()) {
        Some(table) => play(table, &context.cancel, usize::MAX),
        None => Ok(Vec::new()),
    }
}

/// Lets bots play this many turns, until a person decides or they are interrupted.
pub fn play(table: &mut Table, cancel: &Arc<AtomicBool>, turns: usize) -> Result<Vec<String>, Failure> {
    let (mut lines, means) = (Vec::new(), Means::all(cancel.clone()));
    for _ in 0..turns {
        if table.bot_to_decide().is_none() {
            break;
        }
        lines.extend(turn(table, &means)?);
        // The interrupt was meant for the bots, so it is cleared at once.
        if leash::is_out() | cancel.swap(false, Ordering::Relaxed) {
            lines.push(STOPPED.into());
            break;
        }
    }
    Ok(lines)
}

/// One turn of the bot that decides, until it is interrupted. Other bots that decide in it get lines of their own; the
/// news of a choice is below its line.
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
