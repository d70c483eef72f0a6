//! What handlers that may ask did while somebody looked ahead, kept with everything that they read. Whoever tries many
//! options in a row comes to the same question again and again, and then the handler need not run.

use super::desk::Question;
use super::reads::{Done, Mixed, MixedKeyMap, Read};
use super::reckoned::Kept;
use super::subscription::Subscriptions;
use crate::table::catalogue::Catalogue;
use crate::table::choice::Target;
use crate::table::moment::{Call, Moment};
use crate::table::rulebook::Position;
use crate::table::sheet::ReasonId;
use crate::table::state::State;
use crate::table::turn;

/// The maximum number of runs that are kept; then all are forgotten.
const MAX_KEPT: usize = 10_000;
/// The maximum number of runs of one handler with the same answers.
const MAX_OF_ONE: usize = 16;
/// A handler that could not be kept this many times in a row is not tried again.
const MAX_VAIN: u8 = 8;

/// What a handler did from its beginning to its next question or its end.
#[derive(Debug)]
pub(super) struct Run {
    done: Vec<Done>,
    /// The question; `None` if it came to its end.
    pub question: Option<Question>,
}

/// The runs that are known.
#[derive(Debug, Default)]
pub(super) struct Runs {
    known: MixedKeyMap<Vec<(Call, Kept<Run>)>>,
    count: usize,
    /// How often in a row a handler with the same answers could not be kept.
    vain: MixedKeyMap<u8>,
}

impl Runs {
    /// Whether it makes sense to look for a run of a handler that gets these answers.
    pub fn may_know(&self, handler: u16, answers: &[u16]) -> bool {
        self.vain.get(&path(handler, answers)).is_none_or(|&vain| vain < MAX_VAIN)
    }

    /// Returns what a handler would do that is called now and gets these answers, and the steps that it would take.
    pub fn recall(&self, position: Position, call: Call, answers: &[u16]) -> Option<(&Run, u64)> {
        let mut now = Vec::new();
        let known = self.known.get(&key(position, call, answers))?;
        let mut same = known.iter().rev().filter(|(other, _)| *other == call).map(|(_, kept)| kept);
        same.find_map(|kept| kept.is_valid_among(position, &mut now).then_some((&kept.result, kept.steps)))
    }

    /// Keeps what a handler did that was called at `start` and got these answers.
    pub fn keep(
        &mut self,
        start: Position,
        (call, answers): (Call, &[u16]),
        (reads, done): (Vec<Read>, Vec<Done>),
        question: Option<Question>,
        steps: u64,
    ) {
        if self.count >= MAX_KEPT {
            self.known.clear();
            self.count = 0;
        }
        let known = self.known.entry(key(start, call, answers)).or_default();
        if known.len() >= MAX_OF_ONE {
            known.remove(0);
        }
        known.push((call, Kept::new(start, reads, Run { done, question }, steps)));
        self.count += 1;
        self.note(call.handler, answers, true);
    }

    /// Notes whether a run of a handler that got these answers could be kept.
    pub fn note(&mut self, handler: u16, answers: &[u16], could: bool) {
        if self.vain.len() >= MAX_KEPT {
            self.vain.clear();
        }
        let vain = self.vain.entry(path(handler, answers)).or_default();
        *vain = if could { 0 } else { vain.saturating_add(1) };
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Runs::default();
    }
}

impl Run {
    /// Does the same again.
    pub fn repeat(&self, catalogue: &Catalogue, handlers: &Subscriptions, alone: ReasonId, state: &mut State) {
        for done in &self.done {
            match *done {
                Done::Award((player, points, why)) => state.award(player, points, why),
                Done::Move(figure, to, cause) => {
                    let tell = |state: &mut State, moment| handlers.tell(catalogue, state, moment);
                    turn::relocate(state, catalogue, &tell, figure, to, (cause, alone));
                }
            }
        }
    }
}

/// A number that stands for the way that a handler takes.
fn path(handler: u16, answers: &[u16]) -> u64 {
    let mut mixed = Mixed::default();
    mixed.add(handler.into());
    answers.iter().for_each(|&answer| mixed.add(answer.into()));
    mixed.get()
}

/// A number that stands for what a handler is given. It is different in each turn, because the tile of a turn lies
/// elsewhere in each copy that looks ahead.
fn key(Position { state, .. }: Position, call: Call, answers: &[u16]) -> u64 {
    let mut mixed = Mixed::default();
    mixed.add(u64::from(state.stamp()) << 32 | u64::from(call.handler));
    mixed.add(u64::from(state.turn.player.0));
    answers.iter().for_each(|&answer| mixed.add(answer.into()));
    if let Moment::Verb(verb, target) = call.moment {
        mixed.add(1 << 32 | u64::from(verb.0));
        match target {
            Target::Tile(tile) => {
                let cell = state.board.tile(tile).cell;
                mixed.add(u64::from(cell.x as u16) << 16 | u64::from(cell.y as u16));
            }
            Target::Figure(figure) => mixed.add(2 << 32 | u64::from(figure.0)),
            _ => {}
        }
    }
    mixed.get()
}
