//! Help while a line is typed: completions, grey hints after the line, colours. Asks the session and changes nothing.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};

use bastide_core::language::{is_hidden, shown};
use bastide_core::leash;
use rustyline::completion::{Candidate as Shown, Completer};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::history::SearchDirection;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Context, Helper};

use crate::draw::view::Depth;
use crate::io::prose::{clip, pad, widest, width};
use crate::line::command::Candidate;
use crate::line::complete::complete;
use crate::line::{dispatch, foresee, invite, lines};
use crate::prompt::keys::Pressed;
use crate::prompt::menu::Menu;
use crate::session::Session;

/// Longer lines get no hints and no colours while they are typed: both would be computed again with every key.
const MAX_AIDED_BYTES: usize = 500;

/// Blanks between a name and its description.
const GAP: usize = 2;

/// The helper that rustyline asks.
pub struct Aid<'a, 'b> {
    session: &'a RefCell<&'b mut Session>,
    /// The possible answers to a question; if `None`, the game and the commands determine the candidates.
    pub answers: Option<Vec<Candidate>>,
    /// The prompt with its colours.
    pub prompt: String,
    /// Whether the line is empty.
    pub is_empty: Cell<bool>,
    /// The list below the line.
    pub menu: RefCell<Menu>,
    /// What keys ask for.
    pub pressed: Pressed,
}

/// A candidate as it is displayed.
pub struct Listed {
    text: String,
    line: String,
}

impl Shown for Listed {
    fn display(&self) -> &str {
        &self.line
    }

    fn replacement(&self) -> &str {
        &self.text
    }
}

/// A grey hint. Only one from the history (`is_typed`) can be accepted with a key.
pub struct Grey {
    text: String,
    is_typed: bool,
}

impl Hint for Grey {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.is_typed.then_some(&self.text)
    }
}

impl<'a, 'b> Aid<'a, 'b> {
    /// The helper for a session.
    pub fn new(session: &'a RefCell<&'b mut Session>) -> Aid<'a, 'b> {
        Aid {
            session,
            answers: None,
            prompt: String::new(),
            is_empty: Cell::new(true),
            menu: RefCell::default(),
            pressed: Pressed::default(),
        }
    }

    fn depth(&self) -> Depth {
        self.session.borrow().context.screen.look.depth
    }

    fn columns(&self) -> usize {
        self.session.borrow().context.screen.columns()
    }

    fn candidates(&self, typed: &str) -> (usize, Vec<Candidate>) {
        let Some(answers) = &self.answers else { return complete(&mut self.session.borrow_mut().context, typed) };
        invite::answers(answers, typed)
    }

    /// Whether the first word of a line could be a command or a choice.
    fn is_known(&self, word: &str) -> bool {
        let session = self.session.borrow();
        dispatch::begins(&session.context, word)
    }
}

impl Aid<'_, '_> {
    /// What can come next, found quickly and with nothing in it that cannot be typed.
    fn found(&self, typed: &str) -> (usize, Vec<Candidate>) {
        // A panic must not lose the line, let alone the game.
        let found = catch_unwind(AssertUnwindSafe(|| leash::held(foresee::leash(), || self.candidates(typed))));
        let (start, mut found) = found.unwrap_or_default();
        // Invisible characters cannot be typed, and would reach the terminal with the line.
        found.retain(|candidate| !candidate.text.contains(is_hidden));
        (start, found)
    }

    /// Sentences instead of pictures: nothing is redrawn, and the list is printed once.
    fn is_plain(&self) -> bool {
        self.session.borrow().context.screen.settings.plain
    }

    fn listed(&self, found: Vec<Candidate>) -> Vec<Listed> {
        let wide = widest(found.iter().map(|candidate| &candidate.text));
        let most = self.columns().saturating_sub(1);
        let list = |candidate: Candidate| {
            let line = match candidate.about.is_empty() {
                true => candidate.text.clone(),
                false => format!("{}{:GAP$}{}", pad(&candidate.text, wide), "", candidate.about),
            };
            Listed { text: candidate.text, line: clip(&shown(&line), most) }
        };
        found.into_iter().map(list).collect()
    }

