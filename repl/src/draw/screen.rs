//! Draws the board, the panel beside it and the choices. Knows what the terminal can show, never writes to it.

mod layout;
mod pixels;

use bastide_core::{Cell, Game, Setup, Side};

use crate::draw::looks::Looks;
use crate::draw::outside::{self, Window};
use crate::draw::overlay::Overlay;
use crate::draw::sketch::{Arts, add_gains, gather, sketch};
use crate::draw::view::{Depth, Exhibit, Glyphs, Legal, Look, Painter, Palette, Places, Sketch, Zoom, beside, columns};
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::io::prose::width;
use crate::io::reply::Failure;
use crate::tell::choices::{Detail, Group, are_several, phrases};
use crate::tell::{describe, show, stats};
pub use pixels::{BoardPicture, Pictures, Shown};
use pixels::{Room, Scene};

/// How things are drawn.
pub struct Screen {
    /// The available characters and colours.
    pub look: Look,
    /// Columns and lines of the terminal; `None` if the output goes to a file or a pipe.
    pub size: Option<(usize, usize)>,
    /// How the things in play look.
    pub looks: Looks,
    /// What the person asked to see.
    pub settings: ViewSettings,
    /// How many lines were printed just before and should stay in view: what bots did.
    pub above: usize,
    /// Real pictures, if the terminal shows them.
    pub pictures: Pictures,
    painter: Painter,
    arts: Arts,
    /// The zoom of the last picture, and the visible part if that was not the whole board.
    shown: (Zoom, Option<Window>),
    /// Where the cells are in the last picture, which is always at the upper left.
    pub places: Option<Places>,
}

/// What a person asked to see.
#[derive(Clone, Copy, Debug, Default)]
pub struct ViewSettings {
    /// The zoom; `None` for as large as fits.
    pub zoom: Option<Zoom>,
    /// The cell in the centre; `None` for what matters now.
    pub centre: Option<Cell>,
    /// The overlay on the board.
    pub overlay: Overlay,
    /// How much help is shown.
    pub assist: Assist,
    /// Sentences instead of pictures.
    pub plain: bool,
}

impl ViewSettings {
    /// Adds to legal cells what they bring, or removes what the person asked not to see.
    pub fn mark(&self, game: &Game, legal: &mut Vec<Legal>) {
        match self.assist {
            Assist::Full => add_gains(game, legal),
            Assist::Some => legal.iter_mut().for_each(|legal| legal.ways = 1),
            Assist::None => legal.clear(),
        }
    }

    /// Adds the overlay to a sketch, and removes from it what the person asked not to see.
    fn add_to(&self, game: &Game, sketch: &mut Sketch, overlay: Overlay, glyphs: Glyphs) {
        self.mark(game, &mut sketch.legal);
        self.lay_over(game, sketch, overlay, glyphs);
    }

    /// Adds the overlay to a sketch, unless it tells what the person asked not to see.
    fn lay_over(&self, game: &Game, sketch: &mut Sketch, overlay: Overlay, glyphs: Glyphs) {
        if overlay.is_shown_with(self.assist) {
            overlay.lay(game, sketch, glyphs);
        }
    }
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new(Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play }, None)
    }
}

/// The size if the terminal's size is unknown.
const DEFAULT_SIZE: (usize, usize) = (100, 40);
/// Lines that are reserved for the prompt and what is typed, below the answer to `board`.
const LINES_BELOW: usize = 5;
/// The zoom that is chosen at most: a closer one does not help play, and leaves less room for other tiles.
const MAX_ZOOM: Zoom = Zoom::Play;
/// The maximum number of lines that name what lies outside.
const MAX_OUTSIDE_LINES: usize = 5;
/// If less is left for the board, the panel is narrow, or below the board.
const MIN_BOARD_COLUMNS: usize = 40;
/// Added to the sentence if there is no room to say what each group of options does.
const EXPLAINED: &str = " `legal` explains them.";
/// Columns between the board and the panel.
const GAP: usize = 3;

impl Screen {
    /// A screen that has not drawn anything yet.
    pub fn new(look: Look, size: Option<(usize, usize)>) -> Screen {
        Screen {
            look,
            size,
            looks: Looks::default(),
            settings: ViewSettings::default(),
            above: 0,
            pictures: Pictures::default(),
            painter: Painter::new(Palette::default()),
            arts: Arts::new(),
            shown: (look.zoom, None),
            places: None,
        }
    }

