//! Tiles that are laid on the board, and where figures can stand there.

use super::State;
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{Catalogue, TileId};
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, Zone};
use crate::table::geometry::{Cell, Rotation};

impl State {
    /// Lays a tile on the board, joins its segments and notes what it completes. The caller has made sure that it fits
    /// and that there is space.
    #[inline]
    pub fn lay(&mut self, catalogue: &Catalogue, tile: TileId, cell: Cell, rotation: Rotation) -> PlacedId {
        let id = PlacedId(self.board.placed().len() as u16);
        let base = self.features.len() as u16;
        let laid = self.board.lay(catalogue, tile, Place { cell, rotation }, base);
        self.completed.clear();
        self.features.join_tile(catalogue, &self.board, id, laid, &mut self.completed);
        self.note_touched(base..base + catalogue.segments(tile));
        if self.on_cells > 0 {
            self.lift_onto(catalogue, id);
        }
        id
    }

    /// Moves the figures on the cell where a tile was laid onto the tile as a whole.
    fn lift_onto(&mut self, catalogue: &Catalogue, tile: PlacedId) {
        let cell = self.board.tile(tile).cell;
        for figure in (0..self.figures.len()).filter(|&i| self.figures[i].zone == Zone::Cell(cell)).collect::<Vec<_>>()
        {
            self.move_figure(catalogue, FigureId(figure as u8), Zone::Tile(tile));
        }
    }

    /// Returns the place of figures at a cell: the tile that lies there, or the cell itself.
    pub fn place_at(&self, cell: Cell) -> Zone {
        self.board.at(cell).map_or(Zone::Cell(cell), Zone::Tile)
    }

    /// Returns the tile of a place that is a segment or a tile as a whole.
    #[inline]
    pub fn tile_of(&self, zone: Zone) -> Option<PlacedId> {
        match zone {
            Zone::Segment(at) => Some(self.features.placed(at)),
            Zone::Tile(tile) => Some(tile),
            _ => None,
        }
    }

    /// Whether a figure can stand at a place: a cell must be beside a tile, a corner must be one of a tile.
    pub fn is_on_table(&self, zone: Zone) -> bool {
        match zone {
            Zone::Cell(cell) => self.board.pattern(cell).is_some(),
            Zone::Corner(corner) => corner.cells().into_iter().any(|(cell, _)| self.board.at(cell).is_some()),
            _ => true,
        }
    }

    /// Notes the features of a tile, and adds those that are complete to those that it surrounded.
    #[inline]
    fn note_touched(&mut self, segments: std::ops::Range<u16>) {
        let State { features, completed, touched, .. } = self;
        let feature = |segment: u16| {
            let feature = features.of(SegmentId(segment));
            if features.is_complete(feature) && !completed.contains(&feature) {
                completed.push(feature);
            }
            feature
        };
        touched.clear();
        touched.extend(segments.map(feature));
    }

    /// Lays a tile for a lab: it completes nothing, and the tile that was placed in this turn stays the last one.
    pub fn put(&mut self, catalogue: &Catalogue, tile: TileId, cell: Cell, rotation: Rotation) -> PlacedId {
        let pending = std::mem::take(&mut self.completed);
        let id = self.lay_beside(catalogue, tile, Place { cell, rotation });
        self.completed = pending;
        id
    }

    /// Lays a tile beside the one of this turn, which stays the last one. Features that it completes are added to those
    /// to be scored.
    pub fn lay_beside(&mut self, catalogue: &Catalogue, tile: TileId, Place { cell, rotation }: Place) -> PlacedId {
        let waiting = std::mem::take(&mut self.completed);
        let id = self.lay(catalogue, tile, cell, rotation);
        let mut completed = std::mem::replace(&mut self.completed, waiting);
        completed.retain(|feature| !self.completed.contains(feature));
        if let Some(last) = self.turn.last {
            self.touch_again(catalogue, last);
        }
        self.completed.extend(completed);
        id
    }
}