    /// The list that Tab has opened, for the line as it is now; empty if it is closed.
    fn list(&self, line: &str) -> String {
        let mut menu = self.menu.borrow_mut();
        if self.pressed.take_dismissal() {
            menu.close();
        }
        if !menu.is_open() {
            return String::new();
        }
        if line.trim().is_empty() && !menu.is_at(line) {
            menu.close();
        } else if !menu.is_chosen(line) {
            let (start, found) = self.found(line);
            menu.narrow(line, start, found);
        }
        let size = self.session.borrow().context.screen.size.unwrap_or((self.columns(), 24));
        menu.lines(size, self.mark()).iter().map(|line| format!("\n{line}")).collect()
    }

    /// The mark of the chosen candidate.
    fn mark(&self) -> char {
        if self.session.borrow().context.screen.look.is_ascii() { '>' } else { '▸' }
    }
}

impl Completer for Aid<'_, '_> {
    type Candidate = Listed;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<Listed>)> {
        let typed = line.get(..at).unwrap_or(line);
        if self.is_plain() || at < line.len() {
            let (start, found) = self.found(typed);
            return Ok((start, self.listed(found)));
        }
        let (start, found) = if self.menu.borrow().is_open() { (0, Vec::new()) } else { self.found(typed) };
        let mut menu = self.menu.borrow_mut();
        let (start, found) = if menu.is_open() && !menu.is_at(typed) { self.found(typed) } else { (start, found) };
        let is_complete = matches!(&found[..], [only] if typed.get(start..) == Some(only.text.as_str()));
        if is_complete {
            // The word is complete, so the list is about the next one.
            let next = format!("{typed} ");
            let (start, found) = self.found(&next);
            if !found.is_empty() {
                menu.narrow(&next, start, found);
                return Ok((at, vec![Listed { line: " ".into(), text: " ".into() }]));
            }
        }
        // Only what is put into the line; the list itself is shown below it, by the hint.
        let put = menu.tab(typed, start, found);
        Ok(put.map_or((0, Vec::new()), |(start, text)| (start, vec![Listed { line: text.clone(), text }])))
    }
}

impl Hinter for Aid<'_, '_> {
    type Hint = Grey;

    fn hint(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Grey> {
        self.is_empty.set(line.is_empty());
        if line.len() > MAX_AIDED_BYTES || at < line.len() || self.is_plain() {
            return None;
        }
        let list = self.list(line);
        let grey = self.grey(line, at, context);
        match list.is_empty() {
            true => grey,
            false => {
                let text = grey.filter(|grey| !grey.is_typed).map(|grey| grey.text).unwrap_or_default();
                Some(Grey { text: text + &list, is_typed: false })
            }
        }
    }
}

impl Aid<'_, '_> {
    /// The grey words after a line.
    fn grey(&self, line: &str, at: usize, context: &Context<'_>) -> Option<Grey> {
        // Without colours a hint would look as if it had been typed.
        if line.trim().is_empty() || self.answers.is_some() || self.depth() == Depth::Plain {
            return None;
        }
        let told = catch_unwind(AssertUnwindSafe(|| self.foresee(line))).unwrap_or(Err(Late)).ok()?;
        if let Some(told) = told {
            let room = self.columns().saturating_sub(self.prompt_width() + width(line) + 4);
            return (room > 5).then(|| Grey { text: format!("   {}", clip(&shown(&told), room)), is_typed: false });
        }
        let last = context.history().len().checked_sub(1)?;
        let found = context.history().starts_with(line, last, SearchDirection::Reverse).ok().flatten()?;
        let text = found.entry.get(at..).filter(|rest| !rest.is_empty() && !rest.contains(is_hidden))?.to_string();
        Some(Grey { text, is_typed: true })
    }
}

/// The preview of a line took too long.
struct Late;

impl Aid<'_, '_> {
    /// The preview of a line, if it is found quickly: a script must not delay a key press.
    fn foresee(&self, line: &str) -> Result<Option<String>, Late> {
        leash::held(foresee::leash(), || {
            let told = foresee::foresee(&self.session.borrow().context, line);
            if leash::is_taut() { Err(Late) } else { Ok(told) }
        })
    }

