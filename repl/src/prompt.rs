//! The prompt: reads lines at a terminal and shows what they change. The game belongs to the session.

mod aid;
mod keys;

use std::cell::RefCell;
use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bastide_core::Game;
use bastide_core::leash::{self, Leash};
use rustyline::error::ReadlineError;
use rustyline::history::{History as _, MemHistory};
use rustyline::{ColorMode, CompletionType, Config, Editor};

use crate::draw::sketch;
use crate::draw::view::{Depth, badge};
use crate::game::autosave::Autosave;
use crate::io::history::{HISTORY, History, MAX_LINES};
use crate::io::prose::width;
use crate::io::reply::Outcome;
use crate::io::{door, files, split};
use crate::line::command::Candidate;
use crate::line::invite::Invitation;
use crate::line::lines;
use crate::session::Session;
use crate::tell::show;
use aid::Aid;
use keys::{Keys, Pressed};

/// Time limit for scripts while the table is drawn.
const DRAW_TIME_LIMIT: Duration = Duration::from_secs(1);

type Emit<'e> = &'e mut dyn FnMut(&Outcome) -> io::Result<()>;

/// The state of the prompt.
struct Talk<'a, 'b> {
    session: &'a RefCell<&'b mut Session>,
    editor: Editor<Aid<'a, 'b>, MemHistory>,
    typed: History,
    keys: Keys,
    /// What the next line starts with: before the cursor and after it.
    begun: (String, String),
}

/// Reads and runs lines until the person quits. Returns the exit code.
pub fn run(session: &mut Session, emit: Emit) -> io::Result<u8> {
    let config = settings(session.context.screen.look.depth);
    let Ok(editor) = Editor::with_history(config.clone(), MemHistory::with_config(&config)) else {
        door::warn("this terminal cannot be read by lines; pipe commands in instead");
        return Ok(4);
    };
    let folder = files::state_folder(files::variable).filter(|_| !session.context.pen.is_none());
    let typed = History::open(folder.as_ref().map(|folder| folder.join(HISTORY)));
    match folder.as_deref().map(Autosave::open) {
        Some(Ok(place)) => session.context.autosave = Some(place),
        Some(Err(failure)) => {
            door::warn(&format!("games are not saved automatically: {failure}; `save FILE` saves one elsewhere"));
        }
        None if session.context.pen.is_none() => door::warn("games are not saved automatically: --read-only"),
        None => door::warn("games are not saved automatically: no home folder; `save FILE` saves one"),
    }
    door::say(&format!("Bastide {}, a scriptable Carcassonne.", env!("CARGO_PKG_VERSION")));
    door::say(&welcome(session));
    let session = RefCell::new(session);
    let mut talk = Talk { session: &session, editor, typed, keys: Keys::default(), begun: Default::default() };
    talk.keys.bind(&mut talk.editor);
    talk.editor.set_helper(Some(Aid::new(&session)));
    for line in talk.typed.lines() {
        let _ = talk.editor.history_mut().add(line);
    }
    talk.go_on(emit)?;
    leave(&session.borrow());
    Ok(0)
}

fn settings(depth: Depth) -> Config {
    let plan = Config::builder().completion_type(CompletionType::List).completion_prompt_limit(1_000);
    let colours = if depth == Depth::Plain { ColorMode::Disabled } else { ColorMode::Forced };
    // Setting the history size can fail; the defaults work too.
    let plan = plan.color_mode(colours).max_history_size(MAX_LINES);
    plan.map(|plan| plan.build()).unwrap_or_default()
}

/// The first hint: what can be done now.
fn welcome(session: &mut Session) -> String {
    match session.offer() {
        Some(offer) => format!("{offer} `new` starts another, `help` shows the commands, Ctrl-D quits."),
        None => {
            "`new` starts a game, `tutorial` teaches it, `help` shows the commands, Tab completes, Ctrl-D quits.".into()
        }
    }
}

