//! A game as the outside world sees it: a decision, a choice, scores, a clone, and the record of what was chosen.

mod entry;
mod view;

use std::sync::Arc;

use crate::play::setup::Setup;
use crate::refuse;
use crate::table::board::Place;
use crate::table::catalogue::{Catalogue, MAX_PLAYERS, TileId};
use crate::table::choice::Choice;
use crate::table::event::Event;
use crate::table::fault::{Fault, FaultResult};
use crate::table::feature::FeatureId;
use crate::table::figure::PlayerId;
use crate::table::leash;
use crate::table::log::Log;
use crate::table::majority::Players;
use crate::table::refusal::Refusal;
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;
use crate::table::state::{Pending, Phase, Reckoning, State, Topic};
use crate::table::turn::{self, Rules};

pub use entry::{ChoiceContext, ContextDetail, Entry};

/// A game in play.
pub struct Game {
    setup: Arc<Setup>,
    seed: u64,
    state: State,
    record: Vec<Entry>,
    baseline: Baseline,
    /// Whether the past was forgotten, so that no record leads here.
    has_forgotten: bool,
    /// The player they were shuffled for: what this player sees stays the same, whoever decides later.
    viewer: Option<PlayerId>,
    /// The setup before a lab changed it, with which a replay starts.
    origin: Arc<Setup>,
}

/// The points and the log after the last lab command.
#[derive(Clone, Copy, Debug, Default)]
struct Baseline {
    points: [i32; MAX_PLAYERS],
    log: usize,
}

/// Why a choice was not carried out. The game has not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchosen {
    /// It is not one of the options, for this reason.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A script failed, and the whole choice was undone.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