    fn prompt_width(&self) -> usize {
        width(&super::prompt(&self.session.borrow()))
    }
}

impl Highlighter for Aid<'_, '_> {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        self.is_empty.set(line.is_empty());
        let line = seen(line);
        if self.depth() < Depth::Ansi16 || self.answers.is_some() || line.len() > MAX_AIDED_BYTES {
            return line;
        }
        let start = line.len() - line.trim_start().len();
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |at| start + at);
        let word = &line[start..end];
        let known = catch_unwind(AssertUnwindSafe(|| self.is_known(word))).unwrap_or(true);
        let colour = if word.is_empty() || word.starts_with('#') {
            return line;
        } else if known {
            36
        } else {
            31
        };
        Cow::Owned(format!("{}\x1b[{colour}m{word}\x1b[0m{}", &line[..start], &line[end..]))
    }

    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, default: bool) -> Cow<'b, str> {
        if default && !self.prompt.is_empty() { Cow::Borrowed(&self.prompt) } else { Cow::Borrowed(prompt) }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.depth() == Depth::Plain {
            return Cow::Borrowed(hint);
        }
        let mut lines = hint.split('\n');
        let first = lines.next().map(|line| self.grey_text(line)).unwrap_or_default();
        Cow::Owned(lines.fold(first, |all, line| format!("{all}\n{}", self.row(line))))
    }

    fn highlight_candidate<'c>(&self, candidate: &'c str, _: CompletionType) -> Cow<'c, str> {
        let Some((name, about)) = candidate.split_once("  ").filter(|_| self.depth() > Depth::Plain) else {
            return Cow::Borrowed(candidate);
        };
        Cow::Owned(format!("\x1b[1m{name}\x1b[0m  {}", self.grey_text(about)))
    }

    fn highlight_char(&self, line: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor && line.len() <= MAX_AIDED_BYTES
    }
}

impl Aid<'_, '_> {
    /// Faint on terminals without colours, grey on others.
    fn grey_text(&self, text: &str) -> String {
        let code = if self.depth() >= Depth::Ansi16 { 90 } else { 2 };
        if text.is_empty() { String::new() } else { format!("\x1b[{code}m{text}\x1b[0m") }
    }

    /// A row of the list: the name bold, the rest grey, and the chosen one reversed.
    fn row(&self, line: &str) -> String {
        let start = line.char_indices().nth(2).map_or(line.len(), |(at, _)| at);
        let (mark, rest) = line.split_at(start);
        let (name, about) = rest.split_at(rest.find("  ").unwrap_or(rest.len()));
        let code = if mark.starts_with(self.mark()) { "7" } else { "1" };
        format!("{mark}\x1b[{code}m{name}\x1b[0m{}", self.grey_text(about))
    }
}

/// A line as it is shown while it is typed: each invisible character becomes a visible sign.
fn seen(line: &str) -> Cow<'_, str> {
    let is_foul = |c: char| is_hidden(c) && c != '\n' && c != '\t';
    match line.contains(is_foul) {
        true => Cow::Owned(line.replace(is_foul, "\u{fffd}")),
        false => Cow::Borrowed(line),
    }
}

impl Validator for Aid<'_, '_> {
    /// Incomplete Lua code continues on the next line.
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let last = lines::commands(context.input()).pop().unwrap_or_default();
        let is_asked = self.answers.is_some() || self.pressed.is_some();
        let is_unfinished = !is_asked && lines::is_unfinished(&last);
        Ok(if is_unfinished { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}
impl Helper for Aid<'_, '_> {}
