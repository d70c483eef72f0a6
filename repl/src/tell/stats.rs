//! Statistics of a game: points by source, the lead over time, tiles and figures, the largest features. Reads the log,
//! never rules.

use bastide_core::language::plural;
use bastide_core::{Account, Event, Figure, Game, PlacedId, PlayerId, Zone};
use serde::Serialize;

use crate::io::prose::{pad, widest};
use crate::io::reply::Named;
use crate::tell::show::{by_player, points};
use crate::tell::tally::{by_source, fitted_grid};

/// The maximum width of a sparkline.
const MAX_SPARKLINE_COLUMNS: usize = 60;
/// Shorter sparklines say nothing.
const MIN_SPARKLINE_COLUMNS: usize = 10;
/// How many of the largest scores are shown.
const LARGEST_SHOWN: usize = 5;

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

/// A player's lead over the best other player after each turn.
fn lead(course: &[Vec<i32>], seat: usize) -> Vec<i32> {
    let others = |points: &Vec<i32>| {
        let others = points.iter().enumerate().filter(|(other, _)| *other != seat);
        others.map(|(_, points)| *points).max().unwrap_or(0)
    };
    course.iter().map(|points| points[seat] - others(points)).collect()
}

/// Who leads, and how often a different player took the lead; a tie does not count.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lead {
    leader: Option<usize>,
    /// How often the lead changed.
    pub changes: usize,
}

impl Lead {
    /// Looks at the points of each player after a turn.
    pub fn after(&mut self, points: &[i32]) {
        let most = points.iter().max().copied().unwrap_or(0);
        let mut ahead = (0..points.len()).filter(|seat| points[*seat] == most);
        if let (Some(first), None) = (ahead.next(), ahead.next()) {
            self.changes += usize::from(self.leader.is_some_and(|leader| leader != first));
            self.leader = Some(first);
        }
    }
}

/// How often the lead changed.
fn changes(course: &[Vec<i32>]) -> usize {
    let mut lead = Lead::default();
    course.iter().for_each(|points| lead.after(points));
    lead.changes
}

/// Numbers as a line of blocks from `least` to `most`, thinned out if there are too many.
pub fn sparkline(values: &[i32], least: i32, most: i32, is_ascii: bool) -> String {
    sparkline_within(values, (least, most), is_ascii, MAX_SPARKLINE_COLUMNS)
}

