//! What can be played with: tiles of a set, expansions, editions, options. Reads manifests, never a game in play.

use bastide_core::catalogue::{Catalogue, TileId, TileKind};
use bastide_core::geometry::Rotation;
use bastide_core::ledger::plural;
use bastide_core::manifest::{Expansion, GameOption};
use bastide_core::setup::Setup;
use cpu_time::ProcessTime;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

use crate::draw::screen::Screen;
use crate::draw::view::{Exhibit, TileArt};
use crate::game::library::{ALWAYS, make_setup};
use crate::io::prose::{hung, pad, widest};
use crate::io::reply::{Cause, Failure, Reply};
use crate::session::Session;
use crate::tell::describe;

/// How long the sets of a list are tried: a folder may hold thousands, and each script may take its time.
const TRYING: Duration = Duration::from_millis(200);

/// Shows every tile of a set.
pub fn show(session: &mut Session, words: &[String]) -> Result<Reply, Failure> {
    let [set] = words else {
        return Err(Failure::usage("write tiles SET, for instance tiles base; in a lab tiles pile TILE…"));
    };
    let expansion = session.library.find(set)?;
    let (setup, own) = of_set(session, expansion.id())?;
    if own.is_empty() {
        return Ok(Reply::text(format!("{} has no tiles.", expansion.name())).with_rows(Vec::new()));
    }
    let catalogue = setup.catalogue();
    let mut screen = Screen::new(session.screen.look, session.screen.size);
    screen.prepare(&setup)?;
    let arts: Vec<TileArt> = own.iter().map(|tile| screen.looks.art(catalogue, *tile, Rotation::default())).collect();
    let label = |tile: &TileId| {
        format!("{} {}{}", catalogue.tile(*tile).id, session.screen.times(), catalogue.tile(*tile).count)
    };
    let exhibits: Vec<Exhibit> =
        arts.iter().zip(&own).map(|(art, tile)| Exhibit { art, label: label(tile), numbers: Vec::new() }).collect();
    let total: usize = own.iter().map(|tile| catalogue.tile(*tile).count as usize).sum();
    let (kinds, tiles) = (plural("kind", own.len() as i64), plural("tile", total as i64));
    let told = |tile: &TileId| {
        let (kind, face) = (catalogue.tile(*tile), describe::face(catalogue, *tile, Rotation::default()));
        format!("{}, {} of it: {face}.", kind.id, kind.count)
    };
    let shown = match session.screen.manner.plain {
        true => own.iter().map(told).collect::<Vec<_>>().join("\n"),
        false => screen.strip(&exhibits),
    };
    let text = format!("{}\n{} {kinds}, {total} {tiles}", shown.trim_end(), own.len());
    Ok(Reply::text(text).with_rows(own.iter().map(|tile| tile_data(catalogue, *tile)).collect()))
}

/// The tiles of a set as they are on the table, if it is in play, else as they are alone. Those of a set that only changes tiles of
/// others are the copies that it changes.
pub fn of_set(session: &mut Session, id: &str) -> Result<(Arc<Setup>, Vec<TileId>), Failure> {
    let table = session.table.as_ref().map(|table| table.game.setup().clone());
    let has = |setup: &Arc<Setup>| setup.catalogue().tiles.iter().any(|tile| tile.expansion == id);
    let setup = match table.filter(has) {
        Some(setup) => setup,
        None => Arc::new(tried(session, id)?),
    };
    let changes = !has(&setup);
    let is_shown = |tile: &TileKind| match changes {
        true => tile.is_changed(),
        false => tile.expansion == id && tile.count > 0,
    };
    let tiles = (0..).map(TileId).zip(&setup.catalogue().tiles).filter(|(_, tile)| is_shown(tile));
    let tiles = tiles.map(|(id, _)| id).collect();
    Ok((setup, tiles))
}

