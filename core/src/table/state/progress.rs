//! The progress of a game: whose turn it is, what the loop waits for, what it does next, and a handler that waits for
//! an answer.

use std::sync::Arc;

use super::State;
use crate::table::board::PlacedId;
use crate::table::catalogue::{TileId, VerbId};
use crate::table::choice::{Choice, Target};
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, PlayerId};
use crate::table::moment::Call;
use crate::table::sheet::ReasonId;
use crate::table::stack::Loose;

/// Where the game stands between two choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The game has not started; a lab waits for its commands here.
    Setup,
    /// The players decide who starts.
    First,
    /// The tile in hand must be placed.
    Place,
    /// The placed tile may be used.
    Deploy,
    /// Features are complete; the player decides which is scored next.
    Score,
    /// The turn may have another part.
    Again,
    /// A handler asked a player.
    Ask,
    /// The next tile is hidden: a copy that looks ahead stops here.
    Hidden,
    /// The game is over.
    Over,
}

/// What the turn loop does next, after all handlers for the last moment have run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Wait for a choice.
    Wait,
    /// Start the first turn, or ask whose it is.
    Begin,
    /// Start a part of the turn.
    Part,
    /// Fill the hand of a player.
    Deal(PlayerId, Dealt),
    /// Draw a tile.
    Draw,
    /// Find the places of the tile in hand.
    Drawn,
    /// Ask where it is placed.
    Place,
    /// Offer what can be done with the tile just placed.
    Offer,
    /// Put the features that the tile completed in order.
    Complete,
    /// Continue with the next completed feature.
    Feature,
    /// Score a completed feature.
    Worth(FeatureId),
    /// Send the figures of a feature home.
    Home(FeatureId),
    /// Close the part of the turn.
    Close,
    /// Start another part, or end the turn.
    Parted,
    /// End the turn.
    End,
    /// Start the final scoring.
    Final,
    /// Score what is left on the board.
    Features,
    /// Score the next feature that is left, where handlers are told of each.
    LastFeature,
    /// Send its figures home.
    LastHome(FeatureId),
    /// Score the features that are paid by their neighbours.
    Fields,
    /// Do the rest of the final scoring.
    Rest,
    /// Close the game.
    Over,
}

/// What follows after a hand was filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// The next turn.
    Turn,
    /// The next player's hand. After the last one the first turn, unless a lab waits for its commands.
    Start {
        /// Whether the first turn starts.
        begins: bool,
    },
}

/// An extra turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The player.
    pub player: PlayerId,
    /// Whether a tile is drawn in it.
    pub draws: bool,
    /// The reason for it.
    pub why: ReasonId,
}

/// Another part of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Again {
    /// The reason for it.
    pub why: ReasonId,
    /// Whether the player may skip it.
    pub optional: bool,
    /// Whether a tile is drawn in it, if one is left.
    pub draws: bool,
    /// Whether it follows even if no tile is left.
    pub bare: bool,
}

/// Whose turn it is, and its progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The number of turns that have started.
    pub number: u16,
    /// Whose turn it is.
    pub player: PlayerId,
    /// What the loop waits for.
    pub phase: Phase,
    /// What the loop does next.
    pub step: Step,
    /// Which part of the turn it is, counted from 1.
    pub part: u8,
    /// The part that follows after this one.
    pub again: Option<Again>,
    /// The tile to place.
    pub drawn: Option<TileId>,
    /// The number of ways to place it.
    pub places: u32,
    /// Whether its places are listed one by one because a rule removed some.
    pub listed: bool,
    /// Whether a rule has laid a tile since the places were counted.
    pub stale: bool,
    /// The tile placed last in this turn.
    pub last: Option<PlacedId>,
    /// Where the loop continues after scoring what a rule's own tile completed.
    pub back: Option<Step>,
    /// In an extra turn, the player of the last regular turn and the number of extra turns since.
    pub extra_after: Option<(PlayerId, u8)>,
    /// Whether a tile is drawn in this part of the turn.
    pub draws: bool,
    /// Whether only this part is without a draw, so that the next one has it again.
    pub draws_later: bool,
    /// Whether a rule laid a tile that is the tile of this part, though none was drawn.
    pub has_own: bool,
    /// The number of turns in a row in which nobody could place a tile.
    pub idle: u8,
    /// Whether the player has done anything with the placed tile.
    pub acted: bool,
    /// Whether a rule holds the feature that is being scored.
    pub held: bool,
    /// The length of the log up to which handlers were told of points.
    pub told: u32,
    /// The player who was asked, if it is not their turn.
    pub asked: Option<PlayerId>,
    /// The verbs that were chosen in this turn, one bit for each of the first 64.
    pub done: u64,
    /// Whether the end of the game is only simulated: every question is answered at once, with `pass` or else the last
    /// option.
    pub imagined: bool,
    /// Whether the loop stops before the next tile is drawn, as in copies that look ahead.
    pub looks_ahead: bool,
    /// The number of choices in this turn that left the decision open.
    pub freely: u16,
    /// The number of handlers that ran in this turn. One that asks counts again with each answer.
    pub handled: u16,
}

impl Turn {
    /// Whether the final scoring has begun.
    pub fn is_ending(&self) -> bool {
        let scores = matches!(self.step, Step::Features | Step::LastFeature | Step::LastHome(_) | Step::Fields);
        scores || matches!(self.step, Step::Final | Step::Rest | Step::Over)
    }

