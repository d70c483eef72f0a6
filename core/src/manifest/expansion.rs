//! One expansion as its folder declares it. Words that others may declare are resolved when a game is assembled.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::error::{ManifestError, Place, Source};
use super::folder::{Folder, check_size};
use super::layer::{Layer, Look};
use super::node::{Node, Read, Table, Word, with_document};
use super::option::{Choices, Editions, GameOption, choices};
use super::order::Bonds;
use super::tiles::{self, TileLines};

/// The version of the manifests and scripts that this core understands.
pub const API: i64 = 1;
/// The declarations of an expansion.
const MANIFEST: &str = "expansion.toml";
/// The tiles of an expansion.
const TILES: &str = "tiles.toml";
const SCRIPT: &str = "init.lua";

/// One expansion, read from its folder.
#[derive(Clone, Debug)]
pub struct Expansion {
    pub(super) id: Word,
    name: String,
    version: Word,
    authors: Vec<String>,
    licence: String,
    summary: String,
    hash: String,
    looks: Vec<Look>,
    pub(super) bonds: Bonds,
    pub(super) sets: Choices,
    options: Vec<GameOption>,
    editions: Option<Editions>,
    pub(super) layer: Layer,
    pub(super) overlays: Vec<Overlay>,
    pub(super) tiles: Vec<TileLines>,
    script: Option<(String, Arc<str>)>,
}

/// What is laid over the declarations when options hold.
#[derive(Clone, Debug)]
pub(super) struct Overlay {
    pub when: Choices,
    pub layer: Layer,
}

impl Expansion {
    /// Reads the manifests of a folder.
    pub fn read(folder: &Folder) -> Result<Expansion, ManifestError> {
        let missing = || Place::file_alone(folder.path_of(MANIFEST)).error("the file is missing");
        let manifest = source(folder, MANIFEST)?.ok_or_else(missing)?;
        let mut expansion = with_document(&manifest, Expansion::manifest)?;
        if let Some(source) = source(folder, TILES)? {
            expansion.tiles = with_document(&source, tiles::read)?;
        }
        if let Some(source) = source(folder, SCRIPT)? {
            expansion.script = Some((source.file.clone(), source.text.as_str().into()));
        }
        expansion.hash = folder.hash();
        Ok(expansion)
    }

    fn manifest(mut table: Table<'_>) -> Read<Expansion> {
        let mut looks = Vec::new();
        table.optional("api", api)?;
        let id = table.required("id", |node| node.word()?.name())?;
        let name = table.required("name", |node| node.sentence())?;
        let version = table.required("version", |node| node.sentence().and_then(|_| node.word()))?;
        let expansion = Expansion {
            bonds: Bonds::read(&mut table, &id, &version)?,
            id,
            name,
            version,
            authors: table.optional("authors", sentences)?.unwrap_or_default(),
            licence: table.optional("licence", |node| node.sentence())?.unwrap_or_default(),
            summary: table.optional("summary", |node| node.sentence())?.unwrap_or_default(),
            hash: String::new(),
            layer: Layer::read(&mut table, &mut looks)?,
            sets: table.optional("sets", |node| choices(node.table()?))?.unwrap_or_default(),
            options: table.named("options", GameOption::read)?,
            editions: table.optional("editions", Editions::read)?,
            overlays: table.optional("when", overlays)?.unwrap_or_default(),
            tiles: Vec::new(),
            script: None,
            looks,
        };
        table.finish()?;
        Ok(expansion)
    }

    /// Its script, if it has one: the file as it is named in messages, and what is in it.
    pub fn script(&self) -> Option<(&str, &Arc<str>)> {
        self.script.as_ref().map(|(file, text)| (file.as_str(), text))
    }

    /// The name it is loaded by.
    pub fn id(&self) -> &str {
        &self.id.text
    }

    /// The name it has on its box.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its version.
    pub fn version(&self) -> &str {
        &self.version.text
    }

    /// What must be in play with it: ids, and which versions will do.
    pub fn requires(&self) -> impl Iterator<Item = (&str, &str)> {
        self.bonds.requires()
    }

    /// Where it says its version.
    pub(super) fn version_place(&self) -> &Place {
        &self.version.place
    }

    /// Who made it.
    pub fn authors(&self) -> &[String] {
        &self.authors
    }

    /// Its licence; empty where none is named.
    pub fn licence(&self) -> &str {
        &self.licence
    }

    /// A sentence about it; may be empty.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What tells it from any other, for records: SHA-256 over its files, in hexadecimal.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// For how many players it is when no option changes that; of no account where it does not say.
    pub fn players(&self) -> Option<RangeInclusive<usize>> {
        self.layer.players.clone()
    }

    /// What players may choose, in the order of the manifest.
    pub fn options(&self) -> &[GameOption] {
        &self.options
    }

    /// The options, others' too, that it sets unless the players do, and to what.
    pub fn sets(&self) -> impl Iterator<Item = (&str, &str)> {
        self.sets.iter().map(|(option, value)| (option.text.as_str(), value.text.as_str()))
    }

    /// The editions that it declares.
    pub fn editions(&self) -> Option<&Editions> {
        self.editions.as_ref()
    }

    /// How its things are drawn.
    pub fn looks(&self) -> &[Look] {
        &self.looks
    }

    /// Its tiles: id and count, in the order of the file.
    pub fn tiles(&self) -> impl Iterator<Item = (&str, u16)> {
        self.tiles.iter().map(|tile| (tile.id.text.as_str(), tile.count))
    }
}

/// The text of a file, if it is there, is not too large and is text.
fn source(folder: &Folder, name: &str) -> Read<Option<Arc<Source>>> {
    let Some(bytes) = folder.file(name) else { return Ok(None) };
    let file = folder.path_of(name);
    check_size(bytes.len() as u64, &file)?;
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(Some(Arc::new(Source { file, text: text.into() }))),
        Err(error) => {
            // Up to the fault the text is the file, byte by byte; the fault itself is shown as one sign.
            let at = error.valid_up_to();
            let source = Arc::new(Source { file, text: String::from_utf8_lossy(bytes).into_owned() });
            let message = format!("byte {at} of the file, 0x{:02x}, is not UTF-8", bytes[at]);
            Err(Place::new(&source, at..at + char::REPLACEMENT_CHARACTER.len_utf8()).error(message))
        }
    }
}

fn api(node: Node<'_>) -> Read<()> {
    match node.integer(1..=i64::MAX)? {
        1..=API => Ok(()),
        newer => Err(node.place().error(format!("this expansion needs api {newer}; this program has api {API}"))),
    }
}

fn sentences(node: Node<'_>) -> Read<Vec<String>> {
    node.list()?.iter().map(Node::sentence).collect()
}

fn overlays(node: Node<'_>) -> Read<Vec<Overlay>> {
    let overlay = |node: &Node<'_>| {
        let mut table = node.table()?;
        let when = table.optional("option", |node| choices(node.table()?))?.unwrap_or_default();
        let layer = Layer::read_overlay(&mut table)?;
        table.finish()?;
        Ok(Overlay { when, layer })
    };
    node.list()?.iter().map(overlay).collect()
}
