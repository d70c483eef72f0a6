//! One expansion as its folder declares it. Words that other expansions may declare are resolved when a game is
//! assembled.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::Arc;

use super::beside::players;
use super::bond::Bonds;
use super::error::{ManifestError, Place, ReadResult, Source, quoted};
use super::folder::{Folder, check_size};
use super::house::{self, LUA};
use super::layer::{self, LookTable};
use super::limit::Limit;
use super::node::Node;
use super::option::{Choices, Editions, GameOption, OptionValue, choices};
use super::scope::Scope;
use super::tiles::{self, TileLines};
use super::tree::{Tree, Value};
use super::word::Word;

/// The version of the manifests and scripts that this core understands.
pub const API: i64 = 1;
/// The declarations of an expansion.
const MANIFEST: &str = "expansion.toml";
/// The tiles of an expansion.
const TILES: &str = "tiles.toml";
const SCRIPT: &str = "init.lua";
/// The sections about the whole table, which is everybody's.
const TABLE: [&str; 6] = ["players", "settings", "start", "piles", "aside", "out"];

/// One expansion, read from its folder.
#[derive(Clone, Debug)]
pub struct Expansion {
    pub(super) id: Word,
    api: i64,
    name: String,
    version: Word,
    authors: Vec<String>,
    licence: String,
    summary: String,
    hash: String,
    pub(super) bonds: Bonds,
    pub(super) sets: Choices,
    options: Vec<GameOption>,
    editions: Option<Editions>,
    overlays: Vec<Overlay>,
    pub(super) limits: Vec<Limit>,
    pub(super) tiles: Vec<TileLines>,
    /// The whole manifest. Declarations are read from it when the other sets and the options are known.
    pub(super) manifest: Arc<Tree>,
    /// The path of the script whose hooks are called.
    main: String,
    scripts: Vec<Script>,
}

/// One Lua file.
#[derive(Clone, Debug)]
struct Script {
    /// Its path in the folder.
    path: String,
    /// Its name in messages.
    file: String,
    text: Arc<str>,
}

/// The conditions of an overlay: values of options, and other sets in play.
#[derive(Clone, Debug)]
pub(super) struct Overlay {
    pub when: Choices,
    pub with: Vec<Word>,
}

impl Expansion {
    /// Reads the manifests of a folder.
    pub fn read(folder: &Folder) -> Result<Expansion, ManifestError> {
        let missing = || Place::file_alone(folder.path_of(MANIFEST)).error("the file is missing");
        let manifest = source(folder, MANIFEST)?.ok_or_else(missing)?;
        let mut expansion = Expansion::manifest(Tree::read(&manifest)?)?;
        if let Some(source) = source(folder, TILES)? {
            expansion.tiles = tiles::read(Tree::read(&source)?)?;
        }
        expansion.take_scripts(folder, SCRIPT)?;
        Ok(expansion)
    }

    /// Reads a house rule: a folder with one Lua file, which has the name of the rule and starts with a comment that is
    /// its manifest.
    pub fn read_house(folder: &Folder) -> Result<Expansion, ManifestError> {
        let refused = || Place::file_alone(folder.name()).error("a house rule is one file whose name ends in `.lua`");
        let mut files = folder.files().map(|(name, _)| name);
        let (Some(file), None) = (files.next(), files.next()) else { return Err(refused()) };
        let name = file.strip_suffix(LUA).ok_or_else(refused)?;
        let source = source(folder, file)?.ok_or_else(refused)?;
        let mut expansion = Expansion::manifest(house::read(&source)?)?;
        if expansion.id() != name {
            let message = format!("the file is called {}, its rule {}", quoted(name), quoted(expansion.id()));
            return Err(expansion.id.error(message).with_help("a house rule has the name of its file"));
        }
        expansion.take_scripts(folder, file)?;
        Ok(expansion)
    }

    /// Stores the scripts of the folder, with the main one, and the hash of the folder.
    fn take_scripts(&mut self, folder: &Folder, main: &str) -> ReadResult<()> {
        for (path, _) in folder.files().filter(|(path, _)| path.ends_with(LUA)) {
            if let Some(source) = source(folder, path)? {
                let (path, file, text) = (path.into(), source.file.clone(), source.text.as_str().into());
                self.scripts.push(Script { path, file, text });
            }
        }
        self.main = main.into();
        self.hash = folder.hash();
        Ok(())
    }

