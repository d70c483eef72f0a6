//! `tiles`: shows every tile of a set.

use bastide_core::language::plural;
use bastide_core::{Catalogue, Half, Rotation, Setup, Side, TileId};
use serde::Serialize;

use crate::draw::screen::Screen;
use crate::draw::view::{Exhibit, TileArt};
use crate::line::candidates::names;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::describe;
use crate::tell::sets::of_set;

/// Show the tiles of a set; in a lab, set the contents of a pile
#[derive(Args)]
pub struct Tiles {
    /// A set, or a pile and its tiles
    #[arg(allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Command for Tiles {
    const NAME: &str = "tiles";
    const FORM: &str = "tiles SET";
    const EXAMPLES: &str = "tiles base        tiles base --format json";
    const COMPLETE: &[(&str, Completer)] = &[("words", names)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let [set] = &self.words[..] else {
            return Err(Failure::usage("write tiles SET, for instance tiles base; in a lab tiles pile TILE…"));
        };
        let expansion = context.library.asked(set)?;
        let (setup, own) = of_set(&mut context.library, context.table.as_ref(), expansion.id())?;
        if own.is_empty() {
            return Ok(Reply::text(format!("{} has no tiles.", expansion.name())).with_rows::<Row>(&[]));
        }
        let catalogue = setup.catalogue();
        let total: usize = own.iter().map(|tile| catalogue.tile(*tile).count as usize).sum();
        let (kinds, tiles) = (plural("kind", own.len() as i64), plural("tile", total as i64));
        let shown = drawn(&context.screen, &setup, &own)?;
        let text = format!("{shown}\n{} {kinds}, {total} {tiles}", own.len());
        Ok(Reply::text(text).with_rows(&own.iter().map(|tile| Row::new(catalogue, *tile)).collect::<Vec<_>>()))
    }
}

/// Tiles as they are understood, with the fields that their strokes leave: drawn, or in words where nothing is drawn.
pub fn drawn(screen: &Screen, setup: &Setup, tiles: &[TileId]) -> Result<String, Failure> {
    let shown = match screen.settings.plain {
        true => tiles.iter().map(|tile| sentence(setup.catalogue(), *tile)).collect::<Vec<_>>().join("\n"),
        false => strip(screen, setup, tiles)?,
    };
    Ok(shown.trim_end().into())
}

fn sentence(catalogue: &Catalogue, tile: TileId) -> String {
    let (kind, face) = (catalogue.tile(tile), describe::face(catalogue, tile, Rotation::default()));
    format!("{}, {} of it: {face}.", kind.id, kind.count)
}

fn strip(shown: &Screen, setup: &Setup, tiles: &[TileId]) -> Result<String, Failure> {
    let catalogue = setup.catalogue();
    let mut screen = Screen::new(shown.look, shown.size);
    screen.prepare(setup)?;
    let arts: Vec<TileArt> = tiles.iter().map(|tile| screen.looks.art(catalogue, *tile, Rotation::default())).collect();
    let label =
        |tile: &TileId| format!("{} {}{}", catalogue.tile(*tile).id, shown.times(), catalogue.tile(*tile).count);
    let exhibits: Vec<Exhibit> =
        arts.iter().zip(tiles).map(|(art, tile)| Exhibit { art, label: label(tile), numbers: Vec::new() }).collect();
    Ok(screen.strip(&exhibits))
}

/// A tile as data.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    count: u16,
    tags: Vec<&'a str>,
    segments: Vec<SegmentRow<'a>>,
    fields: Vec<FieldRow<'a>>,
}

#[derive(Serialize)]
struct SegmentRow<'a> {
    kind: &'a str,
    sides: Vec<String>,
    tags: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    halves: Vec<String>,
}

/// A field, with the segments that it touches, by index.
#[derive(Serialize)]
struct FieldRow<'a> {
    halves: Vec<String>,
    touches: &'a [usize],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    tags: &'a [String],
}

impl Row<'_> {
    fn new(catalogue: &Catalogue, tile: TileId) -> Row<'_> {
        let kind = catalogue.tile(tile);
        let halves = |halves: &[Half]| halves.iter().map(Half::to_string).collect();
        let segments = kind.face.segments.iter().map(|segment| SegmentRow {
            kind: &segment.kind,
            sides: segment.sides.iter().map(Side::to_string).collect(),
            tags: &segment.tags,
            halves: halves(&segment.halves),
        });
        let fields = kind.face.fields.iter().map(|field| FieldRow {
            halves: halves(&field.halves),
            touches: &field.touches,
            tags: &field.tags,
        });
        Row {
            id: &kind.id,
            count: kind.count,
            tags: kind.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].as_str()).collect(),
            segments: segments.collect(),
            fields: fields.collect(),
        }
    }
}
