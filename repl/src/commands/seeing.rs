//! The commands that look at the table and change nothing on it: overlays, the bag, one thing at a time, and how the board is
//! shown.

use bastide_core::catalogue::TileId;
use bastide_core::feature::FeatureId;
use bastide_core::game::Game;
use bastide_core::geometry::{Cell, Rotation, Side};
use bastide_core::manifest::nearest;
use serde_json::Value;

use crate::draw::overlay::{Overlay, owners};
use crate::draw::view::{Exhibit, Look, TileArt, Zoom};
use crate::game::assist::Assist;
use crate::game::letters::lettered;
use crate::io::reply::{Failure, Reply};
use crate::session::{Session, no_game};
use crate::tell::describe;
use crate::tell::fits;
use crate::tell::info::{self, Book, Thing};
use crate::tell::show;

/// How much larger or smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Step {
    /// Larger
    In,
    /// Smaller
    Out,
    /// As large as it fits
    Auto,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Switch {
    /// On
    On,
    /// Off
    Off,
}

/// The board: a picture, or sentences where no pictures are wanted.
pub fn board(session: &mut Session, ascii: bool) -> Result<Reply, Failure> {
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let text = match session.screen.manner.plain && !ascii {
        true => describe::board(&table.game).join("\n"),
        false => session.screen.board(&table.game, ascii),
    };
    let mut reply = Reply::text(if text.is_empty() { "The board is empty." } else { &text });
    reply.data = show::board_data(&table.game);
    reply.data.insert("picture".into(), session.screen.plain(&table.game).into());
    Ok(reply)
}

/// What may be chosen.
pub fn legal(session: &Session) -> Result<Reply, Failure> {
    let game = &session.table()?.game;
    let reply = show::legal(game);
    let plain = session.screen.manner.plain && game.decision().is_some();
    Ok(if plain { Reply { text: describe::choices(game, Assist::Full).join("\n"), ..reply } } else { reply })
}

/// The points of all players.
pub fn scores(session: &Session) -> Result<Reply, Failure> {
    let table = session.table()?;
    let reply = show::scores(table);
    let plain = session.screen.manner.plain;
    Ok(if plain {
        Reply { text: describe::points(&table.game, session.screen.manner.assist).join("\n"), ..reply }
    } else {
        reply
    })
}

/// The whole table in sentences.
pub fn look(session: &Session) -> Result<Reply, Failure> {
    let lines = describe::table(&session.table()?.game, session.screen.manner.assist);
    Ok(Reply::text(lines.join("\n")).with("lines", lines))
}

/// The board with whose each thing is, and the same in words.
pub fn overlay(session: &mut Session, overlay: Overlay) -> Result<Reply, Failure> {
    if overlay == Overlay::Fits {
        return fits(session, None);
    }
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let game = &table.game;
    let book = Book::new(game);
    let owned: Vec<FeatureId> =
        overlay.features(game).into_iter().filter(|feature| !owners(game, *feature).is_empty()).collect();
    let facts: Vec<info::Facts> = owned.iter().map(|feature| book.facts(*feature)).collect();
    let mut lines: Vec<String> = facts.iter().map(|facts| facts.short.clone()).collect();
    if lines.is_empty() {
        lines.push("Nobody owns anything there yet.".into());
    }
    if !session.screen.manner.plain {
        lines.insert(0, session.screen.board_with(game, false, overlay).trim_end().into());
    }
    let data: Vec<Value> = facts.into_iter().map(|facts| facts.data).collect();
    Ok(Reply::text(lines.join("\n")).with("features", data))
}

/// How many tiles to come fit where.
pub fn fits(session: &mut Session, cell: Option<&str>) -> Result<Reply, Failure> {
    session.screen.manner.assist.allows("counts of tiles")?;
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let game = &table.game;
    if let Some(word) = cell {
        let named = lettered(game).into_iter().find(|cell| cell.letters == word).map(|cell| cell.cell);
        let cell: Cell = named.or_else(|| word.parse().ok()).ok_or_else(|| no_cell(word))?;
        let all = fits::fits(game);
        let fit = all.iter().find(|fit| fit.cell == cell);
        let fit = fit.ok_or_else(|| Failure::refused(format!("{cell} is no open cell")))?;
        return Ok(Reply::text(fits::sentence(game, fit)).with("cells", vec![fits::data(game, fit)]));
    }
    let mut reply = fits::told(game);
    if !session.screen.manner.plain {
        let holes = fits::fits(game).iter().filter(|fit| fit.count() == 0).count();
        let holes = match holes {
            0 => "every open cell can still be filled".into(),
            1 => "one hole stays: no tile to come fits".to_string(),
            n => format!("{n} holes stay: no tile to come fits"),
        };
        let picture = session.screen.board_with(game, false, Overlay::Fits);
        reply.text = format!("{}\n{holes}", picture.trim_end());
    }
    Ok(reply)
}

fn no_cell(word: &str) -> Failure {
    let shown: String = word.escape_debug().take(40).collect();
    Failure::usage(format!("`{shown}` is not a cell: write X,Y or the letter of a legal cell"))
}

