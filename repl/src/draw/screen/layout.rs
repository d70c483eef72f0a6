//! What is shown after a change: the board, the panel beside or below it, and the choices, as well as they fit the
//! terminal. Knows parts and their sizes, never what they say.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use bastide_core::{Cell, Game, MAX_PLAYERS, Rotation, TileId};

use super::pixels::Room;
use super::{DEFAULT_SIZE, GAP, MAX_ZOOM, MIN_BOARD_COLUMNS, Screen};
use crate::draw::outside;
use crate::draw::panel::{NARROW, Panel, SLIM, WIDTH};
use crate::draw::view::{Exhibit, Line, Look, Sketch, Zoom, beside, columns};
use crate::game::assist::Assist;
use crate::io::prose::width;
use crate::tell::choices::{Detail, Group, groups, subject};

/// Lines below the choices: the prompt, and the typed line if it is long.
const PROMPT_LINES: usize = 2;
/// The options may take one line in this many; on low screens they may take `MIN_OPTION_LINES`.
const LINES_PER_OPTION_LINE: usize = 3;
const MIN_OPTION_LINES: usize = 5;
/// What was printed above may keep one line in this many.
const LINES_PER_LINE_ABOVE: usize = 5;
/// The minimum number of lines beside the board at which the tile in hand is drawn large.
const MIN_TALL_LINES: usize = 26;
/// Lower boards show nothing.
const MIN_BOARD_LINES: usize = 3;
/// The minimum and maximum number of lines of a small map.
const MIN_MAP_LINES: usize = 3;
const MAX_MAP_LINES: usize = 6;

/// How well a board can be shown; a greater one is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Whether the whole board is visible and easy to read: that is better than larger tiles.
    is_clear: bool,
    /// The zoom at which everything that matters is visible.
    zoom: Option<Zoom>,
    /// Whether the whole board is.
    is_whole: bool,
    /// How many cells are visible if there is no such zoom.
    cells: usize,
}

impl Screen {
    /// The board, the panel beside or below it, and the choices; not higher than the terminal.
    pub(super) fn composed(&mut self, game: &Game, sketch: &mut Sketch) -> String {
        let groups = groups(game, self.settings.assist == Assist::Full);
        let now = (self.settings.assist == Assist::Full && !game.is_over()).then(|| crate::bot::projected(game));
        let low = self.low_panel(game, sketch, now, self.size.unwrap_or(DEFAULT_SIZE).0);
        let size = self.below(sketch, &self.choices(game, (&groups, &sketch.legal), Detail::Counts), low.len());
        let choices = self.detailed_choices(game, sketch, &groups, (size, low.len()));
        let (columns, lines) = (size.0, left(&choices, size));
        let side = self.side(sketch, (columns, lines));
        let is_best =
            self.settings.zoom.is_some() || side.is_some_and(|(_, fit)| fit.is_clear && fit.zoom == Some(MAX_ZOOM));
        let under = (!is_best || side.is_none()).then(|| {
            let panel = low;
            let room = (columns, lines.saturating_sub(panel.len()).max(MIN_BOARD_LINES));
            (room, self.fit(sketch, room), panel)
        });
        let parts = match (side, under) {
            (Some((width, fit)), under) if under.as_ref().is_none_or(|(_, lower, _)| *lower <= fit) => {
                let room = Room::new((columns - GAP - width, lines));
                let (board, outside) = self.drawn(game, sketch, (self.look, self.settings.overlay), Some(room));
                let panel = self.tall_panel(game, sketch, now, (width, lines.saturating_sub(outside.len())));
                let board = self.pictures.hung(beside(&board, &panel.join("\n"), GAP));
                [board, outside.join("\n"), String::new(), choices]
            }
            (_, Some((room, _, panel))) => {
                let (board, outside) =
                    self.drawn(game, sketch, (self.look, self.settings.overlay), Some(Room::new(room)));
                [self.pictures.hung(board), outside.join("\n"), self.with_map(sketch, panel), choices]
            }
            _ => [String::new(), String::new(), String::new(), choices],
        };
        let parts = parts.iter().map(|part| part.trim_end()).filter(|part| !part.is_empty());
        parts.collect::<Vec<_>>().join("\n")
    }

    /// The size of the terminal without the lines that were printed above, as many of them as can stay in view with the
    /// board as large as without them.
    fn below(&self, sketch: &Sketch, choices: &str, low: usize) -> (usize, usize) {
        let (columns, lines) = self.size.unwrap_or(DEFAULT_SIZE);
        let best = self.best(sketch, choices, (columns, lines), low);
        let mut sizes = (1..=self.above.min(lines / LINES_PER_LINE_ABOVE)).rev().map(|above| (columns, lines - above));
        sizes.find(|size| self.best(sketch, choices, *size, low) >= best).unwrap_or((columns, lines))
    }

