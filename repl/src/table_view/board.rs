//! The board on the screen, in characters or as a real picture: what it shows for a cursor, and what lies under a column and
//! line. Knows no keys.

use std::sync::Arc;

use bastide_core::{Cell, Game, Rotation, Setup, Side, TileId};
use ratatui::layout::Rect;

use crate::draw::looks::Looks;
use crate::draw::outside;
use crate::draw::picture::live::{Layout, Pointed};
use crate::draw::screen::{BoardPicture, Shown};
use crate::draw::sketch::{Arts, gather, sketch};
use crate::draw::view::{Chart, Colour, Exhibit, Legal, Look, Note, Numbered, Painter, Palette, Sketch, Zoom};
use crate::table_view::frame::Frame;
use crate::table_view::model::{Cursor, Model};

/// More signs of options than this would hide the board.
const MAX_SIGNS: usize = 40;
/// Lower boards show nothing.
const MIN_LINES: usize = 3;
/// The most tiles that are drawn large: a row of them beside the board.
const MAX_EXHIBITS: usize = 3;
/// Lines of a tile that is drawn large, with what is written below it.
pub const EXHIBIT_LINES: usize = 6;

/// How well a board can be shown; a greater one is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// The zoom at which everything that matters is visible.
    pub zoom: Option<Zoom>,
    /// Whether the whole board is.
    pub is_whole: bool,
    /// Whether there is room below for what is drawn large.
    pub has_room: bool,
}

/// Draws the board and remembers where everything is.
pub struct Board {
    looks: Looks,
    painter: Painter,
    arts: Arts,
    setup: Option<Arc<Setup>>,
    /// The board in characters, as it was drawn last.
    chart: Option<Chart>,
    /// The board as a real picture, if one is on the screen.
    pub picture: Option<BoardPicture>,
    /// The visible part, and the room it was chosen for.
    window: Option<(Cell, Cell)>,
    shape: (usize, usize, Zoom),
    /// The centre of the visible part, if a person moved it.
    panned: Option<Cell>,
    /// What can be pointed at outside the visible part, by direction.
    outside: Vec<String>,
    /// What the board shows too small, drawn large.
    exhibit: String,
}

impl Default for Board {
    fn default() -> Board {
        Board {
            looks: Looks::default(),
            painter: Painter::new(Palette::default()),
            arts: Arts::new(),
            setup: None,
            chart: None,
            picture: None,
            window: None,
            shape: (0, 0, Zoom::Play),
            panned: None,
            outside: Vec::new(),
            exhibit: String::new(),
        }
    }
}

impl Board {
    /// The board in characters.
    pub fn chart(&self) -> Option<&Chart> {
        self.chart.as_ref()
    }

    /// What can be pointed at outside the visible part, by direction.
    pub fn outside(&self) -> &[String] {
        &self.outside
    }

    /// What the board shows too small, drawn large.
    pub fn exhibit(&self) -> &str {
        &self.exhibit
    }

    /// The zoom of the picture in characters.
    pub fn zoom(&self) -> Option<Zoom> {
        self.chart.as_ref().map(|_| self.shape.2)
    }

    /// What a real picture shows when this is pointed at.
    pub fn shown(&self, frame: &Frame, cursor: Cursor, place: Rect) -> Shown {
        let model = &frame.model;
        let at = |place: Rect| (usize::from(place.x), usize::from(place.y));
        let spot = match cursor {
            Cursor::Option(option) => model.options.get(option).and_then(|option| Some(option.at?.1)),
            _ => None,
        };
        let ghost = frame.game.as_ref().and_then(|game| ghost(game, model, cursor));
        Shown {
            place: (at(place), (place.width.into(), place.height.into())),
            legal: frame.legal.clone(),
            pointed: Pointed { ghost, cell: model.cell(cursor), spot },
            centre: self.panned.or(model.cell(cursor)).or(frame.settings.centre),
            is_new: self.picture.is_none(),
        }
    }

