//! What a running handler has read of the table, so that its answer can be kept as long as all of that stays the same.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::Arc;

use super::handle::ObjectKind;
use super::search::Search;
use crate::table::board::{Placed, PlacedId};
use crate::table::catalogue::{CounterId, TokenId};
use crate::table::feature::{FeatureId, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId, Zone};
use crate::table::geometry::{Corner, Side};
use crate::table::memory::{Datum, Memory};
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;
use crate::table::state::State;

/// Something that a handler has read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Read {
    /// A feature: its segments and the figures on it.
    Feature(FeatureId),
    /// A figure: where it is.
    Figure(FigureId),
    /// The figures on a tile, on its segments and on the tile as a whole.
    Tile(PlacedId),
    /// What an expansion remembers.
    Memory(u16),
    /// Where all figures are.
    Figures,
    /// What a search of the whole table found.
    Found(Arc<Search>),
    /// The features of some kinds, one bit each, that a feature touches, and which of them are complete.
    Touched(FeatureId, u32),
    /// The tiles that meet at a corner.
    Corner(Corner),
    /// How many tokens of a kind each player has.
    Tokens(TokenId),
    /// Whether the active player has acted in this part of the turn.
    Acted,
    /// Where a tile lies.
    Cell(PlacedId),
    /// A tile, and which tiles lie at its sides.
    Around(PlacedId),
    /// The counters of a tile.
    Counters(PlacedId),
}

/// Something that a handler did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// It gave points to a player for a reason.
    Award(Award),
    /// It moved a figure for a cause.
    Move(FigureId, Zone, ReasonId),
}

/// What has been read since tracking began.
#[derive(Debug, Default)]
pub(super) struct Reads {
    is_on: Cell<bool>,
    is_anything: Cell<bool>,
    found: RefCell<Vec<Read>>,
    done: RefCell<Vec<Done>>,
}

/// Points that a handler gave to a player, and why.
pub(super) type Award = (PlayerId, i32, ReasonId);

impl Reads {
    /// Whether it is being tracked what a handler reads.
    pub fn is_on(&self) -> bool {
        self.is_on.get()
    }

    /// Starts tracking.
    pub fn begin(&self) {
        self.is_on.set(true);
        self.is_anything.set(false);
        self.found.borrow_mut().clear();
        self.done.borrow_mut().clear();
    }

    /// Ends tracking. Returns what was read and what was done, or `None` if more was read or done than can be listed.
    pub fn end_run(&self) -> Option<(Vec<Read>, Vec<Done>)> {
        self.is_on.set(false);
        (!self.is_anything.get()).then(|| (self.found.take(), self.done.take()))
    }

    /// The same for a handler that does no more than give points.
    pub fn end(&self) -> Option<(Vec<Read>, Vec<Award>)> {
        let (reads, done) = self.end_run()?;
        let award = |done: Done| match done {
            Done::Award(award) => Some(award),
            Done::Move(..) => None,
        };
        Some((reads, done.into_iter().map(award).collect::<Option<_>>()?))
    }

    /// Notes that a handler used a field or method of an object.
    #[inline]
    pub fn note(&self, state: &RefCell<State>, object: (ObjectKind, u32), name: &str) {
        if self.is_on.get() {
            self.track(state, object, name);
        }
    }

    /// Notes that a handler read what an expansion remembers.
    pub fn note_memory(&self, source: u16) {
        if self.is_on.get() {
            self.add(Read::Memory(source));
        }
    }

    /// Notes something that a handler reads.
    pub fn note_read(&self, read: Read) {
        if self.is_on.get() {
            self.add(read);
        }
    }

    /// Notes that a handler searches the whole table.
    pub fn note_search(&self, search: impl FnOnce() -> Search) {
        if self.is_on.get() {
            self.add(Read::Found(Arc::new(search())));
        }
    }

    /// Notes something that a handler does.
    pub fn note_done(&self, done: Done) {
        if self.is_on.get() {
            self.done.borrow_mut().push(done);
        }
    }

