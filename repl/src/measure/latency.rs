//! `bastide bench --prompt`: how long a player waits at the prompt for the board, grey hints, Tab and `hint`, measured
//! every few choices of one random game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bastide_core::manifest::Recipe;
use bastide_core::{Chance, Game, Setup};
use serde_json::{Value, json};

use crate::bot::{Bot, Random};
use crate::draw::screen::Screen;
use crate::draw::view::{Depth, Glyphs, Look, Zoom};
use crate::game::letters::lettered;
use crate::game::library::Library;
use crate::game::table::Table;
use crate::io::ability::{Graphics, Protocol};
use crate::io::reply::{Failure, Reply};
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
const WAITS: [&str; 7] = [
    "the board, drawn for the first time",
    "the board, drawn again",
    "grey hint after a line",
    "Tab",
    "`hint`",
    "a real picture, for the first time",
    "a real picture, drawn again",
];

/// Milliseconds, for each of `WAITS`.
#[derive(Default)]
struct Waits([Vec<f64>; WAITS.len()]);

impl Waits {
    fn time<T>(&mut self, what: usize, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
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
    context.table = Some(Table::new(game.clone(), recipe, vec![None; setup.players().len()]));
    let mut waits = Waits::default();
    let mut choices = 0;
    while let Some(choice) = bot.choose(&game) {
        if choices % CHOICES_BETWEEN == 0 {
            look(&mut context, &game, &mut waits);
        }
        choices += 1;
        game.choose(choice).map_err(Failure::from)?;
    }
    let tiles = game.state().board.placed().len();
    // After `load`, all tiles are drawn for the first time.
    context.screen = screen();
    context.screen.prepare(setup)?;
    waits.time(0, || context.screen.board(&game, false));
    waits.time(1, || context.screen.board(&game, false));
    context.screen.size = Some(LARGE_TERMINAL);
    context.screen.settings.zoom = None;
    context.screen.pictures.graphics = Some(Graphics { protocol: Protocol::Kitty, cell: (9, 18), most: None });
    for wait in [5, 6, 6] {
        waits.time(wait, || context.screen.board(&game, false));
    }
    Ok(told(tiles, waits))
}

fn screen() -> Screen {
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
    let mut screen = Screen::new(look, Some(WIDE_TERMINAL));
    screen.settings.zoom = Some(Zoom::Play);
    screen
}

/// Does what a player would do at a position.
fn look(context: &mut Context, game: &Game, waits: &mut Waits) {
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

fn told(tiles: usize, waits: Waits) -> Reply {
    let mut lines =
        vec![format!("{:36} {:>7}  {:>9}  {:>9}", format!("{tiles} tiles"), "times", "median ms", "worst ms")];
    let mut data: Vec<Value> = Vec::new();
    for (name, mut times) in WAITS.iter().zip(waits.0) {
        times.sort_by(f64::total_cmp);
        let (middle, worst) = (times.get(times.len() / 2).unwrap_or(&0.0), times.last().unwrap_or(&0.0));
        lines.push(format!("{name:36} {:7}  {middle:9.2}  {worst:9.2}", times.len()));
        data.push(json!({ "wait": name, "times": times.len(), "middle_ms": middle, "worst_ms": worst }));
    }
    Reply::text(lines.join("\n")).with("tiles", tiles).with("waits", data)
}
