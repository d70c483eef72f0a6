//! How things are written: cells, tiles, segments, figures, options. What is printed can be typed, recorded and
//! expected; names are compared by meaning.

mod amounts;
mod forms;
mod loose;
mod offered;
mod things;

use crate::language::{and, did_you_mean, nearest, or, typed, unknown};
use crate::play::game::{ChoiceContext, ContextDetail, Game};
use crate::refuse;
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{Catalogue, FigureKindId, KindId, TileId, ZoneId};
use crate::table::choice::{Choice, Span, Spot, Target};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::{Cell, Corner, Half, Rotation, Side};
use crate::table::refusal::Refusal;
use crate::table::stack::Shelf;

/// A figure as written: owner, kind and place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureName {
    /// The owner; `None` if it is the chooser's own or has no owner.
    pub owner: Option<PlayerId>,
    /// The kind.
    pub kind: FigureKindId,
    /// The place.
    pub at: Zone,
}

impl Game {
    /// Returns a player's name.
    pub fn player_name(&self, player: PlayerId) -> &str {
        self.setup().players().get(player.0 as usize).map_or("nobody", String::as_str)
    }

    /// Returns the player with this name, ignoring case.
    pub fn player_named(&self, name: &str) -> Result<PlayerId, Refusal> {
        let players = self.setup().players();
        let found = players.iter().position(|player| player == name);
        let found = found.or_else(|| players.iter().position(|player| player.eq_ignore_ascii_case(name)));
        let found = found.ok_or_else(|| refuse!("{}", unknown("player", name, players.iter().map(String::as_str))))?;
        Ok(PlayerId(found as u8))
    }

    /// Returns the tile with this name.
    pub fn tile_named(&self, name: &str) -> Result<TileId, Refusal> {
        let mut found = self.catalogue().tiles_named(name);
        match (found.next(), found.next()) {
            (Some(tile), None) => Ok(tile),
            (Some(a), Some(b)) => {
                let [a, b] = [a, b].map(|tile| self.catalogue().tile_name(tile));
                Err(refuse!("several sets have a tile {name}: say {a} or {b}"))
            }
            _ => {
                let ids = self.catalogue().tiles.iter().map(|tile| tile.id.as_str());
                let near = nearest(name, ids).map(|near| format!("; {}", did_you_mean(near))).unwrap_or_default();
                Err(refuse!("unknown tile {}{near}", typed(name)))
            }
        }
    }

    /// Returns the kind of figure with this name.
    pub fn figure_kind_named(&self, name: &str) -> Result<FigureKindId, Refusal> {
        let catalogue = self.catalogue();
        let names = catalogue.figures.iter().map(|figure| figure.name.as_str());
        catalogue.figure_named(name).ok_or_else(|| match catalogue.token_named(name) {
            Some(_) => refuse!("{name} is a token, not a figure"),
            None => refuse!("{}", unknown("figure", name, names)),
        })
    }

    /// Returns the tile at a cell.
    pub fn placed_at(&self, cell: Cell) -> Result<PlacedId, Refusal> {
        self.state().board.at(cell).ok_or_else(|| refuse!("no tile lies at {cell}"))
    }

    /// Returns the segment of a placed tile with this name: a kind and a side or half, or the kind alone.
    pub fn segment_named(&self, placed: PlacedId, name: &str) -> Result<SegmentId, Refusal> {
        let (kind, spot) = name.split_once(':').map_or((name, None), |(kind, spot)| (kind, Some(spot)));
        let catalogue = self.catalogue();
        let tile = self.state().board.tile(placed);
        let at = || format!("tile {} at {}", catalogue.tile_name(tile.tile), tile.cell);
        let known = catalogue.kind_named(kind);
        let kind_id = known
            .ok_or_else(|| refuse!("`{kind}` is not a kind of feature; write for instance {}", self.example(placed)))?;
        let mut of_kind = self.indexes_of_kind(tile.tile, kind_id);
        let found = match spot {
            None => match (of_kind.next(), of_kind.next()) {
                (Some(only), None) => Some(only),
                (Some(_), Some(_)) => {
                    return Err(refuse!(
                        "{} has several of {kind}: say {}",
                        at(),
                        or(&self.names_of_kind(placed, kind_id))
                    ));
                }
                _ => None,
            },
            Some(spot) => self.index_at(placed, kind_id, spot),
        };
        drop(of_kind);
        let found = found.ok_or_else(|| {
            let names = self.names_of_kind(placed, kind_id);
            if names.is_empty() {
                refuse!("{} has no {kind}", at())
            } else {
                refuse!("{} has no {name}; it has {}", at(), and(&names))
            }
        })?;
        Ok(SegmentId(tile.base + found as u16))
    }

