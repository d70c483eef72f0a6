//! Finds expansions and house rules: folders and files on disk, then those built into the program. Reads each once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::language::{and, nearest, typed};
use bastide_core::manifest::{Expansion, Folder, Recipe, RecipeError};
use bastide_core::{CompileError, Setup, SetupError};
use include_dir::{Dir, include_dir};

use crate::io::reply::{Cause, Failure};

mod here;
mod origin;
mod recipe;

pub use here::here;
pub use origin::{SceneFile, scene_files};

/// The expansion that is always in play.
pub const ALWAYS: &str = "base";

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../expansions");
static EMBEDDED_HOUSE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts/house");
static EMBEDDED_TRIALS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../scripts/trials");

/// Rules that only test the program: found by their full name, never listed.
pub const TRIALS: [&str; 3] = ["wander", "gamble", "meddle"];

/// The name of a folder of expansions; house rules are in a folder beside it.
pub const SETS: &str = "expansions";
/// Shorter words of an id do not stand for it.
const MIN_WORD: usize = 4;

const HOUSE: &str = "scripts/house";
const SCRIPT: &str = "lua";
/// The file that makes a folder an expansion.
const MANIFEST: &str = "expansion.toml";

/// The available expansions and house rules.
#[derive(Clone, Default)]
pub struct Library {
    places: Vec<PathBuf>,
    /// Sets that were named by their path, by id. They are found before those in the folders.
    named: BTreeMap<String, PathBuf>,
    known: BTreeMap<String, Arc<Expansion>>,
    /// What the person should know about the sets that a command named.
    notes: Vec<String>,
}

impl Library {
    /// A library that searches these folders in order, and then the built-in sets.
    pub fn new(places: Vec<PathBuf>) -> Library {
        Library { places, ..Library::default() }
    }

    /// The folders, in search order.
    pub fn places(&self) -> &[PathBuf] {
        &self.places
    }

    /// A library with the same folders that has not read anything yet.
    pub fn fresh(&self) -> Library {
        Library { named: self.named.clone(), ..Library::new(self.places.clone()) }
    }

    /// Adds a set that is neither in a folder nor in the program, in place of any other with its id.
    pub fn hold(&mut self, expansion: Arc<Expansion>) {
        self.known.insert(expansion.id().into(), expansion);
    }

    /// The ids of all expansions and house rules.
    pub fn ids(&self) -> Vec<String> {
        let name = |path: &Path| Some(path.file_name()?.to_str()?.to_string());
        let holds = |dir: &&Dir<'_>| dir.get_file(dir.path().join(MANIFEST)).is_some();
        let embedded = EMBEDDED.dirs().filter(holds).filter_map(|dir| name(dir.path()));
        let embedded = embedded.chain(EMBEDDED_HOUSE.files().filter_map(|file| rule(file.path())));
        let rules = self.places.iter().flat_map(|place| house_places(place)).flat_map(|place| rules(&place));
        let mut ids: Vec<String> = self.places.iter().flat_map(folders).chain(rules).chain(embedded).collect();
        ids.extend(self.named.keys().cloned());
        ids.sort();
        ids.dedup();
        ids
    }

    /// The expansion with this id, or the only one whose id starts with it or has a word that does.
    pub fn find(&mut self, name: &str) -> Result<Arc<Expansion>, Failure> {
        if is_path(name) {
            return self.at(Path::new(name));
        }
        // A full name does not need the list of all sets, which is slow if there are many.
        if self.has(name) || TRIALS.contains(&name) {
            return self.load(name);
        }
        let ids = self.ids();
        let begins: Vec<&String> = ids.iter().filter(|id| !name.is_empty() && id.starts_with(name)).collect();
        let has_word = |id: &&String| id.split('-').any(|word| word.len() >= MIN_WORD && word == name);
        let worded: Vec<&String> = ids.iter().filter(has_word).collect();
        match if begins.is_empty() { &worded[..] } else { &begins[..] } {
            [only] => self.load(only),
            [] => Err(Failure::refused(format!("unknown expansion {}; {}", typed(name), self.instead_of(name)))),
            _ => {
                let (found, how) = if begins.is_empty() { (worded, "are called") } else { (begins, "begin with") };
                let names: Vec<&str> = found.iter().map(|id| id.as_str()).collect();
                Err(Failure::refused(format!("several expansions {how} {name}: {}", and(&names))))
            }
        }
    }

