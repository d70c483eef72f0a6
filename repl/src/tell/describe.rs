//! The table in sentences, one fact per line in a fixed order, for screen readers. Every picture has a text version
//! here.

use bastide_core::language::{and, plural};
use bastide_core::{Catalogue, CounterId, Figure, Game, Placed, PlacedId, Rotation, Side, TileId, Zone};

use crate::game::assist::Assist;
use crate::game::letters::lettered;
use crate::game::shorthand::options;
use crate::tell::fits::side_word;
use crate::tell::purse::{self, Purse};
use crate::tell::show;

/// The whole table.
pub fn table(game: &Game, assist: Assist) -> Vec<String> {
    [board(game), turn(game, assist)].concat()
}

/// The board: row by row, and the figures and tiles beside it.
pub fn board(game: &Game) -> Vec<String> {
    let mut placed: Vec<(usize, &Placed)> = game.state().board.placed().iter().enumerate().collect();
    placed.sort_by_key(|(_, placed)| placed.cell);
    let last = game.state().board.placed().len().wrapping_sub(1);
    let mut lines: Vec<String> = placed
        .iter()
        .map(|&(at, placed)| {
            let newest = if at == last && game.state().turn.number > 0 { " It was placed last." } else { "" };
            format!("Row {}, column {}: {}{newest}", placed.cell.y, placed.cell.x, tile(game, PlacedId(at as u16)))
        })
        .collect();
    if lines.is_empty() {
        lines.push("The board is empty.".into());
    }
    lines.extend(beside(game));
    lines
}

/// One placed tile: its face, its counters and its figures.
pub fn tile(game: &Game, at: PlacedId) -> String {
    let (catalogue, state) = (game.catalogue(), game.state());
    let placed = state.board.tile(at);
    let face = face(catalogue, placed.tile, placed.rotation);
    let mut facts = vec![format!("{} {}: {face}.", catalogue.tile_name(placed.tile), placed.rotation)];
    for (name, id) in catalogue.counters.iter().zip(0..) {
        let n = state.counter(catalogue, at, CounterId(id));
        facts.extend((n > 0).then(|| format!("The {name} is {n}.")));
    }
    for figure in &state.figures {
        let place = match figure.zone {
            Zone::Segment(on) if state.features.placed(on) == at => format!("on {}", game.segment_name(on)),
            Zone::Tile(on) if on == at => "on the tile".into(),
            _ => continue,
        };
        facts.push(format!("{} {place}.", capital(&game.figure_with_owner(figure))));
    }
    facts.join(" ")
}

/// The face of a rotated tile, segment by segment, each with its sides and marks.
pub fn face(catalogue: &Catalogue, tile: TileId, rotation: Rotation) -> String {
    let printed = catalogue.tile(tile);
    let face = printed.face.turned(rotation);
    let tags = |tags: &[String]| if tags.is_empty() { String::new() } else { format!(" with {}", and(tags)) };
    let mut parts: Vec<String> = face
        .segments
        .iter()
        .map(|segment| {
            let sides: Vec<&str> =
                Side::ALL.into_iter().filter(|side| segment.sides.contains(side)).map(side_word).collect();
            let sides = if sides.is_empty() { String::new() } else { format!(" {}", and(&sides)) };
            format!("{}{sides}{}", segment.kind, tags(&segment.tags))
        })
        .collect();
    if parts.is_empty() {
        parts.push(bastide_core::FIELD.into());
    }
    parts.extend(printed.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].clone()));
    parts.join(", ")
}

/// A text with its first letter in upper case.
pub fn capital(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}

/// The figures, tiles and tokens beside the board, one sentence each.
pub fn beside(game: &Game) -> Vec<String> {
    let there = |figure: &&Figure| matches!(figure.zone, Zone::Beside(..) | Zone::Cell(_) | Zone::Corner(_));
    let line =
        |figure: &Figure| format!("{}: {}.", capital(&game.place_words(figure.zone)), game.figure_with_owner(figure));
    let mut lines: Vec<String> = game.state().figures.iter().filter(there).map(line).collect();
    lines.sort();
    let lie = purse::all(game).into_iter().filter(|(_, n)| *n > 0);
    lines.extend(lie.map(|(at, _)| format!("{}: {}.", capital(&game.shelf_words(at)), Purse::at(game, at))));
    lines
}

/// The points, whose decision it is, and the choices.
pub fn turn(game: &Game, assist: Assist) -> Vec<String> {
    [points(game, assist), vec![show::status(game)], choices(game, assist)].concat()
}

/// The points, figures and tokens of each player.
pub fn points(game: &Game, assist: Assist) -> Vec<String> {
    let projected = (assist == Assist::Full && !game.is_over()).then(|| game.projected());
    game.state()
        .players()
        .map(|player| {
            let points = game.scores()[player.0 as usize];
            let now = projected.map(|all| format!(", {} if the game ended now", all[player.0 as usize]));
            let points_word = plural("point", points.into());
            let held = show::held(game, player);
            format!("{}: {points} {points_word}{}; {held}.", game.player_name(player), now.unwrap_or_default())
        })
        .collect()
}

/// The choices, one sentence each.
pub fn choices(game: &Game, assist: Assist) -> Vec<String> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let mut lines = Vec::new();
    for tile in decision.tiles() {
        let name = game.catalogue().tile_name(tile);
        let face = face(game.catalogue(), tile, Rotation::default());
        lines.push(format!("In hand, not turned: {name}: {face}."));
    }
    if assist > Assist::None {
        let what = if decision.tiles().len() > 1 { "one" } else { "it" };
        lines.extend(lettered(game).iter().map(|cell| {
            let ways: Vec<String> = cell.ways.iter().map(|way| way.label.clone()).collect();
            let place = format!("column {}, row {}", cell.cell.x, cell.cell.y);
            format!("You may place {what} at {}: {place}, turned {}.", cell.letters, bastide_core::language::or(&ways))
        }));
    }
    lines.extend(game.about_words().map(|about| format!("The question is about {about}.")));
    let words = options(game).into_iter().zip(1..);
    lines.extend(words.map(|(choice, n)| format!("Choice {n}: {}.", game.choice_words(choice))));
    lines
}
