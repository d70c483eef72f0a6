//! Restores the terminal if a signal ends the program. Knows no game.

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

/// Does nothing: other systems restore the terminal themselves.
#[cfg(not(unix))]
pub fn listen() {}
