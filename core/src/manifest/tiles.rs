//! The tiles of a set as tiles.toml gives them: read now, drawn when it is known what kinds are in play.

use super::error::{ManifestError, Place};
use super::guess::nearest;
use super::layer::{COPIES, TILE_KEYS};
use super::node::{List, Node, Read, Table, Word};
use super::vocabulary::{Vocabulary, texts};
use crate::tile::{Drawing, Edge, StrokeError, Tile};

/// The most tiles that differ, in one set.
const MAX_TILES: usize = 500;
/// The most tiles that are the same.
const MAX_COUNT: i64 = 1_000;
/// The most strokes of a tile.
const MAX_STROKES: usize = 32;
/// The longest stroke.
const MAX_STROKE: usize = 200;
/// The most tags of a tile.
const MAX_TAGS: usize = 16;

/// A tile as it is written.
#[derive(Clone, Debug)]
pub(super) struct TileLines {
    pub id: Word,
    pub count: u16,
    tags: Vec<Word>,
    strokes: Vec<Stroke>,
}

#[derive(Clone, Debug)]
struct Stroke {
    kind: Word,
    text: Word,
}

/// Reads all tiles of a set.
pub(super) fn read(table: Table<'_>) -> Read<Vec<TileLines>> {
    let entries = table.rest();
    if let Some((id, _)) = entries.get(MAX_TILES) {
        return Err(id.place.error(format!("a set has at most {MAX_TILES} different tiles")));
    }
    entries.into_iter().map(|(id, node)| TileLines::read(id.tile_id()?, node)).collect()
}

impl TileLines {
    fn read(id: Word, node: Node<'_>) -> Read<TileLines> {
        let mut table = node.table()?;
        let [count, tags] = TILE_KEYS;
        let count = table.optional(count, |node| node.integer(1..=MAX_COUNT))?.unwrap_or(1) as u16;
        let tags = table.optional(tags, tile_tags)?.unwrap_or_default();
        let mut strokes = Vec::new();
        for (kind, node) in table.rest() {
            strokes.extend(strokes_of(&kind, node)?);
            check_number(&strokes, &kind)?;
        }
        Ok(TileLines { id, count, tags, strokes })
    }

    /// The same tile with other tags, and with other strokes of some kinds, each where those of its kind were.
    pub fn redrawn(&self, over: &Redrawing) -> Read<TileLines> {
        let mut tile = self.clone();
        for (kind, strokes, is_added) in &over.strokes {
            let is_old = |stroke: &Stroke| stroke.kind.text == kind.text;
            let at = tile.strokes.iter().position(is_old).unwrap_or(tile.strokes.len());
            let at = if *is_added { tile.strokes.len() } else { at };
            tile.strokes.retain(|stroke| *is_added || !is_old(stroke));
            tile.strokes.splice(at..at, strokes.iter().cloned());
            check_number(&tile.strokes, kind)?;
        }
        if over.tags.is_whole() {
            tile.tags.clear();
        }
        tile.tags.extend(over.tags.words().cloned());
        check_tags(&tile.tags)?;
        Ok(tile)
    }

    /// What is printed on the tile, and the names of its tags.
    pub fn draw(&self, words: &Vocabulary, edges: &[Edge]) -> Read<(Tile, Vec<String>)> {
        let mut drawings = Vec::new();
        for Stroke { kind, text } in &self.strokes {
            let edge = edges[self.kind(kind, words)?];
            drawings.push(Drawing { kind: &kind.text, edge, text: &text.text });
        }
        let face = Tile::read(&drawings).map_err(|StrokeError { drawing, range, fault }| {
            // An error that no stroke is to blame for stands at the tile.
            let place = match self.strokes.get(drawing) {
                Some(Stroke { text, .. }) => text.place.part(&text.text, range),
                None => self.id.place.clone(),
            };
            place.error(fault.to_string())
        })?;
        self.strokes.iter().flat_map(|stroke| stroke.tags()).chain(self.tags.iter().cloned()).try_for_each(|tag| {
            words.tag(&tag)?;
            Ok(())
        })?;
        Ok((face, texts(&self.tags).map(String::from).collect()))
    }

    /// Any key that is not one of the tile's own names a kind; so a misspelt one may have meant either.
    fn kind(&self, word: &Word, words: &Vocabulary) -> Read<usize> {
        let found = words.kinds.iter().position(|kind| kind.text == word.text);
        found.ok_or_else(|| word.unknown("kind", texts(&words.kinds).chain(TILE_KEYS)))
    }
}

/// What some copies of a tile, or all, have instead of their own strokes and tags.
#[derive(Clone, Debug)]
pub(super) struct Redrawing {
    /// The tile: `ID` of the expansion's own set, or `SET:ID`.
    pub id: Word,
    /// How many copies are changed; all of them where it is not said.
    pub copies: Option<(u16, Place)>,
    tags: List,
    /// Strokes of a kind, and whether they are added to those of the tile.
    strokes: Vec<(Word, Vec<Stroke>, bool)>,
}

