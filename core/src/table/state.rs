//! The whole table as one value: what lies where, the tiles to be drawn, whose decision it is. A clone is a copy of
//! memory. Knows no rules: callers ask a rulebook before they change it.

mod copy;
mod laying;
mod links;
mod progress;
mod reckoning;
mod scratch;
mod shelves;
mod tokens;

use std::sync::Arc;

use crate::table::board::{Board, Place, Placed, PlacedId};
use crate::table::catalogue::{Catalogue, CounterId, FigureKind, FigureKindId, MAX_PLAYERS, Stuck};
use crate::table::choice::{Choice, Found};
use crate::table::event::Event;
use crate::table::feature::{FeatureId, Features, Link, SegmentId};
use crate::table::figure::{Figure, FigureId, PlayerId, Zone, supplies};
use crate::table::log::Log;
use crate::table::memory::Memory;
use crate::table::moment::{Call, Moment};
use crate::table::sheet::ReasonId;
use crate::table::stack::{Chance, Mark, Stack};
use crate::table::tile::MAX_SEGMENTS;

/// The number of tiles that a lab may lay in addition to those of the sets.
pub const LAB_TILES: usize = 500;

pub(crate) use scratch::Scratch;

pub use progress::{About, Again, Amounts, Dealt, Extra, Pending, Phase, Step, Topic, Turn};
pub use reckoning::Reckoning;

/// The table. The default value is empty; it is a placeholder while the real one is lent to a script.
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
    /// Tiles that are drawn before the pile; only a lab fills it.
    pub next: Stack,
    /// The tiles that left the game.
    pub out: Stack,
    /// The tiles that were set aside.
    pub aside: Stack,
    /// The tiles that fit nowhere and go back into the pile after another one was found.
    pub returned: Stack,
    /// The tiles in all other zones. Each zone has one stack for each player and one common stack. The hands come
    /// first.
    shelves: Vec<Stack>,
    /// The options to place the tile in hand where something has to be built for it.
    pub spans: Vec<Choice>,
    /// Extra turns, the next one first.
    pub extra: Vec<Extra>,
    /// Places that rules found for tiles in this turn.
    pub found: Vec<Found>,
    /// The only source of randomness.
    pub chance: Chance,
    /// Whose turn it is.
    pub turn: Turn,
    /// The options of the open decision. The places of a tile come before them; the board enumerates these.
    pub options: Vec<Choice>,
    /// How many of the options leave the decision open. They are the last ones before `pass`.
    pub free: u16,
    /// The places of the tile in hand, if rules removed some.
    pub candidates: Vec<Place>,
    /// The places that rules removed, and why.
    pub vetoed: Vec<(Place, ReasonId)>,
    /// The options that rules removed, and why.
    pub struck: Vec<(Choice, ReasonId)>,
    /// Pending calls of handlers, the next one last.
    pub calls: Vec<Call>,
    /// Calls that the running handler caused, in order.
    pub caused: Vec<Call>,
    /// The handler that waits for an answer.
    pub pending: Option<Box<Pending>>,
    /// What each expansion stores.
    pub memory: Vec<Memory>,
    /// Features that are complete and not scored yet, the next one first.
    pub completed: Vec<FeatureId>,
    /// What happened.
    pub log: Log,
    /// The features of the tile laid last, one for each segment.
    pub touched: Vec<FeatureId>,
    /// The segments that rules joined.
    links: Vec<Link>,
    /// How many figures stand on cells without a tile.
    on_cells: u8,
    /// How many figures are in the supplies, for each kind and player; those without an owner come last.
    ready: Vec<u8>,
    /// The tokens on the board.
    marks: Vec<Mark>,
    /// How many tokens of each kind are in each place for tokens.
    tokens: Vec<u16>,
    token_kinds: u8,
    /// The counters of placed tiles, up to the last tile with a counter.
    counters: Vec<u8>,
    /// The results of the next dice; only a lab sets them.
    pub dice: Vec<u8>,
    /// The points that each player earned with features in this part of the turn.
    earned: [i32; MAX_PLAYERS],
    points: [i32; MAX_PLAYERS],
    players: u8,
    /// How many figures the game began with, how many of them each player has, and the kinds of those, one bit each.
    given: u8,
    each: u8,
    owned: u64,
    seed: u64,
    pub(crate) scratch: Scratch,
}