    /// How well a board can be shown above these choices, beside a panel or above one of this many lines; a few cells more
    /// do not count.
    fn best(&self, sketch: &Sketch, choices: &str, size: (usize, usize), low: usize) -> Fit {
        let room = (size.0, left(choices, size));
        let low = (room.0, room.1.saturating_sub(low).max(MIN_BOARD_LINES));
        let low = self.fit(sketch, low);
        let best = self.side(sketch, room).map_or(low, |(_, side)| side.max(low));
        Fit { cells: 0, ..best }
    }

    /// The choices in as much detail as the board allows: it is not drawn smaller for them. What explains the signs
    /// beside the board gives way.
    fn detailed_choices(
        &self,
        game: &Game,
        sketch: &Sketch,
        groups: &[Group],
        (size, low): ((usize, usize), usize),
    ) -> String {
        let groups = (groups, &sketch.legal[..]);
        let least = self.choices(game, groups, Detail::Counts);
        let most = (size.1 / LINES_PER_OPTION_LINE).max(MIN_OPTION_LINES);
        let best = self.best(sketch, &least, size, low);
        let fits = |choices: &String| choices.lines().count() <= most && self.best(sketch, choices, size, low) >= best;
        let details = Detail::ALL.into_iter().map(|detail| self.choices(game, groups, detail));
        details.into_iter().find(fits).unwrap_or(least)
    }

    /// How well a board can be shown in this many columns and lines.
    fn fit(&self, sketch: &Sketch, room: (usize, usize)) -> Fit {
        let zoom = self.settings.zoom.or_else(|| self.look.fitted(sketch, room, MAX_ZOOM));
        let cells = || Look { zoom: Zoom::Map, ..self.look }.capacity(sketch, room);
        let is_whole = zoom.is_some_and(|zoom| Look { zoom, ..self.look }.shows_all(sketch, room));
        let is_clear = is_whole && zoom >= Some(Zoom::Overview);
        Fit { is_clear, zoom, is_whole, cells: if zoom.is_some() { 0 } else { cells() } }
    }

    /// The width of a panel beside the board, and how well the board can be shown then; `None` if there is no room for a
    /// panel. A narrow panel only if the board gains by it, or a wide one does not fit.
    fn side(&self, sketch: &Sketch, (columns, lines): (usize, usize)) -> Option<(usize, Fit)> {
        let widths = [WIDTH, NARROW, SLIM].into_iter().filter(|width| columns >= MIN_BOARD_COLUMNS + GAP + width);
        let tried = widths.map(|width| (width, self.fit(sketch, (columns - GAP - width, lines))));
        tried.reduce(|wide, narrow| if narrow.1 > wide.1 { narrow } else { wide })
    }

    /// A low panel with a small map beside it, if a part of the board is not visible and there is room.
    fn with_map(&self, sketch: &Sketch, panel: Vec<String>) -> String {
        let text = panel.join("\n");
        let Some(window) = self.shown.1 else { return text };
        let map = outside::map(sketch, window, self.looks.palette(), self.look, panel.len());
        let (wide, map) = (map.iter().map(Line::width).max().unwrap_or(0), self.painted(map, self.columns()));
        let used = panel.iter().map(|line| columns(line)).max().unwrap_or(0);
        if used + GAP + wide <= self.columns() { beside(&text, &map.join("\n"), GAP) } else { text }
    }

    fn painted(&self, lines: Vec<Line>, width: usize) -> Vec<String> {
        lines.into_iter().map(|line| line.cut(width).text(self.look)).collect()
    }

    /// The panel beside the board: as much as there is room for, the most important parts first.
    fn tall_panel(
        &mut self,
        game: &Game,
        sketch: &Sketch,
        now: Option<[i32; MAX_PLAYERS]>,
        room: (usize, usize),
    ) -> Vec<String> {
        let (width, height) = room;
        let look = self.shown_look();
        let panel = Panel { game, looks: &self.looks, look, assist: self.settings.assist, width, now };
        let (head, players) = (vec![panel.head()], panel.players());
        let (zones, hand, legend) = (panel.zones(), panel.hand().into_iter().collect(), panel.legend());
        let [head, players, zones, hand, legend] =
            [head, players, zones, hand, legend].map(|lines| self.painted(lines, width));
        let tiles = self.tiles(game, sketch, (width, height));
        let left = height.saturating_sub(head.len() + players.len() + zones.len() + hand.len() + tiles.len());
        let window = self.shown.1.filter(|_| left >= MIN_MAP_LINES);
        let map =
            window.map(|window| outside::map(sketch, window, self.looks.palette(), self.look, left.min(MAX_MAP_LINES)));
        let map = self.painted(map.unwrap_or_default(), width);
        let parts = [head, players, zones, [hand, tiles].concat(), map, legend];
        // What is left out first if there is not enough room.
        stacked(parts, [5, 4, 2, 3, 1], height)
    }

