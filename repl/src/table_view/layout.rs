//! What stands where on a screen of any size. Knows rectangles, never what is in them.

use ratatui::layout::{Rect, Size};

use crate::draw::panel::{NARROW, SLIM, WIDTH};

/// The panels, by the commands whose answers they show.
pub const PANELS: [&str; 5] = ["log", "ledger", "bag", "stats", KEY];
/// The panel that explains the signs on the board; no command shows it.
pub const KEY: &str = "key";
/// If less is left for the board, the panel is narrow, or below the board.
const MIN_BOARD_COLUMNS: u16 = 40;
/// How wide the panel can be.
const SIDES: [u16; 3] = [WIDTH as u16, NARROW as u16, SLIM as u16];
/// Columns between the board and the panel.
const GAP: u16 = 3;
/// With fewer lines there is no panel beside the board.
const MIN_SIDE_LINES: u16 = 16;
/// A smaller screen shows no board.
const MIN_BOARD: (u16, u16) = (30, 11);
/// What is drawn large gives way if fewer lines of options would be left.
const MIN_LIST: u16 = 5;
/// A lower panel is left out.
const MIN_PANEL: u16 = 2;
/// The most lines of options below a board.
const MAX_LIST_BELOW: u16 = 7;

/// Columns and lines for what commands print, and columns of the panel beside the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// The whole screen.
    pub size: (usize, usize),
    /// The side panel.
    pub panel: (usize, usize),
}

/// The parts of the screen; those without room are empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Who decides, and what.
    pub title: Rect,
    /// The board.
    pub board: Rect,
    /// The players.
    pub players: Rect,
    /// What the board shows too small, drawn large.
    pub exhibit: Rect,
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

/// How many lines the parts would like to have.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wants {
    /// The title.
    pub title: usize,
    /// What is said about the players.
    pub players: usize,
    /// What is drawn large.
    pub exhibit: usize,
    /// Whether the board leaves room for that below it.
    pub is_below: bool,
    /// The options.
    pub options: usize,
    /// How many steps the panel is narrower than it could be, so that the board has more room.
    pub narrower: usize,
}

impl Layout {
    /// How many steps the panel beside the board of a screen of this width can be made narrower.
    pub fn steps(width: u16) -> usize {
        SIDES.iter().filter(|side| width >= MIN_BOARD_COLUMNS + GAP + **side).count().saturating_sub(1)
    }

    /// The parts of a screen of this size.
    pub fn of(size: Size, wants: Wants) -> Layout {
        let Size { width, height } = size;
        let lines = |lines: usize| lines.min(500) as u16;
        let (players, exhibit, options) = (lines(wants.players), lines(wants.exhibit), lines(wants.options));
        let title = wants.title;
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
        let mut sides = SIDES.into_iter().filter(|side| width >= MIN_BOARD_COLUMNS + GAP + side);
        let side = sides.nth(wants.narrower);
        match side.filter(|_| height >= MIN_SIDE_LINES) {
            Some(side) => {
                let lines = height - top - 3;
                let board = Rect { x: 0, y: top, width: width - side - GAP, height: lines };
                let column = |y: u16, lines: u16| Rect { x: width - side, y, width: side, height: lines };
                let players = players.min(lines / 2);
                // Where the options are many, what is drawn large goes below the board if it can.
                let is_below = wants.is_below && lines < players + exhibit + 1 + options;
                let (below, exhibit) = if is_below { (exhibit.min(lines), 0) } else { (0, exhibit) };
                let exhibit = if lines > players + exhibit + MIN_LIST { exhibit } else { 0 };
                let board = Rect { height: lines - below, ..board };
                let under = Rect { y: board.bottom(), height: below, ..board };
                let top_list = players + exhibit + 1;
                // The options come before the log, which Tab shows too.
                let list = options.min(lines.saturating_sub(top_list)).max(1);
                let rest = lines.saturating_sub(top_list + list);
                let tabs = u16::from(rest > MIN_PANEL);
                Layout {
                    board,
                    players: column(top, players),
                    exhibit: if is_below { under } else { column(top + players, exhibit) },
                    list: column(top + top_list, list),
                    tabs: column(top + top_list + list, tabs),
                    panel: column(top + top_list + list + tabs, (rest - tabs) * tabs),
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
            for (title, players, exhibit, options) in [(1, 0, 0, 0), (2, 3, 6, 2), (3, 9, 6, 40), (9, 70, 60, 600)] {
                let size = Size { width, height };
                let (narrower, is_below) = (title % 3, title == 3);
                let all = Layout::of(size, Wants { title, players, exhibit, options, narrower, is_below });
                let beside = [all.players, all.exhibit, all.list, all.tabs, all.panel];
                let parts = [&beside[..], &[all.title, all.board, all.news, all.bar, all.drawer]].concat();
                let whole = Rect { x: 0, y: 0, width, height };
                for part in parts.iter().filter(|part| !part.is_empty()) {
                    assert_eq!(part.intersection(whole), *part, "{size:?} {all:?}");
                }
                let parts: Vec<&Rect> = parts[..9].iter().filter(|part| !part.is_empty()).collect();
                for (i, one) in parts.iter().enumerate() {
                    assert!(parts[i + 1..].iter().all(|other| !one.intersects(**other)), "{size:?} {all:?}");
                }
            }
        }
    }
}
