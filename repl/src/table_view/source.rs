//! Where events come from: the terminal, read in pieces as they come. Knows no keys by name.

use std::time::Duration;

use crossterm::event::Event;

/// What waiting brought.
pub enum Wait {
    /// These events, at once.
    Events(Vec<Event>),
    /// Nothing.
    Nothing,
    /// The terminal is gone.
    Lost,
}

#[cfg(unix)]
pub use unix::Source;

#[cfg(unix)]
mod unix {
    use super::{Duration, Wait};
    use crate::table_view::keys::Keys;
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    /// So long after a piece of a sequence the rest is there, even over a slow line.
    const PIECE: Duration = Duration::from_millis(60);

    /// Reads the terminal.
    #[derive(Default)]
    pub struct Source {
        keys: Keys,
    }

    impl Source {
        /// Waits for events, at most this long.
        pub fn wait(&mut self, most: Duration) -> Wait {
            let stdin = std::io::stdin();
            let most = if self.keys.waits() { PIECE } else { most };
            let time = Timespec { tv_sec: 0, tv_nsec: most.subsec_nanos().into() };
            let mut sources = [PollFd::new(&stdin, PollFlags::IN)];
            let ready = poll(&mut sources, Some(&time));
            let events = match ready {
                Ok(0) => self.keys.events(true),
                Ok(_) => {
                    let mut bytes = [0; 4096];
                    match rustix::io::read(&stdin, &mut bytes) {
                        Ok(length @ 1..) => self.keys.feed(bytes.get(..length).unwrap_or_default()),
                        Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => {}
                        Ok(_) | Err(_) => return Wait::Lost,
                    }
                    self.keys.events(false)
                }
                Err(rustix::io::Errno::INTR) => Vec::new(),
                Err(_) => return Wait::Lost,
            };
            if events.is_empty() { Wait::Nothing } else { Wait::Events(events) }
        }
    }
}

/// Reads the terminal.
#[cfg(not(unix))]
#[derive(Default)]
pub struct Source {}

#[cfg(not(unix))]
impl Source {
    /// Waits for events, at most this long.
    pub fn wait(&mut self, most: Duration) -> Wait {
        use crossterm::event::{poll, read};
        let mut events = Vec::new();
        let mut wait = most;
        while let Ok(true) = poll(wait) {
            match read() {
                Ok(event) => events.push(event),
                Err(_) => return Wait::Lost,
            }
            wait = Duration::ZERO;
        }
        if events.is_empty() { Wait::Nothing } else { Wait::Events(events) }
    }
}
