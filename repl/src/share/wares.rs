//! The shelves that the settings name: read side by side, so that one that is down or lies only leaves a note.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use bastide_core::language::{did_you_mean, nearest};
use semver::VersionReq;

use crate::io::files;
use crate::io::reply::{Cause, Failure};
use crate::share::archive::MAX_ARCHIVE;
use crate::share::fetch::{self, Limits};
use crate::share::index::{self, INDEX, MAX_INDEX, Ware};
use crate::share::pack::Pack;

const INDEX_LIMITS: Limits = Limits { bytes: MAX_INDEX, time: Duration::from_secs(10) };
/// The limits for a pack.
pub const PACK_LIMITS: Limits = Limits { bytes: MAX_ARCHIVE, time: Duration::from_secs(60) };

/// A pack on a shelf.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The address or the folder of the shelf.
    pub shelf: String,
    /// The pack.
    pub ware: Ware,
}

/// Everything that the shelves offer, and what is wrong with those that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Wares {
    /// All packs of all shelves.
    pub offers: Vec<Offer>,
    /// A sentence for each shelf that could not be read.
    pub notes: Vec<String>,
}

impl Wares {
    /// Reads the indexes of these shelves.
    pub fn read(shelves: &[String]) -> Wares {
        let mut wares = Wares::default();
        let read = thread::scope(|scope| {
            let threads: Vec<_> = shelves.iter().map(|shelf| scope.spawn(move || listed(shelf))).collect();
            threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
        });
        for (shelf, read) in shelves.iter().zip(read) {
            match read {
                Ok(Ok(packs)) => {
                    wares.offers.extend(packs.into_iter().map(|ware| Offer { shelf: shelf.clone(), ware }));
                }
                Ok(Err(failure)) => wares.notes.push(format!("the shelf {shelf} is left out: {}", failure.message)),
                Err(_) => wares.notes.push(format!("the shelf {shelf} is left out")),
            }
        }
        wares
    }

    /// Whether there are shelves, but none could be read.
    pub fn are_unread(&self) -> bool {
        self.offers.is_empty() && !self.notes.is_empty()
    }

    /// The newest version of each pack that a word matches, by name; if there is none, of those with nearly this name.
    pub fn search(&self, word: &str) -> Vec<&Offer> {
        let word = word.to_lowercase();
        let mut found: Vec<&Offer> = self.offers.iter().filter(|offer| offer.ware.matches(&word)).collect();
        if found.is_empty() {
            found.extend(self.offers.iter().filter(|offer| nearest(&word, [offer.ware.id.as_str()]).is_some()));
        }
        found.sort_by(|one, other| {
            let newer = || other.ware.number().cmp(&one.ware.number());
            one.ware.id.cmp(&other.ware.id).then_with(newer)
        });
        found.dedup_by(|next, first| next.ware.id == first.ware.id);
        found
    }

    /// The newest version of a set in a range.
    pub fn fitting(&self, id: &str, range: &VersionReq) -> Option<&Offer> {
        let fits = |offer: &&Offer| offer.ware.id == id && range.matches(&offer.ware.number());
        self.offers.iter().rev().filter(fits).max_by_key(|offer| offer.ware.number())
    }

    /// The newest version of a set, or the one that is named as `ID@VERSION`.
    pub fn find(&self, name: &str) -> Result<&Offer, Failure> {
        let (id, version) = name.split_once('@').map_or((name, None), |(id, version)| (id, Some(version)));
        let fits = |offer: &&Offer| offer.ware.id == id && version.is_none_or(|version| offer.ware.version == version);
        // Of equal versions, the one of the shelf that is named first.
        let newest = self.offers.iter().rev().filter(fits).max_by_key(|offer| offer.ware.number());
        newest.ok_or_else(|| {
            let meant = nearest(id, self.offers.iter().map(|offer| offer.ware.id.as_str()));
            let versions: Vec<&str> = self
                .offers
                .iter()
                .filter(|offer| offer.ware.id == id)
                .map(|offer| offer.ware.version.as_str())
                .collect();
            let fits = match (versions.is_empty(), meant) {
                (false, _) => format!("there is {}", versions.join(", ")),
                (true, Some(near)) => did_you_mean(near),
                (true, None) => "`expansions search` lists what they have".into(),
            };
            Failure::refused(format!("no shelf has {name}; {fits}"))
        })
    }
}

impl Offer {
    /// Fetches the pack, and checks that it is what the index says.
    pub fn fetch(&self) -> Result<Pack, Failure> {
        let Offer { shelf, ware } = self;
        let lies = |why: &str| {
            Failure::new(
                Cause::Manifest,
                format!("{} of the shelf {shelf} is not what its index says: {why}", ware.file),
            )
        };
        let bytes = taken(shelf, &ware.file, PACK_LIMITS)?;
        let pack = match bytes.len() as u64 == ware.bytes {
            true => Pack::open(bytes, &ware.file)?,
            false => return Err(lies("its size is not the one in the index")),
        };
        if pack.sha256() != ware.sha256 {
            return Err(lies("its hash is not the one in the index"));
        }
        if (pack.expansion.id(), pack.expansion.version()) != (&*ware.id, &*ware.version) {
            return Err(lies("it holds another set or version"));
        }
        Ok(pack)
    }
}

fn listed(shelf: &str) -> Result<Vec<Ware>, Failure> {
    let place = folder(shelf);
    if !fetch::is_address(shelf) && place.is_dir() && !place.join(INDEX).exists() {
        return Err(Failure::refused(format!("it has no {INDEX}; `bastide shelf {shelf}` makes one")));
    }
    let bytes = taken(shelf, INDEX, INDEX_LIMITS)?;
    index::read(&bytes).map_err(|why| Failure::new(Cause::Manifest, why))
}

/// A file of a shelf.
fn taken(shelf: &str, file: &str, limits: Limits) -> Result<Vec<u8>, Failure> {
    match fetch::is_address(shelf) {
        true => fetch::get(&format!("{}/{}", shelf.trim_end_matches('/'), file.replace(' ', "%20")), limits),
        false => files::read(&folder(shelf).join(file), limits.bytes),
    }
}

/// The folder of a shelf on this machine; `~` is the home folder.
fn folder(shelf: &str) -> PathBuf {
    let home = shelf.strip_prefix("~/").and_then(|rest| Some(Path::new(&files::variable("HOME")?).join(rest)));
    home.unwrap_or_else(|| PathBuf::from(shelf))
}
