//! `bastide bench --prompt`: how long a player waits at the prompt for the board, grey hints, Tab and `hint`, measured
//! every few choices of one random game, in processor time of all threads.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bastide_core::manifest::Recipe;
use bastide_core::{Chance, Game, Setup};
use cpu_time::ProcessTime;
use serde::Serialize;

use crate::bot::{Bot, Random};
use crate::draw::picture::live::Pointed;
use crate::draw::screen::{Screen, Shown};
use crate::draw::view::{Depth, Glyphs, Look, Zoom};
use crate::game::letters::lettered;
use crate::game::library::{Library, make_setup};
use crate::game::table::Table;
use crate::io::ability::{Graphics, Protocol};
use crate::io::reply::{Answer, Failure, Reply};
use crate::line::command::{Commands, Context};
use crate::line::complete::complete;
use crate::line::foresee::foresee;
use crate::tell::hint::hint;

/// The number of choices between measurements.
const CHOICES_BETWEEN: usize = 12;
/// The number of cells that are typed in each measurement.
const CELLS_TYPED: usize = 6;
/// A terminal with room for every tile.
const WIDE_TERMINAL: (usize, usize) = (4_000, 2_000);

/// A large terminal, for real pictures.
const LARGE_TERMINAL: (usize, usize) = (200, 60);

/// What is measured.
const WAITS: [&str; 10] = [
    "the board, drawn for the first time",
    "the board, drawn again",
    "grey hint after a line",
    "Tab",
    "`hint`",
    "a real picture, for the first time",
    "a real picture, drawn again",
    "a real picture, another cell pointed at",
    "the game set up and its first board",
    "a real picture, at another size",
];
/// How often the first of something is measured.
const FIRSTS: usize = 5;

/// Milliseconds, for each of `WAITS`.
#[derive(Default)]
struct Waits([Vec<f64>; WAITS.len()]);

impl Waits {
    fn time<T>(&mut self, what: usize, work: impl FnOnce() -> T) -> T {
        let start = ProcessTime::now();
        let done = work();
        self.0[what].push(start.elapsed().as_secs_f64() * 1000.0);
        done
    }
}

/// Plays a random game and measures.
pub fn prompt(
    library: &Library,
    commands: &Commands,
    recipe: Recipe,
    setup: &Arc<Setup>,
    seed: u64,
) -> Result<Reply, Failure> {
    let mut game = Game::new(setup.clone(), seed).map_err(|fault| Failure::from(*fault))?;
    let mut bot = Random::new(Chance::new(seed));
    let mut context = Context::new(library.clone(), screen(), commands.clone());
    context.screen.prepare(setup)?;
    context.table = Some(Table::new(game.clone(), recipe.clone(), vec![None; setup.players().len()]));
    let mut waits = Waits::default();
    let mut choices = 0;
    while let Some(choice) = bot.choose(&game) {
        if choices % CHOICES_BETWEEN == 0 {
            wait(&mut context, &game, &mut waits);
        }
        choices += 1;
        game.choose(choice).map_err(Failure::from)?;
    }
    let tiles = game.state().board.placed().len();
    for _ in 0..FIRSTS {
        firsts(&game, setup, &mut waits)?;
        begun(&recipe, seed, &mut waits)?;
    }
    let waits = WAITS.into_iter().zip(waits.0).map(|(wait, times)| Waited::of(wait, times)).collect();
    Ok(Reply::of(&Latency { tiles, waits }))
}