    /// Returns the name of a segment on its own tile.
    pub fn segment_name(&self, segment: SegmentId) -> String {
        let placed = self.state().board.tile(self.state().features.placed(segment));
        segment_label(self.catalogue(), placed.tile, placed.rotation, (segment.0 - placed.base) as usize)
    }

    /// Returns the full name of a segment: `X,Y/SEGMENT`.
    pub fn far_name(&self, segment: SegmentId) -> String {
        let cell = self.state().board.tile(self.state().features.placed(segment)).cell;
        format!("{cell}/{}", self.segment_name(segment))
    }

    /// Returns the name of a feature: that of its oldest segment.
    pub fn feature_name(&self, feature: FeatureId) -> String {
        self.far_name(SegmentId(feature.0))
    }

    /// Parses the name of a segment: one of the tile just placed, or `X,Y/SEGMENT`.
    pub fn place_named(&self, name: &str) -> Result<SegmentId, Refusal> {
        let (placed, segment) = match name.split_once('/') {
            Some((cell, segment)) => (self.placed_at(cell_named(cell)?)?, segment),
            None => {
                let last = self.state().turn.last;
                (last.ok_or_else(|| refuse!("no tile was just placed: write X,Y/{name}"))?, name)
            }
        };
        self.segment_named(placed, segment)
    }

    /// Parses the name of a figure: `Owner:kind@PLACE`, or `kind@PLACE`.
    pub fn figure_named(&self, name: &str) -> Result<FigureName, Refusal> {
        let (who, place) = name.split_once('@').ok_or_else(|| refuse!("`{name}` has no place: write KIND@PLACE"))?;
        let (owner, kind) = match who.split_once(':') {
            Some((owner, kind)) => (Some(self.player_named(owner)?), kind),
            None => (None, who),
        };
        Ok(FigureName { owner, kind: self.figure_kind_named(kind)?, at: self.zone_named(place)? })
    }

