//! The prompt: reads lines at a terminal and shows what they change. The game belongs to the session.

mod aid;
mod keys;
mod menu;

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
use crate::game::table::Table;
use crate::io::history::{HISTORY, History, MAX_LINES};
use crate::io::prose::{hung, width};
use crate::io::reply::Outcome;
use crate::io::{ability, door, files, split};
use crate::line::command::{Candidate, Context, FullScreen};
use crate::line::invite::Invitation;
use crate::line::{lines, tutorial};
use crate::session::Session;
use crate::table_view;
use crate::tell::show;
use aid::Aid;
use keys::{Act, Asked};

/// Time limit for scripts while the table is drawn.
const DRAW_TIME_LIMIT: Duration = Duration::from_secs(1);

type Emit<'e> = &'e mut dyn FnMut(&Outcome) -> io::Result<()>;

/// The state of the prompt.
struct PromptLoop<'a, 'b> {
    session: &'a RefCell<&'b mut Session>,
    editor: Editor<Aid<'a, 'b>, MemHistory>,
    typed: History,
}

/// Reads and runs lines until the person quits; `ahead` was typed before. Returns the exit code.
pub fn run(session: &mut Session, ahead: &str, emit: Emit) -> io::Result<u8> {
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
    // Without cursor movements there is no full screen.
    if files::variable("TERM").is_none_or(|term| term != "dumb") {
        session.context.full_screen = FullScreen::Ready;
    }
    let session = RefCell::new(session);
    let mut talk = PromptLoop { session: &session, editor, typed };
    talk.measure();
    let greeting = welcome(&mut session.borrow_mut());
    door::say(&wrapped(&greeting, session.borrow().context.screen.columns()));
    let aid = Aid::new(&session);
    for (event, handler) in aid.pressed.handlers() {
        talk.editor.bind_sequence(event, handler);
    }
    talk.editor.set_helper(Some(aid));
    for line in talk.typed.lines() {
        let _ = talk.editor.history_mut().add(line);
    }
    talk.go_on(ahead, emit)?;
    leave(&session.borrow());
    Ok(0)
}

/// If nothing follows an Esc for so long, it is a key of its own and not the beginning of another.
const ESC_MS: u16 = 100;

