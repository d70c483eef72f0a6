//! The points at which scripts are called, what they may do there, and what may be said in `when`.

use crate::moment::{Heard, Moment, PHASES, Point};

/// A point at which scripts are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    Setup,
    Turn,
    Draw,
    Place,
    Move,
    Complete,
    Score,
    Weight,
    Winners,
    Scored,
    End,
    CanPlace,
    CanMove,
    CanChoose,
    Options,
    /// A phase that was inserted into a chain.
    Phase(Point),
    /// A word of an expansion was chosen.
    Verb(u8),
    /// A rule that replaces one of the table's own.
    Rule(Native),
}

/// A rule of the table itself that a script may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Native {
    /// What happens to a tile that fits nowhere.
    Stuck,
    /// The final scoring of what is paid by its neighbours.
    Fields,
}

impl Native {
    pub const ALL: [(&'static str, Native); 2] = [("place.stuck", Native::Stuck), ("final.field", Native::Fields)];
}

/// What a hook may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Context {
    /// Nothing runs.
    #[default]
    Nothing,
    /// It reads.
    Pure,
    /// It edits what is being counted.
    Fold,
    /// It acts.
    Action,
}

/// The hooks that have a name of their own in a module.
pub(super) const NAMED: [(&str, Hook); 15] = [
    ("on_setup", Hook::Setup),
    ("on_turn", Hook::Turn),
    ("on_draw", Hook::Draw),
    ("on_place", Hook::Place),
    ("on_move", Hook::Move),
    ("on_complete", Hook::Complete),
    ("on_score", Hook::Score),
    ("on_weight", Hook::Weight),
    ("on_winners", Hook::Winners),
    ("on_scored", Hook::Scored),
    ("on_end", Hook::End),
    ("can_place", Hook::CanPlace),
    ("can_move", Hook::CanMove),
    ("can_choose", Hook::CanChoose),
    ("options", Hook::Options),
];

impl Hook {
    /// Whether a handler of this hook is told of a moment.
    pub fn is_for(self, moment: Moment) -> bool {
        match (self, moment) {
            (Hook::Setup, Moment::Setup)
            | (Hook::Turn, Moment::Turn)
            | (Hook::Draw, Moment::Draw(_))
            | (Hook::Place, Moment::Place(_))
            | (Hook::Move, Moment::Move { .. })
            | (Hook::Complete, Moment::Complete(_))
            | (Hook::Scored, Moment::Scored(_))
            | (Hook::Rule(Native::Fields), Moment::Fields)
            | (Hook::End, Moment::End) => true,
            (Hook::Phase(own), Moment::Phase(point)) => own == point,
            (Hook::Verb(own), Moment::Verb(verb, _)) => own == verb.0,
            _ => false,
        }
    }

    /// What is to be heard so that the handlers of this hook are called.
    pub fn heard(self) -> Heard {
        match self {
            Hook::Setup => Heard::SETUP,
            Hook::Turn => Heard::TURN,
            Hook::Draw => Heard::DRAW,
            Hook::Place => Heard::PLACE,
            Hook::Move => Heard::MOVE,
            Hook::Complete => Heard::COMPLETE,
            // Sheets are made by the rulebook in any case, and a word is told to it when it is chosen.
            Hook::Score | Hook::Verb(_) => Heard::default(),
            Hook::Weight | Hook::Winners => Heard::MAJORITY,
            Hook::Scored => Heard::SCORED,
            Hook::End => Heard::END,
            Hook::CanPlace => Heard::PLACES,
            Hook::CanMove | Hook::CanChoose | Hook::Options => Heard::OPTIONS,
            Hook::Phase(point) => Heard::point(point),
            Hook::Rule(Native::Stuck) => Heard::STUCK,
            Hook::Rule(Native::Fields) => Heard::FIELDS,
        }
    }

    /// What may be said in its `when`, besides options.
    pub fn filters(self) -> &'static [&'static str] {
        use Hook::*;
        match self {
            Place => &["figure", "kind", "tag"],
            Draw | CanPlace | Options | CanChoose | Phase(_) => &["kind", "tag"],
            Move | CanMove => &["cause", "figure", "kind"],
            Complete | Scored | Score => &["complete", "figure", "kind", "tag"],
            Weight | Winners => &["figure", "kind", "tag"],
            Setup | Turn | End | Verb(_) | Rule(_) => &[],
        }
    }
}

/// The place of a phase of the table among [`PHASES`], by its chain and name.
pub(super) fn phase_named(chain: &str, name: &str) -> Option<u8> {
    PHASES.iter().position(|phase| *phase == (chain, name)).map(|place| place as u8)
}