/// What is still to come, as pictures with counts.
pub fn bag(session: &mut Session) -> Result<Reply, Failure> {
    session.screen.manner.assist.allows("counts of tiles")?;
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let game = table.game.clone();
    let (tiles, mut reply) = fits::bag(&game);
    if session.screen.manner.plain {
        let line = |(tile, n, of): &(TileId, usize, usize)| {
            let face = describe::face(game.catalogue(), *tile, Rotation::default());
            format!("{}: {n} of {of} to come; {face}.", game.catalogue().tile_name(*tile))
        };
        reply.text = [vec![format!("{}.", reply.text)], tiles.iter().map(line).collect()].concat().join("\n");
        return Ok(reply);
    }
    let label = |(tile, n, of): &(TileId, usize, usize)| {
        let times = session.screen.times();
        let of = if n == of { String::new() } else { format!("/{of}") };
        format!("{} {times}{n}{of}", game.catalogue().tile_name(*tile))
    };
    let labels: Vec<String> = tiles.iter().map(label).collect();
    let strip = strip(session, &game, tiles.iter().map(|tile| tile.0).zip(labels), Zoom::Overview);
    reply.text = format!("{}\n{}", strip.trim_end(), reply.text);
    Ok(reply)
}

fn strip(session: &mut Session, game: &Game, tiles: impl Iterator<Item = (TileId, String)>, zoom: Zoom) -> String {
    let drawn: Vec<(TileArt, String)> = tiles
        .map(|(tile, label)| (session.screen.looks.art(game.catalogue(), tile, Rotation::default()), label))
        .collect();
    let exhibits: Vec<Exhibit> =
        drawn.iter().map(|(art, label)| Exhibit { art, label: label.clone(), numbers: Vec::new() }).collect();
    session.screen.strip_at(&exhibits, zoom)
}

/// All that is known of one thing; a tile is shown close up.
pub fn info(session: &mut Session, what: Option<&str>) -> Result<Reply, Failure> {
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let game = table.game.clone();
    let thing = info::find(&game, what)?;
    if matches!(thing, Thing::Open(_)) {
        session.screen.manner.assist.allows("counts of tiles")?;
    }
    let mut reply = info::tell(&game, &thing);
    if let Thing::Tile(at) = thing
        && !session.screen.manner.plain
    {
        let placed = game.state().board.tile(at);
        let picture = session.screen.close_up(&game, placed.cell);
        reply.text = session.screen.side_by_side(&picture, &reply.text);
    }
    Ok(reply)
}

/// Keeps something laid over the board, or takes it away.
pub fn display(session: &mut Session, overlay: Option<Overlay>) -> Result<Reply, Failure> {
    let overlay = overlay.unwrap_or(session.screen.manner.overlay);
    if overlay == Overlay::Fits {
        session.screen.manner.assist.allows("counts of tiles")?;
    }
    session.screen.manner.overlay = overlay;
    let name = match overlay {
        Overlay::Off => "nothing",
        Overlay::Farms => "farms",
        Overlay::Owners => "owners",
        Overlay::Fits => "fits",
    };
    let reply = Reply { changed: session.table.is_some(), ..Reply::text(format!("over the board: {name}")) };
    Ok(reply.with("display", name))
}

/// Draws the board larger, smaller, or as large as it fits.
pub fn zoom(session: &mut Session, step: Option<Step>) -> Result<Reply, Failure> {
    let screen = &mut session.screen;
    let text = match step {
        Some(Step::Auto) | None => {
            (screen.manner.zoom, screen.manner.centre) = (None, None);
            "tiles are drawn as large as it fits".into()
        }
        Some(step) => {
            let zoom = screen.zoom(step == Step::In);
            let (columns, lines) = Look { zoom, ..screen.look }.tile_size();
            format!("a tile takes {columns}{}{lines} characters", screen.times())
        }
    };
    let reply = Reply { changed: session.table.is_some(), ..Reply::text(&text) };
    Ok(reply.with("zoom", text))
}

/// Sentences in place of pictures, or pictures again.
pub fn plain(session: &mut Session, on: Option<Switch>) -> Reply {
    let plain = on.is_none_or(|on| on == Switch::On);
    session.screen.manner.plain = plain;
    let text = if plain { "the table is told in sentences" } else { "the table is drawn" };
    Reply::text(text).with("plain", plain)
}

/// Moves the part of the board that is shown.
pub fn pan(session: &mut Session, to: Option<&str>) -> Result<Reply, Failure> {
    let table = session.table.as_ref().ok_or_else(no_game)?;
    let word = to.unwrap_or("home");
    let side = Side::ALL.into_iter().find(|side| {
        let whole = fits::side_word(*side);
        side.to_string().eq_ignore_ascii_case(word) || whole.eq_ignore_ascii_case(word)
    });
    let centre = match (side, word.parse::<Cell>()) {
        (Some(side), _) => Some(session.screen.pan(&table.game, side)),
        (None, Ok(cell)) => Some(cell),
        (None, Err(())) if word == "home" => None,
        _ => return Err(no_way(word)),
    };
    session.screen.manner.centre = centre;
    let text = centre.map_or("the board is shown around what matters".into(), |cell| {
        format!("the board is shown around {cell}; `pan home` goes back")
    });
    let centre = centre.map_or(Value::Null, |cell| cell.to_string().into());
    Ok(Reply { changed: true, ..Reply::text(text) }.with("centre", centre))
}

fn no_way(word: &str) -> Failure {
    let meant = match nearest(word, ["north", "east", "south", "west", "home"]) {
        Some(near) => format!("did you mean pan {near}?"),
        None => "write pan N, E, S or W, pan X,Y or pan home".into(),
    };
    let shown: String = word.escape_debug().take(40).collect();
    Failure::usage(format!("`{shown}` is no way to go; {meant}"))
}
