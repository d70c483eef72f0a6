//! The prompt: reads lines at a terminal, shows what they change. The game is the session's.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bastide_core::game::Game;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::files;
use crate::record;
use crate::reply::Outcome;
use crate::session::Session;
use crate::show;

/// The most lines that are remembered.
const REMEMBERED: usize = 10_000;

/// Completes the first word of a line.
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..at];
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let begins = |word: &&String| word.starts_with(&typed[start..]);
        Ok((start, self.0.iter().filter(begins).cloned().collect()))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

/// Talks until the person leaves. The answer is the exit code.
pub fn run(session: &mut Session, emit: &mut dyn FnMut(&Outcome) -> io::Result<()>) -> io::Result<u8> {
    let config = Config::builder()
        .max_history_size(REMEMBERED)
        .and_then(|config| config.history_ignore_dups(true))
        .map(|config| config.history_ignore_space(true).build())
        .unwrap_or_default();
    let Ok(mut editor) = Editor::<Words, FileHistory>::with_config(config) else {
        eprintln!("this terminal cannot be read by lines; pipe commands in instead");
        return Ok(4);
    };
    let folder = files::state_folder(files::variable);
    let history = folder.as_ref().map(|folder| folder.join("history"));
    if let (Some(folder), Some(path)) = (&folder, &history) {
        // Without a folder to write to there is no history, and nothing else is missing.
        let _ = std::fs::create_dir_all(folder);
        let _ = editor.load_history(path);
    }
    println!("Bastide {}, a scriptable Carcassonne.", env!("CARGO_PKG_VERSION"));
    println!("`new` begins a game against a bot, `help` is one screen, Ctrl-D leaves.");
    let mut interrupts = 0;
    loop {
        editor.set_helper(Some(Words(completions(session))));
        session.screen.size = editor.dimensions().map(|(columns, lines)| (columns as usize, lines as usize));
        match editor.readline(&prompt(session)) {
            Ok(line) => {
                interrupts = 0;
                let _ = editor.add_history_entry(line.as_str());
                let running = running(session);
                let outcome = session.execute(&line);
                emit(&outcome)?;
                keep_replaced(session, running, folder.as_deref());
                if outcome.quits {
                    break;
                }
                if outcome.changed {
                    show(session, emit)?;
                }
            }
            Err(ReadlineError::Interrupted) => {
                interrupts += 1;
                if interrupts > 1 {
                    eprintln!("Ctrl-D leaves");
                }
            }
            Err(ReadlineError::Eof) => break,
            Err(error) => {
                eprintln!("the line cannot be read: {error}");
                interrupts += 1;
                if interrupts > 2 {
                    break;
                }
            }
        }
    }
    leave(session, folder);
    if let Some(path) = &history {
        let _ = editor.save_history(path);
    }
    io::stdout().flush()?;
    Ok(0)
}

/// Draws the table after a change.
fn show(session: &mut Session, emit: &mut dyn FnMut(&Outcome) -> io::Result<()>) -> io::Result<()> {
    let Some(table) = &session.table else { return Ok(()) };
    let text = session.screen.turn(&table.game);
    emit(&Outcome { stdout: text + "\n", ..Outcome::default() })
}

/// The game that is being played, as it would be kept: none before the first choice, after the end, and in a lab.
fn running(session: &Session) -> Option<(usize, String)> {
    let goes_on = |game: &Game| !game.is_over() && !game.setup().is_lab() && !game.record().is_empty();
    let table = session.table.as_ref().filter(|table| goes_on(&table.game))?;
    Some((session.begun, record::text(table)))
}

/// Keeps a game that another one took the place of.
fn keep_replaced(session: &Session, running: Option<(usize, String)>, folder: Option<&Path>) {
    let Some((begun, text)) = running else { return };
    if session.begun != begun {
        keep("The game before is kept", &text, folder, "replaced.txt");
    }
}

/// Keeps the game on leaving.
fn leave(session: &mut Session, folder: Option<PathBuf>) {
    let Some(table) = session.table.as_ref().filter(|table| !table.game.record().is_empty()) else { return };
    keep("The game is kept", &record::text(table), folder.as_deref(), "autosave.txt");
}

/// Writes a game into the folder and says where it is.
fn keep(what: &str, text: &str, folder: Option<&Path>, name: &str) {
    let path = folder.map(|folder| folder.join(name));
    match path.map(|path| files::write(&path, text.as_bytes()).map(|()| path)) {
        Some(Ok(path)) => eprintln!("{what}: load {}", path.display()),
        Some(Err(failure)) => eprintln!("the game could not be kept: {failure}"),
        None => eprintln!("there is no home folder to keep the game in"),
    }
}

/// Whose decision it is, and which.
pub fn prompt(session: &Session) -> String {
    let words = session.table.as_ref().map_or("bastide".into(), |table| asked(&table.game));
    format!("{words}{} ", session.screen.prompt_sign())
}

fn asked(game: &Game) -> String {
    let Some(decision) = game.decision() else {
        return if game.setup().is_lab() && !game.is_over() { "lab".into() } else { "bastide".into() };
    };
    let player = game.player_name(decision.player());
    let verb = show::verb(game).unwrap_or("pass");
    match decision.tile() {
        Some(tile) => format!("{player} {verb} {}", game.catalogue().tile_name(tile)),
        None => format!("{player} {verb}"),
    }
}

/// What Tab offers: commands, and the words of the open decision.
fn completions(session: &Session) -> Vec<String> {
    let mut words = session.vocabulary();
    if let Some(table) = &session.table {
        let game = &table.game;
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        for option in options.take(500) {
            words.extend(game.choice_words(option).split(' ').skip(1).map(String::from));
        }
        words.extend(game.setup().players().iter().cloned());
    }
    words.extend(session.library.ids());
    words.sort();
    words.dedup();
    words
}
