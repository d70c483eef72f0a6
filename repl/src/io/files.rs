//! Where files are, and how they are read and written so that no file is ever half written. Knows bytes, never a game.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::io::reply::Failure;

/// The folder for history and autosaves; `None` without a home folder.
pub fn state_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    folder(&variable, "XDG_STATE_HOME", ".local/state")
}

/// The folder for expansions that the user added.
pub fn data_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    folder(&variable, "XDG_DATA_HOME", ".local/share")
}

/// The folder for settings.
pub fn config_folder(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    folder(&variable, "XDG_CONFIG_HOME", ".config")
}

/// Follows the XDG rules: the variable if it is an absolute path, otherwise the default below the home folder. A crate
/// would be no shorter: it would read the environment itself, which tests replace, and choose other folders on macOS.
fn folder(variable: &impl Fn(&str) -> Option<String>, name: &str, usual: &str) -> Option<PathBuf> {
    let named = variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || variable("HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    Some(named.or_else(|| Some(home()?.join(usual)))?.join("bastide"))
}

/// An environment variable.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// Reads a file of at most `most` bytes. Never blocks on a pipe or a device.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let failed = |error: std::io::Error| Failure::io(format!("{shown} cannot be read: {error}"));
    let facts = fs::metadata(path).map_err(failed)?;
    if !facts.is_file() {
        return Err(Failure::io(format!("{shown} is not a file")));
    }
    let mut bytes = Vec::new();
    if facts.len() <= most {
        File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    }
    let length = facts.len().max(bytes.len() as u64);
    if length > most {
        return Err(Failure::io(format!("{shown} has {length} bytes; at most {most} are read")));
    }
    Ok(bytes)
}

/// Refuses anything that exists but is not a file: opening a pipe would block until its other end is opened.
pub fn check_kind(path: &Path) -> std::io::Result<()> {
    match fs::metadata(path) {
        Ok(facts) if !facts.is_file() => Err(std::io::Error::other("not a file")),
        _ => Ok(()),
    }
}

/// Where a file is or will be, with all links resolved; `None` if its folder does not exist.
pub fn place(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Some(folder.canonicalize().ok()?.join(path.file_name()?))
}

/// Finds out whether a file can be written here, before the work that fills it.
pub fn try_write(path: &Path) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{} cannot be written: {error}", path.display()));
    check_kind(path).map_err(failed)?;
    let beside = beside(path)?;
    let _ = fs::remove_file(&beside);
    File::create_new(&beside).and_then(|_| fs::remove_file(&beside)).map_err(failed)
}

/// The name under which a file is written until it is complete.
fn beside(path: &Path) -> Result<PathBuf, Failure> {
    let name = path.file_name().ok_or_else(|| Failure::io(format!("{} names no file", path.display())))?;
    Ok(path.with_file_name(format!(".{}.{}.new", name.to_string_lossy(), std::process::id())))
}

/// Writes a file atomically: afterwards it has either the old or the new content.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{} cannot be written: {error}", path.display()));
    let beside = beside(path)?;
    if path.is_dir() {
        return Err(Failure::io(format!("{} is a folder", path.display())));
    }
    let written = (|| {
        // A file that a killed program or a stranger left under this name is neither written to nor followed.
        let _ = fs::remove_file(&beside);
        let mut file = File::create_new(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&beside, path)?;
        sync_folder(path)
    })();
    written.map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(error)
    })
}

/// Makes sure that a new name in a folder survives a power loss, on systems where folders can be opened.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

/// Creates a folder and its parents.
pub fn make_folder(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io(format!("{} cannot be made: {error}", folder.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_follow_the_variables_and_are_missing_without_a_home() {
        let home = |name: &str| (name == "HOME").then(|| "/home/x".to_string());
        assert_eq!(state_folder(home), Some("/home/x/.local/state/bastide".into()));
        let named = |name: &str| (name == "XDG_STATE_HOME").then(|| "/s".to_string());
        assert_eq!(state_folder(named), Some("/s/bastide".into()));
        let relative = |name: &str| (name == "XDG_DATA_HOME").then(|| "s".to_string());
        assert_eq!(data_folder(relative), None);
    }

    #[test]
    fn a_device_a_folder_and_a_missing_file_are_refused() {
        for path in ["/dev/zero", "/", "/no/such/file"] {
            assert!(read(Path::new(path), 10).is_err(), "{path}");
        }
        assert!(["/dev/zero", "/"].iter().all(|path| check_kind(Path::new(path)).is_err()));
        assert!(check_kind(Path::new("/no/such/file")).is_ok());
        assert!(write(Path::new("/"), b"").is_err());
        assert!(write(Path::new("/no/such/folder/x"), b"").is_err());
    }
}
