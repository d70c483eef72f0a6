//! The board as a real picture, if the terminal shows one: blank lines in the text, and the picture laid over them.

use bastide_core::{Cell, Game};

use super::{Screen, ViewSettings};
use crate::draw::graphics::{Place, Raster, sequence};
use crate::draw::looks::Looks;
use crate::draw::overlay::Overlay;
use crate::draw::picture::live::{Album, Layout, Picture, Room as PixelRoom, Side};
use crate::draw::sketch::{gather, sketch};
use crate::draw::view::{Look, Sketch, Zoom};
use crate::io::ability::Graphics;

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
    /// The pixels of a character as the system knew them last.
    measured: Option<(usize, usize)>,
}

/// A picture of the board at a place on the screen.
pub struct BoardPicture {
    /// Where everything is: its size in characters, which cells are visible, which cell is below a character.
    pub layout: Layout,
    /// The sequence that shows it, for the door.
    pub sequence: String,
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
        let Picture { raster, layout } = self.draw(scene, Some(room.size).filter(|_| room.has_pictures)?)?;
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

    fn draw(&mut self, scene: &Scene, (columns, lines): (usize, usize)) -> Option<Picture> {
        let Graphics { cell, most, .. } = self.graphics?;
        let most = most.unwrap_or((usize::MAX, usize::MAX));
        let pixels = ((columns * cell.0).min(most.0), (lines * cell.1).min(most.1));
        // A picture ends with a whole character, even at the limit.
        let pixels = (pixels.0 - pixels.0 % cell.0, pixels.1 - pixels.1 % cell.1);
        let side = |zoom: Zoom| Look { zoom, ..scene.look }.tile_size().0 * cell.0;
        let side = scene.settings.zoom.map_or(Side::Fitted(side(Zoom::Play)), |zoom| Side::Fixed(side(zoom)));
        let owners = match scene.overlay {
            Overlay::Farms => Some(false),
            Overlay::Owners => Some(true),
            _ => None,
        };
        let album = self.album.get_or_insert_with(|| Album::new(scene.looks));
        let room = PixelRoom { pixels, cell, side };
        album.picture(scene.game, scene.sketch, owners, scene.settings.centre, room)
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
    /// A picture of the board in at most so many columns and lines, with its corner in a column and line of the screen,
    /// counted from 0; `None` if the terminal shows no pictures or the board does not fit. It replaces the one before.
    pub fn board_picture(&mut self, game: &Game, size: (usize, usize), at: (usize, usize)) -> Option<BoardPicture> {
        let graphics = self.pictures.graphics?;
        gather(game, &self.looks, &mut self.arts);
        let mut sketch = sketch(game, &self.arts, &self.looks, self.look.glyphs);
        let (look, settings) = (self.look, self.settings);
        settings.add_to(game, &mut sketch, settings.overlay, look.glyphs);
        let scene = Scene { game, sketch: &sketch, looks: &self.looks, look, settings, overlay: settings.overlay };
        let Picture { raster, layout } = self.pictures.draw(&scene, size)?;
        let sequence = sequence(&raster, &graphics, Place::At(at.0, at.1), layout.size, FIRST + KEPT);
        Some(BoardPicture { layout, sequence })
    }
}