impl State {
    /// Makes an empty table with full supplies and no pile.
    pub fn new(catalogue: &Catalogue, players: usize, seed: u64, lab: bool) -> State {
        let extra = if lab { LAB_TILES } else { 0 };
        let tiles = catalogue.tile_count() + extra;
        let figures = supplies(catalogue, players);
        let row = |figure: &FigureKind| {
            let (own, nobodys) = if figure.neutral { (0, figure.count) } else { (figure.count, 0) };
            std::iter::repeat_n(own, players).chain([nobodys])
        };
        let ready = catalogue.figures.iter().flat_map(row).collect();
        let owned = catalogue.figure_kinds().filter(|kind| !catalogue.figure(*kind).neutral);
        let owned = owned.fold(0, |kinds, kind| kinds | 1 << kind.0);
        let most_segments = catalogue.segment_count() + extra * MAX_SEGMENTS;
        let mut state = State {
            board: Board::new(catalogue, tiles),
            features: Features::new(catalogue, most_segments.min(u16::MAX as usize)),
            pile: Stack::with_capacity(tiles),
            next: Stack::default(),
            out: Stack::with_capacity(tiles),
            aside: Stack::default(),
            returned: Stack::with_capacity(if catalogue.settings.stuck == Stuck::Return { tiles } else { 0 }),
            shelves: State::make_shelves(catalogue, players),
            spans: Vec::new(),
            extra: Vec::new(),
            found: Vec::new(),
            seed,
            chance: Chance::new(seed),
            turn: Turn::default(),
            options: Vec::with_capacity(64),
            free: 0,
            candidates: Vec::new(),
            vetoed: Vec::new(),
            struck: Vec::new(),
            calls: Vec::new(),
            caused: Vec::new(),
            pending: None,
            memory: Vec::new(),
            completed: Vec::with_capacity(32),
            log: Log::with_capacity(tiles * 8 + 16 * figures.len(), 2 * tiles + figures.len()),
            touched: Vec::with_capacity(MAX_SEGMENTS),
            links: Vec::new(),
            on_cells: 0,
            ready,
            marks: Vec::new(),
            tokens: Vec::new(),
            token_kinds: 0,
            counters: Vec::new(),
            dice: Vec::new(),
            earned: [0; MAX_PLAYERS],
            points: [0; MAX_PLAYERS],
            players: players as u8,
            each: figures.iter().filter(|figure| figure.owner == PlayerId(0)).count() as u8,
            given: figures.len() as u8,
            owned,
            scratch: Scratch::new(tiles, figures.len()),
            figures,
        };
        state.fill_purses(catalogue);
        state
    }

    /// Clears the table for another game with the same sets and players, keeping its capacity.
    pub fn clear(&mut self, catalogue: &Catalogue, seed: u64) {
        self.board.clear();
        for i in 0..self.figures.len() {
            if self.figures[i].zone != Zone::Supply {
                self.move_figure(catalogue, FigureId(i as u8), Zone::Supply);
            }
        }
        self.features.clear();
        for stack in [&mut self.pile, &mut self.next, &mut self.out, &mut self.aside, &mut self.returned] {
            stack.clear();
        }
        self.shelves.iter_mut().for_each(Stack::clear);
        self.spans.clear();
        self.extra.clear();
        self.found.clear();
        self.seed = seed;
        self.chance = Chance::new(seed);
        self.turn = Turn::default();
        self.options.clear();
        self.completed.clear();
        self.log.clear();
        self.touched.clear();
        self.links.clear();
        self.points = [0; MAX_PLAYERS];
        self.earned = [0; MAX_PLAYERS];
        self.counters.clear();
        self.dice.clear();
        self.free = 0;
        self.candidates.clear();
        self.vetoed.clear();
        self.struck.clear();
        self.calls.clear();
        self.caused.clear();
        self.pending = None;
        self.memory.clear();
        if !self.tokens.is_empty() {
            self.fill_purses(catalogue);
        }
    }

    /// Whether handlers must be called before the turn loop continues.
    #[inline]
    pub fn has_calls(&self) -> bool {
        self.calls.len() + self.caused.len() != 0
    }

    /// Returns the next handler to call. Calls that the last one caused come before those that were waiting already.
    pub fn next_call(&mut self) -> Option<Call> {
        while let Some(call) = self.caused.pop() {
            self.calls.push(call);
        }
        while let Some(call) = self.calls.pop() {
            if self.still_holds(call.moment) {
                return Some(call);
            }
        }
        None
    }

    /// Whether what a handler is told still holds: a handler before it may have taken the tile out of the hand.
    fn still_holds(&self, moment: Moment) -> bool {
        match moment {
            Moment::Draw(tile) => self.turn.drawn == Some(tile),
            Moment::Complete(_) => !self.turn.held,
            Moment::Phase(point) if point.has_tile_in_hand() => self.turn.drawn.is_some() || self.holds_any(),
            _ => true,
        }
    }

    /// Drops all pending calls and the open question.
    pub fn drop_calls(&mut self) {
        self.calls.clear();
        self.caused.clear();
        self.drop_pending();
        self.turn.asked = None;
    }

    /// Drops the open question, but keeps its memory for the next one.
    fn drop_pending(&mut self) {
        if let Some(waited) = self.pending.take() {
            self.scratch.waited = Some(waited);
        }
    }

