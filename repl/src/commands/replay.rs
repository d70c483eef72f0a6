//! `replay`: shows a saved or the current game after a turn, or saves it as a web page or a moving picture. The current game stays.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bastide_core::Game;
use bastide_core::language::plural;

use super::export::looks;
use crate::draw::picture::film::{Plan, film};
use crate::draw::picture::page::page;
use crate::draw::screen::Screen;
use crate::game::assist::Assist;
use crate::game::load::read;
use crate::game::record;
use crate::io::files;
use crate::io::pen::Pen;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};
use crate::tell::{describe, show};

/// Show a game at a turn, or save it as a web page or a moving picture
#[derive(Args)]
pub struct Replay {
    /// Saved game (default: the running game)
    game: Option<PathBuf>,
    /// After this turn (default: the last one)
    #[arg(long, value_name = "TURN")]
    to: Option<usize>,
    /// Save the whole game as a web page to this file
    #[arg(long, value_name = "FILE", conflicts_with = "to")]
    html: Option<PathBuf>,
    /// Save the whole game as a moving picture to this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "html"])]
    gif: Option<PathBuf>,
    /// With --gif: pixels of the longer side of the board, at most
    #[arg(long, value_name = "PIXELS", requires = "gif", default_value_t = 720)]
    size: u16,
    /// With --gif: milliseconds for each turn
    #[arg(long, value_name = "MS", requires = "gif", default_value_t = 500)]
    pause: u16,
}

impl Command for Replay {
    const NAME: &str = "replay";
    const FORM: &str = "replay --html FILE";
    const EXAMPLES: &str = "replay --html game.html        replay game.txt --to 12        replay --gif game.gif\n\n\
        Shows the running game or a saved one after a turn; nothing changes. With --html it becomes a single page that\n\
        any browser opens offline: arrow keys step, game.html#12 opens at turn 12. With --gif it becomes a moving picture\n\
        for chats: half a second for each turn, the end for longer.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (game, notes) = match &self.game {
            None => (context.table()?.game.clone(), Vec::new()),
            Some(file) => {
                let bytes = files::read(file, record::MAX_BYTES)?;
                let (table, notes) = read(&mut context.library, file, &bytes)?;
                (table.game, notes)
            }
        };
        let reply = match (&self.html, &self.gif) {
            (Some(html), _) => write_page(&mut context.pen, &game, html)?,
            (None, Some(gif)) => write_film(context, &game, gif, Plan { size: self.size, pause: self.pause })?,
            (None, None) => after(&context.screen, &game, self.to)?,
        };
        Ok(Reply { notes, ..reply })
    }
}

fn write_page(pen: &mut Pen, game: &Game, html: &Path) -> Result<Reply, Failure> {
    let page = page(game, &looks(game.setup())?)?;
    pen.write(html, page.as_bytes())?;
    let shown = html.display().to_string();
    Ok(Reply::text(format!("Written to {shown}.")).with("file", shown).with("bytes", page.len()))
}

/// How often the progress of a long film is shown.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);
/// The most turns of a film: nobody watches more.
const MAX_TURNS: u32 = 1_000;

/// The allowed sizes and pauses.
const SIZES: RangeInclusive<u16> = 100..=2_000;
const PAUSES: RangeInclusive<u16> = 20..=10_000;

fn within(name: &str, unit: &str, value: u16, range: RangeInclusive<u16>) -> Result<(), Failure> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Failure::usage(format!("{name} is from {} to {} {unit}, not {value}", range.start(), range.end())))
}

fn write_film(context: &mut Context, game: &Game, gif: &Path, plan: Plan) -> Result<Reply, Failure> {
    within("--size", "pixels", plan.size, SIZES)?;
    within("--pause", "milliseconds", plan.pause, PAUSES)?;
    if !gif.extension().is_some_and(|end| end.eq_ignore_ascii_case("gif")) {
        let (name, better) = (gif.display(), gif.with_extension("gif"));
        return Err(Failure::usage(format!("--gif writes a GIF: name the file `{}`, not `{name}`", better.display())));
    }
    context.pen.may(gif)?;
    let turns = u32::from(game.state().turn.number);
    if turns > MAX_TURNS {
        return Err(Failure::refused(format!("a moving picture shows at most {MAX_TURNS} turns, not {turns}")));
    }
    let (progress, mut last) = (context.progress, Instant::now());
    let film = film(game, &looks(game.setup())?, plan, |drawn, all| {
        if let Some(progress) = progress.filter(|_| last.elapsed() >= PROGRESS_INTERVAL) {
            last = Instant::now();
            progress(&format!("{drawn} of {all} turns drawn"));
        }
        !context.is_cancelled()
    })?;
    let Some(film) = film else { return Err(Failure::interrupted()) };
    let shown = gif.display().to_string();
    let bytes = film.map_err(|error| Failure::io(format!("{shown} cannot be drawn: {error}")))?;
    context.pen.write(gif, &bytes)?;
    Ok(Reply::text(format!("Drawn to {shown}.")).with("file", shown).with("bytes", bytes.len()))
}

/// The board, the points and the log of one turn.
fn after(shown: &Screen, whole: &Game, to: Option<usize>) -> Result<Reply, Failure> {
    let turns = whole.state().turn.number as usize;
    if let Some(to) = to.filter(|to| *to > turns) {
        return Err(Failure::refused(format!("the game has only {turns} {}, not {to}", plural("turn", turns as i64))));
    }
    let game = match to {
        Some(to) => at_turn(whole, to)?,
        None => whole.clone(),
    };
    let mut screen = Screen::new(shown.look, shown.size);
    screen.pictures.graphics = shown.pictures.graphics;
    screen.prepare(game.setup())?;
    let board = screen.board(&game, false);
    let asked = to.unwrap_or(turns);
    let lines = whole.log_lines(0).into_iter().filter(|line| line.turn == asked);
    let told: Vec<String> = lines.map(|line| line.text).collect();
    let text =
        [board.trim_end().to_string(), describe::points(&game, Assist::None).join("\n"), told.join("\n")].join("\n");
    Ok(Reply::text(text.trim_end()).with("turn", asked).with("told", told).and(&show::board(&game)))
}

/// The game at the end of a turn; turn 0 is the start.
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
