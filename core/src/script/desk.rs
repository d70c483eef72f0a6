//! What lies before the script that is running: the table, taken from the game for the time of the call, and the sheet that it
//! may edit. Outside a call the desk is empty. An object that a script kept is the one that the next call lends again: it shows
//! what lies on the desk then, never what lay there before.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::catalogue::{Catalogue, Line};
use crate::rulebook::{Position, printed};
use crate::sheet::{Reasons, Sheet};
use crate::state::State;

use super::Words;

/// What a hook may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Context {
    /// Nothing runs.
    #[default]
    Nothing,
    /// It edits a sheet.
    Fold,
}

/// The desk.
pub(super) struct Desk {
    pub catalogue: Arc<Catalogue>,
    pub options: BTreeMap<String, String>,
    pub reasons: Arc<Reasons>,
    pub state: RefCell<State>,
    pub sheet: RefCell<Sheet>,
    pub context: Cell<Context>,
    /// The expansion whose script runs, by its place among the scripts.
    pub running: Cell<u16>,
}

impl Desk {
    pub fn words(&self) -> Words<'_> {
        Words { catalogue: &self.catalogue, options: &self.options }
    }

    /// How many of what a line counts the feature on the desk has.
    pub fn count(&self, sheet: &Sheet, line: Line) -> u16 {
        let state = self.state.borrow();
        let position = Position { catalogue: &self.catalogue, state: &state };
        sheet.count_of(line).unwrap_or_else(|| printed::count(position, sheet.feature, line))
    }
}
