//! A game as a small text that people can read and that is a script too: what it is played with, then a line for each
//! choice, then a check.

use std::path::{Path, PathBuf};

use bastide_core::game::Unchosen;
use bastide_core::lab;
use bastide_core::manifest::{Expansion, Recipe};
use bastide_core::setup::Setup;

use crate::game::assist::Assist;
use crate::game::begin::{self, read_bot};
use crate::game::library::Library;
use crate::game::table::Table;
use crate::io::files;
use crate::io::reply::{Failure, Reply};
use crate::io::split;
use crate::line::cli::{self, Command};
use crate::line::reproduce::blamed;
use crate::session::Session;
use crate::tell::show;

const TITLE: &str = "# bastide record ";
const VERSION: &str = "1";
const WITH: &str = "# with ";
const CHECK: &str = "# check ";
/// The most bytes of a record that are read.
pub const MOST: u64 = 4 << 20;

/// The record of a game.
pub fn text(table: &Table) -> String {
    let mut lines = head(&table.recipe, begin::words(table));
    lines.extend(table.game.record_lines());
    lines.extend((table.assist != Assist::Full).then(|| format!("assist {}", table.assist.name())));
    // Bots take their seats last and wait, so that as a script too the record ends where the game stands.
    for player in table.game.state().players() {
        let name = table.game.player_name(player);
        lines.extend(table.bot_at(player).map(|kind| format!("bots {name} {kind} --wait")));
    }
    whole(lines)
}

/// The record of a game with these lines, the last of which a script did not survive. It has no bots: as a script it ends
/// where it ends each time.
pub fn trial(table: &Table, lines: Vec<String>) -> String {
    with_lines(&table.recipe, table.game.setup(), table.game.seed(), lines)
}

/// The same of a game that is not on the table; without a line if a script did not let it begin.
pub fn with_lines(recipe: &Recipe, setup: &Setup, seed: u64, lines: Vec<String>) -> String {
    whole([head(recipe, begin::command(recipe, setup, seed)), lines].concat())
}

/// What a record begins with: what it is, the sets as they are, how the game begins.
fn head(recipe: &Recipe, begin: String) -> Vec<String> {
    let mut lines = vec![format!("{TITLE}{VERSION}")];
    for expansion in recipe.expansions.iter().map(|portion| &portion.expansion) {
        lines.push(with(expansion));
    }
    lines.push(begin);
    lines
}

/// The line that says which set is meant: its id, its version and what tells its files from others.
fn with(expansion: &Expansion) -> String {
    format!("{WITH}{} {} sha256:{}", expansion.id(), expansion.version(), expansion.hash())
}

fn whole(mut lines: Vec<String>) -> String {
    let check = check(&lines);
    lines.push(format!("{CHECK}{check:08x}"));
    lines.join("\n") + "\n"
}

/// A few signs that tell a text from others.
pub fn fingerprint(text: &str) -> String {
    format!("{:08x}", crc(text.bytes()))
}

/// What tells these lines from others: each is taken with its end.
fn check<T: AsRef<str>>(lines: &[T]) -> u32 {
    crc(lines.iter().flat_map(|line| line.as_ref().bytes().chain([b'\n'])))
}

/// CRC-32.
fn crc(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ byte as u32, |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

/// Writes the game to a file.
pub fn save(session: &mut Session, file: Option<PathBuf>) -> Result<Reply, Failure> {
    let text = text(session.table()?);
    let path = match file.or_else(|| session.file.clone()) {
        Some(path) => path,
        None => usual_place(session)?,
    };
    session.pen.write(&path, text.as_bytes())?;
    let shown = path.display().to_string();
    session.file = Some(path);
    Ok(Reply::text(format!("Saved to {shown}.")).with("file", shown))
}

/// Where a game is saved when nothing is said: beside the history, by its seed.
fn usual_place(session: &Session) -> Result<PathBuf, Failure> {
    let folder = files::state_folder(files::variable);
    let folder = folder.ok_or_else(|| Failure::usage("there is no home folder: say where, save FILE"))?;
    let path = folder.join(format!("game-{}.txt", session.table()?.game.seed()));
    session.pen.may(&path)?;
    files::make_folder(&folder)?;
    Ok(path)
}

/// Reads a game from a file; the running one stays if anything is wrong.
pub fn load(session: &mut Session, file: PathBuf) -> Result<Reply, Failure> {
    let bytes = files::read(&file, MOST)?;
    let (table, notes) = read(&mut session.library, &file, &bytes)?;
    session.screen.prepare(table.game.setup())?;
    session.screen.manner.assist = table.assist;
    session.begun += 1;
    let (lines, progress) = (table.game.record().len(), show::progress(&table.game));
    session.table = Some(table);
    let shown = file.display().to_string();
    session.file = Some(file);
    let mut reply = Reply::text(format!("Loaded {shown}: {progress}.")).with("file", shown).with("lines", lines);
    (reply.changed, reply.notes) = (true, notes);
    Ok(reply)
}

/// The game that a record tells of, and warnings.
pub fn read(library: &mut Library, file: &Path, bytes: &[u8]) -> Result<(Table, Vec<String>), Failure> {
    let shown = file.display();
    let wrong = |line: usize, message: String| Failure::io(format!("{shown}:{line}: {message}"));
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count() + 1;
        wrong(line, format!("byte {at} is not UTF-8; this is no record of Bastide, or a damaged one"))
    })?;
    let lines: Vec<&str> = text.lines().collect();
    check_frame(&lines).map_err(|(line, message)| wrong(line, message))?;
    let mut reading = Reading { library, table: None, seats: seats(&lines), notes: Vec::new() };
    for (number, line) in (1..).zip(&lines) {
        reading.line(line).map_err(|failure| match failure.record {
            // A script's error stays one, and says where.
            Some(_) => Failure { message: format!("{shown}:{number}: {}", failure.message), ..failure },
            None => wrong(number, failure.message),
        })?;
    }
    reading.check_sets(&lines);
    let table = reading.table.ok_or_else(|| wrong(lines.len(), "the record begins no game".into()))?;
    Ok((table, reading.notes))
}

