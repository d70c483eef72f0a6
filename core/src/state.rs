//! The whole table as one value: what lies where, what is still to come, whose decision it is. A clone is a copy of
//! memory. Knows no rules: those who change it ask a rulebook first.

use crate::board::{Board, Placed, PlacedId};
use crate::catalogue::{Catalogue, FigureKindId, MAX_PLAYERS, MAX_SEGMENTS, TileId};
use crate::choice::Choice;
use crate::event::Event;
use crate::feature::{FeatureId, Features, SegmentId};
use crate::figure::{Figure, FigureId, PlayerId, Zone, supplies};
use crate::geometry::{Cell, Rotation};
use crate::sheet::Sheet;
use crate::stack::{Chance, Stack};

/// Tiles that a lab may lay beyond those that the sets have.
pub const LAB_TILES: usize = 500;

/// Where the game stands between two choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nothing has begun; a lab waits for its commands here.
    Setup,
    /// It is to be said who begins.
    First,
    /// The tile in hand is to be placed.
    Place,
    /// The placed tile may be used.
    Deploy,
    /// Features are complete; it is to be said which is scored next.
    Score,
    /// The game is over.
    Over,
}

/// Whose turn it is and how far it got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Turns begun so far.
    pub number: u16,
    /// Whose turn it is.
    pub player: PlayerId,
    /// What is waited for.
    pub phase: Phase,
    /// The tile to be placed.
    pub drawn: Option<TileId>,
    /// In how many ways it can be.
    pub places: u32,
    /// The tile placed last in this turn.
    pub last: Option<PlacedId>,
}

impl Default for Turn {
    fn default() -> Turn {
        Turn { number: 0, player: PlayerId(0), phase: Phase::Setup, drawn: None, places: 0, last: None }
    }
}

/// The table. The default one is empty and holds its place while the real one is lent out.
#[derive(Debug, Default)]
pub struct State {
    /// Placed tiles and open cells.
    pub board: Board,
    /// Joined segments.
    pub features: Features,
    /// Figures, wherever they are.
    pub figures: Vec<Figure>,
    /// The tiles still to be drawn.
    pub pile: Stack,
    /// What is drawn before the pile; only a lab fills it.
    pub next: Stack,
    /// The tiles that left the game.
    pub out: Stack,
    /// The only source of chance.
    pub chance: Chance,
    /// Whose turn it is.
    pub turn: Turn,
    /// The options of the open decision, unless it is about places, which the board enumerates.
    pub options: Vec<Choice>,
    /// Features that are complete and not yet scored, the next one first.
    pub completed: Vec<FeatureId>,
    /// What happened.
    pub log: Vec<Event>,
    /// The features of the segments of the tile laid last, segment by segment.
    pub touched: Vec<FeatureId>,
    /// How many figures lie in the supplies, player by player and kind by kind.
    ready: Vec<u8>,
    points: [i32; MAX_PLAYERS],
    players: u8,
    pub(crate) scratch: Scratch,
}

/// Lists that are needed for a moment and kept to spare allocations; their contents mean nothing between two calls.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub sheet: Sheet,
    pub features: Vec<FeatureId>,
    pub pairs: Vec<(FeatureId, FeatureId)>,
    pub standing: Vec<(FigureId, SegmentId)>,
    pub tiles: Vec<TileId>,
}

impl Scratch {
    fn new(tiles: usize, figures: usize) -> Scratch {
        Scratch {
            sheet: Sheet::with_capacity(32),
            features: Vec::with_capacity(figures),
            pairs: Vec::with_capacity(256.max(tiles)),
            standing: Vec::with_capacity(figures),
            tiles: Vec::with_capacity(tiles),
        }
    }

    /// The same room, nothing in it.
    fn hollow(&self) -> Scratch {
        Scratch::new(self.tiles.capacity(), self.standing.capacity())
    }
}

impl State {
    /// An empty table with full supplies and no pile.
    pub fn new(catalogue: &Catalogue, players: usize, seed: u64, lab: bool) -> State {
        let extra = if lab { LAB_TILES } else { 0 };
        let tiles = catalogue.tile_count() + extra;
        let figures = supplies(catalogue, players);
        let kinds = catalogue.figures.iter().map(|figure| figure.count);
        let ready = std::iter::repeat_n(kinds, players).flatten().collect();
        let most_segments = catalogue.segment_count() + extra * MAX_SEGMENTS;
        State {
            board: Board::new(catalogue, tiles),
            features: Features::new(catalogue, most_segments.min(u16::MAX as usize)),
            pile: Stack::with_capacity(tiles),
            next: Stack::default(),
            out: Stack::with_capacity(tiles),
            chance: Chance::new(seed),
            turn: Turn { number: 0, player: PlayerId(0), phase: Phase::Setup, drawn: None, places: 0, last: None },
            options: Vec::with_capacity(64),
            completed: Vec::with_capacity(32),
            log: Vec::with_capacity(tiles * 16 + 64 * figures.len()),
            touched: Vec::with_capacity(MAX_SEGMENTS),
            ready,
            points: [0; MAX_PLAYERS],
            players: players as u8,
            scratch: Scratch::new(tiles, figures.len()),
            figures,
        }
    }