/// What was understood of a tile: its segments and its fields, which touch segments by index.
fn tile_data(catalogue: &Catalogue, tile: TileId) -> Value {
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

/// The expansions and house rules that there are. One that cannot be played is marked, and does not hide the others.
pub fn expansions(session: &mut Session) -> Result<Reply, Failure> {
    let (mut lines, mut rows, mut code) = (Vec::new(), Vec::new(), 0);
    let ids = session.library.ids();
    let width = widest(&ids);
    let columns = session.screen.size.map(|(columns, _)| columns);
    let (start, mut untried) = (ProcessTime::now(), 0);
    for id in ids {
        // What is in the program was tried when it was made.
        let is_tried = session.library.is_on_disk(&id);
        let has_time = start.elapsed() < TRYING;
        untried += usize::from(is_tried && !has_time);
        match playable(session, &id, is_tried && has_time) {
            Ok(expansion) => {
                let house = if expansion.is_house() { "(house rule) " } else { "" };
                let sentence = format!("{:8} {house}{}", expansion.version(), expansion.summary());
                lines.push(format!("{} {}", pad(&id, width), hung(&sentence, width + 10, columns)));
                rows.push(expansion_data(&expansion));
            }
            Err(failure) => {
                code = Cause::Manifest.code();
                lines.push(format!("{} {}", pad(&id, width), hung(&wrong(&failure), width + 10, columns)));
                rows.push(json!({ "id": id, "error": failure.message }));
            }
        }
    }
    let reply = Reply { code, ..Reply::text(lines.join("\n")).with("expansions", rows) };
    let note = || format!("{untried} of these were read but not tried; `tiles SET` tries one");
    Ok(if untried > 0 { reply.note(note()) } else { reply })
}

/// What is wrong with a set, in a sentence and with its place.
fn wrong(failure: &Failure) -> String {
    let sentence = failure.message.lines().next().unwrap_or_default();
    let (file, line) = (failure.data.get("file").and_then(Value::as_str), failure.data.get("line"));
    let place = match (file, line.and_then(Value::as_u64)) {
        (Some(file), _) if sentence.contains(file) => String::new(),
        (Some(file), Some(line)) if line > 0 => format!(" ({file}:{line})"),
        (Some(file), _) => format!(" ({file})"),
        _ => String::new(),
    };
    format!("cannot be loaded: {sentence}{place}")
}

/// A table with one set and whatever it requires, for as many players as it takes.
pub fn tried(session: &mut Session, id: &str) -> Result<Setup, Failure> {
    let recipe = session.library.recipe_around(id)?;
    let least = recipe.expansions.iter().filter_map(|portion| Some(*portion.expansion.players()?.start())).max();
    let players = (1..=least.unwrap_or(1)).map(|n| n.to_string()).collect();
    make_setup(recipe, players, false)
}

/// The expansion; if it is tried, only if a game could be begun with it.
fn playable(session: &mut Session, id: &str, is_tried: bool) -> Result<Arc<Expansion>, Failure> {
    let expansion = session.library.find(id)?;
    if !is_tried {
        return Ok(expansion);
    }
    let setup = tried(session, id)?;
    Screen::new(session.screen.look, None).prepare(&setup)?;
    Ok(expansion)
}

/// A set as data.
pub fn expansion_data(expansion: &Expansion) -> Value {
    json!({
        "id": expansion.id(),
        "house": expansion.is_house(),
        "name": expansion.name(),
        "version": expansion.version(),
        "summary": expansion.summary(),
        "hash": expansion.hash(),
        "requires": expansion.requires().map(|(id, _)| id).collect::<Vec<_>>(),
        "tiles": expansion.tiles().map(|(_, n)| n as u64).sum::<u64>(),
    })
}

/// The expansions that are in play with their rules, or the one that always is.
fn in_play(session: &mut Session) -> Result<Vec<Arc<Expansion>>, Failure> {
    match &session.table {
        Some(table) => {
            let ruling = table.recipe.expansions.iter().filter(|portion| portion.extent.rules);
            Ok(ruling.map(|portion| portion.expansion.clone()).collect())
        }
        None => Ok(vec![session.library.find(ALWAYS)?]),
    }
}

/// The editions, with a sentence each.
pub fn editions(session: &mut Session) -> Result<Reply, Failure> {
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    for expansion in in_play(session)? {
        let Some(editions) = expansion.editions() else { continue };
        for edition in editions.list() {
            let is_default = edition.name() == editions.default();
            let usual = if is_default { " (if none is named)" } else { "" };
            let sets: Vec<String> = edition.options().map(|(name, value)| format!("{name}={value}")).collect();
            lines.push(format!("{:18} {}{usual}\n{:18} {}", edition.name(), edition.about(), "", sets.join(", ")));
            rows.push(json!({ "name": edition.name(), "about": edition.about(), "default": is_default, "sets": sets }));
        }
    }
    Ok(Reply::text(lines.join("\n")).with("editions", rows))
}

/// The options, with a sentence, their values, and what they are in the game on the table.
pub fn options(session: &mut Session) -> Result<Reply, Failure> {
    let expansions = in_play(session)?;
    let setup = session.table.as_ref().map(|table| table.game.setup());
    let (mut lines, mut rows) = (Vec::new(), Vec::new());
    let mut all: Vec<&GameOption> = Vec::new();
    for option in expansions.iter().flat_map(|expansion| expansion.options()) {
        // Several sets may share one.
        if !all.iter().any(|first| first.name() == option.name()) {
            all.push(option);
        }
    }
    let width = widest(all.iter().map(|option| option.name())).max(18);
    for option in all {
        let value = setup.and_then(|setup| setup.resolved().options.get(option.name()));
        let because = setup.and_then(|setup| because(setup, option));
        let now = value.map(|value| format!(", now {value}")).unwrap_or_default() + because.as_deref().unwrap_or("");
        let follows = option.follows().filter(|_| because.is_none());
        let follows = follows.map(|[other, is, default]| format!(", {default} if {other} is {is}")).unwrap_or_default();
        lines.push(format!("{:width$} {}", option.name(), option.about()));
        lines.push(format!("{:width$} {}; {} if not said{follows}{now}", "", option.values_told(), option.default()));
        rows.push(json!({
            "name": option.name(),
            "about": option.about(),
            "values": option.values(),
            "range": option.range(),
            "default": option.default(),
            "follows": option.follows().map(|[other, is, default]| json!({ "option": other, "is": is, "default": default })),
            "value": value,
        }));
    }
    Ok(Reply::text(lines.join("\n")).with("options", rows))
}

/// Why an option is what it is, where another one decided it.
fn because(setup: &Setup, option: &GameOption) -> Option<String> {
    let [other, is, _] = option.follows()?;
    let resolved = setup.resolved();
    let edition = resolved.edition.as_deref().unwrap_or_default();
    let editions = setup.recipe().expansions.iter().filter_map(|portion| portion.expansion.editions());
    let mut in_edition = editions.filter_map(|editions| editions.named(edition)).flat_map(|edition| edition.options());
    let said = setup.recipe().options.contains_key(option.name()) || in_edition.any(|(name, _)| name == option.name());
    let followed = !said && resolved.options.get(other).is_some_and(|value| value == is);
    followed.then(|| format!(" because {other} is {is}"))
}