impl Redrawing {
    /// Reads what is drawn otherwise on the tile of this name.
    pub fn read(id: Word, node: Node<'_>) -> Read<Redrawing> {
        let mut table = node.table()?;
        let [count, tags] = TILE_KEYS;
        let copies = table.optional(COPIES, |node| Ok((node.integer(1..=MAX_COUNT)? as u16, node.place())))?;
        let tags = table.optional(tags, List::read)?.unwrap_or_default();
        let mut strokes = Vec::new();
        for (kind, node) in table.rest() {
            if kind.text == count {
                let message = format!("an overlay changes the strokes and tags of a tile, not its `{count}`");
                return Err(kind
                    .place
                    .error(message)
                    .with_help(format!("`{COPIES}` says how many of them it changes")));
            }
            let (of_kind, is_added) = added_or_whole(&kind, node)?;
            strokes.push((kind, of_kind, is_added));
        }
        let redrawing = Redrawing { id, copies, tags, strokes };
        match &redrawing.copies {
            Some((_, place)) if redrawing.words().is_empty() => {
                Err(place.error("these copies are like the others: say which strokes or tags they have"))
            }
            _ => Ok(redrawing),
        }
    }

    /// What the changed copies of a tile are called: its name and the kinds, or else the tags, that they have of their own.
    pub fn name(&self, id: &str) -> String {
        [&[id][..], &self.words()].concat().join("+")
    }

    fn words(&self) -> Vec<&str> {
        match self.strokes[..] {
            [] => self.tags.words().map(|tag| tag.text.as_str()).collect(),
            _ => self.strokes.iter().map(|(kind, ..)| kind.text.as_str()).collect(),
        }
    }

    /// An error in a tile that it changed, where it says so: the fault may lie in a file that was right without it.
    pub fn blamed(&self, error: ManifestError) -> ManifestError {
        if error.place.file() == self.id.place.file() {
            return error;
        }
        let help = format!("the other stroke is at {}", error.place);
        self.id.place.error(format!("changed so, {} cannot be drawn: {}", self.id.text, error.message)).with_help(help)
    }
}

/// Strokes of a kind: all of them, or `{ add = … }`.
fn added_or_whole(kind: &Word, node: Node<'_>) -> Read<(Vec<Stroke>, bool)> {
    if !node.is_table() {
        return Ok((strokes_of(kind, node)?, false));
    }
    let mut table = node.table()?;
    let strokes = table.required("add", |node| strokes_of(kind, node))?;
    table.finish()?;
    Ok((strokes, true))
}

impl Stroke {
    /// The tags of the stroke, each where it stands.
    fn tags(&self) -> impl Iterator<Item = Word> {
        let text = &self.text.text;
        text.split(' ').filter_map(move |word| {
            let tag = word.strip_prefix('+')?;
            let start = tag.as_ptr() as usize - text.as_ptr() as usize;
            Some(Word { text: tag.into(), place: self.text.place.part(text, start..start + tag.len()) })
        })
    }
}

fn strokes_of(kind: &Word, node: Node<'_>) -> Read<Vec<Stroke>> {
    let one = |node: &Node<'_>| {
        let text = stroke(*node).map_err(|error| misspelt(kind).unwrap_or(error))?;
        Ok(Stroke { kind: kind.clone(), text })
    };
    let nodes = node.one_or_list()?;
    nodes.iter().take(MAX_STROKES + 1).map(one).collect()
}

fn check_number(strokes: &[Stroke], kind: &Word) -> Read<()> {
    match strokes.len() {
        0..=MAX_STROKES => Ok(()),
        _ => Err(kind.place.error(format!("a tile has at most {MAX_STROKES} strokes"))),
    }
}

fn tile_tags(node: Node<'_>) -> Read<Vec<Word>> {
    let tags = node.list()?.iter().map(Node::word).collect::<Read<Vec<_>>>()?;
    check_tags(&tags)?;
    Ok(tags)
}

fn check_tags(tags: &[Word]) -> Read<()> {
    match tags.get(MAX_TAGS) {
        Some(tag) => Err(tag.place.error(format!("a tile has at most {MAX_TAGS} tags"))),
        None => Ok(()),
    }
}

/// What is no stroke may stand at a key that was meant to be one of the tile's own.
fn misspelt(key: &Word) -> Option<ManifestError> {
    nearest(&key.text, TILE_KEYS).map(|_| key.unknown("key", TILE_KEYS))
}

fn stroke(node: Node<'_>) -> Read<Word> {
    let word = node.word()?;
    if word.text.len() > MAX_STROKE {
        return Err(word.place.error(format!("a stroke has at most {MAX_STROKE} characters")));
    }
    Ok(word)
}