    /// Columns and lines of a cell.
    fn tile_size(&self) -> Option<(usize, usize)> {
        match &self.picture {
            Some(picture) => {
                let Layout { side, cell, .. } = picture.layout;
                Some(((side / cell.0).max(1), (side / cell.1).max(1)))
            }
            _ => self.chart.as_ref().map(Chart::tile_size),
        }
    }

    /// The column and line of a cell in the picture.
    fn origin(&self, cell: Cell) -> Option<(usize, usize)> {
        match &self.picture {
            Some(picture) => {
                let (x, y) = picture.layout.corner(cell)?;
                Some((x / picture.layout.cell.0, y / picture.layout.cell.1))
            }
            _ => self.chart.as_ref()?.origin(cell),
        }
    }

    /// The cell at a column and line of the picture.
    fn cell_at(&self, column: usize, line: usize) -> Option<Cell> {
        match &self.picture {
            Some(picture) => picture.layout.cell_at(column, line),
            _ => self.chart.as_ref()?.cell_at(column, line),
        }
    }

    /// Where the numbers of choices are.
    fn numbers(&self) -> &[Numbered] {
        match &self.picture {
            Some(picture) => &picture.numbers,
            _ => self.chart.as_ref().map(Chart::numbers).unwrap_or_default(),
        }
    }

    /// The colours of what is not a kind of feature.
    pub fn palette(&self) -> &Palette {
        self.painter.palette()
    }

    /// Takes the looks of another game.
    fn prepare(&mut self, game: &Game) {
        if self.setup.as_ref().is_some_and(|setup| Arc::ptr_eq(setup, game.setup())) {
            return;
        }
        // A game that was started has readable looks.
        self.looks = Looks::of_setup(game.setup()).unwrap_or_default();
        self.painter = Painter::new(self.looks.palette().clone());
        self.setup = Some(game.setup().clone());
        (self.window, self.panned) = (None, None);
        self.arts.clear();
    }

    /// Describes the board with what is offered and the tile in hand at the cursor, and does something with it; `None`
    /// without a game. The second argument says how many of the tiles are placed.
    fn with_sketch<T>(
        &mut self,
        frame: &Frame,
        cursor: Cursor,
        look: Look,
        work: impl for<'s> FnOnce(&mut Board, &mut Sketch<'s>, usize, &'s Arts) -> T,
    ) -> Option<T> {
        let game = frame.game.as_ref()?;
        self.prepare(game);
        gather(game, &self.looks, &mut self.arts);
        let ghost = ghost(game, &frame.model, cursor);
        let shown = ghost.map(|(_, tile, rotation)| (tile, rotation));
        for (tile, rotation) in shown.into_iter().chain(frame.subject.map(|tile| (tile, Rotation::default()))) {
            self.arts.entry((tile, rotation)).or_insert_with(|| self.looks.art(game.catalogue(), tile, rotation));
        }
        let arts = std::mem::take(&mut self.arts);
        let mut sketch = sketch(game, &arts, &self.looks, look.glyphs);
        offered(&mut sketch, frame, game, look);
        let ghost_art = ghost.and_then(|(cell, tile, rotation)| Some((cell, arts.get(&(tile, rotation))?)));
        let placed = sketch.tiles.len();
        sketch.tiles.extend(ghost_art);
        let done = work(self, &mut sketch, placed, &arts);
        self.arts = arts;
        Some(done)
    }

    /// How well the board can be shown in this many columns and lines.
    pub fn fitting(&mut self, frame: &Frame, cursor: Cursor, look: Look, room: (usize, usize)) -> Option<Fit> {
        self.with_sketch(frame, cursor, look, |_, sketch, _, _| {
            let zoom = frame.settings.zoom.or_else(|| look.fitted(sketch, room, Zoom::Play));
            let look = Look { zoom: zoom.unwrap_or(Zoom::Map), ..look };
            let above = (room.0, room.1.saturating_sub(EXHIBIT_LINES));
            Fit { zoom, is_whole: look.shows_all(sketch, room), has_room: look.shows_all(sketch, above) }
        })
    }

