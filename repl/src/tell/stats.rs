//! How a game went: points by source, the lead over time, tiles and figures, the largest features. Reads the log, never rules.

use bastide_core::language::plural;
use bastide_core::{Account, Event, Figure, Game, PlacedId, PlayerId, Zone};
use serde_json::{Value, json};

use crate::io::prose::{pad, widest};
use crate::io::reply::Reply;
use crate::tell::tally::{by_source, data, grid};

/// A line of blocks is at most so long.
const LONGEST: usize = 60;
/// So many of the largest scores are told.
const LARGEST: usize = 5;

/// The points of each player after each turn.
fn course(game: &Game) -> Vec<Vec<i32>> {
    let mut points = vec![0; game.state().player_count()];
    let mut course = Vec::new();
    for event in game.log() {
        if matches!(event, Event::Turn(_)) {
            course.push(points.clone());
        }
        game.log().gains(*event).for_each(|(PlayerId(seat), more)| points[seat as usize] += more);
    }
    course.push(points);
    course
}

/// By how much a player led the best of the others after each turn.
fn lead(course: &[Vec<i32>], seat: usize) -> Vec<i32> {
    let others = |points: &Vec<i32>| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, points)| *points).max().unwrap_or(0)
    };
    course.iter().map(|points| points[seat] - others(points)).collect()
}

/// How often another player took the lead; a tie changes nothing.
fn changes(course: &[Vec<i32>]) -> usize {
    let mut leader = None;
    let mut changes = 0;
    for points in course {
        let most = points.iter().max().copied().unwrap_or(0);
        let mut ahead = (0..points.len()).filter(|seat| points[*seat] == most);
        if let (Some(first), None) = (ahead.next(), ahead.next()) {
            changes += usize::from(leader.is_some_and(|leader| leader != first));
            leader = Some(first);
        }
    }
    changes
}

/// Numbers as a line of blocks between the least and the most, thinned out where they are many.
pub fn sparkline(values: &[i32], least: i32, most: i32, is_ascii: bool) -> String {
    let blocks: Vec<char> = if is_ascii { "_.-=*#" } else { "▁▂▃▄▅▆▇█" }.chars().collect();
    let steps = values.len().min(LONGEST);
    let at = |step: usize| if steps < 2 { 0 } else { step * (values.len() - 1) / (steps - 1) };
    let block = |value: i32| {
        let share = f64::from(value - least) / f64::from((most - least).max(1));
        blocks[((share * blocks.len() as f64) as usize).min(blocks.len() - 1)]
    };
    (0..steps).map(|step| block(values[at(step)])).collect()
}

/// How many tiles each player placed.
fn placed(game: &Game) -> Vec<usize> {
    let mut tiles = vec![0; game.state().player_count()];
    let mut player = None;
    for event in game.log() {
        match (*event, player) {
            (Event::Turn(PlayerId(next)), _) => player = Some(next as usize),
            (Event::Place(PlacedId(_)), Some(seat)) => tiles[seat] += 1,
            _ => {}
        }
    }
    tiles
}

/// How many followers each player has on the board; where the game is over, had when it ended.
fn stuck(game: &Game) -> Vec<usize> {
    let mut stuck = vec![0; game.state().player_count()];
    if !game.is_over() {
        let is_out = |figure: &&Figure| !matches!(figure.zone, Zone::Supply | Zone::Out);
        let owned = game.state().figures.iter().filter(is_out).filter(|figure| figure.owner != PlayerId::NOBODY);
        owned.for_each(|figure| stuck[figure.owner.0 as usize] += 1);
        return stuck;
    }
    let after = game.log().iter().skip_while(|event| **event != Event::Final);
    for event in after {
        if let Event::Recall(figure, ..) = event {
            let owner = game.state().figure(*figure).owner;
            if let Some(n) = stuck.get_mut(owner.0 as usize) {
                *n += 1;
            }
        }
    }
    stuck
}

