//! A line that is typed: the cursor, the lines typed before, completions. Knows nothing of what the line does.

use crate::line::command::Candidate;

/// The longest line.
const MAX_CHARACTERS: usize = 2_000;

/// The line being typed.
#[derive(Default)]
pub struct Typing {
    text: Vec<char>,
    at: usize,
    /// The line from the history that is shown, counted from the last.
    back: usize,
    /// What the line would do.
    pub preview: String,
    /// The completions, and the one that is taken.
    pub offers: Vec<Candidate>,
    offered: usize,
    /// The line up to the completed text.
    stem: String,
}

impl Typing {
    /// The line.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// The line up to the cursor.
    pub fn before(&self) -> String {
        self.text[..self.at].iter().collect()
    }

    /// The completion that is taken.
    pub fn offered(&self) -> usize {
        self.offered
    }

    fn changed(&mut self) {
        self.preview.clear();
        self.offers.clear();
    }

    fn set(&mut self, text: &str) {
        self.text = text.chars().take(MAX_CHARACTERS).collect();
        self.at = self.text.len();
        self.changed();
    }

    /// Inserts text; line breaks become blanks.
    pub fn insert(&mut self, text: &str) {
        let room = MAX_CHARACTERS.saturating_sub(self.text.len());
        let visible = text.chars().map(|sign| if sign.is_control() { ' ' } else { sign });
        let signs: Vec<char> = visible.take(room).collect();
        let length = signs.len();
        self.text.splice(self.at..self.at, signs);
        self.at += length;
        self.changed();
    }

    /// Removes the character before the cursor.
    pub fn back(&mut self) {
        if self.at > 0 {
            self.at -= 1;
            self.delete();
        }
    }

    /// Removes the character at the cursor.
    pub fn delete(&mut self) {
        if self.at < self.text.len() {
            self.text.remove(self.at);
        }
        self.changed();
    }

    /// Removes the line up to the cursor.
    pub fn clear(&mut self) {
        self.text.drain(..self.at);
        self.at = 0;
        self.changed();
    }

    /// Removes the word before the cursor.
    pub fn back_word(&mut self) {
        while self.at > 0 && self.text[self.at - 1].is_whitespace() {
            self.back();
        }
        while self.at > 0 && !self.text[self.at - 1].is_whitespace() {
            self.back();
        }
    }

    /// Moves the cursor.
    pub fn step(&mut self, by: isize) {
        self.at = self.at.saturating_add_signed(by).min(self.text.len());
    }

    /// Shows an older or a newer line.
    pub fn recall(&mut self, history: &[String], is_older: bool) {
        self.back = if is_older { (self.back + 1).min(history.len()) } else { self.back.saturating_sub(1) };
        let line = self.back.checked_sub(1).and_then(|back| history.iter().rev().nth(back));
        self.set(&line.cloned().unwrap_or_default());
    }

    /// Takes completions for a line: a single one at once, otherwise what they have in common.
    pub fn offer(&mut self, line: &str, start: usize, mut found: Vec<Candidate>) {
        if line != self.before() {
            return;
        }
        found.retain(|candidate| !candidate.text.contains(bastide_core::language::is_hidden));
        let stem = line.get(..start).unwrap_or_default().to_string();
        let typed = line.chars().count() - stem.chars().count();
        match &found[..] {
            [] => {}
            [only] => self.replace(&format!("{stem}{} ", only.text)),
            several => {
                let common = common(several);
                if common.chars().count() > typed {
                    self.replace(&format!("{stem}{common}"));
                }
                (self.offers, self.offered, self.stem) = (found, usize::MAX, stem);
            }
        }
    }

    /// Takes the next of the completions. Returns whether there are any.
    pub fn next_offer(&mut self, is_back: bool) -> bool {
        let all = self.offers.len();
        if all == 0 {
            return false;
        }
        let step = if is_back { all - 1 } else { 1 };
        let next = if self.offered >= all { 0 } else { (self.offered + step) % all };
        let (offers, stem) = (std::mem::take(&mut self.offers), self.stem.clone());
        self.replace(&format!("{stem}{}", offers[next].text));
        (self.offers, self.offered) = (offers, next);
        true
    }

    /// Replaces the line up to the cursor.
    fn replace(&mut self, text: &str) {
        self.clear();
        self.insert(text);
    }
}

/// The beginning that all candidates have in common.
fn common(candidates: &[Candidate]) -> String {
    let Some(first) = candidates.first() else { return String::new() };
    let length = |other: &Candidate| first.text.chars().zip(other.text.chars()).take_while(|(a, b)| a == b).count();
    let shortest = candidates.iter().map(length).min().unwrap_or(0);
    first.text.chars().take(shortest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(words: &[&str]) -> Vec<Candidate> {
        words.iter().map(|word| Candidate::new(*word, "")).collect()
    }

    #[test]
    fn a_line_is_edited_and_older_ones_come_back() {
        let mut typing = Typing::default();
        typing.insert("log 5\nx");
        assert_eq!(typing.text(), "log 5 x");
        typing.back_word();
        typing.step(-1);
        typing.back();
        assert_eq!(typing.text(), "log  ");
        typing.recall(&["a".into(), "b".into()], true);
        typing.recall(&["a".into(), "b".into()], true);
        typing.recall(&["a".into(), "b".into()], true);
        assert_eq!(typing.text(), "a");
        typing.recall(&["a".into(), "b".into()], false);
        assert_eq!(typing.text(), "b");
    }

    #[test]
    fn one_completion_is_taken_and_several_are_gone_through() {
        let mut typing = Typing::default();
        typing.insert("leg");
        typing.offer("leg", 0, offers(&["legal"]));
        assert_eq!(typing.text(), "legal ");
        let mut typing = Typing::default();
        typing.insert("re");
        typing.offer("re", 0, offers(&["redo", "reload", "resume"]));
        assert!(typing.next_offer(false));
        assert_eq!(typing.text(), "redo");
        assert!(typing.next_offer(false) && typing.next_offer(false));
        assert_eq!(typing.text(), "resume");
        typing.insert("x");
        assert!(!typing.next_offer(false), "another letter ends it");
        typing.offer("re", 0, offers(&["redo"]));
        assert_eq!(typing.text(), "resumex", "an answer that comes late is dropped");
    }
}
