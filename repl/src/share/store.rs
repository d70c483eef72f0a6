//! Where installed sets are: a folder each, put in place in one step when everything is checked, so that a full disk or
//! a killed program leaves what was there before. The archives are kept, for records that name another version.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use bastide_core::manifest::{Expansion, Folder};

use crate::game::library::{Library, SETS};
use crate::game::load;
use crate::io::files;
use crate::io::pen::Pen;
use crate::io::reply::Failure;
use crate::share::pack::{Pack, SUMS};

/// The beginnings of names that are only there while something is done.
const NEW: &str = ".new-";
const OLD: &str = ".old-";
const GONE: &str = ".gone-";
const LOCK: &str = ".lock";

/// The folders of installed sets and of their packs.
pub struct Store {
    sets: PathBuf,
    packs: PathBuf,
}

/// What is in a store under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A set that was installed from a pack.
    Installed,
    /// A link to a folder or a file elsewhere.
    Link,
    /// Something that a person put there.
    Own,
}

impl Store {
    /// The store of the user.
    pub fn of_user() -> Result<Store, Failure> {
        let data = files::data_folder(files::variable);
        let data =
            data.ok_or_else(|| Failure::io("no home folder, so nothing can be installed; use --expansions DIR"))?;
        let packs = load::packs_folder().unwrap_or_else(|| data.join("packs"));
        Ok(Store { sets: data.join(SETS), packs })
    }