impl Game {
    /// Starts a game: lays the start position and begins the first turn, or leaves the table empty if it is a lab. A
    /// script may fail.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Result<Game, Box<Fault>> {
        let state = State::new(setup.catalogue(), setup.players().len(), seed, setup.is_lab());
        let record = Vec::with_capacity(2 * setup.catalogue().tile_count() + 16);
        let mut game = Game {
            origin: setup.clone(),
            setup,
            seed,
            state,
            record,
            baseline: Baseline::default(),
            has_forgotten: false,
            viewer: None,
        };
        game.begin()?;
        Ok(game)
    }

    /// Starts the same setup with another seed, reusing the memory of this game.
    pub fn restart(&mut self, seed: u64) -> Result<(), Box<Fault>> {
        self.seed = seed;
        self.state.clear(self.setup.catalogue(), seed);
        self.record.clear();
        self.baseline = Baseline::default();
        (self.has_forgotten, self.viewer) = (false, None);
        self.begin()
    }

    fn begin(&mut self) -> Result<(), Box<Fault>> {
        let rules = self.setup.rules();
        turn::fill_pile(&mut self.state, rules);
        match self.setup.is_lab() {
            true => Ok(()),
            false => turn::lay_start(&mut self.state, rules, true),
        }
    }

    /// Returns what the game is played with.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// Returns what the manifests declare.
    pub fn catalogue(&self) -> &Catalogue {
        self.setup.catalogue()
    }

    /// Returns the random seed.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the table.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Returns the table for changes, for a lab.
    pub(crate) fn state_mut(&mut self) -> (&mut State, &Rules) {
        (&mut self.state, self.setup.rules())
    }

    /// Returns the table with the catalogue.
    pub fn position(&self) -> Position<'_> {
        Position { catalogue: self.setup.catalogue(), state: &self.state }
    }

    /// Returns what was chosen so far.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// Returns the setup that a replay starts with.
    pub(crate) fn origin(&self) -> &Arc<Setup> {
        &self.origin
    }

    /// Makes a replay start with another setup than the current one; the record then leads to the current one.
    pub(crate) fn begin_from(&mut self, origin: Arc<Setup>) {
        self.origin = origin;
    }

    pub(crate) fn note(&mut self, entry: Entry) {
        self.record.push(entry);
    }

    /// Remembers points and log, for expectations about what changed since.
    pub(crate) fn mark(&mut self) {
        self.baseline.log = self.state.log.len();
        self.baseline.points[..self.state.player_count()].copy_from_slice(self.state.points());
    }

    /// Returns by how much a player's points changed since the last lab command.
    pub fn points_since(&self, player: PlayerId) -> i32 {
        self.scores()[player.0 as usize] - self.baseline.points[player.0 as usize]
    }

    /// Returns the length of the log after the last lab command.
    pub fn log_since(&self) -> usize {
        self.baseline.log
    }

    /// Returns what happened so far.
    pub fn log(&self) -> &Log {
        &self.state.log
    }

    /// Returns the points of each player.
    pub fn scores(&self) -> &[i32] {
        self.state.points()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.turn.phase == Phase::Over
    }

    /// Returns the open decision; `None` when the game is over, and in a lab before a turn starts.
    #[inline]
    pub fn decision(&self) -> Option<Decision<'_>> {
        match self.state.turn.phase {
            Phase::Over | Phase::Setup | Phase::Hidden => None,
            _ => Some(Decision { game: self }),
        }
    }

    /// Chooses an option and returns what happened. A choice that is not an option changes nothing.
    #[inline]
    pub fn choose(&mut self, choice: Choice) -> Result<&[Event], Unchosen> {
        let Some(choice) = self.decision().and_then(|decision| decision.accepts(choice)) else {
            return Err(self.explain(choice).into());
        };
        self.take(choice)
    }

    /// Chooses the n-th option, which does not have to be checked.
    #[inline]
    pub fn choose_nth(&mut self, n: usize) -> Result<&[Event], Unchosen> {
        match self.decision().and_then(|decision| decision.get(n)) {
            Some(choice) => self.take(choice),
            None => Err(refuse!("there is no such option").into()),
        }
    }

    /// Carries out an option of the open decision.
    #[inline]
    fn take(&mut self, choice: Choice) -> Result<&[Event], Unchosen> {
        let before = self.state.log.len();
        if !self.has_forgotten {
            self.record.push(Entry::Choice(choice, self.context_of(choice)));
        }
        match self.carry_out(choice) {
            Ok(()) => Ok(&self.state.log[before..]),
            Err(fault) => Err(self.take_back(fault)),
        }
    }

    /// Undoes an option in which a script failed. A copy that no record leads to stays as it is.
    #[cold]
    fn take_back(&mut self, fault: Box<Fault>) -> Unchosen {
        if !self.has_forgotten {
            self.record.pop();
            self.restore();
        }
        Unchosen::Fault(fault)
    }

    #[inline]
    fn carry_out(&mut self, choice: Choice) -> FaultResult<()> {
        let rules = self.setup.rules();
        match rules.is_heard_by_nobody() {
            true => turn::carry_out(&mut self.state, rules, choice),
            false => leash::held_for_choice(|| turn::carry_out(&mut self.state, rules, choice)),
        }
    }

    /// Returns the scores if the game ended now.
    pub fn projected(&self) -> [i32; MAX_PLAYERS] {
        let state = self.finished();
        let mut scores = [0; MAX_PLAYERS];
        scores[..state.player_count()].copy_from_slice(state.points());
        scores
    }

    /// Returns the game if it ended now, for reading: its log continues to the end, its record does not.
    pub fn ended(&self) -> Game {
        Game { state: self.finished(), ..self.clone() }
    }

    /// Returns the table if the game ended now.
    fn finished(&self) -> State {
        let mut state = self.state.clone();
        // A script that fails here will be reported when the game really ends.
        let _ = end(&mut state, self.setup.rules());
        state
    }

    /// Ends the game now: what is on the board is scored as if the last tile were placed. Only for copies, since the
    /// record does not contain it. A script may fail, as it would at the real end.
    pub fn finish(&mut self) -> Result<(), Box<Fault>> {
        end(&mut self.state, self.setup.rules())
    }

    /// The same with what is known from other ends that followed from one position, for the points: those that are known
    /// are paid without a sheet in the log, and figures may stay where they are.
    pub fn finish_knowing(&mut self, reckoning: &mut Option<Box<Reckoning>>) -> Result<(), Box<Fault>> {
        self.finish_by(Setup::rules, reckoning)
    }

    /// The same by the manifests alone: many times faster if there are scripts, and wrong by what they would change. What
    /// is known must be from such ends too.
    pub fn finish_as_printed(&mut self, reckoning: &mut Option<Box<Reckoning>>) {
        // No script is asked, so none can fail.
        let _ = self.finish_by(Setup::printed, reckoning);
    }

    fn finish_by(
        &mut self,
        rules: impl Fn(&Setup) -> &Rules,
        reckoning: &mut Option<Box<Reckoning>>,
    ) -> Result<(), Box<Fault>> {
        self.state.scratch.reckoning = reckoning.take();
        let done = end(&mut self.state, rules(&self.setup));
        *reckoning = self.state.scratch.reckoning.take();
        done
    }

    /// Returns the players who would win a feature if it were scored now.
    pub fn owners(&self, feature: FeatureId) -> Players {
        let mut state = self.state.clone();
        turn::owners(&mut state, self.setup.rules(), feature).unwrap_or_default()
    }

    /// Returns what the winners of a feature would be paid if it were complete as it is.
    pub fn worth_complete(&self, feature: FeatureId) -> i32 {
        let mut state = self.state.clone();
        turn::worth_complete(&mut state, self.setup.rules(), feature).unwrap_or_default()
    }

    /// Shuffles again what is hidden from the player who decides, for search. No record leads to the result, so the past
    /// is forgotten.
    pub fn reshuffle(&mut self, seed: u64) {
        let decides = self.state.turn.asked.unwrap_or(self.state.turn.player);
        let viewer = *self.viewer.get_or_insert(decides);
        self.state.reshuffle(self.setup.catalogue(), viewer, seed);
        self.forget_past();
    }

    /// Drops the record and the log of a copy, which then costs less to copy. If a choice fails afterwards the copy
    /// cannot continue: whoever looks ahead must start with another one.
    pub fn forget_past(&mut self) {
        if !std::mem::replace(&mut self.has_forgotten, true) {
            self.record.clear();
            self.state.forget_log();
        }
    }

    /// Lets a copy continue only as far as all players can see: it stops before the next tile is drawn and before the
    /// game ends.
    pub fn look_ahead(&mut self) {
        self.state.look_ahead();
    }
}

