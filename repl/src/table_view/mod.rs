//! The table as a full screen: the same session, played by pointing. Everything that it shows comes from the rooms of the
//! stream; no set needs a line for it.
//!
//! Each file uses only files above it; `tests/tests/suite/tidy` checks this.
//!
//! | file | holds |
//! |---|---|
//! | `keys`, `source` | bytes from the terminal as events; where they come from |
//! | `stage` | taking the screen and giving it back; cells as bytes |
//! | `text` | what commands print, as lines with colours |
//! | `model` | what can be done, and where it is on the board |
//! | `frame` | a position, ready to be drawn |
//! | `layout` | what stands where |
//! | `work` | the session on its own thread |
//! | `line`, `title`, `board` | a line being typed; who decides what; the board |
//! | `view`, `choosing`, `hanging` | what is shown; what is pointed at and chosen; the real picture of the board |
//! | `list`, `paint` | the options in rows; the screen as cells |
//! | `input` | what keys do to it |

mod board;
mod choosing;
mod frame;
mod hanging;
mod input;
mod keys;
mod layout;
mod line;
mod list;
mod model;
mod paint;
mod source;
mod stage;
mod text;
mod title;
mod view;
mod work;

#[cfg(test)]
mod tests;

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;

use crate::io::door;
use crate::line::command::FullScreen;
use crate::session::Session;
use source::{Source, Wait};
use stage::{Stage, Taken};
use view::View;
use work::{Report, Worker};

/// How long is waited for keys while the session works: so often its reports are looked at.
const BUSY: Duration = Duration::from_millis(15);
/// How long is waited for keys otherwise: so often the size of the terminal is looked at.
const IDLE: Duration = Duration::from_millis(100);
/// Scripts and bots need as much room as on the main thread.
const STACK: usize = 16 << 20;

/// How the screen was left.
pub struct Left {
    /// The lines that were typed.
    pub typed: Vec<String>,
    /// Whether the person quits.
    pub quits: bool,
}

/// Shows the table until the person goes back. `history` are the lines typed before.
pub fn open(session: &mut Session, history: &[String]) -> io::Result<Left> {
    let (before, progress) = (session.context.full_screen, session.context.progress.take());
    let news = session.context.news.take();
    session.context.full_screen = FullScreen::Open;
    // A panic must not lose the game.
    let left = catch_unwind(AssertUnwindSafe(|| shown(session, history)));
    session.context.full_screen = before;
    session.context.progress = progress;
    session.context.news = news;
    left.unwrap_or_else(|_| Err(io::Error::other("a fault in Bastide stopped it; the game has not changed")))
}

fn shown(session: &mut Session, history: &[String]) -> io::Result<Left> {
    let (look, cancel) = (session.context.screen.look, session.context.cancel.clone());
    thread::scope(|scope| {
        let (ask, requests) = channel();
        let (report, reports) = channel();
        let worker = thread::Builder::new().stack_size(STACK);
        worker.spawn_scoped(scope, move || Worker::new(session, report).run(&requests))?;
        // When the view is dropped, the session is asked nothing more, and the thread ends.
        let mut view = View::new(look, history, ask, cancel);
        let end = watch(&mut view, &reports);
        end.map(|()| Left { typed: view.typed().to_vec(), quits: view.quits })
    })
}

/// Reads keys and reports and draws, until the screen is left.
fn watch(view: &mut View, reports: &Receiver<Report>) -> io::Result<()> {
    let mut taken = Taken::take()?;
    let mut terminal = Terminal::new(Stage::new(view.look.depth))?;
    let mut source = Source::default();
    let mut is_changed = true;
    view.arrange(stage::size());
    while !view.is_left {
        if is_changed {
            view.picture();
            draw(view, &mut terminal)?;
        }
        let is_waiting = view.is_busy || view.frame.is_bots || view.waits();
        is_changed = match source.wait(if is_waiting { BUSY } else { IDLE }) {
            Wait::Events(events) => {
                view.react(&events);
                true
            }
            Wait::Nothing => false,
            Wait::Lost => return Ok(()),
        };
        while let Ok(report) = reports.try_recv() {
            view.take(report);
            is_changed = true;
        }
        if std::mem::take(&mut view.suspends) {
            drop(taken);
            stage::suspend();
            taken = Taken::take()?;
            view.redraw();
            is_changed = true;
        }
        let size = stage::size();
        if size != view.size {
            view.arrange(size);
            is_changed = true;
        }
    }
    drop(taken);
    Ok(())
}

fn draw(view: &mut View, terminal: &mut Terminal<Stage>) -> io::Result<()> {
    if std::mem::take(&mut view.redraws) {
        terminal.clear()?;
    }
    terminal.draw(|frame| {
        if let Some(at) = paint::draw(view, frame.buffer_mut()) {
            frame.set_cursor_position(at);
        }
    })?;
    let pictures = std::mem::take(&mut view.sequences);
    if pictures.is_empty() { Ok(()) } else { door::write(&pictures) }
}
