//! Where a segment lies on its tile, in words: the sides that it reaches, what it lies beside or between. Knows
//! geometry and names from manifests, never what a kind is for.

use bastide_core::language::and;
use bastide_core::{
    Catalogue, Edge, Field, Game, Half, KindId, Rotation, SegmentId, Side, Tile, TileId, segment_label,
};

use crate::tell::fits::side_word;

/// A segment of a placed tile in words: `the field north of the road`.
pub fn words(game: &Game, segment: SegmentId) -> String {
    let placed = game.state().board.tile(game.state().features.placed(segment));
    of_tile(game.catalogue(), placed.tile, placed.rotation, (segment.0 - placed.base) as usize)
}

/// A segment of a placed tile by its name and in words: `field:NL, the field north of the road`.
pub fn named(game: &Game, segment: SegmentId) -> String {
    let name = game.segment_name(segment);
    beyond_name(game, segment).map_or(name.clone(), |words| format!("{name}, {words}"))
}

/// A segment in words, if they say more than its name.
pub fn beyond_name(game: &Game, segment: SegmentId) -> Option<String> {
    let (name, words) = (game.segment_name(segment), words(game, segment));
    (!words.ends_with(&format!(" {name}"))).then_some(words)
}

/// A segment of a rotated tile in words. No two segments of a tile have the same words.
pub fn of_tile(catalogue: &Catalogue, tile: TileId, rotation: Rotation, index: usize) -> String {
    let face = catalogue.tile(tile).face.turned(rotation);
    let all = face.parts();
    let own = phrases(catalogue, &face, index);
    let others: Vec<String> =
        (0..all).filter(|other| *other != index).flat_map(|other| phrases(catalogue, &face, other)).collect();
    own.into_iter().find(|phrase| !others.contains(phrase)).unwrap_or_else(|| {
        let label = segment_label(catalogue, tile, rotation, index);
        let (kind, place) = label.split_once(':').unwrap_or((&label, "I"));
        format!("the {kind} at {place}")
    })
}

/// What a segment may be called, the best first; several segments may have one in common.
fn phrases(catalogue: &Catalogue, face: &Tile, index: usize) -> Vec<String> {
    match index.checked_sub(face.segments.len()).and_then(|field| face.fields.get(field)) {
        Some(field) => field_phrases(catalogue, face, field),
        None => segment_phrases(catalogue, face, index),
    }
}

fn segment_phrases(catalogue: &Catalogue, face: &Tile, index: usize) -> Vec<String> {
    let Some(segment) = face.stroke(index) else { return Vec::new() };
    let name = &segment.kind;
    let is_line = catalogue.kind_named(name).is_some_and(|kind| catalogue.kind(kind).edge == Edge::Middle);
    let sides: Vec<&str> = segment.sides.iter().map(|side| side_word(*side)).collect();
    let place = match (&segment.sides[..], &segment.halves[..]) {
        ([], []) => return vec![format!("the {name}"), format!("the {name} in the middle")],
        ([], halves) => in_direction(halves),
        ([Side::E, Side::W], _) if is_line => " from west to east".into(),
        ([_, _], _) if is_line => format!(" from {} to {}", sides[0], sides[1]),
        ([_, _, _, _], _) => " on all sides".into(),
        _ => format!(" in the {}", and(&sides)),
    };
    vec![format!("the {name}{place}")]
}

fn field_phrases(catalogue: &Catalogue, face: &Tile, field: &Field) -> Vec<String> {
    let name = &catalogue.kind(KindId::FIELD).name;
    let touched: Vec<usize> = field.touches.iter().copied().filter(|at| *at < face.segments.len()).collect();
    let mut kinds: Vec<&str> = touched.iter().map(|at| face.segments[*at].kind.as_str()).collect();
    kinds.dedup();
    let mut phrases = Vec::new();
    if face.fields.len() == 1 {
        phrases.push(format!("the {name}"));
    }
    if field.halves.is_empty() {
        let kinds: Vec<String> = kinds.iter().map(|kind| format!("the {kind}")).collect();
        return [phrases, vec![format!("the {name} enclosed by {}", and(&kinds))]].concat();
    }
    phrases.extend(along(face, &touched, &field.halves).map(|along| format!("the {name} {along}")));
    if let ([_, _], [one, other]) = (&touched[..], &kinds[..])
        && one != other
    {
        phrases.push(format!("the {name} between the {one} and the {other}"));
    }
    phrases.push(format!("the {name}{}", in_direction(&field.halves)));
    phrases
}

