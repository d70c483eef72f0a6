//! How much help the prompt gives beyond the rules: less for purists, all for learners.

use std::str::FromStr;

use clap::ValueEnum;

use crate::io::reply::Failure;

/// How much help is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
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

    /// Refuses what only full assistance shows.
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

impl FromStr for Assist {
    type Err = Failure;

    fn from_str(name: &str) -> Result<Assist, Failure> {
        ValueEnum::from_str(name, false).map_err(|_| Failure::usage(format!("`{name}` is not none, some or full")))
    }
}
