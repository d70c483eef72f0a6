//! The files of an expansion, from an untrusted disk or from the program itself. Knows bytes, never a key.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::error::{ManifestError, Place, quoted};

/// The maximum size of a file.
pub const MAX_FILE: u64 = 1 << 20;
/// The maximum size of all files together.
const MAX_BYTES: u64 = 8 << 20;
/// The maximum number of files and folders, including those that are not read.
const MAX_ENTRIES: usize = 1_000;
/// The maximum depth of nested folders.
const MAX_DEPTH: usize = 4;
/// The tests of an expansion, which are not part of its rules.
const SCENES: &str = "scenes";

/// The files of an expansion: its manifests and scripts, by their path in the folder.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    name: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Folder {
    /// Makes a folder from files in memory, for instance those in the program. Files that cannot change a game are left
    /// out.
    pub fn from_files<N, B>(name: impl Into<String>, files: impl IntoIterator<Item = (N, B)>) -> Folder
    where
        N: Into<String>,
        B: Into<Vec<u8>>,
    {
        let files = files.into_iter().map(|(name, bytes)| (name.into(), bytes));
        let files = files.filter(|(name, _)| makes_rules(name)).map(|(name, bytes)| (name, bytes.into())).collect();
        Folder { name: name.into(), files }
    }

    /// Reads the manifests and scripts of a folder on disk. Hidden files, scenes and files of other types are ignored.
    /// A link that leads out of the folder and a file that is too large are errors, and are not read.
    pub fn read_dir(path: impl AsRef<Path>) -> Result<Folder, ManifestError> {
        let path = path.as_ref();
        let name = path.display().to_string();
        let root = path.canonicalize().map_err(|error| failed(&name, &error))?;
        let mut reader = Reader { root: &root, folder: Folder { name, ..Folder::default() }, entries: 0, bytes: 0 };
        reader.read("", 0)?;
        Ok(reader.folder)
    }

    /// Reads one manifest or script on disk as a folder with only this file, with the checks of `read_dir`.
    pub fn read_file(path: impl AsRef<Path>) -> Result<Folder, ManifestError> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        let Some(file) = path.file_name().and_then(|name| name.to_str()) else {
            return Err(refused(&shown, "this is not a file"));
        };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let root = parent.canonicalize().map_err(|error| failed(&shown, &error))?;
        let folder = Folder { name: parent.display().to_string(), ..Folder::default() };
        let mut reader = Reader { root: &root, folder, entries: 0, bytes: 0 };
        // A name of a file must not match a folder that happens to have the same name.
        if root.join(file).is_dir() {
            return Err(refused(&shown, "this is not a file"));
        }
        reader.entry(file.into(), 0)?;
        Ok(reader.folder)
    }

    /// Returns the name of the folder for messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name of a file of the folder for messages.
    pub fn path_of(&self, file: &str) -> String {
        format!("{}/{file}", self.name.trim_end_matches('/'))
    }

    /// Returns the bytes of a file.
    pub fn file(&self, name: &str) -> Option<&[u8]> {
        self.files.get(name).map(Vec::as_slice)
    }

    /// Returns all files, by name.
    pub fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()))
    }

    /// Returns a hash of the folder that does not depend on its location: SHA-256 over names and contents, in
    /// hexadecimal.
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        for (name, bytes) in &self.files {
            // With its length in front, a name cannot be confused with the contents.
            for part in [name.as_bytes(), bytes] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        hasher.finalize().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
    }
}

/// Whether a file can change a game.
fn makes_rules(name: &str) -> bool {
    let hidden = name.split('/').any(|part| part.starts_with('.') || part == SCENES);
    !hidden && (name.ends_with(".toml") || name.ends_with(".lua"))
}

struct Reader<'a> {
    root: &'a Path,
    folder: Folder,
    entries: usize,
    bytes: u64,
}

