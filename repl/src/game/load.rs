//! Loads a game from its record: starts it as recorded and replays it line by line.

use std::path::{Path, PathBuf};

use bastide_core::manifest::Expansion;
use bastide_core::{Unchosen, lab};

use crate::game::assist::Assist;
use crate::game::library::Library;
use crate::game::new::{NEW, New, read_bot};
use crate::game::table::Table;
use crate::game::{begin, record};
use crate::io::reply::Failure;
use crate::io::{arguments, files, split};

/// How much of a hash is in the name of a pack that is kept.
const SHORT: usize = 12;

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
    let mut reading = Reading { library, table: None, seats: seats(&lines), notes: Vec::new(), lines: &lines };
    for (number, line) in (1..).zip(&lines) {
        let read = reading.line(line).map_err(|failure| match failure.record {
            // A script error stays one, with its place.
            Some(_) => Failure { message: format!("{shown}:{number}: {}", failure.message), ..failure },
            None => wrong(number, failure.message),
        });
        if let Err(mut failure) = read {
            // If the sets differ, this is probably why.
            failure.message = [vec![failure.message], reading.notes].concat().join("\n");
            return Err(failure);
        }
    }
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
    lines: &'a [&'a str],
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
        let mut table = match begin::begin(self.library, &new, seed) {
            Ok(table) => table,
            Err(failure) => {
                self.notes = self.missing();
                return Err(failure);
            }
        };
        for (player, kind) in &self.seats {
            let seat = table.game.player_named(player)?.0 as usize;
            table.seats[seat] = Some(read_bot(kind)?);
        }
        self.notes = self.others(&table);
        self.table = Some(table);
        Ok(())
    }

    /// Warns of every set that is not the one of the record.
    fn others(&self, table: &Table) -> Vec<String> {
        let sets = table.recipe.expansions.iter().map(|portion| &portion.expansion);
        sets.filter_map(|set| differing(self.lines, set)).map(|told| format!("warning: {told}")).collect()
    }

    /// What to do about the sets of the record that are not there.
    fn missing(&self) -> Vec<String> {
        let sets = self.lines.iter().filter_map(|line| record::set_of(line));
        let missing = sets.filter(|(id, ..)| !self.library.has(id));
        let told = missing.map(|set| {
            let what = kept_pack(set).map_or(set.0.to_string(), |path| split::quoted(&path.display().to_string()));
            format!("the game was saved with {} {}; `install {what}` may bring it back", set.0, set.1)
        });
        told.collect()
    }
}

/// Says how a set differs from the one that a record names, if it does.
fn differing(lines: &[&str], set: &Expansion) -> Option<String> {
    if lines.contains(&record::with(set).as_str()) {
        return None;
    }
    let (id, now) = (set.id(), set.version());
    let saved = lines.iter().filter_map(|line| record::set_of(line)).find(|(other, ..)| *other == id);
    let versions = saved.map_or(String::new(), |(_, was, _)| match was == now {
        true => format!(" ({was}, with other files)"),
        false => format!(" ({was}, now {now})"),
    });
    let kept = saved.and_then(kept_pack).map_or(String::new(), |path| {
        format!("; `install {}` brings that one back", split::quoted(&path.display().to_string()))
    });
    Some(format!("{id} is not the same as when this game was saved{versions}{kept}"))
}

/// How the sets at hand differ from those that the beginning of a file names, if it is the record of a
/// game.
pub fn differences(library: &mut Library, text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    if !record::belongs_to_sets(&lines) {
        return Vec::new();
    }
    let ids: Vec<&str> = lines.iter().filter_map(|line| record::set_of(line)).map(|(id, ..)| id).collect();
    let at_hand = ids.into_iter().filter(|id| library.has(id)).collect::<Vec<_>>();
    at_hand.into_iter().filter_map(|id| differing(&lines, &*library.find(id).ok()?)).collect()
}

/// The folder in which the packs of installed sets are kept.
pub fn packs_folder() -> Option<PathBuf> {
    files::data_folder(files::variable).map(|folder| folder.join("packs"))
}

/// The name of the pack that is kept for a set of this version and hash.
pub fn pack_name(id: &str, version: &str, hash: &str) -> String {
    format!("{id}-{version}.{}.bastide", hash.get(..SHORT).unwrap_or_default())
}

/// The pack that was kept for a set of a record.
fn kept_pack((id, version, hash): (&str, &str, &str)) -> Option<PathBuf> {
    let name = pack_name(id, version, hash);
    let is_name = Path::new(&name).file_name().is_some_and(|file| file == name.as_str());
    Some(packs_folder()?.join(name)).filter(|path| is_name && path.is_file())
}
