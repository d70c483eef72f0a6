//! Asks the terminal: a short while without echo, then everything is as before. What does not answer shows no pictures.

use super::Graphics;

/// How this terminal shows pictures, `None` if it does not say that it can; and what a person typed meanwhile.
#[cfg(unix)]
pub fn ask(variable: impl Fn(&str) -> Option<String>) -> (Option<Graphics>, String) {
    let mut arrived = String::new();
    let graphics = answers(variable, &mut arrived);
    (graphics, super::typed(&arrived))
}

#[cfg(unix)]
fn answers(variable: impl Fn(&str) -> Option<String>, arrived: &mut String) -> Option<Graphics> {
    use super::{ATTRIBUTES, Answers, Surroundings};
    use rustix::termios::{OptionalActions, tcgetattr, tcgetwinsize, tcsetattr};

    let stdin = std::io::stdin();
    let (before, size) = (tcgetattr(&stdin).ok()?, tcgetwinsize(&stdin).ok()?);
    let mut quiet = before.clone();
    quiet.make_raw();
    tcsetattr(&stdin, OptionalActions::Now, &quiet).ok()?;
    let surroundings = Surroundings::read(variable);
    // What arrives too late would be taken for what a person types.
    let timeout = if surroundings.is_far || surroundings.is_known { FAR } else { NEAR };
    // A terminal that says nothing to the simplest question is asked nothing else: it would print the others.
    let is_there = unix::answered(ATTRIBUTES, timeout, arrived, |text| Answers::read(text).is_complete()).is_some();
    let answers = is_there.then(|| {
        let is_enough = |answers: &Answers| answers.is_complete() && (answers.takes_kitty || !surroundings.is_tmux);
        // The terminal outside answers after tmux.
        let timeout = if surroundings.is_tmux { NEAR } else { FAR };
        unix::answered(&surroundings.questions(), timeout, arrived, |text| is_enough(&Answers::read(text)))
    });
    // If this fails, the terminal is gone.
    let _ = tcsetattr(&stdin, OptionalActions::Now, &before);
    let answers = Answers::read(&answers.flatten()?);
    let pixels = (usize::from(size.ws_xpixel), usize::from(size.ws_ypixel));
    answers.graphics(&surroundings, (usize::from(size.ws_col), usize::from(size.ws_row)), pixels)
}

/// How long the first answer may take: a person does not notice it.
#[cfg(unix)]
const NEAR: std::time::Duration = std::time::Duration::from_millis(200);
/// The same over a network, and for a terminal that is known to answer.
#[cfg(unix)]
const FAR: std::time::Duration = std::time::Duration::from_millis(1_000);

/// The pixels of a character as the system knows them now; a person may have changed the font.
#[cfg(unix)]
pub fn cell_size() -> Option<(usize, usize)> {
    let size = rustix::termios::tcgetwinsize(std::io::stdin()).ok()?;
    let cell = |pixels: u16, cells: u16| usize::from(pixels.checked_div(cells).unwrap_or_default());
    let cell = (cell(size.ws_xpixel, size.ws_col), cell(size.ws_ypixel, size.ws_row));
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

#[cfg(unix)]
mod unix {
    use std::time::{Duration, Instant};

    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    use crate::io::door;

    /// At most this many bytes are read.
    const MAX_BYTES: usize = 4_096;

    /// What arrives after a question, until it is enough. What arrived is still worth reading if time runs out, unless it
    /// is nothing. `arrived` gets all of it.
    pub fn answered(
        question: &str,
        timeout: Duration,
        arrived: &mut String,
        is_enough: impl Fn(&str) -> bool,
    ) -> Option<String> {
        door::ask(question).ok()?;
        let (start, mut bytes) = (Instant::now(), Vec::new());
        while let Some(left) = timeout.checked_sub(start.elapsed()).filter(|_| bytes.len() < MAX_BYTES) {
            if !arrives(left, &mut bytes) {
                break;
            }
            if is_enough(&String::from_utf8_lossy(&bytes)) {
                break;
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        arrived.push_str(&text);
        text.contains('\x1b').then_some(text)
    }

    /// Waits for bytes and reads them.
    fn arrives(timeout: Duration, bytes: &mut Vec<u8>) -> bool {
        let stdin = std::io::stdin();
        let time = Timespec { tv_sec: timeout.as_secs() as i64, tv_nsec: i64::from(timeout.subsec_nanos()) };
        let is_there = poll(&mut [PollFd::new(&stdin, PollFlags::IN)], Some(&time)).is_ok_and(|ready| ready > 0);
        let mut buffer = [0; 512];
        let read = if is_there { rustix::io::read(&stdin, &mut buffer).unwrap_or(0) } else { 0 };
        bytes.extend_from_slice(&buffer[..read.min(buffer.len())]);
        read > 0
    }
}

/// Nothing is asked on other systems.
#[cfg(not(unix))]
pub fn ask(_: impl Fn(&str) -> Option<String>) -> (Option<Graphics>, String) {
    (None, String::new())
}

/// Nothing is known on other systems.
#[cfg(not(unix))]
pub fn cell_size() -> Option<(usize, usize)> {
    None
}