/// The first and the last line: whether this is a record, and a whole one.
fn check_frame(lines: &[&str]) -> Result<(), (usize, String)> {
    match lines.first().and_then(|first| first.strip_prefix(TITLE)) {
        Some(VERSION) => {}
        Some(other) => {
            let other: String = other.chars().take(20).collect();
            return Err((1, format!("this is record {other}; only record {VERSION} is understood here")));
        }
        None => return Err((1, "this is no record of Bastide".into())),
    }
    let Some((last, body)) = lines.split_last() else { return Ok(()) };
    let Some(said) = last.strip_prefix(CHECK) else {
        return Err((lines.len(), "the record ends early: its last line should be a check".into()));
    };
    let found = format!("{:08x}", check(body));
    if said != found {
        return Err((1, format!("what follows was changed or damaged (check {said:.8}, found {found})")));
    }
    Ok(())
}

/// Who is a bot at the end: said before the game is played, so that their choices are known as theirs.
fn seats(lines: &[&str]) -> Vec<(String, String)> {
    let words = lines.iter().filter_map(|line| split::words(line).ok());
    let seat = |words: Vec<String>| match &words[..] {
        [verb, player, kind, ..] if verb == "bots" => Some((player.clone(), kind.clone())),
        _ => None,
    };
    words.filter_map(seat).collect()
}

/// Plays one line of a record: a command of the lab, or a choice.
pub fn enter(table: &mut Table, words: &[String]) -> Result<(), Failure> {
    let refs: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_lab = refs.first().is_some_and(|verb| lab::VERBS.iter().any(|(known, _)| known == verb));
    let entered = match is_lab {
        true => table.lab(&refs),
        false => table.game.find(&refs).map_err(Unchosen::from).and_then(|choice| table.choose(choice)),
    };
    entered.map_err(|why| blamed(table, split::joined(words), why))
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
            (Some("new"), Some(_)) => Err(Failure::refused("a second game begins here")),
            (_, None) => Err(Failure::refused("the record should begin with `new`")),
            (Some("bots"), _) => Ok(()),
            (Some("assist"), Some(table)) => {
                let Command::Assist { level } = cli::parse(&words)? else { return Ok(()) };
                table.assist = level.unwrap_or_default();
                Ok(())
            }
            // The last line of a record that leads to an error which looking ahead has met: it chooses nothing.
            (Some("hint"), Some(table)) if words.len() == 1 && table.game.find(&["hint"]).is_err() => Ok(()),
            (_, Some(table)) => enter(table, &words),
        }
    }

    fn begin(&mut self, words: &[String]) -> Result<(), Failure> {
        let Command::New(new) = cli::parse(words)? else { return Ok(()) };
        let seed = new.seed.ok_or_else(|| Failure::refused("the record does not say its seed"))?;
        let mut table = begin::begin(self.library, &new, seed)?;
        for (player, kind) in &self.seats {
            let seat = table.game.player_named(player)?.0 as usize;
            table.seats[seat] = Some(read_bot(kind)?);
        }
        self.table = Some(table);
        Ok(())
    }

    /// Warns where an expansion is not what the record says it was.
    fn check_sets(&mut self, lines: &[&str]) {
        let Some(table) = &self.table else { return };
        for expansion in table.recipe.expansions.iter().map(|portion| &portion.expansion) {
            if !lines.contains(&with(expansion).as_str()) {
                let id = expansion.id();
                self.notes.push(format!("warning: {id} is not the same as when this game was saved"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_check_is_the_common_one() {
        assert_eq!(crc("123456789".bytes()), 0xCBF4_3926);
        assert_ne!(check(&["ab", "c"]), check(&["a", "bc"]));
    }
}
