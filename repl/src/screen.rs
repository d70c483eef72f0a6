//! What is drawn: the board, the tile in hand, what may be chosen. Knows how much the terminal shows, never writes to it.

use bastide_core::catalogue::TileId;
use bastide_core::game::Game;
use bastide_core::geometry::Rotation;
use bastide_core::setup::Setup;

use crate::answer::numbered;
use crate::letters::{Lettered, lettered};
use crate::looks::Looks;
use crate::reply::{Cause, Failure};
use crate::show;
use crate::sketch::{Arts, gather, sketch};
use crate::view::{Depth, Exhibit, Glyphs, Look, Painter, Palette, Zoom};

/// How things are drawn.
pub struct Screen {
    /// Which characters and colours there are.
    pub look: Look,
    /// Columns and lines of the terminal; none where text goes into a file or a pipe.
    pub size: Option<(usize, usize)>,
    /// How the things in play look.
    pub looks: Looks,
    painter: Painter,
    arts: Arts,
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new(Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play }, None)
    }
}

/// Columns where nothing is known of the terminal.
const COLUMNS: usize = 100;
/// Lines below the board: points, the tile in hand, options, prompt.
const BELOW: usize = 9;

impl Screen {
    /// A screen on which nothing was drawn yet.
    pub fn new(look: Look, size: Option<(usize, usize)>) -> Screen {
        Screen { look, size, looks: Looks::default(), painter: Painter::new(Palette::default()), arts: Arts::new() }
    }

    /// Takes over the looks of another game.
    pub fn prepare(&mut self, setup: &Setup) -> Result<(), Failure> {
        let looks = Looks::of_setup(setup).map_err(|error| Failure::new(Cause::Manifest, error.to_string()))?;
        self.painter = Painter::new(looks.palette().clone());
        self.looks = looks;
        self.arts.clear();
        Ok(())
    }

    /// The board, as large as it fits.
    pub fn board(&mut self, game: &Game, ascii: bool) -> String {
        let mut look = self.look;
        if ascii {
            (look.glyphs, look.depth) = (Glyphs::Ascii, look.depth.min(Depth::Mono));
        }
        self.picture(game, look)
    }

    /// The board in bare ASCII.
    pub fn plain(&mut self, game: &Game) -> String {
        let (look, size) = (Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play }, self.size.take());
        let picture = self.picture(game, look);
        self.size = size;
        picture
    }

    fn picture(&mut self, game: &Game, mut look: Look) -> String {
        // A lab may have declared a tile in between.
        self.arts.retain(|(tile, _), _| (tile.0 as usize) < game.catalogue().tiles.len());
        gather(game, &self.looks, &mut self.arts);
        let mut sketch = sketch(game, &self.arts);
        if let Some((columns, lines)) = self.size {
            let tallest = lines.saturating_sub(BELOW).max(3);
            let (zoom, window) = look.fitted(&sketch, columns, tallest);
            look.zoom = zoom.min(Zoom::Play);
            sketch.window = window;
        }
        self.painter.draw(&sketch, look)
    }

    /// What is shown after a change: the board, the points, what may be chosen.
    pub fn turn(&mut self, game: &Game) -> String {
        let mut parts = vec![self.board(game, false).trim_end().to_string()];
        parts.push(show::score_line(game));
        parts.push(show::status(game));
        if let Some(decision) = game.decision() {
            match decision.tile() {
                Some(tile) => parts.extend([self.in_hand(game, tile), numbered(game)]),
                None => parts.push(numbered(game)),
            }
        }
        parts.retain(|part| !part.is_empty());
        parts.join("\n")
    }

    /// The tile in hand in its rotations, and where it fits.
    fn in_hand(&mut self, game: &Game, tile: TileId) -> String {
        let rotations: Vec<Rotation> = game.catalogue().rotations(tile).collect();
        let arts: Vec<_> = rotations.iter().map(|rotation| self.looks.art(game.catalogue(), tile, *rotation)).collect();
        let label = |rotation: &Rotation| rotation.to_string();
        let exhibits: Vec<Exhibit> = arts
            .iter()
            .zip(&rotations)
            .map(|(art, rotation)| Exhibit { art, label: label(rotation), numbers: Vec::new() })
            .collect();
        let look = Look { zoom: Zoom::Overview, ..self.look };
        let strip = self.painter.strip(&exhibits, self.columns(), look);
        format!("{}\n{}", strip.trim_end(), self.fitting(&lettered(game)))
    }

    /// Where the tile in hand fits, on one line: the letters, and what the numbers of rotations mean at the first cell
    /// that needs one.
    fn fitting(&self, cells: &[Lettered]) -> String {
        let letters = cells.iter().map(|cell| match cell.rotations.len() {
            1 => cell.letters.clone(),
            n => format!("{}{}{n}", cell.letters, self.times()),
        });
        let mut line = format!("fits at {}", letters.collect::<Vec<_>>().join(" "));
        if let (Some(first), Some(last)) = (cells.first(), cells.last())
            && line.chars().count() > self.columns()
        {
            line = format!("fits at {} cells, {} to {}", cells.len(), first.letters, last.letters);
        }
        let Some(cell) = cells.iter().find(|cell| cell.rotations.len() > 1) else { return line };
        let ways: Vec<String> =
            cell.rotations.iter().zip(1..).map(|(rotation, n)| format!("{} {n} = {rotation}", cell.letters)).collect();
        let hint = format!("{line}   ({})", ways.join(", "));
        if hint.chars().count() > self.columns() { line } else { hint }
    }

    /// The sign between a thing and how often there is one.
    pub fn times(&self) -> &'static str {
        if self.look.glyphs == Glyphs::Ascii { "x" } else { "×" }
    }

    /// What ends a prompt.
    pub fn prompt_sign(&self) -> &'static str {
        if self.look.glyphs == Glyphs::Ascii { ">" } else { "›" }
    }

    /// What stands before the consequence of a line.
    pub fn enter_sign(&self) -> &'static str {
        if self.look.glyphs == Glyphs::Ascii { "Enter:" } else { "⏎" }
    }

    /// How wide the terminal is.
    pub fn columns(&self) -> usize {
        self.size.map_or(COLUMNS, |(columns, _)| columns)
    }

    /// Tiles side by side.
    pub fn strip(&mut self, exhibits: &[Exhibit]) -> String {
        let columns = self.columns();
        self.painter.strip(exhibits, columns, self.look)
    }
}
