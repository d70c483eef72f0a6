//! Packs: a set or a house rule with its scenes, its licence, pictures of its tiles and the hashes of all that, in one
//! archive. Made from a folder, or read from a stranger's bytes and checked.

use std::path::Path;
use std::sync::Arc;

use bastide_core::Game;
use bastide_core::language::{and, plural};
use bastide_core::manifest::{Expansion, Folder, MAX_FILE};
use semver::Version;
use sha2::{Digest, Sha256};

use crate::draw::looks::Looks;
use crate::draw::picture::sheet::{preview, sheet};
use crate::draw::vector::raster::png;
use crate::game::library::Library;
use crate::io::files;
use crate::io::reply::{Cause, Failure};
use crate::share::archive::{self, Files};
use crate::tell::sets::{of_set, tried};

/// What the names of packs end in.
pub const PACK: &str = "bastide";
/// The hashes of all other files of a pack, as `sha256sum` writes them.
pub const SUMS: &str = "SHA256SUMS";
/// The small picture that is made for a pack.
pub const PREVIEW: &str = "preview.png";
/// The picture of all tiles that is made for a pack.
pub const SHEET: &str = "tiles.png";
const MANIFEST: &str = "expansion.toml";
const SCENES: &str = "scenes";
const SCENE: &str = "scene";
const SCRIPT: &str = "lua";
/// What else belongs in a pack: by the end of its name, or by its beginning.
const ENDINGS: [&str; 5] = ["toml", SCRIPT, SCENE, "md", "txt"];
const NAMES: [&str; 6] = ["licence", "license", "copying", "notice", "readme", "changelog"];
/// How many entries a folder can have, and how deep it is read.
const MAX_ENTRIES: usize = 2_000;
const MAX_DEPTH: usize = 6;
/// The scale of pictures.
const SCALE: f32 = 1.5;

/// A pack that was made or checked: its hashes are right, and its manifest can be read.
pub struct Pack {
    /// The set.
    pub expansion: Arc<Expansion>,
    /// Its files by their name in the folder of the set.
    pub files: Files,
    /// The whole archive.
    pub bytes: Vec<u8>,
}

/// The files of a folder that belong in a pack, and the names of those that do not.
pub struct Gathered {
    files: Files,
    shown: String,
    /// What is left out.
    pub left_out: Vec<String>,
}

impl Pack {
    /// Reads a pack and checks everything that can be checked without playing.
    pub fn open(bytes: Vec<u8>, shown: &str) -> Result<Pack, Failure> {
        let wrong =
            |why: String| Failure::new(Cause::Manifest, format!("{shown} is not a pack that can be used: {why}"));
        let mut files = Files::new();
        let all = archive::read(&bytes).map_err(wrong)?;
        let root = all.keys().next().and_then(|name| name.split('/').next()).unwrap_or_default().to_string();
        for (name, content) in all {
            let inside = name.strip_prefix(&root).and_then(|name| name.strip_prefix('/'));
            let inside = inside.ok_or_else(|| wrong(format!("`{name}` is outside of its folder `{root}`")))?;
            files.insert(inside.into(), content);
        }
        check_sums(&files).map_err(wrong)?;
        let expansion = read(&files, shown, &root)?;
        if expansion.id() != root {
            return Err(wrong(format!("its folder is called `{root}`, its set `{}`", expansion.id())));
        }
        check_version(&expansion).map_err(wrong)?;
        Ok(Pack { expansion, files, bytes })
    }

    /// The name of its file.
    pub fn file_name(&self) -> String {
        format!("{}-{}.{PACK}", self.expansion.id(), self.expansion.version())
    }

    /// The hash of the whole archive.
    pub fn sha256(&self) -> String {
        hash(&self.bytes)
    }