    fn manifest(manifest: Tree) -> ReadResult<Expansion> {
        let manifest = Arc::new(manifest);
        let mut table = Node::new(&manifest).table()?;
        let api = table.optional("api", api)?.unwrap_or(API);
        let id = table.required("id", |node| node.word()?.name())?.clone();
        let name = table.required("name", Node::sentence)?;
        let version = table.required("version", |node| node.sentence().and(node.word()))?.clone();
        let expansion = Expansion {
            bonds: Bonds::read(&mut table, &id, &version)?,
            id,
            api,
            name,
            version,
            authors: table.or_default("authors", |node| node.list()?.iter().map(Node::sentence).collect())?,
            licence: table.or_default("licence", Node::sentence)?,
            summary: table.or_default("summary", Node::sentence)?,
            hash: String::new(),
            sets: table.or_default("sets", |node| choices(node.table()?))?,
            options: table.named("options", GameOption::read)?,
            editions: table.optional("editions", Editions::read)?,
            overlays: table.or_default("when", |node| node.list()?.iter().map(Overlay::read).collect())?,
            limits: table.or_default("limits", |node| node.list()?.iter().map(Limit::read).collect())?,
            tiles: Vec::new(),
            main: String::new(),
            scripts: Vec::new(),
            manifest: manifest.clone(),
        };
        layer::check(&mut table, Scope::Manifest)?;
        table.finish()?;
        Ok(expansion)
    }

    /// Returns the script whose hooks are called, if there is one: the name of its file for messages, and its text.
    pub fn script(&self) -> Option<(&str, &Arc<str>)> {
        self.scripts().find(|(path, ..)| *path == self.main).map(|(_, file, text)| (file, text))
    }

    /// Returns all scripts by path: the path in the folder, the name of the file for messages, and the text.
    pub fn scripts(&self) -> impl Iterator<Item = (&str, &str, &Arc<str>)> {
        self.scripts.iter().map(|Script { path, file, text }| (path.as_str(), file.as_str(), text))
    }

    /// Returns the id that it is loaded by.
    pub fn id(&self) -> &str {
        &self.id.text
    }

    /// Returns the version of the manifests and scripts that it is written for.
    pub fn api(&self) -> i64 {
        self.api
    }

    /// Returns the name on its box.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its version.
    pub fn version(&self) -> &str {
        &self.version.text
    }

    /// Returns the expansions after which it is loaded, if they are in play.
    pub fn follows(&self) -> impl Iterator<Item = &str> {
        self.bonds.before().map(|word| word.text.as_str())
    }

    /// Returns the ids and accepted versions of the expansions that must be in play with it.
    pub fn requires(&self) -> impl Iterator<Item = (&str, &str)> {
        self.bonds.requires()
    }

    /// Returns the ids of the expansions that it cannot be played with.
    pub fn conflicts(&self) -> impl Iterator<Item = &str> {
        self.bonds.conflicts.iter().map(|word| word.text.as_str())
    }

    /// Returns where its version is declared.
    pub(super) fn version_place(&self) -> &Place {
        &self.version.place
    }

    /// Returns its authors.
    pub fn authors(&self) -> &[String] {
        &self.authors
    }

    /// Returns its licence; may be empty.
    pub fn licence(&self) -> &str {
        &self.licence
    }

    /// Returns a sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns its hash, which identifies it in records: SHA-256 over its files, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the number of players that it supports when no option changes it; `None` if it does not say.
    pub fn players(&self) -> Option<RangeInclusive<usize>> {
        self.manifest.get("players").and_then(|tree| players(&Node::new(tree)).ok())
    }

    /// Whether it is a house rule: one file with its name.
    pub fn is_house(&self) -> bool {
        self.main != SCRIPT
    }

    /// Returns the names that a section declares or extends: `kinds`, `tags`, `figures`, `tokens` …
    pub fn declared(&self, section: &str) -> impl Iterator<Item = &str> {
        self.manifest.section(section).iter().map(|(name, _)| name.text.as_str())
    }