    /// Draws the board into this many columns and lines, unless a real picture is shown; and large, in this many columns,
    /// what it shows too small.
    pub fn draw(&mut self, frame: &Frame, cursor: Cursor, look: Look, room: (usize, usize), beside: usize) {
        (self.chart, self.outside, self.exhibit) = (None, Vec::new(), String::new());
        if room.0 <= 4 || room.1 <= 2 {
            return;
        }
        self.with_sketch(frame, cursor, look, |board, sketch, placed, arts| {
            let mut zoom = Zoom::Play;
            if board.picture.is_none() {
                zoom = board.charted(frame, cursor, look, room, (sketch, placed));
            }
            let subject = frame.subject.and_then(|tile| arts.get(&(tile, Rotation::default())));
            let exhibits = match (subject, frame.game.as_ref().zip(frame.subject)) {
                (Some(art), Some((game, tile))) => {
                    vec![Exhibit { art, label: game.catalogue().tile_name(tile), numbers: Vec::new() }]
                }
                _ => exhibited(sketch, frame, cursor, zoom, placed),
            };
            board.exhibit = board.painter.strip(&exhibits, beside, Look { zoom: Zoom::Play, ..look });
        });
    }

    /// Draws the board in characters. Returns its zoom.
    fn charted(
        &mut self,
        frame: &Frame,
        cursor: Cursor,
        look: Look,
        room: (usize, usize),
        (sketch, placed): (&mut Sketch, usize),
    ) -> Zoom {
        let point = frame.model.cell(cursor);
        let labels = labels(sketch, frame);
        let mut shape = (room.0, room.1, look.zoom);
        let mut window = None;
        // The lines below the picture take room from it, and then there may be more to name.
        for _ in 0..2 {
            let room = (room.0, room.1.saturating_sub(self.outside.len()).max(MIN_LINES));
            let look = Look { zoom: zoom(sketch, frame, look, room), ..look };
            shape = (room.0, room.1, look.zoom);
            margins(sketch, placed, look, room);
            window = self.window(sketch, look, shape, point.or(frame.settings.centre));
            let named = |window| outside::named(&labels, window, room.0);
            self.outside = window.map(named).unwrap_or_default();
            if self.outside.is_empty() {
                break;
            }
        }
        (self.window, self.shape, sketch.window) = (window, shape, window);
        self.chart = self.painter.chart(sketch, Look { zoom: shape.2, ..look });
        shape.2
    }

    /// The visible part; `None` if everything is visible.
    fn window(
        &mut self,
        sketch: &Sketch,
        look: Look,
        shape: (usize, usize, Zoom),
        point: Option<Cell>,
    ) -> Option<(Cell, Cell)> {
        let room = (shape.0, shape.1);
        let usual = look.window(sketch, room, None)?;
        let is_in = |cell: Cell, window| outside::direction(cell, window).is_none();
        if let Some(moved) = self.panned.and_then(|centre| look.window(sketch, room, Some(centre))) {
            // There is nothing to see beyond the last tile.
            if sketch.tiles.iter().any(|tile| is_in(tile.0, moved)) {
                return Some(moved);
            }
            self.panned = None;
        }
        let holds = |window: &(Cell, Cell)| point.is_none_or(|cell| is_in(cell, *window));
        let kept = self.window.filter(|window| self.shape == shape && holds(window));
        let around = || look.window(sketch, room, point);
        kept.or(Some(usual).filter(holds)).or_else(around).or(Some(usual))
    }

