//! Keys that act on the view instead of the line. The line that is being typed is kept.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bastide_core::Side;
use rustyline::{
    Cmd, ConditionalEventHandler, Event, EventContext, EventHandler, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Draw the table again.
    Redraw,
    /// Show the table as a full screen.
    Table,
    /// Move the visible part of the board.
    Pan(Side),
}

/// The keys, and what they ask for.
fn keys() -> Vec<(KeyEvent, Act)> {
    let arrows =
        [(KeyCode::Up, Side::N), (KeyCode::Right, Side::E), (KeyCode::Down, Side::S), (KeyCode::Left, Side::W)];
    let pans = arrows.into_iter().flat_map(|(code, side)| {
        [Modifiers::ALT, Modifiers::SHIFT].map(|modifiers| (KeyEvent(code, modifiers), Act::Pan(side)))
    });
    let others = [(KeyEvent::ctrl('l'), Act::Redraw), (KeyEvent(KeyCode::F(2), Modifiers::NONE), Act::Table)];
    others.into_iter().chain(pans).collect()
}

/// What was asked for, with the line before and after the cursor.
pub type Asked = (Act, String, String);

/// A place where keys leave what they ask for.
#[derive(Clone, Default)]
pub struct Pressed {
    asked: Arc<Mutex<Option<Asked>>>,
    dismissed: Arc<AtomicBool>,
}

impl Pressed {
    /// Takes what was asked for.
    pub fn take(&self) -> Option<Asked> {
        self.asked.lock().map_or(None, |mut asked| asked.take())
    }

    /// Whether something was asked for.
    pub fn is_some(&self) -> bool {
        self.asked.lock().is_ok_and(|asked| asked.is_some())
    }

    /// Whether Esc was pressed since this was asked last.
    pub fn take_dismissal(&self) -> bool {
        self.dismissed.swap(false, Ordering::Relaxed)
    }

    /// The handlers for an editor.
    pub fn handlers(&self) -> Vec<(Event, EventHandler)> {
        let one = |(key, act): (KeyEvent, Act)| {
            let handler = Handler { act, pressed: self.clone() };
            (Event::from(key), EventHandler::Conditional(Box::new(handler)))
        };
        let dismiss = Box::new(Dismiss(self.dismissed.clone()));
        let dismiss = (Event::from(KeyEvent(KeyCode::Esc, Modifiers::NONE)), EventHandler::Conditional(dismiss));
        keys().into_iter().map(one).chain([dismiss]).collect()
    }
}

struct Handler {
    act: Act,
    pressed: Pressed,
}

impl ConditionalEventHandler for Handler {
    /// Ends the line, so that the prompt can act and then offer the line again.
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (line, at) = (context.line(), context.pos());
        let (before, after) = line.split_at_checked(at).unwrap_or((line, ""));
        let mut asked = self.pressed.asked.lock().ok()?;
        *asked = Some((self.act, before.into(), after.into()));
        Some(Cmd::AcceptLine)
    }
}

/// Esc closes what is shown below the line.
struct Dismiss(Arc<AtomicBool>);

impl ConditionalEventHandler for Dismiss {
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::Repaint)
    }
}
