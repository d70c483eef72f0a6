//! The board as a real picture, if the terminal shows one: blank lines in the text, and the picture laid over them.

use bastide_core::{Cell, Game};

use super::{Screen, ViewSettings};
use crate::draw::graphics::{Place, Raster, removed, sequence};
use crate::draw::looks::Looks;
use crate::draw::overlay::Overlay;
use crate::draw::picture::live::{Album, Layout, Picture, Pointed, Room as PixelRoom, Side};
use crate::draw::sketch::{gather, sketch};
use crate::draw::view::{Legal, Look, Numbered, Sketch, Zoom};
use crate::io::ability::{Graphics, Protocol};

/// The pictures that a terminal keeps for us: as many as a person scrolls back to.
const KEPT: u32 = 32;
/// The number of the first picture: unlike those of other programs.
const FIRST: u32 = 0x0b_a5_00;

/// Real pictures on the terminal.
#[derive(Default)]
pub struct Pictures {
    /// How the terminal shows them; `None` if it does not.
    pub graphics: Option<Graphics>,
    album: Option<Album>,
    /// A picture that waits for its place in the text, and its size in characters.
    pending: Option<(Raster, (usize, usize))>,
    number: u32,
    /// The picture on a full screen.
    hung: Option<ShownPicture>,
    /// The pixels of a character as the system knew them last.
    measured: Option<(usize, usize)>,
}

/// A picture of the board at a place on the screen.
pub struct BoardPicture {
    /// Where everything is: its size in characters, which cells are visible, which cell is below a character.
    pub layout: Layout,
    /// Where the numbers of choices are, in columns and lines of the picture.
    pub numbers: Vec<Numbered>,
    /// The column and line of its corner.
    pub at: (usize, usize),
    /// The sequence that shows what has changed, for the door.
    pub sequence: String,
}

/// What a picture on a full screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// The column and line of the corner of its place, counted from 0, and columns and lines.
    pub place: ((usize, usize), (usize, usize)),
    /// The cells where the tile in hand can be placed.
    pub legal: Vec<Legal>,
    /// What is pointed at.
    pub pointed: Pointed,
    /// The cell in the centre if not all are visible.
    pub centre: Option<Cell>,
    /// Whether nothing of it is on the screen yet.
    pub is_new: bool,
}

/// A picture on the screen.
struct ShownPicture {
    /// What is there, or what a change is laid over.
    raster: Raster,
    at: (usize, usize),
}

/// Where a board is drawn in a text.
#[derive(Clone, Copy)]
pub(super) struct Room {
    /// Columns and lines.
    pub size: (usize, usize),
    has_pictures: bool,
}

impl Room {
    /// Room for a picture, or for characters if there are none.
    pub fn new(size: (usize, usize)) -> Room {
        Room { size, has_pictures: true }
    }

    /// Room for characters alone, if this is said.
    pub fn only_characters(self, is_said: bool) -> Room {
        Room { has_pictures: self.has_pictures && !is_said, ..self }
    }
}

impl Pictures {
    /// How many drawings are kept for the next picture.
    pub fn drawings(&self) -> usize {
        self.album.as_ref().map_or(0, Album::drawings)
    }

    /// Notes how many pixels a character has as the system knows it. If that changes, the font has changed.
    pub fn measure(&mut self, cell: Option<(usize, usize)>) {
        let before = std::mem::replace(&mut self.measured, cell);
        if let (Some(graphics), Some(cell)) = (&mut self.graphics, cell.filter(|_| before.is_some() && before != cell))
        {
            graphics.cell = cell;
        }
    }

    /// Forgets all drawings, because another game is played.
    pub(super) fn clear(&mut self) {
        self.album = None;
    }

    /// Blank lines for a picture, which waits until the text around it is known, and the visible part of the board;
    /// `None` if characters are needed.
    pub(super) fn blank(&mut self, scene: &Scene, room: Room) -> Option<(String, Option<(Cell, Cell)>)> {
        let whole = (scene.settings.centre, &Pointed::default());
        let Picture { raster, layout, .. } = self.draw(scene, Some(room.size).filter(|_| room.has_pictures)?, whole)?;
        let (columns, lines) = layout.size;
        self.pending = Some((raster, layout.size));
        Some((vec![" ".repeat(columns); lines].join("\n"), (!layout.is_whole).then_some(layout.cells)))
    }

    /// Lays the waiting picture over the start of a text that is not wider than the screen.
    pub(super) fn hung(&mut self, text: String) -> String {
        let (Some((raster, size)), Some(graphics)) = (self.pending.take(), self.graphics) else {
            return text.trim_end().into();
        };
        // Blanks stay: they are the place of the picture.
        let text = text.trim_end_matches('\n');
        let above = text.lines().count().saturating_sub(1);
        // A number that returns replaces its picture, so the terminal keeps only the latest.
        self.number = (self.number + 1) % KEPT;
        let picture = sequence(&raster, &graphics, Place::Above(above), size, FIRST + self.number);
        format!("{text}{picture}")
    }

