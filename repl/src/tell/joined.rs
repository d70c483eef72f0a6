//! What a tile joins where it is placed, in words, and the places of a decision by what they bring. Sees no hidden tile.

use bastide_core::language::{and, plural, with_article};
use bastide_core::leash;
use bastide_core::{Cell, Closes, FeatureId, Game, KindId, PlacedId, PlayerId, SegmentId, Side};

use crate::game::letters::{Lettered, Way, lettered};
use crate::tell::features::owners;
use crate::tell::gain::{Tries, leash};

/// The maximum number of joined features that are named.
const MAX_TOLD: usize = 3;

/// A place with what it brings.
pub struct Place {
    /// The cell.
    pub cell: Lettered,
    /// The best way to place the tile there.
    pub way: Way,
    /// The points at once; `None` if there was no time to find out.
    pub points: Option<i32>,
    /// What the tile joins; empty if there was no time to find out.
    pub joined: String,
}

impl Place {
    /// What the place brings, in words: `continues Red's road of 3, +2`.
    pub fn words(&self) -> String {
        let points = self.points.filter(|points| *points != 0).map(|points| format!("{points:+}"));
        let joined = Some(self.joined.clone()).filter(|joined| !joined.is_empty());
        [joined, points].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// The places of the open decision, the best first: by points at once, then by what they join.
pub fn places(game: &Game) -> Vec<Place> {
    let mut found: Vec<(i64, Place)> = leash::held(leash(), || {
        let Some(mut tries) = Tries::new(game) else { return Vec::new() };
        lettered(game).into_iter().filter_map(|cell| best_way(game, &mut tries, cell)).collect()
    });
    // If there was no time for all, the points of some would mislead.
    if found.iter().any(|(_, place)| place.points.is_none()) {
        found.iter_mut().for_each(|(_, place)| place.points = None);
    }
    found.sort_by_key(|(size, place)| std::cmp::Reverse((place.points, *size)));
    found.into_iter().map(|(_, place)| place).collect()
}

/// The best way to place a tile on a cell, and how much the tile joins there.
fn best_way(game: &Game, tries: &mut Tries, cell: Lettered) -> Option<(i64, Place)> {
    let mut best: Option<(Option<i32>, i64, Vec<Join>, &Way)> = None;
    for way in &cell.ways {
        let points = tries.best(way.choice);
        let joins = points.map(|_| joins(game, &tries.placed, cell.cell)).unwrap_or_default();
        let size = own_tiles(game, &joins);
        if best.as_ref().is_none_or(|(most, largest, ..)| (points, size) > (*most, *largest)) {
            best = Some((points, size, joins, way));
        }
    }
    let (points, size, joins, way) = best?;
    let joined = points.map(|_| told(game, &joins)).unwrap_or_default();
    Some((size, Place { way: way.clone(), cell: cell.clone(), points, joined }))
}

/// How many tiles of the deciding player's features are joined, without those that only others have.
fn own_tiles(game: &Game, joins: &[Join]) -> i64 {
    let player = game.decision().map(|decision| decision.player());
    let worth = |feature: &Joined| match player.is_some_and(|player| feature.owners.contains(&player)) {
        true => i64::from(feature.tiles),
        false if feature.owners.is_empty() => 0,
        false => -i64::from(feature.tiles),
    };
    joins.iter().flat_map(|join| &join.features).map(worth).sum()
}

/// What a tile joins, in words: `completes Red's road of 4`.
pub fn joined(game: &Game, after: &Game, cell: Cell) -> String {
    told(game, &joins(game, after, cell))
}

/// What a segment of a tile does to what lies there.
#[derive(Debug)]
struct Join {
    manner: Manner,
    kind: KindId,
    /// The number of tiles afterwards.
    tiles: u16,
    features: Vec<Joined>,
}

/// How a segment joins features; named in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Completes,
    /// The tile takes an open end from the feature and does not belong to it.
    Ends,
    Joins,
    Continues,
    /// The tile is one of those that the feature waits for.
    Surrounds,
}

/// A feature that is joined, as it was before.
#[derive(Debug)]
struct Joined {
    owners: Vec<PlayerId>,
    tiles: u16,
}

impl Joined {
    fn of(game: &Game, feature: FeatureId) -> Joined {
        Joined { owners: owners(game, feature), tiles: game.state().features.tiles(feature) }
    }
}

/// What the tile on a cell joins; `after` has it, `before` has not.
fn joins(before: &Game, after: &Game, cell: Cell) -> Vec<Join> {
    let Some(at) = after.state().board.at(cell).filter(|_| before.state().board.at(cell).is_none()) else {
        return Vec::new();
    };
    let segments = after.state().segments_of(after.catalogue(), at);
    let mut found: Vec<Join> = segments.filter_map(|segment| join(before, after, at, segment)).collect();
    found.extend(surrounded(before, after, cell));
    found.extend(closed(before, after, at));
    found.sort_by_key(|join| (join.kind == KindId::FIELD, join.manner));
    found
}

fn join(before: &Game, after: &Game, at: PlacedId, segment: SegmentId) -> Option<Join> {
    let features = &after.state().features;
    let whole = features.of(segment);
    let kind = features.kind(whole);
    let met: Vec<Joined> = met(before, after, at, segment).into_iter().map(|id| Joined::of(before, id)).collect();
    // There are fields everywhere; only those of somebody matter.
    if met.is_empty() || kind == KindId::FIELD && met.iter().all(|one| one.owners.is_empty()) {
        return None;
    }
    let closes = after.catalogue().kind(kind).closes != Closes::Never;
    let manner = match met.len() {
        _ if closes && features.is_complete(whole) => Manner::Completes,
        1 => Manner::Continues,
        _ => Manner::Joins,
    };
    Some(Join { manner, kind, tiles: features.tiles(whole), features: met })
}

/// The features around a tile that one of its segments meets, as they were before.
fn met(before: &Game, after: &Game, at: PlacedId, segment: SegmentId) -> Vec<FeatureId> {
    let (catalogue, state) = (before.catalogue(), before.state());
    let placed = after.state().board.tile(at);
    let own = after.catalogue().reached(placed.tile, placed.rotation);
    let index = (segment.0 - placed.base) as usize;
    let mut met = Vec::new();
    for side in Side::ALL {
        let Some(other) = state.board.at(placed.cell.step(side)).map(|other| state.board.tile(other)) else { continue };
        let facing = catalogue.reached(other.tile, other.rotation)[side.opposite().index()];
        // The left half of a side meets the right half of the neighbour's.
        for (mine, theirs) in own[side.index()].into_iter().zip(facing.into_iter().rev()) {
            if let Some(theirs) = theirs.filter(|_| mine == Some(index)) {
                met.push(state.features.of(SegmentId(other.base + theirs as u16)));
            }
        }
    }
    met.sort_unstable();
    met.dedup();
    met
}

/// The features that a tile in a hole completes without joining them, or of which it takes an open end.
fn closed(before: &Game, after: &Game, at: PlacedId) -> Vec<Join> {
    let (catalogue, state) = (before.catalogue(), before.state());
    let hole = after.state().board.tile(at);
    if !after.catalogue().tile(hole.tile).fills_hole() {
        return Vec::new();
    }
    let mut ended = Vec::new();
    for side in Side::ALL {
        let Some(near) = state.board.at(hole.cell.step(side)).map(|near| state.board.tile(near)) else { continue };
        let facing = &catalogue.ports(near.tile, near.rotation)[side.opposite().index()];
        ended.extend(facing.segments().map(|segment| state.features.of(SegmentId(near.base + segment as u16))));
    }
    ended.sort_unstable();
    ended.dedup();
    let join = |feature: FeatureId| {
        let joined = Joined::of(before, feature);
        let (kind, tiles) = (state.features.kind(feature), joined.tiles);
        let is_complete = after.state().features.is_complete(after.state().features.of(SegmentId(feature.0)));
        let manner = if is_complete { Manner::Completes } else { Manner::Ends };
        (kind != KindId::FIELD).then(|| Join { manner, kind, tiles, features: vec![joined] })
    };
    ended.into_iter().filter_map(join).collect()
}

/// The features of somebody that wait for all their neighbours and lie around a cell.
fn surrounded(before: &Game, after: &Game, cell: Cell) -> Vec<Join> {
    let (catalogue, state) = (before.catalogue(), before.state());
    let around = cell.around().into_iter().filter_map(|near| state.board.at(near));
    let waiting = around.flat_map(|at| state.segments_of(catalogue, at)).map(|segment| state.features.of(segment));
    let waits = |feature: &FeatureId| {
        catalogue.kind(state.features.kind(*feature)).closes == Closes::Neighbours
            && !state.features.is_complete(*feature)
    };
    let join = |feature: FeatureId| {
        let is_complete = after.state().features.is_complete(after.state().features.of(SegmentId(feature.0)));
        let (manner, kind) =
            (if is_complete { Manner::Completes } else { Manner::Surrounds }, state.features.kind(feature));
        let joined = Joined::of(before, feature);
        (!joined.owners.is_empty()).then(|| Join { manner, kind, tiles: joined.tiles, features: vec![joined] })
    };
    let mut waiting: Vec<FeatureId> = waiting.filter(waits).collect();
    waiting.sort_unstable();
    waiting.dedup();
    waiting.into_iter().filter_map(join).collect()
}

fn told(game: &Game, joins: &[Join]) -> String {
    let mut phrases: Vec<String> = joins.iter().map(|join| phrase(game, join)).collect();
    phrases.dedup();
    phrases.truncate(MAX_TOLD);
    let field = &game.catalogue().kind(KindId::FIELD).name;
    if phrases.is_empty() { format!("meets only {}", plural(field, 2)) } else { and(&phrases) }
}

fn phrase(game: &Game, join: &Join) -> String {
    let name = &game.catalogue().kind(join.kind).name;
    let one = |joined: &Joined, tiles: u16| {
        let whose: Vec<&str> = joined.owners.iter().map(|player| game.player_name(*player)).collect();
        let size = if tiles > 1 { format!(" of {tiles}") } else { String::new() };
        let kind = if whose.is_empty() { with_article(name) } else { name.clone() };
        if whose.is_empty() { format!("{kind}{size}") } else { format!("{}'s {kind}{size}", and(&whose)) }
    };
    let all: Vec<String> = join.features.iter().map(|joined| one(joined, joined.tiles)).collect();
    match (join.manner, &join.features[..]) {
        (Manner::Completes, [only]) => format!("completes {}", one(only, join.tiles)),
        (Manner::Completes, _) => format!("joins and completes {}", and(&all)),
        (Manner::Ends, _) => format!("closes an end of {}", and(&all)),
        (Manner::Joins, _) => format!("joins {}", and(&all)),
        (Manner::Continues, _) => format!("continues {}", and(&all)),
        (Manner::Surrounds, _) => format!("is beside {}", and(&all)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;
    use crate::tell::gain::gains;

    fn played(lines: &[&str]) -> Game {
        let mut session = Session::new(Library::default(), Screen::default());
        for line in lines {
            let outcome = session.execute(line);
            assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
        }
        session.context.table.unwrap().game
    }

    const ROADS: [&str; 5] = [
        "new base --players Red,Blue --lab",
        "put W -1,0 r0",
        "put D 0,0 r0 Blue:follower@city:N",
        "put U 1,0 r0 Red:follower@road:E",
        "next W E",
    ];

    #[test]
    fn the_best_place_comes_first_with_its_points_and_what_it_joins() {
        let game = played(&[&ROADS[..], &["turn Red"]].concat());
        let places = places(&game);
        assert_eq!(places[0].words(), "completes Red's road of 4, +4");
        assert_eq!(places[0].cell.cell.to_string(), "2,0");
        let words: Vec<String> = places.iter().map(Place::words).collect();
        assert!(words.contains(&"meets only fields".to_string()), "{words:?}");
        let cells = lettered(&game);
        let best: Vec<i32> = gains(&game, &cells).unwrap().into_iter().map(|(points, _)| points).collect();
        assert_eq!(best.iter().max(), Some(&4));
        assert_eq!(cells[best.iter().position(|points| *points == 4).unwrap()].cell.to_string(), "2,0");
    }

    #[test]
    fn a_tile_in_a_hole_says_which_ends_it_closes() {
        let lines = [
            "new abbey-and-mayor --players Red,Blue --lab",
            "put U 0,0 r90 Red:follower@road",
            "put B -1,-1 r0",
            "put B 1,-1 r0",
            "put B 0,-2 r0",
            "next U",
            "turn Red",
        ];
        let game = played(&lines);
        let words: Vec<String> =
            places(&game).iter().map(|place| format!("{}: {}", place.cell.cell, place.words())).collect();
        assert_eq!(words.len(), 1, "{words:?}");
        assert!(words[0].contains("closes an end of Red's road") && !words[0].contains("only fields"), "{words:?}");
    }

    #[test]
    fn what_others_have_is_told_too() {
        let game = played(&[&ROADS[..4], &["next E W", "turn Red"]].concat());
        let words: Vec<String> =
            places(&game).iter().map(|place| format!("{}: {}", place.cell.cell, place.words())).collect();
        assert!(words.contains(&"0,-1: completes Blue's city of 2".to_string()), "{words:?}");
    }
}
