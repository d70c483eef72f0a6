//! The scripts of a table as text, and what they can know about it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rules::manifest::OptionValue;
use crate::table::catalogue::Catalogue;
use crate::table::sheet::Reasons;

/// A Lua file beside `init.lua`: its path in the folder, its name in messages, and its text.
pub type OtherFile = (String, String, Arc<str>);

/// The script of one expansion, as text.
#[derive(Clone, Debug)]
pub struct Source {
    /// The expansion.
    pub expansion: String,
    /// The file, as it is named in messages.
    pub file: String,
    /// Its text.
    pub text: Arc<str>,
    /// The other scripts in its folder.
    pub others: Vec<OtherFile>,
    /// The expansions that it comes after, directly or indirectly.
    pub follows: Vec<String>,
}

/// What scripts can know about the table that they are loaded for.
#[derive(Clone)]
pub struct Setting {
    /// What was declared.
    pub catalogue: Arc<Catalogue>,
    /// Every option's value.
    pub options: BTreeMap<String, OptionValue>,
    /// The names of the players.
    pub players: Vec<String>,
    /// The sets that are in play with their rules.
    pub sets: Vec<String>,
    /// Whether it is a lab, where things are put on the table by hand.
    pub lab: bool,
    /// The reasons and their numbers.
    pub reasons: Arc<Reasons>,
}