/// After `load`, all tiles are drawn for the first time, as characters and as a picture.
fn firsts(game: &Game, setup: &Arc<Setup>, waits: &mut Waits) -> Result<(), Failure> {
    let mut screen = screen();
    screen.prepare(setup)?;
    waits.time(0, || screen.board(game, false));
    waits.time(1, || screen.board(game, false));
    screen.size = Some(LARGE_TERMINAL);
    screen.settings.zoom = None;
    screen.pictures.graphics = Some(Graphics { protocol: Protocol::Kitty, cell: (9, 18), most: None });
    for wait in [5, 6, 6] {
        waits.time(wait, || screen.board(game, false));
    }
    // A full screen has another size, so all tiles are drawn again.
    let whole = Shown { place: ((0, 0), LARGE_TERMINAL), ..Shown::default() };
    waits.time(9, || screen.board_picture(game, &whole));
    for cell in game.state().board.placed().iter().rev().map(|placed| placed.cell).take(FIRSTS) {
        let pointed = Pointed { cell: Some(cell), ..Pointed::default() };
        let shown = Shown { place: ((0, 0), LARGE_TERMINAL), pointed, ..Shown::default() };
        waits.time(7, || screen.board_picture(game, &shown));
    }
    Ok(())
}

/// From the sets to the first board, as at the start.
fn begun(recipe: &Recipe, seed: u64, waits: &mut Waits) -> Result<(), Failure> {
    waits.time(8, || {
        let setup = Arc::new(make_setup(recipe.clone(), vec!["Red".into(), "Blue".into()], false)?);
        let game = Game::new(setup.clone(), seed).map_err(|fault| Failure::from(*fault))?;
        let mut screen = Screen::new(look(), Some(LARGE_TERMINAL));
        screen.prepare(&setup)?;
        screen.turn(&game);
        Ok(())
    })
}

fn look() -> Look {
    Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play }
}

fn screen() -> Screen {
    let mut screen = Screen::new(look(), Some(WIDE_TERMINAL));
    screen.settings.zoom = Some(Zoom::Play);
    screen
}

/// Does what a player would do at a position.
fn wait(context: &mut Context, game: &Game, waits: &mut Waits) {
    if let Some(table) = &mut context.table {
        table.game.clone_from(game);
    }
    waits.time(1, || context.screen.turn(game));
    let cells = lettered(game).into_iter().take(CELLS_TYPED).map(|cell| cell.letters);
    let lines = cells.flat_map(|cell| [format!("{cell} 1"), format!("{cell} 1 1"), format!("{cell} 1 -")]);
    for line in lines.chain(["1".to_string()]) {
        waits.time(2, || foresee(context, &line));
        waits.time(3, || complete(context, &line));
    }
    for line in ["", "place ", "deploy "] {
        waits.time(3, || complete(context, line));
    }
    // Script errors do not matter here.
    let _ = waits.time(4, || hint(game, 3, &AtomicBool::new(false), &|_| None));
}

/// What was measured with a number of tiles.
#[derive(Serialize)]
struct Latency {
    tiles: usize,
    waits: Vec<Waited>,
}

/// How long one thing took.
#[derive(Serialize)]
struct Waited {
    wait: &'static str,
    times: usize,
    middle_ms: f64,
    p95_ms: f64,
    worst_ms: f64,
}

impl Waited {
    fn of(wait: &'static str, mut times: Vec<f64>) -> Waited {
        times.sort_by(f64::total_cmp);
        let at = |share: usize| times.get(times.len() * share / 100).or(times.last()).copied().unwrap_or(0.0);
        Waited { wait, times: times.len(), middle_ms: at(50), p95_ms: at(95), worst_ms: at(100) }
    }
}

impl Answer for Latency {
    fn lines(&self) -> Vec<String> {
        let tiles = format!("{} tiles", self.tiles);
        let head = format!("{tiles:40} {:>6}  {:>9}  {:>7}  {:>8}", "times", "median ms", "95 % ms", "worst ms");
        let line = |Waited { wait, times, middle_ms, p95_ms, worst_ms }: &Waited| {
            format!("{wait:40} {times:6}  {middle_ms:9.2}  {p95_ms:7.2}  {worst_ms:8.2}")
        };
        iter::once(head).chain(self.waits.iter().map(line)).collect()
    }
}