/// The figures of a game so far, or of the whole of it.
pub fn stats(game: &Game, is_ascii: bool, plain: bool) -> Reply {
    let accounts = game.accounts();
    let sources = by_source(game, &accounts);
    let (course, tiles, stuck) = (course(game), placed(game), stuck(game));
    let seats: Vec<PlayerId> = game.state().players().collect();
    let leads: Vec<Vec<i32>> = seats.iter().map(|player| lead(&course, player.0 as usize)).collect();
    let most = leads.iter().flatten().map(|lead| lead.abs()).max().unwrap_or(0);
    let mut largest: Vec<&Account> = accounts.iter().filter(|account| account.feature.is_some()).collect();
    largest.sort_by_key(|account| std::cmp::Reverse(account.points.iter().map(|(_, points)| *points).max()));
    largest.truncate(LARGEST);
    let turns = course.len().saturating_sub(1);
    let (changed, end) = (changes(&course), if game.is_over() { game.outcome() } else { "the game goes on".into() });
    let mut text = vec![format!("{turns} {}, {end}.", plural("turn", turns as i64))];
    let name = |player: &PlayerId| game.player_name(*player).to_string();
    if plain {
        for (seat, player) in seats.iter().enumerate() {
            let parts = sources.iter().filter(|source| source.1[seat] != 0);
            let parts: Vec<String> = parts.map(|(source, points)| format!("{} for {source}", points[seat])).collect();
            let parts = if parts.is_empty() { "nothing yet".into() } else { parts.join(", ") };
            text.push(format!("{}: {} points: {parts}.", name(player), game.scores()[seat]));
            let (best, worst) = (leads[seat].iter().max().unwrap_or(&0), leads[seat].iter().min().unwrap_or(&0));
            text.push(format!("{} placed {} tiles; best lead {best}, worst {worst}.", name(player), tiles[seat]));
            text.push(format!("{} has {} figures {}.", name(player), stuck[seat], stuck_word(game)));
        }
    } else {
        let heads = ["player".to_string()].into_iter().chain(sources.iter().map(|(source, _)| source.clone()));
        let mut rows: Vec<Vec<String>> =
            vec![heads.chain(["points", "tiles", stuck_word(game)].map(String::from)).collect()];
        rows.extend(seats.iter().enumerate().map(|(seat, player)| {
            let each = sources.iter().map(|(_, points)| points[seat].to_string());
            let rest = [game.scores()[seat].to_string(), tiles[seat].to_string(), stuck[seat].to_string()];
            [name(player)].into_iter().chain(each).chain(rest).collect()
        }));
        text.push(grid(&rows));
        let wide = widest(seats.iter().map(&name));
        text.extend((most > 0).then(|| format!("lead over time, from {} to {most:+}:", -most)));
        for (lead, player) in leads.iter().zip(&seats).filter(|_| most > 0) {
            text.push(format!("{}  {}", pad(&name(player), wide), sparkline(lead, -most, most, is_ascii)));
        }
    }
    text.push(format!("The lead changed {changed} {}.", plural("time", changed as i64)));
    if !largest.is_empty() {
        text.push("The largest scores:".into());
        text.extend(largest.iter().map(|account| format!("turn {}: {}", account.turn, game.account_sentence(account))));
    }
    let by_seat = |values: &dyn Fn(usize) -> Value| -> Value {
        Value::Object(seats.iter().map(|player| (name(player), values(player.0 as usize))).collect())
    };
    let sentences: Vec<String> = largest.iter().map(|account| game.account_sentence(account)).collect();
    Reply::text(text.join("\n"))
        .with("turns", turns)
        .with("over", game.is_over())
        .with("scores", by_seat(&|seat| json!(game.scores()[seat])))
        .with("sources", data(game, &sources))
        .with("tiles", by_seat(&|seat| json!(tiles[seat])))
        .with("stuck", by_seat(&|seat| json!(stuck[seat])))
        .with("lead", by_seat(&|seat| json!(leads[seat])))
        .with("lead_changes", changed)
        .with("largest", sentences)
}

fn stuck_word(game: &Game) -> &'static str {
    if game.is_over() { "left at the end" } else { "on the board" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sparkline_spans_its_range_and_is_thinned_out() {
        assert_eq!(sparkline(&[-7, 0, 7], -7, 7, false), "▁▅█");
        assert_eq!(sparkline(&[0, 5], 0, 5, true), "_#");
        assert_eq!(sparkline(&[3], 0, 0, true), "#", "without a range everything is above it");
        let long: Vec<i32> = (0..1000).collect();
        let line = sparkline(&long, 0, 999, false);
        assert_eq!(line.chars().count(), LONGEST);
        assert!(line.starts_with('▁') && line.ends_with('█'));
    }

    #[test]
    fn a_tie_is_no_change_of_the_lead() {
        let course = [[0, 0], [3, 0], [3, 3], [4, 3], [4, 8]].map(|points| points.to_vec());
        assert_eq!(changes(&course), 1);
        assert_eq!(lead(&course, 1), [0, -3, 0, -1, 4]);
    }
}
