//! What keys, the mouse and pasted text do to the screen. Knows no bytes and no drawing.

use bastide_core::Side;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use crate::line::invite;
use crate::table_view::layout::{PANELS, holds};
use crate::table_view::line::Typing;
use crate::table_view::model::Cursor;
use crate::table_view::view::View;
use crate::table_view::work::Request;
use crate::table_view::{list, paint};

/// More characters at once than this were not typed by hand.
const MAX_TYPED_AT_ONCE: usize = 16;
/// What is said about pasted text.
const NOT_PASTED: &str = "pasted text does nothing here; `:` opens a line for it";

impl View {
    /// Takes the events that came at once.
    pub fn react(&mut self, events: &[Event]) {
        let is_character = |event: &&Event| {
            matches!(event, Event::Key(KeyEvent { code: KeyCode::Char(_), modifiers: KeyModifiers::NONE, .. }))
        };
        // A terminal that does not mark pasted text sends it as keys.
        if self.typing.is_none() && events.iter().filter(is_character).count() > MAX_TYPED_AT_ONCE {
            return self.tell(NOT_PASTED);
        }
        for event in events {
            // What follows the key that leaves was typed for something else.
            if self.is_left || self.suspends {
                return;
            }
            match event {
                Event::Key(key) => self.key(*key),
                Event::Mouse(mouse) => self.mouse(*mouse),
                Event::Paste(text) => self.paste(text),
                _ => {}
            }
        }
    }

    fn paste(&mut self, text: &str) {
        match &mut self.typing {
            Some(typing) => typing.insert(text.trim_end()),
            None => self.tell(NOT_PASTED),
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let has = |modifier: KeyModifiers| key.modifiers.contains(modifier);
        match key.code {
            KeyCode::Char('z') if has(KeyModifiers::CONTROL) => self.suspends = true,
            KeyCode::Char('c') if has(KeyModifiers::CONTROL) && self.typing.is_none() => self.stop(),
            _ if self.typing.is_some() => self.type_key(key),
            _ if self.drawer.is_some() => self.drawer_key(key),
            _ => self.table_key(key),
        }
    }

    /// A key while a line is typed.
    fn type_key(&mut self, key: KeyEvent) {
        let Some(typing) = &mut self.typing else { return };
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc | KeyCode::F(2) => self.end_typing(),
            KeyCode::Char('c') if is_control => self.end_typing(),
            KeyCode::Char('u') if is_control => typing.clear(),
            KeyCode::Char('w') if is_control => typing.back_word(),
            KeyCode::Char('a') if is_control => typing.step(isize::MIN),
            KeyCode::Char('e') if is_control => typing.step(isize::MAX),
            KeyCode::Char(_) if is_control => {}
            KeyCode::Char(sign) => typing.insert(&sign.to_string()),
            KeyCode::Backspace if typing.text().is_empty() && self.asking.is_none() => self.typing = None,
            KeyCode::Backspace => typing.back(),
            KeyCode::Delete => typing.delete(),
            KeyCode::Left => typing.step(-1),
            KeyCode::Right => typing.step(1),
            KeyCode::Home => typing.step(isize::MIN),
            KeyCode::End => typing.step(isize::MAX),
            KeyCode::Up => typing.recall(&self.history, true),
            KeyCode::Down => typing.recall(&self.history, false),
            KeyCode::Tab | KeyCode::BackTab if typing.next_offer(key.code == KeyCode::BackTab) => {}
            KeyCode::Tab | KeyCode::BackTab => {
                let line = typing.before();
                match &self.asking {
                    Some(question) => {
                        let (start, found) = invite::answers(&question.candidates, &line);
                        typing.offer(&line, start, found);
                    }
                    None => self.ask(Request::Complete(line)),
                }
            }
            KeyCode::Enter => self.enter(),
            _ => {}
        }
        let text = self.typing.as_ref().filter(|_| self.asking.is_none()).map(Typing::text);
        let text = text.filter(|text| !text.trim().is_empty());
        if let Some(text) = text {
            self.ask(Request::Preview(text));
        }
    }

    /// Types no more; a new game is not started.
    fn end_typing(&mut self) {
        self.typing = None;
        if self.asking.take().is_some() {
            self.tell("No game was started.");
            self.ask(Request::Decline);
        }
    }

    /// Runs the typed line, or answers the question with it.
    fn enter(&mut self) {
        let Some(line) = self.typing.take().map(|typing| typing.text()) else { return };
        if self.asking.take().is_some() {
            self.is_busy = true;
            return self.ask(Request::Answer(line));
        }
        if !line.trim().is_empty() {
            if self.history.last() != Some(&line) {
                self.history.push(line.clone());
            }
            self.run(&line);
        }
    }

    /// A key while the answer of a command covers the board.
    fn drawer_key(&mut self, key: KeyEvent) {
        let page = isize::try_from(self.layout.drawer.height.saturating_sub(1)).unwrap_or(1).max(1);
        match key.code {
            KeyCode::Up => self.scroll(-1),
            KeyCode::Down => self.scroll(1),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown => self.scroll(page),
            KeyCode::Char(' ') if self.has_more() => self.scroll(page),
            KeyCode::Home => self.scroll(isize::MIN),
            KeyCode::End => self.scroll(isize::MAX),
            KeyCode::Char(':') => self.typing = Some(Typing::default()),
            KeyCode::Tab | KeyCode::BackTab if self.layout.panel.height == 0 => {
                self.turn_page(key.code == KeyCode::BackTab);
            }
            _ => self.drawer = None,
        }
    }

