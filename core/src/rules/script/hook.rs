//! The points at which scripts are called, one row each: what a handler receives, what it can do, and the keys of its
//! `when`.

use crate::table::moment::{Heard, Moment, PHASES, Point};

/// A point at which scripts are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    /// A hook with its own name in a module.
    Named(Named),
    /// A phase that was inserted into a chain.
    Phase(Point),
    /// A verb of an expansion was chosen.
    Verb(u8),
    /// A rule that replaces one of the table's own.
    Rule(Native),
}

/// The hooks with a name, in the order of [`ROWS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Setup,
    Turn,
    Draw,
    Place,
    Move,
    Complete,
    Weight,
    Winners,
    Score,
    Scored,
    Points,
    End,
    CanPlace,
    CanMove,
    CanChoose,
    Options,
}

/// A rule of the table itself that a script can replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Native {
    /// What happens to a tile that fits nowhere.
    Stuck,
    /// The final scoring of features that are paid by their neighbours.
    Fields,
}

impl Native {
    pub const ALL: [(&'static str, Native); 2] = [("place.stuck", Native::Stuck), ("final.field", Native::Fields)];
}

/// What a hook can do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Context {
    /// No script is running.
    #[default]
    Nothing,
    /// It only reads.
    Pure,
    /// It edits what is being counted.
    Fold,
    /// It acts.
    Action,
}

impl Context {
    /// The context of this name.
    pub fn named(name: &str) -> Option<Context> {
        [Context::Pure, Context::Fold, Context::Action].into_iter().find(|context| context.name() == name)
    }

    /// Its name in the docs.
    pub fn name(self) -> &'static str {
        match self {
            Context::Nothing => "",
            Context::Pure => "pure",
            Context::Fold => "fold",
            Context::Action => "action",
        }
    }
}

/// Everything about a hook with a name.
pub(super) struct Row {
    pub named: Named,
    pub name: &'static str,
    /// When it is called.
    pub says: &'static str,
    pub context: Context,
    /// What a handler receives, and what it returns.
    pub signature: &'static str,
    /// The types of data that can replace the function.
    pub data: &'static str,
    /// The keys of its `when`, besides those that every hook has.
    pub filters: &'static [&'static str],
    /// What the table has to announce so that handlers are called. Nothing for `on_score`, since sheets are always
    /// made.
    heard: Heard,
}

/// Keys about a feature.
const FEATURE: &[&str] =
    &["complete", "figure", "figures", "kind", "larger", "standing", "state", "tag", "with", "zone"];
/// Keys about a feature, where it may be scored at the end.
const SCORED: &[&str] =
    &["complete", "ending", "figure", "figures", "kind", "larger", "standing", "state", "tag", "with", "zone"];
/// Keys about the whole table.
const TABLE: &[&str] = &["cells", "figures", "points", "segments", "standing", "state", "tiles", "token", "zone"];
/// Keys about the whole table and the tile of a decision.
const DECISION: &[&str] = &[
    "cells", "corners", "figures", "forms", "id", "kind", "placing", "points", "segments", "standing", "state", "tag",
    "tiles", "token", "zone",
];
/// Keys of a phase.
const PHASE: &[&str] = &[
    "acted", "cells", "corners", "earned", "features", "figures", "id", "kind", "points", "segments", "standing",
    "state", "tag", "tiles", "token", "zone",
];

