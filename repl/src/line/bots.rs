//! Bots at the table: they answer when it is their turn, and play on alone with `run`.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bastide_core::{Unchosen, leash};

use crate::bot::{self, Resources};
use crate::game::record::blamed;
use crate::game::table::Table;
use crate::io::reply::Failure;
use crate::io::terminal::Silence;
use crate::line::command::{Context, FullScreen};
use crate::line::reproduce::foreseen;
use crate::tell::{calls, moves};

/// The note after an interrupt.
const STOPPED: &str = "stopped; `run` continues";

/// Lets bots play until a person decides. Returns a line for each player's choices, and the news.
pub fn go_on(context: &mut Context) -> Result<Vec<String>, Failure> {
    if context.full_screen == FullScreen::Open {
        return Ok(Vec::new());
    }
    let progress = context.progress.filter(|_| !context.screen.settings.plain);
    match context.table.as_mut().filter(|table| table.goes_on()) {
        Some(table) => {
            let decides = table.bot_to_decide().and(table.game.decision()).map(|decision| decision.player());
            let _silence = progress.map(|_| Silence::begin());
            if let (Some(player), Some(progress)) = (decides, progress) {
                progress(&format!("({} is thinking; Ctrl-C stops it)", table.game.player_name(player)));
            }
            play(table, &context.cancel, usize::MAX)
        }
        None => Ok(Vec::new()),
    }
}

/// Lets bots play this many turns, until a person decides or they are interrupted.
pub fn play(table: &mut Table, cancel: &Arc<AtomicBool>, turns: usize) -> Result<Vec<String>, Failure> {
    let (mut lines, means) = (Vec::new(), Resources::all(cancel.clone()));
    for _ in 0..turns {
        if table.bot_to_decide().is_none() {
            break;
        }
        let (told, is_stopped) = turn(table, &means, usize::MAX)?;
        lines.extend(told);
        if is_stopped {
            break;
        }
        // The interrupt was meant for the bots, so it is cleared at once.
        if leash::is_out() | cancel.swap(false, Ordering::Relaxed) {
            lines.push(STOPPED.into());
            break;
        }
    }
    Ok(lines)
}

/// Lets the bot that decides make one choice.
pub fn step(table: &mut Table, cancel: &Arc<AtomicBool>) -> Result<Vec<String>, Failure> {
    turn(table, &Resources::all(cancel.clone()), 1).map(|(lines, _)| lines)
}

/// One turn of the bot that decides, or some choices of it, until it is interrupted, in the words of the log. Other bots
/// that decide in it get sentences of their own. Also returns whether it stopped at a breakpoint.
fn turn(table: &mut Table, means: &Resources, choices: usize) -> Result<(Vec<String>, bool), Failure> {
    let (mut stop, mut traces) = (None, Vec::new());
    let (first, number) = (table.game.record().len(), table.game.state().turn.number);
    while let Some(spec) = table.bot_to_decide()
        && (table.game.record().len() == first || table.game.state().turn.number == number)
        && table.game.record().len() - first < choices
        && stop.is_none()
        && !means.cancel.load(Ordering::Relaxed)
    {
        let log = table.game.log().len();
        let mut bot = spec.bot(bot::seed_for(&table.game), means);
        let Some(choice) = bot.choose(&table.game) else {
            bot.met().map_or(Ok(()), |met| Err(foreseen(table, *met)))?;
            break;
        };
        let words = table.game.choice_words(choice);
        match table.choose(choice) {
            Err(Unchosen::Fault(fault)) if fault.halted => break,
            chosen => chosen.map_err(|why| blamed(table, words, why))?,
        }
        stop = calls::stop(table, log);
        traces.extend(calls::traced(table));
    }
    let is_stopped = stop.is_some();
    let lines = moves::steps(&table.game, &table.steps(first));
    Ok((lines.into_iter().chain(traces).chain(stop.into_iter().flatten()).collect(), is_stopped))
}