    /// Notes that a handler read or did something that cannot be listed.
    pub fn note_more(&self) {
        self.is_anything.set(true);
    }

    fn track(&self, state: &RefCell<State>, (kind, index): (ObjectKind, u32), name: &str) {
        match (kind, name) {
            // A sheet is known together with the features that it pays.
            (ObjectKind::Score, _) => {}
            (
                ObjectKind::Game,
                "option" | "plays" | "figure" | "state" | "players" | "ending" | "order" | "after" | "turn" | "score"
                // These note more themselves.
                | "counter" | "move" | "tiles" | "zone" | "figures" | "features" | "segments" | "most",
            )
            | (ObjectKind::Event, "game")
            | (ObjectKind::Corner, "segments") => {}
            // What never changes.
            (ObjectKind::Figure, "kind" | "follower" | "owner" | "number") => {}
            (ObjectKind::Tile, "neighbours") => self.add(Read::Around(PlacedId(index as u16))),
            (ObjectKind::Turn, "acted") => self.add(Read::Acted),
            (ObjectKind::Turn, "player") | (ObjectKind::Player, "name" | "seat") => {}
            // A tile was found by way of a figure or a feature, or among all tiles, which is noted.
            (ObjectKind::Tile, "id" | "set") => {}
            (ObjectKind::Tile, "x" | "y") => self.add(Read::Cell(PlacedId(index as u16))),
            (ObjectKind::Tile, "figures") => self.add(Read::Tile(PlacedId(index as u16))),
            (ObjectKind::Figure, _) => self.add(Read::Figure(FigureId(index as u8))),
            (
                ObjectKind::Feature,
                "kind" | "complete" | "size" | "open" | "occupied" | "scored" | "tag" | "count" | "figures" | "leaders"
                | "segments" | "sheet" | "neighbours",
            )
            | (ObjectKind::Segment, "kind" | "feature" | "tile" | "sides" | "halves") => {
                self.add(Read::Feature(state.borrow().features.of(SegmentId(index as u16))));
            }
            _ => self.is_anything.set(true),
        }
    }

    fn add(&self, read: Read) {
        let mut found = self.found.borrow_mut();
        if !found.contains(&read) {
            found.push(read);
        }
    }
}

/// A number that stands for everything that was added. Two of them differ if anything does, except by a chance of one in
/// 2^64.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mixed(u64);

impl Mixed {
    /// Returns the number.
    pub fn get(self) -> u64 {
        self.0
    }

    /// Adds a number; the order matters.
    #[inline]
    pub fn add(&mut self, more: u64) {
        let mixed = (self.0 ^ more).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = (mixed ^ (mixed >> 29)).wrapping_add(0x2545_F491_4F6C_DD1D);
    }
}

/// Things by numbers that are mixed already, so that they need not be hashed again.
pub(super) type MixedKeyMap<T> = HashMap<u64, T, BuildHasherDefault<PassThroughHasher>>;

/// Takes a number as its own hash.
#[derive(Debug, Default)]
pub(super) struct PassThroughHasher(u64);

impl Hasher for PassThroughHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Returns a number that stands for what there is to read.
pub(super) fn fingerprint(position: Position, read: &Read) -> u64 {
    let state = position.state;
    let mut mixed = Mixed::default();
    match *read {
        // It was read in another game, or after more was laid.
        _ if !is_there(state, read) => {}
        Read::Feature(feature) => mix_feature(position, feature, &mut mixed),
        Read::Figure(figure) => mix_figure(state, state.figure(figure), &mut mixed),
        Read::Tile(tile) => mix_tile(state, tile, &mut mixed),
        Read::Memory(source) => mix_memory(state.memory.get(source as usize), &mut mixed),
        Read::Figures => state.figures.iter().for_each(|figure| mix_zone(state, figure.zone, &mut mixed)),
        Read::Found(ref search) => mix_found(position, search, &mut mixed),
        Read::Touched(feature, kinds) => mix_touched(position, feature, kinds, &mut mixed),
        Read::Corner(corner) => mix_corner(state, corner, &mut mixed),
        Read::Acted => mixed.add(state.turn.acted.into()),
        Read::Tokens(token) => state.players().for_each(|player| mixed.add(state.tokens(player, token) as u64)),
        Read::Cell(tile) => mix_cell(state, tile, &mut mixed),
        Read::Around(tile) => mix_around(state, tile, &mut mixed),
        Read::Counters(tile) => mix_counters(position, tile, &mut mixed),
    }
    mixed.0
}