    /// Its scenes: title and text.
    pub fn scenes(&self) -> impl Iterator<Item = (String, String)> {
        let scenes = self.files.iter().filter(|(name, _)| name.starts_with(SCENES) && name.ends_with(SCENE));
        scenes.map(|(name, bytes)| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let title = text.lines().find_map(|line| line.trim().strip_prefix('#')).map(str::trim);
            (title.filter(|title| !title.is_empty()).unwrap_or(name).to_string(), text)
        })
    }

    /// Checks that a game with it can be started, beside the sets of a library, and returns that library with it.
    pub fn try_out(&self, library: &Library) -> Result<Library, Failure> {
        let mut library = library.clone();
        library.hold(self.expansion.clone());
        check_needs(&self.expansion, &library)?;
        let setup = Arc::new(tried(&mut library, self.expansion.id())?);
        Looks::of_setup(&setup)?;
        Game::new(setup, 1).map_err(|fault| Failure::from(*fault))?;
        Ok(library)
    }
}

/// Collects the files of a folder or of a house rule.
pub fn gather(path: &Path) -> Result<Gathered, Failure> {
    let shown = path.display().to_string();
    let mut gathered = Gathered { files: Files::new(), shown: shown.clone(), left_out: Vec::new() };
    if path.is_dir() {
        gathered.walk(path, "", 0, |_| true)?;
    } else if path.extension().is_some_and(|ending| ending == SCRIPT) {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        gathered.files.insert(format!("{stem}.{SCRIPT}"), files::read(path, MAX_FILE)?);
        // Rules in one folder share a folder of scenes; those of one begin with its name.
        let scenes = path.with_file_name(SCENES);
        if scenes.is_dir() {
            gathered.walk(&scenes, SCENES, 1, |name| name.starts_with(&stem) && name.ends_with(SCENE))?;
        }
    } else {
        let why = "a pack is made of a folder with expansion.toml, or of a house rule, which ends in .lua";
        return Err(Failure::refused(format!("{shown}: {why}")));
    }
    Ok(gathered)
}

impl Gathered {
    fn walk(
        &mut self,
        folder: &Path,
        inside: &str,
        depth: usize,
        is_meant: impl Fn(&str) -> bool,
    ) -> Result<(), Failure> {
        let mut todo = vec![(folder.to_path_buf(), inside.to_string(), depth)];
        let mut entries = 0;
        while let Some((folder, inside, depth)) = todo.pop() {
            let failed = |error: std::io::Error| Failure::io(format!("{} cannot be read: {error}", folder.display()));
            for entry in std::fs::read_dir(&folder).map_err(failed)? {
                let entry = entry.map_err(failed)?;
                entries += 1;
                if entries > MAX_ENTRIES || depth > MAX_DEPTH {
                    return Err(Failure::refused(format!("{} has too many files or folders for a pack", self.shown)));
                }
                let Ok(name) = entry.file_name().into_string() else { continue };
                let kind = entry.file_type().map_err(failed)?;
                let whole = if inside.is_empty() { name.clone() } else { format!("{inside}/{name}") };
                if name.starts_with('.') {
                    continue;
                } else if kind.is_dir() {
                    todo.push((entry.path(), whole, depth + 1));
                } else if kind.is_symlink() && is_meant(&name) {
                    return Err(Failure::refused(format!(
                        "{} is a link; a pack has only files",
                        entry.path().display()
                    )));
                } else if is_meant(&name) {
                    self.take(whole, &entry.path())?;
                }
            }
        }
        Ok(())
    }

    fn take(&mut self, name: String, path: &Path) -> Result<(), Failure> {
        if [SUMS, PREVIEW, SHEET].contains(&name.as_str()) {
            return Ok(());
        }
        let small = name.rsplit('/').next().unwrap_or_default().to_lowercase();
        let has_ending = small.rsplit_once('.').is_some_and(|(_, ending)| ENDINGS.contains(&ending));
        if has_ending || NAMES.iter().any(|known| small.starts_with(known)) {
            archive::check_name(&name).map_err(Failure::refused)?;
            self.files.insert(name, files::read(path, MAX_FILE)?);
        } else {
            self.left_out.push(name);
        }
        Ok(())
    }

    /// The set in these files.
    pub fn expansion(&self) -> Result<Arc<Expansion>, Failure> {
        let stem = self.files.keys().find_map(|name| name.strip_suffix(".lua").filter(|stem| !stem.contains('/')));
        read(&self.files, &self.shown, stem.unwrap_or_default())
    }

