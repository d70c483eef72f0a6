//! The text twin of every picture: what it shows, in sentences, one fact a line.

use bastide_core::board::PlacedId;
use bastide_core::catalogue::{Catalogue, CounterId, TileId};
use bastide_core::figure::{PlayerId, Zone};
use bastide_core::game::Game;
use bastide_core::words::and;

use crate::letters::lettered;
use crate::show;

/// The name of a board's picture.
pub fn title(game: &Game) -> String {
    let players = and(game.setup().players());
    format!("Board of {players}, turn {}", game.state().turn.number)
}

/// A board in sentences.
pub fn board(game: &Game, with_legal: bool) -> String {
    let points = game.state().players().map(|player| {
        let name = game.player_name(player);
        format!(
            "{name} has {} points; in supply: {}.",
            game.scores()[player.0 as usize],
            super::panel::supply(game, player)
        )
    });
    let mut lines: Vec<String> = std::iter::once(show::status(game)).chain(points).collect();
    let tiles =
        game.state().board.placed().iter().map(|placed| {
            format!("{} at {} {}", game.catalogue().tile_name(placed.tile), placed.cell, placed.rotation)
        });
    lines.push(format!("Tiles: {}.", tiles.collect::<Vec<_>>().join("; ")));
    let figures = figures(game);
    lines.push(format!("Figures: {}.", if figures.is_empty() { "none".into() } else { figures.join("; ") }));
    lines.extend(counters(game));
    if with_legal {
        let cells = lettered(game)
            .into_iter()
            .map(|cell| format!("{} at {}, {} ways", cell.letters, cell.cell, cell.rotations.len()));
        lines.push(format!("The tile in hand may go to: {}.", cells.collect::<Vec<_>>().join("; ")));
    }
    lines.join("\n")
}

/// Every figure that is in no player's supply, and where it is.
pub fn figures(game: &Game) -> Vec<String> {
    let away = game.state().figures.iter().filter(|figure| figure.zone != Zone::Supply);
    let words = away.map(|figure| {
        let kind = &game.catalogue().figure(figure.kind).name;
        let place = game.place_words(figure.zone);
        match figure.owner {
            PlayerId::NOBODY => format!("{kind} on {place}"),
            owner => format!("{}'s {kind} on {place}", game.player_name(owner)),
        }
    });
    words.collect()
}

fn counters(game: &Game) -> Vec<String> {
    let catalogue = game.catalogue();
    let mut lines = Vec::new();
    for (index, placed) in game.state().board.placed().iter().enumerate() {
        for (counter, name) in catalogue.counters.iter().enumerate() {
            let id = PlacedId(index as u16);
            let n = game.state().counter(catalogue, id, CounterId(counter as u8));
            lines.extend((n > 0).then(|| format!("The {name} at {} is {n}.", placed.cell)));
        }
    }
    lines
}

/// A sheet of tiles in sentences: what is on each.
pub fn sheet(catalogue: &Catalogue, tiles: &[TileId]) -> String {
    let line = |tile: &TileId| {
        let kind = catalogue.tile(*tile);
        let segments = kind.face.segments.iter().map(|segment| {
            let tags: String = segment.tags.iter().map(|tag| format!(" with {tag}")).collect();
            let sides: Vec<String> = segment.sides.iter().map(|side| side.to_string()).collect();
            match sides.is_empty() {
                true => format!("{}{tags}", segment.kind),
                false => format!("{} {}{tags}", segment.kind, sides.join(" ")),
            }
        });
        let of_tile = kind.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].clone());
        let parts: Vec<String> = segments.chain(of_tile).collect();
        let parts = if parts.is_empty() { "meadow".into() } else { parts.join(", ") };
        format!("{} ({}): {parts}.", kind.id, kind.count)
    };
    tiles.iter().map(line).collect::<Vec<_>>().join("\n")
}