fn settings(depth: Depth) -> Config {
    let plan = Config::builder().completion_type(CompletionType::List).completion_prompt_limit(1_000);
    let plan = plan.completion_show_all_if_ambiguous(true);
    let colours = if depth == Depth::Plain { ColorMode::Disabled } else { ColorMode::Forced };
    // Setting the history size can fail; the defaults work too.
    let plan = plan.color_mode(colours).keyseq_timeout(Some(ESC_MS)).max_history_size(MAX_LINES);
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

impl PromptLoop<'_, '_> {
    /// Runs the whole lines of what was typed before the prompt. Returns the begun line, or `None` if the person quits.
    fn catch_up(&mut self, ahead: &str, emit: Emit) -> io::Result<Option<String>> {
        let (whole, begun) = ahead.rsplit_once('\n').unwrap_or(("", ahead));
        for line in whole.lines() {
            let prompt = self.prompts().0;
            door::say(&format!("{prompt}{line}"));
            self.remember(line);
            if self.carry_out(&prompt, line, true, emit)? {
                return Ok(None);
            }
        }
        Ok(Some(begun.to_string()))
    }

    fn go_on(&mut self, ahead: &str, emit: Emit) -> io::Result<()> {
        let mut interrupts = 0;
        let Some(begun) = self.catch_up(ahead, emit)? else { return Ok(()) };
        let mut begun = (begun, String::new());
        loop {
            let (plain, painted) = self.prompts();
            let (before, after) = std::mem::take(&mut begun);
            let read = self.read_from(&plain, painted, (&before, &after));
            if let Some((act, before, after)) = self.asked() {
                if self.act(act, &plain, emit)? {
                    return Ok(());
                }
                begun = (before, after);
                continue;
            }
            match read {
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
        let mut begun = (String::new(), String::new());
        loop {
            let read = self.read_from(plain, painted.clone(), (&begun.0, &begun.1));
            // A question is asked again, with what was typed so far.
            let Some((_, before, after)) = self.asked() else { return read };
            begun = (before, after);
        }
    }

    /// Reads a line of which a part is there already, before and after the cursor.
    fn read_from(&mut self, plain: &str, painted: String, begun: (&str, &str)) -> rustyline::Result<String> {
        self.measure();
        if let Some(aid) = self.editor.helper_mut() {
            aid.prompt = painted;
            aid.is_empty.set(true);
            aid.menu.borrow_mut().close();
        }
        let read = self.editor.readline_with_initial(plain, begun);
        self.measure();
        read
    }

    /// What a key asked for, if it ended the line.
    fn asked(&self) -> Option<Asked> {
        self.editor.helper().and_then(|aid| aid.pressed.take())
    }

    /// Does what a key asked for. Returns whether the person quits.
    fn act(&mut self, act: Act, prompt: &str, emit: Emit) -> io::Result<bool> {
        match act {
            Act::Redraw => {
                self.editor.clear_screen().ok();
                show(&mut self.session.borrow_mut(), emit).map(|()| false)
            }
            Act::Table => self.carry_out(prompt, "table", false, emit),
            Act::Pan(side) => {
                let mut session = self.session.borrow_mut();
                let Some(game) = session.context.table.as_ref().map(|table| table.game.clone()) else {
                    return Ok(false);
                };
                session.context.screen.pan(&game, side);
                show(&mut session, emit).map(|()| false)
            }
        }
    }

    /// Updates the terminal size, which may have changed.
    fn measure(&mut self) {
        let size = self.editor.dimensions().map(|(columns, lines)| (columns as usize, lines as usize));
        let screen = &mut self.session.borrow_mut().context.screen;
        screen.size = size;
        screen.pictures.measure(ability::cell_size());
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
        let mut outcome = session.execute(&asked);
        // The game is saved before anything is shown: what a person has seen is never lost.
        let notes = if outcome.changed { session.keep() } else { Vec::new() };
        if let Some(caret) = caret(&session, prompt, line, &outcome).filter(|_| is_shown) {
            door::warn(&caret);
        }
        let columns = session.context.screen.columns();
        outcome.stdout = wrapped(&outcome.stdout, columns);
        // What is indented below an error is code, or a command to copy.
        if let Some((first, rest)) = outcome.stderr.split_once('\n') {
            outcome.stderr = format!("{}\n{rest}", wrapped(first, columns));
        }
        emit(&outcome)?;
        if outcome.changed && !outcome.quits {
            session.context.screen.above = outcome.stdout.lines().count();
            show(&mut session, emit)?;
            session.context.screen.above = 0;
        }
        notes.iter().for_each(|note| door::warn(&wrapped(note, columns)));
        if session.context.full_screen == FullScreen::Asked {
            session.context.full_screen = FullScreen::Ready;
            drop(session);
            return self.show_table(emit);
        }
        Ok(outcome.quits)
    }

    /// Shows the table as a full screen until the person comes back. Returns whether the person quits.
    fn show_table(&mut self, emit: Emit) -> io::Result<bool> {
        let left = table_view::open(&mut self.session.borrow_mut(), self.typed.lines());
        self.measure();
        match left {
            Ok(left) => {
                left.typed.iter().for_each(|line| self.remember(line));
                if left.quits {
                    return Ok(true);
                }
            }
            Err(error) => door::warn(&format!("the table cannot be shown as a screen: {error}")),
        }
        let mut session = self.session.borrow_mut();
        let is_bot = |table: &Table| table.goes_on() && table.bot_to_decide().is_some();
        if session.context.table.as_ref().is_some_and(is_bot) {
            let outcome = session.execute("run");
            let notes = session.keep();
            emit(&outcome)?;
            notes.iter().for_each(|note| door::warn(note));
        }
        show(&mut session, emit)?;
        Ok(false)
    }

    /// Asks for the settings of a new game. Returns the command, or `None` if the person cancelled.
    fn invite(&mut self) -> io::Result<Option<String>> {
        let mut invitation = Invitation::new();
        loop {
            let question = invitation.question(&mut self.session.borrow_mut().context);
            let Some(question) = question else { break };
            let columns = self.session.borrow().context.screen.columns();
            door::say(&wrapped(&question.sentence, columns));
            let prompt = format!("{}{} ", question.prompt, self.session.borrow().context.screen.prompt_sign());
            self.offer(Some(question.candidates));
            let answer = self.read(&prompt, String::new());
            self.offer(None);
            let Ok(answer) = answer else {
                door::say("No game was started.");
                return Ok(None);
            };
            // If several lines are pasted into a question, only the first one answers it.
            let answer = answer.lines().next().unwrap_or_default();
            if let Err(failure) = invitation.answer(&mut self.session.borrow_mut().context, answer) {
                door::warn(&wrapped(&failure.message, columns));
            }
        }
        let line = invitation.line();
        door::say(&wrapped(&line, self.session.borrow().context.screen.columns()));
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
    if session.context.table.is_none() {
        return Ok(());
    }
    // The projected final score comes from scripts, so it can take long and Ctrl-C must work.
    session.context.cancel.store(false, Ordering::Relaxed);
    let leash = Leash { time: Some(DRAW_TIME_LIMIT), stop: Some(session.context.cancel.clone()), ..Leash::default() };
    let text = leash::held(leash, || match tutorial::again(&mut session.context) {
        Some(text) => text,
        None => {
            let Context { screen, table, .. } = &mut session.context;
            table.as_ref().map(|table| screen.turn(&table.game)).unwrap_or_default()
        }
    });
    let columns = session.context.screen.columns();
    emit(&Outcome { stdout: wrapped(&text, columns) + "\n", ..Outcome::default() })
}

/// A text in which no word is broken at the end of a line. Pictures and data stay as they are.
fn wrapped(text: &str, columns: usize) -> String {
    let wrap = |line: &str| {
        let is_data = line.starts_with('{') || line.contains(char::is_control);
        let indent = line.len() - line.trim_start_matches(' ').len();
        match is_data || width(line) <= columns {
            true => line.to_string(),
            false => format!("{}{}", " ".repeat(indent), hung(line.trim_start(), indent + 2, Some(columns))),
        }
    };
    text.split('\n').map(wrap).collect::<Vec<_>>().join("\n")
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
    let tiles = game.decision().map(|decision| decision.tiles()).unwrap_or_default();
    let verb = match show::verb(game) {
        Some((_, false)) if tiles.is_empty() => "choose",
        verb => verb.map_or("pass", |(verb, _)| verb),
    };
    let tiles = tiles.into_iter().map(|tile| format!(" {}", game.catalogue().tile_name(tile)));
    format!(" {verb}{}", tiles.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn words_are_wrapped_and_pictures_and_data_are_not() {
        let text = "  Ann +4: city 0,0/city:N (complete): 2 tiles × 2 = 4; alone there (Ann 1)";
        let lines = wrapped(text, 40);
        assert!(lines.lines().count() > 1 && lines.lines().all(|line| line.chars().count() <= 40), "{lines}");
        assert_eq!(lines.split_whitespace().collect::<Vec<_>>(), text.split_whitespace().collect::<Vec<_>>());
        assert!(
            lines.starts_with("  Ann +4:") && lines.lines().skip(1).all(|line| line.starts_with("    ")),
            "{lines}"
        );
        for kept in [
            "{\"command\": \"a long line of data that is not for people to read\"}",
            "\x1b[1ma picture\x1b[0m in many colours, and wide",
            "short",
        ] {
            assert_eq!(wrapped(kept, 20), kept);
        }
    }
}