    /// Returns the verbs that it declares, and what each does.
    pub fn verbs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.manifest.section("verbs").iter().map(|(name, about)| (name.text.as_str(), about.text()))
    }

    /// Returns where something is declared: `("options", "NAME")`, `("tiles", "ID")`, or a key of the manifest, `("", "id")`.
    pub fn declared_at(&self, section: &str, name: &str) -> Option<Place> {
        if section == "tiles" {
            return self.tiles.iter().find(|tile| tile.id.text == name).map(|tile| tile.id.place.clone());
        }
        let lines = if section.is_empty() { self.manifest.lines() } else { self.manifest.section(section) };
        lines.iter().find(|(word, _)| word.text == name).map(|(word, _)| word.place.clone())
    }

    /// Returns where a key is used in a table of the manifest, called as in `keys`: `("kinds.course", "bends")`. Tables of
    /// tiles are not looked at.
    pub fn key_at(&self, of: &str, key: &str) -> Option<Place> {
        if of == "expansion" {
            return self.declared_at("", key);
        }
        let (section, inside) = of.split_once('.').unwrap_or((of, ""));
        let tree = self.manifest.get(section)?;
        // These have no names: they are there once.
        let parts = if ["start", "settings"].contains(&section) { vec![tree] } else { tree.parts() };
        parts.into_iter().find_map(|part| {
            let table = if inside.is_empty() { part } else { part.get(inside)? };
            table.lines().iter().find(|(word, _)| word.text == key).map(|(word, _)| word.place.clone())
        })
    }

    /// Whether the manifest names a word, as a key or a text, anywhere but where options are declared and where it says
    /// what it is called.
    pub fn names(&self, word: &str) -> bool {
        let is_told = |key: &str| ["options", "id", "name", "summary", "authors", "licence"].contains(&key);
        self.manifest.lines().iter().any(|(key, tree)| !is_told(&key.text) && tree.names(word))
    }

    /// Returns its options, in the order of the manifest.
    pub fn options(&self) -> &[GameOption] {
        &self.options
    }

    /// Returns the options, including those of others, that it sets unless the players do, with their values.
    pub fn sets(&self) -> impl Iterator<Item = (&str, &OptionValue)> {
        self.sets.iter().map(|(option, said)| (option.text.as_str(), &said.value))
    }

    /// Returns the editions that it declares.
    pub fn editions(&self) -> Option<&Editions> {
        self.editions.as_ref()
    }

    /// Returns how its things are drawn.
    pub fn looks(&self) -> impl Iterator<Item = LookTable<'_>> {
        layer::looks(&self.manifest)
    }

    /// Returns its overlays with their conditions.
    pub(super) fn overlays(&self) -> impl Iterator<Item = (&Overlay, &Tree)> {
        let said = self.manifest.get("when").map(|tree| &tree.value);
        let trees = if let Some(Value::List(trees)) = said { &trees[..] } else { &[] };
        self.overlays.iter().zip(trees)
    }

    /// Returns what it changes, in a game or under some conditions, that is not its own: `figures.NAME`, `settings.KEY`,
    /// `start`, `tiles.SET:ID` …
    pub fn changes(&self) -> BTreeSet<String> {
        // Elsewhere names that others declare are mistakes.
        let table = self.manifest.lines().iter().filter(|(section, _)| TABLE.contains(&section.text.as_str()));
        let overlays = self.overlays().flat_map(|(_, tree)| tree.lines());
        table.chain(overlays).flat_map(|(section, tree)| self.changed_in(&section.text, tree)).collect()
    }

    fn changed_in(&self, section: &str, tree: &Tree) -> Vec<String> {
        let names = tree.lines().iter().map(|(name, _)| name.text.as_str());
        let is_other = |name: &&str| self.declared_at(section, name).is_none();
        let tile = |id: &str| id.contains(':').then(|| format!("tiles.{id}"));
        match section {
            "option" | "with" => Vec::new(),
            "players" | "start" | "piles" => vec![section.to_string()],
            "settings" => names.map(|key| format!("settings.{key}")).collect(),
            "tiles" => names.filter_map(tile).collect(),
            "aside" | "out" => tree.texts().into_iter().filter_map(tile).collect(),
            _ => names.filter(is_other).map(|name| format!("{section}.{name}")).collect(),
        }
    }

    /// Returns its tiles: id and count, in the order of the file.
    pub fn tiles(&self) -> impl Iterator<Item = (&str, u16)> {
        self.tiles.iter().map(|tile| (tile.id.text.as_str(), tile.count))
    }
}

/// Reads the text of a file, if it exists, is not too large and is valid UTF-8.
fn source(folder: &Folder, name: &str) -> ReadResult<Option<Arc<Source>>> {
    let Some(bytes) = folder.file(name) else { return Ok(None) };
    let file = folder.path_of(name);
    check_size(bytes.len() as u64, &file)?;
    match std::str::from_utf8(bytes) {
        // Some editors put a byte order mark at the start of a file.
        Ok(text) => Ok(Some(Arc::new(Source { file, text: text.strip_prefix('\u{feff}').unwrap_or(text).into() }))),
        Err(error) => {
            // Up to the invalid byte the text equals the file; the invalid byte is shown as one character.
            let at = error.valid_up_to();
            let source = Arc::new(Source { file, text: String::from_utf8_lossy(bytes).into_owned() });
            let message = format!("byte {at} of the file, 0x{:02x}, is not UTF-8", bytes[at]);
            Err(Place::new(&source, at..at + char::REPLACEMENT_CHARACTER.len_utf8()).error(message))
        }
    }
}

fn api(node: &Node<'_>) -> ReadResult<i64> {
    match node.integer(1..=i64::MAX)? {
        known @ 1..=API => Ok(known),
        newer => Err(node
            .error(format!("this expansion needs api {newer}; this program has api {API}"))
            .with_help(format!("write `api = {API}`, or get a newer Bastide"))),
    }
}

impl Overlay {
    fn read(node: &Node<'_>) -> ReadResult<Overlay> {
        let mut table = node.table()?;
        let overlay = Overlay {
            when: table.or_default("option", |node| choices(node.table()?))?,
            with: table.or_default("with", |node| Ok(node.words()?.into_iter().cloned().collect()))?,
        };
        layer::check(&mut table, Scope::Overlay)?;
        table.finish()?;
        Ok(overlay)
    }
}