/// Whether what was read is on the table at all.
fn is_there(state: &State, read: &Read) -> bool {
    match *read {
        Read::Feature(feature) | Read::Touched(feature, _) => (feature.0 as usize) < state.features.len(),
        Read::Figure(figure) => (figure.0 as usize) < state.figures.len(),
        Read::Tile(tile) | Read::Cell(tile) | Read::Around(tile) | Read::Counters(tile) => {
            (tile.0 as usize) < state.board.placed().len()
        }
        Read::Memory(_) | Read::Figures | Read::Found(_) | Read::Corner(_) | Read::Tokens(_) | Read::Acted => true,
    }
}

fn mix_feature(Position { catalogue, state }: Position, feature: FeatureId, mixed: &mut Mixed) {
    let State { features, board, .. } = state;
    mixed.add(u64::from(feature.0) << 32 | u64::from(features.open(catalogue, board, feature)) << 1);
    let is = u64::from(features.is_paid(feature)) << 1 | u64::from(features.is_complete(feature));
    mixed.add(is << 8 | u64::from(features.kind(feature).0));
    for segment in features.segments(feature) {
        mix_segment(state, segment, mixed);
    }
    for (figure, segment) in state.figures_on(feature) {
        mixed.add(u64::from(figure.0) << 32 | u64::from(segment.0) | 1 << 63);
    }
}

fn mix_found(Position { catalogue, state }: Position, search: &Search, mixed: &mut Mixed) {
    match search {
        Search::Figures(filter) => filter.find(state).for_each(|figure| mixed.add(figure.0.into())),
        Search::Tiles(filter) => filter.find(catalogue, state).for_each(|tile| mixed.add(tile.0.into())),
        Search::Segments(filter) => filter.find(catalogue, state).for_each(|segment| mixed.add(segment.0.into())),
        Search::Features(filter) => {
            let found = state.features.all().filter(|&feature| filter.is_like(state, feature));
            found.for_each(|feature| mixed.add(feature.0.into()));
        }
    }
}

/// Adds what a feature touches. What counts twice is a matter of tags.
fn mix_touched(Position { catalogue, state }: Position, feature: FeatureId, kinds: u32, mixed: &mut Mixed) {
    let State { features, board, .. } = state;
    let twice = catalogue.kind(features.kind(feature)).neighbours.map_or(0, |rule| rule.twice);
    features.each_touched(catalogue, board, feature, kinds, |segment| {
        let near = features.of(segment);
        let is = u64::from(features.is_complete(near)) << 1 | u64::from(features.has_any(near, twice));
        mixed.add(u64::from(near.0) << 8 | is);
    });
}

fn mix_corner(state: &State, corner: Corner, mixed: &mut Mixed) {
    for (cell, _) in corner.cells() {
        let tile = state.board.at(cell);
        mixed.add(tile.map_or(0, |tile| {
            let placed = state.board.tile(tile);
            1 << 32 | u64::from(tile.0) << 16 | u64::from(placed.tile.0) << 2 | placed.rotation.index() as u64
        }));
    }
}