    /// The expansion or house rule at a path. From now on its id means this one.
    fn at(&mut self, path: &Path) -> Result<Arc<Expansion>, Failure> {
        if !path.exists() {
            return Err(Failure::io(format!("there is no folder or file {}", path.display())));
        }
        let expansion = Arc::new(read(path)?);
        let id = expansion.id().to_string();
        self.named.insert(id.clone(), path.canonicalize().unwrap_or(path.into()));
        self.known.insert(id, expansion.clone());
        Ok(expansion)
    }

    /// Whether there is an expansion or a house rule with this id.
    pub fn has(&self, id: &str) -> bool {
        if self.known.contains_key(id) || self.named.contains_key(id) {
            return true;
        }
        let is_name = Path::new(id).file_name().is_some_and(|name| name == id);
        is_name && (self.is_on_disk(id) || is_embedded(id))
    }

    /// Whether a set comes from a folder, not from the program.
    pub fn is_on_disk(&self, id: &str) -> bool {
        self.named.contains_key(id) || self.places.iter().any(|place| on_disk(place, id).is_some())
    }

    /// Where a set is, unless it comes from the program.
    pub fn path_of(&self, id: &str) -> Option<PathBuf> {
        self.named.get(id).cloned().or_else(|| self.places.iter().find_map(|place| on_disk(place, id)))
    }

    /// The set that was probably meant: an id, or the first word of an id, that is nearly this word.
    pub fn meant(&self, word: &str) -> Option<String> {
        let ids = self.ids();
        let first = |id: &String| id.split('-').next().unwrap_or_default().to_string();
        let whole = nearest(word, ids.iter().map(String::as_str)).map(String::from);
        whole.or_else(|| {
            let firsts: Vec<String> = ids.iter().map(first).collect();
            let near = nearest(word, firsts.iter().map(String::as_str))?;
            ids.iter().find(|id| first(id) == near).cloned()
        })
    }

    fn load(&mut self, id: &str) -> Result<Arc<Expansion>, Failure> {
        if let Some(known) = self.known.get(id) {
            return Ok(known.clone());
        }
        let expansion = Arc::new(match (self.named.get(id), self.path_of(id)) {
            (Some(path), _) => read(path)?,
            (None, Some(path)) if path.is_dir() => in_folder(&Folder::read_dir(path)?, id)?,
            (None, Some(path)) => read(&path)?,
            (None, None) => embedded(id)?,
        });
        self.known.insert(id.into(), expansion.clone());
        Ok(expansion)
    }
}

/// The only place that makes a setup.
pub fn make_setup(recipe: Recipe, players: Vec<String>, lab: bool) -> Result<Setup, Failure> {
    Setup::new(recipe, players, lab).map_err(|error| match error {
        SetupError::Recipe(RecipeError::Manifest(error)) => error.into(),
        // Two limits with the same message.
        SetupError::Compile(CompileError::TooManyTiles(_)) => Failure::refused(RecipeError::TooManyTiles.to_string()),
        SetupError::Compile(error) => Failure::new(Cause::Manifest, error.to_string()),
        SetupError::Script(fault) => (*fault).into(),
        other => Failure::refused(other.to_string()),
    })
}

/// Whether a word is a path, not the name of a set.
pub fn is_path(word: &str) -> bool {
    word.contains('/') || [".", ".."].contains(&word) || rule(Path::new(word)).is_some()
}