impl Reader<'_> {
    /// Reads a folder inside the folder, sorted by name, so that the first of several errors is always the same.
    fn read(&mut self, inside: &str, depth: usize) -> Result<(), ManifestError> {
        let mut names = Vec::new();
        let shown = self.folder.path_of(inside);
        for entry in fs::read_dir(self.root.join(inside)).map_err(|error| failed(&shown, &error))? {
            let entry = entry.map_err(|error| failed(&shown, &error))?;
            self.entries += 1;
            if self.entries > MAX_ENTRIES {
                return Err(refused(&self.folder.name, format!("there are more than {MAX_ENTRIES} files")));
            }
            // A name that is not valid UTF-8 cannot belong to a manifest or script.
            names.extend(entry.file_name().into_string());
        }
        names.sort();
        for name in names.into_iter().filter(|name| !name.starts_with('.') && name != SCENES) {
            self.entry(if inside.is_empty() { name } else { format!("{inside}/{name}") }, depth)?;
        }
        Ok(())
    }

    fn entry(&mut self, name: String, depth: usize) -> Result<(), ManifestError> {
        let path = self.root.join(&name);
        let shown = self.folder.path_of(&name);
        let kind = fs::symlink_metadata(&path).map_err(|error| failed(&shown, &error))?.file_type();
        if kind.is_dir() {
            return if depth < MAX_DEPTH {
                self.read(&name, depth + 1)
            } else {
                Err(refused(&shown, format!("folders are nested more than {MAX_DEPTH} deep")))
            };
        }
        if !makes_rules(&name) {
            return Ok(());
        }
        let target = path.canonicalize().map_err(|error| failed(&shown, &error))?;
        if !target.starts_with(self.root) {
            return Err(refused(&shown, "this link leads out of the folder"));
        }
        let bytes = self.bytes_of(&target, &shown)?;
        self.folder.files.insert(name, bytes);
        Ok(())
    }

    fn bytes_of(&mut self, path: &Path, shown: &str) -> Result<Vec<u8>, ManifestError> {
        // Checked before the file is opened, because opening a pipe would wait for its writer.
        let facts = fs::metadata(path).map_err(|error| failed(shown, &error))?;
        if !facts.is_file() {
            return Err(refused(shown, "this is not a file"));
        }
        let mut bytes = Vec::new();
        if facts.len() <= MAX_FILE {
            let file = File::open(path).map_err(|error| failed(shown, &error))?;
            file.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| failed(shown, &error))?;
        }
        check_size(facts.len().max(bytes.len() as u64), shown)?;
        self.bytes += bytes.len() as u64;
        if self.bytes > MAX_BYTES {
            return Err(refused(&self.folder.name, format!("the files have more than {MAX_BYTES} bytes together")));
        }
        Ok(bytes)
    }
}

/// Rejects a file that is larger than any manifest or script needs to be.
pub(super) fn check_size(bytes: u64, shown: &str) -> Result<(), ManifestError> {
    if bytes <= MAX_FILE {
        return Ok(());
    }
    Err(refused(shown, format!("the file has {bytes} bytes; at most {MAX_FILE} are read")))
}

fn refused(shown: &str, message: impl Into<String>) -> ManifestError {
    Place::file_alone(shown).error(message)
}

fn failed(shown: &str, error: &std::io::Error) -> ManifestError {
    refused(shown, format!("{} cannot be read: {error}", quoted(shown)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A temporary folder for each test, removed when the test is over.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("bastide-{name}-{}", std::process::id()));
            fs::create_dir_all(&path).unwrap();
            Scratch(path)
        }

        fn write(&self, name: &str, bytes: &[u8]) {
            let path = self.0.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_file_of_a_hundred_megabytes_is_refused_without_being_read() {
        let scratch = Scratch::new("huge");
        scratch.write("expansion.toml", b"id = \"x\"");
        File::create(scratch.0.join("tiles.toml")).unwrap().set_len(100 << 20).unwrap();
        let started = std::time::Instant::now();
        let error = Folder::read_dir(&scratch.0).unwrap_err();
        assert!(started.elapsed().as_millis() < 200);
        assert!(error.to_string().ends_with("tiles.toml: the file has 104857600 bytes; at most 1048576 are read"));
    }

    #[test]
    fn scenes_hidden_files_and_pictures_make_no_rules() {
        let scratch = Scratch::new("parts");
        let files = ["expansion.toml", "init.lua", "lib/a.lua", "scenes/a.toml", ".git/a.toml", "preview.png"];
        files.iter().for_each(|name| scratch.write(name, name.as_bytes()));
        let folder = Folder::read_dir(&scratch.0).unwrap();
        assert_eq!(folder.files().map(|(name, _)| name).collect::<Vec<_>>(), files[..3]);
        let embedded = Folder::from_files("elsewhere", files.map(|name| (name, name.as_bytes())));
        assert_eq!(embedded.hash(), folder.hash());
        assert_eq!(folder.hash().len(), 64);
    }

    #[test]
    fn a_byte_or_a_border_between_name_and_content_changes_the_hash() {
        let hash = |name: &str, bytes: &str| Folder::from_files("x", [(name, bytes)]).hash();
        assert_ne!(hash("a.lua", "b"), hash("a.lua", "c"));
        assert_ne!(hash("a.lua", "b.lua"), hash("a.luab.lua", ""));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_that_leads_out_of_the_folder_is_refused_and_one_inside_is_read() {
        let scratch = Scratch::new("links");
        scratch.write("in/tiles.toml", b"# inside");
        scratch.write("secret.toml", b"# outside");
        std::os::unix::fs::symlink("tiles.toml", scratch.0.join("in/again.toml")).unwrap();
        assert_eq!(Folder::read_dir(scratch.0.join("in")).unwrap().file("again.toml"), Some(&b"# inside"[..]));
        std::os::unix::fs::symlink("../secret.toml", scratch.0.join("in/out.toml")).unwrap();
        let error = Folder::read_dir(scratch.0.join("in")).unwrap_err().to_string();
        assert!(error.ends_with("out.toml: this link leads out of the folder"), "{error}");
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error() {
        assert!(Folder::read_dir("/no/such/folder").unwrap_err().to_string().contains("cannot be read"));
    }
}
