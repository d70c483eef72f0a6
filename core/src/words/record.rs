//! A game as the lines of its record: written out, played anew, taken back. Undo is never an inverse patch.

use std::sync::Arc;

use crate::language::quoted;
use crate::play::game::{Entry, Game, Unchosen};
use crate::play::setup::Setup;
use crate::table::leash;

impl Game {
    /// The game as it stood after so many lines of its record: never an inverse patch, always played anew.
    pub fn after(&self, lines: usize) -> Result<Game, Unchosen> {
        let mut game = Game::new(self.origin().clone(), self.seed())?;
        for entry in self.record().iter().take(lines) {
            game.enter(entry)?;
        }
        Ok(game)
    }

    /// After a script failed: the game as its record tells it. Should a script fail on that way too, which it did not before,
    /// the game stands as far back as it can be told.
    pub(crate) fn stand_back(&mut self) {
        // What was stopped is taken back all the same.
        leash::loosed(|| self.play_anew());
    }

    fn play_anew(&mut self) {
        // With the same setup, which a lab's lines would make anew.
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

    /// The same record with another setup, as a lab needs it that changes what is declared.
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

    /// The record in words, a line each.
    pub fn record_lines(&self) -> Vec<String> {
        self.record().iter().map(|entry| self.entry_words(entry)).collect()
    }

    /// One line of the record in words.
    pub fn entry_words(&self, entry: &Entry) -> String {
        match entry {
            Entry::Choice(choice, then) => self.choice_words_when(*choice, *then),
            Entry::Lab(words) => words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Whether a lab command changes what is declared, not what lies on the table.
fn changes_setup(words: &[String]) -> bool {
    matches!(words, [verb, ..] if verb == "tile")
        || matches!(words, [verb, what, ..] if verb == "set" && what == "option")
}
