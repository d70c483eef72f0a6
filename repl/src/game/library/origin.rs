//! Where sets come from: those inside the program, folders on disk, and the scenes of each.

use std::path::{Path, PathBuf};

use include_dir::Dir;

use super::{EMBEDDED, EMBEDDED_HOUSE, Library, MANIFEST, embedded};
use crate::io::files;
use crate::io::reply::Failure;

/// The folder of a set's scenes, and what their names end in.
const SCENES: &str = "scenes";
const SCENE: &str = "scene";
/// The maximum size of a scene.
const MAX_BYTES: u64 = 1 << 20;
/// The maximum depth of folders, and how many scenes are read.
const MAX_DEPTH: usize = 16;
const MAX_SCENES: usize = 10_000;

/// A scene as text, or why it cannot be read.
#[derive(Clone, Debug)]
pub struct SceneFile {
    /// Its file.
    pub path: PathBuf,
    /// What is in it.
    pub text: Result<String, Failure>,
}

impl Library {
    /// A library that searches one more folder before its own, and has not read anything yet.
    pub fn with_place(&self, place: PathBuf) -> Library {
        Library::new([place].into_iter().chain(self.places().iter().cloned()).collect())
    }

    /// The ids of the sets inside the program, without house rules.
    pub fn built_in() -> Vec<String> {
        let holds = |dir: &&Dir<'_>| dir.get_file(dir.path().join(MANIFEST)).is_some();
        let name = |dir: &Dir<'_>| Some(dir.path().file_name()?.to_str()?.to_string());
        EMBEDDED.dirs().filter(holds).filter_map(name).collect()
    }

    /// The hash of the set or house rule inside the program that has this id.
    pub fn built_in_hash(id: &str) -> Option<String> {
        super::is_embedded(id).then(|| embedded(id).ok()).flatten().map(|expansion| expansion.hash().to_string())
    }

    /// The scenes of a set: those in its folder, or for a house rule those beside it that name it.
    pub fn scenes_of(&self, id: &str) -> Result<Vec<SceneFile>, Failure> {
        match self.path_of(id) {
            Some(path) if path.is_dir() => scenes_in(&path.join(SCENES)),
            Some(path) => Ok(naming(id, scenes_in(&path.with_file_name(SCENES))?)),
            None => match EMBEDDED.get_dir(id) {
                Some(dir) => Ok(inside(dir.get_dir(dir.path().join(SCENES)))),
                None => Ok(naming(id, inside(EMBEDDED_HOUSE.get_dir(SCENES)))),
            },
        }
    }
}

/// The scenes in a folder; none if there is no such folder.
fn scenes_in(folder: &Path) -> Result<Vec<SceneFile>, Failure> {
    if folder.is_dir() { scene_files(folder) } else { Ok(Vec::new()) }
}

/// The scenes that have a word.
fn naming(word: &str, files: Vec<SceneFile>) -> Vec<SceneFile> {
    let names = |text: &String| text.split_whitespace().any(|found| found == word);
    files.into_iter().filter(|file| file.text.as_ref().is_ok_and(names)).collect()
}

fn inside(dir: Option<&Dir<'_>>) -> Vec<SceneFile> {
    let scene = |file: &include_dir::File<'_>| {
        let text = file.contents_utf8().map(String::from).ok_or_else(|| Failure::usage("the file is not UTF-8"));
        SceneFile { path: Path::new("(built in)").join(file.path()), text }
    };
    dir.map(|dir| dir.files().map(scene).collect()).unwrap_or_default()
}

/// The file itself, or all scenes in a folder and its subfolders, sorted by name.
pub fn scene_files(path: &Path) -> Result<Vec<SceneFile>, Failure> {
    let mut paths = Vec::new();
    find(path, 0, &mut paths)?;
    Ok(paths.into_iter().map(|path| SceneFile { text: read(&path), path }).collect())
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = files::read(path, MAX_BYTES)?;
    String::from_utf8(bytes)
        .map_err(|error| Failure::usage(format!("byte {} of the file is not UTF-8", error.utf8_error().valid_up_to())))
}

fn find(path: &Path, depth: usize, found: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{} cannot be read: {error}", path.display()));
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        found.push(path.into());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if found.len() > MAX_SCENES {
            return Err(Failure::refused(format!("there are more than {MAX_SCENES} scenes; name a smaller folder")));
        }
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link && depth < MAX_DEPTH {
            find(&path, depth + 1, found)?;
        } else if path.extension().is_some_and(|extension| extension == SCENE) {
            found.push(path);
        }
    }
    Ok(())
}
