//! A game as the lines of its record: written, replayed, undone. Undo always replays; there is no inverse patch.

use std::sync::Arc;

use crate::language::quoted;
use crate::play::game::{Entry, Game, Unchosen};
use crate::play::setup::Setup;
use crate::table::leash;

impl Game {
    /// Returns the game after this many lines of its record. It is always replayed; there is no inverse patch.
    pub fn after(&self, lines: usize) -> Result<Game, Unchosen> {
        let mut game = Game::new(self.origin().clone(), self.seed())?;
        for entry in self.record().iter().take(lines) {
            game.enter(entry)?;
        }
        Ok(game)
    }

    /// Restores the game from its record after a script failed. If a script also fails during the replay, although it
    /// did not before, the game is restored as far as possible.
    pub(crate) fn restore(&mut self) {
        // The replay must finish even if a leash has run out.
        leash::loosed(|| self.replay());
    }

    fn replay(&mut self) {
        // The same setup, so that lab lines do not have to rebuild it.
        if let Ok(game) = self.replayed_with(self.setup().clone()) {
            *self = game;
            return;
        }
        for lines in (0..=self.record().len()).rev() {
            if let Ok(game) = self.after(lines) {
                *self = game;
                return;
            }
        }
    }

    /// Plays one line of a record.
    pub fn enter(&mut self, entry: &Entry) -> Result<(), Unchosen> {
        match entry {
            Entry::Choice(choice, _) => self.choose(*choice).map(drop),
            Entry::Lab(words) => self.lab(&words.iter().map(String::as_str).collect::<Vec<_>>()),
        }
    }

    /// Replays the record with another setup, for a lab that changes declarations.
    pub(crate) fn replayed_with(&self, setup: Arc<Setup>) -> Result<Game, Unchosen> {
        let mut game = Game::new(setup, self.seed())?;
        for entry in self.record() {
            match entry {
                Entry::Lab(words) if changes_setup(words) => game.note(entry.clone()),
                _ => game.enter(entry)?,
            }
        }
        game.begin_from(self.origin().clone());
        Ok(game)
    }

    /// Returns the record in words, one line each.
    pub fn record_lines(&self) -> Vec<String> {
        self.record().iter().map(|entry| self.entry_words(entry)).collect()
    }

    /// Returns one line of the record in words.
    pub fn entry_words(&self, entry: &Entry) -> String {
        match entry {
            Entry::Choice(choice, then) => self.choice_words_when(*choice, *then),
            Entry::Lab(words) => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Whether a lab command changes declarations instead of what is on the table.
fn changes_setup(words: &[String]) -> bool {
    matches!(words, [verb, ..] if verb == "tile")
        || matches!(words, [verb, what, ..] if verb == "set" && what == "option")
}
