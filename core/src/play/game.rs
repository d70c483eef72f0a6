//! A game as the outside world sees it: a decision, a choice, scores, a clone; and the record of what was chosen.

use std::sync::Arc;

use crate::play::setup::Setup;
use crate::refuse;
use crate::table::board::{Place, PlacedId};
use crate::table::catalogue::{Catalogue, MAX_PLAYERS, TileId};
use crate::table::choice::Choice;
use crate::table::event::Event;
use crate::table::fault::{Fault, Risky};
use crate::table::feature::FeatureId;
use crate::table::figure::{PlayerId, Zone};
use crate::table::leash;
use crate::table::log::Log;
use crate::table::majority::Players;
use crate::table::refusal::Refusal;
use crate::table::rulebook::Position;
use crate::table::state::{About, Phase, State};
use crate::table::turn::{self, Rules};

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A player chose an option, when things stood so.
    Choice(Choice, Then),
    /// A lab command was given, in these words.
    Lab(Arc<[String]>),
}

/// What the words of an option depend on, as it was when the option was chosen: later words must still say the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Then {
    /// Where its figure stood, if it is about one.
    pub stood: Option<Zone>,
    /// The tile just placed, whose segments go by short names.
    pub last: Option<PlacedId>,
    /// Whether it had to be said which tile is placed.
    pub several: bool,
}

/// A game in play.
pub struct Game {
    setup: Arc<Setup>,
    seed: u64,
    state: State,
    record: Vec<Entry>,
    mark: Mark,
    /// Whether what is hidden was mixed anew, so that the record no longer leads here.
    mixed: bool,
    /// For whom: what this player sees stays as it is, whoever decides later.
    viewer: Option<PlayerId>,
    /// The setup before a lab changed it; what a replay begins with.
    origin: Arc<Setup>,
}

/// How things stood when the last lab command was done.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    points: [i32; MAX_PLAYERS],
    log: usize,
}

/// Why a choice was not carried out. The game stands as it stood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unchosen {
    /// It is not among the options of the decision, for this reason.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A script failed, and the whole choice was taken back.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}