    /// Moves the visible part; until the cursor moves, it stays there.
    pub fn pan(&mut self, side: Side) {
        let window = self.picture.as_ref().map(|picture| picture.layout.cells).or(self.window);
        let Some((low, high)) = window else { return };
        let size = |low: i16, high: i16| i32::from(high) - i32::from(low) + 1;
        let half = |low: i16, high: i16| (size(low, high) / 2).max(1);
        let middle = |low: i16, high: i16| (i32::from(low) + i32::from(high)) / 2;
        let centre = self.panned.map(|cell| (cell.x.into(), cell.y.into()));
        let (x, y) = centre.unwrap_or((middle(low.x, high.x), middle(low.y, high.y)));
        let (x, y) = match side {
            Side::N => (x, y - half(low.y, high.y)),
            Side::E => (x + half(low.x, high.x), y),
            Side::S => (x, y + half(low.y, high.y)),
            Side::W => (x - half(low.x, high.x), y),
        };
        let within = |value: i32| value.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        self.panned = Some(Cell::new(within(x), within(y)));
    }

    /// The visible part follows the cursor again.
    pub fn follow(&mut self) {
        self.panned = None;
    }

    /// Where something is on the board, in columns and lines of an endless picture.
    pub fn place(&self, model: &Model, cursor: Cursor) -> Option<(i32, i32)> {
        let cell = model.cell(cursor)?;
        let (wide, high) = self.tile_size()?;
        let middle = (wide as i32 / 2, high as i32 / 2);
        let sign = || {
            let Cursor::Option(option) = cursor else { return None };
            let at = model.options.get(option)?.at?;
            let number = self.numbers().iter().find(|number| (number.cell, number.spot) == at)?;
            let (left, top) = self.origin(cell)?;
            Some((number.at.0 as i32 - left as i32, number.at.1 as i32 - top as i32))
        };
        let (right, down) = sign().unwrap_or(middle);
        Some((i32::from(cell.x) * wide as i32 + right, i32::from(cell.y) * high as i32 + down))
    }

    /// What can be pointed at in a column and line of the picture: a cell, or the nearest option on a tile.
    pub fn under(&self, model: &Model, column: usize, line: usize) -> Option<Cursor> {
        let cell = self.cell_at(column, line)?;
        if let Some(place) = model.places.iter().position(|place| place.cell == cell) {
            return Some(Cursor::Place(place, 0));
        }
        let far = |option: &usize| {
            let at = model.options.get(*option).and_then(|option| option.at);
            let number = self.numbers().iter().find(|number| Some((number.cell, number.spot)) == at);
            number.map_or(0, |number| number.at.0.abs_diff(column) + 2 * number.at.1.abs_diff(line))
        };
        let here = (0..model.options.len()).filter(|option| model.cell(Cursor::Option(*option)) == Some(cell));
        here.min_by_key(far).map(Cursor::Option)
    }
}

/// The zoom that was asked for, or the largest at which everything that matters is visible.
fn zoom(sketch: &Sketch, frame: &Frame, look: Look, room: (usize, usize)) -> Zoom {
    let fitted = || look.fitted(sketch, room, Zoom::Play).unwrap_or(Zoom::Map);
    frame.settings.zoom.unwrap_or_else(fitted)
}

/// Everything on the board that can be pointed at, by its letters or its number.
fn labels(sketch: &Sketch, frame: &Frame) -> Vec<(Cell, String)> {
    let lettered = sketch.legal.iter().map(|legal| (legal.cell, legal.letters.clone()));
    let mut labels: Vec<(Cell, String)> = lettered.collect();
    for option in &frame.model.options {
        if let Some((cell, _)) = option.at.filter(|at| labels.iter().all(|(cell, _)| *cell != at.0)) {
            labels.push((cell, option.key.clone()));
        }
    }
    labels
}