/// On which side of the only segment that it touches a field lies, if that one runs straight through.
fn along(face: &Tile, touched: &[usize], halves: &[Half]) -> Option<String> {
    let [only] = touched else { return None };
    let segment = face.segments.get(*only)?;
    let (x, y) = centre(halves);
    let side = match segment.sides[..] {
        [Side::E, Side::W] if y != 0 => {
            if y < 0 {
                Side::N
            } else {
                Side::S
            }
        }
        [Side::N, Side::S] if x != 0 => {
            if x < 0 {
                Side::W
            } else {
                Side::E
            }
        }
        _ => return None,
    };
    let beyond = halves.iter().any(|half| half.side() == side.opposite());
    (!beyond).then(|| format!("{} of the {}", side_word(side), segment.kind))
}

/// The direction of half sides from the middle of the tile; a corner if they are the two at one.
fn in_direction(halves: &[Half]) -> String {
    let (x, y) = centre(halves);
    let rows = [(y < 0, "north"), (y > 0, "south")];
    let columns = [(x < 0, "west"), (x > 0, "east")];
    let word = |words: [(bool, &'static str); 2]| words.into_iter().find(|(is_so, _)| *is_so).map(|(_, word)| word);
    // A direction within 22.5 degrees of an axis is that axis.
    let (row, column) =
        (word(rows).filter(|_| 5 * x.abs() <= 12 * y.abs()), word(columns).filter(|_| 5 * y.abs() <= 12 * x.abs()));
    // The halves go round from the first of the north, so that those at a corner follow one another.
    let is_corner = matches!(halves, [one, other] if one.side() != other.side() && matches!(one.index().abs_diff(other.index()), 1 | 7));
    match (row, column) {
        (Some(row), Some(column)) if is_corner => format!(" in the {row}-{column} corner"),
        (Some(row), Some(column)) => format!(" in the {row}-{column}"),
        (Some(one), None) | (None, Some(one)) => format!(" in the {one}"),
        (None, None) => " all around".into(),
    }
}

/// The sum of the places of half sides, seen from the middle of the tile.
fn centre(halves: &[Half]) -> (i32, i32) {
    const PLACES: [(i32, i32); 8] = [(-1, -2), (1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1)];
    halves.iter().map(|half| PLACES[half.index()]).fold((0, 0), |(x, y), (right, down)| (x + right, y + down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::library::{Library, make_setup};

    fn every_tile(set: &str, each: impl Fn(&Catalogue, TileId)) {
        let recipe = Library::default().recipe_around(set).unwrap();
        let setup = make_setup(recipe, vec!["Ann".into(), "Ben".into()], false).unwrap();
        let catalogue = setup.catalogue();
        (0..catalogue.tiles.len()).for_each(|tile| each(catalogue, TileId(tile as u16)));
    }

    #[test]
    fn segments_are_told_by_where_they_lie() {
        let told = |name: &str, quarter: usize| {
            let words = std::cell::RefCell::new(Vec::new());
            every_tile("base", |catalogue, tile| {
                if catalogue.tile_name(tile) == name {
                    let all = 0..catalogue.tile(tile).segments.len();
                    words.borrow_mut().extend(all.map(|index| {
                        let rotation = Rotation::from_index(quarter);
                        let label = segment_label(catalogue, tile, rotation, index);
                        format!("{label}: {}", of_tile(catalogue, tile, rotation, index))
                    }));
                }
            });
            words.into_inner()
        };
        assert_eq!(
            told("D", 0),
            [
                "city:N: the city in the north",
                "road:E: the road from west to east",
                "field:EL: the field between the city and the road",
                "field:ER: the field south of the road",
            ]
        );
        assert_eq!(told("D", 1)[3], "field:NL: the field west of the road");
        assert_eq!(
            told("V", 0),
            [
                "road:S: the road from south to west",
                "field:NL: the field in the north-east",
                "field:SR: the field in the south-west corner",
            ]
        );
        assert_eq!(told("B", 0), ["cloister: the cloister", "field:NL: the field"]);
    }

    #[test]
    fn a_field_in_the_bend_of_a_river_lies_in_a_corner() {
        every_tile("river", |catalogue, tile| {
            if catalogue.tile_name(tile) == "curve-corner" {
                let words: Vec<String> = (0..catalogue.tile(tile).segments.len())
                    .map(|index| of_tile(catalogue, tile, Rotation::from_index(1), index))
                    .collect();
                let fields = ["the field between the city and the river", "the field in the south-west corner"];
                assert!(fields.iter().all(|field| words.contains(&field.to_string())), "{words:?}");
            }
        });
    }

    #[test]
    fn no_two_segments_of_a_tile_have_the_same_words() {
        let library = Library::default();
        for set in library.ids() {
            every_tile(&set, |catalogue, tile| {
                for rotation in Rotation::ALL {
                    let all = 0..catalogue.tile(tile).segments.len();
                    let mut words: Vec<String> = all.map(|index| of_tile(catalogue, tile, rotation, index)).collect();
                    let many = words.len();
                    words.sort();
                    words.dedup();
                    assert_eq!(words.len(), many, "{} {rotation}: {words:?}", catalogue.tile_name(tile));
                }
            });
        }
    }
}