    /// Clears the table for another game of the same sets and players, keeping the room it has.
    pub fn clear(&mut self, catalogue: &Catalogue, seed: u64) {
        self.board.clear();
        for i in 0..self.figures.len() {
            if self.figures[i].zone != Zone::Supply {
                self.move_figure(catalogue, FigureId(i as u16), Zone::Supply);
            }
        }
        self.features.clear();
        for stack in [&mut self.pile, &mut self.next, &mut self.out] {
            stack.clear();
        }
        self.chance = Chance::new(seed);
        self.turn = Turn::default();
        self.options.clear();
        self.completed.clear();
        self.log.clear();
        self.touched.clear();
        self.points = [0; MAX_PLAYERS];
    }

    /// The seats, in the order of play from the first.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        (0..self.players).map(PlayerId)
    }

    /// How many play.
    pub fn player_count(&self) -> usize {
        self.players as usize
    }

    /// The seat to the left.
    pub fn after(&self, player: PlayerId) -> PlayerId {
        PlayerId((player.0 + 1) % self.players)
    }

    /// The score of each player.
    pub fn points(&self) -> &[i32] {
        &self.points[..self.players as usize]
    }

    /// Gives (or takes) points and says so.
    #[inline]
    pub fn score(&mut self, player: PlayerId, points: i32) {
        let total = &mut self.points[player.0 as usize];
        *total = total.saturating_add(points);
        self.log.push(Event::Points(player, points));
    }

    /// Sets a score, as a lab may.
    pub fn set_points(&mut self, player: PlayerId, points: i32) {
        self.points[player.0 as usize] = points;
    }

    /// A figure of this kind in a player's supply.
    pub fn in_supply(&self, player: PlayerId, kind: FigureKindId) -> Option<FigureId> {
        let ready = |figure: &Figure| figure.owner == player && figure.kind == kind && figure.zone == Zone::Supply;
        // The players' figures lie one after the other, what a lab made behind them: begin with the player's own.
        let own = self.figures.len() / self.players as usize * player.0 as usize;
        let found = self.figures[own..].iter().position(ready).map(|i| own + i);
        found.or_else(|| self.figures[..own].iter().position(ready)).map(|i| FigureId(i as u16))
    }

    /// How many figures of this kind lie in a player's supply.
    #[inline]
    pub fn supply(&self, player: PlayerId, kind: FigureKindId) -> usize {
        self.ready[self.ready_index(player, kind)] as usize
    }

    #[inline]
    fn ready_index(&self, player: PlayerId, kind: FigureKindId) -> usize {
        player.0 as usize * (self.ready.len() / self.players as usize) + kind.0 as usize
    }

    /// Makes figures that no set has, as a lab may.
    pub fn make_figures(&mut self, owner: PlayerId, kind: FigureKindId, n: usize) {
        self.figures.extend(std::iter::repeat_n(Figure { kind, owner, zone: Zone::Supply }, n));
        let ready = self.ready_index(owner, kind);
        self.ready[ready] += n as u8;
    }

    /// A figure.
    #[inline]
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[id.0 as usize]
    }

    /// The figures on a feature.
    #[inline]
    pub fn figures_on(&self, feature: FeatureId) -> impl Iterator<Item = (FigureId, SegmentId)> + '_ {
        let here = self.figures.iter().enumerate().filter_map(move |(i, figure)| match figure.zone {
            Zone::Segment(at) if self.features.of(at) == feature => Some((FigureId(i as u16), at)),
            _ => None,
        });
        here.take(self.features.figures(feature) as usize)
    }

    /// Moves a figure: the one way in which figures change place.
    #[inline]
    pub fn move_figure(&mut self, catalogue: &Catalogue, id: FigureId, to: Zone) {
        let Figure { kind, owner, zone: from } = self.figures[id.0 as usize];
        let ready = self.ready_index(owner, kind);
        let is_follower = catalogue.figure(kind).follower;
        for (zone, change) in [(from, -1), (to, 1)] {
            match zone {
                Zone::Segment(at) => self.features.count_figure(at, is_follower, change),
                Zone::Supply => self.ready[ready] = self.ready[ready].wrapping_add_signed(change),
                Zone::Out => {}
            }
        }
        self.figures[id.0 as usize].zone = to;
    }

    /// Lays a tile on the board and joins its segments; what it completes is noted. Whoever calls has made sure that it fits and that there is room.
    #[inline]
    pub fn lay(&mut self, catalogue: &Catalogue, tile: TileId, cell: Cell, rotation: Rotation) -> PlacedId {
        let id = PlacedId(self.board.placed().len() as u16);
        let base = self.features.len() as u16;
        let laid = self.board.lay(catalogue, Placed { cell, tile, base, rotation });
        self.completed.clear();
        self.features.join_tile(catalogue, &self.board, id, laid, &mut self.completed);
        self.note_touched(catalogue, base..self.features.len() as u16);
        id
    }

    /// Notes the features of a tile, and adds those that are complete to what it surrounded.
    #[inline]
    fn note_touched(&mut self, catalogue: &Catalogue, segments: std::ops::Range<u16>) {
        self.touched.clear();
        for segment in segments {
            let feature = self.features.of(SegmentId(segment));
            self.touched.push(feature);
            if self.features.is_complete(catalogue, feature) && !self.completed.contains(&feature) {
                self.completed.push(feature);
            }
        }
    }

    /// Lays a tile as a lab does: nothing is completed by it, and the tile that was placed in this turn stays the last one.
    pub fn put(&mut self, catalogue: &Catalogue, tile: TileId, cell: Cell, rotation: Rotation) -> PlacedId {
        let pending = std::mem::take(&mut self.completed);
        let id = self.lay(catalogue, tile, cell, rotation);
        if let Some(last) = self.turn.last {
            let Placed { base, tile, .. } = *self.board.tile(last);
            self.note_touched(catalogue, base..base + catalogue.segments(tile));
        }
        self.completed = pending;
        id
    }

    /// The segments of a placed tile.
    #[inline]
    pub fn segments_of(&self, catalogue: &Catalogue, id: PlacedId) -> impl Iterator<Item = SegmentId> + use<> {
        let Placed { base, tile, .. } = *self.board.tile(id);
        (base..base + catalogue.segments(tile)).map(SegmentId)
    }

    /// Mixes what is hidden from the players anew, for those who search.
    pub fn reshuffle(&mut self, seed: u64) {
        self.chance = Chance::new(seed);
        self.pile.shuffle(&mut self.chance);
    }

    /// How many bytes a copy of the table takes.
    pub fn bytes(&self) -> usize {
        size_of::<State>()
            + self.board.bytes()
            + self.features.bytes()
            + size_of_val(self.figures.as_slice())
            + (self.pile.len() + self.next.len() + self.out.len()) * size_of::<TileId>()
            + size_of_val(self.options.as_slice())
            + size_of_val(self.completed.as_slice())
            + size_of_val(self.log.as_slice())
    }
}