impl Game {
    /// A new game: the start position laid and the first turn begun, or an empty table if it is a lab. A script may fail.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Result<Game, Box<Fault>> {
        let state = State::new(setup.catalogue(), setup.players().len(), seed, setup.is_lab());
        let record = Vec::with_capacity(2 * setup.catalogue().tile_count() + 16);
        let mut game = Game {
            origin: setup.clone(),
            setup,
            seed,
            state,
            record,
            mark: Mark::default(),
            mixed: false,
            viewer: None,
        };
        game.begin()?;
        Ok(game)
    }

    /// The same setup from the beginning with another seed, in the memory of this game.
    pub fn restart(&mut self, seed: u64) -> Result<(), Box<Fault>> {
        self.seed = seed;
        self.state.clear(self.setup.catalogue(), seed);
        self.record.clear();
        self.mark = Mark::default();
        (self.mixed, self.viewer) = (false, None);
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

    /// What the game is played with.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// What the manifests declared.
    pub fn catalogue(&self) -> &Catalogue {
        self.setup.catalogue()
    }

    /// What the generator began with.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The table, to be read.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The table, for a lab.
    pub(crate) fn state_mut(&mut self) -> (&mut State, &Rules) {
        (&mut self.state, self.setup.rules())
    }

    /// The table with what was declared.
    pub fn position(&self) -> Position<'_> {
        Position { catalogue: self.setup.catalogue(), state: &self.state }
    }

    /// What was chosen so far.
    pub fn record(&self) -> &[Entry] {
        &self.record
    }

    /// The setup that a replay begins with.
    pub(crate) fn origin(&self) -> &Arc<Setup> {
        &self.origin
    }

    /// Lets a replay begin with another setup than the present one, which the record makes of it.
    pub(crate) fn begin_from(&mut self, origin: Arc<Setup>) {
        self.origin = origin;
    }

    pub(crate) fn note(&mut self, entry: Entry) {
        self.record.push(entry);
    }

    /// Remembers how things stand, for expectations about what changed since.
    pub(crate) fn mark(&mut self) {
        self.mark.log = self.state.log.len();
        self.mark.points[..self.state.player_count()].copy_from_slice(self.state.points());
    }

    /// By how much a player's points changed since the last lab command was done.
    pub fn points_since(&self, player: PlayerId) -> i32 {
        self.scores()[player.0 as usize] - self.mark.points[player.0 as usize]
    }

    /// Where in the log the last lab command was done.
    pub fn log_since(&self) -> usize {
        self.mark.log
    }

    /// What happened so far.
    pub fn log(&self) -> &Log {
        &self.state.log
    }

    /// The points of each player.
    pub fn scores(&self) -> &[i32] {
        self.state.points()
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.state.turn.phase == Phase::Over
    }

    /// The open decision; none when the game is over, and none in a lab before a turn begins.
    #[inline]
    pub fn decision(&self) -> Option<Decision<'_>> {
        match self.state.turn.phase {
            Phase::Over | Phase::Setup | Phase::Hidden => None,
            _ => Some(Decision { game: self }),
        }
    }

    /// Chooses an option. The answer is what happened; a choice that is no option changes nothing.
    #[inline]
    pub fn choose(&mut self, choice: Choice) -> Result<&[Event], Unchosen> {
        let Some(choice) = self.decision().and_then(|decision| decision.accepts(choice)) else {
            return Err(self.explain(choice).into());
        };
        self.take(choice)
    }

    /// Chooses the n-th option, which needs no second look: it is one.
    #[inline]
    pub fn choose_nth(&mut self, n: usize) -> Result<&[Event], Unchosen> {
        match self.decision().and_then(|decision| decision.get(n)) {
            Some(choice) => self.take(choice),
            None => Err(refuse!("there is no such option").into()),
        }
    }

    /// Takes an option of the open decision.
    #[inline]
    fn take(&mut self, choice: Choice) -> Result<&[Event], Unchosen> {
        let before = self.state.log.len();
        if !self.mixed {
            self.record.push(Entry::Choice(choice, self.now(choice)));
        }
        match self.carry_out(choice) {
            Ok(()) => Ok(&self.state.log[before..]),
            Err(fault) => Err(self.take_back(fault)),
        }
    }

    /// Takes an option back that a script stopped. A copy that no record leads to stays as it is.
    #[cold]
    fn take_back(&mut self, fault: Box<Fault>) -> Unchosen {
        if !self.mixed {
            self.record.pop();
            self.stand_back();
        }
        Unchosen::Fault(fault)
    }

    #[inline]
    fn carry_out(&mut self, choice: Choice) -> Risky<()> {
        let rules = self.setup.rules();
        match rules.is_heard_by_nobody() {
            true => turn::carry_out(&mut self.state, rules, choice),
            false => leash::held_for_choice(|| turn::carry_out(&mut self.state, rules, choice)),
        }
    }

    /// The scores if the game ended now.
    pub fn projected(&self) -> [i32; MAX_PLAYERS] {
        let state = self.finished();
        let mut scores = [0; MAX_PLAYERS];
        scores[..state.player_count()].copy_from_slice(state.points());
        scores
    }

    /// The game if it ended now, to be read: its log goes on to the end, its record stays where it is.
    pub fn ended(&self) -> Game {
        Game { state: self.finished(), ..self.clone() }
    }

    /// The table if the game ended now.
    fn finished(&self) -> State {
        let mut state = self.state.clone();
        // A script that fails here will be heard of when the game really ends.
        let _ = end(&mut state, self.setup.rules());
        state
    }

    /// Ends the game here: what stands on the board is scored as if the last tile were laid. For copies, since no record
    /// tells of it. A script may fail, as it would at the real end.
    pub fn finish(&mut self) -> Result<(), Box<Fault>> {
        end(&mut self.state, self.setup.rules())
    }

    /// The same by what manifests alone declare: many times faster where scripts have a say, and wrong by what they would say.
    pub fn finish_as_printed(&mut self) {
        // No script is asked, so that none can fail.
        let _ = end(&mut self.state, self.setup.printed());
    }

    /// Who would win a feature if it were scored now.
    pub fn owners(&self, feature: FeatureId) -> Players {
        let mut state = self.state.clone();
        turn::owners(&mut state, self.setup.rules(), feature).unwrap_or_default()
    }

    /// What whoever wins a feature would be paid if it were complete as it lies.
    pub fn worth_complete(&self, feature: FeatureId) -> i32 {
        let mut state = self.state.clone();
        turn::worth_complete(&mut state, self.setup.rules(), feature).unwrap_or_default()
    }

    /// Mixes what is hidden from whoever decides anew, for those who search. No record leads to what comes, so what was is forgotten,
    /// record and log, and a choice that fails from now on leaves nothing to go on with: whoever searches begins with another copy.
    pub fn reshuffle(&mut self, seed: u64) {
        let decides = self.state.turn.asked.unwrap_or(self.state.turn.player);
        let viewer = *self.viewer.get_or_insert(decides);
        self.state.reshuffle(self.setup.catalogue(), viewer, seed);
        if !self.mixed {
            self.mixed = true;
            self.record.clear();
            // A handler that waits knows by the log what is over.
            if self.state.pending.is_none() {
                self.state.log.clear();
            }
        }
    }

    /// Lets a copy go on only as far as everybody can see: it stops before the next tile is drawn and before the game ends.
    pub fn look_ahead(&mut self) {
        self.state.look_ahead();
    }
}

