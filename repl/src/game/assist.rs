//! How much the prompt tells beside the rules: for purists less, for learners all.

use serde_json::json;

use crate::io::reply::{Failure, Reply};
use crate::session::Session;

/// How much is told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Assist {
    /// Neither letters for legal cells nor anything of what `some` leaves out
    None,
    /// Letters for legal cells; no points to come, no counts of tiles, no hints
    Some,
    /// Everything
    #[default]
    Full,
}

impl Assist {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Assist::None => "none",
            Assist::Some => "some",
            Assist::Full => "full",
        }
    }

    /// Refuses what only full assistance tells.
    pub fn allows(self, what: &str) -> Result<(), Failure> {
        match self {
            Assist::Full => Ok(()),
            _ => Err(Failure::refused(format!(
                "this table plays with assist {}, which has no {what}; `assist full` changes that",
                self.name()
            ))),
        }
    }
}

/// Shows how much is told, or changes it. A game keeps it in its record.
pub fn assist(session: &mut Session, level: Option<Assist>) -> Result<Reply, Failure> {
    if let Some(level) = level {
        session.screen.manner.assist = level;
        if let Some(table) = &mut session.table {
            table.assist = level;
        }
    }
    let level = session.screen.manner.assist;
    let about = match level {
        Assist::None => "no letters for legal cells, no points to come, no counts of tiles, no hints",
        Assist::Some => "letters for legal cells; no points to come, no counts of tiles, no hints",
        Assist::Full => "everything is told",
    };
    Ok(Reply::text(format!("assist {}: {about}", level.name())).with("assist", json!(level.name())))
}