/// A copy of a list with the room of the original, so that what was allocated once is not allocated again in play.
pub(crate) fn copy<T: Copy>(list: &Vec<T>) -> Vec<T> {
    let mut copy = Vec::with_capacity(list.capacity());
    copy.extend_from_slice(list);
    copy
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            board: self.board.clone(),
            features: self.features.clone(),
            figures: copy(&self.figures),
            pile: self.pile.clone(),
            next: self.next.clone(),
            out: self.out.clone(),
            chance: self.chance.clone(),
            turn: self.turn,
            options: copy(&self.options),
            completed: copy(&self.completed),
            log: copy(&self.log),
            touched: copy(&self.touched),
            ready: self.ready.clone(),
            points: self.points,
            players: self.players,
            scratch: self.scratch.hollow(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        self.board.clone_from(&other.board);
        self.features.clone_from(&other.features);
        self.figures.clone_from(&other.figures);
        self.pile.clone_from(&other.pile);
        self.next.clone_from(&other.next);
        self.out.clone_from(&other.out);
        self.chance.clone_from(&other.chance);
        self.turn = other.turn;
        self.options.clone_from(&other.options);
        self.completed.clone_from(&other.completed);
        self.log.clone_from(&other.log);
        self.touched.clone_from(&other.touched);
        self.ready.clone_from(&other.ready);
        (self.points, self.players) = (other.points, other.players);
    }
}