impl Talk<'_, '_> {
    fn go_on(&mut self, emit: Emit) -> io::Result<()> {
        let mut interrupts = 0;
        loop {
            let (plain, painted) = self.prompts();
            match self.read(&plain, painted) {
                Ok(text) => {
                    interrupts = 0;
                    // Pasted text arrives as one string with several lines.
                    for line in &lines::commands(&text) {
                        self.remember(&line.replace('\n', " "));
                        if self.carry_out(&plain, line, text == *line, emit)? {
                            return Ok(());
                        }
                    }
                }
                Err(ReadlineError::Interrupted) if self.pan(emit)? => interrupts = 0,
                Err(ReadlineError::Interrupted) => {
                    let is_empty = self.editor.helper().is_some_and(|aid| aid.is_empty.get());
                    interrupts = if is_empty { interrupts + 1 } else { 0 };
                    if interrupts > 1 {
                        door::warn("Ctrl-D quits");
                    }
                }
                Err(ReadlineError::Eof) => return Ok(()),
                Err(error) => {
                    door::warn(&format!("the line cannot be read: {error}"));
                    interrupts += 1;
                    if interrupts > 2 {
                        return Ok(());
                    }
                }
            }
        }
    }

    fn read(&mut self, plain: &str, painted: String) -> rustyline::Result<String> {
        self.measure();
        if let Some(aid) = self.editor.helper_mut() {
            aid.prompt = painted;
            aid.is_empty.set(true);
        }
        let (before, after) = std::mem::take(&mut self.begun);
        let read = self.editor.readline_with_initial(plain, (&before, &after));
        self.measure();
        read
    }

    /// Moves the visible part of the board if that was the key. Returns whether it was.
    fn pan(&mut self, emit: Emit) -> io::Result<bool> {
        let Some(Pressed { side, line }) = self.keys.take() else { return Ok(false) };
        self.begun = line;
        let mut session = self.session.borrow_mut();
        let Some(table) = &session.context.table else { return Ok(true) };
        let game = table.game.clone();
        session.context.screen.pan(&game, side);
        show(&mut session, emit)?;
        Ok(true)
    }

    /// Updates the terminal size, which may have changed.
    fn measure(&mut self) {
        let size = self.editor.dimensions().map(|(columns, lines)| (columns as usize, lines as usize));
        self.session.borrow_mut().context.screen.size = size;
    }

    fn prompts(&self) -> (String, String) {
        let session = self.session.borrow();
        (prompt(&session), painted(&session))
    }

    fn remember(&mut self, line: &str) {
        let is_again = self.typed.note(line);
        let history = self.editor.history_mut();
        if is_again {
            let _ = history.clear();
            self.typed.lines().iter().for_each(|line| drop(history.add(line)));
        } else if !line.starts_with(char::is_whitespace) {
            let _ = history.add(line);
        }
    }

    /// Runs a line, saves the game and shows both. Returns whether this was the last line.
    fn carry_out(&mut self, prompt: &str, line: &str, is_shown: bool, emit: Emit) -> io::Result<bool> {
        let asked = match split::words(line) {
            Ok(words) if words == ["new"] => match self.invite()? {
                Some(line) => line,
                None => return Ok(false),
            },
            _ => line.to_string(),
        };
        let mut session = self.session.borrow_mut();
        let outcome = session.execute(&asked);
        // The game is saved before anything is shown: what a person has seen is never lost.
        let notes = if outcome.changed { session.keep() } else { Vec::new() };
        if let Some(caret) = caret(&session, prompt, line, &outcome).filter(|_| is_shown) {
            door::warn(&caret);
        }
        emit(&outcome)?;
        if outcome.changed && !outcome.quits {
            show(&mut session, emit)?;
        }
        notes.iter().for_each(|note| door::warn(note));
        Ok(outcome.quits)
    }

