//! The index of a shelf: which packs it has, of which version, size and hash, and what they need. Knows JSON, never where
//! a shelf is.

use semver::Version;
use serde::{Deserialize, Serialize};

use crate::io::reply::Named;
use crate::share::archive;
use crate::share::pack::Pack;

/// The name of the file.
pub const INDEX: &str = "index.json";
/// The maximum size of the file, and how many packs it can list.
pub const MAX_INDEX: u64 = 8 << 20;
const MAX_PACKS: usize = 20_000;
/// The version of the format.
const FORMAT: u64 = 1;

/// One pack on a shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ware {
    /// The id of its set.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The name on its box.
    pub name: String,
    /// A sentence about it.
    #[serde(default)]
    pub summary: String,
    /// Its authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Its licence.
    #[serde(default)]
    pub licence: String,
    /// Whether it is a house rule.
    #[serde(default)]
    pub house: bool,
    /// The version of the manifests and scripts that it needs.
    pub api: i64,
    /// The sets that it requires, and their versions.
    #[serde(default)]
    pub requires: Named<String>,
    /// How many tiles it has.
    #[serde(default)]
    pub tiles: u64,
    /// The hash of its rules, as records have it.
    #[serde(default)]
    pub hash: String,
    /// Its file, beside the index.
    pub file: String,
    /// The size of the file.
    pub bytes: u64,
    /// The hash of the file.
    pub sha256: String,
}

impl Ware {
    /// What an index says of a pack.
    pub fn of(pack: &Pack) -> Ware {
        let expansion = &pack.expansion;
        Ware {
            id: expansion.id().into(),
            version: expansion.version().into(),
            name: expansion.name().into(),
            summary: expansion.summary().into(),
            authors: expansion.authors().to_vec(),
            licence: expansion.licence().into(),
            house: expansion.is_house(),
            api: expansion.api(),
            requires: expansion.requires().map(|(id, range)| (id.into(), range.into())).collect(),
            tiles: expansion.tiles().map(|(_, n)| u64::from(n)).sum(),
            hash: expansion.hash().into(),
            file: pack.file_name(),
            bytes: pack.bytes.len() as u64,
            sha256: pack.sha256(),
        }
    }

    /// Its version as numbers; the lowest if it is not a version.
    pub fn number(&self) -> Version {
        Version::parse(&self.version).unwrap_or(Version::new(0, 0, 0))
    }

    /// Whether a word in small letters is in what is said of it.
    pub fn matches(&self, word: &str) -> bool {
        let said = [&self.id, &self.name, &self.summary].into_iter().chain(&self.authors);
        said.into_iter().any(|text| text.to_lowercase().contains(word))
    }
}

#[derive(Serialize, Deserialize)]
struct Index {
    format: u64,
    #[serde(default)]
    program: String,
    packs: Vec<Ware>,
}

/// The text of an index.
pub fn write(packs: Vec<Ware>) -> String {
    let index = Index { format: FORMAT, program: concat!("bastide ", env!("CARGO_PKG_VERSION")).into(), packs };
    serde_json::to_string_pretty(&index).unwrap_or_default() + "\n"
}

/// The packs of an index, or what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Vec<Ware>, String> {
    let index: Index = serde_json::from_slice(bytes).map_err(|error| format!("its {INDEX} cannot be read: {error}"))?;
    if index.format != FORMAT {
        return Err(format!("its {INDEX} has format {}; this program reads format {FORMAT}", index.format));
    }
    if index.packs.len() > MAX_PACKS {
        return Err(format!("its {INDEX} has more than {MAX_PACKS} packs"));
    }
    // A file is one beside the index; anything else would be an address that nobody named.
    let wrong = index.packs.iter().find(|ware| ware.file.contains('/') || archive::check_name(&ware.file).is_err());
    match wrong {
        Some(ware) => Err(format!(
            "its {INDEX} says that {:.40} is in `{:.80}`, which is not a file beside it",
            ware.id, ware.file
        )),
        None => Ok(index.packs),
    }
}
