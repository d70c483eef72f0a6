//! The checker's own map of the board, made from the list of placed tiles and what is printed on them; it uses none of
//! the game's tables.

use std::collections::HashMap;

use bastide_core::{Catalogue, Cell, Game, Half, KindId, Placed, Rotation, Side, Tile, TileId};

/// The positions on a side: left half, middle, right half, looking outward.
pub(super) const SLOTS: usize = 3;

/// The segment at each position of each side of a rotated tile; strokes are numbered first, then fields.
pub(super) type Contacts = [[Option<u8>; SLOTS]; 4];

/// The sides of all tiles in four rotations, computed once per catalogue.
pub(super) struct Faces {
    contacts: Vec<Contacts>,
    kinds: Vec<[[Option<KindId>; SLOTS]; 4]>,
    fills_hole: Vec<bool>,
}

impl Faces {
    pub(super) fn new(catalogue: &Catalogue) -> Faces {
        let turned = |tile| Rotation::ALL.map(|rotation| (tile, rotation));
        let all = catalogue.tiles.iter().flat_map(turned);
        let contacts: Vec<Contacts> = all.map(|(tile, rotation)| contacts(&tile.face.turned(rotation))).collect();
        let kind = |row: usize, at: Option<u8>| at.map(|at| catalogue.tiles[row / 4].segments[at as usize].kind);
        let kinds = (0..).zip(&contacts).map(|(row, sides)| sides.map(|side| whole(side.map(|at| kind(row, at)))));
        let fills_hole = catalogue.tiles.iter().map(|tile| tile.face.fills_hole).collect();
        Faces { kinds: kinds.collect(), contacts, fills_hole }
    }

    pub(super) fn fills_hole(&self, tile: TileId) -> bool {
        self.fills_hole[tile.0 as usize]
    }

    pub(super) fn contacts(&self, tile: TileId, rotation: Rotation) -> &Contacts {
        &self.contacts[tile.0 as usize * 4 + rotation.index()]
    }

    pub(super) fn kinds(&self, tile: TileId, rotation: Rotation) -> &[[Option<KindId>; SLOTS]; 4] {
        &self.kinds[tile.0 as usize * 4 + rotation.index()]
    }
}

/// The kinds on a side. Two halves of one kind count as a whole side, so that they fit one.
fn whole([left, middle, right]: [Option<KindId>; SLOTS]) -> [Option<KindId>; SLOTS] {
    [left, middle.or(left.filter(|_| left == right)), right]
}

fn contacts(face: &Tile) -> Contacts {
    let mut contacts = Contacts::default();
    let slot = |half: Half| if half.is_left() { 0 } else { 2 };
    for (segment, i) in face.segments.iter().zip(0..) {
        segment.sides.iter().for_each(|side| contacts[side.index()][1] = Some(i));
        segment.halves.iter().for_each(|&half| contacts[half.side().index()][slot(half)] = Some(i));
    }
    for (field, i) in face.fields.iter().zip(face.segments.len() as u8..) {
        field.halves.iter().for_each(|&half| contacts[half.side().index()][slot(half)] = Some(i));
    }
    // A segment that takes a whole side also takes its halves.
    for [left, middle, right] in &mut contacts {
        (*left, *right) = (left.or(*middle), right.or(*middle));
    }
    contacts
}

/// The positions of the tiles.
pub(super) struct Map<'a> {
    pub(super) placed: &'a [Placed],
    at: HashMap<Cell, u16>,
    /// The neighbours of each tile on its four sides.
    pub(super) near: Vec<[Option<u16>; 4]>,
    /// The empty cells beside tiles, row by row.
    pub(super) open: Vec<Cell>,
}

impl<'a> Map<'a> {
    pub(super) fn new(game: &'a Game) -> Map<'a> {
        let placed = game.state().board.placed();
        let at: HashMap<Cell, u16> = placed.iter().map(|placed| placed.cell).zip(0..).collect();
        let mut open = Vec::new();
        let mut across = |cell: Cell| {
            let found = at.get(&cell).copied();
            open.extend(found.is_none().then_some(cell));
            found
        };
        let near = placed.iter().map(|placed| Side::ALL.map(|side| across(placed.cell.step(side)))).collect();
        open.sort_unstable();
        open.dedup();
        Map { placed, at, near, open }
    }

    pub(super) fn at(&self, cell: Cell) -> Option<u16> {
        self.at.get(&cell).copied()
    }
}