    /// Asks for the settings of a new game. Returns the command, or `None` if the person cancelled.
    fn invite(&mut self) -> io::Result<Option<String>> {
        let mut invitation = Invitation::new();
        loop {
            let question = invitation.question(&mut self.session.borrow_mut().context);
            let Some(question) = question else { break };
            door::say(&question.sentence);
            let prompt = format!("{}{} ", question.prompt, self.session.borrow().context.screen.prompt_sign());
            self.offer(Some(question.candidates));
            let answer = self.read(&prompt, String::new());
            self.offer(None);
            let Ok(answer) = answer else {
                // There is no board to move yet.
                if self.keys.take().is_some() {
                    continue;
                }
                door::say("No game was started.");
                return Ok(None);
            };
            // If several lines are pasted into a question, only the first one answers it.
            let answer = answer.lines().next().unwrap_or_default();
            if let Err(failure) = invitation.answer(&mut self.session.borrow_mut().context, answer) {
                door::warn(&failure.message);
            }
        }
        let line = invitation.line();
        door::say(&line);
        self.remember(&line);
        Ok(Some(line))
    }

    fn offer(&mut self, answers: Option<Vec<Candidate>>) {
        if let Some(aid) = self.editor.helper_mut() {
            aid.answers = answers;
        }
    }
}

/// Draws the table after a change.
fn show(session: &mut Session, emit: Emit) -> io::Result<()> {
    let Some(table) = &session.context.table else { return Ok(()) };
    // The projected final score comes from scripts, so it can take long and Ctrl-C must work.
    session.context.cancel.store(false, Ordering::Relaxed);
    let leash = Leash { time: Some(DRAW_TIME_LIMIT), stop: Some(session.context.cancel.clone()), ..Leash::default() };
    let text = leash::held(leash, || session.context.screen.turn(&table.game));
    emit(&Outcome { stdout: text + "\n", ..Outcome::default() })
}

/// A line that marks the word that an error is about, below the typed line.
fn caret(session: &Session, prompt: &str, line: &str, outcome: &Outcome) -> Option<String> {
    let word = outcome.word.as_deref().filter(|word| !word.is_empty())?;
    let at = line.find(word)?;
    let (column, length) = (width(prompt) + width(&line[..at]), width(word));
    let fits = column + length < session.context.screen.columns();
    fits.then(|| format!("{}{}", " ".repeat(column), "^".repeat(length)))
}

/// Prints where the game is saved, when the person quits.
fn leave(session: &Session) {
    let Some(place) = session.context.autosave.as_ref().filter(|_| session.context.tutorial.is_none()) else { return };
    let told = session.context.table.as_ref().and_then(|table| place.farewell(table, session.context.begun));
    told.iter().for_each(|told| door::warn(told));
}

/// The prompt text: who decides, and what.
pub fn prompt(session: &Session) -> String {
    let (player, words) = asked(session);
    door::shown(&format!("{player}{words}{} ", session.context.screen.prompt_sign())).into_owned()
}

/// The same in the player's colours.
fn painted(session: &Session) -> String {
    let (name, words) = asked(session);
    let depth = session.context.screen.look.depth;
    let player = session.context.table.as_ref().and_then(|table| Some(table.game.decision()?.player()));
    let name = match (player, &session.context.table) {
        (Some(player), Some(table)) if depth >= Depth::Ansi16 => {
            let (ground, ink) = sketch::colours(&table.game, player);
            badge(&name, ink, ground, depth)
        }
        _ => name,
    };
    door::shown(&format!("{name}{words}{} ", session.context.screen.prompt_sign())).into_owned()
}

/// Who decides, and what.
fn asked(session: &Session) -> (String, String) {
    let Some(game) = session.context.table.as_ref().map(|table| &table.game) else {
        return ("bastide".into(), String::new());
    };
    match game.decision() {
        Some(decision) => (game.player_name(decision.player()).into(), decided(game)),
        None if game.setup().is_lab() && !game.is_over() => ("lab".into(), String::new()),
        None => ("bastide".into(), String::new()),
    }
}

/// The kind of decision.
fn decided(game: &Game) -> String {
    let verb = show::verb(game).unwrap_or("pass");
    let tiles = game.decision().map(|decision| decision.tiles()).unwrap_or_default();
    let tiles = tiles.into_iter().map(|tile| format!(" {}", game.catalogue().tile_name(tile)));
    format!(" {verb}{}", tiles.collect::<String>())
}
