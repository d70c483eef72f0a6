//! Writes files, and is the only place that decides which files may be written. Knows paths, never what is written.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::io::files;
use crate::io::reply::Failure;

/// Writes the files that commands name.
#[derive(Clone, Debug, Default)]
pub struct Pen {
    permission: Permission,
    /// The files that this pen wrote itself; it may always replace them.
    written: BTreeSet<PathBuf>,
}

/// What a pen is allowed to write.
#[derive(Clone, Debug, Default)]
enum Permission {
    /// Anything: a person typed the command, at the prompt or in the shell.
    #[default]
    Everywhere,
    /// New files below these folders, and existing ones only if `overwrite` is set. For files of commands, which may
    /// come from a stranger.
    Below { folders: Vec<PathBuf>, overwrite: bool },
    /// Nothing.
    Nowhere,
}

impl Pen {
    /// A pen that writes nothing.
    pub fn none() -> Pen {
        Pen { permission: Permission::Nowhere, ..Pen::default() }
    }

    /// A pen for a file of commands: it writes below these folders. Folders that do not exist are ignored.
    pub fn below(folders: impl IntoIterator<Item = PathBuf>, overwrite: bool) -> Pen {
        let folders = folders.into_iter().filter_map(|folder| folder.canonicalize().ok()).collect();
        Pen { permission: Permission::Below { folders, overwrite }, ..Pen::default() }
    }

    /// Whether it writes nothing at all, not even the program's own files.
    pub fn is_none(&self) -> bool {
        matches!(self.permission, Permission::Nowhere)
    }

    /// Writes a file atomically.
    pub fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        self.claim(path)?;
        files::write(path, bytes)
    }

    /// Makes sure that a file can be written, before the work that fills it.
    pub fn prepare(&mut self, path: &Path) -> Result<(), Failure> {
        self.claim(path)?;
        files::try_write(path)
    }

    /// Claims a file that is written piece by piece, so that later writes may replace it.
    pub fn claim(&mut self, path: &Path) -> Result<(), Failure> {
        self.may(path)?;
        self.written.extend(real(path));
        Ok(())
    }

    /// Makes a folder for files that are written next.
    pub fn folder(&mut self, path: &Path) -> Result<(), Failure> {
        if path.is_dir() {
            return Ok(());
        }
        self.may(path)?;
        files::make_folder(path)
    }

    /// Whether something may be written that changes later sessions, or why not: only what a person typed may.
    pub fn may_keep(&self, path: &Path) -> Result<(), Failure> {
        match self.permission {
            Permission::Everywhere => Ok(()),
            Permission::Nowhere => self.may(path),
            Permission::Below { .. } => {
                let why = "a file of commands installs and removes nothing; type the command yourself";
                Err(Failure::refused(format!("{} is not written: {why}", path.display())))
            }
        }
    }

    /// Whether this file may be written, or why not.
    pub fn may(&self, path: &Path) -> Result<(), Failure> {
        let shown = path.display();
        match &self.permission {
            Permission::Everywhere => Ok(()),
            Permission::Nowhere => Err(Failure::refused(format!("{shown} is not written: --read-only"))),
            Permission::Below { folders, overwrite } => {
                let real = real(path).filter(|real| folders.iter().any(|folder| real.starts_with(folder)));
                let Some(real) = real else {
                    let why = "a file of commands writes only below the folder where bastide was started";
                    return Err(Failure::refused(format!(
                        "{shown} is not written: {why}; --allow-write DIR allows another"
                    )));
                };
                let is_there = fs::symlink_metadata(path).is_ok();
                if is_there && !overwrite && !self.written.contains(&real) {
                    let why = "it exists, and a file of commands replaces files only with --overwrite";
                    return Err(Failure::refused(format!("{shown} is not written: {why}")));
                }
                Ok(())
            }
        }
    }
}

/// The path with all links resolved; `None` if the folder does not exist or the path contains `..`.
fn real(path: &Path) -> Option<PathBuf> {
    if path.components().any(|part| part == Component::ParentDir) {
        return None;
    }
    // A link without a target may lead anywhere later.
    if path.is_symlink() && !path.exists() {
        return None;
    }
    files::place(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pen_for_strangers_writes_new_files_below_its_folders_and_replaces_only_its_own() {
        let top = std::env::temp_dir().join(format!("bastide-pen-{}", std::process::id()));
        let (inside, other) = (top.join("in"), top.join("other"));
        fs::create_dir_all(inside.join("deep")).unwrap();
        fs::create_dir_all(&other).unwrap();
        fs::write(inside.join("old"), "").unwrap();
        std::os::unix::fs::symlink(&other, inside.join("out")).unwrap();
        std::os::unix::fs::symlink(other.join("new"), inside.join("nowhere")).unwrap();
        let mut pen = Pen::below([inside.clone()], false);
        let mut may = |path: &str| pen.write(&inside.join(path), b"x").is_ok();
        let ways = ["new", "new", "deep/new", "old", "../other/x", "deep/../y", "out/x", "nowhere", "missing/x"];
        let written = ways.map(&mut may);
        let elsewhere = pen.write(&other.join("x"), b"").is_ok();
        let allowed = Pen::below([inside.clone(), other.clone()], true).write(&other.join("x"), b"").is_ok();
        let replaced = Pen::below([inside.clone()], true).write(&inside.join("old"), b"").is_ok();
        let nothing = Pen::none().write(&inside.join("new"), b"").is_ok();
        fs::remove_dir_all(&top).unwrap();
        assert_eq!(written, [true, true, true, false, false, false, false, false, false]);
        assert_eq!([elsewhere, allowed, replaced, nothing], [false, true, true, false]);
    }
}
