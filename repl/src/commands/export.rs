//! Pictures into files: a board, a sheet of tiles, a whole game as a page. Draws nothing itself.

use std::path::{Path, PathBuf};

use bastide_core::game::Game;
use bastide_core::setup::Setup;

use crate::draw::looks::Looks;
use crate::draw::picture::board::{Shown, board};
use crate::draw::picture::page::page;
use crate::draw::picture::sheet;
use crate::draw::screen::Screen;
use crate::draw::vector::raster::png;
use crate::game::assist::Assist;
use crate::game::record;
use crate::io::files;
use crate::io::pen::Pen;
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::cli::Export;
use crate::line::sets;
use crate::session::Session;
use crate::tell::describe;
use crate::tell::show;

/// How much larger than its SVG a PNG is.
const SCALE: f32 = 1.5;

/// What a file is to be.
enum Kind {
    Svg,
    Png,
}

/// The kind of picture that the name of a file asks for.
fn kind(path: &Path) -> Result<Kind, Failure> {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    match ending.as_deref() {
        Some("svg") => Ok(Kind::Svg),
        Some("png") => Ok(Kind::Png),
        _ => {
            let shown = path.display();
            Err(Failure::usage(format!(
                "{shown}: a picture is FILE.svg or FILE.png; the whole game as a page is `replay --html FILE`"
            )))
        }
    }
}

fn write(pen: &mut Pen, path: &Path, kind: Kind, svg: &str) -> Result<Reply, Failure> {
    let bytes = match kind {
        Kind::Svg => svg.as_bytes().to_vec(),
        Kind::Png => {
            png(svg, SCALE).map_err(|error| Failure::io(format!("{} cannot be drawn: {error}", path.display())))?
        }
    };
    pen.write(path, &bytes)?;
    let shown = path.display().to_string();
    Ok(Reply::text(format!("Drawn to {shown}.")).with("file", shown).with("bytes", bytes.len()))
}

fn looks(setup: &Setup) -> Result<Looks, Failure> {
    Looks::of_setup(setup).map_err(|error| Failure::new(Cause::Manifest, error.to_string()))
}

/// The board of the running game as a picture.
pub fn export(session: &mut Session, export: &Export) -> Result<Reply, Failure> {
    let kind = kind(&export.file)?;
    let game = &session.table()?.game;
    let shown = Shown { fields: export.fields, owners: export.owners, legal: export.legal };
    let svg = board(game, &looks(game.setup())?, shown);
    write(&mut session.pen, &export.file, kind, &svg)
}

/// All tiles of a set as a picture; where no file is named, beside the others by the name of the set.
pub fn sheet(session: &mut Session, set: &str, file: Option<PathBuf>, with_spots: bool) -> Result<Reply, Failure> {
    let expansion = session.library.find(set)?;
    let file = file.unwrap_or_else(|| PathBuf::from(format!("{}.svg", expansion.id())));
    let kind = kind(&file)?;
    let (setup, own) = sets::of_set(session, expansion.id())?;
    let catalogue = setup.catalogue();
    if own.is_empty() {
        return Err(Failure::refused(format!("{} has no tiles to draw", expansion.name())));
    }
    let svg = sheet::sheet(catalogue, &looks(&setup)?, expansion.name(), &own, with_spots);
    write(&mut session.pen, &file, kind, &svg)
}

/// A game, saved or at the table, as a page, or its board after a turn. The game on the table stays.
pub fn replay(
    session: &mut Session,
    file: Option<&Path>,
    to: Option<usize>,
    html: Option<&Path>,
) -> Result<Reply, Failure> {
    let (game, notes) = match file {
        None => (session.table()?.game.clone(), Default::default()),
        Some(file) => {
            let bytes = files::read(file, record::MOST)?;
            let (table, notes) = record::read(&mut session.library, file, &bytes)?;
            (table.game, notes)
        }
    };
    let mut reply = match html {
        Some(html) => write_page(&mut session.pen, &game, html)?,
        None => after(session, &game, to)?,
    };
    reply.notes = notes;
    Ok(reply)
}

fn write_page(pen: &mut Pen, game: &Game, html: &Path) -> Result<Reply, Failure> {
    let page = page(game, &looks(game.setup())?)?;
    pen.write(html, page.as_bytes())?;
    let shown = html.display().to_string();
    Ok(Reply::text(format!("Written to {shown}.")).with("file", shown).with("bytes", page.len()))
}

/// The board, the points and the log of one turn.
fn after(session: &mut Session, whole: &Game, to: Option<usize>) -> Result<Reply, Failure> {
    let turns = whole.state().turn.number as usize;
    if let Some(to) = to.filter(|to| *to > turns) {
        return Err(Failure::refused(format!("the game has {turns} turns; there is no turn {to}")));
    }
    let game = match to {
        Some(to) => at_turn(whole, to)?,
        None => whole.clone(),
    };
    let mut screen = Screen::new(session.screen.look, session.screen.size);
    screen.prepare(game.setup())?;
    let board = screen.board(&game, false);
    let asked = to.unwrap_or(turns);
    let lines = whole.log_lines(0).into_iter().filter(|line| line.turn == asked);
    let told: Vec<String> = lines.map(|line| line.text).collect();
    let text =
        [board.trim_end().to_string(), describe::points(&game, Assist::None).join("\n"), told.join("\n")].join("\n");
    let mut reply = Reply::text(text.trim_end()).with("turn", asked).with("told", told);
    reply.data.extend(show::board_data(&game));
    Ok(reply)
}

/// The game when a turn was over; turn 0 is the start.
fn at_turn(whole: &Game, to: usize) -> Result<Game, Failure> {
    let mut game = whole.after(0)?;
    for entry in whole.record() {
        if game.state().turn.number as usize > to || game.is_over() {
            break;
        }
        game.enter(entry)?;
    }
    Ok(game)
}