    /// Notes that a verb was chosen.
    pub fn note(&mut self, verb: VerbId) {
        self.done |= 1u64.checked_shl(verb.0 as u32).unwrap_or(0);
    }
}

impl Default for Turn {
    fn default() -> Turn {
        Turn {
            number: 0,
            player: PlayerId(0),
            phase: Phase::Setup,
            step: Step::Wait,
            part: 0,
            again: None,
            drawn: None,
            places: 0,
            listed: false,
            stale: false,
            last: None,
            back: None,
            extra_after: None,
            draws: true,
            draws_later: false,
            has_own: false,
            idle: 0,
            acted: false,
            held: false,
            told: 0,
            asked: None,
            done: 0,
            imagined: false,
            looks_ahead: false,
            freely: 0,
            handled: 0,
        }
    }
}

/// A handler that asked a question and waits for the answer. From the state when it started and the answers so far, it
/// can be run again up to this question, so that a game can be copied, saved and undone in the middle of it.
#[derive(Debug, Default)]
pub struct Pending {
    /// The handler, and what it was told.
    pub call: Call,
    /// The indexes of the options that were chosen so far.
    pub answers: Vec<u16>,
    /// The random numbers that the handler got so far. It has seen them, so it gets the same again even if something
    /// was shuffled since.
    pub lots: Vec<u32>,
    /// What the question says of itself.
    pub topic: Topic,
    /// What choosing each option brings, in the words of the rule; empty if it says nothing.
    pub labels: Vec<Option<ReasonId>>,
    /// The state when the handler started, without its log, which has only grown since. Copies share it: whoever looks
    /// ahead copies a waiting table again and again.
    pub start: Arc<State>,
    /// The length of the log at that time.
    pub log: usize,
    /// What each option means to the handler.
    pub picks: Vec<u16>,
    /// The number of steps that it took so far.
    pub steps: u64,
    /// Identifies this question, for a host that keeps the handler itself.
    pub ticket: u64,
}

impl Pending {
    /// Keeps the table as it is, as the state when the handler started.
    pub fn keep(&mut self, state: &mut State) {
        // The log only grows, so its length is enough to go back.
        let log = std::mem::take(&mut state.log);
        match Arc::get_mut(&mut self.start) {
            Some(start) => start.clone_from(state),
            None => self.start = Arc::new(state.clone()),
        }
        state.log = log;
    }
}

impl Clone for Pending {
    fn clone(&self) -> Pending {
        let Pending { call, answers, lots, topic, labels, start, log, picks, steps, ticket } = self;
        Pending {
            call: *call,
            answers: answers.clone(),
            lots: lots.clone(),
            topic: *topic,
            labels: labels.clone(),
            start: start.clone(),
            log: *log,
            picks: picks.clone(),
            steps: *steps,
            ticket: *ticket,
        }
    }

    fn clone_from(&mut self, other: &Pending) {
        let Pending { call, answers, lots, topic, labels, start, log, picks, steps, ticket } = other;
        self.answers.clone_from(answers);
        self.lots.clone_from(lots);
        self.labels.clone_from(labels);
        self.start.clone_from(start);
        self.picks.clone_from(picks);
        (self.call, self.topic, self.log, self.steps, self.ticket) = (*call, *topic, *log, *steps, *ticket);
    }
}

/// What a question says of itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// What it is about.
    pub about: Option<About>,
    /// Why it is asked.
    pub why: Option<ReasonId>,
    /// Which of several questions it is, and how many there are at most.
    pub step: Option<(u16, Option<u16>)>,
    /// The numbers that can be chosen, if it asks for one of a range. Not all of them are listed as options.
    pub amounts: Option<Amounts>,
}

/// The numbers that a question asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amounts {
    /// The verb of the answer.
    pub verb: VerbId,
    /// The least.
    pub least: i16,
    /// The most.
    pub most: i16,
}

impl Amounts {
    /// Whether a choice is one of them.
    pub fn has(&self, choice: Choice) -> bool {
        let Amounts { verb, least, most } = *self;
        matches!(choice, Choice::Do(said, Target::Number(n)) if said == verb && (least..=most).contains(&n))
    }

    /// Returns what a number means to the handler: its place in the range, counted from 1.
    pub fn pick(&self, number: i16) -> u16 {
        (number - self.least) as u16 + 1
    }
}

impl State {
    /// Returns the index of the option that answers a question. A number that is not listed becomes an option.
    pub fn answer_index(&mut self, choice: Choice) -> u16 {
        if let Some(listed) = self.options.iter().position(|&other| other == choice) {
            return listed as u16;
        }
        let (Choice::Do(_, Target::Number(number)), Some(pending)) = (choice, &mut self.pending) else { return 0 };
        let Some(amounts) = pending.topic.amounts.filter(|amounts| amounts.has(choice)) else { return 0 };
        pending.picks.push(amounts.pick(number));
        self.options.push(choice);
        self.options.len() as u16 - 1
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A feature.
    Feature(FeatureId),
    /// A tile as a whole.
    Tile(PlacedId),
    /// A figure, where it stands.
    Figure(FigureId),
    /// A tile that is not on the board.
    Loose(Loose),
    /// A player.
    Player(PlayerId),
    /// A text of a rule.
    Text(ReasonId),
}