    /// Returns the figures exactly at a place.
    pub fn figures_at(&self, place: Zone) -> impl Iterator<Item = FigureId> + '_ {
        let here = move |(_, figure): &(usize, &Figure)| figure.zone == place;
        self.state().figures.iter().enumerate().filter(here).map(|(i, _)| FigureId(i as u8))
    }

    /// Returns an option in words.
    pub fn choice_words(&self, choice: Choice) -> String {
        self.choice_words_when(choice, self.context_of(choice))
    }

    /// Returns what the words of an option depend on, as it is now.
    #[inline]
    pub(crate) fn context_of(&self, choice: Choice) -> ChoiceContext {
        let are_several = || self.decision().is_some_and(|open| open.tiles().len() > 1);
        let detail = match choice {
            Choice::Do(_, Target::Figure(figure)) => ContextDetail::Stood(self.state().figure(figure).zone),
            Choice::Play(..) | Choice::PlaceWith(..) if are_several() => ContextDetail::SeveralTiles,
            _ => ContextDetail::Nothing,
        };
        ChoiceContext { last: self.state().turn.last, detail }
    }

    /// Returns an option in words, as they were in an earlier context.
    pub(crate) fn choice_words_when(&self, choice: Choice, context: ChoiceContext) -> String {
        let are_several = context.detail == ContextDetail::SeveralTiles;
        match choice {
            Choice::Play(tile, Place { cell, rotation }) if are_several => {
                format!("place {} {cell} {rotation}", self.catalogue().tile_name(tile))
            }
            Choice::Place(Place { cell, rotation }) | Choice::Play(_, Place { cell, rotation }) => {
                format!("place {cell} {rotation}")
            }
            Choice::PlaceWith(tile, Place { cell, rotation }, Span { on, version }) => {
                let form = match on.and_then(|side| self.state().board.at(cell.step(side))) {
                    Some(near) => self.form_words(near, version, None),
                    None => self.stroke_words(version, rotation),
                };
                let tile = if are_several { self.catalogue().tile_name(tile) + " " } else { String::new() };
                format!("place {tile}{cell} {rotation} with {form}")
            }
            Choice::Discard(tile) => format!("discard {}", self.catalogue().tile_name(tile)),
            Choice::Deploy(kind, segment) => {
                let place = self.near_or_far(segment, context.last);
                format!("deploy {}@{place}", self.catalogue().figure(kind).name)
            }
            Choice::First(player) => format!("first {}", self.player_name(player)),
            Choice::Score(feature) => format!("score {}", self.feature_name(feature)),
            Choice::Do(verb, target) => {
                let verb = &self.catalogue().verbs[verb.0 as usize].name;
                match self.target_words(target, context) {
                    Some(target) => format!("{verb} {target}"),
                    None => verb.clone(),
                }
            }
            Choice::Again | Choice::Pass => self.verb_of(choice).into(),
        }
    }

    /// Returns the verb of an option.
    pub fn verb_of(&self, choice: Choice) -> &str {
        match choice {
            Choice::Place(_) | Choice::Play(..) | Choice::PlaceWith(..) => "place",
            Choice::Discard(_) => "discard",
            Choice::Deploy(..) => "deploy",
            Choice::First(_) => "first",
            Choice::Score(_) => "score",
            Choice::Again => "again",
            Choice::Do(verb, _) => &self.catalogue().verbs[verb.0 as usize].name,
            Choice::Pass => "pass",
        }
    }

    fn target_words(&self, target: Target, ChoiceContext { last, detail }: ChoiceContext) -> Option<String> {
        let kind_name = |kind: FigureKindId| &self.catalogue().figure(kind).name;
        Some(match target {
            Target::Nothing => return None,
            Target::Player(player) => self.player_name(player).into(),
            Target::Tile(tile) => self.state().board.tile(tile).cell.to_string(),
            Target::Cell(cell) => cell.to_string(),
            Target::Corner(corner) => corner.to_string(),
            Target::Segment(segment) => self.near_or_far(segment, last),
            Target::Feature(feature) => self.feature_name(feature),
            Target::Figure(figure) => {
                let figure = self.state().figure(figure);
                let owner = self.owner_words(figure.owner);
                let stood = if let ContextDetail::Stood(zone) = detail { zone } else { figure.zone };
                match self.zone_words(stood, last) {
                    Some(place) => format!("{owner}{}@{place}", kind_name(figure.kind)),
                    None => format!("{owner}{}", kind_name(figure.kind)),
                }
            }
            Target::Kind(kind) => kind_name(kind).clone(),
            Target::KindAt(kind, Spot::Feature(feature)) => {
                format!("{}@{}", kind_name(kind), self.feature_name(feature))
            }
            Target::KindAt(kind, spot) => {
                format!("{}@{}", kind_name(kind), self.zone_words(spot.zone(), last).unwrap_or_default())
            }
            Target::Zone(zone, owner) => self.zone_words(Zone::Beside(zone, owner), last).unwrap_or_default(),
            Target::Loose(loose) => self.loose_words(loose),
            Target::Token(token) => self.catalogue().tokens[token.0 as usize].name.clone(),
            Target::Form(tile, version) => self.form_words(tile, version, last),
            Target::Number(number) => number.to_string(),
        })
    }

    fn owner_words(&self, owner: PlayerId) -> String {
        if owner == PlayerId::NOBODY { String::new() } else { format!("{}:", self.player_name(owner)) }
    }

    /// Returns where a figure is; `None` for a supply.
    fn zone_words(&self, zone: Zone, last: Option<PlacedId>) -> Option<String> {
        Some(match zone {
            Zone::Supply => return None,
            Zone::Segment(segment) => self.near_or_far(segment, last),
            Zone::Tile(tile) => self.state().board.tile(tile).cell.to_string(),
            Zone::Cell(cell) => cell.to_string(),
            Zone::Corner(corner) => corner.to_string(),
            Zone::Beside(zone, owner) => self.shelf_words(Shelf { zone, owner }),
            Zone::Out => "out".into(),
        })
    }

    /// Returns the full name of where a figure is.
    pub fn place_words(&self, zone: Zone) -> String {
        self.zone_words(zone, None).unwrap_or_else(|| "the supply".into())
    }

    fn near_or_far(&self, segment: SegmentId, last: Option<PlacedId>) -> String {
        let near = Some(self.state().features.placed(segment)) == last;
        if near { self.segment_name(segment) } else { self.far_name(segment) }
    }

    /// Parses a place: a segment, a tile as a whole, a cell beside a tile, a corner, or a zone.
    pub fn zone_named(&self, name: &str) -> Result<Zone, Refusal> {
        let (zone, owner) = name.split_once(':').map_or((name, None), |(zone, owner)| (zone, Some(owner)));
        let holds_figures = |id: &ZoneId| self.catalogue().zone(*id).holds_figures();
        if let Some(id) = self.catalogue().zone_named(zone).filter(holds_figures) {
            let beside = self.owner_in(id, owner).map(|owner| Zone::Beside(id, owner));
            // A kind of segment may have the same name.
            return beside.or_else(|refusal| self.place_named(name).map(Zone::Segment).map_err(|_| refusal));
        }
        if let Ok(cell) = name.parse::<Cell>() {
            let place = self.state().place_at(cell);
            let is_there = self.state().is_on_table(place);
            return if is_there { Ok(place) } else { Err(refuse!("no tile lies at {cell} or beside it")) };
        }
        if let Ok(corner) = name.parse::<Corner>() {
            let place = Zone::Corner(corner);
            let is_there = self.state().is_on_table(place);
            return if is_there { Ok(place) } else { Err(refuse!("no tile lies at the corner {corner}")) };
        }
        self.place_named(name).map(Zone::Segment)
    }

    /// Parses a choice, whether or not it is one of the options.
    pub fn choice_named(&self, words: &[&str]) -> Result<Choice, Refusal> {
        match words {
            ["place", cell, rotation] => self.place_choice(None, cell, rotation),
            ["place", _, _, "with", _] | ["place", _, _, _, "with", _] => self.place_with_choice(words),
            ["place", tile, cell, rotation] => self.place_choice(Some(tile), cell, rotation),
            ["discard", tile] => Ok(Choice::Discard(self.tile_named(tile)?)),
            // A figure that does not come from the supply is offered by an expansion.
            ["deploy", figure] => {
                if let Ok(offered) = self.offered("deploy", &[figure]) {
                    return Ok(offered);
                }
                let FigureName { owner, kind, at } = self.figure_named(figure)?;
                // A zone may have the name of a segment.
                let at = self.segment_after_at(figure).map_or(at, Zone::Segment);
                match (owner, at) {
                    (Some(owner), _) if owner != self.state().turn.player => {
                        Err(refuse!("you can only deploy your own figures"))
                    }
                    (_, Zone::Segment(at)) => Ok(Choice::Deploy(kind, at)),
                    _ => Err(refuse!("write deploy KIND@SEGMENT, for instance deploy follower@{}", self.any_segment())),
                }
            }
            ["first", player] => Ok(Choice::First(self.player_named(player)?)),
            ["score", place] => Ok(Choice::Score(self.state().features.of(self.place_named(place)?))),
            ["pass"] => Ok(Choice::Pass),
            ["again"] => Ok(Choice::Again),
            ["place", ..] => Err(refuse!("write place X,Y rN, for instance place 1,0 r90")),
            ["deploy", ..] => {
                Err(refuse!("write deploy KIND@SEGMENT, for instance deploy follower@{}", self.any_segment()))
            }
            [verb @ ("first" | "score" | "discard"), ..] => Err(refuse!("{verb} takes one word")),
            [verb @ ("pass" | "again"), ..] => Err(refuse!("{verb} takes no arguments")),
            [verb, rest @ ..] if self.catalogue().verb_named(verb).is_some() => self.offered(verb, rest),
            [verb, ..] => Err(refuse!("unknown verb `{verb}`")),
            [] => Err(refuse!("no choice given")),
        }
    }

    /// Returns the segment after the `@` of a figure's name, even if something else has the same name.
    fn segment_after_at(&self, figure: &str) -> Option<SegmentId> {
        figure.split_once('@').and_then(|(_, place)| self.place_named(place).ok())
    }

    fn any_segment(&self) -> String {
        self.state().turn.last.map_or("SEGMENT".into(), |last| self.example(last))
    }

    fn example(&self, placed: PlacedId) -> String {
        let segment = self.state().segments_of(self.catalogue(), placed).next();
        segment.map_or("SEGMENT".into(), |segment| self.segment_name(segment))
    }

    fn indexes_of_kind(&self, tile: TileId, kind: KindId) -> impl Iterator<Item = usize> + '_ {
        let segments = &self.catalogue().tile(tile).segments;
        segments.iter().enumerate().filter(move |(_, segment)| segment.kind == kind).map(|(i, _)| i)
    }

    fn names_of_kind(&self, placed: PlacedId, kind: KindId) -> Vec<String> {
        let tile = self.state().board.tile(placed);
        self.indexes_of_kind(tile.tile, kind)
            .map(|i| segment_label(self.catalogue(), tile.tile, tile.rotation, i))
            .collect()
    }

    /// Returns the segment of a kind that reaches a side or half, or the inner one with this number.
    fn index_at(&self, placed: PlacedId, kind: KindId, spot: &str) -> Option<usize> {
        let tile = self.state().board.tile(placed);
        let is_of_kind = |i: &usize| self.catalogue().tile(tile.tile).segments[*i].kind == kind;
        let reached = self.catalogue().reached(tile.tile, tile.rotation);
        if let Ok(side) = spot.parse::<Side>() {
            let [left, middle, right] = reached[side.index()];
            return middle.filter(is_of_kind).or_else(|| left.filter(|_| left == right).filter(is_of_kind));
        }
        if let Ok(half) = spot.parse::<Half>() {
            let [left, _, right] = reached[half.side().index()];
            return if half.is_left() { left } else { right }.filter(is_of_kind);
        }
        let inner = |i: &usize| !reached.iter().flatten().any(|found| *found == Some(*i));
        let number = spot.bytes().all(|byte| byte == b'I').then_some(spot.len())?;
        self.indexes_of_kind(tile.tile, kind).filter(inner).nth(number.checked_sub(1)?)
    }
}