/// The same, in at most this many columns.
fn sparkline_within(values: &[i32], (least, most): (i32, i32), is_ascii: bool, columns: usize) -> String {
    let blocks: Vec<char> = if is_ascii { "_.-=*#" } else { "▁▂▃▄▅▆▇█" }.chars().collect();
    let steps = values.len().min(columns);
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

/// How many figures each player has on the board; in a finished game, when it ended.
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

/// The statistics of a game.
#[derive(Serialize)]
pub struct Stats {
    turns: usize,
    over: bool,
    scores: Named<i32>,
    sources: Named<Named<i32>>,
    tiles: Named<usize>,
    stuck: Named<usize>,
    lead: Named<Vec<i32>>,
    lead_changes: usize,
    largest: Vec<String>,
    #[serde(skip)]
    outcome: String,
    #[serde(skip)]
    paid_in: Vec<usize>,
}

/// The statistics of a game.
pub fn stats(game: &Game) -> Stats {
    let accounts = game.accounts();
    let (course, tiles, stuck) = (course(game), placed(game), stuck(game));
    let mut largest: Vec<&Account> = accounts.iter().filter(|account| account.feature.is_some()).collect();
    largest.sort_by_key(|account| std::cmp::Reverse(account.points.iter().map(|(_, points)| *points).max()));
    largest.truncate(LARGEST_SHOWN);
    Stats {
        turns: course.len().saturating_sub(1),
        over: game.is_over(),
        scores: points(game),
        sources: by_source(game, &accounts),
        tiles: by_player(game, |player| tiles[player.0 as usize]),
        stuck: by_player(game, |player| stuck[player.0 as usize]),
        lead: by_player(game, |player| lead(&course, player.0 as usize)),
        lead_changes: changes(&course),
        largest: largest.iter().map(|account| game.account_sentence(account)).collect(),
        outcome: if game.is_over() { game.outcome() } else { "the game goes on".into() },
        paid_in: largest.iter().map(|account| account.turn).collect(),
    }
}

impl Stats {
    /// A table with sparklines for this many columns, or sentences.
    pub fn text(&self, is_ascii: bool, plain: bool, columns: usize) -> String {
        let mut text = vec![format!("{} {}, {}.", self.turns, plural("turn", self.turns as i64), self.outcome)];
        text.extend(if plain { self.sentences() } else { self.picture(is_ascii, columns) });
        text.push(format!("The lead changed {} {}.", self.lead_changes, plural("time", self.lead_changes as i64)));
        text.extend((!self.largest.is_empty()).then(|| "The largest scores:".into()));
        let largest = self.paid_in.iter().zip(&self.largest);
        text.extend(largest.map(|(turn, sentence)| format!("turn {turn}: {sentence}")));
        text.join("\n")
    }

    /// Three sentences per player.
    fn sentences(&self) -> Vec<String> {
        let mut text = Vec::new();
        for (player, points) in &self.scores {
            let parts = self.sources.iter().filter(|(_, points)| points[player] != 0);
            let parts: Vec<String> = parts.map(|(source, points)| format!("{} for {source}", points[player])).collect();
            let parts = if parts.is_empty() { "nothing yet".into() } else { parts.join(", ") };
            let (lead, tiles) = (&self.lead[player], self.tiles[player]);
            let (best, worst) = (lead.iter().max().unwrap_or(&0), lead.iter().min().unwrap_or(&0));
            text.push(format!("{player}: {points} points: {parts}."));
            text.push(format!("{player} placed {tiles} tiles; best lead {best}, worst {worst}."));
            text.push(format!("{player} has {} figures {}.", self.stuck[player], self.stuck_word()));
        }
        text
    }

    /// A table, and a sparkline per player.
    fn picture(&self, is_ascii: bool, columns: usize) -> Vec<String> {
        let heads = ["player".to_string()].into_iter().chain(self.sources.keys().cloned());
        let mut rows: Vec<Vec<String>> =
            vec![heads.chain(["points", "tiles", self.stuck_word()].map(String::from)).collect()];
        rows.extend(self.scores.iter().map(|(player, points)| {
            let each = self.sources.values().map(|points| points[player].to_string());
            let rest = [points.to_string(), self.tiles[player].to_string(), self.stuck[player].to_string()];
            [player.clone()].into_iter().chain(each).chain(rest).collect()
        }));
        let mut text = vec![fitted_grid(&rows, columns)];
        let most = self.lead.values().flatten().map(|lead| lead.abs()).max().unwrap_or(0);
        let wide = widest(self.lead.keys());
        text.extend((most > 0).then(|| format!("lead over time, from {} to {most:+}:", -most)));
        let room = columns.saturating_sub(wide + 2).clamp(MIN_SPARKLINE_COLUMNS, MAX_SPARKLINE_COLUMNS);
        for (player, lead) in self.lead.iter().filter(|_| most > 0) {
            let line = sparkline_within(lead, (-most, most), is_ascii, room);
            text.push(format!("{}  {line}", pad(player, wide)));
        }
        text
    }

    fn stuck_word(&self) -> &'static str {
        if self.over { "left at the end" } else { "on the board" }
    }
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
        assert_eq!(line.chars().count(), MAX_SPARKLINE_COLUMNS);
        assert!(line.starts_with('▁') && line.ends_with('█'));
    }

    #[test]
    fn a_tie_is_no_change_of_the_lead() {
        let course = [[0, 0], [3, 0], [3, 3], [4, 3], [4, 8]].map(|points| points.to_vec());
        assert_eq!(changes(&course), 1);
        assert_eq!(lead(&course, 1), [0, -3, 0, -1, 4]);
    }
}