    /// Returns a number that identifies the turn and the game, the same on every machine.
    pub fn stamp(&self) -> u32 {
        let mixed = (self.seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(self.turn.number as u64);
        (mixed.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 36) as u32
    }

    /// Returns the players in seat order.
    pub fn players(&self) -> impl DoubleEndedIterator<Item = PlayerId> + use<> {
        (0..self.players).map(PlayerId)
    }

    /// Returns the number of players.
    pub fn player_count(&self) -> usize {
        self.players as usize
    }

    /// Returns the next player in seat order.
    pub fn after(&self, player: PlayerId) -> PlayerId {
        PlayerId(if player.0 + 1 < self.players { player.0 + 1 } else { 0 })
    }

    /// Returns the score of each player.
    pub fn points(&self) -> &[i32] {
        &self.points[..self.players as usize]
    }

    /// Returns the scores of all seats, also of those that nobody has.
    pub(crate) fn all_points(&self) -> [i32; MAX_PLAYERS] {
        self.points
    }

    /// Adds points to each score that are known from another end, without a sheet: only in an imagined end.
    pub(crate) fn score_all(&mut self, points: &[i32; MAX_PLAYERS]) {
        for ((total, earned), &points) in self.points.iter_mut().zip(&mut self.earned).zip(points) {
            (*total, *earned) = (total.saturating_add(points), earned.saturating_add(points));
        }
    }

    /// Adds the points of the last sheet to a player's score.
    #[inline]
    pub fn score(&mut self, player: PlayerId, points: i32) {
        let total = &mut self.points[player.0 as usize];
        *total = total.saturating_add(points);
        let earned = &mut self.earned[player.0 as usize];
        *earned = earned.saturating_add(points);
        self.log.add_points(player, points);
    }

    /// Returns the points that a player earned with features in this part of the turn.
    pub fn earned(&self, player: PlayerId) -> i32 {
        self.earned[player.0 as usize]
    }

    /// Counts points that a rule gave as earned with features.
    pub fn earn(&mut self, player: PlayerId, points: i32) {
        let earned = &mut self.earned[player.0 as usize];
        *earned = earned.saturating_add(points);
    }

    /// Resets the points earned, at the start of a part of the turn.
    pub fn forget_earned(&mut self) {
        self.earned = [0; MAX_PLAYERS];
    }

    /// Returns a counter of a placed tile.
    pub fn counter(&self, catalogue: &Catalogue, tile: PlacedId, counter: CounterId) -> u8 {
        let place = tile.0 as usize * catalogue.counters.len() + counter.0 as usize;
        self.counters.get(place).copied().unwrap_or(0)
    }

    /// Sets a counter of a placed tile.
    pub fn set_counter(&mut self, catalogue: &Catalogue, tile: PlacedId, counter: CounterId, n: u8) {
        let place = tile.0 as usize * catalogue.counters.len() + counter.0 as usize;
        if self.counters.len() <= place {
            self.counters.resize(place + 1, 0);
        }
        self.counters[place] = n;
    }

    /// Changes a counter of a placed tile and logs it. Returns the new value.
    pub fn raise(&mut self, catalogue: &Catalogue, tile: PlacedId, counter: CounterId, change: i32) -> u8 {
        let raised = i32::from(self.counter(catalogue, tile, counter)).saturating_add(change).clamp(0, 255) as u8;
        self.set_counter(catalogue, tile, counter, raised);
        self.log.push(Event::Counted(tile, counter, raised));
        raised
    }

    /// Gives (or takes) points that are not from a feature, and logs it.
    pub fn award(&mut self, player: PlayerId, points: i32, why: ReasonId) {
        let total = &mut self.points[player.0 as usize];
        *total = total.saturating_add(points);
        self.log.push(Event::Award(player, points, why));
    }

    /// Sets a score, for a lab.
    pub fn set_points(&mut self, player: PlayerId, points: i32) {
        self.points[player.0 as usize] = points;
    }

    /// Returns a figure of this kind in a player's supply.
    pub fn in_supply(&self, player: PlayerId, kind: FigureKindId) -> Option<FigureId> {
        let ready = |figure: &Figure| figure.owner == player && figure.kind == kind && figure.zone == Zone::Supply;
        // Start with the player's own.
        let own = self.each as usize * player.0.min(self.players) as usize;
        let found = self.figures[own..].iter().position(ready).map(|i| own + i);
        found.or_else(|| self.figures[..own].iter().position(ready)).map(|i| FigureId(i as u8))
    }

    /// Returns a part of the list of figures that has all figures of these kinds and this owner, with their indexes. The
    /// figures of the players lie one after the other, then those that nobody owns, and last those that a lab made.
    #[inline]
    pub fn figures_among(&self, owner: Option<PlayerId>, kinds: u64) -> impl Iterator<Item = (usize, &Figure)> {
        let (each, all) = (self.each as usize, self.figures.len());
        let (from, to) = match owner {
            _ if kinds & self.owned == 0 => (each * self.players as usize, all),
            Some(PlayerId(player)) if player < self.players && all == self.given as usize => {
                (each * player as usize, each * (player as usize + 1))
            }
            _ => (0, all),
        };
        (from..).zip(&self.figures[from..to])
    }

    /// Returns the number of figures of this kind in a player's supply.
    #[inline]
    pub fn supply(&self, player: PlayerId, kind: FigureKindId) -> usize {
        self.ready[self.ready_index(player, kind)] as usize
    }

    #[inline]
    fn ready_index(&self, player: PlayerId, kind: FigureKindId) -> usize {
        kind.0 as usize * (self.players as usize + 1) + player.0.min(self.players) as usize
    }

    /// Makes figures that no set has, for a lab.
    pub fn make_figures(&mut self, owner: PlayerId, kind: FigureKindId, n: usize) {
        self.figures.extend(std::iter::repeat_n(Figure { kind, owner, zone: Zone::Supply }, n));
        let ready = self.ready_index(owner, kind);
        self.ready[ready] += n as u8;
    }

    /// Returns a figure.
    #[inline]
    pub fn figure(&self, id: FigureId) -> &Figure {
        &self.figures[id.0 as usize]
    }

    /// Returns the figures on a feature, with their segments.
    #[inline]
    pub fn figures_on(&self, feature: FeatureId) -> impl Iterator<Item = (FigureId, SegmentId)> + '_ {
        let kind = self.features.kind(feature);
        let here = self.figures.iter().enumerate().filter_map(move |(i, figure)| match figure.zone {
            Zone::Segment(at) if self.features.kind_at(at) == kind && self.features.of(at) == feature => {
                Some((FigureId(i as u8), at))
            }
            _ => None,
        });
        here.take(self.features.figures(feature) as usize)
    }