    /// Prepares for another game.
    pub fn prepare(&mut self, setup: &Setup) -> Result<(), Failure> {
        let looks = Looks::of_setup(setup)?;
        self.painter = Painter::new(looks.palette().clone());
        self.looks = looks;
        self.pictures.clear();
        self.arts.clear();
        self.settings.centre = None;
        Ok(())
    }

    /// The board, as large as fits.
    pub fn board(&mut self, game: &Game, ascii: bool) -> String {
        self.board_with(game, ascii, self.settings.overlay)
    }

    /// The board with an overlay, and what lies outside the picture.
    pub fn board_with(&mut self, game: &Game, ascii: bool, overlay: Overlay) -> String {
        let mut look = self.look;
        if ascii {
            (look.glyphs, look.depth) = (Glyphs::Ascii, look.depth.min(Depth::Mono));
        }
        let room = self.size.map(|(columns, lines)| (columns, lines.saturating_sub(LINES_BELOW).max(4)));
        let room = room.map(|size| Room::new(size).only_characters(ascii));
        let shown = self.with_sketch(game, look, overlay, |screen, sketch| {
            let (board, outside) = screen.drawn(game, sketch, (look, overlay), room);
            [vec![board.trim_end_matches('\n').to_string()], outside].concat().join("\n")
        });
        self.pictures.hung(shown)
    }

    /// The whole board in plain ASCII.
    pub fn plain(&mut self, game: &Game) -> String {
        let look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
        let (settings, shown, places) = (self.settings, self.shown, self.places);
        (self.settings.zoom, self.settings.centre) = (None, None);
        let overlay = settings.overlay;
        let picture =
            self.with_sketch(game, look, overlay, |screen, sketch| screen.drawn(game, sketch, (look, overlay), None).0);
        (self.settings, self.shown, self.places) = (settings, shown, places);
        picture
    }

    /// Describes the board as the settings ask for it, and does something with the description.
    fn with_sketch<T>(
        &mut self,
        game: &Game,
        look: Look,
        overlay: Overlay,
        work: impl FnOnce(&mut Screen, &mut Sketch) -> T,
    ) -> T {
        // A lab may have declared a tile in the meantime.
        self.arts.retain(|(tile, _), _| (tile.0 as usize) < game.catalogue().tiles.len());
        gather(game, &self.looks, &mut self.arts);
        let arts = std::mem::take(&mut self.arts);
        let mut sketch = sketch(game, &arts, &self.looks, look.glyphs);
        self.settings.add_to(game, &mut sketch, overlay, look.glyphs);
        let done = work(self, &mut sketch);
        self.arts = arts;
        done
    }

    /// Draws a board. Returns the picture (blank lines where a real one will be laid), and lines that name what lies
    /// outside.
    fn drawn(
        &mut self,
        game: &Game,
        sketch: &mut Sketch,
        (look, overlay): (Look, Overlay),
        room: Option<Room>,
    ) -> (String, Vec<String>) {
        let scene = Scene { game, sketch, looks: &self.looks, look, settings: self.settings, overlay };
        if let Some((blank, window)) = room.and_then(|room| self.pictures.blank(&scene, room)) {
            self.shown = (self.settings.zoom.unwrap_or(Zoom::Play), window);
            self.places = None;
            let outside = window
                .map(|window| outside::named(&outside::labels(sketch), window, self.columns()))
                .unwrap_or_default();
            return (blank, outside.into_iter().take(MAX_OUTSIDE_LINES).collect());
        }
        let (room, mut outside) = (room.map(|room| room.size), Vec::new());
        // The lines below the picture take room from it, and then there may be more to name.
        for _ in 0..2 {
            let room = room.map(|(columns, lines)| (columns, lines.saturating_sub(outside.len()).max(3)));
            self.shown = self.fitted(sketch, look, room);
            outside = match (self.shown.1, room) {
                (Some(window), Some(_)) => outside::named(&outside::labels(sketch), window, self.columns()),
                _ => Vec::new(),
            };
            outside.truncate(MAX_OUTSIDE_LINES);
            if outside.is_empty() {
                break;
            }
        }
        sketch.window = self.shown.1;
        let look = Look { zoom: self.shown.0, ..look };
        self.places = look.places(sketch);
        (self.painter.draw(sketch, look), outside)
    }

    /// The zoom of the board, and the visible part.
    fn fitted(&self, sketch: &Sketch, look: Look, room: Option<(usize, usize)>) -> (Zoom, Option<Window>) {
        let ViewSettings { zoom, centre, .. } = self.settings;
        // A file gets the whole board, unless a part was asked for.
        let Some(room) = room.or(centre.map(|_| DEFAULT_SIZE)) else { return (zoom.unwrap_or(look.zoom), None) };
        let zoom = zoom.or_else(|| look.fitted(sketch, room, MAX_ZOOM)).unwrap_or(Zoom::Map);
        (zoom, Look { zoom, ..look }.window(sketch, room, centre))
    }

