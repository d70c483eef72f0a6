//! Loads a game from its record: starts it as recorded and replays it line by line.

use std::path::Path;

use bastide_core::{Unchosen, lab};

use crate::game::assist::Assist;
use crate::game::library::Library;
use crate::game::new::{NEW, New, read_bot};
use crate::game::table::Table;
use crate::game::{begin, record};
use crate::io::reply::Failure;
use crate::io::{arguments, split};

/// The game of a record, and warnings.
pub fn read(library: &mut Library, file: &Path, bytes: &[u8]) -> Result<(Table, Vec<String>), Failure> {
    let shown = file.display();
    let wrong = |line: usize, message: String| Failure::io(format!("{shown}:{line}: {message}"));
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        wrong(line, format!("byte {at} is not UTF-8; not a Bastide record, or a damaged one"))
    })?;
    let lines: Vec<&str> = text.lines().collect();
    record::check_frame(&lines).map_err(|(line, message)| wrong(line, message))?;
    let mut reading = Reading { library, table: None, seats: seats(&lines), notes: Vec::new() };
    for (number, line) in (1..).zip(&lines) {
        reading.line(line).map_err(|failure| match failure.record {
            // A script error stays one, with its place.
            Some(_) => Failure { message: format!("{shown}:{number}: {}", failure.message), ..failure },
            None => wrong(number, failure.message),
        })?;
    }
    reading.check_sets(&lines);
    let table = reading.table.ok_or_else(|| wrong(lines.len(), "the record does not start a game".into()))?;
    Ok((table, reading.notes))
}

/// The bots at the end of the record. They are seated before the replay, so that their choices are known to be theirs.
fn seats(lines: &[&str]) -> Vec<(String, String)> {
    let words = lines.iter().filter_map(|line| split::words(line).ok());
    let seat = |words: Vec<String>| match &words[..] {
        [verb, player, kind, ..] if verb == "bots" => Some((player.clone(), kind.clone())),
        _ => None,
    };
    words.filter_map(seat).collect()
}

/// Plays one line of a record: a lab command or a choice.
pub fn enter(table: &mut Table, words: &[String]) -> Result<(), Failure> {
    let refs: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_lab = refs.first().is_some_and(|verb| lab::VERBS.iter().any(|(known, _)| known == verb));
    let entered = match is_lab {
        true => table.lab(&refs),
        false => table.game.find(&refs).map_err(Unchosen::from).and_then(|choice| table.choose(choice)),
    };
    entered.map_err(|why| record::blamed(table, split::joined(words), why))
}

struct Reading<'a> {
    library: &'a mut Library,
    table: Option<Table>,
    seats: Vec<(String, String)>,
    notes: Vec<String>,
}

impl Reading<'_> {
    fn line(&mut self, line: &str) -> Result<(), Failure> {
        let words = split::words(line).map_err(|error| Failure::usage(error.to_string()))?;
        match (words.first().map(String::as_str), &mut self.table) {
            (None, _) => Ok(()),
            (Some("new"), None) => self.begin(&words),
            (Some("new"), Some(_)) => Err(Failure::refused("a second game starts here")),
            (_, None) => Err(Failure::refused("the record should start with `new`")),
            (Some("bots"), _) => Ok(()),
            (Some("assist"), Some(table)) => {
                table.assist = words.get(1).map_or(Ok(Assist::default()), |level| level.parse())?;
                Ok(())
            }
            // The last line of a record whose error happened while looking ahead; it is not a choice.
            (Some("hint"), Some(table)) if words.len() == 1 && table.game.find(&["hint"]).is_err() => Ok(()),
            (_, Some(table)) => enter(table, &words),
        }
    }

    fn begin(&mut self, words: &[String]) -> Result<(), Failure> {
        let new: New = arguments::read(NEW, words)?;
        let seed = new.seed.ok_or_else(|| Failure::refused("the record has no seed"))?;
        let mut table = begin::begin(self.library, &new, seed)?;
        for (player, kind) in &self.seats {
            let seat = table.game.player_named(player)?.0 as usize;
            table.seats[seat] = Some(read_bot(kind)?);
        }
        self.table = Some(table);
        Ok(())
    }

    /// Warns if an expansion differs from the one in the record.
    fn check_sets(&mut self, lines: &[&str]) {
        let Some(table) = &self.table else { return };
        for expansion in table.recipe.expansions.iter().map(|portion| &portion.expansion) {
            if !lines.contains(&record::with(expansion).as_str()) {
                let id = expansion.id();
                self.notes.push(format!("warning: {id} is not the same as when this game was saved"));
            }
        }
    }
}
