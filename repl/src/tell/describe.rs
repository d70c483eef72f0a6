//! The table in sentences, one fact per line in a fixed order, for screen readers. Every picture has a text version
//! here.

use bastide_core::language::{and, capital, or, plural, with_article};
use bastide_core::{
    Catalogue, Choice, CounterId, Figure, Game, Holder, Link, Placed, PlacedId, PlayerId, Rotation, SegmentId, Side,
    TileId, Zone,
};

use crate::game::assist::Assist;
use crate::game::letters::{Way, lettered};
use crate::game::shorthand::with_numbers;
use crate::io::prose::hung;
use crate::tell::choices::{self, Group, Numbered, subject};
use crate::tell::fits::side_word;
use crate::tell::token_places::{self, Purse};
use crate::tell::{joined, show, whereabouts};

/// The maximum number of lines before a person can choose.
const MAX_LINES: usize = 12;
/// How many places are described.
const BEST: usize = 3;
/// If fewer lines are left for the choices, the tile in hand is not described.
const MIN_ROOM: usize = 4;
/// With more options than this, their points are not computed.
const MAX_TRIED: usize = 40;

/// The whole table.
pub fn table(game: &Game, assist: Assist) -> Vec<String> {
    [board(game), points(game, assist), vec![show::status(game)], choices(game, assist)].concat()
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
    for (index, printed) in (0..).zip(&catalogue.tile(placed.tile).segments) {
        let kind = state.features.kind_at(SegmentId(placed.base + index));
        let [was, is] = [printed.kind, kind].map(|kind| &catalogue.kind(kind).name);
        facts.extend((was != is).then(|| format!("The {was} has become {}.", with_article(is))));
    }
    for &Link(a, b) in state.links() {
        let [is_a, is_b] = [a, b].map(|segment| state.features.placed(segment) == at);
        let (here, there) = if is_a { (a, b) } else { (b, a) };
        let there = if is_a && is_b { game.segment_name(there) } else { game.far_name(there) };
        facts.extend((is_a || is_b).then(|| format!("{} is joined with {there}.", game.segment_name(here))));
    }
    for mark in state.marks() {
        let place = match mark.on {
            Holder::Tile(on) if on == at => "on the tile".into(),
            Holder::Segment(on) if state.features.placed(on) == at => format!("on {}", whereabouts::named(game, on)),
            Holder::Figure(on) if state.tile_of(state.figure(on).zone) == Some(at) => {
                format!("with {}", game.figure_with_owner(state.figure(on)))
            }
            _ => continue,
        };
        facts.push(format!("{} {} {place}.", mark.n, catalogue.tokens[mark.token.0 as usize].name));
    }
    for figure in &state.figures {
        let place = match figure.zone {
            Zone::Segment(on) if state.features.placed(on) == at => format!("on {}", whereabouts::named(game, on)),
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
        .strokes()
        .enumerate()
        .map(|(index, segment)| {
            let built = printed.built.filter(|_| index == face.segments.len());
            let over = built.map_or(String::new(), |built| {
                format!(" over {}", with_article(&catalogue.forms[built.form as usize].name))
            });
            let sides: Vec<&str> =
                Side::ALL.into_iter().filter(|side| segment.sides.contains(side)).map(side_word).collect();
            let sides = if sides.is_empty() { String::new() } else { format!(" {}", and(&sides)) };
            format!("{}{sides}{over}{}", segment.kind, tags(&segment.tags))
        })
        .collect();
    if parts.is_empty() {
        parts.push(bastide_core::FIELD.into());
    }
    parts.extend(printed.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].clone()));
    parts.join(", ")
}

/// The figures, tiles and tokens beside the board, one sentence each.
pub fn beside(game: &Game) -> Vec<String> {
    let there = |figure: &&Figure| matches!(figure.zone, Zone::Beside(..) | Zone::Cell(_) | Zone::Corner(_));
    let line =
        |figure: &Figure| format!("{}: {}.", capital(&game.place_words(figure.zone)), game.figure_with_owner(figure));
    let mut lines: Vec<String> = game.state().figures.iter().filter(there).map(line).collect();
    lines.sort();
    let lie = token_places::all(game).into_iter().filter(|(_, n)| *n > 0);
    lines.extend(lie.map(|(at, _)| format!("{}: {}.", capital(&game.shelf_words(at)), Purse::at(game, at))));
    lines
}

/// The points, whose decision it is, the tile in hand and the best choices; at most `MAX_LINES` lines of this many columns.
pub fn turn(game: &Game, assist: Assist, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = standings(game, assist, |player| show::figures_left(game, player));
    lines.extend(show::status(game).lines().map(String::from));
    let left = |lines: &[String]| MAX_LINES.saturating_sub(height(lines, columns));
    lines.extend(in_hand(game).filter(|hand| left(&[lines.clone(), vec![hand.clone()]].concat()) >= MIN_ROOM));
    let room = left(&lines);
    lines.extend(best(game, assist, room, columns));
    lines
}