    /// Makes the pack: checks the set, draws its tiles, and adds the hashes.
    pub fn pack(mut self, library: &Library) -> Result<Pack, Failure> {
        let expansion = self.expansion()?;
        let wrong = |why: String| Failure::new(Cause::Manifest, format!("{} cannot be packed: {why}", self.shown));
        check_version(&expansion).map_err(wrong)?;
        let mut pack = Pack { expansion, files: std::mem::take(&mut self.files), bytes: Vec::new() };
        let mut library = pack.try_out(library)?;
        pack.files.extend(pictures(&mut library, &pack.expansion)?);
        let sums = sums(&pack.files);
        pack.files.insert(SUMS.into(), sums.into_bytes());
        let named = |(name, bytes): (&String, &Vec<u8>)| (format!("{}/{name}", pack.expansion.id()), bytes.clone());
        let bytes = archive::write(&pack.files.iter().map(named).collect()).map_err(wrong)?;
        // Read as a stranger reads it, so that nobody makes what nobody can install.
        Pack::open(bytes, &pack.file_name())
    }
}

/// A small picture of some tiles, and one of all of them; nothing for a set without tiles.
fn pictures(library: &mut Library, expansion: &Expansion) -> Result<Files, Failure> {
    let (setup, own) = of_set(library, None, expansion.id())?;
    if own.is_empty() {
        return Ok(Files::new());
    }
    let looks = Looks::of_setup(&setup)?;
    let drawn =
        |svg: String| png(&svg, SCALE).map_err(|error| Failure::io(format!("the tiles cannot be drawn: {error}")));
    let all = sheet(setup.catalogue(), &looks, expansion.name(), &own, false);
    let some = preview(setup.catalogue(), &looks, expansion.name(), &own);
    Ok(Files::from([(PREVIEW.into(), drawn(some)?), (SHEET.into(), drawn(all)?)]))
}

/// The set in these files; a house rule is the file that is called as it is.
fn read(files: &Files, shown: &str, rule: &str) -> Result<Arc<Expansion>, Failure> {
    if files.contains_key(MANIFEST) {
        let folder = Folder::from_files(shown, files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone())));
        return Ok(Arc::new(Expansion::read(&folder)?));
    }
    let name = format!("{rule}.{SCRIPT}");
    let Some(bytes) = files.get(&name).filter(|_| !rule.is_empty()) else {
        return Err(Failure::new(Cause::Manifest, format!("{shown} has no {MANIFEST}, and no house rule")));
    };
    Ok(Arc::new(Expansion::read_house(&Folder::from_files(shown, [(name, bytes.clone())]))?))
}

fn check_version(expansion: &Expansion) -> Result<(), String> {
    let version = expansion.version();
    let why = format!("its version is `{version}`; a pack needs three numbers, as in 1.0.0");
    Version::parse(version).map(drop).map_err(|_| why)
}

/// Refuses a set that requires others which are not there.
fn check_needs(expansion: &Expansion, library: &Library) -> Result<(), Failure> {
    let missing: Vec<&str> = expansion.requires().map(|(id, _)| id).filter(|id| !library.has(id)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (id, sets, them) = (expansion.id(), plural("set", missing.len() as i64), and(&missing));
    Err(Failure::new(
        Cause::Manifest,
        format!("{id} needs the {sets} {them}, which cannot be found, here or on a shelf; install that first"),
    ))
}

/// The hash of bytes, in hexadecimal.
pub fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn sums(files: &Files) -> String {
    let lines = files.iter().filter(|(name, _)| *name != SUMS);
    lines.map(|(name, bytes)| format!("{}  {name}\n", hash(bytes))).collect()
}

fn check_sums(files: &Files) -> Result<(), String> {
    let said = files.get(SUMS).ok_or_else(|| format!("it has no {SUMS}; `bastide pack` makes packs"))?;
    if *said == sums(files).into_bytes() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(said);
    let differs =
        |(name, bytes): &(&String, &Vec<u8>)| *name != SUMS && !said.contains(&format!("{}  {name}\n", hash(bytes)));
    Err(match files.iter().find(differs) {
        Some((name, _)) => format!("{name} is not the file whose hash is in {SUMS}"),
        None => format!("{SUMS} names files that are not there"),
    })
}
