//! What a check finds: how bad it is, where, a sentence about it, and what to do. Knows no rule.

use bastide_core::Fault;
use bastide_core::manifest::{Expansion, ManifestError, Place};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::tell::book::{self, Found};

/// The code of an error in how something is drawn.
pub const LOOK: &str = "look";

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It cannot be played as it is, or it is certainly not meant.
    Error,
    /// It is probably not meant.
    Warning,
    /// It is worth knowing.
    Note,
}

impl Severity {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }
}

/// One finding.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What sort of finding it is, in a word or two.
    pub code: &'static str,
    /// Where it is, if it is in a file.
    pub place: Option<Place>,
    /// What is the matter, in a sentence.
    pub sentence: String,
    /// What to do about it.
    pub help: String,
    /// The record of a game that leads to it, until it is saved to a file.
    pub record: Option<String>,
}

impl Finding {
    /// A finding without a place.
    pub fn new(
        severity: Severity,
        code: &'static str,
        sentence: impl Into<String>,
        help: impl Into<String>,
    ) -> Finding {
        Finding { severity, code, place: None, sentence: sentence.into(), help: help.into(), record: None }
    }

    /// The same with its place.
    pub fn at(self, place: Option<Place>) -> Finding {
        Finding { place, ..self }
    }

    /// An error in a manifest.
    pub fn manifest(code: &'static str, error: ManifestError) -> Finding {
        let section = || if code == LOOK { "manifest looks".into() } else { section_of(&error.place) };
        let help = error
            .help
            .clone()
            .unwrap_or_else(|| format!("`bastide docs {}` lists the keys and what each can be", section()));
        Finding::new(Severity::Error, code, error.message, help).at(Some(error.place))
    }

    /// An error in a script.
    pub fn fault(expansion: &Expansion, fault: &Fault) -> Finding {
        let help = match fault.traceback.first() {
            Some(call) => format!("it happened at {call}; `help lua NAME` says what scripts can use"),
            None => "`help lua NAME` says what hooks and objects there are".into(),
        };
        let sentence = format!("{} of {}: {}", fault.hook, fault.expansion, fault.message);
        Finding::new(Severity::Error, "script", sentence, help).at(line_of(expansion, &fault.file, fault.line))
    }

    /// Several lines for people: the sentence, the line with the word underlined, and what to do.
    pub fn lines(&self) -> String {
        let head = format!("{}[{}]: ", self.severity.name(), self.code);
        let Some(place) = &self.place else {
            return format!("{head}{}\n  = help: {}", self.sentence, self.help);
        };
        let shown = place.error(&self.sentence).with_help(&self.help).render();
        format!("{head}{}", shown.trim_end().trim_start_matches("error: "))
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let place = self.place.as_ref();
        let in_text = place.filter(|place| !place.text().is_empty());
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("severity", &self.severity)?;
        map.serialize_entry("code", self.code)?;
        map.serialize_entry("file", &place.map(Place::file))?;
        map.serialize_entry("line", &in_text.map(Place::line))?;
        map.serialize_entry("column", &in_text.map(Place::column))?;
        map.serialize_entry("sentence", &self.sentence)?;
        map.serialize_entry("help", &self.help)?;
        map.end()
    }
}

/// What to ask `docs` for about a place in a manifest: the section on the table that it is in, if there is one.
fn section_of(place: &Place) -> String {
    let before = place.text().lines().take(place.line());
    let table = before.filter_map(|line| line.trim_start().strip_prefix('[')).last().unwrap_or_default();
    let table = table.trim_start_matches('[').split(['.', ']']).next().unwrap_or_default().trim();
    let table = if place.file().ends_with("tiles.toml") { "tiles" } else { table };
    let section = format!("manifest {table}");
    match book::find(&section) {
        Ok(Found::One(found)) if !table.is_empty() && found.page.name == "MANIFEST" => section,
        _ => "manifest".into(),
    }
}

/// The place of a line of a script, without the blanks around it; the whole file if there is no such line.
pub fn line_of(expansion: &Expansion, file: &str, line: usize) -> Option<Place> {
    let (_, _, text) = expansion.scripts().find(|(_, name, _)| *name == file)?;
    Some(line_in(file, text, line))
}

/// The place of a line of a text, without the blanks around it.
pub fn line_in(file: &str, text: &str, line: usize) -> Place {
    let before = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum::<usize>();
    let found = text[before..].lines().next().unwrap_or_default();
    let start = before + found.len() - found.trim_start().len();
    Place::in_text(file, text, start..start + found.trim().len())
}

/// The first place in the scripts of an expansion where a word stands alone.
pub fn word_in_scripts(expansion: &Expansion, word: &str) -> Option<Place> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    expansion.scripts().find_map(|(_, file, text)| {
        let mut found = text.match_indices(word);
        let (at, _) =
            found.find(|(at, _)| !text[..*at].ends_with(is_part) && !text[at + word.len()..].starts_with(is_part))?;
        Some(Place::in_text(file, &**text, at..at + word.len()))
    })
}
