//! Features found afresh, by walking from segment to segment over the printed faces of the tiles.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::board::PlacedId;
use bastide_core::catalogue::{Closes, KindId, TileId};
use bastide_core::feature::SegmentId;
use bastide_core::game::Game;
use bastide_core::geometry::{Cell, Half, Rotation, Side};
use bastide_core::tile::Tile;

use super::Broken;

/// A tile and one of its segments: the strokes first, then the fields.
type Spot = (PlacedId, usize);

/// What is on the two halves and the middle of each side of a turned face: a segment each.
fn contacts(face: &Tile, rotation: Rotation) -> BTreeMap<(Side, u8), usize> {
    let face = face.turned(rotation);
    let mut contacts = BTreeMap::new();
    let slot = |half: Half| (half.side(), if half.is_left() { 0 } else { 2 });
    for (i, segment) in face.segments.iter().enumerate() {
        contacts.extend(segment.sides.iter().map(|&side| ((side, 1), i)));
        contacts.extend(segment.halves.iter().map(|&half| (slot(half), i)));
    }
    for (i, field) in face.fields.iter().enumerate() {
        contacts.extend(field.halves.iter().map(|&half| (slot(half), face.segments.len() + i)));
    }
    // What takes a whole side is on its halves too.
    for (side, half) in Side::ALL.into_iter().flat_map(|side| [(side, 0), (side, 2)]) {
        if let Some(&middle) = contacts.get(&(side, 1)) {
            contacts.entry((side, half)).or_insert(middle);
        }
    }
    contacts
}

/// What is on a part of a side. In the middle of two halves of one kind is the same, so that they fit a whole side of it.
fn kind_at(game: &Game, tile: TileId, rotation: Rotation, side: Side, slot: u8) -> Option<KindId> {
    let printed = game.catalogue().tile(tile);
    let contacts = contacts(&printed.face, rotation);
    let kind = |slot: u8| contacts.get(&(side, slot)).map(|&i| printed.segments[i].kind);
    kind(slot).or_else(|| kind(0).filter(|left| kind(2) == Some(*left)))
}

/// Whether a tile's edges agree with those of all neighbours of a cell.
pub(super) fn edges_agree(game: &Game, tile: TileId, cell: Cell, rotation: Rotation) -> bool {
    Side::ALL.into_iter().all(|side| {
        let Some(near) = game.state().board.at(cell.step(side)) else { return true };
        let there = game.state().board.tile(near);
        (0..3).all(|slot| {
            let own = kind_at(game, tile, rotation, side, slot);
            own == kind_at(game, there.tile, there.rotation, side.opposite(), 2 - slot)
        })
    })
}

/// Whether everything on a tile that must go on meets a neighbour with the same.
pub(super) fn goes_on(game: &Game, tile: TileId, cell: Cell, rotation: Rotation) -> bool {
    let kinds = game.catalogue().tile(tile).segments.iter().map(|part| part.kind);
    kinds.filter(|&kind| game.catalogue().kind(kind).continues).all(|kind| {
        let has = |side: Side| (0..3).any(|slot| kind_at(game, tile, rotation, side, slot) == Some(kind));
        Side::ALL.into_iter().any(|side| has(side) && game.state().board.at(cell.step(side)).is_some())
    })
}

/// One feature as the flood finds it.
#[derive(Default)]
struct Pool {
    spots: BTreeSet<Spot>,
    is_open: bool,
}

/// The features joined step by step are those that a flood fill finds, with the same tiles, marks and completion.
pub(super) fn features_are_joined(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    let board = &state.board;
    let maps: Vec<_> = board
        .placed()
        .iter()
        .map(|placed| contacts(&game.catalogue().tile(placed.tile).face, placed.rotation))
        .collect();
    let mut seen: BTreeSet<Spot> = BTreeSet::new();
    for (id, placed) in board.placed().iter().enumerate() {
        for segment in 0..game.catalogue().tile(placed.tile).segments.len() {
            let spot = (PlacedId(id as u16), segment);
            if !seen.contains(&spot) {
                let pool = flood(game, &maps, spot);
                seen.extend(&pool.spots);
                compare(game, &pool)?;
            }
        }
    }
    Ok(())
}

fn flood(game: &Game, maps: &[BTreeMap<(Side, u8), usize>], from: Spot) -> Pool {
    let board = &game.state().board;
    let mut pool = Pool::default();
    let mut todo = vec![from];
    pool.spots.insert(from);
    while let Some((id, segment)) = todo.pop() {
        let cell = board.tile(id).cell;
        for (&(side, slot), _) in maps[id.0 as usize].iter().filter(|(_, found)| **found == segment) {
            match board.at(cell.step(side)) {
                None => pool.is_open = true,
                Some(near) => {
                    if let Some(&other) = maps[near.0 as usize].get(&(side.opposite(), 2 - slot))
                        && pool.spots.insert((near, other))
                    {
                        todo.push((near, other));
                    }
                }
            }
        }
    }
    pool
}

fn compare(game: &Game, pool: &Pool) -> Result<(), Broken> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let segment = |&(id, i): &Spot| SegmentId(state.board.tile(id).base + i as u16);
    let Some(first) = pool.spots.first() else { return Ok(()) };
    let feature = state.features.of(segment(first));
    let wrong = |what: &str| Err(format!("{}: {what}", game.feature_name(feature)));
    if pool.spots.iter().any(|spot| state.features.of(segment(spot)) != feature) {
        return wrong("segments that touch are not joined");
    }
    if state.features.segments(feature).count() != pool.spots.len() {
        return wrong("segments that do not touch are joined");
    }
    let tiles: BTreeSet<PlacedId> = pool.spots.iter().map(|(id, _)| *id).collect();
    if state.features.tiles(feature) as usize != tiles.len() {
        return wrong("its tiles are counted wrong");
    }
    for tag in 0..catalogue.tags.len() as u8 {
        let tag = bastide_core::catalogue::TagId(tag);
        let printed = |&(id, i): &Spot| &catalogue.tile(state.board.tile(id).tile).segments[i].tags;
        let marks = pool.spots.iter().flat_map(printed).filter(|other| **other == tag).count();
        if state.features.tag(feature, tag) as usize != marks {
            return wrong("its marks are counted wrong");
        }
    }
    let complete = match catalogue.kind(state.features.kind(feature)).closes {
        Closes::Never => false,
        Closes::Sides => !pool.is_open,
        Closes::Neighbours => {
            let mut near = tiles.iter().flat_map(|id| state.board.tile(*id).cell.around());
            near.all(|cell| state.board.at(cell).is_some())
        }
    };
    if state.features.is_complete(catalogue, feature) != complete {
        return wrong(if complete { "it is complete and not known to be" } else { "it is taken for complete" });
    }
    Ok(())
}