/// The set at a path: a folder, the file of a house rule, or a folder with a house rule that is called as it is.
fn read(path: &Path) -> Result<Expansion, Failure> {
    // A link is followed, so that a rule is read in its own folder.
    let real = path.canonicalize().unwrap_or(path.into());
    let inside = real.file_name().map(|name| real.join(name).with_extension(SCRIPT));
    let house = inside.filter(|rule| !real.join(MANIFEST).is_file() && rule.is_file());
    match house.or_else(|| real.is_file().then(|| real.clone())) {
        Some(rule) => Ok(Folder::read_file(if path.is_symlink() || rule != real { &rule } else { path })
            .and_then(|file| Expansion::read_house(&file))?),
        None => Ok(Expansion::read(&Folder::read_dir(path)?)?),
    }
}

/// The names of the expansions in a folder.
fn folders(place: &PathBuf) -> Vec<String> {
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| !name.starts_with('.') && in_place(place, name).is_some()).collect()
}

/// The folders with house rules for a folder of expansions: itself, and the one beside it.
fn house_places(place: &Path) -> Vec<PathBuf> {
    let beside = place.file_name().is_some_and(|name| name == SETS).then(|| place.with_file_name(HOUSE));
    [place.to_path_buf()].into_iter().chain(beside).collect()
}

/// The name of a house rule, from its file name.
fn rule(path: &Path) -> Option<String> {
    (path.extension()? == SCRIPT).then_some(path.file_stem()?.to_str()?.to_string())
}

/// The names of the house rules in a folder.
fn rules(place: &Path) -> Vec<String> {
    let paths = std::fs::read_dir(place).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.filter(|path| path.is_file()).filter_map(|path| rule(&path)).collect()
}

/// The folder of an expansion, or the house rule in a folder with its name.
fn in_place(place: &Path, id: &str) -> Option<PathBuf> {
    let folder = place.join(id);
    let rule = folder.join(format!("{id}.{SCRIPT}"));
    match folder.join(MANIFEST).is_file() {
        true => Some(folder),
        false => Some(rule).filter(|rule| rule.is_file()),
    }
}

/// The folder or file with this id in a place.
fn on_disk(place: &Path, id: &str) -> Option<PathBuf> {
    let rule = |place: PathBuf| place.join(format!("{id}.{SCRIPT}"));
    in_place(place, id).or_else(|| house_places(place).into_iter().map(rule).find(|path| path.is_file()))
}

/// The expansion in a folder, which must have the same name.
fn in_folder(folder: &Folder, id: &str) -> Result<Expansion, Failure> {
    let expansion = Expansion::read(folder)?;
    if expansion.id() != id {
        let problem = format!("{}: the folder is called {id}, its expansion {}", folder.name(), expansion.id());
        return Err(Failure::new(Cause::Manifest, problem));
    }
    Ok(expansion)
}

fn is_embedded(id: &str) -> bool {
    EMBEDDED.get_file(format!("{id}/{MANIFEST}")).is_some()
        || EMBEDDED_HOUSE.get_file(format!("{id}.{SCRIPT}")).is_some()
}

fn embedded(id: &str) -> Result<Expansion, Failure> {
    let rule = format!("{id}.{SCRIPT}");
    if let Some(file) = EMBEDDED_HOUSE.get_file(&rule).or_else(|| EMBEDDED_TRIALS.get_file(&rule)) {
        let folder = Folder::from_files("(built in)", [(rule, file.contents())]);
        return Expansion::read_house(&folder).map_err(Failure::from);
    }
    let mut files = Vec::new();
    if let Some(dir) = EMBEDDED.get_dir(id) {
        gather(dir, id, &mut files);
    }
    in_folder(&Folder::from_files(format!("(built in)/{id}"), files), id)
}