/// How many lines of a terminal these lines take.
fn height(lines: &[String], columns: usize) -> usize {
    lines.iter().map(|line| hung(line, 2, Some(columns)).lines().count().max(1)).sum()
}

/// The tiles in hand, in one sentence.
fn in_hand(game: &Game) -> Option<String> {
    let tiles = game.decision()?.tiles();
    let all: Vec<String> = tiles.iter().map(|tile| tile_words(game, *tile)).collect();
    match subject(game) {
        Some(tile) => Some(format!("It is about this tile, not turned: {}.", tile_words(game, tile))),
        None => (!all.is_empty()).then(|| format!("In hand, not turned: {}.", all.join("; "))),
    }
}

/// A tile that is not on the board, in a sentence: its name and its face, not turned.
pub fn tile_words(game: &Game, tile: TileId) -> String {
    format!("{}: {}", game.catalogue().tile_name(tile), face(game.catalogue(), tile, Rotation::default()))
}

/// The best choices in words, and how many more there are; as many as have room, and at least one.
fn best(game: &Game, assist: Assist, room: usize, columns: usize) -> Vec<String> {
    let options = numbered(game, assist == Assist::Full);
    let least = usize::from(!options.is_empty());
    let best = if assist == Assist::Full { joined::places(game) } else { Vec::new() };
    // Without room or time for the best, one line says how many there are.
    let placed = |told: usize| match best.is_empty() || told == 0 {
        true => places(game, assist),
        false => best_places(&best, told),
    };
    let told = |places: usize, many: usize| [placed(places), first_of(&options, many)].concat();
    let fits = |lines: &[String]| height(lines, columns) <= room;
    let places = (1..=BEST).rev().find(|places| fits(&told(*places, least))).unwrap_or(0);
    let most = options.len().min(room);
    let numbers = (least..=most).rev().find(|options| fits(&told(places, *options))).unwrap_or(least);
    told(places, numbers)
}

/// An option as a sentence, and how early it is named if there is no room for all.
struct Told {
    sentence: String,
    rank: (u8, i32),
}

/// The options in their order. First comes that one may pass, then one option of each kind, then the best.
fn numbered(game: &Game, is_full: bool) -> Vec<Told> {
    let groups = choices::groups(game, is_full && with_numbers(game).len() <= MAX_TRIED);
    let several = choices::are_several(&groups, game.decision().is_some_and(|decision| !decision.tiles().is_empty()));
    let told = |group: &Group, (nth, option): (usize, &Numbered)| {
        let about = Some(&group.about).filter(|about| several && nth == 0 && !about.is_empty());
        let about = about.map(|about| format!(" ({about})")).unwrap_or_default();
        let rank = match (option.choice.as_str(), nth) {
            ("pass", _) => (0, 0),
            (_, 0) => (1, 0),
            _ => (2, -option.points.unwrap_or(0)),
        };
        Told { sentence: format!("Choice {}: {}{about}.", option.key, option.words()), rank }
    };
    let all = |group: &Group| group.options.iter().enumerate().map(|option| told(group, option)).collect::<Vec<_>>();
    groups.iter().flat_map(all).collect()
}

/// So many of the options, and how many more there are.
fn first_of(options: &[Told], many: usize) -> Vec<String> {
    let mut order: Vec<usize> = (0..options.len()).collect();
    order.sort_by_key(|at| options[*at].rank);
    order.truncate(many);
    order.sort_unstable();
    let more = options.len() - order.len();
    let rest = (more > 0).then(|| format!("{more} more {}: `legal` lists all.", plural("choice", more as i64)));
    order.into_iter().map(|at| options[at].sentence.clone()).chain(rest).collect()
}

/// Where the tile in hand fits, for somebody who wants little help.
fn places(game: &Game, assist: Assist) -> Vec<String> {
    let cells = lettered(game);
    let (Some(first), Some(last)) = (cells.first(), cells.last()) else { return Vec::new() };
    let letters =
        if assist == Assist::None { String::new() } else { format!(", {} to {}", first.letters, last.letters) };
    let many = format!("{} {}", cells.len(), plural("cell", cells.len() as i64));
    vec![format!("It fits at {many}{letters}: `legal` lists all.")]
}

/// The best places in words, and where else the tile in hand fits.
fn best_places(places: &[joined::Place], told: usize) -> Vec<String> {
    let line = |place: &joined::Place| {
        let words = Some(place.words()).filter(|words| !words.is_empty()).map(|words| format!("{words}; "));
        let (cell, words) = (place.cell.cell, words.unwrap_or_default());
        format!("{}: {words}column {}, row {}, turned {}.", place.cell.letters, cell.x, cell.y, turned(place))
    };
    let mut lines: Vec<String> = places.iter().take(told).map(line).collect();
    let others: Vec<&str> = places.iter().skip(told).map(|place| place.cell.letters.as_str()).collect();
    lines.extend((!others.is_empty()).then(|| format!("It also fits at {}: `legal` lists all.", and(&others))));
    lines
}