    /// The panel below the board: as low as possible, with the tile in hand beside the players.
    fn low_panel(
        &mut self,
        game: &Game,
        sketch: &Sketch,
        now: Option<[i32; MAX_PLAYERS]>,
        columns: usize,
    ) -> Vec<String> {
        let width = if columns > WIDTH + GAP + 10 { WIDTH } else { columns };
        let panel = Panel { game, looks: &self.looks, look: self.look, assist: self.settings.assist, width, now };
        let head = panel.head();
        let room = width.saturating_sub(head.width() + GAP);
        let head = panel.hand_in(room).into_iter().fold(head, |head, hand| head.plain(&" ".repeat(GAP)).and(hand));
        let text = [vec![head], panel.players(), panel.zones()].concat();
        let text = self.painted(text, width).join("\n");
        let mut tiles = String::new();
        let in_hand = game.decision().map(|decision| decision.tiles()).unwrap_or_default();
        for tile in in_hand.into_iter().chain(subject(game)) {
            tiles += &self.rotations(game, tile, columns.saturating_sub(width + GAP), false);
        }
        if tiles.is_empty() {
            tiles = self.numbered(sketch, columns.saturating_sub(width + GAP));
        }
        beside(&text, &tiles, GAP).lines().map(str::to_string).collect()
    }

    /// The tile in hand in its rotations; or the tiles that the numbered choices are about, if the board shows them too
    /// small.
    fn tiles(&mut self, game: &Game, sketch: &Sketch, (width, height): (usize, usize)) -> Vec<String> {
        let mut text = String::new();
        for tile in game.decision().map(|decision| decision.tiles()).unwrap_or_default() {
            text += &self.rotations(game, tile, width, height >= MIN_TALL_LINES);
        }
        if let Some(tile) = subject(game) {
            text += &self.rotations(game, tile, width, height >= MIN_TALL_LINES);
        }
        if text.is_empty() && self.shown.0 < Zoom::Play {
            text = self.numbered(sketch, width);
        }
        text.lines().map(str::to_string).collect()
    }

    /// The tiles with numbered choices, large enough for all numbers; if there are many, those with several numbers.
    fn numbered(&mut self, sketch: &Sketch, width: usize) -> String {
        let cells: BTreeSet<Cell> = sketch.numbers.iter().map(|(cell, ..)| *cell).collect();
        let of = |cell: Cell| {
            let art = sketch.tiles.iter().rev().find(|tile| tile.0 == cell)?.1;
            let numbers = sketch.numbers.iter().filter(|number| number.0 == cell);
            let numbers = numbers.map(|&(_, spot, digit)| (spot, digit)).collect();
            Some(Exhibit { art, label: cell.to_string(), numbers })
        };
        let mut exhibits: Vec<Exhibit> = cells.into_iter().filter_map(of).collect();
        let look = Look { zoom: Zoom::Play, ..self.look };
        // One row of them, those with the most numbers first.
        let room = (width + GAP) / (look.tile_size().0 + GAP);
        if exhibits.len() > room {
            exhibits.retain(|exhibit| exhibit.numbers.len() > 1);
            exhibits.sort_by_key(|exhibit| Reverse(exhibit.numbers.len()));
            exhibits.truncate(room.max(1));
        }
        self.painter.strip(&exhibits, width, look)
    }

    /// The tile in hand in its rotations.
    fn rotations(&mut self, game: &Game, tile: TileId, width: usize, is_tall: bool) -> String {
        let rotations: Vec<Rotation> = game.catalogue().rotations(tile).collect();
        let arts: Vec<_> = rotations.iter().map(|rotation| self.looks.art(game.catalogue(), tile, *rotation)).collect();
        let label = |rotation: &Rotation| rotation.to_string();
        let exhibits: Vec<Exhibit> = arts
            .iter()
            .zip(&rotations)
            .map(|(art, rotation)| Exhibit { art, label: label(rotation), numbers: Vec::new() })
            .collect();
        let is_roomy = is_tall && width >= WIDTH && self.look.is_blocks();
        let zoom = if is_roomy { Zoom::Play } else { Zoom::Overview };
        self.painter.strip(&exhibits, width, Look { zoom, ..self.look })
    }
}

/// The lines that are left above the choices and the prompt.
fn left(choices: &str, (columns, lines): (usize, usize)) -> usize {
    // A terminal breaks long lines.
    let taken: usize = choices.lines().map(|line| width(line).div_ceil(columns.max(1)).max(1)).sum();
    lines.saturating_sub(taken + PROMPT_LINES).max(MIN_BOARD_LINES)
}

/// Parts below one another with blank lines between them, in at most this many lines. If they do not fit, first the
/// blank lines go, then whole parts by the order of `dispensable`, then the last lines.
fn stacked<const N: usize>(
    mut parts: [Vec<String>; N],
    dispensable: impl IntoIterator<Item = usize>,
    height: usize,
) -> Vec<String> {
    let count = |parts: &[Vec<String>; N]| parts.iter().map(Vec::len).sum::<usize>();
    for part in dispensable {
        if count(&parts) <= height {
            break;
        }
        parts[part].clear();
    }
    let shown = || parts.iter().filter(|part| !part.is_empty());
    let is_loose = count(&parts) + shown().count() <= height;
    let blank: &[String] = if is_loose { &[String::new()] } else { &[] };
    let mut lines: Vec<String> = shown().flat_map(|part| blank.iter().chain(part)).cloned().collect();
    lines.truncate(height);
    lines
}
