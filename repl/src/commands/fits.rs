//! `fits`: how many of the tiles to come fit each open cell, or one cell.

use bastide_core::language::typed;
use bastide_core::{Cell, Game};

use crate::draw::overlay::Overlay;
use crate::game::letters::lettered;
use crate::line::command::{Args, Command, Context, Failure, Reply, no_game};
use crate::tell::fits::{Fit, fits};

/// Show how many of the tiles to come fit each open cell
#[derive(Args)]
pub struct Fits {
    /// Only this cell: X,Y or its letter
    #[arg(allow_hyphen_values = true)]
    cell: Option<String>,
}

impl Command for Fits {
    const NAME: &str = "fits";
    const EXAMPLES: &str = "fits        fits e        fits 2,-1        (three or fewer in amber, none in red)";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        context.screen.settings.assist.allows("counts of tiles")?;
        let game = &context.table.as_ref().ok_or_else(no_game)?.game;
        if let Some(word) = &self.cell {
            return one(game, word);
        }
        let mut reply = all(game);
        if !context.screen.settings.plain {
            let picture = context.screen.board_with(game, false, Overlay::Fits);
            reply.text = format!("{}\n{}", picture.trim_end(), holes(game));
        }
        Ok(reply)
    }
}

fn one(game: &Game, word: &str) -> Result<Reply, Failure> {
    let named = lettered(game).into_iter().find(|cell| cell.letters == word).map(|cell| cell.cell);
    let cell: Cell = named.or_else(|| word.parse().ok()).ok_or_else(|| no_cell(word))?;
    let all = fits(game);
    let fit = all.iter().find(|fit| fit.cell == cell);
    let fit = fit.ok_or_else(|| Failure::refused(format!("{cell} is not an open cell")))?;
    Ok(Reply::text(fit.to_string()).with("cells", [fit]))
}

fn no_cell(word: &str) -> Failure {
    Failure::usage(format!("{} is not a cell; write X,Y or the letter of a legal cell", typed(word)))
}

/// Every open cell in sentences; those that few tiles fit come first.
fn all(game: &Game) -> Reply {
    let fits = fits(game);
    let mut sorted: Vec<&Fit> = fits.iter().collect();
    sorted.sort_by_key(|fit| (fit.count, fit.cell));
    let lines: Vec<String> = sorted.iter().map(|fit| fit.to_string()).collect();
    let text = if lines.is_empty() { "No cell is open.".into() } else { lines.join("\n") };
    Reply::text(text).with("cells", fits)
}

fn holes(game: &Game) -> String {
    match fits(game).iter().filter(|fit| fit.count == 0).count() {
        0 => "every open cell can still be filled".into(),
        1 => "1 hole remains: no tile to come fits".into(),
        n => format!("{n} holes remain: no tile to come fits"),
    }
}
