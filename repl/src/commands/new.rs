//! `new`: starts a game. Its arguments are also the first line of every record, so they are in `game::new`.

use crate::game::begin::{announce, begin};
use crate::game::new::{NEW, New, words};
use crate::line::bots::go_on;
use crate::line::candidates::{editions, options, players, seats, sets};
use crate::line::command::{Command, Completer, Context, Failure, Reply, no_game};
use crate::tell::show;

impl Command for New {
    const NAME: &str = NEW;
    const BEGINS: bool = true;
    const EXAMPLES: &str = "new base --players Ann,Ben --bots Ben=greedy --seed 7\n  \
        new SET SET --option NAME=true        (`expansions` lists the sets; names can be shortened)\n  \
        new --bots search --think 2s          (`bots` lists the kinds of bots and their styles)";
    const COMPLETE: &[(&str, Completer)] =
        &[("expansions", sets), ("players", players), ("bots", seats), ("edition", editions), ("options", options)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let fresh = || if self.lab { None } else { context.seeds.map(|seeds| seeds()) };
        let seed = self.seed.or_else(fresh).unwrap_or(1);
        let new = context.defaults.fill(&self);
        let mut table = begin(&mut context.library, &new, seed)?;
        table.assist = context.screen.settings.assist;
        let (words, announced) = (words(&table), announce(&table));
        context.table = Some(table);
        context.begun += 1;
        // A new game is saved to a new file.
        context.file = None;
        let news = go_on(context)?;
        // Done last: if anything fails, the screen is still prepared for the previous game.
        let table = context.table.as_ref().ok_or_else(no_game)?;
        context.screen.prepare(table.game.setup())?;
        // A lab starts without a message.
        let lines: Vec<String> = if new.lab { Vec::new() } else { [vec![announced], news.clone()].concat() };
        let reply = Reply { text: lines.join("\n"), ..Reply::changed() };
        let players = table.game.setup().players().to_vec();
        let reply = reply.with("new", words).with("players", players).with("bots", show::bots(table));
        Ok(reply.with("seed", table.game.seed()).with("news", news))
    }
}
