//! Names that no set has, and folders in the current folder that have the name of a set: what to type instead.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::language::{did_you_mean, nearest};
use bastide_core::manifest::Expansion;

use super::{Library, MANIFEST, SCRIPT, SETS, folders, is_path, read};
use crate::io::files;
use crate::io::reply::Failure;

/// What to type for the set in the current folder that is called as this word, if there is one.
pub fn here(name: &str) -> Option<String> {
    let is_name = Path::new(name).file_name().is_some_and(|file| file == name);
    let rule = format!("{name}.{SCRIPT}");
    match is_name && Path::new(name).join(MANIFEST).is_file() {
        true => Some(format!("./{name}")),
        false => (is_name && Path::new(&rule).is_file()).then(|| format!("./{rule}")),
    }
}

impl Library {
    /// The set that a command names. If it is not the one in the current folder, that is noted.
    pub fn asked(&mut self, name: &str) -> Result<Arc<Expansion>, Failure> {
        let found = self.find(name)?;
        if let Some(path) = self.differing(found.id()).filter(|_| !is_path(name)) {
            let where_from = self.origin_of(found.id());
            self.note(format!("{name} is the one that is {where_from}; the one here is another: type `{path}`"));
        }
        Ok(found)
    }

    /// For a command that takes the folders here first: says so, if another set has the same name.
    pub fn passed_over(&self, name: &Path) -> Option<String> {
        let name = name.to_str().filter(|name| !is_path(name))?;
        self.differing(name).filter(|path| !path.ends_with(SCRIPT))?;
        Some(format!("{name} is the folder here, not the set that is {}", self.origin_of(name)))
    }

    /// What to type for the set in the current folder, if it is not the one that is found by its name.
    fn differing(&self, id: &str) -> Option<String> {
        let path = here(id)?;
        let found = self.clone().find(id).ok().filter(|found| found.id() == id)?;
        let other = read(Path::new(&path)).ok().filter(|other| other.id() == id)?;
        (other.hash() != found.hash()).then_some(path)
    }

    /// Where a set comes from, in a word or two.
    pub fn origin_of(&self, id: &str) -> String {
        let installed = files::data_folder(files::variable).map(|folder| folder.join(SETS));
        match self.path_of(id) {
            None => "built in".into(),
            Some(path) if path.is_symlink() => "linked".into(),
            Some(path) if installed.is_some_and(|folder| path.starts_with(folder)) => "installed".into(),
            Some(path) => format!("in {}", path.parent().unwrap_or(&path).display()),
        }
    }

    /// Where a set is that is only linked.
    pub fn link_of(&self, id: &str) -> Option<PathBuf> {
        self.path_of(id).filter(|path| path.is_symlink())?.canonicalize().ok()
    }

    /// What can be said instead of a name that no set has.
    pub fn instead_of(&self, name: &str) -> String {
        match (here(name), self.meant(name)) {
            (Some(path), _) if path.ends_with(SCRIPT) => format!("the house rule is here: type `{path}`"),
            (Some(path), _) => format!("the folder `{name}` is here: type `{path}`"),
            (None, Some(near)) => did_you_mean(&near),
            (None, None) => match nearest(name, folders(&PathBuf::from(".")).iter().map(String::as_str)) {
                Some(near) => format!("did you mean `./{near}`, the folder here?"),
                None => "`expansions` lists all sets".into(),
            },
        }
    }

    /// Notes something for the person, once.
    pub(super) fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// What was noted since this was last asked.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }
}