/// How the tile fits on a cell: the best way first, and what is written for each if there are several.
fn turned(place: &joined::Place) -> String {
    let (letters, ways) = (&place.cell.letters, &place.cell.ways);
    let written = |(way, n): (&Way, usize)| format!("{} ({letters} {n})", way.label);
    let (best, others): (Vec<_>, Vec<_>) = ways.iter().zip(1..).partition(|(way, _)| **way == place.way);
    match ways.len() {
        0 | 1 => place.way.label.clone(),
        _ => or(&best.into_iter().chain(others).map(written).collect::<Vec<_>>()),
    }
}

/// A choice in words, with where it is on its tile.
pub fn choice(game: &Game, choice: Choice) -> String {
    let words = game.choice_words(choice);
    match choice {
        Choice::Deploy(_, at) => match whereabouts::beyond_name(game, at) {
            Some(more) => format!("{words}, {more}"),
            None => words,
        },
        _ => words,
    }
}

/// The points, figures and tokens of each player.
pub fn points(game: &Game, assist: Assist) -> Vec<String> {
    standings(game, assist, |player| show::held(game, player))
}

/// The points of each player, and what they have left.
fn standings(game: &Game, assist: Assist, left: impl Fn(PlayerId) -> String) -> Vec<String> {
    let projected = (assist == Assist::Full && !game.is_over()).then(|| crate::bot::projected(game));
    game.state()
        .players()
        .map(|player| {
            let points = game.scores()[player.0 as usize];
            let now = projected.map(|all| format!(", {} if the game ended now", all[player.0 as usize]));
            let points_word = plural("point", points.into());
            let held = left(player);
            format!("{}: {points} {points_word}{}; {held}.", game.player_name(player), now.unwrap_or_default())
        })
        .collect()
}

/// The choices, one sentence each.
pub fn choices(game: &Game, assist: Assist) -> Vec<String> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let mut lines = Vec::new();
    lines.extend(in_hand(game));
    if assist > Assist::None {
        let what = if decision.tiles().len() > 1 { "one" } else { "it" };
        lines.extend(lettered(game).iter().map(|cell| {
            let ways: Vec<String> = cell.ways.iter().map(|way| way.label.clone()).collect();
            let place = format!("column {}, row {}", cell.cell.x, cell.cell.y);
            format!("You may place {what} at {}: {place}, turned {}.", cell.letters, or(&ways))
        }));
    }
    lines.extend(game.about_words().map(|about| format!("The question is about {about}.")));
    lines.extend(numbered(game, false).into_iter().map(|told| told.sentence));
    lines
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bastide_core::Chance;

    use super::*;
    use crate::bot::{Bot, Random};
    use crate::game::library::{Library, make_setup};

    /// The turns of a random game of these sets, as they are described before each choice.
    fn told(sets: &str, players: usize, seed: u64, mut each: impl FnMut(&Game, &[String])) {
        let sets: Vec<String> = sets.split_whitespace().map(String::from).collect();
        let names = ["Ann", "Ben", "Cleo", "Dora", "Emil", "Fay"].map(String::from)[..players].to_vec();
        let setup = make_setup(Library::default().recipe(&sets).unwrap(), names, false).unwrap();
        let mut game = Game::new(Arc::new(setup), seed).unwrap();
        let mut bot = Random::new(Chance::new(seed));
        while let Some(choice) = bot.choose(&game) {
            each(&game, &turn(&game, Assist::Full, 80));
            game.choose(choice).unwrap();
        }
    }

    #[test]
    fn a_choice_comes_after_twelve_lines_at_most() {
        for (players, seed) in [(2, 1), (6, 2)] {
            told("river inns traders princess tower count", players, seed, |game, lines| {
                assert!(height(lines, 80) <= MAX_LINES, "{lines:#?}");
                assert!(lines.len() > players + 1, "there is something to choose: {lines:#?}");
                let may_pass = game.decision().is_some_and(|decision| decision.options().any(|it| it == Choice::Pass));
                assert!(!may_pass || lines.iter().any(|line| line.contains(": pass")), "{lines:#?}");
                assert!(game.decision().is_none() || lines.iter().any(|line| line.starts_with("Turn")), "{lines:#?}");
            });
        }
    }

    #[test]
    fn the_best_places_are_told_first_and_in_words() {
        let mut seen = 0;
        told("", 2, 3, |game, lines| {
            let Some(at) = lines.iter().position(|line| line.starts_with("In hand")) else { return };
            let place = &lines[at + 1];
            let letters: Vec<String> = lettered(game).into_iter().map(|cell| cell.letters).collect();
            assert!(letters.iter().any(|letters| place.starts_with(&format!("{letters}: "))), "{place}");
            seen += usize::from(place.contains(", +"));
        });
        assert!(seen > 5, "points are told at {seen} turns");
    }
}
