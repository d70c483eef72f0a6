//! What an expansion says about others: which it requires, which are loaded before it, and which it cannot be combined
//! with.

use semver::{Version, VersionReq};

use super::error::{ReadResult, quoted};
use super::node::{MAX_WORDS, Node, Table};
use super::word::Word;

/// The form of a version.
pub(super) const VERSION: &str = "a version is three numbers, as in \"1.0.0\"";
/// The form of a requirement.
const RANGE: &str = "as in \"1\", \">=1.2\" or \"*\", which is any";

/// What an expansion says about others.
#[derive(Clone, Debug, Default)]
pub(super) struct Bonds {
    pub requires: Vec<Requirement>,
    after: Vec<Word>,
    pub conflicts: Vec<Word>,
}

/// An expansion that must be in play, and its accepted versions.
#[derive(Clone, Debug)]
pub(super) struct Requirement {
    pub id: Word,
    pub text: Word,
    pub range: VersionReq,
}

impl Bonds {
    /// Takes what the expansion with this id and version says about others out of its table.
    pub fn read(table: &mut Table<'_>, id: &Word, version: &Word) -> ReadResult<Bonds> {
        let bonds = Bonds {
            requires: table.named("requires", Requirement::read)?,
            after: table.or_default("after", ids)?,
            conflicts: table.or_default("conflicts", ids)?,
        };
        if let Some(required) = bonds.requires.get(MAX_WORDS) {
            return Err(required.id.error(format!("an expansion requires at most {MAX_WORDS} others")));
        }
        if let Some(own) = bonds.before().chain(&bonds.conflicts).find(|named| named.text == id.text) {
            return Err(own.error(format!("`{}` is this expansion itself", own.text)));
        }
        // An expansion that checks the versions of others must have a version that others can check.
        if !bonds.requires.is_empty() && Version::parse(&version.text).is_err() {
            return Err(version.error(format!("{} is not a version", quoted(&version.text))).with_help(VERSION));
        }
        Ok(bonds)
    }

    /// Returns the ids and accepted versions of the expansions that must be in play.
    pub fn requires(&self) -> impl Iterator<Item = (&str, &str)> {
        self.requires.iter().map(|required| (required.id.text.as_str(), required.text.text.as_str()))
    }

    /// Returns what is loaded before it, if it is in play.
    pub fn before(&self) -> impl Iterator<Item = &Word> {
        self.requires.iter().map(|required| &required.id).chain(&self.after)
    }
}

impl Requirement {
    fn read(id: &Word, node: &Node<'_>) -> ReadResult<Requirement> {
        let text = node.word()?;
        let wrong = |_| text.error(format!("{} is not a version requirement", quoted(&text.text))).with_help(RANGE);
        let range = VersionReq::parse(&text.text).map_err(wrong)?;
        Ok(Requirement { id: id.clone(), text: text.clone(), range })
    }
}

fn ids(node: &Node<'_>) -> ReadResult<Vec<Word>> {
    node.words()?.into_iter().map(|word| word.name().cloned()).collect()
}
