//! Reads what is drawn on a tile, from tiles.toml and overlays: strokes by kind, and tags.

use super::error::{ManifestError, Place, ReadResult};
use super::node::{Node, Words};
use super::tree::{Tree, Value};
use super::vocabulary::Vocabulary;
use super::word::Word;
use crate::language::nearest;
use crate::table::tile::{Drawing, Edge, FIELD, Segment, StrokeError, Tile};

/// The maximum number of different tiles in a set.
const MAX_TILES: usize = 500;
/// The maximum number of copies of a tile.
const MAX_COUNT: i64 = 1_000;
/// The maximum number of strokes of a tile.
const MAX_STROKES: usize = 32;
/// The maximum length of a stroke.
const MAX_STROKE: usize = 200;
/// The maximum number of tags of a tile.
const MAX_TAGS: usize = 16;
/// Keys of a tile, so a kind cannot have these names.
pub(super) const TILE_KEYS: [&str; 3] = ["count", "tags", "fits"];
/// What `fits` can say: whether the tile goes into holes.
const FITS: [(&str, bool); 2] = [("edges", false), ("hole", true)];
/// The number of copies of a tile that an overlay changes; a kind cannot have this name either.
pub(super) const COPIES: &str = "copies";

/// A tile of a set.
#[derive(Clone, Debug)]
pub(super) struct TileLines {
    pub id: Word,
    pub count: u16,
    lines: Tree,
}

/// Reads all tiles of a set.
pub(super) fn read(file: Tree) -> ReadResult<Vec<TileLines>> {
    let Value::Table(tiles) = file.value else { return Ok(Vec::new()) };
    if let Some((id, _)) = tiles.get(MAX_TILES) {
        return Err(id.error(format!("a set has at most {MAX_TILES} different tiles")));
    }
    let tile = |(id, lines): (Word, Tree)| {
        id.tile_id()?;
        let count = Face::default().lay(&lines, false)?.map_or(1, |(count, _)| count);
        Ok(TileLines { id, count, lines })
    };
    tiles.into_iter().map(tile).collect()
}

/// What an overlay says about a tile.
#[derive(Clone, Debug)]
pub(super) struct Redrawing<'a> {
    /// The tile: `ID` in the expansion's own set, or `SET:ID`.
    pub id: &'a Word,
    /// The number of copies that are changed, and its place; `None` means all of them.
    pub copies: Option<(u16, &'a Place)>,
    pub lines: &'a Tree,
    /// The kinds that only the changed copies have, or else the tags.
    own: Vec<&'a str>,
}

impl<'a> Redrawing<'a> {
    pub fn read(id: &'a Word, lines: &'a Tree) -> ReadResult<Redrawing<'a>> {
        let mut face = Face::default();
        let copies = face.lay(lines, true)?;
        let kinds = lines.lines().iter().map(|(key, _)| key.text.as_str());
        let mut own: Vec<&str> = kinds.filter(|key| *key != COPIES && !TILE_KEYS.contains(key)).collect();
        if own.is_empty() {
            own.extend(face.tags.iter().map(|tag| tag.text.as_str()));
        }
        match copies {
            Some((_, place)) if own.is_empty() => {
                Err(place.error("these copies are like the others: say which strokes or tags they have"))
            }
            _ => Ok(Redrawing { id: id.tile_name()?, copies, lines, own }),
        }
    }

    /// Returns the name of the changed copies of a tile.
    pub fn name(&self, id: &str) -> String {
        [&[id][..], &self.own].concat().join("+")
    }

    /// Moves an error in a changed tile to the change, because the file of the tile was correct without it.
    pub fn blamed(&self, error: ManifestError) -> ManifestError {
        if error.place.file() == self.id.place.file() {
            return error;
        }
        let help = format!("the other stroke is at {}", error.place);
        self.id.error(format!("with this change {} cannot be drawn: {}", self.id.text, error.message)).with_help(help)
    }
}

/// What is drawn on a tile.
#[derive(Default)]
struct Face<'a> {
    tags: Vec<&'a Word>,
    fills_hole: bool,
    strokes: Vec<Stroke<'a>>,
}

#[derive(Clone)]
struct Stroke<'a> {
    kind: &'a Word,
    text: &'a Word,
}

impl<'a> Face<'a> {
    /// Lays a table of tiles.toml or of an overlay over it, and returns the number in it. Strokes of a kind replace
    /// those of the same kind, or are added at the end.
    fn lay(&mut self, lines: &'a Tree, is_overlay: bool) -> ReadResult<Option<(u16, &'a Place)>> {
        let mut table = Node::new(lines).table()?;
        let [count, tags, fits] = TILE_KEYS;
        let number = if is_overlay { COPIES } else { count };
        let number = table.optional(number, |node| Ok((node.integer(1..=MAX_COUNT)? as u16, node.place())))?;
        self.lay_tags(table.optional(tags, |node| if is_overlay { node.sum() } else { node.whole() })?)?;
        if !is_overlay {
            self.fills_hole = table.or_default(fits, |node| node.choice(&FITS))?;
        }
        for (kind, node) in table.rest() {
            if is_overlay && [count, fits].contains(&kind.text.as_str()) {
                let own = &kind.text;
                let error = kind.error(format!("an overlay changes the strokes and tags of a tile, not its `{own}`"));
                let help = format!("`{COPIES}` says how many of them it changes");
                return Err(if own == count { error.with_help(help) } else { error });
            }
            self.lay_strokes(kind, &node, is_overlay && node.is_table())?;
        }
        Ok(number)
    }

