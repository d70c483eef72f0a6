//! Leaves only one verb to choose, as data: `{ only = "VERB", why = "…" }`.

use mlua::{Error, Result, Table};

use super::desk::Desk;
use super::values::Why;
use super::when::When;
use crate::table::catalogue::VerbId;
use crate::table::choice::Choice;
use crate::table::sheet::ReasonId;

/// If an option with one verb is offered, all other options are struck out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Restraint {
    pub when: When,
    word: Word,
    pub why: ReasonId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Deploy,
    Pass,
    Verb(VerbId),
}

impl Restraint {
    /// Reads `{ only, why }`.
    pub fn read(desk: &Desk, expansion: &str, table: &Table, when: When) -> Result<Restraint> {
        let only: String = table.raw_get("only").map_err(|_| Error::runtime("`only` is a word"))?;
        let Why(why) = Why::of(table)?;
        let word = match only.as_str() {
            "deploy" => Word::Deploy,
            "pass" => Word::Pass,
            verb => Word::Verb(desk.words().verb(verb).map_err(Error::runtime)?),
        };
        Ok(Restraint { when, word, why: desk.reason_of(&why, expansion)? })
    }

    /// Whether any of these options has the verb.
    pub fn binds(&self, options: &[Choice]) -> bool {
        options.iter().any(|&option| self.allows(option))
    }

    /// Whether an option has the verb.
    pub fn allows(&self, option: Choice) -> bool {
        match (self.word, option) {
            (Word::Deploy, Choice::Deploy(..)) | (Word::Pass, Choice::Pass) => true,
            (Word::Verb(word), Choice::Do(verb, _)) => word == verb,
            _ => false,
        }
    }
}
