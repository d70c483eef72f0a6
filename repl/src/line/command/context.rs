//! What a command works with: the game and everything around it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Commands;
use crate::draw::screen::Screen;
use crate::game::autosave::Autosave;
use crate::game::library::Library;
use crate::game::new::Defaults;
use crate::game::table::Table;
use crate::io::config::Config;
use crate::io::pen::Pen;
use crate::io::reply::Failure;
use crate::line::lessons::Tutorial;

/// Whether the table is shown as a full screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FullScreen {
    /// Nobody sits at a terminal.
    #[default]
    Never,
    /// It can be shown.
    Ready,
    /// A command has asked for it.
    Asked,
    /// It is shown. Bots do not answer by themselves then: the screen lets them play turn by turn.
    Open,
}

/// What a command works with.
pub struct Context {
    /// All commands.
    pub commands: Commands,
    /// The source of expansions.
    pub library: Library,
    /// The current game, if there is one.
    pub table: Option<Table>,
    /// How things are drawn.
    pub screen: Screen,
    /// Set from outside to stop a long computation.
    pub cancel: Arc<AtomicBool>,
    /// Writes the files that commands name.
    pub pen: Pen,
    /// The file where the game was last saved; the default for `save`.
    pub file: Option<PathBuf>,
    /// Random seeds for games without a given seed; if `None`, the seed is always the same.
    pub seeds: Option<fn() -> u64>,
    /// Reports the progress of something that takes long.
    pub progress: Option<fn(&str)>,
    /// Prints a line at once, while a command goes on.
    pub news: Option<fn(&str)>,
    /// Asks the person a question that is answered with yes or no; `None` if nobody can be asked.
    pub ask: Option<fn(&str) -> bool>,
    /// The folders of expansions from the command line.
    pub folders: Vec<PathBuf>,
    /// How many games were started or loaded; identifies the current one.
    pub begun: usize,
    /// Whether a scene is running; a scene cannot run other scenes.
    pub in_scene: bool,
    /// Saves the game automatically; only at the prompt.
    pub autosave: Option<Autosave>,
    /// Whether the table is shown as a full screen.
    pub full_screen: FullScreen,
    /// The lesson in progress.
    pub tutorial: Option<Tutorial>,
    /// Settings from files and variables.
    pub config: Config,
    /// The defaults of `new`.
    pub defaults: Defaults,
}

impl Context {
    /// A context without a game.
    pub fn new(library: Library, screen: Screen, commands: Commands) -> Context {
        Context {
            commands,
            library,
            table: None,
            screen,
            cancel: Arc::default(),
            pen: Pen::default(),
            file: None,
            seeds: None,
            progress: None,
            news: None,
            ask: None,
            folders: Vec::new(),
            begun: 0,
            in_scene: false,
            autosave: None,
            full_screen: FullScreen::default(),
            tutorial: None,
            config: Config::default(),
            defaults: Defaults::default(),
        }
    }

    /// The game, or a failure if there is none.
    pub fn table(&self) -> Result<&Table, Failure> {
        self.table.as_ref().ok_or_else(no_game)
    }

    /// The same, to change it.
    pub fn table_mut(&mut self) -> Result<&mut Table, Failure> {
        self.table.as_mut().ok_or_else(no_game)
    }

    /// Whether someone asked to stop; clears the request.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.swap(false, Ordering::Relaxed)
    }
}

/// The failure of commands that need a game.
pub fn no_game() -> Failure {
    Failure::refused("no game is running; `new` starts one")
}