    fn lay_tags(&mut self, tags: Option<Words<'a>>) -> ReadResult<()> {
        if tags.as_ref().is_some_and(|tags| tags.is_whole) {
            self.tags.clear();
        }
        self.tags.extend(tags.into_iter().flat_map(|tags| tags.words));
        match self.tags.get(MAX_TAGS) {
            Some(tag) => Err(tag.error(format!("a tile has at most {MAX_TAGS} tags"))),
            None => Ok(()),
        }
    }

    fn lay_strokes(&mut self, kind: &'a Word, node: &Node<'a>, is_added: bool) -> ReadResult<()> {
        let read = |node: &Node<'a>| strokes(kind, node);
        let strokes = if is_added { node.added(read)? } else { read(node)? };
        let is_old = |stroke: &Stroke<'_>| stroke.kind.text == kind.text && !is_added;
        let at = self.strokes.iter().position(is_old).unwrap_or(self.strokes.len());
        self.strokes.retain(|stroke| !is_old(stroke));
        self.strokes.splice(at..at, strokes);
        match self.strokes.len() {
            0..=MAX_STROKES => Ok(()),
            _ => Err(kind.error(format!("a tile has at most {MAX_STROKES} strokes"))),
        }
    }
}

impl Face<'_> {
    /// Rejects strokes that a tile for holes cannot have: it opens no side and has no field.
    fn check_closed(&self, printed: &Tile) -> ReadResult<()> {
        let wrong = |Stroke { kind, text }: &Stroke<'_>| match kind.text == FIELD {
            true => Some(text.error("a tile that fits a hole has no field")),
            false => None,
        };
        if let Some(error) = self.strokes.iter().find_map(wrong) {
            return Err(error);
        }
        let opens = |segment: &Segment| !segment.sides.is_empty() || !segment.halves.is_empty();
        match printed.segments.iter().position(opens).and_then(|at| self.strokes.get(at)) {
            Some(Stroke { text, .. }) => Err(text.error("a tile that fits a hole opens no side")),
            None => Ok(()),
        }
    }
}

fn strokes<'a>(kind: &'a Word, node: &Node<'a>) -> ReadResult<Vec<Stroke<'a>>> {
    let one = |node: &Node<'a>| {
        // A value that is not a stroke may belong to a misspelt key of the tile.
        let misspelt = |error| nearest(&kind.text, TILE_KEYS).map_or(error, |_| kind.unknown("key", TILE_KEYS));
        let text = node.word().map_err(misspelt)?;
        match text.text.len() {
            0..=MAX_STROKE => Ok(Stroke { kind, text }),
            _ => Err(text.error(format!("a stroke has at most {MAX_STROKE} characters"))),
        }
    };
    node.one_or_list()?.iter().take(MAX_STROKES + 1).map(one).collect()
}

impl Stroke<'_> {
    /// Returns the tags of the stroke, with their places.
    fn tags(&self) -> impl Iterator<Item = Word> {
        let Word { text, place } = self.text;
        text.split(' ').filter_map(move |word| {
            let tag = word.strip_prefix('+')?;
            let start = tag.as_ptr() as usize - text.as_ptr() as usize;
            Some(Word { text: tag.into(), place: place.part(text, start..start + tag.len()) })
        })
    }
}

impl TileLines {
    /// Returns what is printed on the tile under these overlays, and the names of its tags.
    pub fn draw<'a>(
        &'a self,
        over: impl IntoIterator<Item = &'a Tree>,
        words: &Vocabulary<'_>,
        edges: &[Edge],
    ) -> ReadResult<(Tile, Vec<String>)> {
        let mut face = Face::default();
        face.lay(&self.lines, false)?;
        over.into_iter().try_for_each(|lines| face.lay(lines, true).map(drop))?;
        let drawing = |Stroke { kind, text }: &Stroke<'a>| {
            // A key that is not one of the tile's own names a kind, so a misspelt one may have meant either.
            let unknown = |_| kind.unknown("kind", words.kinds.texts().chain(TILE_KEYS));
            let edge = edges[words.kinds.find(kind).map_err(unknown)?];
            Ok(Drawing { kind: &kind.text, edge, text: &text.text })
        };
        let drawings = face.strokes.iter().map(drawing).collect::<ReadResult<Vec<_>>>()?;
        let mut printed = Tile::read(&drawings).map_err(|StrokeError { drawing, range, fault }| {
            // An error that is not in a stroke is reported at the tile.
            let place = match face.strokes.get(drawing) {
                Some(Stroke { text, .. }) => text.place.part(&text.text, range),
                None => self.id.place.clone(),
            };
            place.error(fault.to_string())
        })?;
        if face.fills_hole {
            face.check_closed(&printed)?;
            (printed.fields, printed.fills_hole) = (Vec::new(), true);
        }
        face.strokes.iter().flat_map(Stroke::tags).try_for_each(|tag| words.tag(&tag).map(drop))?;
        face.tags.iter().try_for_each(|tag| words.tag(tag).map(drop))?;
        Ok((printed, face.tags.iter().map(|tag| tag.text.clone()).collect()))
    }
}