fn mix_segment(state: &State, segment: SegmentId, mixed: &mut Mixed) {
    let placed = state.board.tile(state.features.placed(segment));
    let cell = u64::from(placed.cell.x as u16) << 16 | u64::from(placed.cell.y as u16);
    let tile = u64::from(placed.tile.0) << 2 | placed.rotation.index() as u64;
    mixed.add(cell << 32 | tile << 16 ^ u64::from(segment.0));
}

fn mix_figure(state: &State, figure: &Figure, mixed: &mut Mixed) {
    match figure.zone {
        Zone::Segment(segment) => {
            mixed.add(3 << 32 | u64::from(state.features.of(segment).0));
            mix_segment(state, segment, mixed);
        }
        zone => mix_zone(state, zone, mixed),
    }
}

/// Adds where a figure is, without what it stands on.
fn mix_zone(state: &State, zone: Zone, mixed: &mut Mixed) {
    match zone {
        Zone::Supply => mixed.add(1),
        Zone::Out => mixed.add(2),
        Zone::Segment(segment) => {
            mixed.add(8 << 32 | u64::from(state.features.kind_at(segment).0));
            mix_segment(state, segment, mixed);
        }
        Zone::Tile(placed) => {
            let at = state.board.tile(placed).cell;
            mixed.add(4 << 48 | u64::from(placed.0) << 32 | u64::from(at.x as u16) << 16 | u64::from(at.y as u16));
        }
        Zone::Cell(cell) => mixed.add(5 << 48 | u64::from(cell.x as u16) << 16 | u64::from(cell.y as u16)),
        Zone::Corner(corner) => {
            mixed.add(6 << 48 | u64::from(corner.cell.x as u16) << 16 | u64::from(corner.cell.y as u16));
        }
        Zone::Beside(zone, owner) => mixed.add(7 << 48 | u64::from(zone.0) << 16 | u64::from(owner.0)),
    }
}

fn mix_cell(state: &State, tile: PlacedId, mixed: &mut Mixed) {
    let cell = state.board.tile(tile).cell;
    mixed.add(u64::from(cell.x as u16) << 16 | u64::from(cell.y as u16));
}

fn mix_around(state: &State, tile: PlacedId, mixed: &mut Mixed) {
    mix_cell(state, tile, mixed);
    let Placed { cell, tile, rotation, .. } = *state.board.tile(tile);
    mixed.add(u64::from(tile.0) << 2 | rotation.index() as u64);
    for side in Side::ALL {
        mixed.add(state.board.at(cell.step(side)).map_or(0, |near| u64::from(near.0) + 1));
    }
}

fn mix_counters(Position { catalogue, state }: Position, tile: PlacedId, mixed: &mut Mixed) {
    for counter in 0..catalogue.counters.len() as u8 {
        mixed.add(state.counter(catalogue, tile, CounterId(counter)).into());
    }
}

fn mix_tile(state: &State, tile: PlacedId, mixed: &mut Mixed) {
    mix_cell(state, tile, mixed);
    for (number, figure) in state.figures.iter().enumerate() {
        if state.tile_of(figure.zone) == Some(tile) {
            mixed.add(number as u64 | 1 << 63);
            mix_figure(state, figure, mixed);
        }
    }
}

fn mix_memory(memory: Option<&Memory>, mixed: &mut Mixed) {
    for (key, value) in memory.map(Memory::entries).unwrap_or_default() {
        mix_datum(key, mixed);
        mix_datum(value, mixed);
    }
}

fn mix_datum(datum: &Datum, mixed: &mut Mixed) {
    match datum {
        Datum::Flag(flag) => mixed.add(1 << 32 | u64::from(*flag)),
        Datum::Number(number) => mixed.add(number.to_bits()),
        Datum::Text(text) => {
            mixed.add(2 << 32 | text.len() as u64);
            text.bytes().for_each(|byte| mixed.add(byte.into()));
        }
        Datum::Table(entries) => {
            mixed.add(3 << 32 | entries.len() as u64);
            for (key, value) in entries.iter() {
                mix_datum(key, mixed);
                mix_datum(value, mixed);
            }
        }
    }
}
