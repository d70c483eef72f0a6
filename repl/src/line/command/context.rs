//! What a command is given: the game on the table and everything around it.

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

/// What a command is given.
pub struct Context {
    /// The commands that there are.
    pub commands: Commands,
    /// Where expansions come from.
    pub library: Library,
    /// The game, once one is begun.
    pub table: Option<Table>,
    /// How things are drawn.
    pub screen: Screen,
    /// Set from outside to stop what takes long.
    pub cancel: Arc<AtomicBool>,
    /// What writes the files that commands name.
    pub pen: Pen,
    /// Where the game was saved last, or is saved if nothing is said.
    pub file: Option<PathBuf>,
    /// Seeds for games for which none is named; the same one each time if there is no such source.
    pub seeds: Option<fn() -> u64>,
    /// Hears how far something is that takes long.
    pub progress: Option<fn(&str)>,
    /// The folders of expansions that were named on the command line.
    pub folders: Vec<PathBuf>,
    /// How many games were begun or loaded, to tell one from the next.
    pub begun: usize,
    /// Whether a scene is being run, which runs no other scenes.
    pub in_scene: bool,
    /// Where the game is kept while it is played; at the prompt alone.
    pub autosave: Option<Autosave>,
    /// The lesson on the table.
    pub tutorial: Option<Tutorial>,
    /// What was set in files and variables.
    pub config: Config,
    /// What `new` means where less is said.
    pub defaults: Defaults,
}

impl Context {
    /// Nothing is on the table.
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
            folders: Vec::new(),
            begun: 0,
            in_scene: false,
            autosave: None,
            tutorial: None,
            config: Config::default(),
            defaults: Defaults::default(),
        }
    }

    /// The game, or the sentence that there is none.
    pub fn table(&self) -> Result<&Table, Failure> {
        self.table.as_ref().ok_or_else(no_game)
    }

    /// The game, to be changed.
    pub fn table_mut(&mut self) -> Result<&mut Table, Failure> {
        self.table.as_mut().ok_or_else(no_game)
    }

    /// Whether someone asks to stop; forgets it.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.swap(false, Ordering::Relaxed)
    }
}

/// The sentence for commands that need a game.
pub fn no_game() -> Failure {
    Failure::refused("no game is running; `new` starts one")
}