    /// The sets that were installed from packs, by name.
    pub fn installed(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.sets).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> =
            names.filter(|id| self.place(id).is_some_and(|(_, place)| place == Place::Installed)).collect();
        names.sort();
        names
    }

    /// What is in the store under the name of a set.
    pub fn place(&self, id: &str) -> Option<(PathBuf, Place)> {
        let (folder, rule) = (self.sets.join(id), self.sets.join(format!("{id}.lua")));
        let path = [folder, rule].into_iter().find(|path| fs::symlink_metadata(path).is_ok())?;
        if id.starts_with('.') || Path::new(id).file_name().is_none_or(|name| name != id) {
            return None;
        }
        let place = match path.is_symlink() {
            true => Place::Link,
            false if path.join(SUMS).is_file() => Place::Installed,
            false => Place::Own,
        };
        Some((path, place))
    }

    /// Puts the set of a pack in place. If this fails, what was there before is still there.
    pub fn install(&self, pen: &Pen, pack: &Pack) -> Result<PathBuf, Failure> {
        let (id, version) = (pack.expansion.id(), pack.expansion.version());
        let target = self.sets.join(id);
        let _lock = self.lock(pen, &target)?;
        if let Some((path, Place::Own)) = self.place(id) {
            let shown = path.display();
            return Err(Failure::refused(format!("{shown} was not installed from a pack; move it away first")));
        }
        let fresh = self.sets.join(format!("{NEW}{id}"));
        let kept = self.packs.join(load::pack_name(id, version, pack.expansion.hash()));
        let keep = || files::make_folder(&self.packs).and_then(|()| files::write(&kept, &pack.bytes));
        let unchanged =
            |failure: Failure| Failure { message: format!("{}; nothing has changed", failure.message), ..failure };
        let done =
            unpack(pack, &fresh).and_then(|()| keep().map_err(unchanged)).and_then(|()| self.swap(&fresh, &target));
        if done.is_err() {
            clear(&fresh);
        }
        done.map(|()| target)
    }

    /// Makes a set known that is elsewhere: a link to its folder or its file.
    pub fn link(&self, pen: &Pen, id: &str, to: &Path) -> Result<PathBuf, Failure> {
        let to = to.canonicalize().map_err(|error| Failure::io(format!("{} cannot be read: {error}", to.display())))?;
        let target = if to.is_dir() { self.sets.join(id) } else { self.sets.join(format!("{id}.lua")) };
        let _lock = self.lock(pen, &target)?;
        if let Some((path, Place::Installed | Place::Own)) = self.place(id) {
            let shown = path.display();
            return Err(Failure::refused(format!(
                "{shown} is there already; `expansions remove {id}` removes an installed set"
            )));
        }
        let fresh = self.sets.join(format!("{NEW}{id}"));
        symlink(&to, &fresh).and_then(|()| fs::rename(&fresh, &target)).map_err(|error| failed(&target, &error))?;
        Ok(target)
    }

    /// Removes an installed set, or a link to one elsewhere.
    pub fn remove(&self, pen: &Pen, id: &str) -> Result<(PathBuf, Place), Failure> {
        let Some((path, place)) = self.place(id) else {
            return Err(Failure::refused(format!("{id} is not installed; `expansions` lists all sets")));
        };
        if place == Place::Own {
            let shown = path.display();
            return Err(Failure::refused(format!("{shown} was not installed from a pack; only you can delete it")));
        }
        let _lock = self.lock(pen, &path)?;
        let gone = self.sets.join(format!("{GONE}{id}"));
        fs::rename(&path, &gone).map_err(|error| failed(&path, &error))?;
        clear(&gone);
        Ok((path, place))
    }

    /// Makes sure that a path may be written and that nobody else writes here, and removes what killed programs left.
    fn lock(&self, pen: &Pen, target: &Path) -> Result<File, Failure> {
        pen.may_keep(target)?;
        files::make_folder(&self.sets)?;
        let path = self.sets.join(LOCK);
        files::check_kind(&path).map_err(|error| failed(&path, &error))?;
        let lock = File::create(&path).map_err(|error| failed(&path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(Failure::refused("another bastide is installing; try again")),
            Err(TryLockError::Error(error)) => return Err(failed(&path, &error)),
        }
        self.tidy();
        Ok(lock)
    }

    /// Removes what killed programs left, and puts back what they had moved away.
    fn tidy(&self) {
        for entry in fs::read_dir(&self.sets).into_iter().flatten().flatten() {
            let (path, Ok(name)) = (entry.path(), entry.file_name().into_string()) else { continue };
            if let Some(id) = name.strip_prefix(OLD).filter(|id| !self.sets.join(id).exists()) {
                let _ = fs::rename(&path, self.sets.join(id));
            } else if [NEW, OLD, GONE].iter().any(|begin| name.starts_with(begin)) {
                clear(&path);
            }
        }
    }

    /// Puts a complete folder in place of what is there.
    fn swap(&self, fresh: &Path, target: &Path) -> Result<(), Failure> {
        let fail = |error: std::io::Error| failed(target, &error);
        if fs::symlink_metadata(target).is_err() {
            fs::rename(fresh, target).map_err(fail)?;
        } else if exchange(fresh, target).is_ok() {
            clear(fresh);
        } else {
            let name = target.file_name().unwrap_or_default().to_string_lossy();
            let old = self.sets.join(format!("{OLD}{name}"));
            fs::rename(target, &old).map_err(fail)?;
            if let Err(error) = fs::rename(fresh, target) {
                let _ = fs::rename(&old, target);
                return Err(fail(error));
            }
            clear(&old);
        }
        // A link to a rule elsewhere would be found beside the folder.
        let rule = target.with_extension("lua");
        if rule.is_symlink() {
            clear(&rule);
        }
        let _ = File::open(&self.sets).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Writes the files of a pack into a new folder, and reads the set again as it is on disk.
fn unpack(pack: &Pack, folder: &Path) -> Result<(), Failure> {
    clear(folder);
    for (name, bytes) in &pack.files {
        let path = folder.join(name);
        let written = fs::create_dir_all(path.parent().unwrap_or(folder))
            .and_then(|()| File::create_new(&path))
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()));
        written.map_err(|error| failed(&path, &error))?;
    }
    let found = match pack.expansion.is_house() {
        true => Expansion::read_house(&Folder::read_file(folder.join(format!("{}.lua", pack.expansion.id())))?)?,
        false => Expansion::read(&Folder::read_dir(folder)?)?,
    };
    match found.hash() == pack.expansion.hash() {
        true => Ok(()),
        false => Err(Failure::io(format!("{} is not what was written there", folder.display()))),
    }
}

/// Removes a folder, a file or a link, if it is there.
fn clear(path: &Path) {
    let _ = if path.is_dir() && !path.is_symlink() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
}

fn failed(path: &Path, error: &std::io::Error) -> Failure {
    Failure::io(format!("{} cannot be written: {error}; nothing has changed", path.display()))
}

/// Exchanges two names in one step, where the system can.
#[cfg(target_os = "linux")]
fn exchange(one: &Path, other: &Path) -> std::io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    Ok(renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE)?)
}

#[cfg(not(target_os = "linux"))]
fn exchange(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::ErrorKind::Unsupported.into())
}

#[cfg(unix)]
fn symlink(to: &Path, link: &Path) -> std::io::Result<()> {
    std::os::unix::fs::symlink(to, link)
}

#[cfg(not(unix))]
fn symlink(_: &Path, _: &Path) -> std::io::Result<()> {
    Err(std::io::Error::other("links are not supported here; use --expansions DIR"))
}

/// The set at a path, read as the library reads it.
pub fn at_path(library: &mut Library, path: &str) -> Result<String, Failure> {
    let name = if path.contains('/') || path.ends_with(".lua") { path.to_string() } else { format!("./{path}") };
    Ok(library.find(&name)?.id().to_string())
}
