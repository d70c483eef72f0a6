//! Keys at the prompt that move the visible part of the board: Alt or Shift with an arrow. Knows sides and the typed
//! line, never the board.

use std::sync::{Arc, Mutex};

use bastide_core::Side;
use rustyline::history::History;
use rustyline::{
    Cmd, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, Helper, KeyCode, KeyEvent, Modifiers,
    RepeatCount,
};

/// What a person asked for with a key while typing, and the line they had typed: before the cursor and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pressed {
    /// Where to move.
    pub side: Side,
    /// The typed line.
    pub line: (String, String),
}

/// The key that was pressed last, until somebody takes it.
#[derive(Clone, Default)]
pub struct Keys(Arc<Mutex<Option<Pressed>>>);

impl Keys {
    /// Makes an editor listen to the keys.
    pub fn bind<H: Helper, I: History>(&self, editor: &mut Editor<H, I>) {
        let arrows =
            [(KeyCode::Up, Side::N), (KeyCode::Right, Side::E), (KeyCode::Down, Side::S), (KeyCode::Left, Side::W)];
        for (code, side) in arrows {
            for modifiers in [Modifiers::ALT, Modifiers::SHIFT] {
                let arrow = Arrow { side, keys: self.clone() };
                editor.bind_sequence(KeyEvent(code, modifiers), EventHandler::Conditional(Box::new(arrow)));
            }
        }
    }

    /// The key that was pressed, once.
    pub fn take(&self) -> Option<Pressed> {
        self.0.lock().ok()?.take()
    }
}

struct Arrow {
    side: Side,
    keys: Keys,
}

impl ConditionalEventHandler for Arrow {
    /// Interrupts the line, which is typed again after the board was drawn.
    fn handle(&self, _: &Event, _: RepeatCount, _: bool, context: &EventContext) -> Option<Cmd> {
        let (before, after) = context.line().split_at_checked(context.pos())?;
        let line = (before.to_string(), after.to_string());
        *self.keys.0.lock().ok()? = Some(Pressed { side: self.side, line });
        Some(Cmd::Interrupt)
    }
}
