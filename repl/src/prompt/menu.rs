//! The list that Tab opens below the line: it narrows while a word is typed, and Tab again goes through it. Knows
//! candidates and columns, never the game.

use bastide_core::language::shown;

use crate::io::prose::{clip, pad, widest};
use crate::line::command::Candidate;

/// The maximum number of candidates that are visible at once.
const MAX_ROWS: usize = 10;
/// Lines that stay free: the prompt's own and one above it.
const LINES_KEPT: usize = 3;
/// Blanks between a name and its description.
const GAP: usize = 2;

/// The list, if it is open.
#[derive(Default)]
pub struct Menu {
    open: Option<Open>,
}

struct Open {
    /// The line up to the completed word.
    before: String,
    candidates: Vec<Candidate>,
    /// The candidate that Tab has put into the line.
    chosen: Option<usize>,
}

impl Menu {
    /// Closes the list.
    pub fn close(&mut self) {
        self.open = None;
    }

    /// Whether it is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the list is for this line.
    pub fn is_at(&self, line: &str) -> bool {
        self.open.as_ref().is_some_and(|open| open.is_at(line))
    }

    /// What Tab puts in place of the word that starts at `start`: the beginning that all candidates share; after that,
    /// one candidate after the other.
    pub fn tab(&mut self, line: &str, start: usize, found: Vec<Candidate>) -> Option<(usize, String)> {
        if let Some(open) = self.open.as_mut().filter(|open| open.is_at(line)) {
            let next = open.chosen.map_or(0, |chosen| (chosen + 1) % open.candidates.len().max(1));
            open.chosen = Some(next);
            return Some((open.before.len(), open.candidates.get(next)?.text.clone()));
        }
        let shared = shared(&found);
        self.open = match found.len() {
            0 | 1 => None,
            _ => Some(Open { before: line.get(..start)?.into(), candidates: found, chosen: None }),
        };
        // A single candidate is complete, so another word may follow.
        Some((start, shared?))
    }

    /// Whether Tab has put a candidate into this line, so that the list stays as it is.
    pub fn is_chosen(&self, line: &str) -> bool {
        self.open.as_ref().is_some_and(|open| open.chosen.is_some() && open.is_at(line))
    }

    /// Shows what fits the line now.
    pub fn narrow(&mut self, line: &str, start: usize, found: Vec<Candidate>) {
        let before = line.get(..start).unwrap_or_default().to_string();
        self.open = (!found.is_empty()).then_some(Open { before, candidates: found, chosen: None });
    }

    /// The list as lines below the prompt; the chosen candidate has a mark.
    pub fn lines(&self, (columns, lines): (usize, usize), mark: char) -> Vec<String> {
        let Some(open) = &self.open else { return Vec::new() };
        let rows = MAX_ROWS.min(lines.saturating_sub(LINES_KEPT)).max(1);
        let chosen = open.chosen.unwrap_or(0);
        let first = (chosen + 1).saturating_sub(rows);
        let seen = open.candidates.iter().enumerate().skip(first).take(rows);
        let wide = widest(seen.clone().map(|(_, candidate)| &candidate.text));
        let row = |(at, candidate): (usize, &Candidate)| {
            let sign = if open.chosen == Some(at) { mark } else { ' ' };
            let text = format!("{sign} {}{:GAP$}{}", pad(&candidate.text, wide), "", candidate.about);
            clip(shown(&text).trim_end(), columns.saturating_sub(1))
        };
        let mut list: Vec<String> = seen.map(row).collect();
        let more = open.candidates.len().saturating_sub(first + rows);
        list.extend(
            (more > 0 && lines > rows + LINES_KEPT).then(|| clip(&format!("  {more} more"), columns.saturating_sub(1))),
        );
        list
    }
}

impl Open {
    /// Whether the line is the one for which the list is shown.
    fn is_at(&self, line: &str) -> bool {
        let Some(word) = line.strip_prefix(self.before.as_str()) else { return false };
        match self.chosen.and_then(|chosen| self.candidates.get(chosen)) {
            Some(chosen) => word == chosen.text,
            None => shared(&self.candidates).is_some_and(|shared| shared.eq_ignore_ascii_case(word)),
        }
    }
}

/// The beginning that all candidates share.
fn shared(candidates: &[Candidate]) -> Option<String> {
    let first = candidates.first()?.text.clone();
    Some(candidates.iter().fold(first, |shared, candidate| {
        let pairs = shared.chars().zip(candidate.text.chars());
        pairs.take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str]) -> Vec<Candidate> {
        names.iter().map(|name| Candidate::new(*name, format!("about {name}"))).collect()
    }

    #[test]
    fn one_tab_opens_the_list_and_more_go_through_it() {
        let mut menu = Menu::default();
        assert_eq!(menu.tab("re", 0, found(&["redo", "reload"])), Some((0, "re".into())));
        assert_eq!(menu.lines((80, 24), '>'), ["  redo    about redo", "  reload  about reload"]);
        assert_eq!(menu.tab("re", 0, Vec::new()), Some((0, "redo".into())));
        assert!(menu.is_chosen("redo") && !menu.is_chosen("red"));
        assert_eq!(menu.tab("redo", 0, Vec::new()), Some((0, "reload".into())));
        assert_eq!(menu.lines((80, 24), '>')[1], "> reload  about reload");
        assert_eq!(menu.tab("reload", 0, Vec::new()), Some((0, "redo".into())));
    }

    #[test]
    fn a_single_candidate_is_taken_and_typing_narrows_the_list() {
        let mut menu = Menu::default();
        assert_eq!(menu.tab("edi", 0, found(&["editions"])), Some((0, "editions".into())));
        assert!(!menu.is_open());
        menu.tab("new r", 4, found(&["river", "rivers", "robbers"]));
        menu.narrow("new ri", 4, found(&["river", "rivers"]));
        assert_eq!(menu.lines((80, 24), '>').len(), 2);
        menu.narrow("new rix", 4, Vec::new());
        assert!(!menu.is_open());
    }

    #[test]
    fn the_list_fits_any_terminal() {
        let mut menu = Menu::default();
        let names: Vec<String> = (0..40).map(|n| format!("name{n}")).collect();
        menu.tab("", 0, found(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        assert_eq!(menu.lines((80, 24), '>').last().unwrap(), "  30 more");
        assert_eq!(menu.lines((80, 24), '>').len(), 11);
        assert_eq!(menu.lines((20, 6), '>').len(), 3);
        assert!(menu.lines((10, 1), '>').iter().all(|line| line.chars().count() < 10));
        (0..40).for_each(|_| drop(menu.tab(&menu.open.as_ref().unwrap().line(), 0, Vec::new())));
        assert!(menu.lines((80, 24), '>').last().unwrap().starts_with("> name39"));
    }

    impl Open {
        fn line(&self) -> String {
            let chosen = self.chosen.map_or(shared(&self.candidates).unwrap(), |at| self.candidates[at].text.clone());
            format!("{}{chosen}", self.before)
        }
    }
}
