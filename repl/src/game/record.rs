//! A game as a short text that people can read and that is also a script: how it starts, a line for each choice, and a
//! checksum.

use bastide_core::manifest::{Expansion, Recipe};
use bastide_core::{Setup, Unchosen};

use crate::game::assist::Assist;
use crate::game::new;
use crate::game::table::Table;
use crate::io::reply::Failure;

const TITLE_PREFIX: &str = "# bastide record ";
const VERSION: &str = "1";
/// A line of a record that leads to a script error. It is also run when the script is mended, so its sets may be others.
const TRIAL: &str = "# leads to a script error";
const WITH_PREFIX: &str = "# with ";
const CHECK_PREFIX: &str = "# check ";
/// The maximum size of a record.
pub const MAX_BYTES: u64 = 4 << 20;

/// The record of a game.
pub fn text(table: &Table) -> String {
    let mut lines = head(&table.recipe, new::words(table));
    lines.extend(table.game.record_lines());
    lines.extend((table.assist != Assist::Full).then(|| format!("assist {}", table.assist.name())));
    // Bots are seated last and with `--wait`, so that the record, run as a script, ends where the game is.
    for player in table.game.state().players() {
        let name = table.game.player_name(player);
        lines.extend(table.bot_at(player).map(|kind| format!("bots {name} {kind} --wait")));
    }
    whole(lines)
}

/// The record of a game with these lines, the last of which made a script fail. It has no bots, so that as a script it
/// always ends there.
pub fn trial(table: &Table, lines: Vec<String>) -> String {
    with_lines(&table.recipe, table.game.setup(), table.game.seed(), lines)
}

/// The same for a game that is not on the table; without lines if a script failed at the start.
pub fn with_lines(recipe: &Recipe, setup: &Setup, seed: u64, lines: Vec<String>) -> String {
    let mut head = head(recipe, new::command(recipe, setup, seed));
    head.insert(1, TRIAL.into());
    whole([head, lines].concat())
}

/// Why a line was not carried out; for a script error, with the record that reproduces it.
pub fn blamed(table: &Table, line: String, why: Unchosen) -> Failure {
    match why {
        Unchosen::Refused(refusal) => refusal.into(),
        Unchosen::Fault(fault) if fault.halted => (*fault).into(),
        Unchosen::Fault(fault) => {
            let lines = [table.game.record_lines(), vec![line]].concat();
            Failure { record: Some(trial(table, lines).into()), ..(*fault).into() }
        }
    }
}

/// The start of a record: title, sets, and the command that starts the game.
fn head(recipe: &Recipe, begin: String) -> Vec<String> {
    let mut lines = vec![format!("{TITLE_PREFIX}{VERSION}")];
    for expansion in recipe.expansions.iter().map(|portion| &portion.expansion) {
        lines.push(with(expansion));
    }
    lines.push(begin);
    lines
}

/// The line for a set: its id, its version and the hash of its files.
pub fn with(expansion: &Expansion) -> String {
    format!("{WITH_PREFIX}{} {} sha256:{}", expansion.id(), expansion.version(), expansion.hash())
}

/// What such a line says: id, version and hash.
pub fn set_of(line: &str) -> Option<(&str, &str, &str)> {
    let mut words = line.strip_prefix(WITH_PREFIX)?.split(' ');
    Some((words.next()?, words.next()?, words.next()?.strip_prefix("sha256:")?))
}

fn whole(mut lines: Vec<String>) -> String {
    let check = check(&lines);
    lines.push(format!("{CHECK_PREFIX}{check:08x}"));
    lines.join("\n") + "\n"
}

/// A short hash that identifies a text.
pub fn fingerprint(text: &str) -> String {
    format!("{:08x}", crc(text.bytes()))
}

/// The checksum of these lines, including line breaks.
fn check<T: AsRef<str>>(lines: &[T]) -> u32 {
    crc(lines.iter().flat_map(|line| line.as_ref().bytes().chain([b'\n'])))
}

/// CRC-32.
fn crc(bytes: impl Iterator<Item = u8>) -> u32 {
    !bytes.fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ byte as u32, |crc, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

/// Whether these are the first lines of a record of a game, which belongs to its sets.
pub fn belongs_to_sets(lines: &[&str]) -> bool {
    lines.first().is_some_and(|first| first.starts_with(TITLE_PREFIX)) && lines.get(1) != Some(&TRIAL)
}

/// Checks the first and the last line: whether this is a record, and complete.
pub fn check_frame(lines: &[&str]) -> Result<(), (usize, String)> {
    match lines.first().and_then(|first| first.strip_prefix(TITLE_PREFIX)) {
        Some(VERSION) => {}
        Some(other) => {
            let other: String = other.chars().take(20).collect();
            return Err((1, format!("this record has version {other}; only version {VERSION} can be read")));
        }
        None => return Err((1, "this is not a Bastide record".into())),
    }
    let Some((last, body)) = lines.split_last() else { return Ok(()) };
    let Some(said) = last.strip_prefix(CHECK_PREFIX) else {
        return Err((lines.len(), "the record ends early: its last line should be a check".into()));
    };
    let found = format!("{:08x}", check(body));
    if said != found {
        return Err((1, format!("what follows was changed or damaged (check {said:.8}, found {found})")));
    }
    Ok(())
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
