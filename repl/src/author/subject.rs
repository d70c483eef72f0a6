//! What is checked: a folder, the file of a house rule, or a set by its name; with the library in which it is found.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::manifest::{Expansion, Folder};

use crate::author::findings::{Finding, Severity};
use crate::game::library::{Library, SceneFile};
use crate::io::reply::{Cause, Failure};

/// The file that makes a folder an expansion.
const MANIFEST: &str = "expansion.toml";

/// A set to be checked.
pub struct Subject {
    /// Its id, by which the library finds it.
    pub id: String,
    /// The sets, with the folder in which this one lies first.
    pub library: Library,
    /// Where it is on disk, if it is.
    pub path: Option<PathBuf>,
}

impl Subject {
    /// The set that a word means: a path, or else a name.
    pub fn named(library: &Library, word: &str) -> Result<Subject, Failure> {
        let path = Path::new(word);
        let is_path = path.components().count() > 1 || word.ends_with(".lua") || path.join(MANIFEST).exists();
        if is_path || path.is_dir() && !library.has(word) {
            return Subject::on_disk(library, path);
        }
        let mut library = library.clone();
        match library.find(word) {
            Ok(found) => Ok(Subject::known(library, found.id())),
            // A manifest that cannot be read is what the check is for.
            Err(failure) if failure.cause == Cause::Manifest && library.has(word) => Ok(Subject::known(library, word)),
            Err(failure) => Err(failure),
        }
    }

    fn known(library: Library, id: &str) -> Subject {
        Subject { id: id.into(), path: library.path_of(id), library }
    }

    fn on_disk(library: &Library, path: &Path) -> Result<Subject, Failure> {
        let shown = path.display();
        let failed = |error: std::io::Error| Failure::io(format!("{shown} cannot be read: {error}"));
        let facts = std::fs::metadata(path).map_err(failed)?;
        if facts.is_dir() && !path.join(MANIFEST).is_file() {
            let why = format!("{shown} has no {MANIFEST}; `init NAME` makes a folder that has everything");
            return Err(Failure::refused(why));
        }
        let (place, name) = split(path).map_err(failed)?;
        let id = if facts.is_dir() { name } else { name.trim_end_matches(".lua").to_string() };
        Ok(Subject { library: library.with_place(place), id, path: Some(path.into()) })
    }

    /// Reads it, or says what is wrong with its manifests.
    pub fn read(&self) -> Result<Arc<Expansion>, Finding> {
        let on_disk = |path: &PathBuf| match path.is_dir() {
            true => Folder::read_dir(path).and_then(|folder| Expansion::read(&folder)),
            false => Folder::read_file(path).and_then(|file| Expansion::read_house(&file)),
        };
        if let Some(read) = self.path.as_ref().map(on_disk) {
            let read = read.map_err(|error| Finding::manifest("manifest", error))?;
            if read.id() != self.id {
                let sentence = format!("the folder is called `{}`, its expansion `{}`", self.id, read.id());
                let help = "give both the same name: sets are found by the names of their folders";
                let finding = Finding::new(Severity::Error, "folder-name", sentence, help);
                return Err(finding.at(read.declared_at("", "id")));
            }
        }
        let found = self.library.clone().find(&self.id);
        found.map_err(|failure| Finding::new(Severity::Error, "manifest", failure.message, "fix the manifest first"))
    }

    /// Its scenes.
    pub fn scenes(&self) -> Result<Vec<SceneFile>, Failure> {
        self.library.scenes_of(&self.id)
    }
}

/// The folder in which something lies, and its name there. A path such as `.` is looked up on the disk.
fn split(path: &Path) -> std::io::Result<(PathBuf, String)> {
    let named = |path: &Path| Some((path.parent()?.to_path_buf(), path.file_name()?.to_str()?.to_string()));
    if let Some(parts) = named(path).filter(|_| !path.ends_with("..")) {
        return Ok(parts);
    }
    named(&path.canonicalize()?).ok_or_else(|| std::io::Error::other("this is not a folder with a name"))
}

/// The folder of the expansion in which something lies, if it lies in one.
pub fn expansion_around(path: &Path) -> Option<PathBuf> {
    let holds = |folder: &&Path| folder.join(MANIFEST).is_file();
    let named = path.ancestors().filter(|folder| folder.file_name().is_some()).find(holds);
    let real = || path.canonicalize().ok()?.ancestors().find(holds).map(Path::to_path_buf);
    named.map(Path::to_path_buf).or_else(real)
}

/// The library for a scene or a folder of scenes: if it lies in the folder of an expansion, the folder around that one is
/// searched first.
pub fn library_around(library: &Library, path: &Path) -> Library {
    match expansion_around(path).and_then(|folder| split(&folder).ok()) {
        Some((place, id)) => {
            let mut library = library.with_place(place);
            // Read once, not for each scene; what is wrong with it, the scenes say.
            let _ = library.recipe_around(&id);
            library
        }
        None => library.clone(),
    }
}
