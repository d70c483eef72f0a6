//! Cells of the table, and what is where on a tile.

use super::Methods;
use super::near::{cell_handles, tiles_on};
use crate::rules::script::filter::{CellFilter, wanted};
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::reach::{corners, segment_at};
use crate::rules::script::values::{Filter, Name, Whole, cell_of, index_of};
use crate::table::board::PlacedId;
use crate::table::feature::{SegmentId, contacts};
use crate::table::geometry::{Cell, Corner};
use mlua::{Error, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   game:cell(x: integer, y: integer): Cell -- a [cell](#cell), with or without a tile
pure   cell:corner(name: "NW"|"NE"|"SE"|"SW"): Corner -- one of its [corners](#corner)
pure   game:cells(filter?: CellFilter): Cell[] -- the cells with a tile and those beside a tile, row by row, that match a [filter](#filters)
pure   tile:corners(kind?: string): Corner[] -- its corners where four tiles meet, from the north-west clockwise; with a kind, only those where each of the four shows it, as `corner:segments` says
pure   corner:cells(): Cell[] -- the four cells around it, clockwise from the north-west
pure   tile:around(filter?: TileFilter): Tile[] -- the tiles on the eight cells around it, clockwise from the north
pure   cell:around(): Cell[] -- the eight cells around it, clockwise from the north
pure   tile:at(point: string): Segment? -- the segment at a point, or nil: the middle of a side `"N"`, half a side `"NL"`, a corner `"NE"` (nil where two segments meet), a place inside `"*"`, `"a"` … (nil if no stroke names it)
pure   segment:touches(kind?: string): Segment[] -- the segments of the same tile that it meets, as `feature:neighbours` does for features
"#;

impl Methods<'_> {
    /// Adds the methods about cells and points of a tile.
    pub(super) fn add_cells(&self) -> Result<()> {
        self.add("cell", |_, desk, _, (Whole(x), Whole(y)): (Whole, Whole)| {
            let cell = i16::try_from(x).ok().zip(i16::try_from(y).ok()).map(|(x, y)| Cell::new(x, y));
            let cell = cell.filter(|cell| cell.is_on_table());
            cell.map(|cell| desk.cell(cell)).ok_or_else(|| Error::runtime(format!("no game comes to the cell {x},{y}")))
        })?;
        self.add("corner", |_, desk, (_, index), Name(name): Name| {
            let side = Corner::NAMES.iter().find(|(known, _)| *known == name).map(|(_, side)| *side);
            let side = side.ok_or_else(|| Error::runtime(format!("`{name}` is not a corner; use NW, NE, SE or SW")))?;
            Ok(desk.corner(Corner::of(cell_of(index), side)))
        })?;
        self.list("cells", |desk, (kind, index), Filter(filter): Filter| {
            if kind == ObjectKind::Corner {
                return Ok(cell_handles(desk, Corner { cell: cell_of(index) }.cells().map(|(cell, _)| cell)));
            }
            let mut found: Vec<Cell> =
                CellFilter::read(desk, filter)?.find(&desk.catalogue, &desk.state.borrow().board).collect();
            found.sort_unstable();
            Ok(found.into_iter().map(|cell| desk.handle(ObjectKind::Cell, index_of(cell))).collect())
        })?;
        self.list("corners", |desk, (_, index), name: Option<Name>| {
            let (kinds, state) = (wanted(desk, name)?, desk.state.borrow());
            let found = corners(&desk.catalogue, &state, PlacedId(index as u16), kinds);
            Ok(found.map(|Corner { cell }| desk.handle(ObjectKind::Corner, index_of(cell))).collect())
        })?;
        self.list("around", |desk, (kind, index), filter: Value| match kind {
            ObjectKind::Cell => Ok(cell_handles(desk, cell_of(index).around())),
            ObjectKind::Tile => {
                let cell = desk.state.borrow().board.tile(PlacedId(index as u16)).cell;
                tiles_on(desk, cell.around().into_iter(), &filter)
            }
            _ => Err(kind.lacks("around")),
        })?;
        self.add("at", |_, desk, (_, index), Name(point): Name| {
            let found = segment_at(&desk.catalogue, &desk.state.borrow(), PlacedId(index as u16), &point);
            Ok(found.map_err(Error::runtime)?.map_or(Value::Nil, |segment| desk.segment(segment)))
        })?;
        self.list("touches", |desk, (_, index), name: Option<Name>| {
            let kinds = wanted(desk, name)?;
            let state = desk.state.borrow();
            let met = contacts(&desk.catalogue, &state.board, &state.features, SegmentId(index as u16));
            let met = met.filter(|&near| kinds >> state.features.kind_at(near).0 & 1 == 1);
            Ok(met.map(|near| desk.handle(ObjectKind::Segment, near.0 as u32)).collect())
        })
    }
}
