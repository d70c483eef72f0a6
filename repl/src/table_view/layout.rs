//! What stands where on a screen of any size. Knows rectangles, never what is in them.

use ratatui::layout::{Rect, Size};

use crate::draw::panel::{NARROW, WIDTH};
use crate::table_view::work::Room;

/// If less is left for the board, the panel is narrow, or below the board.
const MIN_BOARD_COLUMNS: u16 = 40;
/// Columns between the board and the panel.
const GAP: u16 = 3;
/// With fewer lines there is no panel beside the board.
const MIN_SIDE_LINES: u16 = 16;
/// A smaller screen shows no board.
const MIN_BOARD: (u16, u16) = (30, 11);
/// The most lines of options below a board.
const MAX_LIST_BELOW: u16 = 7;

/// The parts of the screen; those without room are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Who decides, and what.
    pub title: Rect,
    /// The board.
    pub board: Rect,
    /// The players.
    pub players: Rect,
    /// What can be done.
    pub list: Rect,
    /// The names of the panels.
    pub tabs: Rect,
    /// The panel.
    pub panel: Rect,
    /// What happened last.
    pub news: Rect,
    /// The keys, or the line being typed.
    pub bar: Rect,
    /// What a command printed, over everything else.
    pub drawer: Rect,
}

impl Layout {
    /// The parts of a screen of this size, with so many lines of the title, about the players, and of options.
    pub fn of(size: Size, title: usize, players: usize, options: usize) -> Layout {
        let Size { width, height } = size;
        let (players, options) = (players.min(500) as u16, options.min(500) as u16);
        let row = |y: u16, lines: u16| Rect { x: 0, y, width, height: lines };
        let top = title.clamp(1, max_title(size)).min(height.into()) as u16;
        let title = row(0, top);
        let bar = row(height.saturating_sub(1), u16::from(height > 1));
        let drawer = row(top, height.saturating_sub(top + 1));
        let bare = Layout { title, bar, drawer, ..Layout::default() };
        if width < MIN_BOARD.0 || height < MIN_BOARD.1 {
            let lines = height.saturating_sub(top + 1);
            let news = lines.min(1) * u16::from(lines > 2);
            return Layout { list: row(top, lines - news), news: row(top + lines - news, news), ..bare };
        }
        let side = [WIDTH as u16, NARROW as u16].into_iter().find(|side| width >= MIN_BOARD_COLUMNS + GAP + side);
        match side.filter(|_| height >= MIN_SIDE_LINES) {
            Some(side) => {
                let lines = height - top - 3;
                let board = Rect { x: 0, y: top, width: width - side - GAP, height: lines };
                let column = |y: u16, lines: u16| Rect { x: width - side, y, width: side, height: lines };
                let players = players.min(lines / 2);
                let list = options.min(lines.saturating_sub(players + 4)).max(1);
                let rest = lines.saturating_sub(players + list + 2);
                Layout {
                    board,
                    players: column(top, players),
                    list: column(top + players + 1, list),
                    tabs: column(top + players + 1 + list, 1),
                    panel: column(top + players + list + 2, rest),
                    news: row(height - 3, 2),
                    ..bare
                }
            }
            None => {
                let list = options.clamp(2, MAX_LIST_BELOW).min(height / 3);
                let board = row(top, height - top - 2 - list);
                Layout { board, list: row(height - 2 - list, list), news: row(height - 2, 1), ..bare }
            }
        }
    }

    /// The room for what commands print.
    pub fn room(&self, size: Size) -> Room {
        let panel = if self.panel.width > 0 { self.panel } else { self.drawer };
        Room {
            size: (size.width.into(), size.height.into()),
            panel: (panel.width.into(), usize::from(panel.height).max(1)),
        }
    }
}

/// The most lines of the title on a screen of this size.
pub fn max_title(size: Size) -> usize {
    usize::from(size.height / 8).clamp(1, 3)
}

/// Whether a column and line are in a part.
pub fn holds(part: Rect, column: u16, row: u16) -> bool {
    part.contains(ratatui::layout::Position { x: column, y: row })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_leaves_the_screen_and_none_lie_over_each_other() {
        for (width, height) in (0..230).flat_map(|width| (0..70).map(move |height| (width, height))) {
            for (title, players, options) in [(1, 0, 0), (2, 3, 2), (3, 9, 40), (9, 70, 600)] {
                let size = Size { width, height };
                let all = Layout::of(size, title, players, options);
                let parts =
                    [all.title, all.board, all.players, all.list, all.tabs, all.panel, all.news, all.bar, all.drawer];
                let whole = Rect { x: 0, y: 0, width, height };
                for part in parts.iter().filter(|part| !part.is_empty()) {
                    assert_eq!(part.intersection(whole), *part, "{size:?} {all:?}");
                }
                let parts: Vec<&Rect> = parts[..8].iter().filter(|part| !part.is_empty()).collect();
                for (i, one) in parts.iter().enumerate() {
                    assert!(parts[i + 1..].iter().all(|other| !one.intersects(**other)), "{size:?} {all:?}");
                }
            }
        }
    }
}