/// Ends the game now. Players who may still do something do as little as possible.
fn end(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.turn.phase == Phase::Over {
        return Ok(());
    }
    state.turn.imagined = true;
    let ended = turn::finish(state, rules);
    state.turn.imagined = false;
    ended
}

impl Clone for Game {
    fn clone(&self) -> Game {
        let mut record = Vec::with_capacity(self.record.capacity());
        record.extend_from_slice(&self.record);
        let (setup, origin, state) = (self.setup.clone(), self.origin.clone(), self.state.clone());
        let (seed, baseline, has_forgotten, viewer) = (self.seed, self.baseline, self.has_forgotten, self.viewer);
        Game { setup, origin, state, seed, baseline, has_forgotten, viewer, record }
    }

    fn clone_from(&mut self, other: &Game) {
        let Game { setup, origin, state, seed, baseline, has_forgotten, viewer, record } = other;
        self.setup.clone_from(setup);
        self.origin.clone_from(origin);
        self.state.clone_from(state);
        self.record.clone_from(record);
        (self.seed, self.baseline, self.has_forgotten, self.viewer) = (*seed, *baseline, *has_forgotten, *viewer);
    }
}

/// A player and a list of legal options.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    game: &'a Game,
}

impl<'a> Decision<'a> {
    pub(crate) fn game(&self) -> &'a Game {
        self.game
    }

    /// Returns the player who decides.
    pub fn player(&self) -> PlayerId {
        let turn = &self.game.state.turn;
        turn.asked.unwrap_or(turn.player)
    }

    /// Returns the tile to place, if this is what is decided and there is only one.
    pub fn tile(&self) -> Option<TileId> {
        let first = self.drawn().or_else(|| self.played().next())?;
        self.played().all(|tile| tile == first).then_some(first)
    }

    /// Returns the tiles that may be placed, if this is what is decided.
    pub fn tiles(&self) -> Vec<TileId> {
        let mut tiles: Vec<TileId> = self.drawn().into_iter().collect();
        for tile in self.played() {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        tiles
    }

    /// Returns the tiles of the options that name the tile to place.
    fn played(&self) -> impl Iterator<Item = TileId> + use<'a> {
        let has_any = matches!(self.phase(), Phase::Place | Phase::Ask);
        let options = if has_any { &self.game.state.options[..] } else { &[] };
        options.iter().filter_map(|choice| choice.tile())
    }

    /// Returns the drawn tile, whose places the board enumerates.
    #[inline]
    pub(crate) fn drawn(&self) -> Option<TileId> {
        let turn = &self.game.state.turn;
        turn.drawn.filter(|_| turn.phase == Phase::Place)
    }

    /// Returns the kind of decision: what the turn loop waits for.
    pub fn phase(&self) -> Phase {
        self.game.state.turn.phase
    }

    /// Returns what a question says of itself; nothing if no handler asked.
    pub fn topic(&self) -> Topic {
        self.pending().map(|pending| pending.topic).unwrap_or_default()
    }

    /// Returns what the n-th option brings, if a handler asked and said so.
    pub(crate) fn label(&self, n: usize) -> Option<ReasonId> {
        *self.pending()?.labels.get(n)?
    }

    /// Returns the handler that asked.
    fn pending(&self) -> Option<&'a Pending> {
        self.game.state.pending.as_deref().filter(|_| self.phase() == Phase::Ask)
    }

    /// Returns the number of options; never 0.
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        let state = &self.game.state;
        match self.drawn() {
            Some(_) => state.turn.places as usize + state.options.len(),
            None => state.options.len(),
        }
    }

    /// Returns the n-th option.
    #[inline]
    pub fn get(&self, n: usize) -> Option<Choice> {
        let state = &self.game.state;
        let places = state.turn.places as usize;
        match self.drawn() {
            Some(_) if n >= places => state.options.get(n - places).copied(),
            Some(_) if state.turn.listed => state.candidates.get(n).copied().map(Choice::Place),
            Some(tile) => state.board.place(self.game.catalogue(), tile, n).map(Choice::Place),
            None => state.options.get(n).copied(),
        }
    }

    /// Returns all options.
    pub fn options(&self) -> impl Iterator<Item = Choice> + use<'a> {
        let decision = *self;
        (0..self.len()).filter_map(move |n| decision.get(n))
    }

    /// Returns the option that a choice means: itself, or the same place in a rotation that looks the same.
    #[inline]
    pub fn accepts(&self, choice: Choice) -> Option<Choice> {
        let state = &self.game.state;
        let catalogue = self.game.catalogue();
        let (Some(tile), Choice::Place(Place { cell, rotation })) = (self.drawn(), choice) else {
            let meant = match choice {
                Choice::Play(tile, Place { cell, rotation }) => {
                    Choice::Play(tile, Place { cell, rotation: catalogue.same(tile, rotation) })
                }
                other => other,
            };
            let is_amount = || self.topic().amounts.is_some_and(|amounts| amounts.has(meant));
            return (state.options.contains(&meant) || is_amount()).then_some(meant);
        };
        let place = Place { cell, rotation: catalogue.same(tile, rotation) };
        let legal = match state.turn.listed {
            true => state.candidates.contains(&place),
            false => state.board.fits(catalogue, tile, place),
        };
        legal.then_some(Choice::Place(place))
    }
}
