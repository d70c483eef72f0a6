//! A game turn by turn: what appeared on the board and disappeared in each, the points, what players hold, and the log.

use bastide_core::{Event, Game, PlayerId, Unchosen};

use super::stage::{Item, Stage, corner};
use crate::draw::view::outline::Point;
use crate::tell::{describe, show};

/// One turn of a game.
#[derive(Default)]
pub struct Frame {
    /// The title.
    pub name: String,
    /// Whose turn it is; `None` at the start and at the end.
    pub player: Option<PlayerId>,
    /// What appeared on the board.
    pub come: Vec<Item>,
    /// What disappeared.
    pub gone: Vec<Item>,
    /// The tile placed last.
    pub last: Option<Point>,
    /// The points of each player after the turn.
    pub points: Vec<i32>,
    /// What each player holds after the turn.
    pub held: Vec<String>,
    /// The figures in places beside the board that nobody owns.
    pub beside: String,
    /// What happened.
    pub lines: Vec<String>,
}

/// The game from its start to now, with a frame for each turn and one for the final scoring.
pub fn frames(game: &Game, stage: &mut Stage) -> Result<Vec<Frame>, Unchosen> {
    let mut now = game.after(0)?;
    let mut turn = now.state().turn.number;
    let (mut frames, mut items) = (Vec::new(), Vec::new());
    if turn > 0 {
        frames.push(frame(&now, stage, &mut items));
    }
    let mut is_begun = false;
    for entry in game.record() {
        now.enter(entry)?;
        is_begun = true;
        if now.state().turn.number != turn || now.is_over() {
            frames.push(frame(&now, stage, &mut items));
            turn = now.state().turn.number;
            is_begun = false;
        }
    }
    if is_begun || frames.is_empty() {
        frames.push(frame(&now, stage, &mut items));
    }
    tell(game, &mut frames);
    Ok(frames)
}

/// A frame of the current position, compared with the previous one.
fn frame(game: &Game, stage: &mut Stage, before: &mut Vec<Item>) -> Frame {
    let items = stage.items(game);
    let come = items.iter().filter(|item| !before.contains(item)).copied().collect();
    let gone = before.iter().filter(|item| !items.contains(item)).copied().collect();
    *before = items;
    let last = game.state().board.placed().last().filter(|_| game.state().turn.number > 0);
    Frame {
        come,
        gone,
        last: last.map(|placed| corner(placed.cell)),
        points: game.scores().to_vec(),
        held: game.state().players().map(|player| show::held(game, player)).collect(),
        beside: describe::beside(game).join("\n"),
        ..Frame::default()
    }
}

/// Adds the title and the log lines to each frame; the final scoring becomes a frame of its own.
fn tell(game: &Game, frames: &mut Vec<Frame>) {
    let log = game.log();
    let end = log.iter().position(|event| *event == Event::Final).filter(|_| game.is_over());
    let starts = log.iter().filter_map(|event| match event {
        Event::Turn(player) => Some(*player),
        _ => None,
    });
    let players: Vec<PlayerId> = starts.collect();
    if let (Some(end), Some(last)) = (end, frames.last_mut()) {
        let mut points = vec![0; last.points.len()];
        for event in &log[..end] {
            log.gains(*event).for_each(|(player, n)| points[player.0 as usize] += n);
        }
        let closing =
            Frame { last: last.last, held: last.held.clone(), beside: last.beside.clone(), ..Frame::default() };
        let points = std::mem::replace(&mut last.points, points);
        frames.push(Frame { points, ..closing });
    }
    let (count, is_over) = (frames.len(), end.is_some());
    let turns = count.saturating_sub(1 + usize::from(is_over));
    for (number, frame) in frames.iter_mut().enumerate() {
        let is_closing = is_over && number + 1 == count;
        frame.name = match number {
            _ if is_closing => "Final scoring".into(),
            0 => "The start".into(),
            _ => format!("Turn {number} of {turns}"),
        };
        frame.player = number.checked_sub(1).and_then(|at| players.get(at)).copied().filter(|_| !is_closing);
    }
    for line in game.log_lines(0) {
        let at = if end.is_some_and(|end| line.event >= end) { count - 1 } else { line.turn };
        if let Some(frame) = frames.get_mut(at) {
            frame.lines.push(line.text);
        }
    }
    // The last frame of an unfinished game says what is to be decided.
    if let Some(last) = frames.last_mut().filter(|_| !is_over) {
        last.lines.push(show::status(game));
    }
}