/// Ends the game here. Who may still do something does as little as possible.
fn end(state: &mut State, rules: &Rules) -> Risky<()> {
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
        let Game { seed, mark, mixed, viewer, .. } = *self;
        let (setup, origin) = (self.setup.clone(), self.origin.clone());
        Game { setup, origin, state: self.state.clone(), seed, mark, mixed, viewer, record }
    }

    fn clone_from(&mut self, other: &Game) {
        self.setup.clone_from(&other.setup);
        self.origin.clone_from(&other.origin);
        self.state.clone_from(&other.state);
        self.record.clone_from(&other.record);
        (self.seed, self.mark, self.mixed, self.viewer) = (other.seed, other.mark, other.mixed, other.viewer);
    }
}

/// One player and a list of legal options.
#[derive(Clone, Copy)]
pub struct Decision<'a> {
    game: &'a Game,
}

impl<'a> Decision<'a> {
    pub(crate) fn game(&self) -> &'a Game {
        self.game
    }

    /// Who decides.
    pub fn player(&self) -> PlayerId {
        let turn = &self.game.state.turn;
        turn.asked.unwrap_or(turn.player)
    }

    /// The tile to be placed, if that is what is decided and there is only one.
    pub fn tile(&self) -> Option<TileId> {
        let first = self.drawn().or_else(|| self.played().next())?;
        self.played().all(|tile| tile == first).then_some(first)
    }

    /// The tiles that may be placed, if that is what is decided.
    pub fn tiles(&self) -> Vec<TileId> {
        let mut tiles: Vec<TileId> = self.drawn().into_iter().collect();
        for tile in self.played() {
            if !tiles.contains(&tile) {
                tiles.push(tile);
            }
        }
        tiles
    }

    /// The tiles of the options that say which one is placed.
    fn played(&self) -> impl Iterator<Item = TileId> + use<'a> {
        let has_any = matches!(self.phase(), Phase::Place | Phase::Ask);
        let options = if has_any { &self.game.state.options[..] } else { &[] };
        options.iter().filter_map(|choice| choice.place()?.0)
    }

    /// The tile that was drawn and whose places the board enumerates.
    #[inline]
    pub(crate) fn drawn(&self) -> Option<TileId> {
        let turn = &self.game.state.turn;
        turn.drawn.filter(|_| turn.phase == Phase::Place)
    }

    /// What sort of decision it is: what the turn loop waits for.
    pub fn phase(&self) -> Phase {
        self.game.state.turn.phase
    }

    /// What it is about, if a handler asked and said so.
    pub fn about(&self) -> Option<About> {
        let pending = self.game.state.pending.as_ref().filter(|_| self.phase() == Phase::Ask)?;
        pending.about
    }

    /// How many options there are; never none.
    #[inline]
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        let state = &self.game.state;
        match self.drawn() {
            Some(_) => state.turn.places as usize + state.options.len(),
            None => state.options.len(),
        }
    }

    /// The n-th option.
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

    /// All options.
    pub fn options(&self) -> impl Iterator<Item = Choice> + use<'a> {
        let decision = *self;
        (0..self.len()).filter_map(move |n| decision.get(n))
    }

    /// The option that a choice means: itself, or the same place turned so that it looks the same.
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
            return state.options.contains(&meant).then_some(meant);
        };
        let place = Place { cell, rotation: catalogue.same(tile, rotation) };
        let legal = match state.turn.listed {
            true => state.candidates.contains(&place),
            false => state.board.fits(catalogue, tile, place),
        };
        legal.then_some(Choice::Place(place))
    }
}