/// What is drawn large if the board is small: the tile in hand as it is turned, or the tiles with numbers, that at the
/// cursor first.
fn exhibited<'a>(sketch: &Sketch<'a>, frame: &Frame, cursor: Cursor, zoom: Zoom, placed: usize) -> Vec<Exhibit<'a>> {
    let on = |cell: Cell| {
        let art = sketch.tiles.iter().rev().find(|tile| tile.0 == cell)?.1;
        let numbers = sketch.numbers.iter().filter(|number| number.0 == cell);
        let numbers = numbers.map(|&(_, spot, digit)| (spot, digit)).collect();
        Some(Exhibit { art, label: cell.to_string(), numbers })
    };
    if zoom >= Zoom::Play {
        return Vec::new();
    }
    if let Some(&(_, art)) = sketch.tiles.get(placed) {
        let label = frame.model.way(cursor).map(|(_, way)| way.label.clone()).unwrap_or_default();
        return vec![Exhibit { art, label, numbers: Vec::new() }];
    }
    let here = frame.model.cell(cursor);
    let mut cells: Vec<Cell> = sketch.numbers.iter().map(|(cell, ..)| *cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let signs = |cell: Cell| sketch.numbers.iter().filter(|number| number.0 == cell).count();
    cells.sort_by_key(|cell| (Some(*cell) != here, std::cmp::Reverse(signs(*cell))));
    cells.into_iter().filter(|cell| Some(*cell) == here || signs(*cell) > 1).filter_map(on).take(MAX_EXHIBITS).collect()
}

/// Leaves room for a tile on every side, if there is any: the board does not jump when letters come and go.
fn margins(sketch: &mut Sketch, placed: usize, look: Look, room: (usize, usize)) {
    let tiles = sketch.tiles.iter().take(placed);
    let (xs, ys) = (tiles.clone().map(|tile| tile.0.x), tiles.map(|tile| tile.0.y));
    let ((Some(left), Some(right)), (Some(top), Some(bottom))) =
        ((xs.clone().min(), xs.max()), (ys.clone().min(), ys.max()))
    else {
        return;
    };
    let corners =
        [(left.saturating_sub(1), top.saturating_sub(1)), (right.saturating_add(1), bottom.saturating_add(1))];
    let blank = |(x, y)| Note { cell: Cell::new(x, y), text: String::new(), colour: Colour::from_rgb(0), below: false };
    let notes = sketch.notes.len();
    sketch.notes.extend(corners.map(blank));
    if look.window(sketch, room, None).is_some() {
        sketch.notes.truncate(notes);
    }
}

/// The tile in hand where the cursor is.
fn ghost(game: &Game, model: &Model, cursor: Cursor) -> Option<(Cell, TileId, Rotation)> {
    let (place, way) = model.way(cursor)?;
    let tile = way.choice.place()?.0.or_else(|| game.decision()?.tile())?;
    Some((place.cell, tile, way.rotation))
}

/// Puts what is offered on the board, as much as the person wants to see.
fn offered(sketch: &mut Sketch, frame: &Frame, game: &Game, look: Look) {
    let Frame { model, legal, overlay: (tints, notes), .. } = frame;
    let signs = model.signs(if look.is_ascii() { '+' } else { '•' });
    let has_tile = |cell: Cell| game.state().board.at(cell).is_some();
    // On a cell without a tile, the number of a choice is shown like a letter.
    let is_lettered = |cell: Cell| legal.iter().any(|legal| legal.cell == cell);
    let open = signs.iter().filter(|(cell, ..)| !has_tile(*cell) && !is_lettered(*cell));
    let open = open.map(|&(cell, _, sign)| Legal { cell, letters: sign.to_string(), ways: 1, ..Legal::default() });
    sketch.legal = legal.iter().cloned().chain(open).collect();
    // Too many signs would hide the board: then only those with a number are shown.
    let is_crowded = signs.len() > MAX_SIGNS;
    sketch.numbers = signs.into_iter().filter(|sign| !is_crowded || sign.2.is_ascii_digit()).collect();
    sketch.tints = tints.clone();
    sketch.notes.extend(notes.iter().cloned());
}
