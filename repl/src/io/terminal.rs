//! Restores the terminal if a signal ends the program, and keeps it quiet while nobody is asked. Knows no game.

/// Remembers the terminal's state and restores it when a signal ends the program.
#[cfg(unix)]
pub fn listen() {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;

    let Ok(before) = tcgetattr(std::io::stdin()) else { return };
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGQUIT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // If the terminal is gone, there is nothing to restore.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
            crate::io::door::calm();
            let _ = emulate_default_handler(signal);
        }
    });
}

/// While it lives, keys are not shown: they would stand among the output. They are read with the next line.
#[cfg(unix)]
pub struct Silence(Option<rustix::termios::Termios>);

#[cfg(unix)]
impl Silence {
    /// Shows no keys from now on, if there is a terminal.
    pub fn begin() -> Silence {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(std::io::stdin()).ok();
        if let Some(mut quiet) = before.clone() {
            quiet.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &quiet);
        }
        Silence(before)
    }
}

#[cfg(unix)]
impl Drop for Silence {
    fn drop(&mut self) {
        if let Some(before) = &self.0 {
            // If this fails, the terminal is gone.
            let _ = rustix::termios::tcsetattr(std::io::stdin(), rustix::termios::OptionalActions::Now, before);
        }
    }
}

/// Nothing changes on other systems.
#[cfg(not(unix))]
pub struct Silence;

#[cfg(not(unix))]
impl Silence {
    /// Nothing changes on other systems.
    pub fn begin() -> Silence {
        Silence
    }
}

/// Does nothing: other systems restore the terminal themselves.
#[cfg(not(unix))]
pub fn listen() {}