    fn table_key(&mut self, key: KeyEvent) {
        match key.code {
            KeyCode::Char('0'..='9') | KeyCode::Enter => {}
            KeyCode::Backspace if self.drop_digit() => return,
            _ => self.digits.clear(),
        }
        let pans = key.modifiers.intersects(KeyModifiers::SHIFT | KeyModifiers::ALT);
        let page = isize::try_from(self.layout.panel.height).unwrap_or(1).max(1);
        match key.code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => {
                let side = match key.code {
                    KeyCode::Up => Side::N,
                    KeyCode::Right => Side::E,
                    KeyCode::Down => Side::S,
                    _ => Side::W,
                };
                if pans { self.board.pan(side) } else { self.step(side) }
            }
            KeyCode::Char('l') if key.modifiers.contains(KeyModifiers::CONTROL) => self.redraw(),
            KeyCode::Char(_) if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {}
            KeyCode::Char(' ') => self.next(false),
            KeyCode::Backspace => self.next(true),
            KeyCode::Char('r') => self.turn(false),
            KeyCode::Char('R') => self.turn(true),
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Char('-') => self.pass(),
            KeyCode::Char('+' | '=' | 'z') => self.zoom(true),
            KeyCode::Char('_' | 'Z') => self.zoom(false),
            KeyCode::Enter => self.choose(),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char(':') => self.typing = Some(Typing::default()),
            KeyCode::Char('?') => self.explain(),
            KeyCode::Tab => self.turn_page(false),
            KeyCode::BackTab => self.turn_page(true),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::PageDown => self.scroll(page),
            KeyCode::Esc | KeyCode::F(2) | KeyCode::Char('q') => self.is_left = true,
            _ => {}
        }
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let (column, row) = (mouse.column, mouse.row);
        let under = self.under(column, row);
        let is_covered = self.drawer.is_some() || self.typing.is_some();
        match mouse.kind {
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => {
                let is_back = mouse.kind == MouseEventKind::ScrollUp;
                match self.cursor {
                    _ if is_covered => self.scroll(if is_back { -3 } else { 3 }),
                    Cursor::Place(..) if holds(self.layout.board, column, row) => self.turn(is_back),
                    _ if holds(self.layout.panel, column, row) => self.scroll(if is_back { -3 } else { 3 }),
                    _ => self.next(is_back),
                }
            }
            _ if is_covered => {}
            MouseEventKind::Moved => {
                if let Some(cursor) = under.filter(|cursor| !self.is_at(*cursor) && !self.shares(*cursor, column, row))
                {
                    self.point(cursor);
                }
            }
            MouseEventKind::Down(MouseButton::Left) => self.click(column, row, under),
            MouseEventKind::Down(MouseButton::Right) => self.turn(false),
            _ => {}
        }
    }

    /// Whether this is pointed at, however the tile is turned.
    fn is_at(&self, cursor: Cursor) -> bool {
        match (cursor, self.cursor) {
            (Cursor::Place(one, _), Cursor::Place(other, _)) => one == other,
            (one, other) => one == other,
        }
    }

    /// Whether this is another option in the same place of the board as the one that is pointed at.
    fn shares(&self, cursor: Cursor, column: u16, row: u16) -> bool {
        let options = &self.frame.model.options;
        let at = |cursor: Cursor| match cursor {
            Cursor::Option(option) => options.get(option).and_then(|option| option.at),
            _ => None,
        };
        holds(self.layout.board, column, row) && at(cursor).is_some() && at(cursor) == at(self.cursor)
    }

    /// What lies under a column and line of the screen.
    fn under(&self, column: u16, row: u16) -> Option<Cursor> {
        if holds(self.layout.list, column, row) {
            return list::at(self, usize::from(row - self.layout.list.y));
        }
        if !holds(self.layout.board, column, row) {
            return None;
        }
        let (left, top) = paint::board_origin(self)?;
        let (column, row) = (column.checked_sub(left)?, row.checked_sub(top)?);
        self.board.under(&self.frame.model, column.into(), row.into())
    }

    fn click(&mut self, column: u16, row: u16, under: Option<Cursor>) {
        if holds(self.layout.tabs, column, row) {
            if let Some(panel) = paint::tab_at(column - self.layout.tabs.x).filter(|panel| *panel < PANELS.len()) {
                self.show_panel(panel);
            }
            return;
        }
        let Some(cursor) = under else { return };
        let is_there = self.is_at(cursor);
        // A tile is laid where it already lies as a ghost: then its rotation has been seen.
        if let Cursor::Place(..) = cursor {
            self.point(cursor);
            if is_there {
                self.choose();
            }
            return;
        }
        let Cursor::Option(option) = cursor else { return };
        let at = self.frame.model.options.get(option).and_then(|option| option.at);
        let here = at.map(|at| self.frame.model.options_at(at)).unwrap_or_default();
        if here.len() > 1 && holds(self.layout.board, column, row) {
            // Several options in one place: each click shows the next one, Enter chooses.
            let current = here.iter().position(|other| Cursor::Option(*other) == self.cursor);
            let next = here[current.map_or(0, |current| (current + 1) % here.len())];
            self.point(Cursor::Option(next));
            return self.tell(&format!("{} options here: click again for the next, Enter chooses", here.len()));
        }
        self.point(cursor);
        self.choose();
    }
}