/// The hooks with a name.
pub(super) const ROWS: [Row; 16] = [
    Row {
        named: Named::Setup,
        name: "on_setup",
        says: "the start position has been laid",
        context: Context::Action,
        signature: "(event: Event)",
        data: "Deed",
        filters: &[],
        heard: Heard::SETUP,
    },
    Row {
        named: Named::Turn,
        name: "on_turn",
        says: "a turn begins",
        context: Context::Action,
        signature: "(event: Event)",
        data: "Deed",
        filters: TABLE,
        heard: Heard::TURN,
    },
    Row {
        named: Named::Draw,
        name: "on_draw",
        says: "a tile has left the pile",
        context: Context::Action,
        signature: "(event: DrawEvent)",
        data: "Deed",
        filters: &["id", "kind", "state", "tag"],
        heard: Heard::DRAW,
    },
    Row {
        named: Named::Place,
        name: "on_place",
        says: "a tile is on the board and its features are joined",
        context: Context::Action,
        signature: "(event: PlaceEvent)",
        data: "Deed",
        filters: &["aims", "astray", "features", "figure", "id", "kind", "near", "state", "tag"],
        heard: Heard::PLACE,
    },
    Row {
        named: Named::Move,
        name: "on_move",
        says: "a figure has moved",
        context: Context::Action,
        signature: "(event: MoveEvent)",
        data: "Deed",
        filters: &["cause", "ending", "enters", "figure", "group", "kind", "leaves", "number", "state"],
        heard: Heard::MOVE,
    },
    Row {
        named: Named::Complete,
        name: "on_complete",
        says: "a feature is complete, before anything is counted",
        context: Context::Action,
        signature: "(event: FeatureEvent)",
        data: "Deed",
        filters: FEATURE,
        heard: Heard::COMPLETE,
    },
    Row {
        named: Named::Weight,
        name: "on_weight",
        says: "a follower is weighed",
        context: Context::Fold,
        signature: "(weight: Weight)",
        data: "",
        filters: &["figure", "kind", "tag"],
        heard: Heard::MAJORITY,
    },
    Row {
        named: Named::Winners,
        name: "on_winners",
        says: "the leaders are known, the winners are not yet",
        context: Context::Fold,
        signature: "(winners: Winners)",
        data: "",
        filters: &["figure", "kind", "tag", "tied"],
        heard: Heard::MAJORITY,
    },
    Row {
        named: Named::Score,
        name: "on_score",
        says: "a feature's sheet is written, during play and at the end",
        context: Context::Fold,
        signature: "(score: Score)",
        data: "",
        filters: SCORED,
        heard: Heard::NOTHING,
    },
    Row {
        named: Named::Scored,
        name: "on_scored",
        says: "its points have been given, its figures still stand there",
        context: Context::Action,
        signature: "(event: FeatureEvent)",
        data: "Deed",
        filters: SCORED,
        heard: Heard::SCORED,
    },
    Row {
        named: Named::Points,
        name: "on_points",
        says: "a player got points, for a feature or from a script; not the script that gave them",
        context: Context::Action,
        signature: "(event: PointsEvent)",
        data: "Deed",
        filters: &["ending", "figures", "kind", "points", "standing", "state", "tiles", "token", "zone"],
        heard: Heard::POINTS,
    },
    Row {
        named: Named::End,
        name: "on_end",
        says: "the features have been scored at the end",
        context: Context::Action,
        signature: "(event: Event)",
        data: "Deed",
        filters: TABLE,
        heard: Heard::END,
    },
    Row {
        named: Named::CanPlace,
        name: "can_place",
        says: "a tile is in hand",
        context: Context::Pure,
        signature: "(list: List)",
        data: "Siting",
        filters: &["id", "kind", "state", "tag"],
        heard: Heard::PLACES,
    },
    Row {
        named: Named::CanMove,
        name: "can_move",
        says: "a deployment is offered",
        context: Context::Pure,
        signature: "(option: Option): false?, string?",
        data: "",
        filters: &["cause", "figure", "group", "kind", "meets", "standing", "state", "with"],
        heard: Heard::OPTIONS,
    },
    Row {
        named: Named::CanChoose,
        name: "can_choose",
        says: "an option of the decision after placing is offered",
        context: Context::Pure,
        signature: "(decision: Decision, option: Option): false?, string?",
        data: "Restraint",
        filters: DECISION,
        heard: Heard::OPTIONS,
    },
    Row {
        named: Named::Options,
        name: "options",
        says: "a decision is about to be opened",
        context: Context::Pure,
        signature: "(decision: Decision)",
        data: "Offer",
        filters: DECISION,
        heard: Heard::OPTIONS,
    },
];

impl Named {
    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }
}

impl Hook {
    /// Returns the hook whose handlers are called at a moment.
    pub fn of(moment: Moment) -> Hook {
        Hook::Named(match moment {
            Moment::Setup => Named::Setup,
            Moment::Turn => Named::Turn,
            Moment::Draw(_) => Named::Draw,
            Moment::Place(_) => Named::Place,
            Moment::Move { .. } => Named::Move,
            Moment::Complete(_) => Named::Complete,
            Moment::Scored(_) => Named::Scored,
            Moment::Points { .. } => Named::Points,
            Moment::End => Named::End,
            Moment::Fields => return Hook::Rule(Native::Fields),
            Moment::Phase(point) => return Hook::Phase(point),
            Moment::Verb(verb, _) => return Hook::Verb(verb.0),
        })
    }

    /// Returns the hook with this name in a module.
    pub fn called(name: &str) -> Option<Hook> {
        ROWS.iter().find(|row| row.name == name).map(|row| Hook::Named(row.named))
    }

    /// Returns a number for the hook, by which its handlers are found.
    pub fn slot(self) -> usize {
        match self {
            Hook::Named(named) => named as usize,
            Hook::Phase(Point(point)) => ROWS.len() + point as usize,
            Hook::Rule(native) => ROWS.len() + 2 * PHASES.len() + native as usize,
            Hook::Verb(verb) => ROWS.len() + 2 * PHASES.len() + Native::ALL.len() + verb as usize,
        }
    }

    /// Returns what the table has to announce so that the handlers of this hook are called. Nothing for a verb, which
    /// is always announced when it is chosen.
    pub fn heard(self) -> Heard {
        match self {
            Hook::Named(named) => named.row().heard,
            Hook::Phase(point) => Heard::point(point),
            Hook::Verb(_) => Heard::NOTHING,
            Hook::Rule(Native::Stuck) => Heard::STUCK,
            Hook::Rule(Native::Fields) => Heard::FIELDS,
        }
    }

    /// Whether a handler of this hook can be a deed.
    pub fn acts(self) -> bool {
        match self {
            Hook::Named(named) => named.row().context == Context::Action,
            Hook::Phase(_) | Hook::Verb(_) => true,
            Hook::Rule(_) => false,
        }
    }

    /// Returns the keys of its `when`, besides those that every hook has.
    pub fn filters(self) -> &'static [&'static str] {
        match self {
            Hook::Named(named) => named.row().filters,
            Hook::Phase(_) => PHASE,
            Hook::Verb(_) | Hook::Rule(_) => &[],
        }
    }
}

/// Returns the index of a phase in [`PHASES`], by its chain and name.
pub(super) fn phase_named(chain: &str, name: &str) -> Option<u8> {
    PHASES.iter().position(|phase| *phase == (chain, name)).map(|place| place as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hook_has_its_own_row() {
        assert!(ROWS.iter().enumerate().all(|(place, row)| row.named as usize == place));
    }
}
