//! How far a game has come: whose turn it is, what is waited for, what is done next, and a handler that waits for an answer.

use super::State;
use crate::table::board::PlacedId;
use crate::table::catalogue::{TileId, VerbId};
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, PlayerId};
use crate::table::moment::Call;
use crate::table::sheet::ReasonId;
use crate::table::stack::Loose;

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
    /// The turn may have another part.
    Again,
    /// A handler asked a player.
    Ask,
    /// What comes next is hidden: here a copy that only looks ahead stops.
    Hidden,
    /// The game is over.
    Over,
}

/// What the turn loop does next, once every handler that was told of the last thing has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Waits for a choice.
    Wait,
    /// The first turn begins, or it is asked whose it is.
    Begin,
    /// A part of the turn begins.
    Part,
    /// Fills the hand of a player.
    Deal(PlayerId, Dealt),
    /// Draws a tile.
    Draw,
    /// Looks where the tile in hand may lie.
    Drawn,
    /// Asks where it is to lie.
    Place,
    /// Offers what may be done with the tile just placed.
    Offer,
    /// Puts what the tile completed in order.
    Complete,
    /// Goes on to the next completed feature.
    Feature,
    /// Counts a completed feature and pays for it.
    Worth(FeatureId),
    /// Sends the figures of a feature home.
    Home(FeatureId),
    /// Closes the part of the turn.
    Close,
    /// Another part, or the end of the turn.
    Parted,
    /// The turn is over.
    End,
    /// The final scoring begins.
    Final,
    /// Scores what is left on the board.
    Features,
    /// Scores what is paid by its neighbours.
    Fields,
    /// The rest of the final scoring.
    Rest,
    /// Closes the game.
    Over,
}

/// What comes when a hand is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// The next turn.
    Turn,
    /// The next player's hand, and after the last one the first turn, unless a lab waits for its commands.
    Start {
        /// Whether the first turn begins.
        begins: bool,
    },
}

/// A turn that is not the next seat's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extra {
    /// Whose.
    pub player: PlayerId,
    /// Whether a tile is drawn in it.
    pub draws: bool,
    /// Why there is one.
    pub why: ReasonId,
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
    /// What is done next.
    pub step: Step,
    /// Which part of the turn it is, counted from 1.
    pub part: u8,
    /// Why there is another part after this one, and whether the player may do without it.
    pub again: Option<(ReasonId, bool)>,
    /// The tile to be placed.
    pub drawn: Option<TileId>,
    /// In how many ways it can be.
    pub places: u32,
    /// Whether these are listed one by one because a rule struck some of them out.
    pub listed: bool,
    /// Whether a rule has laid a tile since they were counted.
    pub stale: bool,
    /// The tile placed last in this turn.
    pub last: Option<PlacedId>,
    /// Where the loop goes on when what a rule's own tile completed is scored.
    pub back: Option<Step>,
    /// Whose regular turn this extra one follows, and how many extra ones there were since.
    pub extra_after: Option<(PlayerId, u8)>,
    /// Whether a tile is drawn in this turn.
    pub draws: bool,
    /// How many turns in a row nobody could place a tile.
    pub idle: u8,
    /// Whether the player has used the placed tile for anything.
    pub acted: bool,
    /// Who was asked, if it is another than the player whose turn it is.
    pub asked: Option<PlayerId>,
    /// The words that were chosen in this turn, a bit for each of the first 64.
    pub done: u64,
    /// Whether the end of the game is only imagined: whoever is asked answers at once, `pass` or else the last option.
    pub imagined: bool,
    /// Whether the loop stops before the next tile is drawn, as in copies that look ahead.
    pub looks_ahead: bool,
    /// How many options were chosen in this turn that left the decision open.
    pub freely: u16,
    /// How many handlers ran in this turn, one that asked counted again with each answer.
    pub handled: u16,
}

impl Turn {
    /// Notes that a word was chosen.
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
            idle: 0,
            acted: false,
            asked: None,
            done: 0,
            imagined: false,
            looks_ahead: false,
            freely: 0,
            handled: 0,
        }
    }
}

/// A handler that asked and waits for the answer: with the table as it was when it began and the answers so far it can be run
/// again to where it stands, so that a game can be copied, saved and taken back in the middle of it.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    /// The handler and what it was told.
    pub call: Call,
    /// The options that were chosen so far, by their places in the lists.
    pub answers: Vec<u16>,
    /// What chance gave the handler so far: it is seen, so it is given again whatever was mixed since.
    pub lots: Vec<u32>,
    /// What the question is about.
    pub about: Option<About>,
    /// The table when the handler began, without its log: that has only grown since.
    pub start: State,
    /// How long the log was then.
    pub log: usize,
    /// What choosing each of the options means to the handler.
    pub picks: Vec<u16>,
    /// Steps that it took so far.
    pub steps: u64,
    /// What tells this question from any other, for whoever keeps the handler itself.
    pub ticket: u64,
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
    /// What a rule says in its own words.
    Text(ReasonId),
}
