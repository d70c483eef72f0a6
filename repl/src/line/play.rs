//! What a person does in a game: choices and lab commands. Bots answer.

use bastide_core::Choice;

use crate::game::{record, shorthand};
use crate::io::reply::{Failure, Reply};
use crate::io::split;
use crate::line::bots;
use crate::line::command::Context;
use crate::tell::{calls, show};

/// Makes the choice that these words mean, in full or, unless `strict`, in short form.
pub fn verb(context: &mut Context, words: &[&str], strict: bool) -> Result<Reply, Failure> {
    let game = &context.table()?.game;
    let choice = match game.find(words) {
        Ok(choice) => choice,
        Err(refusal) if strict || game.choice_named(words).is_ok() => return Err(refusal.into()),
        Err(refusal) => shorthand::answer(game, words)?.ok_or(refusal)?,
    };
    choose(context, &[choice])
}

/// Makes several choices, all or none of them, then lets bots answer.
pub fn choose(context: &mut Context, choices: &[Choice]) -> Result<Reply, Failure> {
    let mut table = context.table()?.clone();
    let from = table.game.log().len();
    let (mut chosen, mut lines) = (Vec::new(), Vec::new());
    for choice in choices {
        chosen.push(table.game.choice_words(*choice));
        // Otherwise the turn would end without an explanation.
        lines.extend(show::none_left(&table.game).filter(|_| choice.place().is_some()));
        let line = chosen.last().cloned().unwrap_or_default();
        table.choose(*choice).map_err(|why| record::blamed(&table, line, why))?;
    }
    lines.extend(show::news(&table.game, from));
    let stop = calls::stop(&table, from);
    lines.extend(calls::traced(&mut table));
    context.table = Some(table);
    // Whoever looked elsewhere sees what is decided next.
    context.screen.settings.centre = None;
    match stop {
        Some(stop) => lines.extend(stop),
        None => lines.extend(bots::go_on(context)?),
    }
    let reply = Reply { text: lines.join("\n"), ..Reply::changed() };
    Ok(reply.with("chosen", chosen).with("news", lines))
}

/// Runs a lab command.
pub fn lab(context: &mut Context, words: &[&str]) -> Result<Reply, Failure> {
    let from = context.table()?.game.log().len();
    let emptied = show::emptied(&context.table()?.game, words);
    let table = context.table_mut()?;
    table.lab(words).map_err(|why| record::blamed(table, split::joined(words), why))?;
    // A lab command may have restarted the log.
    let mut news = show::news(&table.game, from.min(table.game.log().len()));
    news.extend(emptied);
    news.extend(calls::traced(table));
    Ok(Reply { text: news.join("\n"), ..Reply::changed() }.with("news", news))
}
