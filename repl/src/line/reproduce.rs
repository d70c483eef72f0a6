//! Script errors: saves the record that reproduces one, and prints the command that plays it. Knows no Lua.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use bastide_core::language::clip;

use crate::bot::Met;
use crate::game::record;
use crate::game::table::Table;
use crate::io::files;
use crate::io::pen::Pen;
use crate::io::reply::Failure;
use crate::tell::hint::hint;

/// The maximum number of records in the folder.
const MAX_RECORDS: usize = 20;
/// The maximum length of a report, so that the command after it stays visible.
const MAX_REPORT_CHARACTERS: usize = 3_000;
const NAME_PREFIX: &str = "fault-";
const NAME_SUFFIX: &str = ".txt";
/// The name in the file name if no expansion is to blame.
const LAWS: &str = "laws";

/// The failure for a script error that happened while looking ahead. Its record ends with the same choices if they lead
/// to it, or with `hint` if that does; otherwise there is no record.
pub fn foreseen(table: &Table, met: Met) -> Failure {
    let (ahead, comes_in_play) = met.lines(&table.game);
    let hints = || hint(&table.game, 1, &AtomicBool::new(false), &|_| None).is_err_and(|again| met.is(&again.fault));
    let more = match comes_in_play {
        true => Some(ahead.clone()),
        false => hints().then(|| vec!["hint".into()]),
    };
    let lines = more.map(|more| [table.game.record_lines(), more].concat());
    let mut failure = Failure::from(*met.fault);
    failure.record = lines.map(|lines| record::trial(table, lines).into());
    failure.message += &format!("\n  met while looking ahead: {}", ahead.join(", "));
    failure
}

/// Saves the record that reproduces a script error, and adds the command to the message.
pub fn keep(pen: &Pen, folders: &[PathBuf], failure: &mut Failure) {
    let Some(record) = failure.record.take() else { return };
    let expansion = failure.data.get("expansion").and_then(|id| id.as_str()).unwrap_or(LAWS);
    let name = format!("{NAME_PREFIX}{}-{}", plain(expansion), record::fingerprint(&record));
    let folder = files::state_folder(files::variable).ok_or_else(|| Failure::io("no home folder"));
    failure.message = clip(&failure.message, MAX_REPORT_CHARACTERS);
    match folder.and_then(|folder| write(pen, &folder, &name, &record)) {
        Ok(path) => {
            let command = command(folders, &path);
            failure.message += &format!("\n  to reproduce it: {command}");
            failure.data.insert("record".into(), path.display().to_string().into());
            failure.data.insert("again".into(), command.into());
        }
        Err(why) => failure.message += &format!("\n  the record that leads to it could not be saved: {why}"),
    }
}

/// Writes a record under a free name. If the same record is already there, it is kept.
fn write(pen: &Pen, folder: &Path, name: &str, record: &str) -> Result<PathBuf, Failure> {
    let names = (1..=MAX_RECORDS)
        .map(|n| if n == 1 { format!("{name}{NAME_SUFFIX}") } else { format!("{name}-{n}{NAME_SUFFIX}") });
    for path in names.map(|name| folder.join(name)) {
        match files::read(&path, record::MAX_BYTES) {
            Ok(other) if other == record.as_bytes() => return Ok(path),
            Ok(_) => continue,
            Err(_) => {
                pen.may(&path)?;
                files::make_folder(folder)?;
                files::write(&path, record.as_bytes())?;
                forget_oldest(folder, &path);
                return Ok(path);
            }
        }
    }
    Err(Failure::io(format!("too many files are called {name}")))
}

/// Removes the oldest records beyond the maximum.
fn forget_oldest(folder: &Path, newest: &Path) {
    let is_one = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(NAME_PREFIX) && name.ends_with(NAME_SUFFIX) && path != newest && path.is_file()
    };
    let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let written = |path: &PathBuf| fs::metadata(path).and_then(|facts| facts.modified());
    let mut others: Vec<(SystemTime, PathBuf)> =
        paths.filter(is_one).map(|path| (written(&path).unwrap_or(SystemTime::UNIX_EPOCH), path)).collect();
    others.sort();
    let surplus = (others.len() + 1).saturating_sub(MAX_RECORDS);
    for (_, path) in &others[..surplus] {
        // A file that cannot be removed just stays.
        let _ = fs::remove_file(path);
    }
}

/// The shell command that plays a record.
pub fn command(folders: &[PathBuf], record: &Path) -> String {
    let folders = folders.iter().map(|folder| format!(" --expansions {}", shell(folder)));
    format!("bastide{} -f {}", folders.collect::<String>(), shell(record))
}

/// A path quoted for a shell. The only character that cannot be quoted, NUL, is in no valid path.
fn shell(path: &Path) -> String {
    let text = path.display().to_string();
    shlex::try_quote(&text).map_or_else(|_| text.clone(), Cow::into_owned)
}

/// Only the characters that are safe in file names.
fn plain(word: &str) -> String {
    word.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_path_as_it_is() {
        assert_eq!(shell(Path::new("/a/b-c.d")), "/a/b-c.d");
        assert_eq!(shell(Path::new("/a b/it's")), "\"/a b/it's\"");
    }

    #[test]
    fn the_same_record_is_one_file_and_another_one_never_takes_its_place() {
        let folder = std::env::temp_dir().join(format!("bastide-repeat-{}", std::process::id()));
        let pen = Pen::default();
        let first = write(&pen, &folder, "fault-x-1", "a").unwrap();
        assert_eq!(write(&pen, &folder, "fault-x-1", "a").unwrap(), first);
        let other = write(&pen, &folder, "fault-x-1", "b").unwrap();
        let texts = [&first, &other].map(|path| fs::read_to_string(path).unwrap());
        for n in 2..40 {
            write(&pen, &folder, &format!("fault-x-{n}"), "c").unwrap();
        }
        let left = fs::read_dir(&folder).unwrap().count();
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!((texts, left), (["a".into(), "b".into()], MAX_RECORDS));
    }
}
