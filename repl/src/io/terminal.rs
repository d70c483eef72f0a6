//! A terminal that works whatever ends the program: a signal that ends it finds the terminal as it was before. Knows no game.

/// Puts the terminal back as it is now when a signal ends the program.
#[cfg(unix)]
pub fn listen() {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    use signal_hook::low_level::emulate_default_handler;

    let Ok(before) = tcgetattr(std::io::stdin()) else { return };
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGQUIT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // A terminal that is gone needs no help.
            let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &before);
            crate::io::door::calm();
            let _ = emulate_default_handler(signal);
        }
    });
}

/// Elsewhere the system does it.
#[cfg(not(unix))]
pub fn listen() {}