/// Returns the name of a segment of a turned tile: its kind, and the first side (for fields: half) that it reaches.
pub fn segment_label(catalogue: &Catalogue, tile: TileId, rotation: Rotation, index: usize) -> String {
    let kind = catalogue.tile(tile).segments[index].kind;
    let name = &catalogue.kind(kind).name;
    let reached = catalogue.reached(tile, rotation);
    let is_field = kind == KindId::FIELD;
    if !is_field && let Some(side) = Side::ALL.into_iter().find(|side| reached[side.index()][1] == Some(index)) {
        return format!("{name}:{side}");
    }
    let on = |half: &Half| reached[half.side().index()][if half.is_left() { 0 } else { 2 }] == Some(index);
    if let Some(half) = Half::all().find(on) {
        return format!("{name}:{half}");
    }
    let segments = &catalogue.tile(tile).segments;
    let is_inner = |i: &usize| !reached.iter().flatten().any(|found| *found == Some(*i));
    let twins: Vec<usize> = (0..segments.len()).filter(|&i| segments[i].kind == kind).filter(is_inner).collect();
    if !is_field && twins.len() == 1 && !segments[index].has_twin {
        return name.clone();
    }
    let number = twins.iter().position(|&i| i == index).unwrap_or(0) + 1;
    format!("{name}:{}", "I".repeat(number))
}

/// Parses a cell.
pub fn cell_named(name: &str) -> Result<Cell, Refusal> {
    name.parse().map_err(|()| refuse!("`{name}` is not a cell: write X,Y, for instance -1,2"))
}

/// Parses a rotation.
pub fn rotation_named(name: &str) -> Result<Rotation, Refusal> {
    name.parse().map_err(|()| refuse!("`{name}` is not a rotation: write r0, r90, r180 or r270"))
}
