//! Draws the board, the panel beside it and the choices. Knows what the terminal can show, never writes to it.

mod pixels;

use bastide_core::{Cell, Game, Rotation, Setup, Side, TileId};

use crate::draw::looks::Looks;
use crate::draw::overlay::Overlay;
use crate::draw::panel::{NARROW, Panel, WIDTH};
use crate::draw::sketch::{Arts, add_gains, gather, sketch};
use crate::draw::view::{Depth, Exhibit, Glyphs, Line, Look, Painter, Palette, Sketch, Zoom, beside, columns};
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, lettered};
use crate::io::prose::width;
use crate::io::reply::Failure;
use crate::tell::choices::{groups, phrases};
use crate::tell::{describe, show, stats};
pub use pixels::{BoardPicture, Pictures};
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
    /// Real pictures, if the terminal shows them.
    pub pictures: Pictures,
    painter: Painter,
    arts: Arts,
    shown: (Zoom, Option<(Cell, Cell)>),
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
    /// Adds the overlay to a sketch, and removes from it what the person asked not to see.
    fn add_to(&self, game: &Game, sketch: &mut Sketch, overlay: Overlay, glyphs: Glyphs) {
        match self.assist {
            Assist::Full => add_gains(game, &mut sketch.legal),
            Assist::Some => sketch.legal.iter_mut().for_each(|legal| legal.ways = 1),
            Assist::None => sketch.legal.clear(),
        }
        if overlay != Overlay::Fits || self.assist == Assist::Full {
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
/// Lines that are reserved for news and the prompt.
const LINES_BELOW: usize = 5;
/// If less is left for the board, the panel is narrow, or below the board.
const MIN_BOARD_COLUMNS: usize = 40;
/// If the options take more lines than this, only `legal` lists all of them.
const MAX_OPTION_LINES: usize = 4;
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
            pictures: Pictures::default(),
            painter: Painter::new(Palette::default()),
            arts: Arts::new(),
            shown: (look.zoom, None),
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

    /// The board with an overlay.
    pub fn board_with(&mut self, game: &Game, ascii: bool, overlay: Overlay) -> String {
        let mut look = self.look;
        if ascii {
            (look.glyphs, look.depth) = (Glyphs::Ascii, look.depth.min(Depth::Mono));
        }
        let room = self.size.map(|(columns, lines)| (columns, lines.saturating_sub(LINES_BELOW).max(4)));
        let board = self.picture(game, look, room.map(|size| Room::new(size).only_characters(ascii)), overlay);
        self.pictures.hung(board)
    }

    /// The whole board in plain ASCII.
    pub fn plain(&mut self, game: &Game) -> String {
        let look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
        let (settings, shown) = (self.settings, self.shown);
        (self.settings.zoom, self.settings.centre) = (None, None);
        let picture = self.picture(game, look, None, self.settings.overlay);
        (self.settings, self.shown) = (settings, shown);
        picture
    }

    fn picture(&mut self, game: &Game, look: Look, room: Option<Room>, overlay: Overlay) -> String {
        // A lab may have declared a tile in the meantime.
        self.arts.retain(|(tile, _), _| (tile.0 as usize) < game.catalogue().tiles.len());
        gather(game, &self.looks, &mut self.arts);
        let mut sketch = sketch(game, &self.arts, &self.looks, look.glyphs);
        self.settings.add_to(game, &mut sketch, overlay, look.glyphs);
        let ViewSettings { zoom, centre, .. } = self.settings;
        let scene = Scene { game, sketch: &sketch, looks: &self.looks, look, settings: self.settings, overlay };
        if let Some((blank, window)) = room.and_then(|room| self.pictures.blank(&scene, room)) {
            self.shown = (zoom.unwrap_or(Zoom::Play), window);
            return blank;
        }
        self.shown = fitted(&sketch, look, room.map(|room| room.size), zoom, centre);
        sketch.window = self.shown.1;
        self.painter.draw(&sketch, Look { zoom: self.shown.0, ..look })
    }

    /// The view after a change: the board, the points, the choices; and statistics if the game is over.
    pub fn turn(&mut self, game: &Game) -> String {
        let shown = self.table(game);
        if game.is_over() {
            let stats = stats::stats(game).text(self.look.is_ascii(), self.settings.plain);
            return format!("{shown}\n\n{stats}");
        }
        shown
    }

    fn table(&mut self, game: &Game) -> String {
        if self.settings.plain {
            return describe::turn(game, self.settings.assist).join("\n");
        }
        let (columns, lines) = self.size.unwrap_or(DEFAULT_SIZE);
        let lines = lines.saturating_sub(LINES_BELOW);
        let overlay = self.settings.overlay;
        if let Some(width) = [WIDTH, NARROW].into_iter().find(|width| columns >= MIN_BOARD_COLUMNS + GAP + width) {
            let mut panel = self.panel(game, width, true);
            let legend = self.legend(game, width);
            if panel.lines().count() + 1 + legend.lines().count() <= lines {
                panel += &format!("\n{legend}");
            }
            let room = Room::beside((columns - GAP - width, lines.max(4)), &panel);
            let board = self.picture(game, self.look, Some(room), overlay);
            let board = self.pictures.hung(beside(&board, &panel, GAP));
            return [board, self.choices(game)].join("\n").trim_end().into();
        }
        let panel = self.panel(game, columns, false);
        let below = panel.lines().count() + 1;
        let room = Room::new((columns, lines.saturating_sub(below).max(4)));
        let board = self.picture(game, self.look, Some(room), overlay);
        let board = self.pictures.hung(board);
        let parts = [board.trim_end(), panel.trim_end(), &self.choices(game)];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// The turn, the players, what is beside the board, the tile in hand.
    fn panel(&mut self, game: &Game, width: usize, is_tall: bool) -> String {
        let (look, assist) = (self.look, self.settings.assist);
        let panel = Panel { game, looks: &self.looks, look, assist, width };
        let blank = is_tall.then(Line::default);
        let mut lines: Vec<Line> = blank.iter().cloned().chain([panel.head()]).chain(blank.clone()).collect();
        lines.extend(panel.players());
        let zones = panel.zones();
        lines.extend(blank.clone().filter(|_| !zones.is_empty()));
        lines.extend(zones);
        let hand = panel.hand();
        lines.extend(blank.clone().filter(|_| hand.is_some()));
        lines.extend(hand);
        let mut text: String = lines.into_iter().map(|line| line.cut(width).text(look) + "\n").collect();
        for tile in game.decision().map(|decision| decision.tiles()).unwrap_or_default() {
            text += &self.rotations(game, tile, width, is_tall);
        }
        text
    }

    /// What the signs on the board mean.
    fn legend(&self, game: &Game, width: usize) -> String {
        let Screen { look, looks, .. } = self;
        let panel = Panel { game, looks, look: *look, assist: self.settings.assist, width };
        panel.legend().into_iter().map(|line| line.cut(width).text(*look) + "\n").collect()
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

    /// The choices, on a line or two.
    fn choices(&self, game: &Game) -> String {
        let mut lines = Vec::new();
        let Some(decision) = game.decision() else { return String::new() };
        match decision.tiles().is_empty() {
            false if self.settings.assist > Assist::None => lines.push(self.fitting(&lettered(game))),
            false => {}
            true => lines.push(show::status(game)),
        }
        let groups = groups(game, self.settings.assist == Assist::Full);
        let mut shown = Vec::new();
        for phrases in phrases(&groups, self.columns()) {
            shown.extend(packed(&phrases.iter().map(String::as_str).collect::<Vec<_>>(), self.columns()));
        }
        if shown.len() > MAX_OPTION_LINES {
            shown.truncate(MAX_OPTION_LINES);
            let all: usize = groups.iter().map(|group| group.options.len()).sum();
            shown.push(format!("and more: `legal` lists all {all}"));
        }
        lines.extend(shown);
        lines.join("\n")
    }

    /// Where the tile in hand fits, on one line: the letters, and what the numbers of rotations mean at the first cell
    /// with several.
    fn fitting(&self, cells: &[Lettered]) -> String {
        let letters = cells.iter().map(|cell| match cell.ways.len() {
            n if n > 1 && self.settings.assist == Assist::Full => format!("{}{}{n}", cell.letters, self.times()),
            _ => cell.letters.clone(),
        });
        let mut line = format!("fits at {}", letters.collect::<Vec<_>>().join(" "));
        if let (Some(first), Some(last)) = (cells.first(), cells.last())
            && width(&line) > self.columns()
        {
            line = format!("fits at {} cells, {} to {}", cells.len(), first.letters, last.letters);
        }
        let Some(cell) = cells.iter().find(|cell| cell.ways.len() > 1) else { return line };
        let ways: Vec<String> =
            cell.ways.iter().zip(1..).map(|(way, n)| format!("{} {n} = {}", cell.letters, way.label)).collect();
        let hint = format!("{line}   ({})", ways.join(", "));
        if width(&hint) > self.columns() || self.settings.assist < Assist::Full { line } else { hint }
    }

    /// Zooms in or out, relative to the last picture.
    pub fn zoom(&mut self, larger: bool) -> Zoom {
        let zoom = match (self.shown.0, larger) {
            (Zoom::Overview, true) | (Zoom::Close, false) => Zoom::Play,
            (_, true) => Zoom::Close,
            (_, false) => Zoom::Overview,
        };
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

    /// A cell and the eight around it, with their figures; the cell is marked.
    pub fn around(&mut self, game: &Game, cell: Cell) -> String {
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
        self.painter.draw(&sketch, Look { zoom: Zoom::Play, ..self.look })
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

/// The zoom of the board, and the visible part.
fn fitted(
    sketch: &Sketch,
    look: Look,
    room: Option<(usize, usize)>,
    zoom: Option<Zoom>,
    centre: Option<Cell>,
) -> (Zoom, Option<(Cell, Cell)>) {
    // A file gets the whole board, unless a part was asked for.
    let Some(room) = room.or(centre.map(|_| DEFAULT_SIZE)) else { return (zoom.unwrap_or(look.zoom), None) };
    // The closest zoom does not help play, and leaves less room for other tiles.
    let zoom = zoom.unwrap_or_else(|| look.fitted(sketch, room).0.min(Zoom::Play));
    (zoom, Look { zoom, ..look }.window(sketch, room, centre))
}