fn gather(dir: &Dir<'_>, id: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for file in dir.files() {
        if let Some(name) = file.path().strip_prefix(id).ok().and_then(|path| path.to_str()) {
            files.push((name.replace('\\', "/"), file.contents().to_vec()));
        }
    }
    dir.dirs().for_each(|dir| gather(dir, id, files));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_base_game_is_inside_the_program_and_found_by_a_prefix() {
        let mut library = Library::default();
        assert_eq!(library.find("ba").unwrap().id(), ALWAYS);
        let failure = library.find("bsae").unwrap_err();
        assert!(failure.message.contains("did you mean `base`?"), "{failure}");
    }

    #[test]
    fn a_house_rule_is_inside_the_program_and_named_like_an_expansion() {
        let mut library = Library::default();
        assert!(library.ids().contains(&"return-to-bag".to_string()));
        assert_eq!(library.find("return").unwrap().id(), "return-to-bag");
        let recipe = library.recipe(&["return-to-bag".into()]).unwrap();
        let setup = make_setup(recipe, vec!["A".into(), "B".into()], false).map_err(|failure| failure.message).unwrap();
        assert_eq!(setup.resolved().options["unplaceable"].to_string(), "return");
    }

    #[test]
    fn house_rules_on_disk_lie_among_expansions_or_beside_them_and_win() {
        let top = std::env::temp_dir().join(format!("bastide-library-{}", std::process::id()));
        let (among, beside) = (top.join("expansions"), top.join("scripts/house"));
        for place in [&among, &beside] {
            std::fs::create_dir_all(place).unwrap();
        }
        let write = |place: &Path, id: &str, name: &str| {
            let text = format!("--[[\nid = \"{id}\"\nname = \"{name}\"\nversion = \"1.0.0\"\n]]\nreturn {{}}\n");
            std::fs::write(place.join(format!("{id}.lua")), text).unwrap();
        };
        write(&among, "first", "among");
        write(&beside, "first", "beside");
        write(&beside, "return-to-bag", "another");
        std::fs::write(beside.join("notes.txt"), "no rule").unwrap();
        let mut library = Library::new(vec![among]);
        let ids = library.ids();
        let named = |library: &mut Library, id: &str| library.find(id).map(|found| found.name().to_string()).unwrap();
        let names = ["first", "return-to-bag"].map(|id| named(&mut library, id));
        std::fs::remove_dir_all(&top).unwrap();
        assert_eq!(names, ["among", "another"]);
        assert!(ids.contains(&"first".to_string()) && !ids.contains(&"notes".to_string()));
        assert_eq!(ids.iter().filter(|id| *id == "return-to-bag").count(), 1);
    }

    #[test]
    fn a_part_of_a_set_is_named_behind_a_colon() {
        let mut library = Library::default();
        let mut part = |name: &str| {
            let recipe = library.recipe(&[name.into()]).map_err(|failure| failure.message)?;
            let portion = recipe.expansions.last().expect("a set").clone();
            Ok::<_, String>((portion.extent.part(), portion.times))
        };
        assert_eq!(part("inns:tiles"), Ok((Some("tiles"), 1)));
        assert_eq!(part("inns:rules"), Ok((Some("rules"), 1)));
        assert_eq!(part("inns:tiles*3"), Ok((Some("tiles"), 3)));
        assert_eq!(part("inns"), Ok((None, 1)));
        let wrong = |name: &str, part_of: &str| format!("a set has no part `{part_of}`; {name}");
        assert_eq!(part("inns:tile"), Err(wrong("did you mean `inns-and-cathedrals:tiles`?", "tile")));
        assert!(part("inns:all").unwrap_err().contains("inns-and-cathedrals:rules (without its tiles)"));
        assert!(part("inns:").is_err() && part("inns:tiles:rules").is_err() && part(":tiles").is_err());
        assert_eq!(part("base:tiles").unwrap_err(), "base is always played whole; parts are for other sets");
    }

    #[test]
    fn a_multiplier_that_is_no_number_is_refused() {
        let mut library = Library::default();
        for wrong in ["base*x", "base*", "base*-1", "base*99999999999"] {
            assert!(library.recipe(&[wrong.into()]).is_err(), "{wrong}");
        }
        assert_eq!(library.recipe(&["base*10".into()]).unwrap().expansions[0].times, 10);
    }
}
