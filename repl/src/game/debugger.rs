//! Looking inside a game: which calls of handlers are shown, and where it stops. Data only; `tell` puts it in words.

use bastide_core::script::trace::Traced;

/// What is shown of the calls of handlers, and where bots stop.
#[derive(Clone, Debug, Default)]
pub struct Debugger {
    /// The expansions and hooks whose calls are shown; `all` for every one.
    pub traces: Vec<String>,
    /// Where bots stop.
    pub breaks: Vec<Break>,
    /// The calls since they were last taken.
    calls: Vec<Traced>,
}

/// A place to stop: after the choice in which something happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// A kind of event, a hook, or an expansion.
    pub on: String,
    /// A word that the sentence about the event must contain.
    pub word: Option<String>,
}

impl Debugger {
    /// Whether calls have to be noted.
    pub fn is_on(&self) -> bool {
        !self.traces.is_empty() || !self.breaks.is_empty()
    }

    /// Notes calls.
    pub fn note(&mut self, calls: Vec<Traced>) {
        self.calls.extend(calls);
    }

    /// The calls since they were last taken.
    pub fn calls(&self) -> &[Traced] {
        &self.calls
    }

    /// Takes the calls.
    pub fn take(&mut self) -> Vec<Traced> {
        std::mem::take(&mut self.calls)
    }
}

/// Whether a call is one of an expansion, or of a hook.
pub fn is_of(call: &Traced, name: &str) -> bool {
    name == ALL || call.expansion == name || call.hook == name || call.hook.split('.').nth(1) == Some(name)
}

/// The word for the calls of every handler.
pub const ALL: &str = "all";