    /// The sequence that changes the picture on a full screen to another: all of it, or only the part that differs.
    fn changed(&mut self, graphics: &Graphics, raster: Raster, at: (usize, usize), size: (usize, usize)) -> String {
        let before = self
            .hung
            .take()
            .filter(|hung| hung.at == at && (hung.raster.width, hung.raster.height) == (raster.width, raster.height));
        let whole = |raster: &Raster| {
            let picture = sequence(raster, graphics, Place::At(at.0, at.1), size, FIRST + KEPT);
            removed(graphics, FIRST + KEPT + 1) + &picture
        };
        let Some(before) = before.filter(|_| graphics.protocol != Protocol::KittyInTmux) else {
            let picture = whole(&raster);
            self.hung = Some(ShownPicture { raster, at });
            return picture;
        };
        // A kitty lays a change over the picture and replaces the change before; elsewhere it stays.
        let is_layered = graphics.protocol == Protocol::Kitty;
        let Some(area) = raster.changed(&before.raster, graphics.cell) else {
            self.hung = Some(before);
            return removed(graphics, FIRST + KEPT + 1);
        };
        let is_small = 2 * area.size().0 * area.size().1 < size.0 * size.1;
        let picture = match is_small {
            true => {
                let place = Place::At(at.0 + area.left, at.1 + area.top);
                sequence(&raster.part(area, graphics.cell), graphics, place, area.size(), FIRST + KEPT + 1)
            }
            false => whole(&raster),
        };
        self.hung = Some(if is_layered && is_small { before } else { ShownPicture { raster, at } });
        picture
    }

    /// The sequence that takes the picture off a full screen.
    pub fn taken_down(&mut self) -> String {
        let Some(graphics) = self.hung.take().and(self.graphics) else { return String::new() };
        removed(&graphics, FIRST + KEPT + 1) + &removed(&graphics, FIRST + KEPT)
    }

    fn draw(
        &mut self,
        scene: &Scene,
        (columns, lines): (usize, usize),
        focus: (Option<Cell>, &Pointed),
    ) -> Option<Picture> {
        let Graphics { cell, most, .. } = self.graphics?;
        let most = most.unwrap_or((usize::MAX, usize::MAX));
        let pixels = ((columns * cell.0).min(most.0), (lines * cell.1).min(most.1));
        // A picture ends with a whole character, even at the limit.
        let pixels = (pixels.0 - pixels.0 % cell.0, pixels.1 - pixels.1 % cell.1);
        let side = |zoom: Zoom| Look { zoom, ..scene.look }.tile_size().0 * cell.0;
        let side = scene.settings.zoom.map_or(Side::Fitted(side(Zoom::Play)), |zoom| Side::Fixed(side(zoom)));
        let album = self.album.get_or_insert_with(|| Album::new(scene.looks));
        let room = PixelRoom { pixels, cell, side };
        album.picture(scene.game, scene.sketch, scene.overlay, focus, room)
    }
}

/// What is drawn, and how.
pub(super) struct Scene<'a> {
    pub game: &'a Game,
    pub sketch: &'a Sketch<'a>,
    pub looks: &'a Looks,
    pub look: Look,
    pub settings: ViewSettings,
    pub overlay: Overlay,
}

impl Screen {
    /// A picture of the board in the middle of its place on a full screen; `None` if the terminal shows no pictures or
    /// the board does not fit. It replaces the one before.
    pub fn board_picture(&mut self, game: &Game, shown: &Shown) -> Option<BoardPicture> {
        let graphics = self.pictures.graphics?;
        let (place, size) = shown.place;
        gather(game, &self.looks, &mut self.arts);
        let mut sketch = sketch(game, &self.arts, &self.looks, self.look.glyphs);
        // What is left are numbers on cells without a tile.
        sketch.legal.retain(|legal| legal.letters.starts_with(|sign: char| sign.is_ascii_digit()));
        sketch.legal.extend(shown.legal.iter().cloned());
        let (look, settings) = (self.look, self.settings);
        settings.lay_over(game, &mut sketch, settings.overlay, look.glyphs);
        let scene = Scene { game, sketch: &sketch, looks: &self.looks, look, settings, overlay: settings.overlay };
        let focus = (shown.centre, &shown.pointed);
        let Picture { raster, layout, numbers } = self.pictures.draw(&scene, size, focus)?;
        let spare = |room: usize, size: usize| room.saturating_sub(size) / 2;
        let at = (place.0 + spare(size.0, layout.size.0), place.1 + spare(size.1, layout.size.1));
        if shown.is_new {
            self.pictures.hung = None;
        }
        let sequence = self.pictures.changed(&graphics, raster, at, layout.size);
        Some(BoardPicture { layout, numbers, at, sequence })
    }
}
