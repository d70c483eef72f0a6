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
use crate::draw::view::{Chart, Colour, Legal, Look, Note, Numbered, Painter, Palette, Sketch, Zoom};
use crate::table_view::model::{Cursor, Model};
use crate::table_view::work::Frame;

/// More signs of options than this would hide the board.
const MAX_SIGNS: usize = 40;

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
    /// The visible part, the room it was chosen for, and whether a person moved it.
    window: Option<(Cell, Cell)>,
    shape: (usize, usize, Zoom),
    is_panned: bool,
    /// The letters outside the visible part.
    outside: Vec<String>,
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
            is_panned: false,
            outside: Vec::new(),
        }
    }
}

impl Board {
    /// The board in characters.
    pub fn chart(&self) -> Option<&Chart> {
        self.chart.as_ref()
    }

    /// The letters outside the visible part, by direction.
    pub fn outside(&self) -> &[String] {
        &self.outside
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
            centre: self.centre().or(model.cell(cursor)).or(frame.settings.centre),
            is_new: self.picture.is_none(),
        }
    }

    /// The centre of the visible part, if a person moved it.
    fn centre(&self) -> Option<Cell> {
        let middle = |low: i16, high: i16| ((i32::from(low) + i32::from(high)) / 2) as i16;
        let (low, high) = self.window.filter(|_| self.is_panned)?;
        Some(Cell::new(middle(low.x, high.x), middle(low.y, high.y)))
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
        (self.window, self.is_panned) = (None, false);
        self.arts.clear();
    }

    /// Draws the board into this many columns and lines, unless a real picture is shown.
    pub fn draw(&mut self, frame: &Frame, cursor: Cursor, look: Look, room: (usize, usize)) {
        (self.chart, self.outside) = (None, Vec::new());
        if self.picture.is_some() {
            return;
        }
        let Some(game) = frame.game.as_ref().filter(|_| room.0 > 4 && room.1 > 2) else { return };
        self.prepare(game);
        gather(game, &self.looks, &mut self.arts);
        let ghost = ghost(game, &frame.model, cursor);
        if let Some((_, tile, rotation)) = ghost {
            self.arts.entry((tile, rotation)).or_insert_with(|| self.looks.art(game.catalogue(), tile, rotation));
        }
        let mut sketch = sketch(game, &self.arts, &self.looks, look.glyphs);
        offered(&mut sketch, frame, game, look);
        let ghost_art = ghost.and_then(|(cell, tile, rotation)| Some((cell, self.arts.get(&(tile, rotation))?)));
        let placed = sketch.tiles.len();
        sketch.tiles.extend(ghost_art);
        let fitted = || look.fitted(&sketch, room, Zoom::Play).unwrap_or(Zoom::Map);
        let look = Look { zoom: frame.settings.zoom.unwrap_or_else(fitted), ..look };
        let shape = (room.0, room.1, look.zoom);
        margins(&mut sketch, placed, look, room);
        let point = frame.model.cell(cursor);
        let window = look.window(&sketch, room, None).map(|usual| {
            let is_in = |cell: Cell, (low, high): (Cell, Cell)| {
                (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y)
            };
            // There is nothing to see beyond the last tile.
            let shows = |window: (Cell, Cell)| sketch.tiles.iter().any(|tile| is_in(tile.0, window));
            let holds = |window: (Cell, Cell)| {
                self.is_panned && shows(window) || !self.is_panned && point.is_none_or(|cell| is_in(cell, window))
            };
            let kept = self.window.filter(|window| self.shape == shape && holds(*window));
            let around = || look.window(&sketch, room, point.or(frame.settings.centre));
            kept.or(Some(usual).filter(|window| holds(*window))).or_else(around).unwrap_or(usual)
        });
        (self.window, self.shape, sketch.window) = (window, shape, window);
        self.outside = window.map(|window| outside::named(&sketch, window, room.0)).unwrap_or_default();
        self.chart = self.painter.chart(&sketch, look);
    }

    /// Moves the visible part; until the cursor moves, it stays there.
    pub fn pan(&mut self, side: Side) {
        let window = match &self.picture {
            Some(picture) if !self.is_panned => Some(picture.layout.cells),
            _ => self.window,
        };
        let Some((low, high)) = window else { return };
        let half = |low: i16, high: i16| ((i32::from(high) - i32::from(low) + 1) / 2).max(1) as i16;
        let (x, y) = match side {
            Side::N => (0, -half(low.y, high.y)),
            Side::E => (half(low.x, high.x), 0),
            Side::S => (0, half(low.y, high.y)),
            Side::W => (-half(low.x, high.x), 0),
        };
        let moved = |cell: Cell| Cell::new(cell.x.saturating_add(x), cell.y.saturating_add(y));
        (self.window, self.is_panned) = (Some((moved(low), moved(high))), true);
    }

    /// The visible part follows the cursor again.
    pub fn follow(&mut self) {
        self.is_panned = false;
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
    let open = signs.iter().filter(|(cell, ..)| !has_tile(*cell));
    let open = open.map(|&(cell, _, sign)| Legal { cell, letters: sign.to_string(), ways: 1, ..Legal::default() });
    sketch.legal = legal.iter().cloned().chain(open).collect();
    // Too many signs would hide the board: then only those with a number are shown.
    let is_crowded = signs.len() > MAX_SIGNS;
    sketch.numbers = signs.into_iter().filter(|sign| !is_crowded || sign.2.is_ascii_digit()).collect();
    sketch.tints = tints.clone();
    sketch.notes.extend(notes.iter().cloned());
}
