//! The points at which scripts are called, what they may do there, and what may be said in `when`.

use crate::table::moment::{Heard, Moment, PHASES, Point};

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
    /// The hook whose handlers are told of a moment.
    pub fn of(moment: Moment) -> Hook {
        match moment {
            Moment::Setup => Hook::Setup,
            Moment::Turn => Hook::Turn,
            Moment::Draw(_) => Hook::Draw,
            Moment::Place(_) => Hook::Place,
            Moment::Move { .. } => Hook::Move,
            Moment::Complete(_) => Hook::Complete,
            Moment::Scored(_) => Hook::Scored,
            Moment::Fields => Hook::Rule(Native::Fields),
            Moment::End => Hook::End,
            Moment::Phase(point) => Hook::Phase(point),
            Moment::Verb(verb, _) => Hook::Verb(verb.0),
        }
    }

    /// A number for the hook, by which its handlers are found.
    pub fn slot(self) -> usize {
        match self {
            Hook::Phase(Point(point)) => NAMED.len() + point as usize,
            Hook::Rule(native) => NAMED.len() + 2 * PHASES.len() + native as usize,
            Hook::Verb(verb) => NAMED.len() + 2 * PHASES.len() + Native::ALL.len() + verb as usize,
            Hook::Setup => 0,
            Hook::Turn => 1,
            Hook::Draw => 2,
            Hook::Place => 3,
            Hook::Move => 4,
            Hook::Complete => 5,
            Hook::Score => 6,
            Hook::Weight => 7,
            Hook::Winners => 8,
            Hook::Scored => 9,
            Hook::End => 10,
            Hook::CanPlace => 11,
            Hook::CanMove => 12,
            Hook::CanChoose => 13,
            Hook::Options => 14,
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

    /// Whether its handlers act.
    pub fn acts(self) -> bool {
        use Hook::*;
        matches!(self, Setup | Turn | Draw | Place | Move | Complete | Scored | End | Phase(_) | Verb(_))
    }

    /// What may be said in its `when`, besides options.
    pub fn filters(self) -> &'static [&'static str] {
        use Hook::*;
        match self {
            Place => &["aims", "astray", "figure", "id", "kind", "near", "state", "tag"],
            Draw | CanPlace => &["id", "kind", "state", "tag"],
            Options | CanChoose => {
                &["figures", "id", "kind", "placing", "points", "standing", "state", "tag", "tiles", "token", "zone"]
            }
            Phase(_) => {
                &["earned", "figures", "id", "kind", "points", "standing", "state", "tag", "tiles", "token", "zone"]
            }
            Move => &["cause", "enters", "figure", "group", "kind", "leaves", "state"],
            CanMove => &["cause", "figure", "kind", "with"],
            Complete | Scored | Score => {
                &["complete", "figure", "figures", "kind", "larger", "standing", "state", "tag", "with", "zone"]
            }
            Weight | Winners => &["figure", "kind", "tag"],
            Turn | End => &["figures", "points", "standing", "state", "tiles", "token", "zone"],
            Setup | Verb(_) | Rule(_) => &[],
        }
    }
}

/// The place of a phase of the table among [`PHASES`], by its chain and name.
pub(super) fn phase_named(chain: &str, name: &str) -> Option<u8> {
    PHASES.iter().position(|phase| *phase == (chain, name)).map(|place| place as u8)
}
