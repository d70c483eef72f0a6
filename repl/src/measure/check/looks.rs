//! Does everything with one position that shows it or goes back in it, as a player would: each picture, each list, the
//! log, save and load, undo and redo, and bots that play on with `run`.

use std::path::Path;

use bastide_core::{Game, Setup};

use crate::bot::{Random, Spec};
use crate::draw::picture::board::{Shown, board};
use crate::draw::screen::Screen;
use crate::draw::view::{Depth, Glyphs, Look, Zoom};
use crate::game::laws::Broken;
use crate::game::library::Library;
use crate::game::table::Table;
use crate::game::{load, record};
use crate::io::split;
use crate::line::command::{Commands, Context};
use crate::line::execute::execute;
use crate::line::shell::Format;

/// Commands that show something and change nothing.
const QUERIES: [&str; 15] = [
    "board",
    "look",
    "log",
    "legal",
    "scores",
    "scores --final",
    "ledger",
    "stats",
    "state",
    "supply",
    "bag",
    "farms",
    "owners",
    "info",
    "board --ascii",
];
/// Commands that draw the board.
const PICTURES: [&str; 2] = ["board", "fits"];
/// A common terminal size.
const TERMINAL_SIZE: (usize, usize) = (120, 50);

/// Shows the positions of one table; its tiles are drawn once.
pub struct Looker {
    unicode: Context,
    ascii: Context,
}

impl Looker {
    /// With a Unicode and an ASCII terminal.
    pub fn new(library: &Library, commands: &Commands, setup: &Setup) -> Result<Looker, Broken> {
        Ok(Looker {
            unicode: context(library, commands, setup, Glyphs::Unicode, Depth::True)?,
            ascii: context(library, commands, setup, Glyphs::Ascii, Depth::Plain)?,
        })
    }

    /// Shows a position in every way.
    pub fn look(&mut self, table: &Table) -> Result<(), Broken> {
        let context = &mut self.unicode;
        context.table = Some(table.clone());
        QUERIES.iter().try_for_each(|line| say(context, line))?;
        context.screen.settings.plain = true;
        ["board", "legal", "stats"].iter().try_for_each(|line| say(context, line))?;
        context.screen.settings.plain = false;
        for zoom in [Zoom::Overview, Zoom::Close] {
            context.screen.settings.zoom = Some(zoom);
            PICTURES.iter().try_for_each(|line| say(context, line))?;
        }
        context.screen.settings.zoom = None;
        self.ascii.table = Some(table.clone());
        PICTURES.iter().try_for_each(|line| say(&mut self.ascii, line))?;
        is_saved(&context.library, table)?;
        goes_back(context, table)?;
        goes_on(context, table)
    }

    /// Draws a position as SVG. This computes the look of each tile again.
    pub fn draw(&self, game: &Game) -> Result<(), Broken> {
        let shown = Shown { fields: false, owners: true, legal: true };
        let drawn = board(game, &self.unicode.screen.looks, shown);
        if drawn.contains("<svg") { Ok(()) } else { Err("the board was not drawn as SVG".into()) }
    }
}

fn context(
    library: &Library,
    commands: &Commands,
    setup: &Setup,
    glyphs: Glyphs,
    depth: Depth,
) -> Result<Context, Broken> {
    let screen = Screen::new(Look { glyphs, depth, zoom: Zoom::Play }, Some(TERMINAL_SIZE));
    let mut context = Context::new(library.clone(), screen, commands.clone());
    // As in a scene: failures are returned, and no file is written.
    context.in_scene = true;
    context.screen.prepare(setup).map_err(|failure| failure.message)?;
    Ok(context)
}

fn say(context: &mut Context, line: &str) -> Result<(), Broken> {
    let words = split::words(line).map_err(|error| error.to_string())?;
    let said = execute(context, &words, &mut Format::Human);
    said.map(|_| ()).map_err(|failure| format!("`{line}`: {}", failure.message))
}

/// A saved game is loaded unchanged, and saving it again gives the same text.
fn is_saved(library: &Library, table: &Table) -> Result<(), Broken> {
    let text = record::text(table);
    let loaded = load::read(&mut library.clone(), Path::new("saved"), text.as_bytes());
    let (loaded, notes) = loaded.map_err(|failure| format!("what was saved is not loaded: {}", failure.message))?;
    same("what was saved and loaded", &loaded.game, &table.game)?;
    match notes.is_empty() && record::text(&loaded) == text {
        true => Ok(()),
        false => Err(format!("loading and saving changes the record {notes:?}")),
    }
}

/// Undo and redo give the same game.
fn goes_back(context: &mut Context, table: &Table) -> Result<(), Broken> {
    for times in [1, 3].into_iter().filter(|&times| times <= table.game.record().len()) {
        say(context, &format!("undo {times}"))?;
        say(context, "log")?;
        say(context, &format!("redo {times}"))?;
        let found = context.table.as_ref().ok_or("undo and redo leave no table")?;
        same("what was undone and redone", &found.game, &table.game)?;
    }
    Ok(())
}

/// Bots play on with `run`, and their record reproduces the result.
fn goes_on(context: &mut Context, table: &Table) -> Result<(), Broken> {
    if table.game.is_over() {
        return Ok(());
    }
    let seats = table.game.setup().players().len();
    if let Some(table) = &mut context.table {
        table.seats = vec![Some(Spec { kind: Random::KIND, style: None, think: None }); seats];
    }
    say(context, "run 3")?;
    let played = context.table.as_ref().ok_or("`run` leaves no table")?;
    let again = played.game.after(played.game.record().len()).map_err(|error| error.to_string())?;
    same("the record of `run`", &again, &played.game)
}

/// Whether two games are the same. The log is compared in words, because reasons can have different numbers in another
/// setup.
fn same(what: &str, one: &Game, other: &Game) -> Result<(), Broken> {
    let told = |game: &Game| {
        let log: Vec<String> = game.log_lines(0).into_iter().map(|line| line.text).collect();
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        let options: Vec<String> = options.map(|choice| game.choice_words(choice)).collect();
        (game.record_lines(), log, options, game.scores().to_vec(), game.state().figures.clone())
    };
    if told(one) == told(other) { Ok(()) } else { Err(format!("{what} is a different game")) }
}