    /// Moves a figure. Figures change place only through this function.
    #[inline]
    pub fn move_figure(&mut self, catalogue: &Catalogue, id: FigureId, to: Zone) {
        let Figure { kind, owner, zone: from } = self.figures[id.0 as usize];
        let ready = self.ready_index(owner, kind);
        let is_follower = catalogue.figure(kind).follower;
        for (zone, change) in [(from, -1), (to, 1)] {
            match zone {
                Zone::Segment(at) => self.features.count_figure(at, is_follower, change),
                Zone::Supply => self.ready[ready] = self.ready[ready].wrapping_add_signed(change),
                Zone::Cell(_) => self.on_cells = self.on_cells.wrapping_add_signed(change),
                Zone::Tile(_) | Zone::Corner(_) | Zone::Beside(..) | Zone::Out => {}
            }
        }
        self.figures[id.0 as usize].zone = to;
    }

    /// Returns the segments of a placed tile.
    #[inline]
    pub fn segments_of(&self, catalogue: &Catalogue, id: PlacedId) -> impl Iterator<Item = SegmentId> + use<> {
        let Placed { base, tile, .. } = *self.board.tile(id);
        (base..base + catalogue.segments(tile)).map(SegmentId)
    }

    /// Shuffles again what is hidden from one player, for search.
    pub fn reshuffle(&mut self, catalogue: &Catalogue, viewer: PlayerId, seed: u64) {
        self.chance = Chance::new(seed);
        if !self.shelves.is_empty() {
            self.redeal_tiles(catalogue, viewer);
        }
        if catalogue.purses() > 1 {
            self.redeal_tokens(catalogue, viewer);
        }
        self.pile.shuffle_layers(&mut self.chance);
        if let Some(pending) = &mut self.pending {
            Arc::make_mut(&mut pending.start).reshuffle(catalogue, viewer, seed);
            // Drops the waiting handler itself, because it saw another order. It runs again, so that every copy
            // continues alike.
            pending.ticket = 0;
        }
    }

    /// Forgets the seed, from which everything that is hidden would follow.
    pub fn forget_seed(&mut self) {
        self.seed = 0;
        if let Some(pending) = &mut self.pending {
            Arc::make_mut(&mut pending.start).seed = 0;
        }
    }

    /// Drops the log, unless a handler that waits or has yet to be called needs it to know what has happened already.
    pub fn forget_log(&mut self) {
        if self.pending.is_none() && self.calls.is_empty() && self.caused.is_empty() {
            self.log.clear();
            self.turn.told = 0;
        }
    }

    /// Makes the turn loop stop before the next tile is drawn, for copies that look ahead.
    pub fn look_ahead(&mut self) {
        self.turn.looks_ahead = true;
        if let Some(pending) = &mut self.pending {
            Arc::make_mut(&mut pending.start).turn.looks_ahead = true;
        }
    }
}
