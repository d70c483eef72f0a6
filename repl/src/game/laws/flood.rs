//! Features found independently, by walking from segment to segment over the printed tiles.

use bastide_core::{Cell, Closes, FeatureId, Game, Placed, Rotation, SegmentId, SegmentKind, Side, TagId, TileId};

use super::Broken;
use super::map::{Faces, Map, SLOTS};

/// A tile by its order of placement, and one of its segments: strokes first, then fields.
type Spot = (u16, u8);

/// Whether a tile's edges agree with those of all neighbours of a cell; one that fills a hole needs all four of them.
pub(super) fn edges_agree(faces: &Faces, map: &Map, tile: TileId, cell: Cell, rotation: Rotation) -> bool {
    if faces.fills_hole(tile) {
        return Side::ALL.into_iter().all(|side| map.at(cell.step(side)).is_some());
    }
    let own = faces.kinds(tile, rotation);
    Side::ALL.into_iter().all(|side| {
        let Some(near) = map.at(cell.step(side)) else { return true };
        let Placed { tile, rotation, .. } = map.placed[near as usize];
        let there = &faces.kinds(tile, rotation)[side.opposite().index()];
        (0..SLOTS).all(|slot| own[side.index()][slot] == there[SLOTS - 1 - slot])
    })
}

/// Whether every kind on a tile that must continue meets a neighbour with the same kind.
pub(super) fn goes_on(game: &Game, faces: &Faces, map: &Map, tile: TileId, cell: Cell, rotation: Rotation) -> bool {
    let catalogue = game.catalogue();
    let begins = |part: &SegmentKind| catalogue.kind(part.kind).begins.is_some_and(|tag| part.tags.contains(&tag));
    let bound =
        catalogue.tile(tile).segments.iter().filter(|part| catalogue.kind(part.kind).continues && !begins(part));
    bound.map(|part| part.kind).all(|kind| {
        let has = |side: Side| faces.kinds(tile, rotation)[side.index()].contains(&Some(kind));
        Side::ALL.into_iter().any(|side| has(side) && map.at(cell.step(side)).is_some())
    })
}

/// One feature as the flood fill finds it.
#[derive(Default)]
struct Pool {
    spots: Vec<Spot>,
    is_open: bool,
}

/// The incrementally joined features are those that a flood fill finds, with the same tiles, marks and completion.
pub(super) fn features_are_joined(game: &Game, faces: &Faces, map: &Map) -> Result<(), Broken> {
    let mut seen = vec![0; map.placed.len()];
    let mut pool = Pool::default();
    for (tile, placed) in map.placed.iter().enumerate() {
        for segment in 0..game.catalogue().tile(placed.tile).segments.len() {
            if seen[tile] >> segment & 1 == 0 {
                flood(game, faces, map, (tile as u16, segment as u8), &mut seen, &mut pool);
                compare(game, map, &mut pool)?;
            }
        }
    }
    Ok(())
}

/// The segments of each tile that were seen, as bits.
type Seen = [u16];

/// Collects the feature of a spot; the list of found spots is also the queue.
fn flood(game: &Game, faces: &Faces, map: &Map, from: Spot, seen: &mut Seen, pool: &mut Pool) {
    pool.spots.clear();
    pool.is_open = false;
    let mut visit = |(tile, segment): Spot, spots: &mut Vec<Spot>| {
        let (before, bit) = (seen[tile as usize], 1 << segment);
        seen[tile as usize] |= bit;
        if before & bit == 0 {
            spots.push((tile, segment));
        }
    };
    visit(from, &mut pool.spots);
    let mut walked = 0;
    while let Some(&(tile, segment)) = pool.spots.get(walked) {
        walked += 1;
        let Placed { tile: id, rotation, base, .. } = map.placed[tile as usize];
        let linked = links_at(game, SegmentId(base + segment as u16));
        pool.is_open |= linked.len() < openings(game, id, segment);
        linked.into_iter().for_each(|other| visit(spot(map, other), &mut pool.spots));
        let contacts = faces.contacts(id, rotation);
        for side in Side::ALL {
            for slot in (0..SLOTS).filter(|&slot| contacts[side.index()][slot] == Some(segment)) {
                let Some(near) = map.near[tile as usize][side.index()] else {
                    pool.is_open = true;
                    continue;
                };
                let Placed { tile: id, rotation, .. } = map.placed[near as usize];
                let there = faces.contacts(id, rotation)[side.opposite().index()][SLOTS - 1 - slot];
                there.into_iter().for_each(|there| visit((near, there), &mut pool.spots));
            }
        }
    }
}

/// The segments that rules joined with one.
fn links_at(game: &Game, segment: SegmentId) -> Vec<SegmentId> {
    game.state().links().iter().filter_map(|link| link.across(segment)).collect()
}

/// How many marks of a segment are open ends.
fn openings(game: &Game, tile: TileId, segment: u8) -> usize {
    game.catalogue().openings(&game.catalogue().tile(tile).segments[segment as usize]).into()
}

/// The tile of a segment, and which of its segments it is.
fn spot(map: &Map, SegmentId(segment): SegmentId) -> Spot {
    let tile = map.placed.partition_point(|placed| placed.base <= segment) - 1;
    (tile as u16, (segment - map.placed[tile].base) as u8)
}

fn compare(game: &Game, map: &Map, pool: &mut Pool) -> Result<(), Broken> {
    let (catalogue, state) = (game.catalogue(), game.state());
    pool.spots.sort_unstable();
    let segment = |&(tile, i): &Spot| SegmentId(map.placed[tile as usize].base + i as u16);
    let Some(first) = pool.spots.first() else { return Ok(()) };
    let feature = state.features.of(segment(first));
    let wrong = |what: &str| Err(format!("{}: {what}", game.feature_name(feature)));
    if pool.spots.iter().any(|spot| state.features.of(segment(spot)) != feature) {
        return wrong("segments that touch are not joined");
    }
    if state.features.segments(feature).count() != pool.spots.len() {
        return wrong("segments that do not touch are joined");
    }
    let tiles = pool.spots.chunk_by(|one, other| one.0 == other.0).count();
    if state.features.tiles(feature) as usize != tiles {
        return wrong("its tiles are counted wrong");
    }
    if !marks_agree(game, map, pool, feature) {
        return wrong("its marks are counted wrong");
    }
    let complete = match catalogue.kind(state.features.kind(feature)).closes {
        Closes::Never => false,
        Closes::Sides => !pool.is_open,
        Closes::Neighbours => {
            let mut near = pool.spots.iter().flat_map(|(tile, _)| map.placed[*tile as usize].cell.around());
            near.all(|cell| map.at(cell).is_some())
        }
    };
    if state.features.is_complete(feature) != complete {
        return wrong(if complete { "it is complete but not marked" } else { "it is marked as complete" });
    }
    Ok(())
}

/// Whether a feature has as many of each mark as its segments show.
fn marks_agree(game: &Game, map: &Map, pool: &Pool, feature: FeatureId) -> bool {
    let catalogue = game.catalogue();
    let mut marks = vec![0; catalogue.tags.len()];
    for &(tile, i) in &pool.spots {
        let printed = &catalogue.tile(map.placed[tile as usize].tile).segments[i as usize].tags;
        printed.iter().for_each(|tag| marks[tag.0 as usize] += 1);
    }
    let counted = |tag: u8| game.state().features.tag(feature, TagId(tag));
    marks.iter().zip(0..).all(|(&marks, tag)| marks == counted(tag))
}
