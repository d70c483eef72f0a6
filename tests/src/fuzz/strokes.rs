//! Target `strokes`: one line per stroke of a tile, `KIND EDGE STROKE`. If it can be read, the tile must rotate as its
//! strokes do.

use std::time::Duration;

use bastide_core::{Drawing, Edge, Field, Half, MAX_SEGMENTS, Rotation, Segment, Tile};
use proptest::prelude::*;

use super::Target;
use super::soup::{noise, word};

pub const TARGET: Target = Target { name: "strokes", inputs, attempt, budget: Duration::from_secs(1), share: 4_000 };

const POINTS: [&str; 25] = [
    "N", "E", "S", "W", "NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR", "NW", "NE", "SE", "SW", "n", "e", "s", "w",
    "*", "a", "b", "c", "d",
];
/// Each point with the one that it becomes when the tile is turned once.
const TURNED: [(&str, &str); 20] = [
    ("N", "E"),
    ("E", "S"),
    ("S", "W"),
    ("W", "N"),
    ("NL", "EL"),
    ("EL", "SL"),
    ("SL", "WL"),
    ("WL", "NL"),
    ("NR", "ER"),
    ("ER", "SR"),
    ("SR", "WR"),
    ("WR", "NR"),
    ("NW", "NE"),
    ("NE", "SE"),
    ("SE", "SW"),
    ("SW", "NW"),
    ("n", "e"),
    ("e", "s"),
    ("s", "w"),
    ("w", "n"),
];
const KINDS: [&str; 7] =
    ["city side", "city side", "road middle", "road middle", "cloister none", "field none", "river middle"];
const TAGS: [&str; 8] = ["pennant", "inn", "a", "x-1", "", "+", "Inn", "é"];

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let point = prop_oneof![30 => word(&POINTS), 1 => noise()];
    let tag = prop_oneof![6 => word(&TAGS), 1 => noise()].prop_map(|tag| format!(" +{tag}"));
    let stroke = (prop::collection::vec(point, 1..6), prop::collection::vec(tag, 0..2))
        .prop_map(|(points, tags)| points.join("-") + &tags.concat());
    let stroke = prop_oneof![20 => stroke, 1 => noise()];
    let line = (word(&KINDS), stroke).prop_map(|(kind, stroke)| format!("{kind} {}", stroke.replace('\n', " ")));
    let few = prop::collection::vec(line.clone(), 0..5);
    prop_oneof![8 => few, 1 => prop::collection::vec(line, 5..24)]
        .prop_map(|lines| lines.join("\n").into_bytes())
        .boxed()
}

fn attempt(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input);
    let drawings: Vec<Drawing> = text.split('\n').filter_map(drawing).collect();
    match Tile::read(&drawings) {
        Ok(tile) => {
            obeys(&tile)?;
            turns(&tile, &drawings)
        }
        Err(error) => {
            let place = drawings.get(error.drawing).and_then(|drawing| drawing.text.get(error.range.clone()));
            let said = error.to_string();
            if place.is_none() || said.is_empty() { Err(format!("{error:?} is at no place")) } else { Ok(()) }
        }
    }
}

fn drawing(line: &str) -> Option<Drawing<'_>> {
    let mut parts = line.splitn(3, ' ');
    let (kind, edge, text) = (parts.next()?, parts.next()?, parts.next()?);
    let edge = match edge {
        "side" => Edge::Side,
        "middle" => Edge::Middle,
        _ => Edge::None,
    };
    Some(Drawing { kind, edge, text })
}

/// No part of the rim belongs to two, and whatever a field touches is there.
fn obeys(tile: &Tile) -> Result<(), String> {
    if tile.segments.len() + tile.fields.len() > MAX_SEGMENTS {
        return Err("more segments than a tile may have".into());
    }
    let mut halves: Vec<Half> = tile.segments.iter().flat_map(|segment| segment.halves.clone()).collect();
    halves.extend(tile.fields.iter().flat_map(|field| field.halves.clone()));
    let all = halves.len();
    halves.sort_unstable();
    halves.dedup();
    if halves.len() < all {
        return Err("half a side belongs to two".into());
    }
    let touched = tile.fields.iter().flat_map(|field| &field.touches);
    if touched.clone().any(|&segment| segment >= tile.segments.len()) {
        return Err("a field touches what is not there".into());
    }
    let four = (0..4).fold(tile.clone(), |tile, _| tile.turned(Rotation::from_index(1)));
    if four == *tile { Ok(()) } else { Err("turned four times it is another tile".into()) }
}

/// The tile turned is the tile of the turned strokes.
fn turns(tile: &Tile, drawings: &[Drawing]) -> Result<(), String> {
    let texts: Vec<String> = drawings.iter().map(|drawing| turned(drawing.text)).collect();
    let again: Vec<Drawing> = drawings.iter().zip(&texts).map(|(drawing, text)| Drawing { text, ..*drawing }).collect();
    let other = Tile::read(&again).map_err(|error| format!("turned strokes are refused: {error}"))?;
    let mut tile = tile.turned(Rotation::from_index(1));
    tile.segments.iter_mut().for_each(forget_places);
    let mut other = other;
    other.segments.iter_mut().for_each(forget_places);
    if tile.segments != other.segments {
        return Err("the strokes turned give other segments than the tile turned".into());
    }
    if sorted(tile.fields) != sorted(other.fields) {
        return Err("the strokes turned give other fields than the tile turned".into());
    }
    Ok(())
}

/// Places inside are names that do not turn.
fn forget_places(segment: &mut Segment) {
    segment.places.clear();
}

fn sorted(mut fields: Vec<Field>) -> Vec<Field> {
    fields.sort_by(|a, b| (&a.halves, &a.touches, &a.tags).cmp(&(&b.halves, &b.touches, &b.tags)));
    fields
}

/// A stroke with its points turned once; its tags stay.
fn turned(stroke: &str) -> String {
    let (points, tags) = stroke.split_at(
        stroke.trim_start().find(' ').map_or(stroke.len(), |at| at + stroke.len() - stroke.trim_start().len()),
    );
    let turn = |point: &str| {
        TURNED.iter().find(|(from, _)| *from == point).map_or(point.to_string(), |(_, to)| to.to_string())
    };
    let lead = &points[..points.len() - points.trim_start().len()];
    lead.to_string() + &points.trim_start().split('-').map(turn).collect::<Vec<_>>().join("-") + tags
}
