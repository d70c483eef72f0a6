//! `tiles`: shows every tile of a set.

use bastide_core::language::plural;
use bastide_core::{Catalogue, Rotation, Setup, TileId};
use serde_json::{Value, json};

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
            return Ok(Reply::text(format!("{} has no tiles.", expansion.name())).with_rows::<Value>(&[]));
        }
        let catalogue = setup.catalogue();
        let total: usize = own.iter().map(|tile| catalogue.tile(*tile).count as usize).sum();
        let (kinds, tiles) = (plural("kind", own.len() as i64), plural("tile", total as i64));
        let shown = drawn(&context.screen, &setup, &own)?;
        let text = format!("{shown}\n{} {kinds}, {total} {tiles}", own.len());
        Ok(Reply::text(text).with_rows(&own.iter().map(|tile| data(catalogue, *tile)).collect::<Vec<_>>()))
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

/// A tile as data: its segments, and its fields, which refer to segments by index.
fn data(catalogue: &Catalogue, tile: TileId) -> Value {
    let kind = catalogue.tile(tile);
    let names = |list: Vec<String>| Value::from(list);
    let segments = kind.face.segments.iter().map(|segment| {
        let sides = names(segment.sides.iter().map(|side| side.to_string()).collect());
        let mut object = json!({ "kind": segment.kind, "sides": sides, "tags": segment.tags });
        if !segment.halves.is_empty() {
            object["halves"] = names(segment.halves.iter().map(|half| half.to_string()).collect());
        }
        object
    });
    let fields = kind.face.fields.iter().map(|field| {
        let halves = names(field.halves.iter().map(|half| half.to_string()).collect());
        let mut object = json!({ "halves": halves, "touches": field.touches });
        if !field.tags.is_empty() {
            object["tags"] = json!(field.tags);
        }
        object
    });
    let tags = kind.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].clone());
    json!({
        "id": kind.id,
        "count": kind.count,
        "tags": names(tags.collect()),
        "segments": segments.collect::<Vec<_>>(),
        "fields": fields.collect::<Vec<_>>(),
    })
}
