//! One line of a game's record: an option or a lab command, with what its words depend on.

use std::sync::Arc;

use crate::table::board::PlacedId;
use crate::table::choice::Choice;
use crate::table::figure::Zone;

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A player chose an option, with the context that its words depend on.
    Choice(Choice, ChoiceContext),
    /// A lab command was given, in these words.
    Lab(Arc<[String]>),
}

/// The context that the words of an option depend on, from when it was chosen: written later, they must still mean the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChoiceContext {
    /// The tile just placed, whose segments have short names.
    pub last: Option<PlacedId>,
    /// What the words of this sort of option depend on besides.
    pub detail: ContextDetail,
}

/// What the words of some options depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ContextDetail {
    /// Nothing.
    #[default]
    Nothing,
    /// Its figure stood there.
    Stood(Zone),
    /// Several tiles could be placed, so the words must name the tile.
    SeveralTiles,
}

// With a byte to spare the compiler writes an `Entry` in pieces and reads it again across them, for which a processor has
// to wait.
const _: () = assert!(size_of::<ChoiceContext>() == 10);