    /// In which direction a cell lies outside the last picture; `None` if it is visible.
    pub fn direction(&self, cell: Cell) -> Option<&'static str> {
        outside::direction(cell, self.shown.1?)
    }

    /// The view after a change: the board, the points, the choices; and statistics if the game is over.
    pub fn turn(&mut self, game: &Game) -> String {
        let shown = self.table(game);
        if game.is_over() {
            let stats = stats::stats(game).text(self.look.is_ascii(), self.settings.plain, self.columns());
            return format!("{shown}\n\n{stats}");
        }
        shown
    }

    fn table(&mut self, game: &Game) -> String {
        if self.settings.plain {
            return describe::turn(game, self.settings.assist, self.columns()).join("\n");
        }
        let (look, overlay) = (self.look, self.settings.overlay);
        self.with_sketch(game, look, overlay, |screen, sketch| screen.composed(game, sketch))
    }

    /// The choices, with this much about each of the options.
    fn choices(&self, game: &Game, (groups, legal): (&[Group], &[Legal]), detail: Detail) -> String {
        let mut lines = Vec::new();
        let Some(decision) = game.decision() else { return String::new() };
        match decision.tiles().is_empty() {
            false if self.settings.assist > Assist::None => lines.push(self.fitting(&lettered(game), legal)),
            false => {}
            true => lines.push(show::status(game)),
        }
        let is_placing = !decision.tiles().is_empty();
        let status = lines.len();
        for phrases in phrases(groups, is_placing, self.columns(), detail) {
            lines.extend(packed(&phrases.iter().map(String::as_str).collect::<Vec<_>>(), self.columns()));
        }
        let options = lines[status..].join(" ");
        let is_untold = |group: &Group| !options.contains(&group.about);
        if let Some(status) = lines.first_mut().filter(|status| width(status) + width(EXPLAINED) <= self.columns())
            && !is_placing
            && detail != Detail::Counts
            && are_several(groups, false)
            && groups.iter().any(is_untold)
        {
            *status += EXPLAINED;
        }
        lines.join("\n")
    }

    /// Where the tile in hand fits, on one line: the letters, those that bring the most at once, which small letters on
    /// the board have no room for, and what the numbers of rotations mean at the first cell with several.
    fn fitting(&self, cells: &[Lettered], legal: &[Legal]) -> String {
        let letters = cells.iter().map(|cell| match cell.ways.len() {
            n if n > 1 && self.settings.assist == Assist::Full => format!("{}{}{n}", cell.letters, self.times()),
            _ => cell.letters.clone(),
        });
        let best = Legal::best_now(legal).map(|best| format!("   {best}")).unwrap_or_default();
        let mut line = format!("fits at {}{best}", letters.collect::<Vec<_>>().join(" "));
        if let (Some(first), Some(last)) = (cells.first(), cells.last())
            && width(&line) > self.columns()
        {
            line = format!("fits at {} cells, {} to {}{best}", cells.len(), first.letters, last.letters);
        }
        let Some(cell) = cells.iter().find(|cell| cell.ways.len() > 1) else { return line };
        let ways: Vec<String> =
            cell.ways.iter().zip(1..).map(|(way, n)| format!("{} {n} = {}", cell.letters, way.label)).collect();
        let hint = format!("{line}   ({})", ways.join(", "));
        if width(&hint) > self.columns() || self.settings.assist < Assist::Full { line } else { hint }
    }

    /// Somebody else drew the board at this zoom: `zoom in` and `zoom out` start from it.
    pub fn was_shown(&mut self, zoom: Zoom) {
        self.shown.0 = zoom;
    }

    /// How things were drawn in the last picture: as at the prompt, with its zoom.
    pub fn shown_look(&self) -> Look {
        Look { zoom: self.shown.0, ..self.look }
    }

    /// Zooms in or out, relative to the last picture.
    pub fn zoom(&mut self, larger: bool) -> Zoom {
        let zoom = self.shown.0.stepped(larger);
        self.settings.zoom = Some(zoom);
        zoom
    }

    /// Moves the window by half its size. Returns its new centre.
    pub fn pan(&mut self, game: &Game, side: Side) -> Cell {
        let cells = || game.state().board.placed().iter().map(|placed| placed.cell);
        let corners = || {
            let (xs, ys) = (cells().map(|cell| cell.x), cells().map(|cell| cell.y));
            let low = Cell::new(xs.clone().min().unwrap_or(0), ys.clone().min().unwrap_or(0));
            (low, Cell::new(xs.max().unwrap_or(0), ys.max().unwrap_or(0)))
        };
        let (low, high) = self.shown.1.unwrap_or_else(corners);
        let half = |low: i16, high: i16| (i32::from(high) - i32::from(low) + 1).max(2) / 2;
        let (across, down) = (half(low.x, high.x), half(low.y, high.y));
        let middle = |low: i16, high: i16| (i32::from(low) + i32::from(high)).div_euclid(2);
        let (x, y) = (middle(low.x, high.x), middle(low.y, high.y));
        let (x, y) = match side {
            Side::N => (x, y - down),
            Side::E => (x + across, y),
            Side::S => (x, y + down),
            Side::W => (x - across, y),
        };
        // There is nothing to see beyond the last tile.
        let ((low, high), within) = (corners(), |value: i32, low: i16, high: i16| value.clamp(low.into(), high.into()));
        let cell = Cell::new(within(x, low.x, high.x) as i16, within(y, low.y, high.y) as i16);
        self.settings.centre = Some(cell);
        cell
    }

    /// The multiplication sign.
    pub fn times(&self) -> &'static str {
        if self.look.is_ascii() { "x" } else { "×" }
    }

    /// The end of a prompt.
    pub fn prompt_sign(&self) -> &'static str {
        if self.look.is_ascii() { ">" } else { "›" }
    }

    /// The sign before the preview of a line.
    pub fn enter_sign(&self) -> &'static str {
        if self.look.is_ascii() { "Enter:" } else { "⏎" }
    }

    /// The width of the terminal.
    pub fn columns(&self) -> usize {
        self.size.map_or(DEFAULT_SIZE.0, |(columns, _)| columns)
    }

    /// One cell at the largest zoom, with its figures.
    pub fn close_up(&mut self, game: &Game, cell: Cell) -> String {
        gather(game, &self.looks, &mut self.arts);
        let sketch = sketch(game, &self.arts, &self.looks, self.look.glyphs);
        let sketch = Sketch {
            tiles: sketch.tiles.into_iter().filter(|tile| tile.0 == cell).collect(),
            figures: sketch.figures.into_iter().filter(|figure| figure.cell == cell).collect(),
            ..Sketch::default()
        };
        self.painter.draw(&sketch, Look { zoom: Zoom::Close, ..self.look })
    }

    /// A cell and the eight around it, with their figures; the cell is marked. Smaller if that is higher than this many lines.
    pub fn around(&mut self, game: &Game, cell: Cell, lines: Option<usize>) -> String {
        gather(game, &self.looks, &mut self.arts);
        let sketch = sketch(game, &self.arts, &self.looks, self.look.glyphs);
        let is_near = |other: &Cell| *other == cell || cell.around().contains(other);
        let sketch = Sketch {
            tiles: sketch.tiles.into_iter().filter(|(at, _)| is_near(at)).collect(),
            figures: sketch.figures.into_iter().filter(|figure| is_near(&figure.cell)).collect(),
            numbers: sketch.numbers.into_iter().filter(|(at, ..)| is_near(at)).collect(),
            last: Some(cell),
            ..Sketch::default()
        };
        let room = lines.map(|lines| (self.columns(), lines));
        let is_high = room.is_some_and(|room| !Look { zoom: Zoom::Play, ..self.look }.shows_all(&sketch, room));
        let zoom = if is_high { Zoom::Overview } else { Zoom::Play };
        self.painter.draw(&sketch, Look { zoom, ..self.look })
    }

    /// Tiles side by side.
    pub fn strip(&mut self, exhibits: &[Exhibit]) -> String {
        self.strip_at(exhibits, self.look.zoom)
    }

    /// Tiles side by side, at this zoom.
    pub fn strip_at(&mut self, exhibits: &[Exhibit], zoom: Zoom) -> String {
        let columns = self.columns();
        self.painter.strip(exhibits, columns, Look { zoom, ..self.look })
    }

    /// A text beside a picture, or below it if there is no room.
    pub fn side_by_side(&self, picture: &str, text: &str) -> String {
        let width = |text: &str| text.lines().map(columns).max().unwrap_or(0);
        if width(picture) + GAP + width(text) <= self.columns() {
            return beside(picture, text, GAP).trim_end().into();
        }
        format!("{}\n{text}", picture.trim_end())
    }
}

/// Packs words into lines without breaking them.
fn packed(words: &[&str], columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(word) <= columns => *line += &format!("  {word}"),
            _ => lines.push(word.to_string()),
        }
    }
    lines
}
